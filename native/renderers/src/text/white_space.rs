//! White space: what is collapsed is what Python calls white space.
//!
//! Text is UTF-8 in bytes here: the page's text is known to be valid, and checking it again would cost as much as all
//! the rest. White space is found by its bytes, which stand for nothing else.

use std::ops::Range;

/// How many bytes are looked at together.
const CHUNK: usize = 16;

/// Writes a text with its white space collapsed, and without the sign at its end that leads to the heading itself.
pub fn collapse(source: &[u8], out: &mut Vec<u8>) {
    let (begin, mut written) = (out.len(), 0);
    let text = trim_end(trim_start(source));
    while let Some(gap) = next_gap(text, written) {
        if written == 0 && is_left_alone(source) {
            break;
        }
        out.extend_from_slice(&text[written..gap.start]);
        if !(text[gap.clone()].contains(&b'\n') && is_formatting(text, &gap)) {
            out.push(b' ');
        }
        written = gap.end;
    }
    out.extend_from_slice(&text[written..]);
    if out[begin..].ends_with("¶".as_bytes()) {
        out.truncate(out.len() - "¶".len());
    }
}

/// A text without the white space at its end.
pub fn trim_end(mut text: &[u8]) -> &[u8] {
    while let Some(start) = last_char(text).filter(|&start| space_length(text, start) > 0) {
        text = &text[..start];
    }
    text
}

fn trim_start(mut text: &[u8]) -> &[u8] {
    while !text.is_empty() && space_length(text, 0) > 0 {
        text = &text[space_length(text, 0)..];
    }
    text
}

/// Where the last character of a text begins.
fn last_char(text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&byte| byte & 0xC0 != 0x80)
}

/// Whether the rarer white space of a text is left alone: it has none of the usual that is more than one space.
fn is_left_alone(text: &[u8]) -> bool {
    text.is_ascii() && memchr::memchr3(b'\n', b'\t', 12, text).is_none() && !text.windows(2).any(|pair| pair == b"  ")
}

/// The next run of white space that is more, or something else, than one space.
fn next_gap(text: &[u8], from: usize) -> Option<Range<usize>> {
    let mut place = next_suspect(text, from)?;
    while space_length(text, place) == 0 {
        place = next_suspect(text, place + 1)?;
    }
    let start = if place > from && text[place - 1] == b' ' { place - 1 } else { place };
    while place < text.len() && space_length(text, place) > 0 {
        place += space_length(text, place);
    }
    Some(start..place)
}

/// The next place where such a run may begin, but for one space before it.
fn next_suspect(text: &[u8], from: usize) -> Option<usize> {
    let mut place = from;
    while let Some(bytes) = text.get(place..place + CHUNK + 1) {
        // No early exit: so the compiler looks at many bytes at once.
        if bytes.iter().zip(&bytes[1..]).fold(false, |found, (&byte, &next)| found | is_suspect(byte, next)) {
            break;
        }
        place += CHUNK;
    }
    let next = |place: usize| text.get(place + 1).copied().unwrap_or(0);
    (place..text.len()).find(|&place| !matches!(text[place], b'!'..=0xC1) && is_suspect(text[place], next(place)))
}

#[inline]
fn is_suspect(byte: u8, next: u8) -> bool {
    (byte < b' ')
        | ((byte == b' ') & (next == b' '))
        | ((byte == 0xC2) & ((next == 0x85) | (next == 0xA0)))
        | ((byte == 0xE1) & (next == 0x9A))
        | ((byte == 0xE2) & ((next == 0x80) | (next == 0x81)))
        | ((byte == 0xE3) & (next == 0x80))
}

/// How many bytes the white space at a place has, 0 where there is none. What is white space is Python's answer.
#[inline]
fn space_length(text: &[u8], place: usize) -> usize {
    match text[place..] {
        [b'!'..=0xC1 | 0xE4.., ..] => 0,
        [b' ' | 9..=13 | 28..=31, ..] => 1,
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..] | [0xE2, 0x81, 0x9F, ..] | [0xE3, 0x80, 0x80, ..] => 3,
        [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..] => 3,
        _ => 0,
    }
}

/// Whether a gap with a line break only formats the source: it stands in a script without spaces between words.
fn is_formatting(text: &[u8], gap: &Range<usize>) -> bool {
    let before = last_char(&text[..gap.start]).and_then(|start| char_at(text, start));
    let (Some(before), Some(after)) = (before, char_at(text, gap.end)) else { return false };
    match (is_wide(before), is_wide(after)) {
        (true, true) => true,
        (true, false) => is_shared(after),
        (false, true) => is_shared(before),
        _ => false,
    }
}

/// The character that begins at a place.
fn char_at(text: &[u8], place: usize) -> Option<char> {
    let length = match text.get(place)? {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    str::from_utf8(text.get(place..place + length)?).ok()?.chars().next()
}

/// Scripts that are written without spaces between words, and their punctuation. Hangul is not among them.
fn is_wide(c: char) -> bool {
    matches!(c as u32, 0x2E80..=0x312F | 0x31A0..=0x31BF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFF9F | 0x20000..=0x3FFFF)
}

/// Marks that both kinds of script use: they go with their wide neighbour.
fn is_shared(c: char) -> bool {
    matches!(c, '‘' | '’' | '“' | '”' | '…' | '—' | '·')
}
