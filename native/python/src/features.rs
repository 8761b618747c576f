//! What is known of the blocks of a page: measures, structures and regions; titles, comments and pictures.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::{array, column_numbers};
use crate::table::{Table, on_page};
use extractors::captions::{self, pictures};
use extractors::comment_places;
use extractors::measures::{self, page::Totals};
use extractors::regions::{self, First, Rows};
use extractors::titles::values::title_key;
use extractors::titles::{self, places};
use html::names::NameId;
use html::page_view::PageView;

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// The measures of every block of a page; see `measures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn measure_blocks<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (values, width) = on_page(table, seconds, measures::measure)?;
    values.into_pyarray(table.py()).reshape([table.get().blocks(), width])
}

/// The numbers of a page as a whole, from the measures of its blocks; see `measures::page`.
#[pyfunction]
#[pyo3(signature = (table, measured, counted, near, near_above, *, seconds=f64::INFINITY))]
pub fn describe_page<'py>(
    table: &Bound<'py, Table>,
    measured: PyReadonlyArray2<'py, f32>,
    counted: PyReadonlyArray1<'py, NameId>,
    near: PyReadonlyArray1<'py, i64>,
    near_above: usize,
    seconds: f64,
) -> PyResult<Column<'py, f32>> {
    let width = measured.shape()[1];
    let near = column_numbers(near.as_slice()?, width)?;
    if width != measures::width() || near_above > near.len() {
        return Err(PyValueError::new_err("these are not the measures of blocks"));
    }
    let (matrix, counted) = (measured.as_slice()?, counted.as_slice()?);
    let asked = measures::page::Asked { counted, near: &near, near_above };
    let values = on_page(table, seconds, |page| {
        let mut totals = Totals::of(&asked);
        for row in matrix.chunks_exact(width) {
            limits::tick(1);
            totals.add(row);
        }
        totals.describe(page.tag)
    });
    array(table.py(), values?)
}

/// The structures of a page: kinds; rows, first blocks, blocks after the last, the structure of every block. See
/// `regions::structures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn find_structures<'py>(
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<(Column<'py, u8>, [Column<'py, i32>; 4])> {
    let py = table.py();
    let regions::Structures { kind, row, first, last, of_block } = on_page(table, seconds, regions::find_structures)?;
    Ok((array(py, kind)?, [row, first, last, of_block].map(|column| column.into_pyarray(py))))
}

/// What the second trees ask about every block, row by row; the row of the core; the rows of the regions. See `regions`.
#[pyfunction]
#[pyo3(signature = (table, features, probability, columns, tags, *, seconds=f64::INFINITY))]
pub fn describe_regions<'py>(
    table: &Bound<'py, Table>,
    features: PyReadonlyArray2<'py, f32>,
    probability: PyReadonlyArray1<'py, f64>,
    columns: PyReadonlyArray1<'py, i64>,
    tags: PyReadonlyArray1<'py, NameId>,
    seconds: f64,
) -> PyResult<(Column<'py, f32>, usize, Column<'py, i32>)> {
    let (py, blocks) = (table.py(), table.get().blocks());
    let (shape, probability) = (features.shape(), probability.as_slice()?);
    if shape[0] != blocks || probability.len() != blocks {
        return Err(PyValueError::new_err("there must be features and a probability for every block"));
    }
    let wanted = column_numbers(columns.as_slice()?, shape[1])?;
    let [link_words, heading_distance, heading_next, ref taken @ ..] = wanted[..] else {
        return Err(PyValueError::new_err("the first three columns are missing"));
    };
    let (features, tags) = (Rows::Plain { values: features.as_slice()?, width: shape[1] }, tags.as_slice()?);
    let first = First { features, probability, link_words, heading_distance, heading_next, taken, tags, tail: &[] };
    let described = on_page(table, seconds, |page| regions::describe(page, &first))?;
    Ok((array(py, described.values)?, described.core, array(py, described.region)?))
}

/// The rows of the places where readers comment, and their ends; see `comment_places`.
#[pyfunction]
pub fn comment_areas(table: &Bound<'_, Table>) -> PyResult<Vec<(usize, usize)>> {
    on_page(table, f64::INFINITY, comment_places::places)
}

/// The title of a page at this address, its row and who tells it; see `titles`.
#[pyfunction]
pub fn find_title(table: &Bound<'_, Table>, url: &Bound<'_, PyString>) -> Title {
    let (own, url) = (table.get(), url.to_string_lossy());
    table.py().detach(|| title_of(own, &url))
}

pub type Title = (String, i64, &'static str);

pub fn title_of(table: &Table, url: &str) -> Title {
    let known = &table.rest.known.title;
    known.read(&table.view(), url, |title| (title.value.text.clone(), title.row, title.source))
}

/// The row of the first block behind a row that prints a text and nothing else, -1 where there is none; see `rest`.
#[pyfunction]
pub fn find_line(table: &Bound<'_, Table>, text: &Bound<'_, PyString>, behind: i32) -> PyResult<i64> {
    let text = text.to_string_lossy();
    let row = on_page(table, f64::INFINITY, |page| line_of(page, &text, behind))?;
    Ok(row.map_or(-1, i64::from))
}

pub fn line_of(page: &PageView, text: &str, behind: i32) -> Option<i32> {
    titles::find_line(page, text, behind).map(|block| page.block_row[block])
}

/// Those of some blocks, or of what holds the first of them, that print a title as a heading: the first, and the one
/// behind the last; see `places`.
#[pyfunction]
pub fn title_blocks(
    table: &Bound<'_, Table>,
    title: &Bound<'_, PyString>,
    among: PyReadonlyArray1<'_, i64>,
) -> PyResult<(usize, usize)> {
    let (title, among) = (title.to_string_lossy(), blocks_of(table.get(), &among)?);
    let blocks = on_page(table, f64::INFINITY, |page| places::find(page, &title_key(&title), among))?;
    Ok((blocks.start, blocks.end))
}

/// The blocks of captions and credits, with the images that they belong to.
#[pyfunction]
pub fn caption_blocks(table: &Bound<'_, Table>) -> PyResult<Vec<usize>> {
    on_page(table, f64::INFINITY, |page| {
        captions::find_figures(page).into_iter().flat_map(|figure| figure.blocks).collect()
    })
}

/// Those of some images that are pictures by what they say of themselves; see `pictures`.
#[pyfunction]
pub fn pictures_among(table: &Bound<'_, Table>, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Vec<usize>> {
    let rows = rows.as_slice()?;
    on_page(table, f64::INFINITY, |page| {
        let rows = rows.iter().filter_map(|&row| usize::try_from(row).ok()).filter(|&row| row < page.tag.len());
        pictures::among(page, rows)
    })
}

/// Whether a class or the id of each row says that it holds a sign, a face, an advertisement or the like; see `pictures`.
#[pyfunction]
pub fn junk_names(table: &Bound<'_, Table>, rows: Vec<usize>) -> Vec<bool> {
    let page = table.get().view();
    rows.into_iter().map(|row| row < page.tag.len() && pictures::is_junk_name(&page, row, false)).collect()
}

/// The numbers of some blocks, which the page must have.
pub fn blocks_of<'a>(table: &Table, keep: &'a PyReadonlyArray1<'_, i64>) -> PyResult<&'a [i64]> {
    let (keep, blocks) = (keep.as_slice()?, 0..table.blocks() as i64);
    if keep.iter().all(|block| blocks.contains(block)) {
        Ok(keep)
    } else {
        Err(PyIndexError::new_err("there is no such block"))
    }
}
