"""Pages with their known content, in the folders that `weft train` reads."""

import json
from pathlib import Path

BODY = "The weaver put the last threads on the loom before it grew dark, and went home along the canal. "


def write_known_pages(folder: Path, count: int = 12) -> None:
    """Write so many pages of two types, each of a host of its own, and what their content is."""
    (folder / "html").mkdir(parents=True)
    (folder / "ground-truth").mkdir()
    for number in range(count):
        body = BODY * (1 + number % 3)
        menu = "".join(f"<li><a href=/{k}>Item {k}</a>" for k in range(number + 5))
        page = f"<nav><ul>{menu}</ul></nav><article><h1>Looms {number}</h1><p>{body}</article><footer>Imprint</footer>"
        about = {
            "url": f"https://site{number}.example/a",
            "_internal": {"page_type": {"primary": "article" if number % 2 else "product"}},
            "ground_truth": {"main_content": body},
        }
        (folder / "html" / f"{number:04}.html").write_text(page)
        (folder / "ground-truth" / f"{number:04}.json").write_text(json.dumps(about))
