//! What the text of a block is like: kinds of characters and words, and what the run of inline elements holds.

use std::ops::Range;

use super::Page;
use super::lexicon::{Lexicon, WordHash, lexicon, words};
use html::names::name;
use text::chars::{is_blank, is_cjk};
use text::hash::mix;

const COUNTS: [&str; 18] = [
    "words", "chars", "letters", "capitals", "digits", "signs", "sentence_ends", "commas", "capital_words",
    "long_words", "number_words", "stop_words", "cjk", "currency", "years", "ends_sentence", "link_words", "images",
];

pub fn names() -> Vec<String> {
    let counts = COUNTS.iter().map(|name| name.to_string());
    counts.chain(words().names.iter().map(|name| format!("word_{name}"))).collect()
}

/// Who is told the words of a text, one after the other.
pub trait Listener {
    /// A word as a hash, and whether it is a function word.
    fn hear(&mut self, word: u64, is_stop: bool);

    /// Makes room for the words of so many bytes.
    fn expect(&mut self, _bytes: usize) {}
}

/// The words of the blocks as hashes, and whether each is a function word: those of block `b` are
/// `starts[b]..starts[b + 1]`.
pub struct Words {
    said: HashedWords,
    starts: Vec<u32>,
}

/// Words as hashes, and whether each is a function word.
#[derive(Default)]
struct HashedWords {
    hashes: Vec<u64>,
    is_stop: Vec<bool>,
}

impl Listener for HashedWords {
    #[inline]
    fn hear(&mut self, word: u64, is_stop: bool) {
        self.hashes.push(word);
        self.is_stop.push(is_stop);
    }

    /// Something stands between two words, and a character that is a word alone takes three bytes.
    fn expect(&mut self, bytes: usize) {
        self.hashes.reserve(bytes / 2 + 1);
        self.is_stop.reserve(bytes / 2 + 1)
    }
}

impl Words {
    /// None yet, with room for those of a page.
    pub fn of(page: &Page) -> Words {
        let room = page.text.len() / 6;
        let said = HashedWords { hashes: Vec::with_capacity(room), is_stop: Vec::with_capacity(room) };
        let mut starts = Vec::with_capacity(page.block_row.len() + 1);
        starts.push(0);
        Words { said, starts }
    }

    /// Adds the words of the next block, writes what they are like and returns the hash of the text.
    pub fn add(&mut self, page: &Page, row: &mut [f32]) -> u64 {
        let block = self.starts.len() - 1;
        write(page, block, &mut self.said, row);
        self.starts.push(self.said.hashes.len() as u32);
        self.said.hashes[self.words_of(block)].iter().fold(0, |all, &word| mix(all, word))
    }

    /// Tells the words of a block.
    pub fn tell(&self, block: usize, listener: &mut impl Listener) {
        let words = self.words_of(block);
        let said = self.said.hashes[words.clone()].iter().zip(&self.said.is_stop[words]);
        said.for_each(|(&word, &is_stop)| listener.hear(word, is_stop));
    }

    fn words_of(&self, block: usize) -> Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }
}

/// The hash of the words that a block says.
pub fn hash_text(page: &Page, block: usize) -> u64 {
    let mut hash = TextHash(0);
    Scan::of(&mut hash).read(page.text_of_block(block));
    hash.0
}

struct TextHash(u64);

impl Listener for TextHash {
    fn hear(&mut self, word: u64, _: bool) {
        self.0 = mix(self.0, word);
    }
}

/// Writes what the text of a block is like, and tells its words.
pub fn write(page: &Page, block: usize, listener: &mut impl Listener, row: &mut [f32]) {
    let mut scan = Scan::of(listener);
    scan.read(page.text_of_block(block));
    scan.write(row);
    row[0] = page.block_size(block);
    count_inline(page, block, &mut row[16..COUNTS.len()]);
    for (group, &count) in scan.groups.iter().take(words().names.len()).enumerate() {
        row[COUNTS.len() + group] = count as f32;
    }
}

/// The words of a text as hashes, each CJK character one.
pub fn split(text: &str) -> Vec<u64> {
    let mut said = HashedWords::default();
    Scan::of(&mut said).read(text);
    said.hashes
}

/// Counts over the rows of the run: words in links, images.
fn count_inline(page: &Page, block: usize, counts: &mut [f32]) {
    for row in page.block_first[block] as usize..page.block_last[block] as usize {
        match page.tag[row] {
            name::TEXT if page.in_link[row] => counts[0] += page.size(row),
            name::IMG => counts[1] += 1.0,
            _ => {}
        }
    }
}

/// The word that the scan is in.
#[derive(Default)]
struct Word {
    hash: WordHash,
    length: u32,
    digits: u32,
    value: u32,
}

struct Scan<'words, Told> {
    listener: &'words mut Told,
    lexicon: &'static Lexicon,
    chars: u32,
    letters: u32,
    capitals: u32,
    digits: u32,
    signs: u32,
    ends: u32,
    commas: u32,
    capital_words: u32,
    long_words: u32,
    number_words: u32,
    stops: u32,
    cjk: u32,
    currency: u32,
    years: u32,
    groups: [u16; 64],
    word: Word,
    /// A full stop ends a sentence only if white space or the text's end follows.
    stop_waits: bool,
    last: char,
    last_cjk: Option<char>,
}

