//! The regions of a page before they are read (see `records/readings.py`), each with its slots and features.
//!
//! In words: what times or counts of replies mark is a region where it holds enough text, the largest first. Other lists
//! and what prices mark are regions where most records have a title and some an address of their own. The records of
//! each region are aligned, and numbers tell what it is like and how it lies to the other regions of its kind.

use std::collections::HashMap;

use crate::features::{list_features, region_features};
use crate::regions::aligned_rows::Region;
use crate::regions::candidates::{self, Candidate, Range};
use crate::regions::slots::{self, Slots};
use crate::regions::{governing_nodes, lists};
use html::names::name;
use trees::boosted::Trees;

const MOST_REGIONS: usize = 24; // branches with the most records; a page has one or two that matter
const MOST_CHAINED: usize = 20_000;
const CHAIN_REACH: usize = 8; // ancestors of a time that can be its record
const MOST_MARKED: usize = 16; // marked regions, those with the most text first
const MOST_PRICED: usize = 6; // regions that prices mark
const MIN_ITEMS: usize = 3;
const MIN_TITLES: f64 = 0.5; // share of the records of a list that have a title
const MIN_ADDRESSES: f64 = 0.3; // and an address of their own: no list that was read by eye has fewer

/// How many features a region has in its own right, and in relation to the page and the others.
const OWN: usize = region_features::FEATURES.len();
const RELATED: [&str; 6] = ["score", "spanning", "rank", "inner", "outer", "by_times"];
const LISTED: usize = list_features::FEATURES.len();
/// The places of some features: how many records there are and how long they are on the mean, the score of the page, whether
/// something marks the records, and the first that tells what a list is like.
pub const RECORDS: usize = 0;
pub const MEAN_CHARS: usize = 10;
pub const SCORE: usize = OWN;
pub const BY_TIMES: usize = OWN + RELATED.len() - 1;
pub const LIST: usize = OWN + RELATED.len();
/// The numbers of a region without what the page declares.
pub const WIDTH: usize = OWN + RELATED.len() + LISTED;

/// The columns of a page in which regions are searched.
pub struct SearchColumns<'page> {
    pub depth: &'page [i32],
    pub lists: lists::Columns<'page>,
    pub candidates: candidates::Columns<'page>,
    pub chains: governing_nodes::Columns<'page>,
}

/// The columns of a page that tell what its regions are like before their records are aligned.
pub struct Columns<'page> {
    pub listed: list_features::Columns<'page>,
    pub regions: region_features::Columns<'page>,
}

/// What aligns records: columns, and which tokens part a signature or a quote from a body; and where the title stands.
pub struct Aligned<'page> {
    pub slots: slots::Columns<'page>,
    pub telling: &'page [bool],
    pub title: Option<usize>,
}

/// What marks the regions of a page.
pub struct Marks<'page> {
    /// Rows of times or names, and of counts of replies.
    pub anchors: &'page [&'page [i64]],
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
        let mut row = known.map(|&value| value as f32).collect::<Vec<_>>();
        row[SCORE] = score as f32;
        row
    }

    fn lets_row(&self, row: &[f32], lists: bool) -> bool {
        let (is_marked, width) = (row[BY_TIMES] > 0.0, self.regions.width());
        (is_marked && self.regions.most_likely(&row[..width]) >= self.least[0])
            || (lists && self.readings.most_likely(row) >= self.least[1])
    }
}

/// A region: its node, its members, its records and whether these are several siblings.
pub struct Found {
    pub row: i64,
    pub members: Vec<usize>,
    pub ranges: Vec<(i64, i64)>,
    pub spanning: bool,
}

/// The regions of a page before anything but their rows is known.
pub struct Searched {
    page: lists::View,
    marked: Vec<Found>,
    listed: Vec<Found>,
}

impl Searched {
    /// How many regions there are.
    pub fn count(&self) -> usize {
        self.marked.len() + self.listed.len()
    }
}

/// A region with its slots and features.
pub struct View {
    pub found: Found,
    pub slots: Slots,
    pub features: [f64; WIDTH],
}

/// The names of the features; the score of the page is 0 here.
pub fn names() -> Vec<String> {
    let own = region_features::FEATURES.into_iter().chain(RELATED).map(str::to_owned);
    own.chain(list_features::FEATURES.iter().map(|name| format!("list_{name}"))).collect()
}

