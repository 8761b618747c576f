"""How much of one page another one says, by sets of words: the twin of the kernel's `shared_runs`."""

from weft.page import Page
from weft.scoring.marks import words

Runs = frozenset[tuple[str, ...]]


def plain_share(part: Page, whole: Page) -> float:
    """The share of the runs of three words of one page that another has; 0 where there is none."""
    runs = runs_of(part)
    return len(runs & runs_of(whole)) / len(runs) if runs else 0.0


def runs_of(page: Page) -> Runs:
    """The runs of three words that a page says in blocks, each once; of fewer words each alone."""
    text = "\n".join(page.blocks.text(index) for index in range(len(page.blocks)) if page.blocks.words[index])
    said = [word.replace("ς", "σ") for word in words(text)]
    return frozenset(zip(said, said[1:], said[2:], strict=False) if len(said) > 2 else ((word,) for word in said))
