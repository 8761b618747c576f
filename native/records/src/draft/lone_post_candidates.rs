//! Posts that are tried: alone around a time, or before the posts of a reading.
//!
//! In words: the elements around each of the first times may be a post that stands alone. What stands before the first post
//! of a reading, the nearest first, may be the one that the others answer. Trees say how likely each is one.

use crate::evidence::Evidence;
use crate::features::lone_posts::{self, Around, FEATURES, posts_in, spans_around};
use crate::read::context::{Context, Facts, Page};
use crate::read::reading::Post;
use crate::read::views;
use crate::regions::candidates::Candidate;
use crate::regions::region::Span;
use html::names::name;
use text::chars::is_space;
use text::class_words::ASIDE;
use text::phrases::{LAST, Room, says};
use trees::boosted::Trees;

const MAX_TIMES: usize = 12; // of a page whose posts alone are tried: pages with more repeat something
const MAX_LEVELS: usize = 5; // up from the first record: real pages wrap it more often than papers do
const MAX_PARTS: usize = 8; // before the first record that are tried
const MAX_TIMES_BEFORE: usize = 60; // in the element of a main post: it can have comments of its own
const TIMES_TRIED: usize = 2; // of a part before the first record
const ALIKE: f64 = 0.7; // share of members of one build in a region that surely repeats
const MIN_MEMBERS: usize = 3; // of such a region
const LABEL_REACH: usize = 6; // rows before a time in which its label stands
const MAX_LABEL_LENGTH: usize = 40; // characters before a time that can label it
const MAX_STAMPS: usize = 40; // times of a page among which one may be the latest
const ASIDE_SHARE: f64 = 0.4; // of the rows of a page: what has more of them stands not beside it

/// A post that was tried, and how likely it is one.
pub struct LikelyPost {
    pub post: Post,
    pub likely: f64,
}

/// Posts that were tried, with a row of features for each.
#[derive(Default)]
pub struct Tried {
    pub posts: Vec<Post>,
    pub matrix: Vec<f32>,
}

impl Tried {
    /// The posts with how likely the trees hold each.
    pub fn likely(self, trees: &Trees) -> Vec<LikelyPost> {
        let likely = trees.likely(&self.matrix);
        self.posts.into_iter().zip(likely).map(|(post, likely)| LikelyPost { post, likely }).collect()
    }
}

/// A range that may be a post with the time of that index, and what else is said of it, as features.
struct Try {
    span: Span,
    time: usize,
    level: f64,
    is_main: bool,
    in_region: bool,
    gap: f64,
}

/// The posts that a page may consist of, one or a few for each of the first times.
pub fn around_times(context: &Context, facts: &mut Facts) -> Tried {
    let page = context.page;
    let evidence = &page.evidence;
    let times = &evidence.times[..evidence.times.len().min(MAX_TIMES)];
    let repeated = repeated(page);
    let mut tries = Vec::new();
    for (time, &row) in times.iter().enumerate() {
        let in_region = repeated.iter().any(|one| one.ranges.iter().any(|&(start, end)| start <= row && row < end));
        limits::tick(1 + repeated.iter().map(|one| one.ranges.len()).sum::<usize>());
        for (level, span) in spans_around(evidence, row as usize).enumerate() {
            let (level, is_main, gap) = (level as f64, false, 0.0);
            tries.push(Try { span, time, level, is_main, in_region, gap });
        }
    }
    read(context, facts, &tries, &[], None)
}

/// The regions that surely repeat one thing, three times or more of one build: nothing of them stands alone.
fn repeated(page: &Page) -> Vec<Candidate> {
    let mut found = views::marked_regions(&page.evidence.page, &[page.evidence.times]);
    for one in &mut found {
        let mut steps: Vec<_> = one.members.iter().map(|&row| page.evidence.page.step[row]).collect();
        steps.sort_unstable();
        let most = steps.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(0);
        if steps.len() < MIN_MEMBERS || (most as f64) < ALIKE * steps.len() as f64 {
            one.ranges.clear();
        }
    }
    found
}

