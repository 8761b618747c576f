//! The inline Markdown of a passage: links, emphasis, code, images and formulas.
//!
//! In words: put each mark's signs where it opens and closes, escape what of the text could mean something beside them,
//! end a line at a break.

use std::borrow::Cow;

use super::bits::{Bit, Table, bit, bits_of, lift_links, shared};
use super::dollars::{guard_display, guard_formula};
use super::emphasis::{EMPHASIS, fit};
use super::escaped_lines::{guard_label, guard_start, opens_label};
use super::escapes::{ALL_RISKS, Around, Has, Risks, has_sign, push_alt, push_destination, push_escaped};
use super::settle::Settled;
use super::{Kind, Mark, Piece, Setting};
use crate::limits::Tripped;
use crate::memory;
use crate::record_values::is_space;

const LINE_END: &str = "\n";

/// The lines of a passage.
pub fn lines(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Result<Vec<String>, Tripped> {
    if let (Some(Piece::Formula { latex, display: true, .. }), Setting::Flow) = (pieces.first(), setting) {
        return Ok(vec!["$$".into(), guard_display(latex), "$$".into()]);
    }
    let mut table = Table::default();
    let mut bits = bits_of(pieces, marks, setting, &mut table)?;
    let kinds = bits.iter().fold(0, |all, bit| all | table.kinds(&bit.marks));
    if kinds & bit(Kind::Link) != 0 && bits.iter().any(|bit| bit.marks.len() > 1) {
        lift_links(&mut bits, &table)?;
    }
    if kinds & EMPHASIS != 0 {
        bits = fit(bits, kinds, &table)?;
    }
    let segments = Segments::of(&bits, &table, setting)?;
    let has = Has {
        emphasis: kinds & EMPHASIS != 0,
        code: kinds & bit(Kind::Code) != 0,
        formula: bits.iter().any(|bit| matches!(bit.content, Settled::Formula(..))),
    };
    let risks = find_risks(&segments, has, setting)?;
    let mut lines = Vec::new();
    for (number, line) in segments.split(|segment| segment.text == LINE_END).enumerate() {
        memory::reserve_exactly(&mut lines, 1)?; // most passages are one line
        lines.push(line_of(line, &risks, setting, number == 0)?);
    }
    if lines.len() > 1 && segments.first().is_some_and(|first| first.is_text) && opens_label(&lines[0]) {
        lines[0].try_reserve(1)?;
        lines[0].insert(0, '\\'); // the label of a definition may go on over a line's end
    }
    if let Setting::Heading(level) = setting {
        lines = heading(&lines, level)?;
    }
    Ok(lines)
}

/// The line of a heading; number signs at the end would be taken for a closing sequence.
fn heading(lines: &[String], level: usize) -> Result<Vec<String>, Tripped> {
    let mut heading = memory::copy(&"###### "[6 - level..])?;
    for (number, line) in lines.iter().enumerate() {
        memory::push_str(&mut heading, if number > 0 { " " } else { "" })?;
        memory::push_str(&mut heading, line)?;
    }
    let bare = heading[level + 1..].trim_end_matches('#');
    let end = level + 1 + bare.len();
    if end < heading.len() && bare.chars().next_back().is_none_or(is_space) {
        heading.try_reserve(1)?;
        heading.insert(end, '\\');
    }
    memory::collect(std::iter::once(heading))
}

/// A stretch of output: text of the page, or Markdown of ours.
struct Segment<'bit> {
    text: Cow<'bit, str>,
    is_text: bool,
    in_link: bool,
}

/// The output in order, with the markers that open and close between bits.
struct Segments<'bit> {
    found: Vec<Segment<'bit>>,
    open: Vec<u32>,
    code: String,
    in_cell: bool,
}

