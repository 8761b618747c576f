//! The values of a field compared with each other: what the ranker's trees ask.

use super::Ranked;
use super::listing::{Candidate, KINDS, Kind, Listing};
use super::name_pieces::BETWEEN_KEYS;
use super::words::{Word, words_of};
use text::addresses::split;
use text::dates::short::day_number;

/// Values with the best sums that are compared.
const MAX_VALUES: usize = 30;
/// What stands for a sum that there is not.
const NONE: f32 = -9.0;
/// Rows to the title of what is not printed.
const FAR: i64 = 1 << 20;
const DAY: usize = "2022-09-04".len();
const MONTH: usize = "2022-09".len();
/// Columns that every field has, and those of each.
const ALIKE: usize = 2 * KINDS + 13;
const OWN: usize = 12;
pub const WIDTH: usize = ALIKE + OWN;

/// Values with their columns.
pub struct Compared {
    pub values: Vec<usize>,
    pub columns: Vec<f32>,
}

/// What is known of a value before it is compared.
struct Sums {
    value: usize,
    by_kind: [f32; KINDS],
    /// The best sum of its own words, and of those around it.
    own: f32,
    around: f32,
    /// The least rows to the title of where it is printed, and the most others that stand alike.
    away: i64,
    alike: u32,
    best: f32,
    second: f32,
    sum: f32,
    count: f32,
    first: usize,
}

impl Compared {
    pub fn of(listing: &Listing, scores: &[[f32; 2]], field: Ranked, sites: &[String]) -> Compared {
        let mut sums: Vec<Sums> = (0..listing.keys.len()).map(Sums::of).collect();
        for (number, (candidate, &score)) in listing.candidates.iter().zip(scores).enumerate() {
            sums[candidate.value].add(candidate, score, number, listing.title_row);
        }
        sums.sort_by(|one, other| other.best.total_cmp(&one.best).then(one.value.cmp(&other.value)));
        sums.truncate(MAX_VALUES);
        let mut columns = Vec::with_capacity(sums.len() * WIDTH);
        for (rank, own) in sums.iter().enumerate() {
            limits::tick(sums.len());
            let start = columns.len();
            own.push_alike(rank, &sums, listing, &mut columns);
            match field {
                Ranked::Date | Ranked::Modified => push_day(own, &sums, listing, &mut columns),
                Ranked::Title | Ranked::Author => push_text(own, &sums, (listing, sites), &mut columns),
            }
            columns.resize(start + WIDTH, 0.0);
        }
        Compared { values: sums.iter().map(|own| own.value).collect(), columns }
    }

    /// The candidate that says a value best; of a date one with a time of day, where it speaks for the field too.
    pub fn speaker(&self, listing: &Listing, scores: &[[f32; 2]], value: usize, field: Ranked) -> usize {
        let is_timed = |candidate: &Candidate| candidate.text.len() > DAY;
        let is_date = matches!(field, Ranked::Date | Ranked::Modified);
        let own = listing.candidates.iter().enumerate().filter(|(_, candidate)| candidate.value == value);
        let weight = |number: usize, candidate: &Candidate| {
            (is_date && scores[number][0] > 0.0 && is_timed(candidate), scores[number][0])
        };
        let better = |one: &(usize, &Candidate), other: &(usize, &Candidate)| {
            let (one, other) = (weight(one.0, one.1), weight(other.0, other.1));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        };
        own.rev().max_by(better).map_or(0, |(number, _)| number)
    }
}

impl Sums {
    fn of(value: usize) -> Sums {
        Sums {
            value,
            by_kind: [NONE; KINDS],
            own: NONE,
            around: NONE,
            away: FAR,
            alike: 0,
            best: NONE,
            second: NONE,
            sum: 0.0,
            count: 0.0,
            first: usize::MAX,
        }
    }

    fn add(&mut self, candidate: &Candidate, [score, own]: [f32; 2], number: usize, title_row: i64) {
        self.own = self.own.max(own);
        self.around = self.around.max(score - own);
        if matches!(candidate.kind, Kind::Text | Kind::Marked | Kind::Heading) {
            let away = candidate.row - title_row;
            self.away = if away.abs() < self.away.abs() { away } else { self.away };
            self.alike = self.alike.max(candidate.alike);
        }
        let kind = &mut self.by_kind[candidate.kind as usize];
        *kind = kind.max(score);
        if score > self.best {
            self.second = self.best;
            self.best = score;
        } else {
            self.second = self.second.max(score);
        }
        // The share of what is likely, as a fraction that every machine rounds alike.
        self.sum += if score > 0.0 { 1.0 - 0.5 / (1.0 + score) } else { 0.5 / (1.0 - score) };
        self.count += 1.0;
        self.first = self.first.min(number);
    }

