//! Presentation MathML to LaTeX: one walk over the rows, each element put together when it ends.

use std::collections::HashMap;
use std::sync::LazyLock;

use html::names::name;
use html::page_view::PageView;
use text::chars::{is_space, is_word};

/// A formula of more rows or bytes is not one; its text is shown as it stands.
const MAX_ROWS: usize = 20_000;
const MAX_BYTES: usize = 100_000;
/// Commands of KaTeX and MathJax that lead somewhere, load something, style the page or make names of commands; and
/// those that begin with `html`.
const ACTING: &str = "href url includegraphics class cssId style require unicode mmlToken csname data";
/// Signs and the commands that stand for them.
const NAMES: &str = "α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ \
    mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω \
    omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ± pm ∓ mp × times ÷ div ⋅ \
    cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ∧ wedge ∨ vee ∩ cap ∪ cup ⊎ \
    uplus ∖ setminus † dagger ‡ ddagger ¬ neg ≤ leq ≥ geq ≦ leqq ≧ geqq ⩽ leqslant ⩾ geqslant ≠ neq ≡ equiv ≈ approx \
    ≅ cong ≃ simeq ∼ sim ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq ≜ triangleq ⊥ perp ∥ parallel ∣ \
    mid ∤ nmid ⊢ vdash ⊨ models ≍ asymp ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊄ \
    nsubset ∅ emptyset ∀ forall ∃ exists ∄ nexists ∴ therefore ∵ because ∞ infty ∂ partial ∇ nabla ℓ ell ℏ hbar ℜ Re \
    ℑ Im ℵ aleph ℘ wp ∠ angle △ triangle □ square ◊ diamond ⊤ top → to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ \
    Leftarrow ⇔ Leftrightarrow ⟶ longrightarrow ⟵ longleftarrow ⟹ implies ⟺ iff ↦ mapsto ⟼ longmapsto ↑ uparrow ↓ \
    downarrow ⇑ Uparrow ⇓ Downarrow ↗ nearrow ↘ searrow ↪ hookrightarrow ⇀ rightharpoonup ⇌ rightleftharpoons ∑ sum \
    ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes … ldots \
    ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ″ prime\\prime ⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ \
    rceil ‖ Vert ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℙ mathbb{P} ℋ mathcal{H} ℒ mathcal{L} ℱ \
    mathcal{F}";
const OTHERS: [(&str, &str); 19] = [
    ("−", "-"),
    ("\u{2061}", ""),
    ("\u{2062}", ""),
    ("\u{2063}", ""),
    ("\u{2064}", ""),
    ("\u{200b}", ""),
    ("\u{a0}", "\\ "),
    ("～", "\\sim"),
    ("{", "\\{"),
    ("}", "\\}"),
    ("%", "\\%"),
    ("&", "\\&"),
    ("#", "\\#"),
    ("_", "\\_"),
    ("$", "\\$"),
    ("\\", "\\backslash"),
    ("\u{2009}", "\\,"),
    ("\u{205f}", "\\,"),
    ("\u{2003}", "\\quad "),
];
const FUNCTIONS: &str = "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf \
    limsup ln log max min Pr sec sin sinh sup tan tanh";
/// Operators that carry what stands under and over them as limits.
const LIMITS: &str = "\\sum \\prod \\coprod \\int \\iint \\iiint \\oint \\bigcap \\bigcup \\bigvee \\bigwedge \\bigoplus \
    \\bigotimes \\lim \\liminf \\limsup \\max \\min \\sup \\inf \\gcd \\det \\Pr \\arg";
/// What stands over or under a base, and the command for both.
const OVER: &str = "^ hat ˆ hat ~ tilde ˜ tilde \\sim tilde ¯ bar ‾ overline ― overline _ overline → vec \\to vec ⃗ vec \
    ˙ dot . dot ¨ ddot .. ddot ⏞ overbrace ˇ check ˘ breve ´ acute ` grave ⟶ overrightarrow \
    \\longrightarrow overrightarrow \\_ overline";
const UNDER: &str = "_ underline \\_ underline ¯ underline ‾ underline ̲ underline ⏟ underbrace";
const ALPHABETS: &str = "bold mathbf double-struck mathbb script mathcal fraktur mathfrak normal mathrm \
    bold-italic boldsymbol sans-serif mathsf monospace mathtt";
const DROPPED: [&str; 5] = ["annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark"];
const LEAVES: [&str; 8] = ["mi", "mo", "mn", "ms", "mtext", "mspace", "none", "mprescripts"];
/// Stands for `mprescripts`; no text of a page has this character.
const PRESCRIPTS: &str = "\0";

