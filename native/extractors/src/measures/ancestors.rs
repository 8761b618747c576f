//! Where a block stands: how many levels above it is the nearest element of a kind, or one whose names say something.
//!
//! The core: the element that holds the most running text directly, and where a block stands relative to it.
//!
//! Each block of running text gives its words outside links to the parent of its element, half of them to the
//! grandparent; the element that is given the most is the core.

use super::densities::Sums;
use super::lexicon::tokens;
use super::{HIGHEST, Page};
use html::names::{KNOWN_NAMES, NameId, name};
use html::page_view::PageView;

/// Kinds of elements, each a name and its tags.
const KINDS: [(&str, &[NameId]); 30] = [
    ("nav", &[name::NAV]),
    ("footer", &[name::FOOTER]),
    ("header", &[name::HEADER]),
    ("aside", &[name::ASIDE]),
    ("main", &[name::MAIN]),
    ("article", &[name::ARTICLE]),
    ("section", &[name::SECTION]),
    ("form", &[name::FORM, name::FIELDSET]),
    ("table", &[name::TABLE]),
    ("cell", &[name::TD]),
    ("head_cell", &[name::TH]),
    ("list", &[name::UL, name::OL, name::MENU]),
    ("ordered", &[name::OL]),
    ("item", &[name::LI]),
    ("terms", &[name::DL, name::DT, name::DD]),
    ("paragraph", &[name::P]),
    ("div", &[name::DIV]),
    ("h1", &[name::H1]),
    ("h2", &[name::H2]),
    ("h3", &[name::H3]),
    ("h456", &[name::H4, name::H5, name::H6]),
    ("noscript", &[name::NOSCRIPT]),
    ("figure", &[name::FIGURE, name::FIGCAPTION]),
    ("blockquote", &[name::BLOCKQUOTE]),
    ("code", &[name::PRE, name::CODE]),
    ("control", &[name::BUTTON, name::SELECT, name::OPTION, name::TEXTAREA, name::LABEL]),
    ("details", &[name::DETAILS, name::SUMMARY]),
    ("dialog", &[name::DIALOG, name::TEMPLATE]),
    ("link", &[name::A]),
    ("body", &[name::BODY]),
];

/// Attributes whose values name an element's part in the page; custom elements do so by their tag.
const TELLING: [&str; 5] = ["data-testid", "data-test", "data-component", "data-qa", "data-module"];

pub fn names() -> Vec<String> {
    let kinds = KINDS.iter().map(|(kind, _)| format!("to_{kind}"));
    kinds.chain(tokens().names.iter().map(|group| format!("to_{group}_name"))).collect()
}

/// The kinds of every tag, and the groups of every row, as bits.
pub struct Ancestors {
    kinds: Vec<u64>,
    groups: Groups,
}

/// The groups of the rows that have some, which most rows have not.
struct Groups {
    /// Of every 64 rows which of them have groups, and how many rows before have.
    places: Vec<(u64, u32)>,
    groups: Vec<u64>,
}

impl Groups {
    /// The groups of rows, given one after the other.
    fn of(rows: impl ExactSizeIterator<Item = u64>) -> Groups {
        let (mut places, mut groups) = (Vec::with_capacity(rows.len() / 64 + 1), Vec::new());
        for (row, own) in rows.enumerate() {
            if row % 64 == 0 {
                places.push((0, groups.len() as u32));
            }
            if own != 0 {
                places[row / 64].0 |= 1 << (row % 64);
                groups.push(own);
            }
        }
        Groups { places, groups }
    }

    #[inline]
    fn at(&self, row: usize) -> u64 {
        let (has, before) = self.places[row / 64];
        let bit = 1u64 << (row % 64);
        if has & bit == 0 { 0 } else { self.groups[before as usize + (has & (bit - 1)).count_ones() as usize] }
    }
}

impl Ancestors {
    pub fn of(page: &Page) -> Ancestors {
        Ancestors { kinds: kinds_of_tags(), groups: groups_of_rows(page) }
    }

    /// Writes levels up to the nearest, `HIGHEST` where there is none.
    pub fn write(&self, page: &Page, path: &[u32], row: &mut [f32]) {
        row.fill(HIGHEST as f32);
        let (of_kinds, of_groups) = row.split_at_mut(KINDS.len());
        let mut seen = [0u64; 2];
        for (level, &ancestor) in path.iter().enumerate() {
            let kinds = self.kinds.get(page.tag[ancestor as usize] as usize).copied().unwrap_or(0);
            let groups = self.groups.at(ancestor as usize);
            note(kinds & !seen[0], level, of_kinds);
            note(groups & !seen[1], level, of_groups);
            seen = [seen[0] | kinds, seen[1] | groups];
        }
    }
}

