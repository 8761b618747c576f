//! The section, the categories and the tags of a page, where nothing of them has to be read by Python.
//!
//! In words: what is printed beside the article comes before what is declared, except of a section; the way from the home
//! page tells what neither does. `find_topics` of `src/weft/metadata/topics.py` is the twin.

use crate::answers::{Answer, Linked, One, Page};
use crate::candidates::{More, SOURCES, Said};
use crate::questions::Answerer;
use crate::topics::{self, NO_TOPIC, Places, Topic, is_home};
use extractors::titles::values::fold;
use text::chars::is_space;
use text::folding::lower;

const MAX_TOPICS: usize = 30;
/// Tags, and categories, that are told by their addresses alone, at least.
const MIN_TAGS: usize = 2;
const MIN_CATEGORIES: usize = 1;

/// The section, the categories and the tags.
pub type Topics = [Answer; 3];

/// The topics of a page; none where Python has to look.
pub fn find(page: &Page, answerer: &mut dyn Answerer) -> Option<Topics> {
    let [tags, mut categories] = printed(page, answerer)?;
    let way = find_way(page, answerer)?;
    let mut declared_tags = declared(page, "tags")?;
    let mut sections = declared(page, "section")?;
    let section = sections.first().or(way.last()).or(categories.first()).map(|link| link.one.clone());
    if categories.is_empty() {
        categories = if sections.is_empty() { way } else { std::mem::take(&mut sections) };
    }
    let tags = if tags.is_empty() { std::mem::take(&mut declared_tags) } else { tags };
    let section = section.map_or(Answer::Nothing, Answer::One);
    Some([section, Answer::Links(categories), Answer::Links(tags)])
}

/// The tags and the categories that stand beside the article.
fn printed(page: &Page, answerer: &mut dyn Answerer) -> Option<[Vec<Linked>; 2]> {
    let Some(near) = page.near else { return Some([Vec::new(), Vec::new()]) };
    let categories = page.related("category");
    let tags = page.related("tag").iter().copied().filter(|row| !categories.contains(row)).collect::<Vec<_>>();
    let mut look = |related: &[usize], kind: &str, least: usize| {
        let (named, leading) = (page.kinds.names.number(kind), page.kinds.addresses.number(kind));
        match topics::printed(&page.columns, near, &Places { related, named, leading }, least) {
            Some(found) => linked(page, found, "printed", answerer),
            None => None,
        }
    };
    let tags = look(&tags, "tags", MIN_TAGS)?;
    look(categories, "categories", MIN_CATEGORIES).map(|categories| [tags, categories])
}

fn linked(page: &Page, found: Vec<Topic>, source: &'static str, answerer: &mut dyn Answerer) -> Option<Vec<Linked>> {
    let mut links = Vec::with_capacity(found.len());
    for topic in found {
        let url = page.join(topic.address, answerer);
        links.push(Linked { one: One { value: topic.text, row: topic.row as i64, source }, url, kind: String::new() });
    }
    Some(links)
}

/// The way to the page: as it is declared, else as it is printed.
fn find_way(page: &Page, answerer: &mut dyn Answerer) -> Option<Vec<Linked>> {
    let way = declared_way(page, answerer)?;
    let Some(near) = page.near.filter(|_| way.is_empty()) else { return Some(way) };
    match topics::printed_way(&page.columns, near, page.kinds.names.number("way"), page.title) {
        Some(found) => linked(page, found, "breadcrumb", answerer),
        None => None,
    }
}

/// The breadcrumbs that JSON-LD tells, without the home page and the page itself.
fn declared_way(page: &Page, answerer: &mut dyn Answerer) -> Option<Vec<Linked>> {
    let mut way: Vec<Linked> = Vec::new();
    for candidate in page.ranked("way") {
        let (Said::Clean(text), More::Link { url, .. }) = (&candidate.said, &candidate.more) else { return None };
        let url = page.join(url, answerer);
        let one = One::new(text, candidate.row, SOURCES[candidate.source]);
        way.push(Linked { one, url, kind: String::new() });
    }
    if let Some(first) = way.first() {
        let is_home = is_home(&first.url)?;
        if is_home || NO_TOPIC.contains(&&*lower(&first.one.value)) {
            way.remove(0);
        }
    }
    if let Some(last) = way.last()
        && (last.url.is_empty() || last.url == page.base.address || fold(&last.one.value) == fold(page.title))
    {
        way.pop();
    }
    Some(way)
}

/// Each declared topic once, from the best source that has any.
fn declared(page: &Page, name: &str) -> Option<Vec<Linked>> {
    let candidates = page.ranked(name);
    let (mut found, mut known): (Vec<Linked>, Vec<String>) = (Vec::new(), Vec::new());
    for candidate in candidates {
        let Said::Clean(text) = &candidate.said else { return None };
        let text = text.trim_matches(is_space);
        if text.is_empty() || candidate.source != candidates[0].source || found.len() >= MAX_TOPICS {
            continue;
        }
        let small = lower(text);
        if !known.contains(&small) {
            known.push(small);
            let one = One::new(text, candidate.row, SOURCES[candidate.source]);
            found.push(Linked { one, url: String::new(), kind: String::new() });
        }
    }
    Some(found)
}
