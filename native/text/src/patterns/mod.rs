//! Lexical patterns of ontologies: regular expressions that a user writes and that cannot hang.
//!
//! `regex-syntax` reads a pattern and a lazy DFA of `regex-automata` runs it, so a search is linear whatever the pattern.
//! The leftmost match counts, and of those the longest: a DFA that keeps every match is run from each start.
//! The DFA reads one byte a character, its symbol (`alphabet`): word boundaries and look-arounds are then exact for every
//! script, and a position in the symbols is a position in the text.

mod alphabet;

use std::sync::{Mutex, PoisonError};

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, WhichCaptures};
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::ast::Ast;
use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::hir::Hir;
use regex_syntax::hir::translate::Translator;

use alphabet::Alphabet;
use alphabet::LookAround;

const MAX_NFA_BYTES: usize = 1 << 18;
const MAX_CACHE_BYTES: usize = 1 << 21; // of DFA states; when they are full they are forgotten
const MAX_DEPTH: u32 = 40; // groups in groups

/// What is wrong with a pattern, and at which of its characters.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    pub what: String,
    pub place: usize,
}

impl Fault {
    fn new(what: impl Into<String>, place: usize) -> Fault {
        Fault { what: what.into(), place }
    }
}

/// What a search has cost: characters that were read, and the NFA's size for each DFA state that had to be made.
pub struct Steps {
    pub count: u64,
    pub max: u64,
}

impl Steps {
    /// The engine gave up, which it is told not to do: the search must not pass for one without matches.
    fn exhaust(&mut self) -> Stopped {
        self.count = self.count.max(self.max.saturating_add(1));
        Stopped::TooManySteps
    }
}

/// Why a search ended before its text.
#[derive(Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It has cost more than it may.
    TooManySteps,
}

/// A pattern, ready to search.
pub struct Pattern {
    alphabet: Alphabet,
    dfa: DFA,
    looks_before: Vec<LookAround>, // these must hold where a match starts
    looks_behind: Vec<LookAround>, // and these where it ends
    max_length: usize,
    caches: Mutex<Vec<Cache>>,
}

impl Pattern {
    /// Compiles a pattern whose matches have at most `max_length` characters.
    pub fn new(text: &str, max_length: usize) -> Result<Pattern, Fault> {
        let parts = alphabet::split(text)?;
        let ast = parse(&parts.core()).map_err(|fault| Fault { place: parts.place_in_text(fault.place), ..fault })?;
        if parts.has_looks() && matches!(ast.0, Ast::Alternation(_)) {
            let what = "a look-around stands beside alternatives; write (?:…|…), or a pattern for each";
            return Err(Fault::new(what, parts.first_look()));
        }
        if ast.1.properties().minimum_len() == Some(0) {
            return Err(Fault::new(
                "the pattern matches the empty text; let something in it be there at least once",
                0,
            ));
        }
        let before = parts.sets(&parts.before)?;
        let behind = parts.sets(&parts.behind)?;
        let sets = before.iter().chain(&behind).map(|(_, set)| set.clone());
        let alphabet = Alphabet::new(&ast.1, sets.collect()).map_err(|what| Fault::new(what, 0))?;
        let dfa = build(&alphabet.encode(&ast.1)).map_err(|what| Fault::new(what, 0))?;
        let looks = |sets: Vec<_>| sets.iter().map(|(kind, set)| LookAround::new(*kind, set, &alphabet)).collect();
        let (looks_before, looks_behind) = (looks(before), looks(behind));
        Ok(Pattern { alphabet, dfa, looks_before, looks_behind, max_length, caches: Mutex::default() })
    }

    /// The matches, in order and without overlap, as positions of characters.
    pub fn find(&self, text: &str, steps: &mut Steps) -> Result<Vec<(usize, usize)>, Stopped> {
        let symbols = self.alphabet.symbols(text);
        self.with_cache(|cache| {
            let mut matches = Vec::new();
            let mut start = 0;
            while start < symbols.len() {
                let end = self.longest(cache, &symbols, start, steps)?;
                if let Some(end) = end {
                    matches.push((start, end));
                }
                start = end.unwrap_or(start + 1);
            }
            Ok(matches)
        })
    }

