//! The bodies of the records of a region (see `records/bodies.py`): the slot that is most likely theirs.
//!
//! In words: trees judge every element that half of the records have by the features of its slot. Where none is likely,
//! rows of one tag and classes are tried, whatever their path. What stands loose behind the head of every record is the
//! body where it weighs more. A record without the slot has the row of the usual classes, else the heaviest.

use crate::evidence::tails::{self, Span, has_loose_text, tail_behind_head, word_gain};
use crate::features::slot_features::{self, Columns};
use crate::regions::aligned_rows::Region;
use html::names::name;
use trees::boosted::Trees;

const MIN_PRESENCE: f64 = 0.5; // share of the records that the slot of a body must be in
const MIN_LIKELY: f64 = 0.5; // of the best path: below it rows of one tag and classes at any depth are tried too
const TIMES_OF_ONE: usize = 3; // a record's own time, an edit, a responsive copy; more are what somebody says

/// The rows of the body of each record, whether it is not in the slot of the others, and the mean weight.
#[derive(Default)]
pub struct Bodies {
    pub spans: Vec<Span>,
    pub odd: Vec<bool>,
    pub mass: f64,
    /// That the slot is the bodies', and the same of the next best.
    pub likely: f64,
    pub runner_up: f64,
}

/// The bodies of a region; `says_nothing` tells which texts are a number, marks or a labelled name; `times` are the rows
/// of the times of the page in their order.
pub fn find(columns: &Columns, region: &Region, says_nothing: &[bool], times: &[i64], trees: &Trees) -> Bodies {
    let is_repeated = slot_features::repeated(columns, region);
    let page = page_of(columns, times);
    let weights = own_weights(columns, region, says_nothing, times, &is_repeated);
    let mut choice = Choice::of(columns, region, &is_repeated, trees);
    if choice.likely < MIN_LIKELY {
        let slot = slots_by_step(columns, region);
        if let Some(alike) = Region::new(region.ranges, &slot, columns.tag.len()) {
            let is_repeated = slot_features::repeated(columns, &alike);
            let other = Choice::of(columns, &alike, &is_repeated, trees);
            choice = if other.likely > choice.likely { other } else { choice };
        }
    }
    let of = |&(start, end): &Span| weights[start..end].iter().sum::<f64>();
    let span = |&position: &usize| span_at(columns, region, position);
    let own: f64 = choice.positions.iter().flatten().map(|position| of(&span(position))).sum();
    let tails = loose_tails(&page, region);
    let is_loose = !tails.is_empty() && tails.iter().map(of).sum::<f64>() > own;
    let (spans, odd) = if is_loose {
        let count = tails.len();
        (tails, vec![false; count])
    } else {
        spans_at(columns, region, &weights, &mut choice.positions)
    };
    let mass = spans.iter().map(|span| of(span).max(0.0)).sum::<f64>() / spans.len().max(1) as f64;
    Bodies { spans, odd, mass, likely: choice.likely, runner_up: choice.runner_up }
}

/// The weight of every text: one of most records counts against a body, one that says nothing not at all.
pub fn own_weights(
    columns: &Columns,
    region: &Region,
    says_nothing: &[bool],
    times: &[i64],
    is_repeated: &[bool],
) -> Vec<f64> {
    let mut weights = Vec::with_capacity(columns.weights.len());
    weights.extend_from_slice(columns.weights);
    let page = page_of(columns, times);
    for &(start, end) in region.ranges {
        for &time in page.times_within((start as usize, end as usize)).iter().skip(TIMES_OF_ONE) {
            weights[time as usize] = f64::from(columns.chars[time as usize]);
        }
    }
    let said = region.rows.iter().zip(is_repeated);
    for (&row, &is_repeated) in said.filter(|_| region.records() > 1) {
        let row = row as usize;
        if columns.tag[row] == name::TEXT && columns.chars[row] > 0 {
            weights[row] = match (is_repeated, says_nothing[row]) {
                (true, _) => -f64::from(columns.chars[row]),
                (false, true) => 0.0,
                _ => weights[row],
            };
        }
    }
    weights
}

fn page_of<'page>(columns: &Columns<'page>, times: &'page [i64]) -> tails::Columns<'page> {
    let Columns { tag, end, depth, chars, flags, .. } = *columns;
    tails::Columns { tag, end, depth, chars, flags, times }
}

/// The rows that a position covers, as far as they belong to its record.
fn span_at(columns: &Columns, region: &Region, position: usize) -> Span {
    let row = region.rows[position] as usize;
    (row, row + region.end(columns.end, position) - position)
}

