//! What the bodies of records say (see `records/posts.py`, `records/bodies.py`): what in them nobody said, the quotes, and
//! the blocks of the rest.
//!
//! In words: the columns of short texts in the bodies are judged as buttons, the slots of elements as signatures, each box
//! by itself as a quote. What a button or a signature says is cut, but for what stands in code or in a table with heads,
//! and unless too few bodies would say anything without it.
//!
//! What stands behind a line of nothing but dashes or underscores is a signature, too: programs that give it no box part it
//! so, as mail does (RFC 3676, section 4.3).
//!
//! A body says its other texts but for those in a button or a selection; hidden texts only where there are no others. The
//! blocks of all bodies come in document order, each text once. A quote is kept or left out whole: it is left out where
//! most of its words stand in earlier posts, for the reader has them already.

use std::collections::HashSet;

use crate::evidence::Evidence;
use crate::features::roles::{KnownParts, Part, Shared, features};
use crate::regions::region::{self, Column, PLAIN, Region};
use html::names::{NameId, name};
use html::page_view::PageView;
use html::page_view::sums_before;
use text::chars::is_space;
use text::hash::{any_seed, hash_bytes};
use trees::boosted::Trees;

const LIKELY: f64 = 0.5; // from which on a column plays a role
const LIKELY_BUTTON: f64 = 0.7; // the same of a button: what somebody said is lost where it is none
const MAX_BUTTON_LENGTH: i32 = 160; // characters of a text that is a button, a label or a note
const MAX_COLUMNS: usize = 100; // of texts or elements that are looked at, those of most records first
const MAX_QUOTES: usize = 200; // elements that are tried as quotes
const LEFT: f64 = 0.5; // share of the bodies that must say something without buttons and signatures
const MIN_REPEATED: i64 = 6; // words: shorter texts may well be said twice
const MIN_LINE: usize = 5; // signs of a line that parts a signature from what is said
const MAX_SIGNATURE: f64 = 600.0; // characters behind such a line

/// The trees that judge buttons, signatures and quotes.
pub struct Judges<'trees> {
    pub buttons: &'trees Trees,
    pub signatures: &'trees Trees,
    pub quotes: &'trees Trees,
}

/// The rows of the texts that nobody said, in document order, and those of the quotes.
pub fn find_unsaid(
    evidence: &Evidence,
    region: &Region,
    known: &KnownParts,
    judges: &Judges,
) -> (Vec<usize>, Vec<usize>) {
    let judged = ColumnJudge { evidence, region, known, shared: Shared::of(evidence, region, known) };
    let mut is_cut = vec![false; evidence.page.end.len()];
    let buttons = button_columns(evidence, region, known);
    for part in judged.likely(buttons, judges.buttons, LIKELY_BUTTON) {
        part.iter().for_each(|&(_, row)| is_cut[row] = true);
    }
    let signatures = element_slots(evidence, region, known);
    for (_, row) in judged.likely(signatures, judges.signatures, LIKELY).into_iter().flatten() {
        let inner = row..evidence.page.end[row] as usize;
        limits::tick(1 + inner.len() / 8);
        inner.filter(|&inner| evidence.page.is_text(inner)).for_each(|inner| is_cut[inner] = true);
    }
    for (start, end) in known.mains.iter().filter_map(|&body| parted_signature(evidence, body)) {
        (start..end).filter(|&row| evidence.page.is_text(row)).for_each(|row| is_cut[row] = true);
    }
    keep_structures(evidence, known.mains, &mut is_cut);
    let rows: Vec<usize> = (0..is_cut.len()).filter(|&row| is_cut[row]).collect();
    let is_left = !rows.is_empty() && is_something_left(evidence, known.mains, &is_cut);
    let quotes = judged.likely(quote_elements(evidence, region, known), judges.quotes, LIKELY);
    (if is_left { rows } else { Vec::new() }, quotes.iter().map(|part| part[0].1).collect())
}

/// The rows from the last line of dashes or underscores of a body to its end; None where what stands before it is nothing,
/// or what stands behind it too long for a signature.
fn parted_signature(evidence: &Evidence, (start, end): (usize, usize)) -> Option<(usize, usize)> {
    let is_line = |&row: &usize| {
        let text = evidence.page.text_of(row).trim_matches(is_space);
        (text.len() >= MIN_LINE || text == "--")
            && (text.bytes().all(|sign| sign == b'_') || text.bytes().all(|sign| sign == b'-'))
    };
    limits::tick(1 + end.saturating_sub(start) / 8);
    let line = (start..end).rev().filter(|&row| evidence.has_text(row)).find(is_line)?;
    let behind = evidence.shown[end] - evidence.shown[line];
    (evidence.shown[line] > evidence.shown[start] && behind <= MAX_SIGNATURE).then_some((line, end))
}

