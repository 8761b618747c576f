//! The tags and tokens of an outline as numbers of its own.

use std::collections::HashMap;

use text::hash::{OfHashes, hash_masked};

/// Tags as numbers of the outline's own; 0 is none of them.
#[derive(Debug, Default)]
pub struct Vocabulary(HashMap<Box<str>, u32>);

/// Tokens as numbers of the outline's own, found by the hash that a page has of each token already.
#[derive(Debug, Default)]
pub struct Tokens {
    by_hash: HashMap<u64, Vec<(Box<str>, u32)>, OfHashes>,
    count: u32,
}

impl Tokens {
    /// The number of a token, new or not. A token with masked digits has the hash of the tokens that it stands for.
    pub fn add(&mut self, token: &str) -> u32 {
        let hash = hash_masked(&token.replace(DIGITS, "0"));
        let known = self.by_hash.entry(hash).or_default();
        if let Some((_, number)) = known.iter().find(|(text, _)| &**text == token) {
            return *number;
        }
        self.count += 1;
        known.push((token.into(), self.count));
        self.count
    }

    /// The numbers of a page's token: as it is, and with its digits masked.
    pub fn forms(&self, token: &str, hash: u64) -> (u32, u32) {
        let Some(known) = self.by_hash.get(&hash) else { return (0, 0) };
        let number = |wanted: &str| known.iter().find(|(text, _)| &**text == wanted).map_or(0, |&(_, number)| number);
        let has_masked = known.iter().any(|(text, _)| text.contains(DIGITS));
        (number(token), if has_masked { number(&mask(token)) } else { 0 })
    }
}

impl Vocabulary {
    pub fn add(&mut self, text: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(text.into()).or_insert(next)
    }

    pub fn number(&self, text: &str) -> u32 {
        self.0.get(text).copied().unwrap_or(0)
    }
}

const DIGITS: &str = "\\d+";

/// A token with every run of digits as `\d+`.
pub fn mask(token: &str) -> String {
    let mut masked = String::new();
    masked.reserve(DIGITS.len() * token.len());
    let mut in_digits = false;
    for letter in token.chars() {
        let is_digit = letter.is_ascii_digit();
        if is_digit && !in_digits {
            masked.push_str(DIGITS);
        } else if !is_digit {
            masked.push(letter);
        }
        in_digits = is_digit;
    }
    masked
}