impl<'words, Told: Listener> Scan<'words, Told> {
    fn of(listener: &'words mut Told) -> Self {
        Scan {
            listener,
            lexicon: lexicon(),
            chars: 0,
            letters: 0,
            capitals: 0,
            digits: 0,
            signs: 0,
            ends: 0,
            commas: 0,
            capital_words: 0,
            long_words: 0,
            number_words: 0,
            stops: 0,
            cjk: 0,
            currency: 0,
            years: 0,
            groups: [0; 64],
            word: Word::default(),
            stop_waits: false,
            last: ' ',
            last_cjk: None,
        }
    }

    fn read(&mut self, text: &str) {
        self.listener.expect(text.len());
        for c in text.chars() {
            if c.is_ascii_lowercase() {
                // The common case of what follows.
                self.chars += 1;
                self.letters += 1;
                self.last = c;
                self.stop_waits = false;
                self.last_cjk = None;
                self.word.length += 1;
                self.word.hash.add(c as u8);
                continue;
            }
            if is_blank(c) {
                self.ends += u32::from(self.stop_waits);
                self.stop_waits = false;
                self.end_word();
                continue;
            }
            self.chars += 1;
            self.last = c;
            if is_cjk(c) {
                self.read_cjk(c);
            } else if c.is_alphanumeric() || c == '_' {
                self.read_letter(c);
            } else {
                self.read_sign(c);
            }
        }
        self.ends += u32::from(self.stop_waits);
        self.end_word();
    }

    fn read_letter(&mut self, c: char) {
        self.stop_waits = false;
        self.last_cjk = None;
        let digit = c.to_digit(10);
        if let Some(value) = digit {
            self.digits += 1;
            self.word.digits += 1;
            self.word.value = self.word.value.wrapping_mul(10).wrapping_add(value);
        } else {
            self.letters += 1;
            let is_capital = c.is_uppercase();
            self.capitals += u32::from(is_capital);
            self.capital_words += u32::from(is_capital && self.word.length == 0);
        }
        self.word.length += 1;
        if c.is_ascii() {
            self.word.hash.add(c.to_ascii_lowercase() as u8);
        } else {
            self.add_to_hash(c);
        }
    }

    fn add_to_hash(&mut self, c: char) {
        let mut bytes = [0; 4];
        for lower in c.to_lowercase() {
            lower.encode_utf8(&mut bytes).bytes().for_each(|byte| self.word.hash.add(byte));
        }
    }

    fn read_cjk(&mut self, c: char) {
        self.end_word();
        self.stop_waits = false;
        self.cjk += 1;
        let mut bytes = [0; 4];
        let mut single = WordHash::default();
        c.encode_utf8(&mut bytes).bytes().for_each(|byte| single.add(byte));
        let (_, is_stop) = self.lexicon.look_up(single);
        self.say(single, is_stop);
        if let Some(before) = self.last_cjk {
            let mut pair = WordHash::default();
            before.encode_utf8(&mut bytes).bytes().for_each(|byte| pair.add(byte));
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| pair.add(byte));
            self.count_groups(self.lexicon.look_up(pair).0);
        }
        self.last_cjk = Some(c);
    }

    fn read_sign(&mut self, c: char) {
        self.signs += 1;
        self.end_word();
        self.last_cjk = None;
        match c {
            '.' | '!' | '?' | '…' | '؟' | '।' => self.stop_waits = true,
            '。' | '！' | '？' => self.ends += 1,
            ',' | ';' | '，' | '、' | '；' | '،' => self.commas += 1,
            '$' | '€' | '£' | '¥' | '￥' | '₹' | '₽' | '₩' => self.currency += 1,
            // A closing quote or bracket may stand between the full stop and the space.
            '"' | '\'' | '”' | '’' | ')' => return,
            _ => {}
        }
        if !matches!(c, '.' | '!' | '?' | '…' | '؟' | '।') {
            self.stop_waits = false;
        }
    }

    fn end_word(&mut self) {
        if self.word.length == 0 {
            return;
        }
        let word = std::mem::take(&mut self.word);
        self.long_words += u32::from(word.length > 6);
        if word.digits == word.length {
            self.number_words += 1;
            self.years += u32::from(word.digits == 4 && (1900..2100).contains(&word.value));
            return self.say(word.hash, false);
        }
        let (groups, is_stop) = self.lexicon.look_up(word.hash);
        self.say(word.hash, is_stop);
        self.count_groups(groups);
    }

    fn say(&mut self, word: WordHash, is_stop: bool) {
        self.listener.hear(word.0, is_stop);
        self.stops += u32::from(is_stop);
    }

    fn count_groups(&mut self, mut groups: u64) {
        while groups != 0 {
            let count = &mut self.groups[groups.trailing_zeros() as usize];
            *count = count.saturating_add(1);
            groups &= groups - 1;
        }
    }

    fn write(&self, row: &mut [f32]) {
        let is_end = matches!(self.last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '”' | '"');
        let counts = [
            self.chars,
            self.letters,
            self.capitals,
            self.digits,
            self.signs,
            self.ends,
            self.commas,
            self.capital_words,
            self.long_words,
            self.number_words,
            self.stops,
            self.cjk,
            self.currency,
            self.years,
            u32::from(is_end),
        ];
        for (place, count) in row[1..].iter_mut().zip(counts) {
            *place = count as f32;
        }
    }
}
