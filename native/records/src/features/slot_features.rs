//! Features of the slots of a region (see `records/slot_features.py`): means over the rows of each slot.
//!
//! In words: every row of a record covers a stretch of the record's rows. What lies in the stretch is told by sums that
//! run over all rows of the region; what a slot is like is the mean of that over its rows. Weights are summed in
//! thousandths, so that sums of the same texts are equal in whatever order they are made.

use super::slot_sums::{COUNTS, Running, SHARES, SUMS, THOUSANDTHS, repeated};
use crate::evidence::{Evidence, is_heading};
use crate::regions::region::Region;
use html::names::{NameId, name};
use text::class_words::{AUTHOR, BODY, BUTTON, EDITED, PERSON, QUOTE, SIGNATURE, TIME, TITLE};
use text::hash::Numbers;

/// What a slot is told by besides what its rows cover, in the order of the matrix.
const OWN: [&str; 18] = [
    "records", "presence", "copies", "depth", "before", "after", "chars", "record_chars", "share", "share_of_best",
    "of_parent", "largest_child", "child_share", "spread", "distinct", "timed", "same_step", "is_last_of_equals",
];
const WORDS: [(&str, u16); 8] = [
    ("says_body", BODY),
    ("says_title", TITLE),
    ("says_author", AUTHOR),
    ("says_person", PERSON),
    ("says_signature", SIGNATURE | EDITED),
    ("says_quote", QUOTE),
    ("says_button", BUTTON),
    ("says_time", TIME),
];
const TAGS: [&str; 7] = ["is_cell", "is_box", "is_paragraph", "is_item", "is_quote", "is_inline", "is_heading"];
/// How many columns the matrix has.
pub const WIDTH: usize = OWN.len() + SHARES.len() + COUNTS.len() + WORDS.len() + TAGS.len();
/// The names of the columns.
pub fn names() -> Vec<&'static str> {
    let words = WORDS.iter().map(|(name, _)| *name);
    OWN.into_iter().chain(SHARES).chain(COUNTS).chain(words).chain(TAGS).collect()
}

/// The features of each slot, slot by slot.
pub fn slot_features(evidence: &Evidence, region: &Region) -> Vec<f32> {
    let is_repeated = repeated(evidence, region);
    features_of(evidence, region, &is_repeated, |_| true).1
}

/// The slots of elements that so many records have at least, and the features of each.
pub fn element_features(
    evidence: &Evidence,
    region: &Region,
    is_repeated: &[bool],
    least: f64,
) -> (Vec<usize>, Vec<f32>) {
    let is_wanted = |slot: &Slot| slot.presence as f64 >= least && slot.elements > 0;
    features_of(evidence, region, is_repeated, is_wanted)
}

/// The slots that are wanted, and the features of each.
fn features_of(
    evidence: &Evidence,
    region: &Region,
    is_repeated: &[bool],
    is_wanted: impl Fn(&Slot) -> bool,
) -> (Vec<usize>, Vec<f32>) {
    let running = Running::over(evidence, region, is_repeated);
    let mut slots = vec![Slot::default(); region.slots()];
    let at = positions(evidence, region);
    for position in 0..region.rows.len() {
        limits::tick(1);
        slots[region.slot[position] as usize].weigh(evidence, region, &running, position, &at);
    }
    // Most slots are of texts or of few records, and nobody asks for more of them.
    let wanted: Vec<usize> = (0..slots.len()).filter(|&slot| is_wanted(&slots[slot])).collect();
    wanted.iter().for_each(|&slot| slots[slot].is_wanted = true);
    for position in 0..region.rows.len() {
        limits::tick(1);
        let slot = &mut slots[region.slot[position] as usize];
        if slot.is_wanted {
            slot.add(evidence, region, &running, position);
        }
    }
    count_kinds(evidence, region, &running, &mut slots);
    let mut matrix = Vec::with_capacity(wanted.len() * WIDTH);
    let around = Around::of(&slots);
    for &slot in &wanted {
        slots[slot].write(&mut matrix, region.ranges.len() as f64, &around, slot, &slots);
    }
    (wanted, matrix)
}

