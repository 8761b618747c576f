//! The insertion mode "in body": its end tags, as a part of the tree builder.

use super::element_kinds::*;
use super::tokenizer::{Tag, Token};
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::names::{NameId, name::*};

impl TreeBuilder<'_> {
    pub fn end_in_body(&mut self, name: NameId) -> Next {
        match name {
            DIV | UL | OL | DL | SECTION | ARTICLE | HEADER | FOOTER | NAV | MAIN | ASIDE | FIGURE | FIGCAPTION
            | ADDRESS | BLOCKQUOTE | BUTTON | CENTER | DETAILS | DIALOG | DIR | FIELDSET | HGROUP | LISTING | MENU
            | PRE | SEARCH | SELECT | SUMMARY => self.end_in_scope(name, SCOPE),
            A | B | BIG | CODE | EM | FONT | I | NOBR | S | SMALL | STRIKE | STRONG | TT | U => {
                self.end_formatting(name);
            }
            P => {
                if !self.open.in_scope(P, BUTTON_SCOPE) {
                    self.insert_implied(P);
                }
                self.open.pop_through_named(P);
            }
            LI => self.end_in_scope(LI, LIST_SCOPE),
            DD | DT => self.end_in_scope(name, SCOPE),
            H1..=H6 => self.end_heading(),
            APPLET | MARQUEE | OBJECT => {
                if self.open.in_scope(name, SCOPE) {
                    self.open.pop_through_named(name);
                    self.formatting.clear_to_marker();
                }
            }
            BODY | HTML => return self.end_page(name),
            FORM => self.end_form(),
            BR => self.insert_void(Tag::implied(BR)),
            TEMPLATE => return self.in_head(Token::End(TEMPLATE)),
            _ => self.end_any_element(name),
        }
        Next::Done
    }

    /// Ends the element of this name that is in scope. What may be left open in it is closed with it, whether its end
    /// tag is implied or missing: the two differ in nothing but the complaints of a validator.
    fn end_in_scope(&mut self, name: NameId, scope: Kind) {
        if self.open.in_scope(name, scope) {
            self.open.pop_through_named(name);
        }
    }

    /// Any heading's end tag ends any heading.
    fn end_heading(&mut self) {
        if (H1..=H6).any(|name| self.open.contains(name)) && self.open.any_in_scope(SCOPE, |open| open.has(HEADING)) {
            self.open.pop_through(|open| open.has(HEADING));
        }
    }

    fn end_page(&mut self, name: NameId) -> Next {
        if !self.open.in_scope(BODY, SCOPE) {
            return Next::Done;
        }
        self.mode = Mode::AfterBody;
        if name == HTML { Next::Again } else { Next::Done }
    }

    /// The end of a form closes the form alone: what is open in it stays open.
    fn end_form(&mut self) {
        if self.open.contains(TEMPLATE) {
            self.end_in_scope(FORM, SCOPE);
            return;
        }
        let Some(form) = self.form.take() else { return };
        if self.open.any_in_scope(SCOPE, |open| open.node == form) {
            self.open.pop_implied(IMPLIED_END, TEXT);
            self.open.remove_node(form);
        }
    }

    /// Ends the nearest element of this name, unless a special element stands between.
    pub fn end_any_element(&mut self, name: NameId) {
        let nearest = self.open.downwards().find(|(_, open)| open.is(name) || open.has(SPECIAL));
        if let Some((index, _)) = nearest.filter(|(_, open)| open.is(name)) {
            self.open.truncate(index);
        }
    }
}
