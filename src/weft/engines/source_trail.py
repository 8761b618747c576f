"""Which source a run is at, so that one that goes on does not read again what lies before it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from weft.errors import WeftError
from weft.io import RawPage, Source
from weft.io.reader import Reader
from weft.io.slices import Spot

START = Spot()


@dataclass(frozen=True)
class Place:
    """How many sources were read to their ends, how many pages they had, and where the next one is gone on with."""

    sources: int = 0
    pages: int = 0
    spot: Spot = START  # where the next source is gone on with


@dataclass(eq=False)
class SourceTrail:
    """The pages of sources from a place on; it tells the place of any page that is not yet done."""

    sources: Sequence[Source]
    reader: Reader
    start: Place = Place()
    _places: deque[Place] = field(default_factory=deque)  # where the sources begin that were opened

    def pages(self, done: int) -> Iterator[RawPage | WeftError]:
        """The pages behind the first so many; no source before the one in which these end is opened."""
        return islice(self._read(), done - self.start.pages, None)

    def _read(self) -> Iterator[RawPage | WeftError]:
        count = self.start.pages
        for number in range(self.start.sources, len(self.sources)):
            self._places.append(Place(number, count))
            for page in self.reader.read(self.sources[number]):
                count += 1
                yield page

    def place(self, done: int) -> Place:
        """Where to go on once so many pages are done: at the beginning of the last source that has one of the rest."""
        while len(self._places) > 1 and self._places[1].pages <= done:
            self._places.popleft()
        return self._places[0] if self._places else self.start
