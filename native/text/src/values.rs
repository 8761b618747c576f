//! Values of texts: numbers, amounts of money and ratings, in any way of writing them.
//!
//! In words: a text has a value where it has one number and nothing that makes it another. Where it can be read in two
//! ways the usual one is taken for what it is: `1.234` is a count of a thousand and a rating of one. Where it has two
//! numbers, or a sign that nothing tells, nothing is read.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::backtracking::{Machine, Program, is_in_word};
use crate::chars::{decimal_value, is_decimal, is_space};

const MAX_LENGTH: usize = 120; // characters of a text that is a value; what is longer says more than one
const MAX_DIGITS: usize = 15; // that a number of the machine holds
const GAPS: &str = " \u{a0}\u{2009}\u{202f}'’٬";
const FACTORS: &str = "k 1e3 к 1e3 千 1e3 仟 1e3 천 1e3 тыс 1e3 tsd 1e3 thousand 1e3 mille 1e3 mil 1e3 tys 1e3 tis 1e3 \
    万 1e4 萬 1e4 만 1e4 lakh 1e5 lac 1e5 mn 1e6 mio 1e6 million 1e6 millions 1e6 millionen 1e6 млн 1e6 mln 1e6 crore 1e7 \
    亿 1e8 億 1e8 억 1e8 bn 1e9 billion 1e9 mrd 1e9 млрд 1e9 mld 1e9 tn 1e12 trillion 1e12";
/// Large letters alone: `5 m` are metres or minutes.
const LARGE: [(char, f64); 3] = [('M', 1e6), ('B', 1e9), ('T', 1e12)];
const CODES: &str = "AED ARS AUD BDT BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JPY KES \
    KRW KZT MAD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR";
const SIGNS: &str = "us$ USD u$s USD c$ CAD ca$ CAD a$ AUD au$ AUD nz$ NZD hk$ HKD nt$ TWD s$ SGD r$ BRL mx$ MXN € EUR \
    £ GBP ₹ INR ₽ RUB ₩ KRW ₺ TRY ₫ VND ฿ THB ₴ UAH ₪ ILS ₱ PHP ₦ NGN ₸ KZT zł PLN kč CZK ft HUF lei RON лв BGN руб RUB \
    грн UAH 元 CNY 円 JPY 원 KRW rmb CNY rs INR rp IDR euro EUR euros EUR tl TRY $ $ ¥ ¥ ￥ ¥ kr kr fr CHF sfr CHF";
const MAX_SIGN: usize = 5;
const MAX_FACTOR: usize = 9;

static FACTOR_OF: LazyLock<HashMap<&str, f64>> =
    LazyLock::new(|| pairs(FACTORS).map(|(word, value)| (word, value.parse().unwrap_or(1.0))).collect());
static CURRENCY_OF: LazyLock<HashMap<String, &str>> = LazyLock::new(|| {
    let codes = CODES.split_whitespace().map(|code| (code.to_lowercase(), code));
    codes.chain(pairs(SIGNS).map(|(sign, code)| (sign.to_owned(), code))).collect()
});

fn pairs(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let words: Vec<_> = list.split_whitespace().collect();
    (0..words.len() / 2).map(move |pair| (words[2 * pair], words[2 * pair + 1]))
}

/// The one number that a text has; a small one, such as a rating, has no groups of thousands.
pub fn number(text: &str, is_small: bool) -> Option<f64> {
    let text = plain(text)?;
    let (start, end) = only_amount(&text)?;
    let gap = end + usize::from(text.get(end).is_some_and(|&c| is_space(c)));
    let (factor, is_many) = match factor_at(&text, gap) {
        Some((_, factor)) => (factor, true),
        None => (1.0, false),
    };
    let is_wide = is_many && text.get(gap).is_some_and(|&c| c >= '\u{4e00}');
    let is_apart = |place: usize| place == 0 || !(is_in_word(text[place - 1]) || matches!(text[place - 1], '.' | ','));
    let sign = sign_before(&text, start).filter(|&sign| is_apart(sign));
    if !is_wide && sign.is_none() && !is_apart(start) {
        return None;
    }
    let value = value_of(&text[start..end], is_small || is_many)? * factor;
    let value = if sign.is_some_and(|sign| text[sign] != '+') { -value } else { value };
    Some(if (value - value.round()).abs() < 1e-9 { value.round() } else { value })
}

