//! An outline: the tree of slots that the pages of one template share. Walking a page finds each row's slot.
//!
//! In words: the root of a page is in slot 0. An element is in the first child of its parent's slot that has its tag
//! and whose mark it bears: an id or class token, an ordinal among siblings of the tag, or none. Where no child fits, or the parent is in no
//! slot, the element is in none (-1).
//!
//! The tags and tokens of an outline as numbers of its own.

use std::collections::HashMap;

use html::names::{KNOWN_NAMES, NameId};
use html::page_view::PageView;
use text::hash::{OfHashes, hash_masked};

/// What an element must bear to be in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mark {
    Any,
    Nth(i32),
    Id(u32),
    Class(u32),
}

/// A slot as its parent knows it.
#[derive(Clone, Copy, Debug)]
struct Child {
    tag: u32,
    mark: Mark,
    slot: u32,
}

/// The children of a slot: a range of `Outline::children`.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    first: u32,
    last: u32,
}

/// How much of an outline a page has, and how much of a page an outline has.
#[derive(Debug, Default, PartialEq)]
pub struct Fit {
    /// Usual slots that the page has.
    pub found: usize,
    /// Elements in slots that are not free.
    pub known: usize,
    /// Elements in no slot whose parents are in slots that are not free.
    pub unknown: usize,
}

/// What a rule says of a slot's elements and of all below them, up to the next rule.
pub mod rule {
    pub const KEEP: u8 = 1;
    pub const DROP: u8 = 2;
    /// The first element is dropped.
    pub const TITLE: u8 = 4;
    /// Elements in no slot right below are kept.
    pub const AROUND: u8 = 8;
    /// Nearly every page has it.
    pub const USUAL: u8 = 16;
    /// Pages are free below it, as in bodies: it counts for nothing in the fit.
    pub const FREE: u8 = 32;
}

/// What one walk of a page finds by the rules of a template.
pub struct Reading {
    pub slots: Vec<i32>,
    pub fit: Fit,
    /// Which rows are kept: each as the nearest rule at or above it says, and not where there is none.
    pub kept: Vec<bool>,
}

#[derive(Debug)]
pub struct Outline {
    root_tag: u32,
    /// The children of every slot, those of one slot together, in their order.
    children: Vec<Child>,
    ranges: Vec<Range>,
    tags: Vocabulary,
    /// The numbers of the tags that all pages know; a text's is 0.
    known_tags: Vec<u32>,
    tokens: Tokens,
    /// The first child with each tag and mark of the slots that have many: a walk does not look at them one by one.
    of_many: HashMap<(u32, u32, Mark), u32>,
}

/// A slot with more children has many.
const MANY: usize = 16;

impl Outline {
    /// Slots in any order in which parents come before their children; slot 0 is the root, with parent -1.
    /// A mark is empty, `#id`, `.class` (digits that vary as `\d+`) or `[ordinal]`.
    pub fn new(parents: &[i32], tags: &[String], marks: &[String]) -> Result<Self, String> {
        if parents.len() != tags.len() || parents.len() != marks.len() {
            return Err("as many parents as tags and marks are needed".to_owned());
        }
        let mut outline = Outline {
            root_tag: 0,
            children: Vec::new(),
            ranges: vec![Range::default(); parents.len()],
            tags: Vocabulary::default(),
            known_tags: Vec::new(),
            tokens: Tokens::default(),
            of_many: HashMap::new(),
        };
        let mut by_parent = Vec::new();
        for (index, ((&parent, tag), mark)) in parents.iter().zip(tags).zip(marks).enumerate() {
            let child = Child { tag: outline.tags.add(tag), mark: outline.read_mark(mark)?, slot: index as u32 };
            match usize::try_from(parent) {
                Ok(parent) if parent < index => by_parent.push((parent, child)),
                Err(_) if index == 0 => outline.root_tag = child.tag,
                _ => return Err(format!("slot {index} has no parent before it")),
            }
        }
        outline.add_children(by_parent);
        outline.known_tags = KNOWN_NAMES.iter().map(|name| outline.tags.number(name)).collect();
        outline.known_tags[0] = 0;
        outline.index_many();
        Ok(outline)
    }

    fn add_children(&mut self, mut by_parent: Vec<(usize, Child)>) {
        by_parent.sort_by_key(|&(parent, _)| parent); // stable: siblings stay in their order
        self.children = by_parent.iter().map(|&(_, child)| child).collect();
        for (place, &(parent, _)) in by_parent.iter().enumerate() {
            let range = &mut self.ranges[parent];
            if range.last == 0 {
                range.first = place as u32;
            }
            range.last = place as u32 + 1;
        }
    }

    fn children(&self, slot: usize) -> &[Child] {
        let Range { first, last } = self.ranges[slot];
        &self.children[first as usize..last as usize]
    }

