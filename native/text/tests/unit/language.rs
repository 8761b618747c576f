//! Guesses of languages.

use super::*;

fn code(text: &str) -> &'static str {
    guess(text).0
}

#[test]
fn guesses() {
    assert_eq!(code("The weaver put the last threads of the warp on the loom before it grew dark."), "en");
    assert_eq!(code("天黑之前,织工把最后几根经线穿上了织机。"), "zh");
    assert_eq!(code("職人は暗くなる前に最後の経糸を織機に掛けた。"), "ja");
    assert_eq!(code("Der Weber spannte die letzten Kettfäden auf, bevor es dunkel wurde."), "de");
    assert_eq!(code("Ткач натягнув останні нитки основи, перш ніж стемніло."), "uk");
    assert_eq!(code("Ο υφαντής έβαλε τα τελευταία νήματα στον αργαλειό."), "el");
    assert_eq!(guess(""), ("", 0.0));
    assert_eq!(guess("12 + 3 = 15 …"), ("", 0.0));
}

#[test]
fn ranges_are_sorted_and_apart() {
    assert!(RANGES.windows(2).all(|pair| pair[0].1 < pair[1].0));
}

#[test]
fn every_shared_alphabet_has_a_model_that_is_whole() {
    for &(_, _, name) in RANGES {
        if ALONE.iter().all(|(alone, _)| *alone != name) {
            let model = Model::of(name).expect(name);
            let count = model.offsets.len();
            assert_eq!(model.names.split(' ').count(), count);
            assert!(count <= MAX_LANGUAGES && (model.weights.len() / count).is_power_of_two());
        }
    }
}
