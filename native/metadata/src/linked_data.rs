//! What JSON-LD says of a page in the words of schema.org, as candidates of its metadata.
//!
//! In words: the objects that the page is about are those of its scripts, of their graphs and of their main entities. Those
//! of what a page may be about come first, then those of the page itself; each tells its fields.

use std::collections::VecDeque;

use crate::candidates::{Candidates, More, field};
use crate::linked_scripts::Script;
use text::chars::is_space;
use text::folding::lower;
use text::json_text::{Kind, Value};

/// Objects of one value that are looked at; values of one list.
const MAX_OBJECTS: usize = 2_000;
const MAX_VALUES: usize = 30;
const MAX_PIXELS: f64 = 100_000.0;
const MAX_PIXEL_DIGITS: usize = 6;
const MAIN_TYPES: [&str; 19] = [
    "article",
    "posting",
    "report",
    "review",
    "question",
    "medicalwebpage",
    "recipe",
    "howto",
    "podcastepisode",
    "videoobject",
    "book",
    "course",
    "event",
    "product",
    "productgroup",
    "softwareapplication",
    "dataset",
    "movie",
    "musicrecording",
];
const PAGE_TYPES: [&str; 9] = [
    "webpage", "itempage", "aboutpage", "faqpage", "qapage", "contactpage", "profilepage", "collectionpage",
    "checkoutpage",
];
const INTO: [&str; 4] = ["@graph", "mainEntity", "mainEntityOfPage", "breadcrumb"];
/// The fields that an object tells, its names for each, of which the first that says anything counts, and what of an
/// object counts before its name.
const TOLD: [(&str, &[&str], &str); 4] = [
    ("language", &["inLanguage"], "name"),
    ("description", &["description"], "name"),
    ("site_name", &["publisher"], "name"),
    ("url", &["url", "mainEntityOfPage"], "@id"),
];
const MORE: [(&str, &str, &str); 4] = [
    ("licence", "license", "@id"),
    ("access", "isAccessibleForFree", "name"),
    ("word_count", "wordCount", "name"),
    ("reading_time", "timeRequired", "name"),
];

/// How near an object is to what the page is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    Main,
    Page,
    Other,
}

struct Object<'values, 'text> {
    value: Value<'values, 'text>,
    row: i64,
    types: Vec<String>,
    rank: Rank,
}

/// The candidates that the scripts of a page tell.
pub fn read(scripts: &[Script]) -> Candidates {
    let mut candidates = Candidates::default();
    let mut objects = Vec::new();
    for script in scripts {
        for &place in &script.roots {
            open(script.values.at(place), script.row as i64, &mut objects);
        }
    }
    for rank in [Rank::Main, Rank::Page, Rank::Other] {
        for object in objects.iter().filter(|object| object.rank == rank) {
            limits::tick(1);
            object.read(&mut candidates);
        }
    }
    candidates
}

/// Adds the objects that a page is about: lists, graphs and main entities are opened.
fn open<'values, 'text>(value: Value<'values, 'text>, row: i64, objects: &mut Vec<Object<'values, 'text>>) {
    let mut queue = VecDeque::new();
    queue.push_back(value);
    for _ in 0..MAX_OBJECTS {
        limits::tick(1);
        let Some(value) = queue.pop_front() else { return };
        queue.reserve(INTO.len());
        if value.is_list() {
            for inner in value.inside().take(MAX_OBJECTS.saturating_sub(queue.len())) {
                queue.reserve(1);
                queue.push_back(inner);
            }
        } else if value.is_object() {
            let types = types_of(value);
            let rank = rank_of(&types);
            objects.push(Object { value, row, types, rank });
            let inner = INTO.iter().filter_map(|key| value.get(key));
            inner.filter(|inner| inner.is_list() || inner.is_object()).for_each(|inner| queue.push_back(inner));
        }
        queue.truncate(MAX_OBJECTS);
    }
}

/// The types of an object, in lower case and without the address of schema.org.
fn types_of(value: Value) -> Vec<String> {
    let mut names = Vec::new();
    let Some(types) = value.get("@type") else {
        names.push(String::new());
        return names;
    };
    let mut add = |name: Value| {
        names.extend(name.text().map(|text| lower(text.rsplit('/').next().unwrap_or(text))));
    };
    if types.is_list() {
        types.inside().for_each(add);
    } else {
        add(types);
    }
    names
}

fn rank_of(types: &[String]) -> Rank {
    let is_main =
        |name: &String| MAIN_TYPES.contains(&&**name) || name.ends_with("article") || name.ends_with("posting");
    match types {
        _ if types.iter().any(is_main) => Rank::Main,
        _ if types.iter().any(|name| PAGE_TYPES.contains(&&**name)) => Rank::Page,
        _ => Rank::Other,
    }
}

