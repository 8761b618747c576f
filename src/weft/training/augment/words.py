"""What forums write on buttons and beside numbers, in the languages that pages are exchanged into.

Names of a program exchanged for made-up words: classes, ids, addresses; and what speaks to machines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from urllib.parse import urlsplit, urlunsplit

from weft.training.augment.cases import Draft
from weft.training.augment.trees import RAW, TEXT, Branch

MEANINGS = (
    "reply quote report edit delete share like replies views posts author joined location posted by next previous page "
    "topic last_post today yesterday day_before"
).split()

_LANGUAGES = {
    "en": "Reply|Quote|Report|Edit|Delete|Share|Like|Replies|Views|Posts|Author|Joined|Location|Posted|by|Next|Previous"
    "|Page|Topic|Last post|Today|Yesterday|2 days ago",
    "zh": "回复|引用|举报|编辑|删除|分享|赞|回复|查看|帖子|作者|注册时间|来自|发表于|作者"
    "|下一页|上一页|页|主题|最后发表|今天|昨天|前天",
    "de": "Antworten|Zitieren|Melden|Bearbeiten|Löschen|Teilen|Gefällt mir|Antworten|Zugriffe|Beiträge|Autor"
    "|Registriert|Wohnort|Verfasst|von|Nächste|Vorherige|Seite|Thema|Letzter Beitrag|Heute|Gestern|Vorgestern",
    "fr": "Répondre|Citer|Signaler|Modifier|Supprimer|Partager|J’aime|Réponses|Vues|Messages|Auteur|Inscription"
    "|Localisation|Publié|par|Suivante|Précédente|Page|Sujet|Dernier message|Aujourd’hui|Hier|Avant-hier",
    "es": "Responder|Citar|Reportar|Editar|Eliminar|Compartir|Me gusta|Respuestas|Vistas|Mensajes|Autor|Registrado"
    "|Ubicación|Publicado|por|Siguiente|Anterior|Página|Tema|Último mensaje|Hoy|Ayer|Anteayer",
    "it": "Rispondi|Cita|Segnala|Modifica|Elimina|Condividi|Mi piace|Risposte|Visite|Messaggi|Autore|Iscritto il"
    "|Località|Inviato|da|Successiva|Precedente|Pagina|Argomento|Ultimo messaggio|Oggi|Ieri|L’altro ieri",
    "pt": "Responder|Citar|Denunciar|Editar|Excluir|Compartilhar|Curtir|Respostas|Exibições|Mensagens|Autor"
    "|Registrado em|Localização|Enviado|por|Próximo|Anterior|Página|Tópico|Última mensagem|Hoje|Ontem|Anteontem",
    "nl": "Reageren|Citeren|Melden|Bewerken|Verwijderen|Delen|Leuk|Reacties|Weergaven|Berichten|Auteur|Lid geworden op"
    "|Locatie|Geplaatst|door|Volgende|Vorige|Pagina|Onderwerp|Laatste bericht|Vandaag|Gisteren|Eergisteren",
    "pl": "Odpowiedz|Cytuj|Zgłoś|Edytuj|Usuń|Udostępnij|Lubię to|Odpowiedzi|Wyświetlenia|Posty|Autor|Rejestracja"
    "|Lokalizacja|Wysłany|przez|Następna|Poprzednia|Strona|Temat|Ostatni post|Dzisiaj|Wczoraj|Przedwczoraj",
    "ru": "Ответить|Цитата|Жалоба|Изменить|Удалить|Поделиться|Нравится|Ответы|Просмотры|Сообщения|Автор"
    "|Зарегистрирован|Откуда|Добавлено|от|След.|Пред.|Страница|Тема|Последнее сообщение|Сегодня|Вчера|Позавчера",
    "tr": "Cevapla|Alıntı|Şikayet et|Düzenle|Sil|Paylaş|Beğen|Cevaplar|Görüntüleme|Mesajlar|Yazar|Kayıt|Konum"
    "|Gönderildi|yazan|Sonraki|Önceki|Sayfa|Konu|Son mesaj|Bugün|Dün|Evvelsi gün",
    "sv": "Svara|Citera|Anmäl|Redigera|Ta bort|Dela|Gilla|Svar|Visningar|Inlägg|Författare|Blev medlem|Ort|Skrivet|av"
    "|Nästa|Föregående|Sida|Ämne|Senaste inlägg|Idag|Igår|I förrgår",
    "ja": "返信|引用|通報|編集|削除|共有|いいね|返信数|閲覧数|投稿数|投稿者|登録日|住所|投稿日時"
    "|投稿者|次へ|前へ|ページ|トピック|最新の投稿"
    "|今日|昨日|一昨日",
    "ko": "답글|인용|신고|수정|삭제|공유|좋아요|답변|조회|게시글|작성자|가입일|지역|작성일"
    "|글쓴이|다음|이전|페이지|주제|마지막 글|오늘|어제"
    "|그제",
    "vi": "Trả lời|Trích dẫn|Báo cáo|Sửa|Xóa|Chia sẻ|Thích|Trả lời|Lượt xem|Bài viết|Tác giả|Tham gia|Đến từ|Đã gửi|bởi"
    "|Tiếp|Trước|Trang|Chủ đề|Bài cuối|Hôm nay|Hôm qua|Hôm kia",
    "el": "Απάντηση|Παράθεση|Αναφορά|Επεξεργασία|Διαγραφή|Κοινοποίηση|Μου αρέσει|Απαντήσεις|Προβολές|Δημοσιεύσεις"
    "|Συγγραφέας|Εγγραφή|Τοποθεσία|Δημοσιεύτηκε|από|Επόμενη|Προηγούμενη|Σελίδα|Θέμα|Τελευταία δημοσίευση|Σήμερα|Χθες"
    "|Προχθές",
}

WORDS: Mapping[str, Mapping[str, str]] = {
    language: dict(zip(MEANINGS, words.split("|"), strict=True)) for language, words in _LANGUAGES.items()
}

# What English and Chinese programs write, beside the words above.
_SOURCES = {
    "reply": "post reply|reply to this|回复本帖|回帖|回應|回覆",
    "quote": "reply with quote|reply quote",
    "report": "report this post|report post",
    "replies": "replies|comments|回复数",
    "views": "read|浏览|阅读|人气|点击",
    "posts": "messages|发帖|帖子数",
    "author": "started by|poster|楼主",
    "joined": "registered|member since|注册",
    "location": "from",
    "posted": "posted on|posted at|发布于|发表时间|发布时间",
    "next": "next page|next topic|下一主题",
    "previous": "prev|previous page|上一主题",
    "topic": "thread|subject|topics|threads|帖子标题|标题",
    "last_post": "last message|last reply|latest post|最后回复|最后发言|最后更新",
}

MEANING_OF: Mapping[str, str] = {
    **{word.casefold(): meaning for code in ("zh", "en") for meaning, word in reversed(list(WORDS[code].items()))},
    **{word: meaning for meaning, words in _SOURCES.items() for word in words.split("|")},
}
"""The meaning of a word that a page is written with, in lower case."""


def _alternatives() -> str:
    words = sorted(MEANING_OF, key=len, reverse=True)
    # A Chinese word inside of a longer one means something else.
    return "|".join(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])" for word in words)


SOURCE_WORD = re.compile(_alternatives(), re.IGNORECASE)


def exchange_words(text: str, language: str) -> str:
    """The words of buttons, counters and labels in another language; the rest stays.

    >>> exchange_words("Replies: 5", "de"), exchange_words("发表于 ", "fr")
    ('Antworten: 5', 'Publié ')
    """
    return SOURCE_WORD.sub(lambda match: WORDS[language][MEANING_OF[match[0].casefold()]], text)


SYLLABLES = tuple(a + b for a in "bdfgklmnprstvz" for b in "aeiou")
NAMES = ("id", "name", "for", "headers")  # attributes whose value is one name, or several
ADDRESSES = ("href", "src", "action", "cite")
# What tells machines the meaning of an element, or holds a program.
MEANT = re.compile(r"on[a-z]+|data-.*|item(?:prop|scope|type|id|ref)|role|aria-.*|property|typeof|vocab|about|resource")
KEPT_NAMES = frozenset(("viewport", "description", "keywords", "robots", "author"))  # of `meta`
_LETTERS = re.compile(r"%[0-9A-Fa-f]{2}|[^\W\d_]+")
_PART = re.compile(r"[^/&=]+")
_ENDING = re.compile(r"\.[A-Za-z]{2,5}$")

Rename = Callable[[str], str]


def scramble_names(draft: Draft) -> bool:
    """Every word of classes and ids becomes a made-up one, the same on all pages of the program; numbers stay."""
    rename = _renamer(draft, "names")
    for branch in draft.root:
        _clean(branch)
        if "class" in branch.attributes:
            branch.attributes["class"] = rename(branch.attributes["class"])
        _rename_ids(branch, rename)
    return True


def drop_names(draft: Draft) -> bool:
    """No element has a class; ids are made-up words where an address or a label leads to them, else gone."""
    rename = _renamer(draft, "names")
    wanted = {target for branch in draft.root for target in _targets(branch)}
    for branch in draft.root:
        _clean(branch)
        branch.attributes.pop("class", None)
        if branch.attributes.get("id") not in wanted:
            branch.attributes.pop("id", None)
        _rename_ids(branch, rename)
    return True


def scramble_addresses(draft: Draft) -> bool:
    """The words of paths and queries become made-up ones, `/member.php?u=5` reads `/kafo.php?tu=5`; titles stay."""
    rename = _renamer(draft, "addresses")
    changed = False
    for branch in draft.root:
        for name in ADDRESSES:
            address = branch.attributes.get(name, "")
            if address and not address.startswith("#"):
                said = frozenset(_LETTERS.findall(branch.said().casefold()))
                branch.attributes[name] = _renamed_address(address, _renamer_beside(rename, said))
                changed |= branch.attributes[name] != address
    return changed


def _renamer(draft: Draft, what: str) -> Rename:
    program = draft.program

    @cache
    def word(old: str) -> str:
        if old.startswith("%"):
            return old
        chance = Random(f"{program}/{what}/{old.casefold()}")
        return "".join(chance.choices(SYLLABLES, k=chance.choice((2, 2, 3))))

    return cache(lambda text: _LETTERS.sub(lambda match: word(match[0]), text))


def _renamer_beside(rename: Rename, said: frozenset[str]) -> Rename:
    """Renames all but what the link itself says: the name of a user, the words of a title."""

    def part(match: re.Match[str]) -> str:
        words = _LETTERS.findall(match[0].casefold())
        stays = words and said.issuperset(words) and not MEANING_OF.keys() & set(words)
        return match[0] if stays else rename(match[0])

    return lambda text: _PART.sub(part, text)


def _clean(branch: Branch) -> None:
    """Without the attributes that speak to machines; a script or a style has no text."""
    for name in [name for name in branch.attributes if MEANT.fullmatch(name)]:
        del branch.attributes[name]
    if branch.tag in RAW:
        branch.children = []
    if branch.tag == "meta" and branch.attributes.get("name", "") not in KEPT_NAMES:
        branch.attributes = {key: value for key, value in branch.attributes.items() if key == "charset"}


def _rename_ids(branch: Branch, rename: Rename) -> None:
    for name in NAMES:
        if name in branch.attributes and branch.tag != "meta":
            branch.attributes[name] = rename(branch.attributes[name])
    address = branch.attributes.get("href", "")
    if "#" in address and not address.lower().startswith("javascript:"):
        before, _, target = address.partition("#")
        branch.attributes["href"] = f"{before}#{rename(target)}"


def _targets(branch: Branch) -> list[str]:
    label = branch.attributes.get("for", "")
    return [label, branch.attributes.get("href", "").partition("#")[2]]


def _renamed_address(address: str, rename: Rename) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:  # people write what is no address
        return address
    if parts.scheme not in ("", "http", "https"):
        return address
    ending = _ENDING.search(parts.path)
    path = parts.path[: ending.start()] if ending else parts.path
    return urlunsplit(parts._replace(path=rename(path) + (ending[0] if ending else ""), query=rename(parts.query)))


def is_text(branch: Branch) -> bool:
    """Whether a branch is a text that people see."""
    return branch.tag == TEXT and not branch.is_blank and not (branch.parent and branch.parent.tag in RAW)
