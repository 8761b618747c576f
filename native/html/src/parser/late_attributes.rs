//! Attributes that repeated `<html>` and `<body>` tags add to the first ones.
//!
//! They are collected and joined to their element once, at the end: moving the element's attributes at every tag would
//! let a hostile page fill the memory.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::tokenizer::Tag;
use crate::arena::{Arena, Attribute, NodeId};
use crate::names::NameId;

#[derive(Default)]
struct Late {
    names: HashSet<NameId>,
    added: Vec<Attribute>,
}

#[derive(Default)]
pub struct LateAttributes {
    elements: HashMap<NodeId, Late>,
}

impl LateAttributes {
    /// Gives `element` those attributes of `tag` that it does not have yet.
    pub fn add(&mut self, arena: &Arena, element: NodeId, tag: Tag) {
        self.elements.reserve(1);
        let late = match self.elements.entry(element) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let own = arena.attributes_of(element);
                let mut names = HashSet::new();
                names.reserve(own.len());
                names.extend(own.iter().map(|attribute| attribute.name));
                free.insert(Late { names, added: Vec::new() })
            }
        };
        for attribute in &arena.attributes[tag.attributes()] {
            late.names.reserve(1);
            if late.names.insert(attribute.name) {
                late.added.push(*attribute);
            }
        }
    }

    /// Joins what was collected to the elements.
    pub fn finish(self, arena: &mut Arena) {
        for (element, late) in self.elements.into_iter().filter(|(_, late)| !late.added.is_empty()) {
            let node = arena.nodes[element as usize];
            let own = node.first_item as usize..node.last_item as usize;
            let first = arena.attributes.len();
            arena.attributes.reserve(own.len() + late.added.len());
            arena.attributes.extend_from_within(own);
            arena.attributes.extend(late.added);
            let node = &mut arena.nodes[element as usize];
            (node.first_item, node.last_item) = (first as u32, arena.attributes.len() as u32);
        }
    }
}
