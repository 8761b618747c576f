//! Regions: what the first probabilities of a page say about the parts of it that hold a block.
//!
//! In words: a part is a range of blocks, and what is said of it is a difference of two running sums over the blocks.
//! The parts are a block's structure, the elements above it, its region, the blocks under the same path of tags, its
//! section and its neighbours. `src/weft/features/regions.py` documents the columns.
//!
//! The core: the element whose blocks speak most for content. And the regions around it.

pub mod structures;
mod sums;

use html::names::NameId;
use html::page_view::{PageView, sums_before};
pub use structures::{Structures, kinds};
use sums::{Before, Summary, Sums, blocks_under, count};
use text::hash::Numbers;
use trees::batches::ROWS as BATCH;
use trees::packed_rows::PackedRows;

/// The levels above a block that are described.
const LEVELS: usize = 6;
/// How many blocks on either side are described together.
const WINDOWS: [usize; 3] = [2, 5, 15];
/// The neighbours whose odds are told: before and behind.
const OFFSETS: [isize; 4] = [-1, -2, 1, 2];
/// Numbers that are told of a block, besides those that are taken, the tags of regions and the tail: its own two, two of
/// its structure, five of ranges (the structure, the levels, the region), ten of the region and the core, three each of
/// its place and its section, the odds of the heading and of the neighbours, the windows, five of the page.
const OF_BLOCK: usize = 2 + 2 + 5 * (2 + LEVELS) + 10 + 3 + 3 + 1 + OFFSETS.len() + WINDOWS.len() + 5;
/// No probability is nearer to 0 or 1: odds are finite.
const MARGIN: f64 = 1e-4;
/// The distance of a heading that is not there.
const NO_HEADING: i64 = 999;

/// What the first trees saw and said, and which of it is asked for: the features have every column that is named.
pub struct First<'page> {
    pub features: Rows<'page>,
    pub probability: &'page [f64],
    pub link_words: usize,
    pub heading_distance: usize,
    pub heading_next: usize,
    /// The columns that are told again as they are.
    pub taken: &'page [usize],
    /// The tags of regions, each a column.
    pub tags: &'page [NameId],
    /// What is told of every block besides, behind all else.
    pub tail: &'page [f32],
}

/// The features of the blocks, row by row, or packed.
pub enum Rows<'page> {
    Plain { values: &'page [f32], width: usize },
    Packed(&'page PackedRows),
}

impl First<'_> {
    /// How many numbers are told of a block.
    pub fn columns(&self) -> usize {
        OF_BLOCK + self.taken.len() + self.tags.len() + self.tail.len()
    }

    fn feature(&self, block: usize, column: usize) -> f32 {
        self.features.get(block, column)
    }
}

impl Rows<'_> {
    /// A feature of a block.
    pub fn get(&self, block: usize, column: usize) -> f32 {
        match self {
            Rows::Plain { values, width } => values[block * width + column],
            Rows::Packed(rows) => rows.get(block, column),
        }
    }
}

/// The structures of a page; see `structures`.
pub fn find_structures(page: &PageView) -> Structures {
    structures::find(page, &count(page))
}

/// The regions of a page.
#[derive(Default)]
pub struct Described {
    /// What the second trees ask about every block, row by row.
    pub values: Vec<f32>,
    /// The row of the core.
    pub core: usize,
    /// The row of each block's region.
    pub region: Vec<i32>,
    pub structures: Structures,
}

/// Describes the regions of a page.
pub fn describe(page: &PageView, first: &First) -> Described {
    let mut values = Vec::with_capacity(first.columns() * page.block_row.len());
    let described = describe_batches(page, first, |rows| values.extend_from_slice(rows));
    Described { values, ..described }
}

