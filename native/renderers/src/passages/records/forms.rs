//! The rows of a board or the cards of a shop as passages: a table of their fields, or a list where they say more.
//!
//! The posts of a thread as passages: a heading that says who, when and which, and what the post says below it.

use std::collections::{HashMap, HashSet};

use super::{Group, Record, Written};
use crate::passages::inline::spaced;
use crate::passages::settle::marks_of;
use crate::passages::{Composed, Kind, Mark, Passage, Piece, Role};
use html::page_view::PageView;
use text::chars::{is_space, is_word};
use text::class_words::{QUOTE, token_flags};

/// The fields that are shown, in their order; the address of a title is its link.
const COLUMNS: [&str; 9] =
    ["title", "price", "rating", "author", "replies", "views", "time", "last_author", "last_time"];
/// The fields that a page may print with words of its own, such as `was $ 20, now $ 12`: all of it is then the field.
const WITH_WORDS: [&str; 4] = ["price", "rating", "author", "last_author"];
const MAX_CELL: usize = 80; // characters beside the fields of a record; more of them, or a block of code, need lines
const REPEATED: f64 = 0.5; // share of the words that describe an image and are the title's: they would be read twice

/// A record as it is written: its fields, its images, and what else is kept of it.
struct Row<'page> {
    start: usize,
    /// As `COLUMNS` has them.
    fields: Vec<Option<Vec<Piece<'page>>>>,
    images: Vec<Passage<'page>>,
    rest: Vec<Passage<'page>>,
}

/// Adds the records with the fields that they have; what else is kept of them stands in the last columns, or below.
pub fn write_rows<'page>(
    composed: &mut Composed<'page>,
    written: &Written,
    links: bool,
    groups: Vec<Group<'page>>,
    out: &mut Vec<Passage<'page>>,
) {
    let rows: Vec<Row> =
        groups.into_iter().map(|(number, own)| read(composed, &written.records[number], links, own)).collect();
    if written.tables && rows.iter().all(|row| row.is_short(composed)) {
        write_table(composed, rows, out);
    } else {
        write_list(composed, rows, out);
    }
}

impl Row<'_> {
    /// Whether all of it fits into cells.
    fn is_short(&self, composed: &Composed) -> bool {
        let length: usize = self.rest.iter().map(|passage| spaced(&passage.text()).chars().count()).sum();
        let needs_lines =
            |one: &Passage| composed.is_inside(one.path, Role::Pre) || composed.is_inside(one.path, Role::Table);
        length <= MAX_CELL && !self.rest.iter().any(needs_lines)
    }
}

fn read<'page>(
    composed: &mut Composed<'page>,
    record: &Record,
    links: bool,
    passages: Vec<Passage<'page>>,
) -> Row<'page> {
    let (mut images, mut rest) = (Vec::new(), Vec::new());
    for passage in passages {
        // Without the lists around its record.
        let path = composed.inside(&composed.path(passage.path), record.start);
        if !composed.holds(&path, &passage) {
            continue;
        }
        let (path, row) = (composed.add_path(&path), passage.row);
        let (own, others): (Vec<_>, Vec<_>) =
            passage.into_pieces().into_iter().partition(|piece| matches!(piece, Piece::Image { .. }));
        if !own.is_empty() {
            let own = own.into_iter().map(|image| bare_image(composed, record, image)).collect();
            images.push(Passage::of(path, row, own));
        }
        if composed.is_inside(path, Role::Cell)
            || others.iter().any(|piece| !piece.text().trim_matches(is_space).is_empty())
        {
            rest.push(Passage::of(path, row, others));
        }
    }
    let mut field = |name: &str| {
        let value = record.value(name)?;
        let saying = match name {
            "title" => linking(composed, record, value, &rest),
            _ if WITH_WORDS.contains(&name) => saying(value, &rest),
            _ => None,
        };
        if let Some(place) = saying {
            return Some(rest.remove(place).into_pieces());
        }
        let link = record.value("url").filter(|_| name == "title" && links);
        let mark = link.map_or(0, |url| composed.add_mark(0, Kind::Link, url));
        Some(vec![Piece::Text(shown_time(value).into(), mark)])
    };
    let fields = COLUMNS.iter().map(|name| field(name)).collect();
    Row { start: record.start, fields, images, rest }
}

