//! What elements are to a renderer: a container of a role, a mark of a kind, a boundary.

use super::paths::Role;
use html::names::{NameId, name::*};

/// The kinds of marks by number.
pub const MARKS: &[&str] =
    &["strong", "emphasis", "strike", "code", "sub", "sup", "quotation", "abbr", "time", "mark", "link"];

/// What an inline element does to its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Strong,
    Emphasis,
    Strike,
    Code,
    Sub,
    Sup,
    Quotation,
    Abbr,
    Time,
    Mark,
    Link,
}

impl Kind {
    /// All of them, by number.
    pub const ALL: [Kind; MARKS.len()] = [
        Kind::Strong,
        Kind::Emphasis,
        Kind::Strike,
        Kind::Code,
        Kind::Sub,
        Kind::Sup,
        Kind::Quotation,
        Kind::Abbr,
        Kind::Time,
        Kind::Mark,
        Kind::Link,
    ];
}

/// What an element is.
pub(super) enum Meaning {
    Nothing,
    Text,
    Break,
    Image,
    Rule,
    /// A boundary that holds nothing together.
    Plain,
    Mark(Kind),
    /// A boundary, a container where it has a role.
    Block(Option<Role>),
    Code,
    Medium,
    Reading,
}

pub(super) fn meaning_of(tag: NameId) -> Meaning {
    match tag {
        TEXT => Meaning::Text,
        BR => Meaning::Break,
        IMG => Meaning::Image,
        HR => Meaning::Rule,
        PRE | LISTING | XMP | PLAINTEXT => Meaning::Code,
        VIDEO | AUDIO | IFRAME | EMBED | OBJECT => Meaning::Medium,
        RT | RP => Meaning::Reading,
        DIV | P | SECTION | ARTICLE | MAIN | HEADER | FOOTER | NAV | ASIDE | FORM | CENTER | TBODY | THEAD => {
            Meaning::Plain
        }
        HTML | HEAD | BODY | HGROUP | ADDRESS | SEARCH | DIALOG | COLGROUP | COL | TFOOT | FIELDSET | LEGEND
        | BUTTON | SELECT | OPTION | OPTGROUP | TEXTAREA | FRAMESET | MARQUEE => Meaning::Block(None),
        _ => mark_of(tag)
            .map(Meaning::Mark)
            .or_else(|| role_of(tag).map(|role| Meaning::Block(Some(role))))
            .unwrap_or(Meaning::Nothing),
    }
}

fn mark_of(tag: NameId) -> Option<Kind> {
    Some(match tag {
        B | STRONG => Kind::Strong,
        I | EM | CITE | DFN | VAR => Kind::Emphasis,
        S | STRIKE | DEL => Kind::Strike,
        CODE | TT | KBD | SAMP => Kind::Code,
        SUB => Kind::Sub,
        SUP => Kind::Sup,
        Q => Kind::Quotation,
        ABBR => Kind::Abbr,
        TIME => Kind::Time,
        MARK => Kind::Mark,
        A => Kind::Link,
        _ => return None,
    })
}

fn role_of(tag: NameId) -> Option<Role> {
    Some(match tag {
        UL | OL | MENU | DIR => Role::List,
        LI => Role::Item,
        BLOCKQUOTE => Role::Quote,
        H1 | H2 | H3 | H4 | H5 | H6 => Role::Heading,
        TABLE => Role::Table,
        TR => Role::Row,
        TD | TH => Role::Cell,
        CAPTION => Role::Caption,
        DL => Role::Terms,
        DT => Role::Term,
        DD => Role::Definition,
        FIGURE => Role::Figure,
        FIGCAPTION => Role::Figcaption,
        DETAILS => Role::Details,
        SUMMARY => Role::Summary,
        _ => return None,
    })
}
