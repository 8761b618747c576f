//! What to keep of a page, from its judgement to the end: the choice, and an article's body without title and comments.
//!
//! In words: choose blocks; where nothing is chosen and the page is hardly more than a text, take that. Then the type of
//! the page decides: of a discussion what its posts say is kept, the title and the comments of an article are taken out.
//! `src/weft/extractors/block_classifier.py` and `src/weft/extractors/finish.py` say the same step by step. What few pages
//! need (captions, a title that no heading prints, posts) somebody else finds: the answer asks for it.

use crate::choice::{self, Captions};
use crate::judge::Judged;
use crate::limits::{Deadline, Tripped};
use crate::names::name;
use crate::{
    comment_places, declares, discussion, memory, page_title, posts_choice, shown_captions, signs, structure_noise,
    title_places,
};

/// A page with more blocks than that, or with a title and shorter texts, has no lone texts.
const LONE_BLOCKS: usize = 5;
const LONE_WORDS: i32 = 10;
/// How probable a type must be to be sure.
const SURE: f64 = 0.6;
/// How much a page must speak as discussions do, in tenths, to be one.
const MIN_SCORE: i32 = 40;
/// Words of a choice that may be the beginning of a longer text.
const SHORT: i64 = 300;

/// A page as the decision reads it.
pub struct Page<'page> {
    pub signs: signs::Columns<'page>,
    pub head: declares::Columns<'page>,
    pub blocks: title_places::Blocks<'page>,
    pub more: shown_captions::More<'page>,
    pub link_chars: &'page [i32],
    pub url: &'page str,
    pub known: &'page Known,
}

/// What was found on a page once somebody has asked: how much it speaks as discussions do, and its title.
#[derive(Default)]
pub struct Known {
    pub spoken: discussion::Spoken,
    pub title: page_title::Known,
}

/// The places of types of pages in a model; none where it has no such type.
#[derive(Default)]
pub struct Types {
    pub article: Option<usize>,
    pub forum: Option<usize>,
    /// The types that boards are taken for.
    pub like_boards: Vec<usize>,
}

/// What was found for a question: blocks, or the posts of the page.
#[derive(Clone, Copy, Default)]
pub struct Found<'found> {
    pub captions: Option<&'found [i64]>,
    pub title: Option<&'found [i64]>,
    pub posts: Option<Posts<'found>>,
}

/// The posts of a page: how many say something, the blocks of their bodies in document order, and the rows of each.
#[derive(Clone, Copy)]
pub struct Posts<'found> {
    pub count: usize,
    pub blocks: &'found [i64],
    pub spans: &'found [(usize, usize)],
}

/// What the decision says.
pub enum Answer {
    Decided(Decision),
    /// Somebody must find something first, given these blocks.
    Captions(Vec<i64>),
    Title(Vec<i64>),
    /// It may be a discussion, which its posts decide; what was chosen so far.
    Records(Decision),
}

/// What is kept, and what was counted on the way.
pub struct Decision {
    pub keep: Vec<i64>,
    pub repeats: Vec<i64>,
    /// How many blocks were chosen, and how many of them the title and comments have.
    pub chosen: usize,
    pub in_title: usize,
    pub in_comments: usize,
    pub is_article: bool,
    /// How many posts a discussion has, 0 where it is none; and how many of the blocks stand beside them.
    pub posts: usize,
    pub beside: usize,
    pub expected: f64,
    /// The words of the page, and those that are shown.
    pub words: i64,
    pub shown_words: i64,
    /// Which kinds of content as data it may have.
    pub data: [bool; 3],
    /// Whether it speaks as boards do; true where nobody had to ask.
    pub may_be_board: bool,
}

/// Decides on a page that was judged.
pub fn decide(
    page: &Page,
    judged: &Judged,
    types: &Types,
    found: &Found,
    deadline: &mut Deadline,
) -> Result<Answer, Tripped> {
    let captions = found.captions.map_or(Captions::Searched(&page.signs, &page.more), Captions::Known);
    let Some(choice) = choice::choose(judged, page.more.words, &captions, 1.0, deadline)? else {
        return Ok(Answer::Captions(choice::keep_structures(judged, page.more.words, 1.0, deadline)?));
    };
    let mut keep = choice.kept()?;
    if !keep.is_empty() {
        let noise = structure_noise::find_blocks(&page.signs, &keep, deadline)?;
        keep.retain(|block| noise.binary_search(block).is_err());
    }
    if keep.is_empty() {
        keep = lone_texts(page)?;
    }
    let decision = Decision {
        chosen: keep.len(),
        keep,
        repeats: choice.repeats,
        in_title: 0,
        in_comments: 0,
        is_article: false,
        posts: 0,
        beside: 0,
        expected: choice.expected,
        words: count_words(page, |_| true),
        shown_words: count_words(page, |block| !page.more.hidden[block]),
        data: [false; 3],
        may_be_board: true,
    };
    finish(page, decision, judged, types, found, deadline)
}