fn note(mut bits: u64, level: usize, distances: &mut [f32]) {
    while bits != 0 {
        distances[bits.trailing_zeros() as usize] = level as f32;
        bits &= bits - 1;
    }
}

fn kinds_of_tags() -> Vec<u64> {
    let mut kinds = vec![0; KNOWN_NAMES.len()];
    for (kind, (_, tags)) in KINDS.iter().enumerate() {
        tags.iter().for_each(|&tag| kinds[tag as usize] |= 1 << kind);
    }
    kinds
}

/// The groups of the lexicon that the names on each row are in.
fn groups_of_rows(page: &Page) -> Groups {
    let lexicon = tokens();
    let of_token = page.attributes.tokens.iter().map(|token| lexicon.groups_of_name(token)).collect::<Vec<_>>();
    let of_tag = page.names.added().iter().map(|tag| lexicon.groups_of_name(tag)).collect::<Vec<_>>();
    let telling = TELLING.iter().filter_map(|name| page.names.number(name));
    let mut is_telling = vec![false; KNOWN_NAMES.len() + page.names.added().len()];
    [name::ROLE, name::ITEMPROP].into_iter().chain(telling).for_each(|name| is_telling[name as usize] = true);
    let of_row = |(row, &tag): (usize, &NameId)| {
        if tag == name::TEXT {
            return 0;
        }
        let classes = page.class_tokens(row).iter().fold(0, |all, &token| all | of_token[token as usize]);
        let id = of_token.get(page.id_token[row] as usize).copied().unwrap_or(0);
        let custom = of_tag.get((tag as usize).wrapping_sub(KNOWN_NAMES.len())).copied().unwrap_or(0);
        classes | id | custom | groups_of_attributes(page, row, &is_telling)
    };
    Groups::of(page.tag.iter().enumerate().map(of_row))
}

fn groups_of_attributes(page: &PageView, row: usize, is_telling: &[bool]) -> u64 {
    let is_telling = |name: NameId| is_telling.get(name as usize).copied().unwrap_or(false);
    if !page.attributes.names_of(row).iter().any(|&name| is_telling(name)) {
        return 0;
    }
    let values = page.attributes.of(row).filter(|&(name, _)| is_telling(name));
    values.fold(0, |all, (_, value)| all | tokens().groups_of_name(value))
}

/// Under this many words a block is a label or a title, not running text.
const RUNNING: f32 = 12.0;
/// A block with more of its words in links is a menu.
const LINKED: f32 = 0.5;

const NAMES_OF_CORE: [&str; 4] = ["core_levels", "core_below", "core_share", "core_order"];

pub fn names_of_core() -> Vec<String> {
    NAMES_OF_CORE.iter().map(|name| name.to_string()).collect()
}

/// The core, and how many words it holds.
pub struct Core {
    row: Option<usize>,
    words: f32,
}

impl Core {
    pub fn of(page: &Page, sums: &Sums, links: &[f32]) -> Core {
        let row = find(page, links);
        Core { row, words: row.map_or(0.0, |row| sums.under(page, row).words()) }
    }

    /// Writes the levels from a block up to the nearest ancestor that holds the core, the levels from there down to it,
    /// the core's share of that ancestor's words, and whether the block stands before the core, in it or behind it.
    pub fn write(&self, page: &Page, sums: &Sums, first: i32, path: &[u32], row: &mut [f32]) {
        row.fill(0.0);
        let Some(core) = self.row else { return };
        row[3] = if first < core as i32 { -1.0 } else { f32::from(first >= page.end[core]) };
        let holds_core = |&&ancestor: &&u32| ancestor as usize <= core && core < page.end[ancestor as usize] as usize;
        if let Some((level, &ancestor)) = path.iter().enumerate().find(|(_, ancestor)| holds_core(ancestor)) {
            row[0] = level as f32;
            row[1] = levels_between(page, core, ancestor as usize);
            row[2] = self.words / sums.under(page, ancestor as usize).words().max(1.0);
        }
    }
}

fn levels_between(page: &Page, mut row: usize, ancestor: usize) -> f32 {
    let mut levels = 0.0;
    while row != ancestor && page.parent[row] >= 0 && levels < HIGHEST as f32 {
        row = page.parent[row] as usize;
        levels += 1.0;
    }
    levels
}

fn find(page: &Page, links: &[f32]) -> Option<usize> {
    let mut given = vec![0.0f32; page.tag.len()];
    for (block, &linked) in links.iter().enumerate() {
        let words = page.block_size(block);
        if words < RUNNING || linked > LINKED * words {
            continue;
        }
        for (ancestor, weight) in page.up(block).skip(1).zip([1.0, 0.5]) {
            given[ancestor] += weight * (words - linked);
        }
    }
    let best = (0..given.len()).max_by(|&a, &b| given[a].total_cmp(&given[b]).then(b.cmp(&a)));
    best.filter(|&best| given[best] > 0.0)
}
