# `make` alone prints the targets.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
MATURIN = $(BIN)/uv tool run --quiet --from 'maturin[zig]>=1.9,<2' maturin
SOURCES := $(shell find native -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock pyproject.toml

.PHONY: help demo test lint native-test python-test coverage growth mutation system docs golden bench-data peers bench gate wheels image hooks clean

help:  ## print the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(STAMP)  ## set everything up and see weft work on a small site
	@$(BIN)/weft demo

test: lint native-test python-test  ## every check that must pass before a change lands

$(STAMP): $(SOURCES)
	@command -v cargo >/dev/null || { echo "weft's kernel is written in Rust: install cargo (https://rustup.rs), then make again"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "weft needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "building weft (the first time takes about two minutes) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[dev]'
	@touch $(STAMP)

lint: $(STAMP)  ## style, types, layers, the kernel's stub, Rust's lints
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m mypy.stubtest weft._native
	@cargo clippy --version >/dev/null && cargo fmt --version >/dev/null || { echo "install Rust's lints: rustup component add clippy rustfmt"; exit 1; }
	cargo fmt --check
	PYO3_PYTHON=$(BIN)/python cargo clippy --quiet --workspace --all-targets --features python -- -D warnings

native-test:  ## the kernel's own tests
	cargo test --quiet --workspace

system:  ## what the tests need and pip cannot install: Chromium, PostgreSQL, zsh, fish
	@tests/system.sh

python-test: $(STAMP) system  ## Python's tests, the examples in docstrings and in the documentation
	$(BIN)/pytest --numprocesses auto --dist worksteal

coverage: $(STAMP) system  ## how much of src the tests run, in their own process and in others; fails under 95 %
	$(BIN)/pytest --numprocesses auto --dist worksteal --cov --cov-report=term:skip-covered

growth: $(STAMP)  ## how the work of every operation grows over 250 adversarial shapes (half an hour; OPERATIONS=metadata: some)
	$(BIN)/python -m tests.growth $(OPERATIONS)

mutation: $(STAMP)  ## change the core modules in small ways and print the changes that no test notices (an hour; MODULES=text: some)
	$(BIN)/python -m tests.mutation $(MODULES)

golden: $(STAMP)  ## make the expected files of tests/golden anew, to be reviewed as a diff
	$(BIN)/python -m tests.golden.remake

bench-data:  ## unpack the data sets into data/
	$(BIN)/python -m bench data

peers:  ## install the other extractors into .venv-peers
	$(BIN)/python -m bench peers

gate: $(STAMP)  ## quality and speed against bench/floors.json (needs the data and the peers)
	$(BIN)/python -m bench gate

bench: $(STAMP)  ## run every data set and peer, then make bench/record/report.html (hours; QUICK=1: minutes)
	$(BIN)/python -m bench all $(if $(QUICK),--quick)

docs: $(STAMP)  ## build the documentation into docs-site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open docs-site/index.html"

wheels: $(STAMP)  ## an abi3 wheel (manylinux2014 on Linux) and the source archive into dist/, tried in an environment of its own
	$(MATURIN) build --release $(if $(filter Linux,$(shell uname -s)),--zig --compatibility manylinux2014) --out dist
	$(MATURIN) sdist --out dist
	$(BIN)/uv run --quiet --isolated --no-project --with "$$(ls -t dist/*.whl | head -1)" weft --version

image:  ## a container image (needs Docker)
	docker build --tag weft .

hooks: $(STAMP)  ## check every commit as `make lint` would
	$(BIN)/pre-commit install

clean:  ## remove everything that was built
	rm -rf .venv .venv-peers target dist docs-site src/weft/*.so .mypy_cache .ruff_cache .pytest_cache
