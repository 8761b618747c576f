//! The regions of a page before they are read (see `records/readings.py`), each with its slots and features.
//!
//! In words: what times or counts of replies mark is a region where it holds enough text, the largest first. Other lists
//! and what prices mark are regions where most records have a title and some an address of their own. The records of
//! each region are aligned, and numbers tell what it is like and how it lies to the other regions of its kind.

use std::collections::HashMap;

use crate::evidence::Evidence;
use crate::evidence::marks::Marks;
use crate::features::region_features::{self, LIST_FEATURES, Lists, list_features};
use crate::regions::candidates::{self, Candidate};
use crate::regions::lists;
use crate::regions::region::Region;
use crate::regions::slots::{self, Slots};
use html::page_view::PageView;
use html::page_view::sums_before;
use trees::boosted::Trees;

const MAX_REGIONS: usize = 24; // branches with the most records; a page has one or two that matter
const MAX_CHAINED: usize = 20_000;
const CHAIN_REACH: usize = 8; // ancestors of a time that can be its record
const MAX_MARKED: usize = 16; // marked regions, those with the most text first
const MAX_PRICED: usize = 6; // regions that prices mark
const MIN_ITEMS: usize = 3;
const MIN_TITLES: f64 = 0.5; // share of the records of a list that have a title
const MIN_ADDRESSES: f64 = 0.3; // and an address of their own: no list that was read by eye has fewer

/// How many features a region has in its own right, and in relation to the page and the others.
const OWN: usize = region_features::FEATURES.len();
const RELATED: [&str; 6] = ["score", "spanning", "rank", "inner", "outer", "by_times"];
const LISTED: usize = LIST_FEATURES.len();
/// The places of some features: how many records there are and how long they are on the mean, the score of the page, whether
/// something marks the records, and the first that tells what a list is like.
pub const RECORDS: usize = 0;
pub const MEAN_CHARS: usize = 10;
pub const SCORE: usize = OWN;
pub const BY_TIMES: usize = OWN + RELATED.len() - 1;
pub const LIST: usize = OWN + RELATED.len();
/// The numbers of a region without what the page declares.
pub const WIDTH: usize = OWN + RELATED.len() + LISTED;

/// What marks the regions of a page.
pub struct Anchors<'page> {
    /// Rows of times or names, and of counts of replies.
    pub rows: &'page [&'page [i64]],
    pub prices: &'page [i64],
    /// Of the page's text that a marked region must hold.
    pub share: f64,
}

/// What leaves out regions of which nothing can become, whatever their slots tell.
pub struct Gate<'page> {
    /// What judges marked regions, and readings.
    pub regions: &'page Trees,
    pub readings: &'page Trees,
    /// How much the page speaks as discussions do; no number where nothing is marked, and nobody has asked.
    pub score: &'page (dyn Fn() -> f64 + 'page),
    /// What the page declares, and what a reading as items is besides its region.
    pub declared: &'page [f64],
    pub as_items: &'page [f64],
    /// What must be expected of a marked region, and of items.
    pub least: [f64; 2],
}

impl Gate<'_> {
    /// Whether something can become of a region with these features, whatever the score of the page is: to find that
    /// takes longer. Features that are not known yet are no numbers.
    fn may_let(&self, features: &[f64; WIDTH], lists: bool) -> bool {
        self.lets_row(&self.row(features, f64::NAN), lists)
    }

    /// The same with the score, where it is known.
    fn lets(&self, features: &[f64; WIDTH], lists: bool) -> bool {
        let may_be = self.may_let(features, lists);
        let score = if may_be { (self.score)() } else { f64::NAN };
        may_be && (score.is_nan() || self.lets_row(&self.row(features, score), lists))
    }

    fn row(&self, features: &[f64; WIDTH], score: f64) -> Vec<f32> {
        let known = features.iter().chain(self.declared).chain(self.as_items);
        let mut row: Vec<_> = known.map(|&value| value as f32).collect();
        row[SCORE] = score as f32;
        row
    }

    fn lets_row(&self, row: &[f32], lists: bool) -> bool {
        let (is_marked, width) = (row[BY_TIMES] > 0.0, self.regions.width());
        (is_marked && self.regions.most_likely(&row[..width]) >= self.least[0])
            || (lists && self.readings.most_likely(row) >= self.least[1])
    }
}

