//! The stack of open elements.
//!
//! It counts the open HTML elements of each known name, so that most questions about its depths are answered without
//! looking.
//!
//! What the tree builder asks of an open element, as bits that are looked up once, when the element is opened.

use crate::arena::{DOCUMENT, Namespace, NodeId};
use crate::names::name::*;
use crate::names::{KNOWN, NameId, name};

#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub node: NodeId,
    pub name: NameId,
    pub kind: Kind,
}

impl Open {
    pub fn html(node: NodeId, name: NameId) -> Self {
        Open { node, name, kind: kind_of(name, Namespace::Html) }
    }

    /// Whether it is the HTML element of this name.
    #[inline]
    pub fn is(self, name: NameId) -> bool {
        self.name == name && self.kind & IN_HTML != 0
    }

    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        self.kind & kind != 0
    }

    pub fn namespace(self) -> Namespace {
        match self.kind & (IN_SVG | IN_MATHML) {
            IN_SVG => Namespace::Svg,
            IN_MATHML => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }
}

pub struct OpenElements {
    stack: Vec<Open>,
    counts: [u32; KNOWN as usize],
}

impl OpenElements {
    pub fn new() -> Self {
        OpenElements { stack: Vec::with_capacity(64), counts: [0; KNOWN as usize] }
    }

    /// Makes room for so many elements: `push` and `insert` rely on it.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        self.stack.reserve(count)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// The current element; the document where none is open.
    #[inline]
    pub fn current(&self) -> Open {
        self.get(self.stack.len().wrapping_sub(1))
    }

    #[inline]
    pub fn get(&self, index: usize) -> Open {
        const BOTTOM: Open = Open { node: DOCUMENT, name: name::TEXT, kind: IN_HTML };
        self.stack.get(index).copied().unwrap_or(BOTTOM)
    }

    #[inline]
    pub fn current_is(&self, name: NameId) -> bool {
        self.current().is(name)
    }

    /// Whether any HTML element of this name, which must be a known one, is open.
    #[inline]
    pub fn contains(&self, name: NameId) -> bool {
        self.counts[name as usize] != 0
    }

    #[inline]
    fn count(&mut self, open: Open, step: u32) {
        if open.has(IN_HTML)
            && let Some(count) = self.counts.get_mut(open.name as usize)
        {
            *count = count.wrapping_add(step);
        }
    }

    #[inline]
    pub fn push(&mut self, open: Open) {
        self.count(open, 1);
        self.stack.push(open);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        self.count(open, u32::MAX);
        Some(open)
    }

    pub fn truncate(&mut self, length: usize) {
        while self.stack.len() > length {
            self.pop();
        }
    }

    pub fn remove(&mut self, index: usize) {
        if index < self.stack.len() {
            let open = self.stack.remove(index);
            self.count(open, u32::MAX);
        }
    }

    pub fn insert(&mut self, index: usize, open: Open) {
        self.count(open, 1);
        self.stack.insert(index.min(self.stack.len()), open);
    }

    /// Puts an HTML element in the place of another one of the same name.
    pub fn replace(&mut self, index: usize, node: NodeId) {
        if let Some(open) = self.stack.get_mut(index) {
            open.node = node;
        }
    }

    /// Where `node` stands on the stack; the search begins at the current element.
    #[inline]
    pub fn position(&self, node: NodeId) -> Option<usize> {
        self.stack.iter().rposition(|open| open.node == node)
    }

    pub fn remove_node(&mut self, node: NodeId) {
        if let Some(index) = self.position(node) {
            self.remove(index);
        }
    }

    /// The first special element from `index` on.
    pub fn first_special_from(&self, index: usize) -> Option<usize> {
        (index..self.stack.len()).find(|index| self.stack[*index].has(SPECIAL))
    }

    /// Pops elements up to and with the next one that `ends`.
    pub fn pop_through(&mut self, ends: impl Fn(Open) -> bool) {
        while let Some(open) = self.pop() {
            if ends(open) {
                break;
            }
        }
    }

    #[inline]
    pub fn pop_through_named(&mut self, name: NameId) {
        self.pop_through(|open| open.is(name));
    }

    /// Pops elements until the current one `ends`.
    pub fn pop_to(&mut self, ends: impl Fn(Open) -> bool) {
        while self.stack.last().is_some_and(|open| !ends(*open)) {
            self.pop();
        }
    }

    /// Pops elements whose end tags may be left out, but none named `except`.
    #[inline]
    pub fn pop_implied(&mut self, kind: Kind, except: NameId) {
        while self.stack.last().is_some_and(|open| open.has(kind) && open.name != except) {
            self.pop();
        }
    }

    /// Whether an HTML element of this name, which must be a known one, is in the scope that `kind` closes off.
    #[inline]
    pub fn in_scope(&self, name: NameId, kind: Kind) -> bool {
        self.contains(name) && self.any_in_scope(kind, |open| open.is(name))
    }

