//! The bodies of the records of a region (see `records/bodies.py`): the slot that is most likely theirs.
//!
//! In words: trees judge every element that half of the records have by the features of its slot. Where none is likely,
//! rows of one tag and classes are tried, whatever their path. What stands loose behind the head of every record is the
//! body where it weighs more. A record without the slot has the row of the usual classes, else the heaviest.

use crate::evidence::Evidence;
use crate::features::slot_features;
use crate::features::slot_sums::repeated;
use crate::regions::region::{Region, Span, has_loose_text, tail_behind_head, word_gain};
use html::page_view::sums_before;
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

/// The bodies of a region.
pub fn find(evidence: &Evidence, region: &Region, trees: &Trees) -> Bodies {
    let is_repeated = repeated(evidence, region);
    let weights = own_weights(evidence, region, &is_repeated);
    let mut choice = Choice::of(evidence, region, &is_repeated, trees);
    if choice.likely < MIN_LIKELY {
        let slot = slots_by_step(evidence, region);
        if let Some(alike) = Region::new(region.ranges, &slot, evidence.rows()) {
            let is_repeated = repeated(evidence, &alike);
            let other = Choice::of(evidence, &alike, &is_repeated, trees);
            choice = if other.likely > choice.likely { other } else { choice };
        }
    }
    let of = |&(start, end): &Span| weights[start..end].iter().sum::<f64>();
    let span = |&position: &usize| span_at(evidence, region, position);
    let own: f64 = choice.positions.iter().flatten().map(|position| of(&span(position))).sum();
    let tails = loose_tails(evidence, region);
    let is_loose = !tails.is_empty() && tails.iter().map(of).sum::<f64>() > own;
    let (spans, odd) = if is_loose {
        let count = tails.len();
        (tails, vec![false; count])
    } else {
        spans_at(evidence, region, &weights, &mut choice.positions)
    };
    let mass = spans.iter().map(|span| of(span).max(0.0)).sum::<f64>() / spans.len().max(1) as f64;
    Bodies { spans, odd, mass, likely: choice.likely, runner_up: choice.runner_up }
}

/// The weight of every text: one of most records counts against a body, one that says nothing not at all.
pub fn own_weights(evidence: &Evidence, region: &Region, is_repeated: &[bool]) -> Vec<f64> {
    let mut weights = evidence.weights.to_vec();
    for &(start, end) in region.ranges {
        for &time in evidence.times_within((start as usize, end as usize)).iter().skip(TIMES_OF_ONE) {
            weights[time as usize] = f64::from(evidence.page.chars[time as usize]);
        }
    }
    let said = region.rows.iter().zip(is_repeated);
    for (&row, &is_repeated) in said.filter(|_| region.records() > 1) {
        let row = row as usize;
        if evidence.has_text(row) {
            weights[row] = match (is_repeated, evidence.says_nothing[row]) {
                (true, _) => -f64::from(evidence.page.chars[row]),
                (false, true) => 0.0,
                _ => weights[row],
            };
        }
    }
    weights
}

/// The rows that a position covers, as far as they belong to its record.
fn span_at(evidence: &Evidence, region: &Region, position: usize) -> Span {
    let row = region.rows[position] as usize;
    (row, row + region.end(evidence.page.end, position) - position)
}

/// The slot of the bodies: the position of its first row in each record.
struct Choice {
    positions: Vec<Option<usize>>,
    likely: f64,
    runner_up: f64,
}

impl Choice {
    fn of(evidence: &Evidence, region: &Region, is_repeated: &[bool], trees: &Trees) -> Self {
        let least = MIN_PRESENCE * region.records() as f64;
        let (slots, matrix) = slot_features::element_features(evidence, region, is_repeated, least);
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
fn slots_by_step(evidence: &Evidence, region: &Region) -> Vec<i64> {
    let of = |&row: &i64| evidence.page.step[row as usize];
    let mut steps: Vec<u64> = region.rows.iter().map(of).collect();
    steps.sort_unstable();
    steps.dedup();
    region.rows.iter().map(|row| steps.partition_point(|&step| step < of(row)) as i64).collect()
}

/// The spans at the positions, those of odd records found, and which are odd.
fn spans_at(
    evidence: &Evidence,
    region: &Region,
    weights: &[f64],
    positions: &mut [Option<usize>],
) -> (Vec<Span>, Vec<bool>) {
    let odd: Vec<bool> = positions.iter().map(Option::is_none).collect();
    if odd.contains(&true) {
        let step = |position: usize| evidence.page.step[region.rows[position] as usize];
        let mut usual: Vec<u64> = positions.iter().flatten().map(|&position| step(position)).collect();
        usual.sort_unstable();
        let totals = sums_before(weights.iter().copied());
        for record in (0..positions.len()).filter(|&record| odd[record]) {
            limits::tick(1);
            positions[record] = odd_body(evidence, region, &totals, record, &usual);
        }
    }
    let spans = positions.iter().map(|position| position.map_or((0, 0), |own| span_at(evidence, region, own)));
    (spans.collect(), odd)
}

/// The position of a body that is built differently: by the classes of the other bodies, else the last of the heaviest.
fn odd_body(evidence: &Evidence, region: &Region, totals: &[f64], record: usize, usual: &[u64]) -> Option<usize> {
    let (start, end) = region.ranges[record];
    let first = region.first[record];
    let elements = || {
        let own = first..first + (end - start) as usize;
        own.filter(|&position| !evidence.page.is_text(region.rows[position] as usize))
    };
    let is_usual = |&position: &usize| usual.binary_search(&evidence.page.step[region.rows[position] as usize]).is_ok();
    if let Some(alike) = elements().find(is_usual) {
        return Some(alike);
    }
    let gain = |position: usize| {
        let (row, end) = span_at(evidence, region, position);
        totals[end] - totals[row] + word_gain(evidence.flags[row])
    };
    let best = elements().map(|position| (gain(position), position)).max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|&(gain, _)| gain > 0.0).map(|(_, position)| position)
}

/// What follows the head of each record; empty where a record has something there, but no text of its own.
fn loose_tails(evidence: &Evidence, region: &Region) -> Vec<Span> {
    let spans = region.ranges.iter().map(|&(start, end)| (start as usize, end as usize));
    let tails: Vec<Span> = spans.map(|span| tail_behind_head(evidence, span)).collect();
    let is_loose = |&tail: &Span| tail.0 >= tail.1 || has_loose_text(evidence, tail);
    if tails.iter().all(is_loose) { tails } else { Vec::new() }
}
