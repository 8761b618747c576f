//! The sentences of a passage, for those who do not take all of it.

use super::bits::part_of;
use super::settle::{settled_pieces, shared_mark};
use super::{Mark, Piece};
use text::chars::{is_decimal, is_space, is_word};

const CLOSING: &str = "\"'”’»)]\u{fffc}"; // the last stands for an image, a formula or the number of a note
const MARKS: &str = "!?…؟।։።";
const WIDE_ENDS: &str = "。！？｡";
const WIDE_CLOSING: &str = "”’』」）。！？｡…\u{fffc}";

/// A sentence, and what joins it to the one before: a space, the end of a line or nothing.
pub struct Sentence<'piece> {
    pub joint: &'static str,
    pub pieces: Vec<Piece<'piece>>,
}

/// The sentences of a passage; a line break of the page ends one too.
pub fn split<'piece>(pieces: &'piece [Piece], marks: &[Mark]) -> Vec<Sentence<'piece>> {
    let settled = settled_pieces(pieces, marks);
    let plain: String = settled.iter().map(shown).collect();
    let mut rest = Rest { pieces: &settled, place: 0, offset: 0 };
    let (mut sentences, mut start, mut joint, mut place) = (Vec::new(), 0, "", 0);
    while let Some(sign) = plain[place..].chars().next() {
        let Some((words, end)) = end_at(&plain, place, sign) else {
            place += sign.len_utf8();
            continue;
        };
        let pieces = rest.take(words - start);
        if !pieces.is_empty() {
            sentences.push(Sentence { joint, pieces });
        }
        let gap = &plain[words..end];
        rest.take(gap.len());
        joint = if gap.contains('\n') { "\n" } else { &" "[..gap.len().min(1)] };
        (start, place) = (end, end);
    }
    let pieces = rest.take(plain.len() - start);
    if !pieces.is_empty() {
        sentences.push(Sentence { joint, pieces });
    }
    sentences
}

/// Sentences that follow each other as the pieces of one passage.
pub fn join<'piece>(sentences: &[&Sentence<'piece>], marks: &[Mark]) -> Vec<Piece<'piece>> {
    let mut pieces: Vec<Piece> = Vec::new();
    for sentence in sentences {
        if let (Some(before), Some(next)) = (pieces.last(), sentence.pieces.first()) {
            let mark = shared_mark(marks, before.mark(), next.mark());
            match sentence.joint {
                "" => {}
                "\n" => pieces.push(Piece::Break(mark)),
                joint => pieces.push(Piece::Text(joint.into(), mark)),
            }
        }
        pieces.extend(sentence.pieces.iter().cloned());
    }
    pieces
}

fn shown<'piece>(piece: &'piece Piece) -> &'piece str {
    match piece {
        Piece::Text(text, _) => text,
        Piece::Break(_) => "\n",
        _ => "\u{fffc}",
    }
}

/// Where the words of a sentence end that ends with a sign, and the white space behind them.
fn end_at(plain: &str, place: usize, sign: char) -> Option<(usize, usize)> {
    let behind = &plain[place + sign.len_utf8()..];
    let after = |rest: &str, signs: &str| plain.len() - rest.trim_start_matches(|sign| signs.contains(sign)).len();
    let past = |place: usize| plain.len() - plain[place..].trim_start_matches(is_space).len();
    if sign == '\n' {
        return Some((place, past(place)));
    }
    if WIDE_ENDS.contains(sign) {
        let words = after(behind, WIDE_CLOSING);
        if words < plain.len() {
            return Some((words, past(words)));
        }
        let (last, _) = plain.char_indices().next_back()?; // what ends the text is a sentence of its own
        return (last > place).then_some((last, last));
    }
    if sign != '.' && !MARKS.contains(sign) {
        return None;
    }
    let words = after(behind, CLOSING);
    let end = past(words);
    let next = plain[end..].chars().next();
    // A full stop ends a sentence where no small letter follows; after a single letter it may be an initial.
    let ends = sign != '.' || next.is_some_and(|next| !next.is_ascii_lowercase()) && !is_initial(&plain[..place]);
    (ends && end > words).then_some((words, end))
}

/// Whether a text ends with a single letter.
fn is_initial(text: &str) -> bool {
    let mut signs = text.chars().rev();
    let is_letter = signs.next().is_some_and(|sign| is_word(sign) && !is_decimal(sign));
    is_letter && !signs.next().is_some_and(|sign| sign == '_' || is_word(sign))
}

/// The pieces that are not taken yet.
struct Rest<'own, 'piece> {
    pieces: &'own [Piece<'piece>],
    place: usize,
    offset: usize,
}

impl<'piece> Rest<'_, 'piece> {
    /// The pieces of the next so many bytes.
    fn take(&mut self, mut length: usize) -> Vec<Piece<'piece>> {
        let mut taken = Vec::new();
        while let Some(piece) = self.pieces.get(self.place).filter(|_| length > 0) {
            let size = shown(piece).len();
            let end = size.min(self.offset + length);
            taken.push(match piece {
                Piece::Text(text, mark) => Piece::Text(part_of(text, self.offset, end), *mark),
                other => other.clone(),
            });
            length -= end - self.offset;
            (self.place, self.offset) = if end < size { (self.place, end) } else { (self.place + 1, 0) };
        }
        taken
    }
}
