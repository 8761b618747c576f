//! The beginning of a line, which must start no block of Markdown.

use text::chars::{is_decimal, is_letter, is_space};

/// The most characters of the label of a definition, digits of the number of an item, signs of a heading.
const MAX_LABEL: usize = 999;
const MAX_DIGITS: usize = 9;
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
    let digits = line.chars().take(MAX_DIGITS + 1).take_while(|&sign| is_decimal(sign)).count();
    if (1..=MAX_DIGITS).contains(&digits) {
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