/// Where the sign of a number is, if one stands before it.
fn sign_before(text: &[char], start: usize) -> Option<usize> {
    let gap = usize::from(start > 0 && is_space(text[start - 1]));
    let sign = (start - gap).checked_sub(1)?;
    matches!(text[sign], '-' | '−' | '–' | '+').then_some(sign).filter(|&sign| text[sign] != '–' || gap == 0)
}

/// The one amount of money that a text has, and its currency: the code of ISO 4217, or the sign where it is that of several.
pub fn money(text: &str) -> Option<(f64, String)> {
    let text = plain(text)?;
    let (start, end) = only_amount(&text)?;
    let (currency, factor, is_many) = match currency_before(&text, start) {
        Some(currency) => {
            let gap = end + usize::from(text.get(end).is_some_and(|&c| is_space(c)));
            let factor = factor_at(&text, gap).map(|(_, factor)| factor);
            (currency, factor.unwrap_or(1.0), factor.is_some())
        }
        None => (currency_behind(&text, end)?, 1.0, false),
    };
    let amount = value_of(&text[start..end], is_many)? * factor;
    Some(((amount * 100.0).round() / 100.0, currency.to_owned()))
}

fn currency_before(text: &[char], start: usize) -> Option<&'static str> {
    let mut end = start - usize::from(start > 0 && is_space(text[start - 1]));
    end -= usize::from(end > 0 && text[end - 1] == '.');
    (1..=MAX_SIGN.min(end)).rev().find_map(|length| {
        let first = end - length;
        let is_apart = first == 0 || !is_in_word(text[first - 1]);
        CURRENCY_OF.get(&lower(&text[first..end])).copied().filter(|_| is_apart)
    })
}

fn currency_behind(text: &[char], mut end: usize) -> Option<&'static str> {
    let is_dash = |c: &char| matches!(c, '-' | '–' | '—');
    if end > 0 && matches!(text[end - 1], '.' | ',') {
        end += text[end..].iter().take_while(|c| is_dash(c)).count(); // `12,-`
    }
    let first = end + usize::from(text.get(end).is_some_and(|&c| is_space(c)));
    (1..=MAX_SIGN.min(text.len() - first.min(text.len()))).rev().find_map(|length| {
        let is_apart = !text.get(first + length).is_some_and(|c| c.is_alphabetic());
        CURRENCY_OF.get(&lower(&text[first..first + length])).copied().filter(|_| is_apart)
    })
}

/// Where the factor ends that stands at a place, such as a thousand, and its value.
fn factor_at(text: &[char], place: usize) -> Option<(usize, f64)> {
    let is_apart = |end: usize| !text.get(end).is_some_and(|c| c.is_alphabetic());
    let large = LARGE.iter().find(|(letter, _)| text.get(place) == Some(letter)).filter(|_| is_apart(place + 1));
    if let Some(&(_, factor)) = large {
        return Some((place + 1, factor));
    }
    let rest = text.get(place..)?;
    (1..=MAX_FACTOR.min(rest.len())).rev().find_map(|length| {
        let is_whole = is_apart(place + length) || rest[0] >= '\u{4e00}';
        let factor = FACTOR_OF.get(lower(&rest[..length]).as_str()).filter(|_| is_whole);
        factor.map(|&factor| (place + length, factor))
    })
}

fn lower(text: &[char]) -> String {
    text.iter().flat_map(|c| c.to_lowercase()).collect()
}

/// A text without what is around it, with the digits 0 to 9 for those of other scripts and plain signs for wide ones; none
/// of a text that is too long for a value.
fn plain(text: &str) -> Option<Vec<char>> {
    let plain = |c: char| match c {
        '，' | '٬' => ',',
        '．' | '٫' => '.',
        _ if !c.is_ascii() && is_decimal(c) => char::from_digit(decimal_value(c), 10).unwrap_or(c),
        _ => c,
    };
    let text = text.trim_matches(is_space);
    let is_short = text.char_indices().nth(MAX_LENGTH).is_none();
    is_short.then(|| text.chars().map(plain).collect())
}

