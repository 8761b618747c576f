//! Prices: a sign of money beside an amount, whether the sign stands before it (`$ 12.50`) or behind (`12,50 €`).
//!
//! In words: at every place of a text a sign with an amount behind it is tried, then an amount with a sign behind it; the
//! first that fits is the price. A code of letters before an amount is a word of its own (`USD 12`); behind one it may touch
//! it (`12EUR`).

use std::ops::Range;

use crate::backtracking::is_in_word;
use crate::chars::{is_decimal, is_space};

const BEFORE: &str = "$€£¥￥₹₽₩₺₴₫฿₱";
const BEHIND: &str = "€£¥₽₺₴₫元円";
/// Words before an amount, which are whole words, and those that may touch other letters.
const WORDS_BEFORE: [&str; 11] = ["usd", "eur", "gbp", "rmb", "cny", "chf", "aud", "cad", "kr", "aed", "inr"];
const PARTS_BEFORE: [&str; 4] = ["лв.", "лв", "zł", "r$"];
const PARTS_BEHIND: [&str; 7] = ["zł", "kč", "лв", "usd", "eur", "gbp", "chf"];
const WORD_BEHIND: &str = "kr";
/// Parts that are a sign of money by themselves, beside those before an amount.
const ALONE: [&str; 3] = ["kč", "元", "円"];

/// Where the first price of a text stands.
pub fn find(text: &str) -> Option<Range<usize>> {
    let mut no_amount_until = 0; // an amount without a sign behind it has none from its later digits on either
    for (place, c) in text.char_indices() {
        if let Some(sign) = sign_before(text, place, c) {
            let rest = &text[place + sign..];
            let gap = rest.chars().next().filter(|&c| is_space(c)).map_or(0, char::len_utf8);
            if starts_with_digit(&rest[gap..]) {
                let is_part = |c: char| is_decimal(c) || is_space(c) || matches!(c, '.' | ',');
                return Some(place..place + sign + gap + length(&rest[gap..], is_part));
            }
        }
        if place >= no_amount_until && is_decimal(c) {
            let amount = place + length(&text[place..], |c| is_decimal(c) || matches!(c, '.' | ','));
            let gap = text[amount..].chars().next().filter(|&c| is_space(c)).map_or(0, char::len_utf8);
            if let Some(sign) = sign_behind(&text[amount + gap..]) {
                return Some(place..amount + gap + sign);
            }
            no_amount_until = amount;
        }
    }
    None
}

/// Whether a text is a sign of money and nothing else.
pub fn is_sign(text: &str) -> bool {
    let mut signs = text.chars();
    let is_one = signs.next().is_some_and(|c| BEFORE.contains(c)) && signs.next().is_none();
    let is_whole = |word: &&str| folded_start(text, word) == Some(text.len());
    is_one || WORDS_BEFORE.iter().chain(&PARTS_BEFORE).chain(&ALONE).any(is_whole)
}

fn sign_before(text: &str, place: usize, c: char) -> Option<usize> {
    if BEFORE.contains(c) {
        return Some(c.len_utf8());
    }
    let rest = &text[place..];
    let word = || {
        let starts = !text[..place].chars().next_back().is_some_and(is_in_word);
        let ends = |&length: &usize| !rest[length..].chars().next().is_some_and(is_in_word);
        WORDS_BEFORE.iter().filter(|_| starts).find_map(|word| folded_start(rest, word)).filter(ends)
    };
    let can_begin = |word: &&str| word.chars().next() == c.to_lowercase().next();
    if !WORDS_BEFORE.iter().chain(&PARTS_BEFORE).any(can_begin) {
        return None;
    }
    word().or_else(|| PARTS_BEFORE.iter().find_map(|part| folded_start(rest, part)))
}

fn sign_behind(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    if BEHIND.contains(first) {
        return Some(first.len_utf8());
    }
    let ends = |&length: &usize| !rest[length..].chars().next().is_some_and(is_in_word);
    let part = PARTS_BEHIND.iter().find_map(|part| folded_start(rest, part));
    part.or_else(|| folded_start(rest, WORD_BEHIND).filter(ends))
}

/// How long the word is in bytes that a text begins with in whatever case, if it does.
fn folded_start(text: &str, word: &str) -> Option<usize> {
    let mut signs = text.char_indices();
    for wanted in word.chars() {
        let (_, c) = signs.next()?;
        if c != wanted && !c.to_lowercase().eq([wanted]) {
            return None;
        }
    }
    Some(signs.next().map_or(text.len(), |(place, _)| place))
}

fn starts_with_digit(text: &str) -> bool {
    text.chars().next().is_some_and(is_decimal)
}

fn length(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_found() {
        for (text, wanted) in [
            ("from $ 9.50 on", "$ 9.50 "),
            ("1 200 €", "200 €"),
            ("12,50zł", "12,50zł"),
            ("R$ 1.299,00", "R$ 1.299,00"),
            ("USD 12, EUR 13", "USD 12, "),
            ("12 kr.", "12 kr"),
            ("ЛВ. 12", "ЛВ. 12"),
            ("99元", "99元"),
            ("1,5 2,5 Kč", "2,5 Kč"),
            ("٣٤ €", "٣٤ €"),
        ] {
            assert_eq!(find(text).map(|span| &text[span]), Some(wanted), "{text}");
        }
        for text in ["12 krill", "busd 12", "USD12", "free", "$", "12.50", "₹", "12 $"] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn signs_of_money() {
        for text in ["$", "EUR", "лв.", "Kč", "R$", "元"] {
            assert!(is_sign(text), "{text}");
        }
        for text in ["", "$$", "euro", "12", "лв.."] {
            assert!(!is_sign(text), "{text}");
        }
    }
}
