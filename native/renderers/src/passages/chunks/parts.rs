//! What chunks are packed from: parts that are not split any further, each with its notes and the headings above it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::stretches::is_whole;
use super::{Counter, Cutter};
use crate::passages::settle::{Settled, settle};
use crate::passages::{Composed, Passage, Piece, Role, label_of};

/// One stretch or several that stay together, and the notes that they refer to.
#[derive(Default)]
pub struct Part {
    pub stretches: Vec<usize>,
    pub notes: Vec<usize>,
    /// Of a heading that begins a section.
    pub level: i64,
    /// Titles of those above it; of a heading with its own.
    pub headings: Rc<Vec<String>>,
}

/// The notes that passages lead to, by label.
pub type Notes = Vec<(String, Range<usize>)>;

/// Moves the notes that other passages lead to behind these: how many these are, and the notes. A note that nothing leads to
/// stays where it is.
pub fn take_notes(composed: &mut Composed) -> (usize, Notes) {
    let mut notes: HashMap<String, Vec<usize>> = HashMap::new();
    for (place, passage) in composed.passages.iter().enumerate() {
        if let Some(label) = note_label(composed, passage) {
            notes.entry(label.to_owned()).or_default().push(place);
        }
    }
    let outside = composed.passages.iter().filter(|passage| note_label(composed, passage).is_none());
    let mut waiting: Vec<&str> = outside.flat_map(|passage| references(passage.pieces().iter())).collect();
    let mut used: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    while let Some(label) = waiting.pop() {
        if let Some((label, places)) = notes.remove_entry(label) {
            let own = places.iter().map(|&place| &composed.passages[place]);
            waiting.extend(own.flat_map(|passage| references(passage.pieces().iter())));
            used.insert(label, places);
        }
    }
    let moved: HashSet<usize> = used.values().flatten().copied().collect();
    let all = std::mem::take(&mut composed.passages).into_iter().enumerate();
    let (moved, mut body): (Vec<_>, Vec<_>) = all.partition(|(place, _)| moved.contains(place));
    let count = body.len();
    let mut moved: HashMap<usize, Passage> = moved.into_iter().collect();
    let mut found = Notes::new();
    for (label, places) in used {
        let start = body.len();
        body.extend(places.iter().filter_map(|place| moved.remove_entry(place)));
        found.push((label, start..body.len()));
    }
    composed.passages = body.into_iter().map(|(_, passage)| passage).collect();
    (count, found)
}

/// The labels of the notes that pieces refer to, in order.
fn references<'own>(pieces: impl Iterator<Item = &'own Piece<'own>>) -> impl Iterator<Item = &'own str> {
    pieces.filter_map(|piece| if let Piece::Note(label) = piece { Some(*label) } else { None })
}

/// The label of the note that a passage is a part of.
fn note_label<'own>(composed: &'own Composed, passage: &Passage) -> Option<&'own str> {
    let &outer = composed.path(passage.path).first()?;
    let label = Some(label_of(&composed.labels, outer)).filter(|label| !label.is_empty());
    label.filter(|_| composed.container(outer).role == Role::Note)
}

impl<'page, Count: Counter> Cutter<'page, Count> {
    /// The parts of a page in order, none larger than the size where it may be split.
    pub fn find_parts(
        &mut self,
        count: usize,
        notes: Notes,
        spans: &[(usize, usize)],
    ) -> Result<Vec<usize>, Count::Error> {
        let passages = &self.composed.passages[..];
        let stretches = self.find_stretches(&passages[..count])?;
        let mut noted = HashMap::new();
        for (label, range) in notes {
            noted.insert(label, self.find_stretches(&passages[range])?);
        }
        self.set_records(&stretches, spans);
        let mut parts = Vec::new();
        for part in self.group(&stretches, 0) {
            self.fit(part, 0, &mut parts)?;
        }
        self.add_notes(&mut parts, noted);
        self.set_headings(&mut parts);
        let start = self.parts.len();
        self.parts.extend(parts);
        Ok((start..self.parts.len()).collect())
    }

    /// Tells each stretch which record it stands in; one without a row goes with the next, as the head of a post does.
    fn set_records(&mut self, stretches: &[usize], spans: &[(usize, usize)]) {
        let mut after = None;
        for &number in stretches.iter().rev().filter(|_| !spans.is_empty()) {
            let stretch = &mut self.stretches[number];
            if let Some(row) = stretch.passages.last().and_then(|last| usize::try_from(last.row).ok()) {
                let table = self.composed.table_of(stretch.passages[0].path);
                let table = table.map(|table| i64::from(self.composed.container(table).row));
                after = spans
                    .partition_point(|span| span.0 <= row)
                    .checked_sub(1)
                    .filter(|&span| row < spans[span].1 && table.is_none_or(|table| table >= spans[span].0 as i64));
            }
            stretch.record = after;
        }
    }

