//! The lexicon: words that tell content from the rest of a page, in groups, from `lexicon.txt`.

use std::sync::OnceLock;

const SOURCE: &str = include_str!("../lexicon.txt");
/// The bit of a function word among the groups of a word.
const STOP: u64 = 1 << 63;
const FILTER_BITS: usize = 1 << 15;
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// One section of the lexicon: the groups' names, and for each word the groups it is in, as bits.
pub struct Section {
    pub names: Vec<&'static str>,
    slots: Vec<(u64, u64)>,
    /// Bits of the hashes that are there: most words of a page are not, and are told so without the slots.
    filter: Vec<u64>,
}

/// The hash of a word, one byte at a time (FNV-1a), so that a scan need not know where a word ends.
#[derive(Clone, Copy)]
pub struct WordHash(pub u64);

impl Default for WordHash {
    fn default() -> Self {
        WordHash(SEED)
    }
}

impl WordHash {
    #[inline]
    pub fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
    }

    fn of(word: &str) -> WordHash {
        let mut hash = WordHash::default();
        word.bytes().for_each(|byte| hash.add(byte));
        hash
    }
}

impl Section {
    fn read(title: &str) -> Section {
        let lines = SOURCE.lines().map(str::trim).skip_while(|line| !line.starts_with(title)).skip(1);
        let mut section = Section { names: Vec::new(), slots: vec![(0, 0); 4096], filter: vec![0; FILTER_BITS / 64] };
        for line in lines.take_while(|line| !line.starts_with('[')) {
            let Some((name, words)) = line.split_once(':') else { continue };
            let group = section.names.len();
            section.names.push(name);
            words.split_ascii_whitespace().for_each(|word| section.add(WordHash::of(word).0, 1 << group));
        }
        section
    }

    fn add(&mut self, hash: u64, bit: u64) {
        let mut slot = Self::slot(hash, self.slots.len());
        while self.slots[slot].0 != hash && self.slots[slot].1 != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = (hash, self.slots[slot].1 | bit);
        let bit = Self::bit(hash);
        self.filter[bit / 64] |= 1 << (bit % 64);
    }

    fn bit(hash: u64) -> usize {
        (hash ^ (hash >> 37)) as usize % FILTER_BITS
    }

    fn slot(hash: u64, slots: usize) -> usize {
        (hash ^ (hash >> 29)) as usize % slots
    }

    /// The groups of a word, as bits.
    #[inline]
    pub fn groups(&self, word: WordHash) -> u64 {
        let bit = Self::bit(word.0);
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return 0;
        }
        let mut slot = Self::slot(word.0, 4096);
        loop {
            match self.slots[slot] {
                (_, 0) => return 0,
                (hash, groups) if hash == word.0 => return groups,
                _ => slot = (slot + 1) % 4096,
            }
        }
    }

    /// The groups of the words of a name such as `nav-item`, `articleBody` or `post_12`.
    pub fn groups_of_name(&self, name: &str) -> u64 {
        let mut groups = 0;
        let mut word = WordHash::default();
        let mut was_lower = false;
        let mut length = 0;
        for byte in name.bytes().take(MAX_NAME) {
            let starts_word = byte.is_ascii_uppercase() && was_lower;
            if starts_word || !byte.is_ascii_alphabetic() {
                groups |= self.groups(word);
                word = WordHash::default();
                length = 0;
            }
            if byte.is_ascii_alphabetic() {
                word.add(byte.to_ascii_lowercase());
                length += 1;
                if length >= STEM {
                    groups |= self.groups(word);
                }
            }
            was_lower = byte.is_ascii_lowercase();
        }
        groups | self.groups(word)
    }
}

const MAX_NAME: usize = 200;
/// A word of this many letters counts at the start of a longer one too: `cookielaw`, `commentlist`.
const STEM: usize = 5;

/// The words of the lexicon and the function words, in one table.
pub struct Lexicon {
    section: Section,
}

impl Lexicon {
    fn read() -> Lexicon {
        let mut section = Section { names: Vec::new(), slots: words().slots.clone(), filter: words().filter.clone() };
        for &(hash, groups) in &stop_words().slots {
            if groups != 0 {
                section.add(hash, STOP);
            }
        }
        Lexicon { section }
    }

    /// The groups of a word, as bits, and whether it is a function word.
    #[inline]
    pub fn look_up(&self, word: WordHash) -> (u64, bool) {
        let groups = self.section.groups(word);
        (groups & !STOP, groups & STOP != 0)
    }
}

pub fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(Lexicon::read)
}

macro_rules! section {
    ($name:ident, $title:literal) => {
        pub fn $name() -> &'static Section {
            static SECTION: OnceLock<Section> = OnceLock::new();
            SECTION.get_or_init(|| Section::read($title))
        }
    };
}
section!(tokens, "[tokens]");
section!(words, "[words]");
section!(stop_words, "[stop]");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_fit_their_bits_and_names_are_split() {
        assert!(tokens().names.len() <= 64 && words().names.len() < 64);
        let bit = |name: &str| 1 << tokens().names.iter().position(|&found| found == name).unwrap();
        assert_eq!(tokens().groups_of_name("breadcrumb"), bit("breadcrumb"));
        assert_eq!(tokens().groups_of_name("cookielaw-2"), bit("consent"));
        assert_eq!(tokens().groups_of_name("postMeta_12"), bit("post") | bit("meta"));
        assert_eq!(tokens().groups_of_name("xyzzy"), 0);
        assert_eq!(tokens().groups_of_name(""), 0);
        assert_ne!(words().groups(WordHash::of("评论")), 0);
        assert_ne!(stop_words().groups(WordHash::of("the")), 0);
    }

    #[test]
    fn one_table_says_what_two_say() {
        for word in SOURCE.split_ascii_whitespace().chain(["xyzzy", "", "the", "评论", "的"]) {
            let hash = WordHash::of(word);
            let said = (words().groups(hash), stop_words().groups(hash) != 0);
            assert_eq!(lexicon().look_up(hash), said, "{word}");
            assert!(!said.1 || !word.bytes().all(|byte| byte.is_ascii_digit()), "numbers are not looked up");
        }
    }
}
