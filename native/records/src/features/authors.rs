//! The authors of records (see `records/names.py`): columns of short texts, and what tells names from ranks and buttons.
//!
//! In words: trees judge each column of texts that can be names by how much the texts differ, how long they are, what is
//! around them and how near the times stand. The likeliest column is the authors'; a record that lacks it takes the best
//! of the other columns that are likely names or are marked as such.

use super::title_features::{self, text_of};
use crate::evidence::links::{NO_PERSON, PERSON};
use crate::regions::aligned_rows::Region;
use crate::regions::parts::{self, Column};
use html::names::name;
use text::chars::is_digit;
use text::short_texts::spaced;
use trees::boosted::Trees;

const PLAIN: f64 = 0.5; // share of the records that have an inline element in the same place: it is part of the path
const MIN_PRESENCE: f64 = 0.3; // share of the records that must have a name in a slot that nothing marks as names
const MOST_COLUMNS: usize = 40; // of short texts that are looked at, the first of a record
const MOST_ROWS: usize = 24; // of a column that are looked at
const MIN_LIKELY: f64 = 0.2; // from which on the likeliest column is the authors'; a marked one adds names too
const MIN_OTHER: f64 = 0.5; // from which on another column adds names where the likeliest has none
const MARKED: f64 = 1.5; // score of the marks alone from which a text is a name by itself
const LISTED: f64 = 0.9; // share of the records with a name that may have a second one: a list of names
const LINK_REACH: i32 = 6; // ancestors of a text in which its link is searched
const TAG_REACH: usize = 3; // the same of a heading or a bold element

/// The names of the features, in the order of the matrix.
pub const FEATURES: [&str; 25] = [
    "records",
    "columns",
    "order",
    "first",
    "presence",
    "distinct",
    "again",
    "mean_chars",
    "longest",
    "spread",
    "words",
    "digits",
    "capitals",
    "marks",
    "marks_mean",
    "in_link",
    "person",
    "heading",
    "bold",
    "ordinal",
    "is_listed",
    "to_time",
    "before_time",
    "place",
    "own_links",
];

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub titles: title_features::Columns<'page>,
    /// Which texts can be names, the score of each as one, and what the address of each row speaks of.
    pub can_be: &'page [bool],
    pub marks: &'page [f64],
    pub link_kinds: &'page [u8],
}

