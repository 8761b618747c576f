"""`make http-check`: starts `weft serve` and lets schemathesis ask it everything that /openapi.json describes.

Whatever is asked, no answer is a fault of the server, and every answer has a status, a type and a form that the
description has. A page may give no content (422), so schemathesis does not ask that every valid request succeeds.
"""

import subprocess
import sys
import time
import urllib.error
import urllib.request

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance"
    ",response_schema_conformance,negative_data_rejection,unsupported_method"
)
SECONDS = 60.0  # in which the service must be ready


def wait_until_ready(address: str) -> None:
    """Return when the service is ready; raise where it never is."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{address}/ready", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def main(program: list[str]) -> int:
    """Run schemathesis, which is the given program (such as `uv tool run schemathesis`); its exit code, 2 for none."""
    if not program:
        print("usage: python -m tools.http_check PROGRAM… (make http-check gives it)", file=sys.stderr)
        return 2
    serve = [sys.executable, "-m", "weft", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            address = server.stderr.readline().split()[-1]
            wait_until_ready(address)
            options = ["--max-examples", "50", "--phases", "coverage,fuzzing", "--checks", CHECKS]
            asked = subprocess.run([*program, "run", f"{address}/openapi.json", *options]).returncode
        finally:
            server.terminate()
        return asked or server.wait(SECONDS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
