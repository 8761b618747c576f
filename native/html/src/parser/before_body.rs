//! The insertion modes up to the body, as a part of the tree builder.

use super::open_elements::Open;
use super::tokenizer::{Content, Tag, Token};
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::arena::{DOCUMENT, NodeId};
use crate::names::name::*;

impl TreeBuilder<'_> {
    pub fn leave_initial(&mut self) -> Next {
        self.quirks = true;
        self.again_in(Mode::BeforeHtml)
    }

    pub fn before_html(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => {
                self.create_root(tag);
                self.mode = Mode::BeforeHead;
                Next::Done
            }
            Token::End(name) if !matches!(name, HEAD | BODY | HTML | BR) => Next::Done,
            _ => self.leave_before_html(),
        }
    }

    pub fn leave_before_html(&mut self) -> Next {
        self.create_root(Tag::implied(HTML));
        self.again_in(Mode::BeforeHead)
    }

    fn create_root(&mut self, tag: Tag) {
        let root = self.create(tag);
        self.arena.append(DOCUMENT, root);
        self.open.push(Open::html(root, HTML));
    }

    pub fn before_head(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::Start(tag) if tag.name == HEAD => {
                self.head = Some(self.insert(tag));
                self.mode = Mode::InHead;
                Next::Done
            }
            Token::End(name) if !matches!(name, HEAD | BODY | HTML | BR) => Next::Done,
            _ => self.leave_before_head(),
        }
    }

    pub fn leave_before_head(&mut self) -> Next {
        self.head = Some(self.insert_implied(HEAD));
        self.again_in(Mode::InHead)
    }

    pub fn in_head(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                BASE | BASEFONT | BGSOUND | LINK | META => {
                    self.insert_closed(tag);
                }
                TITLE => self.insert_raw(tag, Content::References),
                NOFRAMES | STYLE => self.insert_raw(tag, Content::Raw),
                SCRIPT => self.insert_raw(tag, Content::Script),
                NOSCRIPT => {
                    self.insert(tag);
                    self.mode = Mode::InHeadNoscript;
                }
                TEMPLATE => self.start_template(tag),
                HEAD => {}
                _ => return self.leave_head(),
            },
            Token::End(HEAD) => {
                self.open.pop();
                self.mode = Mode::AfterHead;
            }
            Token::End(TEMPLATE) => self.end_template(),
            Token::End(BODY | HTML | BR) => return self.leave_head(),
            Token::End(_) => {}
            _ => return self.leave_head(),
        }
        Next::Done
    }

    pub fn leave_head(&mut self) -> Next {
        self.open.pop();
        self.again_in(Mode::AfterHead)
    }

    fn start_template(&mut self, tag: Tag) {
        self.formatting.push_marker();
        self.frameset_allowed = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
        self.insert(tag);
    }

    fn end_template(&mut self) {
        if self.open.contains(TEMPLATE) {
            self.close_template();
        }
    }

    pub fn in_head_noscript(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => self.in_body(token),
                BASEFONT | BGSOUND | LINK | META | NOFRAMES | STYLE => self.in_head(token),
                HEAD | NOSCRIPT => Next::Done,
                _ => self.leave_head_noscript(),
            },
            Token::End(NOSCRIPT) => {
                self.open.pop();
                self.mode = Mode::InHead;
                Next::Done
            }
            Token::End(BR) => self.leave_head_noscript(),
            Token::End(_) => Next::Done,
            _ => self.leave_head_noscript(),
        }
    }

    pub fn leave_head_noscript(&mut self) -> Next {
        self.open.pop();
        self.again_in(Mode::InHead)
    }

    pub fn after_head(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => return self.in_body(token),
                BODY => {
                    self.insert(tag);
                    self.frameset_allowed = false;
                    self.mode = Mode::InBody;
                }
                FRAMESET => {
                    self.insert(tag);
                    self.mode = Mode::InFrameset;
                }
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    return self.in_head_again(token);
                }
                HEAD => {}
                _ => return self.leave_after_head(),
            },
            Token::End(TEMPLATE) => self.end_template(),
            Token::End(BODY | HTML | BR) => return self.leave_after_head(),
            Token::End(_) => {}
            _ => return self.leave_after_head(),
        }
        Next::Done
    }

    /// What belongs into the head but comes behind it is still put there.
    fn in_head_again(&mut self, token: Token) -> Next {
        let head: NodeId = self.head.unwrap_or(DOCUMENT);
        self.open.push(Open::html(head, HEAD));
        let next = self.in_head(token);
        self.open.remove_node(head);
        next
    }

    pub fn leave_after_head(&mut self) -> Next {
        self.insert_implied(BODY);
        self.again_in(Mode::InBody)
    }
}
