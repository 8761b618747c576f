"""Sites: extraction, saving, updating."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import weft
from tests.site_pages import (
    DISCLAIMER,
    HOST,
    SHARE,
    blog_page,
    list_page,
    list_pages,
    make_article,
    pages_of,
    redesigned_page,
    table_page,
    whole_site,
)
from weft import ArtifactError, Label, Site, parse
from weft.sites import measure_drift


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn(whole_site())


def test_each_page_by_its_template(site: Site) -> None:
    article = make_article(99)
    for design, folder in ((blog_page, "blog"), (table_page, "old")):
        document = site.extract(design(article), url=f"{HOST}/{folder}/99")
        assert (document.chosen_by, document.text) == ("template", article.body)
        assert document.reason.code == "template"
        assert "learned from" in document.reason.detail


def test_bytes_text_and_pages_give_the_same(site: Site) -> None:
    html, url = blog_page(make_article(99)), f"{HOST}/blog/99"
    page = parse(html, url=url)
    assert site.extract(page).page is page
    assert site.extract(html, url=url).text == site.extract(html.encode(), url=url).text == site.extract(page).text


def test_fields_with_value_row_and_source(site: Site) -> None:
    article = make_article(99)
    document = site.extract(blog_page(article), url=f"{HOST}/blog/99")
    values = {name: document.fields[name].value for name in ("title", "author", "date")}
    assert values == {"title": article.title, "author": article.author, "date": article.date}
    for name, value in values.items():
        field = document.fields[name]
        assert field.source == "template"
        assert document.page.text(field.row).strip() == value
    assert (document.title, document.author, document.date) == (article.title, article.author, article.date)
    assert document.to_dict()["fields"]


def test_the_date_of_the_metadata_is_iso_whatever_the_page_prints() -> None:
    site = weft.learn(pages_of(redesigned_page, range(10)))
    article = make_article(99)
    document = site.extract(redesigned_page(article), url=f"{HOST}/blog/99")
    assert document.chosen_by == "template"
    assert document.date == article.date


def test_comments_of_an_article_are_found_by_templates_too() -> None:
    def page(number: int) -> str:
        article = make_article(number)
        shown = "".join(
            f"<li class=comment id=comment-{k}><div class=comment-author>Reader {k}</div>"
            f"<div class=comment-meta>March {k + 1}, 2020 at 10:0{k} am</div>"
            f"<div class=comment-content><p>{make_article(number * 9 + k).paragraphs[0]}</p></div></li>"
            for k in range(3)
        )
        body = "".join(f"<p>{text}</p>" for text in article.paragraphs)
        return f"""<title>{article.title}</title><article><h1>{article.title}</h1>{body}</article>
        <div id=comments class=comments-area><h3>3 Comments</h3><ol class=commentlist>{shown}</ol></div>"""

    site = weft.learn([(f"{HOST}/c/{number}", page(number)) for number in range(8)])
    document = site.extract(page(50), url=f"{HOST}/c/50")
    assert (document.chosen_by, document.text) == ("template", make_article(50).body)
    assert len(document.comments) == 3


def test_the_records_of_a_list(site: Site) -> None:
    document = site.extract(list_page(77), url=f"{HOST}/page/77")
    titles = [make_article(770 + number).title for number in range(8)]
    assert [record.fields["a"].value for record in document.records] == titles
    assert document.records[0].fields["url"].value == f"{HOST}/blog/770"


def test_an_unknown_page_falls_back_and_says_so(site: Site) -> None:
    article = make_article(99)
    document = site.extract(redesigned_page(article), url=f"{HOST}/blog/99")
    assert document.chosen_by == "block_classifier"
    assert document.reason.code == "no_template"
    assert document.reason.detail.startswith("no template fits (the best 0.")
    own = weft.extract(redesigned_page(article), url=f"{HOST}/blog/99").reason.detail
    assert "blocks promise the best F1" in own
    assert document.reason.detail.endswith(f"); {own}")
    assert article.paragraphs[0] in document.text
    assert document.title == article.title


def test_a_page_without_the_body_of_its_template_falls_back_and_says_so(site: Site) -> None:
    article = make_article(99)
    html = blog_page(article).replace("entry-content", "moved")
    document = site.extract(html, url=f"{HOST}/blog/99")
    assert document.chosen_by == "block_classifier"
    assert document.reason.code == "no_body"
    assert "finds no body here" in document.reason.detail
    assert article.paragraphs[0] in document.text
    assert document.fields["title"].value == article.title


def test_scores_what_is_kept(site: Site) -> None:
    page = parse(blog_page(make_article(99)), url=f"{HOST}/blog/99")
    assert site.score(page).nonzero()[0].tolist() == site.extract(page).keep.tolist()


class TestLabels:
    def test_teach_a_body_and_a_field(self) -> None:
        pages = pages_of(blog_page, range(8))
        labels = []
        for url, data in pages[:3]:
            page = parse(data)
            comments = tuple(row for row in range(len(page)) if page.id(row) == "comments")
            authors = tuple(row for row in range(len(page)) if "author" in page.classes(row))
            labels += [Label(page_id=url, rows=comments, name="body"), Label(page_id=url, rows=authors, name="weaver")]
        document = weft.learn(pages, labels).extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
        article = make_article(99)
        assert all(comment in document.text for comment in article.comments)
        assert article.paragraphs[0] not in document.text
        assert document.fields["weaver"].value == article.author

    def test_one_marked_page_is_enough_for_rules(self) -> None:
        ((url, data),) = pages_of(blog_page, range(1))
        page = parse(data)
        row = next(row for row in range(len(page)) if "entry-content" in page.classes(row))
        site = weft.learn([(url, data)], [Label(page_id=url, rows=(row,), name="body")])
        assert site.clusters[0].template.is_learned


class TestUpdate:
    def test_new_pages_join_and_nothing_is_learned_again(self, site: Site) -> None:
        updated = site.update(pages_of(blog_page, range(60, 66)))
        before, after = site.clusters[0], updated.clusters[0]
        assert after.page_ids == (*before.page_ids, *(f"{HOST}/blog/{number}" for number in range(60, 66)))
        assert after.template is before.template
        assert len(updated.clusters) == len(site.clusters)
        assert sum(after.urls.values()) == sum(before.urls.values()) + 6

    def test_duplicates_are_not_merged(self, site: Site) -> None:
        again = pages_of(blog_page, range(1))
        updated = site.update([*again, *again])
        assert updated.clusters[0].page_ids.count(again[0][0]) == 3

    def test_a_new_design_lives_beside_the_old_one(self, site: Site) -> None:
        updated = site.update(pages_of(redesigned_page, range(60, 70)))
        assert [len(cluster.page_ids) for cluster in updated.clusters] == [12, 8, 8, 10]
        article = make_article(99)
        for design in (blog_page, redesigned_page):
            document = updated.extract(design(article), url=f"{HOST}/blog/99")
            assert (document.chosen_by, document.text) == ("template", article.body)

    def test_a_mild_redesign_too(self) -> None:
        def renamed(number: int) -> str:
            return blog_page(make_article(number)).replace("entry-content", "story-text")

        site = weft.learn(pages_of(blog_page, range(10)))
        new = [(f"{HOST}/blog/{number}", renamed(number)) for number in range(60, 70)]
        assert measure_drift(site.clusters[0].template, [parse(html) for _, html in new]).verdict == "relearn"
        updated = site.update(new)
        assert len(updated.clusters) == 2
        for html in (renamed(99), blog_page(make_article(99))):
            document = updated.extract(html, url=f"{HOST}/blog/99")
            assert (document.chosen_by, document.text) == ("template", make_article(99).body)

    def test_the_names_of_clusters_stay(self) -> None:
        site = weft.learn([*pages_of(blog_page, range(6)), (f"{HOST}/about.html", redesigned_page(make_article(3)))])
        updated = site.update(pages_of(table_page, range(40, 46), folder="old"))
        names = [cluster.name for cluster in updated.clusters]
        assert names[:2] == [cluster.name for cluster in site.clusters]
        assert len(set(names)) == 3

    def test_the_old_site_stays_as_it_is(self, site: Site) -> None:
        before = json.dumps(site.to_json())
        site.update(pages_of(redesigned_page, range(60, 70)))
        assert json.dumps(site.to_json()) == before

    def test_nothing_new(self, site: Site) -> None:
        assert site.update([]).to_json() == site.to_json()

    def test_after_the_file(self, site: Site, tmp_path: Path) -> None:
        site.save(tmp_path / "site.json")
        new = pages_of(redesigned_page, range(60, 66))
        assert Site.load(tmp_path / "site.json").update(new).to_json() == site.update(new).to_json()


class TestFile:
    def test_round_trip(self, site: Site, tmp_path: Path) -> None:
        site.save(tmp_path / "site.json")
        again = Site.load(tmp_path / "site.json")
        assert again.to_json() == site.to_json()
        pages = [
            (blog_page(make_article(99)), f"{HOST}/blog/99"),
            (table_page(make_article(99)), f"{HOST}/old/99"),
            (list_page(77), f"{HOST}/page/77"),
            (redesigned_page(make_article(99)), f"{HOST}/blog/99"),
            ("", None),
        ]
        for html, url in pages:
            one, two = site.extract(html, url=url), again.extract(html, url=url)
            assert one.to_dict() == two.to_dict()
            assert (one.keep.tolist(), one.reason) == (two.keep.tolist(), two.reason)

    def test_is_readable_text_with_a_format_number(self, site: Site, tmp_path: Path) -> None:
        path = tmp_path / "site.json"
        site.save(path)
        lines = path.read_text(encoding="utf-8").splitlines()
        assert '"format": 2' in lines[1]
        assert len(lines) > 100
        site.save(path)
        assert path.read_text(encoding="utf-8").splitlines() == lines

    def test_keeps_ids_of_any_letters(self, tmp_path: Path) -> None:
        pages = [(f"织机 \u2028 {number}", data) for number, (_, data) in enumerate(pages_of(blog_page, range(4)))]
        site = weft.learn(pages)
        site.save(tmp_path / "site.json")
        assert Site.load(tmp_path / "site.json").clusters[0].page_ids == tuple(name for name, _ in pages)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            "[]",
            "3",
            "null",
            '"x"',
            "{}",
            '{"format": 3}',
            '{"format": 2}',
            '{"format": 1}',
            '{"clusters": []}',
            "[" * 100_000,
        ],
    )
    def test_foreign_files_are_refused_with_what_to_do(self, text: str, tmp_path: Path) -> None:
        path = tmp_path / "site.json"
        path.write_text(text)
        with pytest.raises(ArtifactError, match=r"site\.json .*learn it again"):
            Site.load(path)

    def test_a_future_format_is_named(self) -> None:
        with pytest.raises(ArtifactError, match="format 99, this weft reads 2"):
            Site.from_json({"format": 99})

    def test_files_that_are_none(self, tmp_path: Path) -> None:
        (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
        for name in ("missing.json", "", "binary"):
            with pytest.raises(ArtifactError, match="cannot be read as a site"):
                Site.load(tmp_path / name)

    def test_broken_parts_are_refused(self, site: Site) -> None:
        breaks: list[tuple[list[str | int], Any]] = [
            (["fallback"], "nothing"),
            (["learner"], "nothing"),
            (["similarity"], ["istm"]),
            (["clustering"], None),
            (["clusters"], [3]),
            (["failures"], []),
            (["clusters", 0, "sketch"], "zz"),
            (["clusters", 0, "sketch"], "00"),
            (["clusters", 0, "urls"], [3]),
            (["clusters", 0, "template", "learner"], "nothing"),
            (["clusters", 0, "template", "pages"], float("inf")),
            (["clusters", 0, "template", "fields"], None),
            (["clusters", 0, "template", "fields", "tokens"], [3]),
            (["clusters", 0, "template", "fields", "tokens"], "post"),
            (["clusters", 0, "template", "fields", "labels"], {"html::text": "By"}),
            (["clusters", 0, "template", "fields", "rules", 0, "presence"], "all"),
            (["clusters", 0, "template", "fields", "rules", 0, "whole"], "no"),
            (["clusters", 0, "template", "fields", "rules", 0, "path"], "h1"),
            (["clusters", 0, "template", "records"], None),
            (["clusters", 0, "template", "fields", "rules", 0, "path"], "html > \ud800"),
            (["clusters", 0, "template", "body", "texts"], "Share"),
            (["clusters", 0, "template", "body", "texts"], [3]),
            (["clusters", 0, "template", "outline", "html"], {"p.\ud800": {}}),
            (["clusters", 1, "template", "records", "fields"], {"url": 3}),
            (["clusters", 0, "template", "outline"], {}),
            (["clusters", 0, "template", "outline", "html"], {"td[99999999999]": {}}),
            (["clusters", 0, "template", "outline", "html"], {"a b": {}}),
            (["clusters", 0, "template", "body", "keep"], ["html > nowhere"]),
            (["clusters", 1, "template", "records", "record"], "html > nowhere"),
        ]
        for path, value in breaks:
            data = json.loads(json.dumps(site.to_json()))
            place = data
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            with pytest.raises(ArtifactError, match=r"the site is broken .*; mend it, or learn it again"):
                Site.from_json(data)

    def test_rules_may_be_edited_by_hand(self, site: Site) -> None:
        data = json.loads(json.dumps(site.to_json()))
        data["clusters"][0]["template"]["body"]["texts"] = [make_article(99).paragraphs[0]]
        document = Site.from_json(data).extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
        assert document.text == "\n\n".join(make_article(99).paragraphs[1:])


def test_two_runs_learn_the_same() -> None:
    assert json.dumps(weft.learn(whole_site()).to_json()) == json.dumps(weft.learn(whole_site()).to_json())


def test_so_does_a_process_whose_sets_have_another_order() -> None:
    code = """import hashlib, json, weft
