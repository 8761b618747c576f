//! A page from its bytes, or from its text, to the columns of its table.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::decode;
use crate::parser;
use crate::table::{self, Table};
use limits::{Ended, LimitHit, Limits};

/// The input of a page: bytes as they came, or text.
pub enum Source<'data> {
    Bytes(&'data [u8]),
    Text(Cow<'data, str>),
}

impl Source<'_> {
    /// The table of the page, inside of a budget.
    pub fn parse(&self, charset: Option<&str>, limits: &Limits) -> Table {
        match self {
            Source::Bytes(data) => parse_bytes(data, charset, limits),
            Source::Text(text) => parse_text(text, limits),
        }
    }
}

/// Parses pages on so many threads, 0 for one a processor; each takes the next page when it is done with one.
pub fn parse_all(sources: &[Source<'_>], threads: usize, limits: &Limits) -> Vec<Result<Table, Ended>> {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { available } else { threads }.min(sources.len());
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<_>>> = sources.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { break };
            let parsed = limits::within(limits.seconds, || source.parse(None, limits));
            *done[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(parsed);
        }
    };
    thread::scope(|scope| {
        // Where the machine has no room for another thread, those that run do the work.
        let others = (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let _others = others.collect::<Vec<_>>();
        work();
    });
    let unwrap = |slot: Mutex<Option<_>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().filter_map(unwrap).collect()
}

/// Decodes and parses a page. `charset` is what the HTTP header said.
pub fn parse_bytes(data: &[u8], charset: Option<&str>, limits: &Limits) -> Table {
    if data.len() > limits.clamped().bytes {
        limits::hit(LimitHit::Bytes);
    }
    let decoded = decode::decode(data, charset);
    build_table(&decoded.text, decoded.encoding.name(), decoded.source, limits)
}

/// Parses a page that is text already.
pub fn parse_text(text: &str, limits: &Limits) -> Table {
    if text.len() > limits.clamped().bytes {
        limits::hit(LimitHit::Bytes);
    }
    build_table(&decode::normalise(text), "UTF-8", decode::Source::Text, limits)
}

fn build_table(text: &str, encoding: &'static str, source: decode::Source, limits: &Limits) -> Table {
    let arena = parser::build(text, limits);
    let table = table::fill(arena, encoding, limits);
    Table { encoding_source: source.name(), ..table }
}
