//! Stretches of a page's text that are left out, each with the words that are written in its place.
//!
//! What plain text leaves out of the words of a page, or writes in another way.
//!
//! In words: readings beside their base text, signs that lead from a heading to itself or from a note back to its
//! reference, noise in the middle of a text, and what stands in code and is none. Each is looked for only where a fast look
//! says that the page may have it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::passages::addresses::{leads_to_heading, words_of};
use crate::passages::footnotes::BACK_SIGNS;
use crate::passages::{code, footnotes, shown};
use extractors::noise;
use extractors::noise::Code;
use extractors::noise::line_numbers::is_line;
use html::names::name;
use html::page_view::PageView;
use html::signs::NOTES;
use text::chars::is_space;

/// Stretches in rising order, none of which lies in another.
#[derive(Default)]
pub struct Cuts {
    starts: Vec<usize>,
    ends: Vec<usize>,
    words: Vec<String>,
}

impl Cuts {
    /// Of stretches, each its start, its end and its words; what begins inside of the one before goes with it.
    pub fn of(mut stretches: Vec<(usize, usize, String)>) -> Self {
        stretches.sort();
        let mut cuts = Cuts::default();
        for (start, end, words) in stretches {
            match cuts.ends.last_mut() {
                Some(last) if start < *last => *last = end.max(*last),
                _ => {
                    cuts.starts.push(start);
                    cuts.ends.push(end);
                    cuts.words.push(words);
                }
            }
        }
        cuts
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The text from `start` to `end`, with the words of the cuts; of a cut that began before, they have been written.
    pub fn read<'text>(&self, text: &'text [u8], start: usize, end: usize) -> Cow<'text, [u8]> {
        let first = self.ends.partition_point(|&cut| cut <= start);
        let last = self.starts.partition_point(|&cut| cut < end);
        if first >= last {
            return Cow::Borrowed(&text[start..end]);
        }
        let (mut start, mut parts) = (start, Vec::new());
        for index in first..last {
            if self.starts[index] >= start {
                parts.extend_from_slice(&text[start..self.starts[index]]);
                parts.extend_from_slice(self.words[index].as_bytes());
            }
            start = start.max(self.ends[index]);
        }
        parts.extend_from_slice(text.get(start..end).unwrap_or_default());
        Cow::Owned(parts)
    }
}

/// Rows, and what is written in their place.
pub type Rows = BTreeMap<usize, String>;

/// The rows that are cut out of the text of the kept blocks of a page at an address.
pub fn find(page: &PageView, keep: &[i64], pres: &Code, (url, readings): (&str, bool)) -> Rows {
    let noise = noise::find_inline(page, keep);
    let mut cuts: Rows = noise.into_iter().map(|row| (row, String::new())).collect();
    for &pre in pres.rows.iter().filter(|&&pre| page.is_shown(keep, pre)) {
        limits::tick(page.under(pre).len());
        if pres.is_number_column(pre) {
            cuts.insert(pre, String::new());
        } else {
            add_code(page, pre, &mut cuts);
        }
    }
    if page.tag.contains(&name::RUBY) {
        add_readings(page, readings, &mut cuts);
    }
    if page.hints() & NOTES != 0 {
        cuts.extend(of_notes(page, keep));
    }
    let is_parted = |&&block: &&i64| page.block_last[block as usize] > page.block_first[block as usize] + 1;
    let mut looked_at = usize::MAX;
    for &block in keep.iter().filter(is_parted) {
        let row = page.block_row[block as usize] as usize;
        if row == looked_at || !matches!(page.tag[row], name::H1..=name::H6) {
            continue;
        }
        looked_at = row; // a heading may have many blocks
        let words = words_of(page, row);
        let links = page.under(row).filter(|&link| page.tag[link] == name::A);
        let leading = links.filter(|&link| leads_to_heading(page, url, link, (row, words)));
        cuts.extend(leading.map(|link| (link, String::new())));
    }
    cuts.retain(|&row, _| page.is_shown(keep, row));
    cuts
}