impl<'bit> Segments<'bit> {
    fn of(bits: &'bit [Bit], table: &Table, setting: Setting) -> Result<Vec<Segment<'bit>>, Tripped> {
        let in_cell = setting == Setting::Cell;
        let found = memory::with_room(bits.len() + 2)?;
        let mut own = Segments { found, open: Vec::new(), code: String::new(), in_cell };
        let (mut in_code, mut in_link) = (false, false);
        for next in bits {
            if next.marks != own.open {
                own.turn(&next.marks, table)?;
                let kinds = table.kinds(&next.marks);
                (in_code, in_link) = (kinds & bit(Kind::Code) != 0, kinds & bit(Kind::Link) != 0);
            }
            match (&next.content, next.text()) {
                (Settled::Break, _) if in_code => memory::push_str(&mut own.code, " ")?,
                (_, Some(text)) if in_code => memory::push_str(&mut own.code, text)?,
                (_, Some(text)) => own.add(Cow::Borrowed(text), true, in_link)?,
                (content, None) => own.add_content(content, setting)?,
            }
        }
        own.turn(&[], table)?;
        Ok(own.found)
    }

    fn add(&mut self, text: Cow<'bit, str>, is_text: bool, in_link: bool) -> Result<(), Tripped> {
        if text.is_empty() { Ok(()) } else { memory::push(&mut self.found, Segment { text, is_text, in_link }) }
    }

    fn add_sign(&mut self, sign: &'bit str) -> Result<(), Tripped> {
        self.add(Cow::Borrowed(sign), false, false)
    }

    /// Closes what the next bit does not stand in, and opens what it does.
    fn turn(&mut self, marks: &[u32], table: &Table) -> Result<(), Tripped> {
        let same = shared(&self.open, marks);
        for place in (same..self.open.len()).rev() {
            let mark = self.open[place];
            match table.kind(mark) {
                Kind::Code => self.close_code()?,
                Kind::Link => {
                    let mut end = memory::copy("](")?;
                    push_destination(table.value(mark), self.in_cell, &mut end)?;
                    memory::push_str(&mut end, ")")?;
                    self.add(Cow::Owned(end), false, false)?;
                }
                kind => self.add_sign(closing(kind))?,
            }
        }
        for &mark in &marks[same..] {
            self.add_sign(opening(table.kind(mark)))?;
        }
        self.open.truncate(same);
        memory::extend(&mut self.open, &marks[same..])
    }

    /// Adds code between backticks, more of them than the code itself has in a row; spaces at its ends stay outside.
    fn close_code(&mut self) -> Result<(), Tripped> {
        let code = std::mem::take(&mut self.code);
        let inner = code.trim_matches(is_space);
        if inner.is_empty() {
            return self.add_sign(" ");
        }
        let mut text = String::new();
        for word in inner.split(is_space).filter(|word| !word.is_empty()) {
            let gap = if text.is_empty() { "" } else { " " };
            memory::push_str(&mut text, gap)?;
            memory::push_str(&mut text, word)?;
        }
        let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
        let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
        let mut span = String::new();
        span.try_reserve(text.len() + 2 * (longest + 2))?;
        span.extend(std::iter::repeat_n('`', longest + 1));
        span.push_str(pad);
        for (number, part) in text.split('|').enumerate() {
            let bar = if self.in_cell { "\\|" } else { "|" };
            memory::push_str(&mut span, if number > 0 { bar } else { "" })?;
            memory::push_str(&mut span, part)?;
        }
        memory::push_str(&mut span, pad)?;
        span.try_reserve(longest + 1)?;
        span.extend(std::iter::repeat_n('`', longest + 1));
        self.add_sign(if code.starts_with(is_space) { " " } else { "" })?;
        self.add(Cow::Owned(span), false, false)?;
        self.add_sign(if code.ends_with(is_space) { " " } else { "" })
    }

    fn add_content(&mut self, content: &Settled, setting: Setting) -> Result<(), Tripped> {
        let mut text = String::new();
        match content {
            Settled::Break if self.in_cell => return self.add_sign("<br>"),
            Settled::Break if matches!(setting, Setting::Heading(_)) => return self.add_sign(" "),
            Settled::Break => {
                self.add_sign("  ")?;
                return self.add_sign(LINE_END);
            }
            Settled::Image(alt, address) => {
                memory::push_str(&mut text, "![")?;
                push_alt(alt, self.in_cell, &mut text)?;
                memory::push_str(&mut text, "](")?;
                push_destination(address, self.in_cell, &mut text)?;
                memory::push_str(&mut text, ")")?;
            }
            Settled::Formula(latex, _) => {
                // In a cell bars are spelled out: one would end the cell.
                let spelled = || latex.replace("\\|", "\\Vert ").replace('|', "\\vert ");
                let latex = if self.in_cell { Cow::Owned(spelled()) } else { Cow::Borrowed(*latex) };
                let own = guard_formula(latex.trim_matches(is_space));
                text = format!("${own}$");
            }
            Settled::Note(label) => {
                for part in ["[^", label, "]"] {
                    memory::push_str(&mut text, part)?;
                }
            }
            _ => {}
        }
        self.add(Cow::Owned(text), false, false)
    }
}

fn opening(kind: Kind) -> &'static str {
    match kind {
        Kind::Strong => "**",
        Kind::Emphasis => "*",
        Kind::Strike => "~~",
        Kind::Sub => "<sub>",
        Kind::Sup => "<sup>",
        Kind::Link => "[",
        Kind::Code => "",
        _ => "\"",
    }
}

