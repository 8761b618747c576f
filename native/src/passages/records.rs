//! Records among the passages of a page: a thread post by post, a board or a shop as a table or a list.
//!
//! In words: all that is kept is composed in one sweep, and each passage then goes to the record that it stands in. So a
//! post is written as any other content, and what stands in no record stays where it is. Nothing is written twice: a passage
//! that only says what the head of its record says already (an author, a price) is left out.

use std::collections::{HashMap, HashSet};

use super::posts::{POST_HEAD, write_posts};
use super::record_rows::{ROW_HEAD, write_rows};
use super::{Body, Columns, Composed, Container, Kind, Mark, Passage, Piece, Role};
use crate::limits::{Deadline, Tripped};
use crate::record_values::{is_decimal, is_word};

/// Share of the records that say a word, where it is a label; and the fewest.
const LABELLED: f64 = 0.6;
const MIN_LABELLED: f64 = 3.0;

/// A record of a page: its rows, and the fields that are shown with their values and rows.
pub struct Record {
    pub start: usize,
    pub end: usize,
    pub fields: HashMap<String, (String, i64)>,
}

impl Record {
    /// The value of a field, None where there is none.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(|(value, _)| value.as_str())
    }

    /// The row of the body, None where it has none.
    pub fn body(&self) -> Option<usize> {
        self.fields.get("body").and_then(|&(_, row)| usize::try_from(row).ok())
    }

    /// Whether a row lies in the body; a body may be bare text and what follows it.
    fn holds_in_body(&self, page: &Columns, row: i64) -> bool {
        self.body().is_some_and(|body| {
            let end = if page.tag[body] == 0 { self.end } else { page.end[body] as usize };
            (body as i64..end as i64).contains(&row)
        })
    }
}

/// The records that have a form of their own, by where they begin, and how they are written.
#[derive(Default)]
pub struct Written {
    pub records: Vec<Record>,
    /// Whether they are the posts of a thread, or else rows or cards.
    pub are_posts: bool,
    pub tables: bool,
}

/// Records with the passages in them, or passages beside them.
pub type Group<'page> = (usize, Vec<Passage<'page>>);
enum Section<'page> {
    Beside(Vec<Passage<'page>>),
    Records(Vec<Group<'page>>),
}

/// Puts the passages of records under heads that say whose they are.
pub fn place<'page>(
    page: &Columns,
    composed: &mut Composed<'page>,
    written: &Written,
    links: bool,
    deadline: &mut Deadline,
) -> Result<(), Tripped> {
    let records = &written.records;
    let sections = sections(page, composed, records, deadline)?;
    let labels = if written.are_posts { HashSet::new() } else { labels(&sections) };
    let head: &[&str] = if written.are_posts { &POST_HEAD } else { &ROW_HEAD };
    let mut passages = Vec::new();
    for section in sections {
        deadline.check()?;
        match section {
            Section::Beside(beside) => {
                let is_heading = beside.first().is_some_and(|first| composed.is_inside(first.path, Role::Heading));
                if let Some(first) = beside.first().filter(|_| written.are_posts && !passages.is_empty() && !is_heading)
                {
                    passages.push(Passage::of(0, first.row, vec![Piece::Rule])); // else it were a part of the post before
                }
                passages.extend(beside);
            }
            Section::Records(mut groups) => {
                for (number, own) in &mut groups {
                    without_head(page, &records[*number], own, head, &labels);
                }
                if written.are_posts {
                    write_posts(page, composed, records, groups, &mut passages);
                } else {
                    write_rows(composed, written, links, groups, &mut passages);
                }
            }
        }
    }
    composed.passages = passages;
    Ok(())
}

