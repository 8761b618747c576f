//! Posts that may stand alone (see `records/single_post.py`): in a range around a time, every likely body with the best
//! name beside it.
//!
//! In words: the heaviest elements of a range that do not hold the time may be its body, and so may the loose text behind
//! its head; the best marked name near a body is its author.

use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name};
use crate::record_words::{BODY, PAGER, PERSON, SIGNATURE, TITLE};

const MOST_BODIES: usize = 3; // of a range that are tried, the heaviest first
const LEAST_BODY: f64 = 2.0; // characters
const WORD_WEIGHT: f64 = 15.0; // what a word such as "content" in the class is worth, in characters
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
    pub sums: [&'page [f64]; crate::record_sums::SUMS],
}

pub type Span = (usize, usize);

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
pub fn posts_in(
    columns: &Columns,
    span: Span,
    time: usize,
    usual: &[u64],
    deadline: &mut Deadline,
) -> Result<Vec<Post>, Tripped> {
    let time_row = columns.times[time] as usize;
    let bodies = bodies_beside(columns, span, time_row, usual, deadline)?;
    let posts = bodies.into_iter().enumerate().map(|(rank, body)| {
        let author = name_beside(columns, span, body, time_row);
        Post { span, time, body, author, rank }
    });
    memory::collect(posts)
}

fn bodies_beside(
    columns: &Columns,
    span: Span,
    time: usize,
    usual: &[u64],
    deadline: &mut Deadline,
) -> Result<Vec<Span>, Tripped> {
    let (start, stop) = span;
    let mut total = memory::with_room(stop - start + 1)?;
    let mut sum = 0.0;
    total.push(sum);
    total.extend(columns.weights[start..stop].iter().map(|weight| {
        sum += weight;
        sum
    }));
    let mut bodies: Vec<Span> = Vec::new();
    let mut best: Vec<(f64, usize, usize)> = memory::with_room(MOST_BODIES + 1)?;
    for row in start..stop {
        deadline.check()?;
        let (end, own_end) = ((columns.end[row] as usize).min(stop), columns.end[row] as usize);
        let is_tried = columns.tag[row] != name::TEXT && !(row <= time && own_end > time);
        if !is_tried || columns.sums[0][end] - columns.sums[0][row] < LEAST_BODY {
            continue;
        }
        if bodies.is_empty() && usual.binary_search(&columns.step[row]).is_ok() {
            memory::push(&mut bodies, (row, end))?;
        }
        let gain = total[end - start] - total[row - start] + word_gain(columns.flags[row]);
        // The deepest of equals comes last, and first in this order.
        let place = best.partition_point(|&(other, _, _)| other > gain);
        if place < MOST_BODIES {
            best.insert(place, (gain, row, end));
            best.truncate(MOST_BODIES);
        }
    }
    let tail = tail_behind_head(columns, span)?;
    let is_loose = tail.0 < tail.1 && has_loose_text(columns, tail);
    let others = best.iter().map(|&(_, row, end)| (row, end)).chain(is_loose.then_some(tail));
    for body in others {
        if !bodies.contains(&body) {
            memory::push(&mut bodies, body)?;
        }
    }
    Ok(bodies)
}

fn word_gain(flags: u16) -> f64 {
    let for_body = if flags & BODY > 0 { WORD_WEIGHT } else { 0.0 };
    for_body - if flags & (SIGNATURE | PERSON | TITLE | PAGER) > 0 { WORD_WEIGHT } else { 0.0 }
}

/// The rows of a range behind its head: behind the top row with its first time, and headings and breaks there.
pub fn tail_behind_head(columns: &Columns, span: Span) -> Result<Span, Tripped> {
    let (start, mut end) = span;
    let first = columns.times.partition_point(|&time| time < start as i64);
    let Some(&head) = columns.times.get(first).filter(|&&time| time < end as i64) else { return Ok((end, end)) };
    let is_one = columns.end[start] as usize == end;
    let mut row = if is_one { start + 1 } else { start };
    let mut behind: Vec<usize> = Vec::new();
    while row < end {
        let says = columns.tag[row] != name::TEXT || columns.chars[row] != 0;
        if row as i64 > head && says && !(behind.is_empty() && is_head(columns.tag[row])) {
            memory::push(&mut behind, row)?;
        }
        row = columns.end[row] as usize;
    }
    while let Some(&last) = behind.last() {
        if !is_break(columns.tag[last]) && columns.flags[last] & PAGER == 0 {
            break;
        }
        behind.pop();
        end = last;
    }
    Ok(behind.first().map_or((end, end), |&first| (first, end)))
}

fn is_break(tag: NameId) -> bool {
    matches!(tag, name::BR | name::HR)
}

fn is_head(tag: NameId) -> bool {
    is_break(tag) || matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6)
}

/// Whether a text stands in the range without an element around it.
fn has_loose_text(columns: &Columns, span: Span) -> bool {
    let depth = columns.depth[span.0];
    let is_loose = |row: usize| columns.tag[row] == name::TEXT && columns.chars[row] > 0 && columns.depth[row] == depth;
    (span.0..span.1).any(is_loose)
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
