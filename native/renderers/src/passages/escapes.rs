//! Markdown escapes, only where the text would otherwise mean something else.
//!
//! The beginning of a line, which must start no block of Markdown.

use std::borrow::Cow;
use std::ops::Range;

use super::dollars;
use text::chars::{is_decimal, is_letter, is_space, is_word};

/// Every sign that may need an escape.
const SIGNS: &[u8] = b"\\*_`[]<&~!|$";
/// The longest name of a character reference, and the most digits of a number of one, in tens and in sixteens.
const MAX_NAME: usize = 32;
const MAX_DIGITS: usize = 7;
const MAX_HEX: usize = 6;

/// Which signs could pair up in a passage.
#[derive(Default, Clone, Copy)]
pub struct Risks {
    stars: bool,
    underscores: bool,
    backticks: bool,
    tildes: bool,
    dollars: bool,
    in_cell: bool,
}

/// What a passage holds beside its text.
#[derive(Clone, Copy)]
pub struct Has {
    pub emphasis: bool,
    pub code: bool,
    pub formula: bool,
}

/// The risks of text of which nothing is known but that it holds no formula.
pub const ALL_RISKS: Risks =
    Risks { stars: true, underscores: true, backticks: true, tildes: true, dollars: false, in_cell: false };

/// Whether each byte is such a sign.
const IS_SIGN: [bool; 256] = {
    let (mut is_sign, mut place) = ([false; 256], 0);
    while place < SIGNS.len() {
        is_sign[SIGNS[place] as usize] = true;
        place += 1;
    }
    is_sign
};

/// Whether a text has a sign that could need an escape.
pub fn has_sign(text: &str) -> bool {
    text.bytes().any(|byte| IS_SIGN[byte as usize])
}

impl Risks {
    /// Looks at the plain text of a passage as a whole: a single star pairs with nothing. The passages of a cell end up on
    /// one line, so there every sign may find a partner.
    pub fn find(text: &str, has: Has, in_cell: bool) -> Risks {
        Risks {
            stars: has.emphasis || in_cell || (text.contains('*') && pairs_stars(text)),
            underscores: in_cell || (text.contains('_') && pairs_underscores(text)),
            backticks: has.code || in_cell || text.bytes().filter(|&byte| byte == b'`').nth(1).is_some(),
            tildes: in_cell || (text.contains('~') && pairs_tildes(text)),
            dollars: text.contains('$') && (has.formula || dollars::pair(text)),
            in_cell,
        }
    }
}

/// The characters of a text, each between its neighbours.
fn neighbours(text: &str) -> impl Iterator<Item = (Option<char>, char, Option<char>)> {
    let mut before = None;
    let mut signs = text.chars().peekable();
    std::iter::from_fn(move || {
        let sign = signs.next()?;
        Some((before.replace(sign), sign, signs.peek().copied()))
    })
}

fn pairs_stars(text: &str) -> bool {
    let flanks = |beside: Option<char>| beside.is_some_and(|beside| beside != '*' && !is_space(beside));
    neighbours(text).filter(|&(left, sign, right)| sign == '*' && (flanks(left) || flanks(right))).nth(1).is_some()
}

/// Whether two underscores, or runs of them, are not inside of a word.
fn pairs_underscores(text: &str) -> bool {
    let mut count = 0;
    let (mut left, mut length) = (None, 0);
    for (before, sign, right) in neighbours(text) {
        if sign != '_' {
            continue;
        }
        if before != Some('_') {
            (left, length) = (before, 0);
        }
        length += 1;
        if right != Some('_') {
            let in_word = left.is_some_and(is_word) && right.is_some_and(is_word);
            count += if !in_word {
                1
            } else if length > 1 {
                2
            } else {
                0
            };
        }
    }
    count > 1
}

/// Whether a tilde that may open stands before one that may close: two of them strike what is between.
fn pairs_tildes(text: &str) -> bool {
    let is_name = |beside: Option<char>| beside.is_some_and(|beside| beside == '_' || is_word(beside));
    let is_full = |beside: Option<char>| beside.is_some_and(|beside| beside != '~' && !is_space(beside));
    let mut tildes = neighbours(text).filter(|&(_, sign, _)| sign == '~');
    tildes.any(|(left, _, right)| is_name(right) || !is_name(left) && is_full(right))
        && tildes.any(|(left, _, right)| is_name(left) || is_full(left) && !is_name(right))
}

/// What stands around a text.
#[derive(Clone, Copy, Default)]
pub struct Around {
    pub before: Option<char>,
    pub after: Option<char>,
    pub in_link: bool,
}

