//! When a page was published and when it was changed: the sources of both, in the order of their measured precision.
//!
//! In words: a date that is printed right beside the title wins over what is declared, unless it is the day of a change;
//! behind both come marked elements, lines farther away, addresses, scripts. `PageDates` of
//! `src/weft/metadata/page_dates.py` says why, and is the twin.

use crate::answers::{Answer, One, Page};
use crate::candidates::{Candidate, SOURCES, Statement};
use crate::date_signs;
use crate::date_signs::day_in_script;
use crate::near_title::Near;
use crate::printed_dates::{PrintedDate, Prints};
use crate::questions::{Answerer, Question, find_dates, read_date};
use html::names::{name, places_of};
use text::addresses;
use text::addresses::{day_in, month_in};
use text::dates::short::day_number;

const DAY: usize = "2022-09-04".len();
const MONTH: usize = "2022-09".len();
/// Rows behind the title and before it within which a marked date is the page's.
const ROWS_BEHIND: i64 = 150;
const ROWS_BEFORE: i64 = 60;
const MAX_SCRIPTS: usize = 60;
const MAX_SCRIPT_BYTES: usize = 500_000;
/// Bytes of a page's text in which other dates are looked for.
const MAX_SEARCHED: usize = 200_000;
/// The source of a date where a page tells only when it was changed.
const MODIFIED: &str = "modified";

/// The days of publication, where it is asked for, and of change. None: Python must clean a candidate.
pub fn find(page: &Page, (is_asked, day_first): (bool, bool), answerer: &mut dyn Answerer) -> [Option<Answer>; 2] {
    let is_raw = |name: &&str| page.ranked(name).iter().any(|own| !matches!(own.said, Statement::Clean(_)));
    if ["date", "unsure_date", "modified", "url"].iter().any(is_raw) {
        return [None, None];
    }
    let mut dates = Dates { page, day_first, close: Vec::new(), marked: None, answerer };
    if let Some(prints) = dates.prints() {
        dates.close = prints.close(dates.answerer);
    }
    let published = if is_asked { Some(answer(dates.published())) } else { None };
    [published, Some(answer(dates.modified()))]
}

fn answer(one: One) -> Answer {
    if one.value.is_empty() { Answer::Nothing } else { Answer::One(one) }
}

fn nothing() -> One {
    One { value: String::new(), row: -1, source: "" }
}

fn is_update(printed: &&PrintedDate) -> bool {
    printed.is_update
}

/// The first characters of a date that tell its day.
fn day_of(iso: &str) -> &str {
    iso.get(..DAY).unwrap_or(iso)
}

/// The dates of a page while they are looked for.
struct Dates<'page> {
    page: &'page Page<'page>,
    day_first: bool,
    /// What is printed beside the title, and in marked elements where these were looked for.
    close: Vec<PrintedDate>,
    marked: Option<Vec<PrintedDate>>,
    answerer: &'page mut dyn Answerer,
}

