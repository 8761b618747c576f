"""robots.txt is read once a host, and again after it could not be read."""

import asyncio

import pytest

from weft.crawl.politeness import Politeness
from weft.crawl.robots import Rules

RULES = Rules.read(200, b"", user_agent="weft")


class Unsteady(Politeness):
    """Its host cannot be reached at first."""

    def __init__(self) -> None:
        super().__init__(crawler=None, sampling=None)  # type: ignore[arg-type]  # neither is asked here
        self.tries = 0

    async def _read_rules(self, origin: str) -> Rules:
        self.tries += 1
        await asyncio.sleep(0)
        if self.tries == 1:
            raise OSError("no route to host")
        return RULES


def test_a_failure_is_forgotten_by_the_next_request() -> None:
    async def ask() -> None:
        host = Unsteady()
        both = await asyncio.gather(host._rules_of("http://a"), host._rules_of("http://a"), return_exceptions=True)
        assert [type(answer) for answer in both] == [OSError, OSError]
        assert host.tries == 1, "who asks meanwhile waits for the same answer"
        assert [await host._rules_of("http://a") for _ in range(3)] == [RULES] * 3
        assert host.tries == 2

    asyncio.run(ask())


def test_what_was_given_up_is_tried_again() -> None:
    async def ask() -> None:
        host = Unsteady()
        host.tries = 1  # it can be reached
        first = asyncio.ensure_future(host._rules_of("http://a"))
        await asyncio.sleep(0)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert await host._rules_of("http://a") == RULES

    asyncio.run(ask())
