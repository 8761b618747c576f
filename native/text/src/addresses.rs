//! Addresses taken apart, as Python's `urlsplit` takes them apart; and the day, or the month, in the path of one:
//! `/2022/09/04/looms`, `/looms-20220904.html`.
//!
//! In words: `_URL_DAY`, `_URL_NAMED` and `_URL_MONTH` of `src/weft/metadata/page_dates.py` are the twins, for paths of
//! ASCII.

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

/// The parts of an address. None where only Python knows them: it is long, has characters beyond ASCII, controls or
/// spaces, or its host has brackets, a user or an entity.
pub fn read(address: &str) -> Option<Address<'_>> {
    let is_ascii = address.len() <= MAX_BYTES && address.bytes().all(|byte| byte.is_ascii_graphic());
    let parts = split(address);
    let is_odd = |byte: u8| matches!(byte, b'[' | b']' | b'@' | b'\\' | b'%');
    (is_ascii && !parts.place.bytes().any(is_odd) && !address.split('?').next()?.contains('&')).then_some(parts)
}

/// The host of an address, whatever stands behind it. None: only Python knows it.
pub fn host(address: &str) -> Option<&str> {
    let (scheme, rest) = split_scheme(address);
    let Some(rest) = rest.strip_prefix("//").filter(|_| !scheme.is_empty()) else {
        return read(address).map(|parts| parts.host); // such as a path
    };
    let place = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_ascii = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b']' | b'@' | b'\\' | b'%' | b'&');
    place.bytes().all(is_ascii).then(|| place.split(':').next().unwrap_or(""))
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

const ENDS: [u8; 4] = [b'/', b'_', b'.', b'-'];

/// The day in a path, as dates are read: in ISO 8601, or with the name of its month; empty for none.
pub fn day_in(path: &str) -> String {
    let bytes = path.as_bytes();
    for place in 0..bytes.len() {
        let found = joined(bytes, place)
            .or_else(|| stepped(bytes, place))
            .or_else(|| run_together(bytes, place))
            .or_else(|| year_first(bytes, place))
            .or_else(|| day_first(bytes, place));
        if let Some([year, month, day]) = found {
            let mut iso = year.to_owned();
            for part in [month, day] {
                iso.push_str(if part.len() < 2 { "-0" } else { "-" });
                iso.push_str(part);
            }
            return iso;
        }
    }
    let mut named = String::new();
    if let Some([year, month, day]) = (0..bytes.len()).find_map(|place| named_month(bytes, place)) {
        [day, " ", month, " ", year].into_iter().for_each(|part| named.push_str(part));
    }
    named
}

/// The month in a path; empty for none.
pub fn month_in(path: &str) -> String {
    let bytes = path.as_bytes();
    let found = (0..bytes.len()).find_map(|place| {
        let mut rest = Rest { bytes, place };
        rest.sign(b"/")?;
        let year = rest.year()?;
        rest.maybe(b"/-");
        let month = rest.pair(b'1')?;
        rest.ends(true).then_some((year, month))
    });
    let mut month = String::new();
    if let Some((year, own)) = found {
        [year, "-", own].into_iter().for_each(|part| month.push_str(part));
    }
    month
}

type Parts<'path> = Option<[&'path str; 3]>;

/// `/2022-09-04`, with or without signs between the numbers.
fn joined(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.maybe(b"/_-");
    let month = rest.pair(b'1')?;
    rest.maybe(b"/_-");
    let day = rest.pair(b'3')?;
    rest.ends(true).then_some([year, month, day])
}

/// `/2022/9/4`.
fn stepped(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.sign(b"/")?;
    let month = rest.number()?;
    rest.sign(b"/")?;
    let day = rest.number()?;
    let is_day = matches!(month.as_bytes(), [b'1'..=b'9'] | [b'1', b'0'..=b'2'])
        && matches!(day.as_bytes(), [b'1'..=b'9'] | [b'1' | b'2', _] | [b'3', b'0' | b'1']);
    (is_day && rest.ends(true)).then_some([year, month, day])
}

/// `-20220904.html`, `/t20220904_1`.
fn run_together(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/_-")?;
    rest.maybe(b"t");
    let (year, month, day) = (rest.year()?, rest.pair(b'1')?, rest.pair(b'3')?);
    rest.ends(false).then_some([year, month, day])
}

