//! Character references: `&amp;`, `&#38;`, `&#x26;` and the old names that do without a semicolon.

use web_atoms::{C1_REPLACEMENTS, NAMED_ENTITIES};

use crate::arena::Arena;

/// What a reference stands for (`second` is NUL where it is one character) and how many bytes it takes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    pub first: char,
    pub second: char,
    pub length: usize,
    pub closed: bool,
}

impl Reference {
    fn one(first: char, length: usize, closed: bool) -> Self {
        Reference { first, second: '\0', length, closed }
    }

    /// Puts the characters on the side.
    #[inline]
    pub fn push_to(self, arena: &mut Arena) {
        let mut bytes = [0; 4];
        arena.side.push_str(self.first.encode_utf8(&mut bytes));
        if self.second != '\0' {
            arena.side.push_str(self.second.encode_utf8(&mut bytes));
        }
    }
}

/// No name in the table is longer.
const MAX_NAME: usize = 32;
/// No name that does without its semicolon is longer.
const MAX_OPEN_NAME: usize = 6;

/// The reference at the start of `bytes`, whose first byte is the ampersand; none where the ampersand means itself.
pub fn parse(bytes: &[u8], in_attribute: bool) -> Option<Reference> {
    match bytes.get(1)? {
        b'#' => parse_number(bytes),
        first if first.is_ascii_alphanumeric() => {
            let name = name_at_start(&bytes[1..]);
            let closed = match bytes.get(1 + name.len()) {
                Some(b';') => parse_closed_name(&bytes[1..name.len() + 2]),
                _ => None,
            };
            closed.or_else(|| parse_open_name(bytes, name, in_attribute))
        }
        _ => None,
    }
}

fn name_at_start(bytes: &[u8]) -> &[u8] {
    let longest = &bytes[..bytes.len().min(MAX_NAME)];
    let length = longest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(longest.len());
    &longest[..length]
}

/// A name with its semicolon. The five that make up nearly all references of the web skip the table.
fn parse_closed_name(name: &[u8]) -> Option<Reference> {
    let length = name.len() + 1;
    let first = match name {
        b"amp;" => '&',
        b"nbsp;" => '\u{a0}',
        b"quot;" => '"',
        b"lt;" => '<',
        b"gt;" => '>',
        _ => {
            let (first, second) = look_up(name)?;
            return Some(Reference { first, second, length, closed: true });
        }
    };
    Some(Reference::one(first, length, true))
}

/// The longest old name that `name` begins with.
///
/// In an attribute such a name is not a reference if more letters, digits or `=` follow: it is part of an address.
fn parse_open_name(bytes: &[u8], name: &[u8], in_attribute: bool) -> Option<Reference> {
    for length in (2..=name.len().min(MAX_OPEN_NAME)).rev() {
        if let Some((first, second)) = look_up(&name[..length]) {
            let follower = bytes.get(1 + length);
            if in_attribute && follower.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric()) {
                return None;
            }
            return Some(Reference { first, second, length: length + 1, closed: false });
        }
    }
    None
}

/// The table also holds the beginnings of its names, which stand for NUL: those are no matches.
fn look_up(name: &[u8]) -> Option<(char, char)> {
    let &(first, second) = NAMED_ENTITIES.get(str::from_utf8(name).ok()?)?;
    (first != 0).then_some(())?;
    Some((char::from_u32(first)?, char::from_u32(second)?))
}

fn parse_number(bytes: &[u8]) -> Option<Reference> {
    let (base, start) = match bytes.get(2)? {
        b'x' | b'X' => (16, 3),
        _ => (10, 2),
    };
    let mut value = 0u32;
    let mut end = start;
    while let Some(digit) = bytes.get(end).and_then(|byte| (*byte as char).to_digit(base)) {
        value = value.saturating_mul(base).saturating_add(digit);
        end += 1;
    }
    if end == start {
        return None;
    }
    let closed = bytes.get(end) == Some(&b';');
    Some(Reference::one(character(value), end + closed as usize, closed))
}

/// The character of a number; numbers of no character, and those that Windows-1252 pages meant otherwise, are replaced.
fn character(value: u32) -> char {
    match value {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => C1_REPLACEMENTS[(value - 0x80) as usize].unwrap_or(char::from(value as u8)),
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: &str, in_attribute: bool) -> Option<(String, usize)> {
        parse(text.as_bytes(), in_attribute).map(|found| {
            let mut arena = Arena::new("");
            found.push_to(&mut arena);
            (arena.side, found.length)
        })
    }

    #[test]
    fn the_table_keeps_to_the_lengths_that_the_search_relies_on() {
        for (name, &(first, _)) in NAMED_ENTITIES.entries() {
            let longest = if name.ends_with(';') { MAX_NAME } else { MAX_OPEN_NAME };
            assert!(first == 0 || (2..=longest).contains(&name.len()), "{name}");
        }
    }

    #[test]
    fn names_end_where_the_longest_match_ends() {
        assert_eq!(decode("&amp;x", false), Some(("&".into(), 5)));
        assert_eq!(decode("&notit;", false), Some(("¬".into(), 4)));
        assert_eq!(decode("&notin;", false), Some(("∉".into(), 7)));
        assert_eq!(decode("&NotEqualTilde;", false), Some(("≂\u{338}".into(), 15)));
        assert_eq!(decode("&", false), None);
        assert_eq!(decode("&;", false), None);
        assert_eq!(decode("&nosuchname;", false), None);
    }

    #[test]
    fn attributes_keep_open_names_that_run_on() {
        assert_eq!(decode("&copy=1", true), None);
        assert_eq!(decode("&copyright", true), None);
        assert_eq!(decode("&copy ", true), Some(("©".into(), 5)));
    }

    #[test]
    fn numbers_are_replaced_where_they_mean_no_character() {
        assert_eq!(decode("&#65", false), Some(("A".into(), 4)));
        assert_eq!(decode("&#x41;", false), Some(("A".into(), 6)));
        assert_eq!(decode("&#x80;", false), Some(("€".into(), 6)));
        assert_eq!(decode("&#0;", false), Some(("\u{fffd}".into(), 4)));
        assert_eq!(decode("&#xD800;", false), Some(("\u{fffd}".into(), 8)));
        assert_eq!(decode("&#99999999999999999999;", false), Some(("\u{fffd}".into(), 23)));
        assert_eq!(decode("&#x;", false), None);
    }
}
