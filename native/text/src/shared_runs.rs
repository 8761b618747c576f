//! How much of one text another one says: their runs of three words are compared.
//!
//! In words: split both texts into words, in lower case, each CJK character a word alone; the runs of three words are a
//! text's own, each counted once; a text of fewer words has its words in their place. `tests/metadata/plain_runs.py`
//! says the same with sets of words.

use std::collections::HashMap;

use crate::chars::is_word;
use crate::hash::{OfHashes, mix};

/// Words of a run.
const RUN: usize = 3;
/// What the hash of a word alone begins with, so that it is that of no run.
const ALONE: u64 = 1;

/// How many of the runs of `part` are in `whole`, and how many it has. Both are given as passages: no word goes on from
/// one to the next, runs do.
pub fn count<'text>(part: impl Iterator<Item = &'text str>, whole: impl Iterator<Item = &'text str>) -> (usize, usize) {
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

    fn count_runs(part: &[&str], whole: &[&str]) -> (usize, usize) {
        count(part.iter().copied(), whole.iter().copied())
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
