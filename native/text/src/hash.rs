//! Hashes of texts; numbers for hashes, in the order in which they came; many short texts in one; and how many runs of words
//! one text shares with another.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Index;

use crate::chars::is_word;

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a sequence, one item at a time.
#[inline]
pub fn mix(hash: u64, item: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ item).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 32)
}

/// Where in a table a hash is looked for: every bit of it counts, and a page cannot know the seed.
///
/// `mix` alone will not do: its low bits hardly depend on what came before the last item, so that a row which repeats
/// under a thousand parents would meet itself a thousand times.
#[inline]
pub fn spread(hash: u64, seed: u64) -> usize {
    let once = (hash ^ seed ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    let twice = (once ^ (once >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (twice ^ (twice >> 33)) as usize
}

/// A seed of this table alone. What is put into tables comes out in the order of the page, whatever the seed.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(0u8)
}

/// Makes maps whose keys are hashes already: each is spread, under a seed of the map, and not hashed again.
#[derive(Clone, Debug)]
pub struct OfHashes(u64);

impl Default for OfHashes {
    fn default() -> Self {
        OfHashes(any_seed())
    }
}

impl BuildHasher for OfHashes {
    type Hasher = SpreadHash;

    fn build_hasher(&self) -> SpreadHash {
        SpreadHash { seed: self.0, hash: 0 }
    }
}

/// The place of one key.
pub struct SpreadHash {
    seed: u64,
    hash: u64,
}

impl Hasher for SpreadHash {
    fn write_u64(&mut self, key: u64) {
        self.hash = spread(key, self.seed) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        self.hash = hash_bytes(bytes, self.seed ^ self.hash);
    }

    fn finish(&self) -> u64 {
        self.hash
    }
}

/// The hash of a text.
pub fn hash_text(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |hash, byte| mix(hash, byte as u64))
}

/// The hash of bytes under a seed, eight at a time; of one run of the program only.
pub fn hash_bytes(bytes: &[u8], seed: u64) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(mix(seed, bytes.len() as u64), |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// The hash of a class token with every run of digits as `\d+`: `post-17` and `post-4` are one.
pub fn hash_masked(text: &str) -> u64 {
    let mut hash = 0;
    let mut in_digits = false;
    for byte in text.bytes() {
        let is_digit = byte.is_ascii_digit();
        if !(is_digit && in_digits) {
            hash = mix(hash, if is_digit { u64::from(b'0') } else { u64::from(byte) });
        }
        in_digits = is_digit;
    }
    hash
}

pub struct Numbers {
    hashes: Vec<u64>,
    /// `NONE` where there is no hash.
    numbers: Vec<u32>,
    seed: u64,
    count: u32,
}

const NONE: u32 = u32::MAX;
/// So much room is there from the beginning, if it may be needed; more is made when it is.
const FIRST_ROOM: usize = 1 << 12;

impl Numbers {
    /// A map for about so many different hashes.
    pub fn with_room(items: usize) -> Numbers {
        let room = (items + items / 3 + 2).next_power_of_two(); // three quarters of it are taken at most
        Numbers::with_slots(room.min(FIRST_ROOM), any_seed())
    }

    fn with_slots(slots: usize, seed: u64) -> Numbers {
        Numbers { hashes: vec![0; slots], numbers: vec![NONE; slots], seed, count: 0 }
    }

    /// The number of a hash, given away now if it is a new one.
    pub fn number(&mut self, hash: u64) -> usize {
        let slot = self.slot(hash);
        if self.numbers[slot] != NONE {
            return self.numbers[slot] as usize;
        }
        let number = self.count;
        (self.hashes[slot], self.numbers[slot]) = (hash, number);
        self.count += 1;
        if 4 * self.len() > 3 * self.numbers.len() {
            self.grow();
        }
        number as usize
    }

    /// Where a hash stands, or the empty slot where it would.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.numbers.len() - 1;
        let mut slot = spread(hash, self.seed) & mask;
        while self.numbers[slot] != NONE && self.hashes[slot] != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Numbers::with_slots(2 * self.numbers.len(), self.seed);
        for (&hash, &number) in self.hashes.iter().zip(&self.numbers).filter(|&(_, &number)| number != NONE) {
            let slot = larger.slot(hash);
            (larger.hashes[slot], larger.numbers[slot]) = (hash, number);
        }
        larger.count = self.count;
        *self = larger;
    }

    /// How many different hashes there were.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[derive(Default)]
pub struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn get(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)? as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        Some(&self.text[start..end])
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|number| &self[number])
    }

    /// The bytes that all of it takes.
    pub fn bytes(&self) -> usize {
        self.text.capacity() + limits::bytes(&self.ends)
    }
}

impl Index<usize> for Texts {
    type Output = str;

    #[inline]
    fn index(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.text[start..self.ends[number] as usize]
    }
}

/// Words of a run.
const RUN: usize = 3;
/// What the hash of a word alone begins with, so that it is that of no run.
const ALONE: u64 = 1;

