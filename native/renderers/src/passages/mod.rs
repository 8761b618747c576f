//! The kept part of a page as passages: one sweep over the shown rows.
//!
//! In words: go through the shown rows with a stack of what is open. Text, breaks and images are pieces of the passage
//! at hand, under the marks of the inline elements around them; a block element ends the passage; lists, quotes,
//! headings, tables and figures are containers on the path of the passages in them. What notes and formulas say is known
//! before; a note in a sentence is set aside and comes last.

pub mod addresses;
mod bits;
pub mod chunks;
pub mod code;
mod dollars;
mod escapes;
pub mod footnotes;
pub mod formulas;
pub mod html_lines;
pub mod inline;
pub mod markdown;
mod mathml;
mod parts;
mod paths;
pub mod pictures;
pub mod records;
pub mod settle;
pub mod shown;
mod sweep;

use std::borrow::Cow;
use std::collections::HashSet;

use code::language_of;
use extractors::noise::Code;
use html::names::{NameId, name};
use html::page_view::PageView;
use parts::without_controls;
pub use parts::{Body, Composed, Formula, Mark, Notes, Passage, Piece, Setting, Shown, Wanted};
pub use parts::{Kind, MARKS};
use parts::{Meaning, meaning_of};
use parts::{label_at, label_of};
pub use paths::{Container, ROLES, Role};
use paths::{NO_PATH, Paths};
pub use shown::data_tables;

const MAX_NESTING: usize = 24; // containers deeper than this change nothing

/// The passages of the shown rows.
pub fn compose<'page>(page: &'page PageView<'page>, shown: &'page Shown, wanted: &'page Wanted) -> Composed<'page> {
    let no_mark = Mark { around: 0, kind: Kind::Time, value: String::new() };
    let mut sweep = Sweep {
        page,
        shown,
        wanted,
        paths: Paths::new(page),
        marks: vec![no_mark],
        path: NO_PATH,
        mark: 0,
        passages: Vec::new(),
        pieces: Vec::new(),
        open: Vec::new(),
        labels: Vec::new(),
        media: HashSet::new(),
        set_aside: Vec::new(),
        notes: Vec::new(),
        code: Code::of(page),
        heading_words: (usize::MAX, 0),
        last_line: None,
        breaks: 0,
        has_text: false,
        row: -1,
    };
    sweep.run();
    let (containers, paths) = sweep.paths.done();
    Composed { passages: sweep.passages, containers, paths, marks: sweep.marks, labels: sweep.labels }
}

struct Open {
    end: usize,
    path: u32,
    mark: u32,
    is_boundary: bool,
}

/// The sentence that a note stands in: how much was open, and what there was before.
struct SetAside<'page> {
    open: usize,
    pieces: Vec<Piece<'page>>,
    passages: Vec<Passage<'page>>,
}

struct Sweep<'page> {
    page: &'page PageView<'page>,
    shown: &'page Shown,
    wanted: &'page Wanted,
    paths: Paths<'page>,
    marks: Vec<Mark>,
    path: u32,
    mark: u32,
    passages: Vec<Passage<'page>>,
    pieces: Vec<Piece<'page>>,
    open: Vec<Open>,
    labels: Vec<(u32, String)>,
    media: HashSet<String>,
    set_aside: Vec<SetAside<'page>>,
    notes: Vec<Passage<'page>>,
    code: Code<'page>,
    heading_words: (usize, i64),
    last_line: Option<usize>,
    breaks: usize,
    has_text: bool,
    row: i64,
}

