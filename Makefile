# `make` alone prints the targets.
PYTHON ?= python3
BIN := .venv/bin
BASE := .venv/.built
STAMP := .venv/.installed
FULL := .venv/.full
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --custom-compile-command 'make lock' $(if $(UPGRADE),--upgrade)
SOURCES := $(shell find native -name '*.rs' -o -name '*.tsv' -o -name Cargo.toml) Cargo.toml Cargo.lock pyproject.toml
LOCKS := requirements/build.txt requirements/base.txt
RUST_IMAGE ?= rust:1.90.0-slim-bookworm
PYTHON_IMAGE ?= python:3.13.9-slim-bookworm
# Where a machine forbids bytecode, each of the hundreds of processes of the tests compiles all that it imports.
export PYTHONDONTWRITEBYTECODE =

.PHONY: help demo test lint pictures native-test python-test interpreters coverage mutation fuzz growth system docs golden answers bench-data peers bench gate papers lock notices sbom types audit http-check workflows wheels wheel reproducible image hooks clean

help:  ## print the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(BASE)  ## build weft in .venv and see it work on a small site
	@$(BIN)/weft demo

# mypy has one core; the kernel's tests are compiled and run on the other.
SYNC = $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)

test: $(STAMP)  ## every check that must pass before a change lands
	@$(MAKE) --no-print-directory --jobs=2 $(SYNC) lint native-test
	@$(MAKE) --no-print-directory python-test

$(BASE): $(SOURCES) $(LOCKS)
	@command -v cargo >/dev/null || { echo "weft's kernel is written in Rust: install cargo (https://rustup.rs), then make again"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "weft needs Python 3.11 or newer: make PYTHON=python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "building weft in .venv; the first time takes about a minute"
	@echo "  1 of 3: installers …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/build.txt
	@echo "  2 of 3: numpy …"
	@$(UV) --require-hashes --requirement requirements/base.txt
	@echo "  3 of 3: the kernel, by cargo …"
	@$(UV) --no-deps --no-build-isolation --editable .
	@touch $(BASE)

# The demo does without these.
$(STAMP): $(BASE) requirements/dev.txt
	@echo "installing what the checks need in .venv …"
	@$(UV) --require-hashes --requirement requirements/dev.txt
	@touch $(STAMP)

# What is measured is the kernel of the wheels, which cargo builds for longer.
$(FULL): $(STAMP)
	@echo "building the kernel as for a wheel …"
	@$(UV) --config-settings build-args='--profile release' --no-deps --no-build-isolation --editable .
	@touch $(FULL)

lint: $(STAMP)  ## style, types, layers, the kernel's stub, Rust's lints
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m mypy.stubtest weft._native
	@cargo clippy --version >/dev/null && cargo fmt --version >/dev/null || { echo "install Rust's lints: rustup component add clippy rustfmt"; exit 1; }
	cargo fmt --check
	PYO3_PYTHON=$(BIN)/python cargo clippy --quiet --locked --workspace --all-targets --features python -- -D warnings

native-test:  ## the kernel's own tests
	cargo test --quiet --workspace --locked

system:  ## what the tests need and pip cannot install: Chromium, Firefox, fonts, PostgreSQL, zsh, fish
	@tests/system.sh

# One more than there are cores: tests that kill, wait and reconnect leave theirs idle.
WORKERS = --numprocesses $$(($$($(BIN)/python -c 'import os; print(os.cpu_count() or 1)') + 1)) --dist worksteal

python-test: $(STAMP) system  ## Python's tests, the examples in docstrings and in the documentation
	$(BIN)/pytest $(WORKERS)

interpreters: $(STAMP) system  ## Python's tests on every Python 3.11 to 3.14 of this machine (TESTS="tests/page tests/sites": some)
	$(BIN)/python -m tools.interpreters $(TESTS)

coverage: $(STAMP) system  ## how much of src the tests run, in their own process and in others; fails under 95 %
	COVERAGE_FILE=$(CURDIR)/.coverage $(BIN)/pytest $(WORKERS) --cov --cov-report=term:skip-covered

growth: $(STAMP)  ## how the work of every operation grows over 250 adversarial shapes (half an hour; OPERATIONS=metadata: some)
	$(BIN)/python -m tests.growth $(OPERATIONS)

mutation: $(STAMP)  ## change the kernel in small ways and print what notices each change (an hour; AREAS=text: some)
	@test -x target/tools/bin/cargo-mutants || cargo install --quiet --locked --version 25.3.1 --root target/tools cargo-mutants
	$(BIN)/python -m tests.mutation $(AREAS)

fuzz: $(STAMP)  ## hostile pages through every operation for SECONDS=60, from a new seed or SEED=17 (CONTRIBUTING.md)
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED))

pictures: $(STAMP) system  ## accept every view of studio and every report as it looks now, to be reviewed as a diff
	$(BIN)/python -m tests.pictures.accept

golden: $(STAMP)  ## make the expected files of tests/golden anew, to be reviewed as a diff
	$(BIN)/python -m tests.golden.remake

answers: $(STAMP)  ## make the hashes of tests/answers anew and print how answers changed since the last commit (SINCE=main: since another)
	$(BIN)/python -m tests.answers $(if $(SINCE),--since $(SINCE))

papers: $(STAMP)  ## measure the tables of the five papers again (under half an hour) and say which figures moved
	OMP_NUM_THREADS=1 $(BIN)/python -m bench.papers.remake $(foreach step,$(STEPS),--only $(step))

bench-data: $(STAMP)  ## unpack the data sets into data/
	$(BIN)/python -m bench data

