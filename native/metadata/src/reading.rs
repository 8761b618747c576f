//! How a page is read, as answers of metadata: its language, the direction of its script, how long it takes, how many words.
//!
//! In words: the declared language counts unless the text is surely in another. The time is a duration of ISO 8601 or "5 min"
//! that is declared, else one that an element of a telling class prints near the title. `find_language` of
//! `src/weft/metadata/languages.py` and `reading.py` are the twins.

use crate::answers::{Answer, MAX_BESIDE, One, Page};
use crate::candidates::{SOURCES, Statement};
use crate::questions::{Answerer, Question};
use html::names::name;
use text::chars::{first_chars, is_space};
use text::folding::lower;
use text::{addresses, language};

/// The least characters that tell a language; how sure a guess is that counts, and one that overrules what is declared,
/// with the characters that it takes; what an alphabet of one language says.
const MIN_CHARS: usize = 40;
const CONFIDENT: f64 = 0.3;
const OVERRULES: f64 = 0.6;
const MIN_OVERRULING: usize = 200;
const BY_ALPHABET: f64 = 1.0;
/// A sign and the two letters of a region.
const REGION: usize = 3;

impl Page<'_> {
    /// The declared language, unless the text is surely in another; else the guessed one.
    pub fn language(&self) -> Option<Answer> {
        let mut named: Vec<One> = Vec::new();
        for candidate in self.ranked("language") {
            let Statement::Clean(text) = &candidate.said else { return None };
            let code = self.language_code(text)?;
            if !code.is_empty() {
                named.push(One { value: code, row: candidate.row, source: SOURCES[candidate.source] });
            }
        }
        let blocks = &self.view;
        let guessed = language::of_longest(
            blocks.block_chars,
            blocks.block_hidden,
            |block| blocks.text_of_block(block),
            MIN_CHARS,
        );
        let (code, share, length) = guessed;
        let guess = || Some(Answer::One(One::new(code, -1, "guessed")));
        let Some(first) = named.first() else {
            return if share >= CONFIDENT { guess() } else { Some(Answer::Nothing) };
        };
        let agreeing = named.iter().find(|one| self.is_same(&one.value, code));
        let is_long = length >= MIN_OVERRULING || share == BY_ALPHABET;
        let chosen = match agreeing {
            Some(agreeing) => {
                if share >= OVERRULES {
                    agreeing
                } else {
                    first
                }
            }
            None if share >= OVERRULES && is_long => return guess(),
            None => first,
        };
        Some(Answer::One(chosen.clone()))
    }

    /// The direction that `html` or `body` declares, else that of the language.
    pub fn direction(&self, language: &Answer) -> Option<Answer> {
        let body = self.view.rows_of(name::BODY, 1).next();
        for row in [Some(0), body].into_iter().flatten() {
            let own = lower(self.view.value(row, name::DIR).unwrap_or_default().trim_matches(is_space));
            if matches!(own.as_str(), "ltr" | "rtl") {
                return Some(Answer::One(One { value: own, row: row as i64, source: "html" }));
            }
        }
        let Answer::One(language) = language else { return Some(Answer::Nothing) };
        let value = if self.words.from_right.contains(&language.value) { "rtl" } else { "ltr" };
        Some(Answer::One(One::new(value, language.row, "language")))
    }

    /// Whether the day comes first on a page of a language, which is empty where nobody knows it. None: only Python
    /// knows the host of the page.
    pub fn writes_day_first(&self, language: &str) -> Option<bool> {
        if language != "en" {
            let is_known = !language.is_empty();
            return Some(is_known && !self.words.month_first.iter().any(|own| own == language));
        }
        for candidate in self.ranked("language") {
            let Statement::Clean(tag) = &candidate.said else { return None };
            let tag = tag.trim_matches(is_space);
            let region = tag.len().checked_sub(REGION).and_then(|start| tag.get(start..)).unwrap_or_default();
            let is_region =
                region.starts_with(['-', '_']) && region[1..].bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_region && lower(tag).starts_with("en") {
                let region = region[1..].to_ascii_uppercase(); // of two letters
                return Some(!self.words.month_first_regions.contains(&region));
            }
        }
        let host = addresses::host(self.url)?;
        let domain = lower(host.rsplit('.').next().unwrap_or_default());
        Some(self.words.day_first_domains.contains(&domain))
    }

    /// The primary subtag of a language, empty where it is none. None: Python must read it.
    fn language_code(&self, text: &str) -> Option<String> {
        if !text.is_ascii() {
            return None;
        }
        let small = lower(text.trim_matches(is_space));
        let tag = small.split(|c| is_space(c) || matches!(c, '-' | '_' | ',' | ';')).next().unwrap_or_default();
        let tag = self.words.written.iter().find(|(word, _)| word == tag).map_or(tag, |(_, code)| code);
        let is_code = (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_none = self.words.no_languages.iter().any(|own| own == tag);
        Some((if is_code && !is_none { tag } else { "" }).to_owned())
    }

    fn is_same(&self, one: &str, other: &str) -> bool {
        let has = |family: &[String], code: &str| family.iter().any(|own| own == code);
        one == other || self.words.alike.iter().any(|family| has(family, one) && has(family, other))
    }
}

const MAX_MINUTES: u32 = 600;
const MAX_COUNT_DIGITS: usize = 8;
/// Characters of a line that tells the time.
const MAX_TEXT: usize = 60;

impl Page<'_> {
    /// The minutes that the page declares or prints.
    pub fn reading_time(&self, answerer: &mut dyn Answerer) -> Option<Answer> {
        for candidate in self.ranked("reading_time") {
            let Statement::Clean(text) = &candidate.said else { return None };
            let minutes = minutes_in(text, answerer);
            if (1..=MAX_MINUTES).contains(&minutes) {
                let (value, source) = (minutes.to_string(), SOURCES[candidate.source]);
                return Some(Answer::Number(One { value, row: candidate.row, source }));
            }
        }
        let Some(near) = self.near else { return Some(Answer::Nothing) };
        for row in near.beside(&self.view, near.kind(self.kinds.names.number("minutes")), MAX_BESIDE) {
            let minutes = minutes_in(first_chars(self.view.text_of(row), MAX_TEXT), answerer);
            if (1..=MAX_MINUTES).contains(&minutes) {
                let value = minutes.to_string();
                return Some(Answer::Number(One { value, row: row as i64, source: "printed" }));
            }
        }
        Some(Answer::Nothing)
    }

    /// The number of words that the page declares.
    pub fn word_count(&self) -> Option<Answer> {
        for candidate in self.ranked("word_count") {
            let Statement::Clean(text) = &candidate.said else { return None };
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
