//! The author of a page and the authors one by one.
//!
//! In words: the first candidate that names a person is the author; who is printed counts where nobody is declared.
//! `PageFields.author` and `PageFields.authors` of `src/weft/metadata/page_fields.py` are the twin, with `authors.py`.

use crate::answers::{Answer, Linked, One, Page};
use crate::author_names::{self, Site, listed};
use crate::bylines::{find_printed, name_under};
use crate::candidates::{Candidate, More, SOURCES, Statement};
use crate::questions::{Answerer, Question};
use extractors::titles::values::{cleaned, title_key};
use html::names::name;
use text::chars::first_chars;
use text::folding::lower;

/// Links beside a byline, and characters of one.
const MAX_LINKS: usize = 20;
const MAX_NAME: usize = 120;
const MAX_AUTHORS: usize = 10;
const WRITTEN_BY: [&str; 1] = ["Written by"];
const BYLINE: &str = "byline";
/// Marked elements inside of one that are looked at, and the characters of one; what is marked and is no name of an author.
const MAX_MARKED: usize = 300;
const MAX_MARKED_TEXT: usize = 2_000;
const BODIES: [&str; 5] = ["affiliation", "worksfor", "memberof", "address", "publisher"];

/// A candidate: what it says, its row and its source; whether it is an organisation's.
struct Signed {
    value: String,
    row: i64,
    source: &'static str,
    is_body: bool,
}

/// The author and the authors one by one. None: Python must look.
pub fn find(page: &Page, answerer: &mut dyn Answerer) -> Option<[Answer; 2]> {
    let site = page.site()?;
    let mut own = signed(page, "author", answerer);
    without_makers(page, &mut own, answerer);
    let graph = own.extract_if(.., |signed| signed.source == "opengraph").collect::<Vec<_>>();
    let nobody = Site { name: "", folded: &[] };
    let mut chosen = choose(own.iter().filter(|signed| !signed.is_body), &site, false, answerer);
    if let Some(Choice::Nobody) = chosen {
        let printed = find_printed(page, answerer);
        let byline = printed.into_iter();
        let byline = byline
            .map(|(value, row)| {
                let row = row as i64;
                Signed { value, row, source: BYLINE, is_body: false }
            })
            .collect::<Vec<_>>();
        let bodies = signed(page, "organisation", answerer);
        let all = || own.iter().chain(&byline).chain(&graph).chain(&bodies);
        chosen = choose(all().filter(|signed| !signed.is_body), &site, false, answerer);
        for site in [&site, &nobody] {
            if let Some(Choice::Nobody) = chosen {
                chosen = choose(all(), site, true, answerer);
            }
        }
    }
    match chosen {
        None => None,
        Some(Choice::Nobody) => Some([Answer::Nothing, Answer::Links(Vec::new())]),
        Some(Choice::Author(author)) => {
            let authors = find_authors(page, &author, &site, answerer);
            authors.map(|authors| [Answer::One(author), Answer::Links(authors)])
        }
    }
}

/// The candidates of a field that say something.
fn signed(page: &Page, field: &str, answerer: &mut dyn Answerer) -> Vec<Signed> {
    let mut found = Vec::new();
    for candidate in page.ranked(field) {
        let value = said_by(page, candidate, answerer);
        let is_body = matches!(&candidate.more, More::Link { kind: "organisation", .. });
        if !value.is_empty() {
            let (row, source) = (candidate.row, SOURCES[candidate.source]);
            found.push(Signed { value, row, source, is_body });
        }
    }
    found
}

/// Leaves out who made the program of the site and not the page: "Discuz! Team".
fn without_makers(page: &Page, found: &mut Vec<Signed>, answerer: &mut dyn Answerer) {
    let programs = &page.declared.programs;
    if programs.is_empty() {
        return;
    }
    let mut place = 0;
    while let Some(signed) = found.get(place) {
        let small = lower(&signed.value);
        let has_name = programs.iter().any(|program| small.contains(program.as_str()));
        if has_name && is_organisation(&signed.value, answerer) {
            found.remove(place);
        } else {
            place += 1;
        }
    }
}

/// What a candidate says, made clean; empty where it names no author.
fn said_by(page: &Page, candidate: &Candidate, answerer: &mut dyn Answerer) -> String {
    match &candidate.said {
        Statement::Clean(text) => text.to_owned(),
        Statement::Names(names) => join(names.iter().map(String::as_str), answerer),
        Statement::Labelled(text, label) => {
            let speaks = WRITTEN_BY.contains(&label.as_str())
                || page.words.labels.may_label_alone(label) && !answerer.ask(Question::Speaks, label).is_empty();
            (if speaks { text } else { "" }).to_owned()
        }
        Statement::Inside => match usize::try_from(candidate.row) {
            Ok(row) => names_inside(page, row, answerer),
            Err(_) => String::new(),
        },
    }
}

/// The names of some texts as one value, each once.
fn join<'text>(texts: impl Iterator<Item = &'text str>, answerer: &mut dyn Answerer) -> String {
    let (mut names, mut known): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for text in texts {
        for name in names_of(text, answerer) {
            let small = lower(&name);
            if !known.contains(&small) {
                known.push(small);
                names.push(name);
            }
        }
    }
    names.truncate(MAX_AUTHORS);
    listed(&names)
}

