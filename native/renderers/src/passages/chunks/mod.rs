//! Chunks: the kept blocks of a page as pieces of Markdown for models.
//!
//! In words: passages are written once as stretches, stretches that belong together are parts, a part stays with the headings
//! right above it, and chunks hold as many of these as fit. What was repeated of the chunk before is left out where there is
//! no room.

pub mod parts;
mod stretches;

use html::page_view::PageView;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::markdown::{Block, Writer, lines_in};
use super::{Composed, Passage, Role};
use parts::{Part, take_notes};
pub use stretches::estimate;
use stretches::{Sentence, Stretch};

/// How a document is cut into chunks.
pub struct How {
    pub size: i64,
    pub overlap: i64,
    pub by_heading: bool,
    pub split_tables: bool,
}

/// A piece of a document: whole structures that follow each other.
pub struct Chunk {
    pub headings: Vec<String>,
    pub text: String,
    pub tokens: i64,
    pub rows: Vec<(i64, i64)>,
    pub blocks: Vec<i64>,
}

/// Counts the tokens of texts.
pub trait Counter {
    type Error;
    fn count(&mut self, text: &str) -> Result<i64, Self::Error>;
}

/// Cuts the passages of a page.
pub struct Cutter<'page, Count: Counter> {
    pub page: &'page PageView<'page>,
    pub composed: &'page Composed<'page>,
    pub how: &'page How,
    pub counter: &'page mut Count,
    pub stretches: Vec<Stretch<'page>>,
    pub parts: Vec<Part>,
}

/// The chunks of passages, in order; `spans` are where the records of the page begin and end, which rise.
pub fn find<Count: Counter>(
    (page, keep): (&PageView, &[i64]),
    composed: &mut Composed,
    spans: &[(usize, usize)],
    how: &How,
    counter: &mut Count,
) -> Result<Vec<Chunk>, Count::Error> {
    let (count, notes) = take_notes(composed);
    let origins = Origins::of(page, keep, &composed.passages);
    let (stretches, parts) = (Vec::new(), Vec::new());
    let mut cutter = Cutter { page, composed, how, counter, stretches, parts };
    let parts = cutter.find_parts(count, notes, spans)?;
    cutter.pack(&cutter.bundles(parts), &origins)
}