/// What stands beside the records and the records, by turns and in the order of the page.
fn sections<'page>(
    page: &Columns,
    composed: &mut Composed<'page>,
    records: &[Record],
    deadline: &mut Deadline,
) -> Result<Vec<Section<'page>>, Tripped> {
    let mut groups: Vec<Group> = (0..records.len()).map(|number| (number, Vec::new())).collect();
    let (mut beside, mut row) = (Vec::new(), i64::MIN);
    for mut passage in std::mem::take(&mut composed.passages) {
        deadline.check()?;
        row = row.max(passage.row);
        let owner = records.partition_point(|record| record.start as i64 <= row).checked_sub(1);
        if let Some(owner) = owner.filter(|&owner| row < records[owner].end as i64) {
            groups[owner].1.push(passage);
            continue;
        }
        let path = composed.path(passage.path);
        let own = beside_records(page, composed, &path, records);
        if composed.holds(&own, &passage) {
            passage.path = if own.len() < path.len() { composed.add_path(&own) } else { passage.path };
            beside.push((row, passage));
        }
    }
    let mut sections = Vec::new();
    let (mut groups, mut beside) = (groups.into_iter().peekable(), beside.into_iter().peekable());
    while groups.peek().is_some() || beside.peek().is_some() {
        let next = beside.peek().map_or(i64::MAX, |(row, _)| *row);
        let own: Vec<_> =
            std::iter::from_fn(|| groups.next_if(|(number, _)| records[*number].start as i64 <= next)).collect();
        if !own.is_empty() {
            sections.push(Section::Records(own));
        }
        let start = groups.peek().map_or(i64::MAX, |(number, _)| records[*number].start as i64);
        let own: Vec<_> =
            std::iter::from_fn(|| beside.next_if(|(row, _)| *row < start)).map(|(_, passage)| passage).collect();
        if !own.is_empty() {
            sections.push(Section::Beside(own));
        }
    }
    Ok(sections)
}

/// The path of a passage beside records, without a table that holds them: it is not written as a table.
fn beside_records(page: &Columns, composed: &Composed, path: &[u32], records: &[Record]) -> Vec<u32> {
    let (Some(first), Some(last)) = (records.first(), records.last()) else { return path.to_vec() };
    let is_around = |container: &Container| {
        let end = usize::try_from(container.row).map_or(page.tag.len(), |row| page.end[row] as usize);
        container.role == Role::Table && i64::from(container.row) < last.start as i64 && first.start < end
    };
    let around: Vec<usize> = (0..path.len()).filter(|&depth| is_around(composed.container(path[depth]))).collect();
    let (Some(&outer), Some(&inner)) = (around.first(), around.last()) else { return path.to_vec() };
    let in_table =
        |&&own: &&u32| matches!(composed.container(own).role, Role::Table | Role::Row | Role::Cell | Role::Caption);
    let parts = path[inner + 1..].iter().take_while(in_table).count();
    [&path[..outer], &path[inner + 1 + parts..]].concat()
}

/// The words that most records say: those beside a number or a name, such as `Replies` and `Last post by`.
fn labels(sections: &[Section]) -> HashSet<String> {
    let (mut counts, mut groups) = (HashMap::new(), 0);
    for section in sections {
        let Section::Records(own) = section else { continue };
        groups += own.len();
        for (_, passages) in own {
            let said: HashSet<String> = passages.iter().flat_map(words).collect();
            for word in said {
                *counts.entry(word).or_insert(0) += 1;
            }
        }
    }
    let least = (LABELLED * groups as f64).max(MIN_LABELLED);
    let is_label = |(word, count): &(String, i32)| f64::from(*count) >= least && !word.chars().all(is_decimal);
    counts.into_iter().filter(is_label).map(|(word, _)| word).collect()
}

/// Leaves the texts of a record out that say nothing but what its head says; their images stay.
fn without_head(page: &Columns, record: &Record, passages: &mut Vec<Passage>, head: &[&str], labels: &HashSet<String>) {
    let value = |name: &&'static str| Some((*name, words_of(record.value(name)?).join(" ")));
    let mut values: Vec<(&str, String)> =
        HEAD_NAMES.iter().filter(|name| head.contains(*name)).filter_map(value).collect();
    values.sort_by_key(|(_, value)| std::cmp::Reverse(value.chars().count()));
    passages.retain_mut(|passage| {
        let said: Vec<String> = words(passage).collect();
        if !is_said(&said, &values, labels) || record.holds_in_body(page, passage.row) {
            return true;
        }
        if let Body::Pieces(pieces) = &mut passage.body {
            pieces.retain(|piece| !matches!(piece, Piece::Text(..) | Piece::Break(_)));
        }
        !passage.pieces().is_empty()
    });
}

/// Whether words are whole values of fields, and labels of those that are no titles.
fn is_said(words: &[String], values: &[(&str, String)], labels: &HashSet<String>) -> bool {
    let (mut text, mut names) = (format!(" {} ", words.join(" ")), Vec::new());
    for (name, value) in values.iter().filter(|(_, value)| !value.is_empty()) {
        let own = format!(" {value} ");
        if text.contains(&own) {
            text = text.replace(&own, " ");
            names.push(*name);
        }
    }
    let is_named = || names != ["title"] && text.split_whitespace().all(|word| labels.contains(word));
    !names.is_empty() && (text.trim().is_empty() || is_named())
}

