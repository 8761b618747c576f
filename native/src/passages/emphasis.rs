//! Emphasis whose markers really pair.
//!
//! In words: CommonMark takes a run of stars for a marker by what stands on both sides of it. A marker between a letter
//! and punctuation does nothing: the punctuation is moved outside of it, or the mark is dropped.

use std::collections::VecDeque;

use super::Kind;
use super::bits::{Bit, Table, bit, part_of, shared};
use super::settle::Settled;
use crate::limits::Tripped;
use crate::memory;
use crate::punctuation::is_punctuation;

const KINDS: [Kind; 3] = [Kind::Strong, Kind::Emphasis, Kind::Strike];
const STARS: u16 = 1 << Kind::Strong as u16 | 1 << Kind::Emphasis as u16;
/// The marks of emphasis, one bit each.
pub const EMPHASIS: u16 = STARS | 1 << Kind::Strike as u16;
const ROUNDS: usize = 4; // taking one mark off may uncover another; real text settles in the first round

/// Shrinks or drops emphasis whose markers Markdown would not take for markers.
pub fn fit<'piece>(mut bits: Vec<Bit<'piece>>, kinds: u16, table: &Table) -> Result<Vec<Bit<'piece>>, Tripped> {
    for _ in 0..ROUNDS {
        let mut is_same = true;
        for kind in KINDS.into_iter().filter(|&kind| kinds & bit(kind) != 0) {
            let fit = Fit { kind, table };
            if !fit.runs(&bits).all(|(start, end)| fit.turns(&bits, start, end)) {
                (bits, is_same) = (fit.shrink_all(bits)?, false);
            }
        }
        if is_same {
            break;
        }
    }
    Ok(bits)
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
    fn shrink_all<'piece>(&self, bits: Vec<Bit<'piece>>) -> Result<Vec<Bit<'piece>>, Tripped> {
        let runs = memory::collect(self.runs(&bits))?;
        let plans = memory::collect(runs.iter().map(|&(start, end)| self.turns(&bits, start, end)))?;
        let mut edges = memory::with_room(runs.len())?; // what stands around a run before anything is taken off
        for (&(start, end), turns) in runs.iter().zip(&plans) {
            let before = start.checked_sub(1).filter(|_| !turns).map(|place| bits[place].copied()).transpose()?;
            edges.push((before, bits.get(end).filter(|_| !turns).map(Bit::copied).transpose()?));
        }
        let mut fitted = memory::with_room(bits.len())?;
        let mut rest = bits.into_iter();
        let mut place = 0;
        for (((start, end), turns), (before, after)) in runs.into_iter().zip(plans).zip(edges) {
            for bit in rest.by_ref().take(start - place) {
                memory::push(&mut fitted, bit)?;
            }
            let mut run: VecDeque<Bit> = VecDeque::new();
            run.try_reserve(end - start + 1)?;
            run.extend(rest.by_ref().take(end - start));
            if !turns {
                self.shrink(&mut run, before, after, &mut fitted)?;
            }
            for bit in run {
                memory::push(&mut fitted, bit)?;
            }
            place = end;
        }
        for bit in rest {
            memory::push(&mut fitted, bit)?;
        }
        Ok(fitted)
    }

    /// Takes the mark off the beginning of a run, which is `fitted` then, and off its end.
    fn shrink<'piece>(
        &self,
        run: &mut VecDeque<Bit<'piece>>,
        mut before: Option<Bit<'piece>>,
        mut after: Option<Bit<'piece>>,
        fitted: &mut Vec<Bit<'piece>>,
    ) -> Result<(), Tripped> {
        while run.front().is_some_and(|bit| !self.can_turn(before.as_ref(), bit, false)) {
            let Some(first) = run.pop_front() else { break };
            let (bare, rest) = self.cut(first, false)?;
            before = Some(bare.copied()?);
            memory::push(fitted, bare)?;
            run.try_reserve(1)?;
            rest.into_iter().for_each(|rest| run.push_front(rest));
        }
        let mut tail = Vec::new();
        while run.back().is_some_and(|bit| !self.can_turn(after.as_ref(), bit, true)) {
            let Some(last) = run.pop_back() else { break };
            let (bare, rest) = self.cut(last, true)?;
            after = Some(bare.copied()?);
            memory::push(&mut tail, bare)?;
            run.try_reserve(1)?;
            run.extend(rest);
        }
        run.try_reserve(tail.len())?;
        run.extend(tail.into_iter().rev());
        Ok(())
    }

    /// Takes the mark off the punctuation at one side of a bit, or off the whole bit where that is not text.
    fn cut<'piece>(&self, whole: Bit<'piece>, at_end: bool) -> Result<(Bit<'piece>, Option<Bit<'piece>>), Tripped> {
        let is_whole = self.inner(&whole) & !self.touching() != 0;
        let bare = memory::collect(whole.marks.iter().copied().filter(|&mark| self.table.kind(mark) != self.kind))?;
        let Settled::Text(text) = &whole.content else { return Ok((Bit { marks: bare, ..whole }, None)) };
        let is_part = |sign: char| sign == ' ' || is_punctuation(sign);
        let inner = if at_end { text.trim_end_matches(is_part) } else { text.trim_start_matches(is_part) };
        if is_whole || inner.is_empty() {
            return Ok((Bit { marks: bare, ..whole }, None));
        }
        let (length, cut) = (text.len(), text.len() - inner.len());
        let (own, rest) = if at_end { ((length - cut, length), (0, length - cut)) } else { ((0, cut), (cut, length)) };
        let outer = Settled::Text(part_of(text, own.0, own.1)?);
        let inner = Settled::Text(part_of(text, rest.0, rest.1)?);
        Ok((Bit { content: outer, marks: bare }, Some(Bit { content: inner, marks: whole.marks })))
    }
}

fn edge_of(text: &str, at_end: bool) -> Option<char> {
    if at_end { text.chars().next_back() } else { text.chars().next() }
}
