//! Posts that may stand alone (see `records/single_post.py`): in a range around a time, every likely body with the best
//! name beside it.
//!
//! In words: the heaviest elements of a range that do not hold the time may be its body, and so may the loose text behind
//! its head; the best marked name near a body is its author.

use crate::evidence::tails::{self, Span, has_loose_text, tail_behind_head, word_gain};
use html::names::{NameId, name};

const MOST_SPANS: usize = 5; // elements around a time that are tried, each with more text than the one inside of it
const LEAST_GROWTH: f64 = 8.0; // characters that an element must have more than the one inside of it
const MOST_LEVELS: usize = 100; // up from a time to the element of its post: pages that people write nest less
const MOST_BODIES: usize = 3; // of a range that are tried, the heaviest first
const LEAST_BODY: f64 = 2.0; // characters
const MOST_NAMES: usize = 24; // on each side of a body, the nearest to it first
const REACH_BEFORE: usize = 300; // rows before a body in which names are looked for
const REACH_BEHIND: usize = 100; // the same behind it
const ORDER: f64 = 0.2; // what every name before it takes from a name: places and ranks follow names
const DISTANCE: f64 = 0.005; // what a row between a name and the time takes from the name

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub chars: &'page [i32],
    pub step: &'page [u64],
    pub flags: &'page [u16],
    pub is_title: &'page [bool],
    pub weights: &'page [f64],
    pub link: &'page [i32],
    pub link_kinds: &'page [u8],
    /// Which rows can be names, and the score of each as one.
    pub can_be_name: &'page [bool],
    pub name_marks: &'page [f64],
    /// The rows of the times, in document order.
    pub times: &'page [i64],
    /// Running sums of the page: characters, main, links, hidden, long, headings, times.
    pub sums: [&'page [f64]; crate::evidence::sums::SUMS],
}

impl<'page> Columns<'page> {
    fn tails(&self) -> tails::Columns<'page> {
        let Columns { tag, end, depth, chars, flags, times, .. } = *self;
        tails::Columns { tag, end, depth, chars, flags, times }
    }
}

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
pub fn posts_in(columns: &Columns, span: Span, time: usize, usual: &[u64]) -> Vec<Post> {
    let time_row = columns.times[time] as usize;
    let bodies = bodies_beside(columns, span, time_row, usual);
    let posts = bodies.into_iter().enumerate().map(|(rank, body)| {
        let author = name_beside(columns, span, body, time_row);
        Post { span, time, body, author, rank }
    });
    posts.collect::<Vec<_>>()
}

fn bodies_beside(columns: &Columns, span: Span, time: usize, usual: &[u64]) -> Vec<Span> {
    let (start, stop) = span;
    let mut total = Vec::with_capacity(stop - start + 1);
    let mut sum = 0.0;
    total.push(sum);
    total.extend(columns.weights[start..stop].iter().map(|weight| {
        sum += weight;
        sum
    }));
    let mut bodies: Vec<Span> = Vec::new();
    let mut best: Vec<(f64, usize, usize)> = Vec::with_capacity(MOST_BODIES + 1);
    for row in start..stop {
        limits::tick(1);
        let (end, own_end) = ((columns.end[row] as usize).min(stop), columns.end[row] as usize);
        let is_tried = columns.tag[row] != name::TEXT && !(row <= time && own_end > time);
        if !is_tried || columns.sums[0][end] - columns.sums[0][row] < LEAST_BODY {
            continue;
        }
        if bodies.is_empty() && usual.binary_search(&columns.step[row]).is_ok() {
            bodies.push((row, end));
        }
        let gain = total[end - start] - total[row - start] + word_gain(columns.flags[row]);
        // The deepest of equals comes last, and first in this order.
        let place = best.partition_point(|&(other, _, _)| other > gain);
        if place < MOST_BODIES {
            best.insert(place, (gain, row, end));
            best.truncate(MOST_BODIES);
        }
    }
    let tail = tail_behind_head(&columns.tails(), span);
    let is_loose = tail.0 < tail.1 && has_loose_text(&columns.tails(), tail);
    let others = best.iter().map(|&(_, row, end)| (row, end)).chain(is_loose.then_some(tail));
    for body in others {
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    bodies
}

/// The row of the best name in a range outside the body, the first of equals.
fn name_beside(columns: &Columns, span: Span, body: Span, time: usize) -> Option<usize> {
    let can_be = |row: &usize| columns.can_be_name[*row];
    let first = span.0.max(body.0.saturating_sub(REACH_BEFORE));
    let last = span.1.min(body.1 + REACH_BEHIND);
    let skipped = (first..body.0).filter(can_be).count().saturating_sub(MOST_NAMES);
    let before = (first..body.0).filter(can_be).skip(skipped);
    let rows = before.chain((body.1..last).filter(can_be).take(MOST_NAMES));
    let mut best: Option<(f64, usize)> = None;
    for (order, row) in rows.enumerate() {
        let score = columns.name_marks[row] - ORDER * order as f64 - DISTANCE * row.abs_diff(time) as f64;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, row));
        }
    }
    best.map(|(_, row)| row)
}

/// The elements around a row that add something to what they hold, the nearest first; `chars` are running sums.
pub fn spans_around(parent: &[i32], end: &[i32], chars: &[f64], row: usize) -> impl Iterator<Item = Span> {
    let above = |&row: &usize| usize::try_from(parent[row]).ok();
    // The element of the page and its body are no posts.
    let has_two_above = move |&row: &usize| above(&row).and_then(|row| above(&row)).is_some();
    let mut before = 0.0;
    let elements = std::iter::successors(above(&row), above).take(MOST_LEVELS).take_while(has_two_above);
    let spans = elements.map(|row| (row, end[row] as usize));
    spans
        .filter(move |&(start, end)| {
            let own = chars[end] - chars[start];
            let grows = own >= before + LEAST_GROWTH;
            before = if grows { own } else { before };
            grows
        })
        .take(MOST_SPANS)
}
