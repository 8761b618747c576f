//! Features of the parts of records (see `records/role_features.py`): where a column stands, what marks it, what it says.
//!
//! In words: a column is rows of several records that play one role. Most features are means over its first rows: where
//! they stand in their records and to the body, the author and the time; which classes, tags and links are around them;
//! what their texts have in common; what the words of and beside the first say. The order of times is left to the caller.

pub mod texts;
pub mod words;

use std::collections::HashMap;

use super::distinct;
use crate::evidence::links::PERSON;
use crate::evidence::{Evidence, LINK_REACH};
use crate::regions::region::{self, Region};
use html::names::{NameId, name};
use text::phrases::{Room, WROTE};
use texts::{FirstSpeakers, Texts, first_speakers};

const MAX_ROWS: usize = 24; // of a column that are looked at
const MAX_SHARE: f64 = 2.0; // of the body: what holds more of it is around it
const CLASSES: usize = 12; // what the words of classes speak of
const TAGS: usize = 8; // kinds of tags
pub const WIDTH: usize = 81;
/// The places of the order of times, which is left to the caller.
pub const EARLIER: usize = 42;
pub const LATER: usize = 43;

/// The names of the features, in the order of the matrix. `earlier` and `later` are left at 0.
const NAMES: &str = "records columns order ordinal more presence each aligned
    chars longest spread words digits numeric has_number distinct same_shape
    rising by_one falling value first_value zeros larger
    is_time is_date silent link person own_address fragment hidden
    place before inside gap before_author to_author before_time to_time before_number to_number earlier later rule framed
    share tail lead depth colon dashes again again_same said_before
    class_author class_time class_body class_quote class_signature class_edited class_button class_person class_title
    class_pager class_rank class_aside
    tag_time tag_button tag_quote tag_heading tag_cell tag_item tag_small tag_rule
    says_last says_replies says_views says_button says_wrote says_other";

/// The names of the features.
pub fn names() -> Vec<&'static str> {
    NAMES.split_whitespace().collect()
}

/// What is known of the records of a region.
pub struct KnownParts<'known> {
    /// The body or title of each as rows; none where they are empty.
    pub mains: &'known [(usize, usize)],
    /// The rows of their authors, times and numbers, or -1; none where nothing is known of any.
    pub rows: [&'known [i64]; 3],
    /// A number for the name of each one's author, or -1; none where nothing is known of any.
    pub names: &'known [i64],
    /// What words are looked for, as flags of `phrases`: they are dear.
    pub wanted: u8,
}

/// Record and row of each entry, and the slot and the ordinal, where the column has such.
pub type Part = (Vec<(usize, usize)>, Option<(i64, i64)>);

/// What the columns of a region share: in how many records each slot is, and who says what first.
pub struct Shared {
    presence: Vec<usize>,
    first: Option<FirstSpeakers>,
}

impl Shared {
    /// What the columns of a region share.
    pub fn of(evidence: &Evidence, region: &Region, known: &KnownParts) -> Self {
        let first = if known.wanted & WROTE > 0 { Some(first_speakers(evidence, known.mains)) } else { None };
        Shared { presence: region::presence(region), first }
    }
}

/// A row of features for each column; none of these is empty.
pub fn features(evidence: &Evidence, region: &Region, known: &KnownParts, shared: &Shared, parts: &[Part]) -> Vec<f32> {
    let Shared { presence, first } = shared;
    let kept = |entries: &'_ Vec<(usize, usize)>| entries.len().min(MAX_ROWS);
    let texts_of = |(entries, _): &Part| Texts::of(evidence, &entries[..kept(entries)], known.names, first.as_ref());
    let texts: Vec<Texts> = parts.iter().map(texts_of).collect();
    let (sizes, values) = (slot_sizes(parts), sorted_values(&texts));
    let mut matrix = Vec::with_capacity(parts.len() * WIDTH);
    let mut room = Room::default();
    for (order, (entries, key)) in parts.iter().enumerate() {
        let kept = &entries[..kept(entries)];
        limits::tick(kept.len());
        let places = Places::of(evidence, region, known, presence, kept);
        let marks = Marks::of(evidence, kept);
        let count = kept.len() as f64;
        let (ordinal, more) = key.map_or((0, 0), |(slot, ordinal)| (ordinal, sizes.get(&slot).copied().unwrap_or(0)));
        let distinct = distinct_records(entries);
        let own = &texts[order];
        let head = [
            region.records() as f64,
            parts.len() as f64,
            order as f64,
            ordinal as f64,
            f64::from(more),
            distinct / region.records() as f64,
            entries.len() as f64 / distinct.max(1.0),
            places.aligned / count,
        ];
        let larger = larger(&values, own.compared());
        let (says, again) = own.features();
        let words = words::features(&evidence.page, entries[0].1, known.wanted, &mut room);
        let values = head.into_iter().chain(says).chain([larger]).chain(marks.first(count)).chain(places.first(count));
        let values = values.chain([0.0, 0.0, marks.rule / count, marks.framed / count]).chain(places.last(count));
        let values = values.chain(again).chain(marks.classes.map(|sum| sum / count));
        matrix.extend(values.chain(marks.tags.map(|sum| sum / count)).chain(words).map(|value| value as f32));
    }
    matrix
}

