//! The walk over the parts of a page that candidates come from: the head, marked elements, headings, lines.
//!
//! In words: what a part says is offered to each field, and every field takes what reads as one of its own. Of lines the
//! nearest to the title come first, so that limits cut off what is far.

use super::context::Context;
use super::days::{self, Line, Reading, Said};
use super::listing::{Kind, Listing};
use super::words::{SOFT_HYPHEN, Words, first_bytes, parts_of, words_of};
use super::{names, titles};
use extractors::titles::candidates::{heading_parts, heading_text};
use extractors::titles::{PageTitle, find_line};
use html::names::{NameId, name, places_of};
use html::page_view::PageView;
use text::chars::is_space;
use text::dates::short::may_have_date;
use text::hash::{hash_text, mix};

/// Elements that are looked at: `meta`, marked ones, headings of each rank; lines with names, and with dates.
const MAX_METAS: usize = 150;
const MAX_MARKED: usize = 400;
const MAX_HEADINGS: usize = 12;
const MAX_NAMED_LINES: usize = 60;
const MAX_DATED_LINES: usize = 60;
/// Bytes of a line in which dates are looked for, rows of it that are read, and bytes of an attribute that is a date.
const MAX_LINE: usize = 400;
const MAX_LINE_ROWS: usize = 60;
const MAX_ATTRIBUTE: usize = 60;
/// How much farther a line before the title is.
const BEFORE_TITLE: usize = 3;
const HEADINGS: [(NameId, &str); 4] = [(name::H1, "h1"), (name::H2, "h2"), (name::H3, "h3"), (name::H4, "h4")];
/// Attributes that hold no date.
const SILENT: [NameId; 16] = [
    name::HREF,
    name::SRC,
    name::CLASS,
    name::ID,
    name::STYLE,
    name::WIDTH,
    name::HEIGHT,
    name::SRCSET,
    name::SIZES,
    name::ALT,
    name::D,
    name::TYPE,
    name::REL,
    name::ITEMTYPE,
    name::VIEWBOX,
    name::FOR,
];

/// The candidates of the ranked fields.
#[derive(Default)]
pub struct Listings {
    pub titles: Listing,
    pub names: Listing,
    pub days: Listing,
}

/// What a page is read with.
pub struct Asked<'own> {
    pub url: &'own str,
    pub title: &'own PageTitle,
    pub reading: Reading<'own>,
    /// What the site is called, as names are compared.
    pub sites: &'own [String],
    /// Whether what is printed counts.
    pub is_printed: bool,
    /// Whether words are kept for who wants to see them.
    pub is_shown: bool,
}

/// Where the title is printed: in a heading or in a line of its own; the first h1 if only the head declares it.
pub fn title_row(view: &PageView, title: &PageTitle) -> usize {
    let line = match title.source {
        "h1" | "h2" => usize::try_from(title.row).ok(),
        _ => find_line(view, &title.value.text, 0).map(|block| view.block_row[block] as usize),
    };
    let first = |tag| places_of(view.tag, tag).next();
    line.or_else(|| first(name::H1)).or_else(|| first(name::BODY)).unwrap_or(0)
}

pub struct Walk<'page, 'own> {
    pub view: PageView<'page>,
    pub context: Context<'page>,
    pub asked: &'own Asked<'own>,
    pub found: Listings,
}

