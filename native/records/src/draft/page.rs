//! The records of a page from its table to their draft, in one go: what marks them, the evidence, the regions, what these
//! are read as (see `records/find.py`).
//!
//! In words: mark the page, and find which texts are times. Search the regions that times, names or counts of replies
//! mark, and the lists, and leave out those of which nothing can become. Where none is left, and no post can stand alone,
//! that is all. Else gather what the words say of every row, align the records of the regions, and draft what they are.
//! What only patterns of all languages tell is asked for (`context::Asks`).

use std::sync::Arc;

use super::lone_post_candidates::{self, Tried};
use super::regions::{self, Draft, Lead, drafts};
use super::thread::{self, Thread};
use crate::evidence::marks::{self, Marks};
use crate::evidence::rows;
use crate::evidence::times::{self, Times};
use crate::evidence::{Evidence, PageEvidence, lend, mask};
use crate::read::context::{Asks, Context, Facts, Models, Page};
use crate::read::reading::{Read, Reading, features_of_items};
use crate::read::views::{self, Anchors, Gate, RegionCandidates, View};
use extractors::discussion_score::Spoken;
use html::page_view::PageView;
use text::class_words::AUTHOR;
use text::dates::Reference;

const MAIN_SHARE: f64 = 0.4; // of the page's text that rows must hold to be its matter where it is no discussion
const MIN_SHARE: f64 = 0.02; // the same of any marked region
const DISCUSSION: i32 = 0; // score of a page from which on its small regions and posts alone are worth reading
const NEARLY: f64 = 1e-9; // less than this is no difference between what trees say
const MIN_WORTH: f64 = 0.05 - NEARLY; // expected share of the true records from which on a region is read
const MIN_OTHER: f64 = 0.25 - NEARLY; // the same of items: what repeats beside the main records is a region from here on
const MIN_PRICES: usize = 3; // what fewer prices mark is no list
const LAST_YEAR: i64 = 2099; // of times without a reference time
const YEARS_AHEAD: i64 = 2; // of times after the reference time
const MAX_NAME_LENGTH: i32 = 40; // characters, as in records/names.py

/// What was found on the way to the draft; what nobody needed is not there.
pub struct PageRecords {
    pub marks: Arc<Marks>,
    pub times: Arc<Times>,
    /// Whether times, names or counts of replies mark something.
    pub is_marked: bool,
    pub evidence: Option<Arc<PageEvidence>>,
    pub views: Arc<Vec<View>>,
    pub draft: Option<Arc<PageDraft>>,
}

/// A page that is searched for records: its columns, what is known of how much it speaks as discussions do, the trees,
/// and when it was read.
pub struct Search<'page> {
    pub page: PageView<'page>,
    pub spoken: &'page Spoken,
    pub models: &'page Models<'page>,
    pub reference: Option<&'page Reference>,
    /// Whether all regions are read in all ways, whatever the trees expect: a model that learns has no such trees yet.
    pub is_all: bool,
}

impl Search<'_> {
    /// How much the page speaks as discussions do.
    fn score(&self) -> f64 {
        f64::from(self.spoken.score(&self.page)) / 10.0
    }
}

/// Finds the records of a page as far as their draft.
pub fn find(search: &Search, asks: &mut dyn Asks) -> PageRecords {
    let (page, reference) = (&search.page, search.reference);
    let last_year = reference.map_or(LAST_YEAR, |reference| reference.day.year + YEARS_AHEAD);
    let marks = Arc::new(marks::mark(page, last_year as u32));
    let times = Arc::new(times::find(page, &marks, reference));
    let anchors = find_anchors(page, &marks, &times, asks);
    let may_be_one = search.is_all || anchors.is_empty() || search.spoken.reaches(DISCUSSION, page);
    let share = if may_be_one { MIN_SHARE } else { MAIN_SHARE };
    let searched = find_regions(page, &marks, (&anchors, share), asks);
    let may_be_alone = may_be_one && !times.rows.is_empty();
    let mut found = PageRecords {
        marks,
        times,
        is_marked: !anchors.is_empty(),
        evidence: None,
        views: Arc::default(),
        draft: None,
    };
    if searched.count() > 0 || may_be_alone {
        found.read(search, searched, may_be_alone, asks);
    }
    found
}

