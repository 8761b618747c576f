//! Which addresses may be written: one judgement for every output.
//!
//! A page chooses its addresses, and what reads our output follows them. So an address is judged as the most forgiving
//! reader would read it: after it was joined with its base, without the characters that browsers and XML leave out, with
//! entities decoded. Only schemes that lead somewhere are written, none that runs a program; never a name or password.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use regex_syntax::hir::ClassUnicode;

use crate::parser::references;
use text::chars::{class, is_decimal, is_in, is_space};

/// Characters of an address, for servers refuse longer ones; of a `base`, which every link repeats; and of an address
/// that is as most are.
const MAX_ADDRESS: usize = 8_192;
const MAX_BASE: usize = 1_024;
const MAX_USUAL: usize = 2_048;
/// A page is decoded once before we see it, and written text may be decoded once more.
const MAX_DECODINGS: usize = 2;
const SAFE_SCHEMES: [&str; 11] =
    ["http", "https", "mailto", "tel", "ftp", "ftps", "sms", "magnet", "irc", "xmpp", "geo"];
const WEB_SCHEMES: [&str; 2] = ["http", "https"];
const RUNNING_SCHEMES: [&str; 6] = ["javascript", "vbscript", "livescript", "data", "blob", "view-source"];

static FORMAT: LazyLock<ClassUnicode> = LazyLock::new(|| class(r"\p{Cf}"));

/// The address, joined with a base of `safe_base`; empty for one that must not be written or leads nowhere.
pub fn safe(address: &str, base: &str, is_web: bool) -> String {
    if let Some(usual) = usual(address, base) {
        return usual;
    }
    let schemes = if is_web { &WEB_SCHEMES[..] } else { &SAFE_SCHEMES };
    let mut own = bare(address);
    if is_safe(&own, schemes) && !base.is_empty() && scheme_of(&own).is_none() {
        own = join(base, &own).unwrap_or_default().trim_matches(is_space).to_owned();
    }
    if !is_safe(&own, schemes) {
        return String::new();
    }
    // These end a line for some programs.
    without_user(&own.replace('\u{2028}', "%E2%80%A8").replace('\u{2029}', "%E2%80%A9"))
}

/// What relative addresses are joined with: the page's `base` where it is http(s), else its URL, else nothing.
///
/// Without a URL a `base` that is a path from the root counts too: what is joined with it begins with a slash.
fn safe_base(base: &str, url: &str) -> String {
    let own = safe(url, "", true);
    let own = if scheme_of(&own).is_some() { own } else { String::new() };
    let joined = if base.is_empty() { String::new() } else { safe(base, &own, true) };
    let is_base = scheme_of(&joined).is_some() || joined.starts_with('/');
    if is_base && !is_longer(&joined, MAX_BASE) { joined } else { own }
}

/// What the relative addresses of a page are joined with, of its URL, its `base` and what it says of itself.
pub fn base_of(url: &str, base: Option<&str>, declared: &[&str]) -> String {
    let own = if is_usual(url) || !safe_base("", url).is_empty() { url } else { first_plausible(declared) };
    if base.is_none() && is_usual(own) { own.to_owned() } else { safe_base(base.unwrap_or_default(), own) }
}

/// The first address that may be a page's own on the web: absolute, and its host has a name with a dot.
///
/// A page that was written on the author's machine may say `http://localhost:4000/`, and templates say `{{ url }}`.
pub fn first_plausible<'page>(addresses: &[&'page str]) -> &'page str {
    let is_plausible = |url: &&str| {
        let is_web = |scheme: &&str| starts_with(url, scheme) && url[scheme.len()..].starts_with("://");
        if is_longer(url, MAX_BASE) || !WEB_SCHEMES.iter().any(is_web) || safe(url, "", true).is_empty() {
            return false;
        }
        let place = Parts::of(url).place;
        let host = place.rsplit('@').next().unwrap_or_default();
        let host = if host.starts_with('[') { "" } else { host.split(':').next().unwrap_or_default() };
        host.trim_matches('.')
            .rsplit_once('.')
            .is_some_and(|(_, last)| last.is_empty() || !last.chars().all(is_decimal))
    };
    addresses.iter().map(|own| own.trim_matches(is_space)).find(is_plausible).unwrap_or_default()
}

/// What an address from the root is appended to, of a base of `safe_base`.
pub fn origin_of(base: &str) -> String {
    let parts = Parts::of(base);
    if parts.place.is_empty() {
        String::new()
    } else {
        format!("{}://{}", parts.scheme.to_ascii_lowercase(), parts.place)
    }
}

