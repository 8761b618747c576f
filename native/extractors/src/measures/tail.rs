//! What tells the end of a body: the last block of its usual kind, a rule, emphasis, contacts, links to the own site.
//!
//! The *usual place* is the path of tags and classes under which the most running text stands outside of links.

use super::Page;
use html::declares::own_addresses;
use html::names::{NameId, name};

const NAMES: [&str; 6] = ["usual_before", "usual_behind", "rule_before", "emphasis", "own_links", "contacts"];
/// What stands where there is no such block.
const NONE: f32 = 999.0;
/// Under this many words a block is a label or a title, not running text.
const RUNNING: f32 = 12.0;

pub fn names() -> Vec<String> {
    NAMES.iter().map(|name| name.to_string()).collect()
}

/// Of every block how far the usual place is before and behind it, and how far the last rule before it.
pub struct Tail<'page> {
    places: Vec<[f32; 3]>,
    host: &'page str,
}

impl<'page> Tail<'page> {
    /// The tail of a page whose blocks stand in these places and have so many words in links.
    pub fn of(page: &Page<'page>, place: &[u32], links: &[f32]) -> Self {
        let host = own_addresses(&page.view).1.first().map_or("", |address| host(address));
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
        Tail { places, host }
    }

    pub fn write(&self, page: &Page, block: usize, row: &mut [f32]) {
        row[..3].copy_from_slice(&self.places[block]);
        let is_emphasised = is_emphasis(page.tag[page.block_row[block].max(0) as usize]);
        let (mut end, mut words) = (0, 0.0);
        let (mut links, mut own, mut contacts) = (0.0f32, 0.0, 0.0);
        for at in page.block_first[block] as usize..page.block_last[block] as usize {
            match page.tag[at] {
                name::TEXT if at < end => words += page.size(at),
                name::A => {
                    let address = page.value(at, name::HREF).unwrap_or_default();
                    links += 1.0;
                    own += f32::from(self.is_own(address));
                    contacts += f32::from(is_contact(address));
                }
                tag if is_emphasis(tag) => end = end.max(page.end[at] as usize),
                _ => {}
            }
        }
        row[3] = if is_emphasised { 1.0 } else { words / page.block_size(block).max(1.0) };
        row[4] = own / links.max(1.0);
        row[5] = contacts;
    }

    /// Whether an address leads to the page's own site, as far as the page says which that is.
    fn is_own(&self, address: &str) -> bool {
        let is_relative = !address.contains("://") && !address.starts_with("//") && !is_contact(address);
        is_relative || !self.host.is_empty() && host(address) == self.host
    }
}

fn next(distance: f32) -> f32 {
    if distance == NONE { NONE } else { distance + 1.0 }
}

fn is_emphasis(tag: NameId) -> bool {
    matches!(tag, name::EM | name::I | name::SMALL | name::CITE)
}

fn is_contact(address: &str) -> bool {
    address.starts_with("mailto:") || address.starts_with("tel:")
}

/// The host of an address, without `www.`.
fn host(address: &str) -> &str {
    let behind = address.split_once("//").map_or("", |(_, rest)| rest);
    let host = behind.split(['/', '?', '#']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
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
