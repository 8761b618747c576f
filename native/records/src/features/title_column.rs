//! The titles of a region read as a board's rows (see `records/board_rows.py`), and what speaks for and against them.
//!
//! In words: of the columns of links the likeliest is the titles'; behind a title comes an excerpt with its link, so that
//! the first column of words with the same addresses stands for it. Columns of numbers outside of the titles count
//! something; where links to threads stand beyond them, the rows are boards.

use std::collections::HashMap;

use super::title_features::{Column, Columns, FEATURES, link_around, link_columns};
use super::title_shapes::{Edges, is_index, with_odd_rows};
use crate::regions::aligned_rows::Region;
use trees::boosted::Trees;

const SAME: f64 = 0.8; // share of the rows in which two links lead to the same page
const MAX_WORDLESS: f32 = 0.3; // share of the texts of a title's column that may be numbers or marks
const PRESENT: f64 = 0.7; // share of the rows that have a number in the slot
const MOST_NUMBERS: usize = 64; // columns of numbers that are looked at: a row of a board has a few

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
pub fn find(columns: &Columns, region: &Region, is_number: &[bool], trees: &Trees) -> Titled {
    let (found, features) = link_columns(columns, region);
    let likely = trees.likely(&features);
    let mut order = (0..found.len()).collect::<Vec<_>>();
    order.sort_by(|&one, &other| likely[other].total_cmp(&likely[one]));
    let Some(&best) = order.first() else { return Titled::default() };
    let first = first_of_same(columns, &found, best, &features);
    let titles = with_odd_rows(columns, region, found[first].to_vec());
    let numbers = number_columns(region, is_number, &titles);
    let is_index = !numbers.is_empty() && is_index(columns, region, &titles, &edges(&titles, &numbers));
    let runner_up = order.get(1).map_or(0.0, |&next| likely[next]);
    Titled { titles, numbers, likely: likely[best], runner_up, is_index }
}

/// The first column of words with the addresses of the best one.
fn first_of_same(columns: &Columns, found: &[Column], best: usize, features: &[f32]) -> usize {
    let wordless = FEATURES.iter().position(|&name| name == "wordless").unwrap_or_default();
    let address = |row: usize| link_around(columns, row).unwrap_or_default();
    let mut addresses: HashMap<usize, &str> = HashMap::with_capacity(found[best].len());
    for &(record, row) in &found[best] {
        addresses.insert(record, address(row));
    }
    for (index, column) in found[..best].iter().enumerate() {
        limits::tick(1 + column.len());
        let is_same = |&&(record, row): &&(usize, usize)| addresses.get(&record) == Some(&address(row));
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
    let mut taken = titles.iter().map(|&(_, row)| row).collect::<Vec<_>>();
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
    found.truncate(MOST_NUMBERS);
    found
}

/// Of each record with a title the first and last row of its numbers.
fn edges(titles: &Column, numbers: &[Numbered]) -> Edges {
    let mut edges: Edges = HashMap::with_capacity(titles.len());
    for &(record, row) in numbers.iter().flat_map(|(_, column)| column) {
        if let Some((first, last)) = edges.get_mut(&record) {
            (*first, *last) = (row.min(*first), row.max(*last));
        } else {
            edges.insert(record, (row, row));
        }
    }
    edges
}
