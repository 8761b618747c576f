//! A page as a whole: sums of what was measured of its blocks. `src/weft/features/page_totals.py` names the numbers;
//! their order is the one in which they are pushed here.

use std::sync::OnceLock;

use super::HIGHEST;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::NameId;

/// Words from which on a block is long.
const LONG: f32 = 20.0;
/// The share of words in links from which on a block is a menu.
const MENU: f32 = 0.3;
/// How many blocks from the first h1 on are looked at.
const NEAR_BLOCKS: usize = 15;
/// Levels up to an element that is not there.
const NONE_ABOVE: f32 = HIGHEST as f32;

/// What a page is described from.
pub struct Measured<'page> {
    /// One row a block, one column for each of `names()`.
    pub matrix: &'page [f32],
    pub width: usize,
    /// The tag of every row of the page.
    pub tag: &'page [NameId],
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
    said: [usize; 3],
    counts: [usize; 4],
    currency: usize,
    shares: [usize; 2],
    place_blocks: usize,
    place_words: usize,
    to_h1: usize,
    groups: Vec<usize>,
    above: Vec<usize>,
}

fn numbers() -> &'static Numbers {
    static NUMBERS: OnceLock<Numbers> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let names = super::names();
        let number = |name: &str| names.iter().position(|own| own == name).expect("a measure of this name");
        let begin_with = |start: &str| (0..names.len()).filter(|&column| names[column].starts_with(start)).collect();
        Numbers {
            words: number("words"),
            link_words: number("link_words"),
            sentence_ends: number("sentence_ends"),
            said: ["title_share", "description_share", "linked_data_share"].map(number),
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

/// The numbers of a page: totals, counted tags, groups of words, what is above of words, what is near the first h1.
pub fn describe(page: &Measured, deadline: &mut Deadline) -> Result<Vec<f32>, Tripped> {
    let numbers = numbers();
    let blocks = page.matrix.len().checked_div(page.width).unwrap_or(0);
    deadline.spend(blocks)?;
    let rows = || page.matrix.chunks_exact(page.width.max(1));
    let sum = |column: usize| -> f64 { rows().map(|row| f64::from(row[column])).sum() };
    let largest = |of: &dyn Fn(&[f32]) -> f32| rows().map(of).fold(0.0f32, f32::max);
    let words = sum(numbers.words);
    let total = words.max(1.0);
    let is_long = |row: &[f32]| row[numbers.words] >= LONG;
    let is_menu = |row: &[f32]| row[numbers.link_words] / row[numbers.words].max(1.0) >= MENU;
    let words_of = |of: &dyn Fn(&[f32]) -> bool| -> f64 {
        rows().filter(|row| of(row)).map(|row| f64::from(row[numbers.words])).sum()
    };
    let said = numbers.said.map(|column| -> f64 {
        rows().map(|row| f64::from(row[column] * row[numbers.words])).sum() // as single numbers, before they are summed
    });
    let [stop_words, cjk, number_words, years] = numbers.counts.map(sum);
    let prices = rows().filter(|row| row[numbers.currency] != 0.0).count() as f64;
    let totals = [
        words,
        blocks as f64,
        rows().filter(|row| is_long(row)).count() as f64,
        words_of(&|row| is_long(row) && !is_menu(row)),
        sum(numbers.link_words) / total,
        words_of(&is_long) / total,
        sum(numbers.sentence_ends) / total,
        said[0] / total,
        said[1] / total,
        said[2] / total,
        stop_words / total,
        cjk / total,
        number_words / total,
        years,
        prices,
        prices / blocks.max(1) as f64,
        largest(&|row| row[numbers.shares[0]]).into(),
        largest(&|row| row[numbers.shares[1]]).into(),
        f64::from(largest(&|row| row[numbers.place_blocks] * row[numbers.place_words])) / total,
        page.tag.len() as f64,
    ];
    let room = totals.len() + page.counted.len() + numbers.groups.len() + numbers.above.len() + page.near.len() + 4;
    let mut values = memory::with_room(room)?;
    values.extend(totals.map(|value| value as f32));
    values.extend(count_tags(page)?);
    let (groups, under) = sum_blocks(page, numbers)?;
    values.extend(groups.iter().map(|&words| (100.0 * words / total) as f32));
    values.extend(under.iter().map(|&words| (words / total) as f32));
    near_h1(page, numbers, words, &mut values);
    Ok(values)
}

/// How often each of the counted tags stands on the page.
fn count_tags(page: &Measured) -> Result<Vec<f32>, Tripped> {
    let last = page.counted.iter().copied().max().unwrap_or(0);
    let mut counts = memory::filled(0u32, last as usize + 1)?;
    for &tag in page.tag.iter().filter(|&&tag| tag <= last) {
        counts[tag as usize] += 1;
    }
    memory::collect(page.counted.iter().map(|&tag| counts[tag as usize] as f32))
}

/// The words of each group of the lexicon, and the words that have each kind of element above them.
fn sum_blocks(page: &Measured, numbers: &Numbers) -> Result<(Vec<f64>, Vec<f64>), Tripped> {
    let mut groups = memory::filled(0.0, numbers.groups.len())?;
    let mut under = memory::filled(0.0, numbers.above.len())?;
    for row in page.matrix.chunks_exact(page.width.max(1)) {
        for (sum, &column) in groups.iter_mut().zip(&numbers.groups) {
            *sum += f64::from(row[column]);
        }
        let words = f64::from(row[numbers.words]);
        for (sum, &column) in under.iter_mut().zip(&numbers.above) {
            *sum += if row[column] < NONE_ABOVE { words } else { 0.0 };
        }
    }
    Ok((groups, under))
}

/// What follows the first h1, or begins the page that has none.
fn near_h1(page: &Measured, numbers: &Numbers, total: f64, values: &mut Vec<f32>) {
    let blocks = page.matrix.len().checked_div(page.width).unwrap_or(0);
    let rows = || page.matrix.chunks_exact(page.width.max(1));
    let first = rows().position(|row| row[numbers.to_h1] <= 1.0).unwrap_or(0);
    let before: f64 = rows().take(first).map(|row| f64::from(row[numbers.words])).sum();
    let near = || rows().skip(first).take(NEAR_BLOCKS);
    let sum = |column: usize| near().map(|row| row[column]).sum::<f32>();
    let words = sum(numbers.words);
    values.extend([
        first as f32,
        (first as f64 / blocks.max(1) as f64) as f32,
        (before / total.max(1.0)) as f32,
        words,
        near().filter(|row| row[numbers.words] >= LONG).count() as f32,
        (f64::from(sum(numbers.link_words)) / f64::from(words).max(1.0)) as f32,
    ]);
    let (measures, above) = page.near.split_at(page.near_above);
    values.extend(measures.iter().map(|&column| sum(column)));
    values.extend(above.iter().map(|&column| near().filter(|row| row[column] < NONE_ABOVE).count() as f32));
}
