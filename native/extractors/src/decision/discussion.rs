//! What is kept of a discussion: what its posts say, and besides what is surely content.
//!
//! In words: a page is one where its type says so; or where no type is sure, or an article would lose its comments, and
//! what was chosen is what its posts say.

use super::{Decision, Page, Posts};

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
