"""ISO 639-1 codes and those of ISO 639-3, for the languages of the bench."""

_PAIRS = """
af afr am amh ar arb as asm az azj be bel bg bul bn ben bs bos br bre ca cat ce che cs ces cv chv cy cym da dan de deu
el ell en eng eo epo es spa et est eu eus fa pes fi fin fo fao fr fra fy fri ga gle gd gla gl glg gn gug gu guj ha hau
he heb hi hin hr hrv ht hat hu hun hy hye ia ina id ind ig ibo is isl it ita ja jpn jv jav ka kat kk kaz km khm kn kan
ko kor ku kmr ky kir la lat lb ltz lg lug ln lin lo lao lt lit lv lav mg plt mi mri mk mkd ml mal mn khk mr mar ms mly
mt mlt my mya nb nob ne nep nl nld nn nno ny nya oc oci om gax or ori os oss pa pan pl pol ps pbu pt por qu quz rm roh
rn run ro ron ru rus rw kin sa san sc src sd snd si sin sk slk sl slv sm smo sn sna so som sq als sr srp st sot su sun
sv swe sw swh ta tam te tel tg tgk th tha ti tir tk tuk tl tgl tn tsn to ton tr tur ts tso tt tat ug uig uk ukr ur urd
uz uzn vi vie wo wol xh xho yi ydd yo yor zh cmn zu zul ba bak
""".split()
LONG = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
