//! Plain text of the kept blocks.
//!
//! In words: write the kept blocks one after the other, white space collapsed, `br` as a line break, `pre` as it
//! stands. Between two blocks look at the outermost element that begins there, the turn: an item, a row or a term
//! begins a line, a cell stands behind a tab, anything else begins a paragraph. Formulas are shown as their LaTeX, without
//! dollar signs: in the block that they belong to, or between two.
//!
//! Tables that hold data, as opposed to tables that lay a page out.
//!
//! In words: count what a table shows, that is what holds kept blocks. It holds data if it shows no structure that a
//! cell of data does not have, two rows or a head, two cells or more in a row, and no cell that is a column of the page.

mod cuts;
mod formulas;
mod white_space;

use std::ops::Range;

use crate::passages::{self, Wanted, pictures};
use cuts::{Cuts, Rows};
use extractors::noise::Code;
use extractors::regions::structures::{MAX_CELL_BLOCKS, MAX_CELL_CHARS, are_data, is_structure};
use formulas::units;
use html::names::name::*;
use html::page_view::PageView;
use memchr::memmem;
use white_space::{collapse, trim_end};

/// Of a link from a note back to its reference.
const ARROW: &str = "↩";

/// What stands between two blocks.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    Nothing,
    Paragraph,
    Line,
    Cell,
    Space,
    /// A cell that is a column of the page.
    Column,
}

impl Separator {
    fn text(self) -> &'static [u8] {
        match self {
            Separator::Nothing => b"",
            Separator::Paragraph | Separator::Column => b"\n\n",
            Separator::Line => b"\n",
            Separator::Cell => b"\t",
            Separator::Space => b" ",
        }
    }
}

/// Rows of the page and their text, which is that of a block where it is not given.
struct Unit {
    first: i32,
    last: i32,
    block: usize,
    text: Option<Vec<u8>>,
}

/// A unit and what stands before it.
struct Part {
    unit: Unit,
    before: Separator,
    /// The row of the turn before it.
    turn: usize,
    /// Where the `pre` that it stands in ends, 0 if in none.
    pre_end: i32,
    in_data: bool,
}

/// The text of the kept blocks (rising indexes) of a page at an address, in UTF-8; with the readings of characters and the
/// captions of pictures or without.
pub fn render(page: &PageView, keep: &[i64], wanted: &Wanted) -> Vec<u8> {
    let keep = &*pictures::blocks(page, keep, wanted);
    let code = Code::of(page);
    let (pres, rows) = (pres(page, &code.rows), rows_of(page, keep));
    let has_formulas = passages::formulas::are_told(page, rows) || passages::formulas::has_named(page);
    let mut cuts = cuts::find(page, keep, &code, (&wanted.url, wanted.readings));
    let write = |cuts: &Rows| {
        let cuts = cuts_of(page, cuts);
        let left = if cuts.is_empty() { keep.to_vec() } else { left_by(page, &cuts, keep, &pres) };
        let formulas = if has_formulas { passages::formulas::of_blocks(page, &left) } else { Vec::new() };
        let units = units(page, &left, &formulas, &cuts);
        weave(page, units, &pres, &cuts)
    };
    let mut text = write(&cuts);
    if memmem::find(&text, ARROW.as_bytes()).is_some() {
        let notes = cuts::of_notes(page, keep);
        if !notes.is_empty() {
            cuts.extend(notes);
            text = write(&cuts);
        }
    }
    cuts::drop_controls(&mut text);
    text
}

/// The rows from the first kept element to the end of the last.
fn rows_of(page: &PageView, keep: &[i64]) -> Range<usize> {
    let rows = keep.iter().map(|&block| page.block_row[block as usize] as usize);
    let wide = |(low, high): (usize, usize), row: usize| (low.min(row), high.max(page.end[row] as usize));
    let (low, high) = rows.fold((usize::MAX, 0), wide);
    low.min(high)..high
}

/// The rows of every outermost `pre`.
fn pres(page: &PageView, rows: &[usize]) -> Vec<Range<i32>> {
    let mut pres: Vec<Range<i32>> = Vec::new();
    for &row in rows {
        if pres.last().is_none_or(|pre| pre.end <= row as i32) {
            pres.push(row as i32..page.end[row]);
        }
    }
    pres
}

fn cuts_of(page: &PageView, rows: &Rows) -> Cuts {
    let place = |row: usize| (page.text_start[row] as usize, page.text_end[row] as usize);
    let stretch = |(&row, words): (&usize, &String)| (place(row).0, place(row).1, words.clone());
    Cuts::of(rows.iter().map(stretch).collect())
}

