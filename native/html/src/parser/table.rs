//! The insertion modes of tables down to their sections, as a part of the tree builder.
//!
//! The insertion modes inside of a table's sections, rows and cells, as a part of the tree builder.

use super::open_elements::*;
use super::tokenizer::{Tag, Token};
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::arena::Span;
use crate::names::NameId;
use crate::names::name::*;

impl TreeBuilder<'_> {
    pub fn in_table(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => self.start_in_table(tag),
            Token::End(TABLE) => {
                if self.open.in_scope(TABLE, TABLE_SCOPE) {
                    self.open.pop_through_named(TABLE);
                    self.mode = self.mode_of_open_elements();
                }
                Next::Done
            }
            Token::End(BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR) => Next::Done,
            Token::End(TEMPLATE) => self.in_head(token),
            Token::EndOfFile => self.in_body(token),
            _ => self.before_the_table(token),
        }
    }

    fn start_in_table(&mut self, tag: Tag) -> Next {
        let token = Token::Start(tag);
        match tag.name {
            CAPTION | COLGROUP | COL | TBODY | TFOOT | THEAD | TD | TH | TR => {
                self.open.pop_to(|open| open.has(TABLE_SCOPE));
                return self.start_table_part(tag);
            }
            TABLE => {
                if self.open.in_scope(TABLE, TABLE_SCOPE) {
                    self.open.pop_through_named(TABLE);
                    let mode = self.mode_of_open_elements();
                    return self.again_in(mode);
                }
            }
            STYLE | SCRIPT | TEMPLATE => return self.in_head(token),
            INPUT if self.is_hidden(tag) => {
                self.insert_closed(tag);
            }
            FORM => {
                if !self.open.contains(TEMPLATE) && self.form.is_none() {
                    self.form = Some(self.insert_closed(tag));
                }
            }
            _ => return self.before_the_table(token),
        }
        Next::Done
    }

    fn start_table_part(&mut self, tag: Tag) -> Next {
        self.mode = match tag.name {
            CAPTION => {
                self.formatting.push_marker();
                Mode::InCaption
            }
            COLGROUP => Mode::InColumnGroup,
            TBODY | TFOOT | THEAD => Mode::InTableBody,
            COL => {
                self.insert_implied(COLGROUP);
                return self.again_in(Mode::InColumnGroup);
            }
            _ => {
                self.insert_implied(TBODY);
                return self.again_in(Mode::InTableBody);
            }
        };
        self.insert(tag);
        Next::Done
    }

    /// Deals with a token as if in the body; what a table cannot hold comes to stand before it.
    fn before_the_table(&mut self, token: Token) -> Next {
        self.fostering = true;
        let next = self.in_body(token);
        self.fostering = false;
        next
    }

    /// Text right in a table; returns what is left to be looked at again.
    pub fn text_of_table(&mut self, span: Span) -> Span {
        if self.open.current().has(FOSTERS) {
            self.original_mode = self.mode;
            self.mode = Mode::InTableText;
            return span;
        }
        self.fostering = true;
        self.body_text(span);
        self.fostering = false;
        Span { start: 0, end: 0 }
    }

    pub fn in_table_text(&mut self, token: Token) -> Next {
        if matches!(token, Token::Null) {
            return Next::Done;
        }
        self.flush_table_text();
        Next::Again
    }

    /// Inserts the text that was kept back: white space into the table, anything else before it.
    pub fn flush_table_text(&mut self) {
        let mut pending = std::mem::take(&mut self.table_text);
        if pending.iter().all(|span| self.is_space(*span)) {
            pending.iter().for_each(|span| self.insert_text(*span));
        } else {
            self.fostering = true;
            pending.iter().for_each(|span| self.body_text(*span));
            self.fostering = false;
        }
        pending.clear();
        self.table_text = pending;
        self.mode = self.original_mode;
    }

    pub fn in_caption(&mut self, token: Token) -> Next {
        let ends_caption = match token {
            Token::Start(tag) => {
                matches!(tag.name, CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR)
            }
            Token::End(name) => matches!(name, TABLE | CAPTION),
            _ => false,
        };
        if ends_caption {
            if !self.open.in_scope(CAPTION, TABLE_SCOPE) {
                return Next::Done;
            }
            self.open.pop_through_named(CAPTION);
            self.formatting.clear_to_marker();
            self.mode = Mode::InTable;
            return if matches!(token, Token::End(CAPTION)) { Next::Done } else { Next::Again };
        }
        match token {
            Token::End(BODY | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR) => Next::Done,
            _ => self.in_body(token),
        }
    }

    pub fn in_column_group(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                HTML => self.in_body(token),
                COL => {
                    self.insert_closed(tag);
                    Next::Done
                }
                TEMPLATE => self.in_head(token),
                _ => self.leave_column_group(),
            },
            Token::End(COLGROUP) => {
                self.leave_column_group();
                Next::Done
            }
            Token::End(COL) => Next::Done,
            Token::End(TEMPLATE) => self.in_head(token),
            Token::EndOfFile => self.in_body(token),
            _ => self.leave_column_group(),
        }
    }

    /// In a template there is no column group to leave: the token is dropped.
    pub fn leave_column_group(&mut self) -> Next {
        if !self.open.current_is(COLGROUP) {
            return Next::Done;
        }
        self.open.pop();
        self.again_in(Mode::InTable)
    }
}

