"""The words of dates in the languages that weft reads, all in lower case."""

MONTHS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "january jan januar jänner januari janvier janv enero ene gennaio gen janeiro январь января янв "
            "styczeń stycznia sty",
            "february feb februar februari février fevrier févr fév febrero febbraio fevereiro fev февраль февраля "
            "фев февр luty lutego lut",
            "march mar märz maerz mär mrz maart mrt mars marzo março marco март марта мар marzec marca",
            "april apr avril avr abril abr aprile апрель апреля апр kwiecień kwietnia kwi",
            "may mai mei mayo maggio mag maio май мая maj maja",
            "june jun juni juin junio giugno giu junho июнь июня июн czerwiec czerwca cze",
            "july jul juli juillet juil julio luglio lug julho июль июля июл lipiec lipca lip",
            "august aug augustus août aout agosto ago август августа авг sierpień sierpnia sie",
            "september sept sep septembre septiembre setiembre settembre set setembro сентябрь сентября сен сент "
            "wrzesień września wrz",
            "october oct oktober okt octobre octubre ottobre ott outubro out октябрь октября окт październik "
            "października paź",
            "november nov novembre noviembre novembro ноябрь ноября ноя нояб listopad listopada lis",
            "december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro декабрь декабря дек "
            "grudzień grudnia gru",
        ),
        start=1,
    )
    for word in words.split()
}

# Only these stand for a date without a year: "set 4" and "3 out" are seldom the fourth of September.
ENGLISH_MONTHS = frozenset(
    "january jan february feb march mar april apr may june jun july jul august aug september sept sep october oct "
    "november nov december dec".split()
)

WEEKDAYS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "monday mon montag lundi lunes 周一 星期一 週一",
            "tuesday tue tues dienstag mardi martes 周二 星期二 週二",
            "wednesday wed mittwoch mercredi miércoles 周三 星期三 週三",
            "thursday thu thur thurs donnerstag jeudi jueves 周四 星期四 週四",
            "friday fri freitag vendredi viernes 周五 星期五 週五",
            "saturday sat samstag samedi sábado 周六 星期六 週六",
            "sunday sun sonntag dimanche domingo 周日 周天 星期日 星期天 週日",
        )
    )
    for word in words.split()
}

UNITS: dict[str, str] = {
    word: unit
    for unit, words in {
        "second": "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi "
        "seconden секунду секунды секунд sekundę sekundy sekund 秒 秒钟 秒鐘 초",
        "minute": "m min mins minute minutes minuten minuto minutos minuti minuut минуту минуты минут мин minutę "
        "minuty minut 分 分钟 分鐘 분",
        "hour": "h hr hrs hour hours stunde stunden std heure heures hora horas ora ore uur uren час часа часов ч "
        "godzinę godziny godzin 小时 小時 钟头 時間 시간",
        "day": "d day days tag tage tagen jour jours día dia días dias giorno giorni dag dagen день дня дней dzień "
        "dni 天 日 일",
        "week": "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken неделю "
        "недели недель tydzień tygodnie tygodni 周 週 星期 礼拜 週間 주",
        "month": "mo mos month months monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяца "
        "месяцев miesiąc miesiące miesięcy 月 月份 か月 ヶ月 개월",
        "year": "y yr yrs year years jahr jahre jahren an ans année années año ano años anos anno anni jaar год года "
        "лет rok lata lat 年 년",
    }.items()
    for word in words.split()
}

# How many days back; the clock may follow.
DAY_WORDS: dict[str, int] = {
    word: back
    for back, words in enumerate(
        (
            "today|heute|aujourd'hui|aujourd’hui|hoy|oggi|hoje|vandaag|сегодня|dziś|dzisiaj|今天|今日|오늘",
            "yesterday|gestern|hier|ayer|ieri|ontem|gisteren|вчера|wczoraj|昨天|昨日|어제",
            "vorgestern|avant-hier|anteayer|l'altro ieri|anteontem|eergisteren|позавчера|przedwczoraj|前天|一昨日|그제",
            "大前天",
        )
    )
    for word in words.split("|")
}
NEEDS_CLOCK = frozenset({"hier"})  # German for "here"

NOW_WORDS = (
    "just now|right now|moments ago|a moment ago|a few seconds ago|gerade eben|à l'instant|à l’instant|ahora mismo|"
    "proprio ora|agora mesmo|zojuist|только что|przed chwilą|刚刚|刚才|剛剛|剛才|たった今|방금"
).split("|")

AGO_WORDS = ("ago", "fa", "atrás", "geleden", "назад", "temu")  # behind a count
BEFORE_WORDS = ("vor", "il y a", "hace", "há")  # before a count

LAST_UNITS: dict[str, str] = {
    "last week": "week",
    "last month": "month",
    "last year": "year",
    "letzte woche": "week",
    "la semaine dernière": "week",
    "上周": "week",
    "上个月": "month",
}

NUMBERS: dict[str, int] = {
    word: number
    for number, words in enumerate(
        (
            "",
            "a an one ein eine einem einer un une una uno um uma een одну один 一",
            "two zwei deux dos due dois duas twee два две dwa dwie 二 两 兩",
            "three drei trois tres tre três drie три trzy 三",
            "four vier quatre cuatro quattro quatro четыре cztery 四",
            "five fünf cinq cinco cinque vijf пять pięć 五",
            "six sechs sei seis zes шесть sześć 六",
            "seven sieben sept siete sette sete zeven семь siedem 七",
            "eight acht huit ocho otto oito восемь osiem 八",
            "nine neun neuf nueve nove negen девять dziewięć 九",
            "ten zehn dix diez dieci dez tien десять dziesięć 十",
            "eleven elf onze once undici 十一",
            "twelve zwölf douze doce dodici doze twaalf 十二",
        )
    )
    for word in words.split()
}
HALF = frozenset({"半", "half"})

HAN_DIGITS = {char: value for value, chars in enumerate(("〇零○", *"一二三四五六七八九")) for char in chars}

# CST is left out: it is Chicago's and Shanghai's.
ZONES: dict[str, str] = {
    "z": "Z",
    "utc": "Z",
    "gmt": "Z",
    "bst": "+01:00",
    "cet": "+01:00",
    "cest": "+02:00",
    "msk": "+03:00",
    "ist": "+05:30",
    "jst": "+09:00",
    "kst": "+09:00",
    "aest": "+10:00",
    "est": "-05:00",
    "edt": "-04:00",
    "cdt": "-05:00",
    "mst": "-07:00",
    "mdt": "-06:00",
    "pst": "-08:00",
    "pdt": "-07:00",
}

AFTERNOON = frozenset({"pm", "下午", "晚上", "傍晚", "午後", "오후"})
MORNING = frozenset({"am", "上午", "早上", "凌晨", "清晨", "午前", "오전"})
