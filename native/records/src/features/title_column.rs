//! The titles of a region read as a board's rows (see `records/board_rows.py`), and what speaks for and against them.
//!
//! In words: of the columns of links the likeliest is the titles'; behind a title comes an excerpt with its link, so that
//! the first column of words with the same addresses stands for it. Columns of numbers outside of the titles count
//! something; where links to threads stand beyond them, the rows are boards. The shape of an address is what is left
//! without numbers and values: a link of the titles' shape in a row without a title is its title.

use std::collections::{HashMap, HashSet};

use super::by_likelihood;
use super::title_features::{Column, FEATURES, link_columns, link_texts};
use crate::evidence::Evidence;
use crate::evidence::links::{NO_PERSON, PERSON, kinds};
use crate::regions::region::Region;
use text::chars::{is_decimal, is_space, says_no_title};
use text::hash::{any_seed, hash_bytes};
use trees::boosted::Trees;

const SAME: f64 = 0.8; // share of the rows in which two links lead to the same page
const MAX_WORDLESS: f32 = 0.3; // share of the texts of a title's column that may be numbers or marks
const PRESENT: f64 = 0.7; // share of the rows that have a number in the slot
const MAX_NUMBERS: usize = 64; // columns of numbers that are looked at: a row of a board has a few
const VARIED: f64 = 0.6; // share of the rows of an index that have another thread beside the board's name

/// By record the first and the last row of its numbers.
type Edges = HashMap<usize, (usize, usize)>;

/// A column of numbers: its slot and its ordinal in the record.
pub type Numbered = ((usize, usize), Column);

/// The titles of a region by record, its columns of numbers by slot and ordinal in the record; how likely the titles are
/// some, how likely the next best are, and whether the rows are boards themselves.
#[derive(Default)]
pub struct Titled {
    pub titles: Column,
    pub numbers: Vec<Numbered>,
    pub likely: f64,
    pub runner_up: f64,
    pub is_index: bool,
}

/// The titles of a region; `is_number` says of every row whether it counts something.
pub fn find(evidence: &Evidence, region: &Region, is_number: &[bool], trees: &Trees) -> Titled {
    let (found, features) = link_columns(evidence, region);
    let likely = trees.likely(&features);
    let order = by_likelihood(&likely);
    let Some(&best) = order.first() else { return Titled::default() };
    let first = first_of_same(evidence, &found, best, &features);
    let titles = with_odd_rows(evidence, region, found[first].clone());
    let numbers = number_columns(region, is_number, &titles);
    let is_index = !numbers.is_empty() && is_index(evidence, region, &titles, &edges(&numbers));
    let runner_up = order.get(1).map_or(0.0, |&next| likely[next]);
    Titled { titles, numbers, likely: likely[best], runner_up, is_index }
}

/// The first column of words with the addresses of the best one.
fn first_of_same(evidence: &Evidence, found: &[Column], best: usize, features: &[f32]) -> usize {
    let wordless = FEATURES.iter().position(|&name| name == "wordless").unwrap_or_default();
    let address = |&(record, row): &(usize, usize)| (record, evidence.address_around(row));
    let addresses: HashMap<usize, &str> = found[best].iter().map(address).collect();
    for (index, column) in found[..best].iter().enumerate() {
        limits::tick(1 + column.len());
        let is_same = |&entry: &&(usize, usize)| addresses.get(&entry.0) == Some(&address(entry).1);
        let same = column.iter().filter(is_same).count();
        if same as f64 > SAME * addresses.len() as f64 && features[index * FEATURES.len() + wordless] < MAX_WORDLESS {
            return index;
        }
    }
    best
}