/// The slot of the bodies: the position of its first row in each record.
struct Choice {
    positions: Vec<Option<usize>>,
    likely: f64,
    runner_up: f64,
}

impl Choice {
    fn of(columns: &Columns, region: &Region, is_repeated: &[bool], trees: &Trees) -> Self {
        let least = MIN_PRESENCE * region.records() as f64;
        let (slots, matrix) = slot_features::element_features(columns, region, is_repeated, least);
        let mut choice = Choice { positions: vec![None; region.records()], likely: 0.0, runner_up: 0.0 };
        let likely = trees.likely(&matrix);
        let Some(best) = first_best(&likely, None) else { return choice };
        choice.likely = likely[best];
        choice.runner_up = first_best(&likely, Some(best)).map_or(0.0, |next| likely[next]);
        for position in 0..region.positions() {
            let (_, record, slot) = region.at(position);
            // The first of a record: a signature comes behind.
            if slot == slots[best] && choice.positions[record].is_none() {
                choice.positions[record] = Some(position);
            }
        }
        choice
    }
}

/// The place of the first of the greatest values, one place left out.
fn first_best(values: &[f64], without: Option<usize>) -> Option<usize> {
    let mut best = None;
    for place in (0..values.len()).filter(|&place| Some(place) != without) {
        best = best.filter(|&best: &usize| values[best] >= values[place]).or(Some(place));
    }
    best
}

/// The slots of the same rows, one for each tag with its classes.
fn slots_by_step(columns: &Columns, region: &Region) -> Vec<i64> {
    let of = |&row: &i64| columns.step[row as usize];
    let mut steps = region.rows.iter().map(of).collect::<Vec<_>>();
    steps.sort_unstable();
    steps.dedup();
    region.rows.iter().map(|row| steps.partition_point(|&step| step < of(row)) as i64).collect::<Vec<_>>()
}

/// The spans at the positions, those of odd records found, and which are odd.
fn spans_at(
    columns: &Columns,
    region: &Region,
    weights: &[f64],
    positions: &mut [Option<usize>],
) -> (Vec<Span>, Vec<bool>) {
    let odd = positions.iter().map(Option::is_none).collect::<Vec<_>>();
    if odd.contains(&true) {
        let step = |position: usize| columns.step[region.rows[position] as usize];
        let mut usual = positions.iter().flatten().map(|&position| step(position)).collect::<Vec<_>>();
        usual.sort_unstable();
        let totals = running_sums(weights);
        for record in (0..positions.len()).filter(|&record| odd[record]) {
            limits::tick(1);
            positions[record] = odd_body(columns, region, &totals, record, &usual);
        }
    }
    let spans = positions.iter().map(|position| position.map_or((0, 0), |own| span_at(columns, region, own)));
    (spans.collect::<Vec<_>>(), odd)
}

fn running_sums(values: &[f64]) -> Vec<f64> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for value in values {
        sum += value;
        sums.push(sum);
    }
    sums
}

/// The position of a body that is built differently: by the classes of the other bodies, else the last of the heaviest.
fn odd_body(columns: &Columns, region: &Region, totals: &[f64], record: usize, usual: &[u64]) -> Option<usize> {
    let (start, end) = region.ranges[record];
    let first = region.first[record];
    let elements = || {
        let own = first..first + (end - start) as usize;
        own.filter(|&position| columns.tag[region.rows[position] as usize] != name::TEXT)
    };
    let is_usual = |&position: &usize| usual.binary_search(&columns.step[region.rows[position] as usize]).is_ok();
    if let Some(alike) = elements().find(is_usual) {
        return Some(alike);
    }
    let gain = |position: usize| {
        let (row, end) = span_at(columns, region, position);
        totals[end] - totals[row] + word_gain(columns.flags[row])
    };
    let best = elements().map(|position| (gain(position), position)).max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|&(gain, _)| gain > 0.0).map(|(_, position)| position)
}

/// What follows the head of each record; empty where a record has something there, but no text of its own.
fn loose_tails(page: &tails::Columns, region: &Region) -> Vec<Span> {
    let mut tails = Vec::with_capacity(region.records());
    for &(start, end) in region.ranges {
        let tail = tail_behind_head(page, (start as usize, end as usize));
        if tail.0 < tail.1 && !has_loose_text(page, tail) {
            return Vec::new();
        }
        tails.push(tail);
    }
    tails
}
