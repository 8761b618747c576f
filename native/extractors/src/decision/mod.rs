//! What to keep of a page, from its judgement to the end: the choice, and an article's body without title and comments.
//!
//! In words: choose blocks; where nothing is chosen and the page is hardly more than a text, take that. Then the type of
//! the page decides, whoever chose: the title of an article is taken out, and the comments of what is told to be no
//! discussion; of a discussion, where a trained model chose, what its posts say is kept. Posts somebody else finds: the
//! answer asks for them.
//!
//! What is kept of a discussion: what its posts say, and besides what is surely content.
//!
//! In words: a page is one where its type says so; or where no type is sure, or an article would lose its comments, and
//! what was chosen is what its posts say.

pub mod choice;
mod hidden_copies;

use crate::judge::Judged;
use crate::titles::{self, places};
use crate::{comment_places, discussion_score};
use choice::Choice;
use html::declares;
use html::names::name;
use html::page_view::PageView;

/// A page with more blocks than that, or with a title and shorter texts, has no lone texts.
const LONE_BLOCKS: usize = 5;
const LONE_WORDS: i32 = 10;
/// How probable a type must be to be sure.
pub const SURE: f64 = 0.6;
/// How much a page must speak as discussions do, in tenths, to be one.
const MIN_SCORE: i32 = 40;
/// How likely a discussion must be to be one.
pub const MIN_FORUM: f64 = 0.5;
/// Words of a choice that may be the beginning of a longer text.
const SHORT: i64 = 300;

/// A page as the decision reads it.
pub struct Page<'page> {
    pub view: PageView<'page>,
    pub url: &'page str,
    pub known: &'page PageMemo,
}

/// What was found on a page once somebody has asked: how much it speaks as discussions do, and its title.
#[derive(Default)]
pub struct PageMemo {
    pub spoken: discussion_score::Spoken,
    pub title: titles::TitleMemo,
}

/// The places of types of pages in a model; none where it has no such type.
#[derive(Default)]
pub struct Types {
    pub article: Option<usize>,
    pub forum: Option<usize>,
    /// The types that boards are taken for.
    pub like_boards: Vec<usize>,
}

/// What a page is taken for, and how likely that is; 0 where the page declares it.
pub struct Kind {
    pub is_empty: bool,
    pub is_article: bool,
    pub is_forum: bool,
    /// Whether boards are taken for it.
    pub is_like_board: bool,
    pub share: f64,
    /// Whether a model says so, and chose: such a choice of a discussion is what the posts say.
    pub is_trained: bool,
    /// Whether a model or the page says what it is: only then it is no discussion for sure.
    pub is_told: bool,
}

impl Kind {
    /// What a page of a type is taken for, by somebody else than a model.
    pub fn named(page_type: &str, share: f64, is_trained: bool) -> Self {
        let [is_empty, is_article, is_forum] = ["empty", "article", "forum"].map(|name| page_type == name);
        let is_told = is_trained || page_type != "other";
        Kind { is_empty, is_article, is_forum, is_like_board: false, share, is_trained, is_told }
    }
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
    /// It may be a discussion, which its posts decide; what was chosen so far.
    Records(Decision),
}

/// What is kept, and what was counted on the way.
#[derive(Default)]
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
pub fn decide(page: &Page, judged: &Judged, types: &Types) -> Answer {
    let choice = choice::choose(page, judged, 1.0);
    let keep = kept_or_lone(page, &choice);
    let kind = types.kind(&judged.shares, keep.is_empty());
    let decision = Decision { expected: choice.expected, ..Decision::of(page, keep, choice.repeats) };
    finish(page, decision, &kind, None)
}

/// The blocks that are kept; where there are none, the long texts of a page that is hardly more than they are.
pub fn kept_or_lone(page: &Page, choice: &Choice) -> Vec<i64> {
    let keep = choice.kept();
    if keep.is_empty() { lone_texts(page) } else { keep }
}