impl<'values, 'text> Object<'values, 'text> {
    fn read(&self, candidates: &mut Candidates) {
        let has = |name: &str| self.types.iter().any(|own| own == name);
        if self.rank == Rank::Other {
            return match () {
                () if has("website") => self.add(candidates, "site_name", self.value.get("name"), "name"),
                () if has("breadcrumblist") => self.read_way(candidates),
                () => {}
            };
        }
        for (name, keys, inner) in TOLD {
            self.add(candidates, name, self.value.first_told(keys), inner);
        }
        self.read_image(candidates);
        self.read_list(candidates, "tags", "keywords");
        self.read_list(candidates, "section", "articleSection");
        MORE.into_iter().for_each(|(name, key, inner)| self.add(candidates, name, self.value.get(key), inner))
    }

    /// Adds the first text in a value: itself, the head of a list, or what an object has under a key or as its name.
    fn add(&self, candidates: &mut Candidates, name: &str, value: Option<Value<'values, 'text>>, inner: &str) {
        let Some(mut value) = value else { return };
        for _ in 0..4 {
            let next = match value.kind() {
                Kind::List => value.inside().next(),
                Kind::Object => value.first_told(&[inner, "name", "alternateName", "@value"]),
                _ => Some(value),
            };
            let Some(next) = next else { return };
            value = next;
        }
        let text = match value.kind() {
            Kind::Text(text) => text,
            Kind::Bool(is_true) if name == "access" => {
                if *is_true {
                    "True"
                } else {
                    "False"
                }
            }
            Kind::Int(digits) if name == "word_count" => match *digits {
                "-0" => "0",
                digits => digits,
            },
            _ => return,
        };
        self.say(candidates, name, text, More::None)
    }

    fn say(&self, candidates: &mut Candidates, name: &str, text: &str, more: More) {
        let Some(field) = field(name) else { return };
        candidates.add(field, text, (self.row, "json-ld"), more)
    }

    /// Adds the first picture, with its size where it is told.
    fn read_image(&self, candidates: &mut Candidates) {
        let Some(mut value) = self.value.first_told(&["image", "thumbnailUrl"]) else { return };
        for _ in 0..3 {
            value = if value.is_list() { value.inside().next().unwrap_or(value) } else { value };
        }
        if let Some(text) = value.text() {
            return self.say(candidates, "image", text, More::Image { width: 0, height: 0 });
        }
        let address = value.first_told(&["url", "contentUrl", "@id"]).or_else(|| value.get("name"));
        let Some(address) = address.and_then(Value::text) else { return };
        let (width, height) = (pixels(value.get("width")), pixels(value.get("height")));
        self.say(candidates, "image", address, More::Image { width, height })
    }

    /// Adds the parts of a list of texts, or of one text, between commas.
    fn read_list(&self, candidates: &mut Candidates, name: &str, key: &str) {
        let Some(value) = self.value.get(key) else { return };
        let (list, one) = if value.is_list() { (Some(value), None) } else { (None, Some(value)) };
        for text in list.into_iter().flat_map(Value::inside).chain(one).take(MAX_VALUES).filter_map(Value::text) {
            text.split(',').for_each(|part| self.say(candidates, name, part, More::None));
        }
    }

    /// Adds the steps of the first breadcrumbs, from the home page down.
    fn read_way(&self, candidates: &mut Candidates) {
        let Some(field) = field("way").filter(|&way| candidates.lists[way].is_empty()) else { return };
        let Some(steps) = self.value.get("itemListElement").filter(|steps| steps.is_list()) else { return };
        for step in steps.inside().take(MAX_VALUES).filter(|step| step.is_object()) {
            let target = step.get("item");
            let about = target.filter(|target| target.is_object());
            let name = step.told("name").or_else(|| about.and_then(|about| about.get("name")));
            let url = about.and_then(|about| about.first_told(&["@id", "url"])).or(target).and_then(Value::text);
            if let Some(name) = name.and_then(Value::text) {
                let more = More::Url(url.unwrap_or_default().to_owned());
                candidates.add(field, name, (self.row, "json-ld"), more);
            }
        }
    }
}

/// A number of pixels: a number, "1200", "1200px", or the object of a quantity; 0 for anything else.
fn pixels(value: Option<Value>) -> u32 {
    let value = value.and_then(|value| if value.is_object() { value.get("value") } else { Some(value) });
    let number = |number: f64| if number > 0.0 && number <= MAX_PIXELS { number as u32 } else { 0 };
    match value.map(|value| value.kind()) {
        Some(Kind::Int(digits)) => number(digits.parse().unwrap_or(0.0)),
        Some(Kind::Float(float)) => number(*float),
        Some(Kind::Text(text)) => {
            let text = text.trim_matches(is_space);
            digits(text.strip_suffix("px").unwrap_or(text).trim_matches(is_space), MAX_PIXEL_DIGITS)
        }
        _ => 0,
    }
}

/// The number of a text of at most so many digits and nothing else, else 0.
pub fn digits(text: &str, most: usize) -> u32 {
    let is_number = text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().unwrap_or(0) } else { 0 }
}
