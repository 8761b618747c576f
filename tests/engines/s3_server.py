"""A server that speaks S3, on this machine, and the files in it."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from moto.server import ThreadedMotoServer

from weft.io.files import load_fsspec

BUCKET = "crawl"


@dataclass(frozen=True)
class S3Server:
    """A bucket of its own, and how other processes reach it."""

    environment: dict[str, str]
    system: Any

    def put(self, name: str, data: bytes) -> None:
        self.system.pipe_file(f"{BUCKET}/{name}", data)

    def get(self, name: str) -> bytes:
        self.system.invalidate_cache()
        data: bytes = self.system.cat_file(f"{BUCKET}/{name}")
        return data

    def names(self) -> list[str]:
        """Every file of the bucket."""
        self.system.invalidate_cache()
        return [name.removeprefix(f"{BUCKET}/") for name in sorted(self.system.find(BUCKET))]


@contextmanager
def serve_s3() -> Iterator[S3Server]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # it tells every request
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "weft",
        "AWS_SECRET_ACCESS_KEY": "weft",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    try:
        system = load_fsspec().filesystem("s3", skip_instance_cache=True)
        system.mkdir(BUCKET)
        yield S3Server(environment, system)
        system.rm(BUCKET, recursive=True)  # what the server holds outlives it in this process
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            os.environ |= {name: value} if value is not None else {}
        load_fsspec().filesystem("s3").clear_instance_cache()
        server.stop()