/// The URL that the caller gave a page, as it may be written: any scheme that runs nothing, without a password.
pub fn own(url: &str) -> String {
    let url = bare(url);
    let runs = schemes(&url).iter().any(|scheme| RUNNING_SCHEMES.contains(&scheme.as_str()));
    if runs { String::new() } else { without_user(&url) }
}

/// The address without the name and password before its host.
pub fn without_user(address: &str) -> String {
    match authority(address) {
        Some((before, place)) if place.contains('@') => {
            let host = place.rsplit('@').next().unwrap_or_default();
            [before, host, &address[before.len() + place.len()..]].concat()
        }
        _ => address.to_owned(),
    }
}

/// A text with its percent signs decoded, as Python's `unquote`.
pub fn unquote(text: &str) -> String {
    let (bytes, mut out, mut place) = (text.as_bytes(), Vec::with_capacity(text.len()), 0);
    let digit = |place: usize| bytes.get(place).and_then(|&byte| (byte as char).to_digit(16));
    while place < bytes.len() {
        match (bytes[place], digit(place + 1), digit(place + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((16 * high + low) as u8);
                place += 3;
            }
            (byte, ..) => {
                out.push(byte);
                place += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().nth(most).is_some()
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start))
}

/// What stands behind the host of an address of the web that names it in small letters, as `www.weft.example`.
pub fn behind_named_host(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (labels, last) = host.rsplit_once('.')?;
    let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_label = |label: &str| !label.is_empty() && label.bytes().all(is_name);
    let is_last = (2..=24).contains(&last.len()) && last.bytes().all(|byte| byte.is_ascii_lowercase());
    (is_last && labels.split('.').all(is_label)).then_some(rest)
}

/// Whether an address is whole and written as most are: a host of several names in small letters, nothing to decode,
/// printable signs and letters of some scripts.
fn is_usual(address: &str) -> bool {
    let is_written = |c: char| {
        matches!(c, '!'..='~' | '\u{c0}'..='\u{24f}' | '\u{410}'..='\u{44f}' | '\u{3041}'..='\u{3096}')
            || matches!(c, '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fa5}' | '\u{ac00}'..='\u{d7a3}')
    };
    behind_named_host(address).is_some_and(|rest| rest.chars().all(is_written)) && !is_longer(address, MAX_USUAL)
}

/// The result for an address as most are written, which needs no second look.
fn usual(address: &str, base: &str) -> Option<String> {
    if is_usual(address) {
        return Some(address.to_owned());
    }
    let bytes = address.as_bytes();
    let is_from_root = bytes.first() == Some(&b'/') && !matches!(bytes.get(1), Some(b'/' | b'\\'));
    if !is_from_root || bytes.len() > MAX_USUAL || !bytes.iter().all(|byte| (b'!'..=b'~').contains(byte)) {
        return None;
    }
    let is_bare = ["/.", ";", "//", "?#"].iter().any(|part| address.contains(part)) || address.ends_with(['?', '#']);
    let is_plain = base.is_empty() || !is_bare;
    is_plain.then(|| if base.is_empty() { address.to_owned() } else { origin_of(base) + address })
}

/// The address without what browsers ignore (controls, tabs and line breaks anywhere), what XML cannot hold, and space.
fn bare(address: &str) -> String {
    let is_dropped = |c: char| matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}');
    let own: String = address.chars().filter(|&c| !is_dropped(c)).collect();
    own.trim_matches(is_space).to_owned()
}

fn is_safe(address: &str, safe: &[&str]) -> bool {
    let are_safe = |schemes: Vec<String>| schemes.iter().all(|scheme| safe.contains(&scheme.as_str()));
    !address.is_empty() && !is_longer(address, MAX_ADDRESS) && are_safe(schemes(address)) && has_host(address)
}

/// The scheme of an address as it is written.
fn scheme_of(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
    (scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(is_sign)).then_some(scheme)
}

/// The schemes that readers may see in an address: as it stands, entities decoded, without invisible signs.
fn schemes(address: &str) -> Vec<String> {
    let mut readings = vec![address.to_owned()];
    let head = address.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    if head.contains('&') || !head.is_ascii() {
        let mut shown: String = address.chars().take(MAX_ADDRESS).collect();
        for _ in 0..MAX_DECODINGS {
            shown = bare(&unescaped(&shown));
            readings.push(shown.clone());
            if shown.contains(':') {
                let seen: String = shown.chars().filter(|&c| !is_in(&FORMAT, c)).collect();
                readings.push(seen.trim_matches(is_space).to_owned());
            }
        }
    }
    readings.iter().filter_map(|reading| scheme_of(reading)).map(str::to_ascii_lowercase).collect()
}