/// Ends a decision by the type of the page and how likely it is; with posts come the probabilities of all blocks.
pub fn finish(page: &Page, mut decision: Decision, kind: &Kind, posts: Option<(Posts, &[f64])>) -> Answer {
    if kind.is_trained && kind.is_forum {
        let Some((posts, probability)) = posts else { return Answer::Records(decision) };
        if posts.count > 0 {
            keep_posts(page, &mut decision, probability, &posts);
        }
        return decided(page, decision);
    }
    let is_sure = !kind.is_empty && (kind.share >= SURE || kind.share == 0.0);
    decision.is_article = is_sure && kind.is_article;
    let is_comment = comment_places::find(&page.view);
    let has_comments = decision.is_article && decision.keep.iter().any(|&block| is_comment[block as usize]);
    if kind.is_trained && (!is_sure || has_comments || kind.is_like_board) {
        decision.may_be_board = page.known.spoken.reaches(MIN_SCORE, &page.view);
        if decision.may_be_board && (!is_sure || has_comments) {
            let Some((posts, probability)) = posts else { return Answer::Records(decision) };
            let least = if is_sure { 2 } else { 1 };
            if is_said_in_posts(page, &decision.keep, &is_comment, &posts, least) {
                keep_posts(page, &mut decision, probability, &posts);
                return decided(page, decision);
            }
        }
    }
    if decision.is_article && places::begins_with_heading(&page.view, &decision.keep) {
        let title = page
            .known
            .title
            .read(&page.view, page.url, |title| places::find(&page.view, &title.value.folded, &decision.keep));
        let count = decision.keep.len();
        decision.keep.retain(|&block| !title.contains(&(block as usize)));
        decision.in_title = count - decision.keep.len();
    }
    if kind.is_told {
        decision.take_comments(&is_comment);
    }
    decided(page, decision)
}

/// The decision, with what is told by what is kept in the end.
fn decided(page: &Page, mut decision: Decision) -> Answer {
    let words: i64 = decision.keep.iter().map(|&block| i64::from(page.view.block_words[block as usize])).sum();
    decision.data = declares::data_signs(&page.view, words <= SHORT);
    Answer::Decided(decision)
}

impl Decision {
    /// What was chosen, before anything is taken out.
    pub fn of(page: &Page, keep: Vec<i64>, repeats: Vec<i64>) -> Decision {
        Decision {
            chosen: keep.len(),
            keep,
            repeats,
            words: count_words(page, |_| true),
            shown_words: count_words(page, |block| !page.view.block_hidden[block]),
            may_be_board: true,
            ..Decision::default()
        }
    }

    /// Where comments are all that was kept, they stay.
    fn take_comments(&mut self, is_comment: &[bool]) {
        let rest: Vec<i64> = self.keep.iter().copied().filter(|&block| !is_comment[block as usize]).collect::<Vec<_>>();
        if !rest.is_empty() {
            self.in_comments = self.keep.len() - rest.len();
            self.keep = rest;
        }
        self.repeats.retain(|&block| !is_comment[block as usize]);
    }
}

impl Types {
    /// What a model takes a page for, of which nothing may be kept.
    pub fn kind(&self, shares: &[f64], is_empty: bool) -> Kind {
        let (kind, share) = self.most_likely(shares);
        Kind {
            is_empty,
            is_article: Some(kind) == self.article,
            is_forum: !is_empty && Some(kind) == self.forum,
            is_like_board: self.like_boards.contains(&kind),
            share,
            is_trained: true,
            is_told: true,
        }
    }

    /// The first of the most likely types, and how likely it is. A discussion is one that is likelier than all else
    /// together, for its posts become the answer: else a short article with its author and day would be a post. What is
    /// none is another type for sure.
    pub fn most_likely(&self, shares: &[f64]) -> (usize, f64) {
        let forum = self.forum.filter(|&kind| shares.get(kind).is_some_and(|&share| share < MIN_FORUM));
        let rest = 1.0 - forum.map_or(0.0, |kind| shares[kind]);
        let own = |kind: usize| if Some(kind) == forum { 0.0 } else { shares[kind] / rest };
        let best = (1..shares.len()).fold(0, |best, kind| if own(kind) > own(best) { kind } else { best });
        (best, if shares.is_empty() { 0.0 } else { own(best) })
    }
}

