"""Counts of the service in Prometheus' text format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Lock

EDGES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Metrics:
    """Requests by path and status, and how long they took."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.requests: Counter[tuple[str, int]] = Counter()
        self.buckets: Counter[tuple[str, float]] = Counter()
        self.seconds: Counter[str] = Counter()

    def add(self, path: str, status: int, seconds: float) -> None:
        """Count a request."""
        with self._lock:
            self.requests[path, status] += 1
            self.seconds[path] += seconds  # type: ignore[assignment]  # a Counter of floats
            for edge in EDGES:
                if seconds <= edge:
                    self.buckets[path, edge] += 1

    def render(self, gauges: Mapping[str, float]) -> str:
        """All counts, and gauges of the moment, by name."""
        with self._lock:
            lines = ["# TYPE weft_requests_total counter"]
            lines += [
                f'weft_requests_total{{path="{path}",status="{status}"}} {count}'
                for (path, status), count in sorted(self.requests.items())
            ]
            lines.append("# TYPE weft_request_seconds histogram")
            for path in sorted(self.seconds):
                count = sum(number for (other, _), number in self.requests.items() if other == path)
                lines += [
                    f'weft_request_seconds_bucket{{path="{path}",le="{edge:g}"}} {self.buckets[path, edge]}'
                    for edge in EDGES
                ]
                lines.append(f'weft_request_seconds_bucket{{path="{path}",le="+Inf"}} {count}')
                lines.append(f'weft_request_seconds_sum{{path="{path}"}} {self.seconds[path]:.6f}')
                lines.append(f'weft_request_seconds_count{{path="{path}"}} {count}')
        for name, value in gauges.items():
            lines += [f"# TYPE weft_{name} gauge", f"weft_{name} {value:g}"]
        return "\n".join(lines) + "\n"
