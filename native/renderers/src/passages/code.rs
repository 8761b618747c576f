//! Blocks of code: which elements are lines of it, which are the numbers of lines, and how it is written in Markdown.
//!
//! The languages of code: names of programming languages and formats that pages give to their code, and what is none.
//!
//! A theme, a layout or a plugin has a class name too. Only a name on this list is taken for a language.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::Piece;
use extractors::noise::{GUTTERS, is_numbers};
use html::names::name;
use html::page_view::PageView;
use html::signs::GUTTER;
use text::backtracking::is_in_word;
use text::chars::is_space;

/// Empty lines between two lines of code, more empty elements are not lines; and the rows of them.
const MAX_BLANK_LINES: usize = 20;
const MAX_BLANK_ROWS: usize = 64;
/// Rows of the name of a language above the code, with buttons beside it; and from there to the code.
const MAX_LABEL_ROWS: usize = 24;
const MAX_CODE_ROWS: usize = 64;
/// Spaces before a fence, and the backticks that make one.
const MAX_INDENT: usize = 3;
const MIN_FENCE: usize = 3;

/// Whether an element inside code holds nothing but line numbers.
pub fn is_gutter(page: &PageView, row: usize) -> bool {
    let is_first_cell = page.tag[row] == name::TD && page.nth[row] == 1;
    let is_called = || page.hints_at(row) & GUTTER != 0 && has_class(page, row, &GUTTERS);
    (is_first_cell || is_called()) && is_numbers(page, row)
}

/// How many empty elements of the same kind stand between two lines side by side: each is an empty line.
pub fn blank_lines(page: &PageView, before: usize, row: usize) -> usize {
    let skipped = i64::from(page.nth[row]) - i64::from(page.nth[before]) - 1;
    let are_beside = page.parent[row] == page.parent[before] && page.tag[row] == page.tag[before];
    let between = page.end[before] as usize..row;
    if skipped < 1 || !are_beside || between.len() > MAX_BLANK_ROWS || page.tag[between].contains(&name::TEXT) {
        return 0; // a text between them breaks the lines itself
    }
    (skipped as usize).min(MAX_BLANK_LINES)
}

/// Whether a block element in code is a button, or names the language above the code itself.
pub fn is_label(page: &PageView, row: usize, code: usize) -> bool {
    let rows = page.under(row);
    if page.tag[row] == name::BUTTON {
        return true;
    }
    if rows.len() > MAX_LABEL_ROWS || page.tag[rows.clone()].contains(&name::CODE) {
        return false;
    }
    let below = row..(page.end[code] as usize).min(row + MAX_CODE_ROWS);
    if !page.tag.get(below).is_some_and(|below| below.contains(&name::CODE)) {
        return false;
    }
    let (mut text, mut skip) = (String::new(), row);
    for inner in rows {
        if page.tag[inner] == name::BUTTON {
            skip = skip.max(page.end[inner] as usize);
        } else if page.tag[inner] == name::TEXT && inner >= skip {
            text.push_str(page.text_of(inner));
        }
    }
    !known_language(&text, false).is_empty()
}

/// Whether one of the classes of a row is one of the names.
pub fn has_class(page: &PageView, row: usize, names: &[&str]) -> bool {
    page.classes(row).any(|class| names.contains(&class))
}

/// The text of code; spaces that do not break indent code outside of a `pre`.
pub fn text_of(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        let own: &str = match piece {
            Piece::Text(own, _) => own.as_ref(),
            Piece::Formula { latex: own, .. } | Piece::Note(own) => own,
            _ => "",
        };
        for (number, part) in own.split('\u{a0}').enumerate() {
            text.push_str(if number > 0 { " " } else { "" });
            text.push_str(part);
        }
        text.push_str(if own.is_empty() { "\n" } else { "" });
    }
    text
}

