//! Candidates of names: what in a text may be the name of a person or a body.
//!
//! In words: the reader of names (`name_pieces`) cuts a text into pieces; each is a candidate, and so are the names of one
//! list, or those that stand alike, together. Which of them is the author the ranker says.

use std::collections::HashMap;

use super::context::Context;
use super::days::{Line, Said, add_around};
use super::listing::{Kind, Listing, Told};
use super::name_pieces::{BETWEEN, BETWEEN_KEYS, MAX_LIST, Piece, SIGNS, pieces};
use super::titles::is_private;
use super::words::{Words, words_of};
use extractors::titles::values::{cleaned, title_key};
use text::folding::fold;
use text::hash::{OfHashes, mix};
use text::languages::{Search, kinds_in};

/// Letters of a text with names, and of a value that is declared.
pub const MAX_TEXT: usize = 160;
const MAX_VALUE: usize = 120;
/// Rows between names of one list that stand alike.
const MAX_APART: i64 = 40;

/// Adds the names of a value, such as the content of a `meta`.
pub fn add_value(list: &mut Listing, said: Said, link: &str, around: &Words) {
    if said.text.len() > 2 * MAX_VALUE {
        return;
    }
    let text = cleaned(said.text);
    if text.len() > MAX_VALUE || !may_name(&text) || !list.has_room(said.kind) {
        return;
    }
    let pieces = pieces(&text, &[]);
    let count = pieces.len();
    let parts = [(0, usize::try_from(said.row).unwrap_or(0))];
    let line = Line { text: &text, parts: &parts, ..Line::default() };
    for piece in pieces {
        add_piece(list, (&line, piece, count), said, (link, None), Around::Words(around));
    }
    add_turned(list, &text, said, around);
}

/// Adds a name that a catalogue writes with the last one first: "Lee, Ann".
fn add_turned(list: &mut Listing, text: &str, said: Said, around: &Words) {
    let Some((last, first)) = text.split_once(", ").filter(|(_, rest)| !rest.contains(',')) else { return };
    if last.split(' ').count() > 2 || first.split(' ').count() > 3 {
        return;
    }
    let name = format!("{first} {last}");
    let line = Line { text: &name, parts: &[(0, 0)], ..Line::default() };
    let piece = Piece { names: std::iter::once(0..name.len()).collect(), cut: "turned" };
    add_piece(list, (&line, piece, 1), said, ("", None), Around::Words(around));
}

/// Adds the names in a line of the page.
pub fn add_line(list: &mut Listing, line: &Line, group: u64, context: &mut Context) {
    if !may_name(line.text) || !list.has_room(Kind::Text) {
        return;
    }
    let pieces = pieces(line.text, line.parts);
    let count = pieces.len();
    for piece in pieces {
        let row = line.row_at(piece.range().start);
        let place = context.count(row);
        let said = Said { text: line.text, kind: Kind::Text, row: row as i64, source: "byline", group };
        let link = context.link_of(row);
        add_piece(list, (line, piece, count), said, (link, Some(place)), Around::Row(context, row));
    }
}

/// Whether a text is short and no address.
fn may_name(text: &str) -> bool {
    text.len() > 1
        && text.chars().nth(MAX_TEXT).is_none()
        && !text.contains("://")
        && !text.starts_with("www.")
        && !text.starts_with(['{', '/', '#'])
}

