//! The fields of cards and items: title, price, rating, address, picture, time and text.
//!
//! In words: what all records tell together is found once: the column of the titles, the addresses that only one record has,
//! and the pictures that are icons because many records show them. The rest is read record by record. The title is the
//! column of texts that differ most, are long enough and stand in a heading or a link; a record outside of it has its
//! first heading or its longest link. A record leads where its title leads, else to the address that no other record has.

use std::collections::{HashMap, HashSet};

use super::amounts::{Piece, find_price, find_rating};
use crate::evidence::{Evidence, LINK_REACH, is_heading};
use crate::regions::region::{PLAIN, Region, columns};
use crate::regions::slots;
use html::names::{name, places_of};
use text::class_words::TITLE;
use text::prices;
use text::short_texts::spaced;

const PRESENT: f64 = 0.5; // share of the records that have a title in the column
const MAX_TITLE: usize = 200; // characters
const ENOUGH: usize = 60; // characters of a title; more of them say no more for it
const NAMED: f64 = 3.0; // how much a heading speaks for a title
const LINKED: f64 = 2.0; // and a link
const MAX_SHARED: f64 = 0.34; // share of the records that show a picture which is no icon
const MIN_TEXT: i32 = 40; // characters of a text that says more than a label
const MIN_ADDRESS: usize = 2; // characters: "#" leads nowhere
const NEAR: usize = 3; // elements above a text in which its heading is looked for

/// A field of a record, and the row that it was read from.
pub struct Field {
    pub name: &'static str,
    pub value: String,
    pub row: i64,
}

/// What is told of times, in the order of the evidence's; and what makes addresses of links and pictures whole.
pub struct Told<'page> {
    pub isos: &'page [String],
    pub times: &'page [String],
    pub resolve: &'page dyn Fn(&str) -> String,
    pub picture: &'page dyn Fn(usize) -> String,
}

/// The fields of each of some records, those that have a value.
pub fn read(evidence: &Evidence, ranges: &[(i64, i64)], told: &Told) -> Vec<Vec<Field>> {
    let items = Items::of(evidence, ranges, told);
    (0..ranges.len()).map(|record| items.read(record)).collect()
}

/// Records with what is told by all of them together.
struct Items<'page> {
    evidence: &'page Evidence<'page>,
    ranges: Vec<(usize, usize)>,
    told: &'page Told<'page>,
    titles: Vec<Option<usize>>,
    /// By record the links that lead to an address, and in how many records each address is.
    links: Vec<Vec<usize>>,
    owners: HashMap<&'page str, usize>,
    /// The same of pictures.
    pictures: Vec<Vec<(usize, String)>>,
    shown: HashMap<String, usize>,
}

impl<'page> Items<'page> {
    fn of(evidence: &'page Evidence, given: &[(i64, i64)], told: &'page Told) -> Self {
        let ranges: Vec<_> = given.iter().map(|&(start, end)| (start as usize, end as usize)).collect();
        let titles = title_column(evidence, given);
        let title = |(span, own): (&(usize, usize), Option<usize>)| own.or_else(|| likely_title(evidence, *span));
        let titles = ranges.iter().zip(titles).map(title).collect();
        let leading = |row: usize| leads_away(evidence.address_of(row)).then_some(row);
        let links = within(&ranges, places_of(evidence.page.tag, name::A), leading);
        let owners = in_records(&links, |&row| evidence.address_of(row));
        let picture = |row: usize| Some((row, (told.picture)(row))).filter(|(_, address)| !address.is_empty());
        let pictures = within(&ranges, places_of(evidence.page.tag, name::IMG), picture);
        let shown = in_records(&pictures, |(_, address)| address.clone());
        Items { evidence, ranges, told, titles, links, owners, pictures, shown }
    }