    fn push_alike(&self, rank: usize, sums: &[Sums], listing: &Listing, columns: &mut Vec<f32>) {
        columns.extend(self.by_kind);
        let kinds = self.by_kind.iter().filter(|&&best| best > NONE).count();
        let likely = self.by_kind.iter().filter(|&&best| best > 0.0).count();
        let other = if rank == 0 { sums.get(1) } else { sums.first() }.map_or(NONE, |other| other.best);
        columns.extend([self.best, self.second, self.sum, self.count, kinds as f32, likely as f32]);
        columns.extend([rank as f32, self.best - other, self.first as f32 / listing.candidates.len().max(1) as f32]);
        for kind in 0..KINDS {
            let others = sums.iter().filter(|other| other.value != self.value);
            columns.push(others.map(|other| other.by_kind[kind]).fold(NONE, f32::max));
        }
        let steps = (self.away.unsigned_abs() + 1).ilog2() as f32;
        columns.extend([self.own, self.around, if self.away < 0 { -steps } else { steps }, self.alike as f32]);
    }
}

/// How a day stands among the days of the page.
fn push_day(own: &Sums, sums: &[Sums], listing: &Listing, columns: &mut Vec<f32>) {
    let key = |sums: &Sums| listing.keys[sums.value].as_str();
    let day = day_number(key(own));
    let best_of = |is_it: &dyn Fn(&Sums) -> bool| {
        sums.iter().filter(|other| is_it(other)).map(|other| other.best).fold(NONE, f32::max)
    };
    let away = |other: &Sums| Some(day_number(key(other))? - day?);
    let month = key(own).get(..MONTH).unwrap_or(key(own));
    let is_of_month = |other: &Sums| other.value != own.value && key(other).starts_with(month);
    let (earlier, later) = (
        sums.iter().filter(|other| away(other).is_some_and(|days| days < 0)).count(),
        sums.iter().filter(|other| away(other).is_some_and(|days| days > 0)).count(),
    );
    let from_best = sums.first().and_then(away).unwrap_or(0);
    let steps = (from_best.unsigned_abs() + 1).ilog2() as f32;
    let is_later_likely = best_of(&|other| away(other).is_some_and(|days| days > 1));
    let is_earlier_likely = best_of(&|other| away(other).is_some_and(|days| days < -1));
    columns.extend([
        key(own).len().min(DAY) as f32 - best_of(&is_of_month).clamp(-4.0, 4.0) * f32::from(key(own).len() < DAY),
        best_of(&|other| away(other) == Some(-1)),
        best_of(&|other| away(other) == Some(1)),
        earlier as f32,
        later as f32,
        steps * if from_best < 0 { -1.0 } else { 1.0 },
        is_later_likely,
        is_earlier_likely,
    ]);
}

/// How a name or a title stands among the others: which hold it, and which it holds.
fn push_text(own: &Sums, sums: &[Sums], (listing, sites): (&Listing, &[String]), columns: &mut Vec<f32>) {
    let key = &listing.keys[own.value];
    let (mut above, mut below, mut above_count, mut below_count) = (NONE, NONE, 0.0, 0.0);
    let mut least = -NONE;
    let names = key.split(BETWEEN_KEYS).count();
    for other in sums.iter().filter(|other| other.value != own.value) {
        let theirs = &listing.keys[other.value];
        if theirs.len() > key.len() && theirs.contains(key.as_str()) {
            above = other.best.max(above);
            above_count += 1.0;
        } else if theirs.len() < key.len() && key.contains(theirs.as_str()) {
            below = other.best.max(below);
            below_count += 1.0;
            if names > 1 && key.split(BETWEEN_KEYS).any(|name| name == theirs) {
                least = other.best.min(least);
            }
        }
    }
    let is_site = sites.contains(key)
        || sites.iter().any(|site| site.len() > 3 && (key.starts_with(site) || site.starts_with(key.as_str())));
    let text = &listing.candidates[own.first].text;
    let words = text.split(' ').count() as f32;
    let letters = text.chars().count() as f32;
    columns.extend([above, below, above_count, below_count, f32::from(is_site), words, letters, names as f32, least]);
    let own_words = words_of(text, 40, false);
    let (among, holds) = (share(&own_words, &listing.address), share(&listing.address, &own_words));
    let links =
        listing.candidates.iter().filter(|candidate| candidate.value == own.value && !candidate.link.is_empty());
    let leads = links.map(|candidate| share(&own_words, &words_of(split(&candidate.link).path, 12, false)));
    columns.extend([among, holds, leads.fold(-1.0, f32::max)]);
}

/// How many of some words are among others, of those that an address may have; none of none.
fn share(words: &[Word], others: &[Word]) -> f32 {
    let own = words.iter().filter(|word| word.is_plain);
    let (mut count, mut same) = (0.0, 0.0);
    for word in own {
        count += 1.0;
        same += f32::from(others.iter().any(|other| other.hash == word.hash));
    }
    if count > 0.0 { same / count } else { -1.0 }
}
