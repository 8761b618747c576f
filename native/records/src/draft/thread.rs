//! The posts of a discussion (see `records/find.py`): those of the leading reading with the post before them, or one that
//! stands alone with its answers; and what of their bodies nobody said.
//!
//! In words: where the best reading is not sure, posts that stand alone around the first times are tried, and taken where
//! they are likelier; others with the tag and classes of their body are its answers. A post of a reading that lacks the
//! others' author is asked for one of its own, and what stands before the first post may be the one that they answer.

use std::collections::HashMap;

use super::lone_post_candidates::{self, LikelyPost};
use super::regions::{Draft, Lead};
use crate::features::authors;
use crate::features::roles::KnownParts;
use crate::read::context::{Context, Facts};
use crate::read::post_texts::{self, Body, in_spans};
use crate::read::reading::{Post, Read};
use crate::regions::region::Region;
use crate::regions::slots;
use text::phrases::{BUTTON, OTHER_TIME, WROTE};

const MIN_LONE: f64 = 0.25; // expected share of the true records from which on a post that stands alone is an answer
const MIN_ANSWER: f64 = 0.1; // the same of another post whose body has the tag and classes of a likely one
const MIN_MAIN: f64 = 0.45; // the same of a main post before the others
const SURE: f64 = 0.9; // expected share from which on no post alone is looked for
const MIN_SAME: f64 = 0.4; // likelihood of a post that may be taken in place of one with the same body and time
const MIN_AUTHOR: f64 = 0.5; // likelihood of the author of a post that lacks the others' column
const EXACT_REACH: i64 = 3; // rows from an age to the moment that it tells: "5 May 2024, 08:32 (2 years ago)"

/// A post, with the texts of its body that nobody said, and the quotes in it.
pub struct MarkedPost {
    pub post: Post,
    pub cut: Vec<usize>,
    pub quotes: Vec<usize>,
}

/// The posts of a page, and whether they stand alone.
#[derive(Default)]
pub struct Thread {
    pub posts: Vec<MarkedPost>,
    pub is_lone: bool,
}

/// What is expected of a post alone for it to be taken; None where none is looked for.
pub fn expected_alone(drafts: &[Draft], leading: &[Lead]) -> Option<f64> {
    let likely = leading.first().and_then(|lead| lead.of(drafts)).map_or(0.0, |reading| reading.likely);
    Some(likely.max(MIN_LONE)).filter(|&expected| expected < SURE)
}

/// The posts of a page; those alone must be likelier than so much, if they are looked for.
pub fn find(
    context: &Context,
    facts: &mut Facts,
    (drafts, leading): (&[Draft], &[Lead]),
    expected: Option<f64>,
) -> Thread {
    if let Some(expected) = expected {
        let lone = lone_posts(context, facts, expected);
        if !lone.is_empty() {
            let posts = marked_alone(context, facts, lone);
            return Thread { is_lone: !posts.is_empty(), posts };
        }
    }
    let is_answer = |lead: &&Lead| lead.of(drafts).is_some_and(|reading| reading.likely >= lead.least());
    if let Some(&lead) = leading.iter().find(is_answer)
        && let (Lead::Posts(place), Some(reading)) = (lead, lead.of(drafts))
        && let (Read::Posts(posts), Some(region)) = (&reading.read, &drafts[place].region)
    {
        let posts = with_missing_authors(context, posts);
        return Thread { posts: with_main_post(context, facts, region, posts), is_lone: false };
    }
    Thread::default()
}

/// How many of the posts say something, and the blocks of their bodies.
pub fn said_blocks(context: &Context, thread: &Thread) -> (usize, Vec<i64>) {
    let bodies = thread.posts.iter().map(|MarkedPost { post, cut, quotes }| Body { span: post.body, cut, quotes });
    post_texts::find_blocks(&context.evidence.page, bodies)
}

