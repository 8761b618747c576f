//! The titles of board rows (see `records/board_rows.py`): a link in the same slot of every row, to another page each.
//!
//! In words: the first links of each slot make a column. A column scores by how many rows have it, by how much its texts
//! and addresses differ, by their length and by what addresses and classes say; the best one holds the titles. Rows that
//! are built differently have a link of the same shape.

use std::collections::HashSet;

use crate::attributes::AttributeColumns;
use crate::hash::{any_seed, hash_bytes};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name};
use crate::numbers::Numbers;
use crate::record_columns::Region;
use crate::record_evidence::without_reply_mark;
use crate::record_links::{ELSEWHERE, NO_PERSON, PERSON, SURE_THREAD, THREAD, kinds};
use crate::record_texts::spaced;
use crate::record_values::{is_decimal, is_space, says_no_title};
use crate::record_words::TITLE;

const PRESENT: f64 = 0.7; // share of the rows that have a title in the slot
const VARIED: f64 = 0.6; // share of the titles that differ: the replies of a thread all have its title
const SURE: f64 = 4.5; // score from which links are titles
const EXCERPT: f64 = 1.5; // what a second link to the same page lacks for being the title
const LATER: f64 = 0.05; // what every column before it takes from a column
const LONGEST_TITLE: i32 = 200;
const LINK_REACH: i32 = 6; // ancestors of a text in which its link is searched
const CLASS_REACH: usize = 4; // the same of a class or tag that says that it is a title

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub depth: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub in_link: &'page [bool],
    pub hidden: &'page [bool],
    pub flags: &'page [u16],
    pub is_time: &'page [bool],
    pub link: &'page [i32],
    pub attributes: &'page AttributeColumns,
}

/// By record the row of a text, in the order in which they were found.
type Column = Vec<(usize, usize)>;

/// The row of the title's text of each record; empty where no slot of links is sure to be titles.
pub fn find(columns: &Columns, region: &Region, deadline: &mut Deadline) -> Result<Column, Tripped> {
    let records = region.records() as f64;
    let links = link_texts(columns, region)?;
    let (mut best, mut chosen) = (0.0, Column::new());
    for (order, column) in first_columns(region, &links)?.into_iter().enumerate() {
        deadline.check()?;
        if (column.len() as f64) < PRESENT * records {
            continue;
        }
        let (mut score, leads_elsewhere) = title_score(columns, &column, records, deadline)?;
        if leads_elsewhere && chosen.is_empty() {
            return Ok(Column::new()); // rows that begin with a link to a board or a person are no threads
        }
        if !chosen.is_empty() && same_links(columns, &chosen, &column) {
            score -= EXCERPT; // behind the title comes the beginning of the text with the same link
        }
        score -= LATER * order as f64;
        if score > best {
            (best, chosen) = (score, column);
        }
    }
    if best >= SURE { with_odd_rows(columns, region, chosen, &links, deadline) } else { Ok(Column::new()) }
}

/// The positions of the visible texts in links.
fn link_texts(columns: &Columns, region: &Region) -> Result<Vec<usize>, Tripped> {
    let is_link = |&position: &usize| {
        let (row, _, _) = region.at(position);
        columns.tag[row] == name::TEXT
            && (1..=LONGEST_TITLE).contains(&columns.chars[row])
            && columns.in_link[row]
            && !columns.is_time[row]
            && !columns.hidden[row]
    };
    memory::collect((0..region.positions()).filter(is_link))
}

/// By slot the first link of each record, in document order.
fn first_columns(region: &Region, links: &[usize]) -> Result<Vec<Column>, Tripped> {
    let mut number_of = memory::filled(usize::MAX, region.slots())?;
    let mut columns: Vec<Column> = Vec::new();
    for &position in links {
        let (row, record, slot) = region.at(position);
        if number_of[slot] == usize::MAX {
            number_of[slot] = columns.len();
            memory::push(&mut columns, Column::new())?;
        }
        let column = &mut columns[number_of[slot]];
        if column.last().is_none_or(|&(latest, _)| latest != record) {
            memory::push(column, (record, row))?;
        }
    }
    Ok(columns)
}

/// The address of the link around a text.
fn link_around<'page>(columns: &Columns<'page>, row: usize) -> Option<&'page str> {
    let link = usize::try_from(columns.link[row]).ok()?;
    let is_near = columns.depth[row] - columns.depth[link] <= LINK_REACH;
    let address = columns.attributes.of(link).find(|&(own, _)| own == name::HREF).map_or("", |(_, value)| value);
    is_near.then_some(address)
}

fn text_of<'page>(columns: &Columns<'page>, row: usize) -> &'page str {
    let text = &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize];
    str::from_utf8(text).unwrap_or_default()
}