/// The regions of a page before anything but their rows is known: those that are marked, and the others.
pub struct RegionCandidates {
    view: lists::View,
    marked: Vec<Candidate>,
    listed: Vec<Candidate>,
}

impl RegionCandidates {
    /// How many regions there are.
    pub fn count(&self) -> usize {
        self.marked.len() + self.listed.len()
    }
}

/// A region with its slots and features.
pub struct View {
    pub candidate: Candidate,
    pub slots: Slots,
    pub features: [f64; WIDTH],
}

/// The names of the features; the score of the page is 0 here.
pub fn names() -> Vec<String> {
    let own = region_features::FEATURES.into_iter().chain(RELATED).map(str::to_owned);
    own.chain(LIST_FEATURES.iter().map(|name| format!("list_{name}"))).collect()
}

/// The regions of a page: those that are marked, and the others. Most pages have few, and many have none.
pub fn search(page: &PageView, anchors: &Anchors) -> RegionCandidates {
    let view = lists::View::new(page);
    let marked = largest(page, marked_regions(page, anchors.rows), anchors.share);
    let listed = distinct(listed_regions(page, anchors.prices, &view), &marked);
    RegionCandidates { view, marked, listed }
}

/// A region that something may become of, as far as it is told before its records are aligned.
pub struct Likely {
    candidate: Candidate,
    lists: bool,
    features: [f64; WIDTH],
}

/// The regions that something may become of, whatever their slots tell: those that are marked, then the others.
pub fn sift(evidence: &Evidence, marks: &Marks, searched: RegionCandidates, gate: Option<&Gate>) -> Vec<Likely> {
    let lists = Lists::of(&evidence.page, searched.view, marks);
    let mut likely = Vec::new();
    for (candidates, by_times) in [(searched.marked, 1.0), (searched.listed, 0.0)] {
        let listed = candidates.into_iter().map(|one| {
            let features = list_features(evidence, &lists, &one.ranges);
            (one, features)
        });
        let known = listed.filter(|(one, listed)| by_times > 0.0 || lists_things(one, listed));
        add_likely(evidence, known.collect(), by_times, gate, &mut likely);
    }
    likely
}

/// The regions with their slots, without those that the gate does not let pass once all but these is known.
pub fn view(evidence: &Evidence, likely: Vec<Likely>, gate: Option<&Gate>) -> Vec<View> {
    let title = region_features::title_row(evidence.is_title);
    let view = |Likely { candidate, lists, mut features }| {
        region_features::add_title(&candidate.ranges, title, &mut features);
        if gate.is_some_and(|gate| !gate.lets(&features, lists)) {
            return None;
        }
        let slots = slots::align(evidence, &candidate.ranges);
        let region = Region::new(&candidate.ranges, &slots.slot, evidence.rows())?;
        region_features::add_alike(evidence, &region, &mut features);
        Some(View { candidate, slots, features })
    };
    likely.into_iter().filter_map(view).collect()
}

/// Whether there are some records, and most have a title and some an address of their own.
pub fn lists_things(found: &Candidate, listed: &[f64; LISTED]) -> bool {
    let of = |name: &str| LIST_FEATURES.iter().position(|&own| own == name).map_or(0.0, |at| listed[at]);
    of("titles") >= MIN_TITLES && of("addresses") >= MIN_ADDRESSES && found.ranges.len() >= MIN_ITEMS
}

/// What the anchors mark, one kind after the other.
pub fn marked_regions(page: &PageView, anchors: &[&[i64]]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for rows in anchors {
        for row in candidates::branches(page, rows, MAX_REGIONS) {
            found.extend(candidates::at(page, row as usize, rows));
        }
        found.extend(chain(page, &rows[..rows.len().min(MAX_CHAINED)]));
    }
    found
}