    fn read(&self, record: usize) -> Vec<Field> {
        let (start, end) = self.ranges[record];
        limits::tick(1 + (end - start) / 8);
        let pieces = self.pieces(record);
        let (link, url) = self.url(record);
        let time = self.evidence.times_within((start, end)).first();
        let time = time.map(|&row| (row, self.evidence.time_in(row as usize)));
        let of_time = |texts: &[String]| time.map(|(row, index)| (texts[index].clone(), row));
        let fields = [
            ("title", self.title(record)),
            ("price", find_price(self.evidence, &pieces)),
            ("rating", find_rating(self.evidence, (start, end), &pieces)),
            ("url", Some((url, link))),
            ("image", self.picture(record)),
            ("time", of_time(self.told.isos)),
            ("time_text", of_time(self.told.times)),
            ("text", self.text(record, &pieces)),
        ];
        let found = fields.into_iter().filter_map(|(name, found)| found.map(|(value, row)| Field { name, value, row }));
        found.filter(|field| !field.value.is_empty()).collect()
    }

    /// The texts of a record that can be content.
    fn pieces(&self, record: usize) -> Vec<Piece<'page>> {
        let rows = rows_within(self.evidence, self.ranges[record]);
        rows.iter().map(|&row| (row as usize, self.evidence.page.text_of(row as usize))).collect()
    }

    /// The heading around the text where there is one: a name may stand in several pieces.
    fn title(&self, record: usize) -> Option<(String, i64)> {
        let (page, row) = (&self.evidence.page, self.titles[record]?);
        let heading = page.above(row).take(NEAR).find(|&above| is_heading(page.tag[above]));
        let whole = heading.map(|heading| self.line(heading)).filter(|line| line.chars().count() <= MAX_TITLE);
        Some((whole.unwrap_or_else(|| self.line(row)), row as i64))
    }

    fn line(&self, row: usize) -> String {
        spaced(self.evidence.page.bytes_of(row))
    }

    /// The link of a record and its address: where the title leads, else the address that no other record has and that this
    /// one has most often, else that of a link around the record.
    fn url(&self, record: usize) -> (i64, String) {
        let evidence = self.evidence;
        let around = |row: usize| evidence.link_around(row, LINK_REACH);
        let titled = self.titles[record].and_then(around).filter(|&link| leads_away(evidence.address_of(link)));
        let link = titled.or_else(|| self.own_link(record)).or_else(|| around(self.ranges[record].0));
        link.map_or((-1, String::new()), |link| (link as i64, (self.told.resolve)(evidence.address_of(link))))
    }

    fn own_link(&self, record: usize) -> Option<usize> {
        let address = |row: usize| self.evidence.address_of(row);
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new(); // how often, and the first link
        for &row in self.links[record].iter().filter(|&&row| self.owners[address(row)] == 1) {
            counts.entry(address(row)).or_insert((0, row)).0 += 1;
        }
        let (_, row) = counts.into_values().max_by_key(|&(count, row)| (count, std::cmp::Reverse(row)))?;
        Some(row)
    }

    fn picture(&self, record: usize) -> Option<(String, i64)> {
        let most = ((MAX_SHARED * self.ranges.len() as f64) as usize).max(1);
        let own = self.pictures[record].iter().find(|(_, address)| self.shown[address] <= most);
        own.map(|(row, address)| (address.clone(), *row as i64))
    }

    /// The longest text beside the title, with what stands in its element.
    fn text(&self, record: usize, pieces: &[Piece]) -> Option<(String, i64)> {
        let (page, title) = (&self.evidence.page, self.titles[record]);
        let rows = pieces.iter().map(|&(row, _)| row).filter(|&row| Some(row) != title && !page.hidden[row]);
        let row = rows.min_by_key(|&row| (-page.chars[row], row)).filter(|&row| page.chars[row] >= MIN_TEXT)?;
        if title.is_some_and(|title| self.line(row) == self.line(title)) {
            return None;
        }
        let above = page.parent[row].max(0) as usize;
        let is_whole = matches!(page.tag[above], name::P | name::BLOCKQUOTE | name::DD);
        Some((self.line(if is_whole { above } else { row }), row as i64))
    }
}

/// By range what some rows, which rise, give in it.
fn within<T>(
    ranges: &[(usize, usize)],
    rows: impl Iterator<Item = usize>,
    read: impl Fn(usize) -> Option<T>,
) -> Vec<Vec<T>> {
    let rows: Vec<usize> = rows.collect();
    let of = |&(start, end): &(usize, usize)| {
        let (first, last) = (rows.partition_point(|&row| row < start), rows.partition_point(|&row| row < end));
        rows[first..last.max(first)].iter().filter_map(|&row| read(row)).collect()
    };
    ranges.iter().map(of).collect()
}

