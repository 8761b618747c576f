//! What the head of a page declares that tells its title: titles, the names of the site, whether it is an article.
//!
//! In words: the `meta` elements of OpenGraph and of Twitter, the `title` element, and the host of the address.
//!
//! The first headings of a page, as its title is looked for among them.
//!
//! In words: the text of each of the first headings of a tag, without what stands in it beside the title (a kicker, a
//! section, a date, a word for screen readers); whether it is there for listeners alone, and whether it links to the
//! first page of the site.

use std::borrow::Cow;

use super::values::{Value, cleaned, title_key, without_noise};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::addresses;
use text::chars::{is_space, is_word, without_case};

/// Elements that are read, and titles of them.
const MAX_METAS: usize = 400;
const MAX_DECLARED: usize = 2;
pub const SITE_METAS: [&str; 3] = ["og:site_name", "application-name", "apple-mobile-web-app-title"];
const GENERIC_HOST: [&str; 19] = [
    "www", "com", "org", "net", "co", "uk", "gov", "edu", "blog", "forum", "forums", "news", "en", "m", "docs", "bbs",
    "cn", "de", "example",
];

/// A title that the head declares, its row, and who tells it.
#[derive(Clone)]
pub struct Title {
    pub value: Value,
    pub row: usize,
    pub source: &'static str,
}

/// What the head declares.
pub struct Declared {
    /// Each title once, in the order of their last rows.
    pub titles: Vec<Title>,
    /// What the site is called, as it is compared.
    pub sites: Vec<String>,
    pub is_article: bool,
}

impl Declared {
    pub fn read(page: &PageView, url: &str) -> Declared {
        let mut metas = Metas::default();
        page.rows_of(name::META, MAX_METAS).for_each(|row| metas.read(page, row));
        let titles = metas.graph.iter().chain(&metas.twitter).take(MAX_DECLARED);
        let titles = titles.map(|&(row, value)| (row, value, "opengraph"));
        let own = page.rows_of(name::TITLE, 1).map(|row| (row, page.text_of(row), "title"));
        let mut unique: Vec<(String, usize, &'static str)> = Vec::new();
        for (row, value, source) in titles.chain(own) {
            // One that says the same gives way, and the new one has its row.
            let clean = cleaned(value);
            let same = unique.iter().position(|(other, ..)| *other == clean).map(|place| unique.remove(place));
            unique.push(same.unwrap_or((clean, row, source)));
        }
        let titles = unique.into_iter().map(|(clean, row, source)| {
            let value = Value::clean(&without_noise(&clean));
            Title { value, row, source }
        });
        let own = metas.address.map(cleaned).unwrap_or_default();
        let names: Vec<String> = metas.sites.iter().map(|&(_, value)| cleaned(value)).collect();
        let sites = site_names(names.iter().map(String::as_str), if url.is_empty() { &own } else { url });
        Declared { titles: titles.collect(), sites, is_article: metas.is_article }
    }

    pub fn has_title(&self, folded: &str) -> bool {
        self.titles.iter().any(|title| title.value.folded == folded)
    }

    pub fn add_site(&mut self, folded: String) {
        if !folded.is_empty() {
            self.sites.push(folded);
        }
    }
}

/// What a site is called, as it is compared, by the names that it declares and by an address.
pub fn site_names<'text>(names: impl Iterator<Item = &'text str>, address: &str) -> Vec<String> {
    let names = names.map(title_key);
    let host = addresses::host_of(address);
    let whole = host.strip_prefix("www.").unwrap_or(&host);
    let labels = host.split('.').filter(|label| !GENERIC_HOST.contains(label));
    names.chain(labels.chain([whole]).map(title_key)).filter(|folded| !folded.is_empty()).collect()
}

/// The values of the `meta` elements that are asked for.
#[derive(Default)]
struct Metas<'page> {
    graph: Vec<(usize, &'page str)>,
    twitter: Vec<(usize, &'page str)>,
    sites: Vec<(usize, &'page str)>,
    address: Option<&'page str>,
    is_article: bool,
}

impl<'page> Metas<'page> {
    fn read(&mut self, page: &PageView<'page>, row: usize) {
        const KEYS: [NameId; 4] = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];
        let value = page.attribute(row, name::CONTENT);
        if !value.starts_with(|c: char| c.is_ascii_alphanumeric()) && cleaned(value).is_empty() {
            return; // a `meta` that says nothing is none
        }
        for (_, names) in page.attributes.of(row).filter(|(key, _)| KEYS.contains(key)) {
            names.split(is_space).filter(|name| name.contains([':', '-'])).for_each(|name| self.add(name, row, value));
        }
    }

    fn add(&mut self, name: &str, row: usize, value: &'page str) {
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        let list = if is("og:title") {
            &mut self.graph
        } else if is("twitter:title") {
            &mut self.twitter
        } else if SITE_METAS.iter().any(|wanted| is(wanted)) {
            &mut self.sites
        } else {
            self.address = self.address.or(is("og:url").then_some(value));
            self.is_article = self.is_article || is("og:type") && cleaned(value).to_lowercase() == "article";
            return;
        };
        if list.last().is_none_or(|&(last, _)| last != row) {
            list.push((row, value));
        }
    }
}

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
        let text = rest.map_or_else(|| heading_text(page, row), Cow::Owned);
        if text.chars().nth(MAX_HEADING_TEXT).is_some() {
            return None;
        }
        let mut value = Value::clean(&without_noise(&cleaned(&text)));
        let is_short = (1..=MAX_HEADING).contains(&value.text.chars().count());
        value.text.truncate(value.text.trim_end_matches(['¶', '#', ' ']).len());
        (is_short && !value.text.is_empty()).then_some(value)
    };
    let rows = page.rows_of(tag, MAX_HEADINGS);
    rows.filter_map(|row| value(row).map(|value| Heading { row, tag, value })).collect()
}

/// The text of a heading as it is read: without how its signs are spoken, elements side by side and small print apart.
pub fn heading_text<'page>(page: &PageView<'page>, row: usize) -> Cow<'page, str> {
    let inside = page.under(row);
    let is_plain = |row: usize| !matches!(page.tag[row], name::RT | name::RP | name::SMALL) && !is_beside(page, row);
    if inside.len() > MAX_ROWS || inside.clone().all(is_plain) {
        return Cow::Borrowed(page.text_of(row));
    }
    let (mut text, mut next) = (String::new(), 0);
    for row in inside {
        if row < next {
            continue;
        }
        let end = page.end[row] as usize;
        if matches!(page.tag[row], name::RT | name::RP) {
            next = end;
        } else if page.is_text(row) {
            text.push_str(page.text_of(row));
        } else if page.tag[row] == name::SMALL {
            text.extend([" ", page.text_of(row), " "]);
            next = end;
        } else if page.tag[row] == name::BR || is_beside(page, row) {
            text.push(' ');
        }
    }
    Cow::Owned(text)
}

/// Whether an element of a heading begins where another one ended, which is no ruby: no text parts them.
fn is_beside(page: &PageView, row: usize) -> bool {
    let is_box = |row: usize| matches!(page.tag[row], name::SPAN | name::DIV | name::P | name::A);
    let Some(before) = row.checked_sub(1).filter(|_| is_box(row)) else { return false };
    let parent = page.parent[row];
    let mut above = std::iter::once(before).chain(page.above(before));
    above.find(|&row| page.parent[row] == parent).is_some_and(is_box)
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
    (!title_key(rest).is_empty()).then(|| rest.to_string())
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
