//! The author of a page as it prints one, where the name is plain.
//!
//! In words: a printed name is looked for in links to an author and in elements of a telling name; where another line may
//! name one, Python reads the page. `read_bylines` of `src/weft/metadata/bylines.py` is the twin.

use std::collections::HashSet;

use crate::author_names::{self, Named};
use crate::byline_signs::says_by;
use crate::declares::lower;
use crate::limits::{Deadline, Tripped};
use crate::lines::{LabelWords, may_have_date};
use crate::memory;
use crate::metadata_answers::{MAX_BESIDE, Page};
use crate::names::name;
use crate::near_title::Near;
use crate::title_text::cleaned;

/// Rows before and behind the title among which links to an author are looked for.
const ROWS_BEFORE: usize = 100;
const ROWS_BEHIND: usize = 400;
/// Texts of one byline, rows in which they are, characters of it.
const MAX_TEXTS: usize = 12;
const MAX_TEXT_ROWS: usize = 80;
const MAX_BYLINE: usize = 120;
/// Blocks behind the title and before it that may name an author; those behind it that may do so beside a date.
const BLOCKS_BEHIND: usize = 12;
const BLOCKS_BEFORE: usize = 4;
const CLOSE_BLOCKS: usize = 3;
const LINE_CHARS: (i32, i32) = (4, 120);
/// Blocks behind the title in which a label is looked for, and the characters of one.
const MAX_FAR: usize = 300;
const FAR_CHARS: (i32, i32) = (2, 80);
const MAX_NAME_WORDS: usize = 5;
/// What a line may say that is no name, and last words of such a line.
const LABELS: &str = "\
    author,authors,share,follow,update,updated,last update,last updated,published,contributor,contributors,editor,\
    editors,staff,name,join,joined,join date,post,posts,reply,profile,view archive,view profile,view all posts,sign in,log in";
const LAST_WORDS: [&str; 7] = ["by", "on", "in", "via", "was", "of", "from"];
const CONTINUING: [&str; 6] = [",", "&", "and", "und", "et", "y"];

/// The words that tell lines about authors: first words of labels, and the days of the week.
pub struct AuthorWords {
    pub labels: LabelWords,
    pub days: HashSet<String>,
}

/// The printed names with their rows, the nearest to the title first; none where Python has to read a line.
pub fn find_printed(
    page: &Page,
    words: &AuthorWords,
    deadline: &mut Deadline,
) -> Result<Option<Vec<(String, usize)>>, Tripped> {
    let mut found = Vec::new();
    let Some(near) = page.near else { return Ok(Some(found)) };
    let around = near.title_row.saturating_sub(ROWS_BEFORE)..near.title_row.saturating_add(ROWS_BEHIND);
    let leading =
        near.leading.get(page.kinds.addresses.number("author")).into_iter().flatten().map(|&row| row as usize);
    let links = leading.chain(page.related("author").iter().copied());
    let is_link = |row: &usize| around.contains(row) && page.columns.tag[*row] == name::A;
    let mut links = memory::collect(links.filter(is_link))?;
    links.sort_unstable();
    links.dedup();
    let named = near.kind(page.kinds.names.number("author"));
    for rows in
        [near.beside(&page.columns, links.into_iter(), MAX_BESIDE)?, near.beside(&page.columns, named, MAX_BESIDE)?]
    {
        for row in rows {
            match name_under(page, row, words)? {
                Line::Unsure => return Ok(None),
                Line::Nobody => {}
                Line::Name(name) => {
                    memory::push(&mut found, (name, row))?;
                    break;
                }
            }
        }
    }
    if found.is_empty() && may_say_more(page, near, words, deadline)? {
        return Ok(None);
    }
    found.sort_by_key(|&(_, row)| near.distance(row));
    Ok(Some(found))
}

