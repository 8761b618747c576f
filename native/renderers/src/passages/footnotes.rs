//! Footnotes: small links to notes further down the page, the links back, and notes that stand in the text itself.
//!
//! In words: pair the shown links that look like references with the shown elements that they lead to. Markdown writes a
//! note as `[^1]` where it belongs and `[^1]: ...` where its words are. The links back and the signs around them, `^ a b`
//! or `↩`, say nothing there. A note in a table of data stays a part of it.
//!
//! The beginning of a note, which must not be the address of a definition where Markdown knows no notes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use super::Notes;
use crate::safe_addresses;
use crate::safe_addresses::unquote;
use html::names::name;
use html::page_view::PageView;
use text::backtracking::is_in_word;
use text::chars::{is_decimal, is_space};
use text::name_patterns::has_word;

/// Rows of the links back of one note with the signs around them, levels from a link back to its note, and from an
/// anchor to what it is in.
const MAX_SIGN_ROWS: usize = 40;
const MAX_NOTE_CLIMB: usize = 6;
const MAX_ANCHOR_CLIMB: usize = 3;
const MAX_INNER_ROWS: usize = 4;
/// Signs that lead back, and what stands around them; the first two stand before a note.
pub const BACK_SIGNS: &str = "^↑↩⇑↵⤴";
const SIGNS: &str = "^↑↩⇑↵⤴\u{fe0e}[](),.:;|&*";
const BACK_WORDS: [&str; 2] = ["backlink", "backref"];
/// What notes beside a sentence are called; what may stand before the number of one; and what links to notes are called.
const SIDE_NOTES: [&str; 5] = ["sidenote", "marginnote", "side-note", "margin-note", "footnote__note"];
const LABEL_WORDS: [&str; 8] = ["note", "fn", "nb", "n", "anm", "nota", "注", "註"];
const NOTE_WORDS: [&str; 6] = ["footnote", "footnotes", "fn", "fnref", "noteref", "endnote"];
const TARGET_PARTS: [&[u8]; 5] = [b"fn", b"ftn", b"note", b"cite", b"ref"];

/// A page, which of its rows are text that is shown, and how often a label has been given.
struct Search<'page> {
    page: &'page PageView<'page>,
    shown: Vec<u32>,
    uses: HashMap<String, usize>,
}

/// The notes that shown links refer to, of a page with the rows of its shown text; `tables` are those that hold data.
pub fn find(page: &PageView, links: &[usize], text: &[bool], tables: &[usize]) -> Notes {
    if !may_have(page, links) {
        return Notes::default();
    }
    let mut search = Search { page, shown: running(text), uses: HashMap::new() };
    let (mut beside, inline) = search.inline_notes(links);
    let targets: Vec<(usize, String)> =
        links.iter().filter_map(|&row| note_target(page, row).map(|target| (row, target))).collect();
    let rows = rows_of_ids(page, targets.iter().map(|(_, target)| target.as_str()));
    let in_table = inside(page, tables);
    let (mut own, mut notes) = (BTreeMap::new(), BTreeMap::new());
    for (row, target) in &targets {
        limits::tick(1);
        let Some(note) = rows.get(target.as_str()).and_then(|&found| note_row(page, found)) else { continue };
        let Some(label) = note_label(page.text_of(*row)).filter(|_| note > *row && search.is_shown(note)) else {
            continue;
        };
        if !in_table[note] && refers(page, *row, target) {
            let label = notes.entry(note).or_insert_with(|| numbered(label, &mut search.uses));
            own.insert(*row, label.clone());
        }
    }
    let around = |row: usize| page.above(row).take(2).chain(rows_inside(page, row)).chain([row]);
    let near: BTreeSet<usize> = own.keys().flat_map(|&row| around(row)).collect();
    let others = || targets.iter().filter(|(row, _)| !own.contains_key(row));
    let leads = |target: &str| rows.get(target).copied();
    let back = others().filter(|(_, target)| leads(target).is_some_and(|row| near.contains(&row)));
    let back: BTreeSet<usize> =
        back.map(|(row, _)| *row).filter(|&row| note_above(page, row, &notes).is_some()).collect();
    let mut left_out = with_signs(page, &back, &notes);
    if !targets.is_empty() {
        let back = others().filter(|(row, target)| leads(target).is_some_and(|found| found < *row));
        left_out.extend(signs_back(page, back.map(|(row, _)| *row)));
    }
    let mut references = own;
    references.append(&mut beside);
    let mut referred: Vec<String> = references.values().cloned().collect();
    referred.sort_unstable();
    let list = |labels: BTreeMap<usize, String>| labels.into_iter().collect::<Vec<_>>();
    let left_out = left_out.into_iter().collect();
    Notes { references: list(references), notes: list(notes), inline: list(inline), left_out, referred }
}

