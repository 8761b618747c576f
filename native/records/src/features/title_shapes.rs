//! Shapes of the addresses of titles: what tells rows that are built differently, and rows that are boards themselves.
//!
//! In words: the shape of an address is what is left without numbers and values. A link of the titles' shape in a row
//! without a title is its title. Links of another shape beyond the numbers of the rows lead to the latest threads of
//! boards.

use std::collections::{HashMap, HashSet};

use super::title_features::{Column, Columns, link_around, link_texts, text_of};
use crate::evidence::links::{NO_PERSON, PERSON, kinds};
use crate::regions::aligned_rows::Region;
use text::chars::{is_decimal, is_space, says_no_title};
use text::hash::{any_seed, hash_bytes};

const VARIED: f64 = 0.6; // share of the rows of an index that have another thread beside the board's name

/// By record the first and the last row of its numbers.
pub type Edges = HashMap<usize, (usize, usize)>;

/// An address without its numbers, its values and what is behind `#`.
fn shape(address: &str) -> String {
    let mut shape = String::new();
    shape.reserve_exact(address.len());
    let mut in_value = false;
    for c in address.split('#').next().unwrap_or_default().chars() {
        in_value = c == '=' || (in_value && c != '&');
        if !in_value && !is_decimal(c) {
            shape.push(c);
        }
    }
    shape
}

/// The titles, with those of rows that are built differently (sticky threads): their links have the same shape.
pub fn with_odd_rows(columns: &Columns, region: &Region, mut titles: Column) -> Column {
    if titles.len() == region.records() {
        return titles;
    }
    let mut has_title = vec![false; region.records()];
    let mut shapes: HashSet<String> = HashSet::new();
    for &(record, row) in &titles {
        limits::tick(1);
        has_title[record] = true;
        shapes.reserve(1);
        shapes.insert(shape(link_around(columns, row).unwrap_or_default()));
    }
    for position in link_texts(columns, region) {
        limits::tick(1);
        let (row, record, _) = region.at(position);
        if has_title[record] || says_no_title(text_of(columns, row).trim_matches(is_space)) {
            continue;
        }
        if shapes.contains(&shape(link_around(columns, row).unwrap_or_default())) {
            has_title[record] = true;
            titles.push((record, row));
        }
    }
    titles
}

/// Whether the records are boards: then links to threads, of another shape than the titles, stand on the other side of
/// the numbers. `edges` are of each record the first and last row of its numbers.
pub fn is_index(columns: &Columns, region: &Region, titles: &Column, edges: &Edges) -> bool {
    let seed = any_seed();
    let shape_of = |row: usize| shape(link_around(columns, row).unwrap_or_default());
    let mut own: HashSet<String> = HashSet::new();
    let mut title_of = vec![None; region.records()];
    for &(record, row) in titles {
        limits::tick(1);
        own.reserve(1);
        own.insert(shape_of(row));
        title_of[record] = Some(row);
    }
    let mut others = Vec::new();
    for position in link_texts(columns, region) {
        limits::tick(1);
        let (row, record, _) = region.at(position);
        let (Some(title), Some(&(first, last))) = (title_of[record], edges.get(&record)) else { continue };
        let is_beyond = (row < first && first < title) || (row > last && last > title);
        let text = text_of(columns, row).trim_matches(is_space);
        if !is_beyond || says_no_title(text) {
            continue;
        }
        let (shape, says) = (shape_of(row), kinds(link_around(columns, row).unwrap_or_default()));
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
