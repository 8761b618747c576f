//! Alignment of records (see `records/alignment.py`), and what most of them say in the same slot.
//!
//! In words: a slot is a path from a record's root, a step of it being tag and classes. A class counts where most
//! records have it or where it tells signatures and quotes from bodies; a box without any is told from its siblings by
//! its ordinal. Slots are numbered in the order of their first rows.

use crate::hash::{any_seed, hash_bytes, mix};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name};
use crate::numbers::Numbers;

const COMMON: f64 = 0.7; // share of the records that a class must be in, as in records/alignment.py

/// The columns that slots are read from.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub nth: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
}

/// The rows of some records in document order: which record a row is in, and which slot.
#[derive(Default)]
pub struct Slots {
    pub rows: Vec<i64>,
    pub record: Vec<i64>,
    pub slot: Vec<i64>,
}

/// The slots of the rows `start .. end` of each record; `telling` says of every token whether it always counts.
pub fn align(
    columns: &Columns,
    ranges: &[(i64, i64)],
    telling: &[bool],
    deadline: &mut Deadline,
) -> Result<Slots, Tripped> {
    let mut slots = Slots::default();
    for (record, &(start, end)) in ranges.iter().enumerate() {
        let count = usize::try_from(end - start).unwrap_or(0);
        deadline.spend(1 + count / 8)?;
        memory::reserve(&mut slots.rows, count)?;
        memory::reserve(&mut slots.record, count)?;
        slots.rows.extend(start..end);
        slots.record.resize(slots.rows.len(), record as i64);
    }
    let counted = counted_tokens(columns, &slots, ranges.len(), telling)?;
    slots.slot = memory::with_room(slots.rows.len())?;
    let mut keys = memory::filled(0u64, columns.tag.len())?; // by row, 0 outside the records
    let mut numbers = Numbers::with_room(slots.rows.len())?;
    for (&row, &record) in slots.rows.iter().zip(&slots.record) {
        deadline.check()?;
        let (start, end) = ranges[record as usize];
        let is_root = row == start && i64::from(columns.end[row as usize]) >= end;
        let above = usize::try_from(columns.parent[row as usize]).map_or(0, |above| keys[above]);
        let is_inner = columns.depth[row as usize] > columns.depth[start as usize];
        let key = if is_root { 1 } else { mix(above.wrapping_add(1), step(columns, row as usize, is_inner, &counted)) };
        if columns.tag[row as usize] != name::TEXT {
            keys[row as usize] = key;
        }
        slots.slot.push(numbers.number(key) as i64);
    }
    Ok(slots)
}

/// Which tokens are steps of paths.
fn counted_tokens(columns: &Columns, slots: &Slots, records: usize, telling: &[bool]) -> Result<Vec<bool>, Tripped> {
    let mut spread = memory::filled((-1, 0), telling.len())?; // the latest record with a token, and how many have it
    for (&row, &record) in slots.rows.iter().zip(&slots.record) {
        for &token in classes(columns, row as usize) {
            let (latest, count) = &mut spread[token as usize];
            if *latest != record {
                (*latest, *count) = (record, *count + 1);
            }
        }
    }
    let common = |&(_, count): &(i64, usize)| count as f64 >= COMMON * records as f64;
    memory::collect(spread.iter().zip(telling).map(|(spread, &telling)| telling || common(spread)))
}

fn classes<'page>(columns: &Columns<'page>, row: usize) -> &'page [i32] {
    &columns.class_token[columns.class_start[row] as usize..columns.class_start[row + 1] as usize]
}

/// Tag and counted classes of a row as a hash; the order of classes does not matter.
fn step(columns: &Columns, row: usize, is_inner: bool, counted: &[bool]) -> u64 {
    let tag = columns.tag[row];
    let own = classes(columns, row).iter().filter(|&&token| counted[token as usize]);
    let mut sum = own.fold(0u64, |sum, &token| sum.wrapping_add(mix(1, token as u64 + 1)));
    let is_box = matches!(tag, name::DIV | name::TD | name::TH | name::TR | name::TABLE | name::SECTION);
    if sum == 0 && is_inner && is_box {
        sum = mix(2, columns.nth[row] as u64);
    }
    mix(sum, u64::from(tag))
}

/// Texts of records and what each says: (slot, text without white space around it).
pub struct Said<'page> {
    pub row: i64,
    pub record: i64,
    pub slot: i64,
    pub text: &'page [u8],
}

/// The rows of the texts that at least `common` records say in the same slot.
pub fn repeated_texts(texts: &[Said], common: f64, deadline: &mut Deadline) -> Result<Vec<i64>, Tripped> {
    let (seed, mut numbers) = (any_seed(), Numbers::with_room(texts.len())?);
    let mut number_of = memory::with_room(texts.len())?;
    let mut spread = memory::filled((-1, 0usize), texts.len())?; // the latest record with a text, and how many have it
    for said in texts {
        deadline.spend(1 + said.text.len() / 64)?;
        let number = numbers.number(hash_bytes(said.text, mix(seed, said.slot as u64)));
        number_of.push(number);
        let (latest, count) = &mut spread[number];
        if *latest != said.record {
            (*latest, *count) = (said.record, *count + 1);
        }
    }
    let is_common = |&(_, number): &(&Said, &usize)| spread[*number].1 as f64 >= common;
    memory::collect(texts.iter().zip(&number_of).filter(is_common).map(|(said, _)| said.row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_path_share_a_slot() {
        // 0 > (1 li > (2 b, 3 text), 4 li > (5 b, 6 i))
        let columns = Columns {
            tag: &[name::UL, name::LI, name::B, name::TEXT, name::LI, name::B, name::I],
            parent: &[-1, 0, 1, 1, 0, 4, 4],
            end: &[7, 4, 3, 4, 7, 6, 7],
            depth: &[0, 1, 2, 2, 1, 2, 2],
            nth: &[1, 1, 1, 1, 2, 1, 1],
            class_start: &[0; 8],
            class_token: &[],
        };
        let slots = align(&columns, &[(1, 4), (4, 7)], &[], &mut Deadline::after(f64::INFINITY)).unwrap();
        assert_eq!(slots.slot, [0, 1, 2, 0, 1, 3]);
        assert_eq!(slots.record, [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn what_most_records_say() {
        let said = |row, record, text| Said { row, record, slot: 0, text };
        let texts = [said(1, 0, b"Reply"), said(2, 0, b"Reply"), said(3, 1, b"Reply"), said(4, 1, b"Yes")];
        let rows = |common| repeated_texts(&texts, common, &mut Deadline::after(f64::INFINITY)).unwrap();
        assert_eq!(rows(2.0), [1, 2, 3]);
        assert!(rows(3.0).is_empty());
    }
}
