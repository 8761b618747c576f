//! Names of tags and attributes as small numbers.
//!
//! A name that HTML knows has a fixed number (`name::DIV`), the same on every page, so that code can
//! compare numbers. Any other name gets the next free number of its page.

use std::collections::HashMap;

use text::hash::hash_text;

/// A name's number. Numbers below [`KNOWN`] mean the same on every page.
pub type NameId = u16;

/// Names of a column that are looked at together: most stretches have none that is asked for, and to ask that of a whole
/// one is fast.
const AT_ONCE: usize = 64;

/// The places of a name in a column of names, in their order.
pub fn places_of(names: &[NameId], wanted: NameId) -> impl Iterator<Item = usize> {
    let has = move |some: &&[NameId]| some.iter().fold(false, |found, &name| found | (name == wanted));
    let stretches = names.chunks(AT_ONCE).enumerate().filter(move |(_, some)| has(some));
    stretches.flat_map(move |(number, some)| {
        let own = some.iter().enumerate().filter(move |&(_, &name)| name == wanted);
        own.map(move |(place, _)| number * AT_ONCE + place)
    })
}

macro_rules! names {
    ($($constant:ident = $text:literal,)*) => {
        /// The known names in the order of their numbers; 0 stands for text.
        pub const KNOWN_NAMES: &[&str] = &["#text", $($text,)*];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { TEXT, $($constant,)* COUNT }
        /// One constant a known name.
        pub mod name {
            use super::{NameId, Number};
            pub const TEXT: NameId = Number::TEXT as NameId;
            $(pub const $constant: NameId = Number::$constant as NameId;)*
        }
        /// How many names are known: the first number that a page may give away.
        pub const KNOWN: NameId = Number::COUNT as NameId;
    };
}

names! {
    // Structure and text
    HTML = "html", HEAD = "head", BODY = "body", DIV = "div", SPAN = "span", A = "a", P = "p", LI = "li",
    UL = "ul", OL = "ol", MENU = "menu", DIR = "dir", DL = "dl", DT = "dt", DD = "dd",
    H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6", HGROUP = "hgroup",
    ARTICLE = "article", SECTION = "section", NAV = "nav", ASIDE = "aside", HEADER = "header", FOOTER = "footer",
    MAIN = "main", ADDRESS = "address", SEARCH = "search", BLOCKQUOTE = "blockquote", PRE = "pre", LISTING = "listing",
    FIGURE = "figure", FIGCAPTION = "figcaption", DETAILS = "details", SUMMARY = "summary", DIALOG = "dialog",
    CENTER = "center", HR = "hr", BR = "br", WBR = "wbr",
    // Inline
    B = "b", I = "i", EM = "em", STRONG = "strong", U = "u", S = "s", STRIKE = "strike", DEL = "del", INS = "ins",
    SMALL = "small", BIG = "big", TT = "tt", CODE = "code", KBD = "kbd", SAMP = "samp", VAR = "var", CITE = "cite",
    DFN = "dfn", ABBR = "abbr", ACRONYM = "acronym", Q = "q", SUB = "sub", SUP = "sup", MARK = "mark", TIME = "time",
    DATA = "data", FONT = "font", NOBR = "nobr", BDO = "bdo", BDI = "bdi", RUBY = "ruby", RB = "rb", RT = "rt",
    RTC = "rtc", RP = "rp", LABEL = "label",
    // Tables
    TABLE = "table", CAPTION = "caption", COLGROUP = "colgroup", COL = "col", THEAD = "thead", TBODY = "tbody",
    TFOOT = "tfoot", TR = "tr", TD = "td", TH = "th",
    // Forms
    FORM = "form", INPUT = "input", BUTTON = "button", SELECT = "select", OPTION = "option", OPTGROUP = "optgroup",
    DATALIST = "datalist", TEXTAREA = "textarea", FIELDSET = "fieldset", LEGEND = "legend", OUTPUT = "output",
    METER = "meter", PROGRESS = "progress", KEYGEN = "keygen", SELECTEDCONTENT = "selectedcontent",
    // Embedded
    IMG = "img", IMAGE = "image", PICTURE = "picture", SOURCE = "source", VIDEO = "video", AUDIO = "audio",
    TRACK = "track", IFRAME = "iframe", EMBED = "embed", OBJECT = "object", PARAM = "param", APPLET = "applet",
    CANVAS = "canvas", MAP = "map", AREA = "area", FRAME = "frame", FRAMESET = "frameset", NOFRAMES = "noframes",
    NOEMBED = "noembed", MARQUEE = "marquee", BGSOUND = "bgsound", PORTAL = "portal", SLOT = "slot", ISINDEX = "isindex",
    // Head and scripting
    TITLE = "title", META = "meta", LINK = "link", BASE = "base", BASEFONT = "basefont", STYLE = "style",
    SCRIPT = "script", NOSCRIPT = "noscript", TEMPLATE = "template", PLAINTEXT = "plaintext", XMP = "xmp",
    // Foreign content
    SVG = "svg", MATH = "math", MI = "mi", MO = "mo", MN = "mn", MS = "ms", MTEXT = "mtext", MGLYPH = "mglyph",
    MALIGNMARK = "malignmark", ANNOTATION_XML = "annotation-xml", ANNOTATION = "annotation", SEMANTICS = "semantics",
    FOREIGN_OBJECT = "foreignObject", DESC = "desc", PATH = "path", G = "g", USE = "use", RECT = "rect",
    CIRCLE = "circle",
    // Attributes (some are tags too and stand above)
    CLASS = "class", ID = "id", HREF = "href", SRC = "src", SRCSET = "srcset", SIZES = "sizes", ALT = "alt",
    REL = "rel", TYPE = "type", NAME = "name", VALUE = "value", CONTENT = "content", PROPERTY = "property",
    ITEMPROP = "itemprop", ITEMTYPE = "itemtype", ITEMSCOPE = "itemscope", ITEMID = "itemid", LANG = "lang",
    XML_LANG = "xml:lang", ROLE = "role", HIDDEN = "hidden", ARIA_HIDDEN = "aria-hidden", ARIA_LABEL = "aria-label",
    TARGET = "target", WIDTH = "width", HEIGHT = "height", ACTION = "action", METHOD = "method",
    PLACEHOLDER = "placeholder", TABINDEX = "tabindex", ENCODING = "encoding", CHARSET = "charset",
    HTTP_EQUIV = "http-equiv", DATETIME = "datetime", ONCLICK = "onclick", ALIGN = "align", VALIGN = "valign",
    BORDER = "border", CELLPADDING = "cellpadding", CELLSPACING = "cellspacing", COLSPAN = "colspan",
    ROWSPAN = "rowspan", BGCOLOR = "bgcolor", COLOR = "color", FACE = "face", SIZE = "size", LOADING = "loading",
    DATA_SRC = "data-src", DATA_ID = "data-id", CROSSORIGIN = "crossorigin", INTEGRITY = "integrity",
    ASYNC = "async", DEFER = "defer", MEDIA = "media", D = "d", FILL = "fill", STROKE = "stroke",
    VIEWBOX = "viewBox", XMLNS = "xmlns", SHADOWROOTMODE = "shadowrootmode", DISABLED = "disabled",
    CHECKED = "checked", SELECTED = "selected", FOR = "for", START = "start", PUBDATE = "pubdate",
}