/// What stands around a name: words that are known, or those around a row.
enum Around<'own, 'page> {
    Words(&'own Words),
    Row(&'own mut Context<'page>, usize),
}

fn add_piece(
    list: &mut Listing,
    (line, piece, count): (&Line, Piece, usize),
    said: Said,
    (link, place): (&str, Option<u64>),
    around: Around,
) {
    let range = piece.range();
    let mut text = piece.text(line.text);
    text.retain(|c| !is_private(c));
    let key = key_of(&text);
    let Said { kind, row, source, group, .. } = said;
    let text = text.trim();
    let is_titled = key.len() > 3 && list.title.contains(&key);
    let is_site = list.sites.contains(&key);
    let is_host = !list.host.is_empty() && list.host == key;
    let is_whole = piece.cut == "whole" && range.len() + 2 >= line.text.len();
    list.add(Told { key, text, kind, row, source, group, link, place, is_whole }, |words| {
        if is_titled {
            words.add("is", "in the title");
        }
        if is_site {
            words.add("is", "the site");
        }
        if is_host {
            words.add("is", "the host");
        }
        add_own(text, words);
        words.own = words.numbers.len();
        add_cut(line, &piece, (kind, count), words);
        add_around(line, range, words);
        if !link.is_empty() {
            add_link(link, text, words);
        }
        match around {
            Around::Words(around) => words.extend(around),
            Around::Row(context, row) => context.add_words(row, words),
        }
    });
}

/// What makes two names the same; of several names the keys of all, whatever stands first.
pub fn key_of(text: &str) -> String {
    let mut keys: Vec<String> = text.split(BETWEEN).map(title_key).filter(|key| !key.is_empty()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.join(BETWEEN_KEYS.encode_utf8(&mut [0; 4]))
}

/// Adds how a name was cut out of its text.
fn add_cut(line: &Line, piece: &Piece, (kind, count): (Kind, usize), words: &mut Words) {
    let range = piece.range();
    words.add("cut", piece.cut);
    words.add(kind.name(), piece.cut);
    words.add("share", &(4 * range.len() / line.text.len().max(1)).to_string());
    let before = line.text[..range.start].rsplit(SIGNS).next().unwrap_or_default();
    let is_cut = before.split(' ').any(|word| word.starts_with(char::is_uppercase));
    let behind = if is_cut {
        "a capital"
    } else if before.trim().is_empty() {
        "nothing"
    } else {
        "small words"
    };
    words.add("behind", behind);
    words.add("cut behind", &[piece.cut, behind].join(" "));
    words.add_steps("pieces", count as i64);
    if kind == Kind::Text {
        words.add("edges", &[piece.cut, line.edges(&range)].join(" "));
        for (place, _) in ["line before", "line", "line behind"].iter().zip(line.has_dates).filter(|(_, has)| *has) {
            words.add("a date in the", place);
        }
    }
    if piece.names.len() > 1 {
        words.add_steps("names", piece.names.len() as i64);
    }
}

/// Adds the words of an address that a name leads to, and how many words of the name are among them.
fn add_link(link: &str, text: &str, words: &mut Words) {
    let path = words_of(text::addresses::split(link).path, 8, words.is_shown());
    words.add_all("leads", &path[..path.len().min(4)]);
    let own = words_of(text, 6, false);
    let same = own.iter().filter(|word| path.iter().any(|other| other.hash == word.hash)).count();
    words.add("leads to", &format!("{} of {}", same.min(3), own.len().min(3)));
}

/// Adds the words and the form of a name.
fn add_own(text: &str, words: &mut Words) {
    let own = words_of(text, 12, words.is_shown());
    let count = text.split(' ').count();
    if let Some(sign) = text.chars().next().filter(|c| !c.is_alphanumeric()) {
        words.add("begins", sign.encode_utf8(&mut [0; 4]));
    }
    words.add("count", &count.to_string());
    if let (Some(first), Some(last)) = (own.first(), own.last()) {
        words.add_word("first", first);
        words.add_word("last", last);
    }
    if count == 1 {
        words.add("alone", &text.to_lowercase());
    }
    words.add_all("has", &own);
    let mut form = String::new();
    for word in text.split(' ').take(5) {
        let mut letters = word.chars().filter(|c| c.is_alphanumeric());
        let first = letters.next();
        let is_upper = |c: char| c.is_uppercase();
        form.push(match first {
            Some(c) if c.is_numeric() => '0',
            Some(c) if is_upper(c) && letters.clone().count() == 0 => 'I',
            Some(c) if is_upper(c) && letters.clone().all(|c| !c.is_lowercase()) => 'U',
            Some(c) if is_upper(c) && letters.any(is_upper) => 'M',
            Some(c) if is_upper(c) => 'X',
            Some(c) if c.is_lowercase() => 'x',
            Some(_) => 'c',
            None => '-',
        });
    }
    words.add("form", &form);
    words.add_steps("letters", text.chars().count() as i64);
    if text.contains(|c: char| c.is_ascii_digit()) {
        words.add("is", "numbered");
    }
    let is_dotted = |pair: &[u8]| pair[0] == b'.' && pair[1].is_ascii_alphanumeric();
    if text.as_bytes().windows(2).any(is_dotted) {
        words.add("is", "dotted");
    }
    if count == 1 && kinds_in(fold(text.as_bytes(), &mut Vec::new()), Search::BesideDigit, |_| true) > 0 {
        words.add("is", "a word of dates");
    }
}

/// Adds the names that are told in one list, or that stand alike, as one answer.
pub fn add_groups(list: &mut Listing) {
    let mut groups: Vec<(u64, Vec<usize>)> = Vec::new();
    let mut places: HashMap<u64, usize, OfHashes> = HashMap::default();
    for (number, own) in list.candidates.iter().enumerate().filter(|(_, own)| own.is_whole) {
        let group = if own.kind == Kind::Text { own.place.unwrap_or(0) } else { own.group };
        let group = mix(group, own.kind as u64);
        let known = places.get(&group).copied().filter(|&place| {
            let (_, members): &(u64, Vec<usize>) = &groups[place];
            let last = members.last().map_or(0, |&last| list.candidates[last].row);
            own.kind != Kind::Text || (own.row - last).abs() <= MAX_APART
        });
        match known {
            Some(place) => groups[place].1.push(number),
            None => {
                places.insert(group, groups.len());
                groups.push((group, vec![number]));
            }
        }
    }
    for (_, mut members) in groups {
        members.sort_by_key(|&number| list.candidates[number].row);
        let mut values = Vec::new();
        members.retain(|&number| {
            let value = list.candidates[number].value;
            let is_new = !values.contains(&value) && !list.keys[value].contains(BETWEEN_KEYS);
            values.push(value);
            is_new
        });
        if (2..=MAX_LIST).contains(&members.len()) {
            add_group(list, &members);
        }
    }
}

fn add_group(list: &mut Listing, members: &[usize]) {
    let texts: Vec<&str> = members.iter().map(|&number| list.candidates[number].text.as_str()).collect();
    let text = texts.join(BETWEEN);
    let first = &list.candidates[members[0]];
    let (kind, row, source, group, place) = (first.kind, first.row, first.source, first.group, first.place);
    let told = Told { key: key_of(&text), text: &text, kind, row, source, group, link: "", place, is_whole: false };
    let mut own = list.words_of(members[0]);
    own.end -= usize::from(first.place.is_some()); // how many stand alike is said again
    let (numbers, shown) =
        (list.words.numbers[own.clone()].to_vec(), list.words.shown.as_ref().map(|shown| shown[own].to_vec()));
    let copied = Words { numbers, shown, own: 0 };
    let of_itself = first.own_words;
    list.add(told, |words| {
        words.own = words.numbers.len() + of_itself;
        words.extend(&copied);
        words.add("cut", "group");
        words.add(kind.name(), "group");
        words.add_steps("names", members.len() as i64);
    });
}