fn is_section_or_root(open: Open) -> bool {
    open.has(IN_HTML) && matches!(open.name, TBODY | TFOOT | THEAD | TEMPLATE | HTML)
}

fn is_row_or_root(open: Open) -> bool {
    open.has(IN_HTML) && matches!(open.name, TR | TEMPLATE | HTML)
}

fn is_cell(open: Open) -> bool {
    open.has(IN_HTML) && matches!(open.name, TD | TH)
}

impl TreeBuilder<'_> {
    pub fn in_table_body(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                TR => {
                    self.open.pop_to(is_section_or_root);
                    self.insert(tag);
                    self.mode = Mode::InRow;
                    Next::Done
                }
                TH | TD => {
                    self.open.pop_to(is_section_or_root);
                    self.insert_implied(TR);
                    self.again_in(Mode::InRow)
                }
                CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD => self.leave_table_body(),
                _ => self.in_table(token),
            },
            Token::End(name @ (TBODY | TFOOT | THEAD)) => {
                if self.open.in_scope(name, TABLE_SCOPE) {
                    self.close_table_body();
                }
                Next::Done
            }
            Token::End(TABLE) => self.leave_table_body(),
            Token::End(BODY | CAPTION | COL | COLGROUP | HTML | TD | TH | TR) => Next::Done,
            _ => self.in_table(token),
        }
    }

    fn close_table_body(&mut self) {
        self.open.pop_to(is_section_or_root);
        self.open.pop();
        self.mode = Mode::InTable;
    }

    fn leave_table_body(&mut self) -> Next {
        let is_outside = |open: Open| open.has(IN_HTML) && matches!(open.name, TABLE | TBODY | TFOOT);
        if !self.open.any_in_scope(TABLE_SCOPE, is_outside) {
            return Next::Done;
        }
        self.close_table_body();
        Next::Again
    }

    pub fn in_row(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                TH | TD => {
                    self.open.pop_to(is_row_or_root);
                    self.insert(tag);
                    self.mode = Mode::InCell;
                    self.formatting.push_marker();
                    Next::Done
                }
                CAPTION | COL | COLGROUP | TBODY | TFOOT | THEAD | TR => self.leave_row(),
                _ => self.in_table(token),
            },
            Token::End(TR) => {
                self.leave_row();
                Next::Done
            }
            Token::End(TABLE) => self.leave_row(),
            Token::End(name @ (TBODY | TFOOT | THEAD)) => match self.open.in_scope(name, TABLE_SCOPE) {
                true => self.leave_row(),
                false => Next::Done,
            },
            Token::End(BODY | CAPTION | COL | COLGROUP | HTML | TD | TH) => Next::Done,
            _ => self.in_table(token),
        }
    }

    fn leave_row(&mut self) -> Next {
        if !self.open.in_scope(TR, TABLE_SCOPE) {
            return Next::Done;
        }
        self.open.pop_to(is_row_or_root);
        self.open.pop();
        self.again_in(Mode::InTableBody)
    }

    pub fn in_cell(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.name {
                CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => {
                    match self.open.any_in_scope(TABLE_SCOPE, is_cell) {
                        true => self.leave_cell(),
                        false => Next::Done,
                    }
                }
                _ => self.in_body(token),
            },
            Token::End(name @ (TD | TH)) => {
                self.end_cell(name);
                Next::Done
            }
            Token::End(name @ (TABLE | TBODY | TFOOT | THEAD | TR)) => match self.open.in_scope(name, TABLE_SCOPE) {
                true => self.leave_cell(),
                false => Next::Done,
            },
            Token::End(BODY | CAPTION | COL | COLGROUP | HTML) => Next::Done,
            _ => self.in_body(token),
        }
    }

    fn end_cell(&mut self, name: NameId) {
        if self.open.in_scope(name, TABLE_SCOPE) {
            self.open.pop_through_named(name);
            self.formatting.clear_to_marker();
            self.mode = Mode::InRow;
        }
    }

    fn leave_cell(&mut self) -> Next {
        self.open.pop_through(is_cell);
        self.formatting.clear_to_marker();
        self.again_in(Mode::InRow)
    }
}
