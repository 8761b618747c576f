//! Records among the passages of a page: a thread post by post, a board or a shop as a table or a list.
//!
//! In words: all that is kept is composed in one sweep, and each passage then goes to the record that it stands in. So a
//! post is written as any other content, and what stands in no record stays where it is. Nothing is written twice: a passage
//! that only says what the head of its record says already (an author, a price) is left out.
//!
//! The title of a page above its passages.

pub mod forms;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{Body, Composed, Container, Kind, Mark, Passage, Piece, Role};
use forms::{write_posts, write_rows};
use html::page_view::PageView;
use text::chars::{is_decimal, is_space, is_word};

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
    fn holds_in_body(&self, page: &PageView, row: i64) -> bool {
        self.body().is_some_and(|body| {
            let end = if page.tag[body] == 0 { self.end } else { page.end[body] as usize };
            (body as i64..end as i64).contains(&row)
        })
    }
}

/// The records that have a form of their own, by where they begin, and how they are written.
pub struct Written {
    pub records: Vec<Record>,
    /// Whether they are the posts of a thread, or else rows or cards.
    pub are_posts: bool,
    pub tables: bool,
}

/// A record by its number with the passages in it, or a passage beside records; and where it stands.
type Entry<'page> = (i64, Option<usize>, Vec<Passage<'page>>);
pub type Group<'page> = (usize, Vec<Passage<'page>>);

/// Puts the passages of records under heads that say whose they are.
pub fn place<'page>(page: &PageView, composed: &mut Composed<'page>, written: &Written, links: bool) {
    let records = &written.records;
    if records.is_empty() {
        return;
    }
    let sections = sections(page, composed, records);
    let labels = if written.are_posts { HashSet::new() } else { labels(&sections) };
    let mut passages = Vec::new();
    for section in sections {
        limits::tick(1);
        let (mut beside, mut groups) = (Vec::new(), Vec::new());
        for (_, number, mut own) in section {
            match number {
                Some(number) => {
                    without_head(page, &records[number], &mut own, &labels);
                    groups.push((number, own));
                }
                None => beside.append(&mut own),
            }
        }
        let first = beside.first().filter(|first| !composed.is_inside(first.path, Role::Heading));
        if let Some(first) = first.filter(|_| written.are_posts && !passages.is_empty()) {
            passages.push(Passage::of(0, first.row, vec![Piece::Rule])); // else it were a part of the post before
        }
        passages.append(&mut beside);
        if written.are_posts {
            write_posts(page, composed, records, groups, &mut passages);
        } else if !groups.is_empty() {
            write_rows(composed, written, links, groups, &mut passages);
        }
    }
    composed.passages = passages;
}

/// What stands beside the records and the records, by turns and in the order of the page.
fn sections<'page>(page: &PageView, composed: &mut Composed<'page>, records: &[Record]) -> Vec<Vec<Entry<'page>>> {
    let number = |(number, record): (usize, &Record)| (record.start as i64, Some(number), Vec::new());
    let mut entries: Vec<Entry> = records.iter().enumerate().map(number).collect();
    let mut row = i64::MIN;
    for mut passage in std::mem::take(&mut composed.passages) {
        limits::tick(1);
        row = row.max(passage.row);
        let owner = records.partition_point(|record| record.start as i64 <= row).checked_sub(1);
        if let Some(owner) = owner.filter(|&owner| row < records[owner].end as i64) {
            entries[owner].2.push(passage);
            continue;
        }
        let path = composed.path(passage.path);
        let own = beside_records(page, composed, &path, records);
        if composed.holds(&own, &passage) {
            passage.path = if own.len() < path.len() { composed.add_path(&own) } else { passage.path };
            entries.push((row, None, vec![passage]));
        }
    }
    entries.sort_by_key(|&(row, ..)| row);
    let mut sections: Vec<Vec<Entry>> = Vec::new();
    for entry in entries {
        match sections.last_mut().filter(|section| section[0].1.is_some() == entry.1.is_some()) {
            Some(section) => section.push(entry),
            None => sections.push(vec![entry]),
        }
    }
    sections
}

