//! The price and the rating of a card.
//!
//! In words: a price stands in one text, or in several where a sign of money stands alone (`$`, `148`, `02`). One that is
//! not struck out comes before others, and one that is all of its text before one in a sentence. A rating is a number out
//! of five: in the text, in the label of an element, or alone under a class that says so.

use crate::evidence::Evidence;
use html::names::{NameId, name};
use text::backtracking::is_in_word;
use text::chars::{is_decimal, is_space};
use text::prices;

/// A text of a record and its row.
pub type Piece<'page> = (usize, &'page str);
type Found = Option<(String, i64)>;

const MOSTLY: f64 = 0.6; // share of a text that a price is, where the text is no sentence about money
const MAX_PRICES: usize = 20; // of a record that are compared
const MAX_LABELS: usize = 40; // of a record among which a rating is looked for
const OLD: [&str; 10] = ["old", "was", "rrp", "msrp", "original", "regular", "list", "before", "crossed", "del"];
const RATED: [&str; 3] = ["rating", "review", "score"];

/// The price of a record and its row.
pub fn find_price(evidence: &Evidence, pieces: &[Piece]) -> Found {
    let found = prices_in(pieces).take(MAX_PRICES).map(|(place, value)| {
        let (row, said) = pieces[place];
        let is_mostly = letters(&value) as f64 >= MOSTLY * letters(said) as f64;
        (2 * u8::from(!is_old(evidence, row)) + u8::from(is_mostly), value, row as i64)
    });
    let better = |best: Option<(u8, _, _)>, one: (u8, _, _)| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    };
    found.fold(None, better).map(|(_, value, row)| (value, row))
}

fn letters(text: &str) -> usize {
    text.chars().filter(|&c| is_in_word(c) && c != '_').count()
}

/// The prices of some texts, each with the place of the text that it begins in.
fn prices_in<'own>(pieces: &'own [Piece]) -> impl Iterator<Item = (usize, String)> + 'own {
    let text = |place: usize| pieces.get(place).map_or("", |(_, text)| trimmed(text));
    (0..pieces.len()).filter_map(move |place| {
        let (own, next) = (text(place), text(place + 1));
        let is_amount = |text: &str| !text.is_empty() && text.chars().all(|c| is_decimal(c) || matches!(c, '.' | ','));
        let price = match prices::find(own) {
            Some(span) if span.end < own.len() => bare(&own[span]).to_owned(),
            Some(span) => with_cents(bare(&own[span]), next),
            None if is_amount(next) && prices::is_sign(own) => {
                let gap = if own.chars().all(char::is_alphabetic) { " " } else { "" };
                with_cents(&format!("{own}{gap}{next}"), text(place + 2))
            }
            None if is_amount(own) && prices::is_sign(next) => format!("{own}{next}"),
            None => return None,
        };
        Some((place, price))
    })
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(is_space)
}

fn bare(price: &str) -> &str {
    price.trim_matches([' ', '.', ','])
}

/// A price with the cents behind it, where a text of its own says them; a point parts them from the rest.
fn with_cents(price: &str, next: &str) -> String {
    let cents = next.trim_start_matches(['.', ',']);
    let digits = cents.trim_start_matches(is_space);
    let is_cents = next.len() - cents.len() <= 1 && cents.chars().count() - digits.chars().count() <= 1;
    if !is_cents || digits.chars().count() != 2 || !digits.chars().all(is_decimal) {
        return price.to_owned();
    }
    let has_point = price.contains(['.', ',']) || next.contains(['.', ',']);
    format!("{price}{}{next}", if has_point { "" } else { "." })
}

/// Whether a price is what a thing cost before: it is struck out, or a class says so.
fn is_old(evidence: &Evidence, row: usize) -> bool {
    let page = &evidence.page;
    let says = |part: &str| {
        let part = part.to_ascii_lowercase();
        OLD.contains(&part.as_str()) || part.starts_with("strike")
    };
    let is_named = |above: usize| page.classes(above).any(|name| name.split(['-', '_']).any(says));
    page.above(row).take(3).any(|above| is_struck(page.tag[above])) || page.above(row).take(2).any(is_named)
}

/// The rating of a record and its row.
pub fn find_rating(evidence: &Evidence, (start, end): (usize, usize), pieces: &[Piece]) -> Found {
    let page = &evidence.page;
    let labelled = || {
        let rows = (start..end).filter_map(|row| page.value(row, name::ARIA_LABEL).map(|label| (row, label)));
        let mut found = rows.take(MAX_LABELS).filter_map(|(row, label)| Some((row, rating_in(label)?.1)));
        found.next().map(|(row, value)| (value, row as i64))
    };
    let alone = || {
        let is_rated = |row: usize| page.above(row).take(2).any(|above| page.classes(above).any(says_rating));
        let mut found = pieces.iter().filter(|(row, text)| is_score(trimmed(text)) && is_rated(*row));
        found.next().map(|&(row, text)| (trimmed(text).to_owned(), row as i64))
    };
    said(pieces).or_else(labelled).or_else(alone)
}

