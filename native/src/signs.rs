//! Signs of what few pages have: one fast look, before anything slower searches for it.
//!
//! In words: `hints` tells which of some parts of names any class or id of the page has. `may_have_noise` tells whether
//! the search in `src/weft/page/structure_noise.py` can find anything that holds a kept block, `may_have_cuts` whether
//! the one in `src/weft/renderers/text_cuts.py` can. Both may say yes where there is nothing, and never no where there is.

use std::sync::OnceLock;

use crate::attributes::AttributeColumns;
use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, Names, name};

/// Parts of names, in lower case; NUL is the edge of a name. Bit `n` of what `hints` tells is the `n`th of them.
pub const HINTS: [&str; 40] = [
    // Of captions
    "caption",
    "cutline",
    // Of advertisements
    "\0ad\0",
    "\0ads\0",
    "\0ad-",
    "-ad\0",
    "advert",
    "sponsored",
    "adsense",
    // Of what sorts a table
    "sort",
    "filter",
    // Of links beside a heading
    "editsection",
    "editlink",
    "anchor",
    "headerlink",
    "permalink",
    // Of buttons that copy code
    "copy",
    "clipboard",
    "clippy",
    // Of the numbers of lines
    "lineno",
    "linenum",
    "line-num",
    "line_num",
    "gutter",
    "hljs-ln",
    "crayon-num",
    "blob-num",
    "\0ln\0",
    "\0lnt\0",
    "\0gl\0",
    // Of code
    "code",
    "hljs",
    // Of notes
    "sidenote",
    "marginnote",
    "footnote",
    "cite-backlink",
    // Of formulas
    "math",
    "latex",
    "\0tex\0",
    // Of comments
    "comment",
];
const CAPTIONS: u64 = bits(0, 2);
const ADS: u64 = bits(2, 9);
const SORT: u64 = bits(9, 11);
const EDIT: u64 = bits(11, 13);
const ANCHOR: u64 = bits(13, 16);
const COPY: u64 = bits(16, 19);
const GUTTER: u64 = bits(19, 30);
const CODE: u64 = bits(30, 32);
const NOTES: u64 = bits(32, 36);
const FORMULAS: u64 = bits(36, 39);
/// Attributes that hold formulas.
const FORMULA_ATTRIBUTES: [&str; 3] = ["data-math", "data-tex", "data-latex"];
/// Hints are told apart by the hash of their first two bytes.
const BUCKETS: usize = 1024;
const MAX_LOWER_BYTES: usize = 3; // a letter in lower case takes at most so many bytes for each of its own

const fn bits(start: usize, end: usize) -> u64 {
    (1 << end) - (1 << start)
}

/// All names of a page in lower case, a NUL before and behind each.
pub fn name_text(tokens: &[Box<str>]) -> Result<String, Tripped> {
    let mut text = String::new();
    text.try_reserve(1 + tokens.iter().map(|token| token.len() + 1).sum::<usize>())?;
    text.push('\0');
    for token in tokens {
        if token.is_ascii() {
            let start = text.len();
            memory::push_str(&mut text, token)?;
            text[start..].make_ascii_lowercase();
        } else {
            drop(memory::with_room::<u8>(MAX_LOWER_BYTES * token.len())?); // `to_lowercase` cannot say that there is none
            memory::push_str(&mut text, &token.to_lowercase())?;
        }
        memory::push_str(&mut text, "\0")?;
    }
    Ok(text)
}

/// Which of `HINTS` a text of names has, one bit each.
pub fn hints(text: &str) -> u64 {
    static BY_BUCKET: OnceLock<[u64; BUCKETS]> = OnceLock::new();
    let by_bucket = BY_BUCKET.get_or_init(|| {
        let mut by_bucket = [0; BUCKETS];
        for (number, hint) in HINTS.iter().enumerate() {
            by_bucket[bucket(hint.as_bytes()[0], hint.as_bytes()[1])] |= 1 << number;
        }
        by_bucket
    });
    let text = text.as_bytes();
    let mut has = 0;
    for (start, pair) in text.windows(2).enumerate() {
        let mut asked = by_bucket[bucket(pair[0], pair[1])] & !has;
        while asked != 0 {
            let number = asked.trailing_zeros() as usize;
            if text[start..].starts_with(HINTS[number].as_bytes()) {
                has |= 1 << number;
            }
            asked &= asked - 1;
        }
    }
    has
}

