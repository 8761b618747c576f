"""Characters of formulas as LaTeX commands."""

_NAMES = """
α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu
µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot
∧ wedge ∨ vee ∩ cap ∪ cup ⊎ uplus ∖ setminus † dagger ‡ ddagger ¬ neg
≤ leq ≥ geq ≦ leqq ≧ geqq ⩽ leqslant ⩾ geqslant ≠ neq ≡ equiv ≈ approx ≅ cong ≃ simeq ∼ sim ∝ propto ≪ ll ≫ gg
≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq ≜ triangleq ⊥ perp ∥ parallel ∣ mid ∤ nmid ⊢ vdash ⊨ models ≍ asymp
∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊄ nsubset ∅ emptyset ∀ forall ∃ exists
∄ nexists ∴ therefore ∵ because ∞ infty ∂ partial ∇ nabla ℓ ell ℏ hbar ℜ Re ℑ Im ℵ aleph ℘ wp ∠ angle △ triangle
□ square ◊ diamond ⊤ top
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟶ longrightarrow ⟵ longleftarrow
⟹ implies ⟺ iff ↦ mapsto ⟼ longmapsto ↑ uparrow ↓ downarrow ⇑ Uparrow ⇓ Downarrow ↗ nearrow ↘ searrow
↪ hookrightarrow ⇀ rightharpoonup ⇌ rightleftharpoons
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ″ prime\\prime
⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ Vert
ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℙ mathbb{P} ℋ mathcal{H} ℒ mathcal{L} ℱ mathcal{F}
"""

COMMANDS: dict[str, str] = {
    character: "\\" + name for character, name in zip(_NAMES.split()[::2], _NAMES.split()[1::2], strict=True)
} | {
    "−": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u200b": "", "\u00a0": "\\ ", "～": "\\sim",
    "{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#", "_": "\\_", "$": "\\$", "\\": "\\backslash",
    "\u2009": "\\,", "\u205f": "\\,", "\u2003": "\\quad ",
}  # fmt: skip

FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min Pr sec sin sinh sup tan tanh".split()
)

# Operators that carry what stands under and over them as limits.
LIMITS = frozenset(
    "\\sum \\prod \\coprod \\int \\iint \\iiint \\oint \\bigcap \\bigcup \\bigvee \\bigwedge \\bigoplus \\bigotimes "
    "\\lim \\liminf \\limsup \\max \\min \\sup \\inf \\gcd \\det \\Pr \\arg".split()
)

OVER = {
    "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "\\sim": "tilde", "¯": "bar", "‾": "overline", "―": "overline",
    "_": "overline", "→": "vec", "\\to": "vec", "⃗": "vec", "˙": "dot", ".": "dot", "¨": "ddot", "..": "ddot",
    "⏞": "overbrace", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave", "⟶": "overrightarrow",
    "\\longrightarrow": "overrightarrow", "\\_": "overline",
}  # fmt: skip
UNDER = {"_": "underline", "\\_": "underline", "¯": "underline", "‾": "underline", "̲": "underline", "⏟": "underbrace"}

ALPHABETS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "normal": "mathrm",
    "bold-italic": "boldsymbol", "sans-serif": "mathsf", "monospace": "mathtt",
}  # fmt: skip
