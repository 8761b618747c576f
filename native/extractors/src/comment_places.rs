//! The blocks that stand where readers comment: what is said there, and the form that asks for it.
//!
//! In words: a class or an id of a comment system names the place. Highlighters call a span so too, and columns of
//! tables, sections of manuals and classes of an article that has comments; these are no such places.

use html::names::{NameId, name};
use html::page_view::{PageView, sums_before};
use html::signs::COMMENTS;
use text::chars::without_case;

/// What places are called besides `comments`, and what may stand behind that word.
const PLACES: [&str; 8] =
    ["commentlist", "respond", "disqus_thread", "fb-comments", "utterances", "giscus", "评论", "评论区"];
const PARTS: [&str; 11] =
    ["area", "list", "section", "wrap", "wrapper", "container", "block", "box", "form", "respond", "thread"];
/// What stands before the word where it says whether readers may comment.
const STATES: [&str; 17] = [
    "no", "has", "have", "with", "without", "allow", "allows", "enable", "enabled", "disable", "disabled", "open",
    "close", "closed", "show", "hide", "hidden",
];
/// Characters before the word, and of the longest name that is looked at.
const MAX_BEFORE: usize = 20;
const MAX_NAME: usize = 60;
/// Rows above these are the page's own.
const FIRST_ROW: usize = 3;
/// A section, its heading, the heading's texts and the link to the section.
const MAX_ROWS_OF_HEADING: usize = 8;

/// Whether each block stands in such a place.
pub fn find(page: &PageView) -> Vec<bool> {
    let mut is_inside = vec![false; page.block_first.len()];
    let mut next = 0; // the first block that no place has told of
    for (row, end) in places(page) {
        let block = |row: usize| page.block_first.partition_point(|&first| (first as usize) < row);
        let blocks = block(row).max(next)..block(end).max(next);
        next = blocks.end;
        is_inside[blocks].fill(true);
    }
    is_inside
}

/// The rows of the places and their ends, in document order.
pub fn places(page: &PageView) -> Vec<(usize, usize)> {
    if page.hints() & COMMENTS == 0 {
        return Vec::new();
    }
    let tokens = &page.attributes.tokens;
    let is_place = |(token, &hints): (&str, &u64)| hints & COMMENTS != 0 && is_area(token) && !is_state(token);
    let is_place: Vec<bool> = tokens.iter().zip(page.name_hints()).map(is_place).collect::<Vec<_>>();
    let mut look = Look::of(page);
    let mut found = Vec::new();
    for row in 0..page.tag.len() {
        let is_named = row >= FIRST_ROW && page.tokens_at(row).any(|token| is_place[token]);
        if is_named && !is_section(page, row) && look.can_hold_comments(row) {
            found.push((row, page.end[row] as usize));
        }
        look.pass(row);
    }
    found
}

/// What is asked of the elements that are called places.
struct Look<'page> {
    page: &'page PageView<'page>,
    elements: Vec<i32>,
    cores: Vec<usize>,
    heads: Vec<u32>,
    /// The furthest end of the code that began.
    code_end: usize,
}

impl<'page> Look<'page> {
    fn of(page: &'page PageView) -> Self {
        let mut elements = page.block_row.to_vec();
        elements.sort_unstable();
        let rows = || 0..page.tag.len();
        let mut cores = rows().filter(|&row| page.tag[row] == name::MAIN).collect::<Vec<_>>();
        if let Some(row) = rows().find(|&row| page.tag[row] == name::H1) {
            cores.push(row);
        }
        cores.sort_unstable();
        let heads = sums_before(page.tag.iter().map(|&tag| u32::from(tag == name::TH)));
        Look { page, elements, cores, heads, code_end: 0 }
    }

    fn pass(&mut self, row: usize) {
        if is_code(self.page.tag[row]) {
            self.code_end = self.code_end.max(self.page.end[row] as usize);
        }
    }

    fn can_hold_comments(&self, row: usize) -> bool {
        let (page, end) = (self.page, self.page.end[row]);
        let next = self.elements.partition_point(|&element| element <= row as i32);
        let holds_block = self.elements.get(next).is_some_and(|&element| element < end);
        let next = self.cores.partition_point(|&core| core <= row);
        let holds_core = self.cores.get(next).is_some_and(|&core| core < end as usize);
        let is_in_line = is_inline(page.tag[row]) && !holds_block;
        !(is_in_line || holds_core || self.code_end > row || self.is_data(row))
    }

