//! Addresses as most are written, which need no second look; `addresses.py` judges all others.

use super::Wanted;
use crate::limits::Tripped;
use crate::memory;

const MAX_USUAL: usize = 2_048;
/// The endings of image files.
const SUFFIXES: [&str; 7] = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"];

/// Where a link leads, empty for one that stays on the page; None for an address that is not as most are.
pub fn of_link(address: &str, wanted: &Wanted) -> Result<Option<String>, Tripped> {
    let Some((page, target)) = address.split_once('#') else { return usual(address, wanted) };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    match page {
        "" if !target.is_empty() && target.bytes().all(is_plain) => Ok(Some(String::new())),
        "" => Ok(None),
        page if page == wanted.url => Ok(None),
        _ => usual(address, wanted),
    }
}

/// The absolute address, None for one that is not as most are.
pub fn usual(address: &str, wanted: &Wanted) -> Result<Option<String>, Tripped> {
    let bytes = address.as_bytes();
    if bytes.len() > MAX_USUAL || !bytes.iter().all(|byte| (b'!'..=b'~').contains(byte)) {
        return Ok(None);
    }
    if has_named_host(address) {
        return memory::copy(address).map(Some);
    }
    let is_from_root = bytes.first() == Some(&b'/') && !matches!(bytes.get(1), Some(b'/' | b'\\'));
    if is_from_root && wanted.base.is_empty() {
        return memory::copy(address).map(Some);
    }
    if !wanted.base.is_empty() && wanted.origin.is_empty() {
        return Ok(None); // joined with a path alone
    }
    let is_bare = ["/.", ";", "//", "?#"].iter().any(|part| address.contains(part)) || address.ends_with(['?', '#']);
    if is_bare {
        return Ok(None);
    }
    if is_from_root {
        return join(wanted.origin, address);
    }
    let Some(folder) = folder_for(address, wanted) else { return Ok(None) };
    join(folder, address)
}

fn join(before: &str, address: &str) -> Result<Option<String>, Tripped> {
    let mut joined = memory::copy(before)?;
    memory::push_str(&mut joined, address)?;
    Ok(Some(joined))
}

/// What an address of a file beside the page, or below it, is appended to; None for any other.
fn folder_for<'page>(address: &str, wanted: &Wanted<'page>) -> Option<&'page str> {
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
    let own = base.strip_prefix(wanted.origin)?;
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

/// Whether an address of the web names its host in small letters, as `www.weft.example`.
fn has_named_host(address: &str) -> bool {
    let Some(rest) = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")) else { return false };
    let host = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let Some((labels, last)) = host.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    (2..=24).contains(&last.len())
        && last.bytes().all(|byte| byte.is_ascii_lowercase())
        && labels.split('.').all(is_label)
}
