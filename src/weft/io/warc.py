"""Pages from WARC archives (ISO 28500), as crawlers write them, by FastWARC.

A page is an answer (`response`) with status 2xx, or a `resource`, that is HTML. Everything else that an archive is full
of, requests, pictures, redirects, is passed over in silence. What is damaged is an entry that says so, and reading goes
on at the next place where a record begins.
"""

import re
import warnings
import zlib
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from weft.errors import ConfigError, LimitError, SourceError, WeftError
from weft.io.damage import tells_damage
from weft.io.http_body import read_charset, unpack_body
from weft.io.raw_page import IdHashes, RawPage, hash_of_id, writable
from weft.io.slices import AT_END, Slice, Spot

HTML = ("text/html", "application/xhtml+xml")
SNIFFED = 1024  # bytes of a body without a type that may show that it is HTML
WINDOW = 1 << 16  # bytes that are looked through at once for the next record: there may be one at every third byte
# How a record begins in an archive that begins so: where it is packed, records are packed one by one.
PACKED = {
    b"\x1f\x8b": rb"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd": rb"\x28\xb5\x2f\xfd",
    b"\x04\x22\x4d\x18": rb"\x04\x22\x4d\x18",
}
GZIP = b"\x1f\x8b"
PLAIN = rb"WARC/[0-9]\.[0-9]{1,2}\r?\n"
LENGTH = re.compile(rb"(?i)\ncontent-length: *([0-9]{1,15})\r")
HEADERS = 1 << 15  # bytes of a record's headers, as FastWARC has it
PIECE = 1 << 12  # bytes that are unpacked at once, of up to 4 MB
MAX_LENGTH = 16  # bytes of such a beginning
MAX_CHECKED = 64 << 20  # bytes of a record, unpacked, before which or behind which an archive is cut
MAX_REFUSED = 8  # records in a row at which an archive cannot be cut: it has none of its own way to begin them


