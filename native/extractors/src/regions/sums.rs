//! What is said of ranges of blocks: differences of running sums.
//!
//! Running counts over the rows, so that what lies under any row is a difference of two.

use std::ops::Range;

use super::{First, words};
use html::names::name::*;
use html::page_view::PageView;

/// Sums over the blocks before each block, and before the one behind the last: words, probable words, their second
/// moment, words in links.
pub struct Sums(Vec<[f64; 4]>);

impl Sums {
    pub fn of(page: &PageView, first: &First) -> Sums {
        let mut sums = Vec::with_capacity(page.block_words.len() + 1);
        let mut sum = [0.0; 4];
        sums.push(sum);
        for block in 0..page.block_words.len() {
            limits::tick(1);
            let (words, probability) = (words(page, block), first.probability[block]);
            let links = f64::from(first.feature(block, first.link_words));
            let values = [words, words * probability, words * probability * probability, links];
            sum = std::array::from_fn(|part| sum[part] + values[part]);
            sums.push(sum);
        }
        Sums(sums)
    }

    /// What is said of some blocks.
    pub fn told(&self, blocks: Range<usize>) -> Told {
        let (start, end) = (&self.0[blocks.start], &self.0[blocks.end]);
        let [words, right, square, links] = std::array::from_fn(|part| end[part] - start[part]);
        Told::of(words, blocks.len(), right, square, links)
    }

    /// The sums over all blocks.
    pub fn whole(&self) -> [f64; 4] {
        self.0.last().copied().unwrap_or_default()
    }
}

/// What is said of blocks: their words, how many they are, the mean probability of their words, its standard deviation,
/// the share of words in links.
#[derive(Clone, Copy, Default)]
pub struct Told {
    pub words: f64,
    pub blocks: f64,
    pub mean: f64,
    pub spread: f64,
    pub link_density: f64,
}

impl Told {
    pub fn of(words: f64, blocks: usize, right: f64, square: f64, links: f64) -> Told {
        let at_least_one = words.max(1.0);
        let mean = right / at_least_one;
        let spread = (square / at_least_one - mean * mean).max(0.0).sqrt();
        Told { words, blocks: blocks as f64, mean, spread, link_density: links / at_least_one }
    }

    /// The columns of a range of blocks.
    pub fn of_range(&self) -> [f64; 5] {
        [self.words, self.blocks, self.mean, self.spread, self.link_density]
    }

    /// The columns of blocks that belong together.
    pub fn of_group(&self) -> [f64; 3] {
        [self.words, self.mean, self.spread]
    }
}

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
