//! Attributes as columns: class and id tokens as numbers, every other attribute as a span to look up.

use std::collections::HashMap;

use crate::arena::{Arena, Attribute, NodeId};
use crate::names::{NameId, name, name_hash, places_of};
use text::hash::Texts;
use text::hash::{any_seed, hash_bytes, hash_masked, mix, spread};

/// Tokens from which on fewer slots are free.
const MANY_TOKENS: usize = 1 << 16;

/// Lists of classes that are remembered while rows are added.
const LISTS: usize = 256;

/// The attributes of all rows. `start[row] .. start[row + 1]` are a row's entries in `names` and `spans`.
#[derive(Default)]
pub struct AttributeColumns {
    pub step: Vec<u64>,
    pub id_token: Vec<i32>,
    pub class_start: Vec<i32>,
    pub class_token: Vec<i32>,
    pub tokens: Texts,
    start: Vec<u32>,
    names: Vec<NameId>,
    spans: Vec<(u32, u32)>,
    values: String,
    /// Of each token the hash with its digits masked.
    pub token_hashes: Vec<u64>,
    /// The numbers of the tokens by their text, while rows are added.
    token_slots: TokenSlots,
    /// Lists of classes that were read lately, by the hash of their text, while rows are added.
    lists: Vec<ClassList>,
    /// Of the attributes of formatting elements that were copied the first entry with their values, while rows are added.
    stored: HashMap<u32, usize>,
}

/// A list of classes: where its text and its tokens stand, and the sum of their hashes. The list without classes at first.
#[derive(Clone, Copy, Default)]
struct ClassList {
    span: (u32, u32),
    tokens: (u32, u32),
    sum: u64,
}

/// Where the numbers of tokens stand: a table that knows the hash of each, and asks the tokens whether it is the one.
#[derive(Default)]
struct TokenSlots {
    slots: Vec<(u32, u32)>,
    seed: u64,
}

impl TokenSlots {
    const EMPTY: (u32, u32) = (0, u32::MAX);

    /// The number of a text among the tokens; the next one where it is none of them, and that it is new.
    fn number(&mut self, text: &str, tokens: &Texts) -> (u32, bool) {
        if self.is_full(tokens.len()) {
            self.grow(tokens);
        }
        let hash = self.hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                Self::EMPTY => break,
                (own, number) if own == hash && tokens[number as usize] == *text => return (number, false),
                _ => slot = (slot + 1) & mask,
            }
        }
        self.slots[slot] = (hash, tokens.len() as u32);
        (tokens.len() as u32, true)
    }

    fn hash(&self, text: &str) -> u32 {
        spread(hash_bytes(text.as_bytes(), self.seed), self.seed) as u32
    }

    /// Half of few slots are free, a quarter of many.
    fn is_full(&self, tokens: usize) -> bool {
        if tokens < MANY_TOKENS { 2 * tokens >= self.slots.len() } else { 4 * tokens >= 3 * self.slots.len() }
    }

    #[cold]
    fn grow(&mut self, tokens: &Texts) {
        if self.slots.is_empty() {
            self.seed = any_seed();
        }
        let size = match tokens.len() {
            count if count < MANY_TOKENS => (4 * count).next_power_of_two().max(256),
            _ => 2 * self.slots.len(),
        };
        self.slots = vec![Self::EMPTY; size];
        for (number, token) in tokens.iter().enumerate() {
            let hash = self.hash(token);
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != Self::EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (hash, number as u32);
        }
    }
}

impl AttributeColumns {
    /// Columns with room for as many rows as the tree has nodes: rows rely on it.
    pub fn with_room(arena: &Arena) -> Self {
        let (rows, attributes) = (arena.nodes.len(), arena.attributes.len());
        let mut columns = AttributeColumns {
            values: String::with_capacity(arena.input.len() / 4),
            step: Vec::with_capacity(rows),
            id_token: Vec::with_capacity(rows),
            class_start: Vec::with_capacity(rows + 1),
            start: Vec::with_capacity(rows + 1),
            names: Vec::with_capacity(attributes),
            spans: Vec::with_capacity(attributes),
            ..AttributeColumns::default()
        };
        columns.start.push(0);
        columns.class_start.push(0);
        columns
    }

    /// The row of an element. `step` is its tag with its classes, whose order does not matter.
    pub fn add_element(&mut self, arena: &Arena, node: NodeId, tag_hash: u64) {
        let (mut step, mut id) = (0u64, -1);
        let attributes = arena.attributes_of(node);
        let stored = self.find_stored(arena, node, attributes);
        for (place, attribute) in attributes.iter().enumerate() {
            let value = arena.text(attribute.value);
            let known = stored.map(|first| self.spans[first + place]);
            let span = match attribute.name {
                name::CLASS => {
                    let list = self.add_classes(value, known);
                    step = list.sum;
                    list.span
                }
                _ => known.unwrap_or_else(|| self.store(value)),
            };
            if attribute.name == name::ID && !value.is_empty() {
                id = self.intern(value.trim_ascii());
            }
            self.names.push(attribute.name);
            self.spans.push(span);
        }
        self.id_token.push(id);
        self.step.push(mix(tag_hash, step));
        self.close_row();
    }

