# weft in a container: `docker build -t weft .`, then `docker run --rm -i weft extract - < page.html`.
# With more extras, or a browser:
#   docker build -t weft --build-arg EXTRAS=serve,browser --build-arg PACKAGES=chromium-headless-shell .
FROM rust:1-slim-bookworm AS build
RUN apt-get update -qq \
    && apt-get install -qq -y --no-install-recommends python3-venv \
    && python3 -m venv /build \
    && /build/bin/pip install --quiet 'maturin>=1.9,<2'
WORKDIR /weft
COPY . .
RUN /build/bin/maturin build --release --out /dist

FROM python:3.13-slim-bookworm
ARG EXTRAS=report,serve,warc,zstd,parquet
ARG PACKAGES=
RUN if [ -n "$PACKAGES" ]; then \
        apt-get update -qq && apt-get install -qq -y --no-install-recommends $PACKAGES && rm -rf /var/lib/apt/lists/*; \
    fi
RUN --mount=type=bind,from=build,source=/dist,target=/dist \
    pip install --quiet --no-cache-dir "$(ls /dist/*.whl)[$EXTRAS]" \
    && useradd --create-home weft
# Pages are hostile: never as root. Mount a folder there: -v "$PWD:/pages".
USER weft
WORKDIR /pages
ENTRYPOINT ["weft"]
CMD ["--help"]
