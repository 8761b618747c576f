//! The words of times and of counters in many languages, from one table that Python reads too (`dates/languages.py`).
//!
//! In words: a text is folded (lower case, plain digits, spaces and apostrophes, one letter for letters that people
//! exchange). Letters that stand together are a word; a word of the table counts where it is a whole word. Chinese,
//! Japanese, Korean and Thai put nothing between words, so there a word counts wherever it stands.

use std::sync::OnceLock;

use crate::folding::character_at;
pub use crate::folding::fold;

pub const TABLE: &str = include_str!("languages.tsv");

/// Kinds of words, as flags.
pub const MONTH: u16 = 1;
pub const WEEKDAY: u16 = 1 << 1;
pub const UNIT: u16 = 1 << 2;
/// What makes a count of units a time: "ago".
pub const AGO: u16 = 1 << 3;
/// A time by itself: "yesterday", "just now", "last week".
pub const WHOLE: u16 = 1 << 4;
pub const REPLIES: u16 = 1 << 5;
/// What forums say, in languages other than English and Chinese, whose words `discussion` has.
pub const FORUM: u16 = 1 << 6;
pub const TALK: u16 = 1 << 7;
pub const LOGIN: u16 = 1 << 8;
/// What stands before the title in the title of a reply: "Re".
const REPLY_MARK: u16 = 1 << 9;

/// What may stand between a day and its month without a space.
const ORDINALS: [&str; 7] = ["st", "nd", "rd", "th", "er", "of", "de"];

fn flags_of(language: &str, kind: &str) -> u16 {
    let foreign = |flag| if matches!(language, "en" | "zh") { 0 } else { flag };
    match kind.split(' ').next().unwrap_or_default() {
        "month" => MONTH,
        "weekday" => WEEKDAY,
        "unit" | "past" => UNIT,
        "ago" | "before" => AGO,
        "since" => AGO | UNIT,
        "day" | "now" | "last_week" | "last_month" | "last_year" => WHOLE,
        "replies" => REPLIES | foreign(TALK),
        "reply" | "quote" => foreign(TALK),
        "forum" => foreign(FORUM),
        "login" => foreign(LOGIN),
        "re" => REPLY_MARK,
        _ => 0,
    }
}

/// Whether a folded character is part of a word.
pub fn in_word(c: char) -> bool {
    matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ʯ' | '\u{300}'..='\u{373}' | '\u{376}'..='\u{37d}' | '\u{386}'
        | '\u{388}'..='\u{482}' | '\u{48a}'..='\u{556}' | '\u{561}'..='\u{587}' | '\u{591}'..='\u{5bd}'
        | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{657}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}' | '\u{900}'..='\u{963}'
        | '\u{971}'..='\u{9e3}' | '\u{a00}'..='\u{dff}' | '\u{10a0}'..='\u{10ff}' | '\u{1e00}'..='\u{1fff}'
        | '\u{200c}')
}

/// Whether a character belongs to a script without spaces between words.
pub fn is_joined(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e4e}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// What is looked for in one go.
#[derive(Clone, Copy)]
pub enum Search {
    /// Words that make a time without a digit.
    Quiet,
    /// Those and the ones that make a time beside a digit.
    BesideDigit,
    Units,
    Replies,
    Discussion,
}

impl Search {
    const ALL: [Search; 5] = [Search::Quiet, Search::BesideDigit, Search::Units, Search::Replies, Search::Discussion];

    fn kinds(self) -> u16 {
        match self {
            Search::Quiet => AGO | WHOLE,
            Search::BesideDigit => AGO | WHOLE | MONTH | WEEKDAY,
            Search::Units => UNIT,
            Search::Replies => REPLIES,
            Search::Discussion => FORUM | TALK | LOGIN,
        }
    }
}

/// By a hash of the first word of words and phrases, whether there are any: most words of a text are none.
type Hashes = [u64; 1024];

fn hash_of(letters: &[u8]) -> u32 {
    letters.iter().fold(0, |hash, &byte| with_byte(hash, byte))
}

