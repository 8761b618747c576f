//! What the head of a page and its links declare: `meta` elements by name, links by relation, the page's own addresses.
//!
//! In words: a `meta` is known by each word of its property, name, itemprop and http-equiv, in lower case; a link by each
//! word of its `rel`; an element by the names of its properties, without what stands before a colon or a slash. Names
//! that nobody asks for are left out. `tests/metadata/plain_head.py` is the twin.

use std::collections::HashMap;

use crate::names::{NameId, name};
use crate::page_view::PageView;
use text::chars::is_space;
use text::folding::lower;

/// `meta` elements that are read: no honest page has more; and links, of which a long discussion has many.
const MAX_METAS: usize = 400;
const MAX_RELATIONS: usize = 2_000;
/// Links and `meta` elements among which the page's own address is looked for.
const MAX_ADDRESSES: usize = 100;
/// What names of OpenGraph and its like begin with: these are read of `meta` elements.
const OTHERS: [&str; 3] = ["og:", "article:", "twitter:"];
const KEYS: [NameId; 4] = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];

/// The names that are asked for, each with its number.
pub struct HeadNames {
    metas: HashMap<String, usize>,
    relations: Vec<(String, usize)>,
    properties: HashMap<String, usize>,
}

/// What a head declares: number of the name, row and content of each `meta`; by relation the rows.
pub struct Head<'page> {
    pub metas: Vec<(usize, usize, &'page str)>,
    pub relations: Vec<Vec<usize>>,
}

impl HeadNames {
    pub fn new(metas: Vec<String>, relations: Vec<String>, properties: Vec<String>) -> Self {
        let relations = relations.into_iter().enumerate().map(|(number, name)| (name, number)).collect::<Vec<_>>();
        HeadNames { metas: numbered(metas), relations, properties: numbered(properties) }
    }

    /// The rows among the first with an `itemprop`, then with a `property`, that have names which are asked for, and the
    /// numbers of these names, each once.
    pub fn properties(&self, page: &PageView, most: usize) -> Vec<(usize, Vec<usize>)> {
        let mut found = Vec::new();
        for key in [name::ITEMPROP, name::PROPERTY] {
            for (row, value) in page.attributes.with_values(key).take(most) {
                let mut numbers = Vec::new();
                for word in words(&lower(value)).filter(|word| !OTHERS.iter().any(|other| word.starts_with(other))) {
                    let own = word.rsplit([':', '/']).next().and_then(|name| self.properties.get(name));
                    if let Some(&number) = own.filter(|number| !numbers.contains(*number)) {
                        numbers.push(number);
                    }
                }
                if !numbers.is_empty() {
                    found.push((row as usize, numbers));
                }
            }
        }
        found
    }

    pub fn read<'page>(&self, page: &PageView<'page>) -> Head<'page> {
        let mut head = Head { metas: Vec::new(), relations: vec![Vec::new(); self.relations.len()] };
        for row in page.rows_of(name::META, MAX_METAS) {
            let first = head.metas.len();
            for (_, value) in page.attributes.of(row).filter(|(key, _)| KEYS.contains(key)) {
                for number in words(&lower(value)).filter_map(|word| self.metas.get(word).copied()) {
                    if !head.metas[first..].iter().any(|&(other, ..)| other == number) {
                        let content = page.attribute(row, name::CONTENT);
                        head.metas.push((number, row, content));
                    }
                }
            }
        }
        for (row, value) in page.attributes.with_values(name::REL).take(MAX_RELATIONS) {
            // Most links say `nofollow` and the like, and a page may have thousands of them.
            let is_odd = !value.is_ascii();
            let folded = if is_odd { lower(value) } else { String::new() };
            for word in words(if is_odd { &folded } else { value }) {
                let is_word = |name: &&(String, usize)| name.0.eq_ignore_ascii_case(word);
                let Some(&(_, number)) = self.relations.iter().find(is_word) else { continue };
                let rows = &mut head.relations[number];
                if rows.last() != Some(&(row as usize)) {
                    rows.push(row as usize);
                }
            }
        }
        head
    }
}

fn numbered(names: Vec<String>) -> HashMap<String, usize> {
    let mut numbers = HashMap::with_capacity(names.len());
    names.into_iter().enumerate().for_each(|(number, name)| {
        numbers.insert(name, number);
    });
    numbers
}

/// The address of the first `base`, and the addresses that the page declares as its own, canonical ones first.
pub fn own_addresses<'page>(page: &PageView<'page>) -> (Option<&'page str>, Vec<&'page str>) {
    let base = page.rows_of(name::BASE, 1).next().and_then(|row| page.value(row, name::HREF));
    let mut own = Vec::new();
    for row in page.rows_of(name::LINK, MAX_ADDRESSES) {
        let relations = page.attribute(row, name::REL);
        if words(relations).any(|word| word.eq_ignore_ascii_case("canonical")) {
            own.push(page.attribute(row, name::HREF));
        }
    }
    for row in page.rows_of(name::META, MAX_ADDRESSES) {
        let property = page.value(row, name::PROPERTY).filter(|value| !value.is_empty());
        let named = property.or_else(|| page.value(row, name::NAME)).unwrap_or_default();
        if named.trim_matches(is_space).eq_ignore_ascii_case("og:url") {
            own.push(page.attribute(row, name::CONTENT));
        }
    }
    (base, own)
}

/// The words of a text, as Python splits it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}
