//! Features of a region before it is read, and of what else repeats (see `records/reading_features.py`).
//!
//! In words: how many records, how much of the page they are and where they stand, how alike they are built, how long
//! they are, what share of them are links, headings, times and hidden texts. Of lists also what stands beside and before
//! them, what a member is made of, and whether titles and addresses differ from member to member.

use std::collections::{HashMap, HashSet};

use crate::evidence::Evidence;
use crate::evidence::links::{NO_PERSON, PERSON, kinds};
use crate::evidence::marks::Marks;
use crate::regions::lists::View;
use crate::regions::region::Region;
use html::names::{NameId, name};
use html::page_view::PageView;
use text::class_words::PAGER;
use text::short_texts::spaced;

const COMMON: f64 = 0.7; // share of the records that a slot must be in to be one that they have in common

const BEHIND_TITLE: usize = 4; // where the feature is that the title of the page tells
const ALIKE_CHARS: usize = 5; // where the features are that slots tell

/// The names of the features.
pub const FEATURES: [&str; 18] = [
    "records", "share", "main_share", "position", "behind_title", "alike_chars", "alike_slots", "members_alike",
    "times_per_record", "links_share", "mean_chars", "median_chars", "spread_chars", "headings", "times_inside",
    "page_times", "hidden", "depths",
];

/// The names of the features of a list.
pub const LIST_FEATURES: [&str; 34] = [
    "share", "rest", "rest_prose", "lead", "before", "dense", "prose", "link_text", "paged", "count", "size", "spread",
    "links", "headings", "many_headings", "images", "many_images", "prices", "many_prices", "times", "many_times",
    "page_prices", "typed", "scattered", "is_li", "is_article", "is_a", "is_div", "is_tr", "titles", "title",
    "addresses", "people", "more",
];

const MAX_SAMPLED: usize = 12; // members whose titles and links are compared
const MAX_LINKS: usize = 6; // of a member
const MAX_HEADINGS: i64 = 2; // of a member; what has more is a section
const MANY_PRICES: usize = 3; // of a member: two are a price and what it was before
const MANY_TIMES: usize = 2;
const REACH: usize = 6; // ancestors of a text in which its link is searched

type Span = (i64, i64);

/// A page as its lists are told: the rows that can have a price, that speak of pagers, that declare what they are.
pub struct Lists {
    pub view: View,
    pub prices: Vec<i64>,
    pub pagers: Vec<i64>,
    pub typed: Vec<i64>,
}

impl Lists {
    /// The lists of a page with these marks.
    pub fn of(page: &PageView, view: View, marks: &Marks) -> Self {
        let is_pager = |&row: &usize| marks.flags[row] & PAGER > 0;
        let pagers = (0..marks.flags.len()).filter(is_pager).map(|row| row as i64).collect();
        let numbers = ["itemtype", "typeof"].map(|name| page.names.number(name));
        let rows = numbers.iter().flatten().flat_map(|&number| page.attributes.rows_with(number));
        let mut typed: Vec<i64> = rows.map(i64::from).collect();
        typed.sort_unstable();
        typed.dedup();
        Lists { view, prices: marks.prices.clone(), pagers, typed }
    }
}

/// The features of a region that has records; `members` are the rows that hold them. What its slots and the title of the
/// page tell is no number yet.
pub fn unaligned(evidence: &Evidence, ranges: &[(i64, i64)], members: &[usize]) -> [f64; FEATURES.len()] {
    let [chars, main, links, hidden, _, headings, times] = evidence.sums;
    let records = ranges.len() as f64;
    let of =
        |sums: &[f64]| -> f64 { ranges.iter().map(|&(start, end)| sums[end as usize] - sums[start as usize]).sum() };
    let whole = |sums: &[f64]| sums.last().copied().unwrap_or_default();
    let mut sizes: Vec<_> = ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let all: f64 = sizes.iter().sum();
    let own = all.max(1.0);
    let mean = all / records;
    let spread = (sizes.iter().map(|size| (size - mean) * (size - mean)).sum::<f64>() / records).sqrt();
    let mut steps: Vec<_> = members.iter().map(|&member| evidence.page.step[member]).collect();
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
        depths(evidence, members),
    ]
}

