//! The blocks that the bodies of posts say (see `records/bodies.py`).
//!
//! In words: a body says its texts but for those that were cut, or that stand in a button or a selection; hidden texts
//! only where there are no others. The blocks of all bodies come in document order, each text once. A quote is kept or
//! left out whole: it is left out where most of its words stand in earlier posts, for the reader has them already.

use std::collections::HashSet;

use html::names::{NameId, name};
use text::chars::is_space;
use text::class_words::{EDITED, QUOTE, SIGNATURE};
use text::hash::{any_seed, hash_bytes};

const MIN_REPEATED: i64 = 6; // words: shorter texts may well be said twice

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub text: &'page str,
    pub tag: &'page [NameId],
    pub end: &'page [i32],
    pub chars: &'page [i32],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub flags: &'page [u16],
    pub block_first: &'page [i32],
    pub block_words: &'page [i32],
    pub block_text_start: &'page [i32],
    pub block_text_end: &'page [i32],
}

/// A body: its rows, those that nobody said and its quotes, both in order; where these were not judged, the words of
/// classes tell.
pub struct Body {
    pub span: (usize, usize),
    pub cut: Option<Vec<usize>>,
    pub quotes: Option<Vec<usize>>,
}

/// How many bodies there are, and their blocks.
pub fn find(columns: &Columns, bodies: &[Body]) -> (usize, Vec<i64>) {
    let mut said = vec![false; columns.block_first.len()];
    let mut quoted = vec![false; columns.block_first.len()];
    let mut count = 0;
    for body in bodies.iter().filter(|body| body.span.0 < body.span.1) {
        count += 1;
        for (row, is_quoted) in said_rows(columns, body) {
            let after = columns.block_first.partition_point(|&first| first as usize <= row);
            if let Some(block) = after.checked_sub(1) {
                said[block] = true;
                quoted[block] |= is_quoted;
            }
        }
    }
    let blocks = (0..said.len()).filter(|&block| said[block]).collect::<Vec<_>>();
    (count, once(columns, &blocks, &quoted))
}

/// The rows of the texts that a body says, and whether each lies in a quote.
fn said_rows(columns: &Columns, body: &Body) -> Vec<(usize, bool)> {
    let (start, end) = body.span;
    limits::tick(1 + (end - start) / 8);
    let wanted = if body.cut.is_none() { SIGNATURE | EDITED } else { 0 };
    let (mut left_out_until, mut quote_until) = (start, start);
    let (mut rows, mut is_shown) = (Vec::new(), false);
    for row in start..end {
        let (tag, flags, stop) = (columns.tag[row], columns.flags[row], columns.end[row] as usize);
        if row > start && (matches!(tag, name::BUTTON | name::SELECT) || flags & wanted > 0) {
            left_out_until = left_out_until.max(stop);
        }
        let is_quote = match &body.quotes {
            Some(quotes) => quotes.binary_search(&row).is_ok(),
            None => tag == name::BLOCKQUOTE || flags & QUOTE > 0,
        };
        if row > start && is_quote {
            quote_until = quote_until.max(stop);
        }
        let is_said = tag == name::TEXT && columns.chars[row] > 0 && !columns.raw[row] && row >= left_out_until;
        if is_said && body.cut.as_ref().is_none_or(|cut| cut.binary_search(&row).is_err()) {
            is_shown |= !columns.hidden[row];
            rows.push((row, row < quote_until));
        }
    }
    if is_shown {
        rows.retain(|&(row, _)| !columns.hidden[row]);
    }
    rows
}

/// The blocks without those that repeat an earlier one, quotes whole.
fn once(columns: &Columns, blocks: &[usize], quoted: &[bool]) -> Vec<i64> {
    let (mut said, mut texts) = (HashSet::new(), Texts { seed: any_seed(), text: String::new() });
    said.reserve(blocks.len());
    let mut kept = Vec::with_capacity(blocks.len());
    for run in blocks.chunk_by(|&one, &other| quoted[one] == quoted[other]) {
        let is_quote = quoted[run[0]];
        let (mut known, mut words) = (0, 0);
        for &block in run {
            let hash = texts.hash(columns, block);
            let own = i64::from(columns.block_words[block]);
            let is_known = own >= MIN_REPEATED && said.contains(&hash);
            words += own;
            known += if is_known { own } else { 0 };
            if !is_quote {
                said.insert(hash);
                kept.extend((!is_known).then_some(block as i64));
            }
        }
        if is_quote && 2 * known <= words {
            kept.extend(run.iter().map(|&block| block as i64));
        }
    }
    kept
}

/// The texts of blocks without white space, by a hash.
struct Texts {
    seed: u64,
    text: String,
}

impl Texts {
    fn hash(&mut self, columns: &Columns, block: usize) -> u64 {
        let span = columns.block_text_start[block] as usize..columns.block_text_end[block] as usize;
        limits::tick(1 + span.len() / 64);
        self.text.clear();
        for word in columns.text.get(span).unwrap_or_default().split(is_space) {
            self.text.push_str(word);
        }
        hash_bytes(self.text.as_bytes(), self.seed)
    }
}
