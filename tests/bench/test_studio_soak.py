"""People mark while the server is killed: nothing that was answered is lost; and the check sees what is."""

from threading import Event

from bench.studio_soak import Kept, Person, check, soak
from weft.studio.changes import Write
from weft.studio.store import Store


def test_ten_people_and_a_killed_server_lose_nothing():
    figures = soak(seconds=11, people=10, seed=5, kills=(1.5, 2.5))
    assert figures.kills >= 1
    assert figures.kept > 50
    assert (figures.lost, figures.torn, figures.odd) == (0, 0, {})
    assert figures.changes >= figures.kept + figures.undone


def test_the_check_sees_a_lost_write(tmp_path):
    path = tmp_path / "studio.sqlite"
    value = {"marks": [], "note": "ann 1"}
    with Store.open(path) as store:
        store.write([Write("page:a", value, 0)], author="ann", what="mark")
    person = Person("ann", 0, Event(), 1)
    person.kept = [Kept(page="a", author="ann", note="ann 1", marks=[])]
    assert check(path, [person], seconds=1).lost == 0
    person.kept.append(Kept(page="a", author="ann", note="ann 2", marks=None))
    person.kept.append(Kept(page="a", author="ann", note="ann 1", marks=[{"name": "body", "rows": [3]}]))
    assert check(path, [person], seconds=1).lost == 2
