//! An outline: the tree of slots that the pages of one template share. Walking a page finds each row's slot.
//!
//! In words: the root of a page is in slot 0. An element is in the first child of its parent's slot that has its tag
//! and whose mark it bears: an id or class token, an ordinal among siblings of the tag, or none. Where no child fits, or the parent is in no
//! slot, the element is in none (-1).

use std::collections::HashMap;

use crate::attributes::AttributeColumns;
use crate::names::{KNOWN_NAMES, NameId, Names};

/// What an element must bear to be in a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// Tags and tokens as numbers of the outline's own; 0 is none of them.
#[derive(Debug, Default)]
struct Vocabulary(HashMap<Box<str>, u32>);

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
    tokens: Vocabulary,
    has_masked: bool,
}

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
            tokens: Vocabulary::default(),
            has_masked: marks.iter().any(|mark| mark.contains(DIGITS)),
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
        Ok(outline)
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
    pub fn walk(&self, columns: &Columns<'_>) -> Vec<i32> {
        let tags = self.page_tags(columns.names);
        let tokens: Vec<(u32, u32)> = columns.attributes.tokens.iter().map(|token| self.forms(token)).collect();
        let mut found = vec![-1; columns.tag.len()];
        for row in 0..found.len() {
            let tag = tags.get(columns.tag[row] as usize).copied().unwrap_or(0);
            if tag == 0 {
                continue;
            }
            let Ok(parent) = usize::try_from(columns.parent[row]) else {
                found[row] = if self.slots.first().is_some_and(|root| root.tag == tag) { 0 } else { -1 };
                continue;
            };
            let Ok(slot) = usize::try_from(found[parent]) else { continue };
            let bears = |&&child: &&u32| {
                let slot = &self.slots[child as usize];
                slot.tag == tag && bears(slot.mark, row, columns, &tokens)
            };
            found[row] = self.slots[slot].children.iter().find(bears).map_or(-1, |&child| child as i32);
        }
        found
    }

    /// The outline's numbers of a page's tags; texts are in no slot.
    fn page_tags(&self, names: &Names) -> Vec<u32> {
        let known = KNOWN_NAMES.iter().map(|name| self.tags.number(name));
        let added = names.added().iter().map(|name| self.tags.number(name));
        let mut tags: Vec<u32> = known.chain(added).take(NameId::MAX as usize).collect();
        tags[0] = 0;
        tags
    }

    /// A token as it is and with its digits masked.
    fn forms(&self, token: &str) -> (u32, u32) {
        let has_digits = self.has_masked && token.bytes().any(|byte| byte.is_ascii_digit());
        (self.tokens.number(token), if has_digits { self.tokens.number(&mask(token)) } else { 0 })
    }
}

const DIGITS: &str = "\\d+";

/// A token with every run of digits as `\d+`.
fn mask(token: &str) -> String {
    let mut masked = String::with_capacity(token.len() + DIGITS.len());
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
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::parse_text;

    fn walk(html: &str, slots: &[(i32, &str, &str)]) -> Vec<i32> {
        let limits = Limits { bytes: 1 << 20, nodes: 1 << 16, depth: 100, seconds: 10.0 };
        let table = parse_text(html, &limits).expect("a small page");
        let parents: Vec<i32> = slots.iter().map(|slot| slot.0).collect();
        let tags: Vec<String> = slots.iter().map(|slot| slot.1.to_owned()).collect();
        let marks: Vec<String> = slots.iter().map(|slot| slot.2.to_owned()).collect();
        let outline = Outline::new(&parents, &tags, &marks).expect("a sound outline");
        outline.walk(&Columns {
            tag: &table.tag,
            parent: &table.parent,
            nth: &table.nth,
            id_token: &table.attributes.id_token,
            class_start: &table.attributes.class_start,
            class_token: &table.attributes.class_token,
            attributes: &table.attributes,
            names: &table.names,
        })
    }

    const PAGE: [(i32, &str, &str); 2] = [(-1, "html", ""), (0, "body", "")];

    #[test]
    fn the_first_fitting_child_is_the_slot() {
        let slots = [&PAGE[..], &[(1, "p", ".lead"), (1, "p", "#post-\\d+"), (1, "p", "[4]"), (1, "p", "")]].concat();
        let html = "<p class='a lead'><p id=post-17><p><p><b>";
        // html head body, then the paragraphs and an element that the outline does not know.
        assert_eq!(walk(html, &slots), [0, -1, 1, 2, 3, 5, 4, -1]);
    }

    #[test]
    fn custom_elements_are_found_by_name() {
        let slots = [&PAGE[..], &[(1, "x-post", "")]].concat();
        assert_eq!(walk("<x-post>text", &slots), [0, -1, 1, 2, -1]);
    }

    #[test]
    fn what_is_broken_is_said() {
        let strings = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert!(Outline::new(&[-1, 5], &strings(&["a", "b"]), &strings(&["", ""])).is_err());
        assert!(Outline::new(&[-1], &strings(&["a"]), &strings(&["?"])).is_err());
        assert!(Outline::new(&[-1], &[], &[]).is_err());
    }

    #[test]
    fn masks_runs_of_digits() {
        assert_eq!(mask("a-12-b3"), "a-\\d+-b\\d+");
    }
}
