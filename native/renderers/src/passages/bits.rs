//! A passage as Markdown takes it apart: bits of content, each under the marks that Markdown has.
//!
//! In words: marks that Markdown has no sign for fall away, code is the innermost, white space is collapsed over the whole
//! passage, and a link stands outside of the emphasis that covers nothing else.
//!
//! Emphasis whose markers really pair.
//!
//! In words: CommonMark takes a run of stars for a marker by what stands on both sides of it. A marker between a letter
//! and punctuation does nothing: the punctuation is moved outside of it, or the mark is dropped.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::settle::{Settled, settle};
use super::{Kind, Mark, Piece, Setting};
use text::chars::is_punctuation;

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

const KINDS: [Kind; 3] = [Kind::Strong, Kind::Emphasis, Kind::Strike];
const STARS: u16 = 1 << Kind::Strong as u16 | 1 << Kind::Emphasis as u16;
/// The marks of emphasis, one bit each.
pub const EMPHASIS: u16 = STARS | 1 << Kind::Strike as u16;
const ROUNDS: usize = 4; // taking one mark off may uncover another; real text settles in the first round

/// Shrinks or drops emphasis whose markers Markdown would not take for markers.
pub fn fit<'piece>(mut bits: Vec<Bit<'piece>>, kinds: u16, table: &Table) -> Vec<Bit<'piece>> {
    for _ in 0..ROUNDS {
        let mut is_same = true;
        for kind in KINDS.into_iter().filter(|&kind| kinds & bit(kind) != 0) {
            let fit = Fit { kind, table };
            if !fit.runs(&bits).all(|(start, end)| fit.turns(&bits, start, end)) {
                (bits, is_same) = (fit.shrink_all(&bits), false);
            }
        }
        if is_same {
            break;
        }
    }
    bits
}

struct Fit<'table, 'piece> {
    kind: Kind,
    table: &'table Table<'piece>,
}