fn bucket(first: u8, second: u8) -> usize {
    (usize::from(first) << 5 ^ usize::from(second)) % BUCKETS
}

/// The columns of a page that signs are read from.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub end: &'page [i32],
    pub block_row: &'page [i32],
    pub block_first: &'page [i32],
    pub block_last: &'page [i32],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub attributes: &'page AttributeColumns,
    pub names: &'page Names,
    pub hints: u64,
}

impl Columns<'_> {
    /// Whether one of the kept blocks begins in the subtree of a row.
    fn is_asked(&self, keep: &[i64], row: usize) -> bool {
        let next = keep.partition_point(|&block| self.block_first[block as usize] < row as i32);
        keep.get(next).is_some_and(|&block| self.block_first[block as usize] < self.end[row])
    }

    /// The same where another block lies in the subtree too.
    fn is_parted(&self, keep: &[i64], row: usize) -> bool {
        let before = self.block_last.partition_point(|&last| last <= row as i32);
        let through = self.block_first.partition_point(|&first| first < self.end[row]);
        through > before + 1 && self.is_asked(keep, row)
    }

    /// Whether there is a link in the subtree of a row.
    fn has_link(&self, row: usize) -> bool {
        self.tag[row..self.end[row] as usize].contains(&name::A)
    }

    fn has_attribute(&self, name: &str) -> bool {
        self.names.number(name).is_some_and(|number| self.attributes.rows_with(number).next().is_some())
    }
}

/// Whether the kept blocks, given in document order, may hold one that is noise inside of a structure.
pub fn may_have_noise(page: &Columns, keep: &[i64]) -> bool {
    let has = |hints| page.hints & hints != 0;
    let (mut code, mut has_rows, mut has_heading) = (0, false, false);
    for (row, &tag) in page.tag.iter().enumerate() {
        let may_have = match tag {
            name::BUTTON | name::SELECT => page.is_asked(keep, row),
            name::TH => has(SORT) && page.is_parted(keep, row),
            name::H1..=name::H6 => {
                has_heading = true;
                page.has_link(row) && page.is_parted(keep, row)
            }
            name::PRE => {
                code += 1;
                false
            }
            name::TR => {
                has_rows = true;
                false
            }
            _ => false,
        };
        if may_have {
            return true;
        }
    }
    let has_code_noise = code > 0 && has(COPY) || (code > 0 || has(CODE)) && has(GUTTER) || code > 1 && has_rows;
    has_code_noise || has_heading && has(EDIT) || has(ADS) || has_labelled_row(page)
}

/// Whether a row, a cell or an item has a label for readers.
fn has_labelled_row(page: &Columns) -> bool {
    let Some(label) = page.names.number("aria-label") else { return false };
    let is_row = |row: i32| matches!(page.tag[row as usize], name::TR | name::LI | name::TD | name::DT | name::DD);
    page.attributes.rows_with(label).any(is_row)
}

/// Whether a block that is not kept may be a caption: it lies in a figure, or in what is called a caption.
pub fn may_add_captions(page: &Columns, is_kept: &[bool]) -> Result<bool, Tripped> {
    if !page.tag.contains(&name::IMG) {
        return Ok(false);
    }
    let mut dropped = memory::with_room(is_kept.len() + 1)?;
    dropped.push(0);
    for (block, &is_kept) in is_kept.iter().enumerate() {
        dropped.push(dropped[block] + u32::from(!is_kept));
    }
    let lacks = |row: usize| {
        let block = |row: i32| page.block_first.partition_point(|&first| first < row);
        dropped[block(page.end[row])] > dropped[block(row as i32)]
    };
    let is_called = called_captions(page)?;
    let is_figure = |row: usize| page.tag[row] == name::FIGURE || is_called.get(row).copied().unwrap_or_default();
    Ok((0..page.tag.len()).any(|row| is_figure(row) && lacks(row)))
}

