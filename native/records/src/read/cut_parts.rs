//! What nobody said in the bodies of records, and the quotes in them (see `records/posts.py`).
//!
//! In words: the columns of short texts in the bodies are judged as buttons, the slots of elements as signatures, each box
//! by itself as a quote. What a button or a signature says is cut, but for what stands in code or in a table with heads,
//! and unless too few bodies would say anything without it.

use crate::features::roles::{Columns, Known, Part, Shared, features};
use crate::regions::aligned_rows::Region;
use crate::regions::parts::{self, PLAIN};
use html::names::{NameId, name};
use trees::boosted::Trees;

const LIKELY: f64 = 0.5; // from which on a column plays a role
const LONGEST_BUTTON: i32 = 160; // characters of a text that is a button, a label or a note
const MOST_COLUMNS: usize = 100; // of texts or elements that are looked at, those of most records first
const MOST_QUOTES: usize = 200; // elements that are tried as quotes
const LEFT: f64 = 0.5; // share of the bodies that must say something without buttons and signatures

/// The trees that judge buttons, signatures and quotes.
pub struct Judges<'trees> {
    pub buttons: &'trees Trees,
    pub signatures: &'trees Trees,
    pub quotes: &'trees Trees,
}

/// The rows of the texts that nobody said, in document order, and those of the quotes; `raw` are texts of no reader.
pub fn find(
    columns: &Columns,
    raw: &[bool],
    region: &Region,
    known: &Known,
    judges: &Judges,
) -> (Vec<usize>, Vec<usize>) {
    let judged = Judged { columns, region, known, shared: Shared::of(columns, region, known) };
    let mut is_cut = vec![false; columns.end.len()];
    let buttons = button_columns(columns, raw, region, known);
    for part in judged.likely(buttons, judges.buttons) {
        part.iter().for_each(|&(_, row)| is_cut[row] = true);
    }
    let signatures = element_slots(columns, region, known);
    for (_, row) in judged.likely(signatures, judges.signatures).into_iter().flatten() {
        let inner = row..columns.end[row] as usize;
        limits::tick(1 + inner.len() / 8);
        inner.filter(|&inner| columns.titles.tag[inner] == name::TEXT).for_each(|inner| is_cut[inner] = true);
    }
    keep_structures(columns, known.mains, &mut is_cut);
    let rows = (0..is_cut.len()).filter(|&row| is_cut[row]).collect::<Vec<_>>();
    let is_left = !rows.is_empty() && is_something_left(columns, known.mains, &is_cut);
    let quotes = judged.likely(quote_elements(columns, region, known), judges.quotes);
    (if is_left { rows } else { Vec::new() }, quotes.iter().map(|part| part[0].1).collect::<Vec<_>>())
}

/// What columns are judged with.
struct Judged<'page> {
    columns: &'page Columns<'page>,
    region: &'page Region<'page>,
    known: &'page Known<'page>,
    shared: Shared,
}

impl Judged<'_> {
    /// The records and rows of the columns that likely play the role of the trees.
    fn likely(&self, parts: Vec<Part>, trees: &Trees) -> Vec<Vec<(usize, usize)>> {
        if parts.is_empty() {
            return Vec::new();
        }
        let matrix = features(self.columns, self.region, self.known, &self.shared, &parts);
        let likely = trees.likely(&matrix);
        let is_likely = |&(_, likely): &(Part, f64)| likely >= LIKELY;
        parts.into_iter().zip(likely).filter(is_likely).map(|((rows, _), _)| rows).collect::<Vec<_>>()
    }
}

