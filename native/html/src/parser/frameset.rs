//! The insertion modes of pages that are a set of frames, as a part of the tree builder.

use super::tokenizer::{Tag, Token};
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::names::name::*;

impl TreeBuilder<'_> {
    /// A `frameset` takes the place of a body in which nothing has been shown yet.
    pub fn frameset_in_body(&mut self, tag: Tag) {
        let body = self.open.get(1);
        if !self.frameset_allowed || !body.is(BODY) {
            return;
        }
        self.arena.detach(body.node);
        self.open.truncate(1);
        self.insert(tag);
        self.mode = Mode::InFrameset;
    }

    pub fn in_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                FRAMESET => {
                    self.insert(tag);
                }
                FRAME => {
                    self.insert_closed(tag);
                }
                NOFRAMES => return self.in_head(token),
                _ => {}
            },
            Token::End(FRAMESET) if self.open.len() > 1 => {
                self.open.pop();
                if !self.open.current_is(FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
        Next::Done
    }

    pub fn after_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::Start(tag) if tag.name == NOFRAMES => self.in_head(token),
            Token::End(HTML) => {
                self.mode = Mode::AfterAfterFrameset;
                Next::Done
            }
            _ => Next::Done,
        }
    }

    pub fn after_after_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::Start(tag) if tag.name == NOFRAMES => self.in_head(token),
            _ => Next::Done,
        }
    }
}
