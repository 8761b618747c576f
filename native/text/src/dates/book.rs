//! Texts in which every word of the table is one sign, so that one small grammar reads the dates of all languages.
//!
//! In words: a text is folded into as many characters as it has. A run of letters is looked up as the first word of some
//! phrases, the longest of which counts; letters of scripts without spaces are looked up one by one. A word becomes the sign
//! of its meaning and as many fillers as it has further letters. Words of one or two letters stay as they are, because "a",
//! "m" and "de" mean different things in one language. So do Chinese, Japanese and Korean words, which the grammar names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::calendar::zone_named;
use crate::chars::is_decimal;
use crate::folding::folded;
use crate::hash::{mix, spread};
use crate::languages::{self, in_word, is_joined};

/// Where kana begin; Han and hangul come behind.
pub const CJK: char = '\u{3040}';
/// Characters that Unicode leaves to programs; see `book`.
pub const FIRST_SIGN: char = '\u{e000}';
pub const FILLER: char = '\u{f8ff}';

/// What may stand between a number and a word without a space.
const ORDINALS: [[char; 2]; 7] = [['s', 't'], ['n', 'd'], ['r', 'd'], ['t', 'h'], ['e', 'r'], ['o', 'f'], ['d', 'e']];

/// A text in lower case with plain digits and spaces; every character stays where it is.
pub fn fold_chars(text: &str) -> Vec<char> {
    let mut all = Vec::with_capacity(text.len()); // at least as many bytes as characters
    // The last sigma of a word has its own letter, which only the whole word tells; a dotted capital becomes two
    // characters, and then each is taken by itself.
    if !text.is_ascii() && text.contains('Σ') && !text.contains('İ') {
        all.extend(text.to_lowercase().chars().map(plain));
    } else {
        all.extend(text.chars().map(plain));
    }
    all
}

fn plain(c: char) -> char {
    match c {
        'A'..='Z' => c.to_ascii_lowercase(),
        ' '..='~' => c,
        '׳' => '.',
        FIRST_SIGN..=FILLER => ' ',
        _ => folded(c),
    }
}

/// A word of the table, folded.
pub type Word = Box<[char]>;
/// What is kept by word. The words are those of the table, so that no page can choose them.
pub type ByWord<Key, Value> = HashMap<Key, Value, BuildHasherDefault<LetterHash>>;

/// The hash of a few letters: that of the standard library takes far longer.
#[derive(Default)]
pub struct LetterHash(u64);

impl Hasher for LetterHash {
    fn write_u32(&mut self, letter: u32) {
        self.0 = mix(self.0, u64::from(letter));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0, number);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn finish(&self) -> u64 {
        spread(self.0, 0) as u64
    }
}

/// Words, each with a tag, that are looked for together.
#[derive(Default)]
pub struct Phrases {
    /// By first word, or first letter in scripts without spaces, the words and their tags, the longest first.
    heads: ByWord<Word, Vec<(Word, char)>>,
    /// Whether there are words of Chinese, Japanese or Korean.
    has_cjk: bool,
}

impl Phrases {
    pub fn new(words: impl Iterator<Item = (Word, char)>) -> Self {
        let mut phrases = Phrases::default();
        for (word, tag) in words {
            phrases.has_cjk |= word[0] >= CJK;
            let start = if is_joined(word[0]) { 0 } else { word.iter().position(|&c| in_word(c)).unwrap_or(0) };
            let length = word[start..].iter().take_while(|&&c| in_word(c)).count().max(1);
            phrases.heads.entry(word[start..start + length].into()).or_default().push((word, tag));
        }
        phrases.heads.values_mut().for_each(|entries| entries.sort_by_key(|(word, _)| usize::MAX - word.len()));
        phrases
    }

    /// Which of the two scripts a character is of: 1 for those with spaces, 2 for those without.
    fn kind(&self, c: char) -> u8 {
        if c.is_ascii() {
            return u8::from(c.is_ascii_lowercase());
        }
        let is_joined = if self.has_cjk { is_joined(c) } else { ('\u{e01}'..='\u{e4e}').contains(&c) };
        if in_word(c) { 1 } else { 2 * u8::from(is_joined) }
    }

    /// Where the words stand in a folded text, without overlap, the longest first; with their tags.
    pub fn find(&self, text: &[char]) -> Vec<(usize, usize, char)> {
        let (mut found, mut done, mut place) = (Vec::new(), 0, 0);
        while place < text.len() {
            let (start, kind) = (place, self.kind(text[place]));
            let same = text[start..].iter().take_while(|&&c| self.kind(c) == kind).count();
            place += same;
            limits::tick(same);
            if kind == 2 {
                for at in start..place {
                    if at >= done
                        && let Some((length, tag)) = self.hit(text, at, &text[at..=at], false)
                    {
                        done = at + length;
                        found.push((at, done, tag));
                    }
                }
            } else if kind == 1 && start >= done {
                let start = self.word_start(text, start, place);
                if let Some((length, tag)) = self.hit(text, start, &text[start..place], true) {
                    done = start + length;
                    found.push((start, done, tag));
                }
            }
        }
        found
    }

