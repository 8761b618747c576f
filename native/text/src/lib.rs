//! Text, whatever page it stands in: characters, languages, encodings, patterns, dates. Numbers, hashes and
//! characters come first; languages and patterns use them; phrases and dates use those.

#![forbid(unsafe_code)]

pub mod addresses;
pub mod backtracking;
pub mod chars;
pub mod class_words;
pub mod dates;
pub mod folding;
pub mod hash;
pub mod json_line;
pub mod json_text;
pub mod language;
pub mod languages;
pub mod likely_encoding;
pub mod name_patterns;
pub mod patterns;
pub mod phrases;
pub mod prices;
pub mod short_texts;
pub mod values;
