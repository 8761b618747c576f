//! Addresses as most are written, which need no second look; `addresses.py` judges all others.

use crate::limits::Tripped;
use crate::memory;

const MAX_USUAL: usize = 2_048;

/// The absolute address, None for one that is not as most are. `origin` is what an address from the root follows.
pub fn usual(address: &str, origin: &str) -> Result<Option<String>, Tripped> {
    let bytes = address.as_bytes();
    if bytes.len() > MAX_USUAL || !bytes.iter().all(|byte| (b'!'..=b'~').contains(byte)) || bytes.contains(&b'#') {
        return Ok(None);
    }
    if has_named_host(address) {
        return memory::copy(address).map(Some);
    }
    let is_from_root = bytes.first() == Some(&b'/') && !matches!(bytes.get(1), Some(b'/' | b'\\'));
    if !is_from_root {
        return Ok(None);
    }
    if origin.is_empty() {
        return memory::copy(address).map(Some);
    }
    let is_bare = ["/.", ";", "//"].iter().any(|part| address.contains(part)) || address.ends_with('?');
    if is_bare {
        return Ok(None);
    }
    let mut joined = memory::copy(origin)?;
    memory::push_str(&mut joined, address)?;
    Ok(Some(joined))
}

/// Whether an address of the web names its host in small letters, as `www.weft.example`.
fn has_named_host(address: &str) -> bool {
    let Some(rest) = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")) else { return false };
    let host = &rest[..rest.find(['/', '?']).unwrap_or(rest.len())];
    let Some((labels, last)) = host.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    (2..=24).contains(&last.len())
        && last.bytes().all(|byte| byte.is_ascii_lowercase())
        && labels.split('.').all(is_label)
}