impl<Count: Counter> Cutter<'_, Count> {
    /// Each part that is no heading, with the headings right above it.
    fn bundles(&self, parts: Vec<usize>) -> Vec<Vec<usize>> {
        let (mut bundles, mut is_open): (Vec<Vec<usize>>, _) = (Vec::new(), false);
        for number in parts {
            match bundles.last_mut().filter(|_| is_open) {
                Some(bundle) => bundle.push(number),
                None => bundles.push(vec![number]),
            }
            is_open = self.parts[number].level > 0 || is_open && self.is_rule(number);
        }
        bundles
    }

    fn is_rule(&self, part: usize) -> bool {
        self.stretches[self.parts[part].stretches[0]].is_rule()
    }

    /// Chunks of as many bundles as fit, and of at least one.
    fn pack(&mut self, bundles: &[Vec<usize>], origins: &Origins) -> Result<Vec<Chunk>, Count::Error> {
        let (mut chunks, mut start, mut tail) = (Vec::new(), 0, Vec::new());
        let mut writer = Writer::of(self.composed);
        while start < bundles.len() {
            limits::tick(1);
            let mut stop;
            (tail, stop) = self.reach(bundles, start, tail);
            let (text, tokens) = loop {
                let parts = [&tail[..], &bundles[start..stop].concat()].concat();
                let text = self.write(&mut writer, &parts)?;
                let tokens = self.counter.count(&text)?;
                if tokens <= self.how.size || tail.is_empty() && stop <= start + 1 {
                    break (text, tokens);
                }
                // What was measured part by part is a little less or more as one text.
                if tail.is_empty() {
                    let count = ((stop - start) as i128 * i128::from(self.how.size) / i128::from(tokens)) as usize;
                    stop = start + count.min(stop - start - 1).max(1);
                }
                tail.clear();
            };
            let own = bundles[start..stop].concat();
            if !text.is_empty() {
                chunks.push(self.chunk(&[tail, own.clone()].concat(), text, tokens, origins));
            }
            let goes_on = bundles.get(stop).is_some_and(|next| !self.begins(next));
            tail = if goes_on { self.tail(&own)? } else { Vec::new() };
            start = stop;
        }
        Ok(chunks)
    }

    /// What of the chunk before is repeated, and up to which bundle the chunk reaches.
    fn reach(&self, bundles: &[Vec<usize>], start: usize, mut tail: Vec<usize>) -> (Vec<usize>, usize) {
        let size = self.how.size;
        let mut total = self.tokens(&bundles[start]);
        while !tail.is_empty() && total.saturating_add(self.tokens(&tail)) > size {
            tail.remove(0);
        }
        total = total.saturating_add(self.tokens(&tail));
        let mut stop = start + 1;
        while let Some(next) = bundles.get(stop).filter(|next| !self.begins(next)) {
            total = total.saturating_add(self.tokens(next));
            if total > size {
                break;
            }
            stop += 1;
        }
        (tail, stop)
    }

    fn tokens(&self, parts: &[usize]) -> i64 {
        parts.iter().fold(0, |all, &part| all.saturating_add(self.tokens_of(&self.parts[part])))
    }

    /// Whether a bundle begins a chunk, however much room there is.
    fn begins(&self, bundle: &[usize]) -> bool {
        self.how.by_heading && self.parts[bundle[0]].level > 0
    }

    /// The last parts that fit in the overlap, or the last sentences of the paragraph before them.
    fn tail(&mut self, parts: &[usize]) -> Result<Vec<usize>, Count::Error> {
        let (mut left, mut tail) = (self.how.overlap, Vec::new());
        for &number in parts.iter().rev() {
            let tokens = self.tokens_of(&self.parts[number]);
            if tokens > left {
                tail.extend(self.last_sentences(number, left)?);
                break;
            }
            tail.push(number);
            left -= tokens;
        }
        tail.reverse();
        Ok(tail)
    }

    /// The last sentences of a part that fit, the last first.
    fn last_sentences(&mut self, part: usize, mut left: i64) -> Result<Vec<usize>, Count::Error> {
        let paragraph = self.parts[part].stretches[0];
        let stretch = &self.stretches[paragraph];
        if left <= 0 || stretch.sentence.is_some() || !stretch.is_paragraph(self.composed) {
            return Ok(Vec::new());
        }
        let mut own = Vec::new();
        for &sentence in self.sentences_of(paragraph)?.iter().skip(1).rev() {
            left -= self.stretches[sentence].tokens;
            if left < 0 {
                break;
            }
            let headings = self.parts[part].headings.clone();
            self.parts.push(Part { stretches: vec![sentence], headings, ..Part::default() });
            own.push(self.parts.len() - 1);
        }
        Ok(own)
    }

    /// The Markdown of parts; a rule at either end parts nothing and is left out. Notes come last.
    fn write(&self, writer: &mut Writer, parts: &[usize]) -> Result<String, Count::Error> {
        let full = |&part: &usize| !self.is_rule(part);
        let (Some(first), Some(last)) = (parts.iter().position(full), parts.iter().rposition(full)) else {
            return Ok(String::new());
        };
        let parts = &parts[first..=last];
        let own: Vec<usize> = parts.iter().flat_map(|&part| self.parts[part].stretches.iter().copied()).collect();
        let mut opened = HashSet::new();
        // Sentences that follow each other are put together, as the paragraph would be written.
        for group in own.chunk_by(|&one, &other| self.is_one_paragraph(one, other)) {
            let stretch = &self.stretches[group[0]];
            opened.extend(&stretch.opens);
            let joined = if group.len() > 1 { vec![self.joined(group)?] } else { Vec::new() };
            for block in if joined.is_empty() { &stretch.blocks } else { &joined } {
                writer.write(&self.inner(&block.path, &opened), &block.lines);
            }
        }
        let mut written = HashSet::new();
        let notes = parts.iter().flat_map(|&part| &self.parts[part].notes).filter(|&&note| written.insert(note));
        for block in notes.flat_map(|&note| &self.stretches[note].blocks) {
            writer.write(&block.path, &block.lines);
        }
        Ok(writer.end())
    }

    fn is_one_paragraph(&self, one: usize, other: usize) -> bool {
        let paragraph = |stretch: usize| {
            let stretch = &self.stretches[stretch];
            stretch.sentence.as_ref().map(|_| std::ptr::from_ref(stretch.passages[0]))
        };
        paragraph(one).is_some() && paragraph(one) == paragraph(other)
    }

    fn joined(&self, group: &[usize]) -> Result<Block<'static>, Count::Error> {
        let first = &self.stretches[group[0]];
        let own: Vec<&Sentence> = group.iter().filter_map(|&one| self.stretches[one].sentence.as_ref()).collect();
        let pieces = stretches::join(&own, &self.composed.marks);
        let lines = lines_in(self.composed, first.passages[0].path, &pieces);
        Ok(Block { path: first.path.clone(), lines: Cow::Owned(lines) })
    }

    /// A path without the items that an earlier chunk began: their marker is not written again.
    fn inner(&self, path: &[u32], opened: &HashSet<u32>) -> Vec<u32> {
        let role = |container: u32| self.composed.container(container).role;
        let is_begun = |&own: &u32| matches!(role(own), Role::Item | Role::Definition) && !opened.contains(&own);
        let begun = path.iter().rposition(is_begun).map_or(0, |depth| depth + 1);
        let quotes = path[..begun].iter().filter(|&&own| role(own) == Role::Quote);
        quotes.chain(&path[begun..]).copied().collect()
    }

    fn chunk(&self, parts: &[usize], text: String, tokens: i64, origins: &Origins) -> Chunk {
        let parts: Vec<&Part> = parts.iter().map(|&part| &self.parts[part]).collect();
        let first = parts.iter().find(|part| part.level == 0).or(parts.last());
        let passages = |stretch: &usize| self.stretches[*stretch].passages.iter().map(|passage| passage.row);
        let body = parts.iter().flat_map(|part| &part.stretches).flat_map(passages).collect();
        let notes = parts.iter().flat_map(|part| &part.notes).map(|note| passages(note).collect());
        let (rows, blocks) = origins.find(std::iter::once(body).chain(notes));
        Chunk { headings: first.map_or(Vec::new(), |part| part.headings.to_vec()), text, tokens, rows, blocks }
    }
}

