//! The characters that a pattern tells apart, each kind of them a symbol of one byte.
//!
//! Word characters get symbols that are ASCII letters, digits or `_`, and other characters do not. So the engine's word
//! boundary for ASCII, which a DFA can run, is the Unicode one of the text.

use std::collections::{BTreeSet, HashMap};

use regex_syntax::hir::{Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange};
use regex_syntax::hir::{Hir, HirKind, Look, Repetition};

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
        text.chars().map(|char| self.symbol(char)).collect::<Vec<_>>()
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
