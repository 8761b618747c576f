//! Stretches of a page's Markdown: every passage written once, those of a table together, each with its size.
//!
//! Chunks are made of them. A stretch that is larger than a chunk may be made into smaller ones: a paragraph into its
//! sentences, and where that is asked for a table into groups of its rows.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{Counter, Cutter};
use crate::passages::markdown::{Block, blocks_of, lines_in};
use crate::passages::sentences::{self, Sentence};
use crate::passages::{Composed, Passage, Piece, Role};

/// Whether the passages of a container belong together.
pub fn is_whole(role: Role) -> bool {
    use Role::{Definition, Figure, Item, Note, Pre, Table, Term};
    matches!(role, Item | Table | Pre | Figure | Term | Definition | Note)
}

/// A passage, a sentence or a table as it is written: blocks of lines, each under its path.
pub struct Stretch<'page> {
    pub passages: Vec<&'page Passage<'page>>,
    /// The sentence of the passage that it is.
    pub sentence: Option<Sentence<'page>>,
    pub path: Vec<u32>,
    pub blocks: Vec<Block<'page>>,
    /// Containers that begin here.
    pub opens: Vec<u32>,
    pub tokens: i64,
    /// The number of the record that it stands in.
    pub record: Option<usize>,
}

impl<'page> Stretch<'page> {
    fn of(passages: Vec<&'page Passage<'page>>, path: Vec<u32>, blocks: Vec<Block<'page>>) -> Self {
        Stretch { passages, sentence: None, path, blocks, opens: Vec::new(), tokens: 0, record: None }
    }

    pub fn pieces(&self) -> impl Iterator<Item = &Piece<'page>> {
        let own = self.sentence.as_ref().map(|sentence| &sentence.pieces[..]);
        let passages = self.passages.iter().filter(move |_| own.is_none());
        own.unwrap_or_default().iter().chain(passages.flat_map(|passage| passage.pieces()))
    }

    fn first_piece(&self) -> Option<&Piece<'page>> {
        match &self.sentence {
            Some(sentence) => sentence.pieces.first(),
            None => self.passages[0].pieces().first(),
        }
    }

    /// Whether it only parts what stands around it.
    pub fn is_rule(&self) -> bool {
        matches!(self.first_piece(), Some(Piece::Rule))
    }

    /// Whether it may be split where sentences end.
    pub fn is_paragraph(&self, composed: &Composed) -> bool {
        use Role::{Caption, Cell, Figcaption, Heading, Summary};
        let holds_more = |role| is_whole(role) || matches!(role, Heading | Summary | Cell | Caption | Figcaption);
        self.record.is_none()
            && !self.path.iter().any(|&own| holds_more(composed.container(own).role))
            && !matches!(self.first_piece(), Some(Piece::Rule | Piece::Formula { display: true, .. }))
    }

    /// Its lines as a chunk of its own would have them, with the line that parts it from the next.
    fn text(&self, composed: &Composed) -> String {
        let prefix_of = |&own: &u32| match composed.container(own).role {
            Role::Quote => "> ",
            Role::Item | Role::Definition => "- ",
            Role::Note => "    ",
            _ => "",
        };
        let prefix: String = self.path.iter().map(prefix_of).collect();
        let lines = self.blocks.iter().flat_map(|block| block.lines.iter());
        lines.map(String::as_str).chain([""]).flat_map(|line| [prefix.as_str(), line, "\n"]).collect()
    }
}