peers: $(STAMP)  ## install the other extractors into .venv-peers
	$(BIN)/python -m bench peers

gate: $(FULL) system  ## quality and speed against bench/floors.json (needs the data and the peers)
	$(BIN)/python -m bench gate

bench: $(FULL) wheel  ## run every data set and peer, then make bench/record/report.html (two hours; QUICK=1: minutes; WHOLE=1: no samples)
	$(BIN)/python -m bench all $(if $(QUICK),--quick) $(if $(WHOLE),--whole)

docs: $(STAMP)  ## build the documentation into docs-site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open docs-site/index.html"

lock: $(STAMP)  ## choose the locked versions anew where pyproject.toml asks for others (UPGRADE=1: the newest of all)
	$(LOCK) requirements/build.in --output-file requirements/build.txt
	$(LOCK) requirements/wheels.in --output-file requirements/wheels.txt
	$(LOCK) pyproject.toml --all-extras --group dev --output-file requirements/dev.txt
	$(LOCK) pyproject.toml --constraint requirements/dev.txt --output-file requirements/base.txt

notices: $(STAMP)  ## make THIRD_PARTY_NOTICES.md and requirements/licences.tsv anew
	$(BIN)/python -m tools.notices
	$(BIN)/python -m tools.package_licences

sbom: $(STAMP)  ## what weft is made of, as CycloneDX, into dist/weft.cdx.json
	$(BIN)/python -m tools.sbom dist/weft.cdx.json

types: $(STAMP)  ## whether every name that weft exports has a type, by pyright (needs the network)
	$(BIN)/python -m tools.complete_types $(BIN)/uv tool run --quiet --from pyright==1.1.414

# --strict: a package that the index knows nothing of is a failure, not a line that nobody reads.
PIP_AUDIT = $(BIN)/uv tool run --quiet pip-audit==2.10.1 --strict --disable-pip

audit: $(STAMP)  ## look for known holes in what weft uses, and at licences and sources (needs the network)
	@cargo deny --version >/dev/null 2>&1 || { echo "install cargo-deny: cargo install --locked cargo-deny"; exit 1; }
	cargo deny --locked check
	$(PIP_AUDIT) --require-hashes $(foreach lock,dev build wheels,--requirement requirements/$(lock).txt)
	$(PIP_AUDIT) --no-deps $(foreach list,$(wildcard bench/peers/*.txt) bench/requirements.txt,--requirement $(list))

http-check: $(STAMP)  ## ask `weft serve` everything that its OpenAPI describes, by schemathesis (needs the network)
	$(BIN)/python -m tools.http_check $(BIN)/uv tool run --quiet schemathesis==4.32.5

workflows: $(STAMP)  ## check .github by actionlint and zizmor (needs Go and the network)
	@command -v go >/dev/null || { echo "install Go: actionlint is written in it"; exit 1; }
	go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
	$(BIN)/uv tool run --quiet zizmor==1.32.0 --quiet --offline --min-severity=medium .github

wheels: wheel  ## an abi3 wheel (manylinux2014 on Linux) and the source archive into dist/, tried in an environment of its own
	$(BIN)/maturin sdist --out dist
	$(BIN)/uv run --quiet --isolated --no-project --with "$$(ls -t dist/*.whl | head -1)" weft --version

# The commit's time is the time of every file in the wheel, and no path of this machine is in the kernel.
EPOCH = $$(git log -1 --format=%ct 2>/dev/null || echo 315532800)
REMAP = --remap-path-prefix=$(CURDIR)=weft --remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)=cargo
ZIG = $(if $(filter Linux,$(shell uname -s)),--zig --compatibility $(or $(TAG),manylinux2014))
BUILD_WHEEL = SOURCE_DATE_EPOCH=$(EPOCH) RUSTFLAGS="$(REMAP)" PATH="$(CURDIR)/$(BIN):$$PATH" maturin build --release --locked $(ZIG) $(if $(TARGET),--target $(TARGET))

wheel: $(STAMP)  ## a wheel alone into dist/ (TARGET=aarch64-unknown-linux-musl TAG=musllinux_1_2: for another machine)
	@$(UV) --require-hashes --requirement requirements/wheels.txt
	$(BUILD_WHEEL) --out dist

reproducible: wheel  ## build the wheel twice, in folders of their own, and compare the bytes
	rm -rf target/again && mkdir -p target/again
	$(BUILD_WHEEL) --target-dir target/again --out target/again/wheel
	cmp "$$(ls -t dist/*.whl | head -1)" target/again/wheel/*.whl
	@sha256sum target/again/wheel/*.whl

# A tag may lead to another image tomorrow. Each is asked for its digest first, which the build takes and the image tells.
DIGEST = $(if $(findstring @,$(1)),$(1),$(1)@$$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' $(1)))

image:  ## a container image (needs Docker; RUST_IMAGE, PYTHON_IMAGE: the bases, by tag or by digest)
	rust=$(call DIGEST,$(RUST_IMAGE)) && python=$(call DIGEST,$(PYTHON_IMAGE)) && echo "from $$rust and $$python" && \
	docker build --tag weft --build-arg RUST_IMAGE="$$rust" --build-arg PYTHON_IMAGE="$$python" .
	@size=$$(docker save weft | gzip -6 | wc -c) && echo "the image has $$((size / 1000000)) MB as it is pulled (at most 150)" && test $$size -lt 150000000

hooks: $(STAMP)  ## check every commit as `make lint` would
	$(BIN)/pre-commit install

clean:  ## remove everything that was built
	rm -rf .venv .venv-peers target dist docs-site src/weft/*.so .mypy_cache .ruff_cache .pytest_cache
