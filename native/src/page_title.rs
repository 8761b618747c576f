//! The title of most pages: a heading that is a title which the head declares, or a part of one.
//!
//! In words: read the titles of OpenGraph and of Twitter and the `title` element, the names of the site and the first
//! headings. The last `h1` that says what one of those titles says, and is no name of the site, is the title; else a
//! part of an `h1`, the heading that is the first or the last part of a title, the `h1` that shares most words with one,
//! the only `h1` of an article, or what the head declares (`title_rest`). `src/weft/metadata/titles.py` says why
//! (`find_title`), and is the twin; what is seldom is left to it.

use std::sync::OnceLock;

use crate::declares::Columns as Head;
use crate::head_titles::{Declared, Title};
use crate::limits::Tripped;
use crate::memory;
use crate::names::name;
use crate::plain_fold::fold;
use crate::signs::Columns;
use crate::title_headings::{Heading, MAX_ROWS, is_for_listeners, leads_home, read_headings};
use crate::title_places::Blocks;
use crate::title_rest::{self, Rest};
use crate::title_text::{Value, cleaned, words};

/// Letters of a part of a heading that is the title alone; words of the only heading of an article, and of a title that
/// is no site's name; the share of words that a heading has in common with a title.
const MIN_PART: usize = 8;
const MIN_LONE_WORDS: usize = 3;
const MIN_TITLE_WORDS: usize = 5;
const AGREEMENT: f64 = 0.2;
const GENERIC: [&str; 7] = ["", "home", "homepage", "index", "blog", "news", "首页"];

/// The title of a page, its row (-1 for none), and who tells it: `h1`, `h2`, `opengraph`, `title`.
#[derive(Default)]
pub struct Found {
    pub value: Value,
    pub row: i64,
    pub source: &'static str,
}

impl Found {
    pub fn nothing() -> Found {
        Found { row: -1, ..Found::default() }
    }

    fn heading(heading: &Heading) -> Result<Found, Tripped> {
        Ok(Found { value: heading.value.copy()?, ..heading.as_title() })
    }
}

/// The title of a page that was read at an address, once somebody has asked; none where Python has to look.
#[derive(Default)]
pub struct Known(OnceLock<(String, Option<Found>)>);

impl Known {
    /// What is read of the title that `find` finds; who asks at another address looks again.
    pub fn read<T>(
        &self,
        (page, head, blocks): (&Columns, &Head, &Blocks),
        url: &str,
        read: impl FnOnce(Option<&Found>) -> T,
    ) -> Result<T, Tripped> {
        if let Some((_, title)) = self.0.get().filter(|(address, _)| address == url) {
            return Ok(read(title.as_ref()));
        }
        let title = find(page, head, blocks, url)?;
        let answer = read(title.as_ref());
        let _ = self.0.set((memory::copy(url)?, title)); // of two threads that look at once one is remembered
        Ok(answer)
    }
}

/// The title; none where Python has to look.
pub fn find(page: &Columns, head: &Head, blocks: &Blocks, url: &str) -> Result<Option<Found>, Tripped> {
    let Some(mut declared) = Declared::read(head, url)? else { return Ok(None) };
    let Some(first) = read_headings(page, head, name::H1)? else { return Ok(None) };
    declared.add_homes(page, &first)?;
    let is_whole = |heading: &&Heading| {
        let folded = &heading.value.folded;
        declared.has_title(folded) && !declared.sites.contains(folded) && !GENERIC.contains(&&**folded)
    };
    if let Some(heading) = first.iter().rev().find(is_whole) {
        return Found::heading(heading).map(Some);
    }
    let Some(mut second) = read_headings(page, head, name::H2)? else { return Ok(None) };
    let unseen = memory::collect(second.extract_if(.., |heading| is_for_listeners(page, heading.row)))?;
    declared.add_homes(page, &second)?;
    find_among(page, head, blocks, declared, [first, second, unseen])
}