/// The words of a passage; two that only their marks set apart, such as two numbers, are two.
fn words<'own>(passage: &'own Passage) -> impl Iterator<Item = String> + 'own {
    let texts =
        passage.pieces().iter().filter_map(|piece| if let Piece::Text(text, _) = piece { Some(text) } else { None });
    texts.flat_map(|text| words_of(text))
}

/// The words of a text as they are compared, by Unicode's full case folding.
pub fn words_of(text: &str) -> Vec<String> {
    let folded: String =
        if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(folded).collect() };
    let parts = folded.split(|sign: char| sign != '_' && !is_word(sign));
    parts.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn folded(sign: char) -> impl Iterator<Item = char> {
    let (upper, kept) = match sign {
        'ẞ' => (Some('ß'), None),
        'ı' => (None, Some(sign)), // in capitals it would be another letter
        _ => (Some(sign), None),
    };
    upper.into_iter().flat_map(char::to_uppercase).flat_map(char::to_lowercase).chain(kept)
}

impl<'page> Passage<'page> {
    pub fn of(path: u32, row: i64, pieces: Vec<Piece<'page>>) -> Self {
        Passage { path, row, body: Body::Pieces(pieces) }
    }

    pub fn pieces(&self) -> &[Piece<'page>] {
        if let Body::Pieces(pieces) = &self.body { pieces } else { &[] }
    }

    /// The text of a passage as the page has it, with a space for each break, image and formula.
    pub fn text(&self) -> String {
        self.pieces().iter().map(|piece| if let Piece::Text(text, _) = piece { text.as_ref() } else { " " }).collect()
    }
}

impl Composed<'_> {
    pub fn container(&self, container: u32) -> &Container {
        &self.containers[container as usize]
    }

    pub fn add_container(&mut self, role: Role, row: usize, number: i64) -> u32 {
        self.containers.push(Container { role, row: row as i32, number });
        self.containers.len() as u32 - 1
    }

    pub fn add_path(&mut self, containers: &[u32]) -> u32 {
        containers.iter().fold(0, |outside, &container| {
            self.paths.push((outside, container));
            self.paths.len() as u32 - 1
        })
    }

    pub fn add_mark(&mut self, around: u32, kind: Kind, value: &str) -> u32 {
        self.marks.push(Mark { around, kind, value: value.to_owned() });
        self.marks.len() as u32 - 1
    }

    /// Whether a passage has anything to be written there; one without content holds the place of a cell in its row.
    pub fn holds(&self, path: &[u32], passage: &Passage) -> bool {
        !passage.pieces().is_empty() || path.iter().any(|&own| self.container(own).role == Role::Cell)
    }

    /// The path inside of the element at a row: lists and tables around the records only hold them.
    pub fn inside(&self, path: &[u32], row: usize) -> Vec<u32> {
        use Role::{Caption, Cell, Definition, Figure, Item, List, Quote, Row, Table, Term, Terms};
        let is_frame = |role| {
            matches!(role, List | Item | Table | Row | Cell | Caption | Terms | Term | Definition | Quote | Figure)
        };
        let is_around = |&own: &u32| {
            let own = self.container(own);
            is_frame(own.role) && i64::from(own.row) <= row as i64
        };
        let depth = path.iter().rposition(is_around).map_or(0, |depth| depth + 1);
        let is_part =
            |&&own: &&u32| matches!(self.container(own).role, Item | Row | Cell | Caption | Term | Definition);
        let parts = path[depth..].iter().take_while(is_part).count();
        path[depth + parts..].to_vec()
    }
}

/// The fields that heads say, in an order that decides where two values are as long.
const HEAD_NAMES: [&str; 12] = [
    "title",
    "price",
    "rating",
    "author",
    "replies",
    "views",
    "time",
    "last_author",
    "last_time",
    "time_text",
    "last_time_text",
    "number",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded() {
        assert_eq!(words_of("Straße ΣΑΣ Ⅳ_a ﬁ-x ıI ẞ"), ["strasse", "σασ", "ⅳ_a", "fi", "x", "ıi", "ss"]);
    }
}