/// Those of the kept blocks of which the cuts leave something.
fn left_by(page: &PageView, cuts: &Cuts, keep: &[i64], pres: &[Range<i32>]) -> Vec<i64> {
    let mut pres = pres.iter().peekable();
    let (mut left, mut out) = (Vec::with_capacity(keep.len()), Vec::new());
    for &block in keep {
        limits::tick(1);
        let row = page.block_first[block as usize];
        while pres.next_if(|pre| pre.end <= row).is_some() {}
        out.clear();
        write(page, block as usize, pres.peek().is_some_and(|pre| pre.start <= row), cuts, &mut out);
        if !out.is_empty() {
            left.push(block);
        }
    }
    left
}

/// Puts units together with what must stand between them.
fn weave(page: &PageView, units: Vec<Unit>, pres: &[Range<i32>], cuts: &Cuts) -> Vec<u8> {
    let blocks = || units.iter().filter(|unit| unit.text.is_none()).map(|unit| unit.block);
    let size = blocks()
        .next()
        .zip(blocks().next_back())
        .map_or(0, |(first, last)| page.block_text_end[last] - page.block_text_start[first]);
    let mut out = Vec::with_capacity(usize::try_from(size).unwrap_or(0) + 2 * units.len());
    let mut parts = parts(page, units, pres);
    if parts.iter().any(|part| part.before == Separator::Cell) {
        set_columns(page, &mut parts);
        set_tables(page, &mut parts);
    }
    for part in &parts {
        limits::tick(1);
        out.extend_from_slice(part.before.text());
        let begin = out.len();
        match &part.unit.text {
            Some(text) => out.extend_from_slice(text),
            None => write(page, part.unit.block, part.pre_end > 0, cuts, &mut out),
        }
        if part.in_data {
            flatten(&mut out, begin);
        }
    }
    out
}

fn parts(page: &PageView, units: Vec<Unit>, pres: &[Range<i32>]) -> Vec<Part> {
    let mut pres = pres.iter().peekable();
    let mut parts: Vec<Part> = Vec::with_capacity(units.len());
    for unit in units {
        limits::tick(1);
        let row = unit.first;
        while pres.next_if(|pre| pre.end <= row).is_some() {}
        let pre_end = pres.peek().filter(|pre| pre.start <= row).map_or(0, |pre| pre.end);
        let (before, turn) = match parts.last() {
            None => (Separator::Nothing, 0),
            Some(part) => {
                let turn = turn(page, part.unit.last, row);
                (if row < part.pre_end { Separator::Line } else { separator(page, turn) }, turn)
            }
        };
        parts.push(Part { unit, before, turn, pre_end, in_data: false });
    }
    parts
}

/// The outermost element that begins between the row behind a unit and the first row of the next; its parent is the
/// element that both lie in.
fn turn(page: &PageView, last: i32, first: i32) -> usize {
    let mut row = first;
    while page.parent[row as usize] >= last {
        row = page.parent[row as usize];
    }
    row as usize
}

fn separator(page: &PageView, turn: usize) -> Separator {
    match page.tag[turn] {
        TD | TH => Separator::Cell,
        LI | TR | THEAD | TBODY | TFOOT | DT | DD | OPTION | OPTGROUP | CAPTION => Separator::Line,
        UL | OL | MENU | DIR | DL | TABLE if is_in_item(page, turn) => Separator::Line,
        _ => Separator::Paragraph,
    }
}

fn is_in_item(page: &PageView, row: usize) -> bool {
    let parent = page.parent[row];
    parent >= 0 && matches!(page.tag[parent as usize], LI | DD)
}

/// A cell beside one that holds several blocks is a column of the page, not of a table.
fn set_columns(page: &PageView, parts: &mut [Part]) {
    for index in 1..parts.len() {
        let depth = page.depth[parts[index].turn];
        let is_inside = |part: &Part| part.before == Separator::Paragraph && page.depth[part.turn] > depth;
        if parts[index].before == Separator::Cell
            && (is_inside(&parts[index - 1]) || parts.get(index + 1).is_some_and(is_inside))
        {
            parts[index].before = Separator::Column;
        }
    }
}

/// Puts each row of a table of data on one line, whatever its cells hold.
fn set_tables(page: &PageView, parts: &mut [Part]) {
    let firsts: Vec<i32> = parts.iter().map(|part| part.unit.first).collect::<Vec<_>>();
    for runs in data_tables(page, &firsts) {
        let start = runs.start;
        for (index, part) in (start..).zip(&mut parts[runs]) {
            part.in_data = true;
            if index > start {
                part.before = match page.tag[part.turn] {
                    TD | TH => Separator::Cell,
                    TR | THEAD | TBODY | TFOOT | CAPTION => Separator::Line,
                    _ => Separator::Space,
                };
            }
        }
    }
}

