//! The choice: which blocks to keep, given how likely each is content.
//!
//! In words: the units with the best expected F1 (`expected_f1`); these words decide. A reader asks for more: a table between
//! two kept paragraphs, code in the text, the heading of a kept passage. They have few words and little weight,
//! so they are added; noise in what is kept goes.

use super::{LONE_BLOCKS, Page, hidden_copies};
use crate::captions;
use crate::expected_f1::{self, Likely};
use crate::judge::Judged;
use crate::noise;
use crate::regions::{
    Structures,
    kinds::{CODE, FIGURE, TABLE},
};
use html::names::name;
use html::page_view::sums_before;

/// The words of a notice for readers who run no scripts.
const MAX_NOTICE: i64 = 40;
/// How likely a page must be an article to have a body for sure.
const SURE_ARTICLE: f64 = 0.8;
/// How probable a block must be for captions to be beside something.
const LIKELY_TEXT: f64 = 0.3;
/// How probable a unit must be to be kept where what promises more has few words; how many words such units have at
/// least, and how many times those that promise more.
const MIN_WHOLE: f64 = 0.15;
const MANY_WORDS: i64 = 100;
const MANY_TIMES: i64 = 3;
/// Words: a shorter text may well be said twice.
const MIN_REPEAT: i32 = 6;
/// What is left of a block's probability when the page has said the same passage before.
const REPEATED: f64 = 0.02;
/// The share of the words of a structure in links: one with more is a menu; code of documentation links its names.
const MAX_LINKS: f64 = 0.5;
const MAX_CODE_LINKS: f64 = 0.9;
/// The probability of a structure that is added, and of a heading.
const MIN_PROBABILITY: f64 = 0.1;
const MIN_HEADING: f64 = 0.05;
/// Something kept stands so many blocks before and behind a list that is added.
const NEAR: usize = 2;

/// Why a block is kept or not: by the probability of its unit, added as what it is, left to the writers, or taken out. Python
/// has names for these numbers (`RULES`).
const UNLIKELY: u8 = 0;
const LIKELY: u8 = 1;
const STRUCTURE: u8 = 2;
const CAPTION: u8 = 3;
const PASSAGE_HEADING: u8 = 4;
const NOISE: u8 = 5;
const REPEAT: u8 = 6;

/// A choice: of every block why it is kept or not, and how probable its unit is; the second copies that would be kept
/// if they were the first; what F1 is expected; how probable the last unit is that its probability keeps.
pub struct Choice {
    pub rule: Vec<u8>,
    pub probability: Vec<f64>,
    pub repeats: Vec<i64>,
    pub expected: f64,
    pub cut: f64,
}

impl Choice {
    /// The blocks that are kept.
    pub fn kept(&self) -> Vec<i64> {
        let is_kept = |&block: &usize| matches!(self.rule[block], LIKELY | STRUCTURE | PASSAGE_HEADING);
        (0..self.rule.len()).filter(is_kept).map(|block| block as i64).collect()
    }
}

