//! Sums over the rows of a page that the features of readings ask for: a measure of a range is one subtraction.
//!
//! In words: characters of texts, those outside menus and other frames of the page, those in links, hidden ones, those of
//! long texts; headings; times.

use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name};

const SHORTEST_LONG: i32 = 80; // characters of a text that somebody surely wrote

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub end: &'page [i32],
    pub chars: &'page [i32],
    pub in_link: &'page [bool],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub is_time: &'page [bool],
}

/// How many sums there are.
pub const SUMS: usize = 7;

/// The sums before each row and over all rows: characters, main, links, hidden, long, headings, times.
pub fn running(columns: &Columns, deadline: &mut Deadline) -> Result<[Vec<f64>; SUMS], Tripped> {
    let count = columns.tag.len();
    let mut sums: [Vec<f64>; SUMS] = Default::default();
    for list in &mut sums {
        *list = memory::with_room(count + 1)?;
        list.push(0.0);
    }
    let (mut total, mut frame_until) = ([0.0; SUMS], 0);
    for row in 0..count {
        deadline.check()?;
        let tag = columns.tag[row];
        if matches!(tag, name::NAV | name::HEADER | name::FOOTER | name::ASIDE) {
            frame_until = frame_until.max(columns.end[row]);
        }
        let is_said = tag == name::TEXT && !columns.raw[row];
        let chars = if is_said { f64::from(columns.chars[row]) } else { 0.0 };
        let when = |is: bool| if is { chars } else { 0.0 };
        let is_heading = matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6);
        let own = [
            chars,
            when(!columns.hidden[row] && row as i32 >= frame_until),
            when(columns.in_link[row]),
            when(columns.hidden[row]),
            when(columns.chars[row] >= SHORTEST_LONG),
            f64::from(is_heading),
            f64::from(columns.is_time[row]),
        ];
        for ((list, total), own) in sums.iter_mut().zip(&mut total).zip(own) {
            *total += own;
            list.push(*total);
        }
    }
    Ok(sums)
}
