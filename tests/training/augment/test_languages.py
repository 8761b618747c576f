import pytest

from tests.training.augment.pages import BODIES, thread
from weft.training.augment.languages import exchange_text
from weft.training.augment.variants import vary
from weft.training.augment.words import MEANINGS, WORDS, exchange_words

FORMS = [
    ("2022-9-4 06:38", "de", "4. September 2022 06:38"),
    ("Posted: Sun Sep 04, 2022 1:01 pm", "es", "Publicado: 4 de septiembre de 2022 13:01"),
    ("半小时前", "it", "30 minuti fa"),
    ("2 years, 7 months ago", "pl", "2 lata temu"),
    ("昨天 14:05", "fr", "Hier 14:05"),
    ("发表于 2022-9-4", "ru", "Добавлено 4 сентября 2022 г."),
    ("5 replies", "tr", "5 Cevaplar"),
    ("注册会员", "de", "注册会员"),
]


@pytest.mark.parametrize(("text", "language", "expected"), FORMS)
def test_times_and_words_are_written_in_the_other_language(text: str, language: str, expected: str) -> None:
    assert exchange_text(text, language, "long").replace("\u202f", " ") == expected


@pytest.mark.parametrize("language", WORDS)
def test_every_language_has_a_word_for_every_meaning(language: str) -> None:
    assert list(WORDS[language]) == MEANINGS
    assert all(WORDS[language].values())
    assert exchange_words("Report", language) == WORDS[language]["report"]


def test_what_people_wrote_stays_and_the_truth_has_the_new_times() -> None:
    languages = set()
    for number in range(40):
        case = vary(thread(), ["languages"], number=number)
        assert case is not None
        text = case.page.text(0)
        assert all(body in text for body in BODIES)
        assert all(record.time in text for record in case.records)
        languages.add(case.page.attribute(0, "lang"))
        if case.page.attribute(0, "lang") != "en":
            assert "Posted" not in text
    assert len(languages) >= 10
