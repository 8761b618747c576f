//! Short texts: which can be a time, a price or a count of replies, and what times of one shape have in common.
//!
//! In words: a text is a candidate where something that every time (price, count) has stands in it. The patterns that
//! decide are Python's; most texts of a page are no candidates, and then this search is all that they cost.

use crate::limits::Tripped;
use crate::memory;

/// What may stand between a day and its month without a space.
const ORDINALS: [&[u8]; 7] = [b"st", b"nd", b"rd", b"th", b"er", b"of", b"de"];

/// A text with single spaces, as Python's `" ".join(text.split())`.
pub fn spaced(text: &[u8]) -> Result<String, Tripped> {
    let is_space = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c);
    let text = String::from_utf8_lossy(text);
    let words = text.split(is_space).filter(|word| !word.is_empty());
    let mut spaced = String::new();
    spaced.try_reserve_exact(text.len())?; // it becomes no longer
    for word in words {
        spaced.push_str(if spaced.is_empty() { "" } else { " " });
        spaced.push_str(word);
    }
    Ok(spaced)
}

/// A text of the same length with one number for all numbers that mean the same kind of thing in a date: hours of the
/// afternoon, years, minutes. A text with a day that not every month has is its own shape.
pub fn shape(text: &str, last_year: u32) -> Result<String, Tripped> {
    let bytes = text.as_bytes();
    let mut shape = memory::copy(text)?.into_bytes();
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
            (2, 29..=31) => return memory::copy(text),
            (2, 1..=12) => b"01",
            (2, 13..=23) if last_year >= 2023 => b"13",
            (2, 24..=28) if last_year >= 2028 => b"24",
            (4, 1970..) if number <= last_year => b"2000",
            _ => &bytes[place..place + length],
        };
        shape[place..place + length].copy_from_slice(usual);
        place += length;
    }
    String::from_utf8(shape).or_else(|_| memory::copy(text))
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

/// Whether a text can be a time: all that `dates` reads as one passes, and little else.
pub fn can_be_time(text: &[u8], kinds: Kinds) -> bool {
    if kinds.wide && (has_day_character(text) || wide_line_can_be_date(text, kinds)) {
        return true;
    }
    (kinds.digit && has_separated_digits(text, kinds)) || (kinds.letter && has_time_word(text, kinds))
}

/// Whether one of 今, 刚, 前 and 昨 stands in a text: words such as "yesterday" have them.
fn has_day_character(text: &[u8]) -> bool {
    let windows = text.windows(3);
    windows.into_iter().any(|window| {
        matches!(window, [0xE4, 0xBB, 0x8A] | [0xE5, 0x88, 0x9A] | [0xE5, 0x89, 0x8D] | [0xE6, 0x98, 0xA8])
    })
}

/// Whether a line has digits and more than Han beside them, or a Han character that dates have.
fn wide_line_can_be_date(text: &[u8], kinds: Kinds) -> bool {
    let line_can = |line: &[u8]| {
        let of = Kinds::of(line);
        of.digit && of.wide && (of.letter || line.iter().any(|byte| b"-/.".contains(byte)) || has_date_character(line))
    };
    kinds.digit && text.split(|&byte| byte == b'\n').any(line_can)
}

/// Whether a character beyond ASCII can be part of a date; Han other than these, punctuation and marks cannot.
fn has_date_character(line: &[u8]) -> bool {
    let mut place = 0;
    while place < line.len() {
        let length = match line[place] {
            ..0xC2 => 1,
            0xC2 => 2,                  // nbsp, middle dots, quotes
            0xC3..=0xDF => return true, // letters with accents, Cyrillic
            0xE2..=0xE9 | 0xEF => 3,
            _ => return true,
        };
        let character = &line[place..(place + length).min(line.len())];
        let in_dates =
            ["–", "年", "月", "天", "剛", "周", "週", "星"].iter().any(|known| known.as_bytes() == character);
        if in_dates || matches!(character, [0xEF, 0xBC, 0x90..=0x99]) {
            return true;
        }
        place += length;
    }
    false
}

