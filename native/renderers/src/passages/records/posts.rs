//! The posts of a thread as passages: a heading that says who, when and which, and what the post says below it.

use html::page_view::PageView;
use std::collections::HashMap;

use super::{Group, Record};
use crate::passages::{Composed, Passage, Piece, Role};
use text::class_words::{QUOTE, token_flags};

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
