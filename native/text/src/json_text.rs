//! JSON in scripts, value after value, as Python's `json` reads it.
//!
//! In words: a value is added to a list of nodes, behind those of the values before it; a node knows its key, the first
//! node inside it and the next one beside it. What is broken ends the reading, and so do values that are nested deep or
//! have very many names; a text of which nothing can be read is mended once: comments, marks around it, commas and escapes
//! too many go, and character references are read.
//!
//! It has over 400 lines because what mends a text must know the grammar that reads it.

use std::borrow::Cow;

use crate::chars::is_space;

/// Objects and lists in each other, digits of a number, and names in one object: with more a text is broken.
const MAX_DEPTH: usize = 100;
const MAX_DIGITS: usize = 300;
const MAX_KEYS: usize = 2_000;
/// Values of one text.
const MAX_VALUES: usize = 20;
const NONE: u32 = u32::MAX;

/// What a value is.
#[derive(Debug, PartialEq)]
pub enum Kind<'text> {
    Null,
    Bool(bool),
    /// As it is written.
    Int(&'text str),
    Float(f64),
    Text(Cow<'text, str>),
    List,
    Object,
}

struct Node<'text> {
    key: Cow<'text, str>,
    kind: Kind<'text>,
    first: u32,
    next: u32,
}

/// A value that cannot be read.
struct Broken;

/// Values as nodes.
#[derive(Default)]
pub struct Values<'text> {
    nodes: Vec<Node<'text>>,
}

/// One value.
#[derive(Clone, Copy)]
pub struct Value<'values, 'text> {
    values: &'values Values<'text>,
    place: u32,
}

impl<'text> Values<'text> {
    /// The places of the values of a text, to be asked for by `at`.
    pub fn read(&mut self, text: &'text str) -> Vec<u32> {
        let text = text.trim_matches(is_space).trim_start_matches('\u{feff}');
        let mut found = Vec::new();
        if !text.starts_with(['{', '[']) {
            return found;
        }
        let mut reader = Reader { text, at: 0, nodes: &mut self.nodes, open: Vec::new() };
        while found.len() < MAX_VALUES {
            let rest = &text[reader.at..];
            reader.at += rest.len() - rest.trim_start_matches(|c| is_space(c) || c == ',' || c == ';').len();
            match reader.value() {
                Ok(place) => found.push(place),
                Err(Broken) => break,
            }
        }
        found
    }

    pub fn at(&self, place: u32) -> Value<'_, 'text> {
        Value { values: self, place }
    }
}

impl<'values, 'text> Value<'values, 'text> {
    pub fn place(self) -> u32 {
        self.place
    }

    pub fn kind(self) -> &'values Kind<'text> {
        &self.values.nodes[self.place as usize].kind
    }

    /// The values in a list or an object, in their order.
    pub fn inside(self) -> impl Iterator<Item = Self> {
        let step = move |place: u32| (place != NONE).then_some(Value { place, ..self });
        std::iter::successors(step(self.values.nodes[self.place as usize].first), move |value| {
            step(value.values.nodes[value.place as usize].next)
        })
    }

    pub fn key(self) -> &'values str {
        &self.values.nodes[self.place as usize].key
    }

    /// What an object has under a name: the last counts. None of what is no object.
    pub fn get(self, key: &str) -> Option<Self> {
        let is_object = *self.kind() == Kind::Object;
        self.inside().filter(|value| is_object && value.key() == key).last()
    }

    /// The same, where it says anything.
    pub fn told(self, key: &str) -> Option<Self> {
        self.get(key).filter(|value| value.is_true())
    }

    /// The first of some names under which an object says anything.
    pub fn first_told(self, keys: &[&str]) -> Option<Self> {
        keys.iter().find_map(|key| self.told(key))
    }

    pub fn text(self) -> Option<&'values str> {
        if let Kind::Text(text) = self.kind() { Some(text) } else { None }
    }

    pub fn is_list(self) -> bool {
        *self.kind() == Kind::List
    }

    pub fn is_object(self) -> bool {
        *self.kind() == Kind::Object
    }

    /// Whether a value counts as true for Python: it is neither empty nor zero.
    pub fn is_true(self) -> bool {
        match self.kind() {
            Kind::Null => false,
            Kind::Bool(is_true) => *is_true,
            Kind::Int(digits) => !matches!(*digits, "0" | "-0"),
            Kind::Float(number) => *number != 0.0,
            Kind::Text(text) => !text.is_empty(),
            Kind::List | Kind::Object => self.values.nodes[self.place as usize].first != NONE,
        }
    }
}

