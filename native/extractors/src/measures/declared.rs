//! What a page declares about itself: how much of its title, its description and its names a block says.

use super::Page;
use super::lexicon::{WordHash, stop_words};
use super::wording::{Listener, split};
use html::names::name;
use text::hash::{any_seed, mix, spread};

const NAMES: [&str; 4] = ["title_share", "title_covered", "description_share", "titles_said"];

pub fn names() -> Vec<String> {
    NAMES.iter().map(|name| name.to_string()).collect()
}

/// The telling words of the title, the pairs of words of the description.
pub struct Declared {
    titles: Set,
    described: Set,
}

impl Declared {
    pub fn of(page: &Page) -> Declared {
        let Texts { title, description } = declared(page);
        Declared { titles: Set::of(tell(&title)), described: Set::of(pairs(&description)) }
    }

    /// Who is told the words of a block.
    pub fn listen(&self) -> Heard<'_> {
        Heard { declared: self, words: 0, telling: 0, said: 0, described: 0, before: 0 }
    }
}

/// What was heard of a block.
pub struct Heard<'page> {
    declared: &'page Declared,
    words: usize,
    telling: usize,
    said: usize,
    described: u32,
    before: u64,
}

impl Listener for Heard<'_> {
    #[inline]
    fn hear(&mut self, word: u64, is_stop: bool) {
        if self.words > 0 && self.declared.described.count > 0 {
            self.described += u32::from(self.declared.described.has(mix(self.before, word)));
        }
        if !is_stop {
            self.telling += 1;
            self.said += usize::from(self.declared.titles.has(word));
        }
        self.words += 1;
        self.before = word;
    }
}

impl Heard<'_> {
    /// Writes the share of a block's telling words that the title has, the share of the title's words that the block
    /// has, the share of its pairs of words that the description has, and how many words the title has.
    pub fn write(&self, row: &mut [f32]) {
        let (said, count) = (self.said as f32, (self.words.max(2) - 1) as f32);
        let titles = self.declared.titles.count;
        row[0] = said / self.telling.max(1) as f32;
        row[1] = (said / titles.max(1) as f32).min(1.0);
        row[2] = self.described as f32 / count;
        row[3] = titles as f32;
    }
}

/// The words of the title and of the description.
#[derive(Default)]
struct Texts {
    title: Vec<u64>,
    description: Vec<u64>,
}

fn declared(page: &Page) -> Texts {
    let mut texts = Texts::default();
    for row in 0..page.tag.len() {
        match page.tag[row] {
            name::TITLE if texts.title.is_empty() => texts.title = split(page.text_of(row)),
            name::META if has_value(page, row, &["description", "og:description"]) => {
                add_content(page, row, &mut texts.description)
            }
            _ => {}
        }
    }
    texts
}

fn add_content(page: &Page, row: usize, words: &mut Vec<u64>) {
    let values = page.attributes.of(row).filter(|&(number, _)| number == name::CONTENT);
    values.for_each(|(_, value)| words.extend_from_slice(&split(value)));
}

fn has_value(page: &Page, row: usize, wanted: &[&str]) -> bool {
    page.attributes.of(row).any(|(_, value)| wanted.contains(&value))
}

/// The words that say something: not the function words.
fn tell(words: &[u64]) -> impl Iterator<Item = u64> {
    words.iter().copied().filter(|&word| stop_words().groups(WordHash(word)) == 0)
}

fn pairs(words: &[u64]) -> impl Iterator<Item = u64> {
    words.windows(2).map(|pair| mix(pair[0], pair[1]))
}

/// A set of hashes.
struct Set {
    slots: Vec<u64>,
    seed: u64,
    count: usize,
}

impl Set {
    fn of(hashes: impl Iterator<Item = u64>) -> Set {
        let hashes: Vec<u64> = hashes.collect::<Vec<_>>();
        let slots = vec![0; (2 * hashes.len() + 2).next_power_of_two()];
        let mut set = Set { slots, seed: any_seed(), count: 0 };
        for hash in hashes {
            let slot = set.slot(hash);
            if set.slots[slot] == 0 {
                set.slots[slot] = hash;
                set.count += 1;
            }
        }
        set
    }

    /// Where a hash stands, or the empty slot where it would.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = spread(hash, self.seed) & mask;
        while self.slots[slot] != 0 && self.slots[slot] != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn has(&self, hash: u64) -> bool {
        self.slots[self.slot(hash)] == hash
    }
}
