"""Whether this system lets us make user namespaces, which Chromium's sandbox is made of: most containers do not."""

import shutil
import subprocess

ALLOWS_NAMESPACES = (
    shutil.which("unshare") is not None
    and subprocess.run(["unshare", "--user", "true"], capture_output=True, check=False).returncode == 0
)
