import re

from tests.training.augment.pages import thread
from weft import parse
from weft.page import Page
from weft.training.augment.cases import TrainingCase
from weft.training.augment.variants import vary


def changed_page(name: str, number: int = 0) -> Page:
    changed = vary(thread(), [name], number=number)
    assert changed is not None
    return changed.page


def test_classes_and_ids_become_made_up_words_and_keep_their_numbers() -> None:
    page = changed_page("scrambled")
    assert not {"post", "author", "body", "menu"} & page.token_set
    ids = [page.id(row) for row in range(len(page)) if re.fullmatch(r"\w+-\d", page.id(row))]
    assert [name[-1] for name in ids] == list("1234")
    assert len({name[:-1] for name in ids}) == 1
    assert [page.classes(int(row))[0] for row in page.rows_of("div") if page.id(int(row)) in ids] == [ids[0][:-2]] * 4


def test_what_leads_to_an_id_follows_it() -> None:
    for name in ("scrambled", "dropped"):
        page = changed_page(name)
        targets = {page.attribute(int(row), "href") for row in page.rows_of("a")}
        ids = {page.id(row) for row in range(len(page))}
        (local,) = [target for target in targets if target and target.startswith("#")]
        assert local[1:] in ids
        assert local != "#post-2"


def test_the_words_of_one_program_are_the_same_and_those_of_another_variant_are_not() -> None:
    assert changed_page("scrambled").tokens == changed_page("scrambled").tokens
    assert changed_page("scrambled").tokens != changed_page("scrambled", 1).tokens


def test_without_names_there_is_no_class_and_nothing_that_speaks_to_machines() -> None:
    page = changed_page("dropped")
    assert not any(page.classes(row) for row in range(len(page)))
    assert {name for row in range(len(page)) for name in page.attributes(row)} == {"href", "id", "lang", "title"}
    assert "var" not in page.table.text.decode()


def test_addresses_keep_their_form() -> None:
    page = changed_page("addresses")
    addresses = [page.attribute(int(row), "href") or "" for row in page.rows_of("a")]
    assert "#post-2" in addresses
    assert sum(bool(re.fullmatch(r"/[a-z]+\.php\?[a-z]+=\d", address)) for address in addresses) == 12
    assert not any(word in address for address in addresses for word in ("member", "reply", "report", "index"))


def test_an_address_keeps_the_words_that_its_link_says() -> None:
    case = TrainingCase(
        id="1",
        page=parse("<a href='/topic/my-loom-is-loud.17?page=2'>My loom is loud</a>"),
        page_type="list",
        records=(),
    )
    changed = vary(case, ["addresses"])
    assert changed is not None
    address = changed.page.attribute(int(changed.page.rows_of("a")[0]), "href") or ""
    assert re.fullmatch(r"/(?!topic)[a-z]+/my-loom-is-loud\.17\?(?!page)[a-z]+=2", address)
