//! The ranker: which of the candidates of a field is right, and how sure that is.
//!
//! In words: a linear stage adds the weights of a candidate's words. Candidates that say the same are one value; of the
//! values with the best sums small trees ask how they compare: the best sum by kind, how many kinds agree, what stands
//! next to it among the page's days, or holds it among names and titles. The value that the trees hold likeliest is the
//! answer, if it is likely enough.

mod context;
mod data;
mod days;
pub mod list;
mod listing;
mod name_pieces;
mod names;
mod titles;
pub mod values;
pub mod walk;
pub mod words;

use std::ops::Range;
use std::sync::Arc;

pub use days::Reading;
pub use listing::{Kind, Listing};
pub use name_pieces::BETWEEN;
pub use names::key_of;
pub use titles::is_private;
use trees::boosted::Trees;
use values::Compared;
pub use walk::{Asked, Listings};

/// The fields that are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranked {
    Title,
    Author,
    Date,
    Modified,
}

pub const RANKED: [Ranked; 4] = [Ranked::Title, Ranked::Author, Ranked::Date, Ranked::Modified];

impl Listings {
    pub fn of(&self, field: Ranked) -> &Listing {
        match field {
            Ranked::Title => &self.titles,
            Ranked::Author => &self.names,
            Ranked::Date | Ranked::Modified => &self.days,
        }
    }
}

/// The weights of one field.
#[derive(Clone)]
pub struct FieldModel {
    pub weights: Arc<[i8]>,
    pub scale: f32,
    pub bias: f32,
    pub trees: Arc<Trees>,
    /// How likely a sum of the trees is right, as points of a line.
    pub confidence: Vec<(f64, f64)>,
    /// How likely an answer is at least.
    pub least: f64,
}

/// A value of the page, how likely it is the field's, and the candidate that says it best.
#[derive(Clone, Debug, PartialEq)]
pub struct Likely {
    pub value: usize,
    pub confidence: f64,
    pub candidate: usize,
}

impl FieldModel {
    /// What each candidate's words add up to, and those of itself.
    pub fn scores(&self, listing: &Listing) -> Vec<[f32; 2]> {
        scores(listing, &self.weights, (self.scale, self.bias))
    }

    /// The likeliest values, the first first.
    pub fn rank(&self, listing: &Listing, field: Ranked, sites: &[String]) -> Vec<Likely> {
        let scores = self.scores(listing);
        let compared = Compared::of(listing, &scores, field, sites);
        let sums = self.trees.predict(&compared.columns);
        let mut likely: Vec<(f32, Likely)> = Vec::with_capacity(sums.len());
        for (&value, sum) in compared.values.iter().zip(sums) {
            let candidate = compared.speaker(listing, &scores, value, field);
            likely.push((sum, Likely { value, confidence: self.confidence_of(sum), candidate }));
        }
        likely.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        likely.into_iter().map(|(_, likely)| likely).collect()
    }

    /// How likely an answer is right whose trees have a sum.
    fn confidence_of(&self, sum: f32) -> f64 {
        let sum = f64::from(sum);
        let after = self.confidence.partition_point(|&(at, _)| at <= sum);
        match (after.checked_sub(1).map(|before| self.confidence[before]), self.confidence.get(after)) {
            (Some((from, low)), Some(&(to, high))) => low + (high - low) * (sum - from) / (to - from),
            (Some((_, last)), None) => last,
            (None, first) => first.map_or(0.0, |&(_, first)| first),
        }
    }

    /// The answer among the likeliest values.
    pub fn chosen<'own>(&self, likely: &'own [Likely]) -> Option<&'own Likely> {
        likely.first().filter(|first| first.confidence >= self.least)
    }
}

/// What each candidate's words add up to, and those of itself.
pub fn scores(listing: &Listing, weights: &[i8], (scale, bias): (f32, f32)) -> Vec<[f32; 2]> {
    let weight = |number: &u16| i32::from(weights[usize::from(*number)]);
    let sum = |words: Range<usize>| scale * listing.words.numbers[words].iter().map(weight).sum::<i32>() as f32;
    let both = |candidate| [bias + sum(listing.words_of(candidate)), sum(listing.own_words_of(candidate))];
    (0..listing.candidates.len()).map(both).collect()
}
