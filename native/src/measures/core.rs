//! The core: the element that holds the most running text directly, and where a block stands relative to it.
//!
//! Each block of running text gives its words outside links to the parent of its element, half of them to the
//! grandparent; the element that is given the most is the core.

use super::densities::Sums;
use super::{Columns, Matrix};
use crate::limits::Tripped;
use crate::memory;

/// Under this many words a block is a label or a title, not running text.
const RUNNING: f32 = 12.0;
/// A block with more of its words in links is a menu.
const LINKED: f32 = 0.5;

const NAMES: [&str; 4] = ["core_levels", "core_below", "core_share", "core_order"];

pub fn names() -> Vec<String> {
    NAMES.iter().map(|name| name.to_string()).collect()
}

/// Writes the levels from a block up to the nearest ancestor that holds the core, the levels from there down to it, the
/// core's share of that ancestor's words, and whether the block stands before the core, in it or behind it.
pub fn fill(page: &Columns, sums: &Sums, matrix: &mut Matrix, start: usize) -> Result<(), Tripped> {
    let Some(core) = find(page)? else { return Ok(()) };
    let words = sums.under(page, core).words();
    for block in 0..page.block_row.len() {
        let row = matrix.row(block, start)?;
        let first = page.block_first[block];
        row[3] = if first < core as i32 { -1.0 } else { f32::from(first >= page.end[core]) };
        for (level, ancestor) in page.up(block).enumerate() {
            if ancestor <= core && core < page.end[ancestor] as usize {
                row[0] = level as f32;
                row[1] = levels_between(page, core, ancestor);
                row[2] = words / sums.under(page, ancestor).words().max(1.0);
                break;
            }
        }
    }
    Ok(())
}

fn levels_between(page: &Columns, mut row: usize, ancestor: usize) -> f32 {
    let mut levels = 0.0;
    while row != ancestor && page.parent[row] >= 0 && levels < super::HIGHEST as f32 {
        row = page.parent[row] as usize;
        levels += 1.0;
    }
    levels
}

fn find(page: &Columns) -> Result<Option<usize>, Tripped> {
    let mut given = memory::filled(0.0f32, page.tag.len())?;
    for block in 0..page.block_row.len() {
        let words = page.block_size(block);
        let linked = page.link_words(block);
        if words < RUNNING || linked > LINKED * words {
            continue;
        }
        for (ancestor, weight) in page.up(block).skip(1).zip([1.0, 0.5]) {
            given[ancestor] += weight * (words - linked);
        }
    }
    let best = (0..given.len()).max_by(|&a, &b| given[a].total_cmp(&given[b]).then(b.cmp(&a)));
    Ok(best.filter(|&best| given[best] > 0.0))
}
