"""Makes the pictures of docs/how-the-default-works.md: `python docs/pictures/default_extractor.py`.

All four are of one demo page and of the model that ships: the page with its blocks coloured by probability, how the
trees of the model add up, the features behind some blocks, and the curve of expected F1. Needs weft[bench,browser].
"""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray
from warp_and_weft_page import DRAWING, FOLDER, demo_pages, draw, save

import weft
from weft._native import expected_f1
from weft.browser import Browser
from weft.extractors import BlockClassifier
from weft.extractors.block_classifier import Model, default_model, logistic
from weft.extractors.features import FEATURES
from weft.extractors.features.visual import DrawnBlocks
from weft.model_file import ModelFile, TreeArrays, read_model

mpl.use("Agg")
import matplotlib.pyplot as plt

PAGE, LIST = "canal-loom.html", "shop-category.html"
MODEL = Path(weft.__file__).parent / "extractors" / "models" / "block_classifier.zip"
MAX_BLOCKS = 40  # on the curve: the others are hardly probable
SHOWN = 1835  # pixels of the page, from its top
GREEN, GREY, BLUE, ORANGE = "#0f7d55", "#8b94a1", "#1f66c1", "#c46200"
BESIDE = (0.02, 0.01, -0.03, -0.01)  # how far a name stands above the end of its line
TOLD = {  # the blocks that pictures tell about: how they begin, and what we call them
    "It might be there still": ("a paragraph", GREEN),
    "Why not a lorry": ("a short heading", BLUE),
    "See also": ("a box “See also”", ORANGE),
    "My father was": ("a comment", GREY),
}


def find_told(page: weft.Page) -> dict[int, tuple[str, str]]:
    """The blocks that pictures tell about, by number."""
    texts = [" ".join(page.blocks.text(block).split()) for block in range(len(page.blocks))]
    return {next(at for at, text in enumerate(texts) if text.startswith(start)): named for start, named in TOLD.items()}


# The page with its blocks coloured by probability.


def coloured_page(page: weft.Page, png: bytes) -> str:
    """The drawn page; every block that can be seen has its probability and the colour of it."""
    document = BlockClassifier().extract(page)
    boxes = "".join(_boxes(page, BlockClassifier().score(page), set(document.keep.tolist())))
    scale = "".join(f'<i style="background: {_colour(share)}"></i>' for share in np.linspace(0, 1, 21))
    return _PAGE.format(png=b64encode(png).decode(), boxes=boxes, shown=SHOWN, high=SHOWN + 70, scale=scale)


def _boxes(page: weft.Page, probability: NDArray[np.float64], kept: set[int]) -> Iterator[str]:
    drawn = DrawnBlocks(page)
    edges = np.column_stack(drawn.box)
    for place in np.flatnonzero(drawn.seen > 0).tolist():
        block = int(drawn.block[place])
        left, top, right, bottom = edges[place].tolist()
        if bottom > SHOWN - 4 or right - left < 1:
            continue
        share = float(probability[block])
        style = 'stroke-width="3"' if block in kept else 'stroke-width="1" stroke-opacity=".6"'
        size = f'width="{right - left + 6:.0f}" height="{bottom - top + 4:.0f}"'
        yield (
            f'<rect x="{left - 3:.0f}" y="{top - 2:.0f}" {size} rx="3" '
            f'fill="{_colour(share)}" fill-opacity=".26" stroke="{_colour(share)}" {style}/>'
        )
        if share > 0.05 or bottom - top > 16:
            yield f'<text x="{right + 1:.0f}" y="{top + 11:.0f}" fill="{_colour(share)}">{share:.2f}</text>'


def _colour(share: float) -> str:
    """From grey over amber to green."""
    return mpl.colors.to_hex(mpl.colors.LinearSegmentedColormap.from_list("", ["#9aa1ab", "#d99a1c", GREEN])(share))


# How the trees add up.


