//! The characters that a pattern tells apart, and what it looks for around a match.

use std::collections::{BTreeSet, HashMap};

use super::{Fault, parse};
use regex_syntax::hir::{
    Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition,
};

pub struct Alphabet {
    starts: Vec<u32>, // of the ranges of code points
    symbols: Vec<u8>, // of these ranges
    ascii: [u8; 128],
}

impl Alphabet {
    /// The alphabet of an expression and of the sets that are asked about besides.
    pub fn new(hir: &Hir, mut sets: Vec<ClassUnicode>) -> Result<Alphabet, String> {
        collect(hir, &mut sets)?;
        let words = hir.properties().look_set().contains_word().then(word_characters).transpose()?;
        sets.extend(words.clone());
        let bounds = sets.iter().flat_map(|set| set.ranges());
        let bounds = bounds.flat_map(|range| [u32::from(range.start()), u32::from(range.end()) + 1]);
        let starts: Vec<u32> = bounds.chain([0]).collect::<BTreeSet<_>>().into_iter().collect();
        let symbols = assign(&starts, &kinds(&starts, &sets), words.as_ref())?;
        let mut alphabet = Alphabet { starts, symbols, ascii: [0; 128] };
        alphabet.ascii = std::array::from_fn(|code| alphabet.symbol_of_range(code as u32));
        Ok(alphabet)
    }

    pub fn symbols(&self, text: &str) -> Vec<u8> {
        text.chars().map(|char| self.symbol(char)).collect()
    }

    /// The symbols of the characters of a set.
    pub fn encode_set(&self, set: &ClassUnicode) -> ClassBytes {
        let ranges = self.starts.iter().zip(&self.symbols).filter(|&(&start, _)| contains(set, start));
        ClassBytes::new(ranges.map(|(_, &symbol)| ClassBytesRange::new(symbol, symbol)))
    }

    /// The expression that matches the symbols of what `hir` matches.
    pub fn encode(&self, hir: &Hir) -> Hir {
        let each = |parts: &[Hir]| parts.iter().map(|part| self.encode(part)).collect();
        match hir.kind() {
            HirKind::Empty => Hir::empty(),
            HirKind::Literal(literal) => {
                let text = String::from_utf8_lossy(&literal.0);
                let symbols: Vec<u8> = text.chars().map(|char| self.symbol(char)).collect();
                Hir::literal(symbols)
            }
            HirKind::Class(class) => Hir::class(Class::Bytes(self.encode_set(&unicode(class)))),
            HirKind::Look(look) => Hir::look(in_ascii(*look).unwrap_or(*look)),
            HirKind::Repetition(repetition) => {
                let sub = Box::new(self.encode(&repetition.sub));
                Hir::repetition(Repetition { sub, greedy: true, ..*repetition })
            }
            HirKind::Capture(capture) => self.encode(&capture.sub),
            HirKind::Concat(parts) => Hir::concat(each(parts)),
            HirKind::Alternation(parts) => Hir::alternation(each(parts)),
        }
    }

    fn symbol(&self, char: char) -> u8 {
        let code = u32::from(char);
        self.ascii.get(code as usize).copied().unwrap_or_else(|| self.symbol_of_range(code))
    }

    fn symbol_of_range(&self, code: u32) -> u8 {
        self.symbols[self.starts.partition_point(|&start| start <= code) - 1]
    }
}

/// Adds the sets of an expression; says what in it has no meaning here.
fn collect(hir: &Hir, sets: &mut Vec<ClassUnicode>) -> Result<(), String> {
    match hir.kind() {
        HirKind::Empty => {}
        HirKind::Literal(literal) => {
            let text = String::from_utf8_lossy(&literal.0);
            text.chars().for_each(|char| add(sets, ClassUnicode::new([ClassUnicodeRange::new(char, char)])));
        }
        HirKind::Class(class) => add(sets, unicode(class)),
        HirKind::Look(look) => {
            in_ascii(*look).ok_or("the flags m and -u change nothing that a pattern can ask; leave them out")?;
        }
        HirKind::Repetition(repetition) if !repetition.greedy => {
            return Err("a lazy quantifier such as +?: the longest match is always taken".to_string());
        }
        HirKind::Repetition(repetition) => collect(&repetition.sub, sets)?,
        HirKind::Capture(capture) => collect(&capture.sub, sets)?,
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().try_for_each(|part| collect(part, sets))?;
        }
    }
    Ok(())
}

