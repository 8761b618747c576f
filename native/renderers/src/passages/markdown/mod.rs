//! Markdown of passages: blocks of lines, each under the prefix of its path.

pub mod tables;

use html::page_view::PageView;
use std::borrow::Cow;

use super::{Body, Composed, Container, Passage, Piece, Role, Setting, code, footnotes, inline, label_of};
use tables::table_lines;

/// Lines, and the containers that they stand in.
#[derive(Clone)]
pub struct Block<'page> {
    pub path: Vec<u32>,
    pub lines: Cow<'page, [String]>,
}

/// The passages as Markdown.
pub fn write(page: &PageView, composed: &Composed) -> String {
    let mut writer = Writer::of(composed);
    for group in composed.groups(&composed.passages) {
        limits::tick(1);
        for block in blocks_of(page, composed, group) {
            writer.write(&block.path, &block.lines);
        }
    }
    writer.end()
}

/// The blocks of a passage, or of the passages of one table.
pub fn blocks_of<'page>(page: &PageView, composed: &Composed, group: &'page [Passage]) -> Vec<Block<'page>> {
    let Some(first) = group.first() else { return Vec::new() };
    let mut path = composed.path(first.path);
    let Some(table) = composed.table_of(first.path) else {
        return vec![Block { path, lines: lines_of(composed, first) }];
    };
    path.truncate(path.iter().position(|&container| container == table).unwrap_or(0));
    let mut blocks = Vec::new();
    for passage in group.iter().filter(|passage| composed.is_inside(passage.path, Role::Caption)) {
        let lines = match &passage.body {
            Body::Lines(lines) => Cow::Borrowed(&lines[..]),
            Body::Pieces(pieces) => Cow::Owned(inline::lines(pieces, &composed.marks, Setting::Flow)),
        };
        blocks.push(Block { path: path.clone(), lines });
    }
    let lines = table_lines(page, composed, group, table);
    if !lines.is_empty() {
        blocks.push(Block { path, lines: Cow::Owned(lines) });
    }
    blocks
}

/// The lines of a passage outside of tables.
fn lines_of<'page>(composed: &Composed, passage: &'page Passage) -> Cow<'page, [String]> {
    match &passage.body {
        Body::Lines(lines) => Cow::Borrowed(lines),
        Body::Pieces(pieces) => Cow::Owned(lines_in(composed, passage.path, pieces)),
    }
}

/// The lines of pieces on a path outside of tables.
pub fn lines_in(composed: &Composed, path: u32, pieces: &[Piece]) -> Vec<String> {
    if let Some(Piece::Rule) = pieces.first() {
        // Behind the sign of an item, dashes and stars are one rule.
        return vec![if composed.is_inside(path, Role::Item) { "___" } else { "---" }.to_owned()];
    }
    let setting = match composed.inner(path).map(|inner| (inner.role, inner.number)) {
        Some((Role::Pre, _)) => return code::lines(pieces, composed.label(path)),
        Some((Role::Heading, level)) => Setting::Heading(level.clamp(1, 6) as usize),
        Some((Role::Term | Role::Summary, _)) => Setting::Bold,
        _ => Setting::Flow,
    };
    inline::lines(pieces, &composed.marks, setting)
}

/// How far the further lines of a note are moved in.
const NOTE_INDENT: usize = 4;

/// What of a container the lines in it begin with.
enum Marker {
    None,
    /// Of a list the sign of its items.
    Sign(char),
    /// What the first line begins with, and how far further lines are moved in; of a quote they begin alike.
    Text(String, usize),
    Quote,
}

/// Writes blocks of lines, each under the prefix of its path.
pub struct Writer<'page> {
    containers: &'page [Container],
    labels: &'page [(u32, String)],
    markers: Vec<Marker>,
    /// The containers that have a marker.
    entered: Vec<u32>,
    path: Vec<u32>,
    out: String,
    has_lines: bool,
}

