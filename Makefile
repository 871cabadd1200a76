# Newsdesk: `make help` lists what there is.
PYTHON ?= python3
ENV    := .venv
BIN    := $(ENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.DEFAULT_GOAL := help
.PHONY: help run test test-all lint bench starter students screenshots clean system

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(ENV)/.base ## make the environment (base install) and open the window
	@sh packaging/linux/open_window.sh $(BIN)/newsdesk

test: $(ENV)/.full system ## make the environment with all extras and run the tests
	$(BIN)/python -m pytest -m "not slow"

test-all: $(ENV)/.full system ## the tests, those that take minutes included
	$(BIN)/python -m pytest

lint: $(ENV)/.full ## style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(ENV)/.full system ## speed and size: a table, and benchmarks/results/latest.json
	$(BIN)/python -m benchmarks

starter: $(ENV)/.full ## make the starter model again (about an hour and a half on two cores)
	$(BIN)/python -m training resources/models/starter-en.toml --data ../shared/data --out build/starter-en

students: $(ENV)/.full ## the figures of docs/distillation.md (many hours; goes on where it stopped)
	$(BIN)/python -m benchmarks.distillation build/students --data ../shared/data

screenshots: $(ENV)/.full system ## draw the pictures in docs/ again (needs Xvfb)
	$(BIN)/python -m docs.make_screenshots

clean: ## remove the environment and caches
	rm -rf $(ENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

system:
	@sh packaging/linux/system_libraries.sh

$(ENV)/bin/python:
	@sh packaging/linux/make_environment.sh $(PYTHON) $(ENV)

# A stamp a kind of install, so that the second time is quick. An install with all extras
# holds the base install too.
$(ENV)/.base: pyproject.toml | $(ENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(ENV)/.full: pyproject.toml | $(ENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[analysis,training,dev]'
	@touch $(ENV)/.base $@