/// An image without words and links that are the title's.
fn bare_image<'page>(composed: &mut Composed, record: &Record, image: Piece<'page>) -> Piece<'page> {
    let Piece::Image { alt, address, marks } = image else { return image };
    let (title, url) = (record.value("title").unwrap_or(""), record.value("url").unwrap_or(""));
    let words: Vec<&str> = alt.split(is_space).filter(|word| !word.is_empty()).collect();
    let own: HashSet<&str> = words.iter().copied().collect();
    let title: HashSet<&str> = title.split(is_space).collect();
    let is_repeated = own.intersection(&title).count() as f64 > REPEATED * words.len() as f64;
    let alt = if is_repeated { String::new() } else { alt };
    let mut around = marks_of(&composed.marks, marks);
    let count = around.len();
    around.retain(|&mark| !is_link(&composed.marks[mark as usize], url));
    let marks = if around.len() < count { composed.with_marks(0, &around) } else { marks };
    Piece::Image { alt, address, marks }
}

fn is_link(mark: &Mark, url: &str) -> bool {
    mark.kind == Kind::Link && mark.value == url
}

/// The first short passage that says a value with other words.
fn saying(value: &str, passages: &[Passage]) -> Option<usize> {
    let value = spaced(value);
    let value = value.trim_end_matches(['.', ',']);
    let is_part = |sign: Option<char>| sign.is_some_and(|sign| sign == '_' || is_word(sign));
    let says = |text: &str| {
        text.char_indices().map(|(place, _)| place).chain([text.len()]).any(|place| {
            let Some(behind) = text[place..].strip_prefix(value) else { return false };
            !is_part(text[..place].chars().next_back()) && !is_part(behind.chars().next())
        })
    };
    passages.iter().position(|passage| {
        let text = spaced(&passage.text());
        text.chars().nth(MAX_CELL).is_none() && says(&text)
    })
}

/// The passage that has the title as a link, and something beside it, such as a badge.
fn linking(composed: &Composed, record: &Record, title: &str, passages: &[Passage]) -> Option<usize> {
    let url = record.value("url").unwrap_or("");
    passages.iter().position(|passage| {
        passage.pieces().iter().any(|piece| {
            let is_linked = || {
                marks_of(&composed.marks, piece.mark()).iter().any(|&mark| is_link(&composed.marks[mark as usize], url))
            };
            spaced(piece.text()).contains(title) && is_linked()
        })
    })
}

fn write_table<'page>(composed: &mut Composed<'page>, rows: Vec<Row<'page>>, out: &mut Vec<Passage<'page>>) {
    let shown: Vec<usize> =
        (0..COLUMNS.len()).filter(|&column| rows.iter().any(|row| row.fields[column].is_some())).collect();
    let has_images = rows.iter().any(|row| !row.images.is_empty());
    let has_rest = rows.iter().any(|row| !row.rest.is_empty());
    let titles = shown.iter().map(|&column| label(COLUMNS[column])).chain(has_images.then(|| "image".to_owned()));
    let head = titles.chain(has_rest.then(String::new)).map(|text| vec![vec![Piece::Text(text.into(), 0)]]).collect();
    let table = composed.add_container(Role::Table, 0, 0);
    write_line(composed, table, rows.first().map_or(0, |row| row.start), head, out);
    for mut row in rows {
        let mut cells: Vec<Vec<Vec<Piece>>> =
            shown.iter().map(|&column| vec![row.fields[column].take().unwrap_or_default()]).collect();
        let pieces = |passages: Vec<Passage<'page>>| passages.into_iter().map(Passage::into_pieces).collect();
        cells.extend(has_images.then(|| pieces(row.images)));
        cells.extend(has_rest.then(|| pieces(row.rest)));
        write_line(composed, table, row.start, cells, out);
    }
}

/// Adds a row of no element of the page, which has no spans.
fn write_line<'page>(
    composed: &mut Composed<'page>,
    table: u32,
    row: usize,
    cells: Vec<Vec<Vec<Piece<'page>>>>,
    out: &mut Vec<Passage<'page>>,
) {
    let line = composed.add_container(Role::Row, 0, 0);
    for mut passages in cells {
        let cell = composed.add_container(Role::Cell, 0, 0);
        let path = composed.add_path(&[table, line, cell]);
        if passages.is_empty() {
            passages.push(Vec::new());
        }
        out.extend(passages.into_iter().map(|pieces| Passage::of(path, row as i64, pieces)));
    }
}

