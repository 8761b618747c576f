//! Tags and categories as a page prints them beside its article, the way to it from the home page, and what answers them.
//!
//! In words: links that say `rel=tag`, or stand in an element of a telling name, or lead to an address that speaks of a
//! topic, follow each other in lists; the list nearest to the title counts whose links read as topics. What is printed beside
//! the article comes before what is declared, except of a section; the way from the home page tells what neither does.

use crate::answers::{Answer, Linked, One, Page};
use crate::candidates::More;
use crate::near_names::{address_number, name_number};
use crate::near_title::{Near, upwards};
use extractors::titles::values::{cleaned, title_key};
use html::names::name;
use html::page_view::PageView;
use text::chars::{first_chars, is_space};
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
    "tags", "tag", "home", "start", "startseite", "accueil", "inicio", "hjem", "edit", "comments", "uncategorized",
    "uncategorised", "首页", "ホーム",
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

/// The tags, or the categories, that stand beside the article; where addresses alone tell them, at least so many.
pub fn printed<'page>(page: &PageView<'page>, near: &Near, places: &Places, least: usize) -> Vec<Topic<'page>> {
    let own = match places.related {
        [] => marked_links(page, near, places.named),
        related => related.to_vec(),
    };
    let found = choose_list(page, near, &own, 1);
    if !found.is_empty() {
        return found;
    }
    let first = near.title_row.saturating_sub(ROWS_BEFORE);
    let around = first..near.title_row + ROWS_BEHIND;
    let leading = near.leading.get(places.leading).into_iter().flatten().map(|&row| row as usize);
    let leading: Vec<_> = leading.filter(|row| around.contains(row)).collect();
    choose_list(page, near, &leading, least)
}

/// The breadcrumbs of a page, of rows of a kind of names, without the home page and the page itself.
pub fn printed_way<'page>(page: &PageView<'page>, near: &Near, kind: usize, title: &str) -> Vec<Topic<'page>> {
    let title = title_key(title);
    for row in near.nearest(near.kind(kind), MAX_WAYS) {
        let is_inner = |&link: &usize| !is_home(page.attribute(link, name::HREF));
        let inner: Vec<usize> = links_under(page, row).filter(is_inner).collect();
        let mut way = read(page, &inner);
        way.retain(|topic| title_key(&topic.text) != title);
        if !way.is_empty() {
            return way;
        }
    }
    Vec::new()
}

/// The links in the elements of a kind of names that are nearest to the title, in the order of the page.
fn marked_links(page: &PageView, near: &Near, kind: usize) -> Vec<usize> {
    let mut links = Vec::new();
    for row in near.beside(page, near.kind(kind), MAX_ROWS) {
        links_under(page, row).for_each(|link| links.push(link));
    }
    links.sort_unstable();
    links.dedup();
    links
}

/// The first links under a row, itself included.
fn links_under(page: &PageView, row: usize) -> impl Iterator<Item = usize> {
    (row..page.end[row] as usize).filter(|&row| page.tag[row] == name::A).take(MAX_LINKS)
}

/// The topics of the list of at least so many that is nearest to the title.
fn choose_list<'page>(page: &PageView<'page>, near: &Near, rows: &[usize], least: usize) -> Vec<Topic<'page>> {
    let follows = |one: &usize, other: &usize| (0..=MAX_GAP).contains(&(page.text_start[*other] - page.text_end[*one]));
    let lists = rows.chunk_by(follows).filter(|list| list.len() >= least).enumerate();
    let mut lists: Vec<_> = lists.map(|(place, list)| (near.distance(list[0]), place, list)).collect();
    lists.sort_unstable_by_key(|&(distance, place, _)| (distance, place));
    for (_, _, list) in lists.into_iter().take(MAX_LISTS).filter(|(_, _, list)| !is_elsewhere(page, near, list[0])) {
        let mut found = read(page, list);
        if found.len() >= least {
            found.truncate(MAX_TOPICS);
            return found;
        }
    }
    Vec::new()
}

/// Whether a row stands in side matter, or in an article that does not hold the title.
fn is_elsewhere(page: &PageView, near: &Near, row: usize) -> bool {
    let is_other =
        |row: usize| page.tag[row] == name::ARTICLE && !(row..page.end[row] as usize).contains(&near.title_row);
    upwards(page, row).skip(1).any(is_other) || near.in_side(page, row)
}

