"""What is made from marks, each in a process of its own: models, a site, wrappers, an ontology, code; what fails."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from io import BytesIO

import pytest

from tests.studio.browser.made_pages import news
from weft.errors import ConfigError, NoMatch
from weft.extractors.block_classifier import BlockClassifier, Model
from weft.model_file import ModelFile
from weft.page import parse
from weft.papers.c import Ontology, SoftMealy
from weft.sites import Site
from weft.studio.jobs import DONE, FAILED, MAX_RUNNING, RUNNING, Jobs, TooMany
from weft.studio.marking import Marks
from weft.studio.opening import open_project
from weft.studio.store import Store

PATIENCE = 300.0  # a busy machine leaves little to a process that is nice


@pytest.fixture
def jobs():
    made = Jobs()
    yield made
    made.close()


def rows_of(page, css_class: str) -> list[int]:
    return [row for row in range(len(page)) if css_class in (page.attribute(row, "class") or "").split()]


@pytest.fixture
def marked():
    """Eight articles with a marked body, and six markets with marked records."""
    with Store.open(":memory:") as store:
        project = open_project(store, news(articles=8, markets=6), name="news")
        changed = {}
        for number in project.states:
            page = project.page(number)
            if bodies := rows_of(page, "content"):
                changed[number] = Marks({bodies[0]: "body", rows_of(page, "author")[0]: "author"})
            else:
                names = dict.fromkeys(rows_of(page, "offer"), "record")
                names |= dict.fromkeys(rows_of(page, "name"), "name") | dict.fromkeys(rows_of(page, "price"), "price")
                changed[number] = Marks(names)
        project.write(changed, dict.fromkeys(changed, 0), author="Ann", what="marks")
        yield project


def wait(job):
    ends = time.monotonic() + PATIENCE
    while job.state == RUNNING and time.monotonic() < ends:
        time.sleep(0.02)
    return job


def market_of(project) -> str:
    return next(state.cluster for state in project.states.values() if "market" in state.id)


def test_a_model_of_blocks(jobs, marked):
    job = wait(jobs.start(marked, "block_classifier", author="Ann"))
    assert (job.state, job.error) == (DONE, "")
    name, data = jobs.read_file(job.number)
    assert name == "block_classifier.zip"
    document = BlockClassifier(model=Model.of(ModelFile.from_bytes(data))).extract(marked.page(1))
    assert "The weaver 1 came to the old mill" in document.text
    ((what, (before, after)),) = job.figures["rows"]
    assert what == "body, F1 of words"
    assert 0 < before <= 1
    assert 0.8 < after <= 1
    assert "8 pages" in job.figures["note"]


def test_a_model_of_nodes(jobs, marked):
    job = wait(jobs.start(marked, "node_classifier"))
    assert (job.state, job.error) == (DONE, "")
    assert {name.rpartition(" ")[2]: values[0] > 0.7 for name, values in job.figures["rows"]} == {
        "precision": True,
        "recall": True,
        "f1": True,
    }


def test_a_site_has_what_the_marks_teach(jobs, marked, tmp_path):
    job = wait(jobs.start(marked, "site"))
    assert (job.state, job.error) == (DONE, "")
    path = tmp_path / "site.json"
    path.write_bytes(jobs.read_file(job.number)[1])
    site = Site.load(path)
    assert {cluster.name for cluster in site.clusters} == {cluster.name for cluster in marked.site.clusters}
    document = site.extract(marked.page(1))
    assert document.fields["author"].value == "Ann Weaver1"
    assert any(name.endswith("author") for name, _ in job.figures["rows"])


def test_a_softmealy_wrapper_and_its_figures(jobs, marked, tmp_path):
    job = wait(jobs.start(marked, "softmealy", cluster=market_of(marked)))
    assert (job.state, job.error) == (DONE, "")
    path = tmp_path / "wrapper.json"
    path.write_bytes(jobs.read_file(job.number)[1])
    (region,) = SoftMealy.load(path).find(marked.page(9))
    assert len(region.records) == 6
    assert dict(job.figures["rows"]) == {"name": [1, 1, 1], "price": [1, 1, 1]}


def test_an_ontology_finds_records_on_pages_of_another_make(jobs, marked):
    job = wait(jobs.start(marked, "ontology", cluster=market_of(marked)))
    assert (job.state, job.error) == (DONE, "")
    ontology = Ontology.read(jobs.read_file(job.number)[1].decode())
    items = "".join(f"<li><b>Loom {number} of oak</b><br>£ {number}.50</li>" for number in (311, 312, 313))
    other = parse(f"<html><body><h1>Sale</h1><ul>{items}</ul></body></html>")
    records = [record for region in ontology.find(other) for record in region.records]
    assert [record.fields["price"].value for record in records] == ["£ 311.50", "£ 312.50", "£ 313.50"]
    assert all(values[2] > 0.9 for _, values in job.figures["rows"])


def test_code_is_the_wrapper_of_a_cluster(jobs, marked):
    job = wait(jobs.start(marked, "code", cluster=marked.states[1].cluster))
    assert (job.state, job.error) == (DONE, "")
    with zipfile.ZipFile(BytesIO(jobs.read_file(job.number)[1])) as packed:
        assert "wrapper/wrapper.py" in packed.namelist()


def test_marks_that_come_later_are_not_in_it(jobs, marked):
    """The copy is of the moment; the store is not locked meanwhile."""
    job = jobs.start(marked, "site")
    version = marked.version_of(marked.page_target(1)).version
    marked.write({1: Marks({})}, {1: version}, author="Bo", what="cleared")
    assert wait(job).state == DONE


def test_too_few_bodies_is_a_sentence(jobs, project):
    project.write({1: Marks({3: "body"})}, {1: 0}, author="Ann", what="one")
    job = wait(jobs.start(project, "block_classifier"))
    assert job.state == FAILED
    assert job.error == "the body of 1 page is marked, training needs 4"
    with pytest.raises(NoMatch):
        jobs.read_file(job.number)


def test_no_marks_and_unknown_names(jobs, project):
    with pytest.raises(ConfigError, match="no page is marked"):
        jobs.start(project, "site")
    with pytest.raises(ConfigError, match="cannot be made"):
        jobs.start(project, "gold")


def test_a_missing_package_is_a_sentence(jobs, marked, monkeypatch):
    monkeypatch.setattr("weft.studio.products.TRAINING", ("weft_no_such_package",))
    with pytest.raises(ConfigError, match="training needs weft_no_such_package") as error:
        jobs.start(marked, "block_classifier")
    assert "weft[train]" in error.value.advice


def test_a_process_that_is_killed_is_a_sentence(marked):
    """A process that hangs stands for a long training; it is then killed as the system does when memory ends."""
    jobs = Jobs(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    job = jobs.start(marked, "site")
    while job.process is None:
        time.sleep(0.01)
    os.kill(job.process.pid, signal.SIGKILL)
    wait(job)
    assert (job.state, job.error) == (FAILED, "its process was ended by signal 9")
    jobs.close()


def test_one_can_be_cancelled_and_only_so_many_run(marked):
    jobs = Jobs(command=(sys.executable, "-c", "import time; time.sleep(60)"))
    running = [jobs.start(marked, "site") for _ in range(MAX_RUNNING)]
    with pytest.raises(TooMany):
        jobs.start(marked, "site")
    jobs.cancel(running[0].number)
    assert [job.state for job in running] == ["cancelled", RUNNING]
    third = jobs.start(marked, "site")
    jobs.close()
    processes = [job.process for job in (*running, third) if job.process]
    assert all(process.wait(PATIENCE) for process in processes)
    assert not any(job.folder.exists() for job in (*running, third))


def test_what_takes_too_long_ends(marked):
    jobs = Jobs(command=(sys.executable, "-c", "import time; time.sleep(60)"), max_seconds=0.2)
    job = wait(jobs.start(marked, "site"))
    assert job.error == "it took longer than 0 seconds"
    jobs.close()


def test_the_process_ends_with_the_server(tmp_path):
    """Its input ends when the server is gone, however that ended."""
    code = (
        "import sys, time; from threading import Thread; from weft.studio.making import _end_with_caller;"
        "Thread(target=_end_with_caller, daemon=True).start(); print('up', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "up\n"
        child.stdin.close()
        assert child.wait(PATIENCE) == 1


def test_over_http(client, project):
    version = project.version_of(project.page_target(1)).version
    project.write({1: Marks({3: "body"})}, {1: version}, author="Ann", what="one")
    assert "Make from the marks" in client.get("/export").text
    started = client.post("/api/jobs", json={"product": "site"}).json()
    assert started["state"] == RUNNING
    wait(client.app.state.jobs.find(started["number"]))
    (job,) = client.get("/api/jobs").json()["jobs"]
    assert (job["state"], job["author"], job["title"]) == (DONE, "Ann", "Site")
    answer = client.get(f"/made/{job['number']}")
    assert json.loads(answer.content)["clusters"]
    assert answer.headers["content-disposition"] == 'attachment; filename="site.json"'
    assert client.get("/made/77").status_code == 404
    assert client.post("/api/jobs", json={"product": "gold"}).status_code == 422
