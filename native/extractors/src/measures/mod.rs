//! Measures: the hot numbers of a block, one row a block, one column a measure; `src/weft/features` documents them.
//!
//! Everything here is bounded by the size of the page: a block looks at no more than `HIGHEST` ancestors.

mod ancestors;
mod declared;
mod densities;
mod groups;
mod lexicon;
pub mod page;
mod surroundings;
mod tail;
mod wording;

use std::ops::{Deref, Range};
use std::sync::OnceLock;

use ancestors::{Ancestors, Core};
use declared::Declared;
use densities::Sums;
use groups::Groups;
use html::page_view::PageView;
use surroundings::Surroundings;
use tail::Tail;
use wording::Words;

/// Rows that are handed on together.
pub const BATCH: usize = trees::batches::ROWS;
/// So many rows are kept from the first look at them to the second, which takes 3 MB, and the words of so many bytes,
/// which take 9 MB at most; on larger pages they are read and written twice.
const MAX_KEPT: usize = 2048;
const MAX_KEPT_BYTES: usize = 2 << 20;
/// The last part of a row: what the other measures say of the blocks around.
const SURROUNDINGS: usize = 7;
/// How far up a block looks; pages of people are rarely deeper than 40.
const HIGHEST: usize = 64;

/// A page, and what a word of it counts; see `word_scale`.
struct Page<'page> {
    view: PageView<'page>,
    scale: f32,
}

impl<'page> Deref for Page<'page> {
    type Target = PageView<'page>;

    fn deref(&self) -> &PageView<'page> {
        &self.view
    }
}

impl Page<'_> {
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

    /// The same as a list.
    fn path<'list>(&self, block: usize, list: &'list mut [u32; HIGHEST]) -> &'list [u32] {
        let mut count = 0;
        for (place, row) in list.iter_mut().zip(self.up(block)) {
            *place = row as u32;
            count += 1;
        }
        &list[..count]
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
fn word_scale(page: &PageView) -> f32 {
    let content = &page.text.as_bytes()[..page.block_text_end.iter().copied().max().unwrap_or(0) as usize];
    let words: i64 = page.block_words.iter().map(|&words| i64::from(words)).sum();
    let characters = content.iter().filter(|byte| matches!(byte, 0xE3..=0xE9)).count();
    1.0 - 0.5 * (characters as f32 / words.max(1) as f32).min(1.0)
}

/// The names of the measures, in the order of the columns.
pub fn names() -> Vec<String> {
    measured_names().into_iter().chain(surroundings::names()).collect()
}

/// The names of what is measured of a block itself, which surroundings are made of.
fn measured_names() -> Vec<String> {
    parts().into_iter().flatten().collect()
}

fn parts() -> [Vec<String>; 7] {
    [
        wording::names(),
        ancestors::names(),
        densities::names(),
        groups::names(),
        ancestors::names_of_core(),
        declared::names(),
        tail::names(),
    ]
}

/// Where the columns of each part start, surroundings the last, and how many columns there are.
fn starts() -> &'static [usize; 9] {
    static STARTS: OnceLock<[usize; 9]> = OnceLock::new();
    STARTS.get_or_init(|| {
        let parts = parts().into_iter().chain([surroundings::names()]);
        let widths: Vec<usize> = parts.map(|names| names.len()).collect();
        std::array::from_fn(|part| widths[..part].iter().sum())
    })
}

/// How many measures there are.
pub fn width() -> usize {
    starts()[8]
}

/// The measures of every block, row by row, and how many a row has.
pub fn measure(page: &PageView) -> (Vec<f32>, usize) {
    let mut values = Vec::with_capacity(width() * page.block_row.len());
    let mut measures = Measures::of(page, |_| {});
    measures.each_batch(|rows| values.extend_from_slice(rows));
    (values, width())
}

/// What the rows of the blocks are written from.
pub struct Measures<'page> {
    page: Page<'page>,
    /// The words of all blocks, where they are few.
    words: Option<Words>,
    sums: Sums,
    ancestors: Ancestors,
    groups: Groups,
    core: Core,
    declared: Declared,
    tail: Tail,
    surroundings: Surroundings,
    /// The rows of all blocks, where there are few of them; else those of a batch.
    rows: Vec<f32>,
}

