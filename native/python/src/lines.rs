//! Lines that may name an author or a date, behind Python functions.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::calls::{list_of, timed};
use crate::table::{Table, string};
use html::names::name;
use metadata::{date_signs, lines};
use text::date_hints;

/// The first words of labels that stand before a name; see `lines`.
#[pyclass(frozen, module = "weft._native")]
pub struct LabelWords(lines::LabelWords);

#[pymethods]
impl LabelWords {
    #[new]
    fn new(words: Vec<String>) -> PyResult<Self> {
        Ok(LabelWords(lines::LabelWords::new(words)))
    }

    /// The first visible blocks behind one of so many characters that may begin with a label.
    #[pyo3(signature = (table, first, most, chars, *, seconds=f64::INFINITY))]
    fn far<'py>(
        &self,
        table: &Bound<'py, Table>,
        first: usize,
        most: usize,
        chars: (i32, i32),
        seconds: f64,
    ) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        let page = table.short_lines();
        let blocks = timed(py, seconds, || self.0.far(&page, first, most, chars))?;
        list_of(py, blocks)
    }

    /// Whether a text may begin with a label, or with a word or two and then one.
    fn may_label(&self, text: &str) -> PyResult<bool> {
        Ok(self.0.may_label(text))
    }

    /// Of some blocks of so many characters those that may name an author, each with its first texts; in blocks before
    /// `close` a name beside a date counts.
    fn near<'py>(
        &self,
        table: &Bound<'py, Table>,
        blocks: Vec<usize>,
        close: usize,
        chars: (i32, i32),
        texts: (usize, usize, usize),
    ) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        let page = table.short_lines();
        let (most, most_rows, most_chars) = texts;
        let (mut line, mut buffer, list) = (String::new(), Vec::new(), PyList::empty(py));
        for block in blocks.into_iter().filter(|&block| block < page.block_row.len()) {
            if !(chars.0..=chars.1).contains(&page.block_chars[block]) {
                continue;
            }
            line.clear();
            for text in page.texts(block, most, most_rows) {
                line.push_str(text);
                line.push(' ');
            }
            if self.0.may_name(&line, block < close, &mut buffer) {
                (|| {
                    let own = PyList::empty(py);
                    for text in page.texts(block, most, most_rows) {
                        own.append(string(py, crate::table::first_chars(text, Some(most_chars)))?)?;
                    }
                    list.append((block, own))
                })()?;
            }
        }
        Ok(list)
    }
}

/// The first visible blocks behind one of so many characters that have a digit and may say "published".
#[pyfunction]
#[pyo3(signature = (table, first, most, chars, *, seconds=f64::INFINITY))]
pub fn published_lines<'py>(
    table: &Bound<'py, Table>,
    first: usize,
    most: usize,
    chars: (i32, i32),
    seconds: f64,
) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let page = table.short_lines();
    let blocks = timed(py, seconds, || lines::published(&page, first, most, chars))?;
    list_of(py, blocks)
}

/// Of some blocks of so many characters those that may print a date, each with its row and text; of a block so many texts
/// of so many rows are read.
#[pyfunction]
pub fn dated_blocks<'py>(
    table: &Bound<'py, Table>,
    blocks: Vec<usize>,
    chars: (i32, i32),
    texts: (usize, usize),
) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let page = table.short_lines();
    let (mut buffer, list) = (Vec::new(), PyList::empty(py));
    for block in blocks.into_iter().filter(|&block| block < page.block_row.len()) {
        let fits = (chars.0..=chars.1).contains(&page.block_chars[block]);
        if fits && lines::may_print_date(&page, block, texts, &mut buffer) {
            list.append((block, page.block_row[block], string(py, page.block_text(block))?))?;
        }
    }
    Ok(list)
}

/// Whether a text has what every date has: a digit, or a word of a relative time.
#[pyfunction]
pub fn may_have_date(text: &str) -> PyResult<bool> {
    Ok(date_hints::may_have_date(text, &mut Vec::new()))
}

/// Of the first scripts, each of at most so many bytes, the places that may name a day of publication; see `date_signs`.
#[pyfunction]
pub fn script_days<'py>(table: &Bound<'py, Table>, most: usize, most_bytes: usize) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let page = table.short_lines();
    let scripts = page.tag.iter().enumerate().filter(|&(_, &tag)| tag == name::SCRIPT).map(|(row, _)| row).take(most);
    let list = PyList::empty(py);
    for row in scripts {
        let span = page.text_start[row] as usize..page.text_end[row] as usize;
        let text = page.text.get(span).filter(|text| text.len() <= most_bytes).unwrap_or_default();
        let places = py.detach(|| date_signs::publication_days(text));
        places.iter().try_for_each(|place| list.append((row, string(py, place)?)))?;
    }
    Ok(list)
}

/// How many dates of the first bytes of a page put the day first, less those that put the month first.
#[pyfunction]
pub fn day_votes(table: &Bound<'_, Table>, most: usize) -> i64 {
    let text = table.get().text.as_bytes();
    date_signs::day_votes(&text[..text.len().min(most)])
}