def draw_trees(page: weft.Page, path: Path) -> None:
    """The probability of some blocks after 1, 2, 3 … trees, and one tree of the model as it asks about a block."""
    file = read_model(MODEL)
    names = list(file.header["features"])
    columns = [list(FEATURES).index(name) for name in names]
    told = find_told(page)
    rows = Model.of(file).find_features(page).blocks[sorted(told)][:, columns]
    counts = np.arange(1, len(file.trees["blocks"].roots) + 1)
    grown = np.stack([_after(file, rows, int(count)) for count in counts])
    figure, (left, right) = plt.subplots(1, 2, figsize=(11.4, 3.9), width_ratios=(1.35, 1))
    _draw_tree(left, file, names, rows[sorted(told).index(min(told))])
    for place, block in enumerate(sorted(told)):
        name, colour = told[block]
        right.plot(counts, grown[:, place], color=colour, linewidth=2.2)
        right.text(counts[-1], grown[-1, place] + BESIDE[place], f" {name}", color=colour, fontsize=8, va="center")
    right.set(xscale="log", xlabel=f"trees, of {len(counts)}", ylabel="probability of content", ylim=(-0.02, 1.02))
    right.set_xticks([1, 3, 10, 30, 120], ["1", "3", "10", "30", "120"])
    right.minorticks_off()
    right.set_title("… all of them together say how likely a block is", fontsize=10.5, loc="left")
    _finish(figure, path)


def _after(file: ModelFile, rows: NDArray[np.float32], count: int) -> NDArray[np.float64]:
    trees = file.trees["blocks"]
    columns = {name: getattr(trees, name) for name in ("feature", "threshold", "child", "value", "base")}
    first = TreeArrays(roots=trees.roots[:count], **columns)
    return logistic(first.build(rows.shape[1]).predict(np.ascontiguousarray(rows))[:, 0])


def _draw_tree(axes: Any, file: ModelFile, names: list[str], row: NDArray[np.float32]) -> None:
    """The first questions of the first tree; the way of the row is drawn thick."""
    trees = file.trees["blocks"]
    waiting = [(int(trees.roots[0]), 0, 0.5, True)]
    while waiting:
        node, depth, x, on_way = waiting.pop()
        y, child = -depth, int(trees.child[node])
        text = names[trees.feature[node]] + f"\n< {trees.threshold[node]:.3g} ?"
        box = {"boxstyle": "round,pad=.35", "facecolor": "#e8f3ee" if on_way else "#f4f4f2", "edgecolor": "none"}
        is_last = depth == 3 or child == node
        axes.text(x, y, "…" if is_last else text, ha="center", va="center", fontsize=6.6, bbox=None if is_last else box)
        if is_last:
            continue
        goes_left = row[trees.feature[node]] < trees.threshold[node]
        for side, step in ((0, -1), (1, 1)):
            at = x + step * 0.25 / 2**depth
            chosen = on_way and goes_left == (side == 0)
            line = {"color": GREEN, "linewidth": 2.6} if chosen else {"color": "#c9ccd1", "linewidth": 1.2}
            axes.plot([x, at], [y - 0.2, y - 0.8], **line)
            answer = "yes" if side == 0 else "no"
            axes.text((x + at) / 2, y - 0.5, answer, fontsize=7, color="#555b63", ha="center", backgroundcolor="white")
            waiting.append((child + side, depth + 1, at, chosen))
    axes.set(xlim=(-0.02, 1.02), ylim=(-3.25, 0.35))
    axes.axis("off")
    axes.set_title("A tree asks about a block (thick: the way of a paragraph) …", fontsize=10.5, loc="left")


# The features behind some blocks.


def draw_features(page: weft.Page, path: Path) -> None:
    """What the strongest features add to the margin of a paragraph and of the box in the body."""
    told = find_told(page)
    blocks = [block for block, (name, _) in sorted(told.items()) if "paragraph" in name or "See" in name]
    classifier = BlockClassifier()
    score = classifier.score(page)
    figure, all_axes = plt.subplots(1, 2, figsize=(9.6, 3.4))
    for axes, block in zip(all_axes, blocks, strict=True):
        found = classifier.explain(page, block, most=9)[::-1]
        added = [what for _, _, what in found]
        axes.barh(range(len(found)), added, color=[GREEN if what > 0 else "#b4463c" for what in added], height=0.66)
        axes.set_yticks(range(len(found)), [f"{name} = {value:.3g}" for name, value, _ in found], fontsize=8)
        axes.axvline(0, color="#444", linewidth=0.8)
        axes.set_title(f"{told[block][0]}: {score[block]:.3f}", fontsize=10.5, loc="left")
        axes.set_xlabel("adds to the margin", fontsize=8.5)
    _finish(figure, path)


