//! The authors of records (see `records/names.py`): columns of short texts, and what tells names from ranks and buttons.
//!
//! In words: trees judge each column of texts that can be names by how much the texts differ, how long they are, what is
//! around them and how near the times stand. The likeliest column is the authors'; a record that lacks it takes the best
//! of the other columns that are likely names or are marked as such.

use super::{by_likelihood, distinct};
use crate::evidence::{Evidence, LINK_REACH, is_heading};
use crate::regions::region::{self, Column, PLAIN, Region};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::chars::is_digit;
use text::short_texts::spaced;
use trees::boosted::Trees;

const MIN_PRESENCE: f64 = 0.3; // share of the records that must have a name in a slot that nothing marks as names
const MAX_COLUMNS: usize = 40; // of short texts that are looked at, the first of a record
const MAX_ROWS: usize = 24; // of a column that are looked at
const MIN_LIKELY: f64 = 0.2; // from which on the likeliest column is the authors'; a marked one adds names too
const MIN_OTHER: f64 = 0.5; // from which on another column adds names where the likeliest has none
const MARKED: f64 = 1.5; // score of the marks alone from which a text is a name by itself
const LISTED: f64 = 0.9; // share of the records with a name that may have a second one: a list of names
const TAG_REACH: usize = 3; // ancestors of a text in which a heading or a bold element is searched

/// The names of the features, in the order of the matrix.
pub const FEATURES: [&str; 25] = [
    "records", "columns", "order", "first", "presence", "distinct", "again", "mean_chars", "longest", "spread",
    "words", "digits", "capitals", "marks", "marks_mean", "in_link", "person", "heading", "bold", "ordinal",
    "is_listed", "to_time", "before_time", "place", "own_links",
];

/// The row of each record's author, None for none; `times` are the rows of the records' times.
pub fn find(
    evidence: &Evidence,
    region: &Region,
    is_taken: &[bool],
    times: &[i64],
    trees: &Trees,
) -> Vec<Option<usize>> {
    let (found, matrix) = author_columns(evidence, region, is_taken, times);
    let likely = trees.likely(&matrix);
    let mut chosen = vec![None; region.records()];
    let mut has_some = false;
    for place in by_likelihood(&likely) {
        let rows = &found[place].rows;
        let is_marked = evidence.name_marks[rows[0].1] >= MARKED;
        if likely[place] >= if is_marked || !has_some { MIN_LIKELY } else { MIN_OTHER } {
            for &(record, row) in rows {
                limits::tick(1);
                chosen[record] = chosen[record].or(Some(row));
            }
            has_some = true;
        }
    }
    chosen
}

/// The columns of the texts that can be names, outside of the rows that are taken.
fn name_columns(evidence: &Evidence, region: &Region, is_taken: &[bool]) -> Vec<Column> {
    let is_picked = |position: usize| {
        let row = region.rows[position] as usize;
        evidence.can_be_name[row] && !is_taken[row]
    };
    region::columns(&evidence.page, region, is_picked, PLAIN)
}

/// The columns of texts that can be the authors', and a row of features for each.
pub fn author_columns(
    evidence: &Evidence,
    region: &Region,
    is_taken: &[bool],
    times: &[i64],
) -> (Vec<Column>, Vec<f32>) {
    let least = MIN_PRESENCE * region.records() as f64;
    let mut found = name_columns(evidence, region, is_taken);
    found.retain(|column| column.rows.len() as f64 >= least || evidence.name_marks[column.rows[0].1] >= MARKED);
    found.truncate(MAX_COLUMNS);
    let mut matrix = Vec::with_capacity(found.len() * FEATURES.len());
    for order in 0..found.len() {
        let sums = ColumnSums::of(evidence, region, &found[order], times);
        let row = features(evidence, region.records() as f64, &found, order, &sums);
        matrix.extend(row.iter().map(|&value| value as f32));
    }
    (found, matrix)
}

/// What the first rows of a column say: sums over them.
#[derive(Default)]
struct ColumnSums {
    rows: usize,
    names: usize,
    addresses: usize,
    chars: usize,
    longest: usize,
    squares: f64,
    words: usize,
    digits: usize,
    capitals: usize,
    marks: f64,
    in_link: usize,
    people: usize,
    heading: usize,
    bold: usize,
    place: usize,
    /// How far the times of the records are, and how many of them stand behind.
    distances: Vec<usize>,
    before: usize,
}