@tells_damage
def read_warc(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of an archive, packed or not; `source` is a path, or a stream that can be sought in.

    A page is called by its WARC-Record-ID, because that is unique: an archive may have one address many times.
    """
    load_fastwarc()
    name = writable(name or str(source))
    with source.open("rb") if isinstance(source, Path) else nullcontext(source) as file:
        yield from Archive(file, name, max_bytes).read()


def load_fastwarc() -> Any:
    """The module that reads archives; `ConfigError` says how to get it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of its own old names, for whoever imports it
            return import_module("fastwarc.warc")
    except ImportError:
        raise ConfigError("WARC archives need FastWARC: pip install 'weft[warc]'") from None


class Archive:
    """One reading of an archive, or of a slice of it: `end` is where the first record behind the slice may begin.

    `before` tells how many pages and entries there are before `start`, and `ids` has the hashes of the pages' ids.
    """

    def __init__(
        self,
        file: IO[bytes],
        name: str,
        max_bytes: int,
        *,
        wanted: Slice = Slice(start=0, end=AT_END),
        before: Spot = Spot(),
        ids: IdHashes | None = None,
    ) -> None:
        self.file: IO[bytes] = file
        self.name: str = name
        self.max_bytes: int = max_bytes
        self.warc: Any = load_fastwarc()
        self.wanted: Slice = wanted
        self.ids: IdHashes = IdHashes() if ids is None else ids  # of the pages so far
        self.hashes: bytearray = bytearray()  # of the ids of this reading
        self.has_repeats: bool = False  # whether one of these ids was there before
        self.entries: int = before.entries
        self.pages: int = before.number
        self.end: int = AT_END  # where the first record behind the slice begins
        self.last: int = -1  # where the last record begins
        self.plain: re.Pattern[bytes] = re.compile(PLAIN)
        self.is_packed: bool = False
        self.told: bool = False  # whether there is damage here, and it was said
        self.refused: int = 0  # records at which the slice could not end

    def read(self) -> Iterator[RawPage | WeftError]:
        """Every page, and what went wrong."""
        for entry in self._read():
            self.entries += 1
            yield entry
        if self.end == AT_END and not self.entries:
            yield SourceError("there is no web page in this archive", page=self.name)

    def _read(self) -> Iterator[RawPage | WeftError]:
        self.file.seek(0)
        head = self.file.read(4)
        begin = next((re.compile(mark) for first, mark in PACKED.items() if head.startswith(first)), self.plain)
        self.is_packed = begin is not self.plain
        start = self.wanted.start
        while start >= 0:
            yield from self._read_from(start, is_probe=start > self.wanted.start)
            if self.end != AT_END:
                return
            # Only packed archives end in silence where they are damaged.
            start = self._find(begin, max(self.last, start) + 1) if self.is_packed or self.told else -1
        if not self.told and self._is_cut_off():
            yield self._damage("cut off")

    def _read_from(self, start: int, *, is_probe: bool) -> Iterator[RawPage | WeftError]:
        """The pages from a place on, until the end or the next damage; where a probe finds no record it was none."""
        count = 0
        held: RawPage | None = None  # until the next record is found: where it is not, the length of this one is wrong
        try:
            self.file.seek(start)
            for record in self.warc.ArchiveIterator(self.file, parse_http=False, fsspec_args=False):
                if is_probe and not count and not self.told:
                    yield self._damage("damaged")
                if count and self._is_behind(record.stream_pos):
                    self.end = record.stream_pos
                    break
                count, self.told, self.last = count + 1, False, record.stream_pos
                if held is not None:
                    yield held
                page = self._read_record(record)
                held = page if isinstance(page, RawPage) else None
                if isinstance(page, WeftError):
                    yield page
            if held is not None:
                yield held
        except BaseException as error:
            # FastWARC's own way to fail is no Exception.
            if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                raise
            if held is not None and (self.is_packed or self._ends_well(self.last)):
                yield held
            if not is_probe and not count:
                yield SourceError(f"no WARC archive ({error})", page=self.name, advice="name another file")
            elif count and not self.told:
                yield self._damage(f"damaged: {error}")
            self.told = self.told or bool(count) or not is_probe

    def _is_behind(self, position: int) -> bool:
        """Whether the slice ends before the record at a position: reading could go on there without this one."""
        if self.wanted.end == AT_END or position < self.wanted.end or self.refused >= MAX_REFUSED:
            return False
        here = self.file.tell()
        try:
            is_end = holds_one_record(self.file, self.last, position) if self.is_packed else self._meets(position)
        finally:
            self.file.seek(here)
        self.refused += not is_end
        return is_end

    def _meets(self, position: int) -> bool:
        return self._end_of(self.last) == position

    def _ends_well(self, start: int) -> bool:
        """Whether the record at a place, which is not packed, ends where its length says; reading can go on."""
        here = self.file.tell()
        try:
            return self._end_of(start) >= 0
        finally:
            self.file.seek(here)

    def _end_of(self, start: int) -> int:
        """Where the record at a place ends, which is not packed; -1 where that is not what its length says."""
        self.file.seek(start)
        head = self.file.read(HEADERS).partition(b"\r\n\r\n")[0]
        lengths = LENGTH.findall(head + b"\r")
        if len(lengths) != 1 or len(head) == HEADERS:
            return -1
        end = start + len(head) + 4 + int(lengths[0]) + 4
        self.file.seek(end - 4)
        return end if self.file.read(4) == b"\r\n\r\n" else -1

    def _is_cut_off(self) -> bool:
        """Whether the archive ends in the middle of headers: FastWARC passes over such a record in silence."""
        if self.last < 0:
            return False
        self.file.seek(self.last)
        if self.is_packed:
            return self.file.read(2) == GZIP and not self._ends_packed()
        if b"\r\n\r\n" not in self.file.read(HEADERS):
            return True
        end = self._end_of(self.last)
        self.file.seek(max(0, end))
        return end >= 0 and bool(self.file.read(HEADERS).strip())

    def _ends_packed(self) -> bool:
        """Whether the last record, packed by gzip, is whole and nothing but empty members is behind it."""
        self.file.seek(self.last)
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        behind = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        with suppress(zlib.error):
            while not unpacker.eof and (piece := self.file.read(PIECE)):
                unpacker.decompress(piece)
            rest = unpacker.unused_data + self.file.read(PIECE)
            return unpacker.eof and (not rest or (not behind.decompress(rest, PIECE).strip() and behind.eof))
        return False

    def _damage(self, what: str) -> SourceError:
        return SourceError(
            f"this record or the next one is {what}",
            page=f"{self.name}:{max(self.last, 0)}",
            advice="going on after it",
        )

    def _find(self, begin: re.Pattern[bytes], start: int) -> int:
        """The next place where a record may begin; -1 for none."""
        self.file.seek(start)
        position, window = start, self.file.read(WINDOW)
        while window:
            if match := begin.search(window):
                return position + match.start()
            kept = window[-MAX_LENGTH:]
            position += len(window) - len(kept)
            more = self.file.read(WINDOW)
            window = kept + more if more else b""
        return -1

    def _read_record(self, record: Any) -> RawPage | WeftError | None:
        """The page of a record; None where it is none, and was not meant to be."""
        try:
            answer = self._answer(record)
        except Exception as error:
            return SourceError(f"{error}", page=self._place(record))
        if answer is None:
            return None
        if record.content_length > self.max_bytes:
            # A length that is wrong would have the rest of the archive passed over.
            self.told = not self.is_packed and not self._ends_well(record.stream_pos)
            return self._too_long(record)
        packed = record.reader.read()
        if len(packed) < record.content_length:
            self.told = True
            return SourceError("cut off in the middle, so the page is left out", page=self._place(record))
        encodings = {"transfer": answer.transfer, "content": answer.content}
        data = unpack_body(packed, **encodings, max_bytes=self.max_bytes)
        if len(data) > self.max_bytes:
            return self._too_long(record)
        if not data or not (answer.is_html or _looks_like_html(data)):
            return None
        url, date = record.headers.get("WARC-Target-URI"), record.headers.get("WARC-Date")
        self.pages += 1
        return RawPage(
            id=self._id(record),
            data=data,
            url=writable(url.strip("<>")) if url else None,
            charset=read_charset(answer.type),
            extra={"warc_date": writable(date)} if date else {},
        )

    def _answer(self, record: Any) -> "_Answer | None":
        """What a record says that it holds; None where that is no page."""
        kinds = self.warc.WarcRecordType
        own = record.headers.get("Content-Type") or ""
        if record.record_type == kinds.resource:
            return _Answer(own) if _type_of(own) in HTML else None
        if record.record_type != kinds.response or not own.lower().startswith("application/http"):
            return None
        record.parse_http(quirks_mode=True)
        headers = record.http_headers
        if headers is None or headers.status_code is None:
            raise ValueError("no HTTP answer in it")
        answer = _Answer(
            headers.get("Content-Type") or "",
            transfer=headers.get("Transfer-Encoding") or "",
            content=headers.get("Content-Encoding") or "",
        )
        is_page = 200 <= headers.status_code < 300 and (answer.is_html or not answer.type)
        return answer if is_page else None

    def _id(self, record: Any) -> str:
        """The record's own id; with its place where it has none, or one that another page has."""
        position = f"{self.name}:{record.stream_pos}"
        page_id = writable((record.record_id or "").strip("<> ")) or position
        own = hash_of_id(page_id)
        if self.ids.has(own):
            self.has_repeats = True
            page_id = f"{page_id}#{record.stream_pos}-{self.pages}"
            own = hash_of_id(page_id)
        self.hashes += own
        self.ids.add(own)
        return page_id

    def _place(self, record: Any) -> str:
        url = writable((record.headers.get("WARC-Target-URI") or "").strip("<>"))
        return f"{self.name}:{record.stream_pos}" + (f" ({url})" if url else "")

    def _too_long(self, record: Any) -> LimitError:
        return LimitError("bytes", self.max_bytes, self._place(record))


def holds_one_record(file: IO[bytes], start: int, end: int) -> bool:
    """Whether the bytes between two places are one record, whole and packed by gzip."""
    file.seek(start)
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        record = unpacker.decompress(file.read(min(end - start, MAX_CHECKED)), MAX_CHECKED)
    except zlib.error:
        return False
    head, _, body = record.partition(b"\r\n\r\n")
    lengths = LENGTH.findall(head + b"\r")
    is_whole = unpacker.eof and not unpacker.unused_data and len(head) <= HEADERS
    return is_whole and len(lengths) == 1 and int(lengths[0]) + 4 == len(body)


@dataclass(frozen=True)
class _Answer:
    """The headers of an answer that matter here."""

    type: str
    transfer: str = ""
    content: str = ""

    @property
    def is_html(self) -> bool:
        """Whether it says that it is a page."""
        return _type_of(self.type) in HTML


def _type_of(content_type: str) -> str:
    return content_type.partition(";")[0].strip().lower()


def _looks_like_html(data: bytes) -> bool:
    head = data[:SNIFFED].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return head.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<!--"))
