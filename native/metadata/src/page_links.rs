//! What the links of a page say by their relations, as answers of metadata: other languages, feeds, the pages around it,
//! its licence.
//!
//! In words: a relation of a link says what it leads to; a licence is known by its address, else by the words of the page.

use crate::answers::{Answer, Linked, One, Page};
use extractors::titles::values::cleaned;
use html::names::name;
use text::chars::{first_chars, is_space};
use text::folding::lower;

const MEDIA: [(&str, &str); 4] = [
    ("application/rss+xml", "rss"),
    ("application/rdf+xml", "rss"),
    ("application/atom+xml", "atom"),
    ("application/feed+json", "json"),
];
const MAX_ALTERNATES: usize = 100;
const MAX_FEEDS: usize = 10;
const MAX_FEED_TITLE: usize = 200;
/// Letters of a word before the number of a page, and pages of a piece.
const MAX_LABEL: usize = 8;
const MAX_PAGES: u32 = 100;
/// Characters of the name of a licence.
const MAX_LICENCE: usize = 100;

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
        for (key, value) in self.view.attributes.of(row) {
            match key {
                name::HREF => href = value,
                _ if Some(key) == self.hreflang => language = value,
                name::TYPE => media = value,
                name::TITLE => title = value,
                _ => {}
            }
        }
        Link { row, is_link: self.view.tag[row] == name::LINK, href, language, media, title }
    }

    /// The page in other languages.
    pub fn alternates(&self) -> Answer {
        let mut found: Vec<Linked> = Vec::new();
        for link in self.related("alternate").iter().map(|&row| self.link(row)).filter(|link| link.is_link) {
            let language = link.language.trim_matches(is_space);
            let is_known = || found.iter().any(|other| other.kind == language);
            if !is_language_tag(language) || is_known() {
                continue;
            }
            let url = self.join(link.href);
            if !url.is_empty() {
                let one = One::new("", link.row as i64, "link");
                found.push(Linked { one, url, kind: language.to_owned() });
            }
        }
        found.truncate(MAX_ALTERNATES);
        Answer::Links(found)
    }

    /// The feeds that the page declares.
    pub fn feeds(&self) -> Answer {
        let mut found: Vec<Linked> = Vec::new();
        for relation in ["alternate", "feed"] {
            for link in self.related(relation).iter().map(|&row| self.link(row)) {
                let media = lower(link.media.split(';').next().unwrap_or_default().trim_matches(is_space));
                let kind = MEDIA.iter().find(|(own, _)| *own == media).map_or("", |(_, kind)| kind);
                if kind.is_empty() && relation != "feed" {
                    continue;
                }
                let url = self.join(link.href);
                if url.is_empty() || found.iter().any(|other| other.url == url) {
                    continue;
                }
                let end = link.title.char_indices().nth(MAX_FEED_TITLE).map_or(link.title.len(), |(end, _)| end);
                let value = cleaned(&link.title[..end]);
                let one = One { value, row: link.row as i64, source: source_of(link.is_link) };
                found.push(Linked { one, url, kind: kind.to_owned() });
            }
        }
        found.truncate(MAX_FEEDS);
        Answer::Links(found)
    }

    /// The licence of the page: what links with `rel=license` name, else what its data declare.
    pub fn licence(&self) -> Answer {
        for link in self.related("license").iter().map(|&row| self.link(row)) {
            let url = self.join(link.href);
            let mut value = licence_name(&url);
            if value.is_empty() {
                value = cleaned(first_chars(self.view.text_of(link.row), MAX_LICENCE));
            }
            if value.is_empty() {
                value = url.to_owned();
            }
            if !value.is_empty() {
                let one = One { value, row: link.row as i64, source: source_of(link.is_link) };
                return Answer::Link(Linked { one, url, kind: String::new() });
            }
        }
        for candidate in self.ranked("licence") {
            let text = candidate.text.as_str();
            let is_address = text.contains('/') && !text.contains(' ');
            let url = if is_address { self.join(text) } else { String::new() };
            let mut value = licence_name(text);
            if value.is_empty() {
                value = (if url.is_empty() { first_chars(text, MAX_LICENCE) } else { &url }).to_owned();
            }
            if !value.is_empty() {
                let one = One { value, row: candidate.row, source: candidate.source };
                return Answer::Link(Linked { one, url, kind: String::new() });
            }
        }
        Answer::Nothing
    }

    /// Where the first link with one of some relations leads; those of the head come first.
    pub fn leads(&self, relations: &[&str]) -> Answer {
        self.first_led(relations, |_| true)
    }

    /// The page of this piece that comes behind this one, or before it: of a blog the next *article* is none.
    pub fn part(&self, relations: &[&str], is_next: bool) -> Answer {
        let mut own = vec![self.join(self.url)];
        own.extend(self.ranked("url").iter().map(|candidate| self.join(&candidate.text)));
        self.first_led(relations, |there| {
            own.iter().any(|here| if is_next { goes_on(here, there) } else { goes_on(there, here) })
        })
    }

    fn first_led(&self, relations: &[&str], is_it: impl Fn(&str) -> bool) -> Answer {
        let rows = relations.iter().flat_map(|name| self.related(name)).map(|&row| self.link(row));
        let mut links: Vec<_> = rows.collect();
        links.sort_by_key(|link| (!link.is_link, link.row));
        for link in links {
            let value = self.join(link.href);
            if !value.is_empty() && is_it(&value) {
                let source = source_of(link.is_link);
                return Answer::One(One { value, row: link.row as i64, source });
            }
        }
        Answer::Nothing
    }
}