impl<'page, Count: Counter> Cutter<'page, Count> {
    /// The stretches of passages, in order.
    pub fn find_stretches(&mut self, passages: &'page [Passage<'page>]) -> Result<Vec<usize>, Count::Error> {
        let composed = self.composed;
        let mut seen = HashSet::new();
        let mut own = Vec::new();
        for group in composed.groups(passages) {
            limits::tick(1);
            let path = composed.path(group[0].path);
            let blocks = blocks_of(self.page, composed, group);
            let mut stretch = Stretch::of(group.iter().collect(), path, blocks);
            stretch.opens = stretch.path.iter().copied().filter(|&container| seen.insert(container)).collect();
            own.push(self.add(stretch)?);
        }
        Ok(own)
    }

    /// Adds a stretch with its tokens.
    fn add(&mut self, mut stretch: Stretch<'page>) -> Result<usize, Count::Error> {
        stretch.tokens = self.counter.count(&stretch.text(self.composed))?;
        self.stretches.push(stretch);
        Ok(self.stretches.len() - 1)
    }

    /// The sentences of a paragraph.
    pub fn sentences_of(&mut self, paragraph: usize) -> Result<Vec<usize>, Count::Error> {
        let composed = self.composed;
        let Stretch { passages, path, opens, .. } = &self.stretches[paragraph];
        let (whole, path, mut opens) = (passages[0], path.clone(), opens.clone());
        let mut own = Vec::new();
        for sentence in sentences::split(whole.pieces(), &composed.marks) {
            limits::tick(1);
            let lines = lines_in(composed, whole.path, &sentence.pieces);
            let blocks = vec![Block { path: path.clone(), lines: Cow::Owned(lines) }];
            let mut stretch = Stretch::of(vec![whole], path.clone(), blocks);
            (stretch.opens, stretch.sentence) = (std::mem::take(&mut opens), Some(sentence));
            own.push(self.add(stretch)?);
        }
        Ok(own)
    }

    /// A table as several that fit, each with its header and whole rows; its caption stays with the first.
    pub fn tables_of(&mut self, table: usize) -> Result<Vec<usize>, Count::Error> {
        let composed = self.composed;
        let own = &self.stretches[table];
        let (passages, opens, path) = (own.passages.clone(), own.opens.clone(), own.path.clone());
        let mut captions = own.blocks.clone();
        let Some(Block { path: outside, lines }) = captions.pop() else { return Ok(vec![table]) };
        let is_ruled = lines.get(1).is_some_and(|line| line.chars().all(|sign| "|-: ".contains(sign)));
        if lines.len() < 4 || !is_ruled {
            return Ok(vec![table]);
        }
        let (header, rows) = lines.split_at(2);
        let block = |lines: Vec<String>| Block { path: outside.clone(), lines: Cow::Owned(lines) };
        let head = Stretch::of(passages.clone(), path, [&captions[..], &[block(header.to_vec())]].concat());
        let size = self.how.size.saturating_sub(self.counter.count(&head.text(composed))?);
        let sources = row_passages(composed, &passages, rows.len());
        let (mut lots, mut left): (Vec<Range<usize>>, i64) = (Vec::new(), 0);
        for (number, row) in rows.iter().enumerate() {
            limits::tick(1);
            let first = sources.as_ref().map_or(passages[0], |sources| sources[number][0]);
            let single = Stretch::of(vec![first], composed.path(first.path), vec![block(vec![row.clone()])]);
            let tokens = self.counter.count(&single.text(composed))?;
            if lots.is_empty() || tokens > left {
                lots.push(number..number);
                left = size;
            }
            lots.iter_mut().last().into_iter().for_each(|lot| lot.end = number + 1);
            left = left.saturating_sub(tokens);
        }
        let mut tables = Vec::new();
        for lot in lots {
            let own = sources.as_ref().map_or(passages.clone(), |sources| sources[lot.clone()].concat());
            let blocks = [std::mem::take(&mut captions), vec![block([header, &rows[lot]].concat())]].concat();
            let mut stretch = Stretch::of(own, Vec::new(), blocks);
            stretch.path = composed.path(stretch.passages[0].path);
            stretch.opens = if tables.is_empty() { opens.clone() } else { Vec::new() };
            tables.push(self.add(stretch)?);
        }
        Ok(tables)
    }
}

/// The passages that each of the last so many rows comes from; None of a table that is written otherwise.
fn row_passages<'page>(
    composed: &Composed,
    passages: &[&'page Passage<'page>],
    count: usize,
) -> Option<Vec<Vec<&'page Passage<'page>>>> {
    let row_of = |passage: &Passage| composed.innermost(passage.path, Role::Row);
    let groups = passages.chunk_by(|one, other| row_of(one) == row_of(other));
    let mut rows: Vec<_> = groups.filter(|own| row_of(own[0]).is_some()).map(<[_]>::to_vec).collect();
    let more = rows.len().checked_sub(count).filter(|&more| more < 2)?;
    Some(rows.split_off(more))
}
