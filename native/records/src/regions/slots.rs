//! Alignment of records (see `records/alignment.py`), and what most of them say in the same slot.
//!
//! In words: from the roots of the records down, the children of the elements of a slot fall into slots. Classes that
//! most records have, or that tell signatures and quotes from bodies, tell slots apart; so do tags that are no boxes.
//! Boxes are matched in their order by what they hold (`profiles`), so that a record with one box more or fewer than
//! the others is not one off. Slots are numbered in the order of their first rows.

use super::profiles::{MAX_ALIGNED, Part, Profile};
pub use super::shapes::Columns;
use super::shapes::{Shape, is_box, is_item, shapes};
use super::slot_groups::{Groups, Names, Siblings};
use text::hash::{any_seed, hash_bytes, mix};
use text::numbers::Numbers;

const COMMON: f64 = 0.7; // share of the records that a class must be in
const STEADY: f64 = 0.5; // share of the lists with the same number of items: the program wrote them
const ORDINAL: u64 = 2; // begins the keys of boxes that are told by their ordinal

/// The rows of some records in document order: which record a row is in, and which slot.
#[derive(Default)]
pub struct Slots {
    pub rows: Vec<i64>,
    pub record: Vec<i64>,
    pub slot: Vec<i64>,
}

/// The slots of the rows `start .. end` of each record; `telling` says of every token whether it always counts.
pub fn align(columns: &Columns, ranges: &[(i64, i64)], telling: &[bool]) -> Slots {
    let mut slots = Slots::default();
    for (record, &(start, end)) in ranges.iter().enumerate() {
        let count = usize::try_from(end - start).unwrap_or(0);
        limits::tick(1 + count / 8);
        slots.rows.reserve(count);
        slots.record.reserve(count);
        slots.rows.extend(start..end);
        slots.record.resize(slots.rows.len(), record as i64);
    }
    let counted = counted_tokens(columns, &slots, ranges.len(), telling);
    let mut aligner = Aligner::new(columns, ranges, &counted, telling);
    aligner.begin(ranges);
    let mut next = 0;
    while next < aligner.groups.count() {
        aligner.part(next);
        next += 1;
    }
    let (mut numbers, mut next) = (vec![-1; aligner.groups.count()], 0);
    slots.slot = aligner
        .group_of
        .iter()
        .map(|&group| {
            let number = &mut numbers[group as usize];
            if *number < 0 {
                (*number, next) = (next, next + 1);
            }
            *number
        })
        .collect::<Vec<_>>();
    slots
}

/// Which tokens are steps of paths.
fn counted_tokens(columns: &Columns, slots: &Slots, records: usize, telling: &[bool]) -> Vec<bool> {
    let mut spread = vec![(-1, 0); telling.len()]; // the latest record with a token, and how many have it
    for (&row, &record) in slots.rows.iter().zip(&slots.record) {
        for &token in columns.classes(row as usize) {
            let (latest, count) = &mut spread[token as usize];
            if *latest != record {
                (*latest, *count) = (record, *count + 1);
            }
        }
    }
    let common = |&(_, count): &(i64, usize)| count as f64 >= COMMON * records as f64;
    spread.iter().zip(telling).map(|(spread, &telling)| telling || common(spread)).collect::<Vec<_>>()
}

/// One of some siblings.
#[derive(Clone, Copy)]
struct Child {
    position: u32,
    /// The position behind all below it.
    stop: u32,
    shift: u32,
    /// What tells it from others, 0 for a box without counted classes.
    key: u64,
    is_box: bool,
}

impl Child {
    fn at(&self) -> usize {
        self.position as usize
    }

    fn row(&self) -> usize {
        self.at() + self.shift as usize
    }
}

/// What aligns records, with lists that are filled again for each slot.
struct Aligner<'page> {
    columns: &'page Columns<'page>,
    telling: &'page [bool],
    shapes: Vec<Shape>,
    group_of: Vec<u32>,
    groups: Groups,
    profile: Profile,
    parts: Vec<Part>,
    waiting: Vec<Siblings>,
    children: Vec<Child>,
    starts: Vec<usize>,
}

impl<'page> Aligner<'page> {
    fn new(columns: &'page Columns<'page>, ranges: &[(i64, i64)], counted: &[bool], telling: &'page [bool]) -> Self {
        let mut all = Vec::new();
        for &(start, end) in ranges {
            all.extend_from_slice(&shapes(columns, (start as usize, end as usize), counted));
        }
        let group_of = vec![0; all.len()];
        let (groups, profile, parts) = (Groups::default(), Profile::default(), Vec::new());
        let (waiting, children, starts) = (Vec::new(), Vec::new(), Vec::new());
        Aligner { columns, telling, shapes: all, group_of, groups, profile, parts, waiting, children, starts }
    }

