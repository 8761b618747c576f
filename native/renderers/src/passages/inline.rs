//! The inline Markdown of a passage: links, emphasis, code, images and formulas.
//!
//! In words: put each mark's signs where it opens and closes, escape what of the text could mean something beside them,
//! end a line at a break.
//!
//! Inline content as HTML, its marks as elements.

use std::borrow::Cow;

use super::bits::{Bit, EMPHASIS, Table, bit, bits_of, fit, lift_links, shared};
use super::dollars::{guard_display, guard_formula};
use super::escapes::{
    ALL_RISKS, Around, Has, Risks, alt_of, destination, guard_label, guard_start, has_sign, opens_label, push_escaped,
};
use super::settle::{Settled, are_same, marks_of, settle, shared_mark};
use super::{Kind, Mark, Piece, Setting};
use text::chars::is_space;

const LINE_END: &str = "\n";

/// The lines of a passage.
pub fn lines(pieces: &[Piece], marks: &[Mark], setting: Setting) -> Vec<String> {
    if let (Some(Piece::Formula { latex, display: true, .. }), Setting::Flow) = (pieces.first(), setting) {
        return vec!["$$".into(), guard_display(latex), "$$".into()];
    }
    let mut table = Table::default();
    let mut bits = bits_of(pieces, marks, setting, &mut table);
    let kinds = bits.iter().fold(0, |all, bit| all | table.kinds(&bit.marks));
    if kinds & bit(Kind::Link) != 0 && bits.iter().any(|bit| bit.marks.len() > 1) {
        lift_links(&mut bits, &table);
    }
    if kinds & EMPHASIS != 0 {
        bits = fit(bits, kinds, &table);
    }
    let segments = Segments::of(&bits, &table, setting);
    let has = Has {
        emphasis: kinds & EMPHASIS != 0,
        code: kinds & bit(Kind::Code) != 0,
        formula: bits.iter().any(|bit| matches!(bit.content, Settled::Formula(..))),
    };
    let risks = find_risks(&segments, has, setting);
    let mut lines = Vec::with_capacity(1); // most passages are one line
    for (number, line) in segments.split(|segment| segment.text == LINE_END).enumerate() {
        lines.push(line_of(line, &risks, setting, number == 0));
    }
    if lines.len() > 1 && segments.first().is_some_and(|first| first.is_text) && opens_label(&lines[0]) {
        lines[0].insert(0, '\\'); // the label of a definition may go on over a line's end
    }
    if let Setting::Heading(level) = setting { vec![heading(&lines, level)] } else { lines }
}

