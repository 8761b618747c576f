//! What tells the end of a body: the last block of its usual kind, and a rule.
//!
//! The *usual place* is the path of tags and classes under which the most running text stands outside of links.

use super::Page;
use html::names::name;

const NAMES: [&str; 3] = ["usual_before", "usual_behind", "rule_before"];
/// What stands where there is no such block.
const NONE: f32 = 999.0;
/// Under this many words a block is a label or a title, not running text.
const RUNNING: f32 = 12.0;

pub fn names() -> Vec<String> {
    NAMES.iter().map(|name| name.to_string()).collect()
}

/// Of every block how far the usual place is before and behind it, and how far the last rule before it.
pub struct Tail(Vec<[f32; 3]>);

impl Tail {
    /// The tail of a page whose blocks stand in these places and have so many words in links.
    pub fn of(page: &Page, place: &[u32], links: &[f32]) -> Self {
        let usual = find_usual(page, place, links);
        let is_usual = |block: usize| Some(place[block]) == usual;
        let mut places = vec![[NONE; 3]; place.len()];
        let (mut before, mut rule, mut row) = (NONE, NONE, 0);
        for (block, told) in places.iter_mut().enumerate() {
            let first = page.block_first[block].max(0) as usize;
            let has_rule = row < first && page.tag[row..first].contains(&name::HR);
            rule = if has_rule { 0.0 } else { next(rule) };
            before = if is_usual(block) { 0.0 } else { next(before) };
            (told[0], told[2], row) = (before, rule, first.max(row));
        }
        let mut behind = NONE;
        for (block, told) in places.iter_mut().enumerate().rev() {
            behind = if is_usual(block) { 0.0 } else { next(behind) };
            told[1] = behind;
        }
        Tail(places)
    }

    pub fn write(&self, block: usize, row: &mut [f32]) {
        row.copy_from_slice(&self.0[block]);
    }
}

fn next(distance: f32) -> f32 {
    if distance == NONE { NONE } else { distance + 1.0 }
}

/// The place under which the most running text stands outside of links; none where there is no such text.
fn find_usual(page: &Page, place: &[u32], links: &[f32]) -> Option<u32> {
    let mut words = vec![0.0f32; place.iter().max().map_or(0, |&most| most as usize + 1)];
    for (block, &place) in place.iter().enumerate() {
        let own = page.block_size(block) - links[block];
        if own >= RUNNING {
            words[place as usize] += own;
        }
    }
    let best = (0..words.len()).max_by(|&a, &b| words[a].total_cmp(&words[b]).then(b.cmp(&a)))?;
    (words[best] > 0.0).then_some(best as u32)
}