/// Whether a line around the title, a box about the author or a line far below may name one.
fn may_say_more(page: &Page, near: &Near, words: &AuthorWords, deadline: &mut Deadline) -> Result<bool, Tripped> {
    let (first, behind) = title_blocks(page, near);
    let lines = &page.lines;
    let around = (behind..lines.block_row.len()).take(BLOCKS_BEHIND).chain((0..first).rev().take(BLOCKS_BEFORE));
    let (mut line, mut buffer) = (String::new(), Vec::new());
    for block in around {
        if !(LINE_CHARS.0..=LINE_CHARS.1).contains(&lines.block_chars[block]) {
            continue;
        }
        line.clear();
        for text in lines.texts(block, MAX_TEXTS, MAX_TEXT_ROWS) {
            memory::push_str(&mut line, text)?;
            memory::push_str(&mut line, " ")?;
        }
        if words.labels.may_name(&line, block < behind + CLOSE_BLOCKS, &mut buffer)? {
            return Ok(true);
        }
    }
    let boxes = near.kind(page.kinds.names.number("author box"));
    let has_box = !near.beside(&page.columns, boxes, MAX_BESIDE)?.is_empty();
    Ok(has_box || !words.labels.far(lines, behind, MAX_FAR, FAR_CHARS, deadline)?.is_empty())
}

/// The first block of the title, and the first behind it.
pub fn title_blocks(page: &Page, near: &Near) -> (usize, usize) {
    let behind = |row: i32| page.lines.block_first.partition_point(|&first| first < row);
    (behind(near.title_row as i32), behind(page.columns.end[near.title_row]))
}

pub enum Line {
    Name(String),
    Nobody,
    Unsure,
}

/// The author in the texts under a row.
pub fn name_under(page: &Page, row: usize, words: &AuthorWords) -> Result<Line, Tripped> {
    let end = (page.columns.end[row] as usize).min(row + MAX_TEXT_ROWS);
    let rows = (row..end).filter(|&row| page.columns.tag[row] == name::TEXT).take(MAX_TEXTS);
    let (mut texts, mut length, mut is_open): (Vec<String>, usize, bool) = (Vec::new(), 0, false);
    for row in rows {
        let Some(text) = cleaned(page.columns.content(row))? else { return Ok(Line::Unsure) };
        if text.is_empty() {
            continue;
        }
        let is_word = !text.contains(' ') && text.starts_with(|c: char| c.is_uppercase());
        if is_word && is_open || CONTINUING.contains(&text.as_str()) {
            return Ok(Line::Unsure);
        }
        is_open = is_word;
        length += text.chars().count() + usize::from(length > 0);
        memory::push(&mut texts, text)?;
    }
    if length > MAX_BYLINE {
        return Ok(Line::Nobody);
    }
    for text in texts {
        if ["by", "by:"].iter().any(|by| text.eq_ignore_ascii_case(by)) {
            continue;
        }
        match read_line(&text, words)? {
            Line::Nobody => {}
            Line::Name(name) => return Ok(if is_written_as_name(&name) { Line::Name(name) } else { Line::Nobody }),
            Line::Unsure => return Ok(Line::Unsure),
        }
    }
    Ok(Line::Nobody)
}

/// The name that a line is.
fn read_line(text: &str, words: &AuthorWords) -> Result<Line, Tripped> {
    let mut label = memory::copy(text)?;
    memory::push_str(&mut label, ": ")?;
    let is_labelled = words.labels.may_label(text)? || words.labels.may_label(&label)?;
    if says_by(text) || is_labelled || may_have_date(text, &mut Vec::new())? || is_wide(text) {
        return Ok(Line::Unsure);
    }
    match author_names::read(text)? {
        Named::Unsure => return Ok(Line::Unsure),
        Named::Nobody => return Ok(Line::Nobody),
        Named::Name => {}
    }
    let small = lower(text)?;
    if small.rsplit(' ').next().is_some_and(|word| LAST_WORDS.contains(&word)) {
        return Ok(Line::Unsure);
    }
    let is_label = LABELS.split(',').any(|label| label == small) || words.days.contains(small.trim_end_matches('.'));
    Ok(if is_label { Line::Nobody } else { Line::Name(memory::copy(text)?) })
}

/// Whether a text has letters of a script without capitals: labels of these are Python's.
fn is_wide(text: &str) -> bool {
    text.contains(|c| c >= '\u{3000}')
}

/// Whether every word of a plain name begins with a letter, and there are few.
fn is_written_as_name(text: &str) -> bool {
    text.split(' ').count() <= MAX_NAME_WORDS && text.split(' ').all(|word| word.starts_with(char::is_alphabetic))
}
