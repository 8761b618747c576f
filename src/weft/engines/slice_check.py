"""Whether slices that were read by themselves are what one reader would have read, and where to go on behind them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from weft.engines.shards import Shard, ShardReading, Tail
from weft.engines.source_trail import Place
from weft.io.id_hashes import IdHashes
from weft.io.slices import AT_END, Slice


@dataclass(eq=False)
class SliceCheck:
    """The slices of sources in order: a slice counts where it begins at the place at which those before it ended.

    It must also have no id that a page before it has, and nothing in it may depend on what lies before.
    """

    place: Place
    done: int  # pages so far
    ids: IdHashes = field(default_factory=IdHashes)  # of the pages of the source at the place, up to its spot
    _hashes: bytes = b""

    @property
    def skipped(self) -> int:
        """The entries behind the place that are done."""
        return self.done - self.place.pages - self.place.spot.entries

    def take_hashes(self) -> bytes:
        """The hashes of ids up to the place, since they were last taken or the source began."""
        hashes, self._hashes = self._hashes, b""
        return hashes

    def is_over(self, number: int, wanted: Slice) -> bool:
        """Whether nothing of a slice of the source with a number is left, because the one before it went further."""
        if number > self.place.sources:
            self.pass_to(number)
        spot = self.place.spot
        return number < self.place.sources or (wanted.end != AT_END and spot.position >= wanted.end)

    def is_right(self, wanted: Slice, tail: Tail | None) -> bool:
        """Whether a slice was read as one reader would have read it."""
        if tail is None or not tail.is_exact or wanted.start != self.place.spot.position or self.skipped:
            return False
        return not self.ids.has_any(tail.hashes)

    def read_again(self, shard: Shard, wanted: Slice) -> ShardReading:
        """A reading of what really follows, with what is known of the pages before; it adds their ids itself."""
        rest = replace(shard, slice=Slice(start=self.place.spot.position, end=wanted.end))
        return ShardReading(rest, before=self.place.spot, ids=self.ids)

    def accept(self, tail: Tail) -> None:
        """Go on behind a slice that is right."""
        self.ids.add(tail.hashes)
        self.advance(tail)

    def advance(self, tail: Tail) -> None:
        """Go on behind a slice whose ids are known."""
        spot = tail.spot(self.place.spot)
        if spot.position == AT_END:
            self.pass_to(self.place.sources + 1)
        else:
            self.place = Place(self.place.sources, self.place.pages, spot)
            self._hashes += tail.hashes

    def pass_to(self, number: int) -> None:
        """Go on with the source of that number."""
        self.place, self.ids, self._hashes = Place(number, self.done), IdHashes(), b""
