//! Alignment of records (see `records/alignment.py`), and what most of them say in the same slot.
//!
//! In words: from the roots of the records down, the children of the elements of a slot fall into slots. Classes that
//! most records have, or that tell signatures and quotes from bodies, tell slots apart; so do tags that are no boxes.
//! Boxes are matched in their order by what they hold (`profiles`), so that a record with one box more or fewer than
//! the others is not one off. Slots are numbered in the order of their first rows.

use super::shapes::{MAX_ALIGNED, Part, Profile, Shape, is_box, is_item, shapes};
use crate::evidence::Evidence;
use text::hash::Numbers;
use text::hash::mix;

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
pub fn align(evidence: &Evidence, ranges: &[(i64, i64)]) -> Slots {
    let mut slots = Slots::default();
    for (record, &(start, end)) in ranges.iter().enumerate() {
        let count = usize::try_from(end - start).unwrap_or(0);
        limits::tick(1 + count / 8);
        slots.rows.extend(start..end);
        slots.record.resize(slots.rows.len(), record as i64);
    }
    let counted = counted_tokens(evidence, &slots, ranges.len());
    let mut aligner = Aligner::new(evidence, ranges, &counted);
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
        .collect();
    slots
}

/// Which tokens are steps of paths.
fn counted_tokens(evidence: &Evidence, slots: &Slots, records: usize) -> Vec<bool> {
    let mut spread = vec![(-1, 0); evidence.telling.len()]; // the latest record with a token, and how many have it
    for (&row, &record) in slots.rows.iter().zip(&slots.record) {
        for &token in evidence.page.class_tokens(row as usize) {
            let (latest, count) = &mut spread[token as usize];
            if *latest != record {
                (*latest, *count) = (record, *count + 1);
            }
        }
    }
    let common = |&(_, count): &(i64, usize)| count as f64 >= COMMON * records as f64;
    spread.iter().zip(evidence.telling).map(|(spread, &telling)| telling || common(spread)).collect()
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
    evidence: &'page Evidence<'page>,
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
    fn new(evidence: &'page Evidence<'page>, ranges: &[(i64, i64)], counted: &[bool]) -> Self {
        let shapes_of = |&(start, end): &(i64, i64)| shapes(evidence, (start as usize, end as usize), counted);
        let all: Vec<Shape> = ranges.iter().flat_map(shapes_of).collect();
        let group_of = vec![0; all.len()];
        let (groups, profile, parts) = (Groups::default(), Profile::default(), Vec::new());
        let (waiting, children, starts) = (Vec::new(), Vec::new(), Vec::new());
        Aligner { evidence, shapes: all, group_of, groups, profile, parts, waiting, children, starts }
    }

    /// Puts the roots of records that are one element into the first slot; the rows of the others wait for theirs.
    fn begin(&mut self, ranges: &[(i64, i64)]) {
        let (roots, loose, mut before) = (self.groups.add(), self.groups.add(), 0);
        for &(start, end) in ranges.iter().filter(|(start, end)| start < end) {
            let (start, end) = (start as usize, end as usize);
            let is_root = self.evidence.page.end[start] as usize >= end;
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
        settle_items(self.evidence, children, starts);
        let elements = starts.len() - 1;
        let has_boxes = elements > 1 && children.iter().any(|child| child.is_box);
        let seed = if has_boxes { most_usual(self.evidence, children, starts) } else { 0 };
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
            let stop = (self.evidence.page.end[row] as u32 - shift).min(own.stop);
            let is_box = is_box(self.evidence.page.tag[row]);
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
        let mut classes = self.evidence.page.class_tokens(child.row()).iter();
        let is_telling = classes.any(|&token| self.evidence.telling[token as usize]);
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
fn settle_items(evidence: &Evidence, children: &mut [Child], starts: &[usize]) {
    let is_bare_item = |child: &Child| child.key == 0 && is_item(evidence.page.tag[child.row()]);
    let count = |own: &[usize]| children[own[0]..own[1]].iter().filter(|child| is_bare_item(child)).count();
    let mut counts: Vec<_> = starts.windows(2).map(count).filter(|&count| count > 0).collect();
    counts.sort_unstable();
    let most = counts.chunk_by(|one, other| one == other).map(<[usize]>::len).max().unwrap_or(0);
    if (most as f64) < STEADY * counts.len() as f64 {
        for child in children.iter_mut().filter(|child| is_bare_item(child)) {
            (child.key, child.is_box) = (mix(0, u64::from(evidence.page.tag[child.row()])).max(1), false);
        }
    }
}

/// The index of the first siblings whose boxes are those of the most others.
fn most_usual(evidence: &Evidence, children: &[Child], starts: &[usize]) -> usize {
    let kind = |child: &Child| mix(child.key, u64::from(evidence.page.tag[child.row()]));
    let hash = |own: &[usize]| {
        let boxes = children[own[0]..own[1]].iter().filter(|child| child.is_box);
        boxes.fold(1, |hash, child| mix(hash, kind(child)))
    };
    let mut hashes: Vec<_> = starts.windows(2).enumerate().map(|(index, own)| (hash(own), index)).collect();
    hashes.sort_unstable();
    let alike = hashes.chunk_by(|one, other| one.0 == other.0);
    let best = alike.max_by_key(|alike| (alike.len(), std::cmp::Reverse(alike[0].1)));
    best.map_or(0, |alike| alike[0].1)
}

/// A stretch of siblings: the children of an element, or the rows that a record without an element of its own is made of.
#[derive(Clone, Copy)]
struct Siblings {
    /// The position of the first, and behind the last with all below it.
    first: u32,
    stop: u32,
    /// What a row is more than its position.
    shift: u32,
}

/// The slots found so far, each with the siblings below its elements, which wait to be parted. They stand in one list, in
/// which those of a slot are chained: most slots have few.
#[derive(Default)]
struct Groups {
    /// Of each slot the places of its first and its last siblings.
    ends: Vec<(u32, u32)>,
    /// Siblings and the place of the next ones of their slot.
    chain: Vec<(Siblings, u32)>,
}

const NONE: u32 = u32::MAX;

impl Groups {
    /// How many slots there are.
    fn count(&self) -> usize {
        self.ends.len()
    }

    /// Adds a slot.
    fn add(&mut self) -> usize {
        self.ends.push((NONE, NONE));
        self.ends.len() - 1
    }

    /// Lets siblings wait below a slot.
    fn push(&mut self, group: usize, siblings: Siblings) {
        let place = self.chain.len() as u32;
        self.chain.push((siblings, NONE));
        let (first, last) = &mut self.ends[group];
        if *first == NONE {
            *first = place;
        } else {
            self.chain[*last as usize].1 = place;
        }
        *last = place;
    }

    /// Writes the siblings that wait below a slot into a list.
    fn list(&self, group: usize, waiting: &mut Vec<Siblings>) {
        waiting.clear();
        let mut place = self.ends[group].0;
        while let Some(&(siblings, next)) = self.chain.get(place as usize) {
            waiting.push(siblings);
            place = next;
        }
    }
}

/// The slots of siblings by what tells them apart.
struct Names {
    /// Keys and their slots, in the order in which they came.
    known: Vec<(u64, usize)>,
    /// Where each key stands among them, once there are many.
    numbers: Option<Numbers>,
    /// How many keys there can be.
    most: usize,
}

const FEW: usize = 16; // keys that are looked at one after the other

impl Names {
    /// Slots of so many siblings at most.
    fn with_most(most: usize) -> Names {
        Names { known: Vec::new(), numbers: None, most }
    }

    /// The slot of a key; a new one for 0 and for a key that was not there before.
    fn group(&mut self, key: u64, groups: &mut Groups) -> usize {
        if key == 0 {
            return groups.add();
        }
        let place = match &mut self.numbers {
            Some(numbers) => numbers.number(key),
            None => self.known.iter().position(|&(known, _)| known == key).unwrap_or(self.known.len()),
        };
        if let Some(&(_, group)) = self.known.get(place) {
            return group;
        }
        let group = groups.add();
        self.known.push((key, group));
        if self.known.len() == FEW {
            let mut numbers = Numbers::with_room(self.most);
            for &(key, _) in &self.known {
                numbers.number(key);
            }
            self.numbers = Some(numbers);
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::names::name;
    use html::page::parse_text;
    use limits::Limits;

    #[test]
    fn rows_of_one_path_share_a_slot() {
        let table = parse_text("<ul><li><b></b>text</li><li><b></b><i></i></li></ul>", &Limits::NONE);
        let page = table.view();
        let items: Vec<i64> =
            (0..page.tag.len()).filter(|&row| page.tag[row] == name::LI).map(|row| row as i64).collect();
        let is_time = vec![false; page.tag.len()];
        let ranges = [(items[0], items[0] + 3), (items[1], items[1] + 3)];
        let slots = align(&Evidence { is_time: &is_time, ..Evidence::of(page) }, &ranges);
        assert_eq!(slots.slot, [0, 1, 2, 0, 1, 3]);
        assert_eq!(slots.record, [0, 0, 0, 1, 1, 1]);
    }
}