/// The topics that links name, each once.
fn read<'page>(page: &PageView<'page>, rows: &[usize]) -> Vec<Topic<'page>> {
    let mut found: Vec<Topic> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for &row in rows {
        if found.len() >= MAX_LINKS {
            break; // more are not used
        }
        let clean = cleaned(first_chars(page.text_of(row), MAX_READ));
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

/// Whether an address is that of a home page.
pub fn is_home(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let path = match rest.map(|rest| rest.split_at(rest.find('/').unwrap_or(rest.len()))) {
        Some(("", _)) => return false,
        Some((_, path)) => path,
        None => address,
    };
    match path.strip_prefix('/').unwrap_or(path).strip_prefix("index.") {
        Some(suffix) => !suffix.is_empty() && suffix.chars().all(|c| c.is_alphanumeric() || c == '_'),
        None => matches!(path, "" | "/"),
    }
}

/// Tags, and categories, that are told by their addresses alone, at least.
const MIN_TAGS: usize = 2;
const MIN_CATEGORIES: usize = 1;

/// The section, the categories and the tags.
pub type Topics = [Answer; 3];

/// The topics of a page.
pub fn find(page: &Page) -> Topics {
    let [tags, mut categories] = printed_topics(page);
    let way = find_way(page);
    let (mut declared_tags, mut sections) = (declared(page, "tags"), declared(page, "section"));
    let section = sections.first().or(way.last()).or(categories.first()).map(|link| link.one.clone());
    if categories.is_empty() {
        categories = if sections.is_empty() { way } else { std::mem::take(&mut sections) };
    }
    let tags = if tags.is_empty() { std::mem::take(&mut declared_tags) } else { tags };
    let section = section.map_or(Answer::Nothing, Answer::One);
    [section, Answer::Links(categories), Answer::Links(tags)]
}

/// The tags and the categories that stand beside the article.
fn printed_topics(page: &Page) -> [Vec<Linked>; 2] {
    let Some(near) = page.near else { return [Vec::new(), Vec::new()] };
    let categories = page.related("category");
    let tags: Vec<_> = page.related("tag").iter().copied().filter(|row| !categories.contains(row)).collect();
    let look = |related: &[usize], kind: &str, least: usize| {
        let (named, leading) = (name_number(kind), address_number(kind));
        linked(page, printed(&page.view, near, &Places { related, named, leading }, least), "printed")
    };
    [look(&tags, "tags", MIN_TAGS), look(categories, "categories", MIN_CATEGORIES)]
}

fn linked(page: &Page, found: Vec<Topic>, source: &'static str) -> Vec<Linked> {
    let link = |topic: Topic| {
        let url = page.join(topic.address);
        Linked { one: One { value: topic.text, row: topic.row as i64, source }, url, kind: String::new() }
    };
    found.into_iter().map(link).collect()
}

/// The way to the page: as it is declared, else as it is printed.
fn find_way(page: &Page) -> Vec<Linked> {
    let way = declared_way(page);
    let Some(near) = page.near.filter(|_| way.is_empty()) else { return way };
    linked(page, printed_way(&page.view, near, name_number("way"), page.title), "breadcrumb")
}

/// The breadcrumbs that JSON-LD tells, without the home page and the page itself.
fn declared_way(page: &Page) -> Vec<Linked> {
    let mut way: Vec<Linked> = Vec::new();
    for candidate in page.ranked("way") {
        let url = if let More::Url(url) = &candidate.more { page.join(url) } else { String::new() };
        let one = One::new(&candidate.text, candidate.row, candidate.source);
        way.push(Linked { one, url, kind: String::new() });
    }
    if let Some(first) = way.first()
        && (is_home(&first.url) || NO_TOPIC.contains(&&*lower(&first.one.value)))
    {
        way.remove(0);
    }
    if let Some(last) = way.last()
        && (last.url.is_empty() || last.url == page.base || title_key(&last.one.value) == title_key(page.title))
    {
        way.pop();
    }
    way
}

/// Each declared topic once, from the best source that has any.
fn declared(page: &Page, name: &str) -> Vec<Linked> {
    let candidates = page.ranked(name);
    let (mut found, mut known): (Vec<Linked>, Vec<String>) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let text = candidate.text.trim_matches(is_space);
        if text.is_empty() || candidate.source != candidates[0].source || found.len() >= MAX_TOPICS {
            continue;
        }
        let small = lower(text);
        if !known.contains(&small) {
            known.push(small);
            let one = One::new(text, candidate.row, candidate.source);
            found.push(Linked { one, url: String::new(), kind: String::new() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_are_told() {
        for home in
            ["", "/", "https://loom.example", "http://loom.example/", "/index.html", "index.php", "http://x/index.a"]
        {
            assert!(is_home(home), "{home}");
        }
        for other in ["/a", "//", "https://", "https:///", "#", "/index.", "/index.html?a", "x", "/index.html/"] {
            assert!(!is_home(other), "{other}");
        }
    }
}
