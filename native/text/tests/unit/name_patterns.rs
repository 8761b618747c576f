use super::{MAX_TEXT, NamePatterns, has_word, words};

fn patterns() -> NamePatterns {
    let kinds = [("author", "bio"), ("^(?:entry-)?tags$", "cloud")];
    let kinds = kinds.map(|(wanted, unwanted)| (wanted.to_string(), unwanted.to_string()));
    NamePatterns::new(&kinds).unwrap()
}

fn kinds(texts: &[&str]) -> Vec<u32> {
    patterns().kinds_of(texts.iter().copied())
}

#[test]
fn a_text_is_of_the_kinds_that_are_wanted_and_not_unwanted() {
    let texts = ["post-author", "AUTHOR", "author-bio", "entry-tags", "tags", "tags-x", "", "Bio"];
    assert_eq!(kinds(&texts), [1, 1, 0, 2, 2, 0, 0, 0]);
}

#[test]
fn a_long_text_is_of_no_kind() {
    let short = "x".repeat(MAX_TEXT - 6) + "author";
    let long = "x".repeat(MAX_TEXT - 5) + "author";
    assert_eq!(kinds(&[&short, &long]), [1, 0]);
}

#[test]
fn rows_come_by_kind() {
    let rows = patterns().rows([(3, 1), (5, 0), (7, 3)].into_iter());
    assert_eq!(rows, [vec![3, 7], vec![7]]);
}

#[test]
fn a_pattern_that_cannot_be_read_is_told() {
    assert!(NamePatterns::new(&[("(".to_string(), "x".to_string())]).is_err());
}

#[test]
fn names_have_words() {
    assert!(words("wp-captionText_12").eq(["wp", "caption", "Text"]));
    assert!(words("").next().is_none() && words("12éA").eq(["A"]) && words("ABc").eq(["ABc"]));
    assert!(has_word("galleryIcon", &["icon"]) && !has_word("icons", &["icon"]));
}
