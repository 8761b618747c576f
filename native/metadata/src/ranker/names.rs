//! Candidates of names: what in a text may be the name of a person or a body.
//!
//! In words: signs between parts cut a text into pieces; of a piece the whole is a candidate, and so is each run of words
//! with a capital, with its first word and without it: that may say "by". Scripts without capitals have the whole piece,
//! and what is left of it without its first word. Which of them is a name the ranker says.

use std::ops::Range;

use super::context::Context;
use super::days::{Line, Said, add_around};
use super::listing::{Kind, Listing, Told};
use super::titles::is_private;
use super::words::{Words, words_of};
use extractors::titles::values::{cleaned, title_key};
use text::chars::is_space;

/// Letters of a text with names, and of a name; words of a name; candidates of one text.
pub const MAX_TEXT: usize = 110;
/// The same of a value that is declared.
const MAX_VALUE: usize = 70;
const MAX_NAME: usize = 60;
const MAX_WORDS: usize = 6;
const MAX_READINGS: usize = 7;
/// Letters of a word that stands within a name with a small letter: "van", "de".
const MAX_PARTICLE: usize = 3;
/// Signs between the parts of a text.
const SIGNS: [char; 35] = [
    ';', '；', ':', '：', '|', '｜', '／', '·', '•', ',', '，', '、', '(', ')', '（', '）', '[', ']', '【', '】', '<',
    '>', '«', '»', '“', '”', '"', '„', '…', '→', '›', '/', '\u{1f}', '\n', '\t',
];
const ENDS: [char; 16] = [' ', ',', '.', ':', '：', '-', '–', '—', '|', '·', '•', '/', '*', '"', '\'', '~'];

/// A part of a text that may be a name, and how it was cut.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    pub range: Range<usize>,
    pub cut: &'static str,
}

/// The parts of a text that may be names.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut start = 0;
    for (place, c) in text.char_indices().chain([(text.len(), ';')]) {
        if is_between(text, place, c) {
            add_pieces(text, start..place, &mut found);
            start = place + c.len_utf8();
        }
        if found.len() > MAX_READINGS {
            break;
        }
    }
    found.truncate(MAX_READINGS);
    found
}

/// Whether a sign parts names: a dash with spaces around it does.
fn is_between(text: &str, place: usize, c: char) -> bool {
    match c {
        '-' | '–' | '—' => text[..place].ends_with(' ') && text[place + c.len_utf8()..].starts_with(' '),
        _ => SIGNS.contains(&c),
    }
}

fn add_pieces(text: &str, piece: Range<usize>, found: &mut Vec<Piece>) {
    let words = words_in(text, piece);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    let mut add = |range: Range<usize>, cut: &'static str| {
        let (start, own) = (range.start, &text[range]);
        let skipped = own.len() - own.trim_start_matches(ENDS).len();
        let own = own.trim_matches(ENDS);
        let range = start + skipped..start + skipped + own.len();
        let is_name = own.chars().count() <= MAX_NAME && own.contains(char::is_alphabetic) && own.len() > 1;
        if is_name && !found.iter().any(|piece| piece.range == range) {
            found.push(Piece { range, cut });
        }
    };
    if words.len() <= MAX_WORDS {
        add(first.start..last.end, "whole");
    }
    for run in runs(text, &words) {
        if run.len() <= MAX_WORDS {
            add(words[run.start].start..words[run.end - 1].end, "run");
        }
        if run.len() > 1 && run.len() <= MAX_WORDS + 1 {
            add(words[run.start + 1].start..words[run.end - 1].end, "less 1");
        }
    }
}

fn words_in(text: &str, piece: Range<usize>) -> Vec<Range<usize>> {
    let (mut words, mut start) = (Vec::new(), None);
    for (place, c) in text[piece.clone()].char_indices() {
        let place = piece.start + place;
        if is_space(c) {
            words.extend(start.take().map(|start| start..place));
        } else {
            start = start.or(Some(place));
        }
    }
    words.extend(start.map(|start| start..piece.end));
    words
}

/// Runs of words that begin with a capital, or with a letter of a script that has none; short words may stand inside.
fn runs(text: &str, words: &[Range<usize>]) -> Vec<Range<usize>> {
    let first_letter = |word: &Range<usize>| text[word.clone()].chars().find(|c| c.is_alphanumeric());
    let is_large = |word: &Range<usize>| first_letter(word).is_some_and(|c| c.is_alphabetic() && !c.is_lowercase());
    let is_particle = |word: &Range<usize>| text[word.clone()].chars().count() <= MAX_PARTICLE;
    let (mut runs, mut start) = (Vec::new(), None);
    for (number, word) in words.iter().enumerate() {
        let goes_on = is_large(word);
        match start {
            None if goes_on => start = Some(number),
            Some(first) if !goes_on => {
                runs.push(first..number);
                start = None;
            }
            _ => {}
        }
    }
    runs.extend(start.map(|start| start..words.len()));
    let joined = |pair: &[Range<usize>]| {
        let between = &words[pair[0].end..pair[1].start];
        (between.len() <= 2 && between.iter().all(is_particle)).then(|| pair[0].start..pair[1].end)
    };
    let more: Vec<_> = runs.windows(2).filter_map(joined).collect();
    runs.extend(more);
    runs
}

