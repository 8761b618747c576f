"""Fingerprints: one small page a kind of clue, tables of a user's own, and what must not be taken for a clue."""

from pathlib import Path

import pytest

from weft import parse
from weft.errors import ArtifactError
from weft.records.fingerprints import WEIGHTS, Software, default_fingerprints, find_software, read_fingerprints


@pytest.mark.parametrize(
    ("html", "name", "version"),
    [
        ('<meta name="Generator" content="Discuz! X3.5">', "Discuz!", "X3.5"),
        ("<p>Powered by <b>Discuz!</b> <em>X3.4</em> © 2001-2023", "Discuz!", "X3.4"),
        ("<p>Powered By Discuz 2.1", "Discuz!", "2.1"),
        ("<p>Powered by Discuz!7.0.0", "Discuz!", "7.0.0"),
        ("<title>Looms - Powered by Discuz!</title><p>1234 / 4 pages<p>Powered by Discuz! X3.4", "Discuz!", "X3.4"),
        ('<meta name=generator content="phpwind v8.7(20110913)">', "phpwind", "8.7"),
        ("<p>Powered by <a>Dvbbs</a> Version 8.2.0", "dvbbs", "8.2.0"),
        ("<p>Powered by <a>phpBB</a>® Forum Software © phpBB Limited", "phpBB", ""),
        ("<p>Powered by vBulletin® Version 3.8.11 Copyright ©2000", "vBulletin", "3.8.11"),
        ("<div class=p-body-pageContent><div class='structItem js-post-17'>x", "XenForo", ""),
        ("<script>var smf_theme_url = 'x', smf_scripturl = 'y'</script>", "SMF", ""),
        ("<script src=/jscripts/general.js?ver=1827></script>", "MyBB", ""),
        ('<meta name=generator content="Discourse 3.4.0 - https://example.org">', "Discourse", "3.4.0"),
        ("<p>Powered by Xiuno BBS 4.0.4", "Xiuno BBS", "4.0.4"),
        ('<meta name=generator content="WordPress 6.1.9">', "WordPress", "6.1.9"),
        ('<meta name=generator content="mkdocs-1.6.1, mkdocs-material-9.7.7">', "MkDocs", "1.6.1"),
        ("<p>Created using <a>Sphinx</a> 9.0.4.", "Sphinx", "9.0.4"),
        ("<script>var wgPageName = mw.config</script>", "MediaWiki", ""),
        ('<meta name=generator content="PrestaShop 8.1">', "PrestaShop", "8.1"),
        ('<meta name=generator content="VitePress v1.2.3">', "VitePress", "1.2.3"),
        ('<meta name=generator content="Eleventy v2.0.1">', "Eleventy", "2.0.1"),
        ('<meta name=generator content="Astro v4.5.0">', "Astro", "4.5.0"),
        ('<meta name=generator content="TYPO3 11.5 CMS">', "TYPO3", "11.5"),
    ],
)
def test_a_clue_of_each_kind(html: str, name: str, version: str) -> None:
    found = find_software(parse(html))
    assert (found.name, found.version) == (name, version)
    assert found.evidence
    assert found.weight >= 2


def test_an_extension_is_a_better_answer_than_its_host() -> None:
    head = "<meta name=generator content='WordPress 6.1'>"
    assert find_software(parse(head)).name == "WordPress"
    plugin = "<link href=/wp-content/plugins/bbpress/templates/default/css/bbpress.css?ver=2.6.9>"
    found = find_software(parse(head + plugin))
    assert (found.name, found.version, found.kind) == ("bbPress", "2.6.9", "forum")


@pytest.mark.parametrize(
    "html",
    ["", "<p>We moved from phpBB 3.3 to Discourse.", "<ul class=threadlist>", "<a href=/viewtopic.php?f=2>A forum</a>"],
)
def test_a_mention_a_link_or_one_token_is_no_clue(html: str) -> None:
    assert find_software(parse(html)) == Software()
    assert not find_software(parse(html))


@pytest.mark.parametrize(
    "html",
    [
        "<script>var mybbc = 1, xf_csrfs = 2</script>",
        "<script src=/js/tips_jekyllish.js></script>",
        "<link rel=canonical href=https://a.example.org/><img src=https://cdn.example.net/wp-content/loom.jpg>",
        f"<p>{'warp ' * 300}Which theme to choose? Hexo and Pelican are <b>theme</b> engines.<p>{'weft ' * 2000}",
        "<title>Why we left Joomla! for paper</title>",
    ],
)
def test_parts_of_words_images_of_others_and_talk_are_no_clues(html: str) -> None:
    assert find_software(parse(html)) == Software()


def test_own_images_are_a_clue() -> None:
    own = "<link rel=canonical href=https://a.example.org/><img src=https://cdn.example.org/wp-content/loom.jpg>"
    assert find_software(parse(own)).name == "WordPress"
    assert find_software(parse("<img src=/wp-content/loom.jpg>")).name == "WordPress"


def test_the_middle_of_a_page_says_powered_by_and_a_name() -> None:
    said = f"<p>{'warp ' * 300}Powered by phpBB<p>{'weft ' * 2000}"
    assert find_software(parse(said)).name == "phpBB"


@pytest.mark.parametrize(("said", "version"), [("7ff2f40faf43b50c", ""), ("6.8.3", "6.8.3")])
def test_a_digest_is_no_version(said: str, version: str) -> None:
    style = f"<link href=/wp-includes/css/dist/block-library/style.min.css?ver={said}>"
    found = find_software(parse(style))
    assert (found.name, found.version) == ("WordPress", version)


def test_a_user_adds_a_table(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('format = 1\n[[software]]\nname = "Loom"\nkind = "forum"\ntext = ["Powered by Loom {version}"]\n')
    table = default_fingerprints().with_file(file)
    page = parse("<p>Powered by Loom 2.1")
    assert find_software(page, table=table) == Software(
        name="Loom", version="2.1", kind="forum", evidence=("text: powered by loom 2.1",), weight=WEIGHTS["text"]
    )
    assert not find_software(page)
    file.write_text('format = 1\n[[software]]\nname = "Hugo"\ngenerator = ["Huge"]\n')
    assert not find_software(parse("<meta name=generator content=Hugo>"), table=default_fingerprints().with_file(file))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("format = 1\n[[software]]\nname = 'A'\ntokns = ['a']", "tokns is not understood"),
        ("[[software]]\nname = 'A'", "no `format = 1`"),
        ("format = 1\n[[software]]\nkind = 'forum'", "without a name"),
        ("format = ", "is no table of fingerprints"),
    ],
)
def test_a_wrong_table_says_what_is_wrong(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(content)
    with pytest.raises(ArtifactError, match=message):
        read_fingerprints(file)


def test_the_table_names_each_software_once() -> None:
    entries = default_fingerprints().entries
    names = [entry.name for entry in entries]
    assert len(names) == len(set(names)) >= 55
    assert {entry.on for entry in entries} <= {"", *names}
    asked = "Discuz! phpwind dvbbs phpBB vBulletin XenForo MyBB SMF FluxBB PunBB Discourse NodeBB Flarum bbPress Hexo"
    assert set(asked.split()) <= set(names)
