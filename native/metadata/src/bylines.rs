//! The author of a page as it prints one.
//!
//! In words: a printed name is looked for in links to an author and in elements of a telling name; then in lines around
//! the title, in boxes about an author, in a line far below. `read_bylines` of `src/weft/metadata/bylines.py` is the twin.

use crate::answers::{MAX_BESIDE, Page};
use crate::author_names;
use crate::lines::block_texts;
use crate::lines::says_by;
use crate::near_title::Near;
use crate::questions::{Answerer, Question, find_dates};
use extractors::titles::values::cleaned;
use html::names::name;
use text::folding::lower;

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
/// Characters of a line in a box about an author.
const MAX_DATED: usize = 80;
/// What is answered where a line is a label, and the name stands in the next one.
const NEXT: &str = ":";
/// What a line may say that is no name, and last words of such a line.
const LABELS: &str = "\
    author,authors,share,follow,update,updated,last update,last updated,published,contributor,contributors,editor,\
    editors,staff,name,join,joined,join date,post,posts,reply,profile,view archive,view profile,view all posts,sign in,log in";
const LAST_WORDS: [&str; 7] = ["by", "on", "in", "via", "was", "of", "from"];
const CONTINUING: [&str; 6] = [",", "&", "and", "und", "et", "y"];

/// The printed names with their rows, the nearest to the title first.
pub fn find_printed(page: &Page, answerer: &mut dyn Answerer) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let Some(near) = page.near else { return found };
    let around = near.title_row.saturating_sub(ROWS_BEFORE)..near.title_row.saturating_add(ROWS_BEHIND);
    let leading =
        near.leading.get(page.kinds.addresses.number("author")).into_iter().flatten().map(|&row| row as usize);
    let links = leading.chain(page.related("author").iter().copied());
    let is_link = |row: &usize| around.contains(row) && page.view.tag[*row] == name::A;
    let mut links: Vec<_> = links.filter(is_link).collect();
    links.sort_unstable();
    links.dedup();
    let named = near.kind(page.kinds.names.number("author"));
    for rows in [near.beside(&page.view, links.into_iter(), MAX_BESIDE), near.beside(&page.view, named, MAX_BESIDE)] {
        for row in rows {
            let name = name_under(page, row, answerer);
            if !name.is_empty() {
                found.push((name, row));
                break;
            }
        }
    }
    if found.is_empty() {
        in_lines(page, near, answerer, &mut found);
    }
    if found.is_empty() {
        in_boxes(page, near, answerer, &mut found);
    }
    if found.is_empty() {
        far_below(page, near, answerer, &mut found);
    }
    found.sort_by_key(|&(_, row)| near.distance(row));
    found
}

/// Names with their rows.
type Names = Vec<(String, usize)>;

/// Adds the names in short lines around the title that say who wrote the page.
fn in_lines(page: &Page, near: &Near, answerer: &mut dyn Answerer, found: &mut Names) {
    let (first, behind) = title_blocks(page, near);
    let lines = &page.view;
    let around = (behind..lines.block_row.len()).take(BLOCKS_BEHIND).chain((0..first).rev().take(BLOCKS_BEFORE));
    let (mut line, mut buffer) = (String::new(), Vec::new());
    for block in around {
        if !(LINE_CHARS.0..=LINE_CHARS.1).contains(&lines.block_chars[block]) {
            continue;
        }
        line.clear();
        for text in block_texts(lines, block, MAX_TEXTS, MAX_TEXT_ROWS) {
            line.push_str(text);
            line.push(' ');
        }
        let is_close = block < behind + CLOSE_BLOCKS;
        if !page.words.labels.may_name(&line, is_close, &mut buffer) {
            continue;
        }
        let mut parts = String::new();
        for text in block_texts(lines, block, MAX_TEXTS, MAX_TEXT_ROWS) {
            let clean = cleaned(text);
            let between = if clean.is_empty() || parts.is_empty() { "" } else { " " };
            parts.push_str(between);
            parts.push_str(&clean);
        }
        let text = cleaned(&parts);
        let name = name_in_line(page, &text, is_close, answerer);
        if !name.is_empty() {
            found.push((name, lines.block_row[block] as usize));
        }
    }
}

/// The name in a line around the title.
fn name_in_line(page: &Page, text: &str, is_close: bool, answerer: &mut dyn Answerer) -> String {
    if text.is_ascii()
        && text.len() <= MAX_BYLINE
        && behind_by(text).is_some()
        && let Line::Name(name) = read_line(page, text)
        && is_written_as_name(&name)
    {
        return name;
    }
    answerer.ask(line_question(is_close), text)
}

fn line_question(is_close: bool) -> Question {
    if is_close { Question::CloseLine } else { Question::Line }
}

/// Adds the name in a box that tells of the author, often below the article: the first line that is a whole one.
fn in_boxes(page: &Page, near: &Near, answerer: &mut dyn Answerer, found: &mut Names) {
    let boxes = near.kind(page.kinds.names.number("author box"));
    for row in near.beside(&page.view, boxes, MAX_BESIDE) {
        for text in texts_under(page, row) {
            let text = cleaned(text);
            if text.is_empty() || text.chars().count() > MAX_DATED {
                continue;
            }
            let name = answerer.ask(Question::BoxLine, &text);
            if !name.is_empty() {
                return found.push((name, row));
            }
        }
    }
}

