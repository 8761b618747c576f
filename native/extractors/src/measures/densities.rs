//! How dense the page is around a block: counts over the subtrees of its ancestors, each a difference of two sums.

use super::Page;
use html::names::name;

/// A block of this many words is long text: under it stand menus, titles and captions.
const LONG: f32 = 20.0;

/// What is summed over subtrees, in this order.
const PARTS: usize = 8;
const WORDS: usize = 0;
const LINK_WORDS: usize = 1;
const LONG_WORDS: usize = 2;
/// The first of those that are counts.
const COUNTED: usize = 3;
const BLOCKS: usize = 3;
const PARAGRAPHS: usize = 4;
const HEADINGS: usize = 5;
const IMAGES: usize = 6;
const CONTROLS: usize = 7;

/// The levels above a block that are measured: near ones each, far ones in steps.
const LEVELS: [usize; 7] = [0, 1, 2, 3, 4, 6, 8];
const MEASURES: [&str; 8] =
    ["words", "share", "link_density", "long_share", "blocks", "paragraphs", "headings", "controls"];

/// Sums of the parts over the rows before each row. They are written where they change, which most rows do not do.
pub struct Sums {
    words: Vec<[f64; COUNTED]>,
    /// What was counted since the last of `counted`, which has every `STEP`th count: a row adds one at most.
    more: Vec<[u8; COUNTS]>,
    counted: Vec<[u32; COUNTS]>,
    /// Of every row, and of the row behind the last, the place of its sum.
    place: Vec<u32>,
}

const COUNTS: usize = PARTS - COUNTED;
const STEP: usize = 128;

/// Words, which are scaled, and what is counted.
#[derive(Clone, Copy, Default)]
struct Sum {
    words: [f64; COUNTED],
    counts: [u32; COUNTS],
}

impl Sum {
    /// Adds a row; whether that changes anything.
    fn add(&mut self, page: &Page, row: usize) -> bool {
        let words = f64::from(page.size(row));
        self.words[WORDS] += words;
        self.words[LINK_WORDS] += if page.in_link[row] { words } else { 0.0 };
        let part = match page.tag[row] {
            name::P => PARAGRAPHS,
            name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => HEADINGS,
            name::IMG | name::PICTURE | name::SVG => IMAGES,
            name::INPUT | name::BUTTON | name::SELECT | name::TEXTAREA => CONTROLS,
            _ => return words > 0.0,
        };
        self.counts[part - COUNTED] += 1;
        true
    }

    /// Adds a block.
    fn add_block(&mut self, size: f32) {
        self.counts[BLOCKS - COUNTED] += 1;
        self.words[LONG_WORDS] += if size >= LONG { f64::from(size) } else { 0.0 };
    }
}

impl Sums {
    pub fn of(page: &Page) -> Sums {
        let rows = page.tag.len();
        let (words, more, counted) = (Vec::new(), Vec::new(), Vec::new());
        let mut sums = Sums { words, more, counted, place: Vec::with_capacity(rows + 1) };
        let (mut sum, mut block) = (Sum::default(), 0);
        sums.push(&sum);
        for row in 0..rows {
            sums.place.push(sums.words.len() as u32 - 1);
            let mut is_new = sum.add(page, row);
            if page.block_first.get(block) == Some(&(row as i32)) {
                sum.add_block(page.block_size(block));
                (block, is_new) = (block + 1, true);
            }
            if is_new {
                sums.push(&sum);
            }
        }
        sums.place.push(sums.words.len() as u32 - 1);
        sums
    }

    fn push(&mut self, sum: &Sum) {
        if self.words.len().is_multiple_of(STEP) {
            self.counted.push(sum.counts);
        }
        let start = self.counted[self.words.len() / STEP];
        self.more.push(std::array::from_fn(|part| (sum.counts[part] - start[part]) as u8));
        self.words.push(sum.words)
    }

    /// The words before a row.
    #[inline]
    fn words_before(&self, row: usize) -> &[f64; COUNTED] {
        &self.words[self.place[row] as usize]
    }

    /// What was counted before a row.
    #[inline]
    fn counts_before(&self, row: usize) -> [u32; COUNTS] {
        let place = self.place[row] as usize;
        let (start, more) = (&self.counted[place / STEP], &self.more[place]);
        std::array::from_fn(|part| start[part] + u32::from(more[part]))
    }

    /// The words of a row's subtree.
    fn words_under(&self, page: &Page, row: usize) -> f32 {
        (self.words_before(page.end[row] as usize)[WORDS] - self.words_before(row)[WORDS]) as f32
    }

    /// The parts of a row's subtree.
    pub fn under(&self, page: &Page, row: usize) -> Subtree {
        let end = page.end[row] as usize;
        let (words, more_words) = (self.words_before(row), self.words_before(end));
        let (counts, more_counts) = (self.counts_before(row), self.counts_before(end));
        Subtree(std::array::from_fn(|part| match part.checked_sub(COUNTED) {
            None => (more_words[part] - words[part]) as f32,
            Some(count) => (more_counts[count] - counts[count]) as f32,
        }))
    }
}

/// The parts of one subtree, or of several together.
#[derive(Clone, Copy, Default)]
pub struct Subtree([f32; PARTS]);

impl Subtree {
    pub fn add(&mut self, other: Subtree) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    pub fn words(&self) -> f32 {
        self.0[WORDS]
    }

    pub fn share(&self, part: f32) -> f32 {
        part / self.0[WORDS].max(1.0)
    }

    pub fn link_density(&self) -> f32 {
        self.share(self.0[LINK_WORDS])
    }

    pub fn long_share(&self) -> f32 {
        self.share(self.0[LONG_WORDS])
    }

    pub fn blocks(&self) -> f32 {
        self.0[BLOCKS]
    }

    pub fn images(&self) -> f32 {
        self.0[IMAGES]
    }

    pub fn headings(&self) -> f32 {
        self.0[HEADINGS]
    }

    fn measures(&self, page: Subtree) -> [f32; MEASURES.len()] {
        [
            self.words(),
            self.words() / page.words().max(1.0),
            self.link_density(),
            self.long_share(),
            self.blocks(),
            self.0[PARAGRAPHS],
            self.0[HEADINGS],
            self.0[CONTROLS],
        ]
    }
}

pub fn names() -> Vec<String> {
    let levels = LEVELS.iter().flat_map(|level| MEASURES.iter().map(move |measure| format!("up{level}_{measure}")));
    levels.chain(["body_levels".to_string(), "half_levels".to_string()]).collect()
}

/// Writes the densities of the ancestors; those above the root are the root's. Then the levels up to the first ancestor
/// with a twentieth, and with half, of the page's words.
pub fn write(page: &Page, sums: &Sums, path: &[u32], row: &mut [f32]) {
    let whole = sums.under(page, 0);
    let (above, levels) = row.split_at_mut(LEVELS.len() * MEASURES.len());
    for (slot, &level) in above.chunks_exact_mut(MEASURES.len()).zip(&LEVELS) {
        let measures = match path.get(level).or(path.last()) {
            Some(&ancestor) => sums.under(page, ancestor as usize).measures(whole),
            None => [0.0; MEASURES.len()],
        };
        slot.copy_from_slice(&measures);
    }
    let enough = |part: f32| {
        let has = |&ancestor: &u32| sums.words_under(page, ancestor as usize) * part >= whole.words();
        path.iter().position(has).map_or(-1.0, |level| level as f32)
    };
    levels.copy_from_slice(&[enough(20.0), enough(2.0)]);
}