/// The likeliest post that stands alone, with those that answer it; empty where something else is likelier.
fn lone_posts(context: &Context, facts: &mut Facts, expected: f64) -> Vec<Post> {
    let mut tried = lone_post_candidates::around_times(context, facts).likely(context.models.lone);
    tried.sort_by(|one, other| other.likely.total_cmp(&one.likely));
    match tried.first() {
        Some(first) if first.likely > expected => {
            let best = with_likeliest_author(context, &tried);
            with_answers(context, best, &tried[1..])
        }
        _ => Vec::new(),
    }
}

/// Of the posts with body and time of the first one, that which is likeliest a post with the author that trees tell: the
/// element of a body and its time is as likely a post as one around it that also has the author.
fn with_likeliest_author(context: &Context, tried: &[LikelyPost]) -> Post {
    let first = &tried[0].post;
    let (mut best, mut chosen) = (0.0, first.clone());
    for LikelyPost { post, likely } in tried {
        if *likely >= MIN_SAME && (post.body, post.time) == (first.body, first.time) {
            let (author, is_author) = lone_author(context, post);
            if likely * is_author > best {
                (best, chosen) = (likely * is_author, Post { author, ..post.clone() });
            }
        }
    }
    chosen
}

/// The likeliest author of a post that has nothing beside it, and how likely.
fn lone_author(context: &Context, post: &Post) -> (Option<usize>, f64) {
    limits::tick(1 + context.evidence.rows() / 16); // columns of the page are made for each post
    let ranges = [(post.start as i64, post.end as i64)];
    let slots = slots::align(&context.evidence, &ranges);
    let Some(region) = context.region(&ranges, &slots.slot) else { return (None, 0.0) };
    let taken = in_spans(context.evidence.rows(), [post.body].into_iter());
    let time = post.time.map_or(-1, |time| context.evidence.times[time]);
    let (found, matrix) = authors::author_columns(&context.evidence, &region, &taken, &[time]);
    let (mut author, mut best) = (None, 0.0);
    for (column, likely) in found.iter().zip(context.models.authors.likely(&matrix)) {
        if author.is_none() || likely > best {
            (author, best) = (Some(column.rows[0].1), likely);
        }
    }
    (author, best)
}

/// The likeliest post, and the others of its kind: a question and its one answer repeat nothing either.
fn with_answers(context: &Context, best: Post, others: &[LikelyPost]) -> Vec<Post> {
    let (page, body) = (context.page, best.body.0);
    let mut chosen = vec![best];
    for LikelyPost { post, likely } in others {
        let is_alike = page.evidence.page.step[post.body.0] == page.evidence.page.step[body] && page.has_classes(body);
        let is_apart = |one: &Post| post.end <= one.start || one.end <= post.start;
        if is_alike && *likely >= MIN_ANSWER && chosen.iter().all(is_apart) {
            chosen.push(post.clone());
        }
    }
    chosen.sort_by_key(|post| post.start);
    chosen
}

/// The posts; where most have an author, one without is asked for an author of its own.
fn with_missing_authors(context: &Context, posts: &[Post]) -> Vec<Post> {
    let mut posts = posts.to_vec();
    if 2 * posts.iter().filter(|post| post.author.is_none()).count() > posts.len() {
        return posts;
    }
    for post in posts.iter_mut().filter(|post| post.author.is_none()) {
        let (author, likely) = lone_author(context, post);
        post.author = author.filter(|_| likely >= MIN_AUTHOR);
    }
    posts
}

/// The posts with their parts marked, and the main post before them, if there is one.
fn with_main_post(context: &Context, facts: &mut Facts, region: &Region, posts: Vec<Post>) -> Vec<MarkedPost> {
    let tried = lone_post_candidates::before(context, facts, &posts).likely(context.models.lone);
    let mut all = Vec::new();
    // Of equals the last.
    if let Some(main) = tried.into_iter().max_by(|one, other| one.likely.total_cmp(&other.likely))
        && main.likely >= MIN_MAIN
        && !is_later(context, &main.post, posts.first())
    {
        all = marked_alone(context, facts, vec![main.post]);
    }
    all.extend(marked(context, facts, region, posts));
    all
}

