//! Short texts: which can be a time, a price or a count of replies, and what times of one shape have in common.
//!
//! In words: a text is a candidate where something that every time (price, count) has stands in it. The grammar
//! of dates and patterns of Python decide; most texts of a page are no candidates, and then this search is all that they cost.

use crate::chars::{is_ascii_space, is_space};
use crate::languages::{AGO, Search, kinds_in};

const AGE_UNITS: [&[u8]; 11] = [b"s", b"m", b"min", b"h", b"hr", b"d", b"w", b"wk", b"mo", b"y", b"yr"];

/// A text with single spaces, as Python's `" ".join(text.split())`.
pub fn spaced(text: &[u8]) -> String {
    if text.is_ascii() {
        return spaced_ascii(text);
    }
    let text = String::from_utf8_lossy(text);
    let mut spaced = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        spaced.push_str(if spaced.is_empty() { "" } else { " " });
        spaced.push_str(word);
    }
    spaced
}

fn spaced_ascii(text: &[u8]) -> String {
    let mut spaced: Vec<u8> = Vec::with_capacity(text.len()); // it becomes no longer
    for word in text.split(|&byte| is_ascii_space(byte)).filter(|word| !word.is_empty()) {
        if !spaced.is_empty() {
            spaced.push(b' ');
        }
        spaced.extend_from_slice(word);
    }
    String::from_utf8(spaced).unwrap_or_default()
}

/// A text of the same length with one number for all numbers that mean the same kind of thing in a date: hours of the
/// afternoon, years, minutes. A text with a day that not every month has is its own shape.
pub fn shape(text: &str, last_year: u32) -> String {
    let bytes = text.as_bytes();
    let mut shape = text.to_owned().into_bytes();
    let mut place = 0;
    while place < bytes.len() {
        if !bytes[place].is_ascii_digit() {
            place += 1;
            continue;
        }
        let length = bytes[place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = bytes[place..place + length]
            .iter()
            .fold(0u32, |number, &byte| number.saturating_mul(10).saturating_add(u32::from(byte - b'0')));
        let before_clock = matches!(bytes[place + length..], [b':', b'0'..=b'9', ..]);
        let behind_clock = place > 1 && bytes[place - 1] == b':' && bytes[place - 2].is_ascii_digit();
        let usual: &[u8] = match (length, number) {
            (1, 1..) => b"1",
            (2, 0..=59) if behind_clock => b"00",
            (2, 0..=23) if before_clock => b"01",
            (2, 29..=31) => return text.to_owned(),
            (2, 1..=12) => b"01",
            (2, 13..=23) if last_year >= 2023 => b"13",
            (2, 24..=28) if last_year >= 2028 => b"24",
            (4, 1970..) if number <= last_year => b"2000",
            _ => &bytes[place..place + length],
        };
        shape[place..place + length].copy_from_slice(usual);
        place += length;
    }
    String::from_utf8(shape).unwrap_or_else(|_| text.to_owned())
}

/// Which kinds of bytes a text has.
#[derive(Clone, Copy, Default)]
pub struct Kinds {
    pub digit: bool,
    pub letter: bool,
    /// Beyond ASCII.
    pub wide: bool,
    /// Beyond ASCII, in a block that has digits.
    pub digit_beyond: bool,
}

impl Kinds {
    pub fn of(text: &[u8]) -> Kinds {
        let mut kinds = Kinds::default();
        for &byte in text {
            kinds.digit |= byte.is_ascii_digit();
            kinds.letter |= byte.is_ascii_alphabetic();
            kinds.wide |= byte > 127;
            kinds.digit_beyond |= matches!(byte, 0xD9..=0xDF | 0xE0 | 0xE1 | 0xEA | 0xEF..);
        }
        kinds
    }
}

/// Whether a folded text can be a time: all that `dates` reads as one passes, and little else.
pub fn can_be_time(text: &[u8], kinds: Kinds) -> bool {
    let digit = kinds.digit || (kinds.digit_beyond && text.iter().any(u8::is_ascii_digit));
    if digit && (has_separated_digits(text, kinds) || is_age(text)) {
        return true;
    }
    if kinds.wide && has_date_characters(text, digit) {
        return true;
    }
    let search = if digit { Search::BesideDigit } else { Search::Quiet };
    let found = kinds_in(text, search, |kinds| kinds != AGO);
    found & !AGO > 0 || (found == AGO && kinds_in(text, Search::Units, |_| true) > 0)
}

/// Whether a text is an age such as `6h`, `3d` or `12mo`; where records have no other time, it is theirs.
fn is_age(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unit = &text[digits..];
    (1..=2).contains(&digits) && AGE_UNITS.contains(&unit)
}

/// Whether a text has the year or the month of a date in Han or hangul; without digits it has both.
fn has_date_characters(text: &[u8], digit: bool) -> bool {
    let (mut year, mut month) = (false, false);
    for window in text.windows(3) {
        year |= window == "年".as_bytes() || window == "년".as_bytes();
        month |= window == "月".as_bytes() || window == "월".as_bytes();
    }
    if digit { year || month } else { year && month }
}

/// Whether two digits stand around `-`, `/`, `.` or `:`; without a letter a date has two of these, or ends with one.
/// Around a separator may be spaces where a date has two.
fn has_separated_digits(text: &[u8], kinds: Kinds) -> bool {
    let (mut near, mut far) = (0, 0);
    for (place, &byte) in text.iter().enumerate() {
        let length = match byte {
            b'-' | b'/' | b'.' | b':' => 1,
            0xE2 if text[place..].starts_with("–".as_bytes()) => 3,
            _ => continue,
        };
        let (before, behind) = (&text[..place], &text[place + length..]);
        let digits = |before: &[u8], behind: &[u8]| {
            before.last().is_some_and(u8::is_ascii_digit) && behind.first().is_some_and(u8::is_ascii_digit)
        };
        near += i32::from(length == 1 && digits(before, behind));
        let before = before.strip_suffix(b" ").unwrap_or(before);
        far += i32::from(digits(before, behind.strip_prefix(b" ").unwrap_or(behind)));
    }
    let ends = matches!(text.trim_ascii_end(), [.., b'0'..=b'9', b'-' | b'/', b'0'..=b'9', b'0'..=b'9']);
    far > 1 || (near > 0 && (kinds.letter || kinds.wide || ends))
}

/// Whether a currency stands in a text.
pub fn can_be_price(text: &[u8]) -> bool {
    let starts = |place: usize, word: &[u8]| starts_with_word(&text[place..], word);
    text.iter().enumerate().any(|(place, &byte)| match byte {
        b'$' => true,
        b'u' | b'U' => starts(place, b"usd"),
        b'e' | b'E' => starts(place, b"eur"),
        b'g' | b'G' => starts(place, b"gbp"),
        b'r' | b'R' => starts(place, b"rmb"),
        b'c' | b'C' => starts(place, b"cny") || starts(place, b"chf"),
        b'k' | b'K' => starts(place, b"kr"),
        0xC2 | 0xC4 | 0xC5 | 0xE2 | 0xE5 | 0xEF => {
            let marks = ["€", "£", "¥", "￥", "₹", "₽", "₩", "₺", "元", "円", "ł", "Ł", "č", "Č", "\u{212a}"];
            marks.iter().any(|mark| text[place..].starts_with(mark.as_bytes()))
        }
        _ => false,
    })
}

fn starts_with_word(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word)
}

