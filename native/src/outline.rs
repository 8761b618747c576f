//! An outline: the tree of slots that the pages of one template share. Walking a page finds each row's slot.
//!
//! In words: the root of a page is in slot 0. An element is in the first child of its parent's slot that has its tag
//! and whose mark it bears: an id or class token, an ordinal among siblings of the tag, or none. Where no child fits, or the parent is in no
//! slot, the element is in none (-1).

use std::collections::HashMap;

use crate::attributes::AttributeColumns;
use crate::hash::hash_masked;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{KNOWN_NAMES, NameId, Names};

/// What an element must bear to be in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mark {
    Any,
    Nth(i32),
    Id(u32),
    Class(u32),
}

#[derive(Debug)]
struct Slot {
    tag: u32,
    mark: Mark,
    children: Vec<u32>,
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
}

/// Tags as numbers of the outline's own; 0 is none of them.
#[derive(Debug, Default)]
struct Vocabulary(HashMap<Box<str>, u32>);

/// Tokens as numbers of the outline's own, found by the hash that a page has of each token already.
#[derive(Debug, Default)]
struct Tokens {
    by_hash: HashMap<u64, Vec<(Box<str>, u32)>>,
    count: u32,
}

impl Tokens {
    /// The number of a token, new or not. A token with masked digits has the hash of the tokens that it stands for.
    fn add(&mut self, token: &str) -> u32 {
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
    fn forms(&self, token: &str, hash: u64) -> Result<(u32, u32), Tripped> {
        let Some(known) = self.by_hash.get(&hash) else { return Ok((0, 0)) };
        let number = |wanted: &str| known.iter().find(|(text, _)| &**text == wanted).map_or(0, |&(_, number)| number);
        let has_masked = known.iter().any(|(text, _)| text.contains(DIGITS));
        Ok((number(token), if has_masked { number(&mask(token)?) } else { 0 }))
    }
}

impl Vocabulary {
    fn add(&mut self, text: &str) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(text.into()).or_insert(next)
    }

    fn number(&self, text: &str) -> u32 {
        self.0.get(text).copied().unwrap_or(0)
    }
}

#[derive(Debug)]
pub struct Outline {
    slots: Vec<Slot>,
    tags: Vocabulary,
    /// The numbers of the tags that all pages know; a text's is 0.
    known_tags: Vec<u32>,
    tokens: Tokens,
    /// The first child with each tag and mark of the slots that have many: a walk does not look at them one by one.
    of_many: HashMap<(u32, u32, Mark), u32>,
}

/// A slot with more children has many.
const MANY: usize = 16;

/// The columns that a walk reads.
pub struct Columns<'a> {
    pub tag: &'a [u16],
    pub parent: &'a [i32],
    pub nth: &'a [i32],
    pub id_token: &'a [i32],
    pub class_start: &'a [i32],
    pub class_token: &'a [i32],
    pub attributes: &'a AttributeColumns,
    pub names: &'a Names,
}

impl Outline {
    /// Slots in any order in which parents come before their children; slot 0 is the root, with parent -1.
    /// A mark is empty, `#id`, `.class` (digits that vary as `\d+`) or `[ordinal]`.
    pub fn new(parents: &[i32], tags: &[String], marks: &[String]) -> Result<Self, String> {
        if parents.len() != tags.len() || parents.len() != marks.len() {
            return Err("as many parents as tags and marks are needed".to_owned());
        }
        let mut outline = Outline {
            slots: Vec::with_capacity(parents.len()),
            tags: Vocabulary::default(),
            known_tags: Vec::new(),
            tokens: Tokens::default(),
            of_many: HashMap::new(),
        };
        for (index, ((&parent, tag), mark)) in parents.iter().zip(tags).zip(marks).enumerate() {
            let slot = Slot { tag: outline.tags.add(tag), mark: outline.read_mark(mark)?, children: Vec::new() };
            outline.slots.push(slot);
            match usize::try_from(parent) {
                Ok(parent) if parent < index => outline.slots[parent].children.push(index as u32),
                Err(_) if index == 0 => {}
                _ => return Err(format!("slot {index} has no parent before it")),
            }
        }
        outline.known_tags = KNOWN_NAMES.iter().map(|name| outline.tags.number(name)).collect();
        outline.known_tags[0] = 0;
        outline.index_many();
        Ok(outline)
    }

