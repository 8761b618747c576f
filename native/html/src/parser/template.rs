//! Templates and the end of the body, as a part of the tree builder.

use super::element_kinds::IN_HTML;
use super::tokenizer::Token;
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::names::name::*;

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