/// A text with its entities decoded.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(place) = rest.find('&') {
        out.push_str(&rest[..place]);
        let reference = references::parse(&rest.as_bytes()[place..], false);
        let length = reference.map_or(1, |reference| reference.length);
        match reference {
            Some(reference) => out.extend([reference.first, reference.second].into_iter().filter(|&c| c != '\0')),
            None => out.push('&'),
        }
        rest = rest.get(place + length..).unwrap_or_default();
    }
    out + rest
}

/// What stands before the host of an address and the host with all that belongs to it, as browsers read it: any number
/// of slashes after a scheme of the web, backslashes among them. None where it names no host, such as a path.
fn authority(address: &str) -> Option<(&str, &str)> {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let start = scheme_of(address).map_or(0, |scheme| scheme.len() + 1);
    let rest = address[start..].trim_start_matches(is_slash);
    let before = &address[..address.len() - rest.len()];
    let is_web = ["http:", "https:", "ftp:"].iter().any(|scheme| address[..start].eq_ignore_ascii_case(scheme));
    if !is_web && before.len() < start + 2 {
        return None;
    }
    Some((before, rest.split(['/', '\\', '?', '#']).next().unwrap_or_default()))
}

/// Whether an address names a host that can be asked, where it must name one.
fn has_host(address: &str) -> bool {
    let Some((before, place)) = authority(address) else { return true };
    let place = place.rsplit('@').next().unwrap_or_default();
    let closed = place.find(']').filter(|_| place.starts_with('[')).map(|end| end + 1);
    let (host, port) = place.split_at(closed.or_else(|| place.find(':')).unwrap_or(place.len()));
    let port = if port.is_empty() { "0" } else { port.strip_prefix(':').unwrap_or("none") };
    let is_port = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    if !is_port || port.parse::<u32>().is_ok_and(|port| port > u32::from(u16::MAX)) {
        return false;
    }
    let host: String = unquote(host).chars().map(compatible).collect();
    if host.trim_matches('.').is_empty() {
        return !["http:", "https:", "ftp:"].iter().any(|scheme| starts_with(before, scheme));
    }
    if let Some(own) = host.strip_prefix('[') {
        return own.strip_suffix(']').is_some_and(|own| own.parse::<Ipv6Addr>().is_ok());
    }
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_hexadecimal = starts_with(last, "0x") && last[2..].bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hexadecimal || last.bytes().all(|byte| byte.is_ascii_digit()) {
        return host.parse::<Ipv4Addr>().is_ok();
    }
    let is_own = |c: char| if c.is_ascii() { c.is_ascii_alphanumeric() || "_.-".contains(c) } else { !is_space(c) };
    host.chars().all(|c| is_own(c) && !holds_signs(c))
}

/// A character as NFKC writes it, where it stands for a sign or a digit of ASCII.
fn compatible(c: char) -> char {
    let digit = |value: u32| char::from_digit(value % 10, 10).unwrap_or(c);
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + '!' as u32).unwrap_or(c),
        '\u{b2}' | '\u{b3}' => digit(c as u32 - 0xb0),
        '\u{b9}' => '1',
        '\u{2070}' | '\u{2074}'..='\u{2079}' | '\u{2080}'..='\u{2089}' => digit(c as u32 & 0xf),
        '\u{2460}'..='\u{2468}' => digit(c as u32 - 0x245f),
        '\u{1d7ce}'..='\u{1d7ff}' => digit(c as u32 - 0x1d7ce),
        '\u{2024}' | '\u{fe52}' => '.',
        _ => c,
    }
}

