//! What the head of a page declares that tells its title: titles, the names of the site, whether it is an article.
//!
//! In words: the `meta` elements of OpenGraph and of Twitter, the `title` element, and the host of the address; as
//! `src/weft/metadata/head.py` and `site_names` of `src/weft/metadata/site_names.py` have it.

use crate::declares::Columns as Head;
use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, name};
use crate::plain_address;
use crate::plain_fold::fold;
use crate::title_text::{Value, is_space};

/// Elements that are read, and titles of them.
const MAX_METAS: usize = 400;
const MAX_DECLARED: usize = 2;
pub const SITE_METAS: [&str; 3] = ["og:site_name", "application-name", "apple-mobile-web-app-title"];
const GENERIC_HOST: [&str; 19] = [
    "www", "com", "org", "net", "co", "uk", "gov", "edu", "blog", "forum", "forums", "news", "en", "m", "docs", "bbs",
    "cn", "de", "example",
];

/// A title that the head declares, its row, and who tells it.
pub struct Title {
    pub value: Value,
    pub row: usize,
    pub source: &'static str,
}

impl Title {
    pub fn copy(&self) -> Result<Title, Tripped> {
        Ok(Title { value: self.value.copy()?, ..*self })
    }
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
    /// None where Python has to look.
    pub fn read(head: &Head, url: &str) -> Result<Option<Declared>, Tripped> {
        let mut metas = Metas::default();
        for row in head.rows_of(name::META, MAX_METAS) {
            metas.read(head, row)?;
        }
        let titles = metas.graph.iter().chain(&metas.twitter).take(MAX_DECLARED);
        let titles = titles.map(|&(row, value)| (row, value, "opengraph"));
        let own = head.rows_of(name::TITLE, 1).map(|row| (row, head.content(row), "title"));
        let address = if url.is_empty() { metas.address.unwrap_or_default() } else { url };
        let mut declared = Declared { titles: Vec::new(), sites: Vec::new(), is_article: metas.is_article };
        for (row, value, source) in titles.chain(own) {
            let Some(value) = Value::of(value)? else { return Ok(None) };
            if value.text.is_empty() && source != "title" {
                return Ok(None); // a `meta` that says nothing is none
            }
            declared.add_title(Title { value, row, source })?;
        }
        for &(_, value) in &metas.sites {
            let Some(site) = Value::of(value)? else { return Ok(None) };
            declared.add_site(site.folded)?;
        }
        Ok(declared.add_host(address)?.then_some(declared))
    }

    pub fn has_title(&self, folded: &str) -> bool {
        self.titles.iter().any(|title| title.value.folded == folded)
    }

    /// Adds a title; one that says the same gives way, and the new one has its row.
    fn add_title(&mut self, mut title: Title) -> Result<(), Tripped> {
        if let Some(place) = self.titles.iter().position(|other| other.value.text == title.value.text) {
            let other = self.titles.remove(place);
            (title.row, title.source) = (other.row, other.source);
        }
        memory::push(&mut self.titles, title)
    }

    pub fn add_site(&mut self, folded: String) -> Result<(), Tripped> {
        if folded.is_empty() { Ok(()) } else { memory::push(&mut self.sites, folded) }
    }

    /// What a site is called, as it is compared, by the names that it declares and by an address; none where Python has
    /// to look.
    pub fn site_names<'text>(
        names: impl Iterator<Item = &'text str>,
        address: &str,
    ) -> Result<Option<Vec<String>>, Tripped> {
        let mut declared = Declared { titles: Vec::new(), sites: Vec::new(), is_article: false };
        for name in names {
            let Some(folded) = fold(name)? else { return Ok(None) };
            declared.add_site(folded)?;
        }
        Ok(declared.add_host(address)?.then_some(declared.sites))
    }

    /// Adds what the host of an address is called; no where Python has to read it.
    fn add_host(&mut self, address: &str) -> Result<bool, Tripped> {
        let Some(host) = plain_address::host(address) else { return Ok(false) };
        let mut lower = memory::copy(host)?;
        lower.make_ascii_lowercase();
        let whole = lower.strip_prefix("www.").unwrap_or(&lower);
        for part in lower.split('.').filter(|part| !GENERIC_HOST.contains(part)).chain([whole]) {
            let Some(site) = fold(part)? else { return Ok(false) };
            self.add_site(site)?;
        }
        Ok(true)
    }
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
    fn read(&mut self, head: &'page Head, row: usize) -> Result<(), Tripped> {
        const KEYS: [NameId; 4] = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];
        let value = head.value(row, name::CONTENT).unwrap_or_default();
        let is_shown = |c: char| !is_space(c) && !matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}');
        if !value.contains(is_shown) {
            return Ok(());
        }
        for (_, names) in head.attributes.of(row).filter(|(key, _)| KEYS.contains(key)) {
            for name in names.split(is_space).filter(|name| name.contains([':', '-'])) {
                self.add(name, row, value)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &str, row: usize, value: &'page str) -> Result<(), Tripped> {
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted);
        let list = if is("og:title") {
            &mut self.graph
        } else if is("twitter:title") {
            &mut self.twitter
        } else if SITE_METAS.iter().any(|wanted| is(wanted)) {
            &mut self.sites
        } else {
            self.address = self.address.or(is("og:url").then_some(value));
            self.is_article =
                self.is_article || is("og:type") && value.trim_matches(is_space).eq_ignore_ascii_case("article");
            return Ok(());
        };
        let is_same = list.last().is_some_and(|&(last, _)| last == row);
        if is_same { Ok(()) } else { memory::push(list, (row, value)) }
    }
}
