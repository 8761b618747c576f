//! The default extractor's judgement of a page: how likely each block is content, and each type of page.
//!
//! In words: measure the blocks, sum up the page, ask the first trees about blocks and about the page, describe the
//! regions by what they say, ask the second trees.

use crate::measures::page::Totals;
use crate::measures::{self, Measures};
use crate::regions::{self, First, Rows, Structures};
use html::names::NameId;
use html::page_view::PageView;
use trees::batches::Answers;
use trees::boosted::Trees;
use trees::boosted::{logistic, shares};
use trees::packed_rows::PackedRows;

/// The level of what is no heading.
const NO_HEADING: f32 = 7.0;

/// A page as the two stages read it.
pub struct Page<'page> {
    pub view: PageView<'page>,
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
    /// The place of articles among the types of pages; none where the model has no such type.
    pub article: Option<usize>,
}

/// What a model says of a page, and what the choice asks of its blocks.
#[derive(Default)]
pub struct Judged {
    pub first: Vec<f64>,
    pub probability: Vec<f64>,
    pub shares: Vec<f64>,
    pub structures: Structures,
    pub link_words: Vec<f32>,
    pub is_heading: Vec<bool>,
    /// Whether a block before says the same.
    pub is_said_before: Vec<bool>,
    /// How likely the page is an article.
    pub article: f64,
}

/// A model asks for other features than there are.
pub struct OtherFeatures;

/// Judges a page. Rows of features live only while trees are asked about them.
pub fn judge(page: &Page, model: &Model, asked: &Asked) -> Result<Judged, OtherFeatures> {
    let of_page = measures::page::Asked { counted: &asked.counted, near: &asked.near, near_above: asked.near_above };
    let mut totals = Totals::of(&of_page);
    let measures = Measures::of(&page.view, |row| totals.add(row));
    let mut numbers = totals.describe(page.view.tag);
    numbers.extend_from_slice(page.declared);
    let shares = shares(&fitting(model.pages, numbers.len())?.predict(&numbers));
    let later = asked.later();
    let (first, told) = ask_first(measures, fitting(model.blocks, measures::width())?, &later);
    let tail = shares.iter().map(|&share| share as f32).collect::<Vec<_>>();
    let place = |column: usize| later.iter().position(|&own| own == column).unwrap_or(0);
    let seen = First {
        features: told.rows(later.len()),
        probability: &first,
        link_words: place(asked.link_words),
        heading_distance: place(asked.heading_distance),
        heading_next: place(asked.heading_next),
        taken: &asked.taken.iter().map(|&column| place(column)).collect::<Vec<_>>(),
        tags: &asked.tags,
        tail: &tail,
    };
    let (probability, structures) = match model.regions {
        Some(trees) if !first.is_empty() => ask_second(page, &seen, trees)?,
        _ => (first.to_vec(), regions::find_structures(&page.view)),
    };
    let (blocks, features) = (first.len(), &seen.features);
    let column = |column: usize| {
        let place = place(column);
        (0..blocks).map(move |block| features.get(block, place))
    };
    Ok(Judged {
        article: asked.article.map_or(0.0, |place| shares[place]),
        probability,
        shares,
        structures,
        link_words: column(asked.link_words).collect::<Vec<_>>(),
        is_heading: column(asked.heading).map(is_heading).collect::<Vec<_>>(),
        is_said_before: column(asked.twins_before).map(|twins| twins > 0.0).collect::<Vec<_>>(),
        first,
    })
}

/// Whether a level is that of a heading.
pub fn is_heading(level: f32) -> bool {
    level < NO_HEADING
}

impl Asked {
    /// The columns that are asked for after the first trees, each once: those that regions read and take, two of the
    /// choice.
    fn later(&self) -> Vec<usize> {
        let read = [self.link_words, self.heading_distance, self.heading_next, self.heading, self.twins_before];
        let mut columns: Vec<usize> = Vec::with_capacity(read.len() + self.taken.len());
        for &column in self.taken.iter().chain(&read) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
    }
}

/// The columns that are asked for after the first trees: as they are, or packed where there are very many blocks.
enum LaterColumns {
    Plain(Vec<f32>),
    Packed(PackedRows),
}

impl LaterColumns {
    fn add(&mut self, rows: &[f32], columns: &[usize]) {
        let rows = rows.chunks_exact(measures::width());
        match self {
            LaterColumns::Plain(values) => {
                rows.for_each(|row| values.extend(columns.iter().map(|&column| row[column])));
            }
            LaterColumns::Packed(packed) => packed.add(|number| rows.clone().map(move |row| row[columns[number]])),
        }
    }

    fn rows(&self, width: usize) -> Rows<'_> {
        match self {
            LaterColumns::Plain(values) => Rows::Plain { values, width },
            LaterColumns::Packed(packed) => Rows::Packed(packed),
        }
    }
}

/// What the first trees say of the blocks, and the columns that are asked for later.
fn ask_first(mut measures: Measures, trees: &Trees, later: &[usize]) -> (Vec<f64>, LaterColumns) {
    let (mut margins, mut answers) = (Vec::new(), Answers::default());
    let mut told = match measures.is_kept() {
        true => LaterColumns::Plain(Vec::new()),
        false => LaterColumns::Packed(PackedRows::of(later.len())),
    };
    measures.each_batch(|rows| {
        trees.predict_more(rows, &mut margins, &mut answers);
        told.add(rows, later)
    });
    drop(measures);
    (logistic(&margins), told)
}

/// What the second trees say of the blocks, and the structures that they were told of.
fn ask_second(page: &Page, seen: &First, trees: &Trees) -> Result<(Vec<f64>, Structures), OtherFeatures> {
    let (mut margins, mut answers) = (Vec::new(), Answers::default());
    let trees = fitting(trees, seen.columns())?;
    let described =
        regions::describe_batches(&page.view, seen, |rows| trees.predict_more(rows, &mut margins, &mut answers));
    Ok((logistic(&margins), described.structures))
}

/// The trees, if they ask for as many features as there are.
fn fitting(trees: &Trees, features: usize) -> Result<&Trees, OtherFeatures> {
    if trees.width() == features { Ok(trees) } else { Err(OtherFeatures) }
}
