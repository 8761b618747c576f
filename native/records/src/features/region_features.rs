//! Features of a region before it is read (see `records/reading_features.py`).
//!
//! In words: how many records, how much of the page they are and where they stand, how alike they are built, how long
//! they are, what share of them are links, headings, times and hidden texts.

use crate::evidence::sums::SUMS;
use crate::regions::aligned_rows::Region;
use html::names::{NameId, name};

const COMMON: f64 = 0.7; // share of the records that a slot must be in to be one that they have in common

const BEHIND_TITLE: usize = 4; // where the feature is that the title of the page tells
const ALIKE_CHARS: usize = 5; // where the features are that slots tell

/// The names of the features.
pub const FEATURES: [&str; 17] = [
    "records",
    "share",
    "main_share",
    "position",
    "behind_title",
    "alike_chars",
    "alike_slots",
    "members_alike",
    "times_per_record",
    "links_share",
    "mean_chars",
    "median_chars",
    "spread_chars",
    "headings",
    "times_inside",
    "page_times",
    "hidden",
];

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub chars: &'page [i32],
    pub step: &'page [u64],
    /// Running sums: characters, main, links, hidden, long, headings, times.
    pub sums: [&'page [f64]; SUMS],
}

/// The features of a region that has records; `members` are the rows that hold them, `title` repeats the page's.
pub fn features(columns: &Columns, region: &Region, members: &[usize], title: Option<usize>) -> [f64; FEATURES.len()] {
    let mut features = unaligned(columns, region.ranges, members);
    add_title(region.ranges, title, &mut features);
    add_alike(columns, region, &mut features);
    features
}

/// The same before the records are aligned and the title of the page is looked for: what these tell is no number.
pub fn unaligned(columns: &Columns, ranges: &[(i64, i64)], members: &[usize]) -> [f64; FEATURES.len()] {
    let [chars, main, links, hidden, _, headings, times] = columns.sums;
    let records = ranges.len() as f64;
    let of =
        |sums: &[f64]| -> f64 { ranges.iter().map(|&(start, end)| sums[end as usize] - sums[start as usize]).sum() };
    let whole = |sums: &[f64]| sums.last().copied().unwrap_or_default();
    let mut sizes = ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).collect::<Vec<_>>();
    sizes.sort_unstable_by(f64::total_cmp);
    let all: f64 = sizes.iter().sum();
    let own = all.max(1.0);
    let mean = all / records;
    let spread = (sizes.iter().map(|size| (size - mean) * (size - mean)).sum::<f64>() / records).sqrt();
    let mut steps = members.iter().map(|&member| columns.step[member]).collect::<Vec<_>>();
    steps.sort_unstable();
    let most = steps.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or(0);
    let first = ranges[0].0 as usize;
    [
        records,
        own / whole(chars).max(1.0),
        of(main) / whole(main).max(1.0),
        chars[first] / whole(chars).max(1.0),
        f64::NAN,
        f64::NAN,
        f64::NAN,
        most as f64 / members.len().max(1) as f64,
        of(times) / records,
        of(links) / own,
        own / records,
        sizes[sizes.len() / 2],
        spread / (own / records),
        of(headings) / records,
        of(times) / whole(times).max(1.0),
        whole(times),
        of(hidden) / own,
    ]
}

/// Writes whether the title of the page stands before a region into its features.
pub fn add_title(ranges: &[(i64, i64)], title: Option<usize>, features: &mut [f64]) {
    features[BEHIND_TITLE] = title.map_or(0.5, |title| f64::from(title < ranges[0].0 as usize));
}

/// The first row that repeats the title of the page.
pub fn title_row(is_title: &[bool]) -> Option<usize> {
    is_title.iter().position(|&is_title| is_title)
}

/// Writes what slots tell into the features of a region: how much of it stands in those that most records have.
pub fn add_alike(columns: &Columns, region: &Region, features: &mut [f64]) {
    let chars = columns.sums[0];
    let own: f64 = region.ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).sum();
    let (alike_chars, alike_slots) = alike(columns, region);
    (features[ALIKE_CHARS], features[ALIKE_CHARS + 1]) = (alike_chars / own.max(1.0), alike_slots);
}

/// The characters of the texts in slots that most records have, and the share of the slots that these are.
fn alike(columns: &Columns, region: &Region) -> (f64, f64) {
    let mut slots = vec![(0usize, 0usize, 0.0); region.slots()]; // latest record from 1, presence, characters
    for position in 0..region.positions() {
        limits::tick(1);
        let (row, record, slot) = region.at(position);
        let (latest, presence, chars) = &mut slots[slot];
        *presence += usize::from(*latest != record + 1);
        *latest = record + 1;
        *chars += if columns.tag[row] == name::TEXT { f64::from(columns.chars[row]) } else { 0.0 };
    }
    let least = COMMON * region.records() as f64;
    let common = || slots.iter().filter(|(_, presence, _)| *presence as f64 >= least);
    (common().map(|(_, _, chars)| chars).sum(), common().count() as f64 / slots.len().max(1) as f64)
}