/// The lines of code as Markdown, between fences.
pub fn lines(pieces: &[Piece], label: &str) -> Vec<String> {
    let mut text = text_of(pieces);
    text.retain(|sign| sign != '\r');
    let is_full = |line: &str| !line.trim().is_empty();
    let first = text.split('\n').position(is_full).unwrap_or(0);
    let last = text.split('\n').count() - text.rsplit('\n').position(is_full).unwrap_or(0);
    let code = || text.split('\n').take(last).skip(first);
    let longest = code().filter_map(fence_of).max().unwrap_or(MIN_FENCE - 1);
    let fence = std::iter::repeat_n('`', longest + 1).collect::<String>();
    let mut lines = Vec::with_capacity(last.saturating_sub(first) + 2);
    let mut open = fence.to_owned();
    open.push_str(label);
    lines.push(open);
    for line in code() {
        lines.push(line.trim_end().to_owned());
    }
    lines.push(fence);
    lines
}

/// The backticks of a line that may be a fence.
fn fence_of(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = &line[..line.len() - rest.len()];
    let ticks = rest.bytes().take_while(|&byte| byte == b'`').count();
    (ticks >= MIN_FENCE && (indent.len() <= MAX_INDENT || indent.contains('\t'))).then_some(ticks)
}

/// Names and short names that highlighters share.
const NAMES: &str = "abap abnf ada agda al angelscript antlr4 apache apacheconf apex apl applescript arduino arm armasm as asciidoc \
    asm aspnet assembly astro autohotkey autoit avrasm awk bash basic bat batch bibtex bicep bnf brainfuck c c# c++ \
    cc ceylon cfml cfscript chapel cil clj clojure clojurescript cmake cmd cobol coffee coffeescript common-lisp \
    console coq cpp cr crmsh crystal cs csharp cshtml csp css csv cuda cue curl cxx cypher cython d dart dax delphi \
    dhall diff django dns docker dockerfile dos dot doscon dts ebnf ejs el elisp elixir elm emacs-lisp erb erl \
    erlang ex excel exs f# f90 factor fish flow fortran forth fs fsharp ftl gams gcode gdscript gherkin git \
    gitignore gitcommit gleam glsl go go-html-template go-text-template golang gql gradle graphql graphviz groovy h \
    haml handlebars haskell haxe hbs hcl heex hlsl hpp hs htaccess html html+erb html5 http hx hy idris ini ino io \
    ipython ipython3 irb irc j java javascript jinja jinja2 jl jq js json json5 jsonc jsonl jsonld jsonnet jsp jsx \
    julia jupyter justfile k kotlin ksh kt kts kusto latex ldif lean less lhs lilypond lisp livescript llvm log logo \
    lua m4 make makefile mako markdown markup mathematica mathml matlab maxima md mdx mermaid meson metal mipsasm \
    mjs ml mojo mongodb monkey moonscript mq4 mssql mustache mysql nasm nginx nim nix nsis objc objective-c \
    objective-c++ objectivec obj-c ocaml octave odin openscad opencl org pascal patch pcre perl perl6 pgsql php \
    phtml pig pl plantuml plpgsql plsql po postcss postgres postgresql postscript powerquery powershell processing \
    prolog promql properties proto protobuf ps ps1 psql pug puppet purescript py py3 pycon pyi python python2 \
    python3 pytb q qml r racket raku razor rb reason regex rego rescript rest rexx rb robotframework ron rs rsh rst \
    ruby rust sas sass scala scheme scss sed sh sh-session shader shell shell-session shellsession smali smalltalk \
    sml smt solidity soql sparql splunk sql sqlite ssh stan starlark stata styl stylus svelte svg swift \
    systemverilog tact tcl tcsh terraform tex text/html tf thrift toml tsql ts tsx ttl turtle twig typescript typst \
    v vala vb vba vbnet vbs vbscript verilog vhdl vim viml visual-basic vue vyper wasm wat wgsl wolfram xaml xhtml \
    xml xonsh xpath xquery xsl xslt yaml yang yml zig zsh conf cfg dotenv env plist systemd";
