//! Sums that run over the rows of a region, for the features of its slots (`slot_features`).
//!
//! In words: characters and times, the characters of links, labels, numbers, dates and so on, and how many rows are of
//! some tags. Weights are summed in thousandths, so that sums of the same texts are equal in whatever order they are made.

use super::Columns;
use crate::regions::aligned_rows::Region;
use crate::regions::slots::{Said, repeated_texts};
use html::names::{NameId, name};

const COMMON: f64 = 0.6; // share of the records that say the same in a slot: a label or a button
const LONGEST_NUMBER: i32 = 12; // characters of a text that can be a number
const LONGEST_SHORT: i32 = 40; // characters of a text that can be a name, a label or a counter
const SHORTEST_LONG: i32 = 80; // characters of a text that somebody surely wrote
pub(crate) const THOUSANDTHS: f64 = 1_000.0;

/// Shares of the characters that rows cover.
pub(crate) const SHARES: [&str; 10] = [
    "link_share",
    "repeated_share",
    "numbered_share",
    "date_share",
    "title_share",
    "framed_share",
    "appended_share",
    "hidden_share",
    "short_share",
    "long_share",
];
/// Counts of the rows that a row covers.
pub(crate) const COUNTS: [&str; 7] =
    ["br_count", "p_count", "img_count", "a_count", "control_count", "elements_count", "texts_count"];
/// Running sums: characters, times, then those of `SHARES` and `COUNTS`.
pub const SUMS: usize = 2 + SHARES.len() + COUNTS.len();

/// Sums over the rows of the region before each position, and over all.
pub(crate) struct Running {
    pub sums: Vec<[i32; SUMS]>,
    pub weights: Vec<i64>,
}

impl Running {
    pub fn over(columns: &Columns, region: &Region, is_repeated: &[bool]) -> Self {
        let count = region.rows.len();
        let (mut sums, mut weights) = (Vec::with_capacity(count + 1), Vec::with_capacity(count + 1));
        let (mut sum, mut weight) = ([0; SUMS], 0);
        sums.push(sum);
        weights.push(weight);
        for (&row, &is_repeated) in region.rows.iter().zip(is_repeated) {
            limits::tick(1);
            let row = row as usize;
            let chars = said_chars(columns, row);
            sum[0] += chars;
            sum[1] += i32::from(columns.is_time[row]);
            if chars > 0 {
                let in_shares = is_in_shares(columns, row, is_repeated);
                (0..SHARES.len()).for_each(|share| sum[2 + share] += if in_shares[share] { chars } else { 0 });
            }
            let in_counts = is_in_counts(columns.tag[row], chars > 0);
            (0..COUNTS.len()).for_each(|count| sum[2 + SHARES.len() + count] += i32::from(in_counts[count]));
            let own = if is_repeated { -f64::from(chars) } else { columns.weights[row] };
            weight += (own * THOUSANDTHS).round() as i64;
            sums.push(sum);
            weights.push(weight);
        }
        Running { sums, weights }
    }
}

fn said_chars(columns: &Columns, row: usize) -> i32 {
    if columns.raw[row] || columns.tag[row] != name::TEXT { 0 } else { columns.chars[row] }
}

/// Of each position whether most records say the same in that slot.
pub fn repeated(columns: &Columns, region: &Region) -> Vec<bool> {
    let mut is_repeated = vec![false; region.rows.len()];
    if region.ranges.len() < 2 {
        return is_repeated;
    }
    let mut texts = Vec::new();
    for (position, &row) in region.rows.iter().enumerate() {
        let row = row as usize;
        if columns.tag[row] == name::TEXT && columns.chars[row] > 0 {
            let (record, slot) = (region.record[position] as i64, region.slot[position]);
            let text = text_of(columns, row).trim_ascii();
            texts.push(Said { row: position as i64, record, slot, text });
        }
    }
    let common = (COMMON * region.ranges.len() as f64).max(2.0);
    for position in repeated_texts(&texts, common) {
        is_repeated[position as usize] = true;
    }
    is_repeated
}

fn text_of<'page>(columns: &Columns<'page>, row: usize) -> &'page [u8] {
    &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize]
}

fn is_in_shares(columns: &Columns, row: usize, is_repeated: bool) -> [bool; SHARES.len()] {
    let chars = columns.chars[row];
    let is_number = || {
        let text = str::from_utf8(text_of(columns, row)).unwrap_or_default();
        !text.chars().any(char::is_alphabetic)
    };
    [
        columns.in_link[row],
        is_repeated,
        chars <= LONGEST_NUMBER && is_number(),
        columns.is_date[row],
        columns.is_title[row],
        columns.framed[row],
        columns.appended[row],
        columns.hidden[row],
        chars <= LONGEST_SHORT,
        chars >= SHORTEST_LONG,
    ]
}

fn is_in_counts(tag: NameId, says: bool) -> [bool; COUNTS.len()] {
    use name::{BUTTON, FORM, INPUT, LABEL, SELECT, TEXTAREA};
    let is_control = matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA | LABEL | FORM);
    [tag == name::BR, tag == name::P, tag == name::IMG, tag == name::A, is_control, tag != name::TEXT, says]
}
