//! Markdown of passages: blocks of lines, each under the prefix of its path; `renderers/markdown.py` is the twin.

use std::borrow::Cow;

use super::markdown_tables::table_lines;
use super::{Ask, Body, Columns, Composed, Container, Passage, Piece, Role, Setting, Stop, code, inline, label_of};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::title_text::is_space;

/// The passages as Markdown.
pub fn write<Asked: Ask>(
    page: &Columns,
    composed: &Composed,
    ask: &mut Asked,
    deadline: &mut Deadline,
) -> Result<String, Stop<Asked::Error>> {
    let mut writer = Writer::of(composed)?;
    let (mut place, mut path) = (0, Vec::new());
    while let Some(passage) = composed.passages.get(place) {
        deadline.check()?;
        let Some(table) = composed.table_of(passage.path) else {
            let own = lines_of(composed, passage, ask)?;
            composed.path(passage.path, &mut path)?;
            writer.write(&path, &own, ask)?;
            place += 1;
            continue;
        };
        let group = &composed.passages[place..];
        let end = group.iter().position(|passage| composed.table_of(passage.path) != Some(table));
        let group = &group[..end.unwrap_or(group.len())];
        place += group.len();
        composed.path(passage.path, &mut path)?;
        let depth = path.iter().position(|&container| container == table).unwrap_or(0);
        path.truncate(depth);
        for passage in group.iter().filter(|passage| composed.is_inside(passage.path, Role::Caption)) {
            let own = caption_lines(composed, passage, ask)?;
            writer.write(&path, &own, ask)?;
        }
        let own = table_lines(page, composed, group, table, ask, deadline)?;
        if !own.is_empty() {
            writer.write(&path, &own, ask)?;
        }
    }
    Ok(writer.out)
}

/// The lines of a passage outside of tables.
fn lines_of<'passage, Asked: Ask>(
    composed: &Composed,
    passage: &'passage Passage,
    ask: &mut Asked,
) -> Result<Cow<'passage, [String]>, Stop<Asked::Error>> {
    let pieces = match &passage.body {
        Body::Lines(lines) => return Ok(Cow::Borrowed(lines)),
        Body::Pieces(pieces) => pieces,
    };
    if let Some(Piece::Rule) = pieces.first() {
        // Behind the sign of an item, dashes and stars are one rule.
        let rule = if composed.is_inside(passage.path, Role::Item) { "___" } else { "---" };
        return Ok(Cow::Owned(memory::collect(std::iter::once(memory::copy(rule)?))?));
    }
    let is_display = matches!(pieces.first(), Some(Piece::Formula { display: true, .. }));
    let setting = match composed.inner(passage.path).map(|inner| (inner.role, inner.number)) {
        _ if is_display => Setting::Flow,
        Some((Role::Pre, _)) => return Ok(Cow::Owned(code::lines(pieces, composed.label(passage.path))?)),
        Some((Role::Heading, level)) => Setting::Heading(level.clamp(1, 6) as usize),
        Some((Role::Term | Role::Summary, _)) => Setting::Bold,
        _ => Setting::Flow,
    };
    inline_lines(composed, pieces, setting, ask).map(Cow::Owned)
}

/// The lines of pieces in a setting.
fn inline_lines<Asked: Ask>(
    composed: &Composed,
    pieces: &[Piece],
    setting: Setting,
    ask: &mut Asked,
) -> Result<Vec<String>, Stop<Asked::Error>> {
    let own = inline::lines(pieces, &composed.marks, setting)?;
    own.map_or_else(|| ask.lines(pieces, &composed.marks, setting).map_err(Stop::Asked), Ok)
}

/// The lines of a caption.
fn caption_lines<'passage, Asked: Ask>(
    composed: &Composed,
    passage: &'passage Passage,
    ask: &mut Asked,
) -> Result<Cow<'passage, [String]>, Stop<Asked::Error>> {
    let Body::Pieces(pieces) = &passage.body else { return lines_of(composed, passage, ask) };
    inline_lines(composed, pieces, Setting::Flow, ask).map(Cow::Owned)
}

