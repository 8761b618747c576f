//! The beginning of a note, which must not be the address of a definition where Markdown knows no notes.

use std::borrow::Cow;

use crate::safe_addresses;
use text::chars::is_space;

/// The line with a space behind the scheme of what is no address to follow.
pub fn guard(line: &str) -> Cow<'_, str> {
    let rest = line.trim_start_matches(is_space);
    let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && !"+.-".contains(sign)).unwrap_or(0);
    let (scheme, behind) = rest.split_at(end);
    let Some(behind) = behind.strip_prefix(':').filter(|_| scheme.starts_with(|sign: char| sign.is_ascii_alphabetic()))
    else {
        return Cow::Borrowed(line);
    };
    if !safe_addresses::safe(rest, "", false).is_empty() {
        return Cow::Borrowed(line);
    }
    Cow::Owned(format!("{} {behind}", &line[..line.len() - behind.len()]))
}
