//! A page as every part of the kernel reads it: its columns, lent, and what a row or a block is asked for.
//!
//! The subtree of a row is the rows `row..end[row]`. What is not stored is made when it is first asked for.

use std::borrow::Cow;
use std::ops::{Add, Range};
use std::sync::OnceLock;

use crate::attributes::AttributeColumns;
use crate::names::{NameId, Names, hash_names, name, name_hash, places_of};
use crate::signs;
use text::hash::mix;

/// Paths of pages with more rows are made where they are asked for, and not kept: they take eight bytes a row.
const MAX_KEPT_PATHS: usize = 1 << 16;

/// The columns of a page. `_native.pyi` says what each holds.
#[derive(Clone, Copy)]
pub struct PageView<'page> {
    pub text: &'page str,
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub nth: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub words: &'page [i32],
    pub in_link: &'page [bool],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub step: &'page [u64],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub block_row: &'page [i32],
    pub block_first: &'page [i32],
    pub block_last: &'page [i32],
    pub block_text_start: &'page [i32],
    pub block_text_end: &'page [i32],
    pub block_chars: &'page [i32],
    pub block_words: &'page [i32],
    pub block_link_chars: &'page [i32],
    pub block_hidden: &'page [bool],
    pub attributes: &'page AttributeColumns,
    pub names: &'page Names,
    pub derived: &'page Derived,
}

/// What is made of a page when it is first asked for.
#[derive(Default)]
pub struct Derived {
    hints: OnceLock<Hints>,
    path_tags: OnceLock<Vec<u64>>,
}

/// Which parts of names the names of a page have together, and each of them; see `signs`.
struct Hints {
    all: u64,
    of_names: Vec<u64>,
}