impl<'page> Walk<'page, '_> {
    /// Offers a value to all fields; with the words of where it stands.
    pub fn offer(&mut self, said: Said, link: &str, around: &Words) {
        limits::tick(1);
        if said.text.contains("://") {
            return days::add_address(&mut self.found.days, said, &self.asked.reading, around);
        }
        days::add_value(&mut self.found.days, said, &self.asked.reading, around);
        names::add_value(&mut self.found.names, said, link, around);
        if said.text.len() > 6
            && (said.kind != Kind::Linked || said.text.trim().contains(|c: char| is_space(c) || c > '\u{2e80}'))
        {
            titles::add(&mut self.found.titles, said, None, around);
        }
    }

    /// Offers a value that can be a date and nothing else.
    pub fn offer_day(&mut self, said: Said, around: &Words) {
        days::add_value(&mut self.found.days, said, &self.asked.reading, around)
    }

    /// One word, as all that is known of where something stands.
    fn word(&self, about: &str, word: &str) -> Words {
        let mut words = Words::new(self.asked.is_shown);
        words.add(about, word);
        words
    }

    pub fn read_addresses(&mut self) {
        let said = Said { text: self.asked.url, kind: Kind::Address, row: -1, source: "url", group: 0 };
        let own = self.word("address", "own");
        days::add_address(&mut self.found.days, said, &self.asked.reading, &own);
        for row in self.view.rows_of(name::LINK, MAX_METAS) {
            let text = self.view.attribute(row, name::HREF);
            let relation = self.view.attribute(row, name::REL);
            let said = Said { text, kind: Kind::Address, row: row as i64, source: "url", group: 0 };
            if relation.eq_ignore_ascii_case("canonical") || relation.eq_ignore_ascii_case("shortlink") {
                let relation = self.word("address", relation);
                days::add_address(&mut self.found.days, said, &self.asked.reading, &relation);
            } else if relation.eq_ignore_ascii_case("author") {
                let text = self.view.attribute(row, name::TITLE);
                let said = Said { text, kind: Kind::Meta, source: "meta", ..said };
                let relation = self.word("meta", "link author");
                names::add_value(&mut self.found.names, said, "", &relation);
            }
        }
    }

    pub fn read_metas(&mut self) {
        for row in self.view.rows_of(name::META, MAX_METAS) {
            const KEYS: [NameId; 4] = [name::PROPERTY, name::NAME, name::ITEMPROP, name::HTTP_EQUIV];
            let text = self.view.attribute(row, name::CONTENT);
            let keys = self.view.attributes.of(row).filter(|(key, _)| KEYS.contains(key));
            let key = keys.map(|(_, key)| key).next().unwrap_or_default().to_lowercase();
            if text.is_empty() || key.is_empty() {
                continue;
            }
            let is_graph = ["og:", "article:", "twitter:"].iter().any(|start| key.starts_with(start));
            let kind = if is_graph { Kind::Graph } else { Kind::Meta };
            let is_marked = self.view.value(row, name::ITEMPROP).is_some();
            let source = if is_graph {
                "opengraph"
            } else if is_marked {
                "microdata"
            } else {
                "meta"
            };
            let said = Said { text, kind, row: row as i64, source, group: hash_text(&key) };
            let mut around = self.word("meta", &key);
            around.add_all("key", &parts_of(&key, self.asked.is_shown));
            if is_marked {
                self.context.add_words(row, &mut around);
            }
            self.offer(said, "", &around);
        }
    }

    pub fn read_head(&mut self) {
        for row in self.view.rows_of(name::TITLE, 2) {
            let text = self.view.text_of(row);
            let said = Said { text, kind: Kind::Head, row: row as i64, source: "title", group: 0 };
            let around = self.word("head", "title");
            titles::add(&mut self.found.titles, said, None, &around);
            let line = Line { text, parts: &[(0, row)], ..Line::default() };
            if text.len() < MAX_LINE && may_have_date(text, &mut Vec::new()) {
                days::add_line(&mut self.found.days, &line, &self.asked.reading, &mut self.context);
            }
        }
    }

    /// Elements with an attribute that is a date, and those that are marked as one of the fields.
    pub fn read_marked(&mut self) {
        let view = self.view;
        let mut seen = 0;
        for row in 0..view.tag.len() {
            let names = view.attributes.names_of(row);
            if names.is_empty() || matches!(view.tag[row], name::META | name::LINK | name::SCRIPT | name::STYLE) {
                continue;
            }
            if seen >= MAX_MARKED {
                break;
            }
            limits::tick(1);
            if names.iter().any(|key| matches!(*key, name::ITEMPROP | name::PROPERTY | name::REL)) {
                seen += usize::from(self.read_mark(row));
            }
            for (key, value) in view.attributes.of(row) {
                if may_date(key, value) {
                    seen += 1;
                    let said = Said {
                        text: value,
                        kind: Kind::Marked,
                        row: row as i64,
                        source: source_of(&view, row),
                        group: 0,
                    };
                    let mut around = self.word("attribute", view.names.text(key));
                    self.context.add_words(row, &mut around);
                    let text = view.text_of(row);
                    if text.len() < MAX_LINE {
                        around.add_all("holds", &words_of(text, 4, self.asked.is_shown));
                    }
                    days::add_value(&mut self.found.days, said, &self.asked.reading, &around);
                }
            }
        }
    }

    /// Reads an element that is marked; no where what it is marked as has no short text.
    fn read_mark(&mut self, row: usize) -> bool {
        let view = self.view;
        let text = [name::CONTENT].iter().find_map(|&key| view.value(row, key)).unwrap_or_else(|| view.text_of(row));
        let mark = [name::ITEMPROP, name::PROPERTY, name::REL].iter().find_map(|&key| view.value(row, key));
        let mark = mark.unwrap_or_default();
        if text.is_empty() || text.len() > 2 * MAX_LINE || mark.starts_with("nofollow") || mark.starts_with("noopener")
        {
            return false;
        }
        let link = self.context.link_of(row);
        let mut words = Words::new(self.asked.is_shown);
        self.context.add_words(row, &mut words);
        let place = self.context.count(row);
        let group = mix(hash_text(mark), place);
        let said = Said { text, kind: Kind::Marked, row: row as i64, source: "microdata", group };
        days::add_value(&mut self.found.days, said, &self.asked.reading, &words);
        names::add_value(&mut self.found.names, said, link, &words);
        titles::add(&mut self.found.titles, said, Some(place), &words);
        true
    }

    pub fn read_headings(&mut self) {
        for (tag, about) in HEADINGS {
            for row in self.view.rows_of(tag, MAX_HEADINGS) {
                let source = if tag == name::H1 { "h1" } else { "h2" };
                let text = heading_text(&self.view, row);
                let said = Said { text: &text, kind: Kind::Heading, row: row as i64, source, group: 0 };
                if said.text.len() > 4 * MAX_LINE {
                    continue;
                }
                let Walk { context, found, .. } = self;
                titles::add_heading(&mut found.titles, said, context, about);
                for part in heading_parts(&self.view, row) {
                    let said = Said { text: &part, ..said };
                    let about = if tag == name::H1 { "part of h1" } else { "part" };
                    titles::add_heading(&mut found.titles, said, context, about);
                }
            }
        }
        let title = self.asked.title;
        let row = usize::try_from(title.row).unwrap_or(self.context.title_row);
        let said =
            Said { text: &title.value.text, kind: Kind::Heading, row: row as i64, source: title.source, group: 0 };
        titles::add_heading(&mut self.found.titles, said, &mut self.context, "place");
    }

    /// The lines of the page, those near the title first.
    pub fn read_lines(&mut self) {
        let view = self.view;
        let count = view.block_row.len();
        let first = view.block_first.partition_point(|&row| (row as usize) < self.context.title_row).min(count);
        let (mut below, mut above) = (first, first);
        let (mut named, mut dated) = (0, 0);
        let mut dates = Dates { view, known: vec![None; count], buffer: Vec::new() };
        while (below < count || above > 0) && dated < MAX_DATED_LINES {
            let is_below = below < count && (above == 0 || below - first <= BEFORE_TITLE * (first - above + 1));
            let block = if is_below { below } else { above - 1 };
            if is_below {
                below += 1
            } else {
                above -= 1
            }
            limits::tick(1);
            let chars = view.block_chars[block] as usize;
            let may_name = named < MAX_NAMED_LINES && (2..=names::MAX_TEXT).contains(&chars);
            let has_date = dates.at(block);
            if may_name || has_date {
                named += usize::from(may_name);
                dated += usize::from(has_date);
                let has_dates = [block.checked_sub(1), Some(block), Some(block + 1)]
                    .map(|one| one.is_some_and(|one| dates.at(one)));
                self.read_line(block, may_name, has_dates);
            }
        }
    }

    fn read_line(&mut self, block: usize, may_name: bool, has_dates: [bool; 3]) {
        let view = self.view;
        let (mut text, mut parts) = (String::new(), Vec::new());
        let end = view.block_first.get(block + 1).map_or(view.tag.len(), |&row| row as usize);
        let end = end.min(view.end[view.block_row[block] as usize] as usize);
        for row in (view.block_first[block] as usize..end).take(MAX_LINE_ROWS).filter(|&row| view.is_text(row)) {
            let own = view.text_of(row).trim_matches(is_space);
            if own.is_empty() {
                continue;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            parts.push((text.len(), row));
            text.extend(first_bytes(own, MAX_LINE).chars().filter(|&c| c != SOFT_HYPHEN));
            if text.len() > MAX_LINE {
                break;
            }
        }
        if parts.is_empty() {
            return;
        }
        let beside = |block: Option<usize>| block.map_or("", |block| view.text_of_block(block));
        let before = beside(block.checked_sub(1));
        let behind = beside(Some(block + 1).filter(|&next| next < view.block_row.len()));
        let line = Line { text: &text, parts: &parts, before, behind: first_bytes(behind, MAX_LINE), has_dates };
        if has_dates[1] {
            days::add_line(&mut self.found.days, &line, &self.asked.reading, &mut self.context);
        }
        if may_name {
            let row = view.block_row[block] as usize;
            let group = usize::try_from(view.parent[row]).map_or(0, |parent| (parent as u64 + 1) << 32);
            names::add_line(&mut self.found.names, &line, group, &mut self.context);
        }
    }
}

/// Which blocks may have a date.
struct Dates<'page> {
    view: PageView<'page>,
    known: Vec<Option<bool>>,
    buffer: Vec<u8>,
}

impl Dates<'_> {
    fn at(&mut self, block: usize) -> bool {
        let Dates { view, known, buffer } = self;
        let read = || may_have_date(first_bytes(view.text_of_block(block), MAX_LINE), buffer);
        known.get_mut(block).is_some_and(|known| *known.get_or_insert_with(read))
    }
}

/// Whether an attribute may hold a date.
fn may_date(key: NameId, value: &str) -> bool {
    (4..=MAX_ATTRIBUTE).contains(&value.len())
        && !SILENT.contains(&key)
        && value.bytes().filter(u8::is_ascii_digit).count() >= 4
        && !value.contains("://")
        && !value.starts_with(['/', '#', '{'])
}

fn source_of(view: &PageView, row: usize) -> &'static str {
    let is_marked = view.value(row, name::ITEMPROP).or_else(|| view.value(row, name::PROPERTY)).is_some();
    if is_marked { "microdata" } else { "byline" }
}
