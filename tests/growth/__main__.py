"""Every shape under every operation: `python -m tests.growth [OPERATION …]` prints what grows too fast."""

import sys
import time

from tests.growth.measure import MAX_EXPONENT, find_exponent
from tests.growth.operations import SINGLE
from tests.growth.shapes import SHAPES
from weft import WeftError


def main() -> None:
    """Measure and print, an operation a line, the pairs that grow too fast below it."""
    names = sys.argv[1:] or list(SINGLE)
    if unknown := [name for name in names if name not in SINGLE]:
        sys.exit(f"unknown operation {unknown[0]!r}; choose some of {', '.join(SINGLE)}")
    too_fast = 0
    for name in names:
        begin = time.process_time()
        exponents: dict[str, float] = {}
        for shape in SHAPES:
            try:
                exponents[shape] = find_exponent(SINGLE[name], SHAPES[shape])
            except WeftError as error:
                exponents[shape] = float("inf")
                print(f"    {shape}: {error}", flush=True)
        worst = max(exponents, key=exponents.__getitem__)
        growing = {shape: found for shape, found in exponents.items() if found >= MAX_EXPONENT}
        too_fast += len(growing)
        seconds = time.process_time() - begin
        print(f"{name}: {len(SHAPES)} shapes, at most n^{exponents[worst]:.2f} ({worst}), {seconds:.0f} s", flush=True)
        for shape, found in growing.items():
            print(f"    {shape}: n^{found:.2f}", flush=True)
    print(f"{len(names)} operations, {len(SHAPES)} shapes: {too_fast} pairs grow too fast")
    sys.exit(too_fast > 0)


if __name__ == "__main__":
    main()