/// The row of each record's author, None for none; `times` are the rows of the records' times.
pub fn find(columns: &Columns, region: &Region, is_taken: &[bool], times: &[i64], trees: &Trees) -> Vec<Option<usize>> {
    let (found, matrix) = author_columns(columns, region, is_taken, times);
    let likely = trees.likely(&matrix);
    let mut order = (0..found.len()).collect::<Vec<_>>();
    order.sort_by(|&one, &other| likely[other].total_cmp(&likely[one]));
    let mut chosen = vec![None; region.records()];
    let mut has_some = false;
    for place in order {
        let rows = &found[place].rows;
        let is_marked = columns.marks[rows[0].1] >= MARKED;
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
fn name_columns(columns: &Columns, region: &Region, is_taken: &[bool]) -> Vec<Column> {
    let page = parts::Columns { tag: columns.titles.tag, parent: columns.titles.parent };
    let is_picked = |position: usize| {
        let row = region.rows[position] as usize;
        columns.can_be[row] && !is_taken[row]
    };
    parts::find(&page, region, is_picked, PLAIN)
}

/// The columns of texts that can be the authors', and a row of features for each.
pub fn author_columns(columns: &Columns, region: &Region, is_taken: &[bool], times: &[i64]) -> (Vec<Column>, Vec<f32>) {
    let least = MIN_PRESENCE * region.records() as f64;
    let mut found = name_columns(columns, region, is_taken);
    found.retain(|column| column.rows.len() as f64 >= least || columns.marks[column.rows[0].1] >= MARKED);
    found.truncate(MOST_COLUMNS);
    let mut matrix = Vec::with_capacity(found.len() * FEATURES.len());
    for order in 0..found.len() {
        let told = Told::of(columns, region, &found[order], times);
        let row = features(columns, region.records() as f64, &found, order, &told);
        matrix.extend(row.iter().map(|&value| value as f32));
    }
    (found, matrix)
}

/// What the first rows of a column say: sums over them.
#[derive(Default)]
struct Told {
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

impl Told {
    fn of(columns: &Columns, region: &Region, column: &Column, times: &[i64]) -> Self {
        let page = &columns.titles;
        let rows = &column.rows[..column.rows.len().min(MOST_ROWS)];
        let mut told = Told { rows: rows.len(), ..Told::default() };
        let (mut names, mut addresses, mut lengths) =
            (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
        for &(record, row) in rows {
            let text = spaced(text_of(page, row).as_bytes());
            limits::tick(1 + text.len() / 8);
            lengths.push(told.add_text(&text));
            names.push(text);
            addresses.push(told.add_link(columns, row));
            told.add_above(page, row);
            told.marks += columns.marks[row];
            told.place += row - region.start(record);
            if let Ok(time) = usize::try_from(times[record]) {
                told.distances.push(row.abs_diff(time));
                told.before += usize::from(row < time);
            }
        }
        let mean = told.chars as f64 / rows.len() as f64;
        told.squares = lengths.iter().map(|&length: &usize| (length as f64 - mean) * (length as f64 - mean)).sum();
        names.sort_unstable();
        names.dedup();
        addresses.sort_unstable();
        addresses.dedup();
        told.distances.sort_unstable();
        (told.names, told.addresses) = (names.len(), addresses.len());
        told
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
    fn add_link<'page>(&mut self, columns: &Columns<'page>, row: usize) -> &'page str {
        let page = &columns.titles;
        let link = usize::try_from(page.link[row]).ok();
        let Some(link) = link.filter(|&link| page.depth[row] - page.depth[link] <= LINK_REACH) else { return "" };
        self.in_link += 1;
        self.people += usize::from(columns.link_kinds[link] & (PERSON | NO_PERSON) == PERSON);
        title_features::address_of(page, link)
    }

    fn add_above(&mut self, page: &title_features::Columns, row: usize) {
        use name::{B, H1, H2, H3, H4, H5, H6, STRONG};
        let above = |&row: &usize| usize::try_from(page.parent[row]).ok();
        let (mut heading, mut bold) = (false, false);
        for row in std::iter::successors(above(&row), above).take(TAG_REACH) {
            heading |= matches!(page.tag[row], H1 | H2 | H3 | H4 | H5 | H6);
            bold |= matches!(page.tag[row], B | STRONG);
        }
        self.heading += usize::from(heading);
        self.bold += usize::from(bold);
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

fn features(columns: &Columns, records: f64, all: &[Column], order: usize, told: &Told) -> [f64; FEATURES.len()] {
    let column = &all[order];
    let count = column.rows.len() as f64;
    let mean = |sum: usize| sum as f64 / told.rows as f64;
    let others = |ordinal: usize| all.iter().find(|other| other.slot == column.slot && other.ordinal == ordinal);
    let more = others(1).map_or(0, |other| other.rows.len()) as f64;
    let is_listed = column.ordinal == 0 && ((more > 0.0 && more < LISTED * count) || others(2).is_some());
    [
        records,
        all.len() as f64,
        order as f64,
        f64::from(order == 0),
        count / records,
        mean(told.names),
        f64::from(1 < told.names && told.names < told.rows),
        mean(told.chars),
        told.longest as f64,
        (told.squares / told.rows as f64).sqrt(),
        mean(told.words),
        mean(told.digits),
        mean(told.capitals),
        columns.marks[column.rows[0].1],
        told.marks / told.rows as f64,
        mean(told.in_link),
        mean(told.people),
        mean(told.heading),
        mean(told.bold),
        column.ordinal as f64,
        f64::from(is_listed),
        told.to_time(),
        if told.distances.is_empty() { 0.0 } else { told.before as f64 / told.distances.len() as f64 },
        mean(told.place),
        mean(told.addresses),
    ]
}
