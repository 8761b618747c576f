//! Titles taken apart: values made clean, the parts between bars and dashes, a title without the name of the site.
//!
//! In words: as `src/weft/metadata/site_names.py` and `clean_text` of `src/weft/metadata/values.py` have it, for values
//! that need nothing more: no entities, nothing that software adds, only characters that `plain_fold` is sure of.

use std::ops::Range;

use crate::candidates::first_chars;
use crate::limits::Tripped;
use crate::memory;
use crate::parser::references;
use crate::plain_fold::fold;

/// Characters of a value, and those of a text that are read for one.
const MAX_VALUE: usize = 500;
const MAX_READ: usize = 8 * MAX_VALUE;
/// What a title may have that software adds.
const NOISE: [&str; 5] = ["powered by ", "printable version", "print view", "手机版", "复制链接"];
/// What the number of a page stands behind.
const PAGES: [&str; 4] = ["page ", "Page ", "第", "第 "];
/// What may stand between the parts of a title, with spaces around it.
const BETWEEN: &str = "-|–—―»«›‹·•:/~_<>";

/// Marks of where a word may break.
const INVISIBLE: [char; 3] = ['\u{ad}', '\u{200b}', '\u{feff}'];

/// A value and the same as it is compared.
#[derive(Default)]
pub struct Value {
    pub text: String,
    pub folded: String,
}

impl Value {
    /// The value of a text; none where more has to be done to it, or Python knows its characters better.
    pub fn of(text: &str) -> Result<Option<Value>, Tripped> {
        if may_have_reference(text) {
            return Ok(None); // parts of a heading are compared as they stand
        }
        match cleaned(text)? {
            Some(clean) if !begins_with_date(&clean) && !has_noise(&clean) => Value::clean(&clean),
            _ => Ok(None),
        }
    }

    /// The value of a text that is clean.
    pub fn clean(text: &str) -> Result<Option<Value>, Tripped> {
        let Some(folded) = fold(text)? else { return Ok(None) };
        Ok(Some(Value { text: memory::copy(text)?, folded }))
    }

    /// The value less the parts that name the site.
    pub fn without_site(&self, sites: &[String]) -> Result<Option<Value>, Tripped> {
        if !may_separate(&self.text) {
            return Value::clean(&self.text);
        }
        let mut text = &*self.text;
        let mut cuts = separators(text)?;
        while let Some(cut) = cuts.pop() {
            let Some(part) = fold(&text[cut.end..])? else { return Ok(None) };
            if !sites.iter().any(|site| names(&part, site)) {
                break;
            }
            text = &text[..cut.start];
        }
        while let Some(cut) = separators(text)?.first() {
            let Some(part) = fold(&text[..cut.start])? else { return Ok(None) };
            if !sites.contains(&part) {
                break;
            }
            text = &text[cut.end..];
        }
        Value::clean(text.trim_matches([' ', '-', '–', '—', '|', '_']))
    }

    pub fn copy(&self) -> Result<Value, Tripped> {
        Ok(Value { text: memory::copy(&self.text)?, folded: memory::copy(&self.folded)? })
    }

    /// The signs between its parts.
    pub fn cuts(&self) -> Result<Vec<Range<usize>>, Tripped> {
        if may_separate(&self.text) { separators(&self.text) } else { Ok(Vec::new()) }
    }

    /// The parts between bars, dashes and their like.
    pub fn parts(&self) -> Result<Vec<&str>, Tripped> {
        let mut parts = Vec::new();
        let mut start = 0;
        for cut in self.cuts()? {
            memory::push(&mut parts, &self.text[start..cut.start])?;
            start = cut.end;
        }
        memory::push(&mut parts, &self.text[start..])?;
        Ok(parts)
    }
}

/// A text made clean, as `clean_text` of `src/weft/metadata/values.py` does it; none where it has a reference to a
/// character that Python reads otherwise.
pub fn cleaned(text: &str) -> Result<Option<String>, Tripped> {
    let text = first_chars(text, MAX_READ);
    let has_references = memchr::memchr(b'&', text.as_bytes()).is_some();
    let mut clean = match has_references {
        true => {
            let Some(once) = without_references(&without_marks(text)?)? else { return Ok(None) };
            let Some(twice) = without_references(&once)? else { return Ok(None) };
            single_spaced(&twice, &[])?
        }
        false => single_spaced(text, &INVISIBLE)?,
    };
    if let Some((end, _)) = clean.char_indices().nth(MAX_VALUE).filter(|_| clean.len() > MAX_VALUE) {
        clean.truncate(clean[..end].rfind(' ').unwrap_or(end));
    }
    Ok(Some(clean))
}

/// The words of a text with single spaces between them, without some signs. A word of such signs alone is none.
fn single_spaced(text: &str, unwanted: &[char]) -> Result<String, Tripped> {
    let mut clean = String::new();
    clean.try_reserve(text.len())?;
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
    Ok(clean)
}

fn without_marks(text: &str) -> Result<String, Tripped> {
    let mut left = String::new();
    left.try_reserve(text.len())?;
    left.extend(text.chars().filter(|c| !INVISIBLE.contains(c)));
    Ok(left)
}

