//! Lists of a page: elements of one build, side by side or in several boxes of one build (see `records/readings.py`).
//!
//! In words: what frames a page (menus, sides, its head and foot) and what is hidden is left out. The elements with a
//! link are grouped by parent and tag, and by path and step; groups that hold enough text, evenly, are lists. Those of
//! several boxes are lifted to the outermost elements that hold one member each.

use crate::evidence::is_heading;
use html::names::{NameId, name};
use html::page_view::PageView;

const MIN_ITEMS: usize = 3;
const MIN_SHARE: f64 = 0.08; // of the text outside of the frame
const MIN_LINK_SHARE: f64 = 0.08; // of that text in links
const MAX_SPREAD: f64 = 1.0; // of the members' sizes, over their mean
const MAX_LISTS: usize = 16;
const MAX_MEMBERS: usize = 20_000;
const MAX_LIFT: usize = 12;
const MAX_SHORT: i32 = 160; // characters: a longer text is prose
const SPREAD_BITS: u64 = 0x9E37_79B9_7F4A_7C15;

/// A page as lists are searched in it: sums before each row and over all rows, of what stands outside of its frame.
pub struct View {
    pub frame: Vec<bool>,
    /// Characters of each text.
    pub own: Vec<i32>,
    pub chars: Vec<i32>,
    pub links: Vec<i32>,
    pub link_rows: Vec<usize>,
    pub link_chars: Vec<i32>,
    pub prose: Vec<i32>,
    pub headings: Vec<i32>,
    pub heading_rows: Vec<usize>,
    pub images: Vec<i32>,
}

impl View {
    /// The view of a page.
    pub fn new(page: &PageView) -> View {
        let count = page.tag.len();
        let mut sums: [Vec<i32>; 6] = std::array::from_fn(|_| vec![0; count + 1]);
        let (mut frame, mut own) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut link_rows, mut heading_rows) = (Vec::new(), Vec::new());
        let (mut frame_until, mut holder_until, mut totals) = (0, 0, [0; 6]);
        for row in 0..count {
            limits::tick(1);
            let tag = page.tag[row];
            if matches!(tag, name::ARTICLE | name::MAIN | name::LI) {
                holder_until = holder_until.max(page.end[row]);
            }
            let in_holder = (row as i32) < holder_until; // head and foot of an item are a part of it
            let is_part = matches!(tag, name::HEADER | name::FOOTER);
            if matches!(tag, name::NAV | name::ASIDE) || (is_part && !in_holder) {
                frame_until = frame_until.max(page.end[row]);
            }
            frame.push((row as i32) < frame_until || page.hidden[row] || page.raw[row]);
            let chars = if tag == name::TEXT && !frame[row] { page.chars[row] } else { 0 };
            own.push(chars);
            let is_link = page.in_link[row] && chars > 1;
            let is_heading = is_heading(tag);
            if is_link {
                link_rows.push(row);
            }
            if is_heading {
                heading_rows.push(row);
            }
            let in_link = if page.in_link[row] { chars } else { 0 };
            let prose = if chars > MAX_SHORT { chars } else { 0 };
            let added = [chars, is_link.into(), in_link, prose, is_heading.into(), i32::from(tag == name::IMG)];
            for (sums, (total, added)) in sums.iter_mut().zip(totals.iter_mut().zip(added)) {
                *total += added;
                sums[row + 1] = *total;
            }
        }
        let [chars, links, link_chars, prose, headings, images] = sums;
        View { frame, own, chars, links, link_rows, link_chars, prose, headings, heading_rows, images }
    }

    /// All of a sum.
    pub fn total(sums: &[i32]) -> i32 {
        sums.last().copied().unwrap_or(0)
    }
}

/// The members of every list that holds enough of the page's text, those with the most text first.
pub fn find(page: &PageView, view: &View) -> Vec<Vec<usize>> {
    let (all, in_links) = (View::total(&view.chars) as f64, View::total(&view.link_chars) as f64);
    let under = |sums: &[i32], row: usize| i64::from(sums[page.end[row] as usize] - sums[row]);
    let can_be = |row: &usize| {
        let row = *row;
        !page.is_text(row) && !view.frame[row] && is_member(page.tag[row]) && under(&view.links, row) > 0
    };
    let rows: Vec<usize> = (0..page.tag.len()).filter(can_be).collect();
    if in_links < MIN_LINK_SHARE * all || rows.len() < MIN_ITEMS {
        return Vec::new();
    }
    let siblings = |row: usize| (i64::from(page.parent[row]) as u64) << 16 | u64::from(page.tag[row]);
    let path_tags = page.path_tags();
    let alike = |row: usize| path_tags[row].wrapping_mul(SPREAD_BITS) ^ page.step[row];
    let mut lists: Vec<(i64, Vec<usize>)> = Vec::new();
    for is_scattered in [false, true] {
        let key = |row: usize| if is_scattered { alike(row) } else { siblings(row) };
        let mut keyed: Vec<_> = rows.iter().map(|&row| (key(row), row)).collect();
        keyed.sort_unstable();
        for group in keyed.chunk_by(|one, other| one.0 == other.0) {
            limits::tick(group.len());
            if !is_list(group, |row| under(&view.chars, row), MIN_SHARE * all) {
                continue;
            }
            let mut members: Vec<_> = group.iter().take(MAX_MEMBERS).map(|&(_, row)| row).collect();
            if is_scattered {
                lift(page, &mut members);
            }
            let seen = (members[0], members[members.len() - 1], members.len());
            if !lists.iter().any(|(_, other)| (other[0], other[other.len() - 1], other.len()) == seen) {
                let mass = members.iter().map(|&row| under(&view.chars, row)).sum();
                lists.push((mass, members));
            }
        }
    }
    lists.sort_by_key(|(mass, _)| -mass);
    lists.truncate(MAX_LISTS);
    lists.into_iter().map(|(_, members)| members).collect()
}

fn is_member(tag: NameId) -> bool {
    !matches!(tag, name::HTML | name::BODY | name::OPTION | name::SELECT | name::FORM | name::TBODY | name::MAIN)
}

/// Whether elements are some, hold enough text, and no member is most of it.
fn is_list(group: &[(u64, usize)], mass: impl Fn(usize) -> i64, least: f64) -> bool {
    if group.len() < MIN_ITEMS {
        return false; // most are alone
    }
    let count = group.len() as f64;
    let (mut sum, mut squares) = (0.0, 0.0);
    for &(_, row) in group {
        let mass = mass(row) as f64;
        sum += mass;
        squares += mass * mass;
    }
    let mean = sum / count;
    let spread = (squares / count - mean * mean).max(0.0).sqrt();
    sum >= least && spread <= MAX_SPREAD * mean
}

/// Replaces the members by the outermost elements that hold one of them each.
fn lift(page: &PageView, members: &mut [usize]) {
    for _ in 0..MAX_LIFT {
        let above = |row: usize| page.parent[row];
        let rises = members.windows(2).all(|pair| above(pair[0]) < above(pair[1]));
        let fits = |&row: &usize| above(row) > 0 && is_member(page.tag[above(row) as usize]);
        if !rises || !members.iter().all(fits) {
            return;
        }
        for member in members.iter_mut() {
            *member = page.parent[*member] as usize;
        }
    }
}
