//! The slots of an alignment while they are found (see `slots`): which siblings wait below each, and which slots
//! there are by what tells siblings apart.

use text::numbers::Numbers;

/// A stretch of siblings: the children of an element, or the rows that a record without an element of its own is made of.
#[derive(Clone, Copy)]
pub struct Siblings {
    /// The position of the first, and behind the last with all below it.
    pub first: u32,
    pub stop: u32,
    /// What a row is more than its position.
    pub shift: u32,
}

/// The slots found so far, each with the siblings below its elements, which wait to be parted. They stand in one list, in
/// which those of a slot are chained: most slots have few.
#[derive(Default)]
pub struct Groups {
    /// Of each slot the places of its first and its last siblings.
    ends: Vec<(u32, u32)>,
    /// Siblings and the place of the next ones of their slot.
    chain: Vec<(Siblings, u32)>,
}

const NONE: u32 = u32::MAX;

impl Groups {
    /// How many slots there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Adds a slot.
    pub fn add(&mut self) -> usize {
        self.ends.push((NONE, NONE));
        self.ends.len() - 1
    }

    /// Lets siblings wait below a slot.
    pub fn push(&mut self, group: usize, siblings: Siblings) {
        let place = self.chain.len() as u32;
        self.chain.push((siblings, NONE));
        let (first, last) = &mut self.ends[group];
        if *first == NONE {
            *first = place;
        } else {
            self.chain[*last as usize].1 = place;
        }
        *last = place;
    }

    /// Writes the siblings that wait below a slot into a list.
    pub fn list(&self, group: usize, waiting: &mut Vec<Siblings>) {
        waiting.clear();
        let mut place = self.ends[group].0;
        while let Some(&(siblings, next)) = self.chain.get(place as usize) {
            waiting.push(siblings);
            place = next;
        }
    }
}

/// The slots of siblings by what tells them apart.
pub struct Names {
    /// Keys and their slots, in the order in which they came.
    known: Vec<(u64, usize)>,
    /// Where each key stands among them, once there are many.
    numbers: Option<Numbers>,
    /// How many keys there can be.
    most: usize,
}

const FEW: usize = 16; // keys that are looked at one after the other

impl Names {
    /// Slots of so many siblings at most.
    pub fn with_most(most: usize) -> Names {
        Names { known: Vec::new(), numbers: None, most }
    }

    /// The slot of a key; a new one for 0 and for a key that was not there before.
    pub fn group(&mut self, key: u64, groups: &mut Groups) -> usize {
        if key == 0 {
            return groups.add();
        }
        let place = match &mut self.numbers {
            Some(numbers) => numbers.number(key),
            None => self.known.iter().position(|&(known, _)| known == key).unwrap_or(self.known.len()),
        };
        if let Some(&(_, group)) = self.known.get(place) {
            return group;
        }
        let group = groups.add();
        self.known.push((key, group));
        if self.known.len() == FEW {
            let mut numbers = Numbers::with_room(self.most);
            for &(key, _) in &self.known {
                numbers.number(key);
            }
            self.numbers = Some(numbers);
        }
        group
    }
}