/// The first rating in the text of a record, which may stand in several pieces.
fn said(pieces: &[Piece]) -> Found {
    let text: String = pieces.iter().map(|(_, text)| *text).collect();
    let (place, value) = rating_in(&text)?;
    let mut end = 0;
    let holds = |(_, text): &&Piece| {
        end += text.len();
        place < end
    };
    pieces.iter().find(holds).map(|&(row, _)| (value, row as i64))
}

fn says_rating(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_whole = |place: usize| {
        let behind = &name[place + "star".len()..];
        !behind.strip_prefix('s').unwrap_or(behind).starts_with(is_in_word)
    };
    RATED.iter().any(|word| name.contains(word)) || name.match_indices("star").any(|(place, _)| is_whole(place))
}

/// Whether a text is a number up to five with a fraction.
fn is_score(text: &str) -> bool {
    number(text).is_some_and(|length| length == text.len() && length > 1)
}

/// How long the number up to five is that a text begins with: one digit, and perhaps two behind a point.
fn number(text: &str) -> Option<usize> {
    if !text.starts_with(|c| ('0'..='5').contains(&c)) {
        return None;
    }
    let Some(rest) = text[1..].strip_prefix(['.', ',']) else { return Some(1) };
    let digits: usize = rest.chars().take_while(|&c| is_decimal(c)).take(2).map(char::len_utf8).sum();
    Some(if digits > 0 { 2 + digits } else { 1 })
}

/// The first number out of five in a text, and its place.
fn rating_in(text: &str) -> Option<(usize, String)> {
    let mut before = ' ';
    for (place, c) in text.char_indices() {
        let is_begun = is_decimal(before) || matches!(before, '.' | ',');
        before = c;
        if let Some(length) = number(&text[place..]).filter(|_| !is_begun) {
            let rest = &text[place + length..];
            let near = rest.strip_prefix(is_space).unwrap_or(rest);
            if [rest, near].into_iter().any(is_out_of_five) {
                return Some((place, text[place..place + length].to_owned()));
            }
        }
    }
    None
}

/// Whether a text begins with `/5`, `out of 5`, `stars` or the like.
fn is_out_of_five(text: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(is_in_word);
    let word = |text: &'_ str, word: &str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)).then_some(word.len())
    };
    if let Some(rest) = text.strip_prefix('/') {
        let rest = rest.strip_prefix(is_space).unwrap_or(rest).strip_prefix('5');
        return rest.is_some_and(ends);
    }
    let of = &text[word(text, "out ").unwrap_or(0)..];
    let star = word(text, "stars").filter(|&length| ends(&text[length..])).or_else(|| word(text, "star"));
    word(of, "of 5").is_some_and(|length| ends(&of[length..]))
        || star.is_some_and(|length| ends(&text[length..]))
        || text.starts_with(['★', '分'])
}

/// Whether a tag strikes out what it holds.
pub fn is_struck(tag: NameId) -> bool {
    matches!(tag, name::S | name::DEL | name::STRIKE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_in_pieces() {
        let pieces = ["$", "148", "02", " 12", " €", "from $ 9.50 on", "USD", "12", "free"];
        let pieces: Vec<Piece> = pieces.into_iter().enumerate().collect();
        let found: Vec<_> = prices_in(&pieces).map(|(_, price)| price).collect();
        assert_eq!(found, ["$148.02", "12€", "$ 9.50", "USD 12"]);
    }

    #[test]
    fn ratings_in_texts() {
        for (text, wanted) in [
            ("It has 4.5 out of 5 stars", "4.5"),
            ("4,5/5", "4,5"),
            ("3 / 5", "3"),
            ("4 Stars", "4"),
            ("4.8★", "4.8"),
            ("4.5分", "4.5"),
        ] {
            assert_eq!(rating_in(text).map(|found| found.1).as_deref(), Some(wanted), "{text}");
        }
        for text in ["14 stars", "4 of 50", "4 starlings", "1.4.5 of 5", "6 of 5", "4/52"] {
            assert_eq!(rating_in(text), None, "{text}");
        }
        assert!(is_score("4.5") && !is_score("4") && !is_score("14.5"));
        assert!(says_rating("product-stars") && says_rating("ReviewCount") && !says_rating("start"));
    }
}
