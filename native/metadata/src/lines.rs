//! Lines of a page that may say who wrote it or when it was published: of many blocks the few that are worth a reading.
//!
//! In words: Python reads names and dates in short blocks with patterns of many languages. Whatever these find has a sign
//! that is sooner looked for: a word for "by" or "author" among its first, "by", a digit, a word of a relative time. A
//! block without any sign is left out here; what is left in may still say nothing. `tests/metadata/plain_lines.py` is
//! the twin.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::byline_signs::{begins_with_by, has_chinese_label, may_stand_beside_date, read_references, says_by};
use extractors::titles::values::cleaned;
use html::names::{NameId, name};
use text::chars::is_space;
use text::date_hints::{has_digit, may_have_date};
use text::folding::lower;

/// Characters in which the first word of a label ends.
const MAX_LABEL: usize = 24;
/// Words that may stand before "by", and that word.
const MAX_LEAD: usize = 3;
/// Letters that Python's patterns take for others whatever their case, and what its cleaning of texts takes away.
const ODD: [char; 10] = ['İ', 'ı', 'ſ', '\u{212A}', 'ς', 'ẞ', '&', '\u{AD}', '\u{200B}', '\u{FEFF}'];
/// What may join a label with another, or stand between it and a name.
const JOINERS: [&str; 8] = ["und", "and", "&", "et", "y", "e", "+", "/"];
/// What a line has that says that something was published.
const PUBLISHED: [&str; 22] = [
    "publi",
    "post",
    "written",
    "created",
    "article",
    "artikel",
    "entry",
    "beitrag",
    "eintrag",
    "erstellt",
    "erschienen",
    "verfasst",
    "geschrieben",
    "eingestellt",
    "pubblicat",
    "geplaatst",
    "opublikowan",
    "ffentlich",
    "发布",
    "發佈",
    "公開",
    "опубликован",
];

/// The columns of a page that are read.
pub struct Columns<'page> {
    pub text: &'page str,
    pub tag: &'page [NameId],
    pub end: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub block_row: &'page [i32],
    pub block_first: &'page [i32],
    pub block_start: &'page [i32],
    pub block_end: &'page [i32],
    pub block_chars: &'page [i32],
    pub block_hidden: &'page [bool],
}

impl<'page> Columns<'page> {
    fn span(&self, start: i32, end: i32) -> &'page str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub fn block_text(&self, block: usize) -> &'page str {
        self.span(self.block_start[block], self.block_end[block])
    }

    /// The first texts of a block, of the first rows of it.
    pub fn texts(&self, block: usize, most: usize, most_rows: usize) -> impl Iterator<Item = &'page str> {
        let first = self.block_first[block] as usize;
        let last = self.end[self.block_row[block] as usize];
        let end = (self.block_first.get(block + 1).copied().unwrap_or(last) as usize).min(first + most_rows);
        let rows = (first..end).filter(|&row| self.tag[row] == name::TEXT).take(most);
        rows.map(|row| self.span(self.text_start[row], self.text_end[row]))
    }

    /// The first visible blocks behind one, itself included, of so many characters.
    fn visible(&self, first: usize, most: usize, (least, longest): (i32, i32)) -> impl Iterator<Item = usize> {
        let fits = move |&block: &usize| {
            let chars = self.block_chars[block];
            least <= chars && chars <= longest && !self.block_hidden[block]
        };
        (first..self.block_row.len()).filter(fits).take(most)
    }
}

/// The first words of labels that stand before a name, in lower case.
pub struct LabelWords {
    words: HashMap<String, ()>,
    /// Those with a letter that Python's patterns take for another whatever its case, with that other.
    alike: HashMap<String, ()>,
}

impl LabelWords {
    pub fn new(words: Vec<String>) -> Self {
        let (mut all, mut alike) = (HashMap::with_capacity(words.len()), HashMap::with_capacity(0));
        for word in words {
            if word.contains('ı') {
                alike.insert(word.replace('ı', "i"), ());
            }
            all.insert(word, ());
        }
        LabelWords { words: all, alike }
    }

    /// Whether a text begins with the first word of a label.
    fn begins(&self, text: &str) -> bool {
        let text = text.trim_start_matches(is_space);
        let word = &text[..text.find(is_edge).unwrap_or(text.len())];
        self.has(word.char_indices().nth(MAX_LABEL).map_or(word, |(place, _)| &word[..place]))
    }

    fn has(&self, word: &str) -> bool {
        if word.is_ascii() && word.len() <= MAX_LABEL {
            let mut small = [0; MAX_LABEL];
            let small = &mut small[..word.len()];
            small.copy_from_slice(word.as_bytes());
            small.make_ascii_lowercase();
            return str::from_utf8(small).is_ok_and(|word| self.words.contains_key(word));
        }
        self.words.contains_key(lower(word).as_str())
    }

    /// The visible blocks behind one, itself included, of so many characters, that may begin with a label.
    pub fn far(&self, page: &Columns, first: usize, most: usize, chars: (i32, i32)) -> Vec<usize> {
        let mut found = Vec::new();
        for block in page.visible(first, most, chars) {
            limits::tick(1);
            if self.begins(page.block_text(block)) {
                found.push(block);
            }
        }
        found
    }

