//! The draft of a page's records: its regions read as far as that matters, the best readings, and the posts that they make.

use super::leading::{self, Lead};
use super::regions::{Draft, drafts};
use super::thread::{self, Thread};
use crate::read::context::{Asks, Context, Facts, Models, Page, PageNames};
use crate::read::reading::Reading;
use crate::read::views::View;

/// What was drafted.
#[derive(Default)]
pub struct Drafted {
    /// In the order of the views.
    pub regions: Vec<ReadRegion>,
    /// The readings that can be the best, the best first.
    pub leading: Vec<Lead>,
    pub thread: Thread,
    /// How many of the posts say something, and the blocks of their bodies.
    pub said: usize,
    pub blocks: Vec<i64>,
    /// What the texts of the page can be as names, where somebody had to know.
    pub names: Option<PageNames>,
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
pub fn draft(page: &Page, views: &[View], models: &Models, may_be_alone: bool, asks: &mut dyn Asks) -> Drafted {
    let mut drafts = drafts(page, views, models);
    let is_worth = drafts.iter().any(|draft| draft.region.is_some());
    if !is_worth && !may_be_alone {
        let leading = leading::lead_of_items(&drafts);
        return Drafted { regions: read_regions(drafts), leading, ..Drafted::default() };
    }
    let context = Context::of(page, models, asks);
    let facts = &mut Facts::new(asks);
    let leading = leading::lead(&mut drafts, &context, facts);
    let expected = if may_be_alone { thread::expected_alone(&drafts, &leading) } else { None };
    let thread = thread::find(&context, facts, (&drafts, &leading), expected);
    let (said, blocks) = thread::said_blocks(&context, &thread);
    Drafted { regions: read_regions(drafts), leading, thread, said, blocks, names: Some(context.names) }
}

fn read_regions(drafts: Vec<Draft>) -> Vec<ReadRegion> {
    drafts.into_iter().map(ReadRegion::of).collect::<Vec<_>>()
}