/// The path of a passage beside records, without a table that holds them: it is not written as a table.
fn beside_records(page: &PageView, composed: &Composed, path: &[u32], records: &[Record]) -> Vec<u32> {
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
fn labels(sections: &[Vec<Entry>]) -> HashSet<String> {
    let (mut counts, mut groups) = (HashMap::new(), 0.0);
    for (_, _, passages) in sections.iter().flatten().filter(|(_, number, _)| number.is_some()) {
        groups += 1.0;
        for word in passages.iter().flat_map(words).collect::<HashSet<String>>() {
            *counts.entry(word).or_insert(0.0) += 1.0;
        }
    }
    let least = (LABELLED * groups).max(MIN_LABELLED);
    let is_label = |(word, count): &(String, f64)| *count >= least && !word.chars().all(is_decimal);
    counts.into_iter().filter(is_label).map(|(word, _)| word).collect()
}

/// Leaves the texts of a record out that say nothing but what its head says; their images stay.
fn without_head(page: &PageView, record: &Record, passages: &mut Vec<Passage>, labels: &HashSet<String>) {
    let said = record.fields.iter().filter(|(name, _)| *name != "url" && *name != "body");
    let mut values: Vec<(&str, String)> =
        said.map(|(name, (value, _))| (name.as_str(), words_of(value).join(" "))).collect();
    values.sort_by_key(|(name, value)| (Reverse(value.chars().count()), *name));
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
    let is_kept = sign == 'ı'; // in capitals it would be another letter
    let upper = if sign == 'ẞ' { 'ß' } else { sign }.to_uppercase().filter(move |_| !is_kept);
    upper.flat_map(char::to_lowercase).chain(is_kept.then_some(sign))
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
        use Role::{Caption, Cell, Definition, Details, Figcaption, Heading, Item, Note, Pre, Row, Summary, Term};
        let is_around = |&own: &u32| {
            let Container { role, row: own, .. } = *self.container(own);
            i64::from(own) <= row as i64 && !matches!(role, Heading | Figcaption | Details | Summary | Pre | Note)
        };
        let depth = path.iter().rposition(is_around).map_or(0, |depth| depth + 1);
        let is_part =
            |&&own: &&u32| matches!(self.container(own).role, Item | Row | Cell | Caption | Term | Definition);
        let parts = path[depth..].iter().take_while(is_part).count();
        path[depth + parts..].to_vec()
    }
}

/// Of the letters of the longer one, what the shorter of a title and an `h1` must have to say the same. A page's title may
/// have more than its heading, such as the name of the site; and a heading more, such as a subtitle.
const TITLE_SHARE: f64 = 0.5;

/// Adds the title as a heading of the first level: once, and above all others where none says it.
///
/// An `h1` that says it stays where it is. The first heading or the first passage that says it becomes the `h1`.
pub fn add_title(composed: &mut Composed, title: &str) {
    let words = words_of(title);
    let level = |passage: &Passage| {
        composed.inner(passage.path).filter(|inner| inner.role == Role::Heading).map_or(0, |heading| heading.number)
    };
    let says = |passage: &Passage| level(passage) == 1 && is_same(&words_of(&passage.text()).concat(), &words.concat());
    if words.is_empty() || composed.passages.iter().any(says) {
        return;
    }
    let heading = composed.passages.iter().position(|passage| level(passage) > 0);
    let first = composed.passages.first().filter(|first| first.path == 0).map(|_| 0);
    let same = |&place: &usize| words_of(&composed.passages[place].text()) == words;
    let own = heading.into_iter().chain(first).find(same);
    let container = composed.add_container(Role::Heading, 0, 1);
    let path = composed.add_path(&[container]);
    match own {
        Some(place) => composed.passages[place].path = path,
        None => {
            let text = title.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
            composed.passages.insert(0, Passage::of(path, -1, vec![Piece::Text(text.into(), 0)]));
        }
    }
}

/// Whether one of the two is a good part of the other.
fn is_same(heading: &str, title: &str) -> bool {
    let mut both = [heading, title];
    both.sort_by_key(|text| text.chars().count());
    both[1].contains(both[0]) && both[0].chars().count() as f64 >= TITLE_SHARE * both[1].chars().count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded() {
        assert_eq!(words_of("Straße ΣΑΣ Ⅳ_a ﬁ-x ıI ẞ"), ["strasse", "σασ", "ⅳ_a", "fi", "x", "ıi", "ss"]);
    }
}