/// The regions of a page: those that are marked, and the others. Most pages have few, and many have none.
pub fn search(columns: &SearchColumns, marks: &Marks) -> Searched {
    let page = lists::View::new(&columns.lists);
    let marked = largest(columns, marked_regions(columns, marks.anchors), marks.share);
    let listed = distinct(listed_regions(columns, marks.prices, &page), &marked);
    Searched { page, marked, listed }
}

/// A region that something may become of, as far as it is told before its records are aligned.
pub struct Likely {
    found: Found,
    lists: bool,
    features: [f64; WIDTH],
}

/// The regions that something may become of, whatever their slots tell: those that are marked, then the others.
pub fn sift(columns: &Columns, searched: Searched, gate: Option<&Gate>) -> Vec<Likely> {
    let (mut likely, page) = (Vec::new(), &searched.page);
    for (found, by_times) in [(searched.marked, 1.0), (searched.listed, 0.0)] {
        let mut known = Vec::with_capacity(found.len());
        for one in found {
            let listed = list_features::features(&columns.listed, page, &one.ranges);
            if by_times > 0.0 || lists_things(&one, &listed) {
                known.push((one, listed));
            }
        }
        add_likely(columns, known, by_times, gate, &mut likely);
    }
    likely
}

/// The regions with their slots, without those that the gate does not let pass once all but these is known.
pub fn view(columns: &Columns, aligned: &Aligned, likely: Vec<Likely>, gate: Option<&Gate>) -> Vec<View> {
    let mut views = Vec::with_capacity(likely.len());
    for Likely { found, lists, mut features } in likely {
        region_features::add_title(&found.ranges, aligned.title, &mut features);
        if let Some(gate) = gate
            && !gate.lets(&features, lists)
        {
            continue;
        }
        let slots = slots::align(&aligned.slots, &found.ranges, aligned.telling);
        let Some(region) = Region::new(&found.ranges, &slots.slot, columns.regions.tag.len()) else { continue };
        region_features::add_alike(&columns.regions, &region, &mut features);
        views.push(View { found, slots, features });
    }
    views
}

/// Whether there are some records, and most have a title and some an address of their own.
pub fn lists_things(found: &Found, listed: &[f64; LISTED]) -> bool {
    let of = |name: &str| list_features::FEATURES.iter().position(|&own| own == name).map_or(0.0, |at| listed[at]);
    of("titles") >= MIN_TITLES && of("addresses") >= MIN_ADDRESSES && found.ranges.len() >= MIN_ITEMS
}

/// What the anchors mark, one kind after the other.
pub fn marked_regions(columns: &SearchColumns, anchors: &[&[i64]]) -> Vec<Found> {
    let mut found = Vec::new();
    for rows in anchors {
        for row in governing_nodes::branches(columns.chains.parent, columns.depth, rows, MOST_REGIONS) {
            for candidate in candidates::at(&columns.candidates, row as usize, rows) {
                found.push(Found::of(row, candidate));
            }
        }
        if let Some(chain) = chain(columns, &rows[..rows.len().min(MOST_CHAINED)]) {
            found.push(chain);
        }
    }
    found
}

/// The records of a chain of replies, each inside the one it answers.
fn chain(columns: &SearchColumns, times: &[i64]) -> Option<Found> {
    let rows = governing_nodes::chain(&columns.chains, times, CHAIN_REACH);
    let &first = rows.first()?;
    let ends = rows.iter().skip(1).copied().chain([columns.depth.len() as i64]);
    let ranges =
        rows.iter().zip(ends).map(|(&row, after)| (row, after.min(i64::from(columns.chains.end[row as usize]))));
    Some(Found {
        row: i64::from(columns.chains.parent[first as usize]),
        ranges: ranges.collect::<Vec<_>>(),
        members: rows.iter().map(|&row| row as usize).collect::<Vec<_>>(),
        spanning: false,
    })
}

/// The lists of a page, and what prices mark: cards that are built differently, or that are several siblings each.
fn listed_regions(columns: &SearchColumns, prices: &[i64], page: &lists::View) -> Vec<Found> {
    let mut found = Vec::new();
    for members in lists::find(&columns.lists, page) {
        let ranges = members.iter().map(|&row| (row as i64, i64::from(columns.chains.end[row])));
        let row = i64::from(columns.chains.parent[members[0]]);
        let ranges = ranges.collect::<Vec<_>>();
        found.push(Found { row, ranges, members, spanning: false });
    }
    if prices.len() < MIN_ITEMS {
        return found;
    }
    let mut priced = 0;
    let branches = governing_nodes::branches(columns.chains.parent, columns.depth, prices, MOST_PRICED);
    for row in branches {
        for candidate in candidates::at(&columns.candidates, row as usize, prices) {
            if priced < MOST_PRICED && candidate.ranges.len() >= MIN_ITEMS {
                found.push(Found::of(row, candidate));
                priced += 1;
            }
        }
    }
    found
}

