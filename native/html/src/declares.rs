//! What a page declares of itself: in its head, in scripts of linked data, and by marks on elements.
//!
//! In words: the first `meta` of each name, the canonical address, the types of schema.org that scripts and elements
//! name, found as text without reading the JSON; the type of page that this tells. And whether scripts may hold content
//! as data.
//!
//! What the head of a page and its links declare: `meta` elements by name, links by relation, the page's own addresses.
//!
//! In words: a `meta` is known by each word of its property, name, itemprop and http-equiv, in lower case; a link by each
//! word of its `rel`; an element by the names of its properties, without what stands before a colon or a slash. Names
//! that nobody asks for are left out. `tests/metadata/plain_head.py` is the twin.

use std::collections::HashMap;

use crate::names::{NameId, name};
use crate::page_view::PageView;
use memchr::memmem;
use text::chars::is_space;
use text::folding::lower;

/// Types that are read of one script, and of elements.
const MAX_TYPES: usize = 50;
/// Elements of one tag that are looked at.
const MAX_ELEMENTS: usize = 200;
/// Bytes of one script: what a page is about comes first in it.
const MAX_BYTES: usize = 50_000;
/// White space between the parts of a type, and the bytes of its name.
const MAX_SPACE: usize = 9;
const MAX_TYPE: usize = 60;

/// What a page declares; all but the addresses in lower case.
#[derive(Default)]
pub struct Declared {
    pub types: Vec<String>,
    pub graph_type: String,
    pub generator: String,
    pub canonical: String,
    pub graph_address: String,
    pub article_fields: usize,
    pub product_fields: usize,
}

/// Reads what a page declares.
pub fn read(page: &PageView) -> Declared {
    let mut declared = Declared::default();
    read_metas(page, &mut declared);
    let is_canonical = |&row: &usize| page.value(row, name::REL) == Some("canonical");
    if let Some(row) = page.rows_of(name::LINK, MAX_ELEMENTS).find(is_canonical) {
        declared.canonical = page.attribute(row, name::HREF).to_owned();
    }
    for row in page.rows_of(name::SCRIPT, MAX_ELEMENTS) {
        if page.value(row, name::TYPE).is_some_and(|kind| kind.contains("ld+json")) {
            let text = page.bytes_of(row);
            read_types(&text[..text.len().min(MAX_BYTES)], &mut declared.types);
        }
    }
    for (_, value) in page.attributes.with_values(name::ITEMTYPE).take(MAX_TYPES) {
        add_type(value.rsplit('/').next().unwrap_or(value), &mut declared.types);
    }
    declared
}

/// The words of schema.org and OpenGraph for types of pages; what is most telling comes first.
const PAGE_TYPES: [(&str, &str); 6] = [
    ("product", "product productgroup og:product product.item"),
    ("forum", "discussionforumposting qapage"),
    ("documentation", "techarticle apireference"),
    (
        "article",
        "article newsarticle blogposting reportagenewsarticle analysisnewsarticle opinionnewsarticle scholarlyarticle \
         liveblogposting report recipe review",
    ),
    ("collection", "collectionpage itemlist offercatalog"),
    ("service", "service localbusiness professionalservice"),
];

/// The type of page that a page declares itself to be, `other` where it declares nothing.
pub fn page_type(page: &PageView) -> &'static str {
    let declared = read(page);
    let is_said = |word: &str| declared.graph_type == word || declared.types.iter().any(|own| own == word);
    let said = PAGE_TYPES.iter().find(|(_, words)| words.split(' ').any(is_said)).map(|&(page_type, _)| page_type);
    let is_alone = || page.rows_of(name::ARTICLE, 2).count() == 1;
    said.unwrap_or_else(|| if is_alone() { "article" } else { "other" })
}

/// The first `meta` of each name counts.
fn read_metas(page: &PageView, declared: &mut Declared) {
    let mut seen: Vec<String> = Vec::new();
    for row in page.rows_of(name::META, MAX_ELEMENTS) {
        let own = page.value(row, name::PROPERTY).filter(|value| !value.is_empty());
        let own = lower(own.or_else(|| page.value(row, name::NAME)).unwrap_or_default());
        if seen.contains(&own) {
            continue;
        }
        let content = || page.attribute(row, name::CONTENT);
        match own.as_str() {
            "og:type" => declared.graph_type = lower(trim(content())),
            "og:url" => declared.graph_address = content().to_owned(),
            "generator" => declared.generator = lower(content()),
            _ => {}
        }
        for line in own.split('\n') {
            declared.article_fields += usize::from(line.starts_with("article:"));
            declared.product_fields += usize::from(line.starts_with("product:") || line.starts_with("og:price"));
        }
        seen.push(own);
    }
}

