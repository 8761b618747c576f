//! What the tree builder asks of an open element, as bits that are looked up once, when the element is opened.

use crate::arena::Namespace;
use crate::names::{KNOWN, NameId, name::*};

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
