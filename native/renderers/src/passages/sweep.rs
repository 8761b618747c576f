//! What is written in another way than it stands: images, media, formulas, readings, notes in a sentence, boxes of tasks.
//!
//! The body of a passage that ends: its lines of Markdown where these are wanted, or its pieces.
//!
//! What the sweep does inside of code: its lines, their numbers, and what stands in it and is no code.

use std::borrow::Cow;

use super::{
    Body, Container, Formula, Kind, Mark, Piece, Role, SetAside, Setting, Sweep, addresses, code, inline, label_at,
    label_of, without_controls,
};
use extractors::noise::line_numbers::is_line;
use html::names::{NameId, name};
use text::chars::is_space;
use text::name_patterns::has_word;

const FIRST_ROWS: usize = 6; // of an item, in which the box of a task stands
const TASK_WORDS: [&str; 5] = ["task", "tasks", "todo", "todos", "checklist"];

impl<'page> Sweep<'page> {
    /// Adds a formula: on lines of its own where it stands so, unless it is a part of a cell or of a heading.
    pub(super) fn add_formula(&mut self, formula: &'page Formula) {
        (self.breaks, self.row) = (0, formula.start as i64);
        let latex = formula.latex.as_str();
        if formula.display && !self.paths.in_leaf(self.path) && !self.paths.inside(self.path, Role::Cell) {
            self.flush();
            self.pieces.push(Piece::Formula { latex, marks: 0, display: true });
            return self.flush();
        }
        self.pieces.push(Piece::Text(Cow::Borrowed(&formula.before), 0));
        self.pieces.push(Piece::Formula { latex, marks: self.mark, display: false });
        self.pieces.push(Piece::Text(Cow::Borrowed(&formula.after), 0))
    }

    /// Adds the reading of characters, where it is wanted; false for what stands in no `ruby`.
    pub(super) fn add_reading(&mut self, row: usize, tag: NameId) -> bool {
        if !self.page.above(row).take(2).any(|above| self.page.tag[above] == name::RUBY) {
            return false;
        }
        let words = self.page.text_of(row).split(is_space).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.filter(|_| self.wanted.readings && tag == name::RT).collect();
        let reading = if words.is_empty() { String::new() } else { format!("({})", words.join(" ")) };
        self.pieces.push(Piece::Text(Cow::Owned(reading), self.mark));
        true
    }

    /// Sets aside the sentence that a note stands in; `close` goes on with it.
    pub(super) fn open_inline_note(&mut self, row: usize) {
        let notes = &self.shown.notes;
        let Some(label) = label_at(&notes.inline, row) else { return };
        if !notes.is_referred(label) {
            self.pieces.push(Piece::Note(label)); // else the link has said it
        }
        self.push_open(row, false);
        let (pieces, passages) = (std::mem::take(&mut self.pieces), std::mem::take(&mut self.passages));
        self.set_aside.push(SetAside { open: self.open.len(), pieces, passages });
        (self.mark, self.path) = (0, self.paths.note(row));
        self.add_label(label.to_owned())
    }

    pub(super) fn close_inline_note(&mut self) {
        self.flush();
        self.notes.append(&mut self.passages);
        if let Some(aside) = self.set_aside.pop() {
            (self.pieces, self.passages) = (aside.pieces, aside.passages);
        }
    }

    /// Adds a picture, where the image is one that is written.
    pub(super) fn add_image(&mut self, row: usize) {
        let Ok(place) = self.shown.pictures.binary_search_by_key(&row, |&(row, _)| row) else { return };
        let address = self.shown.pictures[place].1.clone();
        let alt: Vec<&str> =
            self.page.attribute(row, name::ALT).split(is_space).filter(|word| !word.is_empty()).collect();
        let alt = without_controls(&alt.join(" ")).into_owned();
        (self.breaks, self.row) = (0, row as i64);
        if let Some(Piece::Image { .. }) = self.pieces.last() {
            self.pieces.push(Piece::Text(Cow::Borrowed(" "), 0));
        }
        self.pieces.push(Piece::Image { alt, address, marks: self.mark })
    }

    /// Adds the link to a video or the like, once; what an `object` shows in its place stays.
    pub(super) fn add_medium(&mut self, row: usize, tag: NameId) -> bool {
        let is_replaced = |row: usize| self.shown.replaced.binary_search(&row).is_ok();
        let is_text = |row: usize| {
            matches!(self.page.tag[row], name::TEXT | name::BR) && (self.shown.mask[row] || is_replaced(row))
        };
        if tag == name::OBJECT && self.page.under(row).any(is_text) {
            return false;
        }
        let (text, address) = addresses::link_of_medium(self.page, row, self.wanted);
        let is_new = self.wanted.links && !address.is_empty() && !self.media.contains(&address);
        if !is_new || self.is_marked(Kind::Link) {
            return true;
        }
        self.media.insert(address.to_owned());
        (self.breaks, self.has_text, self.row) = (0, true, row as i64);
        self.marks.push(Mark { around: self.mark, kind: Kind::Link, value: address });
        let mark = self.marks.len() as u32 - 1;
        self.pieces.push(Piece::Text(Cow::Borrowed(" "), 0));
        self.pieces.push(Piece::Text(Cow::Owned(text), mark));
        self.pieces.push(Piece::Text(Cow::Borrowed(" "), 0));
        true
    }

