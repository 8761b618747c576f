"""Lines of a journal with a checksum each: a line that was torn or changed is as if it had never been written.

A number that a disk changed is still a number. A run that went on with it would leave out pages, or have them twice.
"""

import zlib

DIGITS = 8  # of a checksum


def seal(data: bytes) -> bytes:
    """A line, ready to be written.

    >>> seal(b'{"pages": 4}')
    b'4afeac44 {"pages": 4}\\n'
    """
    return b"%08x %s\n" % (zlib.crc32(data), data)


def unseal(line: bytes) -> bytes | None:
    """What was sealed; None where the line is not whole, or not as it was.

    >>> unseal(seal(b"4")), unseal(seal(b"4")[:-1]), unseal(seal(b"4").replace(b" 4", b" 5"))
    (b'4', None, None)
    """
    data = line[DIGITS + 1 : -1]
    return data if line == seal(data) else None
