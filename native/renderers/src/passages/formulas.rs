//! Formulas of a page, each once: MathML, KaTeX and MathJax leave up to three copies of one formula side by side, and
//! some formulas no `math` element tells: LaTeX in an attribute, in an element called so, or in the text of an image.

use std::ops::Range;

use super::{Formula, mathml};
use extractors::captions::is_near;
use html::names::name;
use html::page_view::PageView;
use html::signs::FORMULAS;
use text::chars::is_space;
use text::name_patterns::has_word;

/// Elements that only hold the copies of one formula.
const WRAPPERS: &str = "katex katex-display katex-mathml katex--inline katex--display MathJax MathJax_Display \
    MathJax_CHTML MathJax_SVG MathJax_Preview MathJax_SVG_Display MJXc-display mjx-chtml MJX_Assistive_MathML \
    mwe-math-element mwe-math-mathml-inline mwe-math-mathml-display ltx_Math";
const WRAPPER_TAGS: [&str; 3] = ["mjx-container", "mjx-assistive-mml", "mathjax"];
const DISPLAYED: &str = "katex-display katex--display MathJax_Display MathJax_SVG_Display MJXc-display \
    mwe-math-mathml-display mwe-math-element-block";
/// Wrappers nest three or four deep, rendered formulas some twenty levels.
const MAX_CLIMB: usize = 8;
const MAX_SIBLING_CLIMB: usize = 64;
/// Bytes or characters of an element or an attribute; what is longer is no formula.
const MAX_CHARS: usize = 2_000;
/// Attributes that hold formulas, and names of elements and of images that are formulas.
const ATTRIBUTES: [&str; 3] = ["data-math", "data-tex", "data-latex"];
const TEXT_NAMES: [&str; 9] =
    ["math", "math-inline", "math-display", "math-tex", "arithmatex", "tex", "latex", "mathjax", "katex"];
const IMAGE_NAMES: &str = "mwe-math-fallback-image-inline mwe-math-fallback-image-display tex latex math mathimg \
    equation formula ql-img-inline-formula ql-img-displayed-formula quicklatex-auto-format";
/// Parts of the addresses of what draws formulas.
const ADDRESSES: [&[u8]; 8] = [b"latex", b"mathtex", b"mimetex", b"/math/", b"?tex=", b"&tex=", b"/tex/", b"equation?"];
/// How many tags are looked at together.
const AT_ONCE: usize = 64;
const DISPLAY: [&str; 3] = ["display", "displayed", "block"];

/// The formulas of the kept blocks, which rise: in a run, next to one in its element, or between two.
pub fn of_blocks(page: &PageView, keep: &[i64]) -> Vec<Formula> {
    let rows = keep.iter().map(|&block| page.block_row[block as usize] as usize);
    let (start, end) = rows.fold((usize::MAX, 0), |(low, high), row| (low.min(row), high.max(page.end[row] as usize)));
    let mut formulas = if start < end { find(page, start..end) } else { Vec::new() };
    let is_kept = |block: usize| keep.binary_search(&(block as i64)).is_ok();
    formulas.retain(|formula| {
        let after = page.block_first.partition_point(|&first| first as usize <= formula.start);
        match page.block_first.get(after) {
            Some(&inner) if (inner as usize) < formula.end => is_kept(after), // it holds the next block's text itself
            _ => is_near(page, formula.start, is_kept),
        }
    });
    formulas
}

/// Whether some rows hold a `math` element or a script of MathJax.
pub fn are_told(page: &PageView, rows: Range<usize>) -> bool {
    // No early exit from a stretch: so the compiler looks at many tags at once.
    let may_tell =
        |tags: &[u16]| tags.iter().fold(false, |found, &tag| found | matches!(tag, name::MATH | name::SCRIPT));
    let tells = |row: usize| page.tag[row] == name::MATH || page.tag[row] == name::SCRIPT && is_math_script(page, row);
    let stretches = page.tag[rows.clone()].chunks(AT_ONCE).enumerate().filter(|(_, tags)| may_tell(tags));
    stretches.map(|(place, _)| rows.start + place * AT_ONCE).any(|row| (row..rows.end.min(row + AT_ONCE)).any(tells))
}

/// Whether an element of the page is a formula that no `math` element tells.
pub fn has_named(page: &PageView) -> bool {
    if page.hints() & FORMULAS == 0 && !ATTRIBUTES.iter().any(|name| page.has_attribute(name)) {
        return false;
    }
    let names = Names::of(page);
    for row in (0..page.tag.len()).filter(|&row| names.may_be(page, row)) {
        limits::tick(1);
        if named_latex(page, row).is_some() {
            return true;
        }
    }
    false
}