fn write_list<'page>(composed: &mut Composed<'page>, rows: Vec<Row<'page>>, out: &mut Vec<Passage<'page>>) {
    let list = composed.add_container(Role::List, 0, 0);
    for row in rows {
        let item = composed.add_container(Role::Item, 0, 0);
        let headline = headline(composed, row.fields);
        if !headline.is_empty() {
            out.push(Passage::of(composed.add_path(&[list, item]), row.start as i64, headline));
        }
        for mut passage in row.images.into_iter().chain(row.rest) {
            let path = [&[list, item], &composed.path(passage.path)[..]].concat();
            passage.path = composed.add_path(&path);
            out.push(passage);
        }
    }
}

/// The title in bold, and the other fields with their names.
fn headline<'page>(composed: &mut Composed, fields: Vec<Option<Vec<Piece<'page>>>>) -> Vec<Piece<'page>> {
    let mut pieces = Vec::new();
    for (name, value) in COLUMNS.into_iter().zip(fields) {
        let Some(mut value) = value else { continue };
        if name == "title" {
            for piece in &mut value {
                let marks = marks_of(&composed.marks, piece.mark());
                let strong = composed.add_mark(0, Kind::Strong, "");
                let own = composed.with_marks(strong, &marks);
                piece.set_mark(own);
            }
        } else {
            let between = if pieces.is_empty() { "" } else { ", " };
            pieces.push(Piece::Text(format!("{between}{}: ", label(name)).into(), 0));
        }
        pieces.extend(value);
    }
    pieces
}

fn label(name: &str) -> String {
    name.replace('_', " ")
}

impl Composed<'_> {
    /// The same marks inside of another.
    fn with_marks(&mut self, outside: u32, marks: &[u32]) -> u32 {
        marks.iter().fold(outside, |around, &mark| {
            let (kind, value) = (self.marks[mark as usize].kind, self.marks[mark as usize].value.clone());
            self.add_mark(around, kind, &value)
        })
    }
}

impl<'page> Passage<'page> {
    fn into_pieces(self) -> Vec<Piece<'page>> {
        if let crate::passages::Body::Pieces(pieces) = self.body { pieces } else { Vec::new() }
    }
}

impl Piece<'_> {
    /// The text of a piece, the description of an image, LaTeX of a formula or the label of a note.
    pub fn text(&self) -> &str {
        match self {
            Piece::Text(text, _) => text,
            Piece::Image { alt, .. } => alt,
            Piece::Formula { latex, .. } => latex,
            Piece::Note(label) => label,
            Piece::Break(_) | Piece::Rule => "",
        }
    }

    pub fn mark(&self) -> u32 {
        match self {
            Piece::Text(_, mark) | Piece::Break(mark) => *mark,
            Piece::Image { marks, .. } | Piece::Formula { marks, .. } => *marks,
            Piece::Note(_) | Piece::Rule => 0,
        }
    }

    fn set_mark(&mut self, own: u32) {
        if let Piece::Text(_, mark) | Piece::Break(mark) = self {
            *mark = own;
        } else if let Piece::Image { marks, .. } | Piece::Formula { marks, .. } = self {
            *marks = own;
        }
    }
}

const LEVEL: usize = 3; // of the heading of a post: above it there are the title and the parts of a page
const MAX_LEVEL: usize = 6;
const MAX_ABOVE: usize = 24; // elements of a post around a passage, among which a quote is looked for

/// Adds the passages of posts, each under its heading; an answer to a post has a lower one.
pub fn write_posts<'page>(
    page: &PageView,
    composed: &mut Composed<'page>,
    records: &[Record],
    groups: Vec<Group<'page>>,
    out: &mut Vec<Passage<'page>>,
) {
    let mut around: Vec<usize> = Vec::new(); // where the elements of the posts end that the next post may be an answer to
    for (number, mut passages) in groups {
        let record = &records[number];
        while around.last().is_some_and(|&end| end <= record.start) {
            around.pop();
        }
        // The rules at both ends only part a post from the next.
        let is_said = |passage: &Passage| !matches!(passage.pieces().first(), Some(Piece::Rule));
        passages.truncate(passages.iter().rposition(is_said).map_or(0, |last| last + 1));
        passages.drain(..passages.iter().position(is_said).unwrap_or(0));
        if !passages.is_empty() {
            out.push(heading(composed, record, (LEVEL + around.len()).min(MAX_LEVEL)));
            write_body(page, composed, record, passages, out);
        }
        around.push(page.end[record.start] as usize);
    }
}

