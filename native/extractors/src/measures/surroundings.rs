//! What the other measures say of a block in its page: its wording whatever its length, its position, its neighbours
//! before and behind, the heading above it and the section that this heading governs.
//!
//! In words: every number is a measure of a block nearby, or a difference of two running sums over the blocks.
//! `src/weft/features/surroundings.py` documents the columns.

use std::collections::VecDeque;
use std::sync::OnceLock;

use super::{Page, measured_names};

const OF_WORDS: [&str; 8] =
    ["stop_words", "capital_words", "long_words", "number_words", "sentence_ends", "commas", "cjk", "link_words"];
const OF_CHARACTERS: [&str; 4] = ["letters", "capitals", "digits", "signs"];
const POSITIONS: [&str; 9] = [
    "hidden", "depth", "index", "index_from_end", "index_share", "words_before", "after_h1", "long_before",
    "long_after",
];
/// What is told of a neighbour.
const OF_ONE: [&str; 7] = ["words", "link_density", "stop_words", "sentence_ends", "heading", "depth", "paragraph"];
const NEIGHBOURS: [(&str, isize); 2] = [("before1", -1), ("behind1", 1)];
/// The first and the last of the blocks that are told together, counted from a block.
const WINDOWS: [(isize, isize); 4] = [(-3, 3), (-10, -1), (1, 10), (-30, 30)];
/// What is summed over the blocks; words of the whole window, the others for each word.
const SUMMED: [&str; 6] = ["words", "link_density", "long_share", "sentence_ends", "title_share", "description_share"];
const HEADINGS: [&str; 8] = [
    "heading",
    "heading_above",
    "heading_distance",
    "heading_next",
    "section_words",
    "section_link_density",
    "section_long_share",
    "section_title_share",
];
/// What is told of the heading above.
const OF_HEADING: [&str; 2] = ["title_share", "title_covered"];

/// A block of this many words is long text.
const LONG: f32 = 20.0;
/// What stands in the columns of a heading that is not there.
const NO_LEVEL: f32 = 7.0;
const NO_LEVEL_ABOVE: f32 = 9.0;
const NO_DISTANCE: f32 = 999.0;
const NO_H1: f32 = -999.0;
/// How near an element of the heading's tag is to a block that is a heading.
const NEAR: f32 = 1.0;

pub fn names() -> Vec<String> {
    let of_words = OF_WORDS.iter().map(|name| format!("{name}_per_word"));
    let of_characters = OF_CHARACTERS.iter().map(|name| format!("{name}_per_char"));
    let positions = POSITIONS.iter().map(|name| name.to_string());
    let one = NEIGHBOURS.iter().flat_map(|(side, _)| OF_ONE.iter().map(move |name| format!("{side}_{name}")));
    let windows =
        WINDOWS.iter().flat_map(|(low, high)| SUMMED.iter().map(move |name| format!("blocks{low:+}{high:+}_{name}")));
    let headings = HEADINGS.iter().map(|name| name.to_string());
    let of_heading = OF_HEADING.iter().map(|name| format!("heading_{name}"));
    of_words.chain(of_characters).chain(positions).chain(one).chain(windows).chain(headings).chain(of_heading).collect()
}

/// The columns of the measures that are asked here.
struct Asked {
    of_words: [usize; OF_WORDS.len()],
    of_characters: [usize; OF_CHARACTERS.len()],
    words: usize,
    chars: usize,
    link_words: usize,
    stop_words: usize,
    sentence_ends: usize,
    paragraph: usize,
    /// Of the levels up to the headings, the highest first.
    headings: [usize; 4],
    /// Of the last of what is summed.
    said: [usize; 2],
    of_heading: [usize; OF_HEADING.len()],
}

fn asked() -> &'static Asked {
    static ASKED: OnceLock<Asked> = OnceLock::new();
    ASKED.get_or_init(|| {
        let names = measured_names();
        // The tests know every name.
        let column = |wanted: &str| names.iter().position(|name| name == wanted).unwrap_or(0);
        Asked {
            of_words: OF_WORDS.map(column),
            of_characters: OF_CHARACTERS.map(column),
            words: column("words"),
            chars: column("chars"),
            link_words: column("link_words"),
            stop_words: column("stop_words"),
            sentence_ends: column("sentence_ends"),
            paragraph: column("to_paragraph"),
            headings: ["to_h1", "to_h2", "to_h3", "to_h456"].map(column),
            said: ["title_share", "description_share"].map(column),
            of_heading: OF_HEADING.map(column),
        }
    })
}