impl<'page> Writer<'page> {
    pub fn of(composed: &'page Composed) -> Self {
        let markers = composed.containers.iter().map(|_| Marker::None).collect();
        let (containers, labels) = (&composed.containers[..], &composed.labels[..]);
        let (entered, path, out) = (Vec::new(), Vec::new(), String::new());
        Writer { containers, labels, markers, entered, path, out, has_lines: false }
    }

    /// What was written; the next block begins a text of its own.
    pub fn end(&mut self) -> String {
        for container in self.entered.drain(..) {
            self.markers[container as usize] = Marker::None;
        }
        self.path.clear();
        self.has_lines = false;
        std::mem::take(&mut self.out)
    }

    fn at(&self, path: &[u32], depth: usize) -> Option<Container> {
        path.get(depth).map(|&container| self.containers[container as usize])
    }

    fn line(&mut self, prefix: &str, line: &str) {
        if self.has_lines {
            self.out.push('\n');
        }
        self.has_lines = true;
        self.out.push_str(if line.is_empty() { prefix.trim_end() } else { prefix });
        self.out.push_str(line);
    }

    /// Adds one block.
    pub fn write(&mut self, path: &[u32], lines: &[String]) {
        let own = self.narrowed(path);
        let shared = own.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
        for depth in shared..own.len() {
            self.enter(&own, depth);
        }
        let mut first = self.prefix(&own[..shared]);
        if self.has_lines && !self.is_tight(&own, shared) {
            self.line(&first, "");
        }
        for &container in &own[shared..] {
            match &self.markers[container as usize] {
                Marker::Text(marker, _) => first.push_str(marker),
                Marker::Quote => first.push_str("> "),
                _ => {}
            }
        }
        let begins_note = own[shared..].last().is_some_and(|&inner| self.containers[inner as usize].role == Role::Note);
        let rest = if lines.len() > 1 { self.prefix(&own) } else { String::new() };
        for (number, line) in lines.iter().enumerate() {
            match number {
                0 if begins_note => self.line(&first, &footnotes::guard(line)),
                0 => self.line(&first, line),
                _ => self.line(&rest, line),
            }
        }
        self.path = own;
    }

    /// Keeps the containers that change what a line begins with.
    ///
    /// A definition that begins with a list is that list: `- - a` would be a list in a list.
    fn narrowed(&self, path: &[u32]) -> Vec<u32> {
        let is_marked = |&container: &u32| {
            let role = self.containers[container as usize].role;
            matches!(role, Role::Quote | Role::Item | Role::Definition | Role::List | Role::Note)
        };
        let mut own: Vec<u32> = path.iter().copied().filter(is_marked).collect();
        let mut place = 0;
        while place < own.len() {
            let is_definition = self.at(&own, place).is_some_and(|own| own.role == Role::Definition);
            let is_new = matches!(self.markers[own[place] as usize], Marker::None);
            if is_definition && is_new && self.at(&own, place + 1).is_some_and(|inner| inner.role == Role::List) {
                own.remove(place);
            } else {
                place += 1;
            }
        }
        own
    }

    fn enter(&mut self, path: &[u32], depth: usize) {
        let container = self.containers[path[depth] as usize];
        let marker = match container.role {
            Role::List => Marker::Sign(self.sign(path, depth)),
            Role::Item => self.item_marker(path, depth, container.number),
            Role::Quote => Marker::Quote,
            Role::Note => Marker::Text(format!("[^{}]: ", label_of(self.labels, path[depth])), NOTE_INDENT),
            _ => Marker::Text("- ".to_owned(), 2),
        };
        self.markers[path[depth] as usize] = marker;
        self.entered.push(path[depth]);
    }

    fn item_marker(&self, path: &[u32], depth: usize, number: i64) -> Marker {
        let above = path[depth.checked_sub(1).unwrap_or(path.len() - 1)];
        let sign = if let Marker::Sign(sign) = self.markers[above as usize] { sign } else { '-' };
        if self.containers[above as usize].number != 0 {
            let marker = format!("{number}{sign} ");
            let width = marker.len();
            return Marker::Text(marker, width);
        }
        Marker::Text(format!("{sign} {}", label_of(self.labels, path[depth])), 2)
    }

