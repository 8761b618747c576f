//! Lines of a page that may say who wrote it or when it was published: of many blocks the few that are worth a reading.
//!
//! In words: Python reads names and dates in short blocks with patterns of many languages. Whatever these find has a sign
//! that is sooner looked for: a word for "by" or "author" among its first, "by", the Chinese words for it, two words with a
//! capital beside a date, a digit, a word of a relative time. A block without any sign is left out here; what is left in may
//! still say nothing. `tests/metadata/plain_lines.py` is the twin.

use std::collections::HashSet;
use std::sync::OnceLock;

use extractors::titles::values::cleaned;
use html::page_view::PageView;
use text::chars::is_space;
use text::dates::short::{has_digit, may_have_date};
use text::folding::lower;
use text::languages::is_joined;

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

/// The first texts of a block, of the first rows of it.
pub fn block_texts<'page>(
    page: &PageView<'page>,
    block: usize,
    most: usize,
    most_rows: usize,
) -> impl Iterator<Item = &'page str> {
    let page = *page;
    let first = page.block_first[block] as usize;
    let last = page.end[page.block_row[block] as usize];
    let end = (page.block_first.get(block + 1).copied().unwrap_or(last) as usize).min(first + most_rows);
    (first..end).filter(move |&row| page.is_text(row)).take(most).map(move |row| page.text_of(row))
}

/// The first visible blocks behind one, itself included, of so many characters.
fn visible(page: &PageView, first: usize, most: usize, chars: (i32, i32)) -> impl Iterator<Item = usize> {
    let fits = move |&block: &usize| {
        limits::tick(1);
        (chars.0..=chars.1).contains(&page.block_chars[block]) && !page.block_hidden[block]
    };
    (first..page.block_row.len()).filter(fits).take(most)
}

/// The first words of labels that stand before a name, in lower case.
pub struct LabelWords {
    words: HashSet<String>,
    /// Those with a letter that Python's patterns take for another whatever its case, with that other.
    alike: HashSet<String>,
}

impl LabelWords {
    pub fn new(words: Vec<String>) -> Self {
        let alike = words.iter().filter(|word| word.contains('ı')).map(|word| word.replace('ı', "i")).collect();
        LabelWords { words: words.into_iter().collect(), alike }
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
            return str::from_utf8(small).is_ok_and(|word| self.words.contains(word));
        }
        self.words.contains(&lower(word))
    }

    /// The visible blocks behind one, itself included, of so many characters, that may begin with a label.
    pub fn far(&self, page: &PageView, first: usize, most: usize, chars: (i32, i32)) -> Vec<usize> {
        visible(page, first, most, chars).filter(|&block| self.begins(page.text_of_block(block))).collect()
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
        let is_label = |word: &str| self.has(word) || !self.alike.is_empty() && self.alike.contains(&lower(word));
        if text.split(is_edge).filter(|word| !word.is_empty()).take(MAX_LEAD).any(is_label) {
            return true;
        }
        let is_joined = text.contains([':', '：', '/', '／']) && self.is_labelled(text);
        is_joined || !text.is_ascii() && has_odd(text)
    }

    /// Whether a text may be a label, or one and a colon.
    pub fn may_label_alone(&self, text: &str) -> bool {
        self.may_label(&format!("{}: ", text.trim_end_matches([':', '：', ' '])))
    }

    /// Whether a line begins with a label that may be joined with another: "Text+Foto: …".
    fn is_labelled(&self, line: &str) -> bool {
        let line = lower(line.trim_start_matches(is_space));
        let goes_on = |rest: &str| {
            let rest = rest.trim_start_matches(is_space);
            rest.starts_with([':', '：', '/', '／']) || JOINERS.iter().any(|joiner| rest.starts_with(joiner))
        };
        let begins = |word: &String| line.strip_prefix(word.as_str()).is_some_and(goes_on);
        self.words.iter().chain(&self.alike).any(begins)
    }
}

