"""`weft extract page.html` and nothing else said: the text in one crossing of the kernel, for a fast start.

Numpy and most of weft are not imported. `weft.cli.extract` prints the same, and goes on where the kernel alone does not
settle a page, or where something is wrong with it.
"""

import sys
from os.path import isfile

from weft.errors import WeftError
from weft.extractors.kernel_model import find_text
from weft.io.page_bytes import check_data
from weft.page.limits import DEFAULT_LIMITS


def print_page(name: str) -> bool:
    """Print the text of the page in a file; false where nothing was printed, because it takes more."""
    try:
        if not isfile(name):
            return False
        with open(name, "rb") as file:
            data = file.read(DEFAULT_LIMITS.bytes + 1)
        text = find_text(check_data(data, name), page=name)
    except (OSError, ValueError, WeftError):
        return False
    if not text:
        return False
    sys.stdout.write(text.rstrip("\n") + "\n")
    return True
