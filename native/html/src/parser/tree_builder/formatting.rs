//! The list of active formatting elements (`b`, `i`, `a`...) and the repair of tags that cross each other, as a part of
//! the tree builder.

use std::num::NonZeroU64;

use super::TreeBuilder;
use crate::arena::{NONE, NodeId};
use crate::names::NameId;
use crate::parser::open_elements::Open;
use crate::parser::open_elements::SCOPE;
use crate::parser::tokenizer::Tag;
use text::hash::{any_seed, hash_bytes, mix, spread};

/// A formatting element and the tag it came from, or a marker (no node) that divides the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    node: NodeId,
    tag: Tag,
    /// A hash of the tag's attributes in any order, once it was asked for.
    attributes: Option<NonZeroU64>,
}

impl Entry {
    fn is_marker(self) -> bool {
        self.node == NONE
    }
}

/// As many identical elements stay active at once.
const IDENTICAL: usize = 3;
/// An end tag repairs so many crossings.
const REPAIRS: usize = 8;
/// So many elements between the formatting element and the block are copied into the block.
const COPIES: usize = 3;

#[derive(Default)]
pub struct Formatting {
    entries: Vec<Entry>,
    /// Of the hashes of attributes, so that no page can make them equal.
    seed: Option<u64>,
}

impl Formatting {
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Makes room for so many entries.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        self.entries.reserve(count)
    }

    pub fn push_marker(&mut self) {
        self.entries.push(Entry { node: NONE, tag: Tag::implied(0), attributes: None });
    }

    pub fn clear_to_marker(&mut self) {
        while self.entries.pop().is_some_and(|entry| !entry.is_marker()) {}
    }

    #[inline]
    fn position(&self, node: NodeId) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    pub fn remove_node(&mut self, node: NodeId) {
        if let Some(index) = self.position(node) {
            self.entries.remove(index);
        }
    }

    /// The entries behind the last marker, the newest first, with their indexes.
    fn active(&self) -> impl Iterator<Item = (usize, Entry)> + '_ {
        self.entries.iter().copied().enumerate().rev().take_while(|(_, entry)| !entry.is_marker())
    }

    fn newest_named(&self, name: NameId) -> Option<(usize, Entry)> {
        self.active().find(|(_, entry)| entry.tag.name == name)
    }

    /// The element of the newest active entry of this name.
    pub fn newest_node_named(&self, name: NameId) -> Option<NodeId> {
        self.newest_named(name).map(|(_, entry)| entry.node)
    }
}