impl ColumnSums {
    fn of(evidence: &Evidence, region: &Region, column: &Column, times: &[i64]) -> Self {
        let rows = &column.rows[..column.rows.len().min(MAX_ROWS)];
        let mut sums = ColumnSums { rows: rows.len(), ..ColumnSums::default() };
        let (mut names, mut addresses, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
        for &(record, row) in rows {
            let text = spaced(evidence.page.bytes_of(row));
            limits::tick(1 + text.len() / 8);
            lengths.push(sums.add_text(&text));
            names.push(text);
            addresses.push(sums.add_link(evidence, row));
            sums.add_above(&evidence.page, row);
            sums.marks += evidence.name_marks[row];
            sums.place += row - region.start(record);
            if let Ok(time) = usize::try_from(times[record]) {
                sums.distances.push(row.abs_diff(time));
                sums.before += usize::from(row < time);
            }
        }
        let mean = sums.chars as f64 / rows.len() as f64;
        sums.squares = lengths.iter().map(|&length: &usize| (length as f64 - mean) * (length as f64 - mean)).sum();
        sums.distances.sort_unstable();
        (sums.names, sums.addresses) = (distinct(names), distinct(addresses));
        sums
    }

    /// Adds a text with single spaces; gives its length.
    fn add_text(&mut self, text: &str) -> usize {
        let length = text.chars().count();
        self.chars += length;
        self.longest = self.longest.max(length);
        self.words += text.split(' ').filter(|word| !word.is_empty()).count();
        self.digits += usize::from(text.contains(is_digit));
        self.capitals += usize::from(text.starts_with(char::is_uppercase));
        length
    }

    /// Adds the link around a text; gives its address.
    fn add_link<'page>(&mut self, evidence: &Evidence<'page>, row: usize) -> &'page str {
        let Some(link) = evidence.link_around(row, LINK_REACH) else { return "" };
        self.in_link += 1;
        self.people += usize::from(evidence.leads_to_person(link));
        evidence.address_of(link)
    }

    fn add_above(&mut self, page: &PageView, row: usize) {
        let has = |is_such: fn(NameId) -> bool| page.above(row).take(TAG_REACH).any(|row| is_such(page.tag[row]));
        self.heading += usize::from(has(is_heading));
        self.bold += usize::from(has(|tag| matches!(tag, name::B | name::STRONG)));
    }

    /// The median of the distances to the times, -1 where there are none.
    fn to_time(&self) -> f64 {
        let (half, count) = (self.distances.len() / 2, self.distances.len());
        match count {
            0 => -1.0,
            _ if count % 2 == 1 => self.distances[half] as f64,
            _ => (self.distances[half - 1] + self.distances[half]) as f64 / 2.0,
        }
    }
}

fn features(
    evidence: &Evidence,
    records: f64,
    all: &[Column],
    order: usize,
    sums: &ColumnSums,
) -> [f64; FEATURES.len()] {
    let column = &all[order];
    let count = column.rows.len() as f64;
    let mean = |sum: usize| sum as f64 / sums.rows as f64;
    let others = |ordinal: usize| all.iter().find(|other| other.slot == column.slot && other.ordinal == ordinal);
    let more = others(1).map_or(0, |other| other.rows.len()) as f64;
    let is_listed = column.ordinal == 0 && ((more > 0.0 && more < LISTED * count) || others(2).is_some());
    [
        records,
        all.len() as f64,
        order as f64,
        f64::from(order == 0),
        count / records,
        mean(sums.names),
        f64::from(1 < sums.names && sums.names < sums.rows),
        mean(sums.chars),
        sums.longest as f64,
        (sums.squares / sums.rows as f64).sqrt(),
        mean(sums.words),
        mean(sums.digits),
        mean(sums.capitals),
        evidence.name_marks[column.rows[0].1],
        sums.marks / sums.rows as f64,
        mean(sums.in_link),
        mean(sums.people),
        mean(sums.heading),
        mean(sums.bold),
        column.ordinal as f64,
        f64::from(is_listed),
        sums.to_time(),
        if sums.distances.is_empty() { 0.0 } else { sums.before as f64 / sums.distances.len() as f64 },
        mean(sums.place),
        mean(sums.addresses),
    ]
}
