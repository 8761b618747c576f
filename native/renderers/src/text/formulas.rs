//! Formulas in plain text: each stands in the run that it belongs to, or between two.

use std::collections::HashMap;

use super::white_space::collapse;
use super::{Cuts, Unit};
use crate::passages::Formula;
use html::names::name;
use html::page_view::PageView;

/// The kept blocks and the formulas in order, without those that lie in another: a formula may hold the whole text of a
/// block.
pub(super) fn units(page: &PageView, keep: &[i64], formulas: &[Formula], cuts: &Cuts) -> Vec<Unit> {
    let (mut held, mut units) = (HashMap::<usize, Vec<&Formula>>::new(), Vec::with_capacity(keep.len()));
    for formula in formulas {
        match holder(page, keep, formula) {
            Some(block) => held.entry(block).or_default().push(formula),
            None => units.push(Unit {
                first: formula.start as i32,
                last: formula.end as i32,
                block: 0,
                text: Some(formula.latex.clone().into_bytes()),
            }),
        }
    }
    for &block in keep {
        let block = block as usize;
        let (mut first, mut last, mut text) = (page.block_first[block], page.block_last[block], None);
        if let Some(own) = held.get(&block)
            && let [start, .., end] | [start @ end] = own[..]
        {
            (first, last) = (first.min(start.start as i32), last.max(end.end as i32));
            text = Some(run(page, first as usize..last as usize, own, cuts));
        }
        units.push(Unit { first, last, block, text });
    }
    if !formulas.is_empty() {
        units.sort_by_key(|unit| (unit.first, unit.last));
        let mut end = 0;
        units.retain_mut(|unit| {
            unit.first = unit.first.max(end);
            end = end.max(unit.last);
            unit.first < unit.last
        });
    }
    units
}

/// The kept block whose run a formula belongs to, none where it stands between two.
///
/// The run that it lies in comes first, then the one that lies in it, then those of the elements around it.
fn holder(page: &PageView, keep: &[i64], formula: &Formula) -> Option<usize> {
    let (start, end) = (formula.start as i32, formula.end as i32);
    let after = page.block_first.partition_point(|&first| first <= start);
    let is_kept = |block: &usize| keep.binary_search(&(*block as i64)).is_ok();
    let (before, after) = (after.checked_sub(1).filter(is_kept), Some(after).filter(is_kept));
    let row = |block: usize| page.block_row[block];
    None.or(before.filter(|&block| start < page.block_last[block]))
        .or(after.filter(|&block| page.block_first[block] < end))
        .or(before.filter(|&block| start < page.end[row(block) as usize]))
        .or(after.filter(|&block| row(block) < start))
}

/// The text of the rows of one run, formulas in their place.
fn run(page: &PageView, rows: std::ops::Range<usize>, formulas: &[&Formula], cuts: &Cuts) -> Vec<u8> {
    let limit = page.block_text_end.last().copied().unwrap_or(0); // text that is hidden or raw lies behind
    let (mut row, mut lines) = (rows.start, vec![Vec::new()]);
    let mut formulas = formulas.iter().peekable();
    while row < rows.end {
        limits::tick(1);
        if let Some(formula) = formulas.next_if(|formula| formula.start == row) {
            let latex = [&formula.before, &formula.latex, &formula.after].map(|part| part.as_bytes());
            if formula.display {
                lines.extend([latex[1].to_vec(), Vec::new()]);
            } else if let Some(line) = lines.last_mut() {
                line.extend(latex.concat());
            }
            row = formula.end;
            continue;
        }
        let (start, end) = (page.text_start[row], page.text_end[row]);
        match (page.tag[row], lines.last_mut()) {
            (name::TEXT, Some(line)) if start < limit => {
                line.extend_from_slice(&cuts.read(page.text.as_bytes(), start as usize, end as usize));
            }
            (name::BR, _) if start < limit => lines.push(Vec::new()),
            _ => {}
        }
        row += 1;
    }
    let mut text = Vec::new();
    for line in lines {
        let begin = text.len();
        if begin > 0 {
            text.push(b'\n');
        }
        let start = text.len();
        collapse(&line, &mut text);
        if text.len() == start {
            text.truncate(begin);
        }
    }
    text
}