/// Chooses blocks of a page that was judged.
pub fn choose(page: &Page, judged: &Judged, beta: f64) -> Choice {
    let words = page.view.block_words;
    let is_repeat = find_repeats(judged, words);
    let is_caption = find_captions(page, judged);
    let mut is_out = is_caption.clone();
    hidden_copies::find(page, &judged.is_heading)
        .into_iter()
        .enumerate()
        .for_each(|(block, is_other)| is_out[block] |= is_other);
    let mut likely = find_likely(judged, words, (&is_repeat, &is_out), beta);
    if judged.article < SURE_ARTICLE && beta >= 1.0 {
        keep_whole(words, &mut likely);
    }
    let mut rule: Vec<u8> = likely.is_kept.iter().map(|&is_kept| u8::from(is_kept) * LIKELY).collect();
    if likely.is_kept.contains(&true) {
        add_structures(judged, words, &mut likely);
        tell(&mut rule, &likely.is_kept, STRUCTURE);
        add_headings(judged, &mut likely);
        tell(&mut rule, &likely.is_kept, PASSAGE_HEADING);
    }
    let repeats = mark_repeats(judged, words, &is_repeat, &mut rule, beta);
    let Likely { probability, expected, cut, .. } = likely;
    let mut choice = Choice { rule, probability, repeats, expected, cut };
    for (rule, _) in
        choice.rule.iter_mut().zip(&is_caption).filter(|(rule, is_caption)| **is_caption && **rule == UNLIKELY)
    {
        *rule = CAPTION;
    }
    let keep = choice.kept();
    let notices: Vec<i64> = keep.iter().copied().filter(|&block| is_notice(page, block as usize)).collect();
    if notices.iter().map(|&block| i64::from(words[block as usize])).sum::<i64>() <= MAX_NOTICE {
        notices.into_iter().for_each(|block| choice.rule[block as usize] = UNLIKELY);
    }
    let noise = noise::find_blocks(&page.view, &choice.kept());
    noise.into_iter().for_each(|block| choice.rule[block as usize] = NOISE);
    if words.len() <= LONE_BLOCKS {
        take_menus(page, &mut choice);
    }
    choice
}

/// Takes the menus of a page of a few texts out, where something else is kept: too few such pages teach the trees.
fn take_menus(page: &Page, choice: &mut Choice) {
    let is_menu = |&block: &i64| {
        page.view.above(page.view.block_first[block as usize] as usize).any(|row| page.view.tag[row] == name::NAV)
    };
    let (menus, others): (Vec<i64>, Vec<i64>) = choice.kept().into_iter().partition(is_menu);
    if !others.is_empty() {
        menus.into_iter().for_each(|block| choice.rule[block as usize] = NOISE);
    }
}

/// Whether a block is for readers who run no scripts: a short one says no more than that a program writes the page.
pub fn is_notice(page: &Page, block: usize) -> bool {
    page.view.above(page.view.block_first[block] as usize).any(|row| page.view.tag[row] == name::NOSCRIPT)
}

/// Whether each block is a second copy of a passage; a heading, a cell, an item or code may well repeat.
fn find_repeats(page: &Judged, words: &[i32]) -> Vec<bool> {
    words
        .iter()
        .enumerate()
        .map(|(block, &words)| {
            let says_again = page.is_said_before[block] && words >= MIN_REPEAT;
            says_again && page.structures.of_block[block] < 0 && !page.is_heading[block]
        })
        .collect::<Vec<_>>()
}

/// Whether each block is the caption or the credit of an image: they are written with the images that are shown. Where
/// nothing else is likely to be content, they are texts as others.
fn find_captions(page: &Page, judged: &Judged) -> Vec<bool> {
    let mut is_caption = vec![false; judged.probability.len()];
    captions::find_figures(&page.view).into_iter().for_each(|figure| is_caption[figure.blocks].fill(true));
    let mut others = judged.probability.iter().zip(&is_caption).filter(|&(_, &is_caption)| !is_caption);
    if !others.any(|(&probability, _)| probability >= LIKELY_TEXT) {
        is_caption.fill(false);
    }
    is_caption
}

fn find_likely(page: &Judged, words: &[i32], (is_repeat, is_out): (&[bool], &[bool]), beta: f64) -> Likely {
    let own = |block: usize| match (is_out[block], is_repeat[block]) {
        (true, _) => 0.0,
        (_, true) => REPEATED * page.probability[block],
        _ => page.probability[block],
    };
    let probability = (0..words.len()).map(own).collect::<Vec<_>>();
    let blocks = expected_f1::Blocks { probability: &probability, words, structure: &page.structures.of_block };
    expected_f1::find(&blocks, beta, usize::from(page.article >= SURE_ARTICLE))
}