# How many blocks to keep.


def draw_curves(pages: dict[str, weft.Page], path: Path) -> None:
    """Expected F1 over the number of blocks kept, with its two readings, and the probabilities under it."""
    figure, axes = plt.subplots(2, len(pages), figsize=(11.4, 5.0), height_ratios=(2.2, 1), sharex="col", sharey="row")
    for column, (name, page) in enumerate(pages.items()):
        _draw_curve(page, name, axes[0, column], axes[1, column])
    axes[0, 0].set(ylabel="expected F1", ylim=(0, 1.04))
    axes[1, 0].set(ylabel="probability", ylim=(0, 1.04))
    axes[0, 0].legend(frameon=False, fontsize=8.5, loc="lower right")
    _finish(figure, path)


def _draw_curve(page: weft.Page, name: str, top: Any, under: Any) -> None:
    probability = default_model().judge_at_once(page).choose(page.table, beta=1.0).probability
    order = np.argsort(-probability, kind="stable")
    share, words = probability[order], page.blocks.words[order].astype(np.float64)
    kept = np.concatenate(([0.0], np.cumsum(words)))
    right = np.concatenate(([0.0], np.cumsum(share * words)))
    independent = 2 * right / np.maximum(kept + right[-1], 1e-9)
    curve = expected_f1(share, words)
    best, numbers = int(np.argmax(curve)), np.arange(len(curve))
    top.plot(numbers, independent, color=BLUE, linewidth=1.4, label="blocks right or wrong each on its own")
    top.plot(numbers, 2 * curve - independent, color=ORANGE, linewidth=1.4, label="blocks right or wrong together")
    top.plot(numbers, curve, color="#222", linewidth=2.4, label="the promise: their mean")
    top.axvline(best, color=GREEN, linewidth=1.2, linestyle="--")
    kept_text = f"keep {best} of {len(share)} blocks,\npromise {curve[best]:.3f}"
    top.text(best + 0.8, 0.5, kept_text, color=GREEN, fontsize=9.5)
    top.set_title(name, fontsize=10.5, loc="left")
    under.bar(numbers[1:], share, width=0.8, color=[GREEN if at <= best else "#b9bec6" for at in numbers[1:]])
    under.set(xlabel="blocks, from the most to the least probable", xlim=(-0.6, MAX_BLOCKS))


def _finish(figure: Any, path: Path) -> None:
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8.5)
    figure.tight_layout()
    figure.savefig(path, dpi=150, metadata={"Software": None})
    plt.close(figure)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


_PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: 940px; height: {high}px; background: #fff; overflow: hidden;
  font: 15px "Noto Sans", "DejaVu Sans", sans-serif; }}
p {{ margin: 14px 16px; display: flex; align-items: center; gap: 12px; }}
span.scale {{ display: flex; }} i {{ width: 12px; height: 18px; }} svg {{ display: block; }}
text {{ font: bold 12px "DejaVu Sans", sans-serif; paint-order: stroke; stroke: #fff; stroke-width: 4px; }}
</style><p>probability of content: <b>0</b><span class="scale">{scale}</span><b>1</b> &nbsp; thick frame: kept</p>
<svg width="940" height="{shown}" viewBox="0 0 940 {shown}"><image href="data:image/png;base64,{png}" width="900"/>
<rect width="940" height="{shown}" fill="#fff" fill-opacity=".25"/>{boxes}</svg>"""


def main() -> None:
    """Make all pictures."""
    page, shop = (weft.parse(data, url=url) for url, data in (demo_pages()[file] for file in (PAGE, LIST)))
    draw_trees(page, FOLDER / "default-trees.png")
    draw_features(page, FOLDER / "default-features.png")
    curves = {"An article: no doubt": page, "A shop's list: much doubt": shop}
    draw_curves(curves, FOLDER / "default-expected-f1.png")
    with Browser(DRAWING) as browser:
        rendered = draw(browser, PAGE)
        html = coloured_page(rendered.page, rendered.screenshot)
        save(browser, html, FOLDER / "default-blocks.png", width=940, colours=256)


if __name__ == "__main__":
    main()