/// Writes the text of a block.
fn write(page: &PageView, block: usize, in_pre: bool, cuts: &Cuts, out: &mut Vec<u8>) {
    let (mut start, end) = (page.block_text_start[block] as usize, page.block_text_end[block] as usize);
    if in_pre {
        let text = cuts.read(page.text.as_bytes(), start, end);
        let blank_lines = text.iter().take_while(|&&byte| byte == b'\n').count();
        out.extend_from_slice(trim_end(&text[blank_lines..]));
        return;
    }
    let (begin, mut is_blank) = (out.len(), false);
    for row in page.block_first[block] as usize..page.block_last[block] as usize {
        let place = page.text_start[row] as usize;
        // A `br` of hidden text lies behind.
        if page.tag[row] == BR && place < end {
            is_blank = write_line(&cuts.read(page.text.as_bytes(), start, place), is_blank, begin, out);
            start = place;
        }
    }
    write_line(&cuts.read(page.text.as_bytes(), start, end), is_blank, begin, out);
}

/// Writes a line of a block that begins at `begin`, behind a blank line if the line before was blank; says whether
/// this one is.
fn write_line(text: &[u8], after_blank: bool, begin: usize, out: &mut Vec<u8>) -> bool {
    let before = out.len();
    if before > begin {
        out.extend_from_slice(if after_blank { b"\n\n" } else { b"\n" });
    }
    let start = out.len();
    out.reserve(text.len()); // what is collapsed becomes no longer
    collapse(text, out);
    let is_blank = out.len() == start;
    if is_blank {
        out.truncate(before);
    }
    is_blank
}

/// Puts the lines from `begin` on into one: a line break is a space, and two spaces become one.
fn flatten(out: &mut Vec<u8>, begin: usize) {
    let is_space = |byte: u8| byte == b'\n' || byte == b' ';
    let (mut read, mut written) = (begin, begin);
    while read < out.len() {
        let byte = out[read];
        let is_pair = is_space(byte) && out.get(read + 1).copied().is_some_and(is_space);
        out[written] = if is_space(byte) { b' ' } else { byte };
        read += 1 + usize::from(is_pair);
        written += 1;
    }
    out.truncate(written);
}

#[cfg(test)]
#[path = "../../tests/unit/text.rs"]
mod tests;

/// The tables of data, each as the range of those kept runs that lie in it; `firsts` are the runs' first rows.
pub fn data_tables(page: &PageView, firsts: &[i32]) -> Vec<Range<usize>> {
    let last = firsts.last().map_or(0, |&row| row as usize);
    let mut tables = Vec::new();
    for row in (0..last).filter(|&row| page.tag[row] == TABLE) {
        if let Some(runs) = data_table(page, row, firsts) {
            tables.push(runs);
        }
    }
    tables
}

/// The kept runs in a table, None if it holds no data.
///
/// A table that shows another holds none, and the look ends there: so every row is looked at for one table only.
fn data_table(page: &PageView, table: usize, firsts: &[i32]) -> Option<Range<usize>> {
    let start = firsts.partition_point(|&first| first < table as i32);
    let role = page.attributes.of(table).find(|&(name, _)| name == ROLE).map_or("", |(_, value)| value);
    let (mut next, mut lines, mut heads, mut cell_parents) = (start, 0, 0, Vec::new());
    for row in table..page.end[table] as usize {
        limits::tick(1);
        while firsts.get(next).is_some_and(|&first| first < row as i32) {
            next += 1;
        }
        let inside = &firsts[next..];
        if inside.first().is_none_or(|&first| first >= page.end[row]) {
            if row == table {
                return None;
            }
            continue; // not shown
        }
        let tag = page.tag[row];
        match tag {
            TD | TH if is_column(page, page.end[row], inside) => return None,
            TD | TH => cell_parents.push(page.parent[row]),
            TR => lines += 1,
            _ if row > table && is_structure(tag) => return None,
            _ => (),
        }
        heads += usize::from(tag == TH);
    }
    let is_data = are_data(cell_parents, lines, heads);
    let end = start + firsts[start..].partition_point(|&first| first < page.end[table]);
    (is_data && !matches!(role, "presentation" | "none")).then_some(start..end)
}

/// Whether a cell that ends at a row, the kept runs from its first on given, holds too much for a cell of data.
fn is_column(page: &PageView, end: i32, inside: &[i32]) -> bool {
    let mut runs = inside.iter().take_while(|&&first| first < end);
    let chars: i32 = runs.by_ref().take(MAX_CELL_BLOCKS).map(|&first| page.chars[first as usize]).sum();
    chars > MAX_CELL_CHARS || runs.next().is_some()
}
