//! Features of what repeats on a page, before it is read (see `records/reading_features.py`).
//!
//! In words: how much of the page it holds, what stands beside and before it, what a member is made of, how alike the
//! members are, and whether titles and addresses differ from member to member.

use std::collections::{HashMap, HashSet};

use crate::evidence::links::{NO_PERSON, PERSON, kinds};
use crate::regions::lists::View;
use html::attributes::AttributeColumns;
use html::names::{NameId, name};
use text::short_texts::spaced;

const MOST_SAMPLED: usize = 12; // members whose titles and links are compared
const MOST_LINKS: usize = 6; // of a member
const MOST_HEADINGS: i64 = 2; // of a member; what has more is a section
const MANY_PRICES: usize = 3; // of a member: two are a price and what it was before
const MANY_TIMES: usize = 2;
const REACH: usize = 6; // ancestors of a text in which its link is searched

/// The names of the features.
pub const FEATURES: [&str; 34] = [
    "share",
    "rest",
    "rest_prose",
    "lead",
    "before",
    "dense",
    "prose",
    "link_text",
    "paged",
    "count",
    "size",
    "spread",
    "links",
    "headings",
    "many_headings",
    "images",
    "many_images",
    "prices",
    "many_prices",
    "times",
    "many_times",
    "page_prices",
    "typed",
    "scattered",
    "is_li",
    "is_article",
    "is_a",
    "is_div",
    "is_tr",
    "titles",
    "title",
    "addresses",
    "people",
    "more",
];

/// The columns of a page that are read here, and rows of it in document order.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub attributes: &'page AttributeColumns,
    pub prices: &'page [i64],
    pub times: &'page [i64],
    pub pagers: &'page [i64],
    pub typed: &'page [i64],
}

type Span = (i64, i64);

/// The features of what repeats in these rows, which are some.
pub fn features(columns: &Columns, view: &View, spans: &[Span]) -> [f64; FEATURES.len()] {
    limits::tick(spans.len());
    let mut values = [0.0; FEATURES.len()];
    let place = place_features(columns, view, spans);
    let member = member_features(columns, view, spans);
    let link = link_features(columns, view, spans);
    for (value, own) in values.iter_mut().zip(place.iter().chain(&member).chain(&link)) {
        *value = *own;
    }
    values
}

fn of(sums: &[i32], spans: &[Span]) -> f64 {
    spans.iter().map(|&(start, end)| i64::from(sums[end as usize] - sums[start as usize])).sum::<i64>() as f64
}

/// How much of the page the list holds, and what stands beside and before it.
fn place_features(columns: &Columns, view: &View, spans: &[Span]) -> [f64; 9] {
    let (own, total) = (of(&view.chars, spans).max(1.0), (View::total(&view.chars) as f64).max(1.0));
    let (first, last) = (spans[0].0 as usize, spans[spans.len() - 1].1 as usize);
    let prose = of(&view.prose, spans);
    let pager = columns.pagers.partition_point(|&row| row < last as i64);
    let gap =
        columns.pagers.get(pager).map_or(1.0, |&row| (view.chars[row as usize] - view.chars[last]) as f64 / total);
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
fn member_features(columns: &Columns, view: &View, spans: &[Span]) -> [f64; 20] {
    let (n, count) = (spans.len(), spans.len() as f64);
    let of_each = |sums: &[i32], &(start, end): &Span| i64::from(sums[end as usize] - sums[start as usize]);
    let mut mass = spans.iter().map(|span| of_each(&view.chars, span)).collect::<Vec<_>>();
    mass.sort_unstable();
    let mean = mass.iter().sum::<i64>() as f64 / count;
    let spread = (mass.iter().map(|&one| (one as f64 - mean) * (one as f64 - mean)).sum::<f64>() / count).sqrt();
    let share =
        |sums: &[i32], least: i64| spans.iter().filter(|span| of_each(sums, span) >= least).count() as f64 / count;
    let held = |rows: &[i64], least: usize| {
        let before = |row: i64| rows.partition_point(|&other| other < row);
        spans.iter().filter(|&&(start, end)| before(end) - before(start) >= least).count() as f64 / count
    };
    let (tag, parent) = (columns.tag[spans[0].0 as usize], columns.parent[spans[0].0 as usize]);
    let is = |wanted: NameId| f64::from(tag == wanted);
    [
        count.ln(),
        ((mass[n / 2] + mass[(n - 1) / 2]) as f64 / 2.0).ln_1p(),
        spread / mean.max(1.0),
        (of(&view.links, spans) / count).ln_1p(),
        share(&view.headings, 1),
        share(&view.headings, MOST_HEADINGS + 1),
        share(&view.images, 1),
        share(&view.images, 2),
        held(columns.prices, 1),
        held(columns.prices, MANY_PRICES),
        held(columns.times, 1),
        held(columns.times, MANY_TIMES),
        (columns.prices.len() as f64).ln_1p(),
        held(columns.typed, 1),
        f64::from(spans.iter().any(|&(start, _)| columns.parent[start as usize] != parent)),
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
fn link_features(columns: &Columns, view: &View, spans: &[Span]) -> [f64; 5] {
    let step = (spans.len() / MOST_SAMPLED).max(1);
    let mut members = Vec::with_capacity(spans.len() / step + 1);
    for span in spans.iter().step_by(step) {
        limits::tick(1);
        members.push(member(columns, view, *span));
    }
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

fn member<'page>(columns: &Columns<'page>, view: &View, (start, end): Span) -> Member<'page> {
    let (start, end) = (start as usize, end as usize);
    let (first, last) = (view.links[start] as usize, view.links[end] as usize);
    let rows = &view.link_rows[first..last.min(first + MOST_LINKS)];
    let (first, last) = (view.headings[start] as usize, view.headings[end] as usize);
    let headings = &view.heading_rows[first..last.min(first + MOST_HEADINGS as usize + 1)];
    let mut lines = Vec::new();
    for &row in if headings.is_empty() { rows } else { headings } {
        let text = &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize];
        lines.push(spaced(text));
    }
    let addresses = rows.iter().filter_map(|&row| address(columns, link_around(columns, row)?));
    let addresses = addresses.filter(|address| !address.is_empty() && !address.starts_with(['#', '?'])).collect();
    let first = rows.first().and_then(|&row| link_around(columns, row)).and_then(|link| address(columns, link));
    let kinds = first.map_or(0, kinds);
    let longest = rows.iter().map(|&row| view.own[row]).max().unwrap_or(0);
    let has_image = view.images[end] > view.images[start];
    let says_more = has_image || !headings.is_empty() || view.chars[end] - view.chars[start] > longest;
    Member { lines, addresses, is_person: kinds & (PERSON | NO_PERSON) == PERSON, says_more }
}

/// The row of the link around a text.
fn link_around(columns: &Columns, row: usize) -> Option<usize> {
    let mut above = columns.parent[row];
    for _ in 0..REACH {
        let place = usize::try_from(above).ok()?;
        if columns.tag[place] == name::A {
            return Some(place);
        }
        above = columns.parent[place];
    }
    None
}

fn address<'page>(columns: &Columns<'page>, link: usize) -> Option<&'page str> {
    columns.attributes.of(link).find(|&(found, _)| found == name::HREF).map(|(_, value)| value)
}
