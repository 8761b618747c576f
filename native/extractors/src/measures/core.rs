//! The core: the element that holds the most running text directly, and where a block stands relative to it.
//!
//! Each block of running text gives its words outside links to the parent of its element, half of them to the
//! grandparent; the element that is given the most is the core.

use super::Page;
use super::densities::Sums;

/// Under this many words a block is a label or a title, not running text.
const RUNNING: f32 = 12.0;
/// A block with more of its words in links is a menu.
const LINKED: f32 = 0.5;

const NAMES: [&str; 4] = ["core_levels", "core_below", "core_share", "core_order"];

pub fn names() -> Vec<String> {
    NAMES.iter().map(|name| name.to_string()).collect()
}

/// The core, and how many words it holds.
pub struct Core {
    row: Option<usize>,
    words: f32,
}

impl Core {
    pub fn of(page: &Page, sums: &Sums, links: &[f32]) -> Core {
        let row = find(page, links);
        Core { row, words: row.map_or(0.0, |row| sums.under(page, row).words()) }
    }

    /// Writes the levels from a block up to the nearest ancestor that holds the core, the levels from there down to it,
    /// the core's share of that ancestor's words, and whether the block stands before the core, in it or behind it.
    pub fn write(&self, page: &Page, sums: &Sums, first: i32, path: &[u32], row: &mut [f32]) {
        row.fill(0.0);
        let Some(core) = self.row else { return };
        row[3] = if first < core as i32 { -1.0 } else { f32::from(first >= page.end[core]) };
        let holds_core = |&&ancestor: &&u32| ancestor as usize <= core && core < page.end[ancestor as usize] as usize;
        if let Some((level, &ancestor)) = path.iter().enumerate().find(|(_, ancestor)| holds_core(ancestor)) {
            row[0] = level as f32;
            row[1] = levels_between(page, core, ancestor as usize);
            row[2] = self.words / sums.under(page, ancestor as usize).words().max(1.0);
        }
    }
}

fn levels_between(page: &Page, mut row: usize, ancestor: usize) -> f32 {
    let mut levels = 0.0;
    while row != ancestor && page.parent[row] >= 0 && levels < super::HIGHEST as f32 {
        row = page.parent[row] as usize;
        levels += 1.0;
    }
    levels
}

fn find(page: &Page, links: &[f32]) -> Option<usize> {
    let mut given = vec![0.0f32; page.tag.len()];
    for (block, &linked) in links.iter().enumerate() {
        let words = page.block_size(block);
        if words < RUNNING || linked > LINKED * words {
            continue;
        }
        for (ancestor, weight) in page.up(block).skip(1).zip([1.0, 0.5]) {
            given[ancestor] += weight * (words - linked);
        }
    }
    let best = (0..given.len()).max_by(|&a, &b| given[a].total_cmp(&given[b]).then(b.cmp(&a)));
    best.filter(|&best| given[best] > 0.0)
}