/// `2022-09-04`.
fn year_first(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    let year = rest.alone()?.year()?;
    rest.sign(b"-_")?;
    let month = rest.pair(b'1')?;
    rest.sign(b"-_")?;
    let day = rest.pair(b'3')?;
    (!rest.is_digit()).then_some([year, month, day])
}

/// `04-09-2022`.
fn day_first(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    let day = rest.alone()?.pair(b'3')?;
    rest.sign(b"-_.")?;
    let month = rest.pair(b'1')?;
    rest.sign(b"-_.")?;
    let year = rest.year()?;
    (!rest.is_digit()).then_some([year, month, day])
}

/// `/2022/september/04`.
fn named_month(bytes: &[u8], place: usize) -> Parts<'_> {
    let mut rest = Rest { bytes, place };
    rest.sign(b"/")?;
    let year = rest.year()?;
    rest.sign(b"/")?;
    let month = rest.run(u8::is_ascii_alphabetic)?;
    rest.sign(b"/")?;
    let day = rest.number()?;
    let is_day = (3..=10).contains(&month.len()) && matches!(day.as_bytes(), [_] | [b'0'..=b'3', _]);
    (is_day && rest.ends(true)).then_some([year, month, day])
}

/// The rest of a path from a place on.
struct Rest<'path> {
    bytes: &'path [u8],
    place: usize,
}

impl<'path> Rest<'path> {
    fn is_digit(&self) -> bool {
        self.bytes.get(self.place).is_some_and(u8::is_ascii_digit)
    }

    /// Itself where no digit stands before it.
    fn alone(&mut self) -> Option<&mut Self> {
        let before = self.place.checked_sub(1).and_then(|before| self.bytes.get(before));
        (!before.is_some_and(u8::is_ascii_digit)).then_some(self)
    }

    fn sign(&mut self, signs: &[u8]) -> Option<()> {
        let is_sign = self.bytes.get(self.place).is_some_and(|byte| signs.contains(byte));
        self.place += usize::from(is_sign);
        is_sign.then_some(())
    }

    fn maybe(&mut self, signs: &[u8]) {
        let _ = self.sign(signs);
    }

    fn take(&mut self, count: usize) -> Option<&'path str> {
        let taken = self.bytes.get(self.place..self.place + count)?;
        self.place += count;
        str::from_utf8(taken).ok()
    }

    fn run(&mut self, is_own: impl Fn(&u8) -> bool) -> Option<&'path str> {
        let count = self.bytes[self.place.min(self.bytes.len())..].iter().take_while(|byte| is_own(byte)).count();
        if count == 0 { None } else { self.take(count) }
    }

    /// Four digits that begin with 19 or 20.
    fn year(&mut self) -> Option<&'path str> {
        let year = self.take(4)?;
        let is_year =
            year.bytes().all(|byte| byte.is_ascii_digit()) && (year.starts_with("19") || year.starts_with("20"));
        is_year.then_some(year)
    }

    /// Two digits, of which the first is at most so much.
    fn pair(&mut self, most: u8) -> Option<&'path str> {
        let pair = self.take(2)?;
        matches!(pair.as_bytes(), [first, b'0'..=b'9'] if (b'0'..=most).contains(first)).then_some(pair)
    }

    /// All digits that follow.
    fn number(&mut self) -> Option<&'path str> {
        self.run(u8::is_ascii_digit)
    }

    /// Whether a sign that ends a step follows; or, where that will do, nothing.
    fn ends(&self, may_be_last: bool) -> bool {
        self.bytes.get(self.place).map_or(may_be_last, |byte| ENDS.contains(byte))
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

    #[test]
    fn days_are_found() {
        for (path, day) in [
            ("/2022/09/04/looms", "2022-09-04"),
            ("/20220904", "2022-09-04"),
            ("/2022_0904.html", "2022-09-04"),
            ("/2022/9/4", "2022-09-04"),
            ("/2022/13/4", ""),
            ("/a-t20220904_1", "2022-09-04"),
            ("/a-20220904", ""),
            ("/a/x2022-09-04x", "2022-09-04"),
            ("/12022-09-04", ""),
            ("/looms-04.09.2022", "2022-09-04"),
            ("/2022/september/04/", "04 september 2022"),
            ("/2022/se/04/", ""),
            ("/2022/09/041", ""),
            ("", ""),
        ] {
            assert_eq!(day_in(path), day, "{path}");
        }
        assert_eq!(month_in("/a/2022/09/looms"), "2022-09");
        assert_eq!(month_in("/a/202209"), "2022-09");
        assert_eq!(month_in("/a/2022/9/"), "");
    }
}
