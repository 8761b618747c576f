//! Plain text of the kept blocks; `renderers/text.py` is the twin and writes the pages that may have formulas.
//!
//! In words: write the kept blocks one after the other, white space collapsed, `br` as a line break, `pre` as it
//! stands. Between two blocks look at the outermost element that begins there, the turn: an item, a row or a term
//! begins a line, a cell stands behind a tab, anything else begins a paragraph.

mod cuts;
pub(crate) mod tables;
mod white_space;

use std::ops::Range;

use crate::attributes::AttributeColumns;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name::*};
pub use cuts::Cuts;
use white_space::{collapse, trim_end};

/// How many tags are looked at together.
const CHUNK: usize = 64;

/// The columns of a page that plain text is made of.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub text_start: &'page [i32],
    pub chars: &'page [i32],
    pub block_row: &'page [i32],
    pub block_first: &'page [i32],
    pub block_last: &'page [i32],
    pub block_text_start: &'page [i32],
    pub block_text_end: &'page [i32],
    pub attributes: &'page AttributeColumns,
}

/// What stands between two blocks.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    Nothing,
    Paragraph,
    Line,
    Cell,
    Space,
    /// A cell that is a column of the page.
    Column,
}

impl Separator {
    fn text(self) -> &'static [u8] {
        match self {
            Separator::Nothing => b"",
            Separator::Paragraph | Separator::Column => b"\n\n",
            Separator::Line => b"\n",
            Separator::Cell => b"\t",
            Separator::Space => b" ",
        }
    }
}

/// A kept block and what stands before it.
struct Part {
    block: usize,
    before: Separator,
    /// The row of the turn before it.
    turn: usize,
    /// Where the `pre` that it stands in ends, 0 if in none.
    pre_end: i32,
    in_data: bool,
}

/// Why there is no text.
pub enum Stop {
    /// The page needs the twin.
    Twin,
    Tripped(Tripped),
}

impl From<Tripped> for Stop {
    fn from(tripped: Tripped) -> Self {
        Stop::Tripped(tripped)
    }
}

/// The text of the kept blocks (rising indexes) in UTF-8, None where the page needs the twin.
pub fn render(page: &Columns, keep: &[i64], deadline: &mut Deadline) -> Result<Option<Vec<u8>>, Tripped> {
    render_cut(page, keep, &Cuts::default(), deadline)
}

/// The same with cuts; a block of which nothing is left is as if it were not kept.
pub fn render_cut(
    page: &Columns,
    keep: &[i64],
    cuts: &Cuts,
    deadline: &mut Deadline,
) -> Result<Option<Vec<u8>>, Tripped> {
    match write(page, keep, cuts, deadline) {
        Ok(text) => Ok(Some(text)),
        Err(Stop::Twin) => Ok(None),
        Err(Stop::Tripped(tripped)) => Err(tripped),
    }
}

fn write(page: &Columns, keep: &[i64], cuts: &Cuts, deadline: &mut Deadline) -> Result<Vec<u8>, Stop> {
    let (Some(&first), Some(&last)) = (keep.first(), keep.last()) else { return Ok(Vec::new()) };
    if first < 0 || last >= page.block_row.len() as i64 || keep.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(Stop::Twin);
    }
    if !cuts.is_empty() {
        let left = page.left_by(cuts, keep, deadline)?;
        if left.len() < keep.len() {
            return write(page, &left, cuts, deadline);
        }
    }
    let mut parts = page.parts(keep, deadline)?;
    if parts.iter().any(|part| part.before == Separator::Cell) {
        page.set_columns(&mut parts);
        page.set_tables(&mut parts, deadline)?;
    }
    let size = page.block_text_end[last as usize] - page.block_text_start[first as usize];
    let mut out = memory::with_room(usize::try_from(size).unwrap_or(0) + 2 * keep.len())?;
    for part in &parts {
        deadline.check()?;
        memory::extend(&mut out, part.before.text())?;
        let begin = out.len();
        page.write(part.block, part.pre_end > 0, cuts, &mut out)?;
        if part.in_data {
            flatten(&mut out, begin);
        }
    }
    Ok(out)
}