/// Whether there may be notes: a link leads to a place on the page or is described by one, or a name speaks of notes.
fn may_have(page: &PageView, links: &[usize]) -> bool {
    let leads = |row: usize| page.value(row, name::HREF).is_some_and(|address| address.contains('#'));
    let describes = page.has_attribute("aria-describedby");
    page.attributes.tokens.iter().any(is_side_note) || describes || links.iter().any(|&row| leads(row))
}

/// Whether a name is that of a note beside a sentence.
fn is_side_note(name: &str) -> bool {
    SIDE_NOTES.iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// How many rows before each are flagged.
fn running(flags: &[bool]) -> Vec<u32> {
    let sums = flags.iter().scan(0, |sum, &flag| {
        *sum += u32::from(flag);
        Some(*sum)
    });
    std::iter::once(0).chain(sums).collect()
}

/// Which rows lie in one of some rows, which rise.
fn inside(page: &PageView, rows: &[usize]) -> Vec<bool> {
    let (mut flags, mut covered) = (vec![false; page.tag.len()], 0);
    for &row in rows {
        let Range { start, end } = page.under(row);
        flags[covered.max(start + 1).min(end)..end].fill(true);
        covered = covered.max(end);
    }
    flags
}

impl Search<'_> {
    fn is_shown(&self, row: usize) -> bool {
        self.shown[self.page.end[row] as usize] > self.shown[row]
    }

    /// The references to notes that stand in the sentence they belong to, and these: called so, or what a link beside
    /// them says describes it.
    fn inline_notes(&mut self, links: &[usize]) -> (BTreeMap<usize, String>, BTreeMap<usize, String>) {
        let page = self.page;
        let mut described: HashMap<&str, usize> = HashMap::new();
        for &row in links {
            let describes = page.named(row, "aria-describedby");
            if !describes.is_empty() && note_label(page.text_of(row)).is_some() {
                described.insert(describes, row);
            }
        }
        let rows = rows_of_ids(page, described.keys().copied());
        let beside = rows.iter().map(|(id, &row)| (row, described[id])).filter(|(row, link)| link < row);
        let beside: HashMap<usize, usize> = beside.collect();
        let is_side: Vec<bool> = page.attributes.tokens.iter().map(is_side_note).collect();
        let mut sides: BTreeSet<usize> = beside.keys().copied().collect();
        if is_side.contains(&true) {
            let is_note = |&row: &usize| {
                matches!(page.tag[row], name::SPAN | name::SMALL | name::ASIDE)
                    && page.tokens_at(row).any(|token| is_side[token])
            };
            sides.extend((0..page.tag.len()).filter(is_note));
        }
        let (mut references, mut notes) = (BTreeMap::new(), BTreeMap::new());
        for (place, row) in sides.into_iter().enumerate() {
            if !matches!(page.tag[row], name::SPAN | name::SMALL) || !self.is_shown(row) {
                continue;
            }
            let link = beside.get(&row);
            let number = (place + 1).to_string();
            let label = link.map_or(number.as_str(), |&link| note_label(page.text_of(link)).unwrap_or_default());
            let label = numbered(label, &mut self.uses);
            references.extend(link.map(|&link| (link, label.clone())));
            notes.insert(row, label);
        }
        (references, notes)
    }
}

/// The id behind the number sign of an address.
fn note_target(page: &PageView, row: usize) -> Option<String> {
    let (_, target) = page.value(row, name::HREF)?.trim_matches(is_space).split_once('#')?;
    Some(unquote(target)).filter(|target| !target.is_empty())
}

