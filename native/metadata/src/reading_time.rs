//! How long a page is read, and how many words it has, as answers of metadata.
//!
//! In words: a duration of ISO 8601 or "5 min" that is declared, else one that an element of a telling class prints near
//! the title. `src/weft/metadata/reading.py` is the twin.

use crate::answers::{Answer, MAX_BESIDE, One, Page, Told};
use crate::candidates::{SOURCES, Said};
use crate::questions::{Answerer, Question};
use text::chars::{first_chars, is_space};
use text::folding::lower;

const MAX_MINUTES: u32 = 600;
const MAX_COUNT_DIGITS: usize = 8;
/// Characters of a line that tells the time.
const MAX_TEXT: usize = 60;

impl Page<'_> {
    /// The minutes that the page declares or prints.
    pub fn reading_time(&self, answerer: &mut dyn Answerer) -> Told {
        for candidate in self.ranked("reading_time") {
            let Said::Clean(text) = &candidate.said else { return None };
            let minutes = minutes_in(text, answerer);
            if (1..=MAX_MINUTES).contains(&minutes) {
                let (value, source) = (minutes.to_string(), SOURCES[candidate.source]);
                return Some(Answer::Number(One { value, row: candidate.row, source }));
            }
        }
        let Some(near) = self.near else { return Some(Answer::Nothing) };
        for row in near.beside(&self.columns, near.kind(self.kinds.names.number("minutes")), MAX_BESIDE) {
            let minutes = minutes_in(first_chars(self.columns.content(row), MAX_TEXT), answerer);
            if (1..=MAX_MINUTES).contains(&minutes) {
                let value = minutes.to_string();
                return Some(Answer::Number(One { value, row: row as i64, source: "printed" }));
            }
        }
        Some(Answer::Nothing)
    }

    /// The number of words that the page declares.
    pub fn word_count(&self) -> Told {
        for candidate in self.ranked("word_count") {
            let Said::Clean(text) = &candidate.said else { return None };
            let mut digits = text.to_owned();
            digits.retain(|c| !matches!(c, ',' | '.'));
            if (1..=MAX_COUNT_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                let value = digits.parse::<i64>().unwrap_or_default().to_string();
                let (row, source) = (candidate.row, SOURCES[candidate.source]);
                return Some(Answer::Number(One { value, row, source }));
            }
        }
        Some(Answer::Nothing)
    }
}

/// The minutes that a text tells, 0 for none.
fn minutes_in(text: &str, answerer: &mut dyn Answerer) -> u32 {
    let is_plain = |c: char| c.is_ascii() || matches!(c, '\u{a0}' | '«' | '»' | '·' | '\u{2000}'..='\u{206f}');
    if !text.chars().all(is_plain) {
        return answerer.ask(Question::Minutes, text).parse().unwrap_or_default();
    }
    let small = lower(text.trim_matches(is_space));
    if let Some(minutes) = duration(&small) {
        return minutes;
    }
    told_minutes(&lower(first_chars(text, MAX_TEXT)))
}

/// The minutes of a duration of ISO 8601 in lower case: "pt1h5m".
fn duration(text: &str) -> Option<u32> {
    let rest = text.strip_prefix('p')?;
    let mut rest = rest.strip_prefix("0dt").or_else(|| rest.strip_prefix('t')).unwrap_or(rest);
    let mut part = |unit: char, most: usize| {
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest[end..].strip_prefix(unit).filter(|_| (1..=most).contains(&end))?;
        let number = rest[..end].parse::<u32>().ok();
        rest = behind;
        number
    };
    let (hours, minutes, seconds) = (part('h', 2), part('m', 3), part('s', 5));
    let sum = 60 * hours.unwrap_or(0) + minutes.unwrap_or(0) + seconds.unwrap_or(0).div_ceil(60);
    rest.is_empty().then_some(sum)
}

/// The number before "min" or "mn" in a text in lower case whose letters are those of ASCII, 0 for none.
fn told_minutes(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut place = 0;
    while let Some(start) = bytes[place..].iter().position(u8::is_ascii_digit).map(|next| place + next) {
        let count = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        place = start + count;
        let gap: usize = text[place..].chars().take(3).take_while(|&c| is_space(c)).map(char::len_utf8).sum();
        let unit = &text[place + gap..];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_short = unit.strip_prefix("mn").is_some_and(|rest| !rest.as_bytes().first().is_some_and(is_word));
        let is_unit = unit.starts_with("min") || is_short || unit.starts_with("dak") || unit.starts_with("perc");
        if count <= 3 && is_unit {
            return text[start..place].parse().unwrap_or_default();
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let told = |text: &str| duration(text).unwrap_or_else(|| told_minutes(text));
        for (text, minutes) in [
            ("pt1h5m", 65),
            ("p0dt90s", 2),
            ("p5m", 5),
            ("pt", 0),
            ("5 min read", 5),
            ("1234 min", 0),
            ("read 12 of 7mn", 7),
            ("7 mnx", 0),
            ("7    min", 0),
            ("pt1h5mx", 0),
            ("p", 0),
            ("•\u{a0}8\u{a0}min", 8),
        ] {
            assert_eq!(told(text), minutes, "{text}");
        }
    }
}