/// The columns of numbers outside of the titles that most rows have, in document order; cells of one class are told by
/// their order.
fn number_columns(region: &Region, is_number: &[bool], titles: &Column) -> Vec<Numbered> {
    let mut taken: Vec<usize> = titles.iter().map(|&(_, row)| row).collect();
    taken.sort_unstable();
    // Of each slot: its latest record from 1, how many numbers it has there, and the places of its columns.
    let mut seen: Vec<(usize, usize, Vec<usize>)> = vec![(0, 0, Vec::new()); region.slots()];
    let mut found: Vec<Numbered> = Vec::new();
    for position in 0..region.positions() {
        limits::tick(1);
        let (row, record, slot) = region.at(position);
        if !is_number[row] || taken.binary_search(&row).is_ok() {
            continue;
        }
        let (latest, count, places) = &mut seen[slot];
        if *latest != record + 1 {
            (*latest, *count) = (record + 1, 0);
        }
        if *count == places.len() {
            places.push(found.len());
            found.push(((slot, *count), Column::new()));
        }
        found[places[*count]].1.push((record, row));
        *count += 1;
    }
    found.retain(|(_, column)| column.len() as f64 >= PRESENT * titles.len() as f64);
    found.truncate(MAX_NUMBERS);
    found
}

/// Of each record the first and last row of its numbers.
fn edges(numbers: &[Numbered]) -> Edges {
    let mut edges = Edges::new();
    for &(record, row) in numbers.iter().flat_map(|(_, column)| column) {
        let (first, last) = edges.entry(record).or_insert((row, row));
        (*first, *last) = (row.min(*first), row.max(*last));
    }
    edges
}

/// An address without its numbers, its values and what is behind `#`.
fn shape(address: &str) -> String {
    let mut in_value = false;
    let is_kept = |&c: &char| {
        in_value = c == '=' || (in_value && c != '&');
        !in_value && !is_decimal(c)
    };
    address.split('#').next().unwrap_or_default().chars().filter(is_kept).collect()
}

/// The titles, with those of rows that are built differently (sticky threads): their links have the same shape.
fn with_odd_rows(evidence: &Evidence, region: &Region, mut titles: Column) -> Column {
    if titles.len() == region.records() {
        return titles;
    }
    let mut has_title = vec![false; region.records()];
    let mut shapes: HashSet<String> = HashSet::new();
    for &(record, row) in &titles {
        limits::tick(1);
        has_title[record] = true;
        shapes.insert(shape(evidence.address_around(row)));
    }
    for position in link_texts(evidence, region) {
        limits::tick(1);
        let (row, record, _) = region.at(position);
        if has_title[record] || says_no_title(evidence.page.text_of(row).trim_matches(is_space)) {
            continue;
        }
        if shapes.contains(&shape(evidence.address_around(row))) {
            has_title[record] = true;
            titles.push((record, row));
        }
    }
    titles
}

/// Whether the records are boards: then links to threads, of another shape than the titles, stand on the other side of
/// the numbers. `edges` are of each record the first and last row of its numbers.
fn is_index(evidence: &Evidence, region: &Region, titles: &Column, edges: &Edges) -> bool {
    let seed = any_seed();
    let shape_of = |row: usize| shape(evidence.address_around(row));
    let mut own: HashSet<String> = HashSet::new();
    let mut title_of = vec![None; region.records()];
    for &(record, row) in titles {
        limits::tick(1);
        own.insert(shape_of(row));
        title_of[record] = Some(row);
    }
    let mut others = Vec::new();
    for position in link_texts(evidence, region) {
        limits::tick(1);
        let (row, record, _) = region.at(position);
        let (Some(title), Some(&(first, last))) = (title_of[record], edges.get(&record)) else { continue };
        let is_beyond = (row < first && first < title) || (row > last && last > title);
        let text = evidence.page.text_of(row).trim_matches(is_space);
        if !is_beyond || says_no_title(text) {
            continue;
        }
        let (shape, says) = (shape_of(row), kinds(evidence.address_around(row)));
        if !own.contains(&shape) && says & (PERSON | NO_PERSON) != PERSON {
            others.push((hash_bytes(shape.as_bytes(), seed), hash_bytes(text.as_bytes(), seed)));
        }
    }
    others.sort_unstable();
    others.dedup();
    let most = others.chunk_by(|one, other| one.0 == other.0).map(<[_]>::len).max().unwrap_or(0);
    most as f64 > (VARIED * titles.len() as f64).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_addresses() {
        assert_eq!(shape("/t/12/x?tid=3&page=4#p5"), "/t//x?tid&page");
        assert_eq!(shape("a=b=c&d"), "a&d");
    }
}
