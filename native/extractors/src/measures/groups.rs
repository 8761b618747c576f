//! Repetition: siblings that are built alike, blocks that stand in alike places, blocks that say the same.

use super::Page;
use super::densities::{Subtree, Sums};
use html::names::name;
use text::hash::Numbers;
use text::hash::mix;

/// Siblings of one kind are records from this many on; two alike are often chance.
const MIN_KIN: f32 = 3.0;

const OF_SIBLINGS: [&str; 8] =
    ["levels", "siblings", "words", "share", "link_density", "long_share", "images", "headings"];
const OF_PLACE: [&str; 5] = ["blocks", "words", "link_density", "first", "last"];

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

/// What repeats on a page.
pub struct Groups {
    /// The kin of every row, 0 where they are too few, and what each kin holds.
    number: Vec<u32>,
    kin: Vec<Kin>,
    whole: f32,
    /// The place of every block; see `find_places`.
    pub place: Vec<u32>,
    of_place: Vec<[f32; OF_PLACE.len()]>,
    /// Of every block how many say the same, and how many of them before.
    twins: Vec<[f32; 2]>,
}

impl Groups {
    /// Groups of a page whose blocks say these texts, which are hashes.
    pub fn of(page: &Page, sums: &Sums, texts: &[u64], links: &[f32]) -> Groups {
        let (number, kin) = find_kin(page, sums);
        let whole = if page.tag.is_empty() { 1.0 } else { sums.under(page, 0).words().max(1.0) };
        let (place, of_place) = find_places(page, links);
        Groups { number, kin, whole, place, of_place, twins: find_twins(texts) }
    }

    /// Writes the nearest ancestor with siblings of its kind, and the one whose kin hold the most words; what stands in
    /// places like a block's; how many blocks say the same.
    pub fn write(&self, block: usize, path: &[u32], row: &mut [f32]) {
        row.fill(0.0);
        let (mut near, mut large) = ((0, None), (0, None));
        let mut most = 0.0;
        for (level, &ancestor) in path.iter().enumerate() {
            let number = self.number[ancestor as usize];
            if number == 0 {
                continue;
            }
            let kin = &self.kin[number as usize];
            if near.1.is_none() {
                near = (level, Some(kin));
            }
            if kin.all.words() > most {
                (large, most) = ((level, Some(kin)), kin.all.words());
            }
        }
        let (of_near, rest) = row.split_at_mut(OF_SIBLINGS.len());
        let (of_large, rest) = rest.split_at_mut(OF_SIBLINGS.len());
        write_kin(near, self.whole, of_near);
        write_kin(large, self.whole, of_large);
        let (of_place, twins) = rest.split_at_mut(OF_PLACE.len());
        of_place.copy_from_slice(&self.of_place[self.place[block] as usize]);
        twins.copy_from_slice(&self.twins[block]);
    }
}

/// The number of every row's kin, 0 where they are too few, and what each kin holds.
fn find_kin(page: &Page, sums: &Sums) -> (Vec<u32>, Vec<Kin>) {
    let rows = page.tag.len();
    let elements = || (0..rows).filter(|&row| page.tag[row] != name::TEXT);
    let mut number = vec![0u32; rows];
    let mut counts: Vec<u32> = Vec::new();
    let mut numbers = Numbers::with_room(elements().count());
    for row in elements() {
        let found = numbers.number(mix(page.parent[row] as u64, page.step[row]));
        number[row] = found as u32;
        if found == counts.len() {
            counts.push(0);
        }
        counts[found] += 1;
    }
    drop(numbers);
    let mut kin = vec![Kin::default(); 1];
    for count in &mut counts {
        if *count as f32 >= MIN_KIN {
            kin.push(Kin { count: *count as f32, ..Kin::default() });
            *count = kin.len() as u32 - 1;
        } else {
            *count = 0;
        }
    }
    for row in elements() {
        number[row] = counts[number[row] as usize];
        if number[row] > 0 {
            kin[number[row] as usize].all.add(sums.under(page, row));
        }
    }
    (number, kin)
}

fn write_kin((level, kin): (usize, Option<&Kin>), whole: f32, row: &mut [f32]) {
    let Some(kin) = kin else {
        row[0] = -1.0;
        return;
    };
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

/// The place of every block, its path of tags and classes; and of each place how many blocks there are, their mean words
/// and link density, and where in the page the first and the last of them stand.
fn find_places(page: &Page, links: &[f32]) -> (Vec<u32>, Vec<[f32; OF_PLACE.len()]>) {
    let mut paths = vec![0u64; page.tag.len()];
    for row in 0..page.tag.len() {
        let above = if page.parent[row] >= 0 { paths[page.parent[row] as usize] } else { 0 };
        paths[row] = if page.tag[row] == name::TEXT { above } else { mix(above, page.step[row]) };
    }
    let blocks = page.block_row.len();
    let mut numbers = Numbers::with_room(blocks);
    let number = |&row: &i32| numbers.number(paths[row.max(0) as usize]) as u32;
    let place: Vec<u32> = page.block_row.iter().map(number).collect::<Vec<_>>();
    drop(paths);
    let mut totals = vec![[0.0f32; OF_PLACE.len()]; numbers.len()];
    for block in 0..blocks {
        let total = &mut totals[place[block] as usize];
        if total[0] == 0.0 {
            total[3] = block as f32 / blocks as f32;
        }
        total[0] += 1.0;
        total[1] += page.block_size(block);
        total[2] += links[block];
        total[4] = block as f32 / blocks as f32;
    }
    for total in &mut totals {
        let [count, words, links, first, last] = *total;
        *total = [count, words / count, links / words.max(1.0), first, last];
    }
    (place, totals)
}

/// How many blocks of the page say the same words as each, and how many of them before.
fn find_twins(text: &[u64]) -> Vec<[f32; 2]> {
    let mut texts = Numbers::with_room(text.len());
    let number: Vec<u32> = text.iter().map(|&hash| texts.number(hash) as u32).collect::<Vec<_>>();
    let mut counts = vec![0.0f32; texts.len()];
    let mut twins = vec![[0.0; 2]; text.len()];
    for (twins, &number) in twins.iter_mut().zip(&number) {
        twins[1] = counts[number as usize];
        counts[number as usize] += 1.0;
    }
    for (twins, &number) in twins.iter_mut().zip(&number) {
        twins[0] = counts[number as usize];
    }
    twins
}
