"""The names of programming languages and formats that pages give to their code, and what is none of them.

A theme, a layout or a plugin has a class name too. Only a name on this list is taken for a language.
"""

from weft.late_patterns import late_pattern

# Names and short names that highlighters share.
_NAMES = """
abap abnf ada agda al angelscript antlr4 apache apacheconf apex apl applescript arduino arm armasm as asciidoc
asm aspnet assembly astro autohotkey autoit avrasm awk bash basic bat batch bibtex bicep bnf brainfuck c c# c++ cc
ceylon cfml cfscript chapel cil clj clojure clojurescript cmake cmd cobol coffee coffeescript common-lisp console
coq cpp cr crmsh crystal cs csharp cshtml csp css csv cuda cue curl cxx cypher cython d dart dax delphi dhall diff
django dns docker dockerfile dos dot doscon dts ebnf ejs el elisp elixir elm emacs-lisp erb erl erlang ex excel exs
f# f90 factor fish flow fortran forth fs fsharp ftl gams gcode gdscript gherkin git gitignore gitcommit gleam glsl go
go-html-template go-text-template golang gql gradle graphql graphviz groovy h haml handlebars haskell haxe hbs hcl
heex hlsl hpp hs htaccess html html+erb html5 http hx hy idris ini ino io ipython ipython3 irb irc j java javascript
jinja jinja2 jl jq js json json5 jsonc jsonl jsonld jsonnet jsp jsx julia jupyter justfile k kotlin ksh kt kts
kusto latex ldif lean less lhs lilypond lisp livescript llvm log logo lua m4 make makefile mako markdown markup
mathematica mathml matlab maxima md mdx mermaid meson metal mipsasm mjs ml mojo mongodb monkey moonscript mq4 mssql
mustache mysql nasm nginx nim nix nsis objc objective-c objective-c++ objectivec obj-c ocaml octave odin openscad opencl
org pascal patch pcre perl perl6 pgsql php phtml pig pl plantuml plpgsql plsql po postcss postgres postgresql
postscript powerquery powershell processing prolog promql properties proto protobuf ps ps1 psql pug puppet purescript
py py3 pycon pyi python python2 python3 pytb q qml r racket raku razor rb reason regex rego rescript rest rexx rb
robotframework ron rs rsh rst ruby rust sas sass scala scheme scss sed sh sh-session shader shell shell-session
shellsession smali smalltalk sml smt solidity soql sparql splunk sql sqlite ssh stan starlark stata styl stylus svelte
svg swift systemverilog tact tcl tcsh terraform tex text/html tf thrift toml tsql ts tsx ttl turtle twig typescript
typst v vala vb vba vbnet vbs vbscript verilog vhdl vim viml visual-basic vue vyper wasm wat wgsl wolfram xaml xhtml
xml xonsh xpath xquery xsl xslt yaml yang yml zig zsh conf cfg dotenv env plist systemd
"""
_KNOWN = frozenset(_NAMES.split())
# Names that are words of layout or design as well: alone, with nothing that says "language" before them, they are none.
_AMBIGUOUS = frozenset(
    "as basic c cc cue d dot el ex excel factor flow git go h http io irc j k less log logo m4 make monkey org pl po "
    "processing ps q r reason regex rest ring rs scheme sed shell ssh svg text/html ts v http markup".split()
)
_OTHER_NAMES = {"ipython": "python", "ipython3": "python", "py3": "python", "golang": "go", "text/html": "html"}
_EDGES = late_pattern(r"^[\s{.\[]+|[\s}\];,]+$")


def known_language(name: str, *, alone: bool = False) -> str:
    """The language that a name stands for, empty where it stands for none; `alone`: nothing else calls it a language.

    >>> known_language("Python"), known_language("{r}"), known_language("monokai"), known_language("less", alone=True)
    ('python', 'r', '', '')
    """
    name = _EDGES.sub("", name).lower()
    if name not in _KNOWN or (alone and name in _AMBIGUOUS):
        return ""
    return _OTHER_NAMES.get(name, name)