/// The rows by which records are searched: times, else the names that a class marks; and the counts of replies.
fn find_anchors(page: &PageView, marks: &Marks, times: &Times, asks: &mut dyn Asks) -> Vec<Vec<i64>> {
    let timed = if times.rows.is_empty() { marked_names(page, marks) } else { times.rows.clone() };
    let counts = asked_rows(page, &marks.counts, |texts| asks.reply_counts(texts));
    [timed, counts].into_iter().filter(|rows| !rows.is_empty()).collect()
}

/// The rows of the names that a class marks: what repeats where a page shows no times at all.
fn marked_names(page: &PageView, marks: &Marks) -> Vec<i64> {
    let is_name = |&row: &usize| {
        let can_say = page.is_text(row) && !page.raw[row] && (1..=MAX_NAME_LENGTH).contains(&page.chars[row]);
        can_say && page.above(row).next().is_some_and(|parent| marks.flags[parent] & AUTHOR > 0)
    };
    if marks.flags.iter().all(|flags| flags & AUTHOR == 0) {
        return Vec::new();
    }
    (0..page.tag.len()).filter(is_name).map(|row| row as i64).collect()
}

/// Those of the rows whose texts are what is asked for.
fn asked_rows(page: &PageView, rows: &[i64], ask: impl FnOnce(&[&str]) -> Vec<bool>) -> Vec<i64> {
    if rows.is_empty() {
        return Vec::new();
    }
    let texts: Vec<_> = rows.iter().map(|&row| page.text_of(row as usize)).collect();
    let told = ask(&texts);
    rows.iter().zip(told).filter_map(|(&row, is_so)| is_so.then_some(row)).collect()
}

fn find_regions(
    page: &PageView,
    marks: &Marks,
    (anchors, share): (&[Vec<i64>], f64),
    asks: &mut dyn Asks,
) -> RegionCandidates {
    let can_be_list = marks.prices.len() >= MIN_PRICES;
    let prices = asked_rows(page, if can_be_list { &marks.prices } else { &[] }, |texts| asks.price_texts(texts));
    let rows: Vec<&[i64]> = anchors.iter().map(Vec::as_slice).collect();
    views::search(page, &Anchors { rows: &rows, prices: &prices, share })
}

impl PageRecords {
    /// Reads what was searched: regions, and posts alone where there may be some.
    fn read(&mut self, search: &Search, searched: RegionCandidates, may_be_alone: bool, asks: &mut dyn Asks) {
        let Search { page, models, is_all, .. } = search;
        let (marks, times, is_found) = (Arc::clone(&self.marks), Arc::clone(&self.times), searched.count() > 0);
        let sums = rows::sum_rows(page, &mask(page.tag.len(), &times.rows));
        let evidence = Evidence { flags: &marks.flags, times: &times.rows, sums: lend(&sums), ..Evidence::of(*page) };
        let declared = if is_found { asks.declared() } else { Vec::new() };
        let known = || if self.is_marked { search.score() } else { f64::NAN };
        let gate = Gate {
            regions: models.regions,
            readings: models.readings,
            score: &known,
            declared: &declared,
            as_items: &features_of_items(),
            least: [MIN_WORTH, MIN_OTHER],
        };
        let gate = (!is_all).then_some(&gate);
        let likely = views::sift(&evidence, &marks, searched, gate);
        if likely.is_empty() && !may_be_alone {
            return;
        }
        let gathered = PageEvidence::gather(page, marks, (&times.rows, &times.others), sums);
        let gathered = &**self.evidence.insert(Arc::new(gathered));
        let evidence = gathered.view(*page);
        let views = views::view(&evidence, likely, gate);
        if views.is_empty() && !may_be_alone {
            return;
        }
        let page = Page { gathered, evidence, times: &times, score: search.score(), declared: &declared };
        self.draft = Some(Arc::new(match is_all {
            true => draft_all(&page, &views, models, asks),
            false => draft(&page, &views, models, may_be_alone, asks),
        }));
        self.views = Arc::new(views);
    }

