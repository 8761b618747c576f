//! Builds the tree from the tokens, following the tree construction stage of the HTML standard.
//!
//! Scripts do not run here: what stands in `noscript` is markup. The content of a template becomes its children. The
//! insertion modes, the states of this machine, live in modules of their own.
//!
//! Attributes that repeated `<html>` and `<body>` tags add to the first ones.
//!
//! They are collected and joined to their element once, at the end: moving the element's attributes at every tag would
//! let a hostile page fill the memory.

pub mod formatting;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::doctype;
use super::open_elements::*;
use super::tokenizer::{Tag, Token, Tokenizer};
use crate::arena::{Arena, Attribute, NodeId, Span};
use crate::names::{NameId, name};
use formatting::Formatting;
use limits::{LimitHit, Limits, MAX_BYTES};

/// The insertion modes of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// Whether a token has been dealt with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    Done,
    /// It is to be looked at again, in the mode that is now set.
    Again,
}

pub struct TreeBuilder<'input> {
    pub arena: Arena<'input>,
    pub tokenizer: Tokenizer<'input>,
    pub open: OpenElements,
    pub formatting: Formatting,
    pub late_attributes: LateAttributes,
    pub mode: Mode,
    /// The mode to go back to behind raw text or the text of a table.
    pub original_mode: Mode,
    pub template_modes: Vec<Mode>,
    /// Text in a table, which is kept back until it is known whether all of it is white space.
    pub table_text: Vec<Span>,
    pub head: Option<NodeId>,
    pub form: Option<NodeId>,
    /// Whether a `frameset` may still take the place of the body.
    pub frameset_allowed: bool,
    /// Whether content that a table cannot hold is put before the table.
    pub fostering: bool,
    pub quirks: bool,
    pub noscript_ends_raw_text: bool,
    /// Whether the page has written `<noscript>` and not yet `</noscript>`, whatever the standard closed in between.
    pub behind_noscript: bool,
    /// What the copies of formatting elements take; see `Limits::growth`.
    pub copied_bytes: usize,
}

/// Parses a whole page, whose line ends are normalised and whose byte order mark is gone.
///
/// It leaves the standard in one place. Pages write `<noscript><iframe src=…/></noscript>`, which is harmless to a
/// browser that runs scripts, because there `</noscript>` ends everything; read as markup, the iframe would swallow the
/// rest of the page. So raw text inside `noscript` ends at `</noscript>` too.
pub fn build<'input>(input: &'input str, limits: &Limits) -> Arena<'input> {
    build_tree(input, limits, true)
}

/// As `build`, by the standard alone; what the tests compare with another parser.
pub fn build_by_the_standard<'input>(input: &'input str, limits: &Limits) -> Arena<'input> {
    build_tree(input, limits, false)
}

fn build_tree<'input>(input: &'input str, limits: &Limits, noscript_ends_raw_text: bool) -> Arena<'input> {
    let limits = limits.clamped();
    // What was decoded can be three times as long as what came.
    if input.len() > 3 * MAX_BYTES {
        limits::hit(LimitHit::Bytes);
    }
    let mut builder = TreeBuilder { noscript_ends_raw_text, ..TreeBuilder::new(input) };
    builder.run(&limits);
    builder.late_attributes.finish(&mut builder.arena);
    builder.arena
}

impl<'input> TreeBuilder<'input> {
    fn new(input: &'input str) -> Self {
        TreeBuilder {
            arena: Arena::new(input),
            tokenizer: Tokenizer::new(input),
            open: OpenElements::new(),
            formatting: Formatting::default(),
            late_attributes: LateAttributes::default(),
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            table_text: Vec::new(),
            head: None,
            form: None,
            frameset_allowed: true,
            fostering: false,
            quirks: false,
            noscript_ends_raw_text: true,
            behind_noscript: false,
            copied_bytes: 0,
        }
    }

