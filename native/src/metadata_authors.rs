//! The author of a page and the authors one by one, where their names are plain.
//!
//! In words: the first candidate that names a person is the author; who is printed counts where nobody is declared.
//! `PageFields.author` and `PageFields.authors` of `src/weft/metadata/page_fields.py` are the twin, with `authors.py`.

use crate::author_names::{Site, is_organisation, joined, names_in};
use crate::candidates::{Candidate, More, SOURCES, Said, first_chars};
use crate::declares::lower;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::metadata_answers::{Answer, Linked, One, Page};
use crate::metadata_bylines::{AuthorWords, Line, find_printed, name_under};
use crate::names::name;
use crate::plain_fold::fold;
use crate::title_text::cleaned;

/// Links beside a byline, and characters of one.
const MAX_LINKS: usize = 20;
const MAX_NAME: usize = 120;
const WRITTEN_BY: [&str; 1] = ["Written by"];
const BYLINE: &str = "byline";
/// Marked elements inside of one that are looked at, and the characters of one; what is marked and is no name of an author.
const MAX_MARKED: usize = 300;
const MAX_MARKED_TEXT: usize = 2_000;
const BODIES: [&str; 5] = ["affiliation", "worksfor", "memberof", "address", "publisher"];

/// A candidate: its names, its row and its source; whether it is an organisation's.
struct Signed {
    names: Vec<String>,
    row: i64,
    source: &'static str,
    is_body: bool,
}

/// The author and the authors one by one; none where Python has to look.
pub fn find(page: &Page, words: &AuthorWords, deadline: &mut Deadline) -> Result<Option<[Answer; 2]>, Tripped> {
    let Some(site) = page.site() else { return Ok(None) };
    let Some([own, graph]) = declared(page, words)? else { return Ok(None) };
    let mut chosen = choose(own.iter().filter(|signed| !signed.is_body), &site, false)?;
    let printed;
    if let Some(Choice::Nobody) = chosen {
        let Some(found) = find_printed(page, words, deadline)? else { return Ok(None) };
        printed = found;
        let Some(bodies) = signed(page, words, "organisation")? else { return Ok(None) };
        let byline = memory::try_collect(printed.iter().map(|(text, row)| {
            let names = owned(names_in(text)?)?.unwrap_or_default();
            Ok(Signed { names, row: *row as i64, source: BYLINE, is_body: false })
        }))?;
        let all = || own.iter().chain(&byline).chain(&graph).chain(&bodies);
        chosen = choose(all().filter(|signed| !signed.is_body), &site, false)?;
        for site in [&site, &Site { name: "", folded: &[] }] {
            if let Some(Choice::Nobody) = chosen {
                chosen = choose(all(), site, true)?;
            }
        }
    }
    match chosen {
        None => Ok(None),
        Some(Choice::Nobody) => Ok(Some([Answer::Nothing, Answer::Links(Vec::new())])),
        Some(Choice::Author(author)) => {
            let authors = find_authors(page, &author, &site)?;
            Ok(authors.map(|authors| [Answer::One(author), Answer::Links(authors)]))
        }
    }
}

/// The declared candidates, those of OpenGraph apart.
fn declared(page: &Page, words: &AuthorWords) -> Result<Option<[Vec<Signed>; 2]>, Tripped> {
    let Some(mut own) = signed(page, words, "author")? else { return Ok(None) };
    let graph = memory::collect(own.extract_if(.., |signed| signed.source == "opengraph"))?;
    Ok(Some([own, graph]))
}

/// The candidates of a field with their names; none where Python has to read one.
fn signed(page: &Page, words: &AuthorWords, field: &str) -> Result<Option<Vec<Signed>>, Tripped> {
    let mut found = Vec::new();
    for candidate in page.ranked(field) {
        let Some(names) = candidate_names(page, candidate, words)? else { return Ok(None) };
        for program in &page.declared.programs {
            for name in &names {
                if lower(name)?.contains(program.as_str()) {
                    return Ok(None); // who made the program of the site is no author
                }
            }
        }
        let is_body = matches!(&candidate.more, More::Link { kind: "organisation", .. });
        if !names.is_empty() {
            let (row, source) = (candidate.row, SOURCES[candidate.source]);
            memory::push(&mut found, Signed { names, row, source, is_body })?;
        }
    }
    Ok(Some(found))
}

fn candidate_names(page: &Page, candidate: &Candidate, words: &AuthorWords) -> Result<Option<Vec<String>>, Tripped> {
    match &candidate.said {
        Said::Clean(text) => owned(names_in(text)?),
        Said::Names(names) => owned(joined(names.iter().map(String::as_str))?),
        Said::Labelled(text, label) if WRITTEN_BY.contains(&label.as_str()) => owned(names_in(text)?),
        Said::Labelled(_, label) => {
            let mut line = memory::copy(label.trim_end_matches([':', '：', ' ']))?;
            memory::push_str(&mut line, ": ")?;
            Ok((!words.labels.may_label(&line)?).then(Vec::new))
        }
        Said::Inside => match usize::try_from(candidate.row) {
            Ok(row) => names_inside(page, row, words),
            Err(_) => Ok(None),
        },
        Said::Raw(_) => Ok(None),
    }
}

fn owned(names: Option<Vec<&str>>) -> Result<Option<Vec<String>>, Tripped> {
    let Some(names) = names else { return Ok(None) };
    memory::try_collect(names.into_iter().map(memory::copy)).map(Some)
}