    /// The sign of a new list; another one than that of a list that ends right before it, or the two would join.
    fn sign(&self, path: &[u32], depth: usize) -> char {
        let is_numbered = self.containers[path[depth] as usize].number != 0;
        let (usual, other) = if is_numbered { ('.', ')') } else { ('-', '*') };
        let before = self.path.get(depth).filter(|_| self.path[..depth] == path[..depth]);
        let is_next = before.is_some_and(|&before| {
            let list = &self.containers[before as usize];
            list.role == Role::List
                && (list.number != 0) == is_numbered
                && matches!(self.markers[before as usize], Marker::Sign(sign) if sign == usual)
        });
        if is_next { other } else { usual }
    }

    /// What a further line in these containers begins with.
    fn prefix(&self, path: &[u32]) -> String {
        let mut prefix = String::new();
        for &container in path {
            match &self.markers[container as usize] {
                Marker::Quote => prefix.push_str("> "),
                Marker::Text(_, width) => prefix.extend(std::iter::repeat_n(' ', *width)),
                _ => {}
            }
        }
        prefix
    }

    /// Whether a block follows the one before without a blank line: a new item, or a list right under its item.
    fn is_tight(&self, path: &[u32], shared: usize) -> bool {
        let Some(container) = self.at(path, shared) else { return false };
        match container.role {
            Role::Item => true,
            Role::Definition => self.at(&self.path, shared).is_some_and(|before| before.role == Role::Definition),
            Role::List => {
                let is_under = shared > 0 && self.at(path, shared - 1).is_some_and(|above| above.role == Role::Item);
                let is_first = || self.at(path, shared + 1).is_some_and(|item| item.number == 1);
                is_under && self.path.len() == shared && (container.number == 0 || is_first())
            }
            _ => false,
        }
    }
}

/// The text of a passage of a cell on one line.
pub(super) fn cell_line(composed: &Composed, passage: &Passage) -> String {
    match &passage.body {
        Body::Lines(lines) => lines.join(" "),
        Body::Pieces(pieces) if pieces.is_empty() => String::new(),
        Body::Pieces(pieces) => inline::lines(pieces, &composed.marks, Setting::Cell).join(" "),
    }
}

impl Composed<'_> {
    /// Passages in groups: those of one table together.
    pub(super) fn groups<'own, 'page>(
        &'own self,
        passages: &'own [Passage<'page>],
    ) -> impl Iterator<Item = &'own [Passage<'page>]> {
        passages.chunk_by(|one, other| {
            let table = self.table_of(one.path);
            table.is_some() && table == self.table_of(other.path)
        })
    }

    /// The containers of a path, the outermost first.
    pub(super) fn path(&self, path: u32) -> Vec<u32> {
        let mut own: Vec<u32> = self.outwards(path).collect();
        own.reverse();
        own
    }

    /// The containers of a path, the innermost first.
    fn outwards(&self, path: u32) -> impl Iterator<Item = u32> {
        let around = std::iter::successors(Some(path), |&path| Some(self.paths[path as usize].0));
        around.take_while(|&path| path > 0).map(|path| self.paths[path as usize].1)
    }

    pub fn inner(&self, path: u32) -> Option<&Container> {
        self.containers.get(self.paths[path as usize].1 as usize)
    }

    /// The innermost container of a role.
    pub(super) fn innermost(&self, path: u32, role: Role) -> Option<u32> {
        self.outwards(path).find(|&container| self.containers[container as usize].role == role)
    }

    pub(super) fn table_of(&self, path: u32) -> Option<u32> {
        self.innermost(path, Role::Table)
    }

    pub(super) fn is_inside(&self, path: u32, role: Role) -> bool {
        self.innermost(path, role).is_some()
    }
}