/// The share of the members that do not stand as deep in the tree as most do: replies below what they answer.
fn depths(evidence: &Evidence, members: &[usize]) -> f64 {
    let mut depths: Vec<_> = members.iter().map(|&member| evidence.page.depth[member]).collect();
    depths.sort_unstable();
    let most = depths.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or(0);
    1.0 - most as f64 / members.len().max(1) as f64
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
pub fn add_alike(evidence: &Evidence, region: &Region, features: &mut [f64]) {
    let chars = evidence.sums[0];
    let own: f64 = region.ranges.iter().map(|&(start, end)| chars[end as usize] - chars[start as usize]).sum();
    let (alike_chars, alike_slots) = alike(evidence, region);
    (features[ALIKE_CHARS], features[ALIKE_CHARS + 1]) = (alike_chars / own.max(1.0), alike_slots);
}

/// The characters of the texts in slots that most records have, and the share of the slots that these are.
fn alike(evidence: &Evidence, region: &Region) -> (f64, f64) {
    let mut slots = vec![(0usize, 0usize, 0.0); region.slots()]; // latest record from 1, presence, characters
    for position in 0..region.positions() {
        limits::tick(1);
        let (row, record, slot) = region.at(position);
        let (latest, presence, chars) = &mut slots[slot];
        *presence += usize::from(*latest != record + 1);
        *latest = record + 1;
        *chars += if evidence.page.is_text(row) { f64::from(evidence.page.chars[row]) } else { 0.0 };
    }
    let least = COMMON * region.records() as f64;
    let common = || slots.iter().filter(|(_, presence, _)| *presence as f64 >= least);
    (common().map(|(_, _, chars)| chars).sum(), common().count() as f64 / slots.len().max(1) as f64)
}

/// The features of what repeats in these rows, which are some.
pub fn list_features(evidence: &Evidence, lists: &Lists, spans: &[Span]) -> [f64; LIST_FEATURES.len()] {
    limits::tick(spans.len());
    let mut values = [0.0; LIST_FEATURES.len()];
    let place = place_features(lists, spans);
    let member = member_features(evidence, lists, spans);
    let link = link_features(&evidence.page, &lists.view, spans);
    for (value, own) in values.iter_mut().zip(place.iter().chain(&member).chain(&link)) {
        *value = *own;
    }
    values
}

fn of(sums: &[i32], spans: &[Span]) -> f64 {
    spans.iter().map(|&(start, end)| i64::from(sums[end as usize] - sums[start as usize])).sum::<i64>() as f64
}

/// How much of the page the list holds, and what stands beside and before it.
fn place_features(lists: &Lists, spans: &[Span]) -> [f64; 9] {
    let view = &lists.view;
    let (own, total) = (of(&view.chars, spans).max(1.0), (View::total(&view.chars) as f64).max(1.0));
    let (first, last) = (spans[0].0 as usize, spans[spans.len() - 1].1 as usize);
    let prose = of(&view.prose, spans);
    let pager = lists.pagers.partition_point(|&row| row < last as i64);
    let gap = lists.pagers.get(pager).map_or(1.0, |&row| (view.chars[row as usize] - view.chars[last]) as f64 / total);
    [
        own / total,
        (total - own).max(0.0).ln_1p(),
        (View::total(&view.prose) as f64 - prose) / total,
        view.prose[first] as f64 / total,
        view.chars[first] as f64 / total,
        own / ((view.chars[last] - view.chars[first]) as f64).max(1.0),
        prose / own,
        of(&view.link_chars, spans) / own,
        gap,
    ]
}

/// What a member is made of, and how alike they are; shares are of the members.
fn member_features(evidence: &Evidence, lists: &Lists, spans: &[Span]) -> [f64; 20] {
    let (page, view) = (&evidence.page, &lists.view);
    let (n, count) = (spans.len(), spans.len() as f64);
    let of_each = |sums: &[i32], &(start, end): &Span| i64::from(sums[end as usize] - sums[start as usize]);
    let mut mass: Vec<_> = spans.iter().map(|span| of_each(&view.chars, span)).collect();
    mass.sort_unstable();
    let mean = mass.iter().sum::<i64>() as f64 / count;
    let spread = (mass.iter().map(|&one| (one as f64 - mean) * (one as f64 - mean)).sum::<f64>() / count).sqrt();
    let share =
        |sums: &[i32], least: i64| spans.iter().filter(|span| of_each(sums, span) >= least).count() as f64 / count;
    let held = |rows: &[i64], least: usize| {
        let before = |row: i64| rows.partition_point(|&other| other < row);
        spans.iter().filter(|&&(start, end)| before(end) - before(start) >= least).count() as f64 / count
    };
    let (tag, parent) = (page.tag[spans[0].0 as usize], page.parent[spans[0].0 as usize]);
    let is = |wanted: NameId| f64::from(tag == wanted);
    [
        count.ln(),
        ((mass[n / 2] + mass[(n - 1) / 2]) as f64 / 2.0).ln_1p(),
        spread / mean.max(1.0),
        (of(&view.links, spans) / count).ln_1p(),
        share(&view.headings, 1),
        share(&view.headings, MAX_HEADINGS + 1),
        share(&view.images, 1),
        share(&view.images, 2),
        held(&lists.prices, 1),
        held(&lists.prices, MANY_PRICES),
        held(evidence.times, 1),
        held(evidence.times, MANY_TIMES),
        (lists.prices.len() as f64).ln_1p(),
        held(&lists.typed, 1),
        f64::from(spans.iter().any(|&(start, _)| page.parent[start as usize] != parent)),
        is(name::LI),
        is(name::ARTICLE),
        is(name::A),
        is(name::DIV),
        is(name::TR),
    ]
}

/// What one of the sampled members has.
struct Member<'page> {
    lines: Vec<String>,
    addresses: HashSet<&'page str>,
    is_person: bool,
    says_more: bool,
}

