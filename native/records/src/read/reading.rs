//! A region read as posts, as board rows or as items, and the numbers that say how well that explains it (see
//! `records/reading_features.py`).

use super::bodies::Bodies;
use super::context::{Context, Facts};
use crate::evidence::Evidence;
use crate::features::distinct;
use crate::features::title_column::Titled;
use crate::regions::region::Span;
use text::short_texts::spaced;

const MISSING: f64 = -1.0; // a feature of the other kind of reading
const MAX_NAMES: usize = 12; // whose marks are looked at
const MAX_STAMPS: usize = 200; // whose order is looked at
/// Places of running sums of the page.
const CHARS: usize = 0;
const MAIN: usize = 1;
const LINKS: usize = 2;
const LONG: usize = 4;
const TIMES: usize = 6;

/// How many features a reading has besides those of its region.
pub const WIDTH: usize = 35;
/// Their names: of both kinds of reading, of posts, of rows.
pub const FEATURES: [&str; WIDTH] = [
    "is_posts", "is_items", "named", "timed", "marked_names", "distinct_names", "rising", "falling", "titled",
    "title_chars", "whole", "title_likely", "title_next", "is_index", "bodied", "body_share", "body_chars",
    "body_mass", "body_likely", "body_next", "varied", "odd", "body_links", "body_times", "body_long", "body_of_page",
    "title_ratio", "row_replies", "row_views", "row_last", "row_links", "row_title_share", "row_title_varied",
    "row_rest", "row_answers",
];
const POSTS: std::ops::Range<usize> = 14..27;
const ROWS: std::ops::Range<usize> = 27..WIDTH;

/// The features of a reading besides those of its region, as far as they are known: the others are no numbers.
pub type ReadingFeatures = [f64; WIDTH];

/// A post by its rows, as far as its slots tell.
#[derive(Clone)]
pub struct Post {
    pub start: usize,
    pub end: usize,
    /// Empty where it has none.
    pub body: Span,
    pub author: Option<usize>,
    /// The index of its time.
    pub time: Option<usize>,
    /// Whether the body is not in the slot of the other bodies.
    pub odd: bool,
}

impl Post {
    /// How many of author, time and body are there.
    pub fn parts(&self) -> usize {
        usize::from(self.author.is_some()) + usize::from(self.time.is_some()) + usize::from(self.has_body())
    }

    pub fn has_body(&self) -> bool {
        self.body.0 < self.body.1
    }
}

/// A row of a board by the rows of its parts; times are indices.
pub struct Row {
    pub start: usize,
    pub end: usize,
    pub title: usize,
    pub author: Option<usize>,
    pub time: Option<usize>,
    pub last_author: Option<usize>,
    pub last_time: Option<usize>,
    pub replies: Option<usize>,
    pub views: Option<usize>,
}

/// What the records of a region are read as.
pub enum Read {
    Posts(Vec<Post>),
    Rows(Vec<Row>),
    Items,
}

/// A reading of a region: its features besides those of the region, the weight of what its records say, and the share of
/// the page's records that it is expected to find.
pub struct Reading {
    pub read: Read,
    pub features: ReadingFeatures,
    pub mass: f64,
    pub likely: f64,
}

/// The features of items.
pub fn features_of_items() -> ReadingFeatures {
    let mut features = [MISSING; WIDTH];
    put(&mut features, [("is_posts", 0.0), ("is_items", 1.0)]);
    features
}

/// What is known of posts before they are read.
pub fn features_of_any_posts() -> ReadingFeatures {
    let mut features = [f64::NAN; WIDTH];
    features[ROWS].fill(MISSING);
    put(&mut features, [("is_posts", 1.0), ("is_items", 0.0), ("titled", 0.0)]);
    features
}

/// What is known of rows before they are read.
pub fn features_of_any_rows() -> ReadingFeatures {
    let mut features = [f64::NAN; WIDTH];
    features[POSTS].fill(MISSING);
    put(&mut features, [("is_posts", 0.0), ("is_items", 0.0)]);
    features
}

/// Writes features by their names.
pub fn put<const COUNT: usize>(features: &mut ReadingFeatures, known: [(&str, f64); COUNT]) {
    for (name, value) in known {
        if let Some(place) = FEATURES.iter().position(|&own| own == name) {
            features[place] = value;
        }
    }
}

/// What the bodies of a region say of its posts, and their titles, whose mean length is `chars`.
pub fn put_bodies(features: &mut ReadingFeatures, bodies: &Bodies) {
    put(features, [("body_likely", bodies.likely), ("body_next", bodies.runner_up), ("body_mass", bodies.mass)]);
}

/// The same of its titles, whose mean length is `chars`, beside bodies of some weight.
pub fn put_titles_of_posts(features: &mut ReadingFeatures, titled: &Titled, chars: f64, mass: f64) {
    put_titles(features, titled);
    put(features, [("title_chars", chars), ("title_ratio", chars / mass.max(1.0))]);
}

fn put_titles(features: &mut ReadingFeatures, titled: &Titled) {
    let is_index = f64::from(titled.is_index);
    put(features, [("title_likely", titled.likely), ("title_next", titled.runner_up), ("is_index", is_index)]);
}

