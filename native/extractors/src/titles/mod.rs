//! The title of a page: a heading that is a title which the head declares, or a part of one.
//!
//! In words: read the titles of OpenGraph and of Twitter and the `title` element, the names of the site and the first
//! headings. The last `h1` that says what one of those titles says, and is no name of the site, is the title: a site
//! prints its own name before it. Else it is a part of an `h1`, beside which a kicker or a section stands; the heading
//! that is the first or the last part of a title; the `h1` that shares most words with one; the only `h1` of an article;
//! or what the head declares (`rest`).
//!
//! The title of a page where no heading is it: what the head declares.
//!
//! In words: of each declared title, less the site's name, the last part goes where the page prints that part first, as a
//! banner, and the rest in a line of its own below: old pages name the site so, and have no headings. What is left is the
//! title's main part; a rest that no declared title begins with is a motto ("The heart of the internet").

pub mod candidates;
pub mod places;
pub mod values;

use std::sync::OnceLock;

use candidates::{Declared, Heading, Title, heading_parts, is_for_listeners, leads_home, read_headings};
use html::names::name;
use html::page_view::PageView;
use values::{Value, fold, words};

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

    fn heading(heading: &Heading) -> Found {
        let source = if heading.tag == name::H1 { "h1" } else { "h2" };
        Found { value: heading.value.clone(), row: heading.row as i64, source }
    }
}

/// The title of a page that was read at an address, once somebody has asked.
#[derive(Default)]
pub struct Known(OnceLock<(String, Found)>);

impl Known {
    /// What is read of the title that `find` finds; who asks at another address looks again.
    pub fn read<T>(&self, page: &PageView, url: &str, read: impl FnOnce(&Found) -> T) -> T {
        if let Some((_, title)) = self.0.get().filter(|(address, _)| address == url) {
            return read(title);
        }
        let title = find(page, url);
        let answer = read(&title);
        let _ = self.0.set((url.to_string(), title)); // of two threads that look at once one is remembered
        answer
    }
}

/// The title.
pub fn find(page: &PageView, url: &str) -> Found {
    let mut declared = Declared::read(page, url);
    let first = read_headings(page, name::H1);
    declared.add_homes(page, &first);
    let is_whole = |heading: &&Heading| {
        let folded = &heading.value.folded;
        declared.has_title(folded) && !declared.sites.contains(folded) && !GENERIC.contains(&&**folded)
    };
    if let Some(heading) = first.iter().rev().find(is_whole) {
        return Found::heading(heading);
    }
    let mut second = read_headings(page, name::H2);
    let unseen: Vec<Heading> = second.extract_if(.., |heading| is_for_listeners(page, heading.row)).collect();
    declared.add_homes(page, &second);
    find_among(page, declared, [first, second, unseen])
}

/// The title where no `h1` is a whole title.
fn find_among(page: &PageView, declared: Declared, [first, second, unseen]: [Vec<Heading>; 3]) -> Found {
    let (wholes, sites) = (declared.titles.clone(), &declared.sites);
    let titles = Titles { titles: without_site(declared.titles, sites, |title| &mut title.value) };
    let first = without_site(first, sites, |heading| &mut heading.value);
    let second = without_site(second, sites, |heading| &mut heading.value);
    if let Some(part) = find_part(page, &first, &titles) {
        return part;
    }
    let mut headings: Vec<&Heading> = first.iter().chain(&second).collect();
    headings.sort_unstable_by_key(|heading| heading.row);
    let whole = first.iter().rev().find(|heading| titles.has(&heading.value.folded));
    let heading = whole
        .or_else(|| titles.exact(&headings))
        .or_else(|| titles.agreeing(&first))
        .or_else(|| find_lone(page, &first, declared.is_article))
        .or_else(|| titles.exact(&unseen.iter().collect::<Vec<_>>()));
    if let Some(heading) = heading {
        return Found::heading(heading);
    }
    let Rest { named, motto } = find_rest(page, titles.titles, &wholes);
    let heading = |heading: Option<&Heading>| heading.map(Found::heading);
    let found = named
        .map(Found::from)
        .or_else(|| heading(first.first()))
        .or(motto.map(Found::from))
        .or_else(|| heading(headings.first().copied()));
    found.or_else(|| wholes.into_iter().next().map(Found::from)).unwrap_or_else(Found::nothing)
}