fn closing(kind: Kind) -> &'static str {
    match kind {
        Kind::Sub => "</sub>",
        Kind::Sup => "</sup>",
        kind => opening(kind),
    }
}

/// Which signs of the text could pair up. Most passages have no sign at all.
fn find_risks(segments: &[Segment], has: Has, setting: Setting) -> Result<Risks, Tripped> {
    if !segments.iter().any(|segment| segment.is_text && has_sign(&segment.text)) {
        return Ok(Risks::default());
    }
    let mut plain = String::new();
    for segment in segments {
        // A marker is a sign like any other to what stands beside it.
        let is_shown = segment.is_text || segment.text.chars().all(is_space);
        memory::push_str(&mut plain, if is_shown { &segment.text } else { "." })?;
    }
    Ok(Risks::find(&plain, has, setting == Setting::Cell))
}

/// One line, its text escaped between what stands on both sides of it.
fn line_of(segments: &[Segment], risks: &Risks, setting: Setting, is_first: bool) -> Result<String, Tripped> {
    let mut line = String::new();
    line.try_reserve_exact(segments.iter().map(|segment| segment.text.len()).sum())?;
    for (place, segment) in segments.iter().enumerate() {
        if segment.is_text {
            let before = place.checked_sub(1).and_then(|place| segments[place].text.chars().next_back());
            let after = segments.get(place + 1).and_then(|next| next.text.chars().next());
            push_escaped(&segment.text, risks, Around { before, after, in_link: segment.in_link }, &mut line)?;
        } else {
            memory::push_str(&mut line, &segment.text)?;
        }
    }
    guard_label(&mut line)?;
    let is_start = segments.first().is_some_and(|first| first.is_text);
    if is_start && matches!(setting, Setting::Flow | Setting::Bold) {
        guard_start(&mut line, is_first)?;
    }
    Ok(line)
}

/// Text as Markdown that shows it as it is, line by line.
pub fn plain(text: &str) -> Result<String, Tripped> {
    let mut lines = Vec::new();
    for line in text.split(['\r', '\n']) {
        let mut own = String::new();
        push_escaped(line.trim_matches(is_space), &ALL_RISKS, Around::default(), &mut own)?;
        guard_start(&mut own, true)?;
        guard_start(&mut own, false)?;
        lines.push(own);
    }
    Ok(lines.join("\n"))
}