    fn index_many(&mut self) {
        for slot in 0..self.ranges.len() {
            let Range { first, last } = self.ranges[slot];
            let children = &self.children[first as usize..last as usize];
            if children.len() > MANY {
                for &Child { tag, mark, slot: child } in children {
                    self.of_many.entry((slot as u32, tag, mark)).or_insert(child);
                }
            }
        }
    }

    fn read_mark(&mut self, mark: &str) -> Result<Mark, String> {
        if mark.is_empty() {
            return Ok(Mark::Any);
        }
        if let Some(id) = mark.strip_prefix('#') {
            return Ok(Mark::Id(self.tokens.add(id)));
        }
        if let Some(class) = mark.strip_prefix('.') {
            return Ok(Mark::Class(self.tokens.add(class)));
        }
        let ordinal = mark.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let ordinal = ordinal.and_then(|digits| digits.parse().ok());
        ordinal.map(Mark::Nth).ok_or_else(|| format!("{mark:?} is no mark"))
    }

    /// The slot of every row; -1 where it is in none, as texts always are.
    pub fn walk(&self, page: &PageView) -> Vec<i32> {
        let (tags, tokens) = (self.page_tags(page), self.page_tokens(page));
        let mut found = vec![-1; page.tag.len()];
        for row in 0..found.len() {
            limits::tick(1);
            found[row] = self.slot_of(row, &found, page, &tags, &tokens);
        }
        found
    }

    /// Slots, fit and what is kept in one walk; `flags` are those of every slot, added up.
    pub fn read(&self, page: &PageView, flags: &[u8]) -> Reading {
        let (tags, tokens) = (self.page_tags(page), self.page_tokens(page));
        let rows = page.tag.len();
        let mut reading = Reading { slots: vec![-1; rows], fit: Fit::default(), kept: vec![false; rows] };
        let (mut is_found, mut is_title_seen) = (vec![false; flags.len()], vec![false; flags.len()]);
        for row in 0..rows {
            limits::tick(1);
            let slot = self.slot_of(row, &reading.slots, page, &tags, &tokens);
            reading.slots[row] = slot;
            let above = usize::try_from(page.parent[row]).ok();
            let flags_above =
                above.and_then(|above| usize::try_from(reading.slots[above]).ok()).map(|slot| flags[slot]);
            let inherited = above.is_some_and(|above| reading.kept[above]);
            reading.kept[row] = if let Ok(slot) = usize::try_from(slot) {
                reading.fit.known += usize::from(flags[slot] & rule::FREE == 0);
                let is_usual = flags[slot] & rule::USUAL > 0;
                reading.fit.found += usize::from(is_usual && !std::mem::replace(&mut is_found[slot], true));
                is_kept(flags[slot], inherited, &mut is_title_seen[slot])
            } else if page.tag[row] > 0 {
                reading.fit.unknown += usize::from(flags_above.is_some_and(|flags| flags & rule::FREE == 0));
                inherited || flags_above.is_some_and(|flags| flags & rule::AROUND > 0)
            } else {
                inherited
            };
        }
        reading
    }

    /// The slot of a row, where those of the rows before it are known.
    #[inline]
    fn slot_of(&self, row: usize, found: &[i32], page: &PageView, tags: &[u32], tokens: &[(u32, u32)]) -> i32 {
        let tag = tags.get(page.tag[row] as usize).copied().unwrap_or(0);
        if tag == 0 {
            return -1;
        }
        let Ok(parent) = usize::try_from(page.parent[row]) else {
            return if self.root_tag == tag { 0 } else { -1 };
        };
        let Ok(slot) = usize::try_from(found[parent]) else { return -1 };
        self.child(slot, tag, row, page, tokens).map_or(-1, |child| child as i32)
    }

    /// The outline's numbers of a page's tokens.
    fn page_tokens(&self, page: &PageView) -> Vec<(u32, u32)> {
        let tokens = page.attributes.tokens.iter().zip(&page.attributes.token_hashes);
        tokens.map(|(token, &hash)| self.tokens.forms(token, hash)).collect()
    }

    /// The first child of a slot that a row of the tag is in.
    fn child(&self, slot: usize, tag: u32, row: usize, page: &PageView, tokens: &[(u32, u32)]) -> Option<u32> {
        let children = self.children(slot);
        if children.len() <= MANY {
            let bears = |child: &&Child| child.tag == tag && bears(child.mark, row, page, tokens);
            return children.iter().find(bears).map(|child| child.slot);
        }
        let forms = |token: i32| usize::try_from(token).ok().and_then(|token| tokens.get(token)).copied();
        let both = |(plain, masked): (u32, u32), mark: fn(u32) -> Mark| [mark(plain), mark(masked)];
        let ids = forms(page.id_token[row]).into_iter().flat_map(|forms| both(forms, Mark::Id));
        let classes = page.class_tokens(row).iter().filter_map(|&token| forms(token));
        let classes = classes.flat_map(|forms| both(forms, Mark::Class));
        let marks = [Mark::Any, Mark::Nth(page.nth[row])].into_iter().chain(ids).chain(classes);
        marks.filter_map(|mark| self.of_many.get(&(slot as u32, tag, mark)).copied()).min()
    }

