//! Addresses as most are written, taken apart: what Python's `urlsplit` says of them. Of others Python is asked.

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

/// The parts of an address of ASCII, without looking for what is odd in it.
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
        let parts = (whole.scheme, whole.place, whole.host, whole.path, whole.query);
        assert_eq!(parts, ("https", "loom.example:80", "loom.example", "/a/b", "c"));
        assert_eq!(read("").unwrap(), Address::default());
        assert_eq!(read("a:b").unwrap().path, "b");
        assert_eq!(read("1a:b").unwrap().path, "1a:b");
        assert_eq!(read("/x@y%20[z]").unwrap().path, "/x@y%20[z]");
        assert_eq!(host("https://loom.example:80/雨 / x"), Some("loom.example"));
        assert_eq!(host("/a?b=http://loom.example/"), Some(""));
        assert_eq!((host("http://é/"), host("http://a@b/"), host("/é")), (None, None, None));
        for odd in ["http://[::1]/", "http://a@b/", "http://é/", " /a", "/a\n", "http:&#47;/a"] {
            assert!(read(odd).is_none(), "{odd}");
        }
    }
}