/// The heading of a post; a rule where nothing is known of it.
fn heading<'page>(composed: &mut Composed, record: &Record, level: usize) -> Passage<'page> {
    let joined =
        |parts: [String; 2], gap: &str| parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(gap);
    let value = |name: &str| record.value(name).unwrap_or("").to_owned();
    let number = Some(value("number")).filter(|number| !number.is_empty()).map_or(String::new(), |number| number + ".");
    let text = joined([number, joined([value("author"), shown_time(&value("time"))], ", ")], " ");
    let row = record.start as i64;
    if text.is_empty() {
        return Passage::of(0, row, vec![Piece::Rule]);
    }
    let heading = composed.add_container(Role::Heading, record.start, level as i64);
    Passage::of(composed.add_path(&[heading]), row, vec![Piece::Text(text.into(), 0)])
}

/// A time as people read it, to the minute; the fields of the record have all of it.
pub fn shown_time(text: &str) -> String {
    const FORM: &[u8] = b"0000-00-00T00:00";
    let fits = |place: usize| {
        let fits = |(own, form): (&u8, &u8)| if *form == b'0' { own.is_ascii_digit() } else { own == form };
        text.as_bytes().get(place..place + FORM.len()).is_some_and(|own| own.iter().zip(FORM).all(fits))
    };
    let (mut shown, mut done) = (String::new(), 0);
    for place in 0..text.len() {
        if place >= done && fits(place) {
            let end = place + FORM.len();
            shown.extend([&text[done..place + 10], " ", &text[place + 11..end]]);
            done = text[end..].find(text::chars::is_space).map_or(text.len(), |more| end + more);
        }
    }
    shown + &text[done..]
}

fn write_body<'page>(
    page: &PageView,
    composed: &mut Composed<'page>,
    record: &Record,
    passages: Vec<Passage<'page>>,
    out: &mut Vec<Passage<'page>>,
) {
    let first = record.body().filter(|&row| row >= record.start).unwrap_or(record.start);
    let mut quotes = HashMap::new();
    for mut passage in passages {
        let mut path = composed.inside(&composed.path(passage.path), first);
        if let Some(row) = quote_around(page, passage.row, first) {
            let quote = *quotes.entry(row).or_insert_with(|| composed.add_container(Role::Quote, row, 0));
            path = quoted(composed, path, quote);
        }
        if composed.holds(&path, &passage) {
            passage.path = composed.add_path(&path);
            out.push(passage);
        }
    }
}

/// The outermost element of a post around a row that a class calls a quote.
fn quote_around(page: &PageView, row: i64, first: usize) -> Option<usize> {
    let is_quote = |&row: &usize| {
        let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
        classes.iter().any(|&token| token_flags(&page.attributes.tokens[token as usize]) & QUOTE != 0)
    };
    let above = page.above(usize::try_from(row).ok()?).take(MAX_ABOVE).take_while(|&row| row > first);
    above.filter(is_quote).last()
}

/// The path with a quote that a class tells; a `blockquote` right in it is the same quote, without who is quoted.
fn quoted(composed: &Composed, path: Vec<u32>, quote: u32) -> Vec<u32> {
    let is_quote = |&own: &u32| composed.container(own).role == Role::Quote;
    let outer = path.iter().filter(|&&own| composed.container(own).row < composed.container(quote).row).count();
    if path[..outer].iter().any(is_quote) {
        return path;
    }
    let mut inner = path[outer..].to_vec();
    if let Some(same) = inner.iter().position(is_quote) {
        inner.remove(same);
    }
    [&path[..outer], &[quote], &inner].concat()
}

#[cfg(test)]
mod tests {
    use super::shown_time;

    #[test]
    fn times_are_shown_to_the_minute() {
        assert_eq!(shown_time("2022-09-04T06:38:27+02:00, é 2022-09-05T06:38Z"), "2022-09-04 06:38 é 2022-09-05 06:38");
        assert_eq!(shown_time("yesterday"), "yesterday");
    }
}
