//! Which rows of a page are shown: the kept text, what it stands in, and the images and rules that belong to it.
//!
//! In words: mark the texts of the kept blocks, the images, media and rules that belong to them, of each formula its first
//! row, and all that these stand in. Tables of data and footnotes are found among what is marked.
//!
//! Tables of data among the shown rows, and tables that are code.
//!
//! In words: count what a table shows. It holds data if it shows no structure that a cell of data does not have, two rows
//! or a head, two cells or more in a row, and no cell that is a column of the page. A table is code where its classes or
//! those of its first cells say so.

use super::code::has_class;
use super::pictures::{self, Pictures};
use super::{Formula, Notes, Shown, Wanted, footnotes, formulas};
use extractors::captions::Look;
use extractors::noise::line_numbers::CELLS;
use extractors::regions::structures::{MAX_CELL_BLOCKS, MAX_CELL_CHARS, are_data, is_structure};
use extractors::{captions, noise};
use html::names::{NameId, name};
use html::page_view::PageView;

/// The rows that are shown for the kept blocks, whose numbers rise.
pub fn find(page: &PageView, keep: &[i64], wanted: &Wanted) -> Shown {
    let mut mask = vec![false; page.tag.len()];
    let (mut besides, Pictures { addresses: pictures, keep }) = mark_besides(page, keep, wanted, &mut mask);
    let elements = || keep.iter().map(|&block| page.block_row[block as usize] as usize);
    let Some(start) = elements().min() else { return Shown { mask, ..Shown::default() } };
    mark_text(page, &keep, &mut mask);
    let formulas = formulas::of_blocks(page, &keep);
    let replaced = mark_formulas(page, &formulas, &mut mask, &mut besides);
    let first = mask.iter().position(|&is_shown| is_shown).unwrap_or(start);
    let last = mask.iter().rposition(|&is_shown| is_shown).unwrap_or(start);
    let root = common_ancestor(page, start.min(first), last);
    mark_around(page, &mut mask);
    let tables = data_tables(page, &mask);
    let notes = find_notes(page, &keep, &mask, &tables, wanted);
    let mut noise = noise::find_inline(page, &keep);
    if !notes.left_out.is_empty() {
        noise.extend_from_slice(&notes.left_out);
        noise.sort_unstable();
    }
    Shown { mask, root, keep, pictures, tables, noise, formulas, replaced, notes }
}

/// Marks of each formula its first row alone, adds it to what stands beside the text, and tells the texts in it.
fn mark_formulas(page: &PageView, formulas: &[Formula], mask: &mut [bool], besides: &mut Vec<usize>) -> Vec<usize> {
    let mut replaced = Vec::new();
    for formula in formulas {
        let rows = formula.start..formula.end;
        for row in rows.clone().filter(|&row| mask[row] && matches!(page.tag[row], name::TEXT | name::BR)) {
            replaced.push(row);
        }
        mask[rows].fill(false);
        mask[formula.start] = true;
        besides.push(formula.start);
    }
    replaced
}

fn find_notes(page: &PageView, keep: &[i64], mask: &[bool], tables: &[usize], wanted: &Wanted) -> Notes {
    if !wanted.notes {
        return Notes::default();
    }
    let links: Vec<usize> = (0..mask.len()).filter(|&row| page.tag[row] == name::A && mask[row]).collect();
    footnotes::find(page, &links, &kept_text(page, keep), tables)
}

/// The texts and `br` of the kept blocks.
pub fn kept_text(page: &PageView, keep: &[i64]) -> Vec<bool> {
    let mut mask = vec![false; page.tag.len()];
    mark_text(page, keep, &mut mask);
    mask
}

/// Marks the texts and `br` of the kept blocks; text that was put aside (raw, hidden in a run) lies behind them.
fn mark_text(page: &PageView, keep: &[i64], mask: &mut [bool]) {
    let limit = page.block_text_end.last().copied().unwrap_or(0);
    for &block in keep {
        let block = block as usize;
        let rows = page.block_first[block] as usize..page.block_last[block] as usize;
        for (is_shown, row) in mask[rows.clone()].iter_mut().zip(rows) {
            let is_text = matches!(page.tag[row], name::TEXT | name::BR);
            *is_shown |= is_text && page.text_start[row] < limit && !page.raw[row];
        }
    }
}

/// Marks the rules, media and pictures that belong to the kept blocks, and tells their rows, and what is known of pictures.
fn mark_besides(page: &PageView, keep: &[i64], wanted: &Wanted, mask: &mut [bool]) -> (Vec<usize>, Pictures) {
    let figures = if wanted.images || wanted.captions { captions::find_figures(page) } else { Vec::new() };
    let look = Look::of(page, keep, &figures);
    let mut besides = Vec::new();
    let hidden = page.hidden;
    for (row, &tag) in page.tag.iter().enumerate() {
        let is_shown = match tag {
            name::HR | name::IFRAME | name::EMBED => !hidden[row] && look.is_near_kept(row),
            // Their words are for those who cannot play them, so the page calls them hidden.
            name::VIDEO | name::AUDIO | name::OBJECT => {
                !hidden[page.parent[row].max(0) as usize] && look.is_near_kept(row)
            }
            _ => false,
        };
        if is_shown {
            besides.push(row);
        }
    }
    let pictures = pictures::find(page, (keep, &look), &figures, wanted);
    besides.extend(pictures.addresses.iter().map(|&(row, _)| row));
    besides.iter().for_each(|&row| mask[row] = true);
    (besides, pictures)
}

/// Marks what shown rows stand in, and the cells of shown rows of tables.
fn mark_around(page: &PageView, mask: &mut [bool]) {
    for row in (1..mask.len()).rev().filter(|&row| page.parent[row] >= 0) {
        if mask[row] {
            mask[page.parent[row] as usize] = true;
        }
    }
    let is_cell = |&row: &usize| matches!(page.tag[row], name::TD | name::TH) && page.parent[row] >= 0;
    for row in (1..mask.len()).rev().filter(is_cell) {
        mask[row] |= mask[page.parent[row] as usize];
    }
}

/// The lowest row that two rows are or lie in; the whole table where that is a part of one.
fn common_ancestor(page: &PageView, first: usize, last: usize) -> usize {
    let is_part = |tag: NameId| matches!(tag, name::TR | name::THEAD | name::TBODY | name::TFOOT);
    let mut root = first;
    while root > 0 && (page.end[root] as usize <= last || is_part(page.tag[root])) {
        root = page.parent[root].max(0) as usize;
    }
    root
}

const CODE_TABLES: [&str; 3] = ["js-file-line-container", "hljs-ln", "code-table"];
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
                let is_column = (sums.blocks[last] - sums.blocks[row]) as usize > MAX_CELL_BLOCKS;
                if is_column || sums.chars[last] - sums.chars[row] > i64::from(MAX_CELL_CHARS) {
                    return false;
                }
                heads += usize::from(tag == name::TH);
                parents.push(page.parent[row]);
            }
            _ => {}
        }
    }
    are_data(parents, lines, heads)
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
    let is_code_cell = |&row: &usize| page.tag[row] == name::TD && has_class(page, row, &CELLS);
    let next = |&row: &usize| page.end.get(row).map(|&end| end as usize);
    let mut children = std::iter::successors(Some(line + 1), next).take_while(|&row| row < rows.end);
    children.any(|row| is_code_cell(&row)) && !page.tag[rows].contains(&name::PRE)
}
