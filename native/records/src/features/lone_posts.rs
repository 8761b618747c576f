//! Posts that may stand alone: in a range around a time, every likely body with the best
//! name beside it; and their features.
//!
//! In words: the heaviest elements of a range that do not hold the time may be its body, and so may the loose text behind
//! its head; the best marked name near a body is its author. Features: how much of the page the body is, how far name and
//! time are from it, what the classes around it say, and whether the page has more of the same build.

use std::collections::HashMap;

use crate::evidence::Evidence;
use crate::regions::region::{Span, has_loose_text, tail_behind_head, word_gain};
use html::names::name;
use html::page_view::sums_before;
use text::class_words::{AUTHOR, BODY, PERSON, TITLE};

const MAX_SPANS: usize = 5; // elements around a time that are tried, each with more text than the one inside of it
const MIN_GROWTH: f64 = 8.0; // characters that an element must have more than the one inside of it
const MAX_LEVELS: usize = 100; // up from a time to the element of its post: pages that people write nest less
const MAX_BODIES: usize = 3; // of a range that are tried, the heaviest first
const MIN_BODY: f64 = 2.0; // characters
const MAX_NAMES: usize = 24; // on each side of a body, the nearest to it first
const REACH_BEFORE: usize = 300; // rows before a body in which names are looked for
const REACH_BEHIND: usize = 100; // the same behind it
const ORDER: f64 = 0.2; // what every name before it takes from a name: places and ranks follow names
const DISTANCE: f64 = 0.005; // what a row between a name and the time takes from the name
const LINK_REACH: i32 = 4; // ancestors of a name in which its link is searched
const AUTHOR_REACH: usize = 3; // the same of a class that says that it is a name

/// The names of the features. Those that Python tells (labels, the post's place on the page) are 0 here.
pub const FEATURES: [&str; 64] = [
    "is_main", "score", "labelled_last", "aside", "level", "span_chars", "span_share", "span_rows", "span_times",
    "span_headings", "span_links", "body_chars", "body_of_span", "body_of_page", "body_links", "body_long",
    "body_gain", "body_rank", "body_loose", "says_body", "parent_says_body", "says_title", "says_person",
    "body_controls", "body_paragraphs", "body_breaks", "body_times", "body_is_title", "is_usual", "named", "marks",
    "is_labelled", "in_link", "leads_to_person", "says_author", "name_before", "name_far", "time_before", "time_far",
    "name_to_time", "begins_with_name", "behind_title", "position", "in_region", "page_times", "gap", "same_name",
    "text_time", "long_of_page", "long_outside", "chars_outside", "links_of_page", "times_before", "times_behind",
    "box_behind", "title_in_span", "title_gap", "time_gap", "time_alike", "body_alike", "span_alike", "name_again",
    "time_of_page", "later",
];

/// A post that may stand alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Post {
    pub span: Span,
    /// The index of its time.
    pub time: usize,
    pub body: Span,
    /// The row of its author, if it has one.
    pub author: Option<usize>,
    /// The place of its body among those tried.
    pub rank: usize,
}

/// The posts that a range may be with the time of that index; elements with tag and classes of the `usual` steps, which
/// are in order, are bodies of other posts.
pub fn posts_in(evidence: &Evidence, span: Span, time: usize, usual: &[u64]) -> Vec<Post> {
    let time_row = evidence.times[time] as usize;
    let bodies = bodies_beside(evidence, span, time_row, usual);
    let post = |(rank, body)| Post { span, time, body, author: name_beside(evidence, span, body, time_row), rank };
    bodies.into_iter().enumerate().map(post).collect()
}

fn bodies_beside(evidence: &Evidence, span: Span, time: usize, usual: &[u64]) -> Vec<Span> {
    let (start, stop) = span;
    let total = sums_before(evidence.weights[start..stop].iter().copied());
    let mut bodies: Vec<Span> = Vec::new();
    let mut best: Vec<(f64, usize, usize)> = Vec::with_capacity(MAX_BODIES + 1);
    for row in start..stop {
        limits::tick(1);
        let (end, own_end) = ((evidence.page.end[row] as usize).min(stop), evidence.page.end[row] as usize);
        let is_tried = !evidence.page.is_text(row) && (row > time || own_end <= time);
        if !is_tried || evidence.sum(0, (row, end)) < MIN_BODY {
            continue;
        }
        if bodies.is_empty() && usual.binary_search(&evidence.page.step[row]).is_ok() {
            bodies.push((row, end));
        }
        let gain = total[end - start] - total[row - start] + word_gain(evidence.flags[row]);
        // The deepest of equals comes last, and first in this order.
        let place = best.partition_point(|&(other, _, _)| other > gain);
        if place < MAX_BODIES {
            best.insert(place, (gain, row, end));
            best.truncate(MAX_BODIES);
        }
    }
    let tail = tail_behind_head(evidence, span);
    let is_loose = tail.0 < tail.1 && has_loose_text(evidence, tail);
    let others = best.iter().map(|&(_, row, end)| (row, end)).chain(is_loose.then_some(tail));
    for body in others {
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    bodies
}

/// The row of the best name in a range outside the body, the first of equals.
fn name_beside(evidence: &Evidence, span: Span, body: Span, time: usize) -> Option<usize> {
    let can_be = |row: &usize| evidence.can_be_name[*row];
    let first = span.0.max(body.0.saturating_sub(REACH_BEFORE));
    let last = span.1.min(body.1 + REACH_BEHIND);
    let skipped = (first..body.0).filter(can_be).count().saturating_sub(MAX_NAMES);
    let before = (first..body.0).filter(can_be).skip(skipped);
    let rows = before.chain((body.1..last).filter(can_be).take(MAX_NAMES));
    let mut best: Option<(f64, usize)> = None;
    for (order, row) in rows.enumerate() {
        let score = evidence.name_marks[row] - ORDER * order as f64 - DISTANCE * row.abs_diff(time) as f64;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, row));
        }
    }
    best.map(|(_, row)| row)
}