impl<'page> Sweep<'page> {
    fn run(&mut self) {
        let (page, shown) = (self.page, self.shown);
        let (mut skip, mut owner, mut block) = (0, 0, 0);
        for row in shown.root..page.tag.len() {
            if !shown.mask[row] {
                continue;
            }
            limits::tick(1);
            while self.open.last().is_some_and(|open| open.end <= row) {
                self.close();
            }
            if row < skip {
                continue;
            }
            while page.block_first.get(owner).is_some_and(|&first| first as usize <= row) {
                owner += 1;
            }
            let tag = page.tag[row];
            if tag == name::TEXT && owner != block {
                block = owner; // what ended the run may be a block element that is not shown
                if self.has_text {
                    self.boundary();
                }
            }
            if shown.noise.binary_search(&row).is_ok() {
                skip = page.end[row] as usize;
            } else if let Ok(place) = shown.formulas.binary_search_by_key(&row, |formula| formula.start) {
                self.add_formula(&shown.formulas[place]);
            } else if self.visit(row, tag) {
                skip = page.end[row] as usize;
            }
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.flush();
        self.passages.append(&mut self.notes);
    }

    /// Takes in one row; true means that the rest of its subtree is done with.
    fn visit(&mut self, row: usize, tag: NameId) -> bool {
        match meaning_of(tag) {
            Meaning::Image | Meaning::Medium if self.paths.in_code(self.path) => {}
            Meaning::Nothing if self.paths.in_code(self.path) => return self.open_code_line(row),
            Meaning::Nothing => self.open_inline_note(row),
            Meaning::Text => self.add_text(row),
            Meaning::Break => self.add_break(),
            Meaning::Image => self.add_image(row),
            Meaning::Reading => return self.add_reading(row, tag),
            Meaning::Code => return self.open_block(row, Some(Role::Pre)),
            Meaning::Medium => return self.add_medium(row, tag),
            Meaning::Rule => {
                self.flush();
                let path = self.paths.full(self.path, row as i64);
                let body = self.rule(path);
                self.passages.push(Passage { path, row: row as i64, body });
            }
            Meaning::Plain if !self.paths.in_leaf(self.path) && label_at(&self.shown.notes.notes, row).is_none() => {
                if !self.pieces.is_empty() {
                    self.flush();
                }
                self.push_open(row, true);
            }
            Meaning::Mark(kind) => return self.open_mark(row, kind),
            Meaning::Plain => return self.open_block(row, None),
            Meaning::Block(role) => return self.open_block(row, role),
        }
        false
    }

    fn push_open(&mut self, row: usize, is_boundary: bool) {
        let open = Open { end: self.page.end[row] as usize, path: self.path, mark: self.mark, is_boundary };
        self.open.push(open)
    }

    fn add_text(&mut self, row: usize) {
        let text = without_controls(self.page.text_of(row));
        if text.is_empty() || !text.chars().all(char::is_whitespace) {
            (self.breaks, self.has_text, self.row) = (0, true, row as i64);
        }
        self.pieces.push(Piece::Text(text, self.mark))
    }

    fn add_break(&mut self) {
        self.breaks += 1;
        if self.breaks == 2 && !self.paths.in_leaf(self.path) {
            self.flush();
        }
        self.pieces.push(Piece::Break(self.mark))
    }

    fn open_mark(&mut self, row: usize, kind: Kind) -> bool {
        if let Some(label) = label_at(&self.shown.notes.references, row) {
            self.pieces.push(Piece::Note(label));
            return true;
        }
        if self.paths.in_code(self.path) {
            return self.open_code_line(row);
        }
        let value = match kind {
            Kind::Link => {
                if let Some(heading) = self.paths.inner(self.path).filter(|inner| inner.role == Role::Heading)
                    && self.is_anchor(row, heading.row as usize)
                {
                    return true;
                }
                self.link_address(row)
            }
            Kind::Abbr => self.page.attribute(row, name::TITLE).to_owned(),
            Kind::Time => self.page.attribute(row, name::DATETIME).to_owned(),
            _ => String::new(),
        };
        self.push_open(row, false);
        if (kind != Kind::Link || !value.is_empty()) && !self.is_marked(kind) {
            self.marks.push(Mark { around: self.mark, kind, value });
            self.mark = self.marks.len() as u32 - 1;
        }
        false
    }

    fn open_block(&mut self, row: usize, role: Option<Role>) -> bool {
        let in_code = self.paths.in_code(self.path);
        let is_number_column = role == Some(Role::Pre) && self.code.is_number_column(row);
        if is_number_column || in_code && self.is_beside_code(row) {
            return true;
        }
        self.boundary();
        if in_code {
            self.begin_line(row);
        }
        self.push_open(row, true);
        if self.paths.in_leaf(self.path) || self.paths.length(self.path) >= MAX_NESTING {
            return false;
        }
        if let Some(label) = label_at(&self.shown.notes.notes, row) {
            self.path = self.paths.note(row);
            self.add_label(label.to_owned());
        } else if let Some(role) = role {
            self.enter(row, role);
        }
        false
    }

    /// Gives the container that was entered last its label.
    fn add_label(&mut self, label: String) {
        let own = self.paths.last(self.path);
        if !label.is_empty() {
            self.labels.push((own, label))
        }
    }

    /// Puts a container on the path, with those that must stand around it.
    fn enter(&mut self, row: usize, role: Role) {
        if row == self.shown.root && matches!(role, Role::Item | Role::Cell | Role::Definition) {
            return; // all of the content lies in it
        }
        if role == Role::Table && self.shown.tables.binary_search(&row).is_err() {
            if shown::is_code(self.page, row) {
                self.path = self.paths.alone(self.path, row, Role::Pre);
                self.add_label(language_of(self.page, row));
            }
            return;
        }
        self.path = self.paths.enter(self.path, row, role);
        let label = match role {
            Role::Pre => language_of(self.page, row),
            Role::Item => self.task_sign(row).to_owned(),
            _ => return,
        };
        self.add_label(label)
    }

    fn close(&mut self) {
        if self.set_aside.last().is_some_and(|aside| aside.open == self.open.len()) {
            self.close_inline_note();
        }
        let Some(open) = self.open.pop() else { return };
        if open.is_boundary {
            let (own, outside) = (self.path, open.path);
            if own == outside {
                if !self.pieces.is_empty() || outside != NO_PATH {
                    self.boundary();
                }
            } else if self.paths.length(own) > self.paths.length(outside)
                || self.paths.last(own) != self.paths.last(outside)
            {
                self.flush();
                self.fill_cell();
            } else {
                self.boundary();
            }
        }
        (self.path, self.mark) = (open.path, open.mark);
    }

    /// Gives an empty cell a passage without content, so that its row keeps its columns.
    fn fill_cell(&mut self) {
        let Some(cell) = self.paths.inner(self.path).filter(|inner| inner.role == Role::Cell) else { return };
        let row = i64::from(cell.row);
        let holds_last = self.passages.last().is_some_and(|last| self.paths.holds(last.path, self.path));
        if holds_last {
            return;
        }
        self.passages.push(Passage { path: self.path, row, body: Body::Pieces(Vec::new()) })
    }

    /// A block element begins or ends.
    fn boundary(&mut self) {
        if self.paths.in_code(self.path) {
            self.end_line();
        } else if self.paths.in_leaf(self.path) {
            self.pieces.push(Piece::Text(Cow::Borrowed(" "), 0));
        } else if !self.pieces.is_empty() {
            self.flush();
        }
    }

    /// Ends the passage at hand.
    fn flush(&mut self) {
        (self.breaks, self.has_text) = (0, false);
        let pieces = std::mem::take(&mut self.pieces);
        let says = |piece: &Piece| match piece {
            Piece::Text(text, _) => !text.chars().all(char::is_whitespace),
            Piece::Break(_) => false,
            _ => true,
        };
        if !pieces.iter().any(says) {
            return;
        }
        let row = self.open.last().map_or(-1, |open| open.end as i64);
        let path = self.paths.full(self.path, row);
        let lines = if self.wanted.lines { self.lines(path, &pieces) } else { None };
        let body = lines.map_or(Body::Pieces(pieces), Body::Lines);
        self.passages.push(Passage { path, row: self.row, body })
    }
}
