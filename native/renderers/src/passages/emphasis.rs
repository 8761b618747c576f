//! Emphasis whose markers really pair.
//!
//! In words: CommonMark takes a run of stars for a marker by what stands on both sides of it. A marker between a letter
//! and punctuation does nothing: the punctuation is moved outside of it, or the mark is dropped.

use std::collections::VecDeque;

use super::Kind;
use super::bits::{Bit, Table, bit, part_of, shared};
use super::settle::Settled;
use text::punctuation::is_punctuation;

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