/// Whether two digits stand around `-`, `/`, `.` or `:`; without a letter a date has two of these, or ends with one.
fn has_separated_digits(text: &[u8], kinds: Kinds) -> bool {
    let parts = |window: &[u8]| matches!(window, [b'0'..=b'9', b'-' | b'/' | b'.' | b':', b'0'..=b'9']);
    let mut found = text.windows(3).filter(|window| parts(window));
    if found.next().is_none() {
        return false;
    }
    let ends = matches!(text.trim_ascii_end(), [.., b'0'..=b'9', b'-' | b'/', b'0'..=b'9', b'0'..=b'9']);
    kinds.letter || kinds.wide || ends || found.next().is_some()
}

/// Whether a text has a word that times have: "ago", "now", "today", or beside a digit a month or a day.
fn has_time_word(text: &[u8], kinds: Kinds) -> bool {
    let letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
    let is_time = |place: usize, window: &[u8]| {
        let before = &text[..place];
        match &[window[0] | 32, window[1] | 32, window[2] | 32] {
            b"ago" => !letter(before.last()) && !letter(text.get(place + 3)),
            b"now" => before.trim_ascii_end().last().is_some_and(|&byte| byte | 32 == b't' || byte > 127),
            b"day" => kinds.digit || ends_with_word(before, b"to") || ends_with_word(before, b"yester"),
            b"jan" | b"feb" | b"mar" | b"apr" | b"may" | b"jun" | b"jul" | b"aug" | b"sep" | b"oct" | b"nov"
            | b"dec" => {
                kinds.digit && (!letter(before.last()) || ORDINALS.iter().any(|end| ends_with_word(before, end)))
            }
            _ => false,
        }
    };
    let found = match kinds.digit {
        true => text.windows(3).enumerate().any(|(place, window)| is_time(place, window)),
        // Without a digit only three words can be times, and few texts have their middle letters in the right place.
        false => text.windows(3).enumerate().any(|(place, window)| {
            let likely = matches!((window[1] | 32, window[2] | 32), (b'g', b'o') | (b'o', b'w') | (b'a', b'y'));
            likely && is_time(place, window)
        }),
    };
    found || (kinds.digit && has_short_unit(text))
}

fn ends_with_word(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[text.len() - word.len()..].eq_ignore_ascii_case(word)
}

/// Whether a unit such as `h` stands behind a digit, and another word somewhere ("vor 3 h").
fn has_short_unit(text: &[u8]) -> bool {
    let letters = text.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    letters > 2
        && (1..text.len()).any(|place| {
            let before = if text[place - 1] == b' ' && place > 1 { text[place - 2] } else { text[place - 1] };
            let ends = text.get(place + 1).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            b"hdmwy".contains(&text[place]) && before.is_ascii_digit() && ends
        })
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

/// Whether a word for replies stands in a text.
pub fn can_be_count(text: &[u8]) -> bool {
    let starts = |place: usize, word: &[u8]| starts_with_word(&text[place..], word);
    text.iter().enumerate().any(|(place, byte)| match byte {
        b'r' | b'R' => starts(place, b"repl"),
        b'p' | b'P' => starts(place, b"post"),
        b'a' | b'A' => starts(place, b"answer"),
        b'c' | b'C' => starts(place, b"comment"),
        b'm' | b'M' => starts(place, b"message"),
        0xE5 | 0xE8 => ["回复", "回帖", "评论"].iter().any(|word| text[place..].starts_with(word.as_bytes())),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time_like(text: &str) -> bool {
        can_be_time(text.as_bytes(), Kinds::of(text.as_bytes()))
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
        ] {
            assert!(time_like(text), "{text}");
        }
        for text in ["12.50", "回复 12", "Chicago", "I know", "summary 3", "market", "3 d", "1,234", "Monday", "may be"]
        {
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
            assert_eq!(shape(text, 2030).as_deref(), Ok(wanted));
        }
    }

    #[test]
    fn prices_and_counts() {
        for text in ["$ 12", "12 €", "12 EUR", "99元", "100 Kč"] {
            assert!(can_be_price(text.as_bytes()), "{text}");
        }
        assert!(!can_be_price("12 of 13".as_bytes()));
        for text in ["3 Replies", "12回复", "评论: 3", "1 post"] {
            assert!(can_be_count(text.as_bytes()), "{text}");
        }
        assert!(!can_be_count("12 views".as_bytes()));
    }
}
