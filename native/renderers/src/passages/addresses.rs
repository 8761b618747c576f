//! The addresses of links and images. Those that are written as most are need no second look.
//!
//! Videos, sound and pages inside of the page: formats of text show each as a link.
//!
//! Links: where they lead, and those in headings that only lead to the heading itself.

use super::{Kind, Sweep, Wanted, without_controls};
use crate::safe_addresses::{behind_named_host, safe, unquote};
use extractors::captions::pictures::{Image, largest};
use html::names::name;
use html::page_view::PageView;
use text::backtracking::is_in_word;
use text::chars::{decimal_value, is_decimal, is_space};
use text::name_patterns::has_word;

const MAX_USUAL: usize = 2_048;
/// The endings of image files.
const SUFFIXES: [&str; 7] = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"];

/// Where a link leads, empty for one that stays on the page or must not be written.
pub fn of_link(address: &str, wanted: &Wanted) -> String {
    if fragment(address, &wanted.url).is_some() { String::new() } else { resolve(address, wanted) }
}

/// The id that an address on the page itself leads to, as it is written.
pub fn fragment<'page>(address: &'page str, url: &str) -> Option<&'page str> {
    let (page, target) = address.trim_matches(is_space).split_once('#')?;
    (!target.is_empty() && (page.is_empty() || page == url)).then_some(target)
}

/// The absolute address; empty for one that leads nowhere or runs a program.
pub fn resolve(address: &str, wanted: &Wanted) -> String {
    usual(address, wanted).unwrap_or_else(|| safe(address, &wanted.base, false).replace(' ', "%20"))
}

fn first(addresses: &[&str], wanted: &Wanted) -> String {
    let mut resolved = addresses.iter().map(|address| resolve(address, wanted));
    resolved.find(|address| !address.is_empty()).unwrap_or_default()
}

/// The address of an image, the best that it gives.
pub fn of_image(image: &Image, wanted: &Wanted) -> String {
    first(&image.sources, wanted)
}

/// The address of the image at a row, or else that of the `picture` around it.
pub fn of_row(page: &PageView, row: usize, wanted: &Wanted) -> String {
    let address = of_image(&Image::read(page, row), wanted);
    let picture = picture_around(page, row).filter(|_| address.is_empty());
    picture.map_or(address, |picture| of_picture(page, picture, wanted))
}

/// The `picture` that an image stands in.
pub fn picture_around(page: &PageView, image: usize) -> Option<usize> {
    page.above(image).next().filter(|&row| page.tag[row] == name::PICTURE)
}

/// The address that the sources of a `picture` give.
pub fn of_picture(page: &PageView, picture: usize, wanted: &Wanted) -> String {
    let sources = page.children(picture).filter(|&child| page.tag[child] == name::SOURCE);
    let sets = |row: usize| [page.named(row, "srcset"), page.named(row, "data-srcset")];
    let sets = sources.filter_map(|row| sets(row).into_iter().find(|set| !set.is_empty()));
    first(&sets.map(largest).collect::<Vec<_>>(), wanted)
}

/// The absolute address of one as most are.
fn usual(address: &str, wanted: &Wanted) -> Option<String> {
    let bytes = address.as_bytes();
    if bytes.len() > MAX_USUAL || !bytes.iter().all(|byte| (b'!'..=b'~').contains(byte)) {
        return None;
    }
    let is_from_root = bytes.first() == Some(&b'/') && !matches!(bytes.get(1), Some(b'/' | b'\\'));
    if behind_named_host(address).is_some() || is_from_root && wanted.base.is_empty() {
        return Some(address.to_owned());
    }
    if !wanted.base.is_empty() && wanted.origin.is_empty() {
        return None; // joined with a path alone
    }
    let is_bare = ["/.", ";", "//", "?#"].iter().any(|part| address.contains(part)) || address.ends_with(['?', '#']);
    if is_bare {
        return None;
    }
    let before = if is_from_root { &wanted.origin } else { folder_for(address, wanted)? };
    Some([before, address].concat())
}

/// What an address of a file beside the page, or below it, is appended to; None for any other.
fn folder_for<'page>(address: &str, wanted: &'page Wanted) -> Option<&'page str> {
    let path = &address[..address.find(['?', '#']).unwrap_or(address.len())];
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/' | b'.');
    let is_beside = path.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric()) && path.bytes().all(is_plain);
    if !is_beside {
        return None;
    }
    if wanted.base.is_empty() {
        return Some("");
    }
    let base = &wanted.base[..wanted.base.find(['?', '#']).unwrap_or(wanted.base.len())];
    let own = base.strip_prefix(wanted.origin.as_str())?;
    let is_printed = own.bytes().all(|byte| (b'!'..=b'~').contains(&byte));
    let is_plain = own.starts_with('/') && is_printed && !["/.", ";", "//"].iter().any(|part| own.contains(part));
    is_plain.then(|| &base[..=base.rfind('/').unwrap_or(0)])
}

/// What tells two images apart: the address, without what asks for a size of the same file.
pub fn file_name(address: &str) -> &str {
    if is_image(address) { path_of(address) } else { address }
}