/// Whether a post is later than another one: what others answer is not, but the clock of a site is.
fn is_later(context: &Context, one: &Post, other: Option<&Post>) -> bool {
    let (Some(own), Some(time)) = (one.time, other.and_then(|other| other.time)) else { return false };
    let stamps = context.page.stamps_of(&[own, time]);
    !stamps[1].is_empty() && stamps[0] > stamps[1] && !stamps[0].starts_with(stamps[1])
}

/// Posts that have their own slots, with their parts marked.
fn marked_alone(context: &Context, facts: &mut Facts, posts: Vec<Post>) -> Vec<MarkedPost> {
    let ranges: Vec<_> = posts.iter().map(|post| (post.start as i64, post.end as i64)).collect();
    let slots = slots::align(&context.evidence, &ranges);
    match context.region(&ranges, &slots.slot) {
        Some(region) => marked(context, facts, &region, posts),
        None => Vec::new(),
    }
}

/// The posts of a region with the texts of their bodies that nobody said, and with the quotes in them.
fn marked(context: &Context, facts: &mut Facts, region: &Region, posts: Vec<Post>) -> Vec<MarkedPost> {
    let records = region.records();
    let (mut mains, mut names) = (vec![(0, 0); records], vec![-1; records]);
    let (mut authors, mut times) = (vec![-1; records], vec![-1; records]);
    let authors_of: Vec<usize> = posts.iter().filter_map(|post| post.author).collect();
    let mut numbers = facts.names(context.page, &authors_of).into_iter();
    let name = |post: &Post| post.author.and_then(|_| numbers.next()).unwrap_or_default();
    let named: Vec<usize> = posts.iter().map(name).collect();
    let by_start: HashMap<usize, (&Post, usize)> =
        posts.iter().zip(named).map(|(post, name)| (post.start, (post, name))).collect();
    for record in 0..records {
        limits::tick(1);
        if let Some(&(post, name)) = by_start.get(&region.start(record)) {
            mains[record] = post.body;
            authors[record] = post.author.map_or(-1, |row| row as i64);
            times[record] = post.time.map_or(-1, |time| context.evidence.times[time]);
            names[record] = if name > 0 { name as i64 } else { -1 };
        }
    }
    let wanted = BUTTON | WROTE | OTHER_TIME;
    let known = KnownParts { mains: &mains, rows: [&authors, &times, &[]], names: &names, wanted };
    let models = context.models;
    let (buttons, signatures, quotes) = (models.buttons, models.signatures, models.quotes);
    let judges = post_texts::Judges { buttons, signatures, quotes };
    let (unsaid, quotes) = post_texts::find_unsaid(&context.evidence, region, &known, &judges);
    let mark = |mut post: Post| {
        let (cut, quotes) = (within(&unsaid, post.body), within(&quotes, post.body));
        post.time = post.time.map(|time| exact(context, time));
        MarkedPost { post, cut, quotes }
    };
    posts.into_iter().map(mark).collect()
}

/// The moment that stands beside an age, which tells it less exactly; else the time itself.
fn exact(context: &Context, time: usize) -> usize {
    let (times, rows) = (context.page.times, context.evidence.times);
    let is_moment = |&other: &usize| {
        let is_near = rows.get(other).is_some_and(|row| (row - rows[time]).abs() <= EXACT_REACH);
        is_near && !times.are_relative[other] && times.isos[other].len() > "2022-09-04".len()
    };
    let is_age = times.are_relative[time];
    [time.wrapping_sub(1), time + 1].into_iter().find(is_moment).filter(|_| is_age).unwrap_or(time)
}

/// Those of some rows, which are in order, that lie in a range.
fn within(rows: &[usize], (start, end): (usize, usize)) -> Vec<usize> {
    let place = |row: usize| rows.partition_point(|&own| own < row);
    rows[place(start)..place(end).max(place(start))].to_vec()
}
