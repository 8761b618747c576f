//! The pages of one template aligned by path: elements of one place are a slot.
//!
//! In words: `html` is the first slot, on every page. The children of a slot's elements are told apart by tag; where
//! nearly every parent has one child of a tag, these are one slot. Else each child is told by the one of its class and
//! id tokens that recurs over the pages and that fewest siblings have, and children without such a token by their
//! ordinal where they are the cells of a layout. `weft.site.slots` says what is a slot while learning.

pub mod marks;

use std::cmp::Ordering;

use html::page_view::PageView;
use marks::{Marks, NO_MARK};

/// How much is aligned at most: slots, nested slots, rows of a page, and marks that tell siblings of one tag apart.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub slots: usize,
    pub depth: usize,
    pub rows: usize,
    pub marks: usize,
}

/// Share of parents that have a child of the tag: below it, children of one tag may be different things.
const ALWAYS: f64 = 0.9;
/// Share of the pages on which a token must tell children apart; a token of fewer is a page's own.
const RECURRING: f64 = 0.08;
/// Of an element's tokens those on nearly as many pages as the most frequent one are as good.
const NEARLY: f64 = 0.8;
/// More siblings are a list, whose ordinals mean nothing.
const MAX_CELLS: usize = 6;
/// Share of the parents with the usual number of cells.
const REGULAR: f64 = 0.9;
/// Layouts may be made of these.
const CELLS: [&str; 10] = ["table", "tbody", "tr", "td", "th", "div", "section", "center", "font", "span"];

/// What tells a slot from its siblings of one tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    None,
    Token(u32),
    Nth(i32),
}

/// A slot; its elements are `elements[first .. last]` of the alignment.
pub struct Slot {
    pub parent: i32,
    pub tag: u32,
    pub mark: Mark,
    pub depth: u32,
    pub first: u32,
    pub last: u32,
}

/// The slots, parents before their children, and their elements: pages and rows.
pub struct Alignment {
    pub slots: Vec<Slot>,
    pub pages: Vec<i32>,
    pub rows: Vec<i32>,
}

/// An element that looks for its slot: its parent's place among the parents, and its marks in the list of all.
#[derive(Clone, Copy)]
struct Child {
    page: u32,
    row: u32,
    parent: u32,
    first: u32,
    last: u32,
}

type Group = (Mark, Vec<Child>);
/// Children by the number of a tag or a mark.
type Numbered = Vec<(u32, Vec<Child>)>;

/// Aligns pages.
pub fn align(pages: &[PageView], marks: &Marks, bounds: Bounds) -> Alignment {
    let mut aligner = Aligner {
        pages,
        bounds,
        names: marks,
        marks: Vec::new(),
        counts: vec![Count::default(); marks.texts.len()],
        group_of_tag: vec![0; marks.tags()],
    };
    let html = marks.html();
    let root = Slot { parent: -1, tag: html, mark: Mark::None, depth: 0, first: 0, last: pages.len() as u32 };
    let mut found =
        Alignment { slots: vec![root], pages: (0..pages.len() as i32).collect(), rows: vec![0; pages.len()] };
    let mut number = 0;
    while number < found.slots.len() {
        if found.slots.len() < bounds.slots && (found.slots[number].depth as usize) < bounds.depth {
            aligner.add_children(number, &mut found);
        }
        number += 1;
    }
    found
}

/// How often a mark is among the children of one tag, and how crowded it is where it recurs.
#[derive(Clone, Copy, Default)]
struct Count {
    children: u32,
    pages: u32,
    /// Children for each page that has it; 0 where it does not recur.
    crowd: f64,
    /// The last child that was counted, from 1.
    latest: u32,
    /// The place of its group, from 1.
    group: u32,
}

struct Aligner<'a> {
    pages: &'a [PageView<'a>],
    bounds: Bounds,
    names: &'a Marks,
    /// Of the children at hand.
    marks: Vec<u32>,
    counts: Vec<Count>,
    group_of_tag: Vec<u32>,
}

