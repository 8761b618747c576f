"""`weft site check FILE`: what is wrong with a site.json that a person edited."""

from pathlib import Path

from weft.errors import SourceError
from weft.io.damage import reason_of
from weft.nouns import with_noun
from weft.sites import Site
from weft.sites.check import check_site


def run_check(path: str | Path) -> int:
    """Print a line for each problem and return 1, or a summary and return 0."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise SourceError(
            f"cannot be read ({reason_of(error)})", page=str(path), advice="name what weft learn wrote"
        ) from None
    problems = check_site(text)
    for problem in problems:
        print(f"{path}:{problem}")
    if problems:
        return 1
    site = Site.load(path)
    rules = sum(len(cluster.template.describe()) for cluster in site.clusters)
    print(f"{path} is sound: {with_noun(len(site.clusters), 'cluster')}, {with_noun(rules, 'rule')}")
    return 0