/// What columns are judged with.
struct ColumnJudge<'page> {
    evidence: &'page Evidence<'page>,
    region: &'page Region<'page>,
    known: &'page KnownParts<'page>,
    shared: Shared,
}

impl ColumnJudge<'_> {
    /// The records and rows of the columns that are so likely to play the role of the trees.
    fn likely(&self, parts: Vec<Part>, trees: &Trees, least: f64) -> Vec<Vec<(usize, usize)>> {
        if parts.is_empty() {
            return Vec::new();
        }
        let matrix = features(self.evidence, self.region, self.known, &self.shared, &parts);
        let likely = trees.likely(&matrix);
        let is_likely = |&(_, likely): &(Part, f64)| likely >= least;
        parts.into_iter().zip(likely).filter(is_likely).map(|((rows, _), _)| rows).collect()
    }
}

/// The columns of short texts in the bodies, those of most records first.
fn button_columns(evidence: &Evidence, region: &Region, known: &KnownParts) -> Vec<Part> {
    let page = &evidence.page;
    let said = in_spans(evidence.page.end.len(), known.mains.iter().copied());
    let is_button = |position: usize| {
        let row = region.rows[position] as usize;
        let is_short = page.is_text(row) && (1..=MAX_BUTTON_LENGTH).contains(&page.chars[row]);
        is_short && !page.hidden[row] && !page.raw[row] && said[row]
    };
    let mut found = region::columns(page, region, is_button, PLAIN);
    found.sort_by_key(|column| std::cmp::Reverse(column.rows.len()));
    found.truncate(MAX_COLUMNS);
    keyed(found)
}

/// The elements of each slot in the bodies that hold text, those of most records first.
fn element_slots(evidence: &Evidence, region: &Region, known: &KnownParts) -> Vec<Part> {
    let mut number_of = vec![usize::MAX; region.slots()];
    let mut parts: Vec<Part> = Vec::new();
    for position in 0..region.positions() {
        limits::tick(1);
        let (row, record, slot) = region.at(position);
        let tag = evidence.page.tag[row];
        if tag == name::TEXT || is_no_part(tag) || !holds_text(evidence, known.mains[record], row) {
            continue;
        }
        if number_of[slot] == usize::MAX {
            number_of[slot] = parts.len();
            parts.push((Vec::new(), None));
        }
        parts[number_of[slot]].0.push((record, row));
    }
    parts.sort_by_key(|(rows, _)| std::cmp::Reverse(rows.len()));
    parts.truncate(MAX_COLUMNS);
    parts
}

/// The boxes in the bodies that may be quotes, each by itself.
fn quote_elements(evidence: &Evidence, region: &Region, known: &KnownParts) -> Vec<Part> {
    let can_be = |&position: &usize| {
        let (row, record, _) = region.at(position);
        is_box(evidence.page.tag[row]) && holds_text(evidence, known.mains[record], row)
    };
    let alone = |position| {
        let (row, record, _) = region.at(position);
        (vec![(record, row)], None)
    };
    (0..region.positions()).filter(can_be).take(MAX_QUOTES).map(alone).collect()
}

/// Whether an element lies inside of a body and shows some text.
fn holds_text(evidence: &Evidence, (start, end): (usize, usize), row: usize) -> bool {
    start < row && row < end && evidence.shown[evidence.page.end[row] as usize] > evidence.shown[row]
}

/// Takes the mark of the rows that stand in code or in a table with heads inside of a body: these are whole.
fn keep_structures(evidence: &Evidence, mains: &[(usize, usize)], is_cut: &mut [bool]) {
    let (count, page) = (is_cut.len(), &evidence.page);
    let inside = in_spans(count, mains.iter().filter(|(start, end)| start < end).map(|&(start, end)| (start + 1, end)));
    let mut table_of = Vec::with_capacity(count); // the table around each row, if there is one
    let mut spans = Vec::new();
    for row in 0..count {
        limits::tick(1);
        let above = page.above(row).next().and_then(|above| table_of[above]);
        table_of.push(if page.tag[row] == name::TABLE { Some(row) } else { above });
        let whole = match page.tag[row] {
            name::PRE => Some(row),
            name::TH => table_of[row],
            _ => None,
        };
        if let Some(whole) = whole.filter(|&whole| inside[whole]) {
            spans.push((whole, evidence.page.end[whole] as usize));
        }
    }
    for (is_cut, is_held) in is_cut.iter_mut().zip(in_spans(count, spans.into_iter())) {
        *is_cut &= !is_held;
    }
}