impl Fit<'_, '_> {
    /// The marks of a bit down to that of the kind, none where it is not there: what stays open over a run.
    fn outer<'bit>(&self, bit: &'bit Bit) -> &'bit [u32] {
        let place = bit.marks.iter().position(|&mark| self.table.kind(mark) == self.kind);
        place.map_or(&[], |place| &bit.marks[..=place])
    }

    /// The kinds of the marks inside of that of the kind.
    fn inner(&self, bit: &Bit) -> u16 {
        self.table.kinds(&bit.marks[self.outer(bit).len()..])
    }

    /// The kinds whose markers run together with that of the kind.
    fn touching(&self) -> u16 {
        if STARS & bit(self.kind) != 0 { STARS } else { bit(self.kind) }
    }

    /// The runs of bits under one mark of the kind.
    fn runs<'bits>(&'bits self, bits: &'bits [Bit]) -> impl Iterator<Item = (usize, usize)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            while bits.get(start).is_some_and(|bit| self.outer(bit).is_empty()) {
                start += 1;
            }
            let outer = self.outer(bits.get(start)?);
            let end = start + bits[start..].iter().take_while(|bit| self.outer(bit) == outer).count();
            Some((std::mem::replace(&mut start, end), end))
        })
    }

    fn turns(&self, bits: &[Bit], start: usize, end: usize) -> bool {
        let before = start.checked_sub(1).map(|place| &bits[place]);
        self.can_turn(before, &bits[start], false) && self.can_turn(bits.get(end), &bits[end - 1], true)
    }

    /// Whether a marker between `outside` and `inside` opens emphasis or, at its end, closes it.
    fn can_turn(&self, outside: Option<&Bit>, inside: &Bit, at_end: bool) -> bool {
        if inside.is_gap() {
            return false;
        }
        if !self.is_sign(inside, at_end) {
            return true;
        }
        let around = outside.map_or(&[][..], |outside| &outside.marks);
        let same = shared(around, &inside.marks);
        let own = self.outer(inside).len() - 1;
        let between = self.table.kinds(&inside.marks[same.min(own)..own]) | self.table.kinds(&around[same..]);
        if between & !self.touching() == 0 {
            let Some(outside) = outside.filter(|outside| !outside.is_gap()) else { return true };
            let edge = outside.text().and_then(|text| edge_of(text, !at_end));
            if edge.is_some_and(|edge| !is_punctuation(edge)) {
                return false;
            }
        }
        // Punctuation on both sides both opens and closes: inside of other emphasis it would close that.
        bit(self.kind) & STARS == 0 || self.table.kinds(&inside.marks[..same]) & STARS == 0
    }

    /// Whether what the marker touches is punctuation.
    fn is_sign(&self, inside: &Bit, at_end: bool) -> bool {
        let Some(text) = inside.text() else { return true };
        self.inner(inside) & !self.touching() != 0 || edge_of(text, at_end).is_some_and(is_punctuation)
    }

    /// The bits with the mark taken off wherever it cannot start or end.
    fn shrink_all<'piece>(&self, bits: &[Bit<'piece>]) -> Vec<Bit<'piece>> {
        let (mut fitted, mut place) = (Vec::with_capacity(bits.len()), 0);
        for (start, end) in self.runs(bits) {
            fitted.extend_from_slice(&bits[place..start]);
            if self.turns(bits, start, end) {
                fitted.extend_from_slice(&bits[start..end]);
            } else {
                fitted.extend(self.shrink(bits, start, end));
            }
            place = end;
        }
        fitted.extend_from_slice(&bits[place..]);
        fitted
    }

    /// A run with the mark taken off its beginning and its end.
    fn shrink<'piece>(&self, bits: &[Bit<'piece>], start: usize, end: usize) -> Vec<Bit<'piece>> {
        let mut run: VecDeque<Bit> = bits[start..end].iter().cloned().collect();
        let (mut head, mut tail) = (Vec::new(), Vec::new());
        let before = start.checked_sub(1).map(|place| &bits[place]);
        while run.front().is_some_and(|bit| !self.can_turn(head.last().or(before), bit, false)) {
            let Some(first) = run.pop_front() else { break };
            let (bare, rest) = self.cut(first, false);
            head.push(bare);
            rest.into_iter().for_each(|rest| run.push_front(rest));
        }
        while run.back().is_some_and(|bit| !self.can_turn(tail.last().or(bits.get(end)), bit, true)) {
            let Some(last) = run.pop_back() else { break };
            let (bare, rest) = self.cut(last, true);
            tail.push(bare);
            run.extend(rest);
        }
        head.extend(run);
        head.extend(tail.into_iter().rev());
        head
    }

    /// Takes the mark off the punctuation at one side of a bit, or off the whole bit where that is not text.
    fn cut<'piece>(&self, whole: Bit<'piece>, at_end: bool) -> (Bit<'piece>, Option<Bit<'piece>>) {
        let is_whole = self.inner(&whole) & !self.touching() != 0;
        let bare: Vec<u32> = whole.marks.iter().copied().filter(|&mark| self.table.kind(mark) != self.kind).collect();
        let Settled::Text(text) = &whole.content else { return (Bit { marks: bare, ..whole }, None) };
        let is_part = |sign: char| sign == ' ' || is_punctuation(sign);
        let inner = if at_end { text.trim_end_matches(is_part) } else { text.trim_start_matches(is_part) };
        if is_whole || inner.is_empty() {
            return (Bit { marks: bare, ..whole }, None);
        }
        let (length, cut) = (text.len(), text.len() - inner.len());
        let (own, rest) = if at_end { ((length - cut, length), (0, length - cut)) } else { ((0, cut), (cut, length)) };
        let outer = Settled::Text(part_of(text, own.0, own.1));
        let inner = Settled::Text(part_of(text, rest.0, rest.1));
        (Bit { content: outer, marks: bare }, Some(Bit { content: inner, marks: whole.marks }))
    }
}

fn edge_of(text: &str, at_end: bool) -> Option<char> {
    if at_end { text.chars().next_back() } else { text.chars().next() }
}
