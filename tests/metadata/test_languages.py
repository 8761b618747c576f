"""The language of pages and of their blocks."""

import pytest

from weft import _native, parse
from weft.metadata import block_languages, find_metadata

TEXTS = {
    "en": "The weaver put the last threads of the warp on the loom before it grew dark and went home.",
    "de": "Der Weber spannte die letzten Kettfäden auf, bevor es dunkel wurde, und ging nach Hause.",
    "fr": "Le tisserand a tendu les derniers fils de la chaîne avant la nuit, puis il est rentré chez lui.",
    "cs": "Tkadlec napnul poslední nitě osnovy dříve, než se setmělo, a potom šel domů.",
    "tr": "Dokumacı hava kararmadan önce çözgünün son ipliklerini tezgâha gerdi ve evine gitti.",
    "sw": "Mfumaji aliweka nyuzi za mwisho kwenye kitanda cha kufumia kabla ya giza kuingia.",
    "uk": "Ткач натягнув останні нитки основи, перш ніж стемніло, і пішов додому.",
    "bg": "Тъкачът опъна последните нишки на основата, преди да се стъмни, и си отиде у дома.",
    "fa": "بافنده پیش از تاریک شدن هوا آخرین نخ‌های تار را روی دستگاه بافندگی گذاشت.",
    "ar": "وضع النساج آخر الخيوط على النول قبل أن يحل الظلام ثم عاد إلى بيته.",
    "hi": "बुनकर ने अंधेरा होने से पहले ताने के आखिरी धागे करघे पर लगाए और घर चला गया।",
    "he": "האורג מתח את החוטים האחרונים של השתי לפני שהחשיך והלך הביתה.",
    "el": "Ο υφαντής έβαλε τα τελευταία νήματα στον αργαλειό πριν νυχτώσει.",
    "ja": "職人は暗くなる前に最後の経糸を織機に掛けた。",
    "zh": "天黑之前，织工把最后几根经线穿上了织机。",
    "ko": "직공은 어두워지기 전에 마지막 날실을 베틀에 걸었다.",
}


@pytest.mark.parametrize(("code", "text"), TEXTS.items())
def test_languages_are_guessed(code: str, text: str) -> None:
    assert _native.guess_language(text)[0] == code


def page(text: str, *, lang: str = "", times: int = 4) -> str:
    return f"<html{f' lang={lang}' if lang else ''}><body><p>{' '.join([text] * times)}</body></html>"


def test_what_is_declared_counts_where_the_text_agrees_or_says_little() -> None:
    language = find_metadata(parse(page(TEXTS["de"], lang="de-AT"))).language
    assert (language.value, language.source) == ("de", "html")
    assert find_metadata(parse("<html lang=fi><p>Ok")).language.value == "fi"


def test_a_text_that_is_surely_in_another_language_overrules() -> None:
    language = find_metadata(parse(page(TEXTS["cs"], lang="en"))).language
    assert (language.value, language.source) == ("cs", "guessed")


def test_a_second_declaration_that_the_text_confirms_wins() -> None:
    data = page(TEXTS["fr"], lang="en").replace("<body>", "<meta property=og:locale content=fr_FR><body>")
    language = find_metadata(parse(data)).language
    assert (language.value, language.source) == ("fr", "opengraph")


def test_blocks_have_languages_of_their_own() -> None:
    data = f"<html lang=en><p>{TEXTS['en']}<p>{TEXTS['de']}<div lang=fr><p>Oui</div><p>12</html>"
    assert block_languages(parse(data)) == ["en", "de", "fr", "en"]
    assert block_languages(parse("")) == []
