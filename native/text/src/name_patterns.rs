//! Which names of elements and which addresses of a page match some patterns: all patterns as one automaton, one pass.
//!
//! In words: a text is of a kind when the kind's wanted pattern is found in it, in lower case, and its unwanted one is
//! not. A row is of the kinds of its classes and of its id; or of those of one attribute's value. Texts over `MAX_TEXT`
//! bytes are of no kind. The twin is in `tests/metadata/plain_names.py`.

use std::sync::{Mutex, PoisonError};

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::{Input, MatchKind};
use regex_syntax::hir::literal::{ExtractKind, Extractor};

const MAX_NFA_BYTES: usize = 1 << 22;
const MAX_CACHE_BYTES: usize = 1 << 21; // of DFA states; when they are full they are forgotten
pub const MAX_TEXT: usize = 1_000; // bytes of a class, an id or an address that is read
pub const MAX_KINDS: usize = 32; // bits of a number

/// The bits of wanted patterns: those of the unwanted ones stand between them.
const WANTED: u64 = 0x5555_5555_5555_5555;

/// Every second bit of a number, side by side.
fn packed(bits: u64) -> u32 {
    (0..MAX_KINDS).fold(0, |all, kind| all | ((bits >> (2 * kind) & 1) as u32) << kind)
}

const SIGN: usize = 4; // letters
const SIGN_BITS: usize = 1 << 16;
/// What a small letter of ASCII has and a large one has not, four times.
const SMALL: u32 = 0x2020_2020;

/// Four letters of each text that wanted patterns begin with, or else end with, as places in a table of bits: most texts
/// have none of them, and need no automaton. NUL stands behind a text.
struct Signs(Box<[u64; SIGN_BITS / 64]>);

impl Signs {
    /// None where a pattern may be found in a text without any such letters.
    fn of<'text>(mut patterns: impl Iterator<Item = &'text str>) -> Option<Self> {
        let mut signs = Signs(Box::new([0; SIGN_BITS / 64]));
        patterns.try_for_each(|pattern| signs.add_pattern(pattern))?;
        Some(signs)
    }

    fn add_pattern(&mut self, pattern: &str) -> Option<()> {
        let tree = regex_syntax::parse(pattern).ok()?;
        let literals = |kind: ExtractKind| {
            let found = Extractor::new().kind(kind).extract(&tree);
            let whole = found.literals()?.iter().all(|literal| literal.len() >= SIGN - 1);
            whole.then_some(found)
        };
        let (found, at_end) = match literals(ExtractKind::Prefix) {
            Some(found) => (found, false),
            None => (literals(ExtractKind::Suffix)?, true),
        };
        for literal in found.literals()? {
            let bytes = literal.as_bytes();
            match *bytes {
                [first, second, third] => (0..=u8::MAX).for_each(|any| {
                    self.add([first, second, third, any]);
                    self.add([any, first, second, third]);
                }),
                _ if at_end => self.add(*bytes.last_chunk()?),
                _ => self.add(*bytes.first_chunk()?),
            }
        }
        Some(())
    }

    fn add(&mut self, letters: [u8; SIGN]) {
        let place = place_of(letters);
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn any_in(&self, text: &[u8]) -> bool {
        let has = |letters: [u8; SIGN]| {
            let place = place_of(letters);
            self.0[place / 64] >> (place % 64) & 1 == 1
        };
        let last = text.last_chunk().is_some_and(|&[first, second, third]| has([first, second, third, 0]));
        last || text.windows(SIGN).filter_map(|letters| letters.first_chunk()).any(|&letters| has(letters))
    }
}

/// Where four letters stand in the table, those of either case alike.
#[inline]
fn place_of(letters: [u8; SIGN]) -> usize {
    ((u32::from_le_bytes(letters) | SMALL).wrapping_mul(0x9E37_79B1) >> 16) as usize
}

