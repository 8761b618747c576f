//! A page as a whole: sums of what was measured of its blocks. `src/weft/features/page_totals.py` names the numbers;
//! their order is the one in which they are pushed here.

use std::ops::Range;
use std::sync::OnceLock;

use super::HIGHEST;
use html::names::NameId;

/// Words from which on a block is long.
const LONG: f32 = 20.0;
/// The share of words in links from which on a block is a menu.
const MENU: f32 = 0.3;
/// How many blocks from the first h1 on are looked at.
const NEAR_BLOCKS: usize = 15;
/// Numbers that are told of what is near the first h1, besides the sums of columns.
const OF_NEAR: usize = 6;
/// Levels up to an element that is not there.
const NONE_ABOVE: f32 = HIGHEST as f32;

/// What is asked of a page.
pub struct Asked<'page> {
    /// The tags that are counted.
    pub counted: &'page [NameId],
    /// The columns that are summed near the first h1; those from `near_above` on are levels up to an ancestor.
    pub near: &'page [usize],
    pub near_above: usize,
}

/// Where the columns stand that have a meaning of their own here.
struct Numbers {
    words: usize,
    link_words: usize,
    sentence_ends: usize,
    said: [usize; 2],
    counts: [usize; 4],
    currency: usize,
    shares: [usize; 2],
    place_blocks: usize,
    place_words: usize,
    to_h1: usize,
    groups: Range<usize>,
    above: Range<usize>,
}

fn numbers() -> &'static Numbers {
    static NUMBERS: OnceLock<Numbers> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let names = super::names();
        let number = |name: &str| names.iter().position(|own| own == name).expect("a measure of this name");
        let begin_with = |start: &str| {
            let first = names.iter().position(|name| name.starts_with(start)).unwrap_or(0);
            first..first + names.iter().filter(|name| name.starts_with(start)).count()
        };
        Numbers {
            words: number("words"),
            link_words: number("link_words"),
            sentence_ends: number("sentence_ends"),
            said: ["title_share", "description_share"].map(number),
            counts: ["stop_words", "cjk", "number_words", "years"].map(number),
            currency: number("currency"),
            shares: ["grid_share", "record_share"].map(number),
            place_blocks: number("place_blocks"),
            place_words: number("place_words"),
            to_h1: number("to_h1"),
            groups: begin_with("word_"),
            above: begin_with("to_"),
        }
    })
}

/// Sums over the blocks of a page.
pub struct Totals<'page> {
    asked: &'page Asked<'page>,
    blocks: usize,
    words: f64,
    links: f64,
    ends: f64,
    said: [f64; 2],
    counts: [f64; 4],
    long_blocks: f64,
    long_words: f64,
    running_words: f64,
    prices: f64,
    largest: [f32; 3],
    groups: Vec<f64>,
    under: Vec<f64>,
    /// What begins the page, and what follows its first h1.
    start: Near,
    h1: Option<Near>,
}

/// Sums over a few blocks.
struct Near {
    first: usize,
    before: f64,
    blocks: usize,
    words: f32,
    links: f32,
    long: f32,
    sums: Vec<f32>,
}

impl Near {
    fn of(asked: &Asked, first: usize, before: f64) -> Near {
        let sums = vec![0.0; asked.near.len()];
        Near { first, before, blocks: 0, words: 0.0, links: 0.0, long: 0.0, sums }
    }

    fn add(&mut self, asked: &Asked, row: &[f32]) {
        if self.blocks == NEAR_BLOCKS {
            return;
        }
        let numbers = numbers();
        self.blocks += 1;
        self.words += row[numbers.words];
        self.links += row[numbers.link_words];
        self.long += f32::from(row[numbers.words] >= LONG);
        for (index, (sum, &column)) in self.sums.iter_mut().zip(asked.near).enumerate() {
            *sum += if index < asked.near_above { row[column] } else { f32::from(row[column] < NONE_ABOVE) };
        }
    }
}

impl<'page> Totals<'page> {
    pub fn of(asked: &'page Asked<'page>) -> Self {
        Totals {
            asked,
            blocks: 0,
            words: 0.0,
            links: 0.0,
            ends: 0.0,
            said: [0.0; 2],
            counts: [0.0; 4],
            long_blocks: 0.0,
            long_words: 0.0,
            running_words: 0.0,
            prices: 0.0,
            largest: [0.0; 3],
            groups: vec![0.0; numbers().groups.len()],
            under: vec![0.0; numbers().above.len()],
            start: Near::of(asked, 0, 0.0),
            h1: None,
        }
    }