/// The names in an element that is marked as an author: those of its marked names, else the one in its texts.
fn names_inside(page: &Page, row: usize, words: &AuthorWords) -> Result<Option<Vec<String>>, Tripped> {
    let (mut texts, mut covered): (Vec<String>, usize) = (Vec::new(), 0);
    let inside = row + 1..page.columns.end[row] as usize;
    for (inner, kind) in page.columns.attributes.values_among(name::ITEMPROP, inside).take(MAX_MARKED) {
        let (inner, kind) = (inner as usize, lower(kind)?);
        if BODIES.contains(&kind.as_str()) {
            covered = covered.max(page.columns.end[inner] as usize);
        } else if kind == "name" && covered <= inner {
            let content = page.columns.value(inner, name::CONTENT).filter(|content| !content.is_empty());
            let text = content.unwrap_or_else(|| first_chars(page.columns.content(inner), MAX_MARKED_TEXT));
            let Some(text) = cleaned(text)? else { return Ok(None) };
            if !text.is_empty() {
                memory::push(&mut texts, text)?;
            }
        }
    }
    let Some(names) = owned(joined(texts.iter().map(String::as_str))?)? else { return Ok(None) };
    if !names.is_empty() {
        return Ok(Some(names));
    }
    Ok(match name_under(page, row, words)? {
        Line::Unsure => None,
        Line::Nobody => Some(names),
        Line::Name(name) => owned(names_in(&name)?)?,
    })
}

enum Choice {
    Author(One),
    Nobody,
}

/// The first candidate with names that are not the site's, and with or without organisations; none where Python has to
/// say.
fn choose<'names>(
    candidates: impl Iterator<Item = &'names Signed>,
    site: &Site,
    with_bodies: bool,
) -> Result<Option<Choice>, Tripped> {
    for signed in candidates {
        let mut value = String::new();
        for name in &signed.names {
            let Some(is_site) = site.has(name)? else { return Ok(None) };
            let is_body = if with_bodies { Some(false) } else { is_organisation(name)? };
            let Some(is_body) = is_body else { return Ok(None) };
            if !is_site && !is_body {
                let between = if value.is_empty() { "" } else { "; " };
                memory::push_str(&mut value, between)?;
                memory::push_str(&mut value, name)?;
            }
        }
        if !value.is_empty() {
            return Ok(Some(Choice::Author(One { value, row: signed.row, source: signed.source })));
        }
    }
    Ok(Some(Choice::Nobody))
}

/// The authors one by one, each with the address of a page about it and its kind; none where Python has to look.
fn find_authors(page: &Page, author: &One, site: &Site) -> Result<Option<Vec<Linked>>, Tripped> {
    let mut authors = Vec::new();
    for value in author.value.split("; ") {
        let Some(folded) = fold(value)? else { return Ok(None) };
        let (Some(is_site), Some(is_organised)) = (site.has(value)?, is_organisation(value)?) else { return Ok(None) };
        let Some(is_body) = is_declared_body(page, &folded)? else { return Ok(None) };
        let Some(mut address) = declared_address(page, &folded)? else { return Ok(None) };
        if address.is_empty() {
            let Some(printed) = printed_address(page, author, &folded)? else { return Ok(None) };
            address = printed;
        }
        let Some(url) = page.base.join(address)? else { return Ok(None) };
        let kind = if is_body || is_site || is_organised { "organisation" } else { "person" };
        let one = One::new(value, author.row, author.source)?;
        memory::push(&mut authors, Linked { one, url, kind: memory::copy(kind)? })?;
    }
    Ok(Some(authors))
}

/// Whether a name is among those that are declared as organisations.
fn is_declared_body(page: &Page, folded: &str) -> Result<Option<bool>, Tripped> {
    for candidate in page.ranked("organisation") {
        let names = match &candidate.said {
            Said::Clean(text) => names_in(text)?,
            Said::Names(names) => joined(names.iter().map(String::as_str))?,
            _ => None,
        };
        let Some(names) = names else { return Ok(None) };
        for name in names {
            match fold(name)? {
                None => return Ok(None),
                Some(own) if own == folded => return Ok(Some(true)),
                Some(_) => {}
            }
        }
    }
    Ok(Some(false))
}

/// The address that JSON-LD tells of a name, the last of them; empty for none.
fn declared_address<'page>(page: &Page<'page>, folded: &str) -> Result<Option<&'page str>, Tripped> {
    let mut address = "";
    for candidate in page.ranked("author_links") {
        let (Said::Clean(text), More::Link { url, .. }) = (&candidate.said, &candidate.more) else { return Ok(None) };
        match fold(text)? {
            None => return Ok(None),
            Some(own) if own == folded => address = url,
            Some(_) => {}
        }
    }
    Ok(Some(address))
}

/// The address of the last link of a name that says `rel=author`, or else stands around a printed byline.
fn printed_address<'page>(page: &Page<'page>, author: &One, folded: &str) -> Result<Option<&'page str>, Tripped> {
    let columns = &page.columns;
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
        match fold(first_chars(columns.content(row), MAX_NAME))? {
            None => return Ok(None),
            Some(own) if own == folded => address = columns.value(row, name::HREF).unwrap_or_default(),
            Some(_) => {}
        }
    }
    Ok(Some(address))
}