/// Whether a word for replies stands in a folded text.
pub fn can_be_count(text: &[u8]) -> bool {
    kinds_in(text, Search::Replies, |_| true) > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::fold;

    fn time_like(text: &str) -> bool {
        let mut buffer = Vec::new();
        can_be_time(fold(text.as_bytes(), &mut buffer), Kinds::of(text.as_bytes()))
    }

    fn counts(text: &str) -> bool {
        let mut buffer = Vec::new();
        can_be_count(fold(text.as_bytes(), &mut buffer))
    }

    #[test]
    fn texts_that_can_be_times() {
        for text in [
            "2022-09-04 06:38",
            "04-04",
            "Today",
            "yesterday at 6 pm",
            "3 hours ago",
            "Just now",
            "4 Sep 2022",
            "vor 3 h",
            "发表于 2022 - 9 - 4",
            "2022年9月",
            "昨天",
            "15 août",
            "Monday 6 pm",
            "Sept. 4th",
            "3 天前",
            "heute, 12:08",
            "vor 3 Stunden",
            "4 Dezember 2022",
            "il y a 3 heures",
            "hace 3 horas",
            "4 ottobre 2022",
            "час назад",
            "3 時間前",
            "٤ ديسمبر ٢٠٢٢",
            "3 ชั่วโมงที่แล้ว",
            "二〇二二年九月四日",
            "6h",
            " 12mo ",
        ] {
            assert!(time_like(text), "{text}");
        }
        for text in [
            "12.50", "回复 12", "Chicago", "I know", "summary 3", "market", "3 d", "120h", "6x", "1,234", "Monday",
            "may be",
        ] {
            assert!(!time_like(text), "{text}");
        }
    }

    #[test]
    fn shapes_keep_what_numbers_mean() {
        for (text, wanted) in [
            ("2022-09-04 06:38", "2000-01-01 01:00"),
            ("2022-09-24 23:59:60", "2000-01-24 01:00:60"),
            ("2040-09-04", "2040-01-01"),
            ("Feb 30, 2022", "Feb 30, 2022"),
            ("3 天前 12345", "1 天前 12345"),
        ] {
            assert_eq!(shape(text, 2030), wanted);
        }
    }

    #[test]
    fn prices_and_counts() {
        for text in ["$ 12", "12 €", "12 EUR", "99元", "100 Kč"] {
            assert!(can_be_price(text.as_bytes()), "{text}");
        }
        assert!(!can_be_price("12 of 13".as_bytes()));
        for text in ["3 Replies", "12回复", "评论: 3", "1 post", "5 Antworten"] {
            assert!(counts(text), "{text}");
        }
        assert!(!counts("12 views"));
    }
}
