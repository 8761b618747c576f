//! Text, whatever page it stands in: characters, languages, encodings, patterns, dates. Numbers, hashes and
//! characters come first; languages and patterns use them; phrases and dates use those.

#![forbid(unsafe_code)]

pub mod address_dates;
pub mod ascii_address;
pub mod ascii_dates;
pub mod backtracking;
pub mod chars;
pub mod class_words;
pub mod counts;
pub mod date_hints;
pub mod dates;
pub mod folding;
pub mod hash;
pub mod json_line;
pub mod json_text;
pub mod language;
pub mod languages;
pub mod likely_encoding;
pub mod name_parts;
pub mod name_patterns;
pub mod numbers;
pub mod patterns;
pub mod phrases;
pub mod punctuation;
pub mod shared_runs;
pub mod short_texts;
pub mod texts;
