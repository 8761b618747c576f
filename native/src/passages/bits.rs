//! A passage as Markdown takes it apart: bits of content, each under the marks that Markdown has.
//!
//! In words: marks that Markdown has no sign for fall away, code is the innermost, white space is collapsed over the whole
//! passage, and a link stands outside of the emphasis that covers nothing else.

use std::borrow::Cow;
use std::collections::HashMap;

use super::settle::{Settled, settle};
use super::{Kind, Mark, Piece, Setting};
use crate::limits::Tripped;
use crate::memory;

/// A stretch of content; the marks are places in `Table`, the outermost first.
pub struct Bit<'piece> {
    pub content: Settled<'piece>,
    pub marks: Vec<u32>,
}

impl<'piece> Bit<'piece> {
    /// The text of a bit that is one; a space is a text too.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Settled::Text(text) => Some(text),
            Settled::Space => Some(" "),
            _ => None,
        }
    }

    pub fn copied(&self) -> Result<Self, Tripped> {
        let content = match &self.content {
            Settled::Text(text) => Settled::Text(part_of(text, 0, text.len())?),
            Settled::Space => Settled::Space,
            Settled::Break => Settled::Break,
            Settled::Image(alt, address) => Settled::Image(alt, address),
            Settled::Formula(latex, display) => Settled::Formula(latex, *display),
            Settled::Note(label) => Settled::Note(label),
            Settled::Rule => Settled::Rule,
        };
        Ok(Bit { content, marks: memory::list(&self.marks)? })
    }

    /// Whether it is a break or a space.
    pub fn is_gap(&self) -> bool {
        matches!(self.content, Settled::Break) || self.text() == Some(" ")
    }
}

/// The different marks of a passage.
#[derive(Default)]
pub struct Table<'piece> {
    marks: Vec<(Kind, &'piece str)>,
    places: HashMap<(Kind, &'piece str), u32>,
}

impl<'piece> Table<'piece> {
    pub fn kind(&self, mark: u32) -> Kind {
        self.marks[mark as usize].0
    }

    pub fn value(&self, mark: u32) -> &'piece str {
        self.marks[mark as usize].1
    }

    /// The kinds of marks, one bit each.
    pub fn kinds(&self, marks: &[u32]) -> u16 {
        marks.iter().fold(0, |all, &mark| all | bit(self.kind(mark)))
    }

    fn add(&mut self, kind: Kind, value: &'piece str) -> Result<u32, Tripped> {
        if let Some(&place) = self.places.get(&(kind, value)) {
            return Ok(place);
        }
        let place = self.marks.len() as u32;
        memory::push(&mut self.marks, (kind, value))?;
        memory::insert(&mut self.places, (kind, value), place)?;
        Ok(place)
    }

    /// The marks of a piece that Markdown has, from the outermost on, code innermost: it holds no markup.
    fn arranged(&mut self, marks: &'piece [Mark], mark: u32, setting: Setting) -> Result<Vec<u32>, Tripped> {
        let mut own = Vec::new();
        let around = std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around));
        for mark in around.take_while(|&mark| mark > 0) {
            let Mark { kind, value, .. } = &marks[mark as usize];
            if !matches!(kind, Kind::Abbr | Kind::Time | Kind::Mark) {
                let place = self.add(*kind, value)?;
                memory::push(&mut own, place)?;
            }
        }
        if setting == Setting::Bold && self.kinds(&own) & bit(Kind::Strong) == 0 {
            let strong = self.add(Kind::Strong, "")?;
            memory::push(&mut own, strong)?;
        }
        own.reverse();
        if let Some(place) = own.iter().position(|&mark| self.kind(mark) == Kind::Code) {
            let code = own.remove(place);
            let mut place = 0..place;
            own.retain(|&mark| place.next().is_some() || self.kind(mark) == Kind::Link);
            memory::push(&mut own, code)?;
        }
        Ok(own)
    }
}

pub fn bit(kind: Kind) -> u16 {
    1 << kind as u16
}

/// How many marks two lists share from the outermost on.
pub fn shared(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// The bits of a passage.
pub fn bits_of<'piece>(
    pieces: &'piece [Piece],
    marks: &'piece [Mark],
    setting: Setting,
    table: &mut Table<'piece>,
) -> Result<Vec<Bit<'piece>>, Tripped> {
    let parts = settle(pieces, |mark| mark, |_, _| 0)?;
    let mut bits: Vec<Bit> = memory::with_room(parts.len())?;
    let mut before: (u32, Vec<u32>) = (0, table.arranged(marks, 0, setting)?);
    for part in parts {
        let own = if matches!(part.content, Settled::Space | Settled::Break) {
            Vec::new()
        } else {
            if part.mark != before.0 {
                before = (part.mark, table.arranged(marks, part.mark, setting)?);
            }
            memory::list(&before.1)?
        };
        bits.push(Bit { content: part.content, marks: own });
    }
    for place in 1..bits.len().saturating_sub(1) {
        if matches!(bits[place].content, Settled::Space | Settled::Break) {
            let (one, other) = (&bits[place - 1].marks, &bits[place + 1].marks);
            bits[place].marks = memory::list(&one[..shared(one, other)])?;
        }
    }
    Ok(bits)
}

/// Puts a link outside of the emphasis that covers nothing else: `[**a**](b)` pairs everywhere.
pub fn lift_links(bits: &mut [Bit], table: &Table) -> Result<(), Tripped> {
    let mut start = 0;
    while start < bits.len() {
        let link = bits[start].marks.iter().copied().find(|&mark| table.kind(mark) == Kind::Link);
        let mut end = start + 1;
        if let Some(link) = link {
            while bits.get(end).is_some_and(|bit| bit.marks.contains(&link)) {
                end += 1;
            }
            let mut edges = Vec::new();
            for place in [start.checked_sub(1), Some(end)].into_iter().flatten() {
                memory::extend(&mut edges, bits.get(place).map_or(&[], |bit| &bit.marks[..]))?;
            }
            for bit in &mut bits[start..end] {
                let Some(place) = bit.marks.iter().position(|&mark| mark == link) else { continue };
                // A stable sort: what an edge has too, the link, and the others.
                bit.marks[..=place]
                    .sort_by_key(|mark| if *mark == link { 1 } else { 2 * u8::from(!edges.contains(mark)) });
            }
        }
        start = end;
    }
    Ok(())
}

/// A text that may be taken apart.
pub fn part_of<'piece>(text: &Cow<'piece, str>, start: usize, end: usize) -> Result<Cow<'piece, str>, Tripped> {
    Ok(match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
        Cow::Owned(text) => Cow::Owned(memory::copy(&text[start..end])?),
    })
}
