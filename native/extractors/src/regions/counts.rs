//! Running counts over the rows, so that what lies under any row is a difference of two.

use std::ops::Range;

use html::names::name::*;
use html::page_view::PageView;

/// What lies before a row.
#[derive(Clone, Copy, Default)]
pub struct Before {
    pub blocks: u32,
    pub chars: i32,
    pub images: u32,
    pub links: u32,
    /// Elements that are parts of a page.
    pub parts: u32,
}

/// The counts of every row, and of the row behind the last.
pub fn count(page: &PageView) -> Vec<Before> {
    let mut counts = Vec::with_capacity(page.tag.len() + 1);
    let mut now = Before::default();
    for (row, &tag) in page.tag.iter().enumerate() {
        limits::tick(1);
        counts.push(now);
        now.chars += page.chars[row];
        now.blocks += u32::from(page.block_first.get(now.blocks as usize) == Some(&(row as i32)));
        match tag {
            IMG => now.images += 1,
            A => now.links += 1,
            H1 | H2 | H3 | H4 | H5 | H6 | ARTICLE | SECTION | FORM | MAIN | NAV | ASIDE | TABLE => now.parts += 1,
            _ => (),
        }
    }
    counts.push(now);
    counts
}

/// The blocks under a row.
pub fn blocks_under(page: &PageView, before: &[Before], row: usize) -> Range<usize> {
    before[row].blocks as usize..before[page.end[row] as usize].blocks as usize
}
