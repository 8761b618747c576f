//! Titles taken apart: values made clean, the parts between bars and dashes, a title without the name of the site.
//!
//! In words: a value is a text with its references read and its white space single; what software adds to a title goes
//! (a date before it, the number of a page). Two titles are the same if their letters and digits are, in lower case.

use std::ops::Range;
use std::sync::LazyLock;

use html::parser::references;
use text::backtracking::{Machine, Program};
use text::chars::{first_chars, is_decimal, is_space, is_word, without_case};

/// Characters of a value, and those of a text that are read for one.
const MAX_VALUE: usize = 500;
const MAX_READ: usize = 8 * MAX_VALUE;
/// What may stand between the parts of a title, with spaces around it.
const BETWEEN: &str = "-|–—―»«›‹·•:/~_<>";
/// Marks of where a word may break.
const INVISIBLE: [char; 3] = ['\u{ad}', '\u{200b}', '\u{feff}'];
/// What a title has that may have noise, as it is written; before a number stand other words.
const HINTS: [&str; 6] = ["Powered", "powered", "手机版", "Print", "print", "复制链接"];

/// What stands at the end of a title and names neither page nor site, without case; and a date before it.
static NOISE: LazyLock<Program> = LazyLock::new(|| {
    let parts = r"powered by [\w\W]{1,40}|第\s?\d+\s?页|page \d+(?: of \d+)?|手机版|printable version|print view";
    let pages = r"page \d+(?: of \d+)?|第\s?\d+\s?页|复制链接";
    Program::new(&format!(r"(?:(?:[-–—|_]\s*)?(?:{parts})|\s*[(（\[](?:{pages})[)）\]])\Z"))
});
static DATE_FIRST: LazyLock<Program> =
    LazyLock::new(|| Program::new(r"[0-3]?\d[./][01]?\d[./](?:19|20)\d\d\s{0,2}[-–—|:]\s{0,2}(?=[^\s])"));

/// A value and the same as it is compared.
#[derive(Clone, Default)]
pub struct Value {
    pub text: String,
    pub folded: String,
}

impl Value {
    /// The value of a text that is clean.
    pub fn clean(text: &str) -> Value {
        Value { text: text.to_string(), folded: title_key(text) }
    }

    /// The value less the parts that name the site.
    pub fn without_site(&self, sites: &[String]) -> Value {
        if !may_separate(&self.text) {
            return self.clone();
        }
        let mut text = &*self.text;
        let mut cuts = separators(text);
        while let Some(cut) = cuts.pop() {
            let part = title_key(&text[cut.end..]);
            if !sites.iter().any(|site| names(&part, site)) {
                break;
            }
            text = &text[..cut.start];
        }
        while let Some(cut) = first_separator(text, 0).filter(|cut| sites.contains(&title_key(&text[..cut.start]))) {
            text = &text[cut.end..];
        }
        Value::clean(text.trim_matches([' ', '-', '–', '—', '|', '_']))
    }

    /// The signs between its parts.
    pub fn cuts(&self) -> Vec<Range<usize>> {
        if may_separate(&self.text) { separators(&self.text) } else { Vec::new() }
    }

    /// The parts between bars, dashes and their like.
    pub fn parts(&self) -> Vec<&str> {
        let cuts = self.cuts();
        let starts = std::iter::once(0).chain(cuts.iter().map(|cut| cut.end));
        let ends = cuts.iter().map(|cut| cut.start).chain([self.text.len()]);
        starts.zip(ends).map(|(start, end)| &self.text[start..end]).collect()
    }
}

/// Letters and digits only, in lower case: what has to be equal for two titles to be equal.
pub fn title_key(text: &str) -> String {
    if text.is_ascii() {
        return text.bytes().filter(u8::is_ascii_alphanumeric).map(|b| char::from(b.to_ascii_lowercase())).collect();
    }
    text.chars().filter(|&c| is_word(c)).collect::<String>().to_lowercase()
}

/// A text with its references read and its white space single, no longer than a value.
pub fn cleaned(text: &str) -> String {
    let text = first_chars(text, MAX_READ);
    let mut clean = match text.contains('&') {
        true => single_spaced(&without_references(&without_references(&text.replace(INVISIBLE, ""))), &INVISIBLE),
        false => single_spaced(text, &INVISIBLE),
    };
    if let Some((end, _)) = clean.char_indices().nth(MAX_VALUE).filter(|_| clean.len() > MAX_VALUE) {
        clean.truncate(clean[..end].rfind(' ').unwrap_or(end));
    }
    clean
}

