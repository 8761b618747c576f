//! Hashes that are the same on every page, machine and version: they end up in saved templates.

use std::hash::{BuildHasher, Hasher, RandomState};

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a sequence, one item at a time.
#[inline]
pub fn mix(hash: u64, item: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ item).wrapping_mul(MULTIPLIER);
    mixed ^ (mixed >> 32)
}

/// Where in a table a hash is looked for: every bit of it counts, and a page cannot know the seed.
///
/// `mix` alone will not do: its low bits hardly depend on what came before the last item, so that a row which repeats
/// under a thousand parents would meet itself a thousand times.
#[inline]
pub fn spread(hash: u64, seed: u64) -> usize {
    let once = (hash ^ seed ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    let twice = (once ^ (once >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (twice ^ (twice >> 33)) as usize
}

/// A seed of this table alone. What is put into tables comes out in the order of the page, whatever the seed.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(0u8)
}

/// Makes maps whose keys are hashes already: each is spread, under a seed of the map, and not hashed again.
#[derive(Clone, Debug)]
pub struct OfHashes(u64);

impl Default for OfHashes {
    fn default() -> Self {
        OfHashes(any_seed())
    }
}

impl BuildHasher for OfHashes {
    type Hasher = SpreadHash;

    fn build_hasher(&self) -> SpreadHash {
        SpreadHash { seed: self.0, hash: 0 }
    }
}

/// The place of one key.
pub struct SpreadHash {
    seed: u64,
    hash: u64,
}

impl Hasher for SpreadHash {
    fn write_u64(&mut self, key: u64) {
        self.hash = spread(key, self.seed) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        self.hash = hash_bytes(bytes, self.seed ^ self.hash);
    }

    fn finish(&self) -> u64 {
        self.hash
    }
}

/// The hash of a text.
pub fn hash_text(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |hash, byte| mix(hash, byte as u64))
}

/// The hash of bytes under a seed, eight at a time; of one run of the program only.
pub fn hash_bytes(bytes: &[u8], seed: u64) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(mix(seed, bytes.len() as u64), |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

/// The hash of a class token with every run of digits as `\d+`: `post-17` and `post-4` are one.
pub fn hash_masked(text: &str) -> u64 {
    let mut hash = 0;
    let mut in_digits = false;
    for byte in text.bytes() {
        let is_digit = byte.is_ascii_digit();
        if !(is_digit && in_digits) {
            hash = mix(hash, if is_digit { u64::from(b'0') } else { u64::from(byte) });
        }
        in_digits = is_digit;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_under_many_parents_is_spread() {
        let slots = 1 << 16;
        let mut taken: Vec<usize> = (0..1000).map(|parent| spread(mix(parent, 7), 1) % slots).collect();
        taken.sort_unstable();
        taken.dedup();
        assert!(taken.len() > 950, "{} places for 1,000 rows", taken.len());
    }

    #[test]
    fn digits_are_masked() {
        assert_eq!(hash_masked("post-17"), hash_masked("post-4"));
        assert_ne!(hash_masked("post-17"), hash_masked("post-"));
        assert_ne!(hash_masked("post-17"), hash_masked("pist-17"));
    }

    #[test]
    fn stable_across_versions() {
        assert_eq!(hash_text("div"), 0x87d5_d2d8_a887_e614);
    }
}
