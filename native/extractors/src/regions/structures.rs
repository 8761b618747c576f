//! Structures: elements whose blocks are chosen as a whole; `src/weft/features/structures.py` gives the reasons.
//!
//! In words: go through the rows; where a structure begins, note it and go on behind it. So none lies in another.
//!
//! What a cell of a table that holds data is like, as opposed to one of a table that lays a page out.

use std::ops::Range;

use super::sums::{Before, blocks_under};
use html::names::{NameId, name};
use html::page_view::PageView;

/// The kinds of structures, as they are numbered in Python.
pub mod kinds {
    pub const NONE: u8 = 0;
    pub const TABLE: u8 = 1;
    pub const CODE: u8 = 2;
    pub const FIGURE: u8 = 3;
    pub const LIST: u8 = 4;
    pub const DEFINITIONS: u8 = 5;
    pub const QUOTE: u8 = 6;
    pub const FORMULA: u8 = 7;
}
use kinds::*;

/// The structures of a page in document order: kind, element, first block, the block after the last. And for every
/// block its structure, -1 where it stands alone.
#[derive(Default)]
pub struct Structures {
    pub kind: Vec<u8>,
    pub row: Vec<i32>,
    pub first: Vec<i32>,
    pub last: Vec<i32>,
    pub of_block: Vec<i32>,
}

impl Structures {
    /// The kind of a block's structure and the blocks of it; a block that stands alone is all there is.
    pub fn around(&self, block: usize) -> (u8, Range<usize>) {
        match usize::try_from(self.of_block[block]) {
            Ok(number) => (self.kind[number], self.first[number] as usize..self.last[number] as usize),
            Err(_) => (NONE, block..block + 1),
        }
    }
}

pub fn find(page: &PageView, before: &[Before]) -> Structures {
    let mut structures = Structures { of_block: vec![-1; page.block_first.len()], ..Structures::default() };
    let mut row = 0;
    while row < page.tag.len() {
        limits::tick(1);
        let kind = kind_of(page, before, row);
        if kind == NONE {
            row += 1;
            continue;
        }
        let blocks = blocks_under(page, before, row);
        if !blocks.is_empty() {
            structures.of_block[blocks.clone()].fill(structures.row.len() as i32);
            structures.kind.push(kind);
            structures.row.push(row as i32);
            structures.first.push(blocks.start as i32);
            structures.last.push(blocks.end as i32);
        }
        row = page.end[row] as usize;
    }
    structures
}

/// The kind of structure that an element is. One that holds parts of the page is none; tables that hold data have been
/// looked at, code and figures are what their tags say.
fn kind_of(page: &PageView, before: &[Before], row: usize) -> u8 {
    let kind = match page.tag[row] {
        name::TABLE if holds_data(page, before, row) => TABLE,
        name::PRE => CODE,
        name::FIGURE => FIGURE,
        name::UL | name::OL => LIST,
        name::DL => DEFINITIONS,
        name::BLOCKQUOTE => QUOTE,
        name::MATH => FORMULA,
        _ => NONE,
    };
    let holds_parts = before[page.end[row] as usize].parts > before[row + 1].parts;
    if holds_parts && !matches!(kind, TABLE | CODE | FIGURE) { NONE } else { kind }
}

/// Whether a table holds data, as opposed to one that lays the page out: as `text::tables` has it, all rows shown.
///
/// A table that holds another has none, and the look ends there: so every row is looked at for one table only.
fn holds_data(page: &PageView, before: &[Before], table: usize) -> bool {
    if matches!(page.value(table, name::ROLE), Some("presentation" | "none")) {
        return false;
    }
    let (mut lines, mut heads, mut cell_parents) = (0, 0, Vec::new());
    for row in table + 1..page.end[table] as usize {
        limits::tick(1);
        match page.tag[row] {
            name::TD | name::TH if is_column(page, before, row) => return false,
            name::TD | name::TH => cell_parents.push(page.parent[row]),
            name::TR => lines += 1,
            tag if is_structure(tag) => return false,
            _ => (),
        }
        heads += usize::from(page.tag[row] == name::TH);
    }
    are_data(cell_parents, lines, heads)
}

/// Whether a cell holds too much for a cell of data.
fn is_column(page: &PageView, before: &[Before], cell: usize) -> bool {
    let end = &before[page.end[cell] as usize];
    blocks_under(page, before, cell).len() > MAX_CELL_BLOCKS || end.chars - before[cell].chars > MAX_CELL_CHARS
}

/// Paragraphs or list items of a cell, the longest lists in honest cells we saw have ten; characters, for a cell of more is
/// a column of the page; cells of a row, and of a table, which few spans would make very long.
pub const MAX_CELL_BLOCKS: usize = 12;
pub const MAX_CELL_CHARS: i32 = 2_000;
const MAX_WIDTH: usize = 200;
const MAX_CELLS: usize = 1_000_000;

/// Structure that a cell of data does not have.
pub fn is_structure(tag: NameId) -> bool {
    use name::*;
    matches!(tag, H1 | H2 | H3 | H4 | H5 | H6 | TABLE | PRE | BLOCKQUOTE | HR | ARTICLE | SECTION | FORM)
}

/// Whether cells, given by their parents, hold data where a table has so many rows and heads: two rows or a head, two cells
/// or more in a row.
pub fn are_data(mut parents: Vec<i32>, rows: usize, heads: usize) -> bool {
    parents.sort_unstable();
    let widest = parents.chunk_by(i32::eq).map(<[i32]>::len).max().unwrap_or(0);
    (rows > 1 || heads > 0) && (2..=MAX_WIDTH).contains(&widest) && widest * rows <= MAX_CELLS
}
