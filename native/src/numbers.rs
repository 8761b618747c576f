//! A map from hashes to numbers 0, 1, 2 … in order of appearance; bounded and without surprises.

use crate::hash::{any_seed, spread};
use crate::limits::Tripped;
use crate::memory;

pub struct Numbers {
    slots: Vec<(u64, u32)>,
    seed: u64,
    count: u32,
}

impl Numbers {
    /// A map for at most so many different hashes.
    pub fn with_room(items: usize) -> Result<Numbers, Tripped> {
        let slots = memory::filled((0, u32::MAX), (2 * items + 2).next_power_of_two())?;
        Ok(Numbers { slots, seed: any_seed(), count: 0 })
    }

    /// The number of a hash, given away now if it is a new one.
    pub fn number(&mut self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = spread(hash, self.seed) & mask;
        loop {
            match self.slots[slot] {
                (_, u32::MAX) => {
                    self.slots[slot] = (hash, self.count);
                    self.count += 1;
                    return self.count as usize - 1;
                }
                (own, number) if own == hash => return number as usize,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// How many different hashes there were.
    pub fn len(&self) -> usize {
        self.count as usize
    }
}
