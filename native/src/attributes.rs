//! Attributes as columns: class and id tokens as numbers, every other attribute as a span to look up.

use std::collections::HashMap;

use crate::arena::{Arena, NodeId};
use crate::hash::{hash_masked, mix};
use crate::names::{NameId, name};

/// The attributes of all rows. `start[row] .. start[row + 1]` are a row's entries in `names` and `spans`.
#[derive(Default)]
pub struct AttributeColumns {
    pub step: Vec<u64>,
    pub set: Vec<u64>,
    pub id_token: Vec<i32>,
    pub class_start: Vec<i32>,
    pub class_token: Vec<i32>,
    pub tokens: Vec<Box<str>>,
    start: Vec<u32>,
    names: Vec<NameId>,
    spans: Vec<(u32, u32)>,
    values: String,
    token_numbers: HashMap<Box<str>, i32>,
    /// Of each token the hash with its digits masked.
    pub token_hashes: Vec<u64>,
}

impl AttributeColumns {
    pub fn with_capacity(arena: &Arena) -> Self {
        let (rows, attributes) = (arena.nodes.len(), arena.attributes.len());
        let mut columns = AttributeColumns {
            step: Vec::with_capacity(rows),
            set: Vec::with_capacity(rows),
            id_token: Vec::with_capacity(rows),
            class_start: Vec::with_capacity(rows + 1),
            start: Vec::with_capacity(rows + 1),
            names: Vec::with_capacity(attributes),
            spans: Vec::with_capacity(attributes),
            values: String::with_capacity(arena.input.len() / 4),
            ..AttributeColumns::default()
        };
        columns.start.push(0);
        columns.class_start.push(0);
        columns
    }

    /// The row of an element. `step` is its tag with its classes, `set` its tag's attribute names; the order of
    /// classes and of attributes does not matter.
    pub fn add_element(&mut self, arena: &Arena, node: NodeId, tag_hash: u64, name_hashes: &[u64]) {
        let (mut step, mut set) = (0u64, 0u64);
        self.id_token.push(-1);
        for attribute in arena.attributes_of(node) {
            let value = arena.text(attribute.value);
            let start = self.values.len() as u32;
            self.values.push_str(value);
            self.names.push(attribute.name);
            self.spans.push((start, self.values.len() as u32));
            set = set.wrapping_add(name_hashes.get(attribute.name as usize).copied().unwrap_or(1));
            if attribute.name == name::CLASS {
                step = step.wrapping_add(self.add_classes(value));
            } else if attribute.name == name::ID && !value.is_empty() {
                let token = self.intern(value.trim_ascii());
                self.id_token.pop();
                self.id_token.push(token);
            }
        }
        self.step.push(mix(tag_hash, step));
        self.set.push(mix(tag_hash, set));
        self.close_row();
    }

    /// The row of a text: no attributes.
    pub fn add_text(&mut self, text_hash: u64) {
        self.step.push(text_hash);
        self.set.push(text_hash);
        self.id_token.push(-1);
        self.close_row();
    }

    fn close_row(&mut self) {
        self.start.push(self.names.len() as u32);
        self.class_start.push(self.class_token.len() as i32);
    }

    /// Adds the tokens of a class attribute and returns the sum of their hashes.
    fn add_classes(&mut self, value: &str) -> u64 {
        let mut sum = 0u64;
        for class in value.split_ascii_whitespace() {
            let token = self.intern(class);
            self.class_token.push(token);
            sum = sum.wrapping_add(self.token_hashes[token as usize]);
        }
        sum
    }

    fn intern(&mut self, text: &str) -> i32 {
        if let Some(&number) = self.token_numbers.get(text) {
            return number;
        }
        let number = self.tokens.len() as i32;
        self.tokens.push(text.into());
        self.token_hashes.push(hash_masked(text));
        self.token_numbers.insert(text.into(), number);
        number
    }

    fn entries(&self, row: usize) -> std::ops::Range<usize> {
        match (self.start.get(row), self.start.get(row + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Whether the latest row has an attribute.
    pub fn has(&self, row: i32, name: NameId) -> bool {
        self.names[self.entries(row as usize)].contains(&name)
    }

    /// The attributes of a row, in the order they were written.
    pub fn of(&self, row: usize) -> impl Iterator<Item = (NameId, &str)> {
        self.entries(row).map(|entry| {
            let (start, end) = self.spans[entry];
            (self.names[entry], &self.values[start as usize..end as usize])
        })
    }

    /// The rows that have an attribute of that name.
    pub fn rows_with(&self, name: NameId) -> Vec<i32> {
        let entries = self.names.iter().enumerate().filter(|&(_, &found)| found == name);
        entries.map(|(entry, _)| self.start.partition_point(|&start| start <= entry as u32) as i32 - 1).collect()
    }
}
