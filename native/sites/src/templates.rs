//! The templates of a site: which of them a page fits, and the blocks of its body by that one.
//!
//! In words: the page is read by every template that is tried; the one that it fits best is the page's, the first of
//! equals. The body is the blocks that the slots of that template keep, less links and texts that it knows to be none;
//! of a list without a body, the blocks of its records. What only a page's title or a learner of another kind can tell is
//! left to the caller: then the template is told, and no body or one that needs a second look.

use std::collections::HashSet;
use std::sync::Arc;

use crate::outline::{self, Outline, Reading};
use html::page_view::PageView;
use text::short_texts::spaced;

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
        /// The flags less the exclusions of headings and paragraphs, for a page of which nothing is kept: a post may be
        /// one heading.
        spared: Option<Vec<u8>>,
    },
    /// The elements in some slots are the records of a list.
    Records(Vec<i32>),
    /// Something that only the caller knows.
    Other,
}

pub struct Template {
    pub outline: Arc<Outline>,
    /// What is said of every slot; see `outline::rule`.
    pub flags: Vec<u8>,
    /// Slots that nearly every page has.
    pub usual: usize,
    pub body: Body,
}

/// When the body of a template needs no second look.
pub struct Guard {
    /// Whether another extractor is better on its pages.
    pub is_doubted: bool,
    /// The least and the most words of a body, and the least fit of a page.
    pub words: (i64, i64),
    pub fit: f64,
}

pub struct Templates {
    pub templates: Vec<(Arc<Template>, Guard)>,
    /// The least fit of a page to a template that is applied to it.
    pub fits: f64,
}

/// The template that a page fits best, and the page as it reads it.
#[derive(Default)]
pub struct Fitting {
    /// None where the page fits no template.
    pub template: Option<usize>,
    /// The shares of the usual slots that the page has, and of its elements that are known; both as one number.
    pub found: f64,
    pub known: f64,
    pub score: f64,
    pub slots: Vec<i32>,
    /// The blocks of the body; none where the caller must choose.
    pub keep: Option<Vec<i64>>,
    /// Whether the body needs no second look.
    pub is_settled: bool,
}

impl Templates {
    /// The best of the templates that are tried, group by group until one fits.
    pub fn choose(&self, page: &PageView, tried: &[Vec<usize>]) -> Fitting {
        let (mut best, mut score) = (None, 0.0);
        for group in tried {
            for &number in group {
                let template = &*self.templates[number].0;
                let reading = template.outline.read(page, &template.flags);
                let own = template.fit(&reading).2;
                if own > score {
                    (best, score) = (Some((number, reading)), own);
                }
            }
            if score >= self.fits {
                break;
            }
        }
        let Some((number, reading)) = best.filter(|_| score >= self.fits) else {
            return Fitting { score, ..Fitting::default() };
        };
        let (template, guard) = &self.templates[number];
        let mut fitting = template.fitting(page, reading);
        fitting.template = Some(number);
        fitting.is_settled = fitting.keep.as_ref().is_some_and(|keep| guard.settles(page, keep, score))
            && !template.has_others(&fitting.slots);
        fitting
    }
}

impl Guard {
    /// Whether a body that is not empty, on a page that fits so well, needs no second look.
    fn settles(&self, page: &PageView, keep: &[i64], score: f64) -> bool {
        let words: i64 = keep.iter().map(|&block| i64::from(page.block_words[block as usize])).sum();
        let is_usual = score >= self.fit && (self.words.0..=self.words.1).contains(&words);
        !keep.is_empty() && !self.is_doubted && is_usual
    }
}

impl Template {
    /// A page as the template reads it.
    pub fn read(&self, page: &PageView) -> Fitting {
        let reading = self.outline.read(page, &self.flags);
        self.fitting(page, reading)
    }

    fn fitting(&self, page: &PageView, reading: Reading) -> Fitting {
        let keep = self.keep(page, &reading);
        let (found, known, score) = self.fit(&reading);
        Fitting { found, known, score, slots: reading.slots, keep, ..Fitting::default() }
    }

    /// How well a page fits, 0 to 1: what it has of the slots, what the slots know of it, and both.
    fn fit(&self, reading: &Reading) -> (f64, f64, f64) {
        let fit = &reading.fit;
        let found = fit.found as f64 / self.usual.max(1) as f64;
        let known = fit.known as f64 / (fit.known + fit.unknown).max(1) as f64;
        (found, known, found * known)
    }

    /// Whether a page may hold whole articles of other pages: their titles must tell.
    fn has_others(&self, slots: &[i32]) -> bool {
        let Body::Slots { own, .. } = &self.body else { return false };
        own.iter().any(|own| slots.iter().filter(|&slot| slot == own).nth(1).is_some())
    }

    /// The blocks of the body, those of other pages' articles among them; none where the caller must choose.
    fn keep(&self, page: &PageView, reading: &Reading) -> Option<Vec<i64>> {
        let blocks = |kept: &[bool]| outline::kept_blocks(page, kept);
        match &self.body {
            Body::Other => None,
            Body::Records(records) => Some(blocks_in(page, &reading.slots, records)),
            Body::Slots { no_links, texts, lengths, spared, .. } => {
                let mut keep = blocks(&reading.kept);
                if let Some(spared) = spared.as_ref().filter(|_| keep.is_empty()) {
                    keep = blocks(&self.outline.read(page, spared).kept);
                }
                if !no_links.is_empty() {
                    keep.retain(|&block| !is_link(page, block as usize, &reading.slots, no_links));
                }
                if !texts.is_empty() {
                    keep.retain(|&block| !is_text(page, block as usize, texts, lengths));
                }
                Some(keep)
            }
        }
    }
}

/// The blocks that begin in elements in some slots, in document order, hidden ones left out.
fn blocks_in(page: &PageView, slots: &[i32], wanted: &[i32]) -> Vec<i64> {
    let (mut blocks, mut row, mut covered) = (Vec::new(), 0, 0);
    for (block, &first) in page.block_first.iter().enumerate() {
        while row <= first as usize {
            if wanted.contains(&slots[row]) {
                covered = covered.max(page.end[row]);
            }
            row += 1;
        }
        if first < covered && !page.block_hidden[block] {
            blocks.push(block as i64);
        }
    }
    blocks
}

/// Whether a block is only a link, and stands right in one of some slots.
fn is_link(page: &PageView, block: usize, slots: &[i32], wanted: &[i32]) -> bool {
    let (chars, linked) = (page.block_chars[block], page.block_link_chars[block]);
    chars > 0
        && f64::from(linked) >= LINKED * f64::from(chars)
        && wanted.contains(&slots[page.block_row[block] as usize])
}

/// Whether a block is one of some texts.
fn is_text(page: &PageView, block: usize, texts: &HashSet<String>, lengths: &[i32]) -> bool {
    lengths.binary_search(&page.block_chars[block]).is_ok()
        && texts.contains(&spaced(page.text_of_block(block).as_bytes()))
}

#[cfg(test)]
#[path = "../tests/unit/templates.rs"]
mod tests;