impl<'page> Measures<'page> {
    /// Measures the blocks; `see` is told of each what is measured of the block itself.
    pub fn of(view: &PageView<'page>, mut see: impl FnMut(&[f32])) -> Self {
        let page = Page { view: *view, scale: word_scale(view) };
        let (count, width) = (page.block_row.len(), width());
        let is_kept = count <= MAX_KEPT && page.block_text_end.last().map_or(0, |&end| end as usize) <= MAX_KEPT_BYTES;
        let mut rows = vec![0.0; width * if is_kept { count } else { BATCH }];
        let mut words = is_kept.then(|| Words::of(&page));
        let text = |block: usize| {
            limits::tick(1);
            match &mut words {
                Some(words) => words.add(&page, &mut rows[width * block..]),
                None => wording::hash_text(&page, block),
            }
        };
        let texts: Vec<u64> = (0..count).map(text).collect();
        let sums = Sums::of(&page);
        let links: Vec<f32> = (0..count).map(|block| page.link_words(block)).collect();
        let core = Core::of(&page, &sums, &links);
        let groups = Groups::of(&page, &sums, &texts, &links);
        let tail = Tail::of(&page, &groups.place, &links);
        drop((texts, links));
        let mut measures = Measures {
            ancestors: Ancestors::of(&page),
            groups,
            core,
            declared: Declared::of(&page),
            tail,
            surroundings: Surroundings::of(&page),
            page,
            sums,
            words,
            rows,
        };
        for block in 0..count {
            limits::tick(1);
            let row = measures.measure_block(block, if is_kept { block } else { 0 });
            see(&measures.rows[row.clone()]);
            measures.surroundings.add(block, &measures.rows[row]);
        }
        measures
    }

    /// Whether all rows are kept: there are few.
    pub fn is_kept(&self) -> bool {
        self.words.is_some()
    }

    /// Hands the rows of the blocks on, `BATCH` at a time.
    pub fn each_batch(&mut self, mut take: impl FnMut(&[f32])) {
        let (count, width, start) = (self.page.block_row.len(), width(), starts()[SURROUNDINGS]);
        let is_kept = self.is_kept();
        for first in (0..count).step_by(BATCH) {
            let blocks = first..count.min(first + BATCH);
            let shift = if is_kept { 0 } else { first };
            for block in blocks.clone() {
                limits::tick(1);
                if !is_kept {
                    self.measure_block(block, block - shift);
                }
                let row = &mut self.rows[width * (block - shift)..][..width];
                let (measured, rest) = row.split_at_mut(start);
                self.surroundings.write(&self.page, block, measured, rest);
            }
            take(&self.rows[width * (blocks.start - shift)..width * (blocks.end - shift)]);
        }
    }

    /// Writes what is measured of a block itself into a row, and tells where that is.
    fn measure_block(&mut self, block: usize, place: usize) -> Range<usize> {
        let [wording, ancestors, densities, groups, core, declared, tail, surroundings, width] = *starts();
        let (page, at) = (&self.page, width * place);
        let row = &mut self.rows[at..at + surroundings];
        let mut heard = self.declared.listen();
        match &self.words {
            Some(words) => words.tell(block, &mut heard),
            None => {
                row.fill(0.0);
                wording::write(page, block, &mut heard, &mut row[wording..]);
            }
        }
        heard.write(&mut row[declared..tail]);
        self.tail.write(block, &mut row[tail..surroundings]);
        let path = &mut [0; HIGHEST];
        let path = page.path(block, path);
        self.ancestors.write(page, path, &mut row[ancestors..densities]);
        densities::write(page, &self.sums, path, &mut row[densities..groups]);
        self.groups.write(block, path, &mut row[groups..core]);
        self.core.write(page, &self.sums, page.block_first[block], path, &mut row[core..declared]);
        at..at + surroundings
    }
}