#[inline]
fn with_byte(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// Where the lengths of words are that begin as these letters do.
#[inline]
fn first_bits(letters: &[u8]) -> usize {
    letters.first().map_or(0, |byte| usize::from(byte & 31))
}

#[inline]
fn length_bit(length: usize) -> u32 {
    1 << length.min(31)
}

/// Where a word stands in `Hashes`.
#[inline]
fn hash_place(hash: u32) -> (usize, u64) {
    let place = (hash ^ hash >> 15) as usize & 0xFFFF;
    (place >> 6, 1 << (place & 63))
}

/// The words of the table, folded and in order.
struct Words {
    text: Vec<u8>,
    /// Where a word stands in the text, and its kinds.
    entries: Vec<(u32, u32, u16)>,
    /// By search, with which words its words begin.
    heads: [Hashes; 5],
    /// By search and by the lower five bits of its first byte, the lengths of such words as bits: to look at these is
    /// faster than to hash a word.
    lengths: [[u32; 32]; 5],
    /// By hash of the first word of words and phrases, one more than the first entry that begins so; 0 for none.
    firsts: Vec<(u32, u32)>,
}

/// Places in `Words::firsts`: a power of two, of which words take a half at most.
const FIRSTS: usize = 1 << 15;

/// Language, kind and words of each row of the table.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static str, std::str::Split<'static, char>)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?, columns.next()?, columns.nth(1)?.split('|')))
    })
}

static WORDS: OnceLock<Words> = OnceLock::new();

fn words() -> &'static Words {
    WORDS.get_or_init(Words::read)
}

impl Words {
    fn read() -> Words {
        let (text, entries, firsts) = (Vec::new(), Vec::new(), Vec::new());
        let mut words = Words { text, entries, heads: [[0; 1024]; 5], lengths: [[0; 32]; 5], firsts };
        let (mut buffer, mut spoken) = (Vec::new(), Vec::new());
        for word in rows().filter(|&(language, ..)| matches!(language, "en" | "zh")).flat_map(|(_, _, row)| row) {
            spoken.push(word);
        }
        for (language, kind, row) in rows() {
            let flags = flags_of(language, kind);
            for word in row.filter(|_| flags > 0) {
                let is_spoken = flags & Search::Discussion.kinds() > 0 && spoken.contains(&word);
                let flags = if is_spoken { flags & !Search::Discussion.kinds() } else { flags };
                if flags > 0 {
                    words.add(fold(word.trim_end_matches('.').as_bytes(), &mut buffer), flags);
                }
            }
        }
        let Words { text, entries, .. } = &mut words;
        entries.sort_unstable_by_key(|&(start, end, _)| &text[start as usize..end as usize]);
        words.firsts = vec![(0, 0); FIRSTS];
        for entry in 0..words.entries.len().min(FIRSTS / 2) {
            let word = words.word(entry);
            let hash = hash_of(&word[..letters_at(word).0]);
            let place = words.place_of(hash);
            if words.firsts[place].1 == 0 {
                words.firsts[place] = (hash, entry as u32 + 1);
            }
        }
        words
    }

    fn word(&self, entry: usize) -> &[u8] {
        let (start, end, _) = self.entries[entry];
        &self.text[start as usize..end as usize]
    }

    /// Where a hash is in `firsts`, or would be.
    fn place_of(&self, hash: u32) -> usize {
        let mut place = (hash ^ hash >> 15) as usize % FIRSTS;
        while self.firsts[place].1 != 0 && self.firsts[place].0 != hash {
            place = (place + 1) % FIRSTS;
        }
        place
    }

    /// The first entry that begins with a word, or that comes behind it in their order.
    fn first_with(&self, letters: &[u8], hash: u32) -> usize {
        let known = self.firsts[self.place_of(hash)].1 as usize;
        // Another word may have the same hash.
        if known > 0 && self.word(known - 1).starts_with(letters) {
            return known - 1;
        }
        self.entries.partition_point(|&(start, end, _)| &self.text[start as usize..end as usize] < letters)
    }

    fn add(&mut self, word: &[u8], flags: u16) {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(word);
        self.entries.push((start, self.text.len() as u32, flags));
        let first = &word[..letters_at(word).0];
        let (place, mask) = hash_place(hash_of(first));
        for search in Search::ALL.into_iter().filter(|search| search.kinds() & flags > 0) {
            self.heads[search as usize][place] |= mask;
            self.lengths[search as usize][first_bits(first)] |= length_bit(first.len());
        }
    }

    /// The kinds of the words with which a text begins; `letters` of it, with their hash, are its first word, or a
    /// letter of a script without spaces, where a word need not end with them.
    fn kinds_at(&self, text: &[u8], letters: usize, hash: u32, joined: bool) -> u16 {
        let letters = &text[..letters];
        let first = self.first_with(letters, hash);
        let mut kinds = 0;
        for &(start, end, flags) in &self.entries[first..] {
            let word = &self.text[start as usize..end as usize];
            match word.strip_prefix(letters) {
                Some(rest) if joined || letters_at(rest).0 == 0 => {}
                _ => break, // letters come behind spaces and marks in the order of words
            }
            let behind = text.strip_prefix(word);
            if behind.is_some_and(|behind| joined || !goes_on(behind)) {
                kinds |= flags;
            }
        }
        kinds
    }
}

