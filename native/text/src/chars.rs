//! Characters of all scripts: which are letters, digits, white space and marks, how many a text has; and short texts that are
//! a number: which count something, and which name nothing.
//!
//! In words: letters, digits and white space are those of Unicode, as Python's patterns have them.

use std::sync::LazyLock;

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind};

const MAX_LABEL_LENGTH: usize = 14; // characters before and behind a number that say what it counts

/// The characters of a class; none where it cannot be read, which a test excludes.
pub fn class(pattern: &str) -> ClassUnicode {
    match regex_syntax::parse(pattern).map(regex_syntax::hir::Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        _ => ClassUnicode::empty(),
    }
}

static LETTERS_AND_NUMBERS: LazyLock<ClassUnicode> = LazyLock::new(|| class(r"[\p{L}\p{N}]"));
static LETTERS: LazyLock<ClassUnicode> = LazyLock::new(|| class(r"\p{L}"));
static DECIMALS: LazyLock<ClassUnicode> = LazyLock::new(|| class(r"\p{Nd}"));

pub fn is_in(class: &ClassUnicode, c: char) -> bool {
    let ranges = class.ranges();
    let after = ranges.partition_point(|range| range.start() <= c);
    after > 0 && c <= ranges[after - 1].end()
}

/// Whether a character is a digit of any script.
pub fn is_decimal(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { is_in(&DECIMALS, c) }
}

/// The value of a digit of any script: the digits of a script stand in a row that begins with its zero.
pub fn decimal_value(digit: char) -> u32 {
    if digit.is_ascii_digit() {
        return digit as u32 - '0' as u32;
    }
    let ranges = DECIMALS.ranges();
    let after = ranges.partition_point(|range| range.start() <= digit);
    if after > 0 { (digit as u32 - ranges[after - 1].start() as u32) % 10 } else { 0 }
}

/// Whether a character is a digit, as Python's `isdigit`: those of any script, raised, lowered and in circles.
pub fn is_digit(c: char) -> bool {
    const OTHERS: [(char, char); 20] = [
        ('\u{b2}', '\u{b3}'),
        ('\u{b9}', '\u{b9}'),
        ('\u{1369}', '\u{1371}'),
        ('\u{19da}', '\u{19da}'),
        ('\u{2070}', '\u{2070}'),
        ('\u{2074}', '\u{2079}'),
        ('\u{2080}', '\u{2089}'),
        ('\u{2460}', '\u{2468}'),
        ('\u{2474}', '\u{247c}'),
        ('\u{2488}', '\u{2490}'),
        ('\u{24ea}', '\u{24ea}'),
        ('\u{24f5}', '\u{24fd}'),
        ('\u{24ff}', '\u{24ff}'),
        ('\u{2776}', '\u{277e}'),
        ('\u{2780}', '\u{2788}'),
        ('\u{278a}', '\u{2792}'),
        ('\u{10a40}', '\u{10a43}'),
        ('\u{10e60}', '\u{10e68}'),
        ('\u{11052}', '\u{1105a}'),
        ('\u{1f100}', '\u{1f10a}'),
    ];
    is_decimal(c) || (!c.is_ascii() && OTHERS.iter().any(|&(first, last)| first <= c && c <= last))
}

/// Whether a character is a letter.
pub fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphabetic() } else { is_in(&LETTERS, c) }
}

/// Whether a character is a letter or a number.
pub fn is_word(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { is_in(&LETTERS_AND_NUMBERS, c) }
}

/// White space, as Python's.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// White space of ASCII, as Python's.
pub fn is_ascii_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0x1c..=0x1f)
}

/// A letter as patterns without case take it.
pub fn without_case(c: char) -> char {
    match c {
        'ı' | 'İ' => 'i',
        'ſ' => 's',
        '\u{212a}' => 'k',
        _ => c.to_ascii_lowercase(),
    }
}

fn is_unit(c: char) -> bool {
    matches!(c, 'k' | 'K' | 'm' | 'M' | '万')
}

/// Whether a text names nothing: it is a number with a unit, or has no letters at all.
pub fn says_no_title(text: &str) -> bool {
    let Some(first) = text.find(is_word) else {
        return !text.contains('_') || text.contains([',', '.']);
    };
    let (before, rest) = text.split_at(first);
    let behind = rest.trim_start_matches(|c| is_decimal(c) || matches!(c, ',' | '.'));
    let is_counted = behind.len() < rest.len() || before.trim_end_matches(is_space).ends_with([',', '.']);
    let behind = behind.trim_start_matches(is_space);
    is_counted && !behind.strip_prefix(is_unit).unwrap_or(behind).contains(is_word)
}

/// Whether a text with single spaces is a whole number with a short label before or behind it.
pub fn can_count(text: &str) -> bool {
    let Some(first) = text.find(is_decimal) else { return false };
    let (before, rest) = text.split_at(first);
    let behind = rest.trim_start_matches(|c| is_decimal(c) || matches!(c, ',' | '.'));
    let number = &rest[..rest.len() - behind.len()];
    let label = behind.strip_prefix(' ').unwrap_or(behind);
    let label = label.strip_prefix(is_unit).unwrap_or(label);
    let is_short = |label: &str| label.chars().nth(MAX_LABEL_LENGTH).is_none();
    let is_bare = label.len() == behind.len();
    is_short(before) && is_short(label) && !label.contains(is_decimal) && !(is_bare && is_fraction(number))
}

