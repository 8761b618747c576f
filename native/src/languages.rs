//! The words of times and of counters in many languages, from one table that Python reads too (`dates/languages.py`).
//!
//! In words: a text is folded (lower case, plain digits, spaces and apostrophes, one letter for letters that people
//! exchange). Letters that stand together are a word; a word of the table counts where it is a whole word. Chinese,
//! Japanese, Korean and Thai put nothing between words, so there a word counts wherever it stands.

use std::sync::OnceLock;

use crate::limits::Tripped;
use crate::memory;

pub const TABLE: &str = include_str!("languages.tsv");

/// Kinds of words, as flags.
pub const MONTH: u8 = 1;
pub const WEEKDAY: u8 = 1 << 1;
pub const UNIT: u8 = 1 << 2;
/// What makes a count of units a time: "ago".
pub const AGO: u8 = 1 << 3;
/// A time by itself: "yesterday", "just now", "last week".
pub const WHOLE: u8 = 1 << 4;
pub const REPLIES: u8 = 1 << 5;

/// What may stand between a day and its month without a space.
const ORDINALS: [&str; 7] = ["st", "nd", "rd", "th", "er", "of", "de"];
/// Where scripts have their zero.
const ZEROS: [u32; 6] = [0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10];

fn flags_of(kind: &str) -> u8 {
    match kind.split(' ').next().unwrap_or_default() {
        "month" => MONTH,
        "weekday" => WEEKDAY,
        "unit" | "past" => UNIT,
        "ago" | "before" => AGO,
        "day" | "now" | "last_week" | "last_month" | "last_year" => WHOLE,
        "replies" => REPLIES,
        _ => 0,
    }
}

/// A character as texts are compared; most become themselves in lower case.
fn folded(c: char) -> char {
    match c {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' | '\u{85}' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{3000}' => ' ',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}' | '\u{2066}'..='\u{2069}' => ' ',
        '’' => '\'',
        '،' => ',',
        'İ' => 'i',
        'Ș' | 'ș' => 'ş',
        'Ț' | 'ț' => 'ţ',
        'أ' | 'إ' | 'آ' => 'ا',
        'ي' | 'ى' => 'ی',
        'ك' => 'ک',
        '٠'..='９' if !c.is_alphabetic() => ZEROS
            .iter()
            .find(|&&zero| (zero..zero + 10).contains(&(c as u32)))
            .map_or(c, |zero| (b'0' + (c as u32 - zero) as u8) as char),
        _ => {
            let mut lower = c.to_lowercase();
            if lower.len() == 1 { lower.next().unwrap_or(c) } else { c }
        }
    }
}

/// Writes the folded text into `buffer`, in place of what was there.
pub fn fold<'buffer>(text: &[u8], buffer: &'buffer mut String) -> Result<&'buffer str, Tripped> {
    buffer.clear();
    buffer.try_reserve(2 * text.len())?; // folded characters take at most two bytes where they took one
    if text.is_ascii() {
        buffer.extend(text.iter().map(|&byte| match byte {
            b'\t'..=b'\r' | 0x1c..=0x1f => ' ',
            _ => byte.to_ascii_lowercase() as char,
        }));
    } else {
        let text = str::from_utf8(text).unwrap_or_default(); // pages are UTF-8 by now
        buffer.extend(text.chars().map(|c| if c.is_ascii_lowercase() { c } else { folded(c) }));
    }
    Ok(buffer)
}

/// Whether a folded character is part of a word.
fn in_word(c: char) -> bool {
    matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ʯ' | '\u{300}'..='\u{373}' | '\u{376}'..='\u{37d}' | '\u{386}'
        | '\u{388}'..='\u{482}' | '\u{48a}'..='\u{556}' | '\u{561}'..='\u{587}' | '\u{591}'..='\u{5bd}'
        | '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{657}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}' | '\u{900}'..='\u{963}'
        | '\u{971}'..='\u{9e3}' | '\u{a00}'..='\u{dff}' | '\u{10a0}'..='\u{10ff}' | '\u{1e00}'..='\u{1fff}'
        | '\u{200c}')
}

/// Whether a character belongs to a script without spaces between words.
fn is_joined(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e4e}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Which pairs of bytes begin words.
type Pairs = [u64; 1024];

/// The words of the table, folded and in order.
struct Words {
    text: String,
    /// Where a word stands in the text, and its kinds.
    entries: Vec<(u32, u32, u8)>,
    /// By flag, the pairs of bytes with which its words begin.
    pairs: [Pairs; 6],
}

static WORDS: OnceLock<Words> = OnceLock::new();

fn words() -> Result<&'static Words, Tripped> {
    if let Some(words) = WORDS.get() {
        return Ok(words);
    }
    let words = Words::read()?;
    Ok(WORDS.get_or_init(|| words))
}