    /// Puts the roots of records that are one element into the first slot; the rows of the others wait for theirs.
    fn begin(&mut self, ranges: &[(i64, i64)]) {
        let (roots, loose, mut before) = (self.groups.add(), self.groups.add(), 0);
        for &(start, end) in ranges.iter().filter(|(start, end)| start < end) {
            let (start, end) = (start as usize, end as usize);
            let is_root = self.columns.end[start] as usize >= end;
            let stop = before + end - start;
            let first = (before + usize::from(is_root)) as u32;
            let own = Siblings { first, stop: stop as u32, shift: (start - before) as u32 };
            self.groups.push(if is_root { roots } else { loose }, own);
            before = stop;
        }
    }

    /// Parts the siblings that wait below a slot into slots.
    fn part(&mut self, group: usize) {
        let (mut waiting, mut children) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.children));
        let mut starts = std::mem::take(&mut self.starts);
        self.groups.list(group, &mut waiting);
        if !waiting.is_empty() {
            children.clear();
            starts.clear();
            for siblings in &waiting {
                starts.push(children.len());
                self.list(siblings, &mut children);
            }
            starts.push(children.len());
            self.part_children(&mut children, &starts);
        }
        (self.waiting, self.children, self.starts) = (waiting, children, starts);
    }

    /// Parts the children of the elements of a slot; `starts` is where those of each begin, and where the last end.
    fn part_children(&mut self, children: &mut [Child], starts: &[usize]) {
        if children.iter().all(|child| child.key == children[0].key && child.key != 0) {
            return self.put_all(children);
        }
        settle_items(self.columns, children, starts);
        let elements = starts.len() - 1;
        let has_boxes = elements > 1 && children.iter().any(|child| child.is_box);
        let seed = if has_boxes { most_usual(self.columns, children, starts) } else { 0 };
        let mut names = Names::with_most(children.len());
        self.profile.clear();
        for index in std::iter::once(seed).chain((0..elements).filter(|&index| index != seed)) {
            limits::tick(1);
            self.part_one(&children[starts[index]..starts[index + 1]], &mut names);
        }
    }

    /// Puts siblings that are all alike, mostly texts, into a slot of their own.
    fn put_all(&mut self, children: &[Child]) {
        let group = self.groups.add();
        children.iter().for_each(|child| self.put(child, group))
    }

    /// Adds siblings to a list.
    fn list(&self, own: &Siblings, children: &mut Vec<Child>) {
        let (mut position, shift) = (own.first, own.shift);
        while position < own.stop {
            limits::tick(1);
            let (row, shape) = ((position + shift) as usize, &self.shapes[position as usize]);
            let stop = (self.columns.end[row] as u32 - shift).min(own.stop);
            let is_box = is_box(self.columns.tag[row]);
            let key = if is_box && shape.classes == 0 { 0 } else { shape.step().max(1) };
            children.push(Child { position, stop, shift, key, is_box });
            position = stop;
        }
    }

    /// Gives the siblings of one element their slots.
    fn part_one(&mut self, children: &[Child], names: &mut Names) {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        for child in children.iter().filter(|child| child.is_box) {
            if child.key == 0 || parts.iter().all(|part: &Part| part.key != child.key) {
                let before = parts.len();
                parts.push(Part { before, ..self.as_part(child) });
            }
            if parts.len() > MAX_ALIGNED {
                parts.clear();
                break;
            }
        }
        let groups = &mut self.groups;
        self.profile.align(&mut parts, &mut |key| names.group(key, groups));
        let mut bare = parts.iter().filter(|part| part.key == 0);
        for (ordinal, child) in children.iter().enumerate() {
            let is_bare = child.key == 0;
            let part = if is_bare { bare.next() } else { parts.iter().find(|part| part.key == child.key) };
            let key = if is_bare { mix(ORDINAL, ordinal as u64) } else { child.key };
            let group = part.and_then(|part| part.number).unwrap_or_else(|| names.group(key, &mut self.groups));
            self.put(child, group);
        }
        self.parts = parts;
    }

    fn as_part(&self, child: &Child) -> Part {
        let mut classes = self.columns.classes(child.row()).iter();
        let is_telling = classes.any(|&token| self.telling[token as usize]);
        Part { key: child.key, is_telling, shape: self.shapes[child.at()], before: 0, number: None }
    }

    /// Puts a row into a slot; what lies below it waits.
    fn put(&mut self, child: &Child, group: usize) {
        self.group_of[child.at()] = group as u32;
        if child.position + 1 < child.stop {
            let below = Siblings { first: child.position + 1, stop: child.stop, shift: child.shift };
            self.groups.push(group, below);
        }
    }
}

