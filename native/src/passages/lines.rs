//! The Markdown of a passage whose text needs no escape: `renderers/markdown_inline.py` is the twin.
//!
//! In words: collapse the white space over the whole passage, put each mark's signs where it opens and closes, end a
//! line at a break. Wherever a sign of the text could mean something to Markdown, or a mark could stand so that its
//! signs do not pair, there is no answer, and the twin writes the passage.

use super::settle::{Part, Settled, are_same, marks_of, settle};
use super::{Kind, Mark, Piece, Setting, dollars};
use crate::limits::Tripped;
use crate::memory;

/// Bytes behind an ampersand in which the end of a character reference stands.
const MAX_REFERENCE: usize = 34;
/// Every sign that may need an escape.
const SIGNS: &[u8] = b"\\*_`[]<&~!|$";
/// The same in a cell, those aside that are looked at for the whole passage.
const CELL_SIGNS: &[u8] = b"\\*_`[]<&~!|";
const COUNTED: [u8; 5] = *b"*_`~$";

/// The lines of a passage, None where it is not plain.
pub fn plain(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Result<Option<Vec<String>>, Tripped> {
    let lines = match only_line(pieces, marks, setting)? {
        Some(line) => Some(memory::collect(std::iter::once(line))?),
        None => several_lines(pieces, marks, setting)?,
    };
    let Some(mut lines) = lines else { return Ok(None) };
    if let Setting::Heading(level) = setting {
        let Some(text) = lines.pop().filter(|text| !text.ends_with('#')) else { return Ok(None) };
        let mut heading = memory::copy(&"###### "[6 - level..])?;
        memory::push_str(&mut heading, &text)?;
        lines.push(heading);
    }
    Ok(Some(lines))
}

/// The lines of a passage no piece of which has two marks that Markdown shows.
fn several_lines(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Result<Option<Vec<String>>, Tripped> {
    let Some(parts) = settled(pieces, marks)?.filter(|_| setting != Setting::Bold) else { return Ok(None) };
    if !are_plain(&parts, marks, setting) || !can_turn(&parts, marks) {
        return Ok(None);
    }
    let Some(escapes) = dollars::are_escaped(&parts, marks, setting) else { return Ok(None) };
    write(&parts, marks, setting, escapes)
}

/// The line of a passage that is one text under marks. Nothing stands beside them, so that each opens and closes; the
/// link is the outermost. None for any other passage.
fn only_line(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Result<Option<String>, Tripped> {
    let is_blank = |piece: &&Piece| matches!(piece, Piece::Text(text, _) if text.trim().is_empty());
    let mut full = pieces.iter().filter(|piece| !is_blank(piece));
    let (Some(Piece::Text(_, mark)), None) = (full.next(), full.next()) else { return Ok(None) };
    let mut own = Vec::new();
    marks_of(marks, *mark, &mut own)?;
    own.retain(|&mark| !matches!(marks[mark as usize].kind, Kind::Abbr | Kind::Time | Kind::Mark));
    let is_strong = own.iter().any(|&mark| marks[mark as usize].kind == Kind::Strong);
    let strong = Mark { around: 0, kind: Kind::Strong, value: String::new() };
    let added = (setting == Setting::Bold && !is_strong).then_some(&strong);
    let kinds = || added.into_iter().chain(own.iter().map(|&mark| &marks[mark as usize]));
    let is_link = |mark: &&Mark| mark.kind == Kind::Link;
    let is_risky = |mark: &Mark| mark.kind == Kind::Code || has_sign(&mark.value, b" <>\\()|`");
    let parts = settle(pieces, |mark| mark, |_, _| 0)?;
    let [Part { content: Settled::Text(text), .. }] = &parts[..] else { return Ok(None) };
    if kinds().next().is_none() || kinds().any(is_risky) || has_sign(text, SIGNS) || text.starts_with('^') {
        return Ok(None);
    }
    let ordered: Vec<&Mark> = memory::collect(kinds().filter(is_link).chain(kinds().filter(|mark| !is_link(mark))))?;
    let mut line = String::new();
    ordered.iter().try_for_each(|mark| memory::push_str(&mut line, opening(mark.kind)))?;
    memory::push_str(&mut line, text)?;
    ordered.iter().rev().try_for_each(|mark| close_mark(mark, &mut line))?;
    Ok(Some(line))
}

/// The one mark that Markdown shows; None where there are several, or one that only the twin writes.
fn shown_mark(marks: &[Mark], mut mark: u32) -> Option<u32> {
    let mut shown = 0;
    while mark > 0 {
        let own = &marks[mark as usize];
        match own.kind {
            Kind::Abbr | Kind::Time | Kind::Mark => {}
            Kind::Strike => return None,
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
        Piece::Text(_, mark) => shown_mark(marks, *mark).is_some(),
        Piece::Image { marks: mark, .. } => shown_mark(marks, *mark).is_some_and(|mark| !is_code(marks, mark)),
        Piece::Break(_) => true,
        Piece::Rule | Piece::Formula { .. } | Piece::Note(_) => false,
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
    let has_code = parts.iter().any(|part| is_code(marks, part.mark));
    let mut counts = [0_usize; COUNTED.len()];
    for (index, part) in parts.iter().enumerate() {
        let is_link = part.mark > 0 && marks[part.mark as usize].kind == Kind::Link;
        if is_link && has_sign(&marks[part.mark as usize].value, b" <>\\()|`") {
            return false;
        }
        match &part.content {
            Settled::Text(_) if is_code(marks, part.mark) => {}
            Settled::Text(text) if setting == Setting::Cell && has_sign(text, CELL_SIGNS) => return false,
            Settled::Image(alt, _) if setting == Setting::Cell && has_sign(alt, b"|") => return false,
            Settled::Text(text) if !is_plain(text, is_link, index + 1 == parts.len(), &mut counts) => return false,
            Settled::Image(alt, address) if has_sign(alt, b"\\[]`<*~_&") || has_sign(address, b" <>\\()|`") => {
                return false;
            }
            _ => {}
        }
    }
    counts[..4].iter().all(|&count| count < 2) && !(has_stars && counts[0] > 0) && !(has_code && counts[2] > 0)
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

pub(super) fn is_code(marks: &[Mark], mark: u32) -> bool {
    mark > 0 && marks[mark as usize].kind == Kind::Code
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

fn write(parts: &[Part], marks: &[Mark], setting: Setting, escapes: bool) -> Result<Option<Vec<String>>, Tripped> {
    let mut lines: Vec<String> = Vec::new();
    let (mut line, mut open, mut code) = (Line::default(), 0, String::new());
    for part in parts {
        if !are_same(marks, open, part.mark) {
            close(marks, open, &mut line.text, &mut code, setting)?;
            let is_opened = part.mark > 0 && !is_code(marks, part.mark);
            memory::push_str(&mut line.text, if is_opened { opening(marks[part.mark as usize].kind) } else { "" })?;
        }
        open = part.mark;
        match &part.content {
            Settled::Text(text) if is_code(marks, open) => memory::push_str(&mut code, text)?,
            _ if is_code(marks, open) => memory::push_str(&mut code, " ")?,
            Settled::Text(text) => {
                line.is_text |= line.text.is_empty();
                for (number, stretch) in text.split('$').enumerate() {
                    let sign = if escapes { "\\$" } else { "$" };
                    memory::push_str(&mut line.text, if number > 0 { sign } else { "" })?;
                    memory::push_str(&mut line.text, stretch)?;
                }
            }
            Settled::Space => memory::push_str(&mut line.text, " ")?,
            Settled::Image(alt, address) => {
                for text in ["![", alt, "](", address, ")"] {
                    memory::push_str(&mut line.text, text)?;
                }
            }
            Settled::Break if setting == Setting::Cell => memory::push_str(&mut line.text, "<br>")?,
            Settled::Break if setting != Setting::Flow => memory::push_str(&mut line.text, " ")?,
            Settled::Rule | Settled::Formula(..) | Settled::Note(_) => return Ok(None),
            Settled::Break => {
                memory::push_str(&mut line.text, "  ")?;
                let Some(done) = guarded(std::mem::take(&mut line), setting)? else { return Ok(None) };
                memory::push(&mut lines, done)?;
            }
        }
    }
    close(marks, open, &mut line.text, &mut code, setting)?;
    let Some(done) = guarded(line, setting)? else { return Ok(None) };
    memory::reserve_exactly(&mut lines, 1)?; // most passages are one line, and a list that grows has room for four
    lines.push(done);
    Ok(Some(lines))
}

fn opening(kind: Kind) -> &'static str {
    match kind {
        Kind::Strong => "**",
        Kind::Emphasis => "*",
        Kind::Strike => "~~",
        Kind::Sub => "<sub>",
        Kind::Sup => "<sup>",
        Kind::Link => "[",
        _ => "\"",
    }
}

fn close(marks: &[Mark], mark: u32, out: &mut String, code: &mut String, setting: Setting) -> Result<(), Tripped> {
    if mark == 0 {
        return Ok(());
    }
    if !is_code(marks, mark) {
        return close_mark(&marks[mark as usize], out);
    }
    push_code(&std::mem::take(code), setting, out)
}

/// Adds code between backticks, more of them than the code itself has in a row.
fn push_code(code: &str, setting: Setting, out: &mut String) -> Result<(), Tripped> {
    let longest = code.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    (0..=longest).try_for_each(|_| memory::push_str(out, "`"))?;
    memory::push_str(out, pad)?;
    for (number, stretch) in code.split('|').enumerate() {
        let bar = if setting == Setting::Cell { "\\|" } else { "|" };
        memory::push_str(out, if number > 0 { bar } else { "" })?;
        memory::push_str(out, stretch)?;
    }
    memory::push_str(out, pad)?;
    (0..=longest).try_for_each(|_| memory::push_str(out, "`"))
}

fn close_mark(own: &Mark, out: &mut String) -> Result<(), Tripped> {
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
    if first.is_some_and(|first| "*>_=|:[".contains(first))
        || begins_block(&line.text)
        || [first, rest].into_iter().flatten().any(is_far_digit)
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

/// Whether a line begins as a heading, an item or an underline does.
fn begins_block(line: &str) -> bool {
    let is_end = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    let heads = line.bytes().take_while(|&byte| byte == b'#').count();
    let dashes = line.trim_end().bytes().all(|byte| byte == b'-');
    (1..=6).contains(&heads) && is_end(&line[heads..]) || line.starts_with(['-', '+']) && (dashes || is_end(&line[1..]))
}

fn is_far_digit(sign: char) -> bool {
    !sign.is_ascii() && sign.is_numeric()
}
