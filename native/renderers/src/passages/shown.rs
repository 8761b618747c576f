//! Which rows of a page are shown: the kept text, what it stands in, and the images and rules that belong to it.
//!
//! In words: mark the texts of the kept blocks, the images, media and rules that belong to them, of each formula its first
//! row, and all that these stand in. Tables of data and footnotes are found among what is marked.

use super::data_tables::data_tables;
use super::{Formula, Notes, Shown, Wanted, footnotes, formulas};
use extractors::captions::{self, Look};
use extractors::noise;
use html::names::{NameId, name};
use html::page_view::PageView;

/// The rows that are shown for the kept blocks, whose numbers rise.
pub fn find(page: &PageView, keep: &[i64], wanted: &Wanted) -> Shown {
    let rows = page.tag.len();
    let mut mask = vec![false; rows];
    let elements = || keep.iter().map(|&block| page.block_row[block as usize] as usize);
    let Some(start) = elements().min() else { return Shown { mask, ..Shown::default() } };
    mark_text(page, keep, &mut mask);
    let mut besides = mark_besides(page, keep, wanted, &mut mask);
    let formulas = formulas::of_blocks(page, keep);
    let replaced = mark_formulas(page, &formulas, &mut mask, &mut besides);
    let first = mask.iter().position(|&is_shown| is_shown).unwrap_or(start);
    let last = mask.iter().rposition(|&is_shown| is_shown).unwrap_or(start);
    let root = common_ancestor(page, start.min(first), last);
    mark_around(page, &mut mask);
    let tables = data_tables(page, &mask);
    let notes = find_notes(page, keep, &mask, &tables, wanted);
    let mut noise = noise::find_inline(page, keep);
    if !notes.left_out.is_empty() {
        noise.extend_from_slice(&notes.left_out);
        noise.sort_unstable();
    }
    Shown { mask, root, tables, noise, formulas, replaced, notes }
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

/// Marks the rules, media and images that belong to the kept blocks, and tells their rows.
fn mark_besides(page: &PageView, keep: &[i64], wanted: &Wanted, mask: &mut [bool]) -> Vec<usize> {
    let figures = if wanted.images { captions::find_figures(page) } else { Vec::new() };
    let look = Look::of(page, keep, &figures);
    let (mut besides, mut images) = (Vec::new(), Vec::new());
    let hidden = page.hidden;
    for (row, &tag) in page.tag.iter().enumerate() {
        let is_shown = match tag {
            name::HR | name::IFRAME | name::EMBED => !hidden[row] && look.is_near_kept(row),
            // Their words are for those who cannot play them, so the page calls them hidden.
            name::VIDEO | name::AUDIO | name::OBJECT => {
                !hidden[page.parent[row].max(0) as usize] && look.is_near_kept(row)
            }
            name::IMG if wanted.images && !hidden[row] => {
                images.push(row);
                false
            }
            _ => false,
        };
        if is_shown {
            besides.push(row);
        }
    }
    besides.extend_from_slice(&look.shown(&images));
    besides.iter().for_each(|&row| mask[row] = true);
    besides
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
