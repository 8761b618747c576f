//! Lexical patterns without Python; `tests/papers/c/test_ontology_model.py` compares them with their definition.

use super::*;

fn find(pattern: &str, text: &str) -> Vec<(usize, usize)> {
    let mut steps = Steps { count: 0, max: u64::MAX };
    Pattern::new(pattern, 300).unwrap().find(text, &mut steps).unwrap()
}

fn fault(pattern: &str) -> (String, usize) {
    let Err(fault) = Pattern::new(pattern, 300) else { panic!("{pattern} is accepted") };
    (fault.what, fault.place)
}

#[test]
fn the_longest_of_the_leftmost_matches_counts() {
    assert_eq!(find("a|ab|abc", "xabcab"), [(1, 4), (4, 6)]);
    assert_eq!(find("[a-z]{2}", "abcde"), [(0, 2), (2, 4)]);
}

#[test]
fn positions_are_of_characters() {
    assert_eq!(find("楼", "第三楼 楼"), [(2, 3), (4, 5)]);
}

#[test]
fn a_word_boundary_is_that_of_every_script() {
    assert_eq!(find(r"[^!]*\bfree\b[^!]*", "的free"), []);
    assert_eq!(find(r"(?:école|x)\b.", "école de"), [(0, 6)]);
    assert_eq!(find(r"a\Bé", "aé"), [(0, 2)]);
}

#[test]
fn look_arounds_stand_first_or_last() {
    assert_eq!(find("(?i)(?<![0-9])X(?![0-9])", "1x x2 x"), [(6, 7)]);
    assert_eq!(find("ab?(?!b)", "ab abb"), [(0, 2)]);
    assert_eq!(find(r"[(?!a)]", "?"), [(0, 1)]);
    assert_eq!(
        fault("a(?!b)c"),
        ("a look-around stands first or last in a pattern; make several patterns of this one".into(), 1)
    );
    assert_eq!(fault("(?!a)b|c").1, 0);
    assert_eq!(fault("é(?=bc)").1, 4);
    assert_eq!(fault("x(?=").1, 4);
    assert_eq!(fault("x(?=é").1, 4);
}

#[test]
fn a_match_has_an_end() {
    let mut steps = Steps { count: 0, max: u64::MAX };
    let pattern = Pattern::new("a+", 5).unwrap();
    assert_eq!(pattern.find(&"a".repeat(12), &mut steps).unwrap(), [(0, 5), (5, 10), (10, 12)]);
}

#[test]
fn what_has_no_meaning_is_refused() {
    assert!(fault("a+?").0.contains("longest match"));
    assert!(fault("(?m)a$").0.contains("flags"));
    assert!(fault("a*").0.contains("empty text"));
    let many: String = (0x4e00..0x4e00 + 300).map(|code| char::from_u32(code).unwrap()).collect();
    assert!(fault(&many).0.contains("too many characters"));
    assert!(fault("(?:a{250}){250}").0.contains("too large"));
}

#[test]
fn states_that_were_forgotten_are_made_again() {
    // Each of the last 14 characters is remembered: more states than the cache holds.
    let pattern = Pattern::new("(?:a|b)*a(?:a|b){14}c", 300).unwrap();
    let mut seed = 7u32;
    let mut letter = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed >> 31 == 0 { 'a' } else { 'b' }
    };
    let text: String = (0..60_000).map(|_| letter()).chain("aaaaaaaaaaaaaaac".chars()).collect();
    let mut steps = Steps { count: 0, max: u64::MAX };
    let matches = pattern.find(&text, &mut steps).unwrap();
    assert_eq!(matches.last().unwrap().1, text.len());
    assert!(pattern.caches.lock().unwrap()[0].clear_count() > 0);
    assert!(steps.count > 60_000 * 300);
    assert_eq!(pattern.find(&text, &mut Steps { count: 0, max: 1_000_000 }), Err(Stopped::TooManySteps));
}