fn add(sets: &mut Vec<ClassUnicode>, set: ClassUnicode) {
    if !sets.contains(&set) {
        sets.push(set);
    }
}

/// The assertion that holds between symbols where `look` holds between characters.
fn in_ascii(look: Look) -> Option<Look> {
    Some(match look {
        Look::Start | Look::End => look,
        Look::WordUnicode => Look::WordAscii,
        Look::WordUnicodeNegate => Look::WordAsciiNegate,
        Look::WordStartUnicode => Look::WordStartAscii,
        Look::WordEndUnicode => Look::WordEndAscii,
        Look::WordStartHalfUnicode => Look::WordStartHalfAscii,
        Look::WordEndHalfUnicode => Look::WordEndHalfAscii,
        _ => return None,
    })
}

fn unicode(class: &Class) -> ClassUnicode {
    match class {
        Class::Unicode(set) => set.clone(),
        Class::Bytes(set) => set.to_unicode_class().unwrap_or_else(ClassUnicode::empty), // the parser let ASCII pass only
    }
}

fn word_characters() -> Result<ClassUnicode, String> {
    let hir = regex_syntax::parse(r"\w").map_err(|error| error.to_string())?;
    let HirKind::Class(class) = hir.kind() else { return Err(r"\w is no class".to_string()) };
    Ok(unicode(class))
}

fn contains(set: &ClassUnicode, code: u32) -> bool {
    let ranges = set.ranges();
    let behind = ranges.partition_point(|range| u32::from(range.start()) <= code);
    behind > 0 && code <= u32::from(ranges[behind - 1].end())
}

/// The kind of each range of code points: two are of the same kind if the same sets have them.
fn kinds(starts: &[u32], sets: &[ClassUnicode]) -> Vec<usize> {
    let mut kinds = vec![0; starts.len()];
    for set in sets {
        let mut renamed = HashMap::new();
        for (kind, &start) in kinds.iter_mut().zip(starts) {
            let next = renamed.len();
            *kind = *renamed.entry((*kind, contains(set, start))).or_insert(next);
        }
    }
    kinds
}

/// A symbol for each kind, of which word characters have none with the others where `words` are asked about.
fn assign(starts: &[u32], kinds: &[usize], words: Option<&ClassUnicode>) -> Result<Vec<u8>, String> {
    let is_word = |byte: u8| words.is_some() && (byte.is_ascii_alphanumeric() || byte == b'_');
    let mut free: [Vec<u8>; 2] = [false, true].map(|word| (0..=255).filter(|&byte| is_word(byte) == word).collect());
    let mut given = HashMap::new();
    let mut symbols = Vec::new();
    for (&start, &kind) in starts.iter().zip(kinds) {
        let of_word = usize::from(words.is_some_and(|words| contains(words, start)));
        let symbol = given.get(&kind).copied().or_else(|| free[of_word].pop());
        let symbol = symbol.ok_or("the pattern tells too many characters apart; make several patterns of it")?;
        given.insert(kind, symbol);
        symbols.push(symbol);
    }
    Ok(symbols)
}

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
pub struct LookAround {
    kind: Kind,
    symbols: [bool; 256],
}

impl LookAround {
    pub fn new(kind: Kind, set: &ClassUnicode, alphabet: &Alphabet) -> LookAround {
        let mut symbols = [false; 256];
        for range in alphabet.encode_set(set).ranges() {
            symbols[usize::from(range.start())..=usize::from(range.end())].fill(true);
        }
        LookAround { kind, symbols }
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
