//! The parser's tree against html5ever's, for any bytes.

use html::decode::normalise;
use html::parser;
use limits::Limits;

use crate::{html5ever_sink, tree_dump};

/// Deeper trees than these, and copies without end, are refused and not compared.
const LIMITS: Limits = Limits { bytes: 1 << 16, nodes: 1 << 16, depth: 512, seconds: 10.0, growth: 100 };

/// Both parsers build the same tree.
pub fn twin(data: &[u8]) {
    let text = String::from_utf8_lossy(&data[..data.len().min(LIMITS.bytes / 3)]);
    let page = normalise(&text);
    let built = limits::within(LIMITS.seconds, || parser::build_by_the_standard(&page, &LIMITS));
    let Ok(arena) = built else { return };
    let (ours, theirs) = (tree_dump::dump(&arena), tree_dump::dump(&html5ever_sink::build(&page)));
    if let Some(difference) = tree_dump::difference(&ours, &theirs) {
        panic!("{page:?}\n{difference}");
    }
}
