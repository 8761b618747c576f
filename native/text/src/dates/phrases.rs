//! Where words of the table stand in a text: whole words, and in scripts without spaces any place.
//!
//! In words: a text is folded into as many characters as it has. A run of letters is looked up as the first word of some
//! phrases, the longest of which counts; letters of scripts without spaces are looked up one by one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::chars::is_decimal;
use crate::folding::folded;
use crate::hash::{mix, spread};
use crate::languages::{in_word, is_joined};

/// Where kana begin; Han and hangul come behind.
pub const CJK: char = '\u{3040}';
/// Characters that Unicode leaves to programs; see `book`.
pub const FIRST_SIGN: char = '\u{e000}';
pub const FILLER: char = '\u{f8ff}';

/// What may stand between a number and a word without a space.
const ORDINALS: [[char; 2]; 7] = [['s', 't'], ['n', 'd'], ['r', 'd'], ['t', 'h'], ['e', 'r'], ['o', 'f'], ['d', 'e']];

/// A text in lower case with plain digits and spaces; every character stays where it is.
pub fn fold(text: &str) -> Vec<char> {
    let mut all = Vec::with_capacity(text.len()); // at least as many bytes as characters
    // The last sigma of a word has its own letter, which only the whole word tells; a dotted capital becomes two
    // characters, and then each is taken by itself.
    if !text.is_ascii() && text.contains('Σ') && !text.contains('İ') {
        all.extend(text.to_lowercase().chars().map(plain));
    } else {
        all.extend(text.chars().map(plain));
    }
    all
}

fn plain(c: char) -> char {
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        ' '..='~' => c,
        '׳' => '.',
        FIRST_SIGN..=FILLER => ' ',
        _ => folded(c),
    }
}

/// A word of the table, folded.
pub type Word = Box<[char]>;
/// What is kept by word. The words are those of the table, so that no page can choose them.
pub type ByWord<Key, Value> = HashMap<Key, Value, BuildHasherDefault<LetterHash>>;

/// The hash of a few letters: that of the standard library takes far longer.
#[derive(Default)]
pub struct LetterHash(u64);

impl Hasher for LetterHash {
    fn write_u32(&mut self, letter: u32) {
        self.0 = mix(self.0, u64::from(letter));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn finish(&self) -> u64 {
        spread(self.0, 0) as u64
    }
}

/// Words, each with a tag, that are looked for together.
#[derive(Default)]
pub struct Phrases {
    /// By first word, or first letter in scripts without spaces, the words and their tags, the longest first.
    heads: ByWord<Word, Vec<(Word, char)>>,
    /// Whether there are words of Chinese, Japanese or Korean.
    has_cjk: bool,
}

impl Phrases {
    pub fn new(words: impl Iterator<Item = (Word, char)>) -> Self {
        let mut phrases = Phrases::default();
        for (word, tag) in words {
            phrases.has_cjk |= word[0] >= CJK;
            let start = if is_joined(word[0]) { 0 } else { word.iter().position(|&c| in_word(c)).unwrap_or(0) };
            let length = word[start..].iter().take_while(|&&c| in_word(c)).count().max(1);
            phrases.heads.entry(word[start..start + length].into()).or_default().push((word, tag));
        }
        phrases.heads.values_mut().for_each(|entries| entries.sort_by_key(|(word, _)| usize::MAX - word.len()));
        phrases
    }

    /// Which of the two scripts a character is of: 1 for those with spaces, 2 for those without.
    fn kind(&self, c: char) -> u8 {
        if c.is_ascii() {
            return u8::from(c.is_ascii_lowercase());
        }
        let is_joined = if self.has_cjk { is_joined(c) } else { ('\u{e01}'..='\u{e4e}').contains(&c) };
        if in_word(c) { 1 } else { 2 * u8::from(is_joined) }
    }

    /// Where the words stand in a folded text, without overlap, the longest first; with their tags.
    pub fn find(&self, text: &[char]) -> Vec<(usize, usize, char)> {
        let (mut found, mut done, mut place) = (Vec::new(), 0, 0);
        while place < text.len() {
            let (start, kind) = (place, self.kind(text[place]));
            let same = text[start..].iter().take_while(|&&c| self.kind(c) == kind).count();
            place += same;
            limits::tick(same);
            if kind == 2 {
                for at in start..place {
                    if at >= done
                        && let Some((length, tag)) = self.hit(text, at, &text[at..=at], false)
                    {
                        done = at + length;
                        found.push((at, done, tag));
                    }
                }
            } else if kind == 1 && start >= done {
                let start = self.word_start(text, start, place);
                if let Some((length, tag)) = self.hit(text, start, &text[start..place], true) {
                    done = start + length;
                    found.push((start, done, tag));
                }
            }
        }
        found
    }

    /// Where a word begins: behind the ending of an ordinal, where no phrase begins with both.
    fn word_start(&self, text: &[char], start: usize, end: usize) -> usize {
        let word = &text[start..end];
        let is_ordinal = word.len() > 2 && ORDINALS.iter().any(|ordinal| word.starts_with(ordinal));
        let is_behind = is_ordinal && start > 0 && is_decimal(text[start - 1]) && !self.heads.contains_key(word);
        if is_behind { start + 2 } else { start }
    }

    /// The length and the tag of the longest phrase with a head that stands at a place.
    fn hit(&self, text: &[char], start: usize, head: &[char], is_whole: bool) -> Option<(usize, char)> {
        let entries = self.heads.get(head)?;
        let fits = |word: &[char]| text[start..].starts_with(word) && !(is_whole && goes_on(text, start + word.len()));
        entries.iter().find(|(word, _)| fits(word)).map(|(word, tag)| (word.len(), *tag))
    }
}

/// Whether a word does not end there: a letter or the next digit of a number follows.
fn goes_on(text: &[char], end: usize) -> bool {
    let next = text.get(end);
    next.is_some_and(|&c| in_word(c)) || (is_decimal(text[end - 1]) && next.is_some_and(|&c| is_decimal(c)))
}
