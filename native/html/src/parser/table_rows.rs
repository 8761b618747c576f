//! The insertion modes inside of a table's sections, rows and cells, as a part of the tree builder.

use super::element_kinds::*;
use super::open_elements::Open;
use super::tokenizer::Token;
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::names::{NameId, name::*};

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
