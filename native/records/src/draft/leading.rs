//! The leading reading of a page: of its regions, each read in all ways, the one that
//! is expected to find the most of the page's records.
//!
//! In words: what cannot be the best reading is read no further. Where the best is no answer, everything is read of which
//! enough can be expected to stand beside the main records.

use super::regions::Draft;
use crate::read::context::{Context, Facts};
use crate::read::reading::{Post, Read, Reading};

const SPLITTING: f64 = 0.03; // by which posts with the answers inside of them may be less likely than posts that hold them
const MIN_POSTS: f64 = 0.4; // expected share from which on posts are an answer: a wrong post is worse than none
const MIN_ROWS: f64 = 0.3; // the same of rows: lists of members reach 0.28
const MIN_ITEMS: f64 = 0.45; // the same of items
const MIN_OTHER: f64 = 0.25; // expected share from which on what repeats beside the main records is a region

/// A reading of a draft, by the draft's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    Rows(usize),
    Posts(usize),
    Items(usize),
}

impl Lead {
    /// The reading itself.
    pub fn of<'own>(self, drafts: &'own [Draft]) -> Option<&'own Reading> {
        match self {
            Lead::Rows(place) => drafts[place].rows.as_ref()?.as_ref(),
            Lead::Posts(place) => drafts[place].posts.as_ref()?.as_ref(),
            Lead::Items(place) => drafts[place].items.as_ref(),
        }
    }

    /// The share of the true records from which on a reading of its kind is an answer.
    pub fn least(self) -> f64 {
        match self {
            Lead::Rows(_) => MIN_ROWS,
            Lead::Posts(_) => MIN_POSTS,
            Lead::Items(_) => MIN_ITEMS,
        }
    }
}

/// The readings of items, the best first: all that there is where no region is worth being read otherwise.
pub fn lead_of_items(drafts: &[Draft]) -> Vec<Lead> {
    in_order(drafts, &vec![(false, false); drafts.len()])
}

/// The readings that can be the best, the best first; where the best is no answer, those that can be regions at all.
pub fn lead(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let leading = read_best(drafts, context, facts);
    match leading.first() {
        Some(first) if first.of(drafts).is_some_and(|best| best.likely < first.least()) => {
            read_likelier(drafts, context, facts)
        }
        _ => leading,
    }
}

/// The readings without those that cannot be the best. Regions of which the most is expected are read first.
fn read_best(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let mut is_read = vec![(false, false); drafts.len()]; // rows, posts
    let mut best = drafts.iter().filter_map(|draft| draft.items.as_ref()).fold(0.0, |best, one| one.likely.max(best));
    let mut order = (0..drafts.len()).collect::<Vec<_>>();
    order.sort_by(|&one, &other| drafts[other].expected.total_cmp(&drafts[one].expected));
    for place in order {
        if drafts[place].posts_reach(best - SPLITTING, context, facts) {
            drafts[place].read_posts(context, facts);
            best = Lead::Posts(place).of(drafts).map_or(best, |posts| posts.likely.max(best));
            is_read[place].1 = true;
        }
    }
    for (draft, is_read) in drafts.iter_mut().zip(&mut is_read) {
        if draft.rows_reach(best, context, facts) {
            draft.read_rows(context, facts);
            is_read.0 = true;
        }
    }
    in_order(drafts, &is_read)
}

/// The readings, without rows and posts of which too little can be expected to be a region.
fn read_likelier(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let mut is_read = vec![(false, false); drafts.len()];
    for (draft, is_read) in drafts.iter_mut().zip(&mut is_read) {
        if draft.rows_reach(MIN_OTHER, context, facts) {
            draft.read_rows(context, facts);
            is_read.0 = true;
        }
        if draft.posts_reach(MIN_OTHER, context, facts) {
            draft.read_posts(context, facts);
            is_read.1 = true;
        }
    }
    in_order(drafts, &is_read)
}

/// The readings of items, and those that were read, the likeliest first. Posts that split those of the first come before it.
fn in_order(drafts: &[Draft], is_read: &[(bool, bool)]) -> Vec<Lead> {
    let mut leading: Vec<(f64, Lead)> = Vec::new();
    for (place, &(rows, posts)) in is_read.iter().enumerate() {
        let known = [(rows, Lead::Rows(place)), (posts, Lead::Posts(place)), (true, Lead::Items(place))];
        for lead in known.into_iter().filter_map(|(is_read, lead)| is_read.then_some(lead)) {
            if let Some(reading) = lead.of(drafts) {
                leading.push((reading.likely, lead));
            }
        }
    }
    leading.sort_by(|one, other| other.0.total_cmp(&one.0));
    if let Some(&(_, first)) = leading.first() {
        for place in 1..leading.len() {
            if splits(leading[place].1.of(drafts), first.of(drafts)) {
                leading[..=place].rotate_right(1);
                break;
            }
        }
    }
    leading.into_iter().map(|(_, lead)| lead).collect::<Vec<_>>()
}

/// Whether a reading has all posts of a hardly likelier one, and others inside of them: answers to the posts.
fn splits(one: Option<&Reading>, best: Option<&Reading>) -> bool {
    let (Some(one), Some(best)) = (one, best) else { return false };
    let (Read::Posts(own), Read::Posts(others)) = (&one.read, &best.read) else { return false };
    if one.likely < best.likely - SPLITTING {
        return false;
    }
    let (own, others) = (starts(own), starts(others));
    own.len() > others.len() && others.iter().all(|start| own.binary_search(start).is_ok())
}

fn starts(posts: &[Post]) -> Vec<usize> {
    let mut starts = posts.iter().map(|post| post.start).collect::<Vec<_>>();
    starts.sort_unstable();
    starts.dedup();
    starts
}
