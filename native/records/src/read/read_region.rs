//! How a region is read (see `records/posts.py` and `records/board_rows.py`): who wrote each of its records, and when.
//!
//! In words: bodies or titles are known. Columns of times, names and numbers are judged by the features of their role;
//! the likeliest that a record has is its own. Of two roles that exclude each other, such as who began a thread and who
//! replied last, each takes the likeliest column.

use std::collections::HashMap;

use super::bodies::Bodies;
use super::context::{Context, Page};
use super::post_texts::{in_spans, keyed};
use super::reading::{Post, Row};
use crate::evidence::Evidence;
use crate::features::roles::{self, KnownParts, Part};
use crate::features::title_column::Titled;
use crate::features::{authors, by_likelihood};
use crate::regions::region::{self, Column, PLAIN, Region};
use text::phrases::{LAST, OTHER_TIME, REPLIES, VIEWS};
use trees::boosted::Trees;

const MIN_TIME: f64 = 0.1; // from which on a column is the time of posts: records are found by times, so most have one
const ROW_LIKELY: f64 = 0.35; // the same of a name, a time or a number of a row: there are few, and most play a role
const NAMED: f64 = 0.3; // share of the rows that have a name in the slot
const MAX_COLUMNS: usize = 100;
const MAX_ROWS: usize = 24; // of a column of times whose order is looked at
const NO_DRESS: f64 = 2.0; // share of the records that a dress of times must be in to be part of the path: none can

/// The posts of a region with these bodies.
pub fn posts(context: &Context, region: &Region, bodies: &Bodies) -> Vec<Post> {
    let evidence = &context.evidence;
    let times = post_times(context, region, &bodies.spans);
    let rows: Vec<_> = times.iter().map(|time| time.map_or(-1, |row| row as i64)).collect();
    let said = in_spans(evidence.rows(), bodies.spans.iter().copied());
    let authors = authors::find(evidence, region, &said, &rows, context.models.authors);
    let post = |(record, &(start, end)): (usize, &(i64, i64))| Post {
        start: start as usize,
        end: end as usize,
        body: bodies.spans[record],
        author: authors[record],
        time: times[record].map(|row| evidence.time_in(row)),
        odd: bodies.odd[record],
    };
    region.ranges.iter().enumerate().map(post).collect()
}

/// The row of each post's own time: of the likeliest column that it has.
fn post_times(context: &Context, region: &Region, bodies: &[(usize, usize)]) -> Vec<Option<usize>> {
    let Evidence { page, is_time, .. } = context.evidence;
    let columns = region::time_columns(&page, region, is_time, bodies);
    let mut chosen = vec![None; region.records()];
    if let [only] = &columns[..] {
        only.rows.iter().for_each(|&(record, row)| chosen[record] = Some(row)); // nothing is to be chosen
        return chosen;
    }
    let known = KnownParts { mains: bodies, rows: [&[]; 3], names: &[], wanted: LAST | OTHER_TIME };
    let asked = Asked { region, known, parts: keyed(columns) };
    let likely = judge(context, &asked, &[context.models.times]);
    for place in by_likelihood(&likely) {
        if likely[place] >= MIN_TIME {
            asked.parts[place].0.iter().for_each(|&(record, row)| chosen[record] = chosen[record].or(Some(row)));
        }
    }
    chosen
}

/// The rows of a region that have a title, with all of their parts.
pub fn rows(context: &Context, region: &Region, titled: &Titled) -> Vec<Row> {
    let evidence = &context.evidence;
    let mut mains = vec![(0, 0); region.records()];
    titled.titles.iter().for_each(|&(record, row)| mains[record] = (row, row + 1));
    let known = KnownParts { mains: &mains, rows: [&[]; 3], names: &[], wanted: LAST | REPLIES | VIEWS };
    let key = |&(slot, ordinal): &(usize, usize)| Some((slot as i64, ordinal as i64));
    let parts: Vec<_> = titled.numbers.iter().map(|(place, rows)| (rows.to_vec(), key(place))).collect();
    let models = context.models;
    let [replies, views] = pick_two(context, Asked { region, known, parts }, models.replies);
    let has_some = replies.iter().any(Option::is_some);
    let counts = if has_some { &replies } else { &views };
    let counts: Vec<_> = counts.iter().map(|count| count.map_or(-1, |row| row as i64)).collect();
    let known = KnownParts { mains: &mains, rows: [&[], &[], &counts], names: &[], wanted: LAST };
    let parts = keyed(row_names(context, region, titled));
    let [author, last_author] = pick_two(context, Asked { region, known, parts }, models.row_authors);
    let known = KnownParts { mains: &mains, rows: [&[], &[], &counts], names: &[], wanted: LAST | OTHER_TIME };
    let parts = keyed(row_stamps(context, region));
    let [time, last_time] = pick_two(context, Asked { region, known, parts }, models.row_times);
    let index = |row: Option<usize>| row.map(|row| evidence.time_in(row));
    let mut rows = Vec::with_capacity(titled.titles.len());
    for record in (0..region.records()).filter(|&record| mains[record].0 < mains[record].1) {
        let (start, end) = region.ranges[record];
        rows.push(Row {
            start: start as usize,
            end: end as usize,
            title: mains[record].0,
            author: author[record],
            time: index(time[record]),
            last_author: last_author[record],
            last_time: index(last_time[record]),
            replies: replies[record],
            views: views[record],
        });
    }
    rows
}