    /// Puts together what belongs together below a depth of the paths.
    fn group(&self, stretches: &[usize], depth: usize) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut before = None;
        for &number in stretches {
            let own = (self.stretches[number].record, self.whole(number, depth));
            match parts.last_mut().filter(|_| before.is_some_and(|before| self.belongs(before, own))) {
                Some(part) => part.stretches.push(number),
                None => {
                    parts.push(Part { stretches: vec![number], level: self.section_level(number), ..Part::default() });
                }
            }
            before = Some(own);
        }
        parts
    }

    /// The outermost container whose passages belong together.
    fn whole(&self, stretch: usize, depth: usize) -> Option<u32> {
        let mut inner = self.stretches[stretch].path.iter().skip(depth);
        inner.find(|&&own| is_whole(self.composed.container(own).role)).copied()
    }

    /// Whether a stretch stays with the one before: in one record or one structure, or a definition with its term.
    fn belongs(&self, before: (Option<usize>, Option<u32>), own: (Option<usize>, Option<u32>)) -> bool {
        if before.0.is_some() || own.0.is_some() {
            return before.0 == own.0;
        }
        let (Some(before), Some(own)) = (before.1, own.1) else { return false };
        let roles = (self.composed.container(before).role, self.composed.container(own).role);
        let is_defined = matches!(roles, (Role::Term, Role::Term | Role::Definition))
            || roles == (Role::Definition, Role::Definition);
        before == own || is_defined
    }

    /// The level of a heading that begins a section, 0 of anything else.
    fn section_level(&self, stretch: usize) -> i64 {
        use Role::{Cell, Definition, Figure, Heading, Item, Note, Quote, Term};
        let stretch = &self.stretches[stretch];
        let is_part = |&own: &u32| {
            matches!(self.composed.container(own).role, Item | Quote | Note | Definition | Term | Cell | Figure)
        };
        let inner = self.composed.inner(stretch.passages[0].path).filter(|inner| inner.role == Heading);
        let begins = stretch.record.is_none() && !stretch.path.iter().any(is_part);
        inner.filter(|_| begins).map_or(0, |inner| inner.number)
    }

    /// Adds the part, or what it is split into where it is larger than the size and may be split.
    fn fit(&mut self, part: Part, depth: usize, parts: &mut Vec<Part>) -> Result<(), Count::Error> {
        limits::tick(1);
        let first = part.stretches[0];
        if self.tokens_of(&part) <= self.how.size || self.stretches[first].record.is_some() {
            parts.push(part);
            return Ok(());
        }
        if part.stretches.len() == 1 {
            for small in self.split(first)? {
                parts.push(Part { stretches: vec![small], level: part.level, ..Part::default() });
            }
            return Ok(());
        }
        let whole = self.whole(first, depth);
        let inner =
            self.stretches[first].path.iter().position(|&own| Some(own) == whole).map_or(depth, |place| place + 1);
        // A structure or a heading in it: an item of paragraphs alone stays whole.
        let holds_more = |&stretch: &usize| {
            let mut roles =
                self.stretches[stretch].path.iter().skip(inner).map(|&own| self.composed.container(own).role);
            roles.any(|role| is_whole(role) || role == Role::Heading)
        };
        if whole.is_none() || !part.stretches.iter().any(holds_more) {
            parts.push(part);
            return Ok(());
        }
        for own in self.group(&part.stretches, inner) {
            self.fit(own, inner, parts)?;
        }
        Ok(())
    }

    fn split(&mut self, stretch: usize) -> Result<Vec<usize>, Count::Error> {
        if self.stretches[stretch].is_paragraph(self.composed) {
            return self.sentences_of(stretch);
        }
        let is_table = self.composed.table_of(self.stretches[stretch].passages[0].path).is_some();
        if self.how.split_tables && is_table { self.tables_of(stretch) } else { Ok(vec![stretch]) }
    }

    /// What a part takes of a chunk.
    pub fn tokens_of(&self, part: &Part) -> i64 {
        let own = part.stretches.iter().chain(&part.notes).map(|&stretch| self.stretches[stretch].tokens);
        own.fold(0, i64::saturating_add)
    }

    /// Gives each note to the part that refers to it first; a note may refer to another.
    fn add_notes(&self, parts: &mut [Part], mut left: HashMap<String, Vec<usize>>) {
        let labels = |stretches: &[usize]| -> Vec<&str> {
            stretches.iter().flat_map(|&own| references(self.stretches[own].pieces())).collect()
        };
        for part in parts {
            if left.is_empty() {
                return;
            }
            let (mut waiting, mut place) = (labels(&part.stretches), 0);
            while let Some(label) = waiting.get(place) {
                if let Some(own) = left.remove(*label) {
                    waiting.extend(labels(&own));
                    part.notes.extend(own);
                }
                place += 1;
            }
        }
    }

    /// Tells each part the titles of the headings above it.
    fn set_headings(&self, parts: &mut [Part]) {
        let (mut above, mut titles): (Vec<(i64, String)>, _) = (Vec::new(), Rc::default());
        for part in parts {
            if part.level > 0 {
                above.retain(|(level, _)| *level < part.level);
                above.push((part.level, title_of(self.stretches[part.stretches[0]].passages[0])));
                titles = Rc::new(above.iter().map(|(_, title)| title.clone()).collect());
            }
            part.headings = Rc::clone(&titles);
        }
    }
}

fn title_of(passage: &Passage) -> String {
    let mut title = String::new();
    for part in settle(passage.pieces(), |mark| mark, |_, _| 0) {
        title.push_str(match &part.content {
            Settled::Text(text) => text,
            Settled::Image(text, _) | Settled::Formula(text, _) => text,
            _ => " ",
        });
    }
    crate::passages::inline::spaced(&title)
}