/// A list or an object that has not ended.
struct Open {
    place: u32,
    last: u32,
    count: usize,
    is_object: bool,
}

struct Reader<'text, 'nodes> {
    text: &'text str,
    at: usize,
    nodes: &'nodes mut Vec<Node<'text>>,
    open: Vec<Open>,
}

impl<'text> Reader<'text, '_> {
    /// The next value, with all that is in it.
    fn value(&mut self) -> Result<u32, Broken> {
        self.open.clear();
        let root = self.nodes.len() as u32;
        let mut key = Cow::Borrowed("");
        loop {
            limits::tick(1);
            let is_open = self.add(key)? && !self.ends_at_once();
            if !is_open && !self.goes_on()? {
                return Ok(root);
            }
            let is_object = self.open.last().is_some_and(|open| open.is_object);
            key = if is_object { self.key()? } else { Cow::Borrowed("") };
        }
    }

    /// Adds the value that begins here; whether it is a list or an object, which is open now.
    fn add(&mut self, key: Cow<'text, str>) -> Result<bool, Broken> {
        let kind = self.kind()?;
        let is_object = kind == Kind::Object;
        let is_open = is_object || kind == Kind::List;
        let place = self.nodes.len() as u32;
        if let Some(open) = self.open.last_mut() {
            match open.last {
                NONE => self.nodes[open.place as usize].first = place,
                last => self.nodes[last as usize].next = place,
            }
            (open.last, open.count) = (place, open.count + 1);
            if open.is_object && open.count > MAX_KEYS {
                return Err(Broken);
            }
        }
        self.nodes.push(Node { key, kind, first: NONE, next: NONE });
        if is_open {
            if self.open.len() >= MAX_DEPTH {
                return Err(Broken);
            }
            self.open.push(Open { place, last: NONE, count: 0, is_object });
            self.skip_space();
        }
        Ok(is_open)
    }

    /// Whether the list or object that was just opened ends again; it is closed then.
    fn ends_at_once(&mut self) -> bool {
        let end = self.open.last().map(|open| if open.is_object { b'}' } else { b']' });
        let ends = end.is_some() && self.byte() == end;
        if ends {
            self.at += 1;
            self.open.pop();
        }
        ends
    }

    /// Whether another value comes in what is open, behind one that has ended.
    fn goes_on(&mut self) -> Result<bool, Broken> {
        while let Some(open) = self.open.last() {
            let end = if open.is_object { b'}' } else { b']' };
            self.skip_space();
            let byte = self.byte().ok_or(Broken)?;
            self.at += 1;
            if byte == b',' {
                self.skip_space();
                return Ok(true);
            }
            if byte != end {
                return Err(Broken);
            }
            self.open.pop();
        }
        Ok(false)
    }

    fn key(&mut self) -> Result<Cow<'text, str>, Broken> {
        if self.byte() != Some(b'"') {
            return Err(Broken);
        }
        let key = self.string()?;
        self.skip_space();
        if self.byte() != Some(b':') {
            return Err(Broken);
        }
        self.at += 1;
        self.skip_space();
        Ok(key)
    }

    fn kind(&mut self) -> Result<Kind<'text>, Broken> {
        const WORDS: [(&str, Kind); 6] = [
            ("null", Kind::Null),
            ("true", Kind::Bool(true)),
            ("false", Kind::Bool(false)),
            ("NaN", Kind::Float(f64::NAN)),
            ("Infinity", Kind::Float(f64::INFINITY)),
            ("-Infinity", Kind::Float(f64::NEG_INFINITY)),
        ];
        match self.byte().ok_or(Broken)? {
            b'{' | b'[' => {
                self.at += 1;
                Ok(if self.text.as_bytes()[self.at - 1] == b'{' { Kind::Object } else { Kind::List })
            }
            b'"' => self.string().map(Kind::Text),
            _ => {
                let rest = &self.text[self.at..];
                let Some((word, kind)) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word)) else {
                    return self.number();
                };
                self.at += word.len();
                Ok(kind)
            }
        }
    }

    fn number(&mut self) -> Result<Kind<'text>, Broken> {
        let rest = &self.text.as_bytes()[self.at..];
        let digits =
            |from: usize| rest.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
        let sign = usize::from(rest.first() == Some(&b'-'));
        let whole = match rest.get(sign) {
            Some(b'0') => 1,
            _ => digits(sign),
        };
        if whole == 0 {
            return Err(Broken);
        }
        let (mut end, mut is_whole) = (sign + whole, true);
        if rest.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            (end, is_whole) = (end + 1 + digits(end + 1), false);
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let start = end + 1 + usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            if digits(start) > 0 {
                (end, is_whole) = (start + digits(start), false);
            }
        }
        let text = &self.text[self.at..self.at + end];
        if text.len() > MAX_DIGITS {
            return Err(Broken);
        }
        self.at += end;
        Ok(if is_whole { Kind::Int(text) } else { Kind::Float(text.parse().map_err(|_| Broken)?) })
    }

    /// The string whose first quote stands here.
    fn string(&mut self) -> Result<Cow<'text, str>, Broken> {
        self.at += 1;
        let mut owned: Option<String> = None;
        loop {
            let rest = &self.text[self.at..];
            let end = memchr::memchr2(b'"', b'\\', rest.as_bytes()).ok_or(Broken)?;
            let (part, is_end) = (&rest[..end], rest.as_bytes()[end] == b'"');
            self.at += end + 1;
            if is_end && owned.is_none() {
                return Ok(Cow::Borrowed(part));
            }
            let text = owned.get_or_insert_default();
            text.push_str(part);
            if is_end {
                return Ok(Cow::Owned(owned.unwrap_or_default()));
            }
            let escaped = self.escape()?;
            text.push_str(escaped.encode_utf8(&mut [0; 4]));
        }
    }

    /// The character of an escape, behind its backslash.
    fn escape(&mut self) -> Result<char, Broken> {
        let byte = self.byte().ok_or(Broken)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\x08',
            b'f' => '\x0C',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex().ok_or(Broken)?;
                let is_pair = (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u");
                if !is_pair {
                    return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)); // half a surrogate
                }
                let start = self.at;
                self.at += 2;
                let Some(second) = self.hex().filter(|second| (0xDC00..0xE000).contains(second)) else {
                    self.at = start;
                    return Ok(char::REPLACEMENT_CHARACTER);
                };
                return char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(Broken);
            }
            _ => return Err(Broken),
        })
    }

    /// The number of four hexadecimal digits.
    fn hex(&mut self) -> Option<u32> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }
}