/// A text with its character references read once, as Python's `html.unescape` reads them; none where it reads one
/// otherwise: numbers of control characters and of no character.
fn without_references(text: &str) -> Result<Option<String>, Tripped> {
    let mut left = String::new();
    left.try_reserve(text.len())?;
    let mut rest = text;
    while let Some(place) = memchr::memchr(b'&', rest.as_bytes()) {
        memory::push_str(&mut left, &rest[..place])?;
        rest = &rest[place..];
        let Some(reference) = references::parse(rest.as_bytes(), false) else {
            memory::push_str(&mut left, "&")?;
            rest = &rest[1..];
            continue;
        };
        if rest.as_bytes()[1] == b'#' && !is_sure(reference.first) {
            return Ok(None);
        }
        for c in [reference.first, reference.second].into_iter().filter(|&c| c != '\0') {
            memory::push_str(&mut left, c.encode_utf8(&mut [0; 4]))?;
        }
        rest = &rest[reference.length..];
    }
    memory::push_str(&mut left, rest)?;
    Ok(Some(left))
}

/// Whether a number of a character means it to Python, too: no control character, no replacement, no non-character.
fn is_sure(c: char) -> bool {
    let is_odd = |c: char| matches!(c, '\u{fdd0}'..='\u{fdef}' | '\u{fffd}') || u32::from(c) & 0xfffe == 0xfffe;
    matches!(c, ' '..='~' | '\u{a0}'..) && !is_odd(c)
}

/// Whether a text has a character reference, or one when the marks in it are taken away.
fn may_have_reference(text: &str) -> bool {
    let mut signs = memchr::memchr_iter(b'&', text.as_bytes()).peekable();
    signs.peek().is_some()
        && (text.contains(INVISIBLE) || signs.any(|at| references::parse(&text.as_bytes()[at..], false).is_some()))
}

/// White space as Python knows it.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\x1c'..='\x1f')
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
fn separators(text: &str) -> Result<Vec<Range<usize>>, Tripped> {
    let mut cuts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match separator_at(text, at) {
            Some(end) => {
                memory::push(&mut cuts, at..end)?;
                at = end;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    Ok(cuts)
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

/// Whether a text may begin with a date that is no part of the title.
fn begins_with_date(text: &str) -> bool {
    let mut numbers = text.split(['.', '/']).take(3);
    let is_short = |number: &str| (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let begins_with_year = |number: &str| number.len() >= 4 && number.bytes().take(4).all(|byte| byte.is_ascii_digit());
    numbers.next().is_some_and(is_short)
        && numbers.next().is_some_and(is_short)
        && numbers.next().is_some_and(begins_with_year)
}

fn has_noise(text: &str) -> bool {
    let is_numbered = |page: &str| text.split(page).skip(1).any(|rest| rest.starts_with(|c: char| c.is_numeric()));
    let begins =
        |rest: &[u8], part: &str| rest.len() >= part.len() && rest[..part.len()].eq_ignore_ascii_case(part.as_bytes());
    let has = |part: &&str| (0..text.len()).any(|at| begins(&text.as_bytes()[at..], part));
    // Letters that patterns take for others whatever their case are left to Python.
    let has_odd = || text.contains(['ı', 'İ', 'ſ', '\u{212A}']);
    NOISE.iter().any(has) || PAGES.into_iter().any(is_numbered) || has_odd()
}

/// The words of a title, each once, and each character of a script that writes without spaces.
pub fn words(text: &str) -> Result<Vec<String>, Tripped> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        let is_wide = matches!(c, '\u{3040}'..='\u{9fff}');
        if (is_wide || !c.is_alphanumeric()) && !word.is_empty() {
            add(&mut words, std::mem::take(&mut word))?;
        }
        for lower in c.to_lowercase().filter(|_| is_wide || c.is_alphanumeric()) {
            memory::push_str(&mut word, lower.encode_utf8(&mut [0; 4]))?;
        }
        if is_wide {
            add(&mut words, std::mem::take(&mut word))?;
        }
    }
    Ok(words)
}

fn add(words: &mut Vec<String>, word: String) -> Result<(), Tripped> {
    if words.contains(&word) { Ok(()) } else { memory::push(words, word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::of(text).unwrap().unwrap()
    }

    #[test]
    fn values_are_clean_or_left_alone() {
        assert_eq!(value("  Rain \n in\u{ad}  \u{200b} May ").text, "Rain in May");
        assert_eq!(value("Rain & sun, Q&A &").text, "Rain & sun, Q&A &");
        assert_eq!(value(&"ab ".repeat(200)).text.len(), 497);
        assert_eq!(value("第四章 雨").text, "第四章 雨");
        for text in [
            "雨 第2页",
            "雨（第 ２ 页）",
            "Rain &amp; sun",
            "&#9;",
            "R&a\u{ad}mp;",
            "Rain - Page 2",
            "12.05.2020 - Rain",
            "Powered by Loom",
            "Σίσυφος",
        ] {
            assert!(Value::of(text).unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn texts_are_clean_as_python_cleans_them() {
        let clean = |text: &str| cleaned(text).unwrap();
        let read = clean("Rain &amp;amp; sun &ampx R&a\u{ad}mp; &notit; &#8364;");
        assert_eq!(read.as_deref(), Some("Rain & sun &x R& ¬it; €"));
        assert_eq!((clean("&#9;"), clean("&#129;"), clean("&amp;#xffff;")), (None, None, None));
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
            assert_eq!(value(title).parts().unwrap(), parts, "{title}");
        }
        let sites = ["daily".to_string()];
        let stripped = value("Rain in May - News - Daily").without_site(&sites).unwrap().unwrap();
        assert_eq!(stripped.text, "Rain in May - News");
        assert_eq!(value("Daily - Rain").without_site(&sites).unwrap().unwrap().folded, "rain");
    }

    #[test]
    fn words_are_single() {
        assert_eq!(words("Rain, rain in_May 雨雨").unwrap(), ["rain", "in", "may", "雨"]);
    }
}
