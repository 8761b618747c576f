//! Text that is not markup: what stands in `title`, `style`, `script` and the like, as a part of the tokenizer.

use memchr::{memchr, memchr2, memchr3};

use super::{Content, Token, Tokenizer};
use crate::arena::{Arena, Span};
use crate::parser::references;

/// A script that "hides" in a comment may write whole `script` elements without ending.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    None,
    /// Behind `<!--`.
    Comment,
    /// Behind `<script` inside of that.
    Script,
}

impl<'input> Tokenizer<'input> {
    /// A piece of raw text, or the end tag that ends it.
    pub(crate) fn raw_text(&mut self, arena: &mut Arena<'input>) -> Token {
        match self.byte(0) {
            None => return Token::EndOfFile,
            Some(0) => {
                self.position += 1;
                return Token::Text(arena.store("\u{fffd}"));
            }
            Some(b'&') if self.content == Content::References => {
                if let Some(found) = references::parse(&self.bytes()[self.position..], false) {
                    return Token::Text(self.store_reference(arena, found));
                }
            }
            Some(_) => {}
        }
        let end = match self.content {
            Content::Script => self.script_end(),
            Content::Plain => self.find_from(self.position, |rest| memchr(0, rest)),
            _ => self.raw_text_end(arena.names.text(self.raw_name)),
        };
        let end = end.unwrap_or(self.input.len());
        if end == self.position {
            self.content = Content::Markup;
            if self.in_noscript && self.is_tag_at(end + 1, b"/", b"noscript") {
                return Token::End(self.raw_name);
            }
            self.position += 2;
            return self.end_tag(arena);
        }
        let start = std::mem::replace(&mut self.position, end);
        Token::Text(Span { start: start as u32, end: end as u32 })
    }

    /// Where the piece of text at the position ends: at the end tag or at a byte that may have to be replaced.
    fn raw_text_end(&self, name: &str) -> Option<usize> {
        let mut from = self.position;
        loop {
            let at = match self.content {
                Content::References => self.find_from(from, |rest| memchr3(b'<', b'&', 0, rest))?,
                _ => self.find_from(from, |rest| memchr2(b'<', 0, rest))?,
            };
            let ends = match self.bytes()[at] {
                b'<' => {
                    self.is_tag_at(at + 1, b"/", name.as_bytes())
                        || (self.in_noscript && self.is_tag_at(at + 1, b"/", b"noscript"))
                }
                _ => at > self.position,
            };
            if ends {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// Whether at `at` stand `slash`, then `name`, then a byte that ends a name.
    fn is_tag_at(&self, at: usize, slash: &[u8], name: &[u8]) -> bool {
        let Some(rest) = self.bytes().get(at..).and_then(|rest| rest.strip_prefix(slash)) else {
            return false;
        };
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
            && rest.get(name.len()).is_some_and(|end| matches!(end, b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>'))
    }

    /// As `raw_text_end`, for scripts.
    fn script_end(&mut self) -> Option<usize> {
        let mut from = self.position;
        loop {
            let at = match self.escape {
                Escape::None => self.find_from(from, |rest| memchr2(b'<', 0, rest))?,
                _ => self.find_from(from, |rest| memchr3(b'<', b'>', 0, rest))?,
            };
            match self.bytes()[at] {
                b'<' if self.less_than_in_script(at) => return Some(at),
                0 => return Some(at),
                b'>' if self.bytes()[self.escape_start.min(at)..at].ends_with(b"--") => self.escape = Escape::None,
                _ => {}
            }
            from = at + 1;
        }
    }

    /// Follows a `<` into or out of an escape; whether it is the end tag.
    fn less_than_in_script(&mut self, at: usize) -> bool {
        match self.escape {
            Escape::None | Escape::Comment if self.is_tag_at(at + 1, b"/", b"script") => return true,
            Escape::None if self.bytes()[at..].starts_with(b"<!--") => {
                (self.escape, self.escape_start) = (Escape::Comment, at + 2);
            }
            Escape::Comment if self.is_tag_at(at + 1, b"", b"script") => self.escape = Escape::Script,
            Escape::Script if self.is_tag_at(at + 1, b"/", b"script") => self.escape = Escape::Comment,
            _ => {}
        }
        false
    }
}