impl Found {
    fn of(row: i64, candidate: Candidate) -> Self {
        let ranges = candidate.ranges.iter().map(|&(start, end): &Range| (start as i64, end as i64));
        let ranges = ranges.collect::<Vec<_>>();
        Found { row, ranges, members: candidate.members, spanning: candidate.spanning }
    }

    /// Whether a row lies in one of the records.
    fn holds(&self, row: i64) -> bool {
        let after = self.ranges.partition_point(|&(start, _)| start <= row);
        after > 0 && row < self.ranges[after - 1].1
    }
}

/// Each set of ranges once, in the order in which they came, as it was found last; none of those of others.
fn distinct(found: Vec<Found>, others: &[Found]) -> Vec<Found> {
    let mut places: HashMap<Vec<(i64, i64)>, usize> = HashMap::with_capacity(found.len());
    let mut kept: Vec<Found> = Vec::with_capacity(found.len());
    for one in found {
        if others.iter().any(|other| other.ranges == one.ranges) {
            continue;
        }
        if let Some(&place) = places.get(&one.ranges) {
            kept[place] = one;
        } else {
            let mut ranges = Vec::new();
            ranges.extend_from_slice(&one.ranges);
            places.insert(ranges, kept.len());
            kept.push(one);
        }
    }
    kept
}

/// The regions that hold more than a share of the page's text, those with the most text first.
fn largest(columns: &SearchColumns, found: Vec<Found>, share: f64) -> Vec<Found> {
    if found.is_empty() {
        return found;
    }
    let chars = running_chars(&columns.lists);
    let least = share * chars.last().copied().unwrap_or_default();
    let of = |one: &Found| one.ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).sum();
    let mut sized: Vec<(f64, Found)> = distinct(found, &[]).into_iter().map(|one| (of(&one), one)).collect::<Vec<_>>();
    sized.retain(|&(size, _)| size > least);
    sized.sort_by(|one, other| other.0.total_cmp(&one.0));
    sized.truncate(MOST_MARKED);
    sized.into_iter().map(|(_, one)| one).collect::<Vec<_>>()
}

/// The sums of the characters of texts before each row, and of all.
fn running_chars(columns: &lists::Columns) -> Vec<f64> {
    let mut sums = Vec::with_capacity(columns.tag.len() + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for row in 0..columns.tag.len() {
        sum += if columns.tag[row] == name::TEXT && !columns.raw[row] { f64::from(columns.chars[row]) } else { 0.0 };
        sums.push(sum);
    }
    sums
}

/// Adds the regions of one kind that something may become of.
fn add_likely(
    columns: &Columns,
    known: Vec<(Found, [f64; LISTED])>,
    by_times: f64,
    gate: Option<&Gate>,
    likely: &mut Vec<Likely>,
) {
    let mut related = Vec::with_capacity(known.len());
    for (index, (one, _)) in known.iter().enumerate() {
        limits::tick(known.len());
        let others = || known.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, (other, _))| other);
        let most = |records: Option<usize>| records.unwrap_or(0) as f64;
        let inner = most(others().filter(|other| one.holds(other.row)).map(|other| other.ranges.len()).max());
        let outer = most(others().filter(|other| other.holds(one.row)).map(|other| other.ranges.len()).max());
        related.push([0.0, f64::from(one.spanning), index as f64, inner, outer, by_times]);
    }
    for ((found, listed), related) in known.into_iter().zip(related) {
        let own = region_features::unaligned(&columns.regions, &found.ranges, &found.members);
        let mut features = [0.0; WIDTH];
        for (value, own) in features.iter_mut().zip(own.iter().chain(&related).chain(&listed)) {
            *value = *own;
        }
        let lists = lists_things(&found, &listed);
        if gate.is_none_or(|gate| gate.may_let(&features, lists)) {
            likely.push(Likely { found, lists, features });
        }
    }
}