/// The title where no `h1` is a whole title.
fn find_among(
    page: &Columns,
    head: &Head,
    blocks: &Blocks,
    declared: Declared,
    [first, second, unseen]: [Vec<Heading>; 3],
) -> Result<Option<Found>, Tripped> {
    let sites = &declared.sites;
    let mut wholes = memory::with_room(declared.titles.len())?;
    for title in &declared.titles {
        wholes.push(title.copy()?);
    }
    let Some(titles) = without_site(declared.titles, sites, |title| &mut title.value)? else { return Ok(None) };
    let Some(first) = without_site(first, sites, |heading| &mut heading.value)? else { return Ok(None) };
    let Some(second) = without_site(second, sites, |heading| &mut heading.value)? else { return Ok(None) };
    let titles = Titles { titles };
    match find_part(page, head, &first, &titles)? {
        Part::Found(part) => return Ok(Some(part)),
        Part::Unsure => return Ok(None),
        Part::None => {}
    }
    let mut headings: Vec<&Heading> = memory::collect(first.iter().chain(&second))?;
    headings.sort_unstable_by_key(|heading| heading.row);
    let exact = match first.iter().rev().find(|heading| titles.has(&heading.value.folded)) {
        Some(heading) => Some(heading),
        None => match titles.exact(&headings)? {
            Exact::Heading(heading) => heading,
            Exact::Unsure => return Ok(None),
        },
    };
    let mut heading = match exact {
        Some(heading) => Some(heading),
        None => titles.agreeing(&first)?.or(find_lone(page, &first, declared.is_article)?),
    };
    if heading.is_none() && !unseen.is_empty() {
        heading = match titles.exact(&memory::collect(unseen.iter())?)? {
            Exact::Heading(heading) => heading,
            Exact::Unsure => return Ok(None),
        };
    }
    if let Some(heading) = heading {
        return Found::heading(heading).map(Some);
    }
    let Some(Rest { named, motto }) = title_rest::find(page, blocks, titles.titles, &wholes)? else { return Ok(None) };
    let found = match (named, first.first(), motto, headings.first()) {
        (Some(title), ..) | (None, None, Some(title), _) => title,
        (None, Some(heading), ..) | (None, None, None, Some(&heading)) => Found::heading(heading)?,
        (None, None, None, None) => wholes.into_iter().next().map_or_else(Found::nothing, Found::from),
    };
    Ok(Some(found))
}

/// Values less the names of the site, without those that say nothing else; none where Python has to look.
fn without_site<T>(
    items: Vec<T>,
    sites: &[String],
    value: impl Fn(&mut T) -> &mut Value,
) -> Result<Option<Vec<T>>, Tripped> {
    let mut left = memory::with_room(items.len())?;
    for mut item in items {
        let own = value(&mut item);
        let Some(stripped) = own.without_site(sites)? else { return Ok(None) };
        let says_nothing = sites.contains(&stripped.folded) || GENERIC.contains(&&*stripped.folded);
        *own = stripped;
        if !says_nothing {
            left.push(item);
        }
    }
    Ok(Some(left))
}

impl Heading {
    /// A title in its place, without its text.
    fn as_title(&self) -> Found {
        let source = if self.tag == name::H1 { "h1" } else { "h2" };
        Found { row: self.row as i64, source, ..Found::default() }
    }
}

impl From<Title> for Found {
    fn from(title: Title) -> Found {
        Found { value: title.value, row: title.row as i64, source: title.source }
    }
}

enum Part {
    Found(Found),
    None,
    Unsure,
}

/// The part of a heading that is a title: one of its children, or of the texts below it.
fn find_part(page: &Columns, head: &Head, first: &[Heading], titles: &Titles) -> Result<Part, Tripped> {
    for heading in first.iter().filter(|heading| !titles.has(&heading.value.folded)) {
        let rows = page.under(heading.row);
        if !(3..=MAX_ROWS).contains(&rows.len()) {
            continue;
        }
        let children = rows.clone().skip(1).filter(|&row| page.parent[row] as usize == heading.row);
        for row in children.chain(rows.clone().filter(|&row| page.tag[row] == name::TEXT)) {
            let Some(folded) = fold(head.content(row))? else { return Ok(Part::Unsure) };
            if titles.has(&folded) && !folded.is_empty() {
                if folded.chars().count() >= MIN_PART {
                    let Some(clean) = cleaned(head.content(row))? else { return Ok(Part::Unsure) };
                    let value = Value::clean(clean.trim_matches([' ', ':', '|', '–', '-']))?;
                    return Ok(value.map_or(Part::Unsure, |value| Part::Found(Found { value, ..heading.as_title() })));
                }
                break;
            }
        }
    }
    Ok(Part::None)
}

