//! All candidates of metadata that a page declares and nobody has to rank, in one walk: its `meta` elements, JSON-LD,
//! marked elements, links.
//!
//! In words: each source tells some fields; the candidates of a field are put in the order of their sources, and of one
//! source in the order in which it tells them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::candidates::{Candidate, Candidates, More, field};
use crate::declared_names::{FIELDS, MORE_METAS, RELATIONS};
use crate::linked_data::{self, digits};
use crate::linked_scripts::Script;
use extractors::titles::candidates::{self, SITE_METAS};
use extractors::titles::values::cleaned;
use html::declares::{Head, HeadNames};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::chars::{first_chars, is_space};
use text::folding::lower;

/// Rows with properties that are read, items among which side matter is looked for, and characters of a value.
const MAX_ROWS: usize = 300;
const MAX_ITEMS: usize = 2_000;
const MAX_TEXT: usize = 2_000;
const MAX_PIXEL_DIGITS: usize = 5;
/// Items about something else than the page.
const SIDE_TYPES: [&str; 7] = ["comment", "review", "answer", "rating", "offer", "breadcrumb", "sitenavigation"];
const GRAPH_IMAGES: [&str; 3] = ["og:image", "og:image:url", "og:image:secure_url"];

/// The names that are read, each once; what is read of a head by them.
struct Names {
    head: HeadNames,
    metas: Vec<&'static str>,
    /// By number of a property its field.
    properties: Vec<usize>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let own = FIELDS.iter().flat_map(|own| own.graph.split(' ').chain(own.metas.split(' ')));
    let mut metas: Vec<&str> = own.chain(MORE_METAS.split(' ')).filter(|name| !name.is_empty()).collect();
    metas.sort_unstable();
    metas.dedup();
    let told =
        FIELDS.iter().enumerate().flat_map(|(field, own)| own.properties.split(' ').map(move |name| (field, name)));
    let (properties, names): (Vec<_>, Vec<_>) =
        told.filter(|(_, name)| !name.is_empty()).map(|(field, name)| (field, name.to_owned())).unzip();
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    Names { head: HeadNames::new(owned(&metas), owned(&RELATIONS), names), metas, properties }
});

/// What a page declares.
pub struct Declared {
    /// By field, the best first.
    pub lists: Vec<Vec<Candidate>>,
    /// The rows of links by their place in `RELATIONS`.
    pub relations: Vec<Vec<usize>>,
    /// What the site is called, as it is compared.
    pub sites: Vec<String>,
}

impl Declared {
    /// What a page that was read at an address declares.
    pub fn read(page: &PageView, scripts: &[Script], url: &str) -> Declared {
        limits::tick(1);
        let head = NAMES.head.read(page);
        let metas = Metas::of(&head);
        let linked = linked_data::read(scripts);
        let (mut graph, mut html) = (Candidates::default(), Candidates::default());
        for (number, own) in FIELDS.iter().enumerate() {
            metas.tell(number, own.graph, &mut graph);
            metas.tell(number, own.metas, &mut html);
        }
        split_tags(&mut html);
        read_html(page, &head, &mut html);
        let marked = read_marked(page, &metas);
        let names = SITE_METAS.iter().flat_map(|name| metas.named(name)).map(|(_, name)| name);
        let own = metas.named("og:url").next().map_or("", |(_, address)| address);
        let sites = candidates::site_names(names, if url.is_empty() { own } else { url });
        Declared { lists: ranked([linked, graph, marked, html]), relations: head.relations, sites }
    }
}

/// The candidates of each field in the order of their sources, without those of sources that do not tell it.
fn ranked(sources: [Candidates; 4]) -> Vec<Vec<Candidate>> {
    let mut lists = vec![Vec::new(); FIELDS.len()];
    for (number, own) in sources.into_iter().flat_map(|source| source.lists.into_iter().enumerate()) {
        lists[number].extend(own);
    }
    for (list, field) in lists.iter_mut().zip(&FIELDS) {
        let rank = |candidate: &Candidate| field.sources.split(' ').position(|source| source == candidate.source);
        list.retain(|candidate| rank(candidate).is_some());
        list.sort_by_key(|candidate| rank(candidate));
    }
    lists
}

/// Parts the values of tags at commas.
fn split_tags(candidates: &mut Candidates) {
    let Some(tags) = field("tags") else { return };
    for candidate in std::mem::take(&mut candidates.lists[tags]) {
        let parts = candidate.text.split([',', '，', '、']).map(|tag| tag.trim_matches(is_space));
        let tags_of = parts.map(|tag| Candidate { text: tag.to_owned(), ..candidate.clone() });
        candidates.lists[tags].extend(tags_of);
    }
}