static COMMANDS: LazyLock<HashMap<char, String>> = LazyLock::new(|| {
    let named = pairs(NAMES).map(|(sign, name)| (sign, format!("\\{name}")));
    let others = OTHERS.into_iter().map(|(sign, latex)| (sign, latex.to_owned()));
    named.chain(others).filter_map(|(sign, latex)| Some((sign.chars().next()?, latex))).collect()
});

fn pairs(words: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let firsts = words.split(' ').step_by(2);
    firsts.zip(words.split(' ').skip(1).step_by(2))
}

/// The second of a pair.
fn look_up(words: &'static str, first: &str) -> Option<&'static str> {
    pairs(words).find(|(own, _)| *own == first).map(|(_, second)| second)
}

fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|own| own == word)
}

/// The LaTeX of a `math` row: what its author wrote where that is kept, else a conversion.
pub fn latex_of(page: &PageView, row: usize) -> String {
    let rows = page.under(row);
    for annotation in rows.clone().take(MAX_ROWS).filter(|&inner| tag_of(page, inner) == "annotation") {
        if page.named(annotation, "encoding").to_lowercase().contains("tex") {
            let texts = page.under(annotation).filter(|&inner| page.tag[inner] == name::TEXT);
            return clean(&texts.map(|inner| page.text_of(inner)).collect::<String>());
        }
    }
    let alternative = page.named(row, "alttext");
    if alternative.contains(['\\', '^', '_', '{']) {
        return clean(alternative);
    }
    if rows.len() > MAX_ROWS || page.bytes_of(row).len() > MAX_BYTES {
        return clean(page.text_of(row));
    }
    without_acting(convert(page, row).trim_matches(is_space))
}

/// LaTeX on one line, without the wrapping that converters add and without the signs that fence it.
///
/// Commands that would make what reads it follow an address or change the page become plain ones.
pub fn clean(latex: &str) -> String {
    let words: Vec<&str> = latex.split(is_space).filter(|word| !word.is_empty()).collect();
    let latex = without_acting(&words.join(" "));
    let style = latex.strip_prefix("{\\displaystyle").or_else(|| latex.strip_prefix("{\\textstyle"));
    let wrapped = style.and_then(|rest| rest.strip_suffix('}')).map(|rest| rest.trim_matches(is_space));
    let latex = wrapped.unwrap_or(&latex);
    for (opening, closing) in [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")] {
        let inner = latex.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
            return inner.trim_matches(is_space).to_owned();
        }
    }
    latex.to_owned()
}

/// LaTeX whose commands do nothing but write.
fn without_acting(latex: &str) -> String {
    let mut parts = latex.split('\\');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        let command = &part[..part.len() - rest.len()];
        let acts = has_word(ACTING, command) && !command.is_empty() || command.starts_with("html");
        plain.push('\\');
        plain.push_str(if acts { "mathrm" } else { command });
        plain.push_str(rest);
    }
    plain
}

fn tag_of<'page>(page: &'page PageView, row: usize) -> &'page str {
    let name = page.names.text(page.tag[row]);
    name.strip_prefix("math:").unwrap_or(name)
}

fn convert(page: &PageView, root: usize) -> String {
    let stop = page.end[root] as usize;
    let mut stack: Vec<(usize, Vec<String>)> = vec![(root, Vec::new())];
    // Tokens that are open: what stands in one is its text, not LaTeX that would be escaped again at each level.
    let (mut row, mut tokens) = (root + 1, 0);
    while let Some((top, parts)) = stack.last_mut() {
        limits::tick(1);
        let is_leaf = |row: usize| LEAVES.contains(&tag_of(page, row));
        if row >= page.end[*top] as usize || row >= stop {
            let (top, parts) = (*top, std::mem::take(parts));
            stack.pop();
            tokens -= usize::from(top != root && is_leaf(top));
            let result = if tokens > 0 { join(&parts) } else { element(page, top, &parts) };
            match stack.last_mut() {
                Some((_, parts)) => parts.push(result),
                None => return result,
            }
        } else if page.tag[row] == name::TEXT {
            let text = page.text_of(row).trim_matches(is_space);
            if !text.is_empty() {
                parts.push(text.to_owned());
            }
            row += 1;
        } else if DROPPED.contains(&tag_of(page, row)) {
            row = page.end[row] as usize;
        } else {
            tokens += usize::from(is_leaf(row));
            stack.push((row, Vec::new()));
            row += 1;
        }
    }
    String::new()
}

