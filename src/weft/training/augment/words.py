"""What forums write on buttons and beside numbers, in the languages that pages are exchanged into."""

from __future__ import annotations

import re
from collections.abc import Mapping

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
