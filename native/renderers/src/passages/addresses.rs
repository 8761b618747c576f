//! The addresses of links and images. Those that are written as most are need no second look.

use super::Wanted;
use crate::safe_addresses::{behind_named_host, safe};
use extractors::captions::pictures::{Image, largest};
use extractors::titles::values::is_space;
use html::names::name;
use html::page_view::PageView;

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
    let path = &address[..address.find(['?', '#']).unwrap_or(address.len())];
    let is_image = SUFFIXES.iter().any(|suffix| {
        let start = path.len().checked_sub(suffix.len());
        start.and_then(|start| path.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    });
    if is_image { path } else { address }
}
