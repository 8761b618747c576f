//! The reader of names: which parts of a text may be the name of a person or a body, or the names of several.
//!
//! In words: signs and the edges of elements cut a text into pieces; of a piece the whole is read, and each run of words
//! with a capital, with its first word and without it: that may say "by". Short words may stand within a name. Names that
//! a sign, a short word or the edge of an element joins are read as one list, too.

use std::ops::Range;

use text::chars::is_space;

/// Letters of a name; words of a name; readings of one text; names of one list.
const MAX_NAME: usize = 60;
const MAX_WORDS: usize = 6;
const MAX_READINGS: usize = 12;
pub const MAX_LIST: usize = 12;
/// Letters of a word that stands within a name with a small letter, "van", "de", and between names, "and".
const MAX_PARTICLE: usize = 3;
const MAX_JOINING: usize = 4;
/// Signs between the parts of a text.
pub const SIGNS: [char; 34] = [
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
    pub fn text(&self, line: &str) -> String {
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
    for run in runs.iter().map(|run| trimmed(text, run.clone())).chain(std::iter::once(text.len()..text.len())) {
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
