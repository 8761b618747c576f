//! Blocks: maximal runs of inline text under one block element.
//!
//! What a browser would not show.

use crate::arena::{Arena, Namespace, NodeId};
use crate::names::name::*;
use crate::names::{NameId, name};
use text::chars::Counts;

/// The blocks of a page as columns: the block element's row, the rows `first .. last` from the run's first text to
/// behind its last, the run's span in the table's text, its counts.
#[derive(Default)]
pub struct Blocks {
    pub row: Vec<i32>,
    pub first: Vec<i32>,
    pub last: Vec<i32>,
    pub text_start: Vec<i32>,
    pub text_end: Vec<i32>,
    pub chars: Vec<i32>,
    pub words: Vec<i32>,
    pub link_chars: Vec<i32>,
    pub hidden: Vec<bool>,
    is_open: bool,
}

/// A text as the walk meets it.
pub struct TextRow {
    pub row: i32,
    pub block_row: i32,
    pub start: i32,
    pub end: i32,
    pub counts: Counts,
    pub in_link: bool,
    pub hidden: bool,
}

impl Blocks {
    /// Adds a text to the run that is open, or opens one. Blank text neither opens nor ends a run.
    #[inline]
    pub fn add(&mut self, text: &TextRow) {
        if text.counts.chars == 0 {
            return;
        }
        if !self.is_open {
            self.open(text);
        }
        let (chars, words) = (text.counts.chars as i32, text.counts.words as i32);
        let run = self.row.len() - 1;
        self.last[run] = text.row + 1;
        self.text_end[run] = text.end;
        self.chars[run] += chars;
        self.words[run] += words;
        self.link_chars[run] += if text.in_link { chars } else { 0 };
    }

    fn open(&mut self, text: &TextRow) {
        self.is_open = true;
        self.row.push(text.block_row);
        self.first.push(text.row);
        self.last.push(text.row + 1);
        self.text_start.push(text.start);
        self.text_end.push(text.end);
        self.chars.push(0);
        self.words.push(0);
        self.link_chars.push(0);
        self.hidden.push(text.hidden);
    }

    /// The bytes that the columns take.
    pub fn bytes(&self) -> usize {
        [
            &self.row, &self.first, &self.last, &self.text_start, &self.text_end, &self.chars, &self.words,
            &self.link_chars,
        ]
        .map(limits::bytes)
        .iter()
        .sum::<usize>()
            + limits::bytes(&self.hidden)
    }

    /// A block element starts or ends here, and with it the run.
    #[inline]
    pub fn end_run(&mut self) {
        self.is_open = false;
    }
}

/// Whether an HTML element ends the run of text around it: what browsers lay out as a block, and controls, whose
/// captions never belong to a sentence.
#[inline]
pub fn is_block(tag: NameId) -> bool {
    matches!(
        tag,
        HTML | HEAD
            | BODY
            | DIV
            | P
            | LI
            | UL
            | OL
            | MENU
            | DIR
            | DL
            | DT
            | DD
            | H1
            | H2
            | H3
            | H4
            | H5
            | H6
            | HGROUP
            | ARTICLE
            | SECTION
            | NAV
            | ASIDE
            | HEADER
            | FOOTER
            | MAIN
            | ADDRESS
            | SEARCH
            | BLOCKQUOTE
            | PRE
            | LISTING
            | FIGURE
            | FIGCAPTION
            | DETAILS
            | SUMMARY
            | DIALOG
            | CENTER
            | HR
            | TABLE
            | CAPTION
            | COLGROUP
            | COL
            | THEAD
            | TBODY
            | TFOOT
            | TR
            | TD
            | TH
            | FORM
            | FIELDSET
            | LEGEND
            | BUTTON
            | SELECT
            | OPTION
            | OPTGROUP
            | TEXTAREA
            | FRAMESET
            | MARQUEE
            | XMP
            | PLAINTEXT
    )
}

/// Whether an element hides what is in it: by an attribute, by its own style, or because browsers never show it.
pub fn is_hidden(arena: &Arena, node: NodeId) -> bool {
    let element = &arena.nodes[node as usize];
    let attributes = arena.attributes_of(node);
    let by_tag = match (element.namespace, element.name) {
        (Namespace::Html, name::TEMPLATE) => !attributes.iter().any(|attribute| attribute.name == name::SHADOWROOTMODE),
        (Namespace::Html, name::DATALIST | name::CANVAS | name::AUDIO | name::VIDEO | name::OBJECT | name::RP) => true,
        (Namespace::MathMl, name::ANNOTATION | name::ANNOTATION_XML) => true,
        _ => false,
    };
    by_tag
        || attributes.iter().any(|attribute| match attribute.name {
            name::HIDDEN => true,
            name::ARIA_HIDDEN => arena.text(attribute.value).eq_ignore_ascii_case("true"),
            name::STYLE => hides(arena.text(attribute.value)),
            _ => false,
        })
}

/// Whether a style attribute says `display: none` or `visibility: hidden`.
fn hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let (property, value) = (property.trim(), value.trim());
        let value = value.split(|c: char| c == '!' || c.is_ascii_whitespace()).next().unwrap_or("");
        (property.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none"))
            || (property.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden"))
    })
}

/// Whether an element's text is never content: programs, styles, what stands in the window's title, in a frame
/// or in a field to write in.
pub fn is_raw(namespace: Namespace, tag: NameId) -> bool {
    match namespace {
        Namespace::Html => {
            matches!(tag, SCRIPT | STYLE | TITLE | IFRAME | NOFRAMES | NOEMBED | TEXTAREA)
        }
        Namespace::Svg => matches!(tag, name::SCRIPT | name::STYLE | name::TITLE | name::DESC),
        Namespace::MathMl => false,
    }
}

#[cfg(test)]
mod tests {
    use super::hides;

    #[test]
    fn styles() {
        assert!(hides("display:none"));
        assert!(hides("color: red; DISPLAY : None !important"));
        assert!(hides("visibility:hidden;"));
        assert!(!hides("display:block"));
        assert!(!hides("--display:none"));
        assert!(!hides(""));
    }
}
