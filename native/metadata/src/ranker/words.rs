//! Words that speak for a candidate, as numbers: what the ranker's linear stage has a weight of.
//!
//! In words: a word is what it is said of (`class`, `before`) and a text in lower case; its hash is one of 32,768 numbers.
//! Digits are alike. A script without spaces is cut into its signs and their pairs. Names of elements are cut where a
//! letter follows a sign or a capital follows a small letter.

use text::hash::{hash_bytes, spread};
use text::languages::is_joined;

/// How many numbers there are.
pub const NUMBERS: usize = 1 << 16;
/// Letters of a word that are read.
const MAX_LETTERS: usize = 24;

/// The numbers of the words of all candidates of a page, one behind the other.
#[derive(Default)]
pub struct Words {
    pub numbers: Vec<u16>,
    /// How many of the words of the last candidate are of itself; the others are of what stands around it.
    pub own: usize,
    /// The words themselves, where somebody wants to see them.
    pub shown: Option<Vec<String>>,
}

impl Words {
    pub fn add(&mut self, about: &str, word: &str) {
        self.numbers.push(number_of(about, word));
        if let Some(shown) = &mut self.shown {
            shown.push(format!("{about} {word}"));
        }
    }

    /// Adds words that were made before.
    pub fn extend(&mut self, others: &Words) {
        self.numbers.extend_from_slice(&others.numbers);
        if let (Some(shown), Some(more)) = (&mut self.shown, &others.shown) {
            shown.extend_from_slice(more);
        }
    }

    /// Adds a number in steps of powers of two.
    pub fn add_steps(&mut self, about: &str, number: i64) {
        let step = (number.unsigned_abs() + 1).ilog2();
        let sign = if number < 0 { "-" } else { "" };
        self.add(about, &format!("{sign}{step}"));
    }

    pub fn add_all(&mut self, about: &str, words: &[String]) {
        words.iter().for_each(|word| self.add(about, word));
    }
}

/// The number of a word that is said of something.
pub fn number_of(about: &str, word: &str) -> u16 {
    let hash = hash_bytes(word.as_bytes(), hash_bytes(about.as_bytes(), 0));
    (spread(hash, 0) % NUMBERS) as u16
}

/// The first bytes of a text, which end with a character.
pub fn first_bytes(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// The first words of a text.
pub fn words_of(text: &str, most: usize) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut before: Option<char> = None;
    for c in text.chars() {
        if words.len() >= most {
            return words;
        }
        let is_alone = is_joined(c);
        if c.is_alphanumeric() && !is_alone {
            push_letter(&mut word, c);
        } else {
            take(&mut word, &mut words);
            if is_alone {
                words.push(c.to_string());
                words.extend(before.map(|first| String::from_iter([first, c])));
            } else if matches!(c, ':' | '：' | '|' | '/' | '·' | '•' | ',' | '(' | '@' | '#') {
                words.push(if c == '：' { ":".to_owned() } else { c.to_string() });
            }
        }
        before = Some(c).filter(|_| is_alone);
    }
    take(&mut word, &mut words);
    words.truncate(most);
    words
}

/// The last words of a text.
pub fn last_words(text: &str, most: usize) -> Vec<String> {
    let start = text.char_indices().rev().nth(12 * most).map_or(0, |(start, _)| start);
    let mut words = words_of(&text[start..], usize::MAX);
    words.split_off(words.len().saturating_sub(most))
}

/// The words of a name of an element: "entryDate-published" is "entry", "date" and "published".
pub fn parts_of(name: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut is_small = false;
    for c in name.chars().take(4 * MAX_LETTERS) {
        if !c.is_alphanumeric() || is_small && c.is_uppercase() {
            take(&mut word, &mut words);
        }
        if c.is_alphanumeric() {
            push_letter(&mut word, c);
        }
        is_small = c.is_lowercase();
    }
    take(&mut word, &mut words);
    words
}

fn push_letter(word: &mut String, c: char) {
    let c = if c.is_numeric() { '0' } else { c };
    if word.len() < MAX_LETTERS && !(c == '0' && word.ends_with('0')) {
        word.extend(c.to_lowercase());
    }
}

fn take(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_words() {
        assert_eq!(words_of("Posted: 4 May 2022", 9), ["posted", ":", "0", "may", "0"]);
        assert_eq!(words_of("发布于2022", 9), ["发", "布", "发布", "于", "布于", "0"]);
        assert_eq!(last_words("a b c", 2), ["b", "c"]);
        assert_eq!(parts_of("entryDate-published_17"), ["entry", "date", "published", "0"]);
    }
}