/// The long texts of a page that is hardly more than they are: one `pre`, a bare letter.
///
/// Pages of so few blocks are too rare in any training data for a model to know them. What has no `title` is a piece of a
/// page, given by a person or a program; its texts count however short.
fn lone_texts(page: &Page) -> Vec<i64> {
    let view = page.view;
    if view.block_words.len() > LONE_BLOCKS {
        return Vec::new();
    }
    let least = if view.tag.contains(&name::TITLE) { LONE_WORDS } else { 1 };
    let is_lone = |&block: &usize| {
        let is_plain = 2 * view.block_link_chars[block] < view.block_chars[block];
        view.block_words[block] >= least && is_plain && !view.block_hidden[block] && !choice::is_notice(page, block)
    };
    let is_around = |row: usize| matches!(view.tag[row], name::NAV | name::HEADER | name::FOOTER | name::ASIDE);
    let is_inside = |&block: &usize| {
        let row = view.block_row[block].max(0) as usize;
        !is_around(row) && !view.above(row).any(is_around)
    };
    let lone: Vec<usize> = (0..view.block_words.len()).filter(is_lone).collect();
    let has_inside = lone.iter().any(is_inside);
    lone.into_iter().filter(|block| !has_inside || is_inside(block)).map(|block| block as i64).collect()
}

fn count_words(page: &Page, is_counted: impl Fn(usize) -> bool) -> i64 {
    (0..page.view.block_words.len())
        .filter(|&block| is_counted(block))
        .map(|block| i64::from(page.view.block_words[block]))
        .sum()
}

/// Of what was chosen outside of comments, the share that posts must say: the body of a thread is a post itself.
const POSTS_SHARE: f64 = 0.5;
/// Of what was chosen, the share of comments from which on the rest does not matter: the page is about them.
const COMMENTS_SHARE: f64 = 0.85;
/// How probable a block beside the posts of a discussion must be, to stay: a question above the answers.
const SURE_BLOCK: f64 = 0.85;

/// Whether there are so many posts at least, and what was chosen is what they say.
pub fn is_said_in_posts(page: &Page, keep: &[i64], is_comment: &[bool], posts: &Posts, least: usize) -> bool {
    let words = |block: i64| i64::from(page.view.block_words[block as usize]);
    let rest = || keep.iter().copied().filter(|&block| !is_comment[block as usize]);
    let all = keep.iter().map(|&block| words(block)).sum::<i64>() as f64;
    let of_rest = rest().map(words).sum::<i64>() as f64;
    let said = rest().filter(|block| posts.blocks.binary_search(block).is_ok()).map(words).sum::<i64>() as f64;
    let is_about_comments = of_rest <= (1.0 - COMMENTS_SHARE) * all;
    posts.count >= least && (is_about_comments || said >= POSTS_SHARE * of_rest)
}

/// Keeps what the posts say, and those of the chosen blocks in no post that are surely content.
pub fn keep_posts(page: &Page, decision: &mut Decision, probability: &[f64], posts: &Posts) {
    let mut spans = posts.spans.to_vec();
    spans.sort_unstable();
    let mut ends: Vec<usize> = Vec::with_capacity(spans.len()); // the farthest end so far: posts may lie in posts
    spans.iter().for_each(|&(_, end)| ends.push(ends.last().map_or(end, |&before| before.max(end))));
    let is_in_post = |block: &i64| {
        let first = page.view.block_first[*block as usize] as usize;
        let before = spans.partition_point(|&(start, _)| start <= first);
        before > 0 && first < ends[before - 1]
    };
    let is_beside = |block: &i64| {
        let is_said = posts.blocks.binary_search(block).is_ok();
        !is_said && !is_in_post(block) && probability[*block as usize] >= SURE_BLOCK
    };
    let mut keep = decision.keep.iter().copied().filter(is_beside).collect::<Vec<_>>();
    decision.beside = keep.len();
    decision.posts = posts.count;
    keep.extend_from_slice(posts.blocks);
    keep.sort_unstable();
    keep.dedup();
    decision.keep = keep;
    decision.repeats = Vec::new(); // a post may say what another says, and stands already
    decision.is_article = false;
}
