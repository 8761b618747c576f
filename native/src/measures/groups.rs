//! Repetition: siblings that are built alike, blocks that stand in alike places, blocks that say the same.

use super::densities::{Subtree, Sums};
use super::wording::Words;
use super::{Columns, Matrix};
use crate::hash::mix;
use crate::limits::Tripped;
use crate::memory;
use crate::names::name;
use crate::numbers::Numbers;

/// Siblings of one kind are records from this many on; two alike are often chance.
const FEWEST: f32 = 3.0;

const OF_SIBLINGS: [&str; 8] =
    ["levels", "siblings", "words", "share", "link_density", "long_share", "images", "headings"];
const OF_PLACE: [&str; 6] = ["blocks", "words", "link_density", "distinct", "first", "last"];

pub fn names() -> Vec<String> {
    let near = OF_SIBLINGS.iter().map(|measure| format!("record_{measure}"));
    let large = OF_SIBLINGS.iter().map(|measure| format!("grid_{measure}"));
    let place = OF_PLACE.iter().map(|measure| format!("place_{measure}"));
    near.chain(large).chain(place).chain(["twins".to_string(), "twins_before".to_string()]).collect()
}

/// Siblings with the same step: how many, and what they hold together.
#[derive(Clone, Copy, Default)]
struct Kin {
    count: f32,
    all: Subtree,
}

pub fn fill(page: &Columns, sums: &Sums, words: &Words, matrix: &mut Matrix, start: usize) -> Result<(), Tripped> {
    let text = |block| words.of(block).iter().fold(0, |all, &word| mix(all, word));
    let texts = memory::collect((0..page.block_row.len()).map(text))?;
    fill_siblings(page, sums, matrix, start)?;
    fill_places(page, &texts, matrix, start + 2 * OF_SIBLINGS.len())?;
    fill_twins(&texts, matrix, start + 2 * OF_SIBLINGS.len() + OF_PLACE.len())
}

/// Writes the nearest ancestor with siblings of its kind, and the one whose kin hold the most words.
fn fill_siblings(page: &Columns, sums: &Sums, matrix: &mut Matrix, start: usize) -> Result<(), Tripped> {
    let rows = page.tag.len();
    let mut numbers = Numbers::with_room(rows)?;
    let mut kin: Vec<Kin> = Vec::new();
    let mut number = memory::filled(0u32, rows)?;
    for row in (0..rows).filter(|&row| page.tag[row] != name::TEXT) {
        let found = numbers.number(mix(page.parent[row] as u64, page.step[row]));
        number[row] = found as u32;
        if found == kin.len() {
            memory::push(&mut kin, Kin::default())?;
        }
        kin[found].count += 1.0;
        kin[found].all.add(sums.under(page, row));
    }
    let whole = if rows > 0 { sums.under(page, 0).words().max(1.0) } else { 1.0 };
    for block in 0..page.block_row.len() {
        let (mut near, mut large) = ((0, Kin::default()), (0, Kin::default()));
        for (level, row) in page.up(block).enumerate() {
            let found = kin[number[row] as usize];
            if found.count < FEWEST {
                continue;
            }
            if near.1.count == 0.0 {
                near = (level, found);
            }
            if found.all.words() > large.1.all.words() {
                large = (level, found);
            }
        }
        let row = matrix.row(block, start)?;
        write_kin(near, whole, &mut row[..OF_SIBLINGS.len()]);
        write_kin(large, whole, &mut row[OF_SIBLINGS.len()..]);
    }
    Ok(())
}

fn write_kin((level, kin): (usize, Kin), whole: f32, row: &mut [f32]) {
    if kin.count == 0.0 {
        row[0] = -1.0;
        return;
    }
    let all = kin.all;
    row[0] = level as f32;
    row[1] = kin.count;
    row[2] = all.words() / kin.count;
    row[3] = all.words() / whole;
    row[4] = all.link_density();
    row[5] = all.long_share();
    row[6] = all.images() / kin.count;
    row[7] = all.headings() / kin.count;
}

/// Writes about the blocks under the same path of tags and classes: how many, their mean words and link density, how
/// many different texts, and where in the page the first and the last of them stand.
fn fill_places(page: &Columns, text: &[u64], matrix: &mut Matrix, start: usize) -> Result<(), Tripped> {
    let mut paths = memory::filled(0u64, page.tag.len())?;
    for row in 0..page.tag.len() {
        let above = if page.parent[row] >= 0 { paths[page.parent[row] as usize] } else { 0 };
        paths[row] = if page.tag[row] == name::TEXT { above } else { mix(above, page.step[row]) };
    }
    let blocks = page.block_row.len();
    let mut numbers = Numbers::with_room(blocks)?;
    let place = page.block_row.iter().map(|&row| numbers.number(paths[row.max(0) as usize]));
    let place: Vec<usize> = memory::collect(place)?;
    let mut totals = memory::filled([0.0f32; 6], numbers.len())?;
    let mut texts = Numbers::with_room(blocks)?;
    for block in 0..blocks {
        let total = &mut totals[place[block]];
        let seen = texts.len();
        texts.number(mix(text[block], place[block] as u64));
        if total[0] == 0.0 {
            total[4] = block as f32 / blocks as f32;
        }
        total[0] += 1.0;
        total[1] += page.block_size(block);
        total[2] += page.link_words(block);
        total[3] += f32::from(texts.len() > seen);
        total[5] = block as f32 / blocks as f32;
    }
    for block in 0..blocks {
        let [count, words, links, distinct, first, last] = totals[place[block]];
        let row = matrix.row(block, start)?;
        row[..6].copy_from_slice(&[count, words / count, links / words.max(1.0), distinct / count, first, last]);
    }
    Ok(())
}

/// Writes how many blocks of the page say the same words, and how many of them before.
fn fill_twins(text: &[u64], matrix: &mut Matrix, start: usize) -> Result<(), Tripped> {
    let blocks = text.len();
    let mut texts = Numbers::with_room(blocks)?;
    let number: Vec<usize> = memory::collect(text.iter().map(|&hash| texts.number(hash)))?;
    let mut counts = memory::filled(0.0f32, texts.len())?;
    for block in 0..blocks {
        matrix.row(block, start)?[1] = counts[number[block]];
        counts[number[block]] += 1.0;
    }
    for block in 0..blocks {
        matrix.row(block, start)?[0] = counts[number[block]];
    }
    Ok(())
}