/// How far the further lines of a note are moved in.
const NOTE_INDENT: usize = 4;

/// Whether a line begins as an address does.
fn has_scheme(line: &str) -> bool {
    let rest = line.trim_start_matches(is_space);
    let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && !"+.-".contains(sign));
    rest.starts_with(|sign: char| sign.is_ascii_alphabetic()) && end.is_some_and(|end| rest[end..].starts_with(':'))
}

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
struct Writer<'page> {
    containers: &'page [Container],
    labels: &'page [(u32, String)],
    markers: Vec<Marker>,
    path: Vec<u32>,
    /// The path at hand, of the containers that change what a line begins with.
    own: Vec<u32>,
    out: String,
    has_lines: bool,
}

impl<'page> Writer<'page> {
    fn of(composed: &'page Composed) -> Result<Self, Tripped> {
        let markers = memory::collect(composed.containers.iter().map(|_| Marker::None))?;
        let (path, own, out) = (Vec::new(), Vec::new(), String::new());
        let (containers, labels) = (&composed.containers[..], &composed.labels[..]);
        Ok(Writer { containers, labels, markers, path, own, out, has_lines: false })
    }

    fn at(&self, path: &[u32], depth: usize) -> Option<Container> {
        path.get(depth).map(|&container| self.containers[container as usize])
    }

    fn line(&mut self, prefix: &str, line: &str) -> Result<(), Tripped> {
        if self.has_lines {
            memory::push_str(&mut self.out, "\n")?;
        }
        self.has_lines = true;
        memory::push_str(&mut self.out, if line.is_empty() { prefix.trim_end() } else { prefix })?;
        memory::push_str(&mut self.out, line)
    }

    /// Adds one block.
    fn write<Asked: Ask>(&mut self, path: &[u32], lines: &[String], ask: &mut Asked) -> Result<(), Stop<Asked::Error>> {
        let mut own = std::mem::take(&mut self.own);
        self.narrow(path, &mut own)?;
        let shared = own.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
        for depth in shared..own.len() {
            self.enter(&own, depth)?;
        }
        let (mut first, mut rest) = (String::new(), String::new());
        self.push_prefix(&own[..shared], &mut first)?;
        if self.has_lines && !self.is_tight(&own, shared) {
            self.line(&first, "")?;
        }
        for &container in &own[shared..] {
            match &self.markers[container as usize] {
                Marker::Text(marker, _) => memory::push_str(&mut first, marker)?,
                Marker::Quote => memory::push_str(&mut first, "> ")?,
                _ => {}
            }
        }
        let begins_note = shared < own.len()
            && own.last().is_some_and(|&inner| self.containers[inner as usize].role == Role::Note)
            && lines.first().is_some_and(|line| has_scheme(line));
        let guarded = if begins_note { ask.guard_note(&lines[0]).map_err(Stop::Asked)? } else { String::new() };
        if lines.len() > 1 {
            self.push_prefix(&own, &mut rest)?;
        }
        for (number, line) in lines.iter().enumerate() {
            let line = if begins_note && number == 0 { &guarded } else { line };
            self.line(if number > 0 { &rest } else { &first }, line)?;
        }
        self.own = std::mem::replace(&mut self.path, own);
        Ok(())
    }

    /// Keeps the containers that change what a line begins with.
    ///
    /// A definition that begins with a list is that list: `- - a` would be a list in a list.
    fn narrow(&self, path: &[u32], own: &mut Vec<u32>) -> Result<(), Tripped> {
        own.clear();
        for &container in path {
            let role = self.containers[container as usize].role;
            if matches!(role, Role::Quote | Role::Item | Role::Definition | Role::List | Role::Note) {
                memory::push(own, container)?;
            }
        }
        let mut place = 0;
        while place < own.len() {
            let is_definition = self.at(own, place).is_some_and(|own| own.role == Role::Definition);
            let is_new = matches!(self.markers[own[place] as usize], Marker::None);
            if is_definition && is_new && self.at(own, place + 1).is_some_and(|inner| inner.role == Role::List) {
                own.remove(place);
            } else {
                place += 1;
            }
        }
        Ok(())
    }