/// Reads the language of `html` and the canonical links.
fn read_html(page: &PageView, head: &Head, candidates: &mut Candidates) {
    let told = |name: NameId| page.value(0, name).filter(|value| !value.is_empty());
    if let (Some(value), Some(language)) = (told(name::LANG).or_else(|| told(name::XML_LANG)), field("language")) {
        candidates.lists[language]
            .insert(0, Candidate { text: value.to_owned(), row: 0, source: "html", more: More::None });
    }
    let canonical = RELATIONS.iter().position(|own| *own == "canonical");
    if let (Some(url), Some(canonical)) = (field("url"), canonical) {
        for &row in head.relations[canonical].iter().filter(|&&row| page.tag[row] == name::LINK) {
            candidates.add(url, page.attribute(row, name::HREF), (row as i64, "link"), More::None);
        }
    }
}

/// The candidates of marked elements, except those of comments, reviews and answers.
fn read_marked(page: &PageView, metas: &Metas) -> Candidates {
    let mut candidates = Candidates::default();
    let told = NAMES.head.properties(page, MAX_ROWS);
    let (mut side, mut ends) = (Vec::new(), Vec::new());
    for (row, kind) in page.attributes.with_values(name::ITEMTYPE).take(if told.is_empty() { 0 } else { MAX_ITEMS }) {
        let kind = lower(kind.rsplit('/').next().unwrap_or(kind));
        if SIDE_TYPES.iter().any(|word| kind.contains(word)) {
            side.push(row as usize);
            let last = ends.last().copied().unwrap_or(0);
            ends.push(page.end[row as usize].max(last));
        }
    }
    for (row, numbers) in told {
        let before = side.partition_point(|&other| other < row);
        if before > 0 && ends[before - 1] as usize > row {
            continue;
        }
        let mut fields: Vec<usize> = numbers.into_iter().map(|number| NAMES.properties[number]).collect();
        fields.dedup();
        fields.into_iter().for_each(|field| read_property(page, row, field, metas, &mut candidates));
    }
    candidates
}

/// Adds the value of a property: its content, date or address, else its text.
fn read_property(page: &PageView, row: usize, field: usize, metas: &Metas, candidates: &mut Candidates) {
    const KEYS: [NameId; 4] = [name::CONTENT, name::DATETIME, name::SRC, name::HREF];
    let is_image = FIELDS[field].field == "image";
    let keys = &KEYS[..if is_image { 4 } else { 2 }];
    let value = keys.iter().find_map(|&key| page.value(row, key).filter(|value| !value.is_empty()));
    let value = value.unwrap_or_else(|| first_chars(page.text_of(row), MAX_TEXT));
    let more = if is_image { metas.size_of(row, &cleaned(value)) } else { More::None };
    candidates.add(field, value, (row as i64, "microdata"), more)
}

/// The contents of `meta` elements by their name, made clean, without those that are empty.
struct Metas {
    values: HashMap<&'static str, Vec<(usize, String)>>,
}

impl Metas {
    fn of(head: &Head) -> Self {
        let mut values: HashMap<&'static str, Vec<(usize, String)>> = HashMap::new();
        for &(number, row, content) in &head.metas {
            let clean = cleaned(content);
            if !clean.is_empty() {
                values.entry(NAMES.metas[number]).or_default().push((row, clean));
            }
        }
        Metas { values }
    }

    /// The rows and contents of a name.
    fn named(&self, name: &str) -> impl Iterator<Item = (usize, &str)> {
        self.values.get(name).into_iter().flatten().map(|(row, value)| (*row, value.as_str()))
    }

    /// Adds what some names tell of a field, in their order.
    fn tell(&self, field: usize, names: &str, candidates: &mut Candidates) {
        for own in names.split(' ') {
            let is_graph = ["og:", "article:", "twitter:"].iter().any(|start| own.starts_with(start));
            let source = if is_graph { "opengraph" } else { "meta" };
            for (row, value) in self.named(own) {
                let is_image = FIELDS[field].field == "image";
                let more = if is_image { self.size_of(row, value) } else { More::None };
                candidates.lists[field].push(Candidate { text: value.to_owned(), row: row as i64, source, more });
            }
        }
    }

    /// The size that OpenGraph tells of a picture: before the next picture, in elements behind it.
    fn size_of(&self, row: usize, value: &str) -> More {
        let others = GRAPH_IMAGES.iter().flat_map(|name| self.named(name));
        let end = others.filter(|&(other, own)| other > row && own != value).map(|(other, _)| other).min();
        let side = |name: &str| {
            let mut behind = self.named(name).filter(|&(other, _)| other > row && end.is_none_or(|end| other < end));
            let text = behind.next().map_or("", |(_, text)| text);
            digits(text.strip_suffix("px").unwrap_or(text), MAX_PIXEL_DIGITS)
        };
        More::Image { width: side("og:image:width"), height: side("og:image:height") }
    }
}
