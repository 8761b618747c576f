"""Which addresses may be written: one judgement for every output.

A page chooses its addresses, and what reads our output follows them. So an address is judged as the most forgiving
reader would read it: after it was joined with its base, without the characters that browsers and XML leave out, with
entities decoded. Only schemes that lead somewhere are written, none that runs a program; never a name or password.
"""

from urllib.parse import urlsplit

from weft.kernel import text as kernel

SAFE_SCHEMES = frozenset("http https mailto tel ftp ftps sms magnet irc xmpp geo".split())
WEB_SCHEMES = frozenset({"http", "https"})


def safe_address(address: str | None, base: str = "", *, schemes: frozenset[str] = SAFE_SCHEMES) -> str:
    """The address, joined with a base; empty for one that must not be written or leads nowhere.

    >>> safe_address("../a b", "https://weft.example/x/y/"), safe_address("https://me:secret@weft.example/")
    ('https://weft.example/x/a b', 'https://weft.example/')
    >>> safe_address("java\\nscript:alert(1)"), safe_address("java\\ufffescript:alert(1)"), safe_address("http://[")
    ('', '', '')
    """
    return kernel.safe_address(address, base, schemes is WEB_SCHEMES)


def host_of(address: str) -> str:
    """The name of the host of an address, in lower case; empty where there is none.

    >>> host_of("https://Weft.example:80/looms"), host_of("http://["), host_of("/looms")
    ('weft.example', '', '')
    """
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def own_address(url: str | None) -> str:
    """The URL that the caller gave a page, as it may be written: any scheme that runs nothing, without a password.

    >>> own_address("file:///saved/page.html"), own_address("javascript:alert(1)")
    ('file:///saved/page.html', '')
    """
    return kernel.own_address(url)


def without_user(address: str) -> str:
    """The address without the name and password before its host.

    >>> without_user("ftp://me:secret@weft.example/@a"), without_user("mailto:me@weft.example")
    ('ftp://weft.example/@a', 'mailto:me@weft.example')
    """
    return kernel.without_user(address) if "@" in address else address