    /// Where the longest match from `start` ends.
    pub fn match_at(&self, text: &str, start: usize, steps: &mut Steps) -> Result<Option<usize>, Stopped> {
        let symbols = self.alphabet.symbols(text);
        if start > symbols.len() {
            return Ok(None);
        }
        self.with_cache(|cache| self.longest(cache, &symbols, start, steps))
    }

    /// A search may run on several threads; each takes a cache of its own and leaves it to the next.
    fn with_cache<T>(&self, search: impl FnOnce(&mut Cache) -> T) -> T {
        let waiting = self.caches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut cache = waiting.unwrap_or_else(|| self.dfa.create_cache());
        let result = search(&mut cache);
        self.caches.lock().unwrap_or_else(PoisonError::into_inner).push(cache);
        result
    }

    fn longest(
        &self,
        cache: &mut Cache,
        symbols: &[u8],
        start: usize,
        steps: &mut Steps,
    ) -> Result<Option<usize>, Stopped> {
        if !self.looks_before.iter().all(|look| look.holds(symbols, start)) {
            return Ok(None);
        }
        let stop = symbols.len().min(start + self.max_length);
        let input = Input::new(symbols).range(start..stop).anchored(Anchored::Yes);
        let mut state = self.dfa.start_state_forward(cache, &input).map_err(|_| steps.exhaust())?;
        let mut end = None;
        for place in start..=stop {
            let (bytes, clears) = (cache.memory_usage(), cache.clear_count());
            // A match shows one symbol behind its end.
            let next = match symbols.get(place) {
                Some(&symbol) => self.dfa.next_state(cache, state, symbol),
                None => self.dfa.next_eoi_state(cache, state),
            };
            state = next.map_err(|_| steps.exhaust())?;
            let made = cache.memory_usage() != bytes || cache.clear_count() != clears;
            steps.count += if made { self.dfa.get_nfa().states().len() as u64 } else { 1 };
            if state.is_match() && self.looks_behind.iter().all(|look| look.holds(symbols, place)) {
                end = Some(place);
            }
            if state.is_dead() {
                break;
            }
        }
        if steps.count > steps.max { Err(Stopped::TooManySteps) } else { Ok(end) }
    }
}

/// A pattern's text as its tree and as what it means.
fn parse(text: &str) -> Result<(Ast, Hir), Fault> {
    let place = |offset: usize| text[..offset].chars().count();
    let ast = ParserBuilder::new().nest_limit(MAX_DEPTH).build().parse(text);
    let ast = ast.map_err(|error| Fault::new(error.kind().to_string(), place(error.span().start.offset)))?;
    let hir = Translator::new().translate(text, &ast);
    let hir = hir.map_err(|error| Fault::new(error.kind().to_string(), place(error.span().start.offset)))?;
    Ok((ast, hir))
}

/// The DFA of an expression whose bytes are symbols.
fn build(hir: &Hir) -> Result<DFA, String> {
    let too_large = |_| "the pattern is too large; use smaller numbers in {m,n}".to_string();
    let limits = thompson::Config::new().utf8(false).nfa_size_limit(Some(MAX_NFA_BYTES));
    let limits = limits.which_captures(WhichCaptures::None);
    let nfa = thompson::Compiler::new().configure(limits).build_from_hir(hir).map_err(too_large)?;
    let config = DFA::config().match_kind(MatchKind::All).cache_capacity(MAX_CACHE_BYTES);
    let config = config.skip_cache_capacity_check(true);
    DFA::builder().configure(config).build_from_nfa(nfa).map_err(|error| error.to_string())
}

#[cfg(test)]
#[path = "../../tests/unit/patterns.rs"]
mod tests;
