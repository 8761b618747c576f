//! The core: the element whose blocks speak most for content. And the regions around it.

use super::counts::{Before, blocks_under};
use super::words;
use html::page_view::{PageView, sums_before};

/// Elements that speak nearly as much hold the same blocks; the innermost of them is the core.
const NEARLY: f64 = 1e-9;

/// The row of the core. A block speaks for content where its probability is over half of the page's highest.
pub fn find(page: &PageView, before: &[Before], probability: &[f64]) -> usize {
    let threshold = 0.5 * probability.iter().copied().fold(0.0, f64::max);
    let speaks_for = |(block, &probability): (usize, &f64)| words(page, block) * (probability - threshold);
    let speaks = sums_before(probability.iter().enumerate().map(speaks_for));
    let total = |row| {
        let blocks = blocks_under(page, before, row);
        speaks[blocks.end] - speaks[blocks.start]
    };
    let rows = 0..page.tag.len();
    let best = rows.clone().map(total).fold(0.0, f64::max);
    rows.rev().find(|&row| total(row) >= best - NEARLY).unwrap_or(0)
}

/// For every block its region: the largest element around it that does not hold the core, row 0 where there is none.
pub fn regions(page: &PageView, core: usize) -> Vec<i32> {
    let mut regions = Vec::with_capacity(page.block_first.len());
    let (mut region, mut row) = (0, 0);
    for &first in page.block_first {
        // A row holds the core, or it is a region with all that lies in it.
        while row <= first as usize {
            limits::tick(1);
            let holds_core = row <= core && core < page.end[row] as usize;
            region = if holds_core || page.parent[row] < 0 { 0 } else { row as i32 };
            row = if holds_core { row + 1 } else { page.end[row] as usize };
        }
        regions.push(region);
    }
    regions
}
