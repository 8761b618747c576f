//! All candidates of metadata that a page declares, in one walk: its `meta` elements, JSON-LD, marked elements, links.
//!
//! In words: each source tells some fields; the candidates of a field are put in the order of their sources, and of one
//! source in the order in which it tells them. Where something has to be read that this kernel reads otherwise than
//! Python, the page is odd, and Python reads all of it: `sources.py` of `src/weft/metadata` and what it calls are the
//! twin.

use std::collections::HashMap;

use crate::candidates::{Candidate, Candidates, FIELDS, More, SOURCES, Statement, field, said};
use crate::linked_data::{self, digits};
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
const OPENGRAPH: [&str; 3] = ["og:", "article:", "twitter:"];
/// Where catalogues write the last name of an author first.
const CATALOGUES: [&str; 2] = ["citation", "dc"];

/// A name of a `meta`, of a field the place among its names.
type Places = Vec<(usize, usize)>;

/// What is read of a head, and what it tells.
pub struct DeclaredNames {
    head: HeadNames,
    metas: Vec<String>,
    canonical: Option<usize>,
    /// By number of a name the fields that OpenGraph tells with it, and those that other `meta` elements tell.
    graph_places: Vec<Places>,
    meta_places: Vec<Places>,
    /// By number of a property its field.
    property_fields: Vec<usize>,
    /// By field the ranks of sources; a source without one does not tell it.
    ranks: Vec<[Option<usize>; SOURCES.len()]>,
}

/// The names of `meta` elements by field, in their order.
pub type NamesByField = Vec<(String, Vec<String>)>;

/// What a page declares.
pub struct Declared {
    /// By field, the best first.
    pub lists: Vec<Vec<Candidate>>,
    /// The first words of the programs that say they made the page, in lower case.
    pub programs: Vec<String>,
    pub relations: Vec<Vec<usize>>,
    /// What the site is called, as it is compared.
    pub sites: Vec<String>,
}

impl DeclaredNames {
    /// None where a field or a source is not known.
    pub fn new(
        (metas, relations): (Vec<String>, Vec<String>),
        (graph, other): (&NamesByField, &NamesByField),
        properties: Vec<(String, String)>,
        priority: &NamesByField,
    ) -> Option<Self> {
        let (Some(graph_places), Some(meta_places)) = (places(graph, &metas), places(other, &metas)) else {
            return None;
        };
        let mut ranks = vec![[None; SOURCES.len()]; FIELDS.len()];
        for (own, sources) in priority {
            for (rank, source) in sources.iter().enumerate() {
                // Others are those of printed candidates.
                if let (Some(field), Some(source)) = (field(own), SOURCES.iter().position(|known| known == source)) {
                    ranks[field][source] = Some(rank);
                }
            }
        }
        let fields: Vec<_> = properties.iter().filter_map(|(_, own)| field(own)).collect();
        let is_whole = fields.len() == properties.len() && priority.iter().all(|(own, _)| field(own).is_some());
        let names: Vec<_> = properties.into_iter().map(|(name, _)| name).collect();
        let mut copies = Vec::with_capacity(metas.len());
        metas.iter().for_each(|name| copies.push(name.to_owned()));
        let canonical = relations.iter().position(|name| name == "canonical");
        let head = HeadNames::new(copies, relations, names);
        let names = DeclaredNames { head, metas, canonical, graph_places, meta_places, property_fields: fields, ranks };
        is_whole.then_some(names)
    }

    /// What a page that was read at an address declares. None: Python must read it.
    pub fn read(&self, page: &PageView, url: &str) -> Option<Declared> {
        limits::tick(1);
        let head = self.head.read(page);
        let metas = Metas::of(self, &head);
        let linked = linked_data::read(page);
        let mut graph = Candidates::default();
        self.sort(&metas, &self.graph_places, &mut graph);
        self.read_labels(&metas, &mut graph);
        let marked = self.read_marked(page, &metas);
        let html = self.read_html(page, &head, &metas);
        let sources = [linked, graph, marked, html];
        if sources.iter().any(|source| source.is_odd) {
            return None;
        }
        let lists = self.ranked(sources);
        let mut programs = Vec::new();
        for (_, value) in metas.named("generator") {
            let program = value.split(' ').next().unwrap_or_default();
            programs.push(lower(program));
        }
        let names = SITE_METAS.iter().flat_map(|name| metas.named(name)).map(|(_, name)| name);
        let address =
            if url.is_empty() { metas.named("og:url").next().map_or("", |(_, address)| address) } else { url };
        let sites = candidates::site_names(names, address);
        Some(Declared { lists, programs, relations: head.relations, sites })
    }