/// Adds a stretch of text, escaped.
pub fn push_escaped(text: &str, risks: &Risks, around: Around, out: &mut String) {
    if !has_sign(text) {
        return out.push_str(text);
    }
    let brackets = around.in_link && (text.contains("](") || text.contains("[^") || !is_balanced(text));
    let formulas = if text.contains('$') { dollars::formulas(text) } else { Vec::new() };
    let mut start = 0;
    for formula in formulas {
        push_signs(text, start..formula.start, risks, (around, brackets), out);
        let own = dollars::guard_formula(&text[formula.clone()]);
        out.push_str(&if risks.in_cell { own.replace('|', "\\vert ") } else { own });
        start = formula.end;
    }
    push_signs(text, start..text.len(), risks, (around, brackets), out);
}

/// Adds a part of a text that holds no formula, escaped.
fn push_signs(text: &str, part: Range<usize>, risks: &Risks, (around, brackets): (Around, bool), out: &mut String) {
    let (bytes, mut place, mut done) = (&text.as_bytes()[..part.end], part.start, part.start);
    while place < bytes.len() {
        let sign = bytes[place];
        let is_special = IS_SIGN[sign as usize] && (sign != b'!' || place + 1 == bytes.len());
        let mut end = place + 1;
        if matches!(sign, b'*' | b'_' | b'`' | b'~') {
            end += bytes[end..].iter().take_while(|&&next| next == sign).count();
        }
        if is_special {
            let left = text[..place].chars().next_back().or(around.before);
            let right = text[end..].chars().next().or(around.after);
            let is_bracket = brackets && matches!(sign, b'[' | b']');
            if is_bracket || changes_meaning(&text[place..], end - place, (left, right), risks) {
                out.push_str(&text[done..place]);
                for sign in place..end {
                    out.push('\\');
                    out.push_str(&text[sign..=sign]);
                }
                done = end;
            }
        }
        place = end;
    }
    out.push_str(&text[done..part.end]);
}

/// Whether the run of signs with which a text begins would mean something to Markdown.
fn changes_meaning(text: &str, length: usize, (left, right): (Option<char>, Option<char>), risks: &Risks) -> bool {
    let flanks = !(is_space_or_end(left) && is_space_or_end(right));
    match text.as_bytes()[0] {
        b'*' => risks.stars && flanks,
        b'_' => risks.underscores && flanks && !(left.is_some_and(is_word) && right.is_some_and(is_word)),
        b'`' => risks.backticks,
        b'\\' => right.map_or(risks.in_cell, |right| right.is_ascii_punctuation()),
        b'<' => right.is_some_and(opens_tag),
        b'&' => is_reference(text),
        b'~' => length > 1 || risks.tildes || left == Some('~') || right == Some('~'),
        b'[' => right == Some('^'),
        b']' => right == Some('('),
        b'!' => right == Some('['),
        b'$' => risks.dollars,
        _ => risks.in_cell, // the bar
    }
}

fn opens_tag(sign: char) -> bool {
    sign.is_ascii_alphabetic() || matches!(sign, '/' | '!' | '?')
}

/// Whether a text begins with a character reference.
fn is_reference(text: &str) -> bool {
    let bytes = &text.as_bytes()[1..];
    let ends = |bytes: &[u8], range: std::ops::RangeInclusive<usize>, is_part: fn(&u8) -> bool| {
        let count = bytes.iter().take_while(|byte| is_part(byte)).count();
        range.contains(&count) && bytes.get(count) == Some(&b';')
    };
    match bytes {
        [b'#', b'x' | b'X', rest @ ..] => ends(rest, 1..=MAX_HEX, u8::is_ascii_hexdigit),
        [b'#', rest @ ..] => ends(rest, 1..=MAX_DIGITS, u8::is_ascii_digit),
        [first, ..] if first.is_ascii_alphabetic() => ends(bytes, 2..=MAX_NAME, u8::is_ascii_alphanumeric),
        _ => false,
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 0 => return false,
            b']' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// The description of an image, in which tags, code, brackets, emphasis and character references are text.
pub fn alt_of(text: &str, in_cell: bool) -> String {
    let (mut out, mut before) = (String::with_capacity(text.len()), None);
    let mut signs = text.chars().filter(|&sign| sign != '\\').peekable();
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied();
        let is_double = sign == '~' && next == Some('~');
        let is_meant = match sign {
            '[' | ']' | '`' | '*' => true,
            '<' => next.is_some_and(opens_tag),
            '~' => is_double,
            '_' => !before.is_some_and(is_word) || !next.is_some_and(is_word),
            '&' => names_character(signs.clone()),
            '|' => in_cell,
            _ => false,
        };
        out.push_str(if is_meant { "\\" } else { "" });
        out.push(sign);
        if is_double {
            signs.next();
            out.push('~');
        }
        before = Some(sign);
    }
    out
}

/// Whether what stands behind an ampersand is a name or a number and its end.
fn names_character(signs: impl Iterator<Item = char>) -> bool {
    let mut signs = signs.peekable();
    signs.next_if_eq(&'#');
    let mut count = 0;
    while signs.next_if(char::is_ascii_alphanumeric).is_some() {
        count += 1;
        if count >= MAX_NAME {
            return false;
        }
    }
    count > 0 && signs.next() == Some(';')
}

/// An address that ends where it ends.
pub fn destination(address: &str, in_cell: bool) -> Cow<'_, str> {
    let risky = [' ', '<', '>', '\\', '`', '|', '(', ')'];
    if !address.contains(risky) {
        return Cow::Borrowed(address);
    }
    let (mut depth, mut is_nested) = (0, true);
    for byte in address.bytes() {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        is_nested &= (0..=3).contains(&depth);
    }
    is_nested &= depth == 0;
    let written = |sign: char| match sign {
        ' ' | '<' | '>' | '\\' | '`' => format!("%{:02X}", sign as u32),
        '|' if in_cell => "%7C".to_owned(),
        '(' | ')' if !is_nested => format!("%{:02X}", sign as u32),
        _ => sign.to_string(),
    };
    let parts = address.split_inclusive(risky).flat_map(|part| {
        let end = part.len() - usize::from(part.ends_with(risky));
        [part[..end].to_owned(), part[end..].chars().map(written).collect()]
    });
    Cow::Owned(parts.collect())
}