/// Values less the names of the site, without those that say nothing else.
fn without_site<T>(mut items: Vec<T>, sites: &[String], value: impl Fn(&mut T) -> &mut Value) -> Vec<T> {
    items.retain_mut(|item| {
        let own = value(item);
        *own = own.without_site(sites);
        !sites.contains(&own.folded) && !GENERIC.contains(&&*own.folded)
    });
    items
}

impl From<Title> for Found {
    fn from(title: Title) -> Found {
        Found { value: title.value, row: title.row as i64, source: title.source }
    }
}

/// The part of a heading that is a title: one of its children, or of the texts below it.
fn find_part(page: &PageView, first: &[Heading], titles: &Titles) -> Option<Found> {
    first.iter().filter(|heading| !titles.has(&heading.value.folded)).find_map(|heading| {
        let parts = heading_parts(page, heading.row).into_iter().map(|part| Value::clean(&part));
        let part = parts.into_iter().find(|part| !part.folded.is_empty() && titles.has(&part.folded))?;
        let is_long = part.folded.chars().nth(MIN_PART - 1).is_some();
        is_long.then(|| Found { value: part, ..Found::heading(heading) })
    })
}

/// The only `h1` of an article, where it is more than a word or two: a section is not called so, and on the first page of
/// a shop or a service it is a slogan.
fn find_lone<'a>(page: &PageView, first: &'a [Heading], is_article: bool) -> Option<&'a Heading> {
    let [heading] = first else { return None };
    let is_inside = || page.above(heading.row).any(|above| page.tag[above] == name::ARTICLE);
    (words(&heading.value.text).len() >= MIN_LONE_WORDS && (is_article || is_inside())).then_some(heading)
}

/// The titles that the head declares, less the name of the site.
struct Titles {
    titles: Vec<Title>,
}

impl Titles {
    fn has(&self, folded: &str) -> bool {
        self.titles.iter().any(|title| title.value.folded == folded)
    }

    /// The heading that is a whole title, or else the first or the last part of one. Of two headings the lower one is the
    /// title; but a first part of many words is no site's name.
    fn exact<'a>(&self, headings: &[&'a Heading]) -> Option<&'a Heading> {
        if let Some(&heading) = headings.iter().rev().find(|heading| self.has(&heading.value.folded)) {
            return Some(heading);
        }
        let ends = |last: bool| -> Vec<String> {
            let parts = self.titles.iter().map(|title| title.value.parts());
            parts.filter_map(|parts| if last { parts.last() } else { parts.first() }.map(|part| fold(part))).collect()
        };
        let (firsts, lasts) = (ends(false), ends(true));
        let last_in =
            |names: &[String]| headings.iter().rev().find(|heading| names.contains(&heading.value.folded)).copied();
        let (opening, closing) = (last_in(&firsts), last_in(&lasts));
        let is_below = match (opening, closing) {
            (Some(opening), Some(closing)) if closing.row > opening.row => {
                closing.tag != name::H2 || words(&opening.value.text).len() < MIN_TITLE_WORDS
            }
            (None, Some(_)) => true,
            _ => false,
        };
        if is_below { closing } else { opening.or(closing) }
    }

    /// The heading that has most words in common with the titles, if it has enough.
    fn agreeing<'a>(&self, first: &'a [Heading]) -> Option<&'a Heading> {
        let group = |title: &Title| -> Vec<Vec<String>> {
            std::iter::once(&*title.value.text).chain(title.value.parts()).map(words).collect()
        };
        let wanted: Vec<_> = self.titles.iter().map(group).collect();
        let mut best = (None, (0.0, 0.0));
        for heading in first {
            let mine = words(&heading.value.text);
            let shares =
                || wanted.iter().map(|group| group.iter().map(|other| share(&mine, other)).fold(0.0, f64::max));
            let score = (shares().fold(0.0, |sum, share| sum + share), shares().fold(0.0, f64::max));
            if score > best.1 {
                best = (Some(heading), score);
            }
        }
        best.0.filter(|_| best.1.1 >= AGREEMENT)
    }
}

