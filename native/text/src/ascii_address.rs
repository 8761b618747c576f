//! Addresses taken apart, as Python's `urlsplit` takes them apart.

use std::borrow::Cow;
use std::net::Ipv6Addr;

/// The parts of an address.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Address<'text> {
    pub scheme: &'text str,
    /// The host as it is written, and its port.
    pub place: &'text str,
    pub host: &'text str,
    pub path: &'text str,
    pub query: &'text str,
}

/// Bytes of an address that is read here.
const MAX_BYTES: usize = 500;

/// The parts of an address; none where only Python knows them: it is long, has characters beyond ASCII, controls or
/// spaces, or its host has brackets, a user or an entity.
pub fn read(address: &str) -> Option<Address<'_>> {
    let is_plain = address.len() <= MAX_BYTES && address.bytes().all(|byte| byte.is_ascii_graphic());
    let parts = split(address);
    let is_odd = |byte: u8| matches!(byte, b'[' | b']' | b'@' | b'\\' | b'%');
    (is_plain && !parts.place.bytes().any(is_odd) && !address.split('?').next()?.contains('&')).then_some(parts)
}

/// The host of an address, whatever stands behind it; none where only Python knows it.
pub fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = split_scheme(address);
    let Some(rest) = rest.strip_prefix("//").filter(|_| !scheme.is_empty()) else {
        return read(address).map(|parts| parts.host); // such as a path
    };
    let place = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']' | b'@' | b'\\' | b'%' | b'&');
    place.bytes().all(is_plain).then(|| place.split(':').next().unwrap_or(""))
}

/// Signs that become one of `/?#@:` when a host is normalised.
const HIDDEN_ENDS: &str = "⁇⁈⁉℀℁℅℆⩴︓︖﹕﹖﹟﹫＃／：？＠";

/// An address without what is taken away before it is read: white space and controls before it, tabs and line ends.
pub fn stripped(address: &str) -> Cow<'_, str> {
    let address = address.trim_start_matches(|c| c <= ' ');
    let is_dropped = |c: char| matches!(c, '\t' | '\n' | '\r');
    if address.contains(is_dropped) { address.replace(is_dropped, "").into() } else { address.into() }
}

/// The parts of an address that is stripped; none of one that has no such host as it writes.
pub fn parts(address: &str) -> Option<Address<'_>> {
    let parts = split(address);
    let place = parts.place;
    let is_whole = match (place.split_once('['), place.contains(']')) {
        (None, has_end) => !has_end,
        (Some((_, rest)), true) => is_numbered(rest.split(']').next().unwrap_or(rest)),
        (Some(_), false) => false,
    };
    (is_whole && !place.contains(|c: char| !c.is_ascii() && HIDDEN_ENDS.contains(c))).then_some(parts)
}

/// Whether a host in brackets is an address of six bytes or more, with a zone or none, or says its version.
fn is_numbered(host: &str) -> bool {
    if let Some(version) = host.strip_prefix('v') {
        let (digits, rest) = version.split_once('.').unwrap_or_default();
        return !digits.is_empty() && !rest.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let (host, zone) = host.split_once('%').unwrap_or((host, "0"));
    !zone.is_empty() && !zone.contains('%') && host.parse::<Ipv6Addr>().is_ok()
}

/// The name of the host of an address, in lower case; empty where there is none.
pub fn host_of(address: &str) -> String {
    let address = stripped(address);
    let place = parts(&address).map_or("", |parts| parts.place);
    let place = place.rsplit_once('@').map_or(place, |(_, behind)| behind);
    let host = match place.split_once('[') {
        Some((_, behind)) => behind.split(']').next(),
        None => place.split(':').next(),
    };
    let host = host.unwrap_or("");
    match host.split_once('%') {
        Some((name, zone)) => format!("{}%{zone}", name.to_lowercase()),
        None => host.to_lowercase(),
    }
}

/// The parts of an address, whatever its host is.
pub fn split(address: &str) -> Address<'_> {
    let (scheme, rest) = split_scheme(address);
    let (place, rest) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len())),
        None => ("", rest),
    };
    let rest = rest.split('#').next().unwrap_or("");
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    Address { scheme, place, host: place.split(':').next().unwrap_or(""), path, query }
}

fn split_scheme(address: &str) -> (&str, &str) {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    match address.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme, rest),
        _ => ("", address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let whole = read("https://loom.example:80/a/b?c#d").unwrap();
        let told = (whole.scheme, whole.place, whole.host, whole.path, whole.query);
        assert_eq!(told, ("https", "loom.example:80", "loom.example", "/a/b", "c"));
        assert_eq!(read("").unwrap(), Address::default());
        assert_eq!(read("a:b").unwrap().path, "b");
        assert_eq!(read("1a:b").unwrap().path, "1a:b");
        assert_eq!(read("/x@y%20[z]").unwrap().path, "/x@y%20[z]");
        assert_eq!(host("https://loom.example:80/雨 / x"), Some("loom.example"));
        assert_eq!(host("/a?b=http://loom.example/"), Some(""));
        assert_eq!((host("http://é/"), host("http://a@b/"), host("/é")), (None, None, None));
        assert_eq!(host_of(" http://a:b@Loom.Example:80/x"), "loom.example");
        assert_eq!(host_of("https://[FE80::1%Eth]:8/"), "fe80::1%Eth");
        for refused in ["http://[x", "http://[1.2.3.4]/", "http://x]/", "http://a／b/", "http://[::1%]/"] {
            assert!(parts(refused).is_none() && host_of(refused).is_empty(), "{refused}");
        }
        assert_eq!(parts(&stripped("\n ht\ttp://[v1.x]/é?")).unwrap().path, "/é");
        for odd in ["http://[::1]/", "http://a@b/", "http://é/", " /a", "/a\n", "http:&#47;/a"] {
            assert!(read(odd).is_none(), "{odd}");
        }
    }
}