/// The columns of texts that can be names, outside of the titles.
fn row_names(context: &Context, region: &Region, titled: &Titled) -> Vec<Column> {
    let mut taken: Vec<_> = titled.titles.iter().map(|&(_, row)| row).collect();
    taken.sort_unstable();
    let is_name = |position: usize| {
        let row = region.rows[position] as usize;
        context.evidence.can_be_name[row] && taken.binary_search(&row).is_err()
    };
    let mut found = region::columns(&context.evidence.page, region, is_name, PLAIN);
    found.retain(|column| column.rows.len() as f64 >= NAMED * region.records() as f64);
    found
}

/// The columns of times.
fn row_stamps(context: &Context, region: &Region) -> Vec<Column> {
    let Evidence { page, is_time, .. } = context.evidence;
    let is_stamp = |position: usize| is_time[region.rows[position] as usize];
    region::columns(&page, region, is_stamp, NO_DRESS)
}

/// Columns of a region that may play a role, and what is known of its records.
struct Asked<'own> {
    region: &'own Region<'own>,
    known: KnownParts<'own>,
    parts: Vec<Part>,
}

/// How likely columns play roles, one role after the other.
fn judge(context: &Context, Asked { region, known, parts }: &Asked, trees: &[&Trees]) -> Vec<f64> {
    let mut likely = Vec::new();
    if !parts.is_empty() {
        let evidence = &context.evidence;
        let shared = roles::Shared::of(evidence, region, known);
        let mut matrix = roles::features(evidence, region, known, &shared, parts);
        add_order(context.page, parts, &mut matrix);
        for trees in trees {
            likely.extend_from_slice(&trees.likely(&matrix));
        }
    }
    likely
}

/// Of each record the rows of two roles that exclude each other: each the likeliest for its role.
fn pick_two(context: &Context, mut asked: Asked, trees: [&Trees; 2]) -> [Vec<Option<usize>>; 2] {
    asked.parts.truncate(MAX_COLUMNS);
    let likely = judge(context, &asked, &trees);
    let (records, count) = (asked.region.records(), asked.parts.len());
    let mut chosen = [vec![None; records], vec![None; records]];
    for place in by_likelihood(&likely) {
        if likely[place] < ROW_LIKELY {
            break;
        }
        let (role, index) = (place / count, place % count);
        let (rows, other) = (&asked.parts[index].0, likely[(1 - role) * count + index]);
        limits::tick(rows.len());
        // A first record that has both columns keeps its likelier one, and does not part the columns.
        let meets = rows.iter().any(|&(record, _)| record > 0 && chosen[role][record].is_some());
        if !meets && other <= likely[place] {
            rows.iter().for_each(|&(record, row)| chosen[role][record] = chosen[role][record].or(Some(row)));
        }
    }
    chosen
}

/// Writes for columns of times the shares of the records in which another time is later, and is earlier.
fn add_order(page: &Page, parts: &[Part], matrix: &mut [f32]) {
    let kept = |(rows, _): &Part| rows.len().min(MAX_ROWS);
    let entries = || parts.iter().flat_map(|part| &part.0[..kept(part)]);
    if parts.len() < 2 || !entries().all(|&(_, row)| page.evidence.is_time[row]) {
        return;
    }
    let times: Vec<_> = entries().map(|&(_, row)| page.evidence.time_in(row)).collect();
    let stamps = page.stamps_of(&times);
    let mut by_record: HashMap<usize, Vec<(usize, &str)>> = HashMap::new(); // column and stamp
    let mut stamps = stamps.into_iter();
    for (index, part) in parts.iter().enumerate() {
        limits::tick(1);
        for (&(record, _), stamp) in part.0[..kept(part)].iter().zip(&mut stamps) {
            by_record.entry(record).or_default().push((index, stamp));
        }
    }
    let mut counts = vec![(0u32, 0u32); parts.len()];
    for own in by_record.values().filter(|own| own.len() > 1) {
        limits::tick(own.len());
        let mut ranked: Vec<_> = own.iter().map(|&(_, stamp)| stamp).filter(|stamp| !stamp.is_empty()).collect();
        ranked.sort_unstable();
        ranked.dedup();
        for &(index, stamp) in own {
            counts[index].0 += u32::from(is_before(stamp, &ranked));
            counts[index].1 += u32::from(is_behind(stamp, &ranked));
        }
    }
    for (index, part) in parts.iter().enumerate() {
        let size = kept(part) as f64;
        let row = &mut matrix[index * roles::WIDTH..][..roles::WIDTH];
        row[roles::EARLIER] = (f64::from(counts[index].0) / size) as f32;
        row[roles::LATER] = (f64::from(counts[index].1) / size) as f32;
    }
}

/// Whether another stamp is later, as far as both tell: a day has no clock, and says nothing of which is earlier.
fn is_before(stamp: &str, ranked: &[&str]) -> bool {
    ranked.last().is_some_and(|&last| stamp < last && !last.starts_with(stamp))
}

/// Whether another stamp is earlier.
fn is_behind(stamp: &str, ranked: &[&str]) -> bool {
    ranked.iter().take_while(|&&other| other < stamp).any(|other| !stamp.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_neither_before_nor_behind_its_days() {
        let ranked = ["2022-09", "2022-09-04", "2022-09-05"];
        let told = |stamp| (is_before(stamp, &ranked), is_behind(stamp, &ranked));
        assert_eq!(told("2022-09"), (false, false));
        assert_eq!(told("2022-09-04"), (true, false));
        assert_eq!(told("2022-09-05"), (false, true));
        assert_eq!(told(""), (false, false));
    }
}