/// How many records a column has rows of.
fn distinct_records(entries: &[(usize, usize)]) -> f64 {
    distinct(entries.iter().map(|&(record, _)| record).collect()) as f64
}

/// How many columns each slot has.
fn slot_sizes(parts: &[Part]) -> HashMap<i64, u32> {
    let mut sizes = HashMap::new();
    parts.iter().filter_map(|(_, key)| *key).for_each(|(slot, _)| *sizes.entry(slot).or_default() += 1);
    sizes
}

/// What is compared of the columns of numbers, in its order.
fn sorted_values(texts: &[Texts]) -> Vec<f64> {
    let mut values: Vec<f64> = texts.iter().map(Texts::compared).filter(|&value| value >= 0.0).collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The share of the columns of numbers whose numbers are smaller.
fn larger(values: &[f64], own: f64) -> f64 {
    let smaller = values.partition_point(|&other| other < own);
    if own >= 0.0 { smaller as f64 / values.len() as f64 } else { 0.0 }
}

/// Where the rows of a column stand: sums over them.
#[derive(Default)]
struct Places {
    place: f64,
    before: f64,
    inside: f64,
    gap: f64,
    share: f64,
    tail: f64,
    lead: f64,
    depth: f64,
    aligned: f64,
    /// Whether they stand before the author, the time and the number, and how far from these.
    to_known: [(f64, f64); 3],
}

impl Places {
    fn of(
        evidence: &Evidence,
        region: &Region,
        known: &KnownParts,
        presence: &[usize],
        kept: &[(usize, usize)],
    ) -> Self {
        let mut places = Places::default();
        for &(record, row) in kept {
            places.add_record(evidence, region, presence, record, row);
            places.add_main(evidence, known.mains[record], row);
            for (sums, rows) in places.to_known.iter_mut().zip(known.rows) {
                let other = rows.get(record).and_then(|&other| usize::try_from(other).ok());
                sums.0 += f64::from(other.is_some_and(|other| row < other));
                sums.1 += other.map_or(-1.0, |other| (row.abs_diff(other) as f64).ln_1p());
            }
        }
        places
    }

    fn add_record(&mut self, evidence: &Evidence, region: &Region, presence: &[usize], record: usize, row: usize) {
        let (start, end) = (region.ranges[record].0 as usize, region.ranges[record].1 as usize);
        let depth = evidence.page.depth;
        self.place += (row as f64 - start as f64) / (end.saturating_sub(start)).max(1) as f64;
        self.depth += f64::from(depth[row] - depth[start.min(depth.len() - 1)]);
        // A row outside of the records counts as one of the last slot.
        let is_own = (start..end).contains(&row);
        let slot = is_own.then(|| region.slot[region.first[record] + row - start] as usize);
        let slot = slot.unwrap_or(presence.len().wrapping_sub(1));
        self.aligned += presence.get(slot).map_or(0.0, |&count| count as f64) / region.records() as f64;
    }

    fn add_main(&mut self, evidence: &Evidence, (main, stop): (usize, usize), row: usize) {
        if stop <= main {
            self.gap -= 1.0;
            return;
        }
        let (end, shown) = (evidence.page.end[row] as usize, evidence.shown);
        let whole = (shown[stop] - shown[main]).max(1.0);
        let gap = if row < main { main - row } else { row.saturating_sub(stop) };
        self.before += f64::from(row < main);
        self.gap += (gap as f64).ln_1p();
        self.share += ((shown[end] - shown[row]) / whole).min(MAX_SHARE);
        if (main..stop).contains(&row) {
            self.inside += 1.0;
            self.tail += (shown[stop] - shown[end.min(stop)]) / whole;
            self.lead += (shown[row] - shown[main]) / whole;
        }
    }

    /// Those from `place` to `to_number`.
    fn first(&self, count: f64) -> [f64; 10] {
        let [author, time, number] = self.to_known;
        let known = [author.0, author.1, time.0, time.1, number.0, number.1];
        let [a, b, c, d, e, f] = known;
        [self.place, self.before, self.inside, self.gap, a, b, c, d, e, f].map(|sum| sum / count)
    }

    /// Those from `share` to `depth`.
    fn last(&self, count: f64) -> [f64; 4] {
        [self.share, self.tail, self.lead, self.depth].map(|sum| sum / count)
    }
}

/// What times, links, classes and tags mark in a column: sums over its rows.
#[derive(Default)]
struct Marks {
    is_time: f64,
    is_date: f64,
    silent: f64,
    link: f64,
    person: f64,
    own_address: f64,
    fragment: f64,
    hidden: f64,
    rule: f64,
    framed: f64,
    classes: [f64; CLASSES],
    tags: [f64; TAGS],
}

impl Marks {
    fn of(evidence: &Evidence, kept: &[(usize, usize)]) -> Self {
        let page = &evidence.page;
        let (mut marks, mut addresses) = (Marks::default(), Vec::new());
        for &(_, row) in kept {
            let is_leaf = page.end[row] as usize <= row + 1;
            marks.is_time += f64::from(evidence.is_time[row]);
            marks.is_date += f64::from(evidence.is_date[row] && !evidence.is_time[row]);
            marks.silent += f64::from(page.chars[row] == 0 && is_leaf);
            marks.hidden += f64::from(page.hidden[row]);
            marks.framed += f64::from(evidence.framed[row]);
            let is_rule = |row: usize| page.tag.get(row) == Some(&name::HR);
            marks.rule += f64::from((row > 0 && is_rule(row - 1)) || is_rule(row + 1));
            marks.add_near(evidence, row);
            let address = marks.add_link(evidence, row);
            marks.fragment += f64::from(address.contains('#'));
            addresses.extend(Some(address).filter(|address| !address.is_empty()));
        }
        marks.own_address = distinct(addresses) as f64;
        marks
    }

    /// Adds the classes and tags of a row and of the two elements over it.
    fn add_near(&mut self, evidence: &Evidence, row: usize) {
        let above = |row: usize| evidence.page.parent[row].max(0) as usize;
        let near = [row, above(row), above(above(row))];
        let flags = near.iter().fold(0, |flags, &row| flags | evidence.flags[row]);
        let tags = near.iter().fold(0, |tags, &row| tags | tag_kinds(evidence.page.tag[row]));
        self.classes.iter_mut().enumerate().for_each(|(bit, sum)| *sum += f64::from(flags >> bit & 1));
        self.tags.iter_mut().enumerate().for_each(|(bit, sum)| *sum += f64::from(tags >> bit & 1));
    }

    /// Adds the link around a row; gives its address.
    fn add_link<'page>(&mut self, evidence: &Evidence<'page>, row: usize) -> &'page str {
        let Some(link) = evidence.link_around(row, LINK_REACH) else { return "" };
        self.link += 1.0;
        self.person += f64::from(evidence.link_kinds[link] & PERSON > 0);
        evidence.address_of(link)
    }

    /// Those from `is_time` to `hidden`.
    fn first(&self, count: f64) -> [f64; 8] {
        let (own, fragment) = (self.own_address, self.fragment);
        [self.is_time, self.is_date, self.silent, self.link, self.person, own, fragment, self.hidden]
            .map(|sum| sum / count)
    }
}

/// The kinds of a tag, a bit each, in the order of the features.
fn tag_kinds(tag: NameId) -> u8 {
    use name::*;
    match tag {
        TIME | ABBR => 1,
        BUTTON | SELECT | LABEL => 1 << 1,
        BLOCKQUOTE | Q | CITE => 1 << 2,
        H1 | H2 | H3 | H4 | H5 | H6 => 1 << 3,
        TD | TH | DD | DT => 1 << 4,
        LI => 1 << 5,
        SMALL | SUP | SUB | I | EM => 1 << 6,
        HR | FIELDSET | TABLE | DL => 1 << 7,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_name_for_each_feature() {
        assert_eq!(names().len(), WIDTH);
    }
}