/// How the members differ in titles and addresses, and what they say beside a link; of some of them.
fn link_features(page: &PageView, view: &View, spans: &[Span]) -> [f64; 5] {
    let step = (spans.len() / MAX_SAMPLED).max(1);
    let members: Vec<Member> = spans.iter().step_by(step).map(|&span| member(page, view, span)).collect();
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for address in members.iter().flat_map(|member| &member.addresses) {
        *owners.entry(address).or_default() += 1;
    }
    let n = members.len() as f64;
    let share = |count: usize| count as f64 / n;
    let texts: HashSet<&[String]> = members.iter().map(|member| &member.lines[..]).collect();
    let longest = |member: &Member| member.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let titles: usize = members.iter().map(longest).sum();
    let has_own = |member: &&Member| member.addresses.iter().any(|address| owners[address] == 1);
    [
        share(texts.len()),
        share(titles).ln_1p(),
        share(members.iter().filter(has_own).count()),
        share(members.iter().filter(|member| member.is_person).count()),
        share(members.iter().filter(|member| member.says_more).count()),
    ]
}

fn member<'page>(page: &PageView<'page>, view: &View, (start, end): Span) -> Member<'page> {
    limits::tick(1);
    let (start, end) = (start as usize, end as usize);
    let (first, last) = (view.links[start] as usize, view.links[end] as usize);
    let rows = &view.link_rows[first..last.min(first + MAX_LINKS)];
    let (first, last) = (view.headings[start] as usize, view.headings[end] as usize);
    let headings = &view.heading_rows[first..last.min(first + MAX_HEADINGS as usize + 1)];
    let titles = if headings.is_empty() { rows } else { headings };
    let lines = titles.iter().map(|&row| spaced(page.bytes_of(row))).collect();
    let address = |&row: &usize| page.value(link_around(page, row)?, name::HREF);
    let addresses = rows.iter().filter_map(address);
    let addresses = addresses.filter(|address| !address.is_empty() && !address.starts_with(['#', '?'])).collect();
    let kinds = rows.first().and_then(address).map_or(0, kinds);
    let longest = rows.iter().map(|&row| view.own[row]).max().unwrap_or(0);
    let has_image = view.images[end] > view.images[start];
    let says_more = has_image || !headings.is_empty() || view.chars[end] - view.chars[start] > longest;
    Member { lines, addresses, is_person: kinds & (PERSON | NO_PERSON) == PERSON, says_more }
}

/// The row of the link around a text.
fn link_around(page: &PageView, row: usize) -> Option<usize> {
    page.above(row).take(REACH).find(|&row| page.tag[row] == name::A)
}
