//! What the links of a page say by their relations, as answers of metadata: other languages, feeds, the pages around it.
//!
//! In words: `src/weft/metadata/relations.py` is the twin; an address that is unusual is left to it.

use crate::declares::lower;
use crate::head::is_space;
use crate::memory;
use crate::metadata_answers::{Answer, Linked, One, Page, Told};
use crate::names::name;
use crate::title_text::cleaned;

const MEDIA: [(&str, &str); 4] = [
    ("application/rss+xml", "rss"),
    ("application/rdf+xml", "rss"),
    ("application/atom+xml", "atom"),
    ("application/feed+json", "json"),
];
const MAX_ALTERNATES: usize = 100;
const MAX_FEEDS: usize = 10;
const MAX_FEED_TITLE: usize = 200;

/// The attributes of a link.
struct Link<'page> {
    row: usize,
    is_link: bool,
    href: &'page str,
    language: &'page str,
    media: &'page str,
    title: &'page str,
}

impl<'page> Page<'page> {
    fn link(&self, row: usize) -> Link<'page> {
        let [mut href, mut language, mut media, mut title] = [""; 4];
        for (key, value) in self.columns.attributes.of(row) {
            match key {
                name::HREF => href = value,
                _ if Some(key) == self.hreflang => language = value,
                name::TYPE => media = value,
                name::TITLE => title = value,
                _ => {}
            }
        }
        Link { row, is_link: self.columns.tag[row] == name::LINK, href, language, media, title }
    }

    /// The page in other languages.
    pub fn alternates(&self) -> Told {
        let mut found: Vec<Linked> = Vec::new();
        for link in self.related("alternate").iter().map(|&row| self.link(row)).filter(|link| link.is_link) {
            let language = link.language.trim_matches(is_space);
            if !language.is_ascii() {
                return Ok(None);
            }
            let is_known = || found.iter().any(|other| other.kind == language);
            if !is_language_tag(language) || is_known() {
                continue;
            }
            let Some(url) = self.base.join(link.href)? else { return Ok(None) };
            if !url.is_empty() {
                let one = One::new("", link.row as i64, "link")?;
                memory::push(&mut found, Linked { one, url, kind: memory::copy(language)? })?;
            }
        }
        found.truncate(MAX_ALTERNATES);
        Ok(Some(Answer::Links(found)))
    }

    /// The feeds that the page declares.
    pub fn feeds(&self) -> Told {
        let mut found: Vec<Linked> = Vec::new();
        for relation in ["alternate", "feed"] {
            for link in self.related(relation).iter().map(|&row| self.link(row)) {
                let media = lower(link.media.split(';').next().unwrap_or_default().trim_matches(is_space))?;
                let kind = MEDIA.iter().find(|(own, _)| *own == media).map_or("", |(_, kind)| kind);
                if kind.is_empty() && relation != "feed" {
                    continue;
                }
                let Some(url) = self.base.join(link.href)? else { return Ok(None) };
                if url.is_empty() || found.iter().any(|other| other.url == url) {
                    continue;
                }
                let end = link.title.char_indices().nth(MAX_FEED_TITLE).map_or(link.title.len(), |(end, _)| end);
                let Some(value) = cleaned(&link.title[..end])? else { return Ok(None) };
                let one = One { value, row: link.row as i64, source: source_of(link.is_link) };
                memory::push(&mut found, Linked { one, url, kind: memory::copy(kind)? })?;
            }
        }
        found.truncate(MAX_FEEDS);
        Ok(Some(Answer::Links(found)))
    }

    /// Where the first link with one of some relations leads; those of the head come first.
    pub fn leads(&self, relations: &[&str]) -> Told {
        let rows = relations.iter().flat_map(|name| self.related(name)).map(|&row| self.link(row));
        let mut links = memory::collect(rows)?;
        links.sort_by_key(|link| (!link.is_link, link.row));
        for link in links {
            match self.base.join(link.href)? {
                None => return Ok(None),
                Some(address) if address.is_empty() => {}
                Some(value) => {
                    let source = source_of(link.is_link);
                    return Ok(Some(Answer::One(One { value, row: link.row as i64, source })));
                }
            }
        }
        Ok(Some(Answer::Nothing))
    }
}

fn source_of(is_link: bool) -> &'static str {
    if is_link { "link" } else { "a" }
}

/// Whether a text is the tag of a language, or that of all others.
fn is_language_tag(text: &str) -> bool {
    let mut parts = text.split(['-', '_']);
    let first = parts.next().unwrap_or_default();
    let is_first = (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_part = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_tag = is_first && parts.clone().count() <= 3 && parts.all(is_part);
    is_tag || text.eq_ignore_ascii_case("x-default")
}