/// The posts that may stand before the others, built differently.
pub fn before(context: &Context, facts: &mut Facts, posts: &[Post]) -> Tried {
    let (page, Some(first)) = (context.page, posts.first()) else { return Tried::default() };
    let bodies = posts.iter().filter(|post| post.has_body() && page.has_classes(post.body.0));
    let mut usual: Vec<_> = bodies.map(|post| page.evidence.page.step[post.body.0]).collect();
    usual.sort_unstable();
    usual.dedup();
    let mut tries = Vec::new();
    for (level, (span, times)) in parts_before(page, first.start).into_iter().enumerate() {
        let gap = page.evidence.sum(0, (span.1, span.1.max(first.start)));
        for time in times.take(TIMES_TRIED) {
            let (level, is_main, in_region) = (level as f64, true, false);
            tries.push(Try { span, time, level, is_main, in_region, gap });
        }
    }
    read(context, facts, &tries, &usual, Some(first))
}

type TimedSpan = (Span, std::ops::Range<usize>);

/// The siblings before a row that hold a few times, the nearest first, then all of them as one; then those of its parent,
/// and so on up. With the indices of their times.
fn parts_before(page: &Page, row: usize) -> Vec<TimedSpan> {
    let (its, mut row, mut parts) = (&page.evidence.page, row, Vec::new());
    for above in its.above(row).take(MAX_LEVELS).take_while(|&above| above > 0) {
        let left: Vec<usize> = its.children(above).take_while(|&child| child < row).collect();
        limits::tick(1 + left.len());
        let left: Vec<usize> = left.into_iter().filter(|&child| !its.is_text(child)).collect();
        let all = (left.len() > 1).then(|| (left[0], row));
        let each = left.iter().rev().map(|&child| (child, its.end[child] as usize));
        for span in each.chain(all) {
            let times = page.evidence.time_in(span.0)..page.evidence.time_in(span.1);
            if (1..=MAX_TIMES_BEFORE).contains(&times.len()) && parts.len() < MAX_PARTS {
                parts.push((span, times));
            }
        }
        row = above;
    }
    parts
}

/// The posts that the ranges may be; `usual` are steps of bodies of other posts in order,
/// `first` is the first of those.
fn read(context: &Context, facts: &mut Facts, tries: &[Try], usual: &[u64], first: Option<&Post>) -> Tried {
    let evidence = &context.evidence;
    let mut tried = Tried::default();
    let (mut words, around) = (Words::default(), Around::of(evidence));
    for one in tries {
        for lone in posts_in(evidence, one.span, one.time, usual) {
            limits::tick(1 + lone.body.1 - lone.body.0);
            let mut row = lone_posts::features(evidence, &around, &lone, usual);
            words.add(context, facts, &lone, &mut row);
            add_said(context, facts, one, (&lone, first), &mut row);
            tried.matrix.extend_from_slice(&row.map(|value| value as f32));
            tried.posts.push(Post::of(&lone));
        }
    }
    tried
}

impl Post {
    fn of(lone: &lone_posts::Post) -> Self {
        let lone_posts::Post { span: (start, end), body, author, time, .. } = *lone;
        Post { start, end, body, author, time: Some(time), odd: false }
    }
}

/// Writes a feature by its name.
fn put(row: &mut [f64; FEATURES.len()], name: &str, value: f64) {
    if let Some(place) = FEATURES.iter().position(|&own| own == name) {
        row[place] = value;
    }
}

/// The share of the page's times that are earlier than one of them: the clock of a site is later than all others, and what
/// others answer is earlier. -1 where nothing can be told.
fn later(page: &Page, time: usize) -> f64 {
    let own = page.stamps_of(&[time])[0];
    let others: Vec<usize> = (0..page.evidence.times.len().min(MAX_STAMPS)).filter(|&other| other != time).collect();
    let mut known = page.stamps_of(&others);
    known.retain(|stamp| !stamp.is_empty());
    if own.is_empty() || known.is_empty() {
        return -1.0;
    }
    known.iter().filter(|&&stamp| stamp < own).count() as f64 / known.len() as f64
}

