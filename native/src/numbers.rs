//! A map from hashes to numbers 0, 1, 2 … in order of appearance; bounded and without surprises.

use crate::hash::{any_seed, spread};
use crate::limits::Tripped;
use crate::memory;

pub struct Numbers {
    hashes: Vec<u64>,
    /// `NONE` where there is no hash.
    numbers: Vec<u32>,
    seed: u64,
    count: u32,
}

const NONE: u32 = u32::MAX;

impl Numbers {
    /// A map for at most so many different hashes.
    pub fn with_room(items: usize) -> Result<Numbers, Tripped> {
        let room = (items + items / 3 + 2).next_power_of_two(); // three quarters of it are taken at most
        Ok(Numbers {
            hashes: memory::filled(0, room)?,
            numbers: memory::filled(NONE, room)?,
            seed: any_seed(),
            count: 0,
        })
    }

    /// The number of a hash, given away now if it is a new one.
    pub fn number(&mut self, hash: u64) -> usize {
        let mask = self.numbers.len() - 1;
        let mut slot = spread(hash, self.seed) & mask;
        loop {
            match self.numbers[slot] {
                NONE => {
                    (self.hashes[slot], self.numbers[slot]) = (hash, self.count);
                    self.count += 1;
                    return self.count as usize - 1;
                }
                number if self.hashes[slot] == hash => return number as usize,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// How many different hashes there were.
    pub fn len(&self) -> usize {
        self.count as usize
    }
}
