//! The language of a text, by whatlang (trigrams; 70 languages; about 200 kB of the kernel).

use std::hint::black_box;

use whatlang::{Lang, detect};

use crate::limits::Tripped;
use crate::memory;

/// Bytes that whatlang may ask for a byte of text, and besides: it keeps the trigrams in a map, which it doubles.
const GROWTH: usize = 64;
const LEAST: usize = 256 << 10;

/// The ISO 639-1 code (639-3 where there is none) and how sure the guess is; an empty code for no guess.
///
/// Where whatlang finds no memory, the process ends. So the room is asked for first, and given back at once.
pub fn guess(text: &str) -> Result<(&'static str, f64), Tripped> {
    drop(black_box(memory::with_room::<u8>(text.len().saturating_mul(GROWTH).saturating_add(LEAST))?));
    Ok(match detect(text) {
        Some(info) => (short_code(info.lang()), info.confidence()),
        None => ("", 0.0),
    })
}

fn short_code(language: Lang) -> &'static str {
    let long = language.code();
    SHORT.iter().find(|(code, _)| *code == long).map_or(long, |(_, short)| short)
}

const SHORT: &[(&str, &str)] = &[
    ("afr", "af"),
    ("aka", "ak"),
    ("amh", "am"),
    ("ara", "ar"),
    ("aze", "az"),
    ("bel", "be"),
    ("ben", "bn"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("cmn", "zh"),
    ("cym", "cy"),
    ("dan", "da"),
    ("deu", "de"),
    ("ell", "el"),
    ("eng", "en"),
    ("epo", "eo"),
    ("est", "et"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("guj", "gu"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hrv", "hr"),
    ("hun", "hu"),
    ("hye", "hy"),
    ("ind", "id"),
    ("ita", "it"),
    ("jav", "jv"),
    ("jpn", "ja"),
    ("kan", "kn"),
    ("kat", "ka"),
    ("khm", "km"),
    ("kor", "ko"),
    ("lat", "la"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("mal", "ml"),
    ("mar", "mr"),
    ("mkd", "mk"),
    ("mya", "my"),
    ("nep", "ne"),
    ("nld", "nl"),
    ("nob", "nb"),
    ("ori", "or"),
    ("pan", "pa"),
    ("pes", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rus", "ru"),
    ("sin", "si"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("sna", "sn"),
    ("spa", "es"),
    ("srp", "sr"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tel", "te"),
    ("tgl", "tl"),
    ("tha", "th"),
    ("tuk", "tk"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("urd", "ur"),
    ("uzb", "uz"),
    ("vie", "vi"),
    ("yid", "yi"),
    ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses() {
        let code = |text| guess(text).unwrap().0;
        assert_eq!(code("The weaver put the last threads of the warp on the loom before it grew dark."), "en");
        assert_eq!(code("天黑之前,织工把最后几根经线穿上了织机。"), "zh");
        assert_eq!(code("Der Weber spannte die letzten Kettfäden auf, bevor es dunkel wurde."), "de");
        assert_eq!(guess("").unwrap(), ("", 0.0));
    }

    #[test]
    fn every_language_has_a_code() {
        for language in Lang::all() {
            assert!(short_code(*language).len() <= 3);
        }
    }
}