/// The records of a chain of replies, each inside the one it answers.
fn chain(page: &PageView, times: &[i64]) -> Option<Candidate> {
    let rows = candidates::chain(page, times, CHAIN_REACH);
    let &first = rows.first()?;
    let ends = rows.iter().skip(1).copied().chain([page.tag.len() as i64]);
    let ranges = rows.iter().zip(ends).map(|(&row, after)| (row, after.min(i64::from(page.end[row as usize]))));
    let (row, ranges) = (i64::from(page.parent[first as usize]), ranges.collect());
    Some(Candidate { row, ranges, members: rows.iter().map(|&row| row as usize).collect(), spanning: false })
}

/// The lists of a page, and what prices mark: cards that are built differently, or that are several siblings each.
fn listed_regions(page: &PageView, prices: &[i64], view: &lists::View) -> Vec<Candidate> {
    let list = |members: Vec<usize>| {
        let ranges = members.iter().map(|&row| (row as i64, i64::from(page.end[row]))).collect();
        Candidate { row: i64::from(page.parent[members[0]]), ranges, members, spanning: false }
    };
    let mut found: Vec<Candidate> = lists::find(page, view).into_iter().map(list).collect();
    if prices.len() >= MIN_ITEMS {
        let branches = candidates::branches(page, prices, MAX_PRICED);
        let priced = branches.into_iter().flat_map(|row| candidates::at(page, row as usize, prices));
        found.extend(priced.filter(|candidate| candidate.ranges.len() >= MIN_ITEMS).take(MAX_PRICED));
    }
    found
}

/// Each set of ranges once, in the order in which they came, as it was found last; none of those of others.
fn distinct(found: Vec<Candidate>, others: &[Candidate]) -> Vec<Candidate> {
    let mut places: HashMap<Vec<(i64, i64)>, usize> = HashMap::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for one in found.into_iter().filter(|one| others.iter().all(|other| other.ranges != one.ranges)) {
        if let Some(&place) = places.get(&one.ranges) {
            kept[place] = one;
        } else {
            places.insert(one.ranges.clone(), kept.len());
            kept.push(one);
        }
    }
    kept
}

/// The regions that hold more than a share of the page's text, those with the most text first.
fn largest(page: &PageView, found: Vec<Candidate>, share: f64) -> Vec<Candidate> {
    if found.is_empty() {
        return found;
    }
    let is_said = |row: usize| page.is_text(row) && !page.raw[row];
    let said = (0..page.tag.len()).map(|row| if is_said(row) { f64::from(page.chars[row]) } else { 0.0 });
    let chars = sums_before(said);
    let least = share * chars.last().copied().unwrap_or_default();
    let of = |one: &Candidate| one.ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).sum();
    let mut sized: Vec<(f64, Candidate)> = distinct(found, &[]).into_iter().map(|one| (of(&one), one)).collect();
    sized.retain(|&(size, _)| size > least);
    sized.sort_by(|one, other| other.0.total_cmp(&one.0));
    sized.truncate(MAX_MARKED);
    sized.into_iter().map(|(_, one)| one).collect()
}

/// Adds the regions of one kind that something may become of.
fn add_likely(
    evidence: &Evidence,
    known: Vec<(Candidate, [f64; LISTED])>,
    by_times: f64,
    gate: Option<&Gate>,
    likely: &mut Vec<Likely>,
) {
    let related = |(index, (one, _)): (usize, &(Candidate, [f64; LISTED]))| {
        limits::tick(known.len());
        let others = || known.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, (other, _))| other);
        let most = |records: Option<usize>| records.unwrap_or(0) as f64;
        let inner = most(others().filter(|other| one.holds(other.row)).map(|other| other.ranges.len()).max());
        let outer = most(others().filter(|other| other.holds(one.row)).map(|other| other.ranges.len()).max());
        [0.0, f64::from(one.spanning), index as f64, inner, outer, by_times]
    };
    let related: Vec<[f64; RELATED.len()]> = known.iter().enumerate().map(related).collect();
    for ((candidate, listed), related) in known.into_iter().zip(related) {
        let own = region_features::unaligned(evidence, &candidate.ranges, &candidate.members);
        let mut features = [0.0; WIDTH];
        for (value, own) in features.iter_mut().zip(own.iter().chain(&related).chain(&listed)) {
            *value = *own;
        }
        let lists = lists_things(&candidate, &listed);
        if gate.is_none_or(|gate| gate.may_let(&features, lists)) {
            likely.push(Likely { candidate, lists, features });
        }
    }
}
