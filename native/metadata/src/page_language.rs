//! The language of a page and the direction of its script, as answers of metadata.
//!
//! In words: the declared language counts unless the text is surely in another. `find_language` of
//! `src/weft/metadata/languages.py` and `find_direction` of `reading.py` are the twins.

use crate::answers::{Answer, One, Page, Told};
use crate::candidates::{SOURCES, Said};
use html::names::name;
use text::chars::is_space;
use text::folding::lower;
use text::{ascii_address, language};

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
    pub fn language(&self) -> Told {
        let mut named: Vec<One> = Vec::new();
        for candidate in self.ranked("language") {
            let Said::Clean(text) = &candidate.said else { return None };
            let code = self.language_code(text)?;
            if !code.is_empty() {
                named.push(One { value: code, row: candidate.row, source: SOURCES[candidate.source] });
            }
        }
        let blocks = &self.lines;
        let guessed =
            language::of_longest(blocks.block_chars, blocks.block_hidden, |block| blocks.block_text(block), MIN_CHARS);
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
    pub fn direction(&self, language: &Answer) -> Told {
        let body = self.head.rows_of(name::BODY, 1).next();
        for row in [Some(0), body].into_iter().flatten() {
            let own = lower(self.head.value(row, name::DIR).unwrap_or_default().trim_matches(is_space));
            if matches!(own.as_str(), "ltr" | "rtl") {
                return Some(Answer::One(One { value: own, row: row as i64, source: "html" }));
            }
        }
        let Answer::One(language) = language else { return Some(Answer::Nothing) };
        let value = if self.words.from_right.contains(&language.value) { "rtl" } else { "ltr" };
        Some(Answer::One(One::new(value, language.row, "language")))
    }

    /// Whether the day comes first on a page of a language, which is empty where nobody knows it; none where only Python
    /// knows the host of the page.
    pub fn writes_day_first(&self, language: &str) -> Option<bool> {
        if language != "en" {
            let is_known = !language.is_empty();
            return Some(is_known && !self.words.month_first.iter().any(|own| own == language));
        }
        for candidate in self.ranked("language") {
            let Said::Clean(tag) = &candidate.said else { return None };
            let tag = tag.trim_matches(is_space);
            let region = tag.len().checked_sub(REGION).and_then(|start| tag.get(start..)).unwrap_or_default();
            let is_region =
                region.starts_with(['-', '_']) && region[1..].bytes().all(|byte| byte.is_ascii_alphabetic());
            if is_region && lower(tag).starts_with("en") {
                let region = region[1..].to_ascii_uppercase(); // of two letters
                return Some(!self.words.month_first_regions.contains(&region));
            }
        }
        let host = ascii_address::host(self.url)?;
        let domain = lower(host.rsplit('.').next().unwrap_or_default());
        Some(self.words.day_first_domains.contains(&domain))
    }

    /// The primary subtag of a language, empty where it is none; none where Python has to read it.
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