    pub fn any_in_scope(&self, kind: Kind, wanted: impl Fn(Open) -> bool) -> bool {
        for open in self.stack.iter().rev() {
            if wanted(*open) {
                return true;
            }
            if open.has(kind) {
                return false;
            }
        }
        false
    }

    /// The elements from the current one down, with their places on the stack.
    pub fn downwards(&self) -> impl Iterator<Item = (usize, Open)> + '_ {
        self.stack.iter().copied().enumerate().rev()
    }
}

pub type Kind = u16;

pub const IN_HTML: Kind = 1;
pub const IN_SVG: Kind = 1 << 1;
pub const IN_MATHML: Kind = 1 << 2;
/// Ends the search for the element of most end tags.
pub const SPECIAL: Kind = 1 << 3;
/// Closes off what is "in scope".
pub const SCOPE: Kind = 1 << 4;
/// Closes off the scope of list items, too.
pub const LIST_SCOPE: Kind = 1 << 5;
/// Closes off the scope of paragraphs, too.
pub const BUTTON_SCOPE: Kind = 1 << 6;
/// Closes off the scope of table parts.
pub const TABLE_SCOPE: Kind = 1 << 7;
/// Its end tag may be left out.
pub const IMPLIED_END: Kind = 1 << 8;
pub const HEADING: Kind = 1 << 9;
/// May not hold text or other content: that goes before the table.
pub const FOSTERS: Kind = 1 << 10;
/// A MathML element that holds text and HTML.
pub const MATHML_TEXT: Kind = 1 << 11;
/// An SVG element that holds HTML.
pub const SVG_HTML: Kind = 1 << 12;
/// A MathML annotation that holds HTML.
pub const ANNOTATION_HTML: Kind = 1 << 13;
/// A special element that a list item may still close over.
pub const OPEN_TO_ITEMS: Kind = 1 << 14;

const SPECIAL_NAMES: &[NameId] = &[
    ADDRESS, APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON, CAPTION, CENTER, COL,
    COLGROUP, DD, DETAILS, DIR, DIV, DL, DT, EMBED, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1,
    H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, IFRAME, IMG, INPUT, ISINDEX, LI, LINK, LISTING, MAIN, MARQUEE,
    MENU, META, NAV, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, P, PARAM, PLAINTEXT, PRE, SCRIPT, SECTION, SELECT,
    SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, UL, WBR, XMP,
];
const SCOPE_NAMES: &[NameId] = &[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE];
const IMPLIED_END_NAMES: &[NameId] = &[DD, DT, LI, OPTION, OPTGROUP, P, RB, RP, RT, RTC];

const fn mark(table: &mut [Kind; KNOWN as usize], names: &[NameId], kind: Kind) {
    let mut index = 0;
    while index < names.len() {
        table[names[index] as usize] |= kind;
        index += 1;
    }
}

static HTML_KINDS: [Kind; KNOWN as usize] = {
    let mut table = [IN_HTML; KNOWN as usize];
    mark(&mut table, SPECIAL_NAMES, SPECIAL);
    mark(&mut table, SCOPE_NAMES, SCOPE | LIST_SCOPE | BUTTON_SCOPE);
    mark(&mut table, &[OL, UL], LIST_SCOPE);
    mark(&mut table, &[BUTTON], BUTTON_SCOPE);
    mark(&mut table, &[HTML, TABLE, TEMPLATE], TABLE_SCOPE);
    mark(&mut table, IMPLIED_END_NAMES, IMPLIED_END);
    mark(&mut table, &[H1, H2, H3, H4, H5, H6], HEADING);
    mark(&mut table, &[TABLE, TBODY, TFOOT, THEAD, TR], FOSTERS);
    mark(&mut table, &[ADDRESS, DIV, P], OPEN_TO_ITEMS);
    table
};

/// The kind of an element, but for `ANNOTATION_HTML`, which depends on its attributes.
#[inline]
pub fn kind_of(name: NameId, namespace: Namespace) -> Kind {
    const HOLDS_HTML: Kind = SCOPE | LIST_SCOPE | BUTTON_SCOPE;
    match (namespace, name) {
        (Namespace::Html, _) => HTML_KINDS.get(name as usize).copied().unwrap_or(IN_HTML),
        (Namespace::Svg, FOREIGN_OBJECT | DESC | TITLE) => IN_SVG | SVG_HTML | HOLDS_HTML,
        (Namespace::Svg, _) => IN_SVG,
        (Namespace::MathMl, MI | MO | MN | MS | MTEXT) => IN_MATHML | MATHML_TEXT | HOLDS_HTML,
        (Namespace::MathMl, _) => IN_MATHML,
    }
}