impl Aligner<'_> {
    /// Adds the slots below a slot, each element in one, the ones with the most particular marks first.
    fn add_children(&mut self, number: usize, found: &mut Alignment) {
        let Slot { first, last, depth, .. } = found.slots[number];
        let parents = first as usize..last as usize;
        let by_tag = self.children(&found.pages[parents.clone()], &found.rows[parents.clone()]);
        for (tag, children) in by_tag {
            if !self.names.is_written(tag) {
                continue; // a made-up name that no step can be written with
            }
            limits::tick(children.len());
            for (mark, members) in self.marked(tag, children, parents.len()) {
                let first = found.rows.len() as u32;
                found.pages.extend(members.iter().map(|child| child.page as i32));
                found.rows.extend(members.iter().map(|child| child.row as i32));
                let last = found.rows.len() as u32;
                found.slots.push(Slot { parent: number as i32, tag, mark, depth: depth + 1, first, last });
            }
        }
    }

    /// The elements right inside of some elements, by tag, tags in the order in which they come.
    fn children(&mut self, pages: &[i32], rows: &[i32]) -> Numbered {
        self.marks.clear();
        let mut by_tag: Numbered = Vec::new();
        for (parent, (&page, &row)) in pages.iter().zip(rows).enumerate() {
            let columns = &self.pages[page as usize];
            let rows = columns.tag.len().min(self.bounds.rows);
            let stop = columns.end.get(row as usize).map_or(0, |&end| end as usize).min(rows);
            let mut child = row as usize + 1;
            while child < stop {
                limits::tick(1);
                if columns.tag[child] > 0 {
                    let tag = self.names.tag(page as usize, columns.tag[child]);
                    let first = self.marks.len() as u32;
                    self.names.push_marks(page as usize, child, columns, &mut self.marks);
                    let last = self.marks.len() as u32;
                    let own = Child { page: page as u32, row: child as u32, parent: parent as u32, first, last };
                    if self.group_of_tag[tag as usize] == 0 {
                        by_tag.push((tag, Vec::new()));
                        self.group_of_tag[tag as usize] = by_tag.len() as u32;
                    }
                    by_tag[self.group_of_tag[tag as usize] as usize - 1].1.push(own);
                }
                child = columns.end[child] as usize;
            }
        }
        by_tag.iter().for_each(|&(tag, _)| self.group_of_tag[tag as usize] = 0);
        by_tag
    }

    /// Children of one tag by their marks, in the order in which a page's elements are to be matched.
    fn marked(&mut self, tag: u32, children: Vec<Child>, parents: usize) -> Vec<Group> {
        let sizes = sizes(&children, parents);
        let with_child = sizes.len();
        let used = self.count(&children);
        if sizes.iter().all(|&size| size == 1) && with_child as f64 >= ALWAYS * parents as f64 {
            let mark = self.common(&used, children.len());
            self.forget(&used);
            return vec![(mark, children)];
        }
        if used.is_empty() {
            return self.cells(tag, children, parents);
        }
        self.find_crowds(&children, &used);
        let (mut groups, mut plain) = self.by_mark(children);
        groups.sort_unstable_by(|(one, _), (other, _)| {
            let pages = |mark: u32| self.counts[mark as usize].pages;
            pages(*other).cmp(&pages(*one)).then_with(|| self.names.text(*one).cmp(self.names.text(*other)))
        });
        if groups.len() > self.bounds.marks {
            plain.extend(groups.drain(self.bounds.marks..).flat_map(|(_, members)| members));
        }
        groups.sort_unstable_by(|(one, _), (other, _)| self.compare(*one, *other));
        self.forget(&used);
        let cells = if plain.is_empty() { Vec::new() } else { self.cells(tag, plain, parents) };
        groups.into_iter().map(|(mark, members)| (Mark::Token(mark), members)).chain(cells).collect()
    }

    /// Counts the marks of the children; the marks that they have, each once.
    fn count(&mut self, children: &[Child]) -> Vec<u32> {
        let mut used = Vec::new();
        for (number, child) in children.iter().enumerate() {
            for &mark in &self.marks[child.first as usize..child.last as usize] {
                let count = &mut self.counts[mark as usize];
                if count.children == 0 {
                    used.push(mark);
                }
                if count.latest != number as u32 + 1 {
                    count.latest = number as u32 + 1;
                    count.children += 1;
                }
            }
        }
        used
    }

    fn forget(&mut self, used: &[u32]) {
        used.iter().for_each(|&mark| self.counts[mark as usize] = Count::default());
    }

    /// A token that all the children have, an id before a class; none is no loss where there is one child a parent.
    fn common(&self, used: &[u32], children: usize) -> Mark {
        let shared = used.iter().copied().filter(|&mark| self.counts[mark as usize].children as usize == children);
        let key = |mark: u32| (!self.names.is_id(mark), self.names.text(mark));
        shared.min_by(|&one, &other| key(one).cmp(&key(other))).map_or(Mark::None, Mark::Token)
    }

    /// On how many pages each mark is, and how crowded those are that recur.
    fn find_crowds(&mut self, children: &[Child], used: &[u32]) {
        let pairs_of = |child: &Child| {
            let (marks, page) = (&self.marks[child.first as usize..child.last as usize], u64::from(child.page));
            marks.iter().map(move |&mark| u64::from(mark) << 32 | page)
        };
        let mut pairs: Vec<u64> = children.iter().flat_map(pairs_of).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs.iter().for_each(|pair| self.counts[(pair >> 32) as usize].pages += 1);
        let mut pages = children.iter().map(|child| child.page).collect::<Vec<_>>();
        pages.sort_unstable();
        pages.dedup();
        let least = if self.pages.len() > 2 { (RECURRING * pages.len() as f64).max(2.0) } else { 1.0 };
        for &mark in used {
            let count = &mut self.counts[mark as usize];
            if f64::from(count.pages) >= least {
                count.crowd = f64::from(count.children) / f64::from(count.pages);
            }
        }
    }

    /// The children by the mark that tells each, and those without one.
    fn by_mark(&mut self, children: Vec<Child>) -> (Numbered, Vec<Child>) {
        let (mut groups, mut plain): (Numbered, Vec<Child>) = (Vec::new(), Vec::new());
        for child in children {
            let mark = self.choose(&self.marks[child.first as usize..child.last as usize]);
            if mark == NO_MARK {
                plain.push(child);
                continue;
            }
            if self.counts[mark as usize].group == 0 {
                groups.push((mark, Vec::new()));
                self.counts[mark as usize].group = groups.len() as u32;
            }
            groups[self.counts[mark as usize].group as usize - 1].1.push(child);
        }
        (groups, plain)
    }

    /// Of an element's recurring tokens the one that fewest siblings share: `large-8`, where all are `columns`.
    fn choose(&self, marks: &[u32]) -> u32 {
        let recurring = || marks.iter().copied().filter(|&mark| self.counts[mark as usize].crowd > 0.0);
        let most = recurring().map(|mark| self.counts[mark as usize].pages).max().unwrap_or(0);
        let is_good = |&mark: &u32| f64::from(self.counts[mark as usize].pages) >= NEARLY * f64::from(most);
        recurring().filter(is_good).min_by(|&one, &other| self.compare(one, other)).unwrap_or(NO_MARK)
    }

    fn compare(&self, one: u32, other: u32) -> Ordering {
        let key = |mark: u32| (!self.names.is_id(mark), self.names.text(mark));
        let crowd = |mark: u32| self.counts[mark as usize].crowd;
        crowd(one).total_cmp(&crowd(other)).then_with(|| key(one).cmp(&key(other)))
    }

    /// Children without a mark: by ordinal where they are the cells of a layout, else all in one slot.
    fn cells(&self, tag: u32, plain: Vec<Child>, parents: usize) -> Vec<Group> {
        let sizes = sizes(&plain, parents);
        let (usual, often) = usual_size(&sizes);
        let is_layout = CELLS.contains(&self.names.tag_text(tag)) && usual > 1 && usual <= MAX_CELLS;
        if !is_layout || (often as f64) < REGULAR * sizes.len() as f64 {
            return vec![(Mark::None, plain)];
        }
        let nth = |child: &Child| self.pages[child.page as usize].nth[child.row as usize];
        let mut ordered = plain;
        ordered.sort_by_key(nth);
        let groups = ordered.chunk_by(|one, other| nth(one) == nth(other));
        groups.map(|own| (Mark::Nth(nth(&own[0])), own.to_vec())).collect()
    }
}

/// How many of the children each parent has, parents in the order in which they come.
fn sizes(children: &[Child], parents: usize) -> Vec<u32> {
    let mut places = vec![0u32; parents];
    let mut sizes: Vec<u32> = Vec::new();
    for child in children {
        let place = &mut places[child.parent as usize];
        if *place == 0 {
            sizes.push(0);
            *place = sizes.len() as u32;
        }
        sizes[*place as usize - 1] += 1;
    }
    sizes
}

/// The most frequent size and how many have it; of equals the one that comes first.
fn usual_size(sizes: &[u32]) -> (usize, usize) {
    let mut counts: Vec<u32> = vec![0; sizes.iter().max().map_or(0, |&size| size as usize) + 1];
    sizes.iter().for_each(|&size| counts[size as usize] += 1);
    let most = sizes.iter().map(|&size| counts[size as usize]).max().unwrap_or(0);
    let usual = sizes.iter().find(|&&size| counts[size as usize] == most).map_or(0, |&size| size as usize);
    (usual, most as usize)
}