/// How many of the runs of `part` are in `whole`, and how many it has. Both are given as passages: no word goes on from
/// one to the next, runs do.
pub fn count_shared_runs<'text>(
    part: impl Iterator<Item = &'text str>,
    whole: impl Iterator<Item = &'text str>,
) -> (usize, usize) {
    let mut is_shared: HashMap<u64, bool, OfHashes> = HashMap::default();
    each_run(part, |run| {
        is_shared.insert(run, false);
    });
    let mut shared = 0;
    each_run(whole, |run| {
        if let Some(is_shared) = is_shared.get_mut(&run) {
            shared += usize::from(!*is_shared);
            *is_shared = true;
        }
    });
    (shared, is_shared.len())
}

/// Tells the hash of every run of a text.
fn each_run<'text>(passages: impl Iterator<Item = &'text str>, mut tell: impl FnMut(u64)) {
    let (mut last, mut count) = ([0; RUN], 0);
    for passage in passages {
        limits::tick(1 + passage.len() / 64);
        each_word(passage, |word| {
            last.rotate_left(1);
            last[RUN - 1] = word;
            count += 1;
            if count < RUN {
            } else {
                tell(last.iter().fold(0, |run, &word| mix(run, word)))
            }
        });
    }
    if count < RUN {
        last[RUN - count..].iter().for_each(|&word| tell(mix(ALONE, word)))
    }
}

/// Tells the hash of every word of a passage.
fn each_word(passage: &str, mut tell: impl FnMut(u64)) {
    let mut word = None;
    for c in passage.chars() {
        if c.is_ascii_alphanumeric() {
            // The common case of what follows.
            word = Some(mix(word.unwrap_or(0), u64::from(c.to_ascii_lowercase())));
            continue;
        }
        for c in c.to_lowercase() {
            let is_alone = is_cjk(c);
            if !is_alone && (is_word(c) || c == '_') {
                word = Some(mix(word.unwrap_or(0), as_compared(c)));
                continue;
            }
            if let Some(word) = word.take() {
                tell(word);
            }
            if is_alone {
                tell(mix(0, u64::from(c)));
            }
        }
    }
    if let Some(word) = word {
        tell(word);
    }
}

/// A letter as words are compared: the sigma at the end of a word is the other one.
fn as_compared(c: char) -> u64 {
    u64::from(if c == 'ς' { 'σ' } else { c })
}

/// The characters that are words of their own where texts are compared, as in `src/weft/scoring/tokens.py`: those of
/// `text::is_cjk`, and Hangul.
fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF
        | 0x20000..=0x323AF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_under_many_parents_is_spread() {
        let slots = 1 << 16;
        let mut taken: Vec<usize> = (0..1000).map(|parent| spread(mix(parent, 7), 1) % slots).collect();
        taken.sort_unstable();
        taken.dedup();
        assert!(taken.len() > 950, "{} places for 1,000 rows", taken.len());
    }

    #[test]
    fn digits_are_masked() {
        assert_eq!(hash_masked("post-17"), hash_masked("post-4"));
        assert_ne!(hash_masked("post-17"), hash_masked("post-"));
        assert_ne!(hash_masked("post-17"), hash_masked("pist-17"));
    }

    #[test]
    fn stable_across_versions() {
        assert_eq!(hash_text("div"), 0x87d5_d2d8_a887_e614);
    }

    #[test]
    fn numbers_are_given_in_order_and_kept() {
        for count in [0u64, 3, 100, 50_000] {
            let mut numbers = Numbers::with_room(count as usize);
            for round in 0..2 {
                for hash in 0..count {
                    assert_eq!(numbers.number(hash.wrapping_mul(0x9E37_79B9)) as u64, hash, "round {round}");
                }
            }
            assert_eq!(numbers.len() as u64, count);
            assert_eq!(numbers.is_empty(), count == 0);
        }
    }

    #[test]
    fn texts_come_back_as_they_were() {
        let said = ["loom", "", "织机", "x"];
        let mut texts = Texts::default();
        assert!(texts.is_empty() && texts.get(0).is_none());
        said.iter().for_each(|text| texts.push(text));
        assert_eq!(texts.iter().collect::<Vec<_>>(), said);
        assert_eq!((texts.len(), texts.get(2), &texts[3], texts.get(4)), (4, Some("织机"), "x", None));
    }

    fn count_runs(part: &[&str], whole: &[&str]) -> (usize, usize) {
        count_shared_runs(part.iter().copied(), whole.iter().copied())
    }

    #[test]
    fn runs_are_three_words_and_count_once() {
        assert_eq!(count_runs(&["a b c d"], &["x A, b: c"]), (1, 2));
        assert_eq!(count_runs(&["a b c a b c"], &["a b c a b c"]), (3, 3));
        assert_eq!(count_runs(&["a b", "c"], &["a", "b c"]), (1, 1));
    }

    #[test]
    fn short_texts_have_their_words() {
        assert_eq!(count_runs(&["经线"], &["线"]), (1, 2));
        assert_eq!(count_runs(&["a b"], &["a b c"]), (0, 2));
        assert_eq!(count_runs(&[], &["a b c"]), (0, 0));
    }

    #[test]
    fn case_is_not_compared() {
        assert_eq!(count_runs(&["ΟΔΟΣ ΟΔΟΣ ΟΔΟΣ"], &["οδος οδος οδος"]), (1, 1));
    }
}