/// Where the amount of a text begins and ends that has no other.
fn only_amount(text: &[char]) -> Option<(usize, usize)> {
    let start = text.iter().position(char::is_ascii_digit)?;
    let is_digit = |place: usize| text.get(place).is_some_and(char::is_ascii_digit);
    let is_group = |place: usize| (1..=3).all(|next| is_digit(place + next)) && !is_digit(place + 4);
    let is_part = |place: usize| match text[place] {
        c if c.is_ascii_digit() || matches!(c, '.' | ',') => true,
        c => GAPS.contains(c) && is_group(place),
    };
    let end = (start..text.len()).find(|&place| !is_part(place)).unwrap_or(text.len());
    (!text[end..].iter().any(char::is_ascii_digit)).then_some((start, end))
}

/// The value of digits with points, commas and gaps between them.
fn value_of(digits: &[char], is_small: bool) -> Option<f64> {
    let digits: String = digits.iter().filter(|&&c| !GAPS.contains(c)).collect();
    let digits = digits.trim_end_matches(['.', ',']);
    let (points, commas) = (digits.matches('.').count(), digits.matches(',').count());
    if digits.len() - points - commas > MAX_DIGITS {
        return None;
    }
    let is_grouped = points + commas > 1 || (points + commas == 1 && !is_small && is_group(digits));
    let plain = if points > 0 && commas > 0 {
        let (mark, other) = if digits.rfind('.') > digits.rfind(',') { ('.', ',') } else { (',', '.') };
        if digits.matches(mark).count() > 1 {
            return None;
        }
        digits.replace(other, "").replace(mark, ".")
    } else if is_grouped {
        if !are_groups(digits) {
            return None;
        }
        digits.replace(['.', ','], "")
    } else {
        digits.replace(',', ".")
    };
    plain.parse().ok()
}

/// Whether the one mark in digits parts thousands: three digits behind it, and no zero alone before it.
fn is_group(digits: &str) -> bool {
    let Some((before, after)) = digits.split_once(['.', ',']) else { return false };
    after.len() == 3 && before.len() <= 3 && !before.trim_start_matches('0').is_empty()
}

/// Whether digits stand in groups: of three, or behind commas of two and three, as in India.
fn are_groups(digits: &str) -> bool {
    let groups: Vec<usize> = digits.split(['.', ',']).map(str::len).collect();
    let (Some(&first), Some(&last)) = (groups.first(), groups.last()) else { return false };
    let inner = &groups[1..groups.len() - 1];
    let is_inner = |&length: &usize| length == 3 || (length == 2 && digits.contains(','));
    (1..=3).contains(&first) && last == 3 && inner.iter().all(is_inner)
}

static OUT_OF: LazyLock<Program> = LazyLock::new(|| {
    Program::new(
        r"(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:stars?\s|sternen?\s|étoiles?\s)?(?:/|out of|of|von|de|sur|su|di|из|van|av|na|z|od|på|üzerinden)\s?(5|100|10|6|4|20)(?![\d.,]\d|\d)",
    )
});
static STARS: LazyLock<Program> = LazyLock::new(|| {
    Program::new(
        r"([0-5](?:[.,]\d{1,2})?)\s?-?(?:stars?\b|★|⭐|sterne?n?\b|étoiles?\b|estrellas?\b|stelle\b|звезд|つ星|颗星|星)",
    )
});
const FULL: [char; 5] = ['★', '⭐', '\u{1f31f}', '✭', '✮'];
const HALF: [char; 2] = ['⯨', '½'];
const EMPTY: [char; 2] = ['☆', '✩'];
const MAX_STARS: usize = 10;

/// The rating that a text says in words, in numbers or in stars, and the best that there is.
pub fn rating(text: &str) -> Option<(f64, f64)> {
    let text = plain(&crate::short_texts::spaced(text.as_bytes()))?;
    let lower: Vec<char> = text.iter().map(|c| c.to_lowercase().next().unwrap_or(*c)).collect();
    for program in [&*OUT_OF, &*STARS] {
        if let Some(groups) = search(program, &lower) {
            let value = parse(groups[0].as_deref()?)?;
            let best = groups[1].as_deref().map_or(Some(5.0), parse)?;
            return (value <= best).then_some((value, best));
        }
    }
    drawn(&text)
}

