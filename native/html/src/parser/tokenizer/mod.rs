//! Splits a page into tags and text, following the tokenization stage of the HTML standard.
//!
//! Nothing is allocated for a token: text is a span of the input, attributes go straight into the arena.

pub mod raw_text;

use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use super::references;
use crate::arena::{Arena, Span};
use crate::names::{NameId, name};
use raw_text::Escape;

/// A start tag; its attributes are `arena.attributes[first_attribute..last_attribute]`.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    pub name: NameId,
    pub self_closing: bool,
    pub first_attribute: u32,
    pub last_attribute: u32,
}

impl Tag {
    /// A tag that the page does not write but implies.
    pub fn implied(name: NameId) -> Self {
        Tag { name, self_closing: false, first_attribute: 0, last_attribute: 0 }
    }

    /// Where its attributes stand in the arena.
    pub fn attributes(self) -> Range<usize> {
        self.first_attribute as usize..self.last_attribute as usize
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Token {
    Start(Tag),
    End(NameId),
    Text(Span),
    /// A NUL that the tree builder drops or replaces.
    Null,
    /// Not kept, but it divides the text of a table.
    Comment,
    /// What stands between `<!doctype` and `>`; `closed` where the `>` was there.
    Doctype {
        content: Span,
        closed: bool,
    },
    EndOfFile,
}

/// How the input at hand is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Markup,
    /// Text with character references (`title`, `textarea`).
    References,
    /// Text alone (`style`, `iframe`...).
    Raw,
    Script,
    /// Text up to the end of the page.
    Plain,
    CharacterData,
}

pub struct Tokenizer<'input> {
    pub(crate) input: &'input str,
    pub position: usize,
    pub content: Content,
    /// The element whose end tag ends the raw text.
    pub(crate) raw_name: NameId,
    /// Whether `</noscript` ends it too.
    pub(crate) in_noscript: bool,
    pub(crate) escape: Escape,
    /// Where the dashes that opened the escape begin.
    pub(crate) escape_start: usize,
    /// The number of the last tag that had each attribute name: finds duplicates however many attributes a tag has.
    pub(crate) last_seen: Vec<u32>,
    pub(crate) tag_number: u32,
    pub lowered: String,
}

impl<'input> Tokenizer<'input> {
    pub fn new(input: &'input str) -> Self {
        Tokenizer {
            input,
            position: 0,
            content: Content::Markup,
            raw_name: name::TEXT,
            in_noscript: false,
            escape: Escape::None,
            escape_start: 0,
            last_seen: Vec::new(),
            tag_number: 0,
            lowered: String::new(),
        }
    }

    /// Reads what follows as `content`, up to the end tag of `raw_name`.
    pub fn enter(&mut self, content: Content, raw_name: NameId) {
        (self.content, self.raw_name, self.escape) = (content, raw_name, Escape::None);
    }

    /// Passes over a newline that comes next, be it written as a (closed) reference.
    pub fn skip_newline(&mut self) {
        let reference = || references::parse(&self.bytes()[self.position..], false);
        self.position += match self.byte(0) {
            Some(b'\n') => 1,
            Some(b'&') => {
                reference().filter(|found| found.first == '\n' && found.closed).map_or(0, |found| found.length)
            }
            _ => 0,
        };
    }

    /// The next token. `foreign`: the current element is not HTML, so that CDATA sections count.
    #[inline]
    pub fn next(&mut self, arena: &mut Arena<'input>, foreign: bool) -> Token {
        match self.content {
            Content::Markup => self.markup(arena, foreign),
            Content::CharacterData => self.character_data(arena, foreign),
            _ => self.raw_text(arena),
        }
    }