/// The share of the words of two texts that both have.
fn share(mine: &[String], other: &[String]) -> f64 {
    let both = mine.iter().filter(|word| other.contains(word)).count();
    both as f64 / (mine.len() + other.len() - both).max(1) as f64
}

impl Declared {
    /// Adds the headings that link to the first page of the site: they name it.
    fn add_homes(&mut self, page: &PageView, headings: &[Heading]) {
        for heading in headings.iter().filter(|heading| leads_home(page, heading.row)) {
            self.add_site(heading.value.folded.clone());
        }
    }
}

/// Texts of about the length of a title that are compared with it.
const MAX_LINES: usize = 2_000;

/// The first title that names the page, and the first that is a motto.
#[derive(Default)]
pub struct Rest {
    pub named: Option<Title>,
    pub motto: Option<Title>,
}

/// What is left of titles; `wholes` are the same as they were declared.
fn find_rest(page: &PageView, titles: Vec<Title>, wholes: &[Title]) -> Rest {
    let mut rest = Rest::default();
    for mut title in titles {
        title.value = without_banner(page, title.value);
        if wholes.iter().any(|whole| whole.value.text.starts_with(&title.value.text)) {
            title.value = main_part(&title.value);
            rest.named = rest.named.or(Some(title));
        } else {
            rest.motto = rest.motto.or(Some(title));
        }
    }
    rest
}

/// The title less its last part, where that part is a banner.
fn without_banner(page: &PageView, value: Value) -> Value {
    let Some(cut) = value.cuts().pop() else { return value };
    let (rest, last) = (&value.text[..cut.start], &value.text[cut.end..]);
    if last.is_empty() {
        return value;
    }
    let name = fold(last);
    let texts = (0..page.tag.len()).filter(|&row| page.tag[row] == name::TEXT && fits(page.chars[row], &name, last));
    let banner = texts.take(MAX_LINES).find(|&row| fold(page.text_of(row)) == name).unwrap_or(page.tag.len());
    if find_line(page, rest, banner as i32).is_some() { Value::clean(rest) } else { value }
}

/// The first block behind a row that prints a text and nothing else.
pub fn find_line(page: &PageView, text: &str, behind: i32) -> Option<usize> {
    let wanted = fold(text);
    let first = page.block_first.partition_point(|&first| first <= behind);
    let lines = (first..page.block_chars.len()).filter(|&block| fits(page.block_chars[block], &wanted, text));
    lines.take(MAX_LINES).find(|&block| !wanted.is_empty() && fold(page.text_of_block(block)) == wanted)
}

/// Whether so many characters are about those of a text.
fn fits(chars: i32, folded: &str, text: &str) -> bool {
    let chars = usize::try_from(chars).unwrap_or(0);
    folded.chars().count() <= chars && chars <= 2 * text.chars().count()
}

/// The part of a title of three or more parts, or of parts with bars, that names the page.
fn main_part(value: &Value) -> Value {
    let (parts, cuts) = (value.parts(), value.cuts());
    if parts.len() < 3 && !has_bar(&value.text) {
        return value.clone();
    }
    let leads_down = |sign: &str| matches!(sign.trim_matches(' '), ":" | "::" | "»" | ">" | "›");
    let is_last = cuts.into_iter().all(|cut| leads_down(&value.text[cut]));
    let part = if is_last { parts.last() } else { parts.first() };
    Value::clean(part.copied().unwrap_or_default())
}

/// Whether a title has a sign behind whose first no title stands.
fn has_bar(text: &str) -> bool {
    let is_wide = |c: &char| matches!(c, '\u{3040}'..='\u{9fff}');
    let threes = text.chars().zip(text.chars().skip(1)).zip(text.chars().skip(2));
    let mut dashes = threes.filter(|((_, sign), _)| matches!(sign, '-' | '–' | '—'));
    text.contains(['|', '｜', '_']) || dashes.any(|((before, _), behind)| is_wide(&before) && is_wide(&behind))
}
