//! How dense the page is around a block: counts over the subtrees of its ancestors, each a difference of two sums.

use super::Columns;
use crate::limits::Tripped;
use crate::memory;
use crate::names::name;

/// A block of this many words is long text: under it stand menus, titles and captions.
const LONG: f32 = 20.0;

/// What is summed over subtrees, in this order.
const PARTS: usize = 8;
const WORDS: usize = 0;
const LINK_WORDS: usize = 1;
const LONG_WORDS: usize = 2;
const BLOCKS: usize = 3;
const PARAGRAPHS: usize = 4;
const HEADINGS: usize = 5;
const IMAGES: usize = 6;
const CONTROLS: usize = 7;

/// The levels above a block that are measured: near ones each, far ones in steps.
const LEVELS: [usize; 7] = [0, 1, 2, 3, 4, 6, 8];
const MEASURES: [&str; 8] =
    ["words", "share", "link_density", "long_share", "blocks", "paragraphs", "headings", "controls"];

/// Sums of the parts over the rows before each row.
pub struct Sums(Vec<[f64; PARTS]>);

impl Sums {
    pub fn of(page: &Columns) -> Result<Sums, Tripped> {
        let rows = page.tag.len();
        let mut sums = memory::filled([0.0; PARTS], rows + 1)?;
        let mut block = 0;
        for row in 0..rows {
            let mut sum = sums[row];
            let words = f64::from(page.size(row));
            sum[WORDS] += words;
            sum[LINK_WORDS] += if page.in_link[row] { words } else { 0.0 };
            match page.tag[row] {
                name::P => sum[PARAGRAPHS] += 1.0,
                name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6 => sum[HEADINGS] += 1.0,
                name::IMG | name::PICTURE | name::SVG => sum[IMAGES] += 1.0,
                name::INPUT | name::BUTTON | name::SELECT | name::TEXTAREA => sum[CONTROLS] += 1.0,
                _ => {}
            }
            if page.block_first.get(block) == Some(&(row as i32)) {
                sum[BLOCKS] += 1.0;
                let size = page.block_size(block);
                sum[LONG_WORDS] += if size >= LONG { f64::from(size) } else { 0.0 };
                block += 1;
            }
            sums[row + 1] = sum;
        }
        Ok(Sums(sums))
    }

    /// The words of a row's subtree.
    fn words_under(&self, page: &Columns, row: usize) -> f32 {
        (self.0[page.end[row] as usize][WORDS] - self.0[row][WORDS]) as f32
    }

    /// The parts of a row's subtree.
    pub fn under(&self, page: &Columns, row: usize) -> Subtree {
        let (before, after) = (&self.0[row], &self.0[page.end[row] as usize]);
        Subtree(std::array::from_fn(|part| (after[part] - before[part]) as f32))
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
pub fn write(page: &Columns, sums: &Sums, path: &[u32], row: &mut [f32]) {
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