/// Names that are words of layout or design as well: alone, with nothing that says "language" before them, they are none.
const AMBIGUOUS: &str = "as basic c cc cue d dot el ex excel factor flow git go h http io irc j k less log logo m4 make monkey org pl po \
    processing ps q r reason regex rest ring rs scheme sed shell ssh svg text/html ts v http markup";
const OTHER_NAMES: [(&str, &str); 5] =
    [("ipython", "python"), ("ipython3", "python"), ("py3", "python"), ("golang", "go"), ("text/html", "html")];
/// Attributes that name a language.
const ATTRIBUTES: [&str; 4] = ["data-lang", "data-language", "data-enlighter-language", "data-code-language"];
/// What stands before the name of a language in a class, and what highlighters call their elements: the class behind it
/// may be the language.
const PREFIXES: &str = "language lang highlight-source highlight brush code syntax src type source";
const MARKERS: &str = "hljs sourceCode prettyprint highlight brush: code syntaxhighlighter src chroma shiki prism-code \
    codehilite";
/// Codes of languages that people speak, and names of others.
const SPOKEN: [&str; 6] = ["cs", "el", "hy", "ml", "pl", "ps"];
/// Rows of a `pre` in which its `code` begins, and levels above it that may name its language: the class stands on the
/// code, the pre or a wrapper or two above, with a table between them.
const LOOK: usize = 12;
const MAX_CLIMB: usize = 6;

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| NAMES.split(' ').collect());

/// The language that the page names for a block of code, empty where it names none that is one.
pub fn language_of(page: &PageView, row: usize) -> String {
    let last = (row + LOOK).min(page.end[row] as usize);
    let inner = (row + 1..last).find(|&inner| page.tag[inner] == name::CODE);
    let mut candidates = inner.into_iter().chain([row]).chain(page.above(row).take(MAX_CLIMB));
    candidates.find_map(|own| named(page, own, own >= row)).unwrap_or_default()
}

/// The language that a name stands for, empty where it stands for none; `alone`: nothing else calls it a language.
pub fn known_language(name: &str, alone: bool) -> String {
    let name = name.trim_start_matches(|c| is_space(c) || "{.[".contains(c));
    let name = name.trim_end_matches(|c| is_space(c) || "}];,".contains(c)).to_lowercase();
    if !KNOWN.contains(name.as_str()) || alone && AMBIGUOUS.split(' ').any(|own| own == name) {
        return String::new();
    }
    OTHER_NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, other)| (*other).to_owned())
}

/// The language that one element names: in an attribute, in a class with a prefix, or in a class alone.
fn named(page: &PageView, row: usize, is_near: bool) -> Option<String> {
    let known = |name: &str, alone: bool| Some(known_language(name, alone)).filter(|language| !language.is_empty());
    let markers = || page.classes(row).zip(page.classes(row).skip(1));
    let marked = || markers().filter(|(marker, _)| MARKERS.split(' ').any(|own| own == *marker)).map(|(_, name)| name);
    let said = ATTRIBUTES.iter().map(|attribute| page.named(row, attribute));
    let language =
        said.chain(page.classes(row).filter_map(prefixed)).chain(marked()).find_map(|name| known(name, false));
    if language.is_some() || !is_near || !matches!(page.tag[row], name::CODE | name::PRE) {
        return language;
    }
    let own = page.attribute(row, name::LANG);
    let own = if SPOKEN.contains(&own) { None } else { known(own, false) };
    own.or_else(|| page.classes(row).find_map(|name| known(name, true)))
}

/// What stands behind the prefix of a class that names a language.
fn prefixed(class: &str) -> Option<&str> {
    let is_sign = |c: char| is_in_word(c) || "+#./{}-".contains(c);
    PREFIXES.split(' ').find_map(|prefix| {
        let (own, rest) = class.split_at_checked(prefix.len())?;
        let rest = rest.strip_prefix(['-', ':']).filter(|_| own.eq_ignore_ascii_case(prefix))?;
        let rest = rest.strip_suffix(';').unwrap_or(rest);
        (!rest.is_empty() && rest.chars().all(is_sign)).then_some(rest)
    })
}
