//! Tags and categories as a page prints them beside its article, and the way to it from the home page.
//!
//! In words: links that say `rel=tag`, or stand in an element of a telling name, or lead to an address that speaks of a
//! topic, follow each other in lists; the list nearest to the title counts whose links read as topics. Where a text has to
//! be read that this kernel reads otherwise than Python, Python reads the page: `topics.py` of `src/weft/metadata` says
//! why, and is the twin.

use crate::near_title::{Columns, Near};
use extractors::titles::values::{cleaned, fold};
use html::names::name;
use text::chars::first_chars;
use text::folding::lower;

const MAX_TOPICS: usize = 30;
/// Characters of a topic, and those of its link that are read.
const MAX_LENGTH: usize = 60;
const MAX_READ: usize = 2 * MAX_LENGTH;
/// Rows of a telling name that are looked into: of topics, and of a way; links under one; lists nearest to the title.
const MAX_ROWS: usize = 12;
const MAX_WAYS: usize = 6;
const MAX_LINKS: usize = 60;
const MAX_LISTS: usize = 20;
/// Rows before and behind the title among which links lead to its topics.
const ROWS_BEFORE: usize = 60;
const ROWS_BEHIND: usize = 1_000;
/// Bytes of text between two links of one list.
const MAX_GAP: i32 = 24;
const EDGES: [char; 14] = [' ', '\t', '#', ',', ';', '|', '/', '·', '•', '›', '»', '>', ':', '…'];
pub const NO_TOPIC: [&str; 14] = [
    "tags",
    "tag",
    "home",
    "start",
    "startseite",
    "accueil",
    "inicio",
    "hjem",
    "edit",
    "comments",
    "uncategorized",
    "uncategorised",
    "首页",
    "ホーム",
];

/// A topic, its row, and the address of its link.
#[derive(Debug, PartialEq, Eq)]
pub struct Topic<'page> {
    pub text: String,
    pub row: usize,
    pub address: &'page str,
}

/// Where topics are looked for: the rows of links with a relation, a kind of names and a kind of addresses.
pub struct Places<'rows> {
    pub related: &'rows [usize],
    pub named: usize,
    pub leading: usize,
}

/// What is found; none where Python has to look.
pub type Found<'page> = Option<Vec<Topic<'page>>>;

/// The tags, or the categories, that stand beside the article; where addresses alone tell them, at least so many.
pub fn printed<'page>(page: &Columns<'page>, near: &Near, places: &Places, least: usize) -> Found<'page> {
    let own = match places.related {
        [] => marked_links(page, near, places.named),
        related => related.to_vec(),
    };
    match choose_list(page, near, &own, 1) {
        Some(found) if found.is_empty() => {}
        found => return found,
    }
    let first = near.title_row.saturating_sub(ROWS_BEFORE);
    let around = first..near.title_row + ROWS_BEHIND;
    let leading = near.leading.get(places.leading).into_iter().flatten().map(|&row| row as usize);
    let leading = leading.filter(|row| around.contains(row)).collect::<Vec<_>>();
    choose_list(page, near, &leading, least)
}

/// The breadcrumbs of a page, of rows of a kind of names, without the home page and the page itself.
pub fn printed_way<'page>(page: &Columns<'page>, near: &Near, kind: usize, title: &str) -> Found<'page> {
    let title = fold(title);
    for row in near.nearest(near.kind(kind), MAX_WAYS) {
        let mut inner = Vec::new();
        for link in links_under(page, row) {
            match is_home(page.value(link, name::HREF).unwrap_or_default()) {
                Some(true) => {}
                Some(false) => inner.push(link),
                None => return None,
            }
        }
        let mut way = read(page, &inner);
        way.retain(|topic| fold(&topic.text) != title);
        if !way.is_empty() {
            return Some(way);
        }
    }
    Some(Vec::new())
}

/// The links in the elements of a kind of names that are nearest to the title, in the order of the page.
fn marked_links(page: &Columns, near: &Near, kind: usize) -> Vec<usize> {
    let mut links = Vec::new();
    for row in near.beside(page, near.kind(kind), MAX_ROWS) {
        links_under(page, row).for_each(|link| links.push(link));
    }
    links.sort_unstable();
    links.dedup();
    links
}

/// The first links under a row, itself included.
fn links_under(page: &Columns, row: usize) -> impl Iterator<Item = usize> {
    (row..page.end[row] as usize).filter(|&row| page.tag[row] == name::A).take(MAX_LINKS)
}

/// The topics of the list of at least so many that is nearest to the title.
fn choose_list<'page>(page: &Columns<'page>, near: &Near, rows: &[usize], least: usize) -> Found<'page> {
    let follows = |one: &usize, other: &usize| (0..=MAX_GAP).contains(&(page.text_start[*other] - page.text_end[*one]));
    let lists = rows.chunk_by(follows).filter(|list| list.len() >= least).enumerate();
    let mut lists = lists.map(|(place, list)| (near.distance(list[0]), place, list)).collect::<Vec<_>>();
    lists.sort_unstable_by_key(|&(distance, place, _)| (distance, place));
    for (_, _, list) in lists.into_iter().take(MAX_LISTS).filter(|(_, _, list)| !is_elsewhere(page, near, list[0])) {
        let mut found = read(page, list);
        if found.len() >= least {
            found.truncate(MAX_TOPICS);
            return Some(found);
        }
    }
    Some(Vec::new())
}

/// Whether a row stands in side matter, or in an article that does not hold the title.
fn is_elsewhere(page: &Columns, near: &Near, row: usize) -> bool {
    let is_other =
        |row: usize| page.tag[row] == name::ARTICLE && !(row..page.end[row] as usize).contains(&near.title_row);
    page.upwards(row).skip(1).any(is_other) || near.in_side(page, row)
}

/// The topics that links name, each once.
fn read<'page>(page: &Columns<'page>, rows: &[usize]) -> Vec<Topic<'page>> {
    let mut found: Vec<Topic> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for &row in rows {
        if found.len() >= MAX_LINKS {
            break; // more are not used
        }
        let clean = cleaned(first_chars(page.content(row), MAX_READ));
        let text = clean.trim_matches(EDGES);
        let folded = lower(text);
        let length = text.chars().count();
        let is_topic = length > 1 && length <= MAX_LENGTH && !NO_TOPIC.contains(&&*folded);
        if is_topic && !known.contains(&folded) {
            let address = page.value(row, name::HREF).unwrap_or_default();
            found.push(Topic { text: text.to_owned(), row, address });
            known.push(folded);
        }
    }
    found
}

/// Whether an address is that of a home page; none where only Python knows it.
pub fn is_home(address: &str) -> Option<bool> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let path = match rest.map(|rest| rest.split_at(rest.find('/').unwrap_or(rest.len()))) {
        Some(("", _)) => return Some(false),
        Some((_, path)) => path,
        None => address,
    };
    match path.strip_prefix('/').unwrap_or(path).strip_prefix("index.") {
        Some(suffix) if !suffix.is_ascii() => None,
        Some(suffix) => Some(!suffix.is_empty() && suffix.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')),
        None => Some(matches!(path, "" | "/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_told() {
        for home in
            ["", "/", "https://loom.example", "http://loom.example/", "/index.html", "index.php", "http://x/index.a"]
        {
            assert_eq!(is_home(home), Some(true), "{home}");
        }
        for other in ["/a", "//", "https://", "https:///", "#", "/index.", "/index.html?a", "x", "/index.html/"] {
            assert_eq!(is_home(other), Some(false), "{other}");
        }
        assert_eq!(is_home("/index.é"), None);
    }
}
