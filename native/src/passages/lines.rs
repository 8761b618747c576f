//! The Markdown of a passage whose text needs no escape: `renderers/markdown_inline.py` is the twin.
//!
//! In words: collapse the white space over the whole passage, put each mark's signs where it opens and closes, end a
//! line at a break. Wherever a sign of the text could mean something to Markdown, or a mark could stand so that its
//! signs do not pair, there is no answer, and the twin writes the passage.

use super::settle::{Part, Settled, are_same, settle};
use super::{Kind, Mark, Piece, Setting};
use crate::limits::Tripped;
use crate::memory;

/// Bytes behind an ampersand in which the end of a character reference stands.
const MAX_REFERENCE: usize = 34;
/// Every sign that may need an escape.
const SIGNS: &[u8] = b"\\*_`[]<&~!|$";
const COUNTED: [u8; 5] = *b"*_`~$";

/// The lines of a passage, None where it is not plain.
pub fn plain(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Result<Option<Vec<String>>, Tripped> {
    let Some(parts) = settled(pieces, marks)? else { return Ok(None) };
    if !are_plain(&parts, marks, setting) || !can_turn(&parts, marks) {
        return Ok(None);
    }
    let Some(mut lines) = write(&parts, marks, setting)? else { return Ok(None) };
    if let Setting::Heading(level) = setting {
        let Some(text) = lines.pop().filter(|text| !text.ends_with('#')) else { return Ok(None) };
        let mut heading = memory::copy(&"###### "[6 - level..])?;
        memory::push_str(&mut heading, &text)?;
        lines.push(heading);
    }
    Ok(Some(lines))
}

/// The one mark that Markdown shows; None where there are several, or one that only the twin writes.
fn shown_mark(marks: &[Mark], mut mark: u32) -> Option<u32> {
    let mut shown = 0;
    while mark > 0 {
        let own = &marks[mark as usize];
        match own.kind {
            Kind::Abbr | Kind::Time | Kind::Mark => {}
            Kind::Code | Kind::Strike => return None,
            _ if shown > 0 => return None,
            _ => shown = mark,
        }
        mark = own.around;
    }
    Some(shown)
}

/// The pieces with their white space collapsed under the one mark that Markdown shows; None where only the twin knows.
fn settled<'piece>(pieces: &'piece [Piece], marks: &[Mark]) -> Result<Option<Vec<Part<'piece>>>, Tripped> {
    let is_shown = |piece: &Piece| match piece {
        Piece::Text(_, mark) | Piece::Image { marks: mark, .. } => shown_mark(marks, *mark).is_some(),
        Piece::Break(_) => true,
        Piece::Rule => false,
    };
    if !pieces.iter().all(is_shown) {
        return Ok(None);
    }
    let shared = |one, other| if are_same(marks, one, other) { one } else { 0 };
    settle(pieces, |mark| shown_mark(marks, mark).unwrap_or(0), shared).map(Some)
}

/// Whether no text, address or description has a sign that needs an escape where it stands.
fn are_plain(parts: &[Part], marks: &[Mark], setting: Setting) -> bool {
    let has_stars = parts.iter().any(|part| is_star(marks, part.mark));
    let mut counts = [0_usize; COUNTED.len()];
    for (index, part) in parts.iter().enumerate() {
        let is_link = part.mark > 0 && marks[part.mark as usize].kind == Kind::Link;
        if is_link && has_sign(&marks[part.mark as usize].value, b" <>\\()|`") {
            return false;
        }
        match &part.content {
            Settled::Text(text) if setting == Setting::Cell && has_sign(text, SIGNS) => return false,
            Settled::Image(alt, _) if setting == Setting::Cell && has_sign(alt, b"|") => return false,
            Settled::Text(text) if !is_plain(text, is_link, index + 1 == parts.len(), &mut counts) => return false,
            Settled::Image(alt, address) if has_sign(alt, b"\\[]`<*~_&") || has_sign(address, b" <>\\()|`") => {
                return false;
            }
            _ => {}
        }
    }
    counts.iter().all(|&count| count < 2) && !(has_stars && counts[0] > 0)
}

fn has_sign(text: &str, signs: &[u8]) -> bool {
    text.bytes().any(|byte| signs.contains(&byte))
}

/// Whether no sign of a text means anything by itself; `counts` has those that mean something in pairs.
fn is_plain(text: &str, in_link: bool, is_last: bool, counts: &mut [usize; COUNTED.len()]) -> bool {
    let bytes = text.as_bytes();
    if in_link && bytes.first() == Some(&b'^') {
        return false;
    }
    bytes.iter().enumerate().all(|(place, &byte)| {
        let next = bytes.get(place + 1);
        match byte {
            b'*' | b'_' | b'`' | b'~' | b'$' => {
                counts[COUNTED.iter().position(|&sign| sign == byte).unwrap_or(0)] += 1;
                true
            }
            b'\\' => false,
            b'[' | b']' if in_link => false,
            b'[' => next.map_or(is_last, |&next| next != b'^'),
            b']' => next.map_or(is_last, |&next| next != b'('),
            b'!' => next.is_some() || is_last,
            b'<' => next.map_or(is_last, |next| !next.is_ascii_alphabetic() && !matches!(next, b'/' | b'!' | b'?')),
            b'&' => !bytes[place..bytes.len().min(place + MAX_REFERENCE)].contains(&b';'),
            _ => true,
        }
    })
}