/// The same; `take` gets the values, the rows of `BATCH` blocks at a time.
pub fn describe_batches(page: &PageView, first: &First, mut take: impl FnMut(&[f32])) -> Described {
    if page.tag.is_empty() {
        return Described::default();
    }
    let mut regions = Regions::of(page, first);
    let mut matrix = Matrix(Vec::with_capacity(first.columns() * BATCH));
    let blocks = page.block_row.len();
    for block in 0..blocks {
        limits::tick(1);
        regions.describe_own(block, &mut matrix);
        regions.describe_above(block, &mut matrix);
        regions.describe_region(block, &mut matrix);
        regions.describe_place(block, &mut matrix);
        regions.describe_section(block, &mut matrix);
        regions.describe_neighbours(block, &mut matrix);
        matrix.put(regions.of_page);
        matrix.put_all(first.tail.iter().copied());
        if (block + 1) % BATCH == 0 || block + 1 == blocks {
            take(&matrix.0);
            matrix.0.clear();
        }
    }
    let Regions { core, region, structures, .. } = regions;
    Described { values: Vec::new(), core, region, structures }
}

/// The rows of a matrix, one behind the other.
struct Matrix(Vec<f32>);

impl Matrix {
    #[inline]
    fn put<const COUNT: usize>(&mut self, values: [f64; COUNT]) {
        self.0.extend_from_slice(&values.map(|value| value as f32))
    }

    #[inline]
    fn put_all(&mut self, values: impl Iterator<Item = f32>) {
        self.0.extend(values);
    }
}

/// A page with the parts that the first probabilities speak of.
struct Regions<'page> {
    page: &'page PageView<'page>,
    first: &'page First<'page>,
    before: Vec<Before>,
    structures: Structures,
    sums: Sums,
    odds: Vec<f64>,
    core: usize,
    of_core: Summary,
    /// The row of each block's region.
    region: Vec<i32>,
    /// The number of each block's path of tags, and what is said of the blocks under a path.
    path: Vec<u32>,
    of_path: Vec<[f64; 3]>,
    of_page: [f64; 5],
    /// The elements above the block before, and what was said of them: most blocks share theirs.
    above: [(usize, Summary); LEVELS],
}

impl<'page> Regions<'page> {
    fn of(page: &'page PageView, first: &'page First) -> Self {
        let (path, of_path) = describe_paths(page, first);
        let before = count(page);
        let structures = structures::find(page, &before);
        let core = find_core(page, &before, first.probability);
        let region = regions_around(page, core);
        let sums = Sums::of(page, first);
        let odds = first.probability.iter().map(|&probability| odds(probability)).collect::<Vec<_>>();
        let of_core = sums.told(blocks_under(page, &before, core));
        let of_page = describe_page(page, first, &sums);
        let above = [(usize::MAX, Summary::default()); LEVELS];
        Regions { page, first, before, structures, sums, odds, core, of_core, region, path, of_path, of_page, above }
    }

    /// What is said of the blocks under a row.
    fn under(&self, row: usize) -> Summary {
        self.sums.told(blocks_under(self.page, &self.before, row))
    }

    fn describe_own(&self, block: usize, matrix: &mut Matrix) {
        matrix.put([self.first.probability[block], self.odds[block]]);
        matrix.put_all(self.first.taken.iter().map(|&column| self.first.feature(block, column)));
        let (kind, blocks) = self.structures.around(block);
        matrix.put([f64::from(self.page.block_hidden[block]), f64::from(kind)]);
        matrix.put(self.sums.told(blocks).of_range())
    }

    fn describe_above(&mut self, block: usize, matrix: &mut Matrix) {
        let mut row = self.page.block_row[block];
        for level in 0..LEVELS {
            let above = row.max(0) as usize;
            if self.above[level].0 != above {
                self.above[level] = (above, self.under(above));
            }
            matrix.put(self.above[level].1.of_range());
            row = self.page.parent[above];
        }
    }

    fn describe_region(&self, block: usize, matrix: &mut Matrix) {
        let (page, core) = (self.page, self.core);
        let region = self.region[block] as usize;
        let told = self.under(region);
        matrix.put(told.of_range());
        matrix.put_all(self.first.tags.iter().map(|&tag| f32::from(page.tag[region] == tag)));
        let (start, end) = (&self.before[region], &self.before[page.end[region] as usize]);
        let of_core = blocks_under(page, &self.before, core);
        let order = f64::from(block >= of_core.end) - f64::from(block < of_core.start);
        let depth = f64::from(page.depth[region]);
        matrix.put([
            f64::from(page.depth[page.block_row[block] as usize]) - depth,
            100.0 * f64::from(end.images - start.images) / told.words.max(1.0),
            100.0 * f64::from(end.links - start.links) / told.words.max(1.0),
            order,
            block as f64 - of_core.start as f64,
            of_core.end as f64 - block as f64,
            f64::from(page.depth[core]) - depth,
            told.words / self.of_core.words.max(1.0),
            self.of_core.mean,
            self.of_core.words / self.of_page[0],
        ])
    }