/// Adds the types that a script writes: `"@type": "Name"`, or the first of a list of names.
fn read_types(script: &[u8], types: &mut Vec<String>) {
    const KEY: &[u8] = b"\"@type\"";
    let (mut start, mut found) = (0, 0);
    while let Some(place) = memmem::find(&script[start..], KEY).filter(|_| found < MAX_TYPES) {
        let after = start + place + KEY.len();
        match type_at(&script[after..]) {
            Some((name, length)) => {
                add_type(&String::from_utf8_lossy(name), types);
                start = after + length;
                found += 1;
            }
            None => start += place + 1,
        }
    }
}

/// The name of a type behind its key, and how many bytes it ends behind the key.
fn type_at(rest: &[u8]) -> Option<(&[u8], usize)> {
    let mut at = skip_space(rest, 0);
    at = skip_space(rest, expect(rest, at, b':')?);
    at = skip_space(rest, expect(rest, at, b'[').unwrap_or(at));
    at = expect(rest, at, b'"')?;
    let length = rest[at..].iter().take(MAX_TYPE + 1).position(|&byte| byte == b'"').filter(|&length| length > 0)?;
    Some((&rest[at..at + length], at + length + 1))
}

fn expect(rest: &[u8], at: usize, byte: u8) -> Option<usize> {
    (rest.get(at) == Some(&byte)).then_some(at + 1)
}

fn skip_space(rest: &[u8], at: usize) -> usize {
    let is_space = |&&byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C);
    at + rest[at..].iter().take(MAX_SPACE).take_while(is_space).count()
}

fn add_type(text: &str, types: &mut Vec<String>) {
    let text = lower(text);
    if types.contains(&text) {
    } else {
        types.push(text)
    }
}

/// A text without white space at its ends, as Python strips it.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\x1c'..='\x1f'))
}

/// Scripts among which linked data is looked for, those of it that are read, and characters in which it says its context
/// or type.
const MAX_LINKED: usize = 2_000;
const MAX_READ: usize = 20;
const MAX_OPENING: usize = 400;

/// The first scripts of at most so many bytes that say that they are JSON-LD; one that does not say what it is may be it
/// all the same.
pub fn linked_scripts(page: &PageView, most_bytes: usize) -> Vec<usize> {
    let is_linked = |&row: &usize| {
        let text = page.text_of(row);
        match page.value(row, name::TYPE).filter(|kind| !kind.is_empty()) {
            _ if text.len() > most_bytes => false,
            Some(kind) => kind.as_bytes().windows(7).any(|part| part.eq_ignore_ascii_case(b"ld+json")),
            None => {
                let end = text.char_indices().nth(MAX_OPENING).map_or(text.len(), |(end, _)| end);
                let opening = trim(&text[..end]);
                opening.starts_with(['{', '[']) && opening.contains("\"@")
            }
        }
    };
    page.rows_of(name::SCRIPT, MAX_LINKED).filter(is_linked).take(MAX_READ).collect::<Vec<_>>()
}

/// Scripts that are looked at for content as data, and the bytes of one that may hold a text and is read.
const MAX_SCRIPTS: usize = 500;
const MIN_SCRIPT: usize = 200;
const MAX_SCRIPT: usize = 2_000_000;
/// What scripts write that hold linked data of what a page is about, of what often stands beside that, and the state of
/// the page's program.
const MAIN: [&str; 4] = ["\"articleBody\"", "\"recipeIngredient\"", "\"recipeInstructions\"", "\"HowTo\""];
const BESIDE: [&str; 6] = ["FAQPage", "QAPage", "Question", "Product", "\"text\"", "\"reviewBody\""];
const STATE: [&str; 3] = ["__NEXT_DATA__", "__NUXT__", "_STATE__"];

/// Which kinds of content as data the scripts may hold: of what the page is about; where `all` are asked for, also of
/// what stands beside, and a state.
pub fn data_signs(page: &PageView, all: bool) -> [bool; 3] {
    let mut signs = [false; 3];
    for row in page.rows_of(name::SCRIPT, MAX_SCRIPTS) {
        let text = page.bytes_of(row);
        if !(MIN_SCRIPT..=MAX_SCRIPT).contains(&text.len()) {
            continue;
        }
        let kind = lower(trim(page.attribute(row, name::TYPE)));
        let writes = |names: &[&str]| names.iter().any(|name| memmem::find(text, name.as_bytes()).is_some());
        if kind.contains("ld+json") {
            signs[0] = signs[0] || writes(&MAIN);
            signs[1] = signs[1] || all && writes(&BESIDE);
        }
        let is_program = matches!(kind.as_str(), "" | "module") || kind.contains("javascript");
        signs[2] = signs[2] || all && (kind == "application/json" || is_program && writes(&STATE));
    }
    signs
}

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