    /// What Markdown writes before an item of a list of tasks, empty before any other.
    ///
    /// A box that a reader can tick is a control of the page, unless the list is called one of tasks.
    pub(super) fn task_sign(&self, row: usize) -> &'static str {
        let page = self.page;
        let last = (row + FIRST_ROWS).min(page.end[row] as usize);
        let is_text = |inner: &usize| page.tag[*inner] == name::TEXT && page.chars[*inner] > 0;
        let is_box = |&inner: &usize| {
            page.tag[inner] == name::INPUT && page.attribute(inner, name::TYPE).eq_ignore_ascii_case("checkbox")
        };
        let Some(own) = (row + 1..last).take_while(|inner| !is_text(inner)).find(is_box) else { return "" };
        let speaks = |row: usize| page.classes(row).any(|class| has_word(class, &TASK_WORDS));
        match [name::DISABLED, name::CHECKED].map(|name| page.value(own, name).is_some()) {
            [false, _] if !speaks(row) && !speaks(page.parent[row].max(0) as usize) => "",
            [_, true] => "[x] ",
            _ => "[ ] ",
        }
    }
}

impl<'page> Sweep<'page> {
    pub(super) fn rule(&self, path: u32) -> Body<'page> {
        let line = if self.paths.inside(path, Role::Item) { "___" } else { "---" };
        let is_line = self.wanted.lines && !self.paths.inside(path, Role::Table);
        if is_line { Body::Lines(vec![line.to_owned()]) } else { Body::Pieces(vec![Piece::Rule]) }
    }

    /// The lines of a passage, None where another than its path says how it is written, or where its formulas count.
    pub(super) fn lines(&self, path: u32, pieces: &[Piece]) -> Option<Vec<String>> {
        let inner = self.paths.inner(path);
        let setting = match inner.map(|inner| (inner.role, inner.number)) {
            _ if self.paths.inside(path, Role::Caption) => return None,
            _ if self.paths.inside(path, Role::Cell) => {
                if pieces.iter().any(|piece| matches!(piece, Piece::Formula { .. })) {
                    return None;
                }
                Setting::Cell
            }
            Some((Role::Term | Role::Summary, _)) => Setting::Bold,
            Some((Role::Heading, level)) => Setting::Heading(level as usize),
            Some((Role::Pre, _)) => {
                let language = label_of(&self.labels, self.paths.last(path));
                return Some(code::lines(pieces, language));
            }
            _ => Setting::Flow,
        };
        Some(inline::lines(pieces, &self.marks, setting))
    }
}

/// Rows from the element of a line to the blank text at its beginning.
const MAX_INDENT_ROWS: usize = 6;

impl Sweep<'_> {
    /// Takes in an inline element in code, which may be a line or the number of one.
    pub(super) fn open_code_line(&mut self, row: usize) -> bool {
        if code::is_gutter(self.page, row) {
            return true;
        }
        if is_line(self.page, row) {
            self.push_open(row, true);
            self.end_line();
            self.add_blank_lines(row);
        }
        false
    }

    /// Whether a block element in code is no part of it: the number of a line, a button or the name of the language.
    pub(super) fn is_beside_code(&self, row: usize) -> bool {
        let is_label = |code: &Container| code::is_label(self.page, row, code.row as usize);
        code::is_gutter(self.page, row) || self.paths.inner(self.path).is_some_and(is_label)
    }

    /// A block element in code begins a line.
    pub(super) fn begin_line(&mut self, row: usize) {
        self.add_blank_lines(row);
        let indent = self.indent_of(row);
        if !indent.is_empty() {
            self.pieces.push(Piece::Text(Cow::Owned(indent), 0))
        }
    }

    pub(super) fn end_line(&mut self) {
        self.has_text = false;
        let is_ended = match self.pieces.last() {
            None | Some(Piece::Break(_)) => true,
            Some(Piece::Text(text, _)) => text.ends_with('\n'),
            Some(Piece::Formula { latex, .. }) => latex.ends_with('\n'),
            Some(_) => false,
        };
        if !is_ended {
            self.pieces.push(Piece::Text(Cow::Borrowed("\n"), 0))
        }
    }

    /// An empty element between two lines of code is an empty line.
    fn add_blank_lines(&mut self, row: usize) {
        if let Some(before) = self.last_line.filter(|_| !self.pieces.is_empty()) {
            for _ in 0..code::blank_lines(self.page, before, row) {
                self.pieces.push(Piece::Text(Cow::Borrowed("\n"), 0));
            }
        }
        self.last_line = Some(row);
    }

    /// The blank text at the beginning of a line that stands in an element of its own, and so in no block.
    fn indent_of(&self, row: usize) -> String {
        let (page, mut blank) = (self.page, String::new());
        for inner in (row + 1..page.end[row] as usize).take(MAX_INDENT_ROWS - 1) {
            if page.tag[inner] == name::TEXT {
                let text = page.text_of(inner);
                if self.shown.mask[inner] || text.contains('\n') || !text.trim_matches(is_space).is_empty() {
                    break;
                }
                blank.push_str(text);
            }
        }
        blank
    }
}
