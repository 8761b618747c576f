"""What one page becomes in the output: a JSON object on a line, the same keys whatever engine made it.

Schema 1. Every line has `id`, `url` and `status` (`ok` or `failed`). A failed page has `reason` and `message`. An ok
page has what its format says: `json` everything of `Document.to_dict`, any other format its own name with the rendered
text. What else the input's line held travels along under `input`.
"""

import json

from weft.document import Failure, Outcome
from weft.io import RawPage
from weft.renderers import RenderOptions

SCHEMA = 1


def to_line(raw: RawPage, outcome: Outcome, *, format: str, options: RenderOptions) -> bytes:
    """The line of a page, with its end."""
    line: dict[str, object] = {"id": raw.id, "url": raw.url or ""}
    if isinstance(outcome, Failure):
        line |= failed(outcome)
    elif format == "json":
        line |= {"status": "ok"} | outcome.to_dict(options)
    else:
        line |= {"status": "ok", format: outcome.render(format, options)}
    if raw.extra:
        line["input"] = dict(raw.extra)
    return encode(line)


def failed(failure: Failure) -> dict[str, object]:
    """What a line says of a page that gave no document."""
    return {"status": "failed", "reason": failure.reason, "message": failure.message}


def failed_line(raw: RawPage, failure: Failure) -> bytes:
    """The line of a page that no worker could finish."""
    return to_line(raw, failure, format="json", options=RenderOptions())


def encode(line: dict[str, object]) -> bytes:
    """A line as bytes; a lone surrogate, which UTF-8 cannot write, becomes the escape that JSON reads again."""
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
