//! What a row of a record is like, whatever its tag: what lies below it, what its texts are, what it says first.
//!
//! In words: two elements of different records play the same part where they hold the same kinds of things. What lies
//! below a row is a set of steps (kind of tag and counted classes) in 64 bits, its texts a set of kinds; both are gathered
//! from the leaves up in one pass.

use html::names::{NameId, name};
use text::hash::{hash_bytes, mix};

const MAX_SHORT: i32 = 40; // characters of a text that can be a name, a label or a counter
const MAX_NUMBER: i32 = 12; // characters of a text that can be a number
const TIME: u8 = 1;
const NUMBER: u8 = 2;
const CONTROL: u8 = 4;
const LINK: u8 = 8;

/// What likeness is made of, in points.
const SAME_BELOW: i32 = 40;
const SAME_KINDS: i32 = 20;
const SAME_TAG: i32 = 10;
const SAME_NAME: i32 = 20;
const SAME_LABEL: i32 = 25;
const SAME_SIZE: i32 = 5;
const HALF_SIZE: i32 = 1; // what each halving of the size takes of it

/// The columns that shapes are read from.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub in_link: &'page [bool],
    pub is_time: &'page [bool],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
}

impl<'page> Columns<'page> {
    /// The numbers of the classes of a row.
    pub fn classes(&self, row: usize) -> &'page [i32] {
        &self.class_token[self.class_start[row] as usize..self.class_start[row + 1] as usize]
    }
}

/// What a row is like.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    tag: NameId,
    /// Its counted classes as a sum, 0 for none; the order of classes does not matter.
    pub classes: u64,
    /// A bit for each of its classes.
    names: u64,
    /// A bit for each step below it.
    below: u64,
    kinds: u8,
    chars: i32,
    /// How many of them are in links.
    linked: i32,
    /// What its first text says, if that is short: 0 without a text, 1 where it is long.
    label: u64,
}

impl Shape {
    /// Takes in the classes of an element.
    fn name(&mut self, classes: &[i32], counted: &[bool]) {
        limits::tick(1 + classes.len() / 8);
        for &token in classes {
            let hash = mix(1, token as u64 + 1);
            self.names |= bit(hash);
            if counted[token as usize] {
                self.classes = self.classes.wrapping_add(hash);
            }
        }
    }

    /// Kind of tag and counted classes as a hash.
    pub fn step(&self) -> u64 {
        mix(self.classes, u64::from(part(self.tag)))
    }

    /// Whether a row is there because of how the page is built: what people write in a body says nothing of its part.
    fn is_built(&self) -> bool {
        use name::*;
        match self.tag {
            TEXT => self.chars > 0,
            P | BR | HR | A | IMG | SPAN | FONT | B | STRONG | I | EM | U | S | BLOCKQUOTE | CODE | PRE => {
                self.classes != 0
            }
            _ => true,
        }
    }
}

/// The shape of each row `start .. end`, whose classes count as `counted` says.
pub fn shapes(columns: &Columns, (start, end): (usize, usize), counted: &[bool]) -> Vec<Shape> {
    let mut shapes = vec![Shape::default(); end - start];
    for row in (start..end).rev() {
        limits::tick(1);
        let own = &mut shapes[row - start];
        own.tag = columns.tag[row];
        own.kinds |= kinds(columns, row);
        if own.tag == name::TEXT {
            own.chars = columns.chars[row];
            own.linked = if columns.in_link[row] { own.chars } else { 0 };
            own.label = label(columns, row);
        } else {
            own.name(columns.classes(row), counted);
        }
        let own = *own;
        let above = usize::try_from(columns.parent[row]).ok().filter(|&above| above >= start);
        if let Some(above) = above.map(|above| &mut shapes[above - start]) {
            above.below |= own.below | if own.is_built() { bit(own.step()) } else { 0 };
            above.kinds |= own.kinds;
            above.chars += own.chars;
            above.linked += own.linked;
            above.label = if own.label == 0 { above.label } else { own.label };
        }
    }
    shapes
}

/// How like two elements are, in points.
pub fn likeness(one: &Shape, other: &Shape) -> i32 {
    let common = |one: u64, other: u64, points: i32| match (one | other).count_ones() as i32 {
        0 => points,
        all => points * (one & other).count_ones() as i32 / all,
    };
    let halvings = size(one).abs_diff(size(other)) as i32;
    common(one.below, other.below, SAME_BELOW)
        + common(all_kinds(one), all_kinds(other), SAME_KINDS)
        + (SAME_SIZE - HALF_SIZE * halvings).max(0)
        + if one.tag == other.tag { SAME_TAG } else { 0 }
        + if one.names & other.names != 0 { SAME_NAME } else { 0 }
        + if one.label == other.label && one.label > 1 { SAME_LABEL } else { 0 }
}

/// The kinds of its texts; a link where nothing is said beside links.
fn all_kinds(shape: &Shape) -> u64 {
    u64::from(shape.kinds | if shape.chars > 0 && shape.linked == shape.chars { LINK } else { 0 })
}

fn size(shape: &Shape) -> u32 {
    (shape.chars as u64 + 1).ilog2()
}

/// The tag that stands for all that are exchanged for each other.
fn part(tag: NameId) -> NameId {
    use name::*;
    match tag {
        _ if is_box(tag) => DIV,
        H1 | H2 | H3 | H4 | H5 | H6 => H1,
        B | STRONG => B,
        I | EM => I,
        _ => tag,
    }
}

/// Whether an element is a part of a page's build by itself.
pub fn is_box(tag: NameId) -> bool {
    use name::*;
    matches!(
        tag,
        DIV | SECTION | ARTICLE | MAIN | ASIDE | HEADER | FOOTER | TABLE | TR | TD | TH | UL | OL | DL | LI | DT | DD
    )
}

/// Whether an element is an item of a list: people write lists too.
pub fn is_item(tag: NameId) -> bool {
    matches!(tag, name::LI | name::DT | name::DD)
}

fn bit(hash: u64) -> u64 {
    1 << (hash >> 58)
}

/// What a row says by itself, that people hardly write.
fn kinds(columns: &Columns, row: usize) -> u8 {
    use name::{BUTTON, INPUT, SELECT, TEXTAREA};
    let (tag, chars) = (columns.tag[row], columns.chars[row]);
    let said = |is: bool, kind: u8| if is { kind } else { 0 };
    let is_short = tag == name::TEXT && 0 < chars && chars <= MAX_NUMBER;
    said(columns.is_time[row], TIME)
        | said(is_short && is_number(text_of(columns, row)), NUMBER)
        | said(matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA), CONTROL)
}

/// Whether a text has digits and no letters.
fn is_number(text: &[u8]) -> bool {
    let is_letter = || str::from_utf8(text).unwrap_or_default().chars().any(char::is_alphabetic);
    text.iter().any(u8::is_ascii_digit) && !is_letter()
}

fn label(columns: &Columns, row: usize) -> u64 {
    match columns.chars[row] {
        0 => 0,
        1..=MAX_SHORT => hash_bytes(text_of(columns, row).trim_ascii(), 0).max(2),
        _ => 1,
    }
}

fn text_of<'page>(columns: &Columns<'page>, row: usize) -> &'page [u8] {
    &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize]
}