/// Whether enough bodies say something without what is cut.
fn is_something_left(evidence: &Evidence, mains: &[(usize, usize)], is_cut: &[bool]) -> bool {
    let is_said = |row: usize| evidence.has_text(row) && !is_cut[row];
    let (mut bodies, mut left) = (0, 0);
    for &(start, end) in mains.iter().filter(|(start, end)| start < end) {
        limits::tick(1 + (end - start) / 8);
        bodies += 1;
        left += usize::from((start..end).any(is_said));
    }
    left as f64 >= LEFT * f64::from(bodies)
}

/// Which of so many rows lie in one of the ranges.
pub fn in_spans(count: usize, spans: impl Iterator<Item = (usize, usize)>) -> Vec<bool> {
    let mut steps = vec![0i64; count + 1];
    for (start, end) in spans {
        steps[start] += 1;
        steps[end] -= 1;
    }
    sums_before(steps.into_iter()).into_iter().skip(1).take(count).map(|depth| depth > 0).collect()
}

/// Columns with their slots and ordinals.
pub fn keyed(columns: Vec<Column>) -> Vec<Part> {
    columns.into_iter().map(|column| (column.rows, Some((column.slot, column.ordinal as i64)))).collect()
}

fn is_box(tag: NameId) -> bool {
    use name::*;
    matches!(tag, BLOCKQUOTE | DIV | TABLE | TD | P | FIELDSET | SECTION | DL | DD | Q | UL | ASIDE | CITE)
}

/// Whether an element is a dress of texts, or a part of a table.
fn is_no_part(tag: NameId) -> bool {
    use name::*;
    matches!(tag, B | I | U | FONT | STRONG | EM | BDI | BIG | BR | HR | IMG | A | SPAN | CODE | TBODY | TR)
}

/// A body: its rows, those that nobody said and its quotes, both in order.
pub struct Body<'post> {
    pub span: (usize, usize),
    pub cut: &'post [usize],
    pub quotes: &'post [usize],
}

/// How many bodies there are, and their blocks.
pub fn find_blocks<'post>(page: &PageView, bodies: impl Iterator<Item = Body<'post>>) -> (usize, Vec<i64>) {
    let mut said = vec![false; page.block_first.len()];
    let mut quoted = vec![false; page.block_first.len()];
    let mut count = 0;
    for body in bodies.filter(|body| body.span.0 < body.span.1) {
        count += 1;
        for (row, is_quoted) in said_rows(page, &body) {
            let after = page.block_first.partition_point(|&first| first as usize <= row);
            if let Some(block) = after.checked_sub(1) {
                said[block] = true;
                quoted[block] |= is_quoted;
            }
        }
    }
    let blocks: Vec<usize> = (0..said.len()).filter(|&block| said[block]).collect();
    (count, once(page, &blocks, &quoted))
}

/// The rows of the texts that a body says, and whether each lies in a quote.
fn said_rows(page: &PageView, body: &Body) -> Vec<(usize, bool)> {
    let (start, end) = body.span;
    limits::tick(1 + (end - start) / 8);
    let (mut left_out_until, mut quote_until) = (start, start);
    let (mut rows, mut is_shown) = (Vec::new(), false);
    for row in start..end {
        let stop = page.end[row] as usize;
        if row > start && matches!(page.tag[row], name::BUTTON | name::SELECT) {
            left_out_until = left_out_until.max(stop);
        }
        if row > start && body.quotes.binary_search(&row).is_ok() {
            quote_until = quote_until.max(stop);
        }
        let is_said = page.is_text(row) && page.chars[row] > 0 && !page.raw[row] && row >= left_out_until;
        if is_said && body.cut.binary_search(&row).is_err() {
            is_shown |= !page.hidden[row];
            rows.push((row, row < quote_until));
        }
    }
    if is_shown {
        rows.retain(|&(row, _)| !page.hidden[row]);
    }
    rows
}

/// The blocks without those that repeat an earlier one, quotes whole.
fn once(page: &PageView, blocks: &[usize], quoted: &[bool]) -> Vec<i64> {
    let (mut said, mut kept, seed) = (HashSet::new(), Vec::new(), any_seed());
    for run in blocks.chunk_by(|&one, &other| quoted[one] == quoted[other]) {
        let is_quote = quoted[run[0]];
        let (mut known, mut words) = (0, 0);
        for &block in run {
            let (hash, own) =
                (hash_without_spaces(page.text_of_block(block), seed), i64::from(page.block_words[block]));
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

fn hash_without_spaces(text: &str, seed: u64) -> u64 {
    limits::tick(1 + text.len() / 64);
    hash_bytes(text.split(is_space).collect::<String>().as_bytes(), seed)
}