/// The elements around a row that add something to what they hold, the nearest first.
pub fn spans_around(evidence: &Evidence, row: usize) -> impl Iterator<Item = Span> {
    let Evidence { page, sums: [chars, ..], .. } = *evidence;
    // The element of the page and its body are no posts.
    let has_two_above = move |&row: &usize| page.above(row).nth(1).is_some();
    let mut before = 0.0;
    let elements = page.above(row).take(MAX_LEVELS).take_while(has_two_above);
    let spans = elements.map(move |row| (row, page.end[row] as usize));
    let grows = move |&(start, end): &Span| {
        let own = chars[end] - chars[start];
        let grows = own >= before + MIN_GROWTH;
        before = if grows { own } else { before };
        grows
    };
    spans.filter(grows).take(MAX_SPANS)
}

/// What all posts of a page share.
pub struct Around {
    /// How many elements have each step.
    steps: HashMap<u64, usize>,
    /// The last box for long texts: where a page can be answered.
    last_box: Option<usize>,
}

impl Around {
    pub fn of(evidence: &Evidence) -> Self {
        let page = &evidence.page;
        let mut steps = HashMap::new();
        for row in (0..evidence.rows()).filter(|&row| !page.is_text(row)) {
            *steps.entry(page.step[row]).or_default() += 1;
        }
        limits::tick(evidence.rows());
        Around { steps, last_box: page.tag.iter().rposition(|&tag| tag == name::TEXTAREA) }
    }

    /// How many elements are built as this one, on a scale on which some more of many are not much.
    fn alike(&self, evidence: &Evidence, row: usize) -> f64 {
        (self.steps.get(&evidence.page.step[row]).copied().unwrap_or_default() as f64).ln_1p()
    }

    /// From `long_of_page` to `time_of_page`.
    fn row(&self, evidence: &Evidence, post: &Post) -> [f64; 15] {
        let [chars, _, links, _, long, ..] = evidence.sums;
        let of = |sums: &[f64], (start, end): Span| sums[end] - sums[start];
        let whole = |sums: &[f64]| sums.last().copied().unwrap_or_default();
        let (rows, time) = (evidence.rows(), evidence.times[post.time] as usize);
        let title = evidence.is_title.iter().position(|&is_title| is_title);
        let between = |one: usize, other: usize| (chars[one.max(other)] - chars[one.min(other)]).ln_1p();
        let parent = evidence.page.above(time).next().unwrap_or(0);
        let is_alike = |&&other: &&i64| {
            evidence
                .page
                .above(other as usize)
                .next()
                .is_some_and(|own| evidence.page.step[own] == evidence.page.step[parent])
        };
        limits::tick(1 + evidence.times.len());
        [
            of(long, post.body) / whole(long).max(1.0),
            (whole(long) - of(long, post.body)).ln_1p(),
            (whole(chars) - of(chars, post.body)).ln_1p(),
            whole(links) / whole(chars).max(1.0),
            evidence.times_within((0, post.body.0)).len() as f64,
            evidence.times_within((post.body.1, rows)).len() as f64,
            f64::from(self.last_box.is_some_and(|row| row >= post.body.1)),
            f64::from(title.is_some_and(|title| (post.span.0..post.span.1).contains(&title))),
            title.map_or(-1.0, |title| between(title, post.body.0)),
            between(time, post.body.0).min(between(time, post.body.1)),
            evidence.times.iter().filter(is_alike).count() as f64,
            self.alike(evidence, post.body.0),
            self.alike(evidence, post.span.0),
            post.author.map_or(-1.0, |author| said_again(evidence, author)),
            chars[time] / whole(chars).max(1.0),
        ]
    }
}

/// How many other texts of the page say what a text says.
fn said_again(evidence: &Evidence, row: usize) -> f64 {
    let (page, text) = (&evidence.page, evidence.page.text_of(row).trim());
    let is_same = |&&other: &&i64| {
        let other = other as usize;
        other != row && page.chars[other] == page.chars[row] && page.text_of(other).trim() == text
    };
    limits::tick(1 + evidence.text_rows.len() / 8);
    (evidence.text_rows.iter().filter(is_same).count() as f64).ln_1p()
}

