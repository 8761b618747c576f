//! What is kept of a page's elements to tell its template: the sets of its tag paths and of its named steps, and counts.
//!
//! In words: a step is an element of the body that has a class or an id, below the nearest other one. Of both sets each
//! hash comes with whether the page has it once.

use html::names::name;
use html::page_view::{PageView, sums_before};
use text::hash::mix;

/// A set of hashes, sorted, and of each whether it is there once.
#[derive(Debug, PartialEq)]
pub struct HashSet {
    pub hashes: Vec<u64>,
    pub once: Vec<bool>,
}

pub struct Traits {
    pub paths: HashSet,
    pub steps: HashSet,
    /// Words; headings with a link; the longest text outside of links; links; characters outside of links and in them;
    /// paragraphs.
    pub counts: [i64; 7],
}

pub fn describe(page: &PageView) -> Traits {
    let rows = page.tag.len();
    let body = page.tag.iter().position(|&tag| tag == name::BODY).unwrap_or(0);
    let (path_tags, mut paths, mut steps) = (page.paths(), Vec::with_capacity(rows), Vec::new());
    let mut nearest: Vec<u32> = Vec::with_capacity(rows);
    for row in 0..rows {
        limits::tick(1);
        let above = usize::try_from(page.parent[row]).map_or(0, |parent| nearest.get(parent).copied().unwrap_or(0));
        nearest.push(above);
        if page.tag[row] == name::TEXT {
            continue;
        }
        paths.push(path_tags[row]);
        if row > body && (page.class_start[row + 1] > page.class_start[row] || page.id_token[row] >= 0) {
            steps.push(mix(page.step[above as usize], page.step[row]));
            nearest[row] = row as u32;
        }
    }
    Traits { paths: HashSet::of(paths), steps: HashSet::of(steps), counts: count(page) }
}

impl HashSet {
    fn of(mut hashes: Vec<u64>) -> Self {
        hashes.sort_unstable();
        let mut once: Vec<bool> = Vec::with_capacity(hashes.len());
        let mut kept = 0;
        for place in 0..hashes.len() {
            if kept > 0 && hashes[kept - 1] == hashes[place] {
                once[kept - 1] = false;
                continue;
            }
            hashes[kept] = hashes[place];
            once.push(true);
            kept += 1;
        }
        hashes.truncate(kept);
        HashSet { hashes, once }
    }
}

fn count(page: &PageView) -> [i64; 7] {
    let sum = |values: &[i32]| values.iter().map(|&value| i64::from(value)).sum::<i64>();
    let plain = page.block_chars.iter().zip(page.block_link_chars).map(|(chars, linked)| i64::from(chars - linked));
    let of = |wanted| page.tag.iter().filter(|&&tag| tag == wanted).count() as i64;
    let linked_before = sums_before(page.in_link.iter().map(|&is_linked| u32::from(is_linked)));
    let is_linked = |&row: &usize| linked_before[page.end[row] as usize] > linked_before[row];
    let headings = (0..page.tag.len()).filter(|&row| matches!(page.tag[row], name::H1..=name::H4));
    let linked_headings = headings.filter(is_linked).count() as i64;
    [
        sum(page.block_words),
        linked_headings,
        plain.clone().max().unwrap_or(0),
        of(name::A),
        plain.sum(),
        sum(page.block_link_chars),
        of(name::P),
    ]
}