fn parse(digits: &str) -> Option<f64> {
    digits.replace(',', ".").parse().ok()
}

/// The groups of the first match of a pattern that begins with a number: no digit stands before it.
fn search(program: &Program, text: &[char]) -> Option<[Option<String>; 2]> {
    let mut machine = Machine::default();
    let is_apart =
        |place: usize| place == 0 || !(text[place - 1].is_ascii_digit() || matches!(text[place - 1], '.' | ','));
    let starts = (0..text.len()).filter(|&place| text[place].is_ascii_digit() && is_apart(place));
    for start in starts {
        if machine.run(program, text, start).is_some() {
            let group = |number: usize| machine.group(number).map(|(first, last)| text[first..last].iter().collect());
            return Some([group(0), if program.groups() > 1 { group(1) } else { None }]);
        }
    }
    None
}

/// The rating of stars that are drawn. Five full ones may be five of five; fewer without empty ones say nothing of the best.
fn drawn(text: &[char]) -> Option<(f64, f64)> {
    let is_star = |c: &char| FULL.contains(c) || HALF.contains(c) || EMPTY.contains(c);
    let mut runs = text.chunk_by(|one, other| is_star(one) == is_star(other));
    let stars = runs.find(|run| is_star(&run[0]) && run.len() > 1)?;
    let stars = &stars[..stars.len().min(MAX_STARS)];
    let count = |of: &[char]| stars.iter().filter(|c| of.contains(c)).count() as f64;
    let best = stars.iter().filter(|&&c| c != '½').count().max(5);
    (count(&FULL) > 0.0).then(|| (count(&FULL) + 0.5 * count(&HALF), best as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_many_countries() {
        for (text, wanted) in [
            ("1.234,5", 1234.5),
            ("1,234.5", 1234.5),
            ("1\u{202f}234\u{202f}567", 1_234_567.0),
            ("12,34,567", 1_234_567.0),
            ("1.234", 1234.0),
            ("0.125", 0.125),
            ("1.2K views", 1200.0),
            ("1,2 тыс", 1200.0),
            ("约3.4万", 34_000.0),
            ("2.5 Mio.", 2.5e6),
            ("5 m", 5.0),
            ("٣٤", 34.0),
            ("-5", -5.0),
            ("x-5", 5.0),
        ] {
            assert_eq!(number(text, false), Some(wanted), "{text}");
        }
        assert_eq!(number("1.234", true), Some(1.234));
        for text in ["", "none", "3 of 12", "12–15", "1.2.3", "2022-09-04", "v1.2.3", "v12", "9999999999999999"] {
            assert_eq!(number(text, false), None, "{text}");
        }
    }

    #[test]
    fn money_before_and_behind() {
        for (text, amount, currency) in [
            ("£34.00", 34.0, "GBP"),
            ("US$1,299.99", 1299.99, "USD"),
            ("12,- €", 12.0, "EUR"),
            ("CHF 1'200.-", 1200.0, "CHF"),
            ("Rs. 1,23,456", 123_456.0, "INR"),
            ("1 299 kr", 1299.0, "kr"),
            ("$7.7B", 7.7e9, "$"),
            ("£1.234M", 1.234e6, "GBP"),
            ("from £5", 5.0, "GBP"),
        ] {
            assert_eq!(money(text), Some((amount, currency.to_owned())), "{text}");
        }
        for text in ["34", "$10 – $20", "krill 5", "5 frogs", "3 for £10"] {
            assert_eq!(money(text), None, "{text}");
        }
    }

    #[test]
    fn ratings_in_words_and_stars() {
        for (text, wanted) in [
            ("4,5 von 5 Sternen", (4.5, 5.0)),
            ("8/10", (8.0, 10.0)),
            ("95 of 100", (95.0, 100.0)),
            ("3 Stars", (3.0, 5.0)),
            ("★★★½☆", (3.5, 5.0)),
        ] {
            assert_eq!(rating(text), Some(wanted), "{text}");
        }
        for text in ["", "7 out of 5", "2024/05", "1/2", "a star", "☆☆☆☆☆", "page 4 of 50"] {
            assert_eq!(rating(text), None, "{text}");
        }
    }
}