/// The surroundings of the blocks, written one after the other.
pub struct Surroundings {
    around: Around,
    /// The heading above the block that is next, and what is told of it.
    above: Option<usize>,
    of_heading: [f32; OF_HEADING.len()],
}

impl Surroundings {
    /// With room for the blocks of a page, which `add` is to tell of.
    pub fn of(page: &Page) -> Surroundings {
        Surroundings { around: Around::of(page.block_row.len()), above: None, of_heading: [0.0; OF_HEADING.len()] }
    }

    /// Tells of the next block, which was measured.
    pub fn add(&mut self, block: usize, measured: &[f32]) {
        self.around.add(block, measured)
    }

    /// Writes the surroundings of a block behind its measures. The blocks come in their order.
    pub fn write(&mut self, page: &Page, block: usize, measured: &[f32], row: &mut [f32]) {
        let mut row = Row(row);
        self.around.go_to(block);
        if self.around.is_heading(block) {
            self.above = Some(block);
            self.of_heading = asked().of_heading.map(|column| measured[column]);
        }
        let around = &self.around;
        write_shares(measured, &mut row);
        row.put(around.position(page, block));
        NEIGHBOURS.iter().for_each(|&(_, offset)| row.put(around.neighbour(page, block, offset)));
        WINDOWS.iter().for_each(|&window| row.put(around.window(block, window)));
        row.put(around.headings(block, self.above));
        row.0.copy_from_slice(&self.of_heading);
    }
}

/// What is left to write of a row.
struct Row<'row>(&'row mut [f32]);

impl Row<'_> {
    fn put<const COUNT: usize>(&mut self, values: [f32; COUNT]) {
        let (now, rest) = std::mem::take(&mut self.0).split_at_mut(COUNT);
        now.copy_from_slice(&values);
        self.0 = rest;
    }
}

fn write_shares(measured: &[f32], row: &mut Row) {
    let (words, chars) = (measured[asked().words].max(1.0), measured[asked().chars].max(1.0));
    row.put(asked().of_words.map(|column| measured[column] / words));
    row.put(asked().of_characters.map(|column| measured[column] / chars));
}

/// What is asked of the blocks around a block.
struct Around {
    told: Vec<[f32; TOLD.len()]>,
    signs: Vec<u8>,
    first_h1: Option<usize>,
    /// Sums over the blocks before every block whose number is a multiple of `STEP`, and over all blocks.
    marks: Vec<Sums>,
    whole: Sums,
    /// Sums over the blocks before those near the block at hand, from the number `near_start` on.
    near: VecDeque<Sums>,
    near_start: usize,
    /// The sums before the heading above, the next heading, or how many blocks there are, and the sums before it.
    above: Sums,
    next: usize,
    before_next: Sums,
}

type Sums = [f64; SUMMED.len()];

/// What is kept of a block: all that its neighbours and the sums ask for. The last two are shares, times its words.
const TOLD: [&str; 6] = ["words", "link_words", "stop_words", "sentence_ends", "title_share", "description_share"];
/// The level of the heading that a block is, 0 where it is none, and whether it is a paragraph.
const LEVEL: u8 = 7;
const PARAGRAPH: u8 = 8;
/// How far apart the sums are kept that are not near.
const STEP: usize = 64;
/// How far windows reach before a block, and behind it.
const BEFORE: usize = 30;
const BEHIND: usize = 31;

impl Around {
    fn of(count: usize) -> Around {
        let none = Sums::default();
        Around {
            told: Vec::with_capacity(count),
            signs: Vec::with_capacity(count),
            first_h1: None,
            marks: Vec::with_capacity(count / STEP + 1),
            whole: none,
            near: VecDeque::from([none]),
            near_start: 0,
            above: none,
            next: 0,
            before_next: none,
        }
    }

    fn add(&mut self, block: usize, measured: &[f32]) {
        let asked = asked();
        let level = asked.headings.iter().position(|&column| measured[column] <= NEAR);
        let words = measured[asked.words];
        let [title, description] = asked.said.map(|column| measured[column] * words);
        let (stops, ends) = (measured[asked.stop_words], measured[asked.sentence_ends]);
        let paragraph = if measured[asked.paragraph] == 0.0 { PARAGRAPH } else { 0 };
        self.signs.push(paragraph | level.map_or(0, |level| level as u8 + 1));
        self.told.push([words, measured[asked.link_words], stops, ends, title, description]);
        if block.is_multiple_of(STEP) {
            self.marks.push(self.whole);
        }
        self.whole = add(self.whole, &self.told[block]);
        if self.first_h1.is_none() && measured[asked.headings[0]] <= NEAR {
            self.first_h1 = Some(block);
        }
    }

