"""Re-makes every picture of the documentation: `python docs/pictures/make.py`.

Each script beside this one that has a `main` makes its own; this runs them one after the other.
"""

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Run every script; the exit code is 1 where one failed."""
    beside = sorted(set(Path(__file__).parent.glob("*.py")) - {Path(__file__)})
    scripts = [path for path in beside if "__main__" in path.read_text(encoding="utf-8")]
    failed = [path.name for path in scripts if subprocess.run([sys.executable, str(path)], check=False).returncode]
    print(f"{len(scripts) - len(failed)} scripts made their pictures")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
