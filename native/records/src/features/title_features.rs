//! Columns of links in the rows of a board (see `records/title_features.py`): what tells the titles of threads.
//!
//! In words: the first links of each slot make a column. Its features are how many rows have it, how much its texts and
//! addresses differ, how long they are, what addresses and classes say, and how it compares with the other columns. Rows
//! that are built differently have a link of the same shape as the titles.

use crate::evidence::links::{ELSEWHERE, NO_PERSON, PERSON, SURE_THREAD, THREAD, kinds};
use crate::evidence::rows::without_reply_mark;
use crate::evidence::{Evidence, is_heading};
use crate::regions::region::Region;
use html::names::name;
use text::chars::{is_decimal, says_no_title};
use text::class_words::{AUTHOR, TITLE};
use text::hash::Numbers;
use text::hash::{any_seed, hash_bytes, mix};
use text::short_texts::spaced;

const MIN_PRESENCE: f64 = 0.6; // share of the rows that have a link in the slot of titles
const MAX_COLUMNS: usize = 24; // of links that are looked at: a row of a board has a few
const MAX_TITLE_LENGTH: i32 = 200;
const LONG_WORD: usize = 12; // characters: what has more is no label
const CLASS_REACH: usize = 4; // ancestors of a text whose classes and tags say what it is
const MAX_ABOVE: usize = 12; // rows of a column whose classes are looked at
const MAX_WORDS: usize = 24; // rows of a column whose words are compared
const SAME: f64 = 0.8; // share of the records whose links lead to the same pages

/// The names of the features, in the order of the matrix.
pub const FEATURES: [&str; 27] = [
    "records", "presence", "order", "columns", "varied", "addresses", "shapes", "mean_chars", "longest", "spread",
    "of_record", "of_links", "wordless", "spaced", "elsewhere", "thread", "people", "says_title", "says_author",
    "heading", "bold", "same_as_before", "before", "is_longest", "has_query", "shared_words", "first_link",
];

/// By record the row of a text, in the order in which they were found.
pub type Column = Vec<(usize, usize)>;

/// The columns of links that enough records have, and the features of each.
pub fn link_columns(evidence: &Evidence, region: &Region) -> (Vec<Column>, Vec<f32>) {
    let least = MIN_PRESENCE * region.records() as f64;
    let mut kept = first_columns(region, &link_texts(evidence, region));
    kept.retain(|column| column.len() as f64 >= least);
    kept.truncate(MAX_COLUMNS);
    let seed = any_seed();
    let sums: Vec<ColumnSums> = kept.iter().map(|column| ColumnSums::of(evidence, region, column, seed)).collect();
    let chars: i64 =
        (0..region.positions()).map(|position| i64::from(evidence.page.chars[region.at(position).0])).sum();
    let mut matrix = Vec::with_capacity(kept.len() * FEATURES.len());
    for order in 0..kept.len() {
        limits::tick(1 + kept[order].len());
        let row = features(region.records() as f64, (chars as f64).max(1.0), &kept, &sums, order);
        matrix.extend(row.iter().map(|&value| value as f32));
    }
    (kept, matrix)
}

/// The positions of the visible texts in links.
pub fn link_texts(evidence: &Evidence, region: &Region) -> Vec<usize> {
    let is_link = |&position: &usize| {
        let (row, _, _) = region.at(position);
        evidence.page.is_text(row)
            && (1..=MAX_TITLE_LENGTH).contains(&evidence.page.chars[row])
            && evidence.page.in_link[row]
            && !evidence.is_time[row]
            && !evidence.page.hidden[row]
    };
    (0..region.positions()).filter(is_link).collect()
}

/// By slot the first link of each record, in document order.
fn first_columns(region: &Region, links: &[usize]) -> Vec<Column> {
    let mut number_of = vec![usize::MAX; region.slots()];
    let mut columns: Vec<Column> = Vec::new();
    for &position in links {
        let (row, record, slot) = region.at(position);
        if number_of[slot] == usize::MAX {
            number_of[slot] = columns.len();
            columns.push(Column::new());
        }
        let column = &mut columns[number_of[slot]];
        if column.last().is_none_or(|&(latest, _)| latest != record) {
            column.push((record, row));
        }
    }
    columns
}

/// What the texts and addresses of a column say: sums over its rows.
#[derive(Default)]
struct ColumnSums {
    texts: usize,
    addresses: usize,
    shapes: usize,
    /// Characters of the texts with the mark of a reply.
    all_chars: usize,
    chars: usize,
    squares: f64,
    longest: usize,
    wordless: usize,
    spaced: usize,
    elsewhere: usize,
    threads: usize,
    people: usize,
    queries: usize,
    before: usize,
    shared_words: usize,
    says_title: usize,
    says_author: usize,
    heading: usize,
    bold: usize,
    /// A hash of the address of each row.
    links: Vec<u64>,
}

