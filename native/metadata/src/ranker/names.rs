//! Candidates of names: what in a text may be the name of a person or a body.
//!
//! In words: signs between parts cut a text into pieces; of a piece the whole is a candidate, and so is each run of words
//! with a capital, with its first word and without it: that may say "by". Scripts without capitals have the whole piece,
//! and what is left of it without its first word. Which of them is a name the ranker says.

use std::collections::HashMap;
use std::ops::Range;

use super::context::Context;
use super::days::{Line, Said, add_around};
use super::listing::{Kind, Listing, Told};
use super::titles::is_private;
use super::words::{Words, words_of};
use extractors::titles::values::{cleaned, title_key};
use text::chars::is_space;
use text::folding::fold;
use text::hash::{OfHashes, mix};
use text::languages::{Search, kinds_in};

/// Letters of a text with names, and of a name; words of a name; candidates of one text; names of one list.
pub const MAX_TEXT: usize = 160;
/// The same of a value that is declared.
const MAX_VALUE: usize = 120;
const MAX_NAME: usize = 60;
const MAX_WORDS: usize = 6;
const MAX_READINGS: usize = 12;
const MAX_LIST: usize = 12;
/// Rows between names of one list that stand alike.
const MAX_APART: i64 = 40;
/// Letters of a word that stands within a name with a small letter, "van", "de", and between names, "and".
const MAX_PARTICLE: usize = 3;
const MAX_JOINING: usize = 4;
/// Signs between the parts of a text.
const SIGNS: [char; 34] = [
    ';', '；', ':', '：', '|', '｜', '／', '·', '•', ',', '，', '、', '(', ')', '（', '）', '[', ']', '【', '】', '<',
    '>', '«', '»', '“', '”', '"', '„', '…', '→', '›', '/', '\n', '\t',
];
/// Those that stand between the names of a list.
const JOINING: [char; 10] = [';', '；', ',', '，', '、', '/', '&', '+', '|', '·'];
const ENDS: [char; 16] = [' ', ',', '.', ':', '：', '-', '–', '—', '|', '·', '•', '/', '*', '"', '\'', '~'];

/// A part of a text that may be a name, or the names of a list, and how it was cut.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    pub names: Vec<Range<usize>>,
    pub cut: &'static str,
}

impl Piece {
    /// From the first name to the last.
    pub fn range(&self) -> Range<usize> {
        let first = self.names.first().map_or(0, |name| name.start);
        first..self.names.last().map_or(first, |name| name.end)
    }

    /// The names with a sign between them.
    fn text(&self, line: &str) -> String {
        self.names.iter().map(|name| &line[name.clone()]).collect::<Vec<_>>().join(BETWEEN)
    }
}

/// What stands between the names of one answer.
pub const BETWEEN: &str = "; ";
/// What stands between the keys of several names: a value that is a list.
pub const BETWEEN_KEYS: char = '\u{1f}';

/// The parts of a text that may be names; the text's elements begin at `breaks`.
pub fn pieces(text: &str, breaks: &[(usize, usize)]) -> Vec<Piece> {
    let (mut found, mut runs) = (Vec::new(), Vec::new());
    let mut start = 0;
    for (place, c) in text.char_indices().chain([(text.len(), ';')]) {
        if is_between(text, place, c) {
            add_parts(text, start..place, breaks, (&mut found, &mut runs));
            start = place + c.len_utf8();
        }
        if found.len() > MAX_READINGS {
            break;
        }
    }
    found.truncate(MAX_READINGS);
    add_lists(text, &runs, breaks, &mut found);
    found
}

/// Whether a sign parts names: a dash with spaces around it does.
fn is_between(text: &str, place: usize, c: char) -> bool {
    match c {
        '-' | '–' | '—' => text[..place].ends_with(' ') && text[place + c.len_utf8()..].starts_with(' '),
        _ => SIGNS.contains(&c),
    }
}

/// Adds what lies between two signs: that of each element, and the whole.
fn add_parts(
    text: &str,
    piece: Range<usize>,
    breaks: &[(usize, usize)],
    (found, all): (&mut Vec<Piece>, &mut Vec<Range<usize>>),
) {
    let inside = breaks.iter().map(|&(start, _)| start).filter(|start| piece.start < *start && *start < piece.end);
    let mut starts = vec![piece.start];
    starts.extend(inside);
    let ends = starts[1..].iter().copied().chain([piece.end]);
    for (start, end) in starts.iter().zip(ends) {
        let words = words_in(text, *start..end);
        let runs = runs(text, &words);
        add_pieces(text, &words, &runs, ["whole", "run", "less 1"], found);
        all.extend(runs.iter().map(|run| words[run.start].start..words[run.end - 1].end));
    }
    if starts.len() > 1 {
        let words = words_in(text, piece);
        add_pieces(text, &words, &runs(text, &words), ["across", "run across", "less 1 across"], found);
    }
}

