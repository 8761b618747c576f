//! Formulas between dollar signs: those that a page itself writes, prices that would be read as one, and LaTeX that Markdown
//! must not read as anything else.

use std::ops::Range;

use text::chars::is_space;

/// Letters that alone between two signs are a formula, and the most characters between two signs.
const MAX_LETTERS: usize = 2;
const MAX_FORMULA: usize = 300;

/// The next stretch that Markdown takes for a formula, with its signs: one opens before anything and closes behind anything
/// but white space.
fn next_pair(text: &str, from: usize) -> Option<Range<usize>> {
    let mut start = from + text[from..].find('$')?;
    loop {
        let end = start + 1 + text[start + 1..].find('$')?;
        let inner = &text[start + 1..end];
        let is_bare = inner.starts_with(is_space) || inner.ends_with(is_space) || inner.contains('\n');
        if !inner.is_empty() && !is_bare && inner.chars().nth(MAX_FORMULA).is_none() {
            return Some(start..end + 1);
        }
        start = end;
    }
}

fn is_latex(pair: &str) -> bool {
    let inner = &pair[1..pair.len() - 1];
    let is_name = inner.len() <= MAX_LETTERS && inner.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name || inner.contains(['\\', '^', '_', '{'])
}

/// The places of LaTeX that the page itself wrote between single dollar signs.
fn inline_formulas(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    let pairs = std::iter::from_fn(move || {
        let pair = next_pair(text, from)?;
        from = pair.end;
        Some(pair)
    });
    pairs.filter(|pair| is_latex(&text[pair.clone()]))
}

/// The places of LaTeX that the page itself wrote, which is left untouched.
pub fn formulas(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut from = 0;
    let add_inline = |places: &mut Vec<Range<usize>>, from: usize, end: usize| {
        places.extend(inline_formulas(&text[from..end]).map(|own| own.start + from..own.end + from));
    };
    let mut fences = text.match_indices("$$").map(|(place, _)| place);
    while let (Some(start), Some(last)) = (fences.next(), fences.next()) {
        add_inline(&mut places, from, start);
        places.push(start..last + 2);
        from = last + 2;
    }
    add_inline(&mut places, from, text.len());
    places
}

/// Whether prices and the like would be read as the ends of a formula.
pub fn pair(text: &str) -> bool {
    let (mut rest, mut done) = (String::new(), 0);
    for formula in inline_formulas(text) {
        rest.push_str(&text[done..formula.start]);
        done = formula.end;
    }
    rest.push_str(&text[done..]);
    let mut parts = rest.split('$').skip(1).peekable();
    std::iter::from_fn(|| parts.next().filter(|_| parts.peek().is_some()))
        .any(|part| !part.is_empty() && !part.ends_with(is_space))
}

/// Markdown of several passages on one line, without dollar signs that would be the ends of a formula.
pub fn guard_prices(text: String) -> String {
    if !pair(&text) {
        return text;
    }
    let mut guarded = String::with_capacity(text.len() + 2);
    for sign in text.chars() {
        if sign == '$' && !guarded.ends_with('\\') {
            guarded.push('\\');
        }
        guarded.push(sign);
    }
    guarded
}

/// LaTeX that Markdown cannot read as HTML, as code or as a link with a scheme: it has no escapes of its own there.
pub fn guard_formula(latex: &str) -> String {
    let (mut line, mut rest) = (String::with_capacity(latex.len()), latex);
    while let Some(end) = rest.find(['\r', '\n']) {
        line.push_str(rest[..end].trim_end_matches(is_space));
        line.push(' ');
        rest = rest[end..].trim_start_matches(is_space);
    }
    line.push_str(rest);
    let line = replaced(&line, '<', opens_tag, "\\lt ");
    replaced(&line, ']', opens_link, "] ").replace('`', "\\lq ")
}

/// The text with another text for a sign where what stands behind it says so.
fn replaced(text: &str, sign: char, is_meant: fn(&str) -> bool, other: &str) -> String {
    let mut parts = text.split(sign);
    let mut written = parts.next().unwrap_or("").to_owned();
    let mut place = written.len();
    for part in parts {
        if is_meant(&text[place + 1..]) {
            written.push_str(other);
        } else {
            written.push(sign);
        }
        written.push_str(part);
        place += 1 + part.len();
    }
    written
}

/// A formula on a line of its own, which must not begin as a block of HTML, a heading, an item or a quote does.
pub fn guard_display(latex: &str) -> String {
    let latex = guard_formula(latex);
    latex.strip_prefix('<').map(|rest| format!("\\lt {rest}")).unwrap_or(latex)
}

/// Whether a tag that is whole or goes on in a value, a comment or an address in brackets goes on so behind its `<`.
fn opens_tag(behind: &str) -> bool {
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    if let Some(closing) = behind.strip_prefix('/') {
        return closing.starts_with(is_letter);
    }
    if !behind.starts_with(is_letter) {
        return behind.starts_with(['!', '?']);
    }
    let end = behind.find(|sign: char| !sign.is_ascii_alphanumeric() && !".+-".contains(sign));
    if end.is_some_and(|end| end > 1 && behind[end..].starts_with(':')) {
        return true;
    }
    let mut rest = behind.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || sign == '-');
    let mut has_names = false;
    loop {
        let inner = rest.trim_start_matches(is_space);
        if inner.len() == rest.len() || !inner.starts_with(|sign: char| is_letter(sign) || "_:".contains(sign)) {
            return inner.starts_with('>') || inner.starts_with("/>") || has_names && inner.starts_with('=');
        }
        rest = inner.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || "_.:-".contains(sign));
        has_names = true;
    }
}

/// Whether an address that is in brackets or has a scheme stands behind a `]`.
fn opens_link(behind: &str) -> bool {
    let Some(address) = behind.strip_prefix('(').map(|rest| rest.trim_start_matches(is_space)) else { return false };
    let end = address.find(|sign: char| is_space(sign) || "()".contains(sign)).unwrap_or(address.len());
    address.starts_with('<') || address[..end].contains([':', '&', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latex_is_told_from_prices() {
        assert_eq!(formulas("a $x$ is $5 and $$y$$, $6"), [2..5, 16..21]);
        assert!(pair("$5 or ($6)") && !pair("$5 or $6") && !pair("the $n$ of $5"));
        assert_eq!(guard_prices("$5<br>($6)".into()), "\\$5<br>(\\$6)");
        assert_eq!(guard_prices("$5 or $6".into()), "$5 or $6");
    }

    #[test]
    fn latex_is_nothing_else() {
        assert_eq!(guard_formula("a<b"), "a<b");
        assert_eq!(guard_formula("<img src=x onerror=alert(1)>"), "\\lt img src=x onerror=alert(1)>");
        assert_eq!(guard_formula("[a](b:c) \n`"), "[a] (b:c) \\lq ");
        assert_eq!(guard_formula("[a](b<c>)"), "[a] (b\\lt c>)");
        assert_eq!(guard_display("<b"), "\\lt b");
    }
}
