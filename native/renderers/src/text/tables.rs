//! Tables that hold data, as opposed to tables that lay a page out.
//!
//! In words: count what a table shows, that is what holds kept blocks. It holds data if it shows no structure that a
//! cell of data does not have, two rows or a head, two cells or more in a row, and no cell that is a column of the page.

use std::ops::Range;

use extractors::data_tables::{CELL_BLOCKS, CELL_CHARS, CELLS, WIDTH, is_structure};
use html::names::name::*;
use html::page_view::PageView;

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
    cell_parents.sort_unstable();
    let widest = cell_parents.chunk_by(|one, other| one == other).map(<[i32]>::len).max().unwrap_or(0);
    let is_data = (lines > 1 || heads > 0) && (2..=WIDTH).contains(&widest) && widest * lines <= CELLS;
    let end = start + firsts[start..].partition_point(|&first| first < page.end[table]);
    (is_data && !matches!(role, "presentation" | "none")).then_some(start..end)
}

/// Whether a cell that ends at a row, the kept runs from its first on given, holds too much for a cell of data.
fn is_column(page: &PageView, end: i32, inside: &[i32]) -> bool {
    let mut runs = inside.iter().take_while(|&&first| first < end);
    let chars: i32 = runs.by_ref().take(CELL_BLOCKS).map(|&first| page.chars[first as usize]).sum();
    chars > CELL_CHARS || runs.next().is_some()
}
