//! The first headings of a page, as its title is looked for among them.
//!
//! In words: the text of each of the first headings of a tag, without what stands in it beside the title (a kicker, a
//! section, a date, a word for screen readers); whether it is there for listeners alone, and whether it links to the
//! first page of the site.

use super::values::{Value, cleaned, fold, without_case, without_noise};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::chars::is_word;

/// Elements that are read.
const MAX_HEADINGS: usize = 8;
/// Characters of a heading, and of its text with all its white space.
const MAX_HEADING: usize = 300;
const MAX_HEADING_TEXT: usize = 4 * MAX_HEADING;
/// Rows of a heading whose parts are looked at.
pub const MAX_ROWS: usize = 40;
/// Parts of the classes of what stands in a heading beside the title, and of headings that only listeners hear.
const KICKERS: &str = "kicker overline roofline roof-line topline top-line toptitle top-title pretitle pre-title \
    supertitle super-title surtitle sur-title eyebrow dachzeile antetitulo volanta subhead sub-head subtitle sub-title \
    visuallyhidden visually-hidden sr-only screen-reader badge";
const FOR_LISTENERS: [&str; 4] = ["visuallyhidden", "visually-hidden", "sr-only", "screen-reader"];

/// A heading, and its tag.
pub struct Heading {
    pub row: usize,
    pub tag: NameId,
    pub value: Value,
}

/// The first headings of a tag.
pub fn read_headings(page: &PageView, tag: NameId) -> Vec<Heading> {
    let value = |row: usize| {
        let rest = rest_beside_kickers(page, row);
        let text = rest.as_deref().unwrap_or_else(|| page.text_of(row));
        if text.chars().nth(MAX_HEADING_TEXT).is_some() {
            return None;
        }
        let mut value = Value::clean(&without_noise(&cleaned(text)));
        let is_short = (1..=MAX_HEADING).contains(&value.text.chars().count());
        value.text.truncate(value.text.trim_end_matches(['¶', '#', ' ']).len());
        (is_short && !value.text.is_empty()).then_some(value)
    };
    let rows = page.rows_of(tag, MAX_HEADINGS);
    rows.filter_map(|row| value(row).map(|value| Heading { row, tag, value })).collect()
}

/// The text of a heading less the elements in it whose class says that they are no title; none where all of it is.
fn rest_beside_kickers(page: &PageView, row: usize) -> Option<String> {
    let children: Vec<usize> = page.children(row).take(MAX_ROWS).collect();
    let is_whole = page.end[*children.last()?] == page.end[row] && *children.last()? < row + MAX_ROWS;
    if !is_whole || !children.iter().any(|&child| is_kicker(page, child)) {
        return None;
    }
    let rest: String =
        children.iter().filter(|&&child| !is_kicker(page, child)).map(|&child| page.text_of(child)).collect();
    let rest = rest.trim_matches([' ', '\t', '\r', '\n', ':', '|', '–', '-']);
    (!fold(rest).is_empty()).then(|| rest.to_string())
}

/// The texts of a heading's runs: what stands in an element of its own, and what stands between such elements.
pub fn heading_parts(page: &PageView, row: usize) -> Vec<String> {
    if !(3..=MAX_ROWS).contains(&page.under(row).len()) {
        return Vec::new();
    }
    let (kickers, children): (Vec<usize>, Vec<usize>) = page.children(row).partition(|&child| is_kicker(page, child));
    let is_outside = |&text: &usize| !kickers.iter().any(|&kicker| page.under(kicker).contains(&text));
    let texts = page.under(row).filter(|&inside| page.tag[inside] == name::TEXT).filter(is_outside);
    let rows = children.into_iter().chain(texts);
    rows.map(|row| cleaned(page.text_of(row)).trim_matches([' ', ':', '|', '–', '-']).to_string()).collect()
}

/// Whether an element in a heading is called something else than a title.
fn is_kicker(page: &PageView, row: usize) -> bool {
    page.tag[row] != name::TEXT && page.classes(row).any(speaks_of_kicker)
}

fn speaks_of_kicker(class: &str) -> bool {
    let lower: String = class.chars().map(without_case).collect();
    let ends = |at: usize| !lower[at..].starts_with(|c| c == '_' || is_word(c));
    let begins = |at: usize| !lower[..at].ends_with(|c| c == '_' || is_word(c));
    KICKERS.split_whitespace().any(|part| lower.contains(part))
        || lower.match_indices("label").any(|(at, part)| ends(at + part.len()))
        || lower.match_indices("date").any(|(at, part)| begins(at) && ends(at + part.len()))
}

/// Whether a heading is there for screen readers alone.
pub fn is_for_listeners(page: &PageView, row: usize) -> bool {
    page.classes(row).any(|class| FOR_LISTENERS.iter().any(|part| class.contains(part)))
}

/// Whether a heading links to the first page of the site.
pub fn leads_home(page: &PageView, row: usize) -> bool {
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
    let is_index = |file: &str| !file.is_empty() && file.chars().all(|c| c == '_' || is_word(c));
    !address.is_empty() && (matches!(path, "" | "#") || path.strip_prefix("index.").is_some_and(is_index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kickers_are_told() {
        for class in ["Roof-Line", "post-date", "sr-only", "KICKERS", "row_label", "v\u{131}sually-h\u{130}dden"] {
            assert!(speaks_of_kicker(class), "{class}");
        }
        for class in ["update", "dated", "labels", "title", "date_é", ""] {
            assert!(!speaks_of_kicker(class), "{class}");
        }
    }

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