/// The patterns of some kinds: wanted and unwanted in turn.
pub struct NamePatterns {
    dfa: DFA,
    signs: Option<Signs>,
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
        let signs = Signs::of(kinds.iter().map(|(wanted, _)| wanted.as_str()));
        Ok(NamePatterns { dfa, signs, kinds: kinds.len(), caches: Mutex::new(Vec::new()) })
    }

    /// The kinds of each text as bits.
    pub fn kinds_of<'text>(&self, texts: impl Iterator<Item = &'text str>) -> Vec<u32> {
        // A search may run on several threads; each takes a cache of its own and leaves it to the next.
        let waiting = self.caches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut cache = waiting.unwrap_or_else(|| self.dfa.create_cache());
        let (mut folded, mut found) = (String::new(), Vec::new());
        for text in texts {
            limits::tick(1);
            found.push(self.bits(&mut cache, text, &mut folded));
        }
        self.caches.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        found
    }

    fn bits(&self, cache: &mut Cache, text: &str, folded: &mut String) -> u32 {
        if text.len() > MAX_TEXT {
            return 0;
        }
        let is_ascii = text.is_ascii();
        if is_ascii && self.signs.as_ref().is_some_and(|signs| !signs.any_in(text.as_bytes())) {
            return 0;
        }
        folded.clear();
        if is_ascii {
            folded.push_str(text);
            folded.make_ascii_lowercase();
        } else {
            for sign in text.chars().flat_map(char::to_lowercase) {
                folded.push_str(sign.encode_utf8(&mut [0; 4]));
            }
        }
        if !is_ascii && self.signs.as_ref().is_some_and(|signs| !signs.any_in(folded.as_bytes())) {
            return 0;
        }
        let found = self.patterns_in(cache, folded.as_bytes()).unwrap_or_default();
        let wanted = found & !(found >> 1) & WANTED;
        if wanted == 0 { 0 } else { packed(wanted) }
    }

    /// The patterns that are found anywhere in a text, as bits; none where the engine gives up.
    fn patterns_in(&self, cache: &mut Cache, text: &[u8]) -> Option<u64> {
        let mut state = self.dfa.start_state_forward(cache, &Input::new(text)).ok()?;
        let mut found = 0;
        // A match shows one byte behind its end.
        for &byte in text {
            state = self.dfa.next_state(cache, state, byte).ok()?;
            if state.is_tagged() {
                if state.is_dead() {
                    return Some(found);
                }
                found |= self.matches_of(cache, state)?;
            }
        }
        state = self.dfa.next_eoi_state(cache, state).ok()?;
        Some(found | self.matches_of(cache, state)?)
    }

    /// The patterns that end in a state; None where the engine gives up in it.
    fn matches_of(&self, cache: &Cache, state: LazyStateID) -> Option<u64> {
        if state.is_quit() {
            return None;
        }
        let count = if state.is_match() { self.dfa.match_len(cache, state) } else { 0 };
        Some((0..count).fold(0, |all, index| all | 1 << self.dfa.match_pattern(cache, state, index).as_usize()))
    }

    /// The rows of each kind, by their classes and ids: where the classes of each row start, the classes, the ids.
    pub fn named<'text>(
        &self,
        (starts, classes, ids): (&[i32], &[i32], &[i32]),
        tokens: impl Iterator<Item = &'text str>,
    ) -> Vec<Vec<i64>> {
        let kinds = self.kinds_of(tokens);
        // Few names are of a kind: these are looked for, and then their rows.
        let kind_of = |token: i32| usize::try_from(token).ok().and_then(|token| kinds.get(token)).copied();
        let told = |(place, &token): (usize, &i32)| kind_of(token).filter(|&bits| bits > 0).map(|bits| (place, bits));
        let row_of = |place: usize| starts.partition_point(|&start| start as usize <= place) - 1;
        let by_class = classes.iter().enumerate().filter_map(told).map(|(place, bits)| (row_of(place) as i64, bits));
        let by_id = ids.iter().enumerate().filter_map(told).map(|(row, bits)| (row as i64, bits));
        let mut pairs: Vec<_> = by_class.chain(by_id).collect();
        pairs.sort_unstable_by_key(|&(row, _)| row);
        let rows = pairs.chunk_by(|one, other| one.0 == other.0);
        self.rows(rows.map(|own| (own[0].0, own.iter().fold(0, |all, &(_, bits)| all | bits))))
    }

    /// The rows of each kind, of rows and their values.
    pub fn valued<'text, Values: Iterator<Item = (i32, &'text str)>>(
        &self,
        pairs: impl Fn() -> Values,
    ) -> Vec<Vec<i64>> {
        let kinds = self.kinds_of(pairs().map(|(_, value)| value));
        self.rows(pairs().map(|(row, _)| i64::from(row)).zip(kinds))
    }

    /// The rows of each kind, of pairs of rows and kinds.
    fn rows(&self, pairs: impl Iterator<Item = (i64, u32)>) -> Vec<Vec<i64>> {
        let mut rows: Vec<Vec<i64>> = vec![Vec::new(); self.kinds];
        for (row, kinds) in pairs.filter(|&(_, kinds)| kinds != 0) {
            for (kind, own) in rows.iter_mut().enumerate() {
                if kinds >> kind & 1 == 1 {
                    own.push(row);
                }
            }
        }
        rows
    }
}

/// Characters of a name that are read; addresses may have a picture inside.
pub const MAX_NAME: usize = 300;

/// The first characters of a name.
pub fn beginning(name: &str) -> &str {
    name.char_indices().nth(MAX_NAME).map_or(name, |(end, _)| &name[..end])
}

/// The runs of letters at the beginning of a name.
pub fn runs(name: &str) -> impl Iterator<Item = &str> {
    beginning(name).split(|c: char| !c.is_ascii_alphabetic()).filter(|run| !run.is_empty())
}

/// The words at the beginning of a name, as they are written.
pub fn words(name: &str) -> impl Iterator<Item = &str> {
    runs(name).flat_map(|run| {
        let mut rest = run;
        std::iter::from_fn(move || {
            let bytes = rest.as_bytes();
            let is_hump = |&place: &usize| bytes[place - 1].is_ascii_lowercase() && bytes[place].is_ascii_uppercase();
            let end = (1..bytes.len()).find(is_hump).unwrap_or(bytes.len());
            let (word, left) = rest.split_at(end);
            rest = left;
            (!word.is_empty()).then_some(word)
        })
    })
}

/// Whether a name has one of some words.
pub fn has_word(name: &str, wanted: &[&str]) -> bool {
    words(name).any(|word| wanted.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
#[path = "../tests/unit/name_patterns.rs"]
mod tests;
