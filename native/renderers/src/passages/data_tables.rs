//! Tables of data among the shown rows, and tables that are code.
//!
//! In words: count what a table shows. It holds data if it shows no structure that a cell of data does not have, two rows
//! or a head, two cells or more in a row, and no cell that is a column of the page. A table is code where its classes or
//! those of its first cells say so.

use super::code::has_class;
use extractors::data_tables::{CELL_BLOCKS, CELL_CHARS, CELLS, WIDTH, is_structure};
use html::names::name;
use html::page_view::PageView;

const CODE_TABLES: [&str; 3] = ["js-file-line-container", "hljs-ln", "code-table"];
const CODE_CELLS: [&str; 6] = ["blob-code", "js-file-line", "hljs-ln-code", "crayon-code", "code", "line-content"];
const NUMBER_CELLS: [&str; 8] =
    ["gutter", "blob-num", "js-line-num", "crayon-nums", "lineno", "linenos", "line-number", "hljs-ln-numbers"];
/// Rows of a table in which its first cells stand.
const LOOK: usize = 12;

/// The rows of the shown tables that hold data, in order.
pub fn data_tables(page: &PageView, mask: &[bool]) -> Vec<usize> {
    let is_shown = |&row: &usize| page.tag[row] == name::TABLE && mask[row];
    let Some(first) = (0..mask.len()).find(is_shown) else { return Vec::new() };
    let sums = Sums::of(page, mask);
    let mut tables = Vec::new();
    for row in (first..mask.len()).filter(is_shown) {
        if is_data(page, mask, row, &sums) {
            tables.push(row);
        }
    }
    tables
}

/// Running sums over the shown rows.
struct Sums {
    structure: Vec<u32>,
    blocks: Vec<u32>,
    chars: Vec<i64>,
}

impl Sums {
    fn of(page: &PageView, mask: &[bool]) -> Self {
        let rows = mask.len();
        let (mut structure, mut blocks) = (vec![0; rows + 1], vec![0; rows + 1]);
        let mut chars = vec![0; rows + 1];
        let mut next = page.block_first.iter().peekable();
        for row in 0..rows {
            while next.next_if(|&&first| (first as usize) < row).is_some() {}
            let begins = next.peek().is_some_and(|&&first| first as usize == row);
            structure[row + 1] = structure[row] + u32::from(mask[row] && is_structure(page.tag[row]));
            blocks[row + 1] = blocks[row] + u32::from(mask[row] && begins);
            chars[row + 1] = chars[row] + if mask[row] { i64::from(page.chars[row]) } else { 0 };
        }
        Sums { structure, blocks, chars }
    }
}

fn is_data(page: &PageView, mask: &[bool], table: usize, sums: &Sums) -> bool {
    let end = page.end[table] as usize;
    let has_structure = sums.structure[end] > sums.structure[table + 1];
    if has_structure || matches!(page.attribute(table, name::ROLE), "presentation" | "none") || is_code(page, table) {
        return false;
    }
    let (mut lines, mut heads, mut parents) = (0, 0, Vec::new());
    for row in (table..end).filter(|&row| mask[row]) {
        limits::tick(1);
        match page.tag[row] {
            name::TR => lines += 1,
            tag @ (name::TD | name::TH) => {
                let last = page.end[row] as usize;
                let is_column = (sums.blocks[last] - sums.blocks[row]) as usize > CELL_BLOCKS;
                if is_column || sums.chars[last] - sums.chars[row] > i64::from(CELL_CHARS) {
                    return false;
                }
                heads += usize::from(tag == name::TH);
                parents.push(page.parent[row]);
            }
            _ => {}
        }
    }
    parents.sort_unstable();
    let widest = parents.chunk_by(|one, other| one == other).map(<[i32]>::len).max().unwrap_or(0);
    (lines > 1 || heads > 0) && (2..=WIDTH).contains(&widest) && widest * lines <= CELLS
}

/// Whether a table is code with one line a row, or with its lines in one cell beside their numbers.
pub fn is_code(page: &PageView, table: usize) -> bool {
    let end = page.end[table] as usize;
    if has_class(page, table, &CODE_TABLES) {
        return true;
    }
    let first = (table + 1..end.min(table + LOOK)).find(|&row| page.tag[row] == name::TD);
    let Some(first) = first.filter(|&first| has_class(page, first, &NUMBER_CELLS)) else { return false };
    let line = page.parent[first].max(0) as usize;
    let rows = page.under(line);
    let is_code_cell = |&row: &usize| page.tag[row] == name::TD && has_class(page, row, &CODE_CELLS);
    let next = |&row: &usize| page.end.get(row).map(|&end| end as usize);
    let mut children = std::iter::successors(Some(line + 1), next).take_while(|&row| row < rows.end);
    children.any(|row| is_code_cell(&row)) && !page.tag[rows].contains(&name::PRE)
}
