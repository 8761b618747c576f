//! Whether a text may have a date: one fast look, before a date is looked for.

use crate::folding::fold;
use crate::languages::{Search, kinds_in};

/// Whether a text has a digit of any script, or the sign of a year.
pub fn has_digit(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || !c.is_ascii() && (c == '年' || c.is_numeric());
    if text.is_ascii() { text.bytes().any(|byte| byte.is_ascii_digit()) } else { text.contains(is_digit) }
}

/// Whether a text has what every date has: digits around a separator, or a word of a month, a weekday or a relative time.
/// Beyond ASCII, where a digit may be of any script and a year a sign, any digit will do.
pub fn may_have_date(text: &str, buffer: &mut Vec<u8>) -> bool {
    let has_numbers = if text.is_ascii() {
        has_separated_digits(text.as_bytes())
    } else {
        has_digit(text) || text.contains(['前', '전'])
    };
    has_numbers || kinds_in(fold(text.as_bytes(), buffer), Search::BesideDigit, |_| true) > 0
}

/// Whether two digits stand around `-`, `/` or `.`, with a space on either side of it or none.
fn has_separated_digits(text: &[u8]) -> bool {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0x0b | 0x1c..=0x1f);
    let mut places = text.iter().enumerate().filter(|(_, byte)| matches!(byte, b'-' | b'/' | b'.'));
    places.any(|(place, _)| {
        let (before, behind) = (&text[..place], &text[place + 1..]);
        let before = before.split_last().filter(|(last, _)| is_space(last)).map_or(before, |(_, rest)| rest);
        let behind = behind.split_first().filter(|(first, _)| is_space(first)).map_or(behind, |(_, rest)| rest);
        before.last().is_some_and(u8::is_ascii_digit) && behind.first().is_some_and(u8::is_ascii_digit)
    })
}