impl TreeBuilder<'_> {
    /// Opens again the active formatting elements that a block has closed.
    #[inline]
    pub fn reconstruct_formatting(&mut self) {
        if self.formatting.entries.last().is_some_and(|last| !self.is_marker_or_open(*last)) {
            self.reopen_formatting();
        }
    }

    fn is_marker_or_open(&self, entry: Entry) -> bool {
        entry.is_marker() || self.open.position(entry.node).is_some()
    }

    fn reopen_formatting(&mut self) {
        let closed = self.formatting.entries.iter().rev().take_while(|entry| !self.is_marker_or_open(**entry)).count();
        let count = self.formatting.entries.len();
        for index in count - closed..count {
            let tag = self.formatting.entries[index].tag;
            let place = self.place_in(self.open.current());
            let node = self.create_copy(tag);
            self.put(node, place);
            self.open.push(Open::html(node, tag.name));
            self.formatting.entries[index].node = node;
        }
    }

    /// Inserts a formatting element and makes it active; of too many identical ones the oldest stops being active.
    pub fn insert_formatting(&mut self, tag: Tag) {
        let mut new = Entry { node: NONE, tag, attributes: None };
        let mut identical = 0;
        let mut oldest = None;
        for index in (0..self.formatting.entries.len()).rev() {
            if self.formatting.entries[index].is_marker() {
                break;
            }
            if self.is_identical(&mut new, index) {
                identical += 1;
                oldest = Some(index);
            }
        }
        if let Some(index) = oldest.filter(|_| identical >= IDENTICAL) {
            self.formatting.entries.remove(index);
        }
        new.node = self.insert(tag);
        self.formatting.entries.push(new);
    }

    /// Whether a new entry has the same name as the one at `index`, and the same attributes in any order.
    ///
    /// Hashes, made once a tag, part what differs: a page may hold thousands of tags with thousands of attributes.
    fn is_identical(&mut self, new: &mut Entry, index: usize) -> bool {
        let other = self.formatting.entries[index];
        let (mine, theirs) = (new.tag.attributes(), other.tag.attributes());
        if new.tag.name != other.tag.name || mine.len() != theirs.len() {
            return false;
        }
        if mine.is_empty() {
            return true;
        }
        let own = new.attributes.unwrap_or_else(|| self.hash_attributes(new.tag));
        let known = other.attributes.unwrap_or_else(|| self.hash_attributes(other.tag));
        (new.attributes, self.formatting.entries[index].attributes) = (Some(own), Some(known));
        own == known
    }

    /// A hash of a tag's attributes that their order does not change.
    fn hash_attributes(&mut self, tag: Tag) -> NonZeroU64 {
        let seed = *self.formatting.seed.get_or_insert_with(any_seed);
        let attributes = &self.arena.attributes[tag.attributes()];
        let sum = attributes.iter().fold(seed, |sum, attribute| {
            let value = hash_bytes(self.arena.text(attribute.value).as_bytes(), seed);
            sum.wrapping_add(spread(mix(value, u64::from(attribute.name)), seed) as u64)
        });
        NonZeroU64::new(sum).unwrap_or(NonZeroU64::MIN)
    }

    /// Ends a formatting element whose tags may cross those of other elements (the "adoption agency").
    pub fn end_formatting(&mut self, name: NameId) {
        let current = self.open.current();
        if current.is(name) && self.formatting.position(current.node).is_none() {
            self.open.pop();
            return;
        }
        for _ in 0..REPAIRS {
            if !self.end_formatting_once(name) {
                return;
            }
        }
    }

    /// One round of `end_formatting`; whether there may be more to repair.
    fn end_formatting_once(&mut self, name: NameId) -> bool {
        let Some((index, entry)) = self.formatting.newest_named(name) else {
            self.end_any_element(name);
            return false;
        };
        let Some(position) = self.open.position(entry.node) else {
            self.formatting.entries.remove(index);
            return false;
        };
        if !self.open.any_in_scope(SCOPE, |open| open.node == entry.node) {
            return false;
        }
        let Some(block_position) = self.open.first_special_from(position) else {
            self.open.truncate(position);
            self.formatting.entries.remove(index);
            return false;
        };
        let block = self.open.get(block_position);
        let ancestor = self.open.get(position.wrapping_sub(1));
        let (top, bookmark) = self.copy_between(entry.node, block_position, block.node);
        self.arena.detach(top);
        let place = self.place_in(ancestor);
        self.put(top, place);
        self.move_into_block(entry, block, bookmark);
        true
    }

    /// Wraps the block into copies of the formatting elements between it and `outer`; other elements there are closed.
    ///
    /// Returns the outermost copy (the block itself where there is none) and the innermost one.
    fn copy_between(&mut self, outer: NodeId, block_position: usize, block: NodeId) -> (NodeId, Option<NodeId>) {
        let mut top = block;
        let mut innermost = None;
        for (round, position) in (0..block_position).rev().enumerate() {
            let node = self.open.get(position).node;
            if node == outer {
                break;
            }
            let listed = self.formatting.position(node);
            match listed {
                Some(index) if round < COPIES => {
                    let copy = self.create_copy(self.formatting.entries[index].tag);
                    self.open.replace(position, copy);
                    self.formatting.entries[index].node = copy;
                    innermost = innermost.or(Some(copy));
                    self.arena.detach(top);
                    self.arena.append(copy, top);
                    top = copy;
                }
                _ => {
                    self.formatting.remove_node(node);
                    self.open.remove(position);
                }
            }
        }
        (top, innermost)
    }

    /// Replaces the formatting element by a copy of it that holds everything in the block.
    fn move_into_block(&mut self, entry: Entry, block: Open, bookmark: Option<NodeId>) {
        let copy = self.create_copy(entry.tag);
        self.arena.reparent_children(block.node, copy);
        self.arena.append(block.node, copy);
        let replaced = Entry { node: copy, ..entry };
        match bookmark.and_then(|node| self.formatting.position(node)) {
            Some(index) => {
                self.formatting.entries.insert(index + 1, replaced);
                self.formatting.remove_node(entry.node);
            }
            None => {
                if let Some(index) = self.formatting.position(entry.node) {
                    self.formatting.entries[index] = replaced;
                }
            }
        }
        self.open.remove_node(entry.node);
        if let Some(position) = self.open.position(block.node) {
            self.open.insert(position + 1, Open::html(copy, entry.tag.name));
        }
    }
}
