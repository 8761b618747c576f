//! Signs of lines that may name an author: "by", the Chinese words for it, two words with a capital beside a date.
//!
//! In words: `_read_blocks` of `src/weft/metadata/bylines.py` reads lines with patterns; whatever these find has one of
//! these signs. `tests/metadata/plain_lines.py` is the twin.

use extractors::titles::values::cleaned;
use text::chars::is_space;
use text::folding::lower;
use text::languages::is_joined;

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