    fn index_many(&mut self) {
        for (index, slot) in self.slots.iter().enumerate().filter(|(_, slot)| slot.children.len() > MANY) {
            for &child in &slot.children {
                let Slot { tag, mark, .. } = self.slots[child as usize];
                self.of_many.entry((index as u32, tag, mark)).or_insert(child);
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
    pub fn walk(&self, columns: &Columns<'_>, deadline: &mut Deadline) -> Result<Vec<i32>, Tripped> {
        let tags = self.page_tags(columns.names)?;
        let mut tokens = memory::with_room(columns.attributes.tokens.len())?;
        for (token, &hash) in columns.attributes.tokens.iter().zip(&columns.attributes.token_hashes) {
            tokens.push(self.tokens.forms(token, hash)?);
        }
        let mut found = memory::filled(-1, columns.tag.len())?;
        for row in 0..found.len() {
            deadline.check()?;
            let tag = tags.get(columns.tag[row] as usize).copied().unwrap_or(0);
            if tag == 0 {
                continue;
            }
            let Ok(parent) = usize::try_from(columns.parent[row]) else {
                found[row] = if self.slots.first().is_some_and(|root| root.tag == tag) { 0 } else { -1 };
                continue;
            };
            let Ok(slot) = usize::try_from(found[parent]) else { continue };
            found[row] = self.child(slot, tag, row, columns, &tokens).map_or(-1, |child| child as i32);
        }
        Ok(found)
    }

    /// The first child of a slot that a row of the tag is in.
    fn child(&self, slot: usize, tag: u32, row: usize, columns: &Columns<'_>, tokens: &[(u32, u32)]) -> Option<u32> {
        let children = &self.slots[slot].children;
        if children.len() <= MANY {
            let bears = |&child: &u32| {
                let slot = &self.slots[child as usize];
                slot.tag == tag && bears(slot.mark, row, columns, tokens)
            };
            return children.iter().copied().find(bears);
        }
        let forms = |token: i32| usize::try_from(token).ok().and_then(|token| tokens.get(token)).copied();
        let both = |(plain, masked): (u32, u32), mark: fn(u32) -> Mark| [mark(plain), mark(masked)];
        let ids = forms(columns.id_token[row]).into_iter().flat_map(|forms| both(forms, Mark::Id));
        let classes = columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
        let classes = columns.class_token[classes].iter().filter_map(|&token| forms(token));
        let classes = classes.flat_map(|forms| both(forms, Mark::Class));
        let marks = [Mark::Any, Mark::Nth(columns.nth[row])].into_iter().chain(ids).chain(classes);
        marks.filter_map(|mark| self.of_many.get(&(slot as u32, tag, mark)).copied()).min()
    }

    /// Whether columns belong to a page of so many rows and to this outline.
    pub fn check(&self, slots: &[i32], rows: usize, first: usize, second: usize) -> Result<(), &'static str> {
        let count = self.slots.len();
        if slots.len() != rows || slots.iter().any(|&slot| slot >= count as i32) {
            return Err("the slots are not those of this page and outline");
        }
        if first != count || second != count {
            return Err("as many flags as slots are needed");
        }
        Ok(())
    }

    /// The outline's numbers of a page's tags; texts are in no slot.
    fn page_tags(&self, names: &Names) -> Result<Vec<u32>, Tripped> {
        let added = names.added().iter().map(|name| self.tags.number(name));
        memory::collect(self.known_tags.iter().copied().chain(added).take(NameId::MAX as usize))
    }
}

/// The fit of a page whose rows are in the given slots. Slots below which pages are free, as bodies are, count for nothing.
pub fn fit(
    slots: &[i32],
    tag: &[u16],
    parent: &[i32],
    (usual, free): (&[bool], &[bool]),
    deadline: &mut Deadline,
) -> Result<Fit, Tripped> {
    let mut fit = Fit::default();
    let mut seen = memory::filled(false, usual.len())?;
    for (row, &slot) in slots.iter().enumerate() {
        deadline.check()?;
        if let Ok(slot) = usize::try_from(slot) {
            fit.known += usize::from(!free[slot]);
            fit.found += usize::from(usual[slot] && !std::mem::replace(&mut seen[slot], true));
        } else if tag[row] > 0 {
            let above = usize::try_from(parent[row]).ok().and_then(|above| usize::try_from(slots[above]).ok());
            fit.unknown += usize::from(above.is_some_and(|above| !free[above]));
        }
    }
    Ok(fit)
}

/// Which rows are kept: each as the nearest rule at or above it says, and not where there is none.
pub fn keep(
    slots: &[i32],
    tag: &[u16],
    parent: &[i32],
    rules: &[u8],
    deadline: &mut Deadline,
) -> Result<Vec<bool>, Tripped> {
    let mut kept = memory::filled(false, slots.len())?;
    let mut seen = memory::filled(false, rules.len())?;
    for (row, &slot) in slots.iter().enumerate() {
        deadline.check()?;
        let above = usize::try_from(parent[row]).ok();
        let inherited = above.is_some_and(|above| kept[above]);
        kept[row] = match usize::try_from(slot) {
            Ok(slot) if rules[slot] & rule::DROP > 0 => false,
            Ok(slot) if rules[slot] & rule::TITLE > 0 && !std::mem::replace(&mut seen[slot], true) => false,
            Ok(slot) => inherited || rules[slot] & rule::KEEP > 0,
            Err(_) if tag[row] > 0 => {
                let around = above.and_then(|above| usize::try_from(slots[above]).ok());
                inherited || around.is_some_and(|around| rules[around] & rule::AROUND > 0)
            }
            Err(_) => inherited,
        };
    }
    Ok(kept)
}

const DIGITS: &str = "\\d+";

/// A token with every run of digits as `\d+`.
fn mask(token: &str) -> Result<String, Tripped> {
    let mut masked = String::new();
    masked.try_reserve(DIGITS.len() * token.len())?;
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
    Ok(masked)
}

fn bears(mark: Mark, row: usize, columns: &Columns<'_>, tokens: &[(u32, u32)]) -> bool {
    let has = |token: i32, wanted: u32| {
        let forms = usize::try_from(token).ok().and_then(|token| tokens.get(token));
        forms.is_some_and(|&(plain, masked)| plain == wanted || masked == wanted)
    };
    match mark {
        Mark::Any => true,
        Mark::Nth(ordinal) => columns.nth[row] == ordinal,
        Mark::Id(wanted) => has(columns.id_token[row], wanted),
        Mark::Class(wanted) => {
            let classes = columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
            columns.class_token[classes].iter().any(|&token| has(token, wanted))
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/outline.rs"]
mod tests;