    /// Whether a line may name an author; `is_close` says that a name beside a date counts.
    pub fn may_name(&self, line: &str, is_close: bool, buffer: &mut Vec<u8>) -> bool {
        let clean = if line.contains('&') { read_references(line) } else { None };
        let Some(line) = clean.as_deref().or_else(|| (!line.contains('&')).then_some(line)) else { return true };
        let is_odd = !line.is_ascii() && (has_odd(line) || has_chinese_label(line));
        if is_odd || begins_with_by(line) || self.may_label(line) {
            return true;
        }
        // In the middle of a line "by" counts beside a date only.
        let is_sign = says_by(line) || is_close && may_stand_beside_date(line);
        if is_sign { may_have_date(line, buffer) } else { false }
    }

    /// Whether a text may begin with a label, or with a word or two and then one.
    pub fn may_label(&self, text: &str) -> bool {
        for word in text.split(is_edge).filter(|word| !word.is_empty()).take(MAX_LEAD) {
            if self.has(word) || !self.alike.is_empty() && self.alike.contains_key(lower(word).as_str()) {
                return true;
            }
        }
        let is_joined = text.contains([':', '：', '/', '／']) && self.is_labelled(text);
        is_joined || !text.is_ascii() && has_odd(text)
    }

    /// Whether a text may be a label, or one and a colon.
    pub fn may_label_alone(&self, text: &str) -> bool {
        let mut label = text.trim_end_matches([':', '：', ' ']).to_owned();
        label.push_str(": ");
        self.may_label(&label)
    }

    /// Whether a line begins with a label that may be joined with another: "Text+Foto: …".
    fn is_labelled(&self, line: &str) -> bool {
        let line = lower(line.trim_start_matches(is_space));
        let goes_on = |rest: &str| {
            let rest = rest.trim_start_matches(is_space);
            rest.starts_with([':', '：', '/', '／']) || JOINERS.iter().any(|joiner| rest.starts_with(joiner))
        };
        let begins = |word: &String| line.strip_prefix(word.as_str()).is_some_and(goes_on);
        self.words.keys().chain(self.alike.keys()).any(begins)
    }
}

/// The visible blocks behind one, itself included, of so many characters, with a digit, that may say "published".
pub fn published(page: &Columns, first: usize, most: usize, chars: (i32, i32)) -> Vec<usize> {
    let mut found = Vec::new();
    let mut buffer = Vec::new();
    for block in page.visible(first, most, chars) {
        limits::tick(1);
        let text = page.block_text(block);
        if has_digit(text) && may_say_published(text, &mut buffer) {
            found.push(block);
        }
    }
    found
}

fn may_say_published(text: &str, buffer: &mut Vec<u8>) -> bool {
    buffer.clear();
    buffer.extend_from_slice(text.as_bytes());
    buffer.make_ascii_lowercase();
    let by_pair = words_by_pair();
    let says = buffer.windows(2).enumerate().any(|(at, pair)| {
        let words = by_pair[place_of_pair(pair[0], pair[1])];
        words > 0
            && (0..PUBLISHED.len())
                .any(|word| words >> word & 1 == 1 && buffer[at..].starts_with(PUBLISHED[word].as_bytes()))
    });
    // Cyrillic letters of either case in one word are rare, and left to the reading.
    says || !text.is_ascii() && (has_odd(text) || text.contains(|c| matches!(c, 'А'..='Я')))
}

const PAIRS: usize = 1024;

fn place_of_pair(first: u8, second: u8) -> usize {
    (usize::from(first) << 5 ^ usize::from(second)) % PAIRS
}

/// By the place of their first two bytes the words of `PUBLISHED`, one bit each: one pass of a line looks for all.
fn words_by_pair() -> &'static [u32; PAIRS] {
    static BY_PAIR: OnceLock<[u32; PAIRS]> = OnceLock::new();
    BY_PAIR.get_or_init(|| {
        let mut by_pair = [0; PAIRS];
        for (number, word) in PUBLISHED.iter().enumerate() {
            by_pair[place_of_pair(word.as_bytes()[0], word.as_bytes()[1])] |= 1 << number;
        }
        by_pair
    })
}

pub fn has_odd(text: &str) -> bool {
    text.contains(ODD)
}

/// Whether a block may print a date: its text, or its first texts with a space between them.
pub fn may_print_date(page: &Columns, block: usize, (most, most_rows): (usize, usize), buffer: &mut Vec<u8>) -> bool {
    let text = page.block_text(block);
    if !has_digit(text) && !text.contains('&') {
        return false;
    }
    let clean = cleaned(text);
    if may_have_date(&clean, buffer) {
        return true;
    }
    let mut line = String::new();
    for text in page.texts(block, most, most_rows) {
        line.push_str(&cleaned(text));
        line.push(' ');
    }
    may_have_date(&line, buffer)
}

/// What ends the first word of a label.
fn is_edge(c: char) -> bool {
    is_space(c) || matches!(c, ':' | '：' | '/' | '／')
}