/// Makes the bare items of lists parts by themselves only where most lists have as many: people write lists too.
fn settle_items(columns: &Columns, children: &mut [Child], starts: &[usize]) {
    let is_bare_item = |child: &Child| child.key == 0 && is_item(columns.tag[child.row()]);
    let count = |own: &[usize]| children[own[0]..own[1]].iter().filter(|child| is_bare_item(child)).count();
    let mut counts = starts.windows(2).map(count).filter(|&count| count > 0).collect::<Vec<_>>();
    counts.sort_unstable();
    let most = counts.chunk_by(|one, other| one == other).map(<[usize]>::len).max().unwrap_or(0);
    if (most as f64) < STEADY * counts.len() as f64 {
        for child in children.iter_mut().filter(|child| is_bare_item(child)) {
            (child.key, child.is_box) = (mix(0, u64::from(columns.tag[child.row()])).max(1), false);
        }
    }
}

/// The index of the first siblings whose boxes are those of the most others.
fn most_usual(columns: &Columns, children: &[Child], starts: &[usize]) -> usize {
    let kind = |child: &Child| mix(child.key, u64::from(columns.tag[child.row()]));
    let hash = |own: &[usize]| {
        let boxes = children[own[0]..own[1]].iter().filter(|child| child.is_box);
        boxes.fold(1, |hash, child| mix(hash, kind(child)))
    };
    let mut hashes = starts.windows(2).enumerate().map(|(index, own)| (hash(own), index)).collect::<Vec<_>>();
    hashes.sort_unstable();
    let alike = hashes.chunk_by(|one, other| one.0 == other.0);
    let best = alike.max_by_key(|alike| (alike.len(), std::cmp::Reverse(alike[0].1)));
    best.map_or(0, |alike| alike[0].1)
}

/// Texts of records and what each says: (slot, text without white space around it).
pub struct Said<'page> {
    pub row: i64,
    pub record: i64,
    pub slot: i64,
    pub text: &'page [u8],
}

/// The rows of the texts that at least `common` records say in the same slot.
pub fn repeated_texts(texts: &[Said], common: f64) -> Vec<i64> {
    let (seed, mut numbers) = (any_seed(), Numbers::with_room(texts.len()));
    let mut number_of = Vec::with_capacity(texts.len());
    let mut spread = vec![(-1, 0usize); texts.len()]; // the latest record with a text, and how many have it
    for said in texts {
        limits::tick(1 + said.text.len() / 64);
        let number = numbers.number(hash_bytes(said.text, mix(seed, said.slot as u64)));
        number_of.push(number);
        let (latest, count) = &mut spread[number];
        if *latest != said.record {
            (*latest, *count) = (said.record, *count + 1);
        }
    }
    let is_common = |&(_, number): &(&Said, &usize)| spread[*number].1 as f64 >= common;
    texts.iter().zip(&number_of).filter(is_common).map(|(said, _)| said.row).collect::<Vec<_>>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::names::name;

    #[test]
    fn rows_of_one_path_share_a_slot() {
        // 0 > (1 li > (2 b, 3 text), 4 li > (5 b, 6 i))
        let columns = Columns {
            text: b"",
            tag: &[name::UL, name::LI, name::B, name::TEXT, name::LI, name::B, name::I],
            parent: &[-1, 0, 1, 1, 0, 4, 4],
            end: &[7, 4, 3, 4, 7, 6, 7],
            text_start: &[0; 7],
            text_end: &[0; 7],
            chars: &[0; 7],
            in_link: &[false; 7],
            is_time: &[false; 7],
            class_start: &[0; 8],
            class_token: &[],
        };
        let slots = align(&columns, &[(1, 4), (4, 7)], &[]);
        assert_eq!(slots.slot, [0, 1, 2, 0, 1, 3]);
        assert_eq!(slots.record, [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn what_most_records_say() {
        let said = |row, record, text| Said { row, record, slot: 0, text };
        let texts = [said(1, 0, b"Reply"), said(2, 0, b"Reply"), said(3, 1, b"Reply"), said(4, 1, b"Yes")];
        let rows = |common| repeated_texts(&texts, common);
        assert_eq!(rows(2.0), [1, 2, 3]);
        assert!(rows(3.0).is_empty());
    }
}
