//! Whether the shown part of a page may have footnotes: a look that may say yes where there are none, and never no where
//! there are. `footnotes` has the rules.

use super::Columns;
use crate::names::name;
use crate::title_text::is_space;

/// What notes beside a sentence are called, and parts of the names of links back.
const SIDE_NOTES: [&str; 5] = ["sidenote", "marginnote", "side-note", "margin-note", "footnote__note"];
const BACK_NAMES: [&[u8]; 2] = [b"backlink", b"backref"];
/// Characters of the label of a note, white space aside, and letters of a small Roman number.
const MAX_LABEL: usize = 12;
const MAX_ROMAN: usize = 5;
const MAX_DIGITS: usize = 4;
/// What may stand before the number of a note.
const WORDS: [&str; 9] = ["", "note", "fn", "nb", "n", "anm", "nota", "注", "註"];
/// Signs of notes and of links back.
const SIGNS: &str = "*†‡§^↑↩⇑↵⤴";

/// Whether there may be notes, links to them or links back among the shown rows.
pub fn may_have_notes(page: &Columns, mask: &[bool]) -> bool {
    let tokens = &page.attributes.tokens;
    if tokens.iter().any(|token| SIDE_NOTES.iter().any(|name| token.eq_ignore_ascii_case(name))) {
        return true;
    }
    let describes = page.names.number("aria-describedby");
    let mut has_target = false;
    for row in (0..mask.len()).filter(|&row| page.tag[row] == name::A && mask[row]) {
        if describes.is_some_and(|name| page.value(row, name).is_some()) {
            return true;
        }
        let leads = page.attribute(row, name::HREF).trim_matches(is_space);
        if leads.split_once('#').is_some_and(|(_, target)| !target.is_empty()) {
            has_target = true;
            if may_be_label(page.text(row)) {
                return true;
            }
        }
    }
    let leads_back = |token: &str| {
        let has = |name: &[u8]| token.as_bytes().windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
        BACK_NAMES.into_iter().any(has)
    };
    has_target && tokens.iter().any(leads_back)
}

/// Whether a text may be the number or sign of a note, or a sign that leads back.
fn may_be_label(text: &str) -> bool {
    let mut signs = ['\0'; MAX_LABEL];
    let mut count = 0;
    for sign in text.chars().filter(|&sign| !is_space(sign)) {
        if count == MAX_LABEL {
            return false;
        }
        signs[count] = sign;
        count += 1;
    }
    let label = &signs[..count];
    let label = label.strip_prefix(&['[']).or(label.strip_prefix(&['('])).unwrap_or(label);
    let label = label.strip_suffix(&[']']).or(label.strip_suffix(&[')'])).unwrap_or(label);
    let is_roman = |sign: &char| matches!(sign.to_ascii_lowercase(), 'i' | 'v' | 'x' | 'ı' | 'İ');
    matches!(label, [sign] if sign.is_alphabetic())
        || is_numbered(label)
        || label.iter().any(|&sign| SIGNS.contains(sign))
        || (1..=MAX_ROMAN).contains(&label.len()) && label.iter().all(is_roman)
}

/// Whether a label is a number, behind a word for notes or alone.
fn is_numbered(label: &[char]) -> bool {
    let digits = label.iter().rev().take_while(|sign| sign.is_numeric()).count();
    let word = &label[..label.len() - digits];
    let word = word.strip_suffix(&['.']).unwrap_or(word);
    let is_word = |name: &&str| name.chars().eq(word.iter().map(char::to_ascii_lowercase));
    (1..=MAX_DIGITS).contains(&digits) && WORDS.iter().any(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        for label in ["1", " [12] ", "a", "(iv)", "†", "Note 3", "↩", "^ 2", "[ nota . 1234 ]"] {
            assert!(may_be_label(label), "{label}");
        }
        for text in ["", "Home", "Step 2", "¶", "#", "🔗", "Read the second part of 3", "livid", "comments"] {
            assert!(!may_be_label(text), "{text}");
        }
    }
}
