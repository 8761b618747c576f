//! Inline content as HTML, its marks as elements.

use super::settle::{Settled, are_same, marks_of, settle};
use super::{Kind, Mark, Piece};
use crate::limits::Tripped;
use crate::memory;

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
    fn turn(&mut self, mark: u32, out: &mut String) -> Result<(), Tripped> {
        self.own = marks_of(self.marks, mark);
        let shared = self.shared();
        for &mark in self.open[shared..].iter().rev() {
            for text in ["</", tag_of(self.marks[mark as usize].kind), ">"] {
                memory::push_str(out, text)?;
            }
        }
        for &mark in &self.own[shared..] {
            open_mark(&self.marks[mark as usize], out)?;
        }
        std::mem::swap(&mut self.open, &mut self.own);
        Ok(())
    }
}

/// Writes the pieces of a passage.
pub fn write(pieces: &[Piece], marks: &[Mark], out: &mut String) -> Result<(), Tripped> {
    let parts = settle(pieces, |mark| mark, |one, other| shared_mark(marks, one, other));
    let mut open = Open { marks, open: Vec::new(), own: Vec::new() };
    let mut before = 0;
    for part in &parts {
        if part.mark != before {
            open.turn(part.mark, out)?;
            before = part.mark;
        }
        match &part.content {
            Settled::Text(text) => push_escaped(out, text, false)?,
            Settled::Space => memory::push_str(out, " ")?,
            Settled::Break => memory::push_str(out, "<br>")?,
            Settled::Image(alt, address) => {
                memory::push_str(out, "<img src=\"")?;
                push_escaped(out, address, true)?;
                memory::push_str(out, "\" alt=\"")?;
                push_escaped(out, alt, true)?;
                memory::push_str(out, "\">")?;
            }
            Settled::Formula(latex, display) => {
                let (open, close) = if *display { ("\\[", "\\]") } else { ("\\(", "\\)") };
                memory::push_str(out, open)?;
                push_escaped(out, latex, false)?;
                memory::push_str(out, close)?;
            }
            Settled::Note(label) => push_escaped(out, label, false)?,
            Settled::Rule => {}
        }
    }
    open.turn(0, out)
}

/// The innermost of the marks that two pieces have in common from the outermost on: a mark of the first.
pub fn shared_mark(marks: &[Mark], one: u32, other: u32) -> u32 {
    if one == other {
        return one;
    }
    let depth = |mark: u32| {
        std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around))
            .take_while(|&mark| mark > 0)
            .count()
    };
    let up = |mut mark: u32, steps: usize| {
        (0..steps).for_each(|_| mark = marks[mark as usize].around);
        mark
    };
    let (own, its) = (depth(one), depth(other));
    let (mut one, mut other) = (up(one, own.saturating_sub(its)), up(other, its.saturating_sub(own)));
    let mut shared = one;
    while one > 0 {
        if !are_same(marks, one, other) {
            shared = marks[one as usize].around;
        }
        (one, other) = (marks[one as usize].around, marks[other as usize].around);
    }
    shared
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

fn open_mark(mark: &Mark, out: &mut String) -> Result<(), Tripped> {
    memory::push_str(out, "<")?;
    memory::push_str(out, tag_of(mark.kind))?;
    let attribute = match mark.kind {
        Kind::Link => " href=\"",
        Kind::Abbr => " title=\"",
        Kind::Time => " datetime=\"",
        _ => "",
    };
    if !attribute.is_empty() && !mark.value.is_empty() {
        memory::push_str(out, attribute)?;
        push_escaped(out, &mark.value, true)?;
        memory::push_str(out, "\"")?;
    }
    memory::push_str(out, ">")
}

/// Adds a text with what HTML would read otherwise as references; in a value the quotes too.
pub fn push_escaped(out: &mut String, text: &str, in_value: bool) -> Result<(), Tripped> {
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
            memory::push_str(out, &text[start..place])?;
            memory::push_str(out, written)?;
            start = place + 1;
        }
    }
    memory::push_str(out, &text[start..])
}