/// The columns of short texts in the bodies, those of most records first.
fn button_columns(columns: &Columns, raw: &[bool], region: &Region, known: &Known) -> Vec<Part> {
    let page = &columns.titles;
    let said = in_spans(columns.end.len(), known.mains.iter().copied());
    let is_button = |position: usize| {
        let row = region.rows[position] as usize;
        let is_short = page.tag[row] == name::TEXT && (1..=LONGEST_BUTTON).contains(&page.chars[row]);
        is_short && !page.hidden[row] && !raw[row] && said[row]
    };
    let of_page = parts::Columns { tag: page.tag, parent: page.parent };
    let mut found = parts::find(&of_page, region, is_button, PLAIN);
    found.sort_by_key(|column| std::cmp::Reverse(column.rows.len()));
    found.truncate(MOST_COLUMNS);
    found.into_iter().map(|column| (column.rows, Some((column.slot, column.ordinal as i64)))).collect::<Vec<_>>()
}

/// The elements of each slot in the bodies that hold text, those of most records first.
fn element_slots(columns: &Columns, region: &Region, known: &Known) -> Vec<Part> {
    let mut number_of = vec![usize::MAX; region.slots()];
    let mut parts: Vec<Part> = Vec::new();
    for position in 0..region.positions() {
        limits::tick(1);
        let (row, record, slot) = region.at(position);
        let tag = columns.titles.tag[row];
        if tag == name::TEXT || is_no_part(tag) || !holds_text(columns, known.mains[record], row) {
            continue;
        }
        if number_of[slot] == usize::MAX {
            number_of[slot] = parts.len();
            parts.push((Vec::new(), None));
        }
        parts[number_of[slot]].0.push((record, row));
    }
    parts.sort_by_key(|(rows, _)| std::cmp::Reverse(rows.len()));
    parts.truncate(MOST_COLUMNS);
    parts
}

/// The boxes in the bodies that may be quotes, each by itself.
fn quote_elements(columns: &Columns, region: &Region, known: &Known) -> Vec<Part> {
    let can_be = |&position: &usize| {
        let (row, record, _) = region.at(position);
        is_box(columns.titles.tag[row]) && holds_text(columns, known.mains[record], row)
    };
    let mut parts = Vec::new();
    for position in (0..region.positions()).filter(can_be).take(MOST_QUOTES) {
        let (row, record, _) = region.at(position);
        parts.push(([(record, row)].to_vec(), None));
    }
    parts
}

/// Whether an element lies inside of a body and shows some text.
fn holds_text(columns: &Columns, (start, end): (usize, usize), row: usize) -> bool {
    start < row && row < end && columns.shown[columns.end[row] as usize] > columns.shown[row]
}

/// Takes the mark of the rows that stand in code or in a table with heads inside of a body: these are whole.
fn keep_structures(columns: &Columns, mains: &[(usize, usize)], is_cut: &mut [bool]) {
    let (count, page) = (is_cut.len(), &columns.titles);
    let inside = in_spans(count, mains.iter().filter(|(start, end)| start < end).map(|&(start, end)| (start + 1, end)));
    let mut table_of = Vec::with_capacity(count); // the table around each row, if there is one
    let mut spans = Vec::new();
    for row in 0..count {
        limits::tick(1);
        let above = usize::try_from(page.parent[row]).ok().and_then(|above| table_of[above]);
        table_of.push(if page.tag[row] == name::TABLE { Some(row) } else { above });
        let whole = match page.tag[row] {
            name::PRE => Some(row),
            name::TH => table_of[row],
            _ => None,
        };
        if let Some(whole) = whole.filter(|&whole| inside[whole]) {
            spans.push((whole, columns.end[whole] as usize));
        }
    }
    for (is_cut, is_held) in is_cut.iter_mut().zip(in_spans(count, spans.into_iter())) {
        *is_cut &= !is_held;
    }
}

/// Whether enough bodies say something without what is cut.
fn is_something_left(columns: &Columns, mains: &[(usize, usize)], is_cut: &[bool]) -> bool {
    let is_said = |row: usize| columns.titles.tag[row] == name::TEXT && columns.titles.chars[row] > 0 && !is_cut[row];
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
    let mut depth = 0;
    steps[..count]
        .iter()
        .map(|step| {
            depth += step;
            depth > 0
        })
        .collect::<Vec<_>>()
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
