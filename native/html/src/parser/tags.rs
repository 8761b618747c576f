//! Tags and their attributes, as a part of the tokenizer.

use memchr::memchr3;

use super::references;
use super::tokenizer::{Tag, Token, Tokenizer, side_span};
use crate::arena::{Arena, Attribute, Span};
use crate::names::NameId;

/// What a byte can end or ask for inside a tag.
const SPACE: u8 = 1;
/// Ends a tag's name.
const ENDS_TAG_NAME: u8 = 2;
/// Ends an attribute's name.
const ENDS_NAME: u8 = 4;
/// Is not written into a name as it stands: capitals and NUL.
const CHANGED_IN_NAME: u8 = 8;
/// Ends or interrupts a value without quotes.
const STOPS_VALUE: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let spaces = [b'\t', b'\n', b'\x0C', b' '];
    let mut index = 0;
    while index < spaces.len() {
        classes[spaces[index] as usize] = SPACE | ENDS_TAG_NAME | ENDS_NAME | STOPS_VALUE;
        index += 1;
    }
    classes[b'/' as usize] = ENDS_TAG_NAME | ENDS_NAME;
    classes[b'>' as usize] = ENDS_TAG_NAME | ENDS_NAME | STOPS_VALUE;
    classes[b'=' as usize] = ENDS_NAME;
    classes[b'&' as usize] = STOPS_VALUE;
    classes[0] = CHANGED_IN_NAME | STOPS_VALUE;
    let mut capital = b'A';
    while capital <= b'Z' {
        classes[capital as usize] = CHANGED_IN_NAME;
        capital += 1;
    }
    classes
};

#[inline]
fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

impl<'input> Tokenizer<'input> {
    /// At the name of a start tag. A tag that the end of the page cuts off is dropped.
    pub(crate) fn start_tag(&mut self, arena: &mut Arena<'input>) -> Token {
        let first_attribute = arena.attributes.len() as u32;
        let name = self.name(arena, ENDS_TAG_NAME, 0);
        match self.attributes(arena) {
            Some(self_closing) => {
                let last_attribute = arena.attributes.len() as u32;
                Token::Start(Tag { name, self_closing, first_attribute, last_attribute })
            }
            None => self.cut_off(arena, first_attribute),
        }
    }

    /// At the name of an end tag, whose attributes mean nothing.
    pub(crate) fn end_tag(&mut self, arena: &mut Arena<'input>) -> Token {
        let first_attribute = arena.attributes.len() as u32;
        let name = self.name(arena, ENDS_TAG_NAME, 0);
        if self.byte(0) == Some(b'>') {
            self.position += 1;
            return Token::End(name);
        }
        match self.attributes(arena) {
            Some(_) => {
                arena.attributes.truncate(first_attribute as usize);
                Token::End(name)
            }
            None => self.cut_off(arena, first_attribute),
        }
    }

    fn cut_off(&mut self, arena: &mut Arena<'input>, first_attribute: u32) -> Token {
        arena.attributes.truncate(first_attribute as usize);
        self.position = self.input.len();
        Token::EndOfFile
    }

    /// A name up to a byte of the class `ends`; its first `known` bytes belong to it whatever they are.
    #[inline]
    fn name(&mut self, arena: &mut Arena<'input>, ends: u8, known: usize) -> NameId {
        let start = self.position;
        let rest = &self.bytes()[start..];
        let mut changed = 0;
        let mut length = 0;
        while let Some(&byte) = rest.get(length) {
            let class = CLASSES[byte as usize];
            if class & ends != 0 && length >= known {
                break;
            }
            changed |= class & CHANGED_IN_NAME;
            length += 1;
        }
        self.position = start + length;
        let text = &self.input[start..start + length];
        if changed == 0 { arena.names.intern(text) } else { self.changed_name(arena, text) }
    }

