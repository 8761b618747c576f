//! How a page is read, as answers of metadata: its language, the direction of its script, how long it takes, how many words.
//!
//! In words: the declared language counts unless the text is surely in another. The time is a duration of ISO 8601 or "5 min"
//! that is declared, else one that an element of a telling class prints near the title.

use crate::answers::{Answer, MAX_BESIDE, One, Page};
use crate::near_names::name_number;
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
/// English is written month first in the United States and what belongs to them, and in the Philippines; where the year
/// comes first, a year at the end follows the American way. Of English without a region the domain of the page tells it.
const MONTH_FIRST: &str = "en zh ja ko fil tl";
const MONTH_FIRST_REGIONS: &str = "US PH PR GU VI AS MP UM PW FM MH BZ";
const DAY_FIRST_DOMAINS: &str = "uk ie au nz in za sg hk my ke ng gh pk lk bd ug tz zw mt jm";
/// Languages that are told apart by little, those that pages write instead of a code, codes of none, and those that are
/// written from right to left; of those with two scripts the usual one.
const ALIKE: [&str; 9] =
    ["nb nn no da", "id ms", "hr bs sr sh me", "hi mr ne", "zh yue lzh", "fa prs", "cs sk", "pt gl", "ca oc es"];
const WRITTEN: [(&str, &str); 8] = [
    ("english", "en"),
    ("german", "de"),
    ("french", "fr"),
    ("chinese", "zh"),
    ("cn", "zh"),
    ("jp", "ja"),
    ("in", "id"),
    ("iw", "he"),
];
const NO_LANGUAGES: &str = "und mul zxx utf iso gb";
const FROM_RIGHT: &str = "ar arc arz ckb dv fa he ks lrc mzn nqo pnb ps sd syr ug ur yi";

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|own| own == word)
}

/// Whether two codes may be of one text: the same, or languages that are told apart by little.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || ALIKE.iter().any(|family| has(family, one) && has(family, other))
}

/// The primary subtag of a language, empty where it is none: of `zh-CN` `zh`.
pub fn language_code(text: &str) -> String {
    let small = lower(text.trim_matches(is_space));
    let tag = small.split(|c| is_space(c) || matches!(c, '-' | '_' | ',' | ';')).next().unwrap_or_default();
    let tag = WRITTEN.iter().find(|(word, _)| *word == tag).map_or(tag, |&(_, code)| code);
    let is_code = (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    (if is_code && !has(NO_LANGUAGES, tag) { tag } else { "" }).to_owned()
}

impl Page<'_> {
    /// The declared language, unless the text is surely in another; else the guessed one.
    pub fn language(&self) -> Answer {
        let named = self.ranked("language").iter().filter_map(|candidate| {
            let code = language_code(&candidate.text);
            Some(One { value: code, row: candidate.row, source: candidate.source }).filter(|one| !one.value.is_empty())
        });
        let named: Vec<One> = named.collect();
        let blocks = &self.view;
        let (code, share, length) = language::of_longest(
            blocks.block_chars,
            blocks.block_hidden,
            |block| blocks.text_of_block(block),
            MIN_CHARS,
        );
        let guess = || Answer::One(One::new(code, -1, "guessed"));
        let Some(first) = named.first() else {
            return if share >= CONFIDENT { guess() } else { Answer::Nothing };
        };
        let is_long = length >= MIN_OVERRULING || share == BY_ALPHABET;
        let chosen = match named.iter().find(|one| is_same(&one.value, code)) {
            Some(agreeing) if share >= OVERRULES => agreeing,
            None if share >= OVERRULES && is_long => return guess(),
            _ => first,
        };
        Answer::One(chosen.clone())
    }

    /// The direction that `html` or `body` declares, else that of the language.
    pub fn direction(&self, language: &Answer) -> Answer {
        let body = self.view.rows_of(name::BODY, 1).next();
        for row in [Some(0), body].into_iter().flatten() {
            let own = lower(self.view.value(row, name::DIR).unwrap_or_default().trim_matches(is_space));
            if matches!(own.as_str(), "ltr" | "rtl") {
                return Answer::One(One { value: own, row: row as i64, source: "html" });
            }
        }
        let Answer::One(language) = language else { return Answer::Nothing };
        let value = if has(FROM_RIGHT, &language.value) { "rtl" } else { "ltr" };
        Answer::One(One::new(value, language.row, "language"))
    }

    /// Whether the day comes first on a page of a language, which is empty where nobody knows it.
    pub fn writes_day_first(&self, language: &str) -> bool {
        if language != "en" {
            return !language.is_empty() && !has(MONTH_FIRST, language);
        }
        for candidate in self.ranked("language") {
            let tag = candidate.text.trim_matches(is_space);
            let region = tag.len().checked_sub(REGION).and_then(|start| tag.get(start..)).unwrap_or_default();
            let is_region =
                region.starts_with(['-', '_']) && region[1..].bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_region && lower(tag).starts_with("en") {
                return !has(MONTH_FIRST_REGIONS, &region[1..].to_ascii_uppercase());
            }
        }
        let host = addresses::host_of(self.url);
        has(DAY_FIRST_DOMAINS, host.rsplit('.').next().unwrap_or_default())
    }
}

const MAX_MINUTES: u32 = 600;
const MAX_COUNT_DIGITS: usize = 8;
/// Characters of a line that tells the time.
const MAX_TEXT: usize = 60;

impl Page<'_> {
    /// The minutes that the page declares or prints.
    pub fn reading_time(&self) -> Answer {
        for candidate in self.ranked("reading_time") {
            let minutes = minutes_in(&candidate.text);
            if (1..=MAX_MINUTES).contains(&minutes) {
                let (value, source) = (minutes.to_string(), candidate.source);
                return Answer::Number(One { value, row: candidate.row, source });
            }
        }
        let Some(near) = self.near else { return Answer::Nothing };
        for row in near.beside(&self.view, near.kind(name_number("minutes")), MAX_BESIDE) {
            let minutes = minutes_in(first_chars(self.view.text_of(row), MAX_TEXT));
            if (1..=MAX_MINUTES).contains(&minutes) {
                let value = minutes.to_string();
                return Answer::Number(One { value, row: row as i64, source: "printed" });
            }
        }
        Answer::Nothing
    }

    /// The number of words that the page declares.
    pub fn word_count(&self) -> Answer {
        for candidate in self.ranked("word_count") {
            let mut digits = candidate.text.clone();
            digits.retain(|c| !matches!(c, ',' | '.'));
            if (1..=MAX_COUNT_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                let value = digits.parse::<i64>().unwrap_or_default().to_string();
                let (row, source) = (candidate.row, candidate.source);
                return Answer::Number(One { value, row, source });
            }
        }
        Answer::Nothing
    }
}

/// The minutes that a text tells, 0 for none.
fn minutes_in(text: &str) -> u32 {
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

/// Beginnings of the words for minutes.
const UNITS: [&str; 14] =
    ["min", "dak", "perc", "分", "phút", "мин", "хв", "λεπτ", "دقي", "דק", "분", "मिनट", "นาที", "मि"];

/// The number before a word for minutes in a text in lower case, 0 for none.
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
        let is_unit = is_short || UNITS.iter().any(|word| unit.starts_with(word));
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
            ("约5分钟", 5),
            ("12 мин", 12),
        ] {
            assert_eq!(told(text), minutes, "{text}");
        }
    }
}