fn element(page: &PageView, row: usize, parts: &[String]) -> String {
    let joined = || parts.join(" ");
    match (tag_of(page, row), parts) {
        ("mi", _) => identifier(page, row, &joined()),
        ("mo", _) if has_word(FUNCTIONS, &joined()) => format!("\\{}", joined()),
        ("mo" | "mn", _) => characters(&joined()),
        ("ms" | "mtext", _) => text(&joined()),
        ("mspace", _) => space(page.named(row, "width")).to_owned(),
        ("none", _) => String::new(),
        ("mprescripts", _) => PRESCRIPTS.to_owned(),
        ("msqrt", [_, ..]) => format!("\\sqrt{{{}}}", join(parts)),
        ("mroot", [base, index, ..]) => format!("\\sqrt[{index}]{{{base}}}"),
        ("msup", [_, _, ..]) => scripts(parts, "^"),
        ("msub", [_, _, ..]) => scripts(parts, "_"),
        ("msubsup", [_, _, _, ..]) => scripts(parts, "_^"),
        ("mover", [base, over, ..]) => beside(base, over, true),
        ("munder", [base, under, ..]) => beside(base, under, false),
        ("munderover", [base, ..]) if parts.len() > 2 && has_word(LIMITS, base) => scripts(parts, "_^"),
        ("munderover", [base, under, over, ..]) => beside(&beside(base, under, false), over, true),
        ("mmultiscripts", [_, ..]) => multiscripts(parts),
        ("semantics" | "maction", [first, ..]) => first.clone(),
        ("mtr", [_, ..]) => parts.join(" & "),
        ("mlabeledtr", [_, cells @ ..]) if !cells.is_empty() => cells.join(" & "),
        ("mtable", [_, ..]) => format!("\\begin{{matrix}}{}\\end{{matrix}}", parts.join(" \\\\ ")),
        ("mfrac", [above, below]) => {
            let is_bare = page.named(row, "linethickness").trim_matches(is_space).starts_with('0');
            format!("\\{}{{{above}}}{{{below}}}", if is_bare { "binom" } else { "frac" })
        }
        ("mfenced", _) => fenced(page, row, parts),
        _ => join(parts),
    }
}

/// Puts LaTeX side by side, with a space only where a command or a script would run into a letter.
fn join(parts: &[String]) -> String {
    let mut joined = String::new();
    let mut before = "";
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if part.starts_with(is_word) && is_open(before) {
            joined.push(' ');
        }
        joined.push_str(part);
        before = part;
    }
    joined
}

/// Whether LaTeX ends with a command, or with a sign behind that of a script.
fn is_open(latex: &str) -> bool {
    const MOST: usize = 24;
    let mut ends = latex.chars().rev();
    if ends.next().is_some_and(|last| last != '\n') && ends.next().is_some_and(|sign| matches!(sign, '_' | '^')) {
        return true;
    }
    let rest = latex.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let letters = latex.len() - rest.len();
    (1..MOST).contains(&letters) && rest.ends_with('\\')
}

fn identifier(page: &PageView, row: usize, text: &str) -> String {
    if has_word(FUNCTIONS, text) && !text.is_empty() {
        return format!("\\{text}");
    }
    let latex = characters(text);
    let variant = page.named(row, "mathvariant");
    let is_long = text.chars().nth(1).is_some();
    if variant == "normal" && (!is_long && !text.is_empty() || latex.starts_with('\\')) {
        return latex;
    }
    match look_up(ALPHABETS, variant).filter(|_| !latex.is_empty()) {
        Some(alphabet) => format!("\\{alphabet}{{{latex}}}"),
        None if is_long && text.bytes().all(|byte| byte.is_ascii_alphabetic()) => format!("\\mathrm{{{latex}}}"),
        None => latex,
    }
}

fn text(text: &str) -> String {
    if text.trim_matches(is_space).is_empty() {
        return String::new();
    }
    let escaped =
        text.chars().flat_map(|sign| Some('\\').filter(|_| "{}%$#&_".contains(sign)).into_iter().chain([sign]));
    format!("\\text{{{}}}", escaped.collect::<String>())
}

fn space(width: &str) -> &'static str {
    let number = width.split_once("em").map_or("", |(number, _)| number);
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && !number.ends_with('.');
    match number.parse::<f64>() {
        Ok(ems) if is_number && ems > 0.9 => "\\quad ",
        Ok(ems) if is_number && ems >= 0.1 => "\\,",
        _ => "",
    }
}

/// The characters of a token; letters of the mathematical alphabets become plain ones.
fn characters(text: &str) -> String {
    let latex = |sign: char| COMMANDS.get(&sign).cloned().unwrap_or_else(|| sign.to_string());
    join(&text.chars().filter(|&sign| !is_space(sign)).map(plain).map(latex).collect::<Vec<_>>())
}

