//! The default extractor's judgement of a page: how likely each block is content, and each type of page.
//!
//! In words: measure the blocks, sum up the page, ask the first trees about blocks and about the page, describe the
//! regions by what they say, ask the second trees. `Model.judge` in `src/weft/extractors/block_classifier.py` says the
//! same step by step.

use crate::exponential::{logistic, shares};
use crate::limits::{Deadline, Tripped};
use crate::names::NameId;
use crate::regions::{self, First, Structures};
use crate::trees::Trees;
use crate::{measures, memory};

/// A page as the two stages read it.
pub struct Page<'page> {
    pub measured: measures::Columns<'page>,
    pub regions: regions::Columns<'page>,
    /// What the page declares of itself, as numbers.
    pub declared: &'page [f32],
}

/// The trees of a model; without the third it has one stage.
pub struct Model<'model> {
    pub blocks: &'model Trees,
    pub pages: &'model Trees,
    pub regions: Option<&'model Trees>,
}

/// The columns of features, and the tags, that parts of the judgement ask for; every column is below `measures::width`.
#[derive(Default)]
pub struct Asked {
    pub counted: Vec<NameId>,
    pub near: Vec<usize>,
    pub near_above: usize,
    pub link_words: usize,
    pub heading_distance: usize,
    pub heading_next: usize,
    pub taken: Vec<usize>,
    pub tags: Vec<NameId>,
    /// The level of a heading, and how many blocks before say the same.
    pub heading: usize,
    pub twins_before: usize,
}

/// What a model says of a page, and what the choice asks of its blocks.
#[derive(Default)]
pub struct Judged {
    pub first: Vec<f64>,
    pub probability: Vec<f64>,
    pub shares: Vec<f64>,
    pub structures: Structures,
    pub link_words: Vec<f32>,
    pub heading: Vec<f32>,
    pub twins_before: Vec<f32>,
}

/// What went wrong: a limit, or a model that asks for other features than there are.
pub enum Fault {
    Tripped(Tripped),
    Model,
}

impl From<Tripped> for Fault {
    fn from(tripped: Tripped) -> Self {
        Fault::Tripped(tripped)
    }
}

/// Judges a page.
pub fn judge(page: &Page, model: &Model, asked: &Asked, deadline: &mut Deadline) -> Result<Judged, Fault> {
    let (features, width) = measures::measure(&page.measured, deadline)?;
    let shares = shares(&predict(model.pages, &describe_page(page, &features, width, asked, deadline)?, deadline)?)?;
    let first = logistic(&predict(model.blocks, &features, deadline)?)?;
    let tail = memory::collect(shares.iter().map(|&share| share as f32))?;
    let seen = First {
        features: &features,
        width,
        probability: &first,
        link_words: asked.link_words,
        heading_distance: asked.heading_distance,
        heading_next: asked.heading_next,
        taken: &asked.taken,
        tags: &asked.tags,
        tail: &tail,
    };
    let (probability, structures) = match model.regions {
        Some(trees) if !first.is_empty() => {
            let described = regions::describe(&page.regions, &seen, deadline)?;
            (logistic(&predict(trees, &described.values, deadline)?)?, described.structures)
        }
        _ => (memory::collect(first.iter().copied())?, regions::find_structures(&page.regions, deadline)?),
    };
    let column = |number: usize| memory::collect(features.chunks_exact(width).map(|row| row[number]));
    Ok(Judged {
        probability,
        shares,
        structures,
        link_words: column(asked.link_words)?,
        heading: column(asked.heading)?,
        twins_before: column(asked.twins_before)?,
        first,
    })
}

/// The numbers of the page as a whole: its totals, and what it declares.
fn describe_page(
    page: &Page,
    features: &[f32],
    width: usize,
    asked: &Asked,
    deadline: &mut Deadline,
) -> Result<Vec<f32>, Tripped> {
    let measured = measures::page::Measured {
        matrix: features,
        width,
        tag: page.measured.tag,
        counted: &asked.counted,
        near: &asked.near,
        near_above: asked.near_above,
    };
    let mut numbers = measures::page::describe(&measured, deadline)?;
    memory::extend(&mut numbers, page.declared)?;
    Ok(numbers)
}

/// What trees say of rows that are as long as they ask.
fn predict(trees: &Trees, rows: &[f32], deadline: &mut Deadline) -> Result<Vec<f32>, Fault> {
    if !rows.len().is_multiple_of(trees.width().max(1)) {
        return Err(Fault::Model);
    }
    Ok(trees.predict(rows, deadline)?)
}