/// The first row of each id; where no row has it, the first anchor of that name.
fn rows_of_ids<'id>(page: &PageView, wanted: impl Iterator<Item = &'id str>) -> BTreeMap<&'id str, usize> {
    let wanted: BTreeSet<&str> = wanted.collect();
    let mut rows = BTreeMap::new();
    if wanted.is_empty() {
        return rows;
    }
    let ids = page.attributes.tokens.iter().map(|token| wanted.get(token).copied());
    let ids: Vec<Option<&str>> = ids.collect();
    for (row, &token) in page.id_token.iter().enumerate() {
        if let Some(id) = usize::try_from(token).ok().and_then(|token| ids[token]) {
            rows.entry(id).or_insert(row);
        }
    }
    for (row, own) in page.attributes.with_values(name::NAME) {
        if let Some(&id) = wanted.get(own).filter(|_| page.tag[row as usize] == name::A) {
            rows.entry(id).or_insert(row as usize);
        }
    }
    rows
}

/// The number or sign that a link shows; none where it shows something else.
fn note_label(text: &str) -> Option<&str> {
    let text = text.trim_matches(is_space);
    let text = text.strip_prefix(['[', '(']).unwrap_or(text);
    let label = text.strip_suffix([']', ')']).unwrap_or(text).trim_matches(is_space);
    let is_roman = |sign: char| matches!(sign, 'i' | 'v' | 'x' | 'I' | 'V' | 'X' | 'ı' | 'İ');
    let is_letter = |sign: char| sign.is_ascii_alphabetic() || matches!(sign, 'ı' | 'İ' | 'ſ' | '\u{212a}');
    let all = |most: usize, is: &dyn Fn(char) -> bool| {
        !label.is_empty() && label.chars().all(is) && label.chars().nth(most).is_none()
    };
    let is_label =
        all(1, &is_letter) || all(5, &is_roman) || all(3, &|sign| "*†‡§".contains(sign)) || is_numbered(label);
    is_label.then_some(label)
}

/// Whether a label is a number, behind a word for notes or alone.
fn is_numbered(label: &str) -> bool {
    let word = label.trim_end_matches(is_decimal);
    let digits = label[word.len()..].chars().count();
    let own = word.trim_end_matches(is_space);
    let own = own.strip_suffix('.').unwrap_or(own);
    (1..=4).contains(&digits)
        && (word.is_empty()
            || LABEL_WORDS.iter().any(|name| name.chars().eq(own.chars().map(|c| c.to_ascii_lowercase()))))
}

/// The element that holds the note: an anchor stands for what it is in.
fn note_row(page: &PageView, row: usize) -> Option<usize> {
    use name::{A, B, CITE, EM, I, SPAN, STRONG, SUP};
    let mut row = row;
    for _ in 0..MAX_ANCHOR_CLIMB {
        if !matches!(page.tag[row], A | SPAN | SUP | B | STRONG | CITE | EM | I) {
            break;
        }
        row = usize::try_from(page.parent[row]).ok()?;
    }
    Some(row)
}

/// Whether a link is raised, or it or its target is called a note.
fn refers(page: &PageView, row: usize, target: &str) -> bool {
    let mut near = page.above(row).take(2).chain(rows_inside(page, row));
    let has = |part: &&[u8]| target.as_bytes().windows(part.len()).any(|own| own.eq_ignore_ascii_case(part));
    near.any(|other| page.tag[other] == name::SUP)
        || TARGET_PARTS.iter().any(has)
        || page.value(row, name::ROLE) == Some("doc-noteref")
        || page.classes(row).any(|class| has_word(class, &NOTE_WORDS))
}

/// The first rows below a row.
fn rows_inside(page: &PageView, row: usize) -> Range<usize> {
    row + 1..(page.end[row] as usize).min(row + MAX_INNER_ROWS)
}

