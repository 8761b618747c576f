//! The templates of a site: which of them a page fits, and the blocks of its body by that one.
//!
//! In words: the page is read by every template that is tried; the one that it fits best is the page's, the first of
//! equals. The body is the blocks that the slots of that template keep, less links and texts that it knows to be none;
//! of a list without a body, the blocks of its records. `src/weft/site/site.py` says the same step by step, and is the twin. What is
//! rare is left to it: then the template is told, and no body or one that needs a second look.

use std::collections::HashSet;
use std::sync::Arc;

use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::outline::{self, Outline, Reading};
use crate::record_texts::spaced;

/// Share of a block's characters in links that makes it a link.
const LINKED: f64 = 0.8;

/// What chooses the body of a template.
pub enum Body {
    /// The slots of the outline, as the flags say.
    Slots {
        /// Slots of which only the element with the page's title is the page's.
        own: Vec<i32>,
        /// Slots in which a block that is only a link is none.
        no_links: Vec<i32>,
        /// Texts with single spaces that are none, and how many characters they have less white space, sorted.
        texts: HashSet<String>,
        lengths: Vec<i32>,
    },
    /// The elements in some slots are the records of a list.
    Records(Vec<i32>),
    /// Something that only the twin knows.
    Other,
}

pub struct Template {
    pub outline: Arc<Outline>,
    /// What is said of every slot; see `outline::rule`.
    pub flags: Vec<u8>,
    /// Slots that nearly every page has.
    pub usual: usize,
    pub body: Body,
    /// Whether another extractor is better on its pages.
    pub is_doubted: bool,
    /// The least and the most words of a body, and the least fit of a page, that need no second look.
    pub words: (i64, i64),
    pub fit: f64,
}

pub struct Templates {
    pub templates: Vec<Template>,
    /// The least fit of a page to a template that is applied to it.
    pub fits: f64,
}

/// The columns that a choice is made from.
pub struct Columns<'a> {
    pub outline: outline::Columns<'a>,
    pub end: &'a [i32],
    pub text: &'a [u8],
    pub block_row: &'a [i32],
    pub block_first: &'a [i32],
    pub block_text_start: &'a [i32],
    pub block_text_end: &'a [i32],
    pub block_chars: &'a [i32],
    pub block_words: &'a [i32],
    pub block_link_chars: &'a [i32],
    pub block_hidden: &'a [bool],
}

/// The template that a page fits best, and the page as it reads it.
pub struct Fitting {
    pub template: usize,
    /// The blocks of the body; none where the twin must choose.
    pub keep: Option<Vec<i64>>,
    /// Whether the body needs no second look.
    pub is_settled: bool,
    pub reading: Reading,
}

impl Templates {
    /// The best of the templates that are tried; none where the page fits none of them.
    pub fn choose(
        &self,
        page: &Columns<'_>,
        tried: &[usize],
        deadline: &mut Deadline,
    ) -> Result<Option<Fitting>, Tripped> {
        let mut best = (0.0, None);
        for &number in tried {
            let template = &self.templates[number];
            let reading = template.outline.read(&page.outline, &template.flags, deadline)?;
            let score = template.score(&reading);
            if score > best.0 {
                best = (score, Some((number, reading)));
            }
        }
        let (score, Some((template, reading))) = best else { return Ok(None) };
        if score < self.fits {
            return Ok(None);
        }
        let own = &self.templates[template];
        let keep = own.keep(page, &reading)?.filter(|keep| !keep.is_empty());
        let is_settled = keep.as_ref().is_some_and(|keep| own.settles(page, keep, score));
        Ok(Some(Fitting { template, keep, is_settled, reading }))
    }
}

impl Template {
    /// How well a page fits, 0 to 1.
    fn score(&self, reading: &Reading) -> f64 {
        let fit = &reading.fit;
        let found = fit.found as f64 / self.usual.max(1) as f64;
        found * (fit.known as f64 / (fit.known + fit.unknown).max(1) as f64)
    }

    /// Whether the body of a page that fits so well needs no second look.
    fn settles(&self, page: &Columns<'_>, keep: &[i64], score: f64) -> bool {
        let words: i64 = keep.iter().map(|&block| i64::from(page.block_words[block as usize])).sum();
        !self.is_doubted && score >= self.fit && (self.words.0..=self.words.1).contains(&words)
    }

    /// The blocks of the body; none where the twin must choose.
    fn keep(&self, page: &Columns<'_>, reading: &Reading) -> Result<Option<Vec<i64>>, Tripped> {
        match &self.body {
            Body::Other => Ok(None),
            Body::Records(records) => page.blocks_in(&reading.slots, records).map(Some),
            Body::Slots { own, no_links, texts, lengths } => {
                if own.iter().any(|own| reading.slots.iter().filter(|&slot| slot == own).nth(1).is_some()) {
                    return Ok(None);
                }
                let mut keep = outline::kept_blocks(&reading.kept, page.block_first, page.block_hidden)?;
                if !no_links.is_empty() {
                    keep.retain(|&block| !page.is_link(block as usize, &reading.slots, no_links));
                }
                let mut room = Ok(());
                if !texts.is_empty() {
                    keep.retain(|&block| match page.is_text(block as usize, texts, lengths) {
                        Ok(is_text) => !is_text,
                        Err(tripped) => {
                            room = Err(tripped);
                            true
                        }
                    });
                }
                room.map(|()| Some(keep))
            }
        }
    }
}

impl Columns<'_> {
    /// The blocks that begin in elements in some slots, in document order, hidden ones left out.
    fn blocks_in(&self, slots: &[i32], wanted: &[i32]) -> Result<Vec<i64>, Tripped> {
        let (mut blocks, mut row, mut covered) = (Vec::new(), 0, 0);
        for (block, &first) in self.block_first.iter().enumerate() {
            while row <= first as usize {
                if wanted.contains(&slots[row]) {
                    covered = covered.max(self.end[row]);
                }
                row += 1;
            }
            if first < covered && !self.block_hidden[block] {
                memory::push(&mut blocks, block as i64)?;
            }
        }
        Ok(blocks)
    }

    /// Whether a block is only a link, and stands right in one of some slots.
    fn is_link(&self, block: usize, slots: &[i32], wanted: &[i32]) -> bool {
        let (chars, linked) = (self.block_chars[block], self.block_link_chars[block]);
        chars > 0
            && f64::from(linked) >= LINKED * f64::from(chars)
            && wanted.contains(&slots[self.block_row[block] as usize])
    }

    /// Whether a block is one of some texts.
    fn is_text(&self, block: usize, texts: &HashSet<String>, lengths: &[i32]) -> Result<bool, Tripped> {
        if lengths.binary_search(&self.block_chars[block]).is_err() {
            return Ok(false);
        }
        let span = self.block_text_start[block] as usize..self.block_text_end[block] as usize;
        Ok(texts.contains(&spaced(&self.text[span])?))
    }
}

#[cfg(test)]
#[path = "../tests/unit/templates.rs"]
mod tests;
