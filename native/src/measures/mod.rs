//! Measures: the hot numbers of a block, one row a block, one column a measure; `src/weft/features` documents them.
//!
//! Everything here is bounded by the size of the page: a block looks at no more than `HIGHEST` ancestors.

mod ancestors;
mod core;
mod declared;
mod densities;
mod groups;
mod lexicon;
pub mod page;
mod surroundings;
mod wording;

use std::sync::OnceLock;

use crate::attributes::AttributeColumns;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::NameId;

/// How far up a block looks; pages of people are rarely deeper than 40.
const HIGHEST: usize = 64;

/// The columns of a page that measures read.
pub struct Columns<'page> {
    pub text: &'page str,
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub nth: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub words: &'page [i32],
    pub in_link: &'page [bool],
    pub step: &'page [u64],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub block_row: &'page [i32],
    pub block_first: &'page [i32],
    pub block_last: &'page [i32],
    pub block_text_start: &'page [i32],
    pub block_text_end: &'page [i32],
    pub block_words: &'page [i32],
    pub block_hidden: &'page [bool],
    /// What a word counts; see `word_scale`.
    pub scale: f32,
    pub attributes: &'page AttributeColumns,
    pub added_tags: &'page [Box<str>],
}

impl Columns<'_> {
    /// The rows from a block's element up to the root, at most `HIGHEST`.
    fn up(&self, block: usize) -> impl Iterator<Item = usize> {
        let mut row = self.block_row[block];
        std::iter::from_fn(move || {
            let current = row;
            if current < 0 {
                return None;
            }
            row = self.parent[current as usize];
            Some(current as usize)
        })
        .take(HIGHEST)
    }

    /// The words of a block that stand in links.
    fn link_words(&self, block: usize) -> f32 {
        let rows = self.block_first[block] as usize..self.block_last[block] as usize;
        rows.filter(|&row| self.in_link[row]).map(|row| self.size(row)).sum()
    }

    /// The words of a row, scaled.
    fn size(&self, row: usize) -> f32 {
        self.words[row] as f32 * self.scale
    }

    /// The words of a block, scaled.
    fn block_size(&self, block: usize) -> f32 {
        self.block_words[block] as f32 * self.scale
    }
}

/// What a word counts on a page: less the more of its words are single CJK characters, two of which say about as much as
/// one word of other languages. Counted by the first bytes of such characters in UTF-8.
pub fn word_scale(content: &[u8], block_words: &[i32]) -> f32 {
    let words: i64 = block_words.iter().map(|&words| i64::from(words)).sum();
    let characters = content.iter().filter(|byte| matches!(byte, 0xE3..=0xE9)).count();
    1.0 - 0.5 * (characters as f32 / words.max(1) as f32).min(1.0)
}

/// A matrix of measures: rows one behind the other, and the time until which they are to be filled.
struct Matrix<'time> {
    width: usize,
    values: Vec<f32>,
    deadline: &'time mut Deadline,
}

impl Matrix<'_> {
    /// The columns from `start` on of a block's row; an error where the time is up.
    fn row(&mut self, block: usize, start: usize) -> Result<&mut [f32], Tripped> {
        self.deadline.check()?;
        Ok(&mut self.values[block * self.width + start..(block + 1) * self.width])
    }
}

/// The names of the measures, in the order of the columns.
pub fn names() -> Vec<String> {
    measured_names().into_iter().chain(surroundings::names()).collect()
}

/// The names of what is measured of a block itself, which surroundings are made of.
fn measured_names() -> Vec<String> {
    parts().into_iter().flatten().collect()
}

fn parts() -> [Vec<String>; 6] {
    [wording::names(), ancestors::names(), densities::names(), groups::names(), core::names(), declared::names()]
}

/// Where the columns of each part start, surroundings the last, and how many columns there are.
fn starts() -> &'static [usize; 8] {
    static STARTS: OnceLock<[usize; 8]> = OnceLock::new();
    STARTS.get_or_init(|| {
        let parts = parts().into_iter().chain([surroundings::names()]);
        let widths: Vec<usize> = parts.map(|names| names.len()).collect();
        std::array::from_fn(|part| widths[..part].iter().sum())
    })
}

/// How many measures there are.
pub fn width() -> usize {
    starts()[7]
}

/// The measures of every block, row by row, and how many a row has.
pub fn measure(page: &Columns, deadline: &mut Deadline) -> Result<(Vec<f32>, usize), Tripped> {
    let [wording, ancestors, densities, groups, core, declared, surroundings, width] = *starts();
    let values = memory::filled(0.0, width * page.block_row.len())?;
    let mut matrix = Matrix { width, values, deadline };
    let sums = densities::Sums::of(page)?;
    let words = wording::fill(page, &mut matrix, wording)?;
    ancestors::fill(page, &mut matrix, ancestors)?;
    densities::fill(page, &sums, &mut matrix, densities)?;
    groups::fill(page, &sums, &words, &mut matrix, groups)?;
    core::fill(page, &sums, &mut matrix, core)?;
    declared::fill(page, &words, &mut matrix, declared)?;
    surroundings::fill(page, &mut matrix, surroundings)?;
    Ok((matrix.values, width))
}