/// A label that no other note has: pages start counting anew in every part.
fn numbered(label: &str, uses: &mut HashMap<String, usize>) -> String {
    let words = label.split(|sign| !is_in_word(sign)).filter(|word| !word.is_empty());
    let label = words.collect::<Vec<_>>().join("-");
    let label = if label.is_empty() { "note".to_owned() } else { label };
    let count = uses.entry(label.clone()).or_default();
    *count += 1;
    if *count == 1 { label } else { format!("{label}-{count}") }
}

/// The note that a row lies in.
fn note_above(page: &PageView, row: usize, notes: &BTreeMap<usize, String>) -> Option<usize> {
    page.above(row).take(MAX_NOTE_CLIMB).find(|above| notes.contains_key(above))
}

/// The links back, each as the outermost element of its note that holds nothing but such links and signs.
fn with_signs(page: &PageView, back: &BTreeSet<usize>, notes: &BTreeMap<usize, String>) -> BTreeSet<usize> {
    let mut rows = BTreeSet::new();
    for &row in back {
        limits::tick(MAX_SIGN_ROWS);
        let Some(note) = note_above(page, row, notes) else { continue };
        let around = page.above(row).take_while(|&above| above > note && is_signs(page, above, back));
        let above = around.last().unwrap_or(row);
        rows.insert(above);
        let mut before = note + 1..above.min(note + MAX_SIGN_ROWS);
        let first = before.find(|&inner| page.tag[inner] == name::TEXT && page.chars[inner] > 0);
        let is_arrow = |&first: &usize| matches!(page.text_of(first).trim_matches(is_space), "^" | "↑");
        rows.extend(first.filter(is_arrow));
    }
    rows
}

/// Whether an element holds nothing but links back and the signs around them.
fn is_signs(page: &PageView, row: usize, back: &BTreeSet<usize>) -> bool {
    let rows = page.under(row);
    if rows.len() > MAX_SIGN_ROWS {
        return false;
    }
    let mut skip = row;
    for inner in rows {
        if back.contains(&inner) {
            skip = page.end[inner] as usize;
        } else if page.tag[inner] == name::TEXT
            && inner >= skip
            && !page.text_of(inner).chars().all(|sign| is_space(sign) || SIGNS.contains(sign))
        {
            return false;
        }
    }
    true
}

/// The signs that lead back to a reference, where the words that it stands in are not shown.
fn signs_back(page: &PageView, links: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let begins = |text: &str| text.trim_start_matches(is_space).starts_with(|sign| BACK_SIGNS.contains(sign));
    let is_sign = |&row: &usize| {
        let text = page.text_of(row).trim_matches(is_space);
        let rest = text.strip_prefix(|sign| BACK_SIGNS.contains(sign));
        let rest = rest.map(|rest| rest.strip_prefix('\u{fe0e}').unwrap_or(rest).trim_start_matches(is_space));
        rest.is_some_and(|rest| rest.chars().all(is_decimal) && rest.chars().nth(2).is_none())
    };
    let mut rows: BTreeSet<usize> = links.filter(is_sign).collect();
    let is_back: Vec<bool> = page.attributes.tokens.iter().map(|token| has_word(token, &BACK_WORDS)).collect();
    if is_back.contains(&true) {
        let is_named =
            |&row: &usize| page.under(row).len() <= MAX_SIGN_ROWS && page.tokens_at(row).any(|own| is_back[own]);
        rows.extend((0..page.tag.len()).filter(is_named).filter(|&row| begins(page.text_of(row))));
    }
    rows
}

/// The line with a space behind the scheme of what is no address to follow.
pub fn guard(line: &str) -> Cow<'_, str> {
    let rest = line.trim_start_matches(is_space);
    let end = rest.find(|sign: char| !sign.is_ascii_alphanumeric() && !"+.-".contains(sign)).unwrap_or(0);
    let (scheme, behind) = rest.split_at(end);
    let Some(behind) = behind.strip_prefix(':').filter(|_| scheme.starts_with(|sign: char| sign.is_ascii_alphabetic()))
    else {
        return Cow::Borrowed(line);
    };
    if !safe_addresses::safe(rest, "", false).is_empty() {
        return Cow::Borrowed(line);
    }
    Cow::Owned(format!("{} {behind}", &line[..line.len() - behind.len()]))
}
