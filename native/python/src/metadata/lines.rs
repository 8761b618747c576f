//! Lines that may name an author or a date, behind Python functions.

use pyo3::prelude::*;

use crate::calls::timed;
use crate::table::Table;
use html::names::name;
use metadata::{date_signs, lines};
use text::chars::first_chars;

/// The first words of labels that stand before a name; see `lines`.
#[pyclass(frozen, module = "weft._native")]
pub struct LabelWords(lines::LabelWords);

#[pymethods]
impl LabelWords {
    #[new]
    fn new(words: Vec<String>) -> Self {
        LabelWords(lines::LabelWords::new(words))
    }

    /// The first visible blocks behind one of so many characters that may begin with a label.
    #[pyo3(signature = (table, first, most, chars, *, seconds=f64::INFINITY))]
    fn far(
        &self,
        table: &Bound<'_, Table>,
        first: usize,
        most: usize,
        chars: (i32, i32),
        seconds: f64,
    ) -> PyResult<Vec<usize>> {
        let (py, page) = (table.py(), table.get().view());
        timed(py, seconds, || self.0.far(&page, first, most, chars))
    }

    /// Whether a text may begin with a label, or with a word or two and then one.
    fn may_label(&self, text: &str) -> bool {
        self.0.may_label(text)
    }

    /// Of some blocks of so many characters those that may name an author, each with its first texts; in blocks before
    /// `close` a name beside a date counts.
    fn near<'page>(
        &self,
        table: &'page Bound<'_, Table>,
        blocks: Vec<usize>,
        close: usize,
        chars: (i32, i32),
        texts: (usize, usize, usize),
    ) -> Vec<(usize, Vec<&'page str>)> {
        let (page, (most, most_rows, most_chars), mut buffer) = (table.get().view(), texts, Vec::new());
        let texts_of = |block| lines::block_texts(&page, block, most, most_rows);
        let has_size =
            |block: &usize| page.block_chars.get(*block).is_some_and(|own| (chars.0..=chars.1).contains(own));
        let mut may_name = |block: usize| {
            let line: String = texts_of(block).flat_map(|text| [text, " "]).collect();
            self.0.may_name(&line, block < close, &mut buffer)
        };
        let sized = blocks.into_iter().filter(has_size).filter(|&block| may_name(block));
        sized.map(|block| (block, texts_of(block).map(|text| first_chars(text, most_chars)).collect())).collect()
    }
}

/// The first visible blocks behind one of so many characters that have a digit and may say "published".
#[pyfunction]
#[pyo3(signature = (table, first, most, chars, *, seconds=f64::INFINITY))]
pub fn published_lines(
    table: &Bound<'_, Table>,
    first: usize,
    most: usize,
    chars: (i32, i32),
    seconds: f64,
) -> PyResult<Vec<usize>> {
    let (py, page) = (table.py(), table.get().view());
    timed(py, seconds, || lines::published(&page, first, most, chars))
}

/// Of some blocks of so many characters those that may print a date, each with its row and text; of a block so many texts
/// of so many rows are read.
#[pyfunction]
pub fn dated_blocks<'page>(
    table: &'page Bound<'_, Table>,
    blocks: Vec<usize>,
    chars: (i32, i32),
    texts: (usize, usize),
) -> Vec<(usize, i32, &'page str)> {
    let (page, mut buffer) = (table.get().view(), Vec::new());
    let may_print = |block: &usize| {
        page.block_chars.get(*block).is_some_and(|own| (chars.0..=chars.1).contains(own))
            && lines::may_print_date(&page, *block, texts, &mut buffer)
    };
    let dated = blocks.into_iter().filter(may_print);
    dated.map(|block| (block, page.block_row[block], page.text_of_block(block))).collect()
}

/// Of the first scripts, each of at most so many bytes, the places that may name a day of publication; see `date_signs`.
#[pyfunction]
pub fn script_days<'page>(table: &'page Bound<'_, Table>, most: usize, most_bytes: usize) -> Vec<(usize, &'page str)> {
    let (py, page) = (table.py(), table.get().view());
    let scripts = page.rows_of(name::SCRIPT, most).filter(|&row| page.text_of(row).len() <= most_bytes);
    let places = |row| date_signs::publication_days(page.text_of(row)).into_iter().map(move |place| (row, place));
    py.detach(|| scripts.flat_map(places).collect())
}

/// How many dates of the first bytes of a page put the day first, less those that put the month first.
#[pyfunction]
pub fn day_votes(table: &Bound<'_, Table>, most: usize) -> i64 {
    let text = table.get().text.as_bytes();
    date_signs::day_votes(&text[..text.len().min(most)])
}
