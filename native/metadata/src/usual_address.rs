//! Addresses as most are written, made absolute: what `absolute_url` of `src/weft/metadata/values.py` gives for them.
//! Of others Python is asked.

use text::addresses;
use text::chars::is_space;

/// Bytes of an address that is as most are, and of one that is given.
const MAX_USUAL: usize = 2_048;
const MAX_GIVEN: usize = 2_000;
/// Bytes of what addresses are joined with, and how an address of the web begins.
const MAX_BASE: usize = 1_024;
const WEB: &str = "http";
/// Letters of the last name of a host.
const MAX_TOP: usize = 24;

/// What addresses are joined with: an address, and the part of it that a path from the root follows.
pub struct Base<'text> {
    pub address: &'text str,
    origin: Option<&'text str>,
}

impl<'text> Base<'text> {
    /// `address` is what `safe_base` gives: an address of the web, a path, or nothing.
    pub fn new(address: &'text str) -> Self {
        let scheme = ["https://", "http://"].into_iter().find(|scheme| address.starts_with(scheme));
        let origin = scheme.and_then(|scheme| {
            addresses::host(address)?;
            let end = address[scheme.len()..].find(['/', '?', '#']).map_or(address.len(), |end| scheme.len() + end);
            Some(&address[..end])
        });
        Base { address, origin }
    }

    /// The absolute address, empty where nobody can follow it. None: Python must say.
    pub fn join(&self, address: &str) -> Option<String> {
        if address.is_empty() {
            return Some(String::new());
        }
        let origin = match is_usual(address) {
            true => "",
            false if !is_from_root(address) => return None,
            false if self.address.is_empty() => "",
            false => self.origin.filter(|_| !is_bare(address))?,
        };
        if origin.len() + address.len() > MAX_GIVEN && origin.chars().count() + address.chars().count() > MAX_GIVEN {
            return Some(String::new());
        }
        let mut whole = origin.to_owned();
        whole.push_str(address);
        Some(whole)
    }
}

/// What the addresses of a page are joined with, by its URL, its `base` and the addresses that it declares as its own; none
/// where Python has to say. `base_of` of `src/weft/renderers/page_addresses.py` is the twin.
pub fn base_of<'text>(url: &'text str, base: Option<&'text str>, own: &[&'text str]) -> Option<&'text str> {
    if let Some(base) = base {
        return Some(base).filter(|base| is_usual(base) && base.len() <= MAX_BASE);
    }
    if !url.is_empty() {
        return Some(url).filter(|url| is_usual(url));
    }
    for address in own.iter().map(|address| address.trim_matches(is_space)) {
        if is_usual(address) && address.len() <= MAX_BASE {
            return Some(address);
        }
        if address.get(..WEB.len()).is_some_and(|start| start.eq_ignore_ascii_case(WEB)) || !address.is_ascii() {
            return None;
        }
    }
    Some("")
}

/// Whether an address is whole and written as most are: a host of several names in small letters, no white space.
pub fn is_usual(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(rest) = rest.filter(|_| address.len() <= MAX_USUAL) else { return false };
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let Some((names, top)) = host.rsplit_once('.') else { return false };
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    names.split('.').all(is_name)
        && (2..=MAX_TOP).contains(&top.len())
        && top.bytes().all(|byte| byte.is_ascii_lowercase())
        && rest.chars().all(is_shown)
}

/// Whether a sign of an address is written as it stands.
fn is_shown(c: char) -> bool {
    c.is_ascii_graphic() || !c.is_ascii() && !c.is_control() && !is_space(c) && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Whether an address is a path from the root.
fn is_from_root(address: &str) -> bool {
    let bytes = address.as_bytes();
    bytes.len() <= MAX_USUAL
        && bytes[0] == b'/'
        && !matches!(bytes.get(1), Some(b'/' | b'\\'))
        && bytes.iter().all(|byte| byte.is_ascii_graphic())
}

/// Whether joining changes more than the beginning of a path.
fn is_bare(address: &str) -> bool {
    address.contains("/.")
        || address.contains(';')
        || address.contains("//")
        || address.contains("?#")
        || address.ends_with(['?', '#'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_told() {
        let own = ["", "{{ url }}", " https://loom.example/a "];
        assert_eq!(base_of("", None, &own), Some("https://loom.example/a"));
        assert_eq!(base_of("https://x.example/", None, &own), Some("https://x.example/"));
        assert_eq!(base_of("http://localhost/", None, &own), None);
        assert_eq!(base_of("", Some("https://b.example/"), &own), Some("https://b.example/"));
        assert_eq!(base_of("", Some("/b/"), &own), None);
        assert_eq!(base_of("", None, &["HTTP://localhost/"]), None);
        assert_eq!(base_of("", None, &[]), Some(""));
    }

    #[test]
    fn usual_addresses_are_joined() {
        let base = Base::new("https://loom.example/a/b?c");
        let join = |address: &str| base.join(address);
        assert_eq!(join("/x?y").as_deref(), Some("https://loom.example/x?y"));
        assert_eq!(join("http://a-1.example").as_deref(), Some("http://a-1.example"));
        assert_eq!(join("").as_deref(), Some(""));
        for odd in ["x", "//x", "/a/../b", "/a;b", "/é", "http://localhost/", "http://A.example/", "/?", "mailto:x"] {
            assert_eq!(join(odd), None, "{odd}");
        }
        assert_eq!(Base::new("").join("/x").as_deref(), Some("/x"));
        assert_eq!(Base::new("/b/").join("/x"), None);
        assert_eq!(Base::new("https://loom.example/雨").join("/x").as_deref(), Some("https://loom.example/x"));
    }
}
