//! Sums that run over the rows of a region, for the features of its slots (`slot_features`).
//!
//! In words: characters and times, the characters of links, labels, numbers, dates and so on, and how many rows are of
//! some tags. Weights are summed in thousandths, so that sums of the same texts are equal in whatever order they are made.

use crate::evidence::Evidence;
use crate::regions::region::Region;
use html::names::{NameId, name};
use text::hash::Numbers;
use text::hash::{any_seed, hash_bytes, mix};

const COMMON: f64 = 0.6; // share of the records that say the same in a slot: a label or a button
const MAX_NUMBER: i32 = 12; // characters of a text that can be a number
const MAX_SHORT: i32 = 40; // characters of a text that can be a name, a label or a counter
const MIN_LONG: i32 = 80; // characters of a text that somebody surely wrote
pub const THOUSANDTHS: f64 = 1_000.0;

/// Shares of the characters that rows cover.
pub const SHARES: [&str; 10] = [
    "link_share", "repeated_share", "numbered_share", "date_share", "title_share", "framed_share", "appended_share",
    "hidden_share", "short_share", "long_share",
];
/// Counts of the rows that a row covers.
pub const COUNTS: [&str; 7] =
    ["br_count", "p_count", "img_count", "a_count", "control_count", "elements_count", "texts_count"];
/// Running sums: characters, times, then those of `SHARES` and `COUNTS`.
pub const SUMS: usize = 2 + SHARES.len() + COUNTS.len();

/// Sums over the rows of the region before each position, and over all.
pub struct Running {
    pub sums: Vec<[i32; SUMS]>,
    pub weights: Vec<i64>,
}

impl Running {
    pub fn over(evidence: &Evidence, region: &Region, is_repeated: &[bool]) -> Self {
        let count = region.rows.len();
        let (mut sums, mut weights) = (Vec::with_capacity(count + 1), Vec::with_capacity(count + 1));
        let (mut sum, mut weight) = ([0; SUMS], 0);
        sums.push(sum);
        weights.push(weight);
        for (&row, &is_repeated) in region.rows.iter().zip(is_repeated) {
            limits::tick(1);
            let row = row as usize;
            let chars = said_chars(evidence, row);
            sum[0] += chars;
            sum[1] += i32::from(evidence.is_time[row]);
            if chars > 0 {
                let in_shares = is_in_shares(evidence, row, is_repeated);
                (0..SHARES.len()).for_each(|share| sum[2 + share] += if in_shares[share] { chars } else { 0 });
            }
            let in_counts = is_in_counts(evidence.page.tag[row], chars > 0);
            (0..COUNTS.len()).for_each(|count| sum[2 + SHARES.len() + count] += i32::from(in_counts[count]));
            let own = if is_repeated { -f64::from(chars) } else { evidence.weights[row] };
            weight += (own * THOUSANDTHS).round() as i64;
            sums.push(sum);
            weights.push(weight);
        }
        Running { sums, weights }
    }
}

fn said_chars(evidence: &Evidence, row: usize) -> i32 {
    if evidence.page.raw[row] || !evidence.page.is_text(row) { 0 } else { evidence.page.chars[row] }
}

/// Of each position whether most records say the same in that slot.
pub fn repeated(evidence: &Evidence, region: &Region) -> Vec<bool> {
    let mut is_repeated = vec![false; region.rows.len()];
    if region.records() < 2 {
        return is_repeated;
    }
    let seed = any_seed();
    let mut numbers = Numbers::with_room(region.rows.len());
    let mut places = Vec::new(); // positions of texts, and the number of what each says in its slot
    let mut spread: Vec<(usize, usize)> = Vec::new(); // of each number the latest record from 1, and how many have it
    for position in 0..region.positions() {
        let (row, record, slot) = region.at(position);
        if !evidence.has_text(row) {
            continue;
        }
        let text = evidence.page.bytes_of(row).trim_ascii();
        limits::tick(1 + text.len() / 64);
        let number = numbers.number(hash_bytes(text, mix(seed, slot as u64)));
        places.push((position, number));
        spread.resize(spread.len().max(number + 1), (0, 0));
        let (latest, count) = &mut spread[number];
        if *latest != record + 1 {
            (*latest, *count) = (record + 1, *count + 1);
        }
    }
    let common = (COMMON * region.records() as f64).max(2.0);
    for (position, number) in places {
        is_repeated[position] = spread[number].1 as f64 >= common;
    }
    is_repeated
}

fn is_in_shares(evidence: &Evidence, row: usize, is_repeated: bool) -> [bool; SHARES.len()] {
    let chars = evidence.page.chars[row];
    let is_number = || !evidence.page.text_of(row).contains(char::is_alphabetic);
    [
        evidence.page.in_link[row],
        is_repeated,
        chars <= MAX_NUMBER && is_number(),
        evidence.is_date[row],
        evidence.is_title[row],
        evidence.framed[row],
        evidence.appended[row],
        evidence.page.hidden[row],
        chars <= MAX_SHORT,
        chars >= MIN_LONG,
    ]
}

fn is_in_counts(tag: NameId, says: bool) -> [bool; COUNTS.len()] {
    use name::{BUTTON, FORM, INPUT, LABEL, SELECT, TEXTAREA};
    let is_control = matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA | LABEL | FORM);
    [tag == name::BR, tag == name::P, tag == name::IMG, tag == name::A, is_control, tag != name::TEXT, says]
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::page::parse_text;
    use limits::Limits;

    #[test]
    fn what_most_records_say() {
        let table = parse_text("<li>Reply</li><li>Reply</li><li>Yes</li>", &Limits::NONE);
        let page = table.view();
        let items: Vec<i64> =
            (0..page.tag.len()).filter(|&row| page.tag[row] == name::LI).map(|row| row as i64).collect();
        let ranges: Vec<(i64, i64)> = items.iter().map(|&row| (row, row + 2)).collect();
        let repeated =
            |slot: &[i64]| repeated(&Evidence::of(page), &Region::new(&ranges, slot, page.tag.len()).unwrap());
        assert_eq!(repeated(&[0, 1, 0, 1, 0, 1]), [false, true, false, true, false, false]);
        assert_eq!(repeated(&[0, 1, 0, 2, 0, 1]), [false; 6]);
    }
}
