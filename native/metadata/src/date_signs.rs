//! Dates of a page that its programs are given, and the order of day and month in which it writes dates.
//!
//! In words: a script may name a day of publication as `"datePublished": "2022-09-04"`; here the few places are found that
//! can be one, and those of ASCII are read; of others Python's pattern reads them. Dates such as `23/04/2022` tell by a number
//! over 12 where the day stands; each has a vote. `_in_scripts` and `_SCRIPT_DATE` of `metadata/page_dates.py` and
//! `tests/metadata/plain_lines.py` are the twins.

use memchr::memmem;
use text::chars::{first_chars, is_space};

/// Bytes before and behind `ubli` in which a name, a colon and a date stand.
const BEFORE: usize = 16;
const BEHIND: usize = 160;
/// Letters of a name behind `ubli`; white space on either side of the colon.
const MAX_LETTERS: usize = 16;
const MAX_SPACE: usize = 16;

/// The places of a script that may name a day of publication.
pub fn publication_days(script: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for word in ["ubli", "UBLI"] {
        for place in
            memmem::find_iter(script.as_bytes(), word).filter(|place| may_be_day(&script[place + word.len()..]))
        {
            let start = character_before(script, place.saturating_sub(BEFORE));
            let end = character_before(script, place.saturating_add(BEHIND).min(script.len()));
            found.push((place, &script[start..end]));
        }
    }
    found.sort_unstable_by_key(|&(place, _)| place);
    found.into_iter().map(|(_, text)| text).collect()
}

/// The last place at or before one where a character begins.
fn character_before(text: &str, place: usize) -> usize {
    (0..=place).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// Whether the rest of a name, a quote, a colon, a quote and a digit follow.
fn may_be_day(rest: &str) -> bool {
    let end = rest.bytes().take(MAX_LETTERS).take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'_').count();
    let rest = rest[end..].strip_prefix('\\').unwrap_or(&rest[end..]);
    let Some(rest) = rest.strip_prefix('"').map(without_space).and_then(|rest| rest.strip_prefix(':')) else {
        return false;
    };
    let rest = without_space(rest);
    let day = rest.strip_prefix('\\').unwrap_or(rest).strip_prefix('"');
    day.is_some_and(|day| day.starts_with(|c: char| c.is_numeric()))
}

fn without_space(text: &str) -> &str {
    let end = text.char_indices().take(MAX_SPACE).find(|&(_, c)| !is_space(c));
    end.map_or(text, |(end, _)| &text[end..])
}

/// How many dates more put the day first than the month, of those that tell: less than 0 where the month stands first.
pub fn day_votes(text: &[u8]) -> i64 {
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'/' | b'.' | b'-');
    let (mut votes, mut at) = (0, 0);
    while let Some(start) = text[at..].iter().position(u8::is_ascii_digit).map(|place| at + place) {
        at = start + text[start..].iter().take_while(|&&byte| is_part(byte)).count();
        if start == 0 || !is_part(text[start - 1]) {
            votes += day_vote(&text[start..]);
        }
    }
    votes
}

/// 1 where a text begins with a date whose first number is over 12 and whose second is not, -1 the other way round.
fn day_vote(text: &[u8]) -> i64 {
    let Some((first, rest)) = number(text, 1, 2) else { return 0 };
    let Some((&sign, rest)) = rest.split_first().filter(|(sign, _)| matches!(sign, b'/' | b'-')) else { return 0 };
    let Some((second, rest)) = number(rest, 1, 2) else { return 0 };
    let Some(rest) = rest.strip_prefix(&[sign]) else { return 0 };
    match number(rest, 4, 4) {
        Some((1900..2100, _)) => i64::from(first > 12 && second <= 12) - i64::from(first <= 12 && second > 12),
        _ => 0,
    }
}

/// The number of so many digits that a text begins with, no digit behind it, and the rest of the text.
fn number(text: &[u8], least: usize, most: usize) -> Option<(u32, &[u8])> {
    let count = text.iter().take(most + 1).take_while(|byte| byte.is_ascii_digit()).count();
    let value = text[..count].iter().fold(0, |value, digit| 10 * value + u32::from(digit - b'0'));
    (least..=most).contains(&count).then_some((value, &text[count..]))
}

/// Whether a text, whose digits are those of ASCII, has a date that is another one where day and month change places;
/// `is_ambiguous` of `metadata/date_style.py` is the twin.
pub fn is_ambiguous(text: &str) -> bool {
    let bytes = text.as_bytes();
    let run = |place: usize| bytes[place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = |place: usize, count: usize| text[place..place + count].parse::<u32>().unwrap_or(u32::MAX);
    let mut place = 0;
    while let Some(start) = bytes[place..].iter().position(u8::is_ascii_digit).map(|next| place + next) {
        let first = run(start);
        place = start + first;
        let Some(&sign) = bytes.get(place).filter(|sign| matches!(sign, b'/' | b'.' | b'-')) else { continue };
        let second = run(place + 1);
        let behind = place + 1 + second;
        if (1..=2).contains(&first)
            && (1..=2).contains(&second)
            && bytes.get(behind) == Some(&sign)
            && matches!(run(behind + 1), 2 | 4)
        {
            return sign != b'.' && number(start, first) <= 12 && number(place + 1, second) <= 12;
        }
    }
    false
}

/// Names of a day of publication, in lower case and without `_`; where one may stand is told by `is_name`.
const NAMES: [(&str, &[&str]); 5] = [
    ("date", &["published"]),
    ("published", &["at", "date", "time", "on"]),
    ("publication", &["date"]),
    ("publish", &["date"]),
    ("first", &["published", "publisheddate", "published_date"]),
];
/// White space on either side of the colon, and characters behind a day.
const MAX_GAP: usize = 4;
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
    let rest = without_gap(rest).strip_prefix(':')?;
    let rest = without_gap(rest);
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
fn without_gap(text: &str) -> &str {
    let end = text.char_indices().take(MAX_GAP).find(|&(_, c)| !is_space(c)).map(|(place, _)| place);
    &text[end.unwrap_or_else(|| text.len().min(MAX_GAP))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_publication_are_found() {
        let script =
            r#"{"datePublished": "2022-09-04T06:00", "publisher": "x", "PUBLISHED_AT" : "2021", "published": 7}"#;
        assert_eq!(publication_days(script).len(), 2);
        assert_eq!(publication_days(r#"{\"publish_date\":\"2020-01-01\"}"#).len(), 1);
        assert!(publication_days("ubli").is_empty());
    }

    #[test]
    fn days_vote() {
        for (text, votes) in [
            ("23/04/2022, 02/04/2022", 1),
            ("04/23/2022 and 4-23-1999", -2),
            ("123/04/2022 23/04/20222 23/04-2022 23.04.2022 1/23/04/2022 x/23/04/2022", 0),
            ("23/04/2022", 1),
            ("", 0),
        ] {
            assert_eq!(day_votes(text.as_bytes()), votes, "{text}");
        }
    }

    #[test]
    fn dates_are_ambiguous() {
        for text in ["02/04/2022", "x 2-4-22", "1/22/04/20"] {
            assert_eq!(is_ambiguous(text), text != "1/22/04/20", "{text}");
        }
        for text in ["22/04/2022", "2 April 2022", "02.04.2022", "02/04/202", "2/4-22", "123/04/22", ""] {
            assert!(!is_ambiguous(text), "{text}");
        }
    }

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
