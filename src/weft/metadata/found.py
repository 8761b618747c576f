"""What the sources of a page say: for every field of the metadata its candidates, best first within a source."""

from weft.content import Field
from weft.metadata.values import clean_text

MAX_CANDIDATES = 40  # of one field

Found = dict[str, list[Field]]


def add(found: Found, name: str, field: Field) -> None:
    """Append a candidate, cleaned; an empty one is none."""
    value = clean_text(field.value)
    fields = found.setdefault(name, [])
    if value and len(fields) < MAX_CANDIDATES:
        fields.append(Field(value=value, row=field.row, source=field.source))
