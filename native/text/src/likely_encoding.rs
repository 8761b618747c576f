//! The encoding under which bytes are the likeliest text.
//!
//! In words: the bytes outside of ASCII, with what stands beside them, are read in every encoding of the web. What is
//! read costs, letter by letter, what it is unlikely: the negative logarithm of how often this letter follows the one
//! before it in a language, for the language in which all of it together costs least. `encoding_pairs.bin` has these
//! costs (`python -m bench.encodings.train` made it). The cheapest reading wins; what the page declares has a head start.

use encoding_rs::*;

static TABLE: &[u8] = include_bytes!("encoding_pairs.bin");

/// Steps of a cost of 1 (natural logarithm).
const STEPS: i64 = 12;
/// Bytes outside of ASCII that are read. With 100 letters the right language is far ahead of all others; pages mix.
const SAMPLE: usize = 900;
/// Bytes that are searched for them.
const SEARCHED: usize = 1 << 20;
/// ASCII bytes kept behind the others: the second byte of a letter may be one, and the letter behind it tells too.
const BEHIND: usize = 2;
/// A letter that no text of a language had. The rarest that one had cost 13.
const UNSEEN: i64 = 15 * STEPS;
/// The same in UTF-8, where the bytes alone tell that it is a letter.
const UNSEEN_UTF_8: i64 = 7 * STEPS;
/// What no text has: a broken byte, a control, a character for private use.
const BROKEN: i64 = 22 * STEPS;
/// The same in UTF-8: pages are glued of parts, and each may have a broken end.
const BROKEN_UTF_8: i64 = 12 * STEPS;
/// A pair that was never seen costs so much more than its second letter alone.
const UNSEEN_PAIR: i64 = 3 * STEPS;
/// A letter of another alphabet glued to a Latin one.
const MIXED: i64 = 6 * STEPS;
/// A letter and anything else of ASCII, behind one that is not.
const ASCII_LETTER: i64 = 3 * STEPS;
const ASCII_OTHER: i64 = 2 * STEPS;
/// The head start of what is declared, and for each character of the sample; half of it where header and page differ and
/// the header speaks first. Set by half 0 of `bench encodings` and by the pages of our data sets, whose declarations hold.
const DECLARED: i64 = 3 * STEPS;
const DECLARED_PART: i64 = STEPS / 12;

/// The encodings of web pages and their head starts: what is common on the web has a few steps.
static CANDIDATES: &[(&Encoding, i64)] = &[
    (&UTF_8_INIT, 2 * STEPS),
    (&WINDOWS_1252_INIT, 2 * STEPS),
    (&GBK_INIT, STEPS),
    (&WINDOWS_1251_INIT, STEPS),
    (&SHIFT_JIS_INIT, STEPS),
    (&EUC_KR_INIT, 0),
    (&BIG5_INIT, 0),
    (&EUC_JP_INIT, 0),
    (&WINDOWS_1250_INIT, STEPS),
    (&ISO_8859_2_INIT, 0),
    (&WINDOWS_1253_INIT, 0),
    (&ISO_8859_7_INIT, -STEPS / 2),
    (&WINDOWS_1254_INIT, 0),
    (&WINDOWS_1255_INIT, 0),
    (&WINDOWS_1256_INIT, 0),
    (&ISO_8859_6_INIT, -STEPS),
    (&WINDOWS_1257_INIT, 0),
    (&ISO_8859_4_INIT, -STEPS),
    (&WINDOWS_1258_INIT, -STEPS),
    (&WINDOWS_874_INIT, 0),
    (&KOI8_R_INIT, 0),
    (&KOI8_U_INIT, -STEPS / 2),
    (&ISO_8859_5_INIT, -STEPS),
    (&IBM866_INIT, -2 * STEPS),
];

