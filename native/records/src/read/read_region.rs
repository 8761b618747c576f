//! How a region is read (see `records/posts.py` and `records/board_rows.py`): who wrote each of its records, and when.
//!
//! In words: bodies or titles are known. Columns of times, names and numbers are judged by the features of their role;
//! the likeliest that a record has is its own. Of two roles that exclude each other, such as who began a thread and who
//! replied last, each takes the likeliest column.

use super::bodies::Bodies;
use super::context::Context;
use super::cut_parts::in_spans;
use super::reading::{Post, Row};
use super::stamps;
use crate::features::roles::{self, Known, Part};
use crate::features::title_column::Titled;
use crate::features::{authors, title_features};
use crate::regions::aligned_rows::Region;
use crate::regions::parts::{self, Column, PLAIN};
use text::phrases::{LAST, OTHER_TIME, REPLIES, VIEWS};
use trees::boosted::Trees;

const MIN_TIME: f64 = 0.1; // from which on a column is the time of posts: records are found by times, so most have one
const ROW_LIKELY: f64 = 0.35; // the same of a name, a time or a number of a row: there are few, and most play a role
const NAMED: f64 = 0.3; // share of the rows that have a name in the slot
const MOST_COLUMNS: usize = 100;
const NO_DRESS: f64 = 2.0; // share of the records that a dress of times must be in to be part of the path: none can

/// The posts of a region with these bodies.
pub fn posts(context: &Context, region: &Region, bodies: &Bodies) -> Vec<Post> {
    let page = context.page;
    let times = post_times(context, region, &bodies.spans);
    let rows = times.iter().map(|time| time.map_or(-1, |row| row as i64)).collect::<Vec<_>>();
    let said = in_spans(page.rows(), bodies.spans.iter().copied());
    let authors = authors::find(&context.authors(), region, &said, &rows, context.models.authors);
    let post = |(record, &(start, end)): (usize, &(i64, i64))| Post {
        start: start as usize,
        end: end as usize,
        body: bodies.spans[record],
        author: authors[record],
        time: times[record].map(|row| page.time_in(row)),
        odd: bodies.odd[record],
    };
    region.ranges.iter().enumerate().map(post).collect::<Vec<_>>()
}

/// The row of each post's own time: of the likeliest column that it has.
fn post_times(context: &Context, region: &Region, bodies: &[(usize, usize)]) -> Vec<Option<usize>> {
    let slots = &context.page.slots;
    let page = parts::Columns { tag: slots.tag, parent: slots.parent };
    let columns = parts::times(&page, region, slots.is_time, bodies);
    let mut chosen = vec![None; region.records()];
    if let [only] = &columns[..] {
        only.rows.iter().for_each(|&(record, row)| chosen[record] = Some(row)); // nothing is to be chosen
        return chosen;
    }
    let known = Known { mains: bodies, rows: [&[]; 3], names: &[], wanted: LAST | OTHER_TIME };
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
    let page = context.page;
    let mut mains = vec![(0, 0); region.records()];
    titled.titles.iter().for_each(|&(record, row)| mains[record] = (row, row + 1));
    let known = Known { mains: &mains, rows: [&[]; 3], names: &[], wanted: LAST | REPLIES | VIEWS };
    let key = |&(slot, ordinal): &(usize, usize)| Some((slot as i64, ordinal as i64));
    let parts = titled.numbers.iter().map(|(place, rows)| (rows.to_vec(), key(place))).collect::<Vec<_>>();
    let models = context.models;
    let [replies, views] = pick_two(context, Asked { region, known, parts }, models.replies);
    let has_some = replies.iter().any(Option::is_some);
    let counts = if has_some { &replies } else { &views };
    let counts = counts.iter().map(|count| count.map_or(-1, |row| row as i64)).collect::<Vec<_>>();
    let known = Known { mains: &mains, rows: [&[], &[], &counts], names: &[], wanted: LAST };
    let parts = keyed(row_names(context, region, titled));
    let [author, last_author] = pick_two(context, Asked { region, known, parts }, models.row_authors);
    let known = Known { mains: &mains, rows: [&[], &[], &counts], names: &[], wanted: LAST | OTHER_TIME };
    let parts = keyed(row_stamps(context, region));
    let [time, last_time] = pick_two(context, Asked { region, known, parts }, models.row_times);
    let index = |row: Option<usize>| row.map(|row| page.time_in(row));
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
    let title_features::Columns { tag, parent, .. } = context.page.titles;
    let mut taken = titled.titles.iter().map(|&(_, row)| row).collect::<Vec<_>>();
    taken.sort_unstable();
    let is_name = |position: usize| {
        let row = region.rows[position] as usize;
        context.names.can_be[row] && taken.binary_search(&row).is_err()
    };
    let mut found = parts::find(&parts::Columns { tag, parent }, region, is_name, PLAIN);
    found.retain(|column| column.rows.len() as f64 >= NAMED * region.records() as f64);
    found
}

/// The columns of times.
fn row_stamps(context: &Context, region: &Region) -> Vec<Column> {
    let title_features::Columns { tag, parent, is_time, .. } = context.page.titles;
    let is_stamp = |position: usize| is_time[region.rows[position] as usize];
    parts::find(&parts::Columns { tag, parent }, region, is_stamp, NO_DRESS)
}

/// Columns with their slots and ordinals.
fn keyed(columns: Vec<Column>) -> Vec<Part> {
    columns.into_iter().map(|column| (column.rows, Some((column.slot, column.ordinal as i64)))).collect::<Vec<_>>()
}

/// Columns of a region that may play a role, and what is known of its records.
struct Asked<'own> {
    region: &'own Region<'own>,
    known: Known<'own>,
    parts: Vec<Part>,
}

/// How likely columns play roles, one role after the other.
fn judge(context: &Context, Asked { region, known, parts }: &Asked, trees: &[&Trees]) -> Vec<f64> {
    let mut likely = Vec::new();
    if !parts.is_empty() {
        let columns = context.roles();
        let shared = roles::Shared::of(&columns, region, known);
        let mut matrix = roles::features(&columns, region, known, &shared, parts);
        stamps::add_order(context.page, parts, &mut matrix);
        for trees in trees {
            likely.extend_from_slice(&trees.likely(&matrix));
        }
    }
    likely
}

/// The places of values, the greatest first.
fn by_likelihood(likely: &[f64]) -> Vec<usize> {
    let mut order = (0..likely.len()).collect::<Vec<_>>();
    order.sort_by(|&one, &other| likely[other].total_cmp(&likely[one]));
    order
}

/// Of each record the rows of two roles that exclude each other: each the likeliest for its role.
fn pick_two(context: &Context, mut asked: Asked, trees: [&Trees; 2]) -> [Vec<Option<usize>>; 2] {
    asked.parts.truncate(MOST_COLUMNS);
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
