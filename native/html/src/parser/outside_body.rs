//! The insertion modes up to the body, as a part of the tree builder.
//!
//! The insertion modes of pages that are a set of frames, as a part of the tree builder.
//!
//! Templates and the end of the body, as a part of the tree builder.

use super::open_elements::{IN_HTML, Open};
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

impl TreeBuilder<'_> {
    pub fn in_template(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                    self.in_head(token)
                }
                CAPTION | COLGROUP | TBODY | TFOOT | THEAD => self.template_is(Mode::InTable),
                COL => self.template_is(Mode::InColumnGroup),
                TR => self.template_is(Mode::InTableBody),
                TD | TH => self.template_is(Mode::InRow),
                _ => self.template_is(Mode::InBody),
            },
            Token::End(TEMPLATE) => self.in_head(token),
            Token::EndOfFile if self.open.contains(TEMPLATE) => {
                self.close_template();
                Next::Again
            }
            _ => Next::Done,
        }
    }

    /// The first tag in a template says what the template is a piece of.
    fn template_is(&mut self, mode: Mode) -> Next {
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.again_in(mode)
    }

    /// Closes the innermost open template.
    pub fn close_template(&mut self) {
        self.open.pop_through_named(TEMPLATE);
        self.formatting.clear_to_marker();
        self.template_modes.pop();
        self.mode = self.mode_of_open_elements();
    }

    /// The mode that goes with the elements that are open. Where this is asked the head has always been there.
    pub fn mode_of_open_elements(&self) -> Mode {
        for (_, open) in self.open.downwards() {
            if !open.has(IN_HTML) {
                continue;
            }
            match open.name {
                TD | TH => return Mode::InCell,
                TR => return Mode::InRow,
                TBODY | THEAD | TFOOT => return Mode::InTableBody,
                CAPTION => return Mode::InCaption,
                COLGROUP => return Mode::InColumnGroup,
                TABLE => return Mode::InTable,
                TEMPLATE => return self.template_modes.last().copied().unwrap_or(Mode::InBody),
                HEAD => return Mode::InHead,
                BODY => return Mode::InBody,
                FRAMESET => return Mode::InFrameset,
                HTML => return Mode::AfterHead,
                _ => {}
            }
        }
        Mode::InBody
    }

    pub fn after_body(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::End(HTML) => {
                self.mode = Mode::AfterAfterBody;
                Next::Done
            }
            Token::EndOfFile => Next::Done,
            _ => self.again_in(Mode::InBody),
        }
    }

    pub fn after_after_body(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if tag.name == HTML => self.in_body(token),
            Token::EndOfFile => Next::Done,
            _ => self.again_in(Mode::InBody),
        }
    }
}