/// The encoding that the bytes read best in. `said` was declared first, `meta` in the page.
pub fn likeliest(data: &[u8], said: Option<&'static Encoding>, meta: Option<&'static Encoding>) -> &'static Encoding {
    let sample = sample(data);
    let start = DECLARED + DECLARED_PART * sample.len() as i64;
    let bonus = |encoding: &'static Encoding| match Some(encoding) {
        named if named == said => start,
        named if named == meta => start / 2,
        _ => 0,
    };
    let known = CANDIDATES.iter().map(|&(encoding, prior)| (encoding, prior));
    let others = [said, meta].into_iter().flatten().filter(|&said| CANDIDATES.iter().all(|&(one, _)| one != said));
    let mut best = (i64::MAX, said.unwrap_or(WINDOWS_1252));
    // What is declared is read first: the others are given up as soon as they cost more.
    let mut all: [Option<(&'static Encoding, i64)>; 32] = [None; 32];
    let named = others.map(|encoding| (encoding, 0)).chain(known);
    all.iter_mut().zip(named).for_each(|(place, one)| *place = Some(one));
    all.sort_by_key(|one| one.map_or(i64::MAX, |(encoding, _)| -bonus(encoding)));
    for (encoding, prior) in all.into_iter().flatten() {
        let head_start = prior + bonus(encoding);
        let (text, _) = to_utf8(&sample, encoding);
        let bound = best.0.saturating_add(head_start);
        let cost = cost_of(&text, encoding == UTF_8, bound) - head_start;
        if cost < best.0 {
            best = (cost, encoding);
        }
    }
    best.1
}

/// The bytes outside of ASCII, each run with the byte before it and two behind it.
fn sample(data: &[u8]) -> Vec<u8> {
    let data = &data[..data.len().min(SEARCHED)];
    let mut sample = Vec::with_capacity(SAMPLE * (BEHIND + 3));
    let (mut position, mut count) = (0, 0);
    while count < SAMPLE {
        position += Encoding::ascii_valid_up_to(&data[position..]);
        if position == data.len() {
            break;
        }
        sample.extend(position.checked_sub(1).map(|before| data[before]));
        let mut ascii = 0;
        while position < data.len() && ascii < BEHIND && count < SAMPLE {
            let byte = data[position];
            ascii = if byte.is_ascii() { ascii + 1 } else { 0 };
            count += usize::from(!byte.is_ascii());
            sample.push(byte);
            position += 1;
        }
        sample.push(b' ');
    }
    sample
}

/// What a text costs in the language in which it costs least; any number above `bound` where it costs more than that.
pub fn cost_of(text: &str, is_utf8: bool, bound: i64) -> i64 {
    let table = Table::read();
    let unseen = if is_utf8 { UNSEEN_UTF_8 } else { UNSEEN };
    let broken = if is_utf8 && text.chars().any(is_whole) { BROKEN_UTF_8 } else { BROKEN };
    let (mut common, mut saved) = (0, [0_i64; MAX_LANGUAGES]);
    let (mut before, mut case_before) = (' ', OTHER);
    for (number, character) in text.chars().enumerate() {
        let (letter, case) = (letter_of(character), case_of(character));
        if is_no_text(character) {
            common += broken;
            (before, case_before) = (' ', OTHER);
            continue;
        }
        if !letter.is_ascii() || !before.is_ascii() {
            common += table.case_cost(case_before, case) + table.add_pair(before, letter, unseen, &mut saved);
        }
        (before, case_before) = (letter, case);
        if number % 32 == 31 && least(common, &saved) > bound {
            break;
        }
    }
    least(common, &saved)
}

fn least(common: i64, saved: &[i64; MAX_LANGUAGES]) -> i64 {
    common - saved.iter().max().copied().unwrap_or(0)
}

const MAX_LANGUAGES: usize = 64;
const UPPER: usize = 0;
const LOWER: usize = 1;
const UNCASED: usize = 2;
const OTHER: usize = 3;

/// A letter in lower case; ASCII that is no letter, and wide spaces, are a space.
fn letter_of(character: char) -> char {
    match character {
        'a'..='z' => character,
        'A'..='Z' => character.to_ascii_lowercase(),
        '\0'..='\x7f' | '\u{a0}' | '\u{3000}' => ' ',
        _ => character.to_lowercase().next().unwrap_or(character),
    }
}

fn case_of(character: char) -> usize {
    match character {
        _ if character.to_lowercase().ne([character]) => UPPER,
        _ if character.to_uppercase().ne([character]) => LOWER,
        '\u{300}'..'\u{2000}' | '\u{2c00}'.. => UNCASED,
        _ => OTHER,
    }
}

/// Whether a character of more than one byte was whole: without one, nothing tells UTF-8.
fn is_whole(character: char) -> bool {
    !character.is_ascii() && character != '\u{fffd}'
}

fn is_no_text(character: char) -> bool {
    matches!(character, '\u{fffd}' | '\u{80}'..'\u{a0}' | '\u{e000}'..='\u{f8ff}')
}

/// Of scripts of thousands of characters, each is counted alone: pairs would be millions.
fn is_ideograph(character: char) -> bool {
    character >= '\u{2e80}'
}

/// The costs of `encoding_pairs.bin`: a text that credits its data, the number of languages, the costs of cases, then
/// pairs and letters, each as sorted keys, languages and costs.
struct Table {
    cases: &'static [u8],
    pairs: Rows,
    letters: Rows,
}

#[derive(Clone, Copy)]
struct Rows {
    keys: &'static [[u8; 4]],
    languages: &'static [u8],
    costs: &'static [u8],
}

impl Rows {
    fn read(data: &'static [u8]) -> (Self, &'static [u8]) {
        let (count, data) = data.split_at(4);
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
        let (keys, data) = data.split_at(4 * count);
        let (languages, data) = data.split_at(count);
        let (costs, data) = data.split_at(count);
        (Rows { keys: keys.as_chunks().0, languages, costs }, data)
    }

    /// The languages that have a key, and what it costs there.
    fn of(&self, key: u32) -> impl Iterator<Item = (usize, i64)> {
        let start = self.keys.partition_point(|&own| u32::from_le_bytes(own) < key);
        let rows = self.keys[start..].iter().zip(&self.languages[start..]).zip(&self.costs[start..]);
        rows.take_while(move |((own, _), _)| u32::from_le_bytes(**own) == key)
            .map(|((_, &language), &cost)| (usize::from(language), i64::from(cost)))
    }
}

impl Table {
    fn read() -> Self {
        let start = memchr::memchr(0, TABLE).map_or(0, |end| end + 2);
        let (cases, data) = TABLE[start..].split_at(16);
        let (pairs, data) = Rows::read(data);
        Table { cases, pairs, letters: Rows::read(data).0 }
    }

    fn case_cost(&self, before: usize, case: usize) -> i64 {
        i64::from(self.cases[4 * before + case])
    }

    /// What a pair costs where no language knows it; what languages know of it is noted as saved.
    fn add_pair(&self, before: char, letter: char, unseen: i64, saved: &mut [i64; MAX_LANGUAGES]) -> i64 {
        let alone = is_ideograph(before.max(letter));
        let apart = if alone { 0 } else { UNSEEN_PAIR };
        let mixed = if is_mixed(before, letter) { MIXED } else { 0 };
        let mut by_letter = [0; MAX_LANGUAGES];
        let most = match letter {
            ' ' => ASCII_OTHER + apart + mixed,
            '\0'..='\x7f' => ASCII_LETTER + apart + mixed,
            _ => unseen + apart + mixed,
        };
        for (language, cost) in self.letters.of(letter as u32) {
            by_letter[language] = most - (cost + apart + mixed).min(most);
            saved[language] += by_letter[language];
        }
        if !alone {
            for (language, cost) in self.pairs.of((before as u32) << 16 | letter as u32) {
                saved[language] += most - cost.min(most) - by_letter[language];
            }
        }
        most
    }
}

/// Whether one of two neighbours is a Latin letter of ASCII and the other of Greek, Cyrillic, Hebrew, Arabic, Thai.
fn is_mixed(one: char, other: char) -> bool {
    let foreign = |letter: char| matches!(letter, '\u{370}'..'\u{1e00}');
    (one.is_ascii_alphabetic() && foreign(other)) || (other.is_ascii_alphabetic() && foreign(one))
}

/// Decodes bytes into a buffer that grows as they ask for it; says whether any were broken.
pub fn to_utf8(data: &[u8], encoding: &'static Encoding) -> (String, bool) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    text.reserve(data.len());
    let (mut rest, mut broken) = (data, false);
    loop {
        let (result, read, had_errors) = decoder.decode_to_string(rest, &mut text, true);
        broken |= had_errors;
        rest = &rest[read..];
        match result {
            CoderResult::InputEmpty => return (text, broken),
            // More than any one character and its replacement need.
            CoderResult::OutputFull => text.reserve(rest.len() + 64),
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/likely_encoding.rs"]
mod tests;