from tests.site_pages import whole_site
print(hashlib.sha256(json.dumps(weft.learn(whole_site()).to_json()).encode()).hexdigest())"""
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    run = subprocess.run(command, env=environment, cwd=Path(__file__).parents[2], capture_output=True, check=True)
    here = hashlib.sha256(json.dumps(weft.learn(whole_site()).to_json()).encode()).hexdigest()
    assert run.stdout.decode().strip() == here


def test_travels_to_a_worker_after_use(site: Site) -> None:
    html, url = blog_page(make_article(99)), f"{HOST}/blog/99"
    text = site.extract(html, url=url).text
    travelled: Site = pickle.loads(pickle.dumps(site))
    assert travelled.extract(html, url=url).text == text == make_article(99).body


def test_what_every_page_says_is_in_no_body(site: Site) -> None:
    for url, data in whole_site():
        text = site.extract(data, url=url).text
        assert SHARE not in text
        assert DISCLAIMER not in text


def test_lists_learned_alone_give_their_records_too() -> None:
    document = weft.learn(list_pages(range(1, 7))).extract(list_page(77), url=f"{HOST}/page/77")
    assert len(document.records) == 8


def test_numbers_of_too_many_digits_are_refused(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_text('{"format": ' + "1" * 5_000 + "}")
    with pytest.raises(ArtifactError, match="cannot be read as a site"):
        Site.load(tmp_path / "site.json")


def test_an_id_that_is_no_utf_8_is_saved_verbatim(tmp_path: Path) -> None:
    site = weft.learn([("caf\udce9", blog_page(make_article(0)))])
    site.save(tmp_path / "site.json")
    assert Site.load(tmp_path / "site.json").clusters[0].page_ids == ("caf\udce9",)


def test_what_cannot_be_written_is_said_and_the_old_file_stays(site: Site, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(weft.SourceError, match="cannot be written"):
        site.save(tmp_path / "file" / "site.json")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_is_printed_is_short(site: Site) -> None:
    assert repr(site) == "<Site of weft.example: 28 pages in 3 clusters>"
    cluster = site.clusters[0]
    assert repr(cluster) == "<Cluster article: 12 pages, article>"
    count = len(cluster.template.describe())
    assert repr(cluster.template) == f"<Template article: article, {count} rules from 12 pages>"
    assert repr(Site()) == "<Site: 0 pages in 0 clusters>"
    single = weft.learn([("a", "<p>One")])
    assert repr(single.clusters[0].template).endswith("no rules from 1 page>")


def test_an_update_says_once_which_hosts_there_are() -> None:
    hosts = [
        [(url.replace("weft.", f"{name}."), data) for url, data in pages_of(blog_page, range(4))] for name in "abc"
    ]
    site = weft.learn([*hosts[0], *hosts[1]]).update(hosts[2])
    assert site.notes == ("pages of 3 hosts were learned apart: a.example, b.example, c.example",)


def test_pages_that_say_nothing_are_empty() -> None:
    site = weft.learn([(f"{HOST}/blog/{n}", "<html><body></body></html>") for n in range(6)])
    assert [cluster.template.page_type for cluster in site.clusters] == ["empty"]
    assert site.extract("<html><body></body></html>", url=f"{HOST}/blog/9").text == ""