    fn describe_place(&self, block: usize, matrix: &mut Matrix) {
        matrix.put(self.of_path[self.path[block] as usize])
    }

    /// The blocks from the heading above to the next; the features say how far both are.
    fn describe_section(&self, block: usize, matrix: &mut Matrix) {
        let blocks = self.odds.len() as i64;
        let distance = self.first.feature(block, self.first.heading_distance) as i64;
        let next = self.first.feature(block, self.first.heading_next) as i64;
        let has_heading = distance < NO_HEADING;
        let start = if has_heading { (block as i64).saturating_sub(distance).clamp(0, blocks - 1) } else { 0 };
        let stop = (block as i64).saturating_add(next).clamp(start + 1, blocks);
        matrix.put(self.sums.told(start as usize..stop as usize).of_group());
        matrix.put([if has_heading { self.odds[start as usize] } else { 0.0 }])
    }

    fn describe_neighbours(&self, block: usize, matrix: &mut Matrix) {
        let neighbour = |offset| block.checked_add_signed(offset).and_then(|other| self.odds.get(other));
        matrix.put(OFFSETS.map(|offset| neighbour(offset).copied().unwrap_or(self.odds[block])));
        let around = |width| block.saturating_sub(width)..(block + width + 1).min(self.odds.len());
        matrix.put(WINDOWS.map(|width| self.sums.told(around(width)).mean))
    }
}

fn odds(probability: f64) -> f64 {
    let kept = probability.clamp(MARGIN, 1.0 - MARGIN);
    (kept / (1.0 - kept)).ln()
}

/// The words of a block, at least 1.
fn words(page: &PageView, block: usize) -> f64 {
    f64::from(page.block_words[block].max(1))
}

/// For every block the number of its path of tags, and what is said of the blocks under each path.
fn describe_paths(page: &PageView, first: &First) -> (Vec<u32>, Vec<[f64; 3]>) {
    let (paths, count) = number_paths(page);
    let mut totals = vec![[0.0; 3]; count];
    for (block, &path) in paths.iter().enumerate() {
        limits::tick(1);
        let (words, probability) = (words(page, block), first.probability[block]);
        let total = &mut totals[path as usize];
        total[0] += words;
        total[1] += words * probability;
        total[2] += words * probability * probability;
    }
    for total in &mut totals {
        let [words, right, square] = *total;
        *total = Summary::of(words, 0, right, square, 0.0).of_group();
    }
    (paths, totals)
}

/// For every block the number of its path of tags, and how many paths there are.
fn number_paths(page: &PageView) -> (Vec<u32>, usize) {
    let hashes = page.paths();
    let mut numbers = Numbers::with_room(page.block_row.len());
    let number = |&row: &i32| numbers.number(hashes[row as usize]) as u32;
    (page.block_row.iter().map(number).collect::<Vec<_>>(), numbers.len())
}

/// Words of the page, their mean probability, the highest one, the share of words over a half, expected words.
fn describe_page(page: &PageView, first: &First, sums: &Sums) -> [f64; 5] {
    let whole = sums.whole();
    let (words_in_all, right) = (whole[0].max(1.0), whole[1]);
    let most = first.probability.iter().copied().fold(0.0, f64::max);
    let is_sure = |&block: &usize| first.probability[block] > 0.5;
    let sure: f64 = (0..page.block_words.len()).filter(is_sure).map(|block| words(page, block)).sum();
    [words_in_all, right / words_in_all, most, sure / words_in_all, right]
}

/// Elements that speak nearly as much hold the same blocks; the innermost of them is the core.
const NEARLY: f64 = 1e-9;

/// The row of the core. A block speaks for content where its probability is over half of the page's highest.
fn find_core(page: &PageView, before: &[Before], probability: &[f64]) -> usize {
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
fn regions_around(page: &PageView, core: usize) -> Vec<i32> {
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
