//! Attributes as columns: class and id tokens as numbers, every other attribute as a span to look up.

use std::collections::HashMap;

use crate::arena::{Arena, Attribute, NodeId};
use crate::hash::{any_seed, hash_bytes, hash_masked, mix, spread};
use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, name, places_of};
use crate::path_hashes::name_hash;
use crate::texts::Texts;

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
    fn number(&mut self, text: &str, tokens: &Texts) -> Result<(u32, bool), Tripped> {
        if self.is_full(tokens.len()) {
            self.grow(tokens)?;
        }
        let hash = self.hash(text);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                Self::EMPTY => break,
                (own, number) if own == hash && tokens[number as usize] == *text => return Ok((number, false)),
                _ => slot = (slot + 1) & mask,
            }
        }
        self.slots[slot] = (hash, tokens.len() as u32);
        Ok((tokens.len() as u32, true))
    }

    fn hash(&self, text: &str) -> u32 {
        spread(hash_bytes(text.as_bytes(), self.seed), self.seed) as u32
    }

    /// Half of few slots are free, a quarter of many.
    fn is_full(&self, tokens: usize) -> bool {
        if tokens < MANY_TOKENS { 2 * tokens >= self.slots.len() } else { 4 * tokens >= 3 * self.slots.len() }
    }

    #[cold]
    fn grow(&mut self, tokens: &Texts) -> Result<(), Tripped> {
        if self.slots.is_empty() {
            self.seed = any_seed();
        }
        let size = match tokens.len() {
            count if count < MANY_TOKENS => (4 * count).next_power_of_two().max(256),
            _ => 2 * self.slots.len(),
        };
        self.slots = Vec::new();
        self.slots = memory::filled(Self::EMPTY, size)?;
        for (number, token) in tokens.iter().enumerate() {
            let hash = self.hash(token);
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot] != Self::EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = (hash, number as u32);
        }
        Ok(())
    }
}

impl AttributeColumns {
    /// Columns with room for as many rows as the tree has nodes: rows rely on it.
    pub fn with_room(arena: &Arena) -> Result<Self, Tripped> {
        let (rows, attributes) = (arena.nodes.len(), arena.attributes.len());
        let mut columns = AttributeColumns {
            step: memory::with_room(rows)?,
            id_token: memory::with_room(rows)?,
            class_start: memory::with_room(rows + 1)?,
            start: memory::with_room(rows + 1)?,
            names: memory::with_room(attributes)?,
            spans: memory::with_room(attributes)?,
            ..AttributeColumns::default()
        };
        columns.values.try_reserve_exact(arena.input.len() / 4)?;
        columns.start.push(0);
        columns.class_start.push(0);
        Ok(columns)
    }

    /// The row of an element. `step` is its tag with its classes, whose order does not matter.
    pub fn add_element(&mut self, arena: &Arena, node: NodeId, tag_hash: u64) -> Result<(), Tripped> {
        let (mut step, mut id) = (0u64, -1);
        let attributes = arena.attributes_of(node);
        let stored = self.find_stored(arena, node, attributes)?;
        memory::reserve(&mut self.names, attributes.len())?;
        memory::reserve(&mut self.spans, attributes.len())?;
        for (place, attribute) in attributes.iter().enumerate() {
            let value = arena.text(attribute.value);
            let known = stored.map(|first| self.spans[first + place]);
            let span = match attribute.name {
                name::CLASS => {
                    let list = self.add_classes(value, known)?;
                    step = list.sum;
                    list.span
                }
                _ => known.map_or_else(|| self.store(value), Ok)?,
            };
            if attribute.name == name::ID && !value.is_empty() {
                id = self.intern(value.trim_ascii())?;
            }
            self.names.push(attribute.name);
            self.spans.push(span);
        }
        self.id_token.push(id);
        self.step.push(mix(tag_hash, step));
        self.close_row();
        Ok(())
    }

    /// The first entry with the values of an element that is a copy; none where it is the first one.
    fn find_stored(&mut self, arena: &Arena, node: NodeId, attributes: &[Attribute]) -> Result<Option<usize>, Tripped> {
        let element = &arena.nodes[node as usize];
        if !element.is_copy || attributes.is_empty() {
            return Ok(None);
        }
        let stored = self.stored.get(&element.first_item).copied();
        if stored.is_none() {
            memory::insert(&mut self.stored, element.first_item, self.spans.len())?;
        }
        Ok(stored)
    }

    /// Adds a value, and tells where it stands.
    fn store(&mut self, value: &str) -> Result<(u32, u32), Tripped> {
        let start = self.values.len() as u32;
        memory::push_str(&mut self.values, value)?;
        Ok((start, self.values.len() as u32))
    }

    /// Gives back what only the adding of rows needs.
    pub fn finish(&mut self) {
        (self.token_slots, self.lists, self.stored) = (TokenSlots::default(), Vec::new(), HashMap::new());
    }

    /// The bytes that all of it takes.
    pub fn bytes(&self) -> usize {
        memory::bytes(&self.step)
            + memory::bytes(&self.id_token)
            + memory::bytes(&self.class_start)
            + memory::bytes(&self.class_token)
            + self.tokens.bytes()
            + memory::bytes(&self.start)
            + memory::bytes(&self.names)
            + memory::bytes(&self.spans)
            + memory::bytes(&self.token_hashes)
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
    fn add_classes(&mut self, value: &str, known: Option<(u32, u32)>) -> Result<ClassList, Tripped> {
        if self.lists.is_empty() {
            self.lists = memory::filled(ClassList::default(), LISTS)?;
        }
        let slot = spread(hash_bytes(value.as_bytes(), 0), 0) % LISTS;
        let list = self.lists[slot];
        if self.values[list.span.0 as usize..list.span.1 as usize] == *value {
            let tokens = list.tokens.0 as usize..list.tokens.1 as usize;
            memory::reserve(&mut self.class_token, tokens.len())?;
            self.class_token.extend_from_within(tokens);
            return Ok(list);
        }
        let (first, mut sum) = (self.class_token.len(), 0u64);
        for class in value.split_ascii_whitespace() {
            let token = self.intern(class)?;
            memory::push(&mut self.class_token, token)?;
            sum = sum.wrapping_add(self.token_hashes[token as usize]);
        }
        let span = known.map_or_else(|| self.store(value), Ok)?;
        self.lists[slot] = ClassList { span, tokens: (first as u32, self.class_token.len() as u32), sum };
        Ok(self.lists[slot])
    }

    fn intern(&mut self, text: &str) -> Result<i32, Tripped> {
        let (found, is_new) = self.token_slots.number(text, &self.tokens)?;
        if is_new {
            self.tokens.push(text)?;
            memory::push(&mut self.token_hashes, hash_masked(text))?;
        }
        Ok(found as i32)
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
    pub fn sets(&self, tag: &[NameId], hashes: &[u64]) -> Result<Vec<u64>, Tripped> {
        let set = |(row, &tag): (usize, &NameId)| {
            let own = name_hash(hashes, tag);
            let add = |sum: u64, &name: &NameId| sum.wrapping_add(name_hash(hashes, name));
            let names = self.names[self.entries(row)].iter().fold(0, add);
            if tag == name::TEXT { own } else { mix(own, names) }
        };
        memory::collect(tag.iter().enumerate().map(set))
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