/// Ends a decision by the type of the page and how likely it is.
pub fn finish(
    page: &Page,
    mut decision: Decision,
    judged: &Judged,
    types: &Types,
    found: &Found,
    deadline: &mut Deadline,
) -> Result<Answer, Tripped> {
    let (kind, share) = most_likely(&judged.shares);
    let is_empty = decision.keep.is_empty();
    let is_forum = !is_empty && Some(kind) == types.forum;
    if is_forum && found.posts.is_none() {
        return Ok(Answer::Records(decision));
    }
    if let Some(posts) = found.posts.filter(|posts| is_forum && posts.count > 0) {
        posts_choice::keep_posts(page, &mut decision, &judged.probability, &posts)?;
        return decided(page, decision);
    }
    let is_sure = !is_empty && (share >= SURE || share == 0.0);
    decision.is_article = is_sure && Some(kind) == types.article;
    let comments = if decision.is_article { comment_places::find(&page.signs)? } else { Vec::new() };
    let has_comments = decision.is_article && decision.keep.iter().any(|&block| comments[block as usize]);
    if !is_forum && (!is_sure || has_comments || types.like_boards.contains(&kind)) {
        decision.may_be_board = speaks_as_discussion(page, deadline)?;
        if decision.may_be_board && (!is_sure || has_comments) {
            let Some(posts) = found.posts else { return Ok(Answer::Records(decision)) };
            let least = if is_sure { 2 } else { 1 };
            let all = if decision.is_article { None } else { Some(comment_places::find(&page.signs)?) };
            let is_comment = all.as_deref().unwrap_or(&comments);
            if posts_choice::is_said_in_posts(page, &decision.keep, is_comment, &posts, least) {
                posts_choice::keep_posts(page, &mut decision, &judged.probability, &posts)?;
                return decided(page, decision);
            }
        }
    }
    if decision.is_article {
        match found.title {
            Some(title) => decision.take_title(title),
            None if title_places::begins_with_heading(&page.signs, &decision.keep) => {
                let Some(title) = find_title(page, &decision.keep)? else { return Ok(Answer::Title(decision.keep)) };
                decision.take_title(&title);
            }
            None => {}
        }
        decision.take_comments(&comments)?;
    }
    decided(page, decision)
}

/// The decision, with what is told by what is kept in the end.
fn decided(page: &Page, mut decision: Decision) -> Result<Answer, Tripped> {
    let words: i64 = decision.keep.iter().map(|&block| i64::from(page.more.words[block as usize])).sum();
    decision.data = declares::data_signs(&page.head, words <= SHORT)?;
    Ok(Answer::Decided(decision))
}

impl Decision {
    fn take_title(&mut self, title: &[i64]) {
        let count = self.keep.len();
        self.keep.retain(|block| !title.contains(block));
        self.in_title = count - self.keep.len();
    }

    /// Where comments are all that was kept, they stay.
    fn take_comments(&mut self, is_comment: &[bool]) -> Result<(), Tripped> {
        let rest: Vec<i64> = memory::collect(self.keep.iter().copied().filter(|&block| !is_comment[block as usize]))?;
        if !rest.is_empty() {
            self.in_comments = self.keep.len() - rest.len();
            self.keep = rest;
        }
        self.repeats.retain(|&block| !is_comment[block as usize]);
        Ok(())
    }
}

/// The blocks that print the title; none where Python has to look.
fn find_title(page: &Page, keep: &[i64]) -> Result<Option<Vec<i64>>, Tripped> {
    let blocks = page.known.title.read((&page.signs, &page.head, &page.blocks), page.url, |title| match title {
        Some(title) => title_places::find(&page.signs, &page.blocks, &title.value.folded, keep),
        None => Ok(None),
    })?;
    blocks?.map(|blocks| memory::collect(blocks.map(|block| block as i64))).transpose()
}

/// The long texts of a page that is hardly more than they are.
fn lone_texts(page: &Page) -> Result<Vec<i64>, Tripped> {
    if page.more.words.len() > LONE_BLOCKS {
        return Ok(Vec::new());
    }
    let least = if page.signs.tag.contains(&name::TITLE) { LONE_WORDS } else { 1 };
    let is_lone = |&block: &usize| {
        let is_plain = 2 * page.link_chars[block] < page.blocks.chars[block];
        page.more.words[block] >= least && is_plain && !page.more.hidden[block]
    };
    memory::collect((0..page.more.words.len()).filter(is_lone).map(|block| block as i64))
}

fn count_words(page: &Page, is_counted: impl Fn(usize) -> bool) -> i64 {
    (0..page.more.words.len()).filter(|&block| is_counted(block)).map(|block| i64::from(page.more.words[block])).sum()
}

/// The first of the most likely types, and how likely it is.
pub fn most_likely(shares: &[f64]) -> (usize, f64) {
    let best = (1..shares.len()).fold(0, |best, kind| if shares[kind] > shares[best] { kind } else { best });
    (best, shares.get(best).copied().unwrap_or(0.0))
}

fn speaks_as_discussion(page: &Page, deadline: &mut Deadline) -> Result<bool, Tripped> {
    let end = page.signs.text_end.first().map_or(0, |&end| end as usize);
    let (text, raw) = page.signs.text.split_at(end);
    let said = discussion::Said { attributes: page.signs.attributes, text, raw };
    page.known.spoken.reaches(MIN_SCORE, &said, deadline)
}