    /// Adds the next block, of which at least the measures of the block itself are given.
    pub fn add(&mut self, row: &[f32]) {
        let numbers = numbers();
        let words = f64::from(row[numbers.words]);
        if self.h1.is_none() && row[numbers.to_h1] <= 1.0 {
            self.h1 = Some(Near::of(self.asked, self.blocks, self.words));
        }
        match &mut self.h1 {
            Some(near) => near.add(self.asked, row),
            None => self.start.add(self.asked, row),
        }
        self.add_totals(row, words);
        for (sum, &count) in self.groups.iter_mut().zip(&row[numbers.groups.clone()]) {
            *sum += f64::from(count);
        }
        for (sum, &level) in self.under.iter_mut().zip(&row[numbers.above.clone()]) {
            *sum += if level < NONE_ABOVE { words } else { 0.0 };
        }
    }

    fn add_totals(&mut self, row: &[f32], words: f64) {
        let numbers = numbers();
        self.blocks += 1;
        self.words += words;
        self.links += f64::from(row[numbers.link_words]);
        self.ends += f64::from(row[numbers.sentence_ends]);
        for (sum, column) in self.said.iter_mut().zip(numbers.said) {
            *sum += f64::from(row[column] * row[numbers.words]); // as single numbers, before they are summed
        }
        for (sum, column) in self.counts.iter_mut().zip(numbers.counts) {
            *sum += f64::from(row[column]);
        }
        if row[numbers.words] >= LONG {
            self.long_blocks += 1.0;
            self.long_words += words;
            let is_menu = row[numbers.link_words] / row[numbers.words].max(1.0) >= MENU;
            self.running_words += if is_menu { 0.0 } else { words };
        }
        self.prices += f64::from(row[numbers.currency] != 0.0);
        let [grid, record] = numbers.shares.map(|column| row[column]);
        let place = row[numbers.place_blocks] * row[numbers.place_words];
        for (largest, value) in self.largest.iter_mut().zip([grid, record, place]) {
            *largest = largest.max(value);
        }
    }

    /// The numbers of the page, whose rows have these tags: totals, counted tags, groups of words, what is above of
    /// words, what is near the first h1.
    pub fn describe(self, tags: &[NameId]) -> Vec<f32> {
        let total = self.words.max(1.0);
        let [stop_words, cjk, number_words, years] = self.counts;
        let [grid, record, place] = self.largest;
        let totals = [
            self.words,
            self.blocks as f64,
            self.long_blocks,
            self.running_words,
            self.links / total,
            self.long_words / total,
            self.ends / total,
            self.said[0] / total,
            self.said[1] / total,
            stop_words / total,
            cjk / total,
            number_words / total,
            years,
            self.prices,
            self.prices / self.blocks.max(1) as f64,
            grid.into(),
            record.into(),
            f64::from(place) / total,
            tags.len() as f64,
        ];
        let asked = self.asked;
        let mut values = Vec::with_capacity(
            totals.len() + asked.counted.len() + self.groups.len() + self.under.len() + asked.near.len() + OF_NEAR,
        );
        values.extend(totals.map(|value| value as f32));
        values.extend(count_tags(tags, asked.counted));
        values.extend(self.groups.iter().map(|&words| (100.0 * words / total) as f32));
        values.extend(self.under.iter().map(|&words| (words / total) as f32));
        let near = self.h1.as_ref().unwrap_or(&self.start);
        values.extend([
            near.first as f32,
            (near.first as f64 / self.blocks.max(1) as f64) as f32,
            (near.before / total) as f32,
            near.words,
            near.long,
            (f64::from(near.links) / f64::from(near.words).max(1.0)) as f32,
        ]);
        values.extend(&near.sums);
        values
    }
}

/// How often each of the counted tags stands on the page.
fn count_tags(tags: &[NameId], counted: &[NameId]) -> Vec<f32> {
    let last = counted.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0u32; last as usize + 1];
    for &tag in tags.iter().filter(|&&tag| tag <= last) {
        counts[tag as usize] += 1;
    }
    counted.iter().map(|&tag| counts[tag as usize] as f32).collect::<Vec<_>>()
}