/// Whether a word goes on: letters of a script without spaces begin another.
fn goes_on(text: &[u8]) -> bool {
    let (letters, joined) = letters_at(text);
    letters > 0 && !joined
}

/// How many bytes of a word a folded text begins with, and whether they are a letter of a script without spaces.
fn letters_at(text: &[u8]) -> (usize, bool) {
    let mut length = 0;
    while let Some(&byte) = text.get(length) {
        if byte.is_ascii() {
            if !byte.is_ascii_lowercase() {
                break;
            }
            length += 1;
            continue;
        }
        let c = character_at(&text[length..]);
        if !in_word(c) {
            return if length == 0 && is_joined(c) { (c.len_utf8(), true) } else { (length, false) };
        }
        length += c.len_utf8();
    }
    (length, false)
}

/// The kinds of a search that have words in a folded text; it stops when `enough` says so.
pub fn kinds_in(text: &[u8], search: Search, enough: impl Fn(u16) -> bool) -> u16 {
    let words = words();
    let (heads, lengths) = (&words.heads[search as usize], &words.lengths[search as usize]);
    let kinds_at = |start: usize, letters: usize, joined: bool| {
        let own = &text[start..start + letters];
        if lengths[first_bits(own)] & length_bit(letters) == 0 {
            return 0;
        }
        let hash = hash_of(own);
        let (place, mask) = hash_place(hash);
        if heads[place] & mask == 0 { 0 } else { words.kinds_at(&text[start..], letters, hash, joined) }
    };
    let (mut place, mut kinds) = (0, 0);
    while place < text.len() {
        let mut length = text[place..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let mut joined = false;
        if text.get(place + length).is_some_and(|byte| !byte.is_ascii()) {
            (length, joined) = letters_at(&text[place..]);
            if length == 0 {
                place += character_at(&text[place..]).len_utf8();
                continue;
            }
        }
        if length > 0 {
            kinds |= kinds_at(place, length, joined);
        }
        if length > 2 && place > 0 && text[place - 1].is_ascii_digit() {
            let skipped = ordinal(&text[place..place + length]);
            kinds |= if skipped > 0 { kinds_at(place + skipped, length - skipped, false) } else { 0 };
        }
        kinds &= search.kinds();
        if kinds > 0 && enough(kinds) {
            break;
        }
        place += length.max(1);
    }
    kinds
}

/// Whether a folded text is the mark of a reply, without its colon.
pub fn is_reply_mark(text: &[u8]) -> bool {
    let words = words();
    let first = words.entries.partition_point(|&(start, end, _)| &words.text[start as usize..end as usize] < text);
    let alike =
        words.entries[first..].iter().take_while(|&&(start, end, _)| words.text[start as usize..end as usize] == *text);
    alike.fold(0, |kinds, &(.., flags)| kinds | flags) & REPLY_MARK > 0
}

/// The length of an ordinal's ending that is joined with a word, 0 where there is none.
fn ordinal(word: &[u8]) -> usize {
    let joined = |ending: &&&str| word.len() > ending.len() && word.starts_with(ending.as_bytes());
    ORDINALS.iter().find(joined).map_or(0, |ending| ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> u16 {
        let mut buffer = Vec::new();
        let text = fold(text.as_bytes(), &mut buffer);
        Search::ALL.into_iter().fold(0, |kinds, search| kinds | kinds_in(text, search, |_| false))
    }

    #[test]
    fn marks_of_replies() {
        for (text, wanted) in
            [("re", true), ("aw", true), ("回复", true), ("ответ", true), ("rest", false), ("", false)]
        {
            assert_eq!(is_reply_mark(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn words_are_whole_words() {
        for (text, wanted) in [
            ("4 Dezember 2022", MONTH),
            ("4thSep", MONTH),
            ("decemberish", 0),
            ("vor 3 Stunden", AGO | UNIT),
            ("vor 3h", AGO | UNIT),
            ("il y a 3 heures", AGO | UNIT),
            ("il ya", 0),
            ("3 ชั่วโมงที่แล้ว", AGO | UNIT),
            ("Aujourd’hui", WHOLE),
            ("avant-hier", WHOLE),
            ("12 Antworten", REPLIES | TALK),
            ("12 replies, forum, login", REPLIES),
            ("Foro: Iniciar sesión", FORUM | LOGIN),
        ] {
            assert_eq!(kinds(text), wanted, "{text}");
        }
    }
}
