# `make run` and `make test` set up the project's own virtual environment first; nothing is installed elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
NODE_MODULES := tests/node/node_modules

.DEFAULT_GOAL := help
.PHONY: help setup run test format lint types unit conformance docs bench fuzz clean

help: ## Print what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "schemac needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

# Node is a second opinion (Ajv, Zod, canonicalize) where it is at hand; tests that need it skip with a word elsewhere.
$(NODE_MODULES)/.installed: tests/node/package.json
	@if command -v npm >/dev/null 2>&1; then \
	  npm ci --prefix tests/node --no-audit --no-fund --silent && touch $@; \
	else echo "npm is not installed: the tests that ask Node are skipped"; fi

setup: $(VENV)/.installed $(NODE_MODULES)/.installed ## Set up the virtual environment, and Node's packages where npm is at hand

run: $(VENV)/.installed ## Compile the shop example for two roles and show what a model is shown
	$(BIN)/python -m examples.shop

test: setup ## All checks: format, lint, types, tests, corpus through the port protocol
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n $(JOBS)
	$(BIN)/schemac conformance run -- $(BIN)/schemac port

format: setup ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: setup ## Check format and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup ## Check types
	$(BIN)/mypy

unit: setup ## Run the tests alone
	$(BIN)/python -m pytest -q -n $(JOBS)

conformance: setup ## Hold the reference port to the corpus
	$(BIN)/schemac conformance run -- $(BIN)/schemac port

docs: setup ## Write the pages that are generated from tables
	$(BIN)/python -m schemac.findings.pages --write
	$(BIN)/python -m schemac.conformance.ledger

bench: $(VENV)/.installed ## Measure against the budgets (docs/performance.md); a report, never a test
	$(BIN)/python -m benchmarks

fuzz: setup ## Many more drawn examples than the tests use
	HYPOTHESIS_PROFILE=fuzz FUZZ_EXAMPLES=$${FUZZ_EXAMPLES:-1000000} $(BIN)/python -m pytest -q -n $(JOBS) -m fuzz

clean: ## Remove what was set up
	rm -rf $(VENV) $(NODE_MODULES) .mypy_cache .ruff_cache .pytest_cache .hypothesis
