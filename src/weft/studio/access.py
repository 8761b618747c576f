"""Who may use a server: one-time tokens, a password, sessions."""

import hashlib
import hmac
import ipaddress
import secrets
import socket
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from weft.errors import ConfigError

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
ANYWHERE = frozenset({"0.0.0.0", "::"})
MAX_SESSIONS = 1_000  # the oldest goes
MAX_TOKENS = 100  # that nobody has used yet; the oldest goes
IDLE = (
    12 * 3600.0
)  # seconds without a request that end a session which a password began; a token's lasts with the server
TRIES, WINDOW = 5, 60.0  # wrong passwords of one address in so many seconds before it must wait
MAX_TRIES = 100  # of all addresses together: those who have many
MIN_PASSWORD = 8  # characters: with the wait above, a word list of a million would take months
MAX_NAME_LENGTH = 60


@dataclass
class Session:
    """A person who has logged in."""

    author: str
    seen: float
    has_password: bool = False


@dataclass
class Access:
    """The tokens, password and sessions of one server. Nothing of it is saved: a new start makes new tokens."""

    host: str = "127.0.0.1"
    port: int = 0  # as it is bound
    author: str = "somebody"
    password: str = ""
    clock: Callable[[], float] = time.monotonic
    _tokens: dict[str, str] = field(default_factory=dict)  # digest to author
    _sessions: dict[str, Session] = field(default_factory=dict)  # by digest, the longest unseen first
    _wrong: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=10_000))  # when, from where
    _lock: Lock = field(default_factory=Lock)

    def check(self) -> None:
        """Raise a ConfigError where other machines could connect without a password."""
        if self.host not in LOOPBACK and not self.password:
            what = f"{self.host} can be reached from other machines and there is no password"
            raise ConfigError(what, advice="give Access a password, or a host of this machine only")
        if self.password and len(self.password) < MIN_PASSWORD:
            raise ConfigError(f"a password has at least {MIN_PASSWORD} characters")

    @property
    def cookie(self) -> str:
        """The name of the cookie; browsers keep cookies of one host for all its ports."""
        return f"weft_studio_{self.port}"

    @property
    def url(self) -> str:
        """The address for people."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(self.host, self.host)
        return f"http://{host}:{self.port}"

    def new_token(self, author: str = "") -> str:
        """A token that lets one browser in, once."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tokens[_digest(token)] = author or self.author
            while len(self._tokens) > MAX_TOKENS:
                del self._tokens[next(iter(self._tokens))]
        return token

    def use_token(self, token: str) -> str:
        """A session for a token that nobody has used; empty for any other."""
        with self._lock:
            author = self._tokens.pop(_digest(token), "")
            return self._begin(author, has_password=False) if author else ""

    def log_in(self, *, name: str, password: str, address: str) -> str:
        """A session for the right password; empty for a wrong one. A ConfigError for no name, or too many tries."""
        author = " ".join(name.split())[:MAX_NAME_LENGTH]
        now = self.clock()
        with self._lock:
            if self.must_wait(address):
                raise ConfigError("too many wrong passwords", advice="wait a minute")
            is_right = hmac.compare_digest(_digest(password), _digest(self.password)) and bool(self.password)
            if not is_right:
                self._wrong.append((now, address))
                return ""
            if not author or not author.isprintable():
                raise ConfigError("give your name: it stands beside every change you make")
            return self._begin(author, has_password=True)

    def must_wait(self, address: str) -> bool:
        """Whether there were too many wrong passwords of late."""
        since = self.clock() - WINDOW
        recent = [origin for when, origin in self._wrong if when > since]
        return recent.count(address) >= TRIES or len(recent) >= MAX_TRIES

    def find(self, session: str) -> Session | None:
        """Who a session belongs to, None where it is none."""
        digest = _digest(session)
        with self._lock:
            person = self._sessions.pop(digest, None)
            if person is None or (person.has_password and self.clock() - person.seen > IDLE):
                return None
            person.seen = self.clock()
            self._sessions[digest] = person
            return person

    def log_out(self, session: str) -> None:
        """End a session."""
        with self._lock:
            self._sessions.pop(_digest(session), None)

    def knows_host(self, header: str) -> bool:
        """Whether a request names us as its host: pages of other sites that lead a name of theirs here do not."""
        if header.endswith("]") or ":" not in header:
            header += ":80"  # which browsers leave out
        name, _, port = header.rpartition(":")
        if port != str(self.port) or name.startswith("[") != name.endswith("]"):
            return False
        name = name.strip("[]").lower()
        if self.host in LOOPBACK:
            return name in LOOPBACK
        if self.host in ANYWHERE:
            return name in LOOPBACK or name == socket.gethostname().lower() or _is_address(name)
        return name in (self.host.lower(), *LOOPBACK)

    def _begin(self, author: str, *, has_password: bool) -> str:
        session = secrets.token_urlsafe(32)
        self._sessions[_digest(session)] = Session(author, self.clock(), has_password)
        while len(self._sessions) > MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return session


def _digest(secret: str) -> str:
    """What is kept and compared of a secret: look-ups by it tell nothing by their time."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _is_address(name: str) -> bool:
    """Whether a host is a number: no one's name server can lead it elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