impl ColumnSums {
    fn of(evidence: &Evidence, region: &Region, column: &Column, seed: u64) -> Self {
        let room = || Numbers::with_room(column.len());
        let (mut texts, mut addresses, mut shapes) = (room(), room(), room());
        let mut sums = ColumnSums::default();
        let mut words = Vec::new();
        for (place, &(record, row)) in column.iter().enumerate() {
            let (text, address) = (evidence.page.text_of(row), evidence.address_around(row));
            limits::tick(1 + (text.len() + address.len()) / 8);
            let line = spaced(text.as_bytes());
            let title = without_reply_mark(&line);
            texts.number(hash_bytes(title.as_bytes(), seed));
            sums.add_text(&line, title);
            sums.add_address(address, seed);
            addresses.number(sums.links[place]);
            shapes.number(address.chars().filter(|&c| !is_decimal(c)).fold(seed, |hash, c| mix(hash, u64::from(c))));
            sums.before += row - region.start(record);
            if place < MAX_ABOVE {
                sums.add_above(evidence, row);
            }
            if place < MAX_WORDS {
                keep_shared(&mut words, title, place == 0);
            }
        }
        sums.shared_words = words.len();
        (sums.texts, sums.addresses, sums.shapes) = (texts.len(), addresses.len(), shapes.len());
        sums
    }

    fn add_text(&mut self, line: &str, title: &str) {
        let chars = title.chars().count();
        self.all_chars += line.chars().count();
        self.chars += chars;
        self.squares += (chars * chars) as f64;
        self.longest = self.longest.max(chars);
        self.wordless += usize::from(says_no_title(title));
        self.spaced += usize::from(title.contains(' ') || chars > LONG_WORD);
    }

    fn add_address(&mut self, address: &str, seed: u64) {
        let says = kinds(address);
        self.elsewhere += usize::from(says & (ELSEWHERE | SURE_THREAD) == ELSEWHERE);
        self.people += usize::from(says & (PERSON | NO_PERSON) == PERSON);
        self.threads += usize::from(says & THREAD > 0);
        self.queries += usize::from(address.contains('?'));
        self.links.push(hash_bytes(address.as_bytes(), seed))
    }

    fn add_above(&mut self, evidence: &Evidence, row: usize) {
        let (mut flags, mut heading, mut bold) = (0, false, false);
        for row in evidence.page.above(row).take(CLASS_REACH) {
            flags |= evidence.flags[row];
            heading |= is_heading(evidence.page.tag[row]);
            bold |= matches!(evidence.page.tag[row], name::B | name::STRONG);
        }
        self.says_title += usize::from(flags & TITLE > 0);
        self.says_author += usize::from(flags & AUTHOR > 0);
        self.heading += usize::from(heading);
        self.bold += usize::from(bold);
    }
}

/// Keeps of the words those that stand in a text too, whatever their case; the first text has them all.
fn keep_shared(words: &mut Vec<String>, text: &str, is_first: bool) {
    if !is_first && words.is_empty() {
        return;
    }
    let lowered = text.to_lowercase();
    if is_first {
        words.extend(lowered.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
        words.sort_unstable();
        words.dedup();
    } else {
        words.retain(|word| lowered.split(' ').any(|other| other == word));
    }
}

fn features(records: f64, chars: f64, columns: &[Column], sums: &[ColumnSums], order: usize) -> [f64; FEATURES.len()] {
    let (column, own) = (&columns[order], &sums[order]);
    let count = column.len() as f64;
    let mean = |sum: usize| sum as f64 / count;
    let length = |place: usize| sums[place].all_chars as f64 / columns[place].len() as f64;
    let lengths = || (0..columns.len()).map(length);
    let of_above = |sum: usize| sum as f64 / column.len().min(MAX_ABOVE) as f64;
    let mean_chars = mean(own.chars);
    let spread = (own.squares / count - mean_chars * mean_chars).max(0.0).sqrt() / mean_chars.max(1.0);
    let same = (0..order).any(|other| same_links((&columns[other], &sums[other]), (column, own)));
    [
        records,
        count / records,
        order as f64,
        columns.len() as f64,
        mean(own.texts),
        mean(own.addresses),
        mean(own.shapes),
        mean_chars,
        own.longest as f64,
        spread,
        length(order) * count / chars,
        length(order) / lengths().sum::<f64>().max(1.0),
        mean(own.wordless),
        mean(own.spaced),
        mean(own.elsewhere),
        mean(own.threads),
        mean(own.people),
        of_above(own.says_title),
        of_above(own.says_author),
        of_above(own.heading),
        of_above(own.bold),
        f64::from(same),
        mean(own.before),
        f64::from(lengths().all(|other| other <= length(order))),
        mean(own.queries),
        own.shared_words as f64,
        f64::from(order == 0),
    ]
}

/// Whether most records that have both columns, which are in the order of the records, have the same address in both.
fn same_links(some: (&Column, &ColumnSums), others: (&Column, &ColumnSums)) -> bool {
    let (mut count, mut same, mut place) = (0usize, 0usize, 0);
    for (&(record, _), link) in some.0.iter().zip(&some.1.links) {
        place += others.0[place..].iter().take_while(|&&(other, _)| other < record).count();
        if others.0.get(place).is_some_and(|&(other, _)| other == record) {
            count += 1;
            same += usize::from(others.1.links[place] == *link);
        }
    }
    same as f64 > SAME * count.max(1) as f64
}