/// Whether the path of an address ends as that of a picture.
pub fn is_image(address: &str) -> bool {
    let path = path_of(address);
    SUFFIXES.iter().any(|suffix| {
        let start = path.len().checked_sub(suffix.len());
        start.and_then(|start| path.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    })
}

fn path_of(address: &str) -> &str {
    &address[..address.find(['?', '#']).unwrap_or(address.len())]
}

/// Characters of the text of a link, for what is longer is no title; and pixels: what is no larger counts visits.
const MAX_TITLE: usize = 200;
const MAX_SMALL: u32 = 2;
/// Attributes that hold the address.
const SOURCES: [&str; 4] = ["src", "data-src", "data-lazy-src", "data"];
/// What the address of an embedded page says where the page is content: advertisements and forms say none of it.
const CONTENT: [&str; 19] = [
    "embed", "embeds", "player", "video", "videos", "watch", "audio", "podcast", "episode", "track", "playlist", "map",
    "maps", "slides", "slideshow", "gist", "tweet", "status", "pdf",
];

/// The text and the address of the link that stands for a medium, both empty where it is none to show.
///
/// The text is the title that the page gives, or the name of the file, or else the address: no word of ours, in a
/// language that is not that of the page.
pub fn link_of_medium(page: &PageView, row: usize, wanted: &Wanted) -> (String, String) {
    let own = SOURCES.iter().map(|name| page.named(row, name));
    let inner = page.children(row).filter(|&child| page.tag[child] == name::SOURCE);
    let sources = own.chain(inner.map(|child| page.attribute(child, name::SRC)));
    let written = sources.filter(|source| !source.is_empty() && !source.starts_with("about:"));
    let mut resolved = written.map(|source| resolve(source, wanted));
    let address = resolved.find(|address| !address.is_empty()).unwrap_or_default();
    let is_played = matches!(page.tag[row], name::VIDEO | name::AUDIO);
    if address.is_empty() || is_small(page, row) || !is_played && !has_word(&address, &CONTENT) {
        return Default::default();
    }
    let address = watched(&address).unwrap_or(address);
    let title = |name: &str| page.named(row, name).split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let path = address.split('?').next().unwrap_or_default();
    let file = if is_played { path.rsplit('/').next().unwrap_or_default() } else { "" };
    let mut titles = [title("title").join(" "), title("aria-label").join(" "), file.to_owned()].into_iter();
    let text = titles.find(|text| !text.is_empty() && text.chars().nth(MAX_TITLE).is_none());
    let text = text.unwrap_or_else(|| address.clone());
    (without_controls(&text).into_owned(), address)
}

fn is_small(page: &PageView, row: usize) -> bool {
    [name::WIDTH, name::HEIGHT].into_iter().any(|name| {
        let size = page.attribute(row, name).trim_matches(is_space);
        let size = size.strip_suffix("px").unwrap_or(size);
        let value = size.chars().take(5).fold(0, |value, digit| 10 * value + decimal_value(digit));
        !size.is_empty() && size.chars().all(is_decimal) && value <= MAX_SMALL
    })
}

/// The page of a video, of the address of its player.
fn watched(address: &str) -> Option<String> {
    let place = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    if let Some(rest) = place.strip_prefix("player.vimeo.com/video/") {
        let number: String = rest.chars().take_while(|&c| is_decimal(c)).collect();
        return (!number.is_empty()).then(|| format!("https://vimeo.com/{number}"));
    }
    let place = place.strip_prefix("www.").unwrap_or(place).strip_prefix("youtube")?;
    let rest = place.strip_prefix("-nocookie").unwrap_or(place).strip_prefix(".com/embed/")?;
    let video: String = rest.chars().take_while(|&c| is_in_word(c) || c == '-').collect();
    video.chars().nth(5).map(|_| format!("https://www.youtube.com/watch?v={video}"))
}

/// Signs that lead to a heading.
const ANCHORS: [&str; 5] = ["¶", "#", "§", "🔗", "⚓"];

impl Sweep<'_> {
    /// Whether a link in a heading is only the sign that leads to it; the words of a heading are counted once.
    pub(super) fn is_anchor(&mut self, row: usize, heading: usize) -> bool {
        if self.heading_words.0 != heading {
            self.heading_words = (heading, words_of(self.page, heading));
        }
        leads_to_heading(self.page, &self.wanted.url, row, self.heading_words)
    }

    /// Where a link leads; empty where links are not wanted.
    pub(super) fn link_address(&self, row: usize) -> String {
        let address = self.page.attribute(row, name::HREF);
        if self.wanted.links { of_link(address, self.wanted) } else { String::new() }
    }

    /// Whether a mark of a kind is open.
    pub(super) fn is_marked(&self, kind: Kind) -> bool {
        std::iter::successors(Some(self.mark), |&mark| Some(self.marks[mark as usize].around))
            .take_while(|&mark| mark > 0)
            .any(|mark| self.marks[mark as usize].kind == kind)
    }
}

/// Whether a link in a heading of so many words, on a page at an address, is only what leads to it: a sign, or words
/// beside those of the heading.
pub fn leads_to_heading(page: &PageView, url: &str, link: usize, (heading, words): (usize, i64)) -> bool {
    let Some(target) = page.value(link, name::HREF).and_then(|address| fragment(address, url)) else {
        return false;
    };
    if ANCHORS.contains(&page.text_of(link).trim_matches(is_space)) {
        return true;
    }
    let target = unquote(target);
    let own = [page.id(heading), page.id(page.parent[heading].max(0) as usize), page.id(link)];
    own.contains(&target.as_str()) && words_of(page, link) < words
}

/// The words of a subtree.
pub fn words_of(page: &PageView, row: usize) -> i64 {
    page.words[page.under(row)].iter().map(|&words| i64::from(words)).sum()
}