/// The line of a heading; number signs at the end would be taken for a closing sequence.
fn heading(lines: &[String], level: usize) -> String {
    let mut heading = ["###### "[6 - level..].to_owned(), lines.join(" ")].concat();
    let bare = heading[level + 1..].trim_end_matches('#');
    let end = level + 1 + bare.len();
    if end < heading.len() && bare.chars().next_back().is_none_or(is_space) {
        heading.insert(end, '\\');
    }
    heading
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
    fn of(bits: &'bit [Bit], table: &Table, setting: Setting) -> Vec<Segment<'bit>> {
        let found = Vec::with_capacity(bits.len() + 2);
        let mut own = Segments { found, open: Vec::new(), code: String::new(), in_cell: setting == Setting::Cell };
        let (mut in_code, mut in_link) = (false, false);
        for next in bits {
            if next.marks != own.open {
                own.turn(&next.marks, table);
                let kinds = table.kinds(&next.marks);
                (in_code, in_link) = (kinds & bit(Kind::Code) != 0, kinds & bit(Kind::Link) != 0);
            }
            match (&next.content, next.text()) {
                (Settled::Break, _) if in_code => own.code.push(' '),
                (_, Some(text)) if in_code => own.code.push_str(text),
                (_, Some(text)) => own.add(text, true, in_link),
                (content, None) => own.add_content(content, setting),
            }
        }
        own.turn(&[], table);
        own.found
    }

    fn add(&mut self, text: impl Into<Cow<'bit, str>>, is_text: bool, in_link: bool) {
        let text = text.into();
        if !text.is_empty() {
            self.found.push(Segment { text, is_text, in_link });
        }
    }

    fn add_sign(&mut self, sign: impl Into<Cow<'bit, str>>) {
        self.add(sign, false, false);
    }

    /// Closes what the next bit does not stand in, and opens what it does.
    fn turn(&mut self, marks: &[u32], table: &Table) {
        let same = shared(&self.open, marks);
        for place in (same..self.open.len()).rev() {
            let mark = self.open[place];
            match table.kind(mark) {
                Kind::Code => self.close_code(),
                Kind::Link => self.add_sign(format!("]({})", destination(table.value(mark), self.in_cell))),
                kind => self.add_sign(closing(kind)),
            }
        }
        for &mark in &marks[same..] {
            self.add_sign(opening(table.kind(mark)));
        }
        self.open.truncate(same);
        self.open.extend(&marks[same..]);
    }

    /// Adds code between backticks, more of them than the code itself has in a row; spaces at its ends stay outside.
    fn close_code(&mut self) {
        let code = std::mem::take(&mut self.code);
        let text = spaced(&code);
        if text.is_empty() {
            return self.add_sign(" ");
        }
        let longest = text.split(|sign| sign != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
        let text = if self.in_cell { text.replace('|', "\\|") } else { text };
        self.add_sign(if code.starts_with(is_space) { " " } else { "" });
        self.add_sign([&fence, pad, &text, pad, &fence].concat());
        self.add_sign(if code.ends_with(is_space) { " " } else { "" });
    }

    fn add_content(&mut self, content: &Settled, setting: Setting) {
        match content {
            Settled::Break if self.in_cell => self.add_sign("<br>"),
            Settled::Break if matches!(setting, Setting::Heading(_)) => self.add_sign(" "),
            Settled::Break => {
                self.add_sign("  ");
                self.add_sign(LINE_END);
            }
            Settled::Image(alt, address) => {
                self.add_sign(format!("![{}]({})", alt_of(alt, self.in_cell), destination(address, self.in_cell)));
            }
            Settled::Formula(latex, _) => {
                // In a cell bars are spelled out: one would end the cell.
                let spelled = || latex.replace("\\|", "\\Vert ").replace('|', "\\vert ");
                let latex = if self.in_cell { Cow::Owned(spelled()) } else { Cow::Borrowed(*latex) };
                self.add_sign(format!("${}$", guard_formula(latex.trim_matches(is_space))));
            }
            Settled::Note(label) => self.add_sign(format!("[^{label}]")),
            _ => {}
        }
    }
}

/// A text with single spaces.
pub fn spaced(text: &str) -> String {
    text.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
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
fn find_risks(segments: &[Segment], has: Has, setting: Setting) -> Risks {
    if !segments.iter().any(|segment| segment.is_text && has_sign(&segment.text)) {
        return Risks::default();
    }
    // A marker is a sign like any other to what stands beside it.
    let is_shown = |segment: &Segment| segment.is_text || segment.text.chars().all(is_space);
    let plain: String =
        segments.iter().map(|segment| if is_shown(segment) { segment.text.as_ref() } else { "." }).collect();
    Risks::find(&plain, has, setting == Setting::Cell)
}

/// One line, its text escaped between what stands on both sides of it.
fn line_of(segments: &[Segment], risks: &Risks, setting: Setting, is_first: bool) -> String {
    let mut line = String::with_capacity(segments.iter().map(|segment| segment.text.len()).sum());
    for (place, segment) in segments.iter().enumerate() {
        if segment.is_text {
            let before = place.checked_sub(1).and_then(|place| segments[place].text.chars().next_back());
            let after = segments.get(place + 1).and_then(|next| next.text.chars().next());
            push_escaped(&segment.text, risks, Around { before, after, in_link: segment.in_link }, &mut line);
        } else {
            line.push_str(&segment.text);
        }
    }
    guard_label(&mut line);
    let is_start = segments.first().is_some_and(|first| first.is_text);
    if is_start && matches!(setting, Setting::Flow | Setting::Bold) {
        guard_start(&mut line, is_first);
    }
    line
}

/// Text as Markdown that shows it as it is, line by line.
pub fn plain(text: &str) -> String {
    let escaped = |line: &str| {
        let mut own = String::new();
        push_escaped(line.trim_matches(is_space), &ALL_RISKS, Around::default(), &mut own);
        guard_start(&mut own, true);
        guard_start(&mut own, false);
        own
    };
    text.split(['\r', '\n']).map(escaped).collect::<Vec<_>>().join("\n")
}

/// The marks of pieces, from the outermost on: those that are open, and those of the piece at hand.
struct Open<'marks> {
    marks: &'marks [Mark],
    open: Vec<u32>,
    own: Vec<u32>,
}

impl Open<'_> {
    /// How many of the open marks are also the piece's.
    fn shared(&self) -> usize {
        self.open.iter().zip(&self.own).take_while(|&(&one, &other)| are_same(self.marks, one, other)).count()
    }

    /// Closes what the piece does not stand in, and opens what it does.
    fn turn(&mut self, mark: u32, out: &mut String) {
        self.own = marks_of(self.marks, mark);
        let shared = self.shared();
        for &mark in self.open[shared..].iter().rev() {
            for text in ["</", tag_of(self.marks[mark as usize].kind), ">"] {
                out.push_str(text);
            }
        }
        for &mark in &self.own[shared..] {
            open_mark(&self.marks[mark as usize], out);
        }
        std::mem::swap(&mut self.open, &mut self.own);
    }
}

/// Writes the pieces of a passage.
pub fn write_html(pieces: &[Piece], marks: &[Mark], out: &mut String) {
    let parts = settle(pieces, |mark| mark, |one, other| shared_mark(marks, one, other));
    let mut open = Open { marks, open: Vec::new(), own: Vec::new() };
    let mut before = 0;
    for part in &parts {
        if part.mark != before {
            open.turn(part.mark, out);
            before = part.mark;
        }
        match &part.content {
            Settled::Text(text) => push_html(out, text, false),
            Settled::Space => out.push(' '),
            Settled::Break => out.push_str("<br>"),
            Settled::Image(alt, address) => {
                out.push_str("<img src=\"");
                push_html(out, address, true);
                out.push_str("\" alt=\"");
                push_html(out, alt, true);
                out.push_str("\">");
            }
            Settled::Formula(latex, display) => {
                let (open, close) = if *display { ("\\[", "\\]") } else { ("\\(", "\\)") };
                out.push_str(open);
                push_html(out, latex, false);
                out.push_str(close);
            }
            Settled::Note(label) => push_html(out, label, false),
            Settled::Rule => {}
        }
    }
    open.turn(0, out)
}

fn tag_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Strong => "strong",
        Kind::Emphasis => "em",
        Kind::Strike => "del",
        Kind::Code => "code",
        Kind::Sub => "sub",
        Kind::Sup => "sup",
        Kind::Quotation => "q",
        Kind::Abbr => "abbr",
        Kind::Time => "time",
        Kind::Mark => "mark",
        Kind::Link => "a",
    }
}

fn open_mark(mark: &Mark, out: &mut String) {
    out.push('<');
    out.push_str(tag_of(mark.kind));
    let attribute = match mark.kind {
        Kind::Link => " href=\"",
        Kind::Abbr => " title=\"",
        Kind::Time => " datetime=\"",
        _ => "",
    };
    if !attribute.is_empty() && !mark.value.is_empty() {
        out.push_str(attribute);
        push_html(out, &mark.value, true);
        out.push('"');
    }
    out.push('>')
}

/// Adds a text with what HTML would read otherwise as references; in a value the quotes too.
pub fn push_html(out: &mut String, text: &str, in_value: bool) {
    let reference = |byte: u8| match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        b'"' if in_value => "&quot;",
        b'\'' if in_value => "&#x27;",
        _ => "",
    };
    let mut start = 0;
    for (place, byte) in text.bytes().enumerate() {
        let written = reference(byte);
        if !written.is_empty() {
            out.push_str(&text[start..place]);
            out.push_str(written);
            start = place + 1;
        }
    }
    out.push_str(&text[start..])
}