/// The names of one page: the known ones and those that the page adds.
pub struct Names {
    added: Vec<Box<str>>,
    numbers: HashMap<Box<str>, NameId>,
    /// The added name last seen in each slot, so that a repeated name rarely needs the (slower, safe) map.
    recent: [NameId; RECENT],
}

const RECENT: usize = 256;

impl Default for Names {
    fn default() -> Self {
        Names { added: Vec::new(), numbers: HashMap::new(), recent: [name::TEXT; RECENT] }
    }
}

impl Names {
    /// The number of `text`, given away now if the page has not used the name before.
    ///
    /// A page that runs out of numbers (only a hostile one does) gets the last one for every further name.
    #[inline]
    pub fn intern(&mut self, text: &str) -> NameId {
        let key = Key::of(text.as_bytes());
        match known_number(key) {
            Some(number) => number,
            None => self.intern_added(text, key),
        }
    }

    fn intern_added(&mut self, text: &str, key: Key) -> NameId {
        let slot = key.hash() as usize % RECENT;
        let recent = self.recent[slot];
        if recent != name::TEXT && self.text(recent) == text {
            return recent;
        }
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => self.add(text),
        };
        if number != NameId::MAX {
            self.recent[slot] = number;
        }
        number
    }

    fn add(&mut self, text: &str) -> NameId {
        let number = KNOWN as usize + self.added.len();
        if number >= NameId::MAX as usize {
            return NameId::MAX;
        }
        let key = text.to_owned().into_boxed_str();
        self.added.push(text.to_owned().into_boxed_str());
        self.numbers.insert(key, number as NameId);
        number as NameId
    }

    /// The number of a name, if the page or HTML has it.
    pub fn number(&self, text: &str) -> Option<NameId> {
        known_number(Key::of(text.as_bytes())).or_else(|| self.numbers.get(text).copied())
    }

    /// The name behind a number.
    pub fn text(&self, number: NameId) -> &str {
        match KNOWN_NAMES.get(number as usize) {
            Some(text) => text,
            None => self.added.get((number - KNOWN) as usize).map_or("#overflow", |text| text),
        }
    }

    /// The bytes that the added names take.
    pub fn bytes(&self) -> usize {
        let texts: usize = self.added.iter().map(|name| name.len()).sum();
        2 * texts
            + self.added.capacity() * size_of::<Box<str>>()
            + self.numbers.capacity() * size_of::<(Box<str>, NameId)>()
    }

    /// The names that this page added, in the order of their numbers.
    pub fn added(&self) -> &[Box<str>] {
        &self.added
    }
}