fn is_star(marks: &[Mark], mark: u32) -> bool {
    mark > 0 && matches!(marks[mark as usize].kind, Kind::Strong | Kind::Emphasis)
}

/// Whether every run of emphasis opens and closes where it begins and ends.
fn can_turn(parts: &[Part], marks: &[Mark]) -> bool {
    parts.iter().enumerate().filter(|(_, part)| is_star(marks, part.mark)).all(|(index, part)| {
        let neighbours = [(index.checked_sub(1), false), (Some(index + 1), true)];
        neighbours.into_iter().all(|(place, at_end)| {
            let outside = place.and_then(|place| parts.get(place));
            let goes_on = outside.is_some_and(|outside| are_same(marks, outside.mark, part.mark));
            goes_on || turns_at(part, outside, marks, at_end)
        })
    })
}

fn turns_at(inside: &Part, outside: Option<&Part>, marks: &[Mark], at_end: bool) -> bool {
    let Some(edge) = inside.edge(at_end) else { return false };
    if edge.is_alphanumeric() {
        return true;
    }
    match outside {
        None => true,
        Some(outside) if is_star(marks, outside.mark) => false,
        Some(outside) => {
            outside.mark > 0
                || matches!(outside.content, Settled::Space | Settled::Break)
                || outside.edge(!at_end).is_some_and(|sign| sign.is_ascii_punctuation())
        }
    }
}

/// A line that is being written.
#[derive(Default)]
struct Line {
    text: String,
    /// Whether it begins with text of the page.
    is_text: bool,
}

fn write(parts: &[Part], marks: &[Mark], setting: Setting) -> Result<Option<Vec<String>>, Tripped> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut open) = (Line::default(), 0);
    for part in parts {
        if !are_same(marks, open, part.mark) {
            close(marks, open, &mut line.text)?;
            memory::push_str(&mut line.text, if part.mark > 0 { opening(marks[part.mark as usize].kind) } else { "" })?;
        }
        open = part.mark;
        match &part.content {
            Settled::Text(text) => {
                line.is_text |= line.text.is_empty();
                memory::push_str(&mut line.text, text)?;
            }
            Settled::Space => memory::push_str(&mut line.text, " ")?,
            Settled::Image(alt, address) => {
                for text in ["![", alt, "](", address, ")"] {
                    memory::push_str(&mut line.text, text)?;
                }
            }
            Settled::Break if setting == Setting::Cell => memory::push_str(&mut line.text, "<br>")?,
            Settled::Break if setting != Setting::Flow => memory::push_str(&mut line.text, " ")?,
            Settled::Rule => return Ok(None),
            Settled::Break => {
                memory::push_str(&mut line.text, "  ")?;
                let Some(done) = guarded(std::mem::take(&mut line), setting)? else { return Ok(None) };
                memory::push(&mut lines, done)?;
            }
        }
    }
    close(marks, open, &mut line.text)?;
    let Some(done) = guarded(line, setting)? else { return Ok(None) };
    memory::push(&mut lines, done)?;
    Ok(Some(lines))
}

fn opening(kind: Kind) -> &'static str {
    match kind {
        Kind::Strong => "**",
        Kind::Emphasis => "*",
        Kind::Sub => "<sub>",
        Kind::Sup => "<sup>",
        Kind::Link => "[",
        _ => "\"",
    }
}

fn close(marks: &[Mark], mark: u32, out: &mut String) -> Result<(), Tripped> {
    let Some(own) = marks.get(mark as usize).filter(|_| mark > 0) else { return Ok(()) };
    match own.kind {
        Kind::Link => {
            for text in ["](", &own.value, ")"] {
                memory::push_str(out, text)?;
            }
            Ok(())
        }
        Kind::Sub => memory::push_str(out, "</sub>"),
        Kind::Sup => memory::push_str(out, "</sup>"),
        kind => memory::push_str(out, opening(kind)),
    }
}

/// A line whose beginning starts no block of Markdown; a number at it is escaped. None where only the twin knows.
fn guarded(line: Line, setting: Setting) -> Result<Option<String>, Tripped> {
    if line.text.starts_with("[^") {
        return Ok(None);
    }
    let first = line.text.chars().next();
    if setting != Setting::Flow || !line.is_text || first.is_none_or(|first| first.is_ascii_alphabetic()) {
        return Ok(Some(line.text));
    }
    let digits = line.text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.text[digits..].chars().next();
    if first.is_some_and(|first| "#-+*>_=|:[".contains(first)) || [first, rest].into_iter().flatten().any(is_far_digit)
    {
        return Ok(None);
    }
    let is_number = (1..=9).contains(&digits) && rest.is_some_and(|sign| matches!(sign, '.' | ')'));
    if is_number && line.text[digits + 1..].chars().next().is_none_or(char::is_whitespace) {
        let mut text = line.text;
        text.try_reserve(1)?;
        text.insert(digits, '\\');
        return Ok(Some(text));
    }
    Ok(Some(line.text))
}

fn is_far_digit(sign: char) -> bool {
    !sign.is_ascii() && sign.is_numeric()
}