    fn note_noscript(&mut self, token: Token) {
        match token {
            Token::Start(tag) if tag.name == name::NOSCRIPT => self.behind_noscript = true,
            Token::End(name::NOSCRIPT) => self.behind_noscript = false,
            _ => {}
        }
    }

    fn run(&mut self, limits: &Limits) {
        let copy_bytes = limits.copy_bytes(self.arena.input.len());
        loop {
            self.make_room();
            let nodes = self.arena.nodes.len();
            let foreign = !self.open.current().has(IN_HTML);
            let token = self.tokenizer.next(&mut self.arena, foreign);
            match token {
                Token::Text(span) => self.text(span),
                Token::Comment => self.comment(),
                Token::Doctype { content, closed } => self.doctype(content, closed),
                _ => {
                    self.note_noscript(token);
                    self.process(token);
                }
            }
            if self.arena.nodes.len() > limits.nodes {
                limits::hit(LimitHit::Nodes);
            }
            if self.open.len() > limits.depth {
                limits::hit(LimitHit::Depth);
            }
            if self.copied_bytes > copy_bytes {
                limits::hit(LimitHit::Growth);
            }
            // Opening an element again takes longer than opening one, so that every node counts.
            limits::tick(1 + self.arena.nodes.len() - nodes);
            if matches!(token, Token::EndOfFile) {
                return;
            }
        }
    }

    /// Makes room for all that one token can add, so that the steps of the standard need not ask for it: formatting
    /// elements are opened again at most twice, and an end tag repairs and copies a fixed number of them.
    #[inline]
    fn make_room(&mut self) {
        let waiting = self.table_text.len();
        let elements = MOST_ADDED + 2 * self.formatting.len();
        self.arena.reserve(elements + waiting, MOST_ADDED + waiting);
        self.open.reserve(elements);
        self.formatting.reserve(MOST_ADDED);
        self.table_text.reserve(1);
        self.template_modes.reserve(1)
    }

    fn comment(&mut self) {
        if self.mode == Mode::InTableText {
            self.flush_table_text();
        }
    }

    fn doctype(&mut self, content: Span, closed: bool) {
        if self.mode == Mode::Initial {
            self.quirks = doctype::is_quirky(self.arena.text(content), closed);
            self.mode = Mode::BeforeHtml;
        }
    }

    /// Deals with any token but text, comments and doctypes.
    #[inline]
    fn process(&mut self, token: Token) {
        loop {
            let next = if self.is_foreign(token) { self.in_foreign(token) } else { self.in_mode(token) };
            if next == Next::Done {
                return;
            }
        }
    }

