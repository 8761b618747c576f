//! Columns of a region (see `records/alignment.py`): by slot and ordinal in the record, the row of each record.
//!
//! In words: a text stands in the slot of the nearest element around it that is no dress (`b`, `span`, `time`) or that
//! enough records have. What is bold or dated otherwise in one record plays the same part.

use super::aligned_rows::Region;
use html::names::{NameId, name};

pub const PLAIN: f64 = 0.5; // share of the records that have an inline element in the same place: it is part of the path

/// Which records have a row there, in the order of the records.
#[derive(Clone)]
pub struct Column {
    /// -1 where the element around lies outside of the records.
    pub slot: i64,
    /// Which one of its record's in the slot.
    pub ordinal: usize,
    /// Record and row.
    pub rows: Vec<(usize, usize)>,
}

/// What columns are made from.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
}

/// The columns of the picked positions, in the order of their first rows; an element that fewer than a share `text` of
/// the records have is a dress.
pub fn find(columns: &Columns, region: &Region, is_picked: impl Fn(usize) -> bool, plain: f64) -> Vec<Column> {
    let slot_of = slots_of_rows(columns.tag.len(), region);
    let presence = presence(region);
    let least = plain * region.records() as f64;
    // A row outside of the records counts as one of the last slot.
    let is_few = |slot: i64| {
        let number = usize::try_from(slot).unwrap_or(presence.len().wrapping_sub(1));
        presence.get(number).is_some_and(|&presence| (presence as f64) < least)
    };
    let mut found: Vec<Column> = Vec::new();
    // Of each slot, the one outside first: its latest record from 1, how many it has there, the numbers of its columns.
    let mut seen: Vec<(usize, usize, Vec<u32>)> = vec![(0, 0, Vec::new()); presence.len() + 1];
    for position in (0..region.positions()).filter(|&position| is_picked(position)) {
        let (row, record, _) = region.at(position);
        let mut element = if columns.tag[row] == name::TEXT { columns.parent[row].max(0) as usize } else { row };
        while element > 0 && is_dress(columns.tag[element]) && is_few(slot_of[element]) {
            limits::tick(1);
            element = columns.parent[element].max(0) as usize;
        }
        limits::tick(1);
        let slot = slot_of[element];
        let (latest, count, numbers) = &mut seen[(slot + 1) as usize];
        if *latest != record + 1 {
            (*latest, *count) = (record + 1, 0);
        }
        let ordinal = *count;
        *count += 1;
        if ordinal == numbers.len() {
            numbers.push(found.len() as u32);
            found.push(Column { slot, ordinal, rows: Vec::new() });
        }
        found[numbers[ordinal] as usize].rows.push((record, row));
    }
    found
}

/// The columns of times outside of the bodies.
pub fn times(columns: &Columns, region: &Region, is_time: &[bool], bodies: &[(usize, usize)]) -> Vec<Column> {
    let mut is_free = is_time.to_vec();
    for &(start, end) in bodies.iter().filter(|(start, end)| start < end) {
        is_free[start..end].fill(false);
    }
    find(columns, region, |position| is_free[region.rows[position] as usize], PLAIN)
}

/// The slot of every row of a page of so many, -1 outside of the records.
fn slots_of_rows(count: usize, region: &Region) -> Vec<i64> {
    let mut slot_of = vec![-1; count];
    for (&row, &slot) in region.rows.iter().zip(region.slot) {
        slot_of[row as usize] = slot;
    }
    slot_of
}

/// In how many records each slot is.
pub fn presence(region: &Region) -> Vec<usize> {
    let mut slots = vec![(0, 0); region.slots()]; // its latest record from 1, and how many have it
    for position in 0..region.positions() {
        let (_, record, slot) = region.at(position);
        let (latest, count) = &mut slots[slot];
        if *latest != record + 1 {
            (*latest, *count) = (record + 1, *count + 1);
        }
    }
    slots.into_iter().map(|(_, count)| count).collect::<Vec<_>>()
}

fn is_dress(tag: NameId) -> bool {
    use name::*;
    matches!(tag, B | I | U | FONT | STRONG | EM | BDI | BIG | SMALL | SPAN | TIME | ABBR)
}