/// The features of a post; `usual` are steps of other bodies, in order.
pub fn features(evidence: &Evidence, around: &Around, post: &Post, usual: &[u64]) -> [f64; FEATURES.len()] {
    let [chars, main, links, _, long, headings, times] = evidence.sums;
    let of = |sums: &[f64], (start, end): Span| sums[end] - sums[start];
    let whole = |sums: &[f64]| sums.last().copied().unwrap_or_default();
    let (start, end) = post.body;
    let body = Body::of(evidence, post.body);
    let (own, time) = (of(chars, post.body).max(1.0), evidence.times[post.time] as usize);
    let span_chars = of(chars, post.span).max(1.0);
    let is_loose = evidence.page.end[start] as usize != end;
    let flags = evidence.flags[start];
    let parent_flags = evidence.flags[usize::try_from(evidence.page.parent[start]).unwrap_or(0)];
    let named = NameFeatures::of(evidence, post, time);
    let title = evidence.is_title.iter().position(|&is_title| is_title);
    let mut row = [0.0; FEATURES.len()];
    row[5..11].copy_from_slice(&[
        span_chars,
        of(main, post.span) / whole(main).max(1.0),
        (post.span.1 - post.span.0) as f64,
        of(times, post.span),
        of(headings, post.span),
        of(links, post.span) / span_chars,
    ]);
    row[11..29].copy_from_slice(&[
        own,
        own / of(chars, post.span).max(1.0),
        of(main, post.body) / whole(main).max(1.0),
        of(links, post.body) / own,
        of(long, post.body) / own,
        body.gain / own,
        post.rank as f64,
        f64::from(is_loose),
        f64::from(!is_loose && flags & BODY > 0),
        f64::from(parent_flags & BODY > 0),
        f64::from(flags & TITLE > 0),
        f64::from(flags & PERSON > 0),
        body.controls,
        body.paragraphs,
        body.breaks,
        of(times, post.body),
        body.title_chars / own,
        f64::from(usual.binary_search(&evidence.page.step[start]).is_ok()),
    ]);
    row[29..41].copy_from_slice(&named.row(time < start, time.abs_diff(start).min(time.abs_diff(end)) as f64));
    row[41] = title.map_or(0.5, |title| f64::from(title < start));
    row[42] = chars[post.span.0] / whole(chars).max(1.0);
    row[44] = whole(times);
    row[48..63].copy_from_slice(&around.row(evidence, post));
    row
}

/// What the rows of a body are.
#[derive(Default)]
struct Body {
    gain: f64,
    controls: f64,
    paragraphs: f64,
    breaks: f64,
    title_chars: f64,
}

impl Body {
    fn of(evidence: &Evidence, (start, end): Span) -> Self {
        use name::{BR, BUTTON, FORM, INPUT, P, SELECT, TEXTAREA};
        let mut body = Body::default();
        for row in start..end {
            let tag = evidence.page.tag[row];
            body.gain += evidence.weights[row];
            body.controls += f64::from(matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA | FORM));
            body.paragraphs += f64::from(tag == P);
            body.breaks += f64::from(tag == BR);
            body.title_chars += if evidence.is_title[row] { f64::from(evidence.page.chars[row]) } else { 0.0 };
        }
        body
    }
}

/// What is around the name of a post.
#[derive(Default)]
struct NameFeatures {
    is_there: bool,
    marks: f64,
    in_link: bool,
    leads_to_person: bool,
    says_author: bool,
    is_before: bool,
    far: f64,
    to_time: f64,
}

impl NameFeatures {
    fn of(evidence: &Evidence, post: &Post, time: usize) -> Self {
        let Some(row) = post.author else {
            return NameFeatures { far: -1.0, to_time: -1.0, ..NameFeatures::default() };
        };
        let link = evidence.link_around(row, LINK_REACH);
        let mut near = evidence.page.above(row).take(AUTHOR_REACH);
        NameFeatures {
            is_there: true,
            marks: evidence.name_marks[row],
            in_link: link.is_some(),
            leads_to_person: link.is_some_and(|link| evidence.leads_to_person(link)),
            says_author: near.any(|row| evidence.flags[row] & AUTHOR > 0),
            is_before: row < post.body.0,
            far: row.abs_diff(post.body.0).min(row.abs_diff(post.body.1)) as f64,
            to_time: row.abs_diff(time) as f64,
        }
    }

    /// From `named` to `begins_with_name`.
    fn row(&self, time_before: bool, time_far: f64) -> [f64; 12] {
        [
            f64::from(self.is_there),
            self.marks,
            0.0,
            f64::from(self.in_link),
            f64::from(self.leads_to_person),
            f64::from(self.says_author),
            f64::from(self.is_before),
            self.far,
            f64::from(time_before),
            time_far,
            self.to_time,
            0.0,
        ]
    }
}
