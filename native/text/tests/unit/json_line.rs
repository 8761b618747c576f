use super::*;

fn cut(line: &str) -> Option<(String, String)> {
    let (rest, text) = cut_text(line.as_bytes(), b"html")?;
    Some((String::from_utf8(rest).unwrap(), String::from_utf8(text).unwrap()))
}

fn told(rest: &str, text: &str) -> Option<(String, String)> {
    Some((rest.into(), text.into()))
}

#[test]
fn the_text_and_the_line_without_it() {
    assert_eq!(cut(r#"{"id": "a", "html": "<p>One"}"#), told(r#"{"id": "a", "html": ""}"#, "<p>One"));
    assert_eq!(cut(r#" {"html":"","n":[1,{"html":"x"}]} "#), told(r#" {"html":"","n":[1,{"html":"x"}]} "#, ""));
    assert_eq!(cut(r#"{"html": "a\n\"\\\/\u00e9\ud83d\ude00織"}"#), told(r#"{"html": ""}"#, "a\n\"\\/é😀織"));
    assert_eq!(
        cut(r#"{"a": {"b": "}"}, "c": -1.5e3, "html": "x"}"#),
        told(r#"{"a": {"b": "}"}, "c": -1.5e3, "html": ""}"#, "x")
    );
}

#[test]
fn what_is_odd_is_left() {
    for line in [
        "",
        "{",
        "{}",
        "[]",
        r#"{"id": "a"}"#,
        r#"{"html": null}"#,
        r#"{"html": {"html": "x"}}"#,
        r#"{"html": "x"#,
        r#"{"html": "x\"#,
        r#"{"html": "x", "html": "y"}"#,
        r#"{"html": "x", "\u0068tml": "y"}"#,
        r#"{"html": "\ud83d"}"#,
        r#"{"html": "\ud83d\u0041"}"#,
        r#"{"html": "\x"}"#,
        r#"{"html": "\u12"}"#,
        "{\"html\": \"a\tb\"}",
        r#"{"html" "x"}"#,
        r#"{"a": , "html": "x"}"#,
    ] {
        assert_eq!(cut(line), None, "{line}");
    }
    assert_eq!(cut_text(b"{\"html\": \"\xff\"}", b"html"), None);
}