/// Keeps all that may be content where hardly anything is likely.
///
/// A list of links, a table of threads or the facts of a product are content as a whole or not at all, and each of their
/// lines has the low probability of the whole. A line above them that is likelier would be all that is kept. Cross-validated
/// with two seeds: F1 of the pages of WCXB that change 0.30 -> 0.57 and 0.29 -> 0.52.
fn keep_whole(words: &[i32], likely: &mut Likely) {
    let count = |is_counted: &dyn Fn(usize) -> bool| {
        (0..words.len()).filter(|&block| is_counted(block)).map(|block| i64::from(words[block])).sum::<i64>()
    };
    let whole = count(&|block| likely.probability[block] >= MIN_WHOLE);
    if whole <= MANY_WORDS || whole <= MANY_TIMES * count(&|block| likely.is_kept[block]) {
        return;
    }
    for (is_kept, &probability) in likely.is_kept.iter_mut().zip(&likely.probability) {
        *is_kept |= probability >= MIN_WHOLE;
    }
    likely.cut = likely.cut.min(MIN_WHOLE);
}

/// Writes down by which rule the blocks are kept that were not kept before.
fn tell(rule: &mut [u8], is_kept: &[bool], added: u8) {
    for (rule, _) in rule.iter_mut().zip(is_kept).filter(|(rule, is_kept)| **is_kept && **rule == UNLIKELY) {
        *rule = added;
    }
}

/// Code and tables that stand among kept blocks, and other structures right between two of them.
fn add_structures(page: &Judged, words: &[i32], likely: &mut Likely) {
    let Structures { kind, first, last, .. } = &page.structures;
    let kept = sums_before(likely.is_kept.iter().map(|&is_kept| f64::from(u8::from(is_kept))));
    let links = sums_before(page.link_words.iter().map(|&words| f64::from(words)));
    let all_words = sums_before(words.iter().map(|&words| f64::from(words.max(1))));
    let blocks = words.len();
    for structure in 0..kind.len() {
        let (start, stop) = (first[structure] as usize, last[structure] as usize);
        let is_missing = kept[stop] - kept[start] < (stop - start) as f64;
        let is_among = kept[start] > 0.0 && kept[stop] < kept[blocks] && kind[structure] != FIGURE;
        if !(is_missing && is_among) {
            continue;
        }
        let link_density = (links[stop] - links[start]) / (all_words[stop] - all_words[start]).max(1.0);
        let (before, behind) = (start.saturating_sub(NEAR), (stop + NEAR).min(blocks));
        let is_between = kept[start] > kept[before] && kept[behind] > kept[stop];
        let is_likely = link_density <= MAX_LINKS && likely.probability[start] >= MIN_PROBABILITY;
        let is_code = kind[structure] == CODE && link_density <= MAX_CODE_LINKS;
        if is_code || (kind[structure] == TABLE || is_between) && is_likely {
            likely.is_kept[start..stop].fill(true);
        }
    }
}

/// The headings right before a kept block, or before one that is so added.
fn add_headings(page: &Judged, likely: &mut Likely) {
    for block in (0..likely.is_kept.len().saturating_sub(1)).rev() {
        if !likely.is_kept[block] && page.is_heading[block] && likely.probability[block] >= MIN_HEADING {
            likely.is_kept[block] = likely.is_kept[block + 1];
        }
    }
}

/// Marks the second copies that nothing keeps, and tells those that would be likely if they were the first.
fn mark_repeats(page: &Judged, words: &[i32], is_repeat: &[bool], rule: &mut [u8], beta: f64) -> Vec<i64> {
    let mut dropped = Vec::new();
    for (block, rule) in rule.iter_mut().enumerate() {
        if is_repeat[block] && *rule == UNLIKELY {
            *rule = REPEAT;
            dropped.push(block as i64);
        }
    }
    if !dropped.is_empty() {
        let blocks =
            expected_f1::Blocks { probability: &page.probability, words, structure: &page.structures.of_block };
        let likely = expected_f1::find(&blocks, beta, 0);
        dropped.retain(|&block| likely.is_kept[block as usize]);
    }
    dropped
}