/// The names of a page that call an element a formula.
struct Names {
    tokens: Vec<bool>,
    has_attributes: bool,
}

impl Names {
    fn of(page: &PageView) -> Self {
        let is_name = |token: &str| TEXT_NAMES.iter().any(|name| token.eq_ignore_ascii_case(name));
        let all = || page.attributes.tokens.iter();
        let has = |token: &str, part: &str| {
            token.as_bytes().windows(part.len()).any(|own| own.eq_ignore_ascii_case(part.as_bytes()))
        };
        let is_hinted = all().any(is_name)
            && (page.hints() & FORMULAS != 0 || all().any(|token| has(token, "equation") || has(token, "formula")));
        let tokens = if is_hinted { all().map(is_name).collect() } else { Vec::new() };
        Names { tokens, has_attributes: ATTRIBUTES.iter().any(|name| page.has_attribute(name)) }
    }

    fn may_be(&self, page: &PageView, row: usize) -> bool {
        let is_called = || !self.tokens.is_empty() && page.tokens_at(row).any(|token| self.tokens[token]);
        let is_told = || self.has_attributes && ATTRIBUTES.iter().any(|name| has_attribute(page, row, name));
        page.tag[row] == name::IMG || page.tag[row] != name::TEXT && (is_called() || is_told())
    }
}

fn has_attribute(page: &PageView, row: usize, name: &str) -> bool {
    page.names.number(name).is_some_and(|name| page.value(row, name).is_some())
}

fn is_math_script(page: &PageView, row: usize) -> bool {
    let kind = page.attribute(row, name::TYPE);
    let begins = |start: &&str| kind.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    ["math/tex", "math/latex", "math/mml"].iter().any(begins)
}

/// The formulas that begin in some rows, in document order and without overlap.
fn find(page: &PageView, rows: Range<usize>) -> Vec<Formula> {
    let (names, mut formulas) = (Names::of(page), Vec::<Formula>::new());
    let mut read = 0; // the row behind the last `math`: one in another is part of it, with or without LaTeX
    for row in rows {
        let tag = page.tag[row];
        let is_formula = tag == name::MATH || tag == name::SCRIPT && is_math_script(page, row);
        let is_copy = formulas.last().is_some_and(|last| row < last.end) || tag == name::MATH && row < read;
        if is_copy || !is_formula && !names.may_be(page, row) {
            continue;
        }
        limits::tick(1);
        let formula = match tag {
            name::MATH => {
                read = read.max(page.end[row] as usize);
                of_math(page, row)
            }
            name::SCRIPT => of_script(page, row),
            _ => match named_latex(page, row) {
                Some((latex, display)) => new(page, row..page.end[row] as usize, mathml::clean(latex), display),
                None => continue,
            },
        };
        if formula.latex.is_empty() {
            continue;
        }
        while formulas.last().is_some_and(|last| last.start >= formula.start) {
            formulas.pop(); // the script of a formula stands behind its rendered copies
        }
        if formulas.last().is_none_or(|last| last.end <= formula.start) {
            formulas.push(formula);
        }
    }
    formulas
}

/// A formula with the spaces that its wrapper holds beside it, at its very beginning and end.
fn new(page: &PageView, rows: Range<usize>, latex: String, display: bool) -> Formula {
    let Range { start, end } = rows;
    let space = |row: usize| {
        let is_inside = page.tag[start] != name::MATH && row < end && page.parent[row] == start as i32;
        let is_blank = is_inside && page.tag[row] == name::TEXT && page.chars[row] == 0;
        if is_blank { " ".to_owned() } else { String::new() }
    };
    Formula { start, end, latex, display, before: space(start + 1), after: space(end - 1) }
}

fn of_math(page: &PageView, row: usize) -> Formula {
    let mut display = page.named(row, "display") == "block" || page.named(row, "mode").contains("display");
    let mut wrapper = row;
    for above in page.above(row).take(MAX_CLIMB).take_while(|&above| wraps(page, above)) {
        wrapper = above;
        display |= page.named(above, "display") == "true" || has_class(page, above, DISPLAYED);
    }
    let latex = mathml::latex_of(page, row);
    new(page, page.under(wrapper), latex, display)
}