/// The only `h1` of an article, where it is more than a word or two.
fn find_lone<'a>(page: &Columns, first: &'a [Heading], is_article: bool) -> Result<Option<&'a Heading>, Tripped> {
    let [heading] = first else { return Ok(None) };
    let is_inside = || page.above(heading.row).any(|above| page.tag[above] == name::ARTICLE);
    let is_lone = words(&heading.value.text)?.len() >= MIN_LONE_WORDS && (is_article || is_inside());
    Ok(is_lone.then_some(heading))
}

/// The titles that the head declares, less the name of the site.
struct Titles {
    titles: Vec<Title>,
}

enum Exact<'a> {
    Heading(Option<&'a Heading>),
    Unsure,
}

impl Titles {
    fn has(&self, folded: &str) -> bool {
        self.titles.iter().any(|title| title.value.folded == folded)
    }

    /// The heading that is a whole title, or else the first or the last part of one.
    fn exact<'a>(&self, headings: &[&'a Heading]) -> Result<Exact<'a>, Tripped> {
        if let Some(&heading) = headings.iter().rev().find(|heading| self.has(&heading.value.folded)) {
            return Ok(Exact::Heading(Some(heading)));
        }
        let (mut firsts, mut lasts) = (Vec::new(), Vec::new());
        for title in &self.titles {
            let parts = title.value.parts()?;
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else { continue };
            let (Some(first), Some(last)) = (fold(first)?, fold(last)?) else { return Ok(Exact::Unsure) };
            memory::push(&mut firsts, first)?;
            memory::push(&mut lasts, last)?;
        }
        let last_in =
            |names: &[String]| headings.iter().rev().find(|heading| names.contains(&heading.value.folded)).copied();
        let (opening, closing) = (last_in(&firsts), last_in(&lasts));
        let is_below = match (opening, closing) {
            (Some(opening), Some(closing)) if closing.row > opening.row => {
                closing.tag != name::H2 || words(&opening.value.text)?.len() < MIN_TITLE_WORDS
            }
            (None, Some(_)) => true,
            _ => false,
        };
        Ok(Exact::Heading(if is_below { closing } else { opening.or(closing) }))
    }

    /// The heading that has most words in common with the titles, if it has enough.
    fn agreeing<'a>(&self, first: &'a [Heading]) -> Result<Option<&'a Heading>, Tripped> {
        let mut wanted: Vec<Vec<Vec<String>>> = Vec::new();
        for title in &self.titles {
            let mut group = Vec::new();
            memory::push(&mut group, words(&title.value.text)?)?;
            for part in title.value.parts()? {
                memory::push(&mut group, words(part)?)?;
            }
            memory::push(&mut wanted, group)?;
        }
        let mut best = (None, (0.0, 0.0));
        for heading in first {
            let mine = words(&heading.value.text)?;
            let shares =
                || wanted.iter().map(|group| group.iter().map(|other| share(&mine, other)).fold(0.0, f64::max));
            let score = (shares().fold(0.0, |sum, share| sum + share), shares().fold(0.0, f64::max));
            if score > best.1 {
                best = (Some(heading), score);
            }
        }
        Ok(best.0.filter(|_| best.1.1 >= AGREEMENT))
    }
}

/// The share of the words of two texts that both have.
fn share(mine: &[String], other: &[String]) -> f64 {
    let both = mine.iter().filter(|word| other.contains(word)).count();
    both as f64 / (mine.len() + other.len() - both).max(1) as f64
}

impl Declared {
    /// Adds the headings that link to the first page of the site: they name it.
    fn add_homes(&mut self, page: &Columns, headings: &[Heading]) -> Result<(), Tripped> {
        for heading in headings.iter().filter(|heading| leads_home(page, heading.row)) {
            self.add_site(memory::copy(&heading.value.folded)?)?;
        }
        Ok(())
    }
}
