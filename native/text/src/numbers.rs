//! A map from hashes to numbers 0, 1, 2 … in order of appearance, with bounded room.

use crate::hash::{any_seed, spread};

pub struct Numbers {
    hashes: Vec<u64>,
    /// `NONE` where there is no hash.
    numbers: Vec<u32>,
    seed: u64,
    count: u32,
}

const NONE: u32 = u32::MAX;
/// So much room is there from the beginning, if it may be needed; more is made when it is.
const FIRST_ROOM: usize = 1 << 12;

impl Numbers {
    /// A map for about so many different hashes.
    pub fn with_room(items: usize) -> Numbers {
        let room = (items + items / 3 + 2).next_power_of_two(); // three quarters of it are taken at most
        Numbers::with_slots(room.min(FIRST_ROOM), any_seed())
    }

    fn with_slots(slots: usize, seed: u64) -> Numbers {
        Numbers { hashes: vec![0; slots], numbers: vec![NONE; slots], seed, count: 0 }
    }

    /// The number of a hash, given away now if it is a new one.
    pub fn number(&mut self, hash: u64) -> usize {
        let slot = self.slot(hash);
        if self.numbers[slot] != NONE {
            return self.numbers[slot] as usize;
        }
        let number = self.count;
        (self.hashes[slot], self.numbers[slot]) = (hash, number);
        self.count += 1;
        if 4 * self.len() > 3 * self.numbers.len() {
            self.grow();
        }
        number as usize
    }

    /// Where a hash stands, or the empty slot where it would.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.numbers.len() - 1;
        let mut slot = spread(hash, self.seed) & mask;
        while self.numbers[slot] != NONE && self.hashes[slot] != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Numbers::with_slots(2 * self.numbers.len(), self.seed);
        for (&hash, &number) in self.hashes.iter().zip(&self.numbers).filter(|&(_, &number)| number != NONE) {
            let slot = larger.slot(hash);
            (larger.hashes[slot], larger.numbers[slot]) = (hash, number);
        }
        larger.count = self.count;
        *self = larger;
    }

    /// How many different hashes there were.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_given_in_order_and_kept() {
        for count in [0u64, 3, 100, 50_000] {
            let mut numbers = Numbers::with_room(count as usize);
            for round in 0..2 {
                for hash in 0..count {
                    assert_eq!(numbers.number(hash.wrapping_mul(0x9E37_79B9)) as u64, hash, "round {round}");
                }
            }
            assert_eq!(numbers.len() as u64, count);
            assert_eq!(numbers.is_empty(), count == 0);
        }
    }
}