/// The score of a column of links as titles of threads, and whether the links lead to boards or other lists.
fn title_score(
    columns: &Columns,
    column: &Column,
    records: f64,
    deadline: &mut Deadline,
) -> Result<(f64, bool), Tripped> {
    let seed = any_seed();
    let (mut texts, mut addresses) = (Numbers::with_room(column.len())?, Numbers::with_room(column.len())?);
    let (mut untitled, mut chars, mut links) = (0usize, 0usize, 0usize);
    let (mut elsewhere, mut people, mut threads) = (0usize, 0usize, 0usize);
    for &(_, row) in column {
        let text = text_of(columns, row);
        deadline.spend(1 + text.len() / 16)?;
        let line = spaced(text.as_bytes())?;
        let line = without_reply_mark(&line);
        untitled += usize::from(says_no_title(line));
        chars += line.chars().count();
        texts.number(hash_bytes(line.as_bytes(), seed));
        let Some(address) = link_around(columns, row) else { continue };
        deadline.spend(1 + address.len() / 16)?;
        let says = kinds(address)?;
        addresses.number(hash_bytes(address.as_bytes(), seed));
        links += 1;
        elsewhere += usize::from(says & (ELSEWHERE | SURE_THREAD) == ELSEWHERE);
        people += usize::from(says & (PERSON | NO_PERSON) == PERSON);
        threads += usize::from(says & THREAD > 0);
    }
    let (count, of_links) = (column.len() as f64, links as f64);
    if links == 0 || untitled as f64 > 0.3 * records {
        return Ok((0.0, false));
    }
    let varied = texts.len() as f64 / count;
    if elsewhere as f64 / of_links > 0.5 {
        return Ok((0.0, varied > 0.8 && (people as f64 / of_links) < 0.5));
    }
    if varied < VARIED {
        return Ok((0.0, false));
    }
    let mut score = 2.0 * count / records + 1.5 * varied + addresses.len() as f64 / records;
    score += (chars as f64 / count).min(20.0) / 10.0;
    score += 0.5 * threads as f64 / of_links;
    Ok((score + f64::from(says_title(columns, column[0].1)), false))
}

fn says_title(columns: &Columns, row: usize) -> bool {
    let above = |&row: &usize| usize::try_from(columns.parent[row]).ok();
    let is_title = |row: usize| {
        let is_heading = matches!(columns.tag[row], name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6);
        is_heading || columns.flags[row] & TITLE > 0
    };
    std::iter::successors(above(&row), above).take(CLASS_REACH).any(is_title)
}

/// Whether most records have the same address in both columns, which are in the order of the records.
fn same_links(columns: &Columns, some: &Column, others: &Column) -> bool {
    let address = |row: usize| link_around(columns, row).unwrap_or_default();
    let row_of = |record: usize| others.binary_search_by_key(&record, |&(own, _)| own).ok().map(|at| others[at].1);
    let both = some.iter().filter_map(|&(record, row)| row_of(record).map(|other| (row, other)));
    let (mut count, mut same) = (0usize, 0usize);
    for (row, other) in both {
        count += 1;
        same += usize::from(address(row) == address(other));
    }
    same as f64 > 0.8 * count.max(1) as f64
}

/// An address without its numbers, its values and what is behind `#`.
pub fn shape(address: &str) -> Result<String, Tripped> {
    let mut shape = String::new();
    shape.try_reserve_exact(address.len())?;
    let mut in_value = false;
    for c in address.split('#').next().unwrap_or_default().chars() {
        in_value = c == '=' || (in_value && c != '&');
        if !in_value && !is_decimal(c) {
            shape.push(c);
        }
    }
    Ok(shape)
}

/// The titles, with those of rows that are built differently (sticky threads): their links have the same shape.
fn with_odd_rows(
    columns: &Columns,
    region: &Region,
    mut titles: Column,
    links: &[usize],
    deadline: &mut Deadline,
) -> Result<Column, Tripped> {
    if titles.len() == region.records() {
        return Ok(titles);
    }
    let mut has_title = memory::filled(false, region.records())?;
    let mut shapes: HashSet<String> = HashSet::new();
    for &(record, row) in &titles {
        deadline.check()?;
        has_title[record] = true;
        shapes.try_reserve(1)?;
        shapes.insert(shape(link_around(columns, row).unwrap_or_default())?);
    }
    for &position in links {
        deadline.check()?;
        let (row, record, _) = region.at(position);
        if has_title[record] || says_no_title(text_of(columns, row).trim_matches(is_space)) {
            continue;
        }
        if shapes.contains(&shape(link_around(columns, row).unwrap_or_default())?) {
            has_title[record] = true;
            memory::push(&mut titles, (record, row))?;
        }
    }
    Ok(titles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_addresses() {
        assert_eq!(shape("/t/12/x?tid=3&page=4#p5").as_deref(), Ok("/t//x?tid&page"));
        assert_eq!(shape("a=b=c&d").as_deref(), Ok("a&d"));
    }
}