    /// The posts that may stand alone, or before the posts of a region: what a model learns from.
    pub fn tried_posts(&self, search: &Search, before: Option<usize>, asks: &mut dyn Asks) -> Tried {
        let Some(gathered) = &self.evidence else { return Tried::default() };
        let (evidence, declared) = (gathered.view(search.page), asks.declared());
        let page = Page { gathered, evidence, times: &self.times, score: search.score(), declared: &declared };
        let context = Context::of(&page, search.models, asks);
        let facts = &mut Facts::new(asks);
        let Some(place) = before else { return lone_post_candidates::around_times(&context, facts) };
        let region = self.draft.as_ref().and_then(|draft| draft.regions.get(place));
        match region.and_then(|region| region.posts.as_ref()?.as_ref()).map(|reading| &reading.read) {
            Some(Read::Posts(posts)) => lone_post_candidates::before(&context, facts, posts),
            _ => Tried::default(),
        }
    }
}

/// What was drafted.
#[derive(Default)]
pub struct PageDraft {
    /// In the order of the views.
    pub regions: Vec<ReadRegion>,
    /// The readings that can be the best, the best first.
    pub leading: Vec<Lead>,
    pub thread: Thread,
    /// How many of the posts say something, and the blocks of their bodies.
    pub said: usize,
    pub blocks: Vec<i64>,
}

/// A region as far as it was read.
pub struct ReadRegion {
    /// What the trees see of it: its own features with what the page declares.
    pub features: Vec<f64>,
    /// Whether it is worth being read as posts and as rows, and what is expected of it then.
    pub is_worth: bool,
    pub expected: f64,
    /// What it was read as; nothing inside where there is no such reading.
    pub posts: Option<Option<Reading>>,
    pub rows: Option<Option<Reading>>,
    pub items: Option<Reading>,
}

impl ReadRegion {
    fn of(draft: Draft) -> Self {
        let Draft { features, region, expected, posts, rows, items, .. } = draft;
        ReadRegion { features, is_worth: region.is_some(), expected, posts, rows, items }
    }
}

/// Drafts the records of a page with these regions; posts that stand alone are looked for where `may_be_alone` says so.
pub fn draft(page: &Page, views: &[View], models: &Models, may_be_alone: bool, asks: &mut dyn Asks) -> PageDraft {
    let mut drafts = drafts(page, views, models, false);
    let is_worth = drafts.iter().any(|draft| draft.region.is_some());
    if !is_worth && !may_be_alone {
        let leading = regions::lead_of_items(&drafts);
        return PageDraft { regions: read_regions(drafts), leading, ..PageDraft::default() };
    }
    let context = Context::of(page, models, asks);
    let facts = &mut Facts::new(asks);
    let leading = regions::lead(&mut drafts, &context, facts);
    let expected = if may_be_alone { thread::expected_alone(&drafts, &leading) } else { None };
    let thread = thread::find(&context, facts, (&drafts, &leading), expected);
    let (said, blocks) = thread::said_blocks(&context, &thread);
    PageDraft { regions: read_regions(drafts), leading, thread, said, blocks }
}

/// The regions of a page, each read in all ways; no reading leads.
fn draft_all(page: &Page, views: &[View], models: &Models, asks: &mut dyn Asks) -> PageDraft {
    let mut drafts = drafts(page, views, models, true);
    let context = Context::of(page, models, asks);
    regions::read_all(&mut drafts, &context, &mut Facts::new(asks));
    PageDraft { regions: read_regions(drafts), ..PageDraft::default() }
}

fn read_regions(drafts: Vec<Draft>) -> Vec<ReadRegion> {
    drafts.into_iter().map(ReadRegion::of).collect()
}