    /// Deals with a token by the rules of the mode that is set.
    #[inline]
    pub fn in_mode(&mut self, token: Token) -> Next {
        match self.mode {
            Mode::InBody => self.in_body(token),
            Mode::Text => self.in_text(token),
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// In an element whose content is text alone: what is not text ends it.
    fn in_text(&mut self, token: Token) -> Next {
        self.open.pop();
        self.mode = self.original_mode;
        match token {
            Token::EndOfFile => Next::Again,
            _ => Next::Done,
        }
    }

    /// Deals with text. Some modes take the white space at its start only and leave the rest to the next mode.
    #[inline]
    fn text(&mut self, span: Span) {
        let mut rest = span;
        while rest.start < rest.end {
            rest = if self.text_is_foreign() { self.foreign_text(rest) } else { self.text_in_mode(rest) };
        }
    }

    /// Deals with text by the rules of the mode that is set; returns what is left to be looked at again.
    #[inline]
    fn text_in_mode(&mut self, span: Span) -> Span {
        match self.mode {
            Mode::InBody | Mode::InCaption | Mode::InCell | Mode::InTemplate => self.body_text(span),
            Mode::Text => self.insert_text(span),
            Mode::InTable | Mode::InTableBody | Mode::InRow => return self.text_of_table(span),
            Mode::InTableText => self.table_text.push(span),
            _ => return self.divided_text(span),
        }
        NOTHING
    }

    /// Text in a mode that tells white space from other text.
    fn divided_text(&mut self, span: Span) -> Span {
        let (space, rest) = self.divide(span);
        let has_space = space.start < space.end;
        match self.mode {
            Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => {}
            Mode::AfterBody | Mode::AfterAfterBody | Mode::AfterAfterFrameset if has_space => self.body_text(space),
            _ if has_space => self.insert_text(space),
            _ => {}
        }
        if rest.start == rest.end {
            return NOTHING;
        }
        match self.mode {
            Mode::Initial => self.leave_initial(),
            Mode::BeforeHtml => self.leave_before_html(),
            Mode::BeforeHead => self.leave_before_head(),
            Mode::InHead => self.leave_head(),
            Mode::InHeadNoscript => self.leave_head_noscript(),
            Mode::AfterHead => self.leave_after_head(),
            Mode::InColumnGroup => match self.leave_column_group() {
                Next::Again => Next::Again,
                Next::Done => return self.without_word(rest),
            },
            Mode::AfterBody | Mode::AfterAfterBody => self.again_in(Mode::InBody),
            _ => return self.without_word(rest),
        };
        rest
    }

    #[inline]
    pub fn body_text(&mut self, span: Span) {
        self.reconstruct_formatting();
        if self.frameset_allowed && !self.is_space(span) {
            self.frameset_allowed = false;
        }
        self.insert_text(span);
    }

    /// Sets a mode in which the token at hand is to be looked at again.
    pub fn again_in(&mut self, mode: Mode) -> Next {
        self.mode = mode;
        Next::Again
    }

    pub fn is_space(&self, span: Span) -> bool {
        self.arena.text(span).bytes().all(|byte| byte.is_ascii_whitespace())
    }

    /// The white space at the start of `span` and the rest.
    fn divide(&self, span: Span) -> (Span, Span) {
        let text = self.arena.text(span).as_bytes();
        let length = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
        let middle = span.start + length as u32;
        (Span { start: span.start, end: middle }, Span { start: middle, end: span.end })
    }

    /// `span` without the text up to its first white space.
    fn without_word(&self, span: Span) -> Span {
        let text = self.arena.text(span).as_bytes();
        let length = text.iter().position(|byte| byte.is_ascii_whitespace()).unwrap_or(text.len());
        Span { start: span.start + length as u32, end: span.end }
    }
}

/// A token adds at most so many elements besides those that are opened again.
const MOST_ADDED: usize = 64;

const NOTHING: Span = Span { start: 0, end: 0 };

#[derive(Default)]
struct Late {
    names: HashSet<NameId>,
    added: Vec<Attribute>,
}

#[derive(Default)]
pub struct LateAttributes {
    elements: HashMap<NodeId, Late>,
}

impl LateAttributes {
    /// Gives `element` those attributes of `tag` that it does not have yet.
    pub fn add(&mut self, arena: &Arena, element: NodeId, tag: Tag) {
        self.elements.reserve(1);
        let late = match self.elements.entry(element) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let own = arena.attributes_of(element);
                let mut names = HashSet::new();
                names.reserve(own.len());
                names.extend(own.iter().map(|attribute| attribute.name));
                free.insert(Late { names, added: Vec::new() })
            }
        };
        for attribute in &arena.attributes[tag.attributes()] {
            late.names.reserve(1);
            if late.names.insert(attribute.name) {
                late.added.push(*attribute);
            }
        }
    }

    /// Joins what was collected to the elements.
    pub fn finish(self, arena: &mut Arena) {
        for (element, late) in self.elements.into_iter().filter(|(_, late)| !late.added.is_empty()) {
            let node = arena.nodes[element as usize];
            let own = node.first_item as usize..node.last_item as usize;
            let first = arena.attributes.len();
            arena.attributes.reserve(own.len() + late.added.len());
            arena.attributes.extend_from_within(own);
            arena.attributes.extend(late.added);
            let node = &mut arena.nodes[element as usize];
            (node.first_item, node.last_item) = (first as u32, arena.attributes.len() as u32);
        }
    }
}