    #[inline]
    pub fn bytes(&self) -> &'input [u8] {
        self.input.as_bytes()
    }

    /// The byte `ahead` of the position.
    #[inline]
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes().get(self.position + ahead).copied()
    }

    fn markup(&mut self, arena: &mut Arena<'input>, foreign: bool) -> Token {
        loop {
            let found = match self.byte(0) {
                None => return Token::EndOfFile,
                Some(b'<') => self.tag_open(arena, foreign),
                Some(b'&') => self.reference(arena),
                Some(0) => {
                    self.position += 1;
                    Some(Token::Null)
                }
                Some(_) => Some(self.text_from(0)),
            };
            if let Some(token) = found {
                return token;
            }
        }
    }

    /// Text up to the next byte that could be markup, whose first `known` bytes are text for sure.
    #[inline]
    fn text_from(&mut self, known: usize) -> Token {
        let start = self.position;
        let rest = self.bytes().get(start + known..).unwrap_or_default();
        let length = memchr3(b'<', b'&', 0, rest).unwrap_or(rest.len());
        self.position = start + known + length;
        Token::Text(Span { start: start as u32, end: self.position as u32 })
    }

    fn reference(&mut self, arena: &mut Arena<'input>) -> Option<Token> {
        Some(match references::parse(&self.bytes()[self.position..], false) {
            Some(found) => Token::Text(self.store_reference(arena, found)),
            None => self.text_from(1),
        })
    }

    pub(crate) fn store_reference(&mut self, arena: &mut Arena<'input>, found: references::Reference) -> Span {
        self.position += found.length;
        let start = arena.side.len();
        found.push_to(arena);
        side_span(arena, start)
    }

    /// At a `<`. Nothing comes of `</>` alone.
    fn tag_open(&mut self, arena: &mut Arena<'input>, foreign: bool) -> Option<Token> {
        match self.byte(1) {
            Some(b'/') => self.end_tag_open(arena),
            Some(b'!') => Some(self.declaration(foreign)),
            Some(b'?') => Some(self.bogus_comment(1)),
            Some(first) if first.is_ascii_alphabetic() => {
                self.position += 1;
                Some(self.start_tag(arena))
            }
            _ => Some(self.text_from(1)),
        }
    }

    fn end_tag_open(&mut self, arena: &mut Arena<'input>) -> Option<Token> {
        match self.byte(2) {
            None => Some(self.text_from(2)),
            Some(b'>') => {
                self.position += 3;
                None
            }
            Some(first) if first.is_ascii_alphabetic() => {
                self.position += 2;
                Some(self.end_tag(arena))
            }
            Some(_) => Some(self.bogus_comment(2)),
        }
    }

    /// Passes over everything up to the next `>`, `ahead` bytes on.
    fn bogus_comment(&mut self, ahead: usize) -> Token {
        let start = self.position + ahead;
        self.position = self.find_from(start, |rest| memchr(b'>', rest)).map_or(self.input.len(), |end| end + 1);
        Token::Comment
    }

    pub(crate) fn find_from(&self, start: usize, find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        find(self.bytes().get(start..)?).map(|offset| start + offset)
    }

    /// At a `<!`.
    fn declaration(&mut self, foreign: bool) -> Token {
        let rest = &self.bytes()[self.position + 2..];
        if rest.starts_with(b"--") {
            self.position = self.comment_end(self.position + 4);
            return Token::Comment;
        }
        if rest.get(..7).is_some_and(|keyword| keyword.eq_ignore_ascii_case(b"doctype")) {
            return self.doctype();
        }
        if foreign && rest.starts_with(b"[CDATA[") {
            self.position += 9;
            self.content = Content::CharacterData;
            return Token::Text(Span { start: 0, end: 0 });
        }
        self.bogus_comment(2)
    }

    /// The position behind a comment whose text begins at `start`: behind `-->` or `--!>`, or behind a `>` or `->` that
    /// stands right at its start.
    fn comment_end(&self, start: usize) -> usize {
        let bytes = self.bytes();
        let mut from = start;
        while let Some(end) = self.find_from(from, |rest| memchr(b'>', rest)) {
            let text = &bytes[start..end];
            if matches!(text, b"" | b"-") || text.ends_with(b"--") || text.ends_with(b"--!") {
                return end + 1;
            }
            from = end + 1;
        }
        bytes.len()
    }

    fn doctype(&mut self) -> Token {
        let start = self.position + 9;
        let end = self.find_from(start, |rest| memchr(b'>', rest));
        let content = Span { start: start as u32, end: end.unwrap_or(self.input.len()) as u32 };
        self.position = end.map_or(self.input.len(), |end| end + 1);
        Token::Doctype { content, closed: end.is_some() }
    }

    /// In a CDATA section: text up to `]]>`.
    fn character_data(&mut self, arena: &mut Arena<'input>, foreign: bool) -> Token {
        let start = self.position;
        if self.byte(0) == Some(0) {
            self.position += 1;
            return Token::Null;
        }
        let mut from = start;
        while let Some(at) = self.find_from(from, |rest| memchr2(b']', 0, rest)) {
            if self.bytes()[at] == 0 {
                self.position = at;
                return Token::Text(Span { start: start as u32, end: at as u32 });
            }
            if self.bytes()[at..].starts_with(b"]]>") {
                self.content = Content::Markup;
                self.position = at + 3;
                if at == start {
                    return self.markup(arena, foreign);
                }
                return Token::Text(Span { start: start as u32, end: at as u32 });
            }
            from = at + 1;
        }
        self.content = Content::Markup;
        self.position = self.input.len();
        Token::Text(Span { start: start as u32, end: self.position as u32 })
    }
}

/// The span of what was put on the side since it was `start` long.
pub fn side_span(arena: &Arena, start: usize) -> Span {
    let base = arena.input.len();
    Span { start: (base + start) as u32, end: (base + arena.side.len()) as u32 }
}
