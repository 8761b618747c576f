//! A passage as Markdown takes it apart: bits of content, each under the marks that Markdown has.
//!
//! In words: marks that Markdown has no sign for fall away, code is the innermost, white space is collapsed over the whole
//! passage, and a link stands outside of the emphasis that covers nothing else.

use std::borrow::Cow;
use std::collections::HashMap;

use super::settle::{Settled, settle};
use super::{Kind, Mark, Piece, Setting};

/// A stretch of content; the marks are places in `Table`, the outermost first.
#[derive(Clone)]
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

    fn add(&mut self, kind: Kind, value: &'piece str) -> u32 {
        *self.places.entry((kind, value)).or_insert_with(|| {
            self.marks.push((kind, value));
            self.marks.len() as u32 - 1
        })
    }

    /// The marks of a piece that Markdown has, from the outermost on, code innermost: it holds no markup.
    fn arranged(&mut self, marks: &'piece [Mark], mark: u32, setting: Setting) -> Vec<u32> {
        let mut own = Vec::new();
        let around = std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around));
        for mark in around.take_while(|&mark| mark > 0) {
            let Mark { kind, value, .. } = &marks[mark as usize];
            if !matches!(kind, Kind::Abbr | Kind::Time | Kind::Mark) {
                own.push(self.add(*kind, value));
            }
        }
        if setting == Setting::Bold && self.kinds(&own) & bit(Kind::Strong) == 0 {
            own.push(self.add(Kind::Strong, ""));
        }
        own.reverse();
        if let Some(place) = own.iter().position(|&mark| self.kind(mark) == Kind::Code) {
            let code = own.remove(place);
            let mut place = 0..place;
            own.retain(|&mark| place.next().is_some() || self.kind(mark) == Kind::Link);
            own.push(code);
        }
        own
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
) -> Vec<Bit<'piece>> {
    let parts = settle(pieces, |mark| mark, |_, _| 0);
    let mut bits: Vec<Bit> = Vec::with_capacity(parts.len());
    let mut before: (u32, Vec<u32>) = (0, table.arranged(marks, 0, setting));
    for part in parts {
        let own = if matches!(part.content, Settled::Space | Settled::Break) {
            Vec::new()
        } else {
            if part.mark != before.0 {
                before = (part.mark, table.arranged(marks, part.mark, setting));
            }
            before.1.clone()
        };
        bits.push(Bit { content: part.content, marks: own });
    }
    for place in 1..bits.len().saturating_sub(1) {
        if matches!(bits[place].content, Settled::Space | Settled::Break) {
            let (one, other) = (&bits[place - 1].marks, &bits[place + 1].marks);
            bits[place].marks = one[..shared(one, other)].to_vec();
        }
    }
    bits
}

/// Puts a link outside of the emphasis that covers nothing else: `[**a**](b)` pairs everywhere.
pub fn lift_links(bits: &mut [Bit], table: &Table) {
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
                edges.extend(bits.get(place).map_or(&[][..], |bit| &bit.marks));
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
}

/// A text that may be taken apart.
pub fn part_of<'piece>(text: &Cow<'piece, str>, start: usize, end: usize) -> Cow<'piece, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
        Cow::Owned(text) => Cow::Owned(text[start..end].to_owned()),
    }
}
