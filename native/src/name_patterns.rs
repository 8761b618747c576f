//! Which names of elements and which addresses of a page match some patterns: all patterns as one automaton, one pass.
//!
//! In words: a text is of a kind when the kind's wanted pattern is found in it, in lower case, and its unwanted one is
//! not. A row is of the kinds of its classes and of its id; or of those of one attribute's value. Texts over `MAX_TEXT`
//! bytes are of no kind. The twin is in `tests/metadata/plain_names.py`.

use std::sync::{Mutex, PoisonError};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::{Input, MatchKind, PatternSet};

use crate::limits::{Deadline, Tripped};
use crate::memory;

const MAX_NFA_BYTES: usize = 1 << 22;
const MAX_CACHE_BYTES: usize = 1 << 21; // of DFA states; when they are full they are forgotten
pub const MAX_TEXT: usize = 1_000; // bytes of a class, an id or an address that is read
pub const MAX_KINDS: usize = 32; // bits of a number

/// The patterns of some kinds: wanted and unwanted in turn.
pub struct NamePatterns {
    dfa: DFA,
    kinds: usize,
    caches: Mutex<Vec<Cache>>,
}

impl NamePatterns {
    /// The automaton of the kinds' patterns, or what is wrong with them.
    pub fn new(kinds: &[(String, String)]) -> Result<Self, String> {
        if kinds.len() > MAX_KINDS {
            return Err(format!("more than {MAX_KINDS} kinds"));
        }
        let patterns: Vec<&str> = kinds.iter().flat_map(|(wanted, unwanted)| [wanted.as_str(), unwanted]).collect();
        let limits = thompson::Config::new().nfa_size_limit(Some(MAX_NFA_BYTES)).which_captures(WhichCaptures::None);
        let nfa = thompson::Compiler::new().configure(limits).build_many(&patterns);
        let nfa = nfa.map_err(|error| error.to_string())?;
        let config = DFA::config().match_kind(MatchKind::All).cache_capacity(MAX_CACHE_BYTES);
        let config = config.skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_from_nfa(nfa).map_err(|error| error.to_string())?;
        Ok(NamePatterns { dfa, kinds: kinds.len(), caches: Mutex::new(Vec::new()) })
    }

    /// The kinds of each text as bits.
    pub fn kinds_of<'text>(
        &self,
        texts: impl Iterator<Item = &'text str>,
        deadline: &mut Deadline,
    ) -> Result<Vec<u32>, Tripped> {
        // A search may run on several threads; each takes a cache of its own and leaves it to the next.
        let waiting = self.caches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut cache = waiting.unwrap_or_else(|| self.dfa.create_cache());
        let mut set = PatternSet::new(2 * self.kinds);
        let (mut folded, mut found) = (String::new(), Vec::new());
        for text in texts {
            deadline.check()?;
            memory::push(&mut found, self.bits(&mut cache, &mut set, text, &mut folded)?)?;
        }
        self.caches.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        Ok(found)
    }

    fn bits(&self, cache: &mut Cache, set: &mut PatternSet, text: &str, folded: &mut String) -> Result<u32, Tripped> {
        if text.len() > MAX_TEXT {
            return Ok(0);
        }
        folded.clear();
        if text.is_ascii() {
            memory::push_str(folded, text)?;
            folded.make_ascii_lowercase();
        } else {
            for sign in text.chars().flat_map(char::to_lowercase) {
                memory::push_str(folded, sign.encode_utf8(&mut [0; 4]))?;
            }
        }
        set.clear();
        if self.dfa.try_which_overlapping_matches(cache, &Input::new(folded.as_str()), set).is_err() {
            return Ok(0);
        }
        let mut bits = 0;
        for pattern in set.iter().map(|pattern| pattern.as_usize()).filter(|pattern| pattern % 2 == 0) {
            let is_unwanted = set.iter().any(|other| other.as_usize() == pattern + 1);
            bits |= u32::from(!is_unwanted) << (pattern / 2);
        }
        Ok(bits)
    }

    /// The rows of each kind, of pairs of rows and kinds.
    pub fn rows(&self, pairs: impl Iterator<Item = (i64, u32)>) -> Result<Vec<Vec<i64>>, Tripped> {
        let mut rows: Vec<Vec<i64>> = memory::filled(Vec::new(), self.kinds)?;
        for (row, kinds) in pairs.filter(|&(_, kinds)| kinds != 0) {
            for (kind, own) in rows.iter_mut().enumerate() {
                if kinds >> kind & 1 == 1 {
                    memory::push(own, row)?;
                }
            }
        }
        Ok(rows)
    }
}

#[cfg(test)]
#[path = "../tests/unit/name_patterns.rs"]
mod tests;