impl<'page> PageView<'page> {
    fn all_hints(&self) -> &'page Hints {
        made_once(&self.derived.hints, || {
            let of_names = signs::hints_of_names(&self.attributes.tokens);
            Hints { all: of_names.iter().fold(0, |all, own| all | own), of_names }
        })
    }

    /// What the names of the page have of the hints, together.
    pub fn hints(&self) -> u64 {
        self.all_hints().all
    }

    /// What each name of the page has of the hints.
    pub fn name_hints(&self) -> &'page [u64] {
        &self.all_hints().of_names
    }

    /// What the class and the id of a row have of the hints.
    pub fn hints_at(&self, row: usize) -> u64 {
        let of_names = self.name_hints();
        self.tokens_at(row).fold(0, |all, token| all | of_names[token])
    }

    /// The hash of each row's path of tags.
    pub fn path_tags(&self) -> &'page [u64] {
        made_once(&self.derived.path_tags, || self.make_path_tags()).as_slice()
    }

    /// The same for one use: they are not kept where the page has very many rows.
    pub fn paths(&self) -> Cow<'page, [u64]> {
        match self.tag.len() <= MAX_KEPT_PATHS {
            true => Cow::Borrowed(self.path_tags()),
            false => Cow::Owned(self.make_path_tags()),
        }
    }

    fn make_path_tags(&self) -> Vec<u64> {
        self.fold_paths(|above, name, _| mix(above, name))
    }

    /// The same with the ordinals among siblings of the tag.
    pub fn path_nth(&self) -> Vec<u64> {
        self.fold_paths(|above, name, nth| mix(mix(above, name), nth as u64))
    }

    /// Of every row what its path gives with the hash of its name and its ordinal, given that of the row above.
    fn fold_paths(&self, step: impl Fn(u64, u64, i32) -> u64) -> Vec<u64> {
        let hashes = hash_names(self.names);
        let mut paths: Vec<u64> = Vec::with_capacity(self.tag.len());
        for (row, &tag) in self.tag.iter().enumerate() {
            let above = usize::try_from(self.parent[row]).map_or(0, |above| paths[above]);
            paths.push(step(above, name_hash(&hashes, tag), self.nth[row]));
        }
        paths
    }

    /// Whether one of the kept blocks begins in the subtree of a row.
    pub fn is_asked(&self, keep: &[i64], row: usize) -> bool {
        let next = keep.partition_point(|&block| self.block_first[block as usize] < row as i32);
        keep.get(next).is_some_and(|&block| self.block_first[block as usize] < self.end[row])
    }

    /// Whether one of the kept blocks has a row in the subtree of a row.
    pub fn is_shown(&self, keep: &[i64], row: usize) -> bool {
        let next = keep.partition_point(|&block| self.block_last[block as usize] <= row as i32);
        keep.get(next).is_some_and(|&block| self.block_first[block as usize] < self.end[row])
    }

    /// Whether one of the kept blocks begins in the subtree of a row, and another block lies in it too.
    pub fn is_parted(&self, keep: &[i64], row: usize) -> bool {
        let before = self.block_last.partition_point(|&last| last <= row as i32);
        let through = self.block_first.partition_point(|&first| first < self.end[row]);
        through > before + 1 && self.is_asked(keep, row)
    }

    /// The first rows of a tag.
    pub fn rows_of(&self, tag: NameId, most: usize) -> impl Iterator<Item = usize> + use<'page> {
        places_of(self.tag, tag).take(most)
    }

    /// The rows of a subtree.
    pub fn under(&self, row: usize) -> Range<usize> {
        row..self.end[row] as usize
    }

    /// The rows right below a row.
    pub fn children(&self, row: usize) -> impl Iterator<Item = usize> + use<'page> {
        let end = self.end;
        let inside = move |&child: &usize| child < end[row] as usize;
        std::iter::successors(Some(row + 1).filter(inside), move |&child| Some(end[child] as usize).filter(inside))
    }

    /// The rows above a row, the nearest first.
    pub fn above(&self, row: usize) -> impl Iterator<Item = usize> + use<'page> {
        let parent = self.parent;
        std::iter::successors(usize::try_from(parent[row]).ok(), move |&row| usize::try_from(parent[row]).ok())
    }

    /// Whether a row is a text, not an element.
    pub fn is_text(&self, row: usize) -> bool {
        self.tag[row] == name::TEXT
    }

    /// The text of a row.
    pub fn text_of(&self, row: usize) -> &'page str {
        self.text.get(self.text_start[row] as usize..self.text_end[row] as usize).unwrap_or_default()
    }

    /// The bytes of a row's text.
    pub fn bytes_of(&self, row: usize) -> &'page [u8] {
        self.text.as_bytes().get(self.text_start[row] as usize..self.text_end[row] as usize).unwrap_or_default()
    }

    /// The text of a block.
    pub fn text_of_block(&self, block: usize) -> &'page str {
        let span = self.block_text_start[block] as usize..self.block_text_end[block] as usize;
        self.text.get(span).unwrap_or_default()
    }

    /// The numbers of the classes of a row.
    pub fn class_tokens(&self, row: usize) -> &'page [i32] {
        &self.class_token[self.class_start[row] as usize..self.class_start[row + 1] as usize]
    }

    /// The numbers of the class and of the id of a row.
    pub fn tokens_at(&self, row: usize) -> impl Iterator<Item = usize> + use<'page> {
        self.class_tokens(row).iter().chain(&self.id_token[row..=row]).filter_map(|&token| usize::try_from(token).ok())
    }

    /// The classes of a row.
    pub fn classes(&self, row: usize) -> impl Iterator<Item = &'page str> + use<'page> {
        let attributes = self.attributes;
        self.class_tokens(row).iter().map(|&token| &attributes.tokens[token as usize])
    }

    /// The id of a row, empty where it has none.
    pub fn id(&self, row: usize) -> &'page str {
        let attributes = self.attributes;
        usize::try_from(self.id_token[row]).map_or("", |token| &attributes.tokens[token])
    }

    /// The value of an attribute of a row.
    pub fn value(&self, row: usize, name: NameId) -> Option<&'page str> {
        let attributes = self.attributes;
        attributes.of(row).find(|&(own, _)| own == name).map(|(_, value)| value)
    }

    /// The value of an attribute of a row; empty where it has none.
    pub fn attribute(&self, row: usize, name: NameId) -> &'page str {
        self.value(row, name).unwrap_or_default()
    }

    /// The value of an attribute, whatever its name; empty where the row has none.
    pub fn named(&self, row: usize, name: &str) -> &'page str {
        self.names.number(name).and_then(|name| self.value(row, name)).unwrap_or_default()
    }

    /// Whether any row has an attribute of that name.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.names.number(name).is_some_and(|number| self.attributes.rows_with(number).next().is_some())
    }
}

/// The sum of the values before each, and of all.
pub fn sums_before<T: Copy + Default + Add<Output = T>>(values: impl Iterator<Item = T>) -> Vec<T> {
    let sums = values.scan(T::default(), |sum, value| {
        *sum = *sum + value;
        Some(*sum)
    });
    std::iter::once(T::default()).chain(sums).collect()
}

/// What is made when it is first asked for; of two threads that make it at once one is taken.
pub fn made_once<T>(place: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(made) = place.get() {
        return made;
    }
    let made = make();
    place.get_or_init(|| made)
}