/// Whether an address is that of the page after another: they differ in one number alone, which is one more, or which
/// the first page does not have. `/rain` goes on at `/rain/page/2`, `/rain?p=2`, `/rain-2`, and not at `/hail`.
fn goes_on(here: &str, there: &str) -> bool {
    let [here, there] = [here, there].map(|address| {
        let address = address.split('#').next().unwrap_or_default();
        address.split_once("://").map_or(address, |(_, rest)| rest).trim_end_matches('/')
    });
    let mut start = here.bytes().zip(there.bytes()).take_while(|(one, other)| one == other).count();
    let goes_on = |address: &str| address.as_bytes().get(start).is_some_and(u8::is_ascii_digit);
    if goes_on(here) || goes_on(there) {
        start = here[..start].trim_end_matches(|c: char| c.is_ascii_digit()).len(); // numbers are compared whole
    }
    let (Some(one), Some(other)) = (here.get(start..), there.get(start..)) else { return false };
    let own = one.bytes().take_while(u8::is_ascii_digit).count();
    let Some(place) = other.find(|c: char| c.is_ascii_digit()) else { return false };
    let digits = other[place..].bytes().take_while(u8::is_ascii_digit).count();
    let (label, number, rest) = (&other[..place], &other[place..place + digits], &other[place + digits..]);
    let (Ok(number), is_same) = (number.parse::<u32>(), one[own..] == *rest) else { return false };
    let letters = label.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_short = letters == 0 || letters <= MAX_LABEL && label.starts_with(['/', '?', '&']);
    let is_label = is_short && label.bytes().all(|byte| byte.is_ascii_alphabetic() || b"/?&=-_.,".contains(&byte));
    if own > 0 {
        // a number below a hundred counts pages; one above is that of an article, unless a key says what it is
        let before = one[..own].parse::<u32>().unwrap_or(u32::MAX);
        let is_keyed = here[..start].ends_with('=');
        return is_same
            && label.is_empty()
            && (number == before.saturating_add(1) && before < MAX_PAGES || is_keyed && number > before);
    }
    is_same
        && is_label
        && !here.is_empty()
        && (matches!(number, 1 | 2) || label.starts_with(['?', '&']) && label.ends_with('='))
}

/// The name of a licence of Creative Commons by its address; empty for others.
fn licence_name(address: &str) -> String {
    let Some((_, rest)) = address.split_once("creativecommons.org/") else { return String::new() };
    let mut steps = rest.split(['/', '?', '#']);
    let (kind, own) = (steps.next().unwrap_or_default(), steps.next().unwrap_or_default());
    let version = steps.next().filter(|step| step.starts_with(|c: char| c.is_ascii_digit())).unwrap_or_default();
    let name = match (kind, own) {
        ("publicdomain", "zero") => "CC0".to_owned(),
        ("publicdomain", "mark") => "Public Domain Mark".to_owned(),
        ("licenses", own) if own.starts_with("by") || own == "nc" || own == "sa" => {
            format!("CC {}", own.to_uppercase())
        }
        _ => return String::new(),
    };
    format!("{name} {version}").trim_end().to_owned()
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

#[cfg(test)]
mod tests {
    #[test]
    fn pages_of_a_piece_are_told_from_other_pieces() {
        for (here, there) in [
            ("https://l.example/rain", "https://l.example/rain/page/2"),
            ("https://l.example/rain/", "http://l.example/rain/2/"),
            ("https://l.example/rain.html", "https://l.example/rain-2.html"),
            ("https://l.example/rain", "https://l.example/rain?page=2"),
            ("https://l.example/rain/9", "https://l.example/rain/10"),
            ("https://l.example/t?f=5", "https://l.example/t?f=5&start=25"),
            ("https://l.example/t?start=25", "https://l.example/t?start=50"),
        ] {
            assert!(super::goes_on(here, there), "{here} {there}");
        }
        for (here, there) in [
            ("https://l.example/rain", "https://l.example/hail"),
            ("https://l.example/2022/05/rain", "https://l.example/2022/06/hail"),
            ("https://l.example/news/1234", "https://l.example/news/1235"),
            ("https://l.example/rain/2", "https://l.example/rain"),
            ("https://l.example/rain", "https://l.example/rain-storms-2"),
            ("", "https://l.example/2"),
        ] {
            assert!(!super::goes_on(here, there), "{here} {there}");
        }
    }
}
