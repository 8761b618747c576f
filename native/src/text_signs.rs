//! Whether something in a text is written otherwise than it stands, and characters that nobody sees.
//!
//! In words: `src/weft/renderers/text_cuts.py` and `src/weft/renderers/named_formulas.py` have the rules, and look where
//! this says that there may be something. It may say yes where there is nothing, and never no where there is. What most
//! pages with code or headings have, it tells by itself.

use std::ops::Range;

use memchr::{memchr, memmem};

use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::name;
use crate::number_columns::Code;
use crate::passages::addresses::fragment;
use crate::safe_addresses::unquote;
use crate::signs::{Columns, FORMULAS, NOTES};
use crate::structure_noise;
use crate::title_text::is_space;

/// Attributes that hold formulas.
const FORMULA_ATTRIBUTES: [&str; 3] = ["data-math", "data-tex", "data-latex"];
/// Names of elements and of images that are formulas.
const FORMULA_NAMES: [&str; 9] =
    ["math", "math-inline", "math-display", "math-tex", "arithmatex", "tex", "latex", "mathjax", "katex"];
const FORMULA_IMAGES: [&str; 11] = [
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
    "tex",
    "latex",
    "math",
    "mathimg",
    "equation",
    "formula",
    "ql-img-inline-formula",
    "ql-img-displayed-formula",
    "quicklatex-auto-format",
];
/// Parts of the addresses of what draws formulas.
const FORMULA_ADDRESSES: [&[u8]; 8] =
    [b"latex", b"mathtex", b"mimetex", b"/math/", b"?tex=", b"&tex=", b"/tex/", b"equation?"];
/// Signs that lead from a note back.
const ARROW: &str = "↩";
const BACK_SIGNS: [&str; 6] = ["^", "↑", ARROW, "⇑", "↵", "⤴"];
/// Signs that lead to a heading.
const ANCHORS: [&str; 5] = ["¶", "#", "§", "🔗", "⚓"];
/// Bytes of a link that may be a sign with white space around it.
const MAX_SIGN: usize = 16;
/// Bytes of a text that may be a formula.
const MAX_FORMULA: usize = 2_000;
/// Bytes of an address that are read: what the first so many characters take at most.
const MAX_ADDRESS: usize = 4 * MAX_FORMULA;