/// Marks that stand around JSON in scripts.
const WRAPPERS: [&str; 6] = ["<!--", "-->", "<![CDATA[", "]]>", "//", ";"];

/// A text as JSON, without what programs leave in it; strings are kept whole but for escapes that there are not.
pub fn mended(text: &str) -> String {
    let mut rest = text.trim_matches(is_space);
    while let Some(inner) = without_mark(rest) {
        rest = inner.trim_matches(is_space);
    }
    let mut clean = String::with_capacity(rest.len());
    while let Some(place) = rest.find(['"', '/', ',']) {
        clean.push_str(&rest[..place]);
        let found = &rest[place..];
        let behind = found[1..].trim_start_matches(is_space);
        rest = match found.as_bytes() {
            [b'"', ..] => copy_string(found, &mut clean),
            [b'/', b'*', ..] => found[2..].split_once("*/").map_or("", |(_, rest)| rest),
            [b'/', b'/', ..] => found.find('\n').map_or("", |end| &found[end..]),
            [b',', ..] if behind.starts_with(['}', ']', ',']) => behind,
            _ => {
                clean.push_str(&found[..1]);
                &found[1..]
            }
        };
        limits::tick(1);
    }
    clean.push_str(rest);
    clean
}

/// A text less a mark before or behind it.
fn without_mark(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("/*") {
        return rest.split_once("*/").map(|(_, rest)| rest).filter(|rest| rest.contains(['{', '[']));
    }
    let inner = WRAPPERS.iter().find_map(|mark| text.strip_prefix(mark).or_else(|| text.strip_suffix(mark)))?;
    Some(inner)
}

/// Adds the string that a text begins with, and tells what stands behind it.
fn copy_string<'text>(text: &'text str, clean: &mut String) -> &'text str {
    let (bytes, mut at, mut copied) = (text.as_bytes(), 1, 0);
    while at < bytes.len() && bytes[at] != b'"' {
        let is_escape = bytes[at] == b'\\';
        if is_escape && !bytes.get(at + 1).is_some_and(|next| b"\"\\/bfnrtu".contains(next)) {
            clean.push_str(&text[copied..at]);
            copied = at + 1;
            at += 1;
        } else {
            at += if is_escape { 2 } else { 1 };
        }
    }
    let end = (at + 1).min(bytes.len());
    clean.push_str(&text[copied..end]);
    &text[end..]
}

#[cfg(test)]
#[path = "../tests/unit/json_text.rs"]
mod tests;