impl Columns<'_> {
    /// Those of the kept blocks of which the cuts leave something.
    fn left_by(&self, cuts: &Cuts, keep: &[i64], deadline: &mut Deadline) -> Result<Vec<i64>, Stop> {
        let mut pres = self.pres(keep)?.into_iter().peekable();
        let (mut left, mut out) = (memory::with_room(keep.len())?, Vec::new());
        for &block in keep {
            deadline.check()?;
            let row = self.block_first[block as usize];
            while pres.next_if(|pre| pre.end <= row).is_some() {}
            out.clear();
            self.write(block as usize, pres.peek().is_some_and(|pre| pre.start <= row), cuts, &mut out)?;
            if !out.is_empty() {
                left.push(block);
            }
        }
        Ok(left)
    }

    fn parts(&self, keep: &[i64], deadline: &mut Deadline) -> Result<Vec<Part>, Stop> {
        let mut pres = self.pres(keep)?.into_iter().peekable();
        let mut parts: Vec<Part> = memory::with_room(keep.len())?;
        for &block in keep {
            deadline.check()?;
            let block = block as usize;
            let row = self.block_first[block];
            while pres.next_if(|pre| pre.end <= row).is_some() {}
            let pre_end = pres.peek().filter(|pre| pre.start <= row).map_or(0, |pre| pre.end);
            let (before, turn) = match parts.last() {
                None => (Separator::Nothing, 0),
                Some(part) => {
                    let turn = self.turn(part.block, block);
                    (if row < part.pre_end { Separator::Line } else { self.separator(turn) }, turn)
                }
            };
            parts.push(Part { block, before, turn, pre_end, in_data: false });
        }
        Ok(parts)
    }

    /// The rows of every outermost `pre`; the twin's turn if there may be formulas among the kept blocks.
    fn pres(&self, keep: &[i64]) -> Result<Vec<Range<i32>>, Stop> {
        let rows = keep.iter().map(|&block| self.block_row[block as usize]);
        let (low, high) = rows.fold((i32::MAX, 0), |(low, high), row| (low.min(row), high.max(self.end[row as usize])));
        let mut pres: Vec<Range<i32>> = Vec::new();
        for (chunk, tags) in self.tag[..high as usize].chunks(CHUNK).enumerate() {
            // No early exit: so the compiler looks at many tags at once.
            if !tags.iter().fold(false, |found, &tag| found | matches!(tag, PRE | MATH | SCRIPT)) {
                continue;
            }
            for (row, &tag) in (chunk * CHUNK..).zip(tags) {
                match tag {
                    MATH if row as i32 >= low => return Err(Stop::Twin),
                    SCRIPT if row as i32 >= low && self.holds_formula(row) => return Err(Stop::Twin),
                    PRE if pres.last().is_none_or(|pre| pre.end <= row as i32) => {
                        memory::push(&mut pres, row as i32..self.end[row])?;
                    }
                    _ => (),
                }
            }
        }
        Ok(pres)
    }

    /// Whether a script is one that MathJax reads.
    fn holds_formula(&self, row: usize) -> bool {
        let kind = self.attributes.of(row).find(|&(name, _)| name == TYPE).map_or("", |(_, value)| value).as_bytes();
        let starts = |with: &str| kind.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()));
        starts("math/tex") || starts("math/latex") || starts("math/mml")
    }

    /// The outermost element that begins between two blocks; its parent is the element that both lie in.
    fn turn(&self, before: usize, after: usize) -> usize {
        let (last, mut row) = (self.block_last[before], self.block_first[after]);
        while self.parent[row as usize] >= last {
            row = self.parent[row as usize];
        }
        row as usize
    }

    fn separator(&self, turn: usize) -> Separator {
        match self.tag[turn] {
            TD | TH => Separator::Cell,
            LI | TR | THEAD | TBODY | TFOOT | DT | DD | OPTION | OPTGROUP | CAPTION => Separator::Line,
            UL | OL | MENU | DIR | DL | TABLE if self.is_in_item(turn) => Separator::Line,
            _ => Separator::Paragraph,
        }
    }

    fn is_in_item(&self, row: usize) -> bool {
        let parent = self.parent[row];
        parent >= 0 && matches!(self.tag[parent as usize], LI | DD)
    }

    /// A cell beside one that holds several blocks is a column of the page, not of a table.
    fn set_columns(&self, parts: &mut [Part]) {
        for index in 1..parts.len() {
            let depth = self.depth[parts[index].turn];
            let is_inside = |part: &Part| part.before == Separator::Paragraph && self.depth[part.turn] > depth;
            if parts[index].before == Separator::Cell
                && (is_inside(&parts[index - 1]) || parts.get(index + 1).is_some_and(is_inside))
            {
                parts[index].before = Separator::Column;
            }
        }
    }

    /// Puts each row of a table of data on one line, whatever its cells hold.
    fn set_tables(&self, parts: &mut [Part], deadline: &mut Deadline) -> Result<(), Tripped> {
        let firsts: Vec<i32> = memory::collect(parts.iter().map(|part| self.block_first[part.block]))?;
        for runs in tables::data_tables(self, &firsts, deadline)? {
            let start = runs.start;
            for (index, part) in (start..).zip(&mut parts[runs]) {
                part.in_data = true;
                if index > start {
                    part.before = match self.tag[part.turn] {
                        TD | TH => Separator::Cell,
                        TR | THEAD | TBODY | TFOOT | CAPTION => Separator::Line,
                        _ => Separator::Space,
                    };
                }
            }
        }
        Ok(())
    }

    /// Writes the text of a block.
    fn write(&self, block: usize, in_pre: bool, cuts: &Cuts, out: &mut Vec<u8>) -> Result<(), Stop> {
        let (mut start, end) = (self.block_text_start[block] as usize, self.block_text_end[block] as usize);
        if in_pre {
            let text = cuts.read(self.text, start, end)?;
            let blank_lines = text.iter().take_while(|&&byte| byte == b'\n').count();
            memory::extend(out, trim_end(&text[blank_lines..]))?;
            return Ok(());
        }
        let (begin, mut is_blank) = (out.len(), false);
        for row in self.block_first[block] as usize..self.block_last[block] as usize {
            let place = self.text_start[row] as usize;
            // A `br` of hidden text lies behind.
            if self.tag[row] == BR && place < end {
                is_blank = write_line(&cuts.read(self.text, start, place)?, is_blank, begin, out)?;
                start = place;
            }
        }
        write_line(&cuts.read(self.text, start, end)?, is_blank, begin, out)?;
        Ok(())
    }
}

