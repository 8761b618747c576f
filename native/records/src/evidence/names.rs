//! Names of people: the texts that can be one, and how much the classes and the link around a text say so.
//!
//! In words: see `records/names.py`, whose patterns decide which of the texts beyond ASCII is a name.

use super::links::{NO_PERSON, PERSON};
use super::name_texts;
use html::names::{NameId, name};
use text::chars::{is_letter, is_space};
use text::class_words::{AUTHOR, BUTTON, RANK};

const LONGEST_NAME: i32 = 40; // characters
const REACH: usize = 4; // ancestors of a text that can say that it is a name
const RANK_REACH: usize = 2; // the same for a rank
const MARKED: f64 = 1.5; // what a link to a person or a label adds, and a button or a rank takes

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub depth: &'page [i32],
    pub chars: &'page [i32],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub flags: &'page [u16],
    pub is_date: &'page [bool],
    pub is_title: &'page [bool],
    pub link: &'page [i32],
}

/// The texts that are short enough for a name, in document order.
#[derive(Default)]
pub struct Short {
    pub rows: Vec<i64>,
    /// Which are visible, no date and no title of the page.
    pub can_be: Vec<bool>,
    /// Which have no letters, and few bytes.
    pub quiet: Vec<bool>,
    /// What each can be; see `name_texts`.
    pub kinds: Vec<u8>,
}

/// The short texts of a page; `spans` are where the text of each row begins and ends.
pub fn short_texts(columns: &Columns, text: &[u8], spans: (&[i32], &[i32])) -> Short {
    let (mut short, mut room) = (Short::default(), Vec::new());
    for row in 0..columns.tag.len() {
        limits::tick(1);
        if columns.tag[row] != name::TEXT || !(1..=LONGEST_NAME).contains(&columns.chars[row]) {
            continue;
        }
        let is_other = columns.is_date[row] || columns.is_title[row] || columns.hidden[row] || columns.raw[row];
        let own = &text[spans.0[row] as usize..spans.1[row] as usize];
        short.kinds.push(name_texts::kind(own, &mut room));
        let own = str::from_utf8(own).unwrap_or_default().trim_matches(is_space);
        short.rows.push(row as i64);
        short.can_be.push(!is_other);
        short.quiet.push(own.len() <= LONGEST_NAME as usize && !own.contains(is_letter));
    }
    short
}

/// The score of every text as a name by what is around it; `link_kinds` tell what the address of each row speaks of, and
/// `labelled` are the rows of texts that begin with a word such as "by". Elements score nothing.
pub fn marks(columns: &Columns, link_kinds: &[u8], labelled: &[i64]) -> Vec<f64> {
    let mut is_labelled = vec![false; columns.tag.len()];
    labelled.iter().for_each(|&row| is_labelled[row as usize] = true);
    let mut marks = Vec::with_capacity(columns.tag.len());
    for (row, &is_labelled) in is_labelled.iter().enumerate() {
        limits::tick(1);
        let is_text = columns.tag[row] == name::TEXT && columns.chars[row] > 0;
        marks.push(if is_text { mark(columns, link_kinds, row, is_labelled) } else { 0.0 });
    }
    marks
}

fn mark(columns: &Columns, link_kinds: &[u8], row: usize, is_labelled: bool) -> f64 {
    let above = |&row: &usize| usize::try_from(columns.parent[row]).ok();
    let (mut score, mut all, mut near) = (0.0, 0, 0);
    for (distance, row) in std::iter::successors(above(&row), above).take(REACH).enumerate() {
        let flags = columns.flags[row];
        if flags & AUTHOR > 0 && all & AUTHOR == 0 {
            score = 2.0 - 0.2 * distance as f64;
        }
        all |= flags;
        near |= if distance < RANK_REACH { flags } else { 0 };
    }
    let link = usize::try_from(columns.link[row]).ok();
    if let Some(link) = link.filter(|&link| columns.depth[row] - columns.depth[link] <= REACH as i32) {
        let is_person = link_kinds[link] & (PERSON | NO_PERSON) == PERSON;
        score += 0.3 + MARKED * f64::from(is_person);
    }
    score += if is_labelled { MARKED } else { 0.0 };
    score -= if all & BUTTON > 0 { MARKED } else { 0.0 };
    score - if near & RANK > 0 { MARKED } else { 0.0 }
}