    /// Makes a block the one at hand; the blocks come in their order.
    fn go_to(&mut self, block: usize) {
        while self.near_start + BEFORE < block {
            self.near.pop_front();
            self.near_start += 1;
        }
        let mut end = self.near_start + self.near.len() - 1;
        while end < (block + BEHIND).min(self.told.len()) {
            self.near.push_back(add(self.near[end - self.near_start], &self.told[end]));
            end += 1;
        }
        if self.is_heading(block) {
            self.above = *self.before(block);
        }
        if self.next <= block {
            let is_heading = |&other: &usize| self.is_heading(other);
            self.next = (block + 1..self.told.len()).find(is_heading).unwrap_or(self.told.len());
            self.before_next = self.sums_before(self.next);
        }
    }

    /// The sums before a block that is near.
    fn before(&self, block: usize) -> &Sums {
        &self.near[block - self.near_start]
    }

    /// The sums before any block behind the one at hand.
    fn sums_before(&self, block: usize) -> Sums {
        if let Some(sums) = self.near.get(block - self.near_start) {
            return *sums;
        }
        if block == self.told.len() {
            return self.whole;
        }
        self.told[block / STEP * STEP..block].iter().fold(self.marks[block / STEP], add)
    }

    fn level(&self, block: usize) -> f32 {
        match self.signs[block] & LEVEL {
            0 => NO_LEVEL,
            level => f32::from(level),
        }
    }

    fn is_heading(&self, block: usize) -> bool {
        self.signs[block] & LEVEL > 0
    }

    fn position(&self, page: &Page, block: usize) -> [f32; POSITIONS.len()] {
        let (index, count) = (block as f32, self.told.len() as f32);
        let row = page.block_row[block] as usize;
        let before = self.before(block);
        [
            f32::from(page.block_hidden[block]),
            page.depth[row] as f32,
            index,
            count - 1.0 - index,
            index / count,
            (before[0] / self.whole[0].max(1.0)) as f32,
            self.first_h1.map_or(NO_H1, |first| index - first as f32),
            before[2] as f32,
            (self.whole[2] - self.before(block + 1)[2]) as f32,
        ]
    }

    /// What is told of a neighbour; nothing stands outside of the page.
    fn neighbour(&self, page: &Page, own: usize, offset: isize) -> [f32; OF_ONE.len()] {
        let Some(block) = own.checked_add_signed(offset).filter(|&other| other < self.told.len()) else {
            let row = page.block_row[own] as usize;
            return OF_ONE.map(|name| if name == "depth" { page.depth[row] as f32 } else { 0.0 });
        };
        let [words, link_words, stop_words, sentence_ends, ..] = self.told[block];
        [
            words,
            link_words / words.max(1.0),
            stop_words / words.max(1.0),
            sentence_ends,
            self.level(block),
            page.depth[page.block_row[block] as usize] as f32,
            f32::from(self.signs[block] & PARAGRAPH > 0),
        ]
    }

    fn window(&self, block: usize, (low, high): (isize, isize)) -> [f32; SUMMED.len()] {
        let edge = |offset: isize| block.saturating_add_signed(offset).min(self.told.len());
        let blocks = edge(low)..edge(high + 1);
        let mut sums = between(self.before(blocks.start), self.before(blocks.end));
        sums[0] /= blocks.len().max(1) as f64;
        sums.map(|value| value as f32)
    }

    fn headings(&self, block: usize, above: Option<usize>) -> [f32; HEADINGS.len()] {
        let section = between(&self.above, &self.before_next).map(|value| value as f32);
        [
            self.level(block),
            above.map_or(NO_LEVEL_ABOVE, |above| self.level(above)),
            above.map_or(NO_DISTANCE, |above| (block - above) as f32),
            (self.next - block) as f32,
            section[0],
            section[1],
            section[2],
            section[4],
        ]
    }
}

/// The sums with those of one more block, of which this is told.
fn add(sums: Sums, told: &[f32; TOLD.len()]) -> Sums {
    let [words, link_words, _, sentence_ends, title, description] = *told;
    let long = if words >= LONG { words } else { 0.0 };
    let values = [words, link_words, long, sentence_ends, title, description];
    std::array::from_fn(|part| sums[part] + f64::from(values[part]))
}

/// The sums over the blocks between two: words, and the others for each word.
fn between(start: &Sums, end: &Sums) -> Sums {
    let words = end[0] - start[0];
    std::array::from_fn(|part| if part == 0 { words } else { (end[part] - start[part]) / words.max(1.0) })
}
