//! What a row of a record is like, whatever its tag: what lies below it, what its texts are, what it says first.
//!
//! In words: two elements of different records play the same part where they hold the same kinds of things. What lies
//! below a row is a set of steps (kind of tag and counted classes) in 64 bits, its texts a set of kinds; both are gathered
//! from the leaves up in one pass.
//!
//! The children of aligned elements are aligned by likeness: the first element gives the parts of a profile. The children
//! of every further one are matched with the parts in their order so that the sum of likeness is greatest; a child without
//! a like makes a part of its own beside its neighbours.

use crate::evidence::Evidence;
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

/// Children and parts that are aligned by likeness: with more of them the ordinal tells.
pub const MAX_ALIGNED: usize = 48;
const SAME_START: i32 = 20; // points of standing as far from the first box: what is optional mostly comes behind
const SAME_KEY: i32 = 1_000; // what classes tell outweighs likeness

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
pub fn shapes(evidence: &Evidence, (start, end): (usize, usize), counted: &[bool]) -> Vec<Shape> {
    let mut shapes = vec![Shape::default(); end - start];
    for row in (start..end).rev() {
        limits::tick(1);
        let own = &mut shapes[row - start];
        own.tag = evidence.page.tag[row];
        own.kinds |= kinds(evidence, row);
        if own.tag == name::TEXT {
            own.chars = evidence.page.chars[row];
            own.linked = if evidence.page.in_link[row] { own.chars } else { 0 };
            own.label = label(evidence, row);
        } else {
            own.name(evidence.page.class_tokens(row), counted);
        }
        let own = *own;
        let above = usize::try_from(evidence.page.parent[row]).ok().filter(|&above| above >= start);
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
fn kinds(evidence: &Evidence, row: usize) -> u8 {
    use name::{BUTTON, INPUT, SELECT, TEXTAREA};
    let (tag, chars) = (evidence.page.tag[row], evidence.page.chars[row]);
    let said = |is: bool, kind: u8| if is { kind } else { 0 };
    let is_short = tag == name::TEXT && 0 < chars && chars <= MAX_NUMBER;
    said(evidence.is_time[row], TIME)
        | said(is_short && is_number(evidence.page.text_of(row)), NUMBER)
        | said(matches!(tag, BUTTON | INPUT | SELECT | TEXTAREA), CONTROL)
}

/// Whether a text has digits and no letters.
fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

fn label(evidence: &Evidence, row: usize) -> u64 {
    match evidence.page.chars[row] {
        0 => 0,
        1..=MAX_SHORT => hash_bytes(evidence.page.bytes_of(row).trim_ascii(), 0).max(2),
        _ => 1,
    }
}

/// A child of an element, or a part of a profile.
#[derive(Clone, Copy)]
pub struct Part {
    /// Its counted classes, 0 for none.
    pub key: u64,
    /// Whether they say that it is a signature or a quote: then nothing else is one.
    pub is_telling: bool,
    pub shape: Shape,
    /// How many boxes stand before it.
    pub before: usize,
    /// What it is called; of a child, what it was found to be.
    pub number: Option<usize>,
}

impl Part {
    /// What a match with another part is worth; 0 where there is none.
    fn worth(&self, other: &Part) -> i32 {
        if self.key != 0 && other.key != 0 {
            return if self.key == other.key { SAME_KEY } else { 0 };
        }
        if self.is_telling || other.is_telling {
            return 0;
        }
        likeness(&self.shape, &other.shape) + if self.before == other.before { SAME_START } else { 0 }
    }
}

/// The parts of aligned elements in their order, and room for the work.
#[derive(Default)]
pub struct Profile {
    parts: Vec<Part>,
    best: Vec<i32>,
    worth: Vec<i32>,
}

impl Profile {
    /// Forgets its parts.
    pub fn clear(&mut self) {
        self.parts.clear();
    }

    /// Gives each child the number of its part; those without get one by `number_of`, which knows classes seen before.
    pub fn align(&mut self, children: &mut [Part], number_of: &mut dyn FnMut(u64) -> usize) {
        limits::tick(1 + children.len() * self.parts.len() / 4);
        self.weigh(children);
        let width = self.parts.len() + 1;
        let (mut part, mut added) = (0, 0); // of the parts before this child was looked at; parts added before it
        for (index, child) in children.iter_mut().enumerate() {
            let best = |part: usize| self.best[index * width + part];
            let is_open = |&at: &usize| at + 1 < width && best(at) == best(part);
            if let Some(at) = (part..width).take_while(is_open).find(|&at| self.is_match(index, at, width)) {
                child.number = self.parts[at + added].number;
                part = at + 1;
                continue;
            }
            child.number = Some(number_of(child.key));
            let is_new = child.key == 0 || self.parts.iter().all(|other| other.key != child.key);
            if is_new && self.parts.len() < MAX_ALIGNED {
                self.parts.insert(part + added, *child);
                added += 1;
            }
        }
    }

    /// Fills in the worth of every match, and the greatest sum of the children and parts from each on.
    fn weigh(&mut self, children: &[Part]) {
        let width = self.parts.len() + 1;
        let room = (children.len() + 1) * width;
        for table in [&mut self.best, &mut self.worth] {
            table.clear();
            table.resize(room, 0);
        }
        for (index, child) in children.iter().enumerate().rev() {
            for (part, other) in self.parts.iter().enumerate().rev() {
                let (at, below) = (index * width + part, (index + 1) * width + part);
                let worth = child.worth(other);
                self.worth[at] = worth;
                let matched = if worth > 0 { worth + self.best[below + 1] } else { 0 };
                self.best[at] = matched.max(self.best[below]).max(self.best[at + 1]);
            }
        }
    }

    /// Whether a child and a part are matched where the sum is greatest.
    fn is_match(&self, child: usize, part: usize, width: usize) -> bool {
        let at = child * width + part;
        self.worth[at] > 0 && self.best[at] == self.worth[at] + self.best[at + width + 1]
    }
}