/// The features of posts of which titles and bodies are known.
pub fn put_posts(features: &mut ReadingFeatures, context: &Context, facts: &mut Facts, posts: &[Post]) {
    let (evidence, n) = (&context.evidence, posts.len() as f64);
    let bodies: Vec<_> = posts.iter().filter(|post| post.has_body()).map(|post| post.body).collect();
    let of = |measure: usize| bodies.iter().map(|&body| evidence.sum(measure, body)).sum::<f64>();
    let chars = of(CHARS);
    let own = posts.iter().map(|post| evidence.sum(CHARS, (post.start, post.end))).sum::<f64>().max(1.0);
    let mut sizes: Vec<_> = bodies.iter().map(|&body| evidence.sum(CHARS, body)).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    sizes.dedup();
    let whole_page = evidence.sums[MAIN].last().copied().unwrap_or_default().max(1.0);
    let share = |count: usize| count as f64 / n;
    put(
        features,
        [
            ("is_posts", 1.0),
            ("is_items", 0.0),
            ("titled", 0.0),
            ("bodied", share(bodies.len())),
            ("body_share", chars / own),
            ("body_chars", chars / n),
            ("varied", share(sizes.len())),
            ("odd", share(posts.iter().filter(|post| post.odd).count())),
            ("body_links", of(LINKS) / chars.max(1.0)),
            ("body_times", of(TIMES) / n),
            ("body_long", of(LONG) / chars.max(1.0)),
            ("body_of_page", of(MAIN) / whole_page),
            ("whole", share(posts.iter().filter(|post| post.parts() == 3).count())),
        ],
    );
    features[ROWS].fill(MISSING);
    let authors: Vec<_> = posts.iter().filter_map(|post| post.author).collect();
    put_people(features, context, facts, &authors, n);
    let times: Vec<_> = posts.iter().filter_map(|post| post.time).collect();
    put_order(features, context, &times, n)
}

/// The features of rows but for those that their titles tell; there are `n` records.
pub fn put_rows(features: &mut ReadingFeatures, context: &Context, facts: &mut Facts, (rows, n): (&[Row], f64)) {
    let time = |row: &Row| row.time.max(row.last_time);
    let share = |is_there: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_there(row)).count() as f64 / n;
    put(
        features,
        [
            ("whole", share(&|row| row.author.is_some() && time(row).is_some())),
            ("row_replies", share(&|row| row.replies.is_some())),
            ("row_views", share(&|row| row.views.is_some())),
            ("row_last", share(&|row| row.last_time.is_some() || row.last_author.is_some())),
        ],
    );
    let authors: Vec<_> = rows.iter().filter_map(|row| row.author).collect();
    put_people(features, context, facts, &authors, n);
    put_order(features, context, &rows.iter().filter_map(time).collect::<Vec<_>>(), n)
}

/// The features of rows that their titles tell; what else rows have is not known. There are `n` records with these spans.
pub fn features_by_titles(evidence: &Evidence, titled: &Titled, ranges: &[(i64, i64)]) -> ReadingFeatures {
    let (n, count) = (ranges.len() as f64, titled.titles.len() as f64);
    let span = |&(record, _): &(usize, usize)| (ranges[record].0 as usize, ranges[record].1 as usize);
    let own = titled.titles.iter().map(|title| evidence.sum(CHARS, span(title))).sum::<f64>().max(1.0);
    let chars = titled.titles.iter().map(|&(_, row)| f64::from(evidence.page.chars[row])).sum::<f64>();
    limits::tick(titled.titles.len());
    let link = |&(_, row): &(usize, usize)| evidence.address_around(row);
    let links = distinct(titled.titles.iter().map(link).collect()) as f64;
    let text = |&(_, row): &(usize, usize)| spaced(evidence.page.bytes_of(row));
    let texts: Vec<_> = titled.titles.iter().map(text).collect();
    let answers = count_answers(&texts) as f64;
    let texts = distinct(texts) as f64;
    let mut features = features_of_any_rows();
    put_titles(&mut features, titled);
    put(
        &mut features,
        [
            ("titled", count / n),
            ("title_chars", chars / count),
            ("row_links", links / count),
            ("row_title_share", chars / own),
            ("row_title_varied", texts / count),
            ("row_rest", (own - chars) / n),
            ("row_answers", answers / n),
        ],
    );
    features
}

/// How many titles end with the latest one that is no such: `Re: Reeds` below `Reeds`.
fn count_answers(titles: &[String]) -> usize {
    let (mut count, mut latest) = (0, "");
    for title in titles {
        if !latest.is_empty() && title.ends_with(latest) {
            count += 1;
        } else {
            latest = title;
        }
    }
    count
}

/// The mean length of the titles of so many records.
pub fn title_chars(evidence: &Evidence, titled: &Titled, records: usize) -> f64 {
    let chars = titled.titles.iter().map(|&(_, row)| i64::from(evidence.page.chars[row])).sum::<i64>();
    chars as f64 / records as f64
}

/// What the authors of `n` records say.
fn put_people(features: &mut ReadingFeatures, context: &Context, facts: &mut Facts, authors: &[usize], n: f64) {
    let names = distinct(facts.names(context.page, authors));
    let looked_at = &authors[..authors.len().min(MAX_NAMES)];
    let marks = looked_at.iter().map(|&row| context.evidence.name_marks[row]).sum::<f64>();
    put(
        features,
        [
            ("named", authors.len() as f64 / n),
            ("marked_names", if looked_at.is_empty() { 0.0 } else { marks / looked_at.len() as f64 }),
            ("distinct_names", names as f64 / authors.len().max(1) as f64),
        ],
    );
}

/// In what order the times of `n` records stand.
fn put_order(features: &mut ReadingFeatures, context: &Context, times: &[usize], n: f64) {
    let stamps = context.page.stamps_of(&times[..times.len().min(MAX_STAMPS)]);
    let pairs = || stamps.windows(2).filter(|pair| !pair[0].is_empty() && !pair[1].is_empty());
    let count = pairs().count().max(1) as f64;
    put(
        features,
        [
            ("timed", times.len() as f64 / n),
            ("rising", pairs().filter(|pair| pair[0] <= pair[1]).count() as f64 / count),
            ("falling", pairs().filter(|pair| pair[0] >= pair[1]).count() as f64 / count),
        ],
    );
}