/// Whether NFKC makes signs or spaces of a character: browsers would read them as the end of a host.
fn holds_signs(c: char) -> bool {
    matches!(c as u32, 0xa8 | 0xaf | 0xb4 | 0xb8 | 0x2d8..=0x2dd | 0x37a | 0x37e | 0x384..=0x385 | 0x1fbd
        | 0x1fbf..=0x1fc1 | 0x1fcd..=0x1fcf | 0x1fdd..=0x1fdf | 0x1fed..=0x1fef | 0x1ffd..=0x1ffe | 0x2017 | 0x203c
        | 0x203e | 0x2047..=0x2049 | 0x207a | 0x207c..=0x207e | 0x208a | 0x208c..=0x208e | 0x2100..=0x2101
        | 0x2105..=0x2106 | 0x2474..=0x2487 | 0x249c..=0x24b5 | 0x2a74..=0x2a76 | 0x309b..=0x309c | 0x3200..=0x321e
        | 0x3220..=0x3243 | 0xfb29 | 0xfc5e..=0xfc63 | 0xfdfa..=0xfdfb | 0xfe10 | 0xfe13..=0xfe16 | 0xfe35..=0xfe38
        | 0xfe47..=0xfe4c | 0xfe50 | 0xfe54..=0xfe57 | 0xfe59..=0xfe5c | 0xfe5f..=0xfe62 | 0xfe64..=0xfe66
        | 0xfe68..=0xfe6b | 0xfe70 | 0xfe72 | 0xfe74 | 0xfe76 | 0xfe78 | 0xfe7a | 0xfe7c | 0xfe7e | 0xffe3
        | 0x1f101..=0x1f10a | 0x1f110..=0x1f129)
}

/// The parts of an address, as Python's `urlparse` takes it apart.
struct Parts<'text> {
    scheme: &'text str,
    place: &'text str,
    path: &'text str,
    params: &'text str,
    query: &'text str,
    fragment: &'text str,
}

impl<'text> Parts<'text> {
    fn of(address: &'text str) -> Self {
        let scheme = scheme_of(address).unwrap_or_default();
        let rest = if scheme.is_empty() { address } else { &address[scheme.len() + 1..] };
        let (place, rest) = match rest.strip_prefix("//") {
            Some(rest) => rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len())),
            None => ("", rest),
        };
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let last = path.rfind('/').unwrap_or(0);
        let end = path[last..].find(';').map(|end| last + end);
        let (path, params) = end.map_or((path, ""), |end| (&path[..end], &path[end + 1..]));
        Parts { scheme, place, path, params, query, fragment }
    }
}

/// A relative address with its base, as Python's `urljoin` joins it; none where the host is no host.
fn join(base: &str, address: &str) -> Option<String> {
    let (base, own) = (Parts::of(base), Parts::of(address));
    let is_host = |place: &str| place.rsplit('@').next().is_some_and(|own| own.starts_with('['));
    let is_odd = |place: &str| place.contains(['[', ']']) && !is_host(place) || place.chars().any(holds_signs);
    if is_odd(own.place) || is_odd(base.place) {
        return None;
    }
    let place = if own.place.is_empty() { base.place } else { own.place };
    let (mut params, mut query) = (own.params, own.query);
    let mut path = if !own.place.is_empty() {
        own.path.to_owned()
    } else if own.path.is_empty() && own.params.is_empty() {
        params = base.params;
        query = if query.is_empty() { base.query } else { query };
        base.path.to_owned()
    } else {
        resolved(base.path, own.path)
    };
    let scheme = base.scheme.to_ascii_lowercase();
    if !params.is_empty() {
        path = [&path, ";", params].concat();
    }
    if !place.is_empty() || !scheme.is_empty() && !path.starts_with("//") {
        let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
        path = ["//", place, slash, &path].concat();
    }
    let mut joined = if scheme.is_empty() { path } else { [&scheme, ":", &path].concat() };
    for (sign, part) in [('?', query), ('#', own.fragment)] {
        if !part.is_empty() {
            joined.push(sign);
            joined.push_str(part);
        }
    }
    Some(joined)
}

/// A path behind the folder of another, without the segments `.` and `..`.
fn resolved(base: &str, path: &str) -> String {
    let own: Vec<&str> = path.split('/').collect();
    let mut segments: Vec<&str> = Vec::new();
    if !path.starts_with('/') {
        segments.extend(base.split('/'));
        if segments.last().is_some_and(|last| !last.is_empty()) {
            segments.pop();
        }
    }
    segments.extend(own);
    let last = segments.len() - 1;
    let is_kept =
        |&(place, segment): &(usize, &str)| path.starts_with('/') || place == 0 || place == last || !segment.is_empty();
    let mut resolved: Vec<&str> = Vec::new();
    for (_, segment) in segments.iter().copied().enumerate().filter(is_kept) {
        match segment {
            ".." => drop(resolved.pop()),
            "." => {}
            _ => resolved.push(segment),
        }
    }
    if matches!(segments.last(), Some(&"." | &"..")) {
        resolved.push("");
    }
    let joined = resolved.join("/");
    if joined.is_empty() { "/".to_owned() } else { joined }
}
