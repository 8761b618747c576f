//! Where new elements and text go, as a part of the tree builder.

use super::open_elements::*;
use super::tokenizer::{Content, Tag};
use super::tree_builder::{Mode, TreeBuilder};
use crate::arena::{Attribute, NONE, Namespace, NodeId, Span};
use crate::names::{NameId, name};
use limits::{COPIED_ATTRIBUTE_BYTES, COPIED_CLASS_BYTES, COPY_BYTES};

/// A place in the tree.
#[derive(Clone, Copy)]
pub enum Place {
    LastIn(NodeId),
    Before(NodeId),
}

impl TreeBuilder<'_> {
    /// The place for what is meant to be put into `target`: content that a table cannot hold goes before the table.
    #[inline]
    pub fn place_in(&self, target: Open) -> Place {
        if self.fostering && target.has(FOSTERS) { self.foster_place() } else { Place::LastIn(target.node) }
    }

    fn foster_place(&self) -> Place {
        for (index, open) in self.open.downwards() {
            if open.is(name::TEMPLATE) {
                return Place::LastIn(open.node);
            }
            if open.is(name::TABLE) {
                return match self.arena.nodes[open.node as usize].parent {
                    NONE => Place::LastIn(self.open.get(index.wrapping_sub(1)).node),
                    _ => Place::Before(open.node),
                };
            }
        }
        Place::LastIn(self.open.get(0).node)
    }

    #[inline]
    pub fn put(&mut self, node: NodeId, place: Place) {
        match place {
            Place::LastIn(parent) => self.arena.append(parent, node),
            Place::Before(sibling) => self.arena.insert_before(sibling, node),
        }
    }

    #[inline]
    pub fn insert_text(&mut self, span: Span) {
        match self.place_in(self.open.current()) {
            Place::LastIn(parent) => self.arena.append_text(parent, span),
            Place::Before(sibling) => self.arena.insert_text_before(sibling, span),
        }
    }

    /// A new HTML element for `tag`, not yet in the tree.
    #[inline]
    pub fn create(&mut self, tag: Tag) -> NodeId {
        self.arena.create_element(tag.name, Namespace::Html, tag.first_attribute, tag.last_attribute)
    }

    /// A copy of a formatting element, not yet in the tree. Copies are what can make a page larger than its bytes, so
    /// that they are counted.
    pub fn create_copy(&mut self, tag: Tag) -> NodeId {
        let attributes = &self.arena.attributes[tag.attributes()];
        let size = |attribute: &Attribute| match attribute.name {
            name::CLASS => COPIED_CLASS_BYTES * attribute.value.len(),
            _ => attribute.value.len(),
        };
        let values: usize = attributes.iter().map(size).sum();
        let bytes = COPY_BYTES + COPIED_ATTRIBUTE_BYTES * attributes.len() + values;
        self.copied_bytes = self.copied_bytes.saturating_add(bytes);
        let node = self.create(tag);
        self.arena.nodes[node as usize].is_copy = true;
        node
    }

    /// Inserts an HTML element that stays closed.
    #[inline]
    pub fn insert_closed(&mut self, tag: Tag) -> NodeId {
        let place = self.place_in(self.open.current());
        let node = self.create(tag);
        self.put(node, place);
        node
    }

    /// Inserts an HTML element and opens it.
    #[inline]
    pub fn insert(&mut self, tag: Tag) -> NodeId {
        let node = self.insert_closed(tag);
        self.open.push(Open::html(node, tag.name));
        node
    }

    /// Inserts and opens an HTML element that the page does not write but implies.
    pub fn insert_implied(&mut self, name: NameId) -> NodeId {
        self.insert(Tag::implied(name))
    }

    /// Inserts an element whose content is text alone and reads on up to its end tag.
    pub fn insert_raw(&mut self, tag: Tag, content: Content) {
        self.insert(tag);
        self.tokenizer.enter(content, tag.name);
        self.tokenizer.in_noscript = self.noscript_ends_raw_text && self.behind_noscript;
        self.original_mode = self.mode;
        self.mode = Mode::Text;
    }
}
