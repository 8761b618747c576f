import io
import random
import tarfile
import zipfile
from pathlib import Path

from weft.errors import LimitError, SourceError
from weft.io import RawPage
from weft.io.archives import read_archive
from weft.io.bundles import is_bundle

PAGES = {"site/a.html": b"<p>One", "site/deep/b.htm": b"<p>Two", "site/style.css": b"p {}", "../c.html": b"<p>Out"}


def make_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in PAGES.items():
            archive.writestr(name, data)
    return path


def make_tar(path: Path) -> Path:
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as archive:
        for name, data in PAGES.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        link = tarfile.TarInfo("site/link.html")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return path


def test_pages_of_archives(tmp_path: Path) -> None:
    archives = [
        make_zip(tmp_path / "s.zip"),
        make_tar(tmp_path / "s.tar"),
        make_tar(tmp_path / "s.tar.gz"),
        make_tar(tmp_path / "s.tgz"),
    ]
    for archive in archives:
        assert is_bundle(archive.name)
        found = list(read_archive(archive, max_bytes=1000))
        assert [(page.id, page.data) for page in found if isinstance(page, RawPage)] == [
            (f"{archive}/{name}", data) for name, data in PAGES.items() if not name.endswith(".css")
        ]


def test_nothing_is_written_outside(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    list(read_archive(make_zip(tmp_path / "in" / "s.zip"), max_bytes=1000))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_what_is_too_large_or_broken_is_said(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.html", b" " * 10_000_000)
        archive.writestr("small.html", b"<p>Here")
    large, small = read_archive(bomb, max_bytes=1_000_000)
    assert isinstance(large, LimitError)
    assert (large.limit, large.page) == ("bytes", f"{bomb}/big.html")
    assert isinstance(small, RawPage)

    torn = tmp_path / "torn.tar.gz"
    torn.write_bytes(make_tar(tmp_path / "s.tar.gz").read_bytes()[:120])
    assert "cannot be read to its end" in str(list(read_archive(torn, max_bytes=1000))[-1])
    (tmp_path / "no.zip").write_bytes(b"<p>no zip")
    assert isinstance(next(read_archive(tmp_path / "no.zip", max_bytes=1000)), SourceError)


def test_a_broken_member_does_not_stop_the_others(tmp_path: Path) -> None:
    for packing in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        path = tmp_path / "s.zip"
        with zipfile.ZipFile(path, "w", packing) as archive:
            for number in range(3):
                archive.writestr(f"{number}.html", random.Random(number).randbytes(2000))
            start = archive.infolist()[1].header_offset + 500
        data = bytearray(path.read_bytes())
        data[start : start + 9] = bytes(9)
        path.write_bytes(data)
        first, broken, last = read_archive(path, max_bytes=9000)
        assert isinstance(first, RawPage)
        assert str(broken).startswith(f"{path}/1.html: cannot be read to its end")
        assert isinstance(last, RawPage)


def test_a_tar_whose_packing_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "s.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        for number in range(20):
            member = tarfile.TarInfo(f"{number}.html")
            member.size = 20_000
            archive.addfile(member, io.BytesIO(random.Random(number).randbytes(20_000)))
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 9] = bytes(9)
    path.write_bytes(data)
    assert "cannot be read to its end" in str(list(read_archive(path, max_bytes=90_000))[-1])
