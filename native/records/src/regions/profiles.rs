//! The children of aligned elements, aligned: a profile is the order of the parts that some elements have.
//!
//! In words: the first element gives the parts. The children of every further one are matched with the parts in their
//! order so that the sum of likeness is greatest; a child without a like makes a part of its own beside its neighbours.

use super::shapes::{Shape, likeness};

/// Children and parts that are aligned by likeness: with more of them the ordinal tells.
pub const MAX_ALIGNED: usize = 48;
const SAME_START: i32 = 20; // points of standing as far from the first box: what is optional mostly comes behind
const SAME_KEY: i32 = 1_000; // what classes tell outweighs likeness

/// A child of an element, or a part of a profile.
#[derive(Clone, Copy)]
pub struct Part {
    /// Its counted classes, 0 for none.
    pub key: u64,
    /// Whether they say that it is a signature or a quote: then nothing else is one.
    pub is_telling: bool,
    pub shape: Shape,
    /// How many boxes stand before it.
    pub before: usize,
    /// What it is called; of a child, what it was found to be.
    pub number: Option<usize>,
}

impl Part {
    /// What a match with another part is worth; 0 where there is none.
    fn worth(&self, other: &Part) -> i32 {
        if self.key != 0 && other.key != 0 {
            return if self.key == other.key { SAME_KEY } else { 0 };
        }
        if self.is_telling || other.is_telling {
            return 0;
        }
        likeness(&self.shape, &other.shape) + if self.before == other.before { SAME_START } else { 0 }
    }
}

/// The parts of aligned elements in their order, and room for the work.
#[derive(Default)]
pub struct Profile {
    parts: Vec<Part>,
    best: Vec<i32>,
    worth: Vec<i32>,
}

impl Profile {
    /// Forgets its parts.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// Gives each child the number of its part; those without get one by `number_of`, which knows classes seen before.
    pub fn align(&mut self, children: &mut [Part], number_of: &mut dyn FnMut(u64) -> usize) {
        limits::tick(1 + children.len() * self.parts.len() / 4);
        self.weigh(children);
        let width = self.parts.len() + 1;
        let (mut part, mut added) = (0, 0); // of the parts before this child was looked at; parts added before it
        for (index, child) in children.iter_mut().enumerate() {
            let best = |part: usize| self.best[index * width + part];
            let is_open = |&at: &usize| at + 1 < width && best(at) == best(part);
            if let Some(at) = (part..width).take_while(is_open).find(|&at| self.is_match(index, at, width)) {
                child.number = self.parts[at + added].number;
                part = at + 1;
                continue;
            }
            child.number = Some(number_of(child.key));
            let is_new = child.key == 0 || self.parts.iter().all(|other| other.key != child.key);
            if is_new && self.parts.len() < MAX_ALIGNED {
                self.parts.reserve(1);
                self.parts.insert(part + added, *child);
                added += 1;
            }
        }
    }

    /// Fills in the worth of every match, and the greatest sum of the children and parts from each on.
    fn weigh(&mut self, children: &[Part]) {
        let width = self.parts.len() + 1;
        let room = (children.len() + 1) * width;
        for table in [&mut self.best, &mut self.worth] {
            table.clear();
            table.reserve(room);
            table.resize(room, 0);
        }
        for (index, child) in children.iter().enumerate().rev() {
            for (part, other) in self.parts.iter().enumerate().rev() {
                let (at, below) = (index * width + part, (index + 1) * width + part);
                let worth = child.worth(other);
                self.worth[at] = worth;
                let matched = if worth > 0 { worth + self.best[below + 1] } else { 0 };
                self.best[at] = matched.max(self.best[below]).max(self.best[at + 1]);
            }
        }
    }

    /// Whether a child and a part are matched where the sum is greatest.
    fn is_match(&self, child: usize, part: usize, width: usize) -> bool {
        let at = child * width + part;
        self.worth[at] > 0 && self.best[at] == self.worth[at] + self.best[at + width + 1]
    }
}