/// In how many records each thing is.
fn in_records<T, Key: Eq + std::hash::Hash>(records: &[Vec<T>], key: impl Fn(&T) -> Key) -> HashMap<Key, usize> {
    let mut counts = HashMap::new();
    for own in records {
        for key in own.iter().map(&key).collect::<HashSet<_>>() {
            *counts.entry(key).or_insert(0) += 1;
        }
    }
    counts
}

fn leads_away(address: &str) -> bool {
    let is_program = || address.as_bytes().get(..11).is_some_and(|start| start.eq_ignore_ascii_case(b"javascript:"));
    address.chars().count() >= MIN_ADDRESS && !address.starts_with('#') && !is_program()
}

fn rows_within<'page>(evidence: &Evidence<'page>, (start, end): (usize, usize)) -> &'page [i64] {
    let rows = evidence.text_rows;
    let at = |row: usize| rows.partition_point(|&other| other < row as i64);
    &rows[at(start)..at(end).max(at(start))]
}

fn can_be_title(evidence: &Evidence, row: usize) -> bool {
    (2..=MAX_TITLE as i32).contains(&evidence.page.chars[row])
}

/// The text of the first heading, else the longest text in a link.
fn likely_title(evidence: &Evidence, span: (usize, usize)) -> Option<usize> {
    let page = &evidence.page;
    let rows =
        || rows_within(evidence, span).iter().map(|&row| row as usize).filter(|&row| can_be_title(evidence, row));
    let is_headed = |&row: &usize| page.above(row).take(NEAR).any(|above| is_heading(page.tag[above]));
    let longest = || rows().filter(|&row| page.in_link[row]).min_by_key(|&row| (-page.chars[row], row));
    rows().find(is_headed).or_else(longest)
}

/// By record the text in the column of the texts that differ most, are long enough and stand in a heading or a link.
fn title_column(evidence: &Evidence, ranges: &[(i64, i64)]) -> Vec<Option<usize>> {
    let (page, count) = (&evidence.page, ranges.len() as f64);
    let mut titles = vec![None; ranges.len()];
    let slots = slots::align(evidence, ranges);
    let Some(region) = Region::new(ranges, &slots.slot, evidence.rows()) else { return titles };
    let is_picked = |position: usize| {
        let row = region.rows[position] as usize;
        let is_shown = !page.hidden[row] && !page.raw[row] && !evidence.is_date[row];
        page.is_text(row) && is_shown && can_be_title(evidence, row)
    };
    let (mut best, mut chosen) = (0.0, Vec::new());
    for column in columns(page, &region, is_picked, PLAIN) {
        if (column.rows.len() as f64) < PRESENT * count {
            continue;
        }
        let texts: Vec<String> = column.rows.iter().map(|&(_, row)| spaced(page.bytes_of(row))).collect();
        if texts.iter().take(3).any(|text| prices::find(text).is_some()) {
            continue;
        }
        let score = title_score(evidence, column.rows[0].1, &texts) * texts.len() as f64 / count;
        if score > best {
            (best, chosen) = (score, column.rows);
        }
    }
    for (record, row) in chosen {
        titles[record] = Some(row);
    }
    titles
}

fn title_score(evidence: &Evidence, row: usize, texts: &[String]) -> f64 {
    let (page, count) = (&evidence.page, texts.len() as f64);
    let mut near = page.above(row).take(NEAR);
    let is_named = near.any(|above| evidence.flags[above] & TITLE > 0 || is_heading(page.tag[above]));
    let letters = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count().min(ENOUGH);
    let letters = texts.iter().map(letters).sum::<usize>() as f64 / count;
    let distinct = texts.iter().collect::<HashSet<_>>().len() as f64 / count;
    let of = |is_so: bool, weight: f64| if is_so { weight } else { 1.0 };
    letters * distinct.powi(2) * of(is_named, NAMED) * of(page.in_link[row], LINKED)
}
