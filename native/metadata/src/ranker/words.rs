//! Words that speak for a candidate, as numbers: what the ranker's linear stage has a weight of.
//!
//! In words: a word is what it is said of (`class`, `before`) and a text in lower case; its hash is one of 65,536 numbers.
//! Digits are alike. A script without spaces is cut into its signs and their pairs. Names of elements are cut where a
//! letter follows a sign or a capital follows a small letter.

use text::hash::{hash_bytes, mix, spread};
use text::languages::is_joined;

/// How many numbers there are.
pub const NUMBERS: usize = 1 << 16;
/// Letters of a word that are read.
const MAX_LETTERS: usize = 24;
/// Where a word may break: no sign of its own.
pub const SOFT_HYPHEN: char = '\u{ad}';
/// Bytes that these take, and one sign more.
const MAX_BYTES: usize = MAX_LETTERS + 12;

/// A word by its hash; its letters where somebody wants to see them.
#[derive(Clone, Debug, Default)]
pub struct Word {
    pub hash: u64,
    /// Whether it has letters of ASCII only, two or more: an address may have it.
    pub is_plain: bool,
    pub text: Option<Box<str>>,
}

impl Word {
    fn new(text: &str, is_shown: bool) -> Word {
        let hash = hash_bytes(text.as_bytes(), 0);
        Word { hash, is_plain: text.len() > 1 && text.is_ascii(), text: is_shown.then(|| text.into()) }
    }
}

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
    /// An empty list, with the words themselves or without.
    pub fn new(is_shown: bool) -> Words {
        Words { shown: is_shown.then(Vec::new), ..Words::default() }
    }

    pub fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    pub fn add(&mut self, about: &str, word: &str) {
        self.numbers.push(number_of(about, word));
        if let Some(shown) = &mut self.shown {
            shown.push(format!("{about} {word}"));
        }
    }

    pub fn add_word(&mut self, about: &str, word: &Word) {
        self.add_hashed(hash_bytes(about.as_bytes(), 0), about, word);
    }

    fn add_hashed(&mut self, hash: u64, about: &str, word: &Word) {
        self.numbers.push(number_in(hash, word.hash));
        if let (Some(shown), Some(text)) = (&mut self.shown, &word.text) {
            shown.push(format!("{about} {text}"));
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
        const STEPS: [&str; 16] =
            ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];
        const BELOW: [&str; 16] =
            ["-0", "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9", "-10", "-11", "-12", "-13", "-14", "-15"];
        let step = (number.unsigned_abs() + 1).ilog2().min(15) as usize;
        self.add(about, if number < 0 { BELOW[step] } else { STEPS[step] });
    }

    /// Puts a number in steps in the place of a word.
    pub fn put_steps(&mut self, place: usize, about: &str, number: i64) {
        let kept = self.numbers.len();
        self.add_steps(about, number);
        self.numbers.swap_remove(place);
        if let Some(shown) = &mut self.shown {
            shown.swap_remove(place);
        }
        debug_assert_eq!(kept, self.numbers.len());
    }

    pub fn add_all(&mut self, about: &str, words: &[Word]) {
        let hash = hash_bytes(about.as_bytes(), 0);
        words.iter().for_each(|word| self.add_hashed(hash, about, word));
    }
}

/// The number of a word that is said of something.
pub fn number_of(about: &str, word: &str) -> u16 {
    number_in(hash_bytes(about.as_bytes(), 0), hash_bytes(word.as_bytes(), 0))
}

fn number_in(about: u64, word: u64) -> u16 {
    (spread(mix(about, word), 0) % NUMBERS) as u16
}

/// The first bytes of a text, which end with a character.
pub fn first_bytes(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// A word as it is read: its letters in lower case, digits alike.
struct Letters {
    bytes: [u8; MAX_BYTES],
    length: usize,
}

impl Letters {
    fn new() -> Letters {
        Letters { bytes: [0; MAX_BYTES], length: 0 }
    }

    fn push(&mut self, c: char) {
        if self.length >= MAX_LETTERS {
            return;
        }
        if c.is_ascii_alphabetic() {
            self.push_bytes(&[c.to_ascii_lowercase() as u8]);
        } else if c.is_numeric() {
            if self.length == 0 || self.bytes[self.length - 1] != b'0' {
                self.push_bytes(b"0");
            }
        } else {
            c.to_lowercase().for_each(|c| self.push_bytes(c.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    }

    fn push_bytes(&mut self, more: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.length..self.length + more.len()) {
            place.copy_from_slice(more);
            self.length += more.len();
        }
    }

    /// Ends the word, if there is one.
    fn take(&mut self, words: &mut Vec<Word>, is_shown: bool) {
        if self.length > 0 {
            let text = std::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default();
            words.push(Word::new(text, is_shown));
            self.length = 0;
        }
    }
}

/// The first words of a text.
pub fn words_of(text: &str, most: usize, is_shown: bool) -> Vec<Word> {
    let (mut words, mut word) = (Vec::with_capacity(most.min(8)), Letters::new());
    let mut before: Option<char> = None;
    for c in text.chars() {
        if words.len() >= most {
            return words;
        }
        if c == SOFT_HYPHEN {
            continue;
        }
        let is_alone = is_joined(c);
        if c.is_alphanumeric() && !is_alone {
            word.push(c);
        } else {
            word.take(&mut words, is_shown);
            let mut bytes = [0; 8];
            if is_alone {
                words.push(Word::new(c.encode_utf8(&mut bytes), is_shown));
                words.extend(before.map(|first| Word::new(&String::from_iter([first, c]), is_shown)));
            } else if matches!(c, ':' | '：' | '|' | '/' | '·' | '•' | ',' | '(' | '@' | '#') {
                let sign = if c == '：' { ':' } else { c };
                words.push(Word::new(sign.encode_utf8(&mut bytes), is_shown));
            }
        }
        before = Some(c).filter(|_| is_alone);
    }
    word.take(&mut words, is_shown);
    words.truncate(most);
    words
}

/// The last words of a text.
pub fn last_words(text: &str, most: usize, is_shown: bool) -> Vec<Word> {
    let start = text.char_indices().rev().nth(12 * most).map_or(0, |(start, _)| start);
    let mut words = words_of(&text[start..], usize::MAX, is_shown);
    words.split_off(words.len().saturating_sub(most))
}

/// The words of a name of an element: "entryDate-published" is "entry", "date" and "published".
pub fn parts_of(name: &str, is_shown: bool) -> Vec<Word> {
    let (mut words, mut word) = (Vec::new(), Letters::new());
    let mut is_small = false;
    for c in name.chars().take(4 * MAX_LETTERS) {
        if !c.is_alphanumeric() || is_small && c.is_uppercase() {
            word.take(&mut words, is_shown);
        }
        if c.is_alphanumeric() {
            word.push(c);
        }
        is_small = c.is_lowercase();
    }
    word.take(&mut words, is_shown);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_words() {
        let texts = |words: Vec<Word>| words.into_iter().filter_map(|word| word.text).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(words_of("Posted: 4 May 2022", 9, true)), "posted : 0 may 0");
        assert_eq!(texts(words_of("发布于2022", 9, true)), "发 布 发布 于 布于 0");
        assert_eq!(texts(last_words("a b c", 2, true)), "b c");
        assert_eq!(texts(parts_of("entryDate-published_17", true)), "entry date published 0");
    }
}
