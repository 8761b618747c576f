//! A page from its bytes, or from its text, to the columns of its table.

use crate::decode::{self, Source};
use crate::parser;
use crate::table::{self, Table};
use limits::{LimitHit, Limits};

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
    build_table(&decode::normalise(text), "UTF-8", Source::Text, limits)
}

fn build_table(text: &str, encoding: &'static str, source: Source, limits: &Limits) -> Table {
    let arena = parser::build(text, limits);
    let table = table::fill(arena, encoding, limits);
    Table { encoding_source: source.name(), ..table }
}