/// Writes what is said of a range, and whether its name and time tell those of the first record again.
fn add_said(
    context: &Context,
    facts: &mut Facts,
    one: &Try,
    (lone, first): (&lone_posts::Post, Option<&Post>),
    row: &mut [f64; FEATURES.len()],
) {
    put(row, "is_main", f64::from(one.is_main));
    put(row, "level", one.level);
    put(row, "in_region", f64::from(one.in_region));
    put(row, "gap", one.gap);
    put(row, "later", later(context.page, one.time));
    let texts = &context.page.times.texts;
    if let Some(Post { author: Some(author), time: Some(time), .. }) = first
        && let Some(own) = lone.author
    {
        let names = facts.names(context.page, &[own, *author]);
        put(row, "same_name", f64::from(names[0] == names[1] && texts[lone.time] == texts[*time]));
    }
}

/// What words tell of posts alone; what several share is looked for once.
#[derive(Default)]
struct Words {
    /// Of a time, the latest that was asked for: whether it is labelled as that of a last reply, and whether it stands aside.
    latest: Option<(usize, bool, bool)>,
    room: Room,
}

impl Words {
    /// Writes the features that words tell.
    fn add(&mut self, context: &Context, facts: &mut Facts, lone: &lone_posts::Post, row: &mut [f64; FEATURES.len()]) {
        let page = context.page;
        if page.evidence.text_rows.is_empty() {
            return;
        }
        if self.latest.is_none_or(|(time, _, _)| time != lone.time) {
            let place = page.evidence.times[lone.time] as usize;
            let is_last = is_labelled_last(page, place, &mut self.room);
            self.latest = Some((lone.time, is_last, is_aside(&page.evidence, place)));
        }
        let (_, is_last, is_aside) = self.latest.unwrap_or_default();
        put(row, "score", page.score);
        put(row, "labelled_last", f64::from(is_last));
        put(row, "aside", f64::from(is_aside));
        put(row, "text_time", f64::from(!page.times.texts[lone.time].is_empty()));
        let Some(author) = lone.author else { return };
        put(row, "is_labelled", f64::from(context.evidence.labelled[author]));
        let place = page.evidence.text_rows.partition_point(|&text| text < lone.body.0 as i64);
        if let Some(&text) = page.evidence.text_rows.get(place).filter(|&&text| text < lone.body.1 as i64) {
            let names = facts.names(page, &[author, text as usize]);
            put(row, "begins_with_name", f64::from(names[0] == names[1]));
        } else {
            // Nothing is said: only an empty name is the same.
            put(row, "begins_with_name", f64::from(facts.names(page, &[author])[0] == 0));
        }
    }
}

/// Whether a time is labelled as that of the last reply.
fn is_labelled_last(page: &Page, time: usize, room: &mut Room) -> bool {
    let is_text = |row: &usize| page.evidence.has_text(*row);
    let Some(row) = (time.saturating_sub(LABEL_REACH) + 1..time).rev().find(is_text) else { return false };
    let text = page.evidence.page.text_of(row).trim_matches(is_space);
    let start = text.char_indices().rev().nth(MAX_LABEL_LENGTH - 1).map_or(0, |(place, _)| place);
    says(&text[start..], LAST, room) & LAST > 0
}

/// Whether the element of a time is no part of what the page is about; wrappers of the page have such words too.
fn is_aside(evidence: &Evidence, time: usize) -> bool {
    use name::{ASIDE as ASIDE_TAG, FOOTER, NAV, OPTION, SELECT};
    let page = &evidence.page;
    page.above(time).any(|row| {
        limits::tick(1);
        let is_foreign = matches!(page.tag[row], FOOTER | ASIDE_TAG | NAV | SELECT | OPTION);
        let is_small = page.under(row).len() as f64 <= ASIDE_SHARE * evidence.rows() as f64;
        page.depth[row] > 1 && (is_foreign || (is_small && evidence.flags[row] & ASIDE > 0))
    })
}