/// The names in a text.
fn names_of(text: &str, answerer: &mut dyn Answerer) -> Vec<String> {
    let clean = Some(cleaned(text)).filter(|clean| clean == text || !text.contains('&'));
    if let Some(names) = clean.as_deref().and_then(author_names::names_in) {
        return names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    }
    let answer = answerer.ask(Question::Names, text);
    answer.split("; ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn is_organisation(name: &str, answerer: &mut dyn Answerer) -> bool {
    match author_names::is_organisation(name) {
        Some(is_body) => is_body,
        None => !answerer.ask(Question::Organisation, name).is_empty(),
    }
}

/// The names in an element that is marked as an author: those of its marked names, else the one in its texts.
fn names_inside(page: &Page, row: usize, answerer: &mut dyn Answerer) -> String {
    let (mut texts, mut covered): (Vec<&str>, usize) = (Vec::new(), 0);
    let inside = row + 1..page.view.end[row] as usize;
    for (inner, kind) in page.view.attributes.values_among(name::ITEMPROP, inside).take(MAX_MARKED) {
        let (inner, kind) = (inner as usize, lower(kind));
        if BODIES.contains(&kind.as_str()) {
            covered = covered.max(page.view.end[inner] as usize);
        } else if kind == "name" && covered <= inner {
            let content = page.view.value(inner, name::CONTENT).filter(|content| !content.is_empty());
            let text = content.unwrap_or_else(|| first_chars(page.view.text_of(inner), MAX_MARKED_TEXT));
            texts.push(text);
        }
    }
    let names = join(texts.into_iter(), answerer);
    if names.is_empty() { name_under(page, row, answerer) } else { cleaned(&names) }
}

enum Choice {
    Author(One),
    Nobody,
}

/// The first candidate with names that are not the site's, and with or without organisations. None: Python must say
/// it.
fn choose<'names>(
    candidates: impl Iterator<Item = &'names Signed>,
    site: &Site,
    with_bodies: bool,
    answerer: &mut dyn Answerer,
) -> Option<Choice> {
    for signed in candidates {
        let value = without_site(&signed.value, site)?;
        let mut names = names_of(&value, answerer);
        let mut place = 0;
        while let Some(name) = names.get(place) {
            if site.has(name) || !with_bodies && is_organisation(name, answerer) {
                names.remove(place);
            } else {
                place += 1;
            }
        }
        if !names.is_empty() {
            let value = listed(&names);
            return Some(Choice::Author(One { value, row: signed.row, source: signed.source }));
        }
    }
    Some(Choice::Nobody)
}

/// The name in a text such as "The Loom - Ann Lee", without the site. None: Python must say.
fn without_site(text: &str, site: &Site) -> Option<String> {
    let is_dash = |word: &str| matches!(word, "-" | "–" | "—" | "|");
    if !text.split(' ').any(is_dash) {
        return Some(text.to_owned());
    }
    let words: Vec<_> = text.split(' ').collect();
    if words.split(|word| is_dash(word)).any(|part| part.iter().all(|word| word.is_empty())) {
        return None; // a dash that parts nothing
    }
    let mut own = String::new();
    for part in words.split(|word| is_dash(word)) {
        let part = part.join(" ");
        if !site.has(&part) {
            let between = if own.is_empty() { "" } else { " - " };
            own.push_str(between);
            own.push_str(&part);
        }
    }
    Some(if own.is_empty() { text.to_owned() } else { own })
}

/// The authors one by one, each with the address of a page about it and its kind. None: Python must look.
fn find_authors(page: &Page, author: &One, site: &Site, answerer: &mut dyn Answerer) -> Option<Vec<Linked>> {
    let bodies = signed(page, "organisation", answerer);
    let mut authors = Vec::new();
    for value in author.value.split("; ") {
        let folded = title_key(value);
        let is_organised = is_organisation(value, answerer);
        let is_site = site.has(value);
        let is_body = is_declared_body(&bodies, &folded);
        let mut address = declared_address(page, &folded)?;
        if address.is_empty() {
            address = printed_address(page, author, &folded);
        }
        let url = page.join(address, answerer);
        let kind = if is_body || is_site || is_organised { "organisation" } else { "person" };
        let one = One::new(value, author.row, author.source);
        authors.push(Linked { one, url, kind: kind.to_owned() });
    }
    Some(authors)
}

/// Whether a name is among those that are declared as organisations.
fn is_declared_body(bodies: &[Signed], folded: &str) -> bool {
    bodies.iter().flat_map(|signed| signed.value.split("; ")).any(|name| title_key(name) == folded)
}

/// The address that JSON-LD tells of a name, the last of them; empty for none.
fn declared_address<'page>(page: &Page<'page>, folded: &str) -> Option<&'page str> {
    let mut address = "";
    for candidate in page.ranked("author_links") {
        let (Statement::Clean(text), More::Link { url, .. }) = (&candidate.said, &candidate.more) else { return None };
        if title_key(text) == folded {
            address = url;
        }
    }
    Some(address)
}

/// The address of the last link of a name that says `rel=author`, or else stands around a printed byline.
fn printed_address<'page>(page: &Page<'page>, author: &One, folded: &str) -> &'page str {
    let columns = &page.view;
    let start = match usize::try_from(author.row) {
        Ok(row) if matches!(author.source, BYLINE | "microdata") => columns.parent[row].max(0) as usize,
        _ => columns.tag.len(),
    };
    let end = columns.end.get(start).map_or(start, |&end| end as usize);
    let near = (start..end).filter(|&row| columns.tag[row] == name::A).take(MAX_LINKS);
    let mut address = "";
    for row in near.chain(page.related("author").iter().copied().take(MAX_LINKS)) {
        if columns.tag[row] != name::A {
            continue;
        }
        if title_key(first_chars(columns.text_of(row), MAX_NAME)) == folded {
            address = columns.value(row, name::HREF).unwrap_or_default();
        }
    }
    address
}
