//! The language of a page and the direction of its script, as answers of metadata.
//!
//! In words: the declared language counts unless the text is surely in another. `find_language` of
//! `src/weft/metadata/languages.py` and `find_direction` of `reading.py` are the twins.

use crate::candidates::{SOURCES, Said};
use crate::declares::lower;
use crate::head::is_space;
use crate::language;
use crate::limits::Tripped;
use crate::memory;
use crate::metadata_answers::{Answer, One, Page, Told};
use crate::names::name;

/// The least characters that tell a language; how sure a guess is that counts, and one that overrules what is declared,
/// with the characters that it takes; what an alphabet of one language says.
const MIN_CHARS: usize = 40;
const CONFIDENT: f64 = 0.3;
const OVERRULES: f64 = 0.6;
const MIN_OVERRULING: usize = 200;
const BY_ALPHABET: f64 = 1.0;
/// Languages that are told apart by little.
const ALIKE: [&[&str]; 9] = [
    &["nb", "nn", "no", "da"],
    &["id", "ms"],
    &["hr", "bs", "sr", "sh", "me"],
    &["hi", "mr", "ne"],
    &["zh", "yue", "lzh"],
    &["fa", "prs"],
    &["cs", "sk"],
    &["pt", "gl"],
    &["ca", "oc", "es"],
];
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
const NO_LANGUAGES: [&str; 6] = ["und", "mul", "zxx", "utf", "iso", "gb"];
/// Languages that are written from right to left.
const FROM_RIGHT: [&str; 18] = [
    "ar", "arc", "arz", "ckb", "dv", "fa", "he", "ks", "lrc", "mzn", "nqo", "pnb", "ps", "sd", "syr", "ug", "ur", "yi",
];

impl Page<'_> {
    /// The declared language, unless the text is surely in another; else the guessed one.
    pub fn language(&self) -> Told {
        let mut named: Vec<One> = Vec::new();
        for candidate in self.ranked("language") {
            let Said::Clean(text) = &candidate.said else { return Ok(None) };
            let Some(code) = language_code(text)? else { return Ok(None) };
            if !code.is_empty() {
                memory::push(&mut named, One { value: code, row: candidate.row, source: SOURCES[candidate.source] })?;
            }
        }
        let blocks = &self.lines;
        let guessed =
            language::of_longest(blocks.block_chars, blocks.block_hidden, |block| blocks.block_text(block), MIN_CHARS);
        let (code, share, length) = guessed?;
        let guess = || One::new(code, -1, "guessed").map(|one| Some(Answer::One(one)));
        let Some(first) = named.first() else {
            return if share >= CONFIDENT { guess() } else { Ok(Some(Answer::Nothing)) };
        };
        let agreeing = named.iter().find(|one| is_same(&one.value, code));
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
        Ok(Some(Answer::One(chosen.clone())))
    }

    /// The direction that `html` or `body` declares, else that of the language.
    pub fn direction(&self, language: &Answer) -> Told {
        let body = self.head.rows_of(name::BODY, 1).next();
        for row in [Some(0), body].into_iter().flatten() {
            let own = lower(self.head.value(row, name::DIR).unwrap_or_default().trim_matches(is_space))?;
            if matches!(own.as_str(), "ltr" | "rtl") {
                return Ok(Some(Answer::One(One { value: own, row: row as i64, source: "html" })));
            }
        }
        let Answer::One(language) = language else { return Ok(Some(Answer::Nothing)) };
        let value = if FROM_RIGHT.contains(&&*language.value) { "rtl" } else { "ltr" };
        Ok(Some(Answer::One(One::new(value, language.row, "language")?)))
    }
}

/// The primary subtag of a language, empty where it is none; none where Python has to read it.
fn language_code(text: &str) -> Result<Option<String>, Tripped> {
    if !text.is_ascii() {
        return Ok(None);
    }
    let small = lower(text.trim_matches(is_space))?;
    let tag = small.split(|c| is_space(c) || matches!(c, '-' | '_' | ',' | ';')).next().unwrap_or_default();
    let tag = WRITTEN.iter().find(|(word, _)| *word == tag).map_or(tag, |(_, code)| code);
    let is_code = (2..=3).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    memory::copy(if is_code && !NO_LANGUAGES.contains(&tag) { tag } else { "" }).map(Some)
}

fn is_same(one: &str, other: &str) -> bool {
    one == other || ALIKE.iter().any(|family| family.contains(&one) && family.contains(&other))
}
