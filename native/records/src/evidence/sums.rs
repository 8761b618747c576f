//! Sums over the rows of a page that the features of readings ask for: a measure of a range is one subtraction.
//!
//! In words: characters of texts, those outside menus and other frames of the page, those in links, hidden ones, those of
//! long texts; headings; times.

use html::names::{NameId, name};

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
pub fn running(columns: &Columns) -> [Vec<f64>; SUMS] {
    let count = columns.tag.len();
    let mut sums: [Vec<f64>; SUMS] = Default::default();
    for list in &mut sums {
        *list = vec![0.0; count + 1];
    }
    let [all, main, links, hidden, long, headings, times] = sums.each_mut().map(|list| &mut list[..=count]);
    let (mut total, mut frame_until) = ([0.0; SUMS], 0);
    for row in 0..count {
        limits::tick(1);
        let tag = columns.tag[row];
        if matches!(tag, name::NAV | name::HEADER | name::FOOTER | name::ASIDE) {
            frame_until = frame_until.max(columns.end[row]);
        }
        if tag == name::TEXT && !columns.raw[row] {
            let chars = f64::from(columns.chars[row]);
            let when = |is: bool| if is { chars } else { 0.0 };
            total[0] += chars;
            total[1] += when(!columns.hidden[row] && row as i32 >= frame_until);
            total[2] += when(columns.in_link[row]);
            total[3] += when(columns.hidden[row]);
            total[4] += when(columns.chars[row] >= SHORTEST_LONG);
        } else if matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6) {
            total[5] += 1.0;
        }
        total[6] += f64::from(columns.is_time[row]);
        let next = row + 1;
        [all[next], main[next], links[next], hidden[next], long[next], headings[next], times[next]] = total;
    }
    sums
}