/// The position of each row of the page in the region, -1 outside it.
fn positions(evidence: &Evidence, region: &Region) -> Vec<i32> {
    let mut at = vec![-1; evidence.rows()];
    for (position, &row) in region.rows.iter().enumerate() {
        at[row as usize] = position as i32;
    }
    at
}

fn is_of_tags(tag: NameId) -> [bool; TAGS.len()] {
    use name::*;
    [
        matches!(tag, TD | TH | DD | DT),
        matches!(tag, DIV | SECTION | ARTICLE | MAIN),
        matches!(tag, P | PRE),
        matches!(tag, LI | TR | TABLE | TBODY | UL | OL | DL),
        matches!(tag, BLOCKQUOTE | CITE | Q),
        matches!(tag, A | SPAN | B | I | EM | STRONG | FONT | U | SMALL | BDI | TIME | LABEL),
        is_heading(tag),
    ]
}

/// Sums over the rows of a slot.
#[derive(Clone, Default)]
struct Slot {
    is_wanted: bool,
    size: usize,
    presence: usize,
    /// Its latest record, from 1.
    latest: usize,
    elements: usize,
    /// The slot around it, from 1; 0 for none.
    parent: usize,
    depth: f64,
    before: f64,
    after: f64,
    record_chars: f64,
    share: f64,
    squares: f64,
    timed: usize,
    distinct: usize,
    same_steps: usize,
    weight: i64,
    under: [i64; SUMS],
    words: [usize; WORDS.len()],
    tags: [usize; TAGS.len()],
}

impl Slot {
    /// Adds a row to what is asked of every slot.
    fn weigh(&mut self, evidence: &Evidence, region: &Region, running: &Running, position: usize, at: &[i32]) {
        let (row, record, end) =
            (region.rows[position] as usize, region.record[position], region.end(evidence.page.end, position));
        if self.size == 0 {
            let above = usize::try_from(evidence.page.parent[row]).map_or(-1, |above| at[above]);
            self.parent = usize::try_from(above).map_or(0, |above| region.slot[above] as usize + 1);
        }
        self.size += 1;
        self.presence += usize::from(self.latest != record + 1);
        self.latest = record + 1;
        self.under[0] += i64::from(running.sums[end][0] - running.sums[position][0]);
        self.weight += running.weights[end] - running.weights[position];
        self.elements += usize::from(!evidence.page.is_text(row));
    }

    /// Adds a row to the rest.
    fn add(&mut self, evidence: &Evidence, region: &Region, running: &Running, position: usize) {
        let (row, record) = (region.rows[position] as usize, region.record[position]);
        let (first, end) = (region.first[record], region.end(evidence.page.end, position));
        let (start, stop) = region.ranges[record];
        let sums = &running.sums;
        for (total, (after, before)) in self.under.iter_mut().zip(sums[end].iter().zip(&sums[position])).skip(1) {
            *total += i64::from(after - before);
        }
        let own = f64::from(sums[end][0] - sums[position][0]);
        let before = f64::from(sums[position][0] - sums[first][0]);
        let of_record = f64::from(sums[first + (stop - start) as usize][0] - sums[first][0]).max(1.0);
        self.timed += usize::from(sums[end][1] > sums[position][1]);
        self.depth += f64::from(evidence.page.depth[row] - evidence.page.depth[start as usize]);
        self.before += before / of_record;
        self.after += (of_record - before - own) / of_record;
        self.record_chars += of_record;
        self.share += own / of_record;
        self.squares += own * own;
        for (count, (_, word)) in self.words.iter_mut().zip(WORDS) {
            *count += usize::from(evidence.flags[row] & word > 0);
        }
        for (count, is_of) in self.tags.iter_mut().zip(is_of_tags(evidence.page.tag[row])) {
            *count += usize::from(is_of);
        }
    }

    /// What it weighs: the mean of what its rows weigh times the records that have it.
    fn gain(&self) -> f64 {
        self.weight as f64 / THOUSANDTHS / self.size as f64 * self.presence as f64
    }