    /// Where a word begins: behind the ending of an ordinal, where no phrase begins with both.
    fn word_start(&self, text: &[char], start: usize, end: usize) -> usize {
        let word = &text[start..end];
        let is_ordinal = word.len() > 2 && ORDINALS.iter().any(|ordinal| word.starts_with(ordinal));
        let is_behind = is_ordinal && start > 0 && is_decimal(text[start - 1]) && !self.heads.contains_key(word);
        if is_behind { start + 2 } else { start }
    }

    /// The length and the tag of the longest phrase with a head that stands at a place.
    fn hit(&self, text: &[char], start: usize, head: &[char], is_whole: bool) -> Option<(usize, char)> {
        let entries = self.heads.get(head)?;
        let fits = |word: &[char]| text[start..].starts_with(word) && !(is_whole && goes_on(text, start + word.len()));
        entries.iter().find(|(word, _)| fits(word)).map(|(word, tag)| (word.len(), *tag))
    }
}

/// Whether a word does not end there: a letter or the next digit of a number follows.
fn goes_on(text: &[char], end: usize) -> bool {
    let next = text.get(end);
    next.is_some_and(|&c| in_word(c)) || (is_decimal(text[end - 1]) && next.is_some_and(|&c| is_decimal(c)))
}

const LAST_SIGN: char = '\u{f8fe}';
const MIN_SPELLED: usize = 3; // letters
/// In the order in which signs are given, so that the words of a kind are few ranges.
const KINDS: [&str; 18] = [
    "month", "weekday", "unit", "past", "since", "day", "now", "last_week", "last_month", "last_year", "ago", "before",
    "around", "number", "at", "year", "am", "pm",
];

/// A set of languages, one bit each.
pub type Languages = u128;

/// What a word means: a kind, its value, and the languages in which it does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Sense {
    /// Of the kind with its value.
    number: u32,
    kind: &'static str,
    pub value: &'static str,
    pub languages: Languages,
}

impl Hash for Sense {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.number);
        state.write_u64(self.languages as u64);
        state.write_u64((self.languages >> 64) as u64);
    }
}

/// The words of the table that dates are made of.
pub struct Book {
    phrases: Phrases,
    /// What each sign means.
    signs: Vec<Vec<Sense>>,
    /// What the words mean that stay.
    staying: ByWord<Word, Vec<Sense>>,
    codes: Vec<&'static str>,
}

/// The words of one kind, and what they mean, in the order of the table.
struct Kind {
    kind: &'static str,
    value: &'static str,
    words: Ordered<Languages>,
}

/// Values by word, in the order in which the words came.
#[derive(Default)]
struct Ordered<Value> {
    entries: Vec<(Word, Value)>,
    places: ByWord<Word, usize>,
}

impl<Value: Default> Ordered<Value> {
    fn of(&mut self, word: Word) -> &mut Value {
        let place = *self.places.entry(word).or_insert_with_key(|word| {
            self.entries.push((word.clone(), Value::default()));
            self.entries.len() - 1
        });
        &mut self.entries[place].1
    }
}

/// The kinds of words that dates are made of, and the codes of the languages.
fn read_kinds() -> (Vec<Kind>, Vec<&'static str>) {
    let (mut kinds, mut codes): (Vec<Kind>, Vec<&str>) = Default::default();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (language, name, words) in languages::rows() {
        let (kind, value) = name.split_once(' ').unwrap_or((name, ""));
        if !KINDS.contains(&kind) {
            continue;
        }
        let code = codes.iter().rposition(|&code| code == language).unwrap_or(codes.len()); // most often the last
        if code == codes.len() {
            codes.push(language);
        }
        let place = *places.entry(name).or_insert_with(|| {
            kinds.push(Kind { kind, value, words: Ordered::default() });
            kinds.len() - 1
        });
        for word in words {
            let word = fold_chars(word.trim_end_matches('.'));
            let bare = word.len() - word.iter().rev().take_while(|&&c| c == '.').count();
            *kinds[place].words.of(word[..bare].into()) |= 1 << code;
        }
    }
    (kinds, codes)
}

