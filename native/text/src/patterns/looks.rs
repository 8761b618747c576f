//! Look-arounds of one character, `(?=x) (?!x) (?<=x) (?<!x)`, which the engine does not have: first or last in a pattern.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::alphabet::Alphabet;
use super::{Fault, parse};

const OPENINGS: [(&str, Kind); 4] = [
    ("(?<=", Kind { before: true, wanted: true }),
    ("(?<!", Kind { before: true, wanted: false }),
    ("(?=", Kind { before: false, wanted: true }),
    ("(?!", Kind { before: false, wanted: false }),
];
const FORM: &str = "a look-around holds one character or class, such as (?![0-9])";

#[derive(Clone, Copy)]
pub struct Kind {
    before: bool, // it asks about the character before its place, not behind it
    wanted: bool,
}

/// A look-around, ready to be asked.
pub struct Look {
    kind: Kind,
    symbols: [bool; 256],
}

impl Look {
    pub fn new(kind: Kind, set: &ClassUnicode, alphabet: &Alphabet) -> Look {
        let mut symbols = [false; 256];
        for range in alphabet.encode_set(set).ranges() {
            symbols[usize::from(range.start())..=usize::from(range.end())].fill(true);
        }
        Look { kind, symbols }
    }

    /// Whether it holds at a place; no character is beside the ends of a text.
    pub fn holds(&self, symbols: &[u8], place: usize) -> bool {
        let beside = if self.kind.before { place.checked_sub(1) } else { Some(place) };
        let symbol = beside.and_then(|beside| symbols.get(beside));
        symbol.is_some_and(|&symbol| self.symbols[usize::from(symbol)]) == self.kind.wanted
    }
}

/// A look-around in the text of a pattern, by bytes.
pub struct Span {
    kind: Kind,
    start: usize,
    inner: usize,
    end: usize,
}

/// A pattern's text: flags, look-arounds, what the engine runs, look-arounds.
pub struct Parts<'text> {
    text: &'text str,
    flags: usize, // bytes of `(?i)` and its like
    pub before: Vec<Span>,
    pub behind: Vec<Span>,
}

/// Parts a pattern; a look-around inside is a fault.
pub fn split(text: &str) -> Result<Parts<'_>, Fault> {
    let flags = flags_end(text);
    let mut before: Vec<Span> = Vec::new();
    let mut behind: Vec<Span> = Vec::new();
    for span in spans(text)? {
        if span.start == before.last().map_or(flags, |last| last.end) {
            before.push(span);
            continue;
        }
        if let Some(last) = behind.last().filter(|last| last.end != span.start) {
            return Err(inside(text, last.start));
        }
        behind.push(span);
    }
    match behind.last() {
        Some(last) if last.end != text.len() => Err(inside(text, last.start)),
        _ => Ok(Parts { text, flags, before, behind }),
    }
}

fn inside(text: &str, at: usize) -> Fault {
    let what = "a look-around stands first or last in a pattern; make several patterns of this one";
    Fault::new(what, text[..at].chars().count())
}

impl Parts<'_> {
    pub fn has_looks(&self) -> bool {
        !self.before.is_empty() || !self.behind.is_empty()
    }

    /// The character at which the first look-around stands.
    pub fn first_look(&self) -> usize {
        let first = self.before.iter().chain(&self.behind).map(|span| span.start).min();
        self.text[..first.unwrap_or(0)].chars().count()
    }

    /// The pattern without its look-arounds.
    pub fn core(&self) -> String {
        let end = self.behind.first().map_or(self.text.len(), |span| span.start);
        format!("{}{}", &self.text[..self.flags], &self.text[self.core_start()..end])
    }

    /// Where a character of the core stands in the text.
    pub fn place_in_text(&self, place: usize) -> usize {
        let left_out = self.text[self.flags..self.core_start()].chars().count();
        if place < self.text[..self.flags].chars().count() { place } else { place + left_out }
    }

    /// The kinds and the characters of look-arounds.
    pub fn sets(&self, spans: &[Span]) -> Result<Vec<(Kind, ClassUnicode)>, Fault> {
        spans.iter().map(|span| Ok((span.kind, self.set(span)?))).collect()
    }

    fn set(&self, span: &Span) -> Result<ClassUnicode, Fault> {
        let place = |at: usize| self.text[..at].chars().count();
        let unit = format!("{}{}", &self.text[..self.flags], &self.text[span.inner..span.end - 1]);
        let (_, hir) = parse(&unit).map_err(|fault| Fault::new(fault.what, place(span.inner)))?;
        match hir.kind() {
            HirKind::Class(Class::Unicode(set)) => Ok(set.clone()),
            HirKind::Literal(literal) => {
                let text = String::from_utf8_lossy(&literal.0);
                Ok(ClassUnicode::new(text.chars().map(|char| ClassUnicodeRange::new(char, char))))
            }
            _ => Err(Fault::new(FORM, place(span.inner))),
        }
    }

    fn core_start(&self) -> usize {
        self.before.last().map_or(self.flags, |span| span.end)
    }
}

/// Where the flags in front end, as in `(?i)`.
fn flags_end(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("(?") else { return 0 };
    let flags = rest.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-').count();
    if flags > 0 && rest[flags..].starts_with(')') { flags + 3 } else { 0 }
}

/// All look-arounds of a text, in order.
fn spans(text: &str) -> Result<Vec<Span>, Fault> {
    let mut spans = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let Some((opening, kind)) = OPENINGS.iter().find(|(opening, _)| text[at..].starts_with(opening)) else {
            at = unit_end(text, at);
            continue;
        };
        let inner = at + opening.len();
        let end = unit_end(text, inner);
        if text[inner..].starts_with(['(', ')', '|']) || end == inner || !text[end..].starts_with(')') {
            return Err(Fault::new(FORM, text[..inner].chars().count()));
        }
        spans.push(Span { kind: *kind, start: at, inner, end: end + 1 });
        at = end + 1;
    }
    Ok(spans)
}

/// Where the character, escape or class that starts at a byte ends.
fn unit_end(text: &str, at: usize) -> usize {
    let mut depth = 0;
    let mut escaped = false;
    let mut class_start = 0;
    for (offset, char) in text[at..].char_indices() {
        let place = at + offset;
        let end = place + char.len_utf8();
        if escaped {
            escaped = false;
        } else if char == '\\' {
            escaped = true;
            continue;
        } else if char == '[' {
            depth += 1;
            class_start = end + usize::from(text[end..].starts_with('^'));
        } else if char == ']' && place != class_start {
            depth -= 1;
        }
        if depth <= 0 {
            return end;
        }
    }
    text.len()
}