    /// The characters that its rows cover, in the same way.
    fn mass(&self) -> f64 {
        self.under[0] as f64 / self.size as f64 * self.presence as f64
    }

    fn write(&self, matrix: &mut Vec<f32>, records: f64, around: &Around, number: usize, slots: &[Slot]) {
        let (size, presence) = (self.size as f64, self.presence as f64);
        let mean = |sum: f64| sum / size;
        let chars = mean(self.under[0] as f64);
        let mass = self.mass().max(1.0);
        let parent = self.parent.checked_sub(1).map(|parent| slots[parent].mass().max(1.0));
        let inside = around.best_inside[number];
        let own: [f64; OWN.len()] = [
            records,
            presence / records,
            size / presence,
            mean(self.depth),
            mean(self.before),
            mean(self.after),
            chars,
            mean(self.record_chars),
            mean(self.share),
            self.gain() / around.best,
            parent.map_or(1.0, |parent| mass / parent),
            around.largest_inside[number] / mass,
            inside.max(-around.best) / around.best,
            (mean(self.squares) - chars * chars).max(0.0).sqrt() / chars.max(1.0),
            mean(self.distinct as f64),
            mean(self.timed as f64),
            mean(self.same_steps as f64) / records,
            f64::from(self.gain() > inside),
        ];
        let total = (self.under[0] as f64).max(1.0);
        let (shares, counts) = self.under[2..].split_at(SHARES.len());
        matrix.extend(own.iter().map(|&value| value as f32));
        matrix.extend(shares.iter().map(|&sum| (sum as f64 / total) as f32));
        matrix.extend(counts.iter().map(|&sum| mean(sum as f64) as f32));
        matrix.extend(self.words.iter().chain(&self.tags).map(|&count| mean(count as f64) as f32));
    }
}

/// Counts in every wanted slot the rows that differ in length, and for each of its rows those of the region with its tag and
/// classes.
fn count_kinds(evidence: &Evidence, region: &Region, running: &Running, slots: &mut [Slot]) {
    let own = |position: usize| running.sums[region.end(evidence.page.end, position)][0] - running.sums[position][0];
    let mut lengths = Numbers::with_room(region.rows.len());
    let mut steps = Numbers::with_room(region.rows.len());
    let mut number_of = Vec::with_capacity(region.rows.len());
    let mut counts: Vec<usize> = Vec::new();
    for (position, (&row, &slot)) in region.rows.iter().zip(region.slot).enumerate() {
        if slots[slot as usize].is_wanted {
            let known = lengths.len();
            let is_new = lengths.number((slot as u64) << 32 | u64::from(own(position) as u32)) == known;
            slots[slot as usize].distinct += usize::from(is_new);
        }
        let number = steps.number(evidence.page.step[row as usize]);
        if number == counts.len() {
            counts.push(0);
        }
        counts[number] += 1;
        number_of.push(number);
    }
    for (&slot, number) in region.slot.iter().zip(number_of) {
        slots[slot as usize].same_steps += counts[number];
    }
}

/// What is told by the slots inside others.
struct Around {
    best: f64,
    /// Of each slot the greatest gain of the elements in it.
    best_inside: Vec<f64>,
    /// Of each slot the characters of the largest of them.
    largest_inside: Vec<f64>,
}

impl Around {
    fn of(slots: &[Slot]) -> Self {
        let best = slots.iter().map(Slot::gain).fold(1.0, f64::max);
        let mut best_inside = vec![f64::NEG_INFINITY; slots.len()];
        let mut largest_inside = vec![0.0; slots.len()];
        for slot in slots.iter().filter(|slot| slot.elements > 0) {
            let Some(parent) = slot.parent.checked_sub(1) else { continue };
            best_inside[parent] = slot.gain().max(best_inside[parent]);
            largest_inside[parent] = slot.mass().max(largest_inside[parent]);
        }
        Around { best, best_inside, largest_inside }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_name() {
        assert_eq!(names().len(), WIDTH);
    }
}
