//! What the text of a block is like: kinds of characters and words, and what the run of inline elements holds.

use super::Columns;
use super::lexicon::{Lexicon, WordHash, lexicon, words};
use crate::limits::Tripped;
use crate::memory;
use crate::names::name;
use crate::text::{is_blank, is_cjk};

const COUNTS: [&str; 22] = [
    "words",
    "chars",
    "letters",
    "capitals",
    "digits",
    "signs",
    "sentence_ends",
    "commas",
    "capital_words",
    "long_words",
    "number_words",
    "stop_words",
    "cjk",
    "currency",
    "years",
    "ends_sentence",
    "ends_colon",
    "links",
    "link_words",
    "breaks",
    "bold",
    "images",
];

pub fn names() -> Vec<String> {
    let counts = COUNTS.iter().map(|name| name.to_string());
    counts.chain(words().names.iter().map(|name| format!("word_{name}"))).collect()
}

/// The words of the blocks as hashes, and whether each is a function word: those of block `b` are
/// `starts[b]..starts[b + 1]`.
pub struct Words {
    said: Said,
    starts: Vec<usize>,
}

/// Words as hashes, and whether each is a function word.
#[derive(Default)]
pub struct Said {
    pub hashes: Vec<u64>,
    pub is_stop: Vec<bool>,
}

impl Words {
    /// None yet, with room for those of a page.
    pub fn of(page: &Columns) -> Result<Words, Tripped> {
        let room = page.text.len() / 6;
        let said = Said { hashes: memory::with_room(room)?, is_stop: memory::with_room(room)? };
        let mut starts = memory::with_room(page.block_row.len() + 1)?;
        starts.push(0);
        Ok(Words { said, starts })
    }

    /// Adds the words of the next block, and writes what they are like.
    pub fn add(&mut self, page: &Columns, row: &mut [f32]) -> Result<(), Tripped> {
        let block = self.starts.len() - 1;
        self.said = read_block(page, block, std::mem::take(&mut self.said), row)?;
        self.starts.push(self.said.hashes.len());
        Ok(())
    }

    pub fn hashes(&self, block: usize) -> &[u64] {
        &self.said.hashes[self.starts[block]..self.starts[block + 1]]
    }

    pub fn is_stop(&self, block: usize) -> &[bool] {
        &self.said.is_stop[self.starts[block]..self.starts[block + 1]]
    }
}

/// Writes what the text of a block is like.
pub fn write(page: &Columns, block: usize, row: &mut [f32]) -> Result<(), Tripped> {
    read_block(page, block, Said::default(), row).map(drop)
}

fn read_block(page: &Columns, block: usize, said: Said, row: &mut [f32]) -> Result<Said, Tripped> {
    let span = page.block_text_start[block] as usize..page.block_text_end[block] as usize;
    let mut scan = Scan { said, ..Scan::default() };
    scan.read(&page.text[span])?;
    scan.write(row);
    row[0] = page.block_size(block);
    count_inline(page, block, &mut row[17..22]);
    for (group, &count) in scan.groups.iter().take(words().names.len()).enumerate() {
        row[COUNTS.len() + group] = count as f32;
    }
    Ok(scan.said)
}

/// The words of a text as hashes, each CJK character one.
pub fn split(text: &str) -> Result<Vec<u64>, Tripped> {
    let mut scan = Scan::default();
    scan.read(text)?;
    Ok(scan.said.hashes)
}

/// Counts over the rows of the run: links, words in links, line breaks, bold text, images.
fn count_inline(page: &Columns, block: usize, counts: &mut [f32]) {
    for row in page.block_first[block] as usize..page.block_last[block] as usize {
        match page.tag[row] {
            name::TEXT if page.in_link[row] => counts[1] += page.size(row),
            name::A if page.in_link[row] => counts[0] += 1.0,
            name::BR => counts[2] += 1.0,
            name::B | name::STRONG => counts[3] += 1.0,
            name::IMG => counts[4] += 1.0,
            _ => {}
        }
    }
    // A run that lies in one link starts behind the link's tag.
    if counts[0] == 0.0 && counts[1] > 0.0 {
        counts[0] = 1.0;
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

struct Scan {
    said: Said,
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

impl Default for Scan {
    fn default() -> Self {
        Scan {
            said: Said::default(),
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
}

impl Scan {
    fn read(&mut self, text: &str) -> Result<(), Tripped> {
        // Something stands between two words, and a character that is a word alone takes three bytes.
        memory::reserve(&mut self.said.hashes, text.len() / 2 + 1)?;
        memory::reserve(&mut self.said.is_stop, text.len() / 2 + 1)?;
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
        Ok(())
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
        self.said.hashes.push(word.0);
        self.said.is_stop.push(is_stop);
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
            u32::from(matches!(self.last, ':' | '：')),
        ];
        for (place, count) in row[1..].iter_mut().zip(counts) {
            *place = count as f32;
        }
    }
}
