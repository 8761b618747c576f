//! What the head of a page declares that tells its title: titles, the names of the site, whether it is an article.
//!
//! In words: the `meta` elements of OpenGraph and of Twitter, the `title` element, and the host of the address.

use super::values::{Value, cleaned, fold, is_space, without_noise};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::ascii_address;

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
    let names = names.map(fold);
    let host = ascii_address::host_of(address);
    let whole = host.strip_prefix("www.").unwrap_or(&host);
    let labels = host.split('.').filter(|label| !GENERIC_HOST.contains(label));
    names.chain(labels.chain([whole]).map(fold)).filter(|folded| !folded.is_empty()).collect()
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
