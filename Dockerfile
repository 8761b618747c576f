# weft in a container: `make image`, or `docker build -t weft .`, then `docker run --rm -i weft extract - < page.html`.
# With more extras, or a browser (docs/vision.md says what its sandbox needs):
#   docker build -t weft --build-arg EXTRAS=serve,browser --build-arg PACKAGES=chromium-headless-shell .
# `make image` gives the bases by digest (name:tag@sha256:…), so that what was built can be built again.
ARG RUST_IMAGE=rust:1.90.0-slim-bookworm
ARG PYTHON_IMAGE=python:3.13.9-slim-bookworm

FROM ${RUST_IMAGE} AS build
RUN apt-get update -qq \
    && apt-get install -qq -y --no-install-recommends python3-venv \
    && python3 -m venv /build
COPY requirements/build.txt /
RUN /build/bin/pip install --quiet --require-hashes --requirement /build.txt
WORKDIR /weft
COPY . .
RUN /build/bin/maturin build --release --locked --out /dist

FROM ${PYTHON_IMAGE}
ARG RUST_IMAGE
ARG PYTHON_IMAGE
ARG EXTRAS=report,serve,warc,zstd
ARG PACKAGES=
LABEL org.opencontainers.image.base.name=${PYTHON_IMAGE} weft.built-in=${RUST_IMAGE}
RUN if [ -n "$PACKAGES" ]; then \
        apt-get update -qq && apt-get install -qq -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
# The lock holds every extra, so any of them is checked by hash; what it does not hold is not installed.
RUN --mount=type=bind,from=build,source=/dist,target=/dist \
    --mount=type=bind,source=requirements,target=/requirements \
    python -m venv /tmp/build \
    && /tmp/build/bin/pip install --quiet --no-cache-dir --require-hashes --requirement /requirements/build.txt \
    && wheel="$(ls /dist/*.whl)" \
    && /tmp/build/bin/uv pip install --system --quiet --no-cache --require-hashes --constraint /requirements/dev.txt \
        "weft[$EXTRAS] @ file://$wheel#sha256=$(sha256sum "$wheel" | cut -d' ' -f1)" \
    && rm -rf /tmp/build \
    && useradd --create-home weft
# Pages are hostile: never as root. Mount a folder there: -v "$PWD:/pages".
USER weft
WORKDIR /pages
ENTRYPOINT ["weft"]
CMD ["--help"]
