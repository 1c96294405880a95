# Spielbaum: `make run` to use it, `make test` to check it. Both set themselves up, without root, in .venv.

PYTHON  ?= python3
VENV    ?= .venv
# Three times as many as there are cores in the least machine: tests wait for processes they started, and groups of
# tests, which come first, mostly do.
WORKERS ?= 6
LONG_WORKERS ?= 1

# What `make run` starts, and the extras it needs. On another port: make run RUN="serve --port 8001"; without
# opening the browser: make run RUN="serve --no-open"; in the terminal: make run RUN="play connect4".
RUN        ?= serve
RUN_EXTRAS ?= all

BIN        := $(VENV)/bin
RUN_STAMP  := $(VENV)/run.stamp
TEST_STAMP := $(VENV)/test.stamp
BENCH_STAMP := $(VENV)/bench.stamp
COLLECTED  := $(VENV)/collected.stamp

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes; where they may not keep bytecode, a third to a half of each start goes
# into compiling our sources.
unexport PYTHONDONTWRITEBYTECODE

# The build backend is pinned like everything else: it is installed first and used without isolation. Bytecode is
# made of what is imported, when it is: that is a small part of what comes.
install = $(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run setup test static lint format-check types layers scripts pytest test-long coverage bench docs site lock format chromium stockfish node clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: $(RUN_STAMP) ## set up and start Spielbaum in the browser (in the terminal: make run RUN="play connect4")
	@$(BIN)/python tools/foreground.py $(BIN)/spielbaum $(RUN)

setup: $(TEST_STAMP) ## the pinned environment for development, in .venv

# Beside the tests, which would else leave a core idle at their beginning and end.
checks := lint format-check types layers scripts
test: $(TEST_STAMP) ## every check: style, types, layers, tests, documentation, wheel
	@$(MAKE) --no-print-directory --jobs=6 $(checks) pytest
	@echo "All checks passed."

static: $(TEST_STAMP) ## the checks that run no test, side by side
	@$(MAKE) --no-print-directory --jobs=4 $(checks)

lint: $(TEST_STAMP)
	@$(BIN)/ruff check --quiet .

format-check: $(TEST_STAMP)
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted as above; 'make format' does it." >&2; exit 1; }

types: $(TEST_STAMP)
	@$(BIN)/mypy --no-error-summary

layers: $(TEST_STAMP)
	@out=$$($(BIN)/lint-imports 2>&1) || { echo "$$out"; exit 1; }

# JavaScript: deno.json says what is held against which rules. Deno comes as a wheel and asks nobody for anything.
# Types are written as JSDoc; those of the messages between page and server are made from the Python ones.
deno = DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
typed := src/spielbaum/web/static/js src/spielbaum/engine/js
scripts: $(TEST_STAMP)
	@$(deno) lint --quiet
	@$(BIN)/python tools/message_types.py --check
	@$(deno) check --quiet $(typed)
	@$(deno) fmt --check --quiet || { echo "Not formatted as above; 'make format' does it." >&2; exit 1; }

# The tests are read once before there are workers: in a new environment each of them would translate all files
# for itself, at the same time. What is wrong with a file is said by the run itself.
$(COLLECTED): $(TEST_STAMP)
	@$(BIN)/python -m pytest --collect-only --quiet > /dev/null 2>&1 || true
	@touch $@

# Tests that share something costly carry an xdist_group and run in the same worker, browser tests those of their
# file. A worker that crashed is not replaced: xdist would wait for the rest of its group for ever.
workers = --dist=loadgroup --max-worker-restart=0 --numprocesses
# Tests call make themselves; told of the jobs of this one, it would complain that it has no part in them.
alone = env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
pytest: $(TEST_STAMP) $(COLLECTED) $(if $(wildcard tests/browser),chromium) stockfish node
	@$(alone) $(BIN)/python -m pytest --quiet -m "not long" $(workers)=$(WORKERS)

test-long: $(TEST_STAMP) ## the tests that take minutes
	@$(BIN)/python -m pytest --quiet -m long --timeout=7200 $(workers)=$(LONG_WORKERS) \
	    || { code=$$?; [ $$code = 5 ] && echo "There are no long tests." || exit $$code; }

coverage: $(TEST_STAMP) ## which lines no test reaches; interpreted, as compiled code cannot be followed
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest --quiet -m "not long and not browser" --timeout=7200
	@$(BIN)/coverage report --skip-covered --show-missing

# Quiet the machine first. Other positions, fewer questions: make bench BENCH="--positions FOLDER --only solving".
BENCH ?=
bench: $(BENCH_STAMP) ## measure side by side with peers; the table goes into docs/performance.md (half an hour)
	@mkdir -p build
	@$(BIN)/python -m benchmarks --out build/performance --page docs/performance.md $(BENCH)

docs: $(TEST_STAMP) ## build the documentation as a site, in build/site
	@$(BIN)/python -m tools.site build/site

site: $(TEST_STAMP) ## write the pages of all games, and the documentation, as files for any web host, in build/pages
	@$(BIN)/python -m tools.site build/docs-beside --beside-pages
	@rm -rf build/pages
	@$(BIN)/spielbaum site -o build/pages --docs build/docs-beside

lock: ## renew constraints.txt from the ranges in pyproject.toml
	@$(PYTHON) tools/lock.py

format: $(TEST_STAMP) ## format the code and sort the imports
	@$(BIN)/ruff check --quiet --fix-only --select I .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python tools/message_types.py
	@$(deno) fmt --quiet

chromium:
	@tools/chromium.sh

stockfish:
	@tools/stockfish.sh

node:
	@tools/node.sh

clean: ## remove the environment and everything that can be made again
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.* htmlcov
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# --- environment ------------------------------------------------------------------------------------------------

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "Spielbaum needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1). Another one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) comes without venv; on Debian the package python3-venv has it (needs root)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up Spielbaum in $(VENV) (some minutes the first time) …" >&2
	@$(install) hatchling editables
	@$(install) --no-build-isolation --editable '.[$(RUN_EXTRAS)]'
	@touch $@

$(TEST_STAMP): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up the development environment in $(VENV) (some minutes the first time) …" >&2
	@$(install) hatchling editables setuptools wheel
	@$(install) --no-build-isolation --editable '.[all,dev]'
	@touch $@ $(RUN_STAMP)

$(BENCH_STAMP): $(RUN_STAMP)
	@echo "Installing the peers to measure against in $(VENV) …" >&2
	@$(install) setuptools wheel
	@$(install) --no-build-isolation --editable '.[bench]'
	@$(install) --no-deps 'sunfish>=2026.1'
	@touch $@
