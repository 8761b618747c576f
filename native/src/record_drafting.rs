//! The draft of a page's records: its regions read as far as that matters, the best readings, and the posts that they make.

use crate::limits::{Deadline, Tripped};
use crate::record_draft::{Asks, Context, Facts, Models, Page};
use crate::record_drafts::{Draft, drafts};
use crate::record_leading::{self as leading, Lead};
use crate::record_thread::{self as thread, Thread};
use crate::record_views::View;

/// What was drafted.
pub struct Drafted<'view> {
    pub drafts: Vec<Draft<'view>>,
    /// The readings that can be the best, the best first.
    pub leading: Vec<Lead>,
    pub thread: Thread,
    /// How many of the posts say something, and the blocks of their bodies.
    pub said: usize,
    pub blocks: Vec<i64>,
}

/// Drafts the records of a page with these regions; posts that stand alone are looked for where `may_be_alone` says so.
pub fn draft<'view>(
    page: &Page,
    views: &'view [View],
    models: &Models,
    may_be_alone: bool,
    asks: &mut dyn Asks,
    deadline: &mut Deadline,
) -> Result<Drafted<'view>, Tripped> {
    let mut drafts = drafts(page, views, models, deadline)?;
    let is_worth = drafts.iter().any(|draft| draft.region.is_some());
    if !is_worth && !may_be_alone {
        let (leading, thread) = (leading::lead_of_items(&drafts)?, Thread::default());
        return Ok(Drafted { drafts, leading, thread, said: 0, blocks: Vec::new() });
    }
    let context = Context::of(page, models, asks, deadline)?;
    let facts = &mut Facts::new(asks);
    let leading = leading::lead(&mut drafts, &context, facts, deadline)?;
    let expected = if may_be_alone { thread::expected_alone(&drafts, &leading) } else { None };
    let thread = thread::find(&context, facts, (&drafts, &leading), expected, deadline)?;
    let (said, blocks) = thread::said_blocks(&context, &thread, deadline)?;
    Ok(Drafted { drafts, leading, thread, said, blocks })
}
