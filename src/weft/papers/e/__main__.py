"""`python -m weft.papers.e DATA`: print the tables of paper E, or write the model that ships."""

import argparse
from pathlib import Path

from weft.papers.e.shipping import train_model
from weft.papers.e.tables import reproduce


def main() -> None:
    """Read the options, do one of the two."""
    parser = argparse.ArgumentParser(prog="python -m weft.papers.e", description=main.__doc__)
    parser.add_argument("data", type=Path, help="the folder with wcxb-dev and sites")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", type=Path, help="write the model that ships to this file instead")
    options = parser.parse_args()
    if options.model:
        train_model(options.data, seed=options.seed).write(options.model)
    else:
        print(reproduce(options.data, seed=options.seed).to_markdown())


if __name__ == "__main__":
    main()