/// The most characters of the label of a definition, digits of the number of an item, signs of a heading.
const MAX_LABEL: usize = 999;
const MAX_ORDINAL_DIGITS: usize = 9;
const MAX_LEVEL: usize = 6;
/// The least signs of a rule.
const MIN_RULE: usize = 3;

pub fn is_space_or_end(sign: Option<char>) -> bool {
    sign.is_none_or(is_space)
}

/// Puts a backslash behind the label of a note where a colon would make it the note itself.
pub fn guard_label(line: &mut String) {
    if line.starts_with("[^")
        && let Some(end) = line.find(']')
        && line[end + 1..].starts_with(':')
    {
        line.insert(end + 1, '\\');
    }
}

/// Escapes a line whose beginning would start a heading, a list, a quote or a rule.
pub fn guard_start(line: &mut String, is_first: bool) {
    let Some(first) = line.chars().next().filter(|&first| !is_letter(first)) else { return };
    let starts = starts_block(line, first) || if is_first { is_definition(line) } else { is_underline(line, first) };
    if starts {
        let signs = if matches!(first, '*' | '_') { line.chars().take_while(|&sign| sign == first).count() } else { 1 };
        let rest = line.split_off(signs * first.len_utf8());
        *line = format!("\\{first}").repeat(signs) + &rest;
        return;
    }
    let digits = line.chars().take(MAX_ORDINAL_DIGITS + 1).take_while(|&sign| is_decimal(sign)).count();
    if (1..=MAX_ORDINAL_DIGITS).contains(&digits) {
        let place = line.char_indices().nth(digits).map_or(line.len(), |(place, _)| place);
        let mut rest = line[place..].chars();
        if matches!(rest.next(), Some('.' | ')')) && is_space_or_end(rest.next()) {
            line.insert(place, '\\');
        }
    }
}

/// Whether a line begins as a heading, an item, a quote or a rule does.
fn starts_block(line: &str, first: char) -> bool {
    let second = line.chars().nth(1);
    let is_rule = |sign: char| {
        let is_part = |own: char| own == sign || is_space(own);
        line.chars().all(is_part) && line.chars().filter(|&own| own == sign).count() >= MIN_RULE
    };
    match first {
        '#' => {
            let level = line.bytes().take_while(|&byte| byte == b'#').count();
            level <= MAX_LEVEL && is_space_or_end(line[level..].chars().next())
        }
        '-' => is_space_or_end(second) || line.trim_end_matches(is_space).bytes().all(|byte| byte == b'-'),
        '+' => is_space_or_end(second),
        '*' => is_space_or_end(second) || is_rule('*'),
        '_' => is_rule('_'),
        '>' => true,
        _ => false,
    }
}

/// Whether a line begins with a label and a colon, as a definition does; a label may hold escapes.
fn is_definition(line: &str) -> bool {
    let Some(label) = line.strip_prefix('[') else { return false };
    let mut signs = label.chars();
    let mut count = 0;
    while let Some(sign) = signs.next() {
        match sign {
            ']' => return count > 0 && signs.next() == Some(':'),
            '\\' if signs.next().is_none() => return false,
            _ => count += 1,
        }
        if count > MAX_LABEL {
            return false;
        }
    }
    false
}

/// Whether a line would make the one before a heading, or a table of it.
fn is_underline(line: &str, first: char) -> bool {
    match first {
        '=' => line.trim_end_matches(is_space).bytes().all(|byte| byte == b'='),
        '|' | ':' => line.chars().all(|sign| matches!(sign, '-' | ':' | '|') || is_space(sign)),
        _ => false,
    }
}

/// Whether a line is a label that goes on behind its end.
pub fn opens_label(line: &str) -> bool {
    let Some(label) = line.strip_prefix('[') else { return false };
    let mut signs = label.chars();
    while let Some(sign) = signs.next() {
        if matches!(sign, '[' | ']') || sign == '\\' && signs.next().is_none() {
            return false;
        }
    }
    true
}