    fn changed_name(&mut self, arena: &mut Arena<'input>, text: &str) -> NameId {
        self.lowered.clear();
        self.lowered.extend(text.chars().map(|character| match character {
            '\0' => char::REPLACEMENT_CHARACTER,
            other => other.to_ascii_lowercase(),
        }));
        arena.names.intern(&self.lowered)
    }

    /// The rest of a tag: whether it closes itself, or none where the page ends first.
    #[inline]
    fn attributes(&mut self, arena: &mut Arena<'input>) -> Option<bool> {
        self.tag_number = self.tag_number.wrapping_add(1);
        loop {
            let byte = self.byte(0)?;
            if is(byte, SPACE) {
                self.position += 1;
            } else if byte == b'>' {
                self.position += 1;
                return Some(false);
            } else if byte == b'/' {
                self.position += 1;
                if self.byte(0)? == b'>' {
                    self.position += 1;
                    return Some(true);
                }
            } else {
                self.attribute(arena)?;
            }
        }
    }

    #[inline]
    fn attribute(&mut self, arena: &mut Arena<'input>) -> Option<()> {
        let name = self.name(arena, ENDS_NAME, 1);
        self.skip_space();
        let mut value = Span { start: 0, end: 0 };
        if self.byte(0)? == b'=' {
            self.position += 1;
            self.skip_space();
            value = match self.byte(0)? {
                b'>' => value,
                quote @ (b'"' | b'\'') => {
                    self.position += 1;
                    let value = self.value(arena, |rest| memchr3(quote, b'&', 0, rest))?;
                    self.position += 1;
                    value
                }
                _ => self.value(arena, |rest| rest.iter().position(|byte| is(*byte, STOPS_VALUE)))?,
            };
        }
        if self.is_first(name) {
            arena.attributes.push(Attribute { name, value });
        }
        Some(())
    }

    #[inline]
    fn skip_space(&mut self) {
        while self.byte(0).is_some_and(|byte| is(byte, SPACE)) {
            self.position += 1;
        }
    }

    /// Whether the tag at hand has no attribute of this name yet.
    #[inline]
    fn is_first(&mut self, name: NameId) -> bool {
        let index = name as usize;
        if index >= self.last_seen.len() {
            self.last_seen.resize(index + 64, 0);
        }
        std::mem::replace(&mut self.last_seen[index], self.tag_number) != self.tag_number
    }

    /// A value up to the byte at which `find` stops and that is neither `&` nor NUL; the position is left on that byte.
    ///
    /// It is copied to the side only once something in it has to be replaced.
    #[inline]
    fn value(&mut self, arena: &mut Arena<'input>, find: impl Fn(&[u8]) -> Option<usize>) -> Option<Span> {
        let start = self.position;
        let end = start + find(&self.bytes()[start..])?;
        self.position = end;
        if matches!(self.bytes()[end], b'&' | 0) {
            return self.value_with_references(arena, start, find);
        }
        Some(Span { start: start as u32, end: end as u32 })
    }

    fn value_with_references(
        &mut self,
        arena: &mut Arena<'input>,
        start: usize,
        find: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<Span> {
        let (input, bytes) = (self.input, self.bytes());
        let side_start = arena.side.len();
        let mut copied_to = start;
        loop {
            let at = self.position;
            let passed = match bytes[at] {
                b'&' => match references::parse(&bytes[at..], true) {
                    Some(found) => {
                        arena.side.push_str(&input[copied_to..at]);
                        found.push_to(arena);
                        copied_to = at + found.length;
                        found.length
                    }
                    None => 1,
                },
                0 => {
                    arena.side.push_str(&input[copied_to..at]);
                    arena.side.push('\u{fffd}');
                    copied_to = at + 1;
                    1
                }
                _ if copied_to == start => {
                    return Some(Span { start: start as u32, end: at as u32 });
                }
                _ => {
                    arena.side.push_str(&input[copied_to..at]);
                    return Some(side_span(arena, side_start));
                }
            };
            self.position = at + passed + find(&bytes[at + passed..])?;
        }
    }
}