/// The rows that are cut out of the text of the kept blocks, noise in the middle of it, columns of line numbers and the
/// signs that lead to a heading, in rising order; none where something else may be written otherwise than it stands.
pub fn find_cuts(page: &Columns, keep: &[i64], deadline: &mut Deadline) -> Result<Option<Vec<usize>>, Tripped> {
    let is_parted = |&&block: &&i64| page.block_last[block as usize] > page.block_first[block as usize] + 1;
    let noise = structure_noise::find_inline(page, keep, deadline)?;
    let (mut looked_at, mut cuts) = (usize::MAX, memory::list(&noise)?);
    for &block in keep.iter().filter(is_parted) {
        let row = page.block_row[block as usize] as usize;
        if row == looked_at || !matches!(page.tag[row], name::H1..=name::H6) {
            continue;
        }
        looked_at = row; // a heading may have many blocks
        let words = words_of(page, row);
        for link in page.under(row).filter(|&link| may_be_beside(page, link, words)) {
            if !is_sign(page, link) && !is_in(page, link, &noise) {
                return Ok(None);
            }
            memory::push(&mut cuts, link)?;
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let code = Code::of(page)?;
    let is_twins = page.tag.contains(&name::RUBY)
        || page.hints & NOTES != 0 && may_have_notes(page, keep)
        || has_code_cuts(page, keep, &code)
        || may_have_formulas(page)?;
    if is_twins {
        return Ok(None);
    }
    for &row in code.rows.iter().filter(|&&row| page.is_shown(keep, row) && code.is_number_column(row)) {
        memory::push(&mut cuts, row)?;
    }
    cuts.sort_unstable();
    Ok(Some(cuts))
}

/// Whether a link in a heading of so many words may be only what leads to it: a sign, or a part of the words. One without
/// a text is nothing.
fn may_be_beside(page: &Columns, link: usize, words: i64) -> bool {
    let length = page.text_of(link).len();
    page.may_lead_to_heading(link) && length > 0 && (length <= MAX_SIGN || words_of(page, link) < words)
}

/// Whether a row is one of some rows, or lies in one; they rise, and none lies in another.
fn is_in(page: &Columns, row: usize, rows: &[usize]) -> bool {
    let after = rows.partition_point(|&own| own <= row);
    after > 0 && page.under(rows[after - 1]).contains(&row)
}

/// Whether a link in a heading of a page at an address is only what leads to it: a sign, or words beside those of the
/// heading.
pub fn leads_to_heading(page: &Columns, url: &str, link: usize, heading: usize) -> bool {
    let Some(target) = page.value(link, name::HREF).and_then(|address| fragment(address, url)) else { return false };
    if ANCHORS.contains(&page.str_of(link).trim_matches(is_space)) {
        return true;
    }
    let target = unquote(target);
    let own = || [page.id(heading), page.id(page.parent[heading].max(0) as usize), page.id(link)];
    words_of(page, link) < words_of(page, heading) && own().contains(&target.as_str())
}

/// The words of a subtree.
fn words_of(page: &Columns, row: usize) -> i64 {
    page.words[page.under(row)].iter().map(|&words| i64::from(words)).sum()
}

/// Whether a link is nothing but a sign that leads to a place on the page.
fn is_sign(page: &Columns, link: usize) -> bool {
    let leads = |address: &str| matches!(address.as_bytes(), [b'#', b'!'..=b'~', ..]) && !address.contains('%');
    let text = std::str::from_utf8(page.text_of(link)).unwrap_or_default();
    page.value(link, name::HREF).is_some_and(leads) && ANCHORS.contains(&text.trim())
}

/// Whether a kept text may have a note in it.
fn may_have_notes(page: &Columns, keep: &[i64]) -> bool {
    let describes = page.names.number("aria-describedby");
    let speaks = |token: usize| {
        let token = page.attributes.tokens[token].as_bytes();
        !token.is_ascii() || token.windows(4).any(|part| part.eq_ignore_ascii_case(b"note"))
    };
    let may_be_note = |row: usize| match page.tag[row] {
        name::A => describes.is_some_and(|name| page.value(row, name).is_some()),
        name::SPAN | name::SMALL => page.tokens_at(row).any(speaks),
        _ => false,
    };
    (0..page.tag.len()).any(|row| may_be_note(row) && page.is_shown(keep, row))
}

/// Whether a text has a sign that may lead from a note back: an arrow, or on pages that speak of notes another.
pub fn may_lead_back(page: &Columns, text: &[u8]) -> bool {
    let has = |sign: &&str| memmem::find(text, sign.as_bytes()).is_some();
    has(&ARROW) || page.hints & NOTES != 0 && BACK_SIGNS.iter().any(has)
}

/// Whether kept code has buttons, or lines that nothing parts.
fn has_code_cuts(page: &Columns, keep: &[i64], code: &Code) -> bool {
    let speaks_of_lines = |token: usize| {
        let token = page.attributes.tokens[token].as_bytes();
        token.windows(4).any(|part| part.eq_ignore_ascii_case(b"line"))
    };
    let mut covered = 0;
    code.rows.iter().any(|&row| {
        let is_inner = row < covered;
        covered = covered.max(page.end[row] as usize);
        let has = |tag| page.tag[page.under(row)].contains(&tag);
        let has_button = || !is_inner && has(name::BUTTON);
        let has_line = || {
            let text = page.text_of(row).trim_ascii();
            let is_line = |row: usize| page.tag[row] == name::SPAN && page.tokens_at(row).any(speaks_of_lines);
            memchr(b'\n', text).is_none() && page.under(row).any(is_line) && !has(name::BR)
        };
        page.is_shown(keep, row) && (has_button() || has_line())
    })
}

/// Whether an element of the page may be a formula by its names or attributes.
fn may_have_formulas(page: &Columns) -> Result<bool, Tripped> {
    if FORMULA_ATTRIBUTES.iter().any(|name| page.has_attribute(name)) {
        return Ok(true);
    }
    if page.hints & FORMULAS == 0 {
        return Ok(false);
    }
    let tokens = &page.attributes.tokens;
    let is_text = memory::collect(
        tokens
            .iter()
            .map(|token| !token.is_ascii() || FORMULA_NAMES.iter().any(|name| token.eq_ignore_ascii_case(name))),
    )?;
    let is_image = memory::collect(tokens.iter().map(|token| FORMULA_IMAGES.contains(&token)))?;
    Ok((0..page.tag.len()).any(|row| match page.tag[row] {
        name::TEXT => false,
        name::IMG if page.tokens_at(row).any(|token| is_image[token]) || is_drawn(page, row) => true,
        _ => page.tokens_at(row).any(|token| is_text[token]) && may_be_formula(page, row),
    }))
}

/// Whether one of some rows may be a formula: by its tag, its names, its attributes or what draws it.
pub fn may_have_formulas_among(page: &Columns, rows: Range<usize>) -> Result<bool, Tripped> {
    if FORMULA_ATTRIBUTES.iter().any(|name| page.has_attribute(name)) {
        return Ok(true);
    }
    let tokens = &page.attributes.tokens;
    let is_name = |token: &str| FORMULA_NAMES.iter().any(|name| token.eq_ignore_ascii_case(name));
    let is_text = memory::collect(tokens.iter().map(|token| !token.is_ascii() || is_name(token)))?;
    let has_text = is_text.contains(&true);
    let is_image = |token: usize| FORMULA_IMAGES.contains(&&tokens[token]);
    let is_typed = |kind: &str| kind.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("math/"));
    Ok(rows.into_iter().any(|row| match page.tag[row] {
        name::TEXT => false,
        name::MATH => true,
        name::SCRIPT => page.value(row, name::TYPE).is_some_and(is_typed),
        name::IMG if page.tokens_at(row).any(is_image) || is_drawn(page, row) => true,
        _ => has_text && page.tokens_at(row).any(|token| is_text[token]) && may_be_formula(page, row),
    }))
}

/// Whether the text of an element has the signs around a formula.
fn may_be_formula(page: &Columns, row: usize) -> bool {
    let text = page.text_of(row);
    page.tag[row] == name::IMG || text.len() <= MAX_FORMULA && text.iter().any(|&byte| matches!(byte, b'\\' | b'$'))
}

/// Whether the address of an image may be that of something which draws formulas.
fn is_drawn(page: &Columns, row: usize) -> bool {
    let Some(address) = page.value(row, name::SRC) else { return false };
    let read = &address.as_bytes()[..address.len().min(MAX_ADDRESS)];
    let ends = |place: usize, part: &[u8]| {
        (place + 1).checked_sub(part.len()).is_some_and(|start| read[start..=place].eq_ignore_ascii_case(part))
    };
    let is_part = |(place, &byte): (usize, &u8)| match byte {
        b'x' | b'X' | b'=' | b'/' | b'?' => FORMULA_ADDRESSES.iter().any(|part| ends(place, part)),
        _ => false,
    };
    read.iter().enumerate().any(is_part) || !read.is_ascii() && address.contains(['ı', 'İ'])
}

/// Takes the characters out of a text that a reader never sees: as `src/weft/renderers/controls.py` does.
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
