//! Posts that may stand alone.

use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::timed;
use crate::record_evidence::RecordEvidence;
use crate::table::{Table, read};
use records::evidence::sums;
use records::features::lone_features::{FEATURES, features};
use records::regions::lone_posts::{Columns, posts_in};

/// How many numbers tell a post: the range tried, its time, its body and its author.
const POST: usize = 7;

type Matrices<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray2<f32>>);

/// The posts of the ranges `tries` (start, end, index of the time): the number of the try, the index of the time, start
/// and end of range and body, the author's row or -1; and a row of features for each. See `lone_posts`.
#[pyfunction]
#[pyo3(signature = (table, evidence, names, sums, times, tries, usual, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn lone_posts<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    names: (PyReadonlyArray1<'py, bool>, PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, u8>),
    sums: [PyReadonlyArray1<'py, f64>; sums::SUMS],
    times: PyReadonlyArray1<'py, i64>,
    tries: Vec<(usize, usize, usize)>,
    mut usual: Vec<u64>,
    seconds: f64,
) -> PyResult<Matrices<'py>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, parent, end, depth, chars, step);
    let (flags, its) = (&evidence.marks.flags, &evidence.its);
    let count = tag.as_slice()?.len();
    let mut slices = [&[][..]; sums::SUMS];
    for (slice, sum) in slices.iter_mut().zip(&sums) {
        *slice = sum.as_slice()?;
    }
    let (can_be_name, name_marks, link_kinds) = (names.0.as_slice()?, names.1.as_slice()?, names.2.as_slice()?);
    let lengths = [its.link.len(), can_be_name.len(), name_marks.len(), link_kinds.len()];
    let times = crate::records::rows_of(&times, count)?;
    let fits = |&(start, end, time): &(usize, usize, usize)| start < end && end <= count && time < times.len();
    let is_summed = slices.iter().all(|sum| sum.len() == count + 1);
    if lengths.iter().any(|&length| length != count) || !is_summed || !times.is_sorted() || !tries.iter().all(fits) {
        return Err(PyValueError::new_err("the evidence, the names or the ranges are those of another page"));
    }
    let columns = Columns {
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        depth: depth.as_slice()?,
        chars: chars.as_slice()?,
        step: step.as_slice()?,
        flags,
        is_title: &its.is_title,
        weights: &its.weights,
        link: &its.link,
        link_kinds,
        can_be_name,
        name_marks,
        times,
        sums: slices,
    };
    usual.sort_unstable();
    let (posts, matrix) = timed(py, seconds, || read(&columns, &tries, &usual))?;
    let shape = posts.len() / POST;
    let posts = posts.into_pyarray(py).reshape([shape, POST])?;
    Ok((posts, matrix.into_pyarray(py).reshape([shape, FEATURES.len()])?))
}

fn read(columns: &Columns, tries: &[(usize, usize, usize)], usual: &[u64]) -> (Vec<i64>, Vec<f32>) {
    let (mut posts, mut matrix) = (Vec::new(), Vec::new());
    for (number, &(start, end, time)) in tries.iter().enumerate() {
        for post in posts_in(columns, (start, end), time, usual) {
            limits::tick(1 + post.body.1 - post.body.0);
            let author = post.author.map_or(-1, |row| row as i64);
            let own = [number, time, start, end, post.body.0, post.body.1].map(|value| value as i64);
            posts.extend_from_slice(&own);
            posts.push(author);
            matrix.extend_from_slice(&features(columns, &post, usual).map(|value| value as f32));
        }
    }
    (posts, matrix)
}

/// Start, end, index of the time and level of the elements around each of the times that may be its post; `chars` are
/// running sums. See `lone_posts`.
#[pyfunction]
pub fn spans_around(
    table: &Bound<'_, Table>,
    chars: PyReadonlyArray1<'_, f64>,
    times: PyReadonlyArray1<'_, i64>,
) -> PyResult<Vec<(usize, usize, usize, usize)>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, parent, end);
    let (parent, end, chars) = (parent.as_slice()?, end.as_slice()?, chars.as_slice()?);
    let times = crate::records::rows_of(&times, parent.len())?;
    if chars.len() != parent.len() + 1 {
        return Err(PyValueError::new_err("the sums are those of another page"));
    }
    let around = |(index, &row): (usize, &i64)| {
        let spans = records::regions::lone_posts::spans_around(parent, end, chars, row as usize);
        spans.enumerate().map(move |(level, (start, end))| (start, end, index, level))
    };
    Ok(times.iter().enumerate().flat_map(around).collect::<Vec<_>>())
}