/// First bytes, last bytes and length of a name: up to `Key::WHOLE` bytes they are the name itself, so that two known
/// names are compared by three numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    head: u64,
    tail: u64,
    length: usize,
}

impl Key {
    const WHOLE: usize = 16;
    const NONE: Key = Key { head: 0, tail: 0, length: 0 };

    #[inline]
    const fn of(text: &[u8]) -> Key {
        let length = text.len();
        let (head, tail) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            (Some(&head), Some(&tail)) => (u64::from_le_bytes(head), u64::from_le_bytes(tail)),
            _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
                (Some(&head), Some(&tail)) => (u32::from_le_bytes(head) as u64, u32::from_le_bytes(tail) as u64),
                _ => match text {
                    [] => (0, 0),
                    [first, .., last] => (*first as u64 | (text[length / 2] as u64) << 8, *last as u64),
                    [only] => (*only as u64, 0),
                },
            },
        };
        Key { head, tail, length }
    }

    #[inline]
    const fn hash(self) -> u64 {
        let head = self.head.wrapping_add(self.length as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let tail = self.tail.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let mixed = head ^ tail.rotate_left(31);
        mixed ^ (mixed >> 32)
    }
}

const SLOTS: usize = 1024;

/// The known names by their keys; number 0 (text) has a key that no name has.
static KEYS: [Key; KNOWN as usize] = {
    let mut keys = [Key::NONE; KNOWN as usize];
    let mut number = 1;
    while number < keys.len() {
        assert!(KNOWN_NAMES[number].len() <= Key::WHOLE);
        keys[number] = Key::of(KNOWN_NAMES[number].as_bytes());
        number += 1;
    }
    keys
};

/// The hashes of the names of a page, by number.
pub fn hash_names(names: &Names) -> Vec<u64> {
    let added = names.added().iter().map(|name| hash_text(name));
    KNOWN_NAMES.iter().map(|name| hash_text(name)).chain(added).collect()
}

/// The hash of a name; names beyond the last number share one.
#[inline]
pub fn name_hash(hashes: &[u64], name: NameId) -> u64 {
    hashes.get(name as usize).copied().unwrap_or(1)
}

/// Open-addressed table of the known names: `SLOTS` is over three times their count, so a look-up is about one probe.
static TABLE: [NameId; SLOTS] = {
    let mut table = [name::TEXT; SLOTS];
    let mut number = 1;
    while number < KNOWN_NAMES.len() {
        let mut slot = Key::of(KNOWN_NAMES[number].as_bytes()).hash() as usize % SLOTS;
        while table[slot] != name::TEXT {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = number as NameId;
        number += 1;
    }
    table
};

#[inline]
fn known_number(key: Key) -> Option<NameId> {
    let mut slot = key.hash() as usize % SLOTS;
    loop {
        match TABLE[slot] {
            name::TEXT => return None,
            number if KEYS[number as usize] == key => return Some(number),
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_have_their_constants_and_no_twins() {
        let mut names = Names::default();
        for (number, text) in KNOWN_NAMES.iter().enumerate().skip(1) {
            assert_eq!(names.intern(text), number as NameId, "{text}");
        }
        assert_eq!(names.intern("blockquote"), name::BLOCKQUOTE);
        assert!(names.added().is_empty());
    }

    #[test]
    fn unknown_names_are_numbered_in_order_and_run_out_quietly() {
        let mut names = Names::default();
        assert_eq!(names.intern("my-tag"), KNOWN);
        assert_eq!(names.intern("my-tag"), KNOWN);
        assert_eq!(names.text(KNOWN), "my-tag");
        for n in 0..70_000 {
            names.intern(&format!("x{n}"));
        }
        assert_eq!(names.intern("one-too-many"), NameId::MAX);
        assert_eq!(names.text(NameId::MAX), "#overflow");
    }
}