/// Where passages come from: each from behind the one before it on the page to its own last row.
struct Origins<'keep> {
    keep: &'keep [i64],
    /// The last row of a passage, where it begins and ends, and which of the kept blocks it shows.
    sources: Vec<(i64, i64, i64, usize, usize)>,
}

impl<'keep> Origins<'keep> {
    fn of(page: &PageView, keep: &'keep [i64], passages: &[Passage]) -> Self {
        let rows: BTreeSet<i64> = passages.iter().map(|passage| passage.row).filter(|&row| row >= 0).collect();
        let mut before = 0;
        let source = |row: i64| {
            let end = before.max(i64::from(page.end[row as usize]));
            let low = keep.partition_point(|&block| i64::from(page.block_last[block as usize]) <= before);
            let high = keep.partition_point(|&block| i64::from(page.block_first[block as usize]) < end);
            let first = keep.get(low).filter(|_| low < high).map(|&block| i64::from(page.block_first[block as usize]));
            let start = first.map_or(row, |first| first.max(before));
            before = end;
            (row, start, end, low, high)
        };
        Origins { keep, sources: rows.into_iter().map(source).collect() }
    }

    /// The rows of each group of passages, by the last rows of these, and the blocks of all.
    fn find(&self, groups: impl Iterator<Item = Vec<i64>>) -> (Vec<(i64, i64)>, Vec<i64>) {
        let (mut rows, mut blocks) = (Vec::new(), BTreeSet::new());
        for group in groups {
            let source = |row: &i64| self.sources.binary_search_by_key(row, |source| source.0).ok();
            let own: Vec<_> = group.iter().filter_map(source).map(|place| self.sources[place]).collect();
            let (start, end) = (own.iter().map(|source| source.1).min(), own.iter().map(|source| source.2).max());
            rows.extend(start.zip(end));
            blocks.extend(own.iter().flat_map(|&(_, _, _, low, high)| self.keep.get(low..high).unwrap_or_default()));
        }
        (rows, blocks.into_iter().collect())
    }
}
