//! The default extractor's judgement of a page: how likely each block is content, and each type of page.
//!
//! In words: measure the blocks, sum up the page, ask the first trees about blocks and about the page, describe the
//! regions by what they say, ask the second trees. `Model.judge` in `src/weft/extractors/block_classifier.py` says the
//! same step by step.

use crate::exponential::{logistic, shares};
use crate::limits::{Deadline, Tripped};
use crate::measures::{Measures, page::Totals};
use crate::names::NameId;
use crate::regions::{self, First, Structures};
use crate::tree_batches::Answers;
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

/// Judges a page. Rows of features live only while trees are asked about them.
pub fn judge(page: &Page, model: &Model, asked: &Asked, deadline: &mut Deadline) -> Result<Judged, Fault> {
    let of_page = measures::page::Asked { counted: &asked.counted, near: &asked.near, near_above: asked.near_above };
    let mut totals = Totals::of(&of_page)?;
    let measures = Measures::of(&page.measured, |row| totals.add(row), deadline)?;
    let mut numbers = totals.describe(page.measured.tag)?;
    memory::extend(&mut numbers, page.declared)?;
    let shares = shares(&fitting(model.pages, numbers.len())?.predict(&numbers, deadline)?)?;
    let (first, told) = ask_first(measures, fitting(model.blocks, measures::width())?, asked, deadline)?;
    let tail = memory::collect(shares.iter().map(|&share| share as f32))?;
    let seen = First {
        features: &told,
        width: asked.columns().count(),
        probability: &first,
        link_words: 0,
        heading_distance: 1,
        heading_next: 2,
        taken: &memory::collect(TAKEN..TAKEN + asked.taken.len())?,
        tags: &asked.tags,
        tail: &tail,
    };
    let (probability, structures) = match model.regions {
        Some(trees) if !first.is_empty() => ask_second(page, &seen, trees, deadline)?,
        _ => (memory::list(&first)?, regions::find_structures(&page.regions, deadline)?),
    };
    let column = |number: usize| memory::collect(told.chunks_exact(seen.width).map(|row| row[number]));
    Ok(Judged {
        probability,
        shares,
        structures,
        link_words: column(0)?,
        heading: column(seen.width - 2)?,
        twins_before: column(seen.width - 1)?,
        first,
    })
}

/// The columns before those that regions take.
const TAKEN: usize = 3;

impl Asked {
    /// The columns that are asked for after the first trees: three that regions read, those that they take, two of the
    /// choice.
    fn columns(&self) -> impl Iterator<Item = usize> {
        let read = [self.link_words, self.heading_distance, self.heading_next];
        read.into_iter().chain(self.taken.iter().copied()).chain([self.heading, self.twins_before])
    }
}

/// What the first trees say of the blocks, and the columns that are asked for later.
fn ask_first(
    mut measures: Measures,
    trees: &Trees,
    asked: &Asked,
    deadline: &mut Deadline,
) -> Result<(Vec<f64>, Vec<f32>), Tripped> {
    let columns: Vec<usize> = memory::collect(asked.columns())?;
    let (mut margins, mut told, mut answers) = (Vec::new(), Vec::new(), Answers::default());
    measures.each_batch(deadline, |rows, deadline| {
        trees.predict_more(rows, &mut margins, &mut answers, deadline)?;
        let rows = rows.chunks_exact(measures::width());
        memory::reserve(&mut told, rows.len() * columns.len())?;
        rows.for_each(|row| told.extend(columns.iter().map(|&column| row[column])));
        Ok(())
    })?;
    Ok((logistic(&margins)?, told))
}

/// What the second trees say of the blocks, and the structures that they were told of.
fn ask_second(
    page: &Page,
    seen: &First,
    trees: &Trees,
    deadline: &mut Deadline,
) -> Result<(Vec<f64>, Structures), Fault> {
    let (mut margins, mut answers) = (Vec::new(), Answers::default());
    let trees = fitting(trees, seen.columns())?;
    let described = regions::describe_batches(&page.regions, seen, deadline, |rows, deadline| {
        trees.predict_more(rows, &mut margins, &mut answers, deadline)
    })?;
    Ok((logistic(&margins)?, described.structures))
}

/// The trees, if they ask for as many features as there are.
fn fitting(trees: &Trees, features: usize) -> Result<&Trees, Fault> {
    if trees.width() == features { Ok(trees) } else { Err(Fault::Model) }
}