/// Links from a note back to its reference that are signs, and notes in a sentence, which stand in parentheses.
///
/// A link back that is the number of its note stays.
pub fn of_notes(page: &PageView, keep: &[i64]) -> Rows {
    let text = shown::kept_text(page, keep);
    let is_link = |&row: &usize| page.tag[row] == name::A && page.is_shown(keep, row);
    let has_text = |&row: &usize| page.under(row).any(|inner| text[inner]);
    let links: Vec<usize> = (0..page.tag.len()).filter(is_link).filter(has_text).collect();
    let notes = footnotes::find(page, &links, &text, &[]);
    let said = |row: usize| page.text_of(row).trim_matches(is_space);
    let leads_back = |&row: &usize| said(row).chars().next().is_none_or(|sign| BACK_SIGNS.contains(sign));
    let back = notes.left_out.into_iter().filter(leads_back).map(|row| (row, String::new()));
    back.chain(notes.inline.iter().map(|&(row, _)| (row, format!(" ({})", said(row))))).collect()
}

/// Buttons and names of languages in code; and lines that no break parts.
fn add_code(page: &PageView, pre: usize, cuts: &mut Rows) {
    let of = |tag| page.under(pre).filter(move |&row| page.tag[row] == tag);
    let holders: BTreeSet<usize> = of(name::BUTTON).map(|row| page.parent[row].max(0) as usize).collect();
    let labels: Vec<usize> = holders.into_iter().filter(|&row| row > pre && code::is_label(page, row, pre)).collect();
    let cut = if labels.is_empty() { of(name::BUTTON).collect() } else { labels };
    cuts.extend(cut.into_iter().map(|row| (row, String::new())));
    let is_one_line = || !page.text_of(pre).trim_matches(is_space).contains('\n') && of(name::BR).next().is_none();
    let mut lines = of(name::SPAN).filter(|&row| is_line(page, row)).peekable();
    if lines.peek().is_some() && is_one_line() {
        cuts.extend(lines.map(|row| (row, format!("\n{}", page.text_of(row)))));
    }
}

/// Readings, where they are wanted in parentheses; those inside of another one go with it.
fn add_readings(page: &PageView, readings: bool, cuts: &mut Rows) {
    let mut covered = 0;
    for row in (0..page.tag.len()).filter(|&row| matches!(page.tag[row], name::RT | name::RP)) {
        if row >= covered && page.above(row).take(2).any(|above| page.tag[above] == name::RUBY) {
            covered = page.end[row] as usize;
            let words: Vec<&str> = page.text_of(row).split(is_space).filter(|word| !word.is_empty()).collect();
            let is_said = readings && page.tag[row] == name::RT && !words.is_empty();
            cuts.insert(row, if is_said { format!("({})", words.join(" ")) } else { String::new() });
        }
    }
}

/// Takes the characters out of a text that a reader never sees.
pub fn drop_controls(text: &mut Vec<u8>) {
    let is_control = |&byte: &u8| matches!(byte, 0..=8 | 11 | 14..=31 | 127);
    let is_first = |&byte: &u8| matches!(byte, 0xC2 | 0xEF);
    let has_control = text.iter().fold(false, |has, byte| has | is_control(byte));
    let has_wide = || text.iter().enumerate().any(|(place, byte)| is_first(byte) && wide_control(&text[place..]) > 0);
    if !has_control && !has_wide() {
        return;
    }
    let (mut from, mut to) = (0, 0);
    while from < text.len() {
        let skipped = if is_control(&text[from]) { 1 } else { wide_control(&text[from..]) };
        if skipped == 0 {
            text[to] = text[from];
            to += 1;
        }
        from += skipped.max(1);
    }
    text.truncate(to);
}

/// The bytes of the control beyond ASCII with which a text begins; 0 where it begins with none.
fn wide_control(text: &[u8]) -> usize {
    match *text {
        [0xC2, 0x80..=0x84 | 0x86..=0x9F | 0xAD, ..] => 2,
        [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_dropped() {
        for (text, rest) in [
            ("a\u{7f}b\0", "ab"),
            ("hy\u{ad}phen", "hyphen"),
            ("\u{feff}\u{9f}é\u{b}", "é"),
            ("plain\n\ttext\u{85}\u{a0}", "plain\n\ttext\u{85}\u{a0}"),
            ("é – “quoted” ↪ \u{fefe}\u{c}\r", "é – “quoted” ↪ \u{fefe}\u{c}\r"),
            ("", ""),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            drop_controls(&mut bytes);
            assert_eq!(bytes, rest.as_bytes(), "{text:?}");
        }
    }
}
