//! The beginning of a note, which must not be the address of a definition where Markdown knows no notes.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use crate::record_values::is_space;

const MAX_ADDRESS: usize = 8_192; // characters; servers refuse longer ones
const MAX_PORT: u32 = 65_535;
const SCHEMES: [&str; 11] = ["http", "https", "mailto", "tel", "ftp", "ftps", "sms", "magnet", "irc", "xmpp", "geo"];

/// The line with a space behind the scheme of what is no address to follow.
pub fn guard(line: &str) -> Cow<'_, str> {
    let rest = line.trim_start_matches(is_space);
    let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && !"+.-".contains(sign)).unwrap_or(0);
    let (scheme, behind) = rest.split_at(end);
    let Some(behind) = behind.strip_prefix(':').filter(|_| scheme.starts_with(|sign: char| sign.is_ascii_alphabetic()))
    else {
        return Cow::Borrowed(line);
    };
    if leads_somewhere(&scheme.to_ascii_lowercase(), behind) && rest.chars().nth(MAX_ADDRESS).is_none() {
        return Cow::Borrowed(line);
    }
    Cow::Owned(format!("{} {behind}", &line[..line.len() - behind.len()]))
}

/// Whether an address of a scheme names a host that can be asked, where it must name one.
fn leads_somewhere(scheme: &str, behind: &str) -> bool {
    let is_web = matches!(scheme, "http" | "https" | "ftp");
    let place = behind.trim_start_matches(['/', '\\']);
    if !SCHEMES.contains(&scheme) || !is_web && behind.len() - place.len() < 2 {
        return SCHEMES.contains(&scheme); // such as `mailto:`
    }
    let place = place.split(['/', '\\', '?', '#']).next().and_then(|place| place.rsplit('@').next()).unwrap_or("");
    let end = if place.starts_with('[') {
        place.find(']').map_or(0, |end| end + 1)
    } else {
        place.find(':').unwrap_or(place.len())
    };
    let (host, port) = place.split_at(end);
    let digits = port.strip_prefix(':').unwrap_or(port);
    let is_port = digits.len() <= 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_port || digits.parse().unwrap_or(0) > MAX_PORT {
        return false;
    }
    if let Some(own) = host.strip_prefix('[') {
        return own.trim_end_matches(']').parse::<Ipv6Addr>().is_ok();
    }
    let names = host.trim_end_matches('.');
    let last = names.rsplit('.').next().unwrap_or("");
    let (hex, is_digit) = (last.strip_prefix("0x").or(last.strip_prefix("0X")), |byte: u8| byte.is_ascii_digit());
    if hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || !last.is_empty() && last.bytes().all(is_digit)
    {
        return host.parse::<Ipv4Addr>().is_ok();
    }
    let is_part =
        |sign: char| sign.is_ascii_alphanumeric() || "_.-".contains(sign) || !sign.is_ascii() && !is_space(sign);
    if names.trim_start_matches('.').is_empty() { !is_web } else { host.chars().all(is_part) }
}