    /// Whether a row is a cell of a table that has heads.
    fn is_data(&self, row: usize) -> bool {
        let page = self.page;
        if !matches!(page.tag[row], name::TD | name::TH) {
            return false;
        }
        let table = page.above(row).find(|&above| page.tag[above] == name::TABLE).unwrap_or(0);
        self.heads[page.end[table] as usize] > self.heads[table]
    }
}

/// Whether an element begins with a heading that links to the element itself, as the sections of manuals do.
fn is_section(page: &PageView, row: usize) -> bool {
    let Ok(token) = usize::try_from(page.id_token[row]) else { return false };
    let name = &page.attributes.tokens[token];
    let stop = (page.end[row] as usize).min(row + MAX_ROWS_OF_HEADING);
    let leads = |link: usize| page.value(link, name::HREF).and_then(|address| address.strip_prefix('#')) == Some(name);
    is_area(name) && (row..stop).any(leads)
}

fn is_code(tag: NameId) -> bool {
    use name::*;
    matches!(tag, PRE | CODE | SAMP | KBD | LISTING | XMP | TEXTAREA)
}

fn is_inline(tag: NameId) -> bool {
    use name::*;
    matches!(
        tag,
        A | ABBR | ACRONYM | B | BDI | BDO | BIG | CITE | CODE | DATA | DEL | DFN | EM | FONT | I | INS | KBD | LABEL
    ) || matches!(tag, MARK | Q | S | SAMP | SMALL | SPAN | STRIKE | STRONG | SUB | SUP | TIME | TT | U | VAR)
}

/// Whether a name is that of a place.
fn is_area(text: &str) -> bool {
    let mut characters = ['\0'; MAX_NAME];
    let Some(name) = name_without_case(text, &mut characters) else { return false };
    PLACES.iter().any(|place| is(name, place)) || starts(name).any(|start| is_comments(&name[start..]))
}

/// Whether a name says that readers may comment, or may not.
fn is_state(text: &str) -> bool {
    let mut characters = ['\0'; MAX_NAME];
    let Some(name) = name_without_case(text, &mut characters) else { return false };
    let is_rest = |rest: &[char]| matches!(behind(rest, "comment"), Some([] | ['s']));
    let of_state = |rest: &[char]| is_rest(rest) || rest.first().is_some_and(is_dash) && is_rest(&rest[1..]);
    starts(name).any(|start| STATES.iter().any(|state| behind(&name[start..], state).is_some_and(of_state)))
}

/// Whether a name is `comments` with one of the parts behind it, or alone.
fn is_comments(name: &[char]) -> bool {
    let is_part = |rest: &[char]| PARTS.iter().any(|part| is(rest, part));
    let is_rest =
        |rest: &[char]| rest.is_empty() || is_part(rest) || rest.first().is_some_and(is_dash) && is_part(&rest[1..]);
    behind(name, "comment").is_some_and(|rest| is_rest(rest) || rest.first() == Some(&'s') && is_rest(&rest[1..]))
}

/// The places from which on a name is looked at: its beginning, and behind a dash near it.
fn starts(name: &[char]) -> impl Iterator<Item = usize> {
    let line = name.iter().position(|&c| c == '\n').unwrap_or(name.len());
    let is_start = move |&start: &usize| start == 0 || start <= line && is_dash(&name[start - 1]);
    (0..=name.len().min(MAX_BEFORE + 1)).filter(is_start)
}

/// A name as patterns compare it without case; none where it is too long for any of them.
fn name_without_case<'buffer>(text: &str, buffer: &'buffer mut [char; MAX_NAME]) -> Option<&'buffer [char]> {
    let mut count = 0;
    for c in text.chars() {
        *buffer.get_mut(count)? = without_case(c);
        count += 1;
    }
    Some(&buffer[..count])
}

fn is_dash(c: &char) -> bool {
    matches!(c, '-' | '_')
}

fn is(name: &[char], text: &str) -> bool {
    behind(name, text) == Some(&[])
}

/// What stands behind a text with which a name begins.
fn behind<'name>(name: &'name [char], text: &str) -> Option<&'name [char]> {
    text.chars().try_fold(name, |rest, c| rest.split_first().filter(|&(&first, _)| first == c).map(|(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_places_are_told() {
        for name in
            ["comments", "post-Comments", "commentsection", "comment_list", "x_comments-area", "评论区", "respond"]
        {
            assert!(is_area(name), "{name}");
        }
        for name in ["commented", "comment-12", "a-very-long-name-indeed-so-comments", "respond-x", "", "commentss"] {
            assert!(!is_area(name), "{name}");
        }
        for (name, is_told) in
            [("no-comments", true), ("has_comment", true), ("x-nocomments", true), ("comments", false)]
        {
            assert_eq!(is_state(name), is_told, "{name}");
        }
    }
}