/// Adds the name of a short line anywhere behind the title that says who wrote the page.
fn far_below(page: &Page, near: &Near, answerer: &mut dyn Answerer, found: &mut Names) {
    let (_, behind) = title_blocks(page, near);
    let lines = &page.view;
    for block in page.words.labels.far(lines, behind, MAX_FAR, FAR_CHARS) {
        limits::tick(1);
        let text = cleaned(lines.text_of_block(block));
        if !page.words.labels.may_label(&text) && !page.words.labels.may_label_alone(&text) {
            continue;
        }
        let mut name = answerer.ask(Question::FarLine, &text);
        if name == NEXT {
            let is_short = lines.block_chars.get(block + 1).is_some_and(|&chars| chars <= FAR_CHARS.1);
            let next = if is_short { cleaned(lines.text_of_block(block + 1)) } else { String::new() };
            name = if next.is_empty() { next } else { answerer.ask(Question::NextLine, &next) };
        }
        let row = lines.block_row[block] as usize;
        if !name.is_empty() && !near.in_side(&page.view, row) {
            return found.push((name, row));
        }
    }
}

/// The first block of the title, and the first behind it.
pub fn title_blocks(page: &Page, near: &Near) -> (usize, usize) {
    let behind = |row: i32| page.view.block_first.partition_point(|&first| first < row);
    (behind(near.title_row as i32), behind(page.view.end[near.title_row]))
}

enum Line {
    Name(String),
    Nobody,
    Unsure,
}

/// The first texts under a row.
fn texts_under<'page>(page: &Page<'page>, row: usize) -> impl Iterator<Item = &'page str> {
    let end = (page.view.end[row] as usize).min(row + MAX_TEXT_ROWS);
    let rows = (row..end).filter(|&row| page.view.tag[row] == name::TEXT).take(MAX_TEXTS);
    rows.map(|row| page.view.text_of(row))
}

/// The author in the texts under a row; empty for none.
pub fn name_under(page: &Page, row: usize, answerer: &mut dyn Answerer) -> String {
    let (mut texts, mut length, mut is_open, mut is_sure): (Vec<String>, usize, bool, bool) =
        (Vec::new(), 0, false, true);
    for text in texts_under(page, row) {
        let text = cleaned(text);
        if text.is_empty() {
            continue;
        }
        let is_word = !text.contains(' ') && text.starts_with(|c: char| c.is_uppercase());
        is_sure &= !(is_word && is_open || CONTINUING.contains(&text.as_str()));
        is_open = is_word;
        length += text.chars().count() + usize::from(length > 0);
        texts.push(text);
    }
    if texts.is_empty() || length > MAX_BYLINE {
        return String::new();
    }
    if is_sure && let Some(name) = plain_name(page, &texts) {
        return name;
    }
    let mut lines = Vec::with_capacity(length);
    for (number, text) in texts.iter().enumerate() {
        lines.extend_from_slice(if number > 0 { b"\n" } else { b"" });
        lines.extend_from_slice(text.as_bytes());
    }
    answerer.ask(Question::Byline, str::from_utf8(&lines).unwrap_or_default())
}

/// The author in the lines of a byline, empty for none. None: Python must be asked.
fn plain_name(page: &Page, texts: &[String]) -> Option<String> {
    for text in texts {
        if ["by", "by:"].iter().any(|by| text.eq_ignore_ascii_case(by)) {
            continue;
        }
        match read_line(page, text) {
            Line::Nobody => {}
            Line::Name(name) => return Some(if is_written_as_name(&name) { name } else { String::new() }),
            Line::Unsure => return None,
        }
    }
    Some(String::new())
}

/// What stands behind the "by" that a line begins with.
fn behind_by(text: &str) -> Option<&str> {
    let rest = text.get(2..).filter(|_| text.as_bytes()[..2].eq_ignore_ascii_case(b"by"))?;
    let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(' ')?;
    rest.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(rest)
}

/// The name that a line is, or that it has behind "by" or before a date.
fn read_line(page: &Page, text: &str) -> Line {
    let labels = &page.words.labels;
    let line = match behind_by(text) {
        Some(rest) => rest,
        None if says_by(text) || labels.may_label(text) => return Line::Unsure,
        None => text,
    };
    if is_wide(line) {
        return Line::Unsure;
    }
    let dates = find_dates(line, false);
    let line = dates.first().map_or(line, |date| &line[..date.place.start]);
    let Some(names) = author_names::names_in(line) else { return Line::Unsure };
    if names.is_empty() {
        return Line::Nobody;
    }
    let name = author_names::listed(&names);
    if labels.may_label_alone(&name) {
        return Line::Unsure;
    }
    let small = lower(&name);
    if small.rsplit(' ').next().is_some_and(|word| LAST_WORDS.contains(&word)) {
        return Line::Unsure;
    }
    let is_label =
        LABELS.split(',').any(|label| label == small) || page.words.days.contains(small.trim_end_matches('.'));
    if is_label { Line::Nobody } else { Line::Name(name) }
}

/// Whether a text has letters of a script without capitals: labels of these are Python's.
fn is_wide(text: &str) -> bool {
    text.contains(|c| c >= '\u{3000}')
}

/// Whether every word of plain names begins with a letter, and each has few.
fn is_written_as_name(text: &str) -> bool {
    let is_word = |(place, word): (usize, &str)| word.starts_with(char::is_alphabetic) || place > 0 && word == "&";
    let is_name = |name: &str| name.split(' ').count() <= MAX_NAME_WORDS && name.split(' ').enumerate().all(is_word);
    text.split("; ").flat_map(|part| part.split(", ")).all(is_name)
}