/// Writes a line of a block that begins at `begin`, behind a blank line if the line before was blank; says whether
/// this one is.
fn write_line(text: &[u8], after_blank: bool, begin: usize, out: &mut Vec<u8>) -> Result<bool, Stop> {
    let before = out.len();
    if before > begin {
        memory::extend(out, if after_blank { b"\n\n" } else { b"\n" })?;
    }
    let start = out.len();
    memory::reserve(out, text.len())?; // what is collapsed becomes no longer
    collapse(text, out).ok_or(Stop::Twin)?;
    let is_blank = out.len() == start;
    if is_blank {
        out.truncate(before);
    }
    Ok(is_blank)
}

/// Puts the lines from `begin` on into one: a line break is a space, and two spaces become one.
fn flatten(out: &mut Vec<u8>, begin: usize) {
    let is_space = |byte: u8| byte == b'\n' || byte == b' ';
    let (mut read, mut written) = (begin, begin);
    while read < out.len() {
        let byte = out[read];
        let is_pair = is_space(byte) && out.get(read + 1).copied().is_some_and(is_space);
        out[written] = if is_space(byte) { b' ' } else { byte };
        read += 1 + usize::from(is_pair);
        written += 1;
    }
    out.truncate(written);
}

#[cfg(test)]
#[path = "../../tests/unit/plain.rs"]
mod tests;
