//! The rows of a region: which record each is in, and which slot; and its columns (see `records/alignment.py`): by slot and
//! ordinal in the record, the row of each record.
//!
//! In words: a text stands in the slot of the nearest element around it that is no dress (`b`, `span`, `time`) or that
//! enough records have. What is bold or dated otherwise in one record plays the same part.
//!
//! The head of a record ends with the top row that holds the first time, and with headings and breaks behind it. Breaks and
//! pagers at the end of the record are no part of what follows.

use crate::evidence::{Evidence, is_heading};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::class_words::{BODY, PAGER, PERSON, SIGNATURE, TITLE};

pub const PLAIN: f64 = 0.5; // share of the records that have an inline element in the same place: it is part of the path

/// The rows of some records, record by record: which record a row is in, and which slot.
pub struct Region<'region> {
    pub ranges: &'region [(i64, i64)],
    pub slot: &'region [i64],
    pub rows: Vec<i64>,
    pub record: Vec<usize>,
    /// Of each record the position of its first row.
    pub first: Vec<usize>,
}

impl<'region> Region<'region> {
    /// The region of these ranges of a page of so many rows; None where ranges, slots and page do not fit.
    pub fn new(ranges: &'region [(i64, i64)], slot: &'region [i64], rows_of_page: usize) -> Option<Self> {
        let fits = |&(start, end): &(i64, i64)| 0 <= start && start <= end && end <= rows_of_page as i64;
        let count = slot.len();
        let known = slot.iter().all(|&slot| usize::try_from(slot).is_ok_and(|slot| slot < count));
        let lengths = ranges.iter().filter(|range| fits(range)).map(|&(start, end)| (end - start) as usize);
        if !known || !ranges.iter().all(fits) || lengths.sum::<usize>() != count {
            return None;
        }
        let (mut rows, mut record, mut first) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::new());
        for (number, &(start, end)) in ranges.iter().enumerate() {
            first.push(rows.len());
            rows.extend(start..end);
            record.resize(rows.len(), number);
        }
        Some(Region { ranges, slot, rows, record, first })
    }

    /// How many records there are.
    pub fn records(&self) -> usize {
        self.ranges.len()
    }

    /// The first row of a record.
    pub fn start(&self, record: usize) -> usize {
        self.ranges[record].0 as usize
    }

    /// How many rows they have.
    pub fn positions(&self) -> usize {
        self.rows.len()
    }

    /// The row, the record and the slot at a position.
    pub fn at(&self, position: usize) -> (usize, usize, usize) {
        (self.rows[position] as usize, self.record[position], self.slot[position] as usize)
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slot.iter().max().map_or(0, |&slot| slot as usize + 1)
    }

    /// The position behind what a row covers: its subtree, as far as it belongs to the record.
    pub fn end(&self, ends: &[i32], position: usize) -> usize {
        let row = self.rows[position];
        let (_, stop) = self.ranges[self.record[position]];
        position + (i64::from(ends[row as usize]).min(stop) - row) as usize
    }
}

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

/// The columns of the picked positions, in the order of their first rows; an element that fewer than a share `text` of
/// the records have is a dress.
pub fn columns(page: &PageView, region: &Region, is_picked: impl Fn(usize) -> bool, plain: f64) -> Vec<Column> {
    let slot_of = slots_of_rows(page.tag.len(), region);
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
        let mut element = if page.is_text(row) { page.parent[row].max(0) as usize } else { row };
        while element > 0 && is_dress(page.tag[element]) && is_few(slot_of[element]) {
            limits::tick(1);
            element = page.parent[element].max(0) as usize;
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
pub fn time_columns(page: &PageView, region: &Region, is_time: &[bool], bodies: &[(usize, usize)]) -> Vec<Column> {
    let mut is_free = is_time.to_vec();
    for &(start, end) in bodies.iter().filter(|(start, end)| start < end) {
        is_free[start..end].fill(false);
    }
    columns(page, region, |position| is_free[region.rows[position] as usize], PLAIN)
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
    slots.into_iter().map(|(_, count)| count).collect()
}

fn is_dress(tag: NameId) -> bool {
    use name::*;
    matches!(tag, B | I | U | FONT | STRONG | EM | BDI | BIG | SMALL | SPAN | TIME | ABBR)
}

const WORD_WEIGHT: f64 = 15.0; // what a word such as "content" in the class is worth, in characters a record

pub type Span = (usize, usize);

/// The rows behind the head of a range.
pub fn tail_behind_head(evidence: &Evidence, span: Span) -> Span {
    let (start, mut end) = span;
    let Some(&head) = evidence.times_within(span).first() else { return (end, end) };
    let is_one = evidence.page.end[start] as usize == end;
    let mut row = if is_one { start + 1 } else { start };
    let mut behind: Vec<usize> = Vec::new();
    while row < end {
        limits::tick(1);
        let says = !evidence.page.is_text(row) || evidence.page.chars[row] != 0;
        if row as i64 > head && says && !(behind.is_empty() && is_head(evidence.page.tag[row])) {
            behind.push(row);
        }
        row = evidence.page.end[row] as usize;
    }
    while let Some(&last) = behind.last() {
        if !is_break(evidence.page.tag[last]) && evidence.flags[last] & PAGER == 0 {
            break;
        }
        behind.pop();
        end = last;
    }
    behind.first().map_or((end, end), |&first| (first, end))
}

fn is_break(tag: NameId) -> bool {
    matches!(tag, name::BR | name::HR)
}

fn is_head(tag: NameId) -> bool {
    is_break(tag) || is_heading(tag)
}

/// Whether a text stands in the range without an element around it.
pub fn has_loose_text(evidence: &Evidence, span: Span) -> bool {
    let depth = evidence.page.depth[span.0];
    let is_loose = |row: usize| evidence.has_text(row) && evidence.page.depth[row] == depth;
    (span.0..span.1).any(is_loose)
}

/// What the classes of a row add to its weight as a body.
pub fn word_gain(flags: u16) -> f64 {
    let for_body = if flags & BODY > 0 { WORD_WEIGHT } else { 0.0 };
    for_body - if flags & (SIGNATURE | PERSON | TITLE | PAGER) > 0 { WORD_WEIGHT } else { 0.0 }
}