    /// Whether there is a flag for every slot.
    pub fn check_flags(&self, flags: &[u8]) -> Result<(), &'static str> {
        if flags.len() == self.ranges.len() { Ok(()) } else { Err("as many flags as slots are needed") }
    }

    /// The outline's numbers of a page's tags; texts are in no slot.
    fn page_tags(&self, page: &PageView) -> Vec<u32> {
        let added = page.names.added().iter().map(|name| self.tags.number(name));
        self.known_tags.iter().copied().chain(added).take(NameId::MAX as usize).collect::<Vec<_>>()
    }
}

/// The blocks that begin at kept rows, in document order, hidden ones left out.
pub fn kept_blocks(page: &PageView, kept: &[bool]) -> Vec<i64> {
    let is_kept = |&block: &usize| kept[page.block_first[block] as usize] && !page.block_hidden[block];
    (0..page.block_first.len()).filter(is_kept).map(|block| block as i64).collect()
}

/// Whether an element in a slot is kept, where what is above it is known.
#[inline]
fn is_kept(rules: u8, inherited: bool, is_title_seen: &mut bool) -> bool {
    if rules & rule::DROP > 0 || (rules & rule::TITLE > 0 && !std::mem::replace(is_title_seen, true)) {
        return false;
    }
    inherited || rules & rule::KEEP > 0
}

fn bears(mark: Mark, row: usize, page: &PageView, tokens: &[(u32, u32)]) -> bool {
    let has = |token: i32, wanted: u32| {
        let forms = usize::try_from(token).ok().and_then(|token| tokens.get(token));
        forms.is_some_and(|&(plain, masked)| plain == wanted || masked == wanted)
    };
    match mark {
        Mark::Any => true,
        Mark::Nth(ordinal) => page.nth[row] == ordinal,
        Mark::Id(wanted) => has(page.id_token[row], wanted),
        Mark::Class(wanted) => page.class_tokens(row).iter().any(|&token| has(token, wanted)),
    }
}

#[cfg(test)]
#[path = "../tests/unit/outline.rs"]
mod tests;

/// Tags as numbers of the outline's own; 0 is none of them.
#[derive(Debug, Default)]
pub struct Vocabulary(HashMap<Box<str>, u32>);

/// Tokens as numbers of the outline's own, found by the hash that a page has of each token already.
#[derive(Debug, Default)]
pub struct Tokens {
    by_hash: HashMap<u64, Vec<(Box<str>, u32)>, OfHashes>,
    count: u32,
}

impl Tokens {
    /// The number of a token, new or not. A token with masked digits has the hash of the tokens that it stands for.
    pub fn add(&mut self, token: &str) -> u32 {
        let hash = hash_masked(&token.replace(DIGITS, "0"));
        let known = self.by_hash.entry(hash).or_default();
        if let Some((_, number)) = known.iter().find(|(text, _)| &**text == token) {
            return *number;
        }
        self.count += 1;
        known.push((token.into(), self.count));
        self.count
    }

    /// The numbers of a page's token: as it is, and with its digits masked.
    pub fn forms(&self, token: &str, hash: u64) -> (u32, u32) {
        let Some(known) = self.by_hash.get(&hash) else { return (0, 0) };
        let number = |wanted: &str| known.iter().find(|(text, _)| &**text == wanted).map_or(0, |&(_, number)| number);
        let has_masked = known.iter().any(|(text, _)| text.contains(DIGITS));
        (number(token), if has_masked { number(&mask(token)) } else { 0 })
    }
}

impl Vocabulary {
    pub fn add(&mut self, text: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(text.into()).or_insert(next)
    }

    pub fn number(&self, text: &str) -> u32 {
        self.0.get(text).copied().unwrap_or(0)
    }
}

const DIGITS: &str = "\\d+";

/// A token with every run of digits as `\d+`.
pub fn mask(token: &str) -> String {
    let mut masked = String::new();
    masked.reserve(DIGITS.len() * token.len());
    let mut in_digits = false;
    for letter in token.chars() {
        let is_digit = letter.is_ascii_digit();
        if is_digit && !in_digits {
            masked.push_str(DIGITS);
        } else if !is_digit {
            masked.push(letter);
        }
        in_digits = is_digit;
    }
    masked
}
