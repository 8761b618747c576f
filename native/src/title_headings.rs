//! The first headings of a page, as its title is looked for among them.
//!
//! In words: the text of each of the first headings of a tag, made clean; whether it is there for listeners alone, and
//! whether it links to the first page of the site. `_headings` of `src/weft/metadata/titles.py`, `heading_parts.py` and
//! `home_names` of `site_names.py` are the twins; a heading with something else than the title in it is left to them.

use crate::declares::Columns as Head;
use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, name};
use crate::signs::Columns;
use crate::title_text::Value;

/// Elements that are read.
const MAX_HEADINGS: usize = 8;
/// Characters of a heading, and of its text with all its white space.
const MAX_HEADING: usize = 300;
const MAX_HEADING_TEXT: usize = 4 * MAX_HEADING;
/// Rows of a heading whose parts are looked at.
pub const MAX_ROWS: usize = 40;
/// Parts of the classes of what stands in a heading beside the title, and of headings that only listeners hear.
const KICKERS: [&str; 29] = [
    "kicker",
    "overline",
    "roofline",
    "roof-line",
    "topline",
    "top-line",
    "toptitle",
    "top-title",
    "pretitle",
    "pre-title",
    "supertitle",
    "super-title",
    "surtitle",
    "sur-title",
    "eyebrow",
    "dachzeile",
    "antetitulo",
    "volanta",
    "subhead",
    "sub-head",
    "subtitle",
    "sub-title",
    "visuallyhidden",
    "visually-hidden",
    "sr-only",
    "screen-reader",
    "date",
    "label",
    "badge",
];
const FOR_LISTENERS: [&str; 4] = ["visuallyhidden", "visually-hidden", "sr-only", "screen-reader"];

/// A heading, and its tag.
pub struct Heading {
    pub row: usize,
    pub tag: NameId,
    pub value: Value,
}

/// The first headings of a tag; none where Python has to look: at what stands beside the title in one.
pub fn read_headings(page: &Columns, head: &Head, tag: NameId) -> Result<Option<Vec<Heading>>, Tripped> {
    let mut headings = Vec::new();
    for row in head.rows_of(tag, MAX_HEADINGS) {
        let text = head.content(row);
        if page.end[row] as usize - row > 2 && has_kicker(page, row) {
            return Ok(None);
        }
        if text.chars().nth(MAX_HEADING_TEXT).is_some() {
            continue;
        }
        let Some(mut value) = Value::of(text)? else { return Ok(None) };
        if !(1..=MAX_HEADING).contains(&value.text.chars().count()) {
            continue;
        }
        value.text.truncate(value.text.trim_end_matches(['¶', '#', ' ']).len());
        memory::push(&mut headings, Heading { row, tag, value })?;
    }
    Ok(Some(headings))
}

/// Whether a part of a heading may be called something else than a title.
fn has_kicker(page: &Columns, row: usize) -> bool {
    let stop = (page.end[row] as usize).min(row + MAX_ROWS);
    let mut part = row + 1;
    while part < stop {
        if is_called(page, part, &KICKERS) {
            return true;
        }
        part = page.end[part] as usize;
    }
    false
}

/// Whether a heading is there for screen readers alone.
pub fn is_for_listeners(page: &Columns, row: usize) -> bool {
    let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
    let has = |&token: &i32| FOR_LISTENERS.iter().any(|part| page.attributes.tokens[token as usize].contains(part));
    classes.iter().any(has)
}

/// Whether a class of a row has one of some parts, or letters that may be one in another case.
fn is_called(page: &Columns, row: usize, parts: &[&str]) -> bool {
    let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
    classes.iter().any(|&token| {
        let token = page.attributes.tokens[token as usize].as_bytes();
        let has = |part: &&str| token.windows(part.len()).any(|own| own.eq_ignore_ascii_case(part.as_bytes()));
        !token.is_ascii() || parts.iter().any(has)
    })
}

/// Whether a heading links to the first page of the site.
pub fn leads_home(page: &Columns, row: usize) -> bool {
    let links = [Some(row + 1), usize::try_from(page.parent[row]).ok()];
    row + 1 < page.tag.len()
        && links.into_iter().flatten().any(|link| page.value(link, name::HREF).is_some_and(is_home))
}

/// Whether an address is that of a first page: a host, dots and slashes, a file `index`, or the page's own.
fn is_home(address: &str) -> bool {
    let rest = ["http://", "https://"].iter().find_map(|scheme| address.strip_prefix(scheme));
    let rest = rest.filter(|rest| !rest.is_empty() && !rest.starts_with('/'));
    let path = rest.map_or(address, |rest| rest.find('/').map_or("", |start| &rest[start..]));
    let mut path = path.strip_prefix('/').unwrap_or(path);
    while let Some(behind) = path.strip_prefix('.') {
        let behind = behind.strip_prefix('.').unwrap_or(behind);
        path = behind.strip_prefix('/').unwrap_or(behind);
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_index = |file: &str| !file.is_empty() && file.chars().all(is_word);
    !address.is_empty() && (matches!(path, "" | "#") || path.strip_prefix("index.").is_some_and(is_index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_told() {
        for address in
            ["/", "https://loom.example", "http://loom.example/index.html", "../", "#", "./../index.php", "..."]
        {
            assert!(is_home(address), "{address}");
        }
        for address in
            ["", "/rain", "https://loom.example/rain", "index.", "/index.a-b", "//", "http://", "##", "https:///"]
        {
            assert!(!is_home(address), "{address}");
        }
    }
}