/// Adds the names of a value, such as the content of a `meta`.
pub fn add_value(list: &mut Listing, said: Said, link: &str, tell: &mut dyn FnMut(&mut Words)) {
    let text = cleaned(said.text);
    if text.len() > 2 * MAX_VALUE || !may_name(&text) || !list.has_room(said.kind) {
        return;
    }
    let pieces = pieces(&text);
    let count = pieces.len();
    let parts = [(0, usize::try_from(said.row).unwrap_or(0))];
    let line = Line { text: &text, parts: &parts, before: "", behind: "" };
    for piece in pieces {
        add_piece(list, (&line, piece, count), said, (link, None), tell);
    }
    add_turned(list, &text, said, tell);
}

/// Adds a name that a catalogue writes with the last one first: "Lee, Ann".
fn add_turned(list: &mut Listing, text: &str, said: Said, tell: &mut dyn FnMut(&mut Words)) {
    let Some((last, first)) = text.split_once(", ").filter(|(_, rest)| !rest.contains(',')) else { return };
    if last.split(' ').count() > 2 || first.split(' ').count() > 3 {
        return;
    }
    let name = format!("{first} {last}");
    let line = Line { text: &name, parts: &[(0, 0)], before: "", behind: "" };
    let piece = Piece { range: 0..name.len(), cut: "turned" };
    add_piece(list, (&line, piece, 1), said, ("", None), tell);
}

/// Adds the names in a line of the page.
pub fn add_line(list: &mut Listing, line: &Line, group: u64, context: &mut Context) {
    if !may_name(line.text) || !list.has_room(Kind::Text) {
        return;
    }
    let pieces = pieces(line.text);
    let count = pieces.len();
    for piece in pieces {
        let row = line.row_at(piece.range.start);
        let place = context.count(row);
        let said = Said { text: line.text, kind: Kind::Text, row: row as i64, source: "byline", group };
        let link = context.link_of(row);
        add_piece(list, (line, piece, count), said, (link, Some(place)), &mut |words| {
            context.add_words(row, words);
        });
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

fn add_piece(
    list: &mut Listing,
    (line, piece, count): (&Line, Piece, usize),
    said: Said,
    (link, place): (&str, Option<u64>),
    tell: &mut dyn FnMut(&mut Words),
) {
    let mut text = line.text[piece.range.clone()].replace('\u{1f}', " ");
    text.retain(|c| !is_private(c) && c != '\u{ad}');
    let key = title_key(&text);
    let Said { kind, row, source, group, .. } = said;
    let text = text.trim();
    let is_titled = key.len() > 3 && list.title.contains(&key);
    list.add(Told { key, text, kind, row, source, group, link, place }, |words| {
        if is_titled {
            words.add("is", "in the title");
        }
        words.add("cut", piece.cut);
        words.add("share", &(4 * piece.range.len() / line.text.len().max(1)).to_string());
        let before = line.text[..piece.range.start].rsplit(SIGNS).next().unwrap_or_default();
        let is_cut = before.split(' ').any(|word| word.starts_with(char::is_uppercase));
        words.add(
            "behind",
            if is_cut {
                "a capital"
            } else if before.trim().is_empty() {
                "nothing"
            } else {
                "small words"
            },
        );
        words.add_steps("pieces", count as i64);
        add_own(text, words);
        add_around(line, piece.range, words);
        if !link.is_empty() {
            let path = text::addresses::split(link).path;
            words.add_all("leads", &words_of(path, 4));
        }
        tell(words);
    });
}

/// Adds the words and the form of a name.
fn add_own(text: &str, words: &mut Words) {
    let own = words_of(text, 12);
    let count = text.split(' ').count();
    words.add("count", &count.to_string());
    if let (Some(first), Some(last)) = (own.first(), own.last()) {
        words.add("first", first);
        words.add("last", last);
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_pieces() {
        let read = |text: &'static str| pieces(text).into_iter().map(|piece| &text[piece.range]).collect::<Vec<_>>();
        assert_eq!(read("By Ann Lee"), ["By Ann Lee", "Ann Lee"]);
        assert_eq!(read("作者：雨田"), ["作者", "雨田"]);
        assert!(read("von Ludwig van Dyk und Bo Chu").contains(&"Ludwig van Dyk"));
        assert!(read("Posted by Ann Lee on 4 May").contains(&"Ann Lee"));
    }
}