fn of_script(page: &PageView, row: usize) -> Formula {
    let kind = page.attribute(row, name::TYPE).to_lowercase();
    let latex = if kind.starts_with("math/mml") { String::new() } else { mathml::clean(page.text_of(row)) };
    let before = |&row: &usize| sibling_before(page, row).filter(|&before| wraps(page, before));
    let start = std::iter::successors(Some(row), before).take(MAX_CLIMB + 1).last().unwrap_or(row);
    new(page, start..page.end[row] as usize, latex, kind.replace(' ', "").contains("mode=display"))
}

/// The element before a row under the same parent, blank text skipped; none where there is none close by.
fn sibling_before(page: &PageView, row: usize) -> Option<usize> {
    let parent = page.parent[row];
    let mut before = row.checked_sub(1)?;
    for _ in 0..MAX_SIBLING_CLIMB {
        if before as i32 <= parent {
            return None;
        }
        if page.parent[before] != parent {
            before = usize::try_from(page.parent[before]).ok()?;
        } else if page.tag[before] == name::TEXT && page.chars[before] == 0 {
            before = before.checked_sub(1)?;
        } else {
            return Some(before);
        }
    }
    None
}

fn has_class(page: &PageView, row: usize, names: &str) -> bool {
    page.classes(row).any(|class| names.split(' ').any(|name| name == class))
}

fn wraps(page: &PageView, row: usize) -> bool {
    WRAPPER_TAGS.contains(&page.names.text(page.tag[row])) || has_class(page, row, WRAPPERS)
}

/// The LaTeX of such a row and whether it stands on lines of its own; none where it is no formula.
fn named_latex<'page>(page: &'page PageView, row: usize) -> Option<(&'page str, bool)> {
    let is_display = || {
        matches!(page.tag[row], name::DIV | name::P | name::FIGURE | name::CENTER)
            || page.classes(row).any(|class| has_word(class, &DISPLAY))
    };
    let is_short = |text: &str| text.chars().nth(MAX_CHARS).is_none();
    if page.tag[row] == name::IMG {
        if !has_class(page, row, IMAGE_NAMES) && !is_drawn(page, row) {
            return None;
        }
        let text = page.attribute(row, name::ALT).trim_matches(is_space);
        return (is_short(text) && is_mathematical(text)).then(|| (text, is_display()));
    }
    let mut values = ATTRIBUTES.iter().map(|name| page.named(row, name).trim_matches(is_space));
    if let Some(value) = values.find(|value| !value.is_empty()) {
        let chars: i64 = page.chars[page.under(row)].iter().map(|&chars| i64::from(chars)).sum();
        let is_formula = is_short(value) && chars <= MAX_CHARS as i64 && is_mathematical(value);
        return is_formula.then(|| (value, is_display()));
    }
    if page.bytes_of(row).len() > MAX_CHARS {
        return None;
    }
    let (latex, display) = fenced(page.text_of(row).trim_matches(is_space))?;
    Some((latex, display || is_display()))
}

/// What stands between the signs of LaTeX that a text begins and ends with, and whether these set it on lines of its own.
fn fenced(text: &str) -> Option<(&str, bool)> {
    let fences = [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)];
    let inner = fences.into_iter().find_map(|(open, close, display)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.is_empty()).then_some((inner, display))
    });
    let has_fence = |latex: &str| ["\\(", "\\)", "\\[", "\\]", "$"].iter().any(|fence| latex.contains(fence));
    inner.filter(|(latex, _)| !has_fence(latex))
}

/// Whether a text has a sign of LaTeX, or is so short as a name.
fn is_mathematical(text: &str) -> bool {
    let is_name = (1..=3).contains(&text.chars().count()) && !text.contains(is_space);
    is_name || text.contains(['\\', '^', '_', '=', '{', '}', '$', '+', '<', '>', '|', '/'])
}

/// Whether the address of an image is that of something which draws formulas.
fn is_drawn(page: &PageView, row: usize) -> bool {
    let address = page.attribute(row, name::SRC);
    let end = address.char_indices().nth(MAX_CHARS).map_or(address.len(), |(end, _)| end);
    let read = &address.as_bytes()[..end];
    let ends = |place: usize, part: &[u8]| {
        (place + 1).checked_sub(part.len()).is_some_and(|start| read[start..=place].eq_ignore_ascii_case(part))
    };
    let is_part = |(place, &byte): (usize, &u8)| {
        matches!(byte, b'x' | b'X' | b'=' | b'/' | b'?') && ADDRESSES.iter().any(|part| ends(place, part))
    };
    read.iter().enumerate().any(is_part)
}