impl<'page> Dates<'page> {
    fn prints(&self) -> Option<Prints<'page>> {
        self.page.near.map(|near| Prints { page: self.page, near, day_first: self.day_first })
    }

    fn read(&mut self, text: &str) -> String {
        read_date(text, self.day_first)
    }

    /// The day of publication, as precise as the page tells it.
    fn published(&mut self) -> One {
        let declared = self.first_date(self.page.ranked("date").iter());
        if declared.value.len() >= DAY {
            return self.as_printed(declared);
        }
        let found = self.whole(declared);
        if found.value.is_empty() { self.last_resort() } else { found }
    }

    /// When the page was last changed: as it declares it, else as it prints it.
    fn modified(&mut self) -> One {
        let declared = self.first_date(self.page.ranked("modified").iter());
        let (false, Some(near)) = (!declared.value.is_empty(), self.page.near) else { return declared };
        if let Some(update) = self.close.iter().find(is_update) {
            return update.field();
        }
        if !self.page.ranked("date").is_empty() {
            return declared; // marked dates were not looked for, and that costs the most
        }
        let marked = self.marked();
        let found = marked.iter().filter(|one| is_beside(near, one)).find(is_update).map(PrintedDate::field);
        found.unwrap_or(declared)
    }

    /// Whether a text has a date that is another one where day and month change places.
    fn is_ambiguous(&mut self, text: &str) -> bool {
        if text.contains(|c: char| !c.is_ascii() && c.is_numeric()) {
            return !self.answerer.ask(Question::Ambiguous, text).is_empty();
        }
        date_signs::is_ambiguous(text)
    }

    /// The dates in marked elements, which are looked for once.
    fn marked(&mut self) -> &[PrintedDate] {
        if self.marked.is_none() {
            let found = self.prints().map(|prints| prints.marked(self.answerer));
            self.marked = Some(found.unwrap_or_default());
        }
        self.marked.as_deref().unwrap_or_default()
    }

    /// The first candidate that is a date; of a month or a year the first that names its day.
    fn first_date(&mut self, candidates: impl Iterator<Item = &'page Candidate>) -> One {
        let mut best = nothing();
        for candidate in candidates {
            let iso = self.read(text_of(candidate));
            if !iso.is_empty() && iso.starts_with(&best.value) {
                best = One { value: iso, row: candidate.row, source: SOURCES[candidate.source] };
            }
            if best.value.len() >= DAY {
                break;
            }
        }
        best
    }

    /// The declared date, or the one that is printed beside the title, unless that is the day of a change.
    fn as_printed(&mut self, declared: One) -> One {
        let Some(day) = day_number(&declared.value) else { return declared };
        let close = std::mem::take(&mut self.close);
        let mut chosen = None;
        for printed in close.iter().filter(|printed| !printed.is_update) {
            let Some(own) = day_number(&printed.iso) else { continue };
            let turned = if self.is_ambiguous(&printed.text) {
                read_date(&printed.text, !self.day_first)
            } else {
                String::new()
            };
            let is_same = own == day || day_of(&turned) == day_of(&declared.value);
            let (mut is_change, is_later) = (false, own - day > 1);
            if is_later {
                let changes = self.changes();
                if changes.iter().max().is_some_and(|last| day_of(&printed.iso) > last.as_str()) {
                    continue; // nothing is published after its last change: the day of an event
                }
                is_change = changes.iter().any(|change| change == day_of(&printed.iso));
            }
            chosen = if is_same || is_change { None } else { Some(printed.field()) };
            break;
        }
        self.close = close;
        chosen.unwrap_or(declared)
    }

    /// The days on which the page was changed, as it declares them.
    fn changes(&mut self) -> Vec<String> {
        let mut days = Vec::new();
        for candidate in self.page.ranked("modified") {
            let mut day = self.read(text_of(candidate));
            day.truncate(DAY);
            days.push(day);
        }
        days
    }

    /// The first date of the sources behind what is declared for sure that names its day; where a month or a year is
    /// declared, one within it.
    fn whole(&mut self, mut part: One) -> One {
        for source in SOURCES_BEHIND {
            for one in self.dates_of(source) {
                if one.value.len() >= DAY && one.value.starts_with(&part.value) {
                    return one;
                }
                if part.value.is_empty() {
                    part = one;
                }
            }
        }
        part
    }

    /// The dates that a source tells.
    fn dates_of(&mut self, source: Source) -> Vec<One> {
        if let Source::Unsure = source {
            let one = self.first_date(self.page.ranked("unsure_date").iter());
            return Some(one).filter(|one| !one.value.is_empty()).into_iter().collect::<Vec<_>>();
        }
        let (Some(near), Some(prints)) = (self.page.near, self.prints()) else { return Vec::new() };
        let printed = match source {
            Source::Close => {
                let close = std::mem::take(&mut self.close);
                let fields = self.fields(close.iter());
                self.close = close;
                return fields;
            }
            Source::MarkedBeside | Source::MarkedFar => return self.marked_fields(near, source),
            Source::Addresses => return self.in_addresses(Question::AddressDay),
            Source::Scripts => return self.in_scripts(),
            Source::Title => return self.in_title(),
            Source::Months => return self.in_addresses(Question::AddressMonth),
            Source::Later => prints.later(self.answerer),
            Source::Datelines => prints.datelines(self.answerer),
            Source::Labelled | Source::Unsure => prints.labelled(self.answerer),
        };
        self.fields(printed.iter())
    }

    /// The dates in marked elements beside the title, or the one that all of those far from it tell.
    fn marked_fields(&mut self, near: &Near, source: Source) -> Vec<One> {
        self.marked();
        let marked = self.marked.take().unwrap_or_default();
        let fields = if let Source::MarkedBeside = source {
            self.fields(marked.iter().filter(|one| is_beside(near, one)))
        } else {
            let far: Vec<_> = marked.iter().filter(|one| !is_beside(near, one) && !one.is_update).collect();
            let is_one = far.iter().all(|one| day_of(&one.iso) == day_of(&far[0].iso));
            self.fields(far.into_iter().take(usize::from(is_one))) // several are those of teasers
        };
        self.marked = Some(marked);
        fields
    }

    /// Of a page that tells only when it was changed, that day.
    fn last_resort(&mut self) -> One {
        if self.page.near.is_none() {
            return nothing();
        }
        let told = match self.close.iter().find(is_update) {
            Some(update) => update.field(),
            None => {
                let linked = self.page.ranked("modified").iter();
                self.first_date(linked.filter(|candidate| SOURCES[candidate.source] == "json-ld"))
            }
        };
        if told.value.is_empty() { told } else { One { source: MODIFIED, ..told } }
    }

    /// The dates that are no days of a change, with day and month in the order that the page's other dates have.
    fn fields<'own>(&mut self, dates: impl Iterator<Item = &'own PrintedDate>) -> Vec<One> {
        let mut fields = Vec::new();
        for printed in dates.filter(|printed| !printed.is_update) {
            let mut one = printed.field();
            if self.is_ambiguous(&printed.text) {
                let turned = read_date(&printed.text, !self.day_first);
                let text = self.page.view.text.as_bytes();
                let votes = date_signs::day_votes(&text[..text.len().min(MAX_SEARCHED)]);
                let is_voted = votes != 0 && (votes > 0) != self.day_first;
                let is_turned =
                    is_voted || self.in_addresses(Question::AddressDay).iter().any(|own| own.value == day_of(&turned));
                if is_turned && !turned.is_empty() {
                    one.value = turned;
                }
            }
            fields.push(one);
        }
        fields
    }

    /// The days in the addresses of the page, or the months.
    fn in_addresses(&mut self, question: Question) -> Vec<One> {
        let mut found = Vec::new();
        let own = Some((self.page.url, -1)).filter(|(url, _)| !url.is_empty());
        let declared = self.page.ranked("url").iter().filter(|candidate| SOURCES[candidate.source] != "json-ld");
        for (address, row) in own.into_iter().chain(declared.map(|one| (text_of(one), one.row))) {
            let is_ascii = address.bytes().all(|byte| matches!(byte, b' '..=b'~'));
            if is_ascii && !address.contains("19") && !address.contains("20") {
                continue; // no year, as most addresses
            }
            let value = self.date_in(address, question);
            if !value.is_empty() {
                found.push(One { value, row, source: "url" });
            }
        }
        found
    }

    fn date_in(&mut self, address: &str, question: Question) -> String {
        let is_month = question == Question::AddressMonth;
        let text = match addresses::read(address) {
            None => self.answerer.ask(question, address),
            Some(parts) if is_month => month_in(parts.path),
            Some(parts) => day_in(parts.path),
        };
        let is_month =
            is_month && text.len() == MONTH && ("01"..="12").contains(&&text[5..]) && text.as_str() >= "1970";
        if text.is_empty() || is_month { text } else { self.read(&text) }
    }

    fn in_title(&mut self) -> Vec<One> {
        let (title, row) = self.page.heading;
        let found = find_dates(title, self.day_first);
        let first = found.into_iter().next().filter(|found| found.iso.len() >= DAY);
        first.map(|found| One { value: found.iso, row, source: "title" }).into_iter().collect()
    }

    /// Data that a program of the page is given, under a name of publication: of each script the first.
    fn in_scripts(&mut self) -> Vec<One> {
        let mut found = Vec::new();
        for row in places_of(self.page.view.tag, name::SCRIPT).take(MAX_SCRIPTS) {
            limits::tick(1);
            let text = self.page.view.text_of(row);
            let places = if text.len() <= MAX_SCRIPT_BYTES { date_signs::publication_days(text) } else { Vec::new() };
            for place in places {
                let day = match place.is_ascii() {
                    true => day_in_script(place).unwrap_or_default().to_owned(),
                    false => self.answerer.ask(Question::ScriptDay, place),
                };
                if !day.is_empty() {
                    let value = self.read(&day);
                    if !value.is_empty() {
                        found.push(One { value, row: row as i64, source: "script" });
                    }
                    break;
                }
            }
        }
        found
    }
}

/// A source behind what is declared for sure.
#[derive(Clone, Copy)]
enum Source {
    Close,
    MarkedBeside,
    Unsure,
    Later,
    Addresses,
    Datelines,
    Labelled,
    Scripts,
    MarkedFar,
    Title,
    Months,
}

/// In the order of their precision.
const SOURCES_BEHIND: [Source; 11] = [
    Source::Close,
    Source::MarkedBeside,
    Source::Unsure,
    Source::Later,
    Source::Addresses,
    Source::Datelines,
    Source::Labelled,
    Source::Scripts,
    Source::MarkedFar,
    Source::Title,
    Source::Months,
];

fn text_of(candidate: &Candidate) -> &str {
    match &candidate.said {
        Statement::Clean(text) => text,
        _ => "",
    }
}

/// Whether a marked date is so near to the title that it is the page's and no teaser's.
fn is_beside(near: &Near, printed: &PrintedDate) -> bool {
    let away = printed.row - near.title_row as i64;
    -ROWS_BEFORE < away && away < ROWS_BEHIND
}