    /// The candidates of each field in the order of their sources.
    fn ranked(&self, sources: [Candidates; 4]) -> Vec<Vec<Candidate>> {
        let mut lists = Vec::with_capacity(FIELDS.len());
        lists.resize_with(FIELDS.len(), Vec::new);
        let mut lasts = vec![0; FIELDS.len()];
        for (number, own) in sources.into_iter().flat_map(|source| source.lists.into_iter().enumerate()) {
            let list: &mut Vec<Candidate> = &mut lists[number];
            for candidate in own {
                let Some(rank) = self.ranks[number][candidate.source] else { continue };
                let rank_of = |other: &Candidate| self.ranks[number][other.source];
                let is_last = rank >= lasts[number];
                let place =
                    if is_last { list.len() } else { list.partition_point(|other| rank_of(other) <= Some(rank)) };
                list.reserve(1);
                list.insert(place, candidate);
                lasts[number] = rank.max(lasts[number]);
            }
        }
        lists
    }

    /// Adds the fields that the names of `meta` elements tell, in the order of their places.
    fn sort(&self, metas: &Metas, places: &[Places], candidates: &mut Candidates) {
        let mut found: Vec<(usize, usize, usize)> = Vec::new();
        for number in (0..places.len()).filter(|&number| !metas.values[number].is_empty()) {
            for &(field, place) in &places[number] {
                found.push((field, place, number));
            }
        }
        found.sort_unstable();
        for (field, _, number) in found {
            let source = source_of(&self.metas[number]);
            for (row, value) in &metas.values[number] {
                let more = if FIELDS[field] == "image" { metas.size_of(*row, value) } else { More::None };
                let said = Statement::Clean(value.to_owned());
                candidates.lists[field].push(Candidate { said, row: *row as i64, source, more });
            }
        }
    }

    /// Adds what cards of Twitter name beside a label, which Python reads.
    fn read_labels(&self, metas: &Metas, candidates: &mut Candidates) {
        for (label, data) in [("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")] {
            let (label, data) = (metas.named(label).next(), metas.named(data).next());
            let (Some((_, label)), Some((row, value)), Some(author)) = (label, data, field("author")) else { continue };
            let said = Statement::Labelled(value.to_owned(), label.to_owned());
            let candidate = Candidate { said, row: row as i64, source: source("twitter"), more: More::None };
            candidates.lists[author].push(candidate);
        }
    }

    /// The candidates of marked elements, except those of comments, reviews and answers.
    fn read_marked(&self, page: &PageView, metas: &Metas) -> Candidates {
        let mut candidates = Candidates::default();
        let told = self.head.properties(page, MAX_ROWS);
        let (mut side, mut ends) = (Vec::new(), Vec::new());
        for (row, kind) in page.attributes.with_values(name::ITEMTYPE).take(if told.is_empty() { 0 } else { MAX_ITEMS })
        {
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
            let mut seen = Vec::new();
            for field in numbers.into_iter().map(|number| self.property_fields[number]) {
                if !seen.contains(&field) {
                    seen.push(field);
                    read_property(page, row, field, metas, &mut candidates);
                }
            }
        }
        candidates
    }

    /// The candidates of other `meta` elements, of links and of `html`.
    fn read_html(&self, page: &PageView, head: &Head, metas: &Metas) -> Candidates {
        let mut candidates = Candidates::default();
        self.sort(metas, &self.meta_places, &mut candidates);
        if let Some(author) = field("author") {
            candidates.lists[author] = self.authors(metas, author);
        }
        if let Some(tags) = field("tags") {
            for candidate in std::mem::take(&mut candidates.lists[tags]) {
                let Statement::Clean(text) = &candidate.said else { continue };
                for tag in text.split([',', '，', '、']) {
                    let said = Statement::Clean(tag.trim_matches(is_space).to_owned());
                    let tag = Candidate { said, more: More::None, ..candidate };
                    candidates.lists[tags].push(tag);
                }
            }
        }
        let told = |name: NameId| page.value(0, name).filter(|value| !value.is_empty());
        if let (Some(value), Some(language)) = (told(name::LANG).or_else(|| told(name::XML_LANG)), field("language")) {
            let (said, list) = (Statement::Clean(value.to_owned()), &mut candidates.lists[language]);
            list.reserve(1);
            list.insert(0, Candidate { said, row: 0, source: source("html"), more: More::None });
        }
        if let (Some(url), Some(canonical)) = (field("url"), self.canonical) {
            for &row in head.relations[canonical].iter().filter(|&&row| page.tag[row] == name::LINK) {
                let address = page.value(row, name::HREF).unwrap_or_default();
                candidates.add(url, address, (row as i64, source("link")), More::None);
            }
        }
        candidates
    }