    fn enter(&mut self, path: &[u32], depth: usize) -> Result<(), Tripped> {
        let container = self.containers[path[depth] as usize];
        let marker = match container.role {
            Role::List => Marker::Sign(self.sign(path, depth)),
            Role::Item => self.item_marker(path, depth, container.number)?,
            Role::Quote => Marker::Quote,
            Role::Note => {
                let mut marker = memory::copy("[^")?;
                memory::push_str(&mut marker, label_of(self.labels, path[depth]))?;
                memory::push_str(&mut marker, "]: ")?;
                Marker::Text(marker, NOTE_INDENT)
            }
            _ => Marker::Text(memory::copy("- ")?, 2),
        };
        self.markers[path[depth] as usize] = marker;
        Ok(())
    }

    fn item_marker(&self, path: &[u32], depth: usize, number: i64) -> Result<Marker, Tripped> {
        let above = path[depth.checked_sub(1).unwrap_or(path.len() - 1)];
        let sign = if let Marker::Sign(sign) = self.markers[above as usize] { sign } else { '-' };
        let (mut marker, is_numbered) = (String::new(), self.containers[above as usize].number != 0);
        if is_numbered {
            memory::push_str(&mut marker, &memory::decimal(number)?)?;
        }
        marker.try_reserve(2).map_err(Tripped::from)?;
        marker.push(sign);
        marker.push(' ');
        let width = marker.len();
        memory::push_str(&mut marker, if is_numbered { "" } else { label_of(self.labels, path[depth]) })?;
        Ok(Marker::Text(marker, width))
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
    fn push_prefix(&self, path: &[u32], prefix: &mut String) -> Result<(), Tripped> {
        for &container in path {
            match &self.markers[container as usize] {
                Marker::Quote => memory::push_str(prefix, "> ")?,
                Marker::Text(_, width) => {
                    prefix.try_reserve(*width)?;
                    prefix.extend(std::iter::repeat_n(' ', *width));
                }
                _ => {}
            }
        }
        Ok(())
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
pub(super) fn cell_line<Asked: Ask>(
    composed: &Composed,
    passage: &Passage,
    ask: &mut Asked,
) -> Result<String, Stop<Asked::Error>> {
    let join = |lines: &[String]| {
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            memory::push_str(&mut text, if number > 0 { " " } else { "" })?;
            memory::push_str(&mut text, line)?;
        }
        Ok::<_, Tripped>(text)
    };
    let asked: Vec<String>;
    let lines = match &passage.body {
        Body::Lines(lines) => lines,
        Body::Pieces(pieces) if pieces.is_empty() => return Ok(String::new()),
        Body::Pieces(pieces) => {
            asked = inline_lines(composed, pieces, Setting::Cell, ask)?;
            &asked
        }
    };
    Ok(join(lines)?)
}

impl Composed<'_> {
    /// The containers of a path, the outermost first.
    pub(super) fn path(&self, path: u32, out: &mut Vec<u32>) -> Result<(), Tripped> {
        out.clear();
        for container in self.outwards(path) {
            memory::push(out, container)?;
        }
        out.reverse();
        Ok(())
    }

    /// The containers of a path, the innermost first.
    fn outwards(&self, path: u32) -> impl Iterator<Item = u32> {
        let around = std::iter::successors(Some(path), |&path| Some(self.paths[path as usize].0));
        around.take_while(|&path| path > 0).map(|path| self.paths[path as usize].1)
    }

    pub(super) fn inner(&self, path: u32) -> Option<&Container> {
        self.containers.get(self.paths[path as usize].1 as usize)
    }

    /// The innermost table of a path.
    fn table_of(&self, path: u32) -> Option<u32> {
        self.outwards(path).find(|&container| self.containers[container as usize].role == Role::Table)
    }

    fn is_inside(&self, path: u32, role: Role) -> bool {
        self.outwards(path).any(|container| self.containers[container as usize].role == role)
    }
}