/// 9.50 and 4,5 are measured, not counted.
fn is_fraction(number: &str) -> bool {
    let Some((whole, part)) = number.split_once([',', '.']) else { return false };
    whole.chars().chain(part.chars()).all(is_decimal) && !whole.is_empty() && matches!(part.chars().count(), 1 | 2)
}

/// The first characters of a text.
pub fn first_chars(text: &str, most: usize) -> &str {
    if text.len() <= most { text } else { text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end]) }
}

/// What a text holds: characters that are not white space, and words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub chars: u32,
    pub words: u32,
}

const SPACE: u8 = 0;
const WORD: u8 = 1;
const OTHER: u8 = 2;

/// The kind of each ASCII byte: a table is what makes the common case cheap.
const ASCII: [u8; 128] = {
    let mut kinds = [OTHER; 128];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_whitespace() {
            kinds[byte] = SPACE;
        } else if (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' {
            kinds[byte] = WORD;
        }
        byte += 1;
    }
    kinds
};

/// Counts a text. A word is a run of letters, digits and underscores, but every CJK character is a word of its own,
/// since those scripts put no spaces between words.
pub fn count(text: &str) -> Counts {
    let mut counts = Counts::default();
    let mut in_word = false;
    let bytes = text.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        let byte = bytes[position];
        if byte < 128 {
            let kind = ASCII[byte as usize];
            counts.chars += u32::from(kind != SPACE);
            counts.words += u32::from(kind == WORD && !in_word);
            in_word = kind == WORD;
            position += 1;
        } else {
            let Some(c) = text[position..].chars().next() else { break };
            count_wide(c, &mut counts, &mut in_word);
            position += c.len_utf8();
        }
    }
    counts
}

fn count_wide(c: char, counts: &mut Counts, in_word: &mut bool) {
    if is_cjk(c) {
        counts.chars += 1;
        counts.words += 1;
        *in_word = false;
    } else if c.is_alphanumeric() {
        counts.chars += 1;
        counts.words += u32::from(!*in_word);
        *in_word = true;
    } else {
        counts.chars += u32::from(!is_blank(c));
        // A mark (an accent, an Indic vowel sign) goes on with the word it stands in.
        *in_word = *in_word && !is_blank(c) && !is_wide_punctuation(c);
    }
}

/// Han, kana and bopomofo: scripts without spaces between words. Hangul has them.
#[inline]
pub fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3041..=0x30FF | 0x3105..=0x312F | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0xFF66..=0xFF9D | 0x20000..=0x3FFFF)
}

/// White space, and the characters that look like it or like nothing.
#[inline]
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

fn is_wide_punctuation(c: char) -> bool {
    matches!(c as u32, 0x80..=0xBF | 0x2000..=0x2BFF | 0x3000..=0x303F | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF)
}

static PUNCTUATION: LazyLock<ClassUnicode> =
    LazyLock::new(|| match regex_syntax::parse(r"[\p{P}\p{S}]").map(Hir::into_kind) {
        Ok(HirKind::Class(Class::Unicode(class))) => class,
        _ => ClassUnicode::empty(), // a test excludes it
    });

/// Whether a character is punctuation or a symbol.
pub fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    let ranges = PUNCTUATION.ranges();
    let after = ranges.partition_point(|range| range.start() <= c);
    after > 0 && c <= ranges[after - 1].end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_characters() {
        assert!(is_decimal('5') && is_decimal('५') && is_decimal('５') && !is_decimal('²') && !is_decimal('五'));
        assert!(is_word('é') && is_word('²') && is_word('五') && !is_word('_') && !is_word('\u{93f}'));
    }

    #[test]
    fn texts_that_name_nothing() {
        for text in ["", "12", "(1,234)", "3.5 k", "12万", "_.", "…", ". k", "- 7 -"] {
            assert!(says_no_title(text), "{text}");
        }
        for text in ["_", "12 a", "k", "1 2 3x", "12-k", "12 kk", "第2"] {
            assert!(!says_no_title(text), "{text}");
        }
    }

    #[test]
    fn texts_that_count() {
        for text in ["12", "1,234 replies", "(3)", "1.2k", "9.50 views", "回复 5", "12万"] {
            assert!(can_count(text), "{text}");
        }
        for text in ["", "none", "9.50", "4,5", "3 of 4", "12 and a label that is long", "a label that is long 12"] {
            assert!(!can_count(text), "{text}");
        }
    }

    #[test]
    fn words_and_characters() {
        for (text, chars, words) in [
            ("", 0, 0),
            (" \n\t", 0, 0),
            ("one two", 6, 2),
            ("don't", 5, 2),
            ("你好,world", 8, 3),
            ("naïve café", 9, 2),
            ("한국어 문장", 5, 2),
            ("हिन्दी", 6, 1),
            ("\u{a0}\u{200b}", 0, 0),
        ] {
            assert_eq!(count(text), Counts { chars, words }, "{text:?}");
        }
    }

    #[test]
    fn signs_are_told_from_letters() {
        assert!("!$+^_“…。，€©→".chars().all(is_punctuation));
        assert!(!"a1é中 \u{a0}\u{301}\u{200b}²".chars().any(is_punctuation));
    }
}
