//! Inline content as HTML, its marks as elements.

use super::settle::{Settled, are_same, marks_of, settle, shared_mark};
use super::{Kind, Mark, Piece};

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
pub fn write(pieces: &[Piece], marks: &[Mark], out: &mut String) {
    let parts = settle(pieces, |mark| mark, |one, other| shared_mark(marks, one, other));
    let mut open = Open { marks, open: Vec::new(), own: Vec::new() };
    let mut before = 0;
    for part in &parts {
        if part.mark != before {
            open.turn(part.mark, out);
            before = part.mark;
        }
        match &part.content {
            Settled::Text(text) => push_escaped(out, text, false),
            Settled::Space => out.push(' '),
            Settled::Break => out.push_str("<br>"),
            Settled::Image(alt, address) => {
                out.push_str("<img src=\"");
                push_escaped(out, address, true);
                out.push_str("\" alt=\"");
                push_escaped(out, alt, true);
                out.push_str("\">");
            }
            Settled::Formula(latex, display) => {
                let (open, close) = if *display { ("\\[", "\\]") } else { ("\\(", "\\)") };
                out.push_str(open);
                push_escaped(out, latex, false);
                out.push_str(close);
            }
            Settled::Note(label) => push_escaped(out, label, false),
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
        push_escaped(out, &mark.value, true);
        out.push('"');
    }
    out.push('>')
}

/// Adds a text with what HTML would read otherwise as references; in a value the quotes too.
pub fn push_escaped(out: &mut String, text: &str, in_value: bool) {
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