/// The visible blocks behind one, itself included, of so many characters, with a digit, that may say "published".
pub fn published(page: &PageView, first: usize, most: usize, chars: (i32, i32)) -> Vec<usize> {
    let mut buffer = Vec::new();
    let mut may_say = |&block: &usize| {
        let text = page.text_of_block(block);
        has_digit(text) && may_say_published(text, &mut buffer)
    };
    visible(page, first, most, chars).filter(&mut may_say).collect()
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
pub fn may_print_date(page: &PageView, block: usize, (most, most_rows): (usize, usize), buffer: &mut Vec<u8>) -> bool {
    let text = page.text_of_block(block);
    if !has_digit(text) && !text.contains('&') {
        return false;
    }
    let clean = cleaned(text);
    if may_have_date(&clean, buffer) {
        return true;
    }
    let line: String = block_texts(page, block, most, most_rows).map(|text| cleaned(text) + " ").collect();
    may_have_date(&line, buffer)
}

/// What ends the first word of a label.
fn is_edge(c: char) -> bool {
    is_space(c) || matches!(c, ':' | '：' | '/' | '／')
}

/// Words before "by", as lines begin with them.
const BEFORE_BY: [&str; 5] = ["written", "posted", "published", "reported", "reviewed"];
/// Bytes of a line that is read here.
const MAX_LINE: usize = 480;
/// Words of a name that stands beside a date, at least.
const MIN_NAME_WORDS: usize = 2;
/// Capitalised words that stand beside a date and are nobody's name, and beginnings of such words.
const NO_NAME: &str = "\
    press release article articles update updated report reports view views comment comments posted \
    published category share meldung kommentar kommentare uhr about author more the all our by";
const NO_NAME_BEGINNINGS: [&str; 5] = ["news", "blog", "read", "min", "presse"];
const MONTHS: &str = "\
    january february march april may june july august september october november december jan feb mar \
    apr jun jul aug sep oct nov dec";
const CHINESE_LABELS: [&str; 5] = ["作者", "撰文", "撰稿", "撰稿人", "记者"];

/// A line with its character references read, as often as Python reads them; none where that is not sure.
pub fn read_references(line: &str) -> Option<String> {
    if line.len() > MAX_LINE {
        return None;
    }
    let once = cleaned(line);
    let twice = cleaned(&once);
    (!twice.contains('&') || once == twice).then_some(twice)
}

/// Whether a line begins with "by", or with what stands before it.
pub fn begins_with_by(line: &str) -> bool {
    let line = line.trim_start_matches(is_space).trim_start_matches(['|', '•', '·']);
    let line = line.trim_start_matches(is_space);
    let rest = BEFORE_BY.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line).trim_start_matches(is_space);
    rest.get(..2).is_some_and(|by| by.eq_ignore_ascii_case("by")) && says_by(rest)
}

/// Whether a line has "by" as a word of its own, and a letter behind it.
pub fn says_by(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is_by = |&place: &usize| bytes[place..place + 2].eq_ignore_ascii_case(b"by");
    (0..bytes.len().saturating_sub(1)).filter(is_by).any(|place| {
        let before = line[..place].chars().next_back();
        let rest = &line[place + 2..];
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let behind = rest.trim_start_matches(is_space);
        let is_letter = |c: char| !c.is_ascii() || c.is_ascii_alphabetic();
        before.is_none_or(|c| is_space(c) || matches!(c, '|' | '•' | '·'))
            && behind.len() < rest.len()
            && behind.starts_with(is_letter)
    })
}

/// Whether a line may have one of the Chinese words for "author", and a sign that parts it from the name.
pub fn has_chinese_label(line: &str) -> bool {
    let is_parted = |rest: &str| rest.trim_start_matches(is_space).starts_with([':', '：', '/', '／', '|']);
    let has = |label: &str| line.match_indices(label).any(|(place, _)| is_parted(&line[place + label.len()..]));
    CHINESE_LABELS.iter().any(|label| has(label)) || has("文")
}

/// Whether a line has two words that may be a name beside a date: with a capital. A month with its day is part of no name.
pub fn may_stand_beside_date(line: &str) -> bool {
    // Scripts without spaces between words part the words of others, too: a word for "yesterday" and then a name.
    let kind = |c: char| if c.is_numeric() { 1 } else { 2 * i32::from(c.is_alphabetic() && !is_joined(c)) };
    let (mut count, mut rest) = (0, line);
    let mut before = ("", ""); // the last number, and what stands behind it
    while let Some(first) = rest.chars().next() {
        let (run, behind) = rest.split_at(rest.find(|c| kind(c) != kind(first)).unwrap_or(rest.len()));
        rest = behind;
        match kind(first) {
            1 => before = (run, ""),
            2 => {
                if first.is_uppercase() && !is_dated_month(run, before, rest) && !is_no_name(run) {
                    count += 1;
                }
                before = ("", "");
            }
            _ => before.1 = run,
        }
    }
    count >= MIN_NAME_WORDS
}

/// Whether a word is an English month with its day before or behind it, and white space between them.
fn is_dated_month(word: &str, (number, gap): (&str, &str), rest: &str) -> bool {
    let is_day = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_gap = |text: &str| text.chars().all(is_space);
    let behind = rest.strip_prefix('.').unwrap_or(rest).trim_start_matches(is_space);
    let next = &behind[..behind.find(|c: char| !c.is_numeric()).unwrap_or(behind.len())];
    if !(is_day(number) && is_gap(gap) || is_day(next)) {
        return false;
    }
    is_among(MONTHS, &lower(word))
}

/// Whether a word is one of those that a text lists.
pub fn is_among(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|own| own == word)
}

fn is_no_name(word: &str) -> bool {
    let small = lower(word);
    is_among(NO_NAME, &small) || NO_NAME_BEGINNINGS.iter().any(|start| small.starts_with(start))
}