fn add_pieces(
    text: &str,
    words: &[Range<usize>],
    runs: &[Range<usize>],
    [whole, run_cut, less]: [&'static str; 3],
    found: &mut Vec<Piece>,
) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    let mut add = |range: Range<usize>, cut: &'static str| {
        let range = trimmed(text, range);
        let own = &text[range.clone()];
        let is_name = own.chars().count() <= MAX_NAME && own.contains(char::is_alphabetic) && own.len() > 1;
        if is_name && !found.iter().any(|piece| piece.names[0] == range) {
            found.push(Piece { names: vec![range], cut });
        }
    };
    if words.len() <= MAX_WORDS {
        add(first.start..last.end, whole);
    }
    for run in runs {
        if run.len() <= MAX_WORDS {
            add(words[run.start].start..words[run.end - 1].end, run_cut);
        }
        if run.len() > 1 && run.len() <= MAX_WORDS + 1 {
            add(words[run.start + 1].start..words[run.end - 1].end, less);
        }
    }
}

/// A range of a text without signs at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let own = &text[range.clone()];
    let skipped = own.len() - own.trim_start_matches(ENDS).len();
    let start = range.start + skipped;
    start..start + own.trim_matches(ENDS).len()
}

/// Adds names that a sign, a short word or the edge of an element joins: the whole list, and less the first word.
fn add_lists(text: &str, runs: &[Range<usize>], breaks: &[(usize, usize)], found: &mut Vec<Piece>) {
    let mut chain: Vec<Range<usize>> = Vec::new();
    for run in runs.iter().map(|run| trimmed(text, run.clone())).chain([text.len()..text.len()]) {
        if chain.last().is_some_and(|last| run.start < last.end) {
            continue; // a run that holds others comes behind them
        }
        let between = |last: &Range<usize>| gap_of(text, last.end..run.start, breaks);
        match chain.last().filter(|_| run.len() > 1).map_or(Gap::Else, between) {
            Gap::Joins => chain.push(run),
            Gap::InName if chain.last().is_some_and(|last| !text[last.clone()].contains(' ')) => {
                if let Some(last) = chain.last_mut() {
                    last.end = run.end;
                }
            }
            Gap::InName => chain.push(run),
            Gap::Else => {
                add_list(text, std::mem::replace(&mut chain, vec![run]), found);
            }
        }
    }
}

/// What stands between two runs of words with capitals.
enum Gap {
    Joins,
    /// A short word alone: of one name after one word, "Ludwig van Dyk", else between two, "Ann Lee and Bo Chu".
    InName,
    Else,
}

fn gap_of(text: &str, gap: Range<usize>, breaks: &[(usize, usize)]) -> Gap {
    let own = &text[gap.clone()];
    let mut words = own.split(|c: char| is_space(c) || JOINING.contains(&c)).filter(|word| !word.is_empty());
    let (word, more) = (words.next(), words.next());
    let has_sign = own.contains(JOINING);
    let is_short = |word: &str| word.chars().count() <= MAX_JOINING && word.chars().all(char::is_alphabetic);
    match word {
        _ if more.is_some() => Gap::Else,
        None if has_sign || breaks.iter().any(|&(start, _)| gap.start < start && start <= gap.end) => Gap::Joins,
        Some(word) if has_sign && is_short(word) => Gap::Joins,
        Some(word) if is_short(word) => Gap::InName,
        _ => Gap::Else,
    }
}

fn add_list(text: &str, chain: Vec<Range<usize>>, found: &mut Vec<Piece>) {
    let words = |name: &Range<usize>| text[name.clone()].split(' ').count();
    if !(2..=MAX_LIST).contains(&chain.len()) || chain.iter().any(|name| words(name) > MAX_WORDS || name.len() < 2) {
        return;
    }
    let first = &chain[0];
    if let Some(space) = text[first.clone()].find(' ') {
        let mut less = chain.clone();
        less[0].start = first.start + space + 1;
        found.push(Piece { names: less, cut: "list less 1" });
    }
    found.push(Piece { names: chain, cut: "list" });
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
    let piece = Piece { names: vec![0..name.len()], cut: "turned" };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_pieces() {
        let read = |text: &str| pieces(text, &[]).into_iter().map(|piece| piece.text(text)).collect::<Vec<_>>();
        assert_eq!(read("By Ann Lee"), ["By Ann Lee", "Ann Lee"]);
        assert_eq!(read("作者：雨田"), ["作者", "雨田"]);
        assert!(read("von Ludwig van Dyk und Bo Chu").contains(&"Ludwig van Dyk".to_owned()));
        assert!(read("Posted by Ann Lee on 4 May").contains(&"Ann Lee".to_owned()));
        assert!(read("Von Ann Lee, Ludwig van Dyk und Bo Chu").contains(&"Ann Lee; Ludwig van Dyk; Bo Chu".to_owned()));
    }
}
