//! The day of publication in a piece of a script: `"datePublished": "2022-09-04"`.
//!
//! In words: `_SCRIPT_DATE` of `src/weft/metadata/page_dates.py` is the twin, for text of ASCII.

use text::chars::{first_chars, is_space};

/// Names of a day of publication, in lower case and without `_`; where one may stand is told by `is_name`.
const NAMES: [(&str, &[&str]); 5] = [
    ("date", &["published"]),
    ("published", &["at", "date", "time", "on"]),
    ("publication", &["date"]),
    ("publish", &["date"]),
    ("first", &["published", "publisheddate", "published_date"]),
];
/// White space on either side of the colon, and characters behind a day.
const MAX_SPACE: usize = 4;
const MAX_BEHIND: usize = 20;
const DAY: usize = "2022-09-04".len();

/// The first day that a name of publication has.
pub fn day_in_script(text: &str) -> Option<&str> {
    text.match_indices('"').find_map(|(place, _)| day_behind(&text[place + 1..]))
}

/// The day of a name that a text begins with.
fn day_behind(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic() && c != '_')?;
    let (name, rest) = text.split_at(end);
    let rest = rest.strip_prefix('\\').unwrap_or(rest).strip_prefix('"')?;
    let rest = without_space(rest).strip_prefix(':')?;
    let rest = without_space(rest);
    let rest = rest.strip_prefix('\\').unwrap_or(rest).strip_prefix('"')?;
    let day = rest.as_bytes().get(..DAY)?;
    let fits = |(place, byte): (usize, &u8)| if matches!(place, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() };
    if !day.iter().enumerate().all(fits) || !is_name(&name.to_ascii_lowercase()) {
        return None;
    }
    let behind = &rest[DAY..];
    let behind = &behind[..behind.find(['"', '\\']).unwrap_or(behind.len())];
    Some(&rest[..DAY + first_chars(behind, MAX_BEHIND).len()])
}

fn is_name(name: &str) -> bool {
    NAMES.iter().any(|(first, seconds)| {
        let rest = name.strip_prefix(first).map(|rest| rest.strip_prefix('_').unwrap_or(rest));
        rest.is_some_and(|rest| seconds.contains(&rest))
    })
}

/// A text without a few signs of white space at its beginning.
fn without_space(text: &str) -> &str {
    let end = text.char_indices().take(MAX_SPACE).find(|&(_, c)| !is_space(c)).map(|(place, _)| place);
    &text[end.unwrap_or_else(|| text.len().min(MAX_SPACE))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        for (text, day) in [
            (r#"{"datePublished": "2022-09-04T06:00", "x""#, Some("2022-09-04T06:00")),
            (r#""first_published_date":"2022-09-04""#, Some("2022-09-04")),
            (r#"\"PUBLISHED_AT\" : \"2022-09-04 06:38:48.1234567890+08:00\""#, Some("2022-09-04 06:38:48.1234567890")),
            (r#""publish__date": "2022-09-04""#, None),
            (r#""published": "2022-09-04""#, None),
            (r#""datePublished":      "2022-09-04""#, None),
            (r#""datePublished": "2022-9-04""#, None),
            (r#""datePublished"#, None),
        ] {
            assert_eq!(day_in_script(text), day, "{text}");
        }
    }
}
