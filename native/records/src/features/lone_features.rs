//! Features of a post that stands alone (see `records/lone_features.py`).
//!
//! In words: how much of the page the body is, how far name and time are from it, what the classes around it say.

use crate::evidence::links::{NO_PERSON, PERSON as PERSON_LINK};
use crate::evidence::tails::Span;
use crate::regions::lone_posts::{Columns, Post};
use html::names::name;
use text::class_words::{AUTHOR, BODY, PERSON, TITLE};

const LINK_REACH: i32 = 4; // ancestors of a name in which its link is searched
const AUTHOR_REACH: usize = 3; // the same of a class that says that it is a name

/// The names of the features. Those that Python tells (labels, the post's place on the page) are 0 here.
pub const FEATURES: [&str; 48] = [
    "is_main",
    "score",
    "labelled_last",
    "aside",
    "level",
    "span_chars",
    "span_share",
    "span_rows",
    "span_times",
    "span_headings",
    "span_links",
    "body_chars",
    "body_of_span",
    "body_of_page",
    "body_links",
    "body_long",
    "body_gain",
    "body_rank",
    "body_loose",
    "says_body",
    "parent_says_body",
    "says_title",
    "says_person",
    "body_controls",
    "body_paragraphs",
    "body_breaks",
    "body_times",
    "body_is_title",
    "is_usual",
    "named",
    "marks",
    "is_labelled",
    "in_link",
    "leads_to_person",
    "says_author",
    "name_before",
    "name_far",
    "time_before",
    "time_far",
    "name_to_time",
    "begins_with_name",
    "behind_title",
    "position",
    "in_region",
    "page_times",
    "gap",
    "same_name",
    "text_time",
];

/// The features of a post; `usual` are steps of other bodies, in order.
pub fn features(columns: &Columns, post: &Post, usual: &[u64]) -> [f64; FEATURES.len()] {
    let [chars, main, links, _, long, headings, times] = columns.sums;
    let of = |sums: &[f64], (start, end): Span| sums[end] - sums[start];
    let whole = |sums: &[f64]| sums.last().copied().unwrap_or_default();
    let (start, end) = post.body;
    let body = Body::of(columns, post.body);
    let (own, time) = (of(chars, post.body).max(1.0), columns.times[post.time] as usize);
    let span_chars = of(chars, post.span).max(1.0);
    let is_loose = columns.end[start] as usize != end;
    let flags = columns.flags[start];
    let parent_flags = columns.flags[usize::try_from(columns.parent[start]).unwrap_or(0)];
    let named = Named::of(columns, post, time);
    let title = columns.is_title.iter().position(|&is_title| is_title);
    let mut row = [0.0; FEATURES.len()];
    row[5..11].copy_from_slice(&[
        span_chars,
        of(main, post.span) / whole(main).max(1.0),
        (post.span.1 - post.span.0) as f64,
        of(times, post.span),
        of(headings, post.span),
        of(links, post.span) / span_chars,
    ]);
    row[11..29].copy_from_slice(&[
        own,
        own / of(chars, post.span).max(1.0),
        of(main, post.body) / whole(main).max(1.0),
        of(links, post.body) / own,
        of(long, post.body) / own,
        body.gain / own,
        post.rank as f64,
        f64::from(is_loose),
        f64::from(!is_loose && flags & BODY > 0),
        f64::from(parent_flags & BODY > 0),
        f64::from(flags & TITLE > 0),
        f64::from(flags & PERSON > 0),
        body.controls,
        body.paragraphs,
        body.breaks,
        of(times, post.body),
        body.title_chars / own,
        f64::from(usual.binary_search(&columns.step[start]).is_ok()),
    ]);
    row[29..41].copy_from_slice(&named.row(time < start, time.abs_diff(start).min(time.abs_diff(end)) as f64));
    row[41] = title.map_or(0.5, |title| f64::from(title < start));
    row[42] = chars[post.span.0] / whole(chars).max(1.0);
    row[44] = whole(times);
    row
}

/// What the rows of a body are.
#[derive(Default)]
struct Body {
    gain: f64,
    controls: f64,
    paragraphs: f64,
    breaks: f64,
    title_chars: f64,
}

impl Body {
    fn of(columns: &Columns, (start, end): Span) -> Self {
        use name::{BR, BUTTON, FORM, INPUT, P, SELECT, TEXTAREA};
        let mut body = Body::default();
        for row in start..end {
            let tag = columns.tag[row];
            body.gain += columns.weights[row];
            body.controls += f64::from(matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA | FORM));
            body.paragraphs += f64::from(tag == P);
            body.breaks += f64::from(tag == BR);
            body.title_chars += if columns.is_title[row] { f64::from(columns.chars[row]) } else { 0.0 };
        }
        body
    }
}

/// What is around the name of a post.
#[derive(Default)]
struct Named {
    is_there: bool,
    marks: f64,
    in_link: bool,
    leads_to_person: bool,
    says_author: bool,
    is_before: bool,
    far: f64,
    to_time: f64,
}

impl Named {
    fn of(columns: &Columns, post: &Post, time: usize) -> Self {
        let Some(row) = post.author else { return Named { far: -1.0, to_time: -1.0, ..Named::default() } };
        let above = |&row: &usize| usize::try_from(columns.parent[row]).ok();
        let link = usize::try_from(columns.link[row]).ok();
        let link = link.filter(|&link| columns.depth[row] - columns.depth[link] <= LINK_REACH);
        let mut near = std::iter::successors(above(&row), above).take(AUTHOR_REACH);
        Named {
            is_there: true,
            marks: columns.name_marks[row],
            in_link: link.is_some(),
            leads_to_person: link
                .is_some_and(|link| columns.link_kinds[link] & (PERSON_LINK | NO_PERSON) == PERSON_LINK),
            says_author: near.any(|row| columns.flags[row] & AUTHOR > 0),
            is_before: row < post.body.0,
            far: row.abs_diff(post.body.0).min(row.abs_diff(post.body.1)) as f64,
            to_time: row.abs_diff(time) as f64,
        }
    }

    /// From `named` to `begins_with_name`.
    fn row(&self, time_before: bool, time_far: f64) -> [f64; 12] {
        [
            f64::from(self.is_there),
            self.marks,
            0.0,
            f64::from(self.in_link),
            f64::from(self.leads_to_person),
            f64::from(self.says_author),
            f64::from(self.is_before),
            self.far,
            f64::from(time_before),
            time_far,
            self.to_time,
            0.0,
        ]
    }
}