/// The words of a text with single spaces between them, without some signs. A word of such signs alone is none.
fn single_spaced(text: &str, unwanted: &[char]) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        let length = clean.len();
        if length > 0 {
            clean.push(' ');
        }
        let start = clean.len();
        match word.is_ascii() {
            true => clean.push_str(word),
            false => clean.extend(word.chars().filter(|c| !unwanted.contains(c))),
        }
        if clean.len() == start {
            clean.truncate(length);
        }
    }
    clean
}

/// A text with its character references read once, as Python's `html.unescape` reads them.
fn without_references(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = memchr::memchr(b'&', rest.as_bytes()) {
        left.push_str(&rest[..place]);
        rest = &rest[place..];
        let Some(reference) = references::parse(rest.as_bytes(), false) else {
            left.push('&');
            rest = &rest[1..];
            continue;
        };
        let is_number = rest.as_bytes()[1] == b'#';
        left.extend(
            [reference.first, reference.second].into_iter().filter(|&c| c != '\0' && !(is_number && is_no_sign(c))),
        );
        rest = &rest[reference.length..];
    }
    left.push_str(rest);
    left
}

/// Whether the number of a character stands for nothing: a control, or no character.
fn is_no_sign(c: char) -> bool {
    matches!(c, '\x01'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f' | '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// A title less page numbers and what the software adds.
pub fn without_noise(title: &str) -> String {
    let mut machine = Machine::default();
    let mut signs: Vec<char> = title.chars().collect();
    if title.starts_with(is_decimal)
        && let Some(end) = machine.run(&DATE_FIRST, &signs, 0)
    {
        signs.drain(..end);
    }
    let mut title: String = signs.into_iter().collect();
    while may_have_noise(&title) {
        let lower: Vec<char> = title.chars().map(without_case).collect();
        let start = (0..lower.len()).find(|&start| machine.run(&NOISE, &lower, start).is_some());
        let shorter = start.map_or(&*title, |start| first_chars(&title, start)).trim_matches(is_space).to_string();
        if shorter == title {
            break;
        }
        title = shorter;
    }
    title
}

fn may_have_noise(title: &str) -> bool {
    let is_counted = |page: &str| title.split(page).skip(1).any(|rest| rest.starts_with(is_decimal));
    let is_page = |rest: &str| {
        rest.starts_with(is_decimal) || rest.strip_prefix(is_space).is_some_and(|r| r.starts_with(is_decimal))
    };
    HINTS.iter().any(|hint| title.contains(hint))
        || ["Page ", "page "].into_iter().any(is_counted)
        || title.split('第').skip(1).any(is_page)
}

/// Whether a part of a title is a name of the site, or one is inside the other.
fn names(part: &str, site: &str) -> bool {
    let is_long = |text: &str| text.chars().nth(3).is_some();
    part == site || is_long(site) && part.contains(site) || is_long(part) && site.contains(part)
}

fn may_separate(text: &str) -> bool {
    text.contains(|c| BETWEEN.contains(c) || c == '｜')
}

/// Where the parts of a title end and begin: a sign with spaces around it, a bar, a dash behind a space, or one between
/// characters of a script that writes no spaces. White space is single.
fn separators(text: &str) -> Vec<Range<usize>> {
    std::iter::successors(first_separator(text, 0), |cut| first_separator(text, cut.end)).collect()
}

/// The first separator at a place or behind it.
fn first_separator(text: &str, start: usize) -> Option<Range<usize>> {
    let places = text[start..].char_indices().map(|(at, _)| start + at);
    places.filter_map(|at| separator_at(text, at).map(|end| at..end)).next()
}

/// The end of the separator that begins at a place.
fn separator_at(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let is_dash = |c: char| matches!(c, '-' | '–' | '—');
    let is_bar = |c: char| matches!(c, '|' | '｜' | '»' | '_');
    let is_wide = |c: char| matches!(c, '\u{3040}'..='\u{9fff}');
    if let Some(behind) = rest.strip_prefix(' ') {
        let signs = behind.trim_start_matches(|c| BETWEEN.contains(c));
        if signs.len() < behind.len() && signs.starts_with(' ') {
            return Some(text.len() - signs.len() + 1);
        }
    }
    let own = rest.strip_prefix(' ').unwrap_or(rest);
    let first = own.chars().next()?;
    let end = text.len() - own.len() + first.len_utf8();
    if is_bar(first) {
        return Some(end + usize::from(text[end..].starts_with(' ')));
    }
    if own.len() < rest.len() && is_dash(first) {
        return Some(end);
    }
    let before = text[..at].chars().next_back()?;
    let is_before = is_wide(before) || matches!(before, '\u{ff00}'..='\u{ffef}' | '”' | '》');
    let behind = rest.trim_start_matches(is_dash);
    (is_before && behind.len() < rest.len() && behind.starts_with(is_wide)).then(|| text.len() - behind.len())
}

/// The words of a title, each once, and each character of a script that writes without spaces.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: &str| {
        if !word.is_empty() && !words.iter().any(|other| other == word) {
            words.push(word.to_string());
        }
    };
    let is_wide = |c: char| matches!(c, '\u{3040}'..='\u{9fff}');
    for run in text.to_lowercase().split(|c: char| !is_wide(c) && !is_word(c)) {
        run.split_inclusive(is_wide).for_each(|part| {
            let own = part.trim_end_matches(is_wide);
            add(own);
            add(&part[own.len()..]);
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::clean(&without_noise(&cleaned(text)))
    }

    #[test]
    fn values_are_clean() {
        for (text, clean) in [
            ("  Rain \n in\u{ad}  \u{200b} May ", "Rain in May"),
            ("Rain & sun, Q&A &", "Rain & sun, Q&A &"),
            ("Rain &amp;amp; sun &ampx R&a\u{ad}mp; &notit; &#8364;", "Rain & sun &x R& ¬it; €"),
            ("Ra&shy;in&#8203; &amp;shy; in &#173;", "Rain in"),
            ("&#9;a&#129;&#1;&amp;#xffff;&#128;&#11;b", "a\u{81}€b"),
            ("雨 第2页", "雨"),
            ("雨（第 ２ 页）", "雨"),
            ("Rain - Page 2 of 3 - PAGE 3 - powered by Loom", "Rain"),
            ("12.05.2020 - Rain", "Rain"),
            ("Rain [Print Vıew] prıntable verſion", "Rain [Print Vıew]"),
            ("POWERED BY LOOM", "POWERED BY LOOM"),
        ] {
            assert_eq!(value(text).text, clean, "{text}");
        }
        assert_eq!(value(&"ab ".repeat(200)).text.len(), 497);
    }

    #[test]
    fn titles_are_compared_by_letters_and_digits() {
        assert_eq!(title_key("Rain in “May” – ½ Ünder_score"), "raininmay½ünderscore");
        assert_eq!(
            (title_key("雨，五月"), title_key("ΟΔΟΣ ΜΑΪΟΣ"), title_key("नमस्ते İ")),
            ("雨五月".into(), "οδοσμαϊος".into(), "नमसतi\u{307}".into())
        );
    }

    #[test]
    fn titles_have_parts() {
        for (title, parts) in [
            ("Rain in May - News | Daily", vec!["Rain in May", "News", "Daily"]),
            ("Rain |Daily", vec!["Rain", "Daily"]),
            ("well-known rain", vec!["well-known rain"]),
            ("Rain -Daily", vec!["Rain", "Daily"]),
            ("雨在五月-新闻", vec!["雨在五月", "新闻"]),
            ("a / b", vec!["a", "b"]),
        ] {
            assert_eq!(value(title).parts(), parts, "{title}");
        }
        let sites = ["daily".to_string()];
        let stripped = value("Rain in May - News - Daily").without_site(&sites);
        assert_eq!(stripped.text, "Rain in May - News");
        assert_eq!(value("Daily - Rain").without_site(&sites).folded, "rain");
    }

    #[test]
    fn words_are_single() {
        assert_eq!(words("Rain, rain in_May 雨雨x ΟΔΟΣ"), ["rain", "in", "may", "雨", "x", "οδος"]);
    }
}