impl Book {
    /// The book, read from the table.
    pub fn read() -> Self {
        let (kinds, codes) = read_kinds();
        let mut meanings: Ordered<Vec<Sense>> = Ordered::default();
        for (number, Kind { kind, value, words }) in (0..).zip(kinds) {
            for (word, languages) in words.entries {
                meanings.of(word).push(Sense { number, kind, value, languages });
            }
        }
        let mut alike: ByWord<Vec<Sense>, Vec<Word>> = ByWord::default();
        let mut staying: ByWord<Word, Vec<Sense>> = ByWord::default();
        for (word, senses) in meanings.entries {
            if word.len() >= MIN_SPELLED && word[0] < CJK && zone_named(&word).is_none() {
                alike.entry(senses).or_default().push(word);
            } else {
                staying.insert(word, senses);
            }
        }
        let mut alike: Vec<(Vec<Sense>, Vec<Word>)> = alike.into_iter().collect();
        alike.sort_by_cached_key(|(senses, words)| (rank(senses), words[0].clone()));
        let sign = |number: usize| char::from_u32(FIRST_SIGN as u32 + number as u32).unwrap_or(LAST_SIGN);
        let (signs, spelled): (Vec<_>, Vec<_>) = alike.into_iter().unzip();
        let words = spelled.into_iter().enumerate();
        let words = words.flat_map(|(number, words)| words.into_iter().map(move |word| (word, sign(number))));
        Book { phrases: Phrases::new(words), signs, staying, codes }
    }

    /// Writes signs for the words of a folded text.
    pub fn spell(&self, text: &mut [char]) {
        for (start, end, sign) in self.phrases.find(text) {
            text[start] = sign;
            text[start + 1..end].fill(FILLER);
        }
    }

    /// A word as it stands in a spelled text.
    pub fn spelled_word(&self, word: &str) -> Vec<char> {
        let mut word: Vec<char> = word.chars().collect();
        // A word is short, and no deadline ends.
        self.spell(&mut word);
        word
    }

    /// The languages of these codes.
    pub fn languages(&self, codes: &[&str]) -> Languages {
        let bit = |code: &&str| self.codes.iter().position(|known| known == code).map_or(0, |place| 1 << place);
        codes.iter().fold(0, |languages, code| languages | bit(code))
    }

    /// What a word of a spelled text means as one of a kind.
    pub fn senses(&self, word: &[char], kind: &'static str) -> impl Iterator<Item = &Sense> {
        let bare = &word[..word.len() - word.iter().rev().take_while(|&&c| c == '.').count()];
        let senses = match bare.first() {
            Some(&sign @ FIRST_SIGN..=LAST_SIGN) => self.signs.get(sign as usize - FIRST_SIGN as usize),
            _ => self.staying.get(bare),
        };
        senses.into_iter().flatten().filter(move |sense| sense.kind == kind)
    }

    /// A pattern for the words of some kinds in a spelled text; no group.
    pub fn pattern(&self, kinds: &[&str]) -> String {
        let is_of = |senses: &[Sense]| senses.iter().any(|sense| kinds.contains(&sense.kind));
        let mut parts = Vec::new();
        let signs = (FIRST_SIGN..=LAST_SIGN).zip(&self.signs).filter(|(_, senses)| is_of(senses));
        let signs: String = signs.map(|(sign, _)| sign).collect();
        if !signs.is_empty() {
            parts.push(format!("[{signs}]{FILLER}*+"));
        }
        let words = || self.staying.iter().filter(|(_, senses)| is_of(senses)).map(|(word, _)| &**word);
        let (short, joined) =
            (any_of(words().filter(|word| word[0] < CJK)), any_of(words().filter(|word| word[0] >= CJK)));
        parts.extend(short.map(|short| format!(r"{short}(?![^\W\d_])")));
        parts.extend(joined);
        format!("(?:{})", parts.join("|"))
    }

    /// A pattern for those words of a kind that stand in scripts beyond kana.
    pub fn cjk_pattern(&self, kind: &str) -> String {
        let is_of = |senses: &[Sense]| senses.iter().any(|sense| sense.kind == kind);
        let words = self.staying.iter().filter(|(word, senses)| word[0] >= CJK && is_of(senses));
        any_of(words.map(|(word, _)| &**word)).unwrap_or_default()
    }
}

fn rank(senses: &[Sense]) -> usize {
    senses.iter().filter_map(|sense| KINDS.iter().position(|&kind| kind == sense.kind)).min().unwrap_or(KINDS.len())
}

/// A pattern for any of the words, the longest first, grouped by first letter so that a miss is cheap.
pub fn any_of<'word>(words: impl Iterator<Item = &'word [char]>) -> Option<String> {
    let mut ordered: Vec<&[char]> = words.collect();
    ordered.sort_by_key(|word| (word[0], usize::MAX - word.len(), *word));
    let heads = ordered.chunk_by(|one, other| one[0] == other[0]).map(|group| {
        let ends: Vec<String> = group.iter().map(|word| word[1..].iter().map(|&c| written(c)).collect()).collect();
        format!("{}(?:{})", written(group[0][0]), ends.join("|"))
    });
    let heads: Vec<String> = heads.collect();
    (!heads.is_empty()).then(|| format!("(?:{})", heads.join("|")))
}

/// A character as a pattern writes it.
fn written(c: char) -> String {
    match c {
        ' ' => r"\s".into(),
        _ if c.is_ascii_punctuation() => format!(r"\{c}"),
        _ => c.into(),
    }
}