    /// The first entry with the values of an element that is a copy; none where it is the first one.
    fn find_stored(&mut self, arena: &Arena, node: NodeId, attributes: &[Attribute]) -> Option<usize> {
        let element = &arena.nodes[node as usize];
        if !element.is_copy || attributes.is_empty() {
            return None;
        }
        let stored = self.stored.get(&element.first_item).copied();
        if stored.is_none() {
            self.stored.insert(element.first_item, self.spans.len());
        }
        stored
    }

    /// Adds a value, and tells where it stands.
    fn store(&mut self, value: &str) -> (u32, u32) {
        let start = self.values.len() as u32;
        self.values.push_str(value);
        (start, self.values.len() as u32)
    }

    /// Gives back what only the adding of rows needs.
    pub fn finish(&mut self) {
        (self.token_slots, self.lists, self.stored) = (TokenSlots::default(), Vec::new(), HashMap::new());
    }

    /// The bytes that all of it takes.
    pub fn bytes(&self) -> usize {
        limits::bytes(&self.step)
            + limits::bytes(&self.id_token)
            + limits::bytes(&self.class_start)
            + limits::bytes(&self.class_token)
            + self.tokens.bytes()
            + limits::bytes(&self.start)
            + limits::bytes(&self.names)
            + limits::bytes(&self.spans)
            + limits::bytes(&self.token_hashes)
            + self.values.capacity()
    }

    /// The row of a text: no attributes.
    pub fn add_text(&mut self, text_hash: u64) {
        self.step.push(text_hash);
        self.id_token.push(-1);
        self.close_row();
    }

    fn close_row(&mut self) {
        self.start.push(self.names.len() as u32);
        self.class_start.push(self.class_token.len() as i32);
    }

    /// Adds the tokens of a class attribute. Elements of one kind have the same: a list that was read lately is not read
    /// again, nor stored.
    fn add_classes(&mut self, value: &str, known: Option<(u32, u32)>) -> ClassList {
        if self.lists.is_empty() {
            self.lists = vec![ClassList::default(); LISTS];
        }
        let slot = spread(hash_bytes(value.as_bytes(), 0), 0) % LISTS;
        let list = self.lists[slot];
        if self.values[list.span.0 as usize..list.span.1 as usize] == *value {
            let tokens = list.tokens.0 as usize..list.tokens.1 as usize;
            self.class_token.extend_from_within(tokens);
            return list;
        }
        let (first, mut sum) = (self.class_token.len(), 0u64);
        for class in value.split_ascii_whitespace() {
            let token = self.intern(class);
            self.class_token.push(token);
            sum = sum.wrapping_add(self.token_hashes[token as usize]);
        }
        let span = known.unwrap_or_else(|| self.store(value));
        self.lists[slot] = ClassList { span, tokens: (first as u32, self.class_token.len() as u32), sum };
        self.lists[slot]
    }

    fn intern(&mut self, text: &str) -> i32 {
        let (found, is_new) = self.token_slots.number(text, &self.tokens);
        if is_new {
            self.tokens.push(text);
            self.token_hashes.push(hash_masked(text));
        }
        found as i32
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

    /// The names of the attributes of a row.
    pub fn names_of(&self, row: usize) -> &[NameId] {
        &self.names[self.entries(row)]
    }

    /// The attributes of a row, in the order they were written.
    pub fn of(&self, row: usize) -> impl Iterator<Item = (NameId, &str)> {
        self.entries(row).map(|entry| {
            let (start, end) = self.spans[entry];
            (self.names[entry], &self.values[start as usize..end as usize])
        })
    }

    /// Of every row the hash of its tag's name and those of its attributes, whose order does not matter; of a text, that
    /// of its name alone. Few ask for it, so no table holds it.
    pub fn sets(&self, tag: &[NameId], hashes: &[u64]) -> Vec<u64> {
        let set = |(row, &tag): (usize, &NameId)| {
            let own = name_hash(hashes, tag);
            let add = |sum: u64, &name: &NameId| sum.wrapping_add(name_hash(hashes, name));
            let names = self.names[self.entries(row)].iter().fold(0, add);
            if tag == name::TEXT { own } else { mix(own, names) }
        };
        tag.iter().enumerate().map(set).collect::<Vec<_>>()
    }

    /// The rows that have an attribute of that name.
    pub fn rows_with(&self, name: NameId) -> impl Iterator<Item = i32> {
        places_of(&self.names, name).map(|entry| self.start.partition_point(|&start| start <= entry as u32) as i32 - 1)
    }

    /// The rows among some that have an attribute of that name, each with its value.
    pub fn values_among(&self, name: NameId, rows: std::ops::Range<usize>) -> impl Iterator<Item = (i32, &str)> {
        (rows.start..rows.end.min(self.start.len())).filter_map(move |row| {
            let value = self.of(row).find(|&(own, _)| own == name);
            value.map(|(_, value)| (row as i32, value))
        })
    }

    /// The values of the attributes of that name, in document order.
    pub fn values_of(&self, name: NameId) -> impl Iterator<Item = &str> {
        places_of(&self.names, name).map(|entry| {
            let (start, end) = self.spans[entry];
            &self.values[start as usize..end as usize]
        })
    }

    /// The rows that have an attribute of that name, each with its value.
    pub fn with_values(&self, name: NameId) -> impl Iterator<Item = (i32, &str)> {
        self.rows_with(name).filter_map(move |row| {
            let value = self.of(row as usize).find(|&(own, _)| own == name);
            value.map(|(_, value)| (row, value))
        })
    }
}