impl Words {
    fn read() -> Result<Words, Tripped> {
        let mut words = Words { text: String::new(), entries: Vec::new(), pairs: [[0; 1024]; 6] };
        words.text.try_reserve_exact(2 * TABLE.len())?;
        let mut buffer = String::new();
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let flags = columns.nth(1).map_or(0, flags_of);
            for word in columns.nth(1).unwrap_or_default().split('|').filter(|_| flags > 0) {
                let word = fold(word.as_bytes(), &mut buffer)?.trim_end_matches('.');
                let start = words.text.len() as u32;
                words.text.push_str(word);
                memory::push(&mut words.entries, (start, words.text.len() as u32, flags))?;
                let (place, mask) = pair_of(word.as_bytes());
                words.pairs[flags.trailing_zeros() as usize][place] |= mask;
            }
        }
        let Words { text, entries, .. } = &mut words;
        entries.sort_unstable_by_key(|&(start, end, _)| &text.as_bytes()[start as usize..end as usize]);
        Ok(words)
    }

    fn word(&self, entry: usize) -> &str {
        let (start, end, _) = self.entries[entry];
        &self.text[start as usize..end as usize]
    }

    /// The kinds of the words that begin a text with these letters; `whole` where they must end with a word.
    fn kinds_at(&self, rest: &str, letters: &str, whole: bool) -> u8 {
        let first = self.entries.partition_point(|&(start, end, _)| &self.text[start as usize..end as usize] < letters);
        let mut kinds = 0;
        for entry in first..self.entries.len() {
            let word = self.word(entry);
            let longer = word.strip_prefix(letters).filter(|end| !whole || !end.chars().next().is_some_and(in_word));
            if longer.is_none() {
                break; // letters come behind spaces and marks in the order of words
            }
            let behind = rest.strip_prefix(word);
            if behind.is_some_and(|behind| !whole || !behind.chars().next().is_some_and(in_word)) {
                kinds |= self.entries[entry].2;
            }
        }
        kinds
    }
}

/// Where the first two bytes of a word stand in `Pairs`.
fn pair_of(word: &[u8]) -> (usize, u64) {
    let pair = usize::from(word[0]) << 8 | usize::from(word.get(1).copied().unwrap_or(b' '));
    (pair >> 6, 1 << (pair & 63))
}

/// Which of the `wanted` kinds have words in a folded text; it stops when `enough` says so.
pub fn kinds_in(text: &str, wanted: u8, enough: impl Fn(u8) -> bool) -> Result<u8, Tripped> {
    let words = words()?;
    let begins = |rest: &[u8]| {
        let (place, mask) = pair_of(rest);
        (0..6).any(|bit| wanted & 1 << bit > 0 && words.pairs[bit][place] & mask > 0)
    };
    let (mut place, mut kinds) = (0, 0);
    while let Some(c) = text[place..].chars().next() {
        let rest = &text[place..];
        let mut length = c.len_utf8();
        if is_joined(c) {
            if begins(rest.as_bytes()) {
                kinds |= words.kinds_at(rest, &rest[..length], false) & wanted;
            }
        } else if in_word(c) {
            length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
            let start = match place.checked_sub(1).map(|before| text.as_bytes()[before]) {
                Some(b'0'..=b'9') => ordinal(&rest[..length]),
                _ => 0,
            };
            for start in [0, start].into_iter().take(1 + usize::from(start > 0)) {
                // A word of one letter has a space behind it in the table of pairs, whatever follows here.
                if length == start + 1 || begins(&rest.as_bytes()[start..]) {
                    kinds |= words.kinds_at(&rest[start..], &rest[start..length], true) & wanted;
                }
            }
        }
        if kinds > 0 && enough(kinds) {
            break;
        }
        place += length;
    }
    Ok(kinds)
}

/// The length of an ordinal's ending that is joined with a word, 0 where there is none.
fn ordinal(word: &str) -> usize {
    let joined = |ending: &&&str| word.len() > ending.len() && word.starts_with(**ending);
    ORDINALS.iter().find(joined).map_or(0, |ending| ending.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> u8 {
        let mut buffer = String::new();
        kinds_in(fold(text.as_bytes(), &mut buffer).unwrap(), 0xFF, |_| false).unwrap()
    }

    #[test]
    fn texts_are_folded() {
        let mut buffer = String::new();
        assert_eq!(fold("۴ Δεκεμβρίου\u{a0}２０".as_bytes(), &mut buffer), Ok("4 δεκεμβρίου 20"));
        assert_eq!(fold(b"4\tDEC", &mut buffer), Ok("4 dec"));
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
            ("il y est", 0),
            ("3 ชั่วโมงที่แล้ว", AGO | UNIT),
            ("Aujourd’hui", WHOLE),
            ("12 Antworten", REPLIES),
        ] {
            assert_eq!(kinds(text), wanted, "{text}");
        }
    }
}
