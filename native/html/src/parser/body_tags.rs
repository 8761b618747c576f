//! The insertion mode "in body": its start tags, as a part of the tree builder.
//!
//! The insertion mode "in body": its end tags, as a part of the tree builder.

use super::open_elements::*;
use super::tokenizer::{Content, Tag, Token};
use super::tree_builder::{Mode, Next, TreeBuilder};
use crate::names::NameId;
use crate::names::name::*;

impl TreeBuilder<'_> {
    #[inline]
    pub fn in_body(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => self.start_in_body(tag),
            Token::End(name) => self.end_in_body(name),
            Token::EndOfFile if !self.template_modes.is_empty() => self.in_template(token),
            _ => Next::Done,
        }
    }

    fn start_in_body(&mut self, tag: Tag) -> Next {
        match tag.name {
            DIV | P | UL | OL | DL | SECTION | ARTICLE | HEADER | FOOTER | NAV | MAIN | ASIDE | FIGURE | FIGCAPTION
            | ADDRESS | BLOCKQUOTE | CENTER | DETAILS | DIALOG | DIR | FIELDSET | HGROUP | MENU | SEARCH | SUMMARY => {
                self.close_paragraph();
                self.insert(tag);
            }
            A => self.start_link(tag),
            B | BIG | CODE | EM | FONT | I | S | SMALL | STRIKE | STRONG | TT | U => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            LI => self.start_item(tag, LI, LI),
            DD | DT => self.start_item(tag, DD, DT),
            IMG | BR | AREA | EMBED | KEYGEN | WBR => self.insert_void(tag),
            H1..=H6 => self.start_heading(tag),
            BASE | BASEFONT | BGSOUND | LINK | META | NOFRAMES | SCRIPT | STYLE | TEMPLATE | TITLE => {
                return self.in_head(Token::Start(tag));
            }
            CAPTION | COL | COLGROUP | FRAME | HEAD | TBODY | TD | TFOOT | TH | THEAD | TR => {}
            SVG | MATH => self.start_foreign_root(tag),
            APPLET | MARQUEE | OBJECT => {
                self.insert_shown(tag);
                self.formatting.push_marker();
            }
            PARAM | SOURCE | TRACK => {
                self.insert_closed(tag);
            }
            INPUT | BUTTON | SELECT | OPTION | OPTGROUP | FORM | TEXTAREA => self.start_form_part(tag),
            RB | RTC => self.start_ruby_part(tag, TEXT),
            RP | RT => self.start_ruby_part(tag, RTC),
            HTML | BODY | FRAMESET | PRE | LISTING | PLAINTEXT | NOBR | TABLE | HR | IMAGE | XMP | IFRAME | NOEMBED => {
                self.start_rare(tag);
            }
            _ => {
                self.reconstruct_formatting();
                self.insert(tag);
            }
        }
        Next::Done
    }

    fn start_rare(&mut self, tag: Tag) {
        match tag.name {
            HTML => self.repeat_root(tag),
            BODY => self.repeat_body(tag),
            FRAMESET => self.frameset_in_body(tag),
            PRE | LISTING => {
                self.close_paragraph();
                self.insert(tag);
                self.tokenizer.skip_newline();
                self.frameset_allowed = false;
            }
            PLAINTEXT => {
                self.close_paragraph();
                self.insert(tag);
                self.tokenizer.enter(Content::Plain, PLAINTEXT);
            }
            NOBR => self.start_nobr(tag),
            TABLE => self.start_table(tag),
            HR => self.start_rule(tag),
            IMAGE => self.insert_void(Tag { name: IMG, ..tag }),
            XMP => {
                self.close_paragraph();
                self.reconstruct_formatting();
                self.frameset_allowed = false;
                self.insert_raw(tag, Content::Raw);
            }
            IFRAME => {
                self.frameset_allowed = false;
                self.insert_raw(tag, Content::Raw);
            }
            _ => self.insert_raw(tag, Content::Raw),
        }
    }

    fn start_form_part(&mut self, tag: Tag) {
        match tag.name {
            INPUT => self.start_input(tag),
            BUTTON => {
                if self.open.in_scope(BUTTON, SCOPE) {
                    self.open.pop_through_named(BUTTON);
                }
                self.insert_shown(tag);
            }
            SELECT if self.open.in_scope(SELECT, SCOPE) => self.open.pop_through_named(SELECT),
            SELECT => self.insert_shown(tag),
            OPTION => self.start_option(tag, OPTGROUP),
            OPTGROUP => self.start_option(tag, TEXT),
            FORM => self.start_form(tag),
            _ => {
                self.frameset_allowed = false;
                self.insert_raw(tag, Content::References);
                self.tokenizer.skip_newline();
            }
        }
    }

    /// Closes the paragraph that is open, if any.
    #[inline]
    fn close_paragraph(&mut self) {
        if self.open.in_scope(P, BUTTON_SCOPE) {
            self.open.pop_through_named(P);
        }
    }

    fn insert_shown(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        self.insert(tag);
        self.frameset_allowed = false;
    }

    pub fn insert_void(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        self.insert_closed(tag);
        self.frameset_allowed = false;
    }

    fn repeat_root(&mut self, tag: Tag) {
        if !self.open.contains(TEMPLATE) {
            self.late_attributes.add(&self.arena, self.open.get(0).node, tag);
        }
    }

    fn repeat_body(&mut self, tag: Tag) {
        let body = self.open.get(1);
        if body.is(BODY) && !self.open.contains(TEMPLATE) {
            self.frameset_allowed = false;
            self.late_attributes.add(&self.arena, body.node, tag);
        }
    }

    fn start_heading(&mut self, tag: Tag) {
        self.close_paragraph();
        if self.open.current().has(HEADING) {
            self.open.pop();
        }
        self.insert(tag);
    }

    fn start_form(&mut self, tag: Tag) {
        let in_template = self.open.contains(TEMPLATE);
        if self.form.is_none() || in_template {
            self.close_paragraph();
            let form = self.insert(tag);
            if !in_template {
                self.form = Some(form);
            }
        }
    }

    /// A list item closes the item (named `one` or `other`) before it.
    fn start_item(&mut self, tag: Tag, one: NameId, other: NameId) {
        self.frameset_allowed = false;
        if let Some(name) = self.item_to_close(one, other) {
            self.open.pop_through_named(name);
        }
        self.close_paragraph();
        self.insert(tag);
    }

    fn item_to_close(&self, one: NameId, other: NameId) -> Option<NameId> {
        if !self.open.contains(one) && !self.open.contains(other) {
            return None;
        }
        for (_, open) in self.open.downwards() {
            if open.is(one) || open.is(other) {
                return Some(open.name);
            }
            if open.has(SPECIAL) && !open.has(OPEN_TO_ITEMS) {
                return None;
            }
        }
        None
    }

    /// A link closes the link before it, wherever that is.
    fn start_link(&mut self, tag: Tag) {
        if let Some(node) = self.formatting.newest_node_named(A) {
            self.end_formatting(A);
            self.formatting.remove_node(node);
            self.open.remove_node(node);
        }
        self.reconstruct_formatting();
        self.insert_formatting(tag);
    }

    fn start_nobr(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        if self.open.in_scope(NOBR, SCOPE) {
            self.end_formatting(NOBR);
            self.reconstruct_formatting();
        }
        self.insert_formatting(tag);
    }

    fn start_table(&mut self, tag: Tag) {
        if !self.quirks {
            self.close_paragraph();
        }
        self.insert(tag);
        self.frameset_allowed = false;
        self.mode = Mode::InTable;
    }

    fn start_rule(&mut self, tag: Tag) {
        self.close_paragraph();
        if self.open.in_scope(SELECT, SCOPE) {
            self.open.pop_implied(IMPLIED_END, TEXT);
        }
        self.insert_closed(tag);
        self.frameset_allowed = false;
    }

    fn start_input(&mut self, tag: Tag) {
        if self.open.in_scope(SELECT, SCOPE) {
            self.open.pop_through_named(SELECT);
        }
        let frameset_allowed = self.frameset_allowed && self.is_hidden(tag);
        self.insert_void(tag);
        self.frameset_allowed = frameset_allowed;
    }

    /// Whether an `input` shows nothing.
    pub fn is_hidden(&self, tag: Tag) -> bool {
        let attributes = &self.arena.attributes[tag.attributes()];
        let kind = attributes.iter().find(|attribute| attribute.name == TYPE);
        kind.is_some_and(|attribute| self.arena.text(attribute.value).eq_ignore_ascii_case("hidden"))
    }

    /// An option or a group of them closes the option before it; in a `select` it closes more, but no `kept`.
    fn start_option(&mut self, tag: Tag, kept: NameId) {
        if self.open.in_scope(SELECT, SCOPE) {
            self.open.pop_implied(IMPLIED_END, kept);
        } else if self.open.current_is(OPTION) {
            self.open.pop();
        }
        self.reconstruct_formatting();
        self.insert(tag);
    }

    fn start_ruby_part(&mut self, tag: Tag, kept: NameId) {
        if self.open.in_scope(RUBY, SCOPE) {
            self.open.pop_implied(IMPLIED_END, kept);
        }
        self.insert(tag);
    }
}

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