/// A letter or digit of the mathematical alphabets as it is written elsewhere.
fn plain(sign: char) -> char {
    const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const GREEK: &str = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΘΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂εθκφρπ";
    const HOLES: &str = "\u{1d455}\u{1d49d}\u{1d4a0}\u{1d4a1}\u{1d4a3}\u{1d4a4}\u{1d4a7}\u{1d4a8}\u{1d4ad}\u{1d4ba}\
        \u{1d4bc}\u{1d4c4}\u{1d506}\u{1d50b}\u{1d50c}\u{1d515}\u{1d51d}\u{1d53a}\u{1d53f}\u{1d545}\u{1d547}\u{1d548}\
        \u{1d549}\u{1d551}"; // letters that have another number, and so are none here
    let of = |letters: &str, first: u32, count: usize| letters.chars().nth((sign as u32 - first) as usize % count);
    let letter = match sign as u32 {
        0x1d400..=0x1d6a3 if !HOLES.contains(sign) => of(LATIN, 0x1d400, 52),
        0x1d6a4 => Some('ı'),
        0x1d6a5 => Some('ȷ'),
        0x1d6a8..=0x1d7c9 => of(GREEK, 0x1d6a8, 58),
        0x1d7ca => Some('Ϝ'),
        0x1d7cb => Some('ϝ'),
        0x1d7ce..=0x1d7ff => of("0123456789", 0x1d7ce, 10),
        _ => None,
    };
    letter.unwrap_or(sign)
}

/// What a script stands at: one sign or what holds together by itself, else in braces.
fn base(latex: &str) -> String {
    if latex == "{}" || is_atom(latex) { latex.to_owned() } else { format!("{{{latex}}}") }
}

fn is_atom(latex: &str) -> bool {
    let one = |text: &str| text.chars().count() == 1;
    let letters = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digits = |text: &str| !text.is_empty() && text.chars().all(text::chars::is_decimal);
    let held = |open: char, close: char| {
        let inner = latex.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        inner.is_some_and(|inner| !inner.contains([open, close]))
    };
    let is_command = latex.strip_prefix('\\').is_some_and(|rest| {
        let argument = rest.split_once('{').and_then(|(name, rest)| Some((name, rest.strip_suffix('}')?)));
        one(rest) || letters(rest) || argument.is_some_and(|(name, own)| letters(name) && !own.contains(['{', '}']))
    });
    let (whole, part) = latex.split_once('.').unwrap_or((latex, "0"));
    one(latex) || digits(whole) && digits(part) || is_command || held('(', ')') || held('[', ']')
}

fn script(sign: char, latex: &str) -> String {
    match latex {
        "" => String::new(),
        own if own.chars().nth(1).is_none() || own == "\\prime" => format!("{sign}{own}"),
        own => format!("{sign}{{{own}}}"),
    }
}

fn scripts(parts: &[String], signs: &str) -> String {
    let own = signs.chars().zip(&parts[1..]).map(|(sign, part)| script(sign, part));
    base(&parts[0]) + &own.collect::<String>()
}

/// A base with what stands over it, or under it.
fn beside(base: &str, other: &str, is_over: bool) -> String {
    if has_word(LIMITS, base) && !base.is_empty() {
        return scripts(&[base.to_owned(), other.to_owned()], if is_over { "^" } else { "_" });
    }
    match look_up(if is_over { OVER } else { UNDER }, other) {
        Some(command) => format!("\\{command}{{{base}}}"),
        None => format!("\\{}{{{other}}}{{{base}}}", if is_over { "overset" } else { "underset" }),
    }
}

fn multiscripts(parts: &[String]) -> String {
    let before = parts.iter().position(|part| part == PRESCRIPTS).unwrap_or(parts.len());
    let (post, pre) = (&parts[before.min(1)..before], &parts[(before + 1).min(parts.len())..]);
    let own = |base: &str, rest: &[String], pairs: usize| {
        let all: Vec<String> = std::iter::once(base.to_owned()).chain(rest.iter().cloned()).collect();
        scripts(&all, &"_^".repeat(pairs))
    };
    let lead = if pre.iter().any(|part| !part.is_empty()) { own("{}", pre, pre.len() / 2) } else { String::new() };
    lead + &own(&parts[0], post, post.len() / 2 + 1)
}

fn fenced(page: &PageView, row: usize, parts: &[String]) -> String {
    let value = |name: &str, other: &'static str| {
        page.names.number(name).and_then(|name| page.value(row, name)).unwrap_or(other).to_owned()
    };
    let sign = |latex: String| if latex.is_empty() { ".".to_owned() } else { latex };
    let (left, right) = (sign(characters(&value("open", "("))), sign(characters(&value("close", ")"))));
    let separators = value("separators", ",");
    let separator: String = separators.trim_matches(is_space).chars().take(1).collect();
    format!("\\left{left} {} \\right{right}", parts.join(&separator))
}