/// Whether each row has a name that speaks of captions; nothing where no name on the page does.
fn called_captions(page: &Columns) -> Result<Vec<bool>, Tripped> {
    if page.hints & CAPTIONS == 0 {
        return Ok(Vec::new());
    }
    let speaks = |token: &str| HINTS[..CAPTIONS.count_ones() as usize].iter().any(|hint| token.contains(hint));
    let speaks = memory::collect(page.attributes.tokens.iter().map(|token| speaks(&token.to_lowercase())))?;
    let has = |token: i32| usize::try_from(token).is_ok_and(|token| speaks[token]);
    memory::collect((0..page.tag.len()).map(|row| {
        let classes = page.class_start[row] as usize..page.class_start[row + 1] as usize;
        has(page.id_token[row]) || page.class_token[classes].iter().any(|&token| has(token))
    }))
}

/// Whether something in the text of the kept blocks may be written otherwise than it stands.
pub fn may_have_cuts(page: &Columns, keep: &[i64]) -> bool {
    let is_parted = |&&block: &&i64| page.block_last[block as usize] > page.block_first[block as usize] + 1;
    let may_have_inline = page.hints & (EDIT | ANCHOR | SORT | GUTTER) != 0;
    let holds_cut = |&block: &i64| {
        let row = page.block_row[block as usize] as usize;
        match page.tag[row] {
            name::H1..=name::H6 => may_have_inline || page.has_link(row),
            name::TH => may_have_inline,
            _ => false,
        }
    };
    page.hints & (NOTES | FORMULAS) != 0
        || page.tag.iter().any(|&tag| tag == name::PRE || tag == name::RUBY)
        || keep.iter().filter(is_parted).any(holds_cut)
        || FORMULA_ATTRIBUTES.iter().any(|name| page.has_attribute(name))
}

/// Whether a text has a character that a reader never sees, or an arrow that may lead from a note back.
pub fn is_strange(text: &[u8]) -> bool {
    let is_control = |&byte: &u8| matches!(byte, 0..=8 | 11 | 14..=31 | 127);
    let is_first = |&byte: &u8| matches!(byte, 0xC2 | 0xE2 | 0xEF);
    let is_wide_control = |(start, _): (usize, &u8)| match text[start..] {
        [0xC2, second, ..] => matches!(second, 0x80..=0x84 | 0x86..=0x9F | 0xAD),
        [0xE2, 0x86, 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..] => true,
        _ => false,
    };
    text.iter().fold(false, |is_strange, byte| is_strange | is_control(byte))
        || text.iter().enumerate().filter(|&(_, byte)| is_first(byte)).any(is_wide_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints_of(names: &[&str]) -> Vec<&'static str> {
        let tokens: Vec<Box<str>> = names.iter().map(|&name| name.into()).collect();
        let has = hints(&name_text(&tokens).unwrap());
        HINTS.iter().enumerate().filter(|&(number, _)| has >> number & 1 == 1).map(|(_, &hint)| hint).collect()
    }

    #[test]
    fn names_have_hints() {
        assert_eq!(hints_of(&[]), [""; 0]);
        assert_eq!(hints_of(&["wp-Caption", "ad"]), ["caption", "\0ad\0"]);
        assert_eq!(hints_of(&["read", "head"]), [""; 0]);
        assert_eq!(hints_of(&["top-AD", "adé-Footnote"]), ["-ad\0", "footnote"]);
    }

    #[test]
    fn groups_are_where_they_are_said_to_be() {
        let group = |mask: u64| HINTS.iter().enumerate().filter(move |&(number, _)| mask >> number & 1 == 1);
        let first = |mask| group(mask).map(|(_, &hint)| hint).next().unwrap();
        let firsts = [CAPTIONS, ADS, SORT, EDIT, ANCHOR, COPY, GUTTER, CODE, NOTES, FORMULAS].map(first);
        let wanted =
            ["caption", "\0ad\0", "sort", "editsection", "anchor", "copy", "lineno", "code", "sidenote", "math"];
        assert_eq!(firsts, wanted);
        assert_eq!(CAPTIONS | ADS | SORT | EDIT | ANCHOR | COPY | GUTTER | CODE | NOTES | FORMULAS, bits(0, 39));
    }

    #[test]
    fn strange_texts_are_told() {
        for text in ["\u{7f}", "a\u{ad}b", "\u{feff}", "↩", "\0", "\u{9f}", "\u{b}"] {
            assert!(is_strange(text.as_bytes()), "{text:?}");
        }
        for text in ["", "plain\n\ttext\u{85}\u{a0}", "é – “quoted” ↪ \u{fefe}", "\u{c}\r"] {
            assert!(!is_strange(text.as_bytes()), "{text:?}");
        }
    }
}