    /// Of each name of authors one candidate: several elements of one name are several authors.
    fn authors(&self, metas: &Metas, author: usize) -> Vec<Candidate> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (number, places) in
            self.meta_places.iter().enumerate().filter(|&(number, _)| !metas.values[number].is_empty())
        {
            for &(_, place) in places.iter().filter(|&&(field, _)| field == author) {
                found.push((place, number));
            }
        }
        found.sort_unstable();
        let mut authors = Vec::new();
        for (_, number) in found {
            let (name, mut names) = (&*self.metas[number], String::new());
            for (count, (_, value)) in metas.values[number].iter().enumerate() {
                names.push_str(if count > 0 { "; " } else { "" });
                match value.split_once(", ").filter(|(_, rest)| !rest.contains(", ")) {
                    Some((last, first)) if CATALOGUES.iter().any(|catalogue| name.starts_with(catalogue)) => {
                        [first, " ", last].into_iter().for_each(|part| names.push_str(part));
                    }
                    _ => names.push_str(value),
                }
            }
            let row = metas.values[number].first().map_or(-1, |&(row, _)| row as i64);
            let candidate = Candidate { said: Statement::Clean(names), row, source: source_of(name), more: More::None };
            authors.push(candidate);
        }
        authors
    }
}

/// Adds the value of a property: its content, date or address, else its text; the name of an author Python looks for.
fn read_property(page: &PageView, row: usize, field: usize, metas: &Metas, candidates: &mut Candidates) {
    const KEYS: [NameId; 4] = [name::CONTENT, name::DATETIME, name::SRC, name::HREF];
    if candidates.is_full(field) {
        // Python might find some of them empty, and would then go on.
        candidates.is_odd |= candidates.lists[field].iter().any(|one| !matches!(one.said, Statement::Clean(_)));
        return;
    }
    let (is_image, place) = (FIELDS[field] == "image", (row as i64, source("microdata")));
    let keys = &KEYS[..if is_image { 4 } else { 2 }];
    let value = keys.iter().find_map(|&key| page.value(row, key).filter(|value| !value.is_empty()));
    if FIELDS[field] == "author" && value.is_none() {
        let (row, source) = place;
        return candidates.push(field, Candidate { said: Statement::Inside, row, source, more: More::None });
    }
    let value = value.unwrap_or_else(|| first_chars(page.text_of(row), MAX_TEXT));
    let more = match said(value) {
        Statement::Clean(value) if is_image => metas.size_of(row, &value),
        _ if is_image => {
            candidates.is_odd = true; // whether another picture has its size
            return;
        }
        _ => More::None,
    };
    candidates.add(field, value, place, more)
}

/// The contents of `meta` elements by the number of their name, made clean, without those that are empty.
struct Metas<'names> {
    names: &'names [String],
    values: Vec<Vec<(usize, String)>>,
}

impl<'names> Metas<'names> {
    fn of(names: &'names DeclaredNames, head: &Head) -> Self {
        let names = names.metas.as_slice();
        let mut values: Vec<Vec<(usize, String)>> = Vec::with_capacity(names.len());
        values.resize_with(names.len(), Vec::new);
        for &(number, row, content) in &head.metas {
            let clean = cleaned(content);
            if !clean.is_empty() {
                values[number].push((row, clean));
            }
        }
        Metas { names, values }
    }

    /// The rows and contents of a name.
    fn named(&self, name: &str) -> impl Iterator<Item = (usize, &str)> {
        let number = self.names.iter().position(|own| own == name);
        number.into_iter().flat_map(|number| self.values[number].iter().map(|(row, value)| (*row, value.as_str())))
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

/// By number of a name the fields that it tells, and its place among the names of each; none where one is not known.
fn places(names: &NamesByField, metas: &[String]) -> Option<Vec<Places>> {
    let mut numbers: HashMap<&str, usize> = HashMap::with_capacity(metas.len());
    for (number, name) in metas.iter().enumerate() {
        numbers.insert(name, number); // there is room
    }
    let mut places: Vec<Places> = Vec::with_capacity(metas.len());
    places.resize_with(metas.len(), Vec::new);
    for (own, keys) in names {
        let field = field(own)?;
        for (place, key) in keys.iter().enumerate() {
            let &number = numbers.get(key.as_str())?;
            places[number].push((field, place));
        }
    }
    Some(places)
}

fn source(name: &str) -> usize {
    SOURCES.iter().position(|&own| own == name).unwrap_or_default()
}

/// Who tells what a `meta` of a name says.
fn source_of(name: &str) -> usize {
    source(if OPENGRAPH.iter().any(|start| name.starts_with(start)) { "opengraph" } else { "meta" })
}
