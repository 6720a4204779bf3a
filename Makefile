# `make` lists the targets. Every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
export PORT DATA_DIR SAMPLE
PIN := --quiet --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help check format test serve reset keys schema lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

check: $(VENV)/.ready ## format, lint and types: the one gate
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

format: $(VENV)/.ready ## format the code and mend what the linter can
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

test: check node_modules/.ready build/graphiql/.ready ## the gate and every test
	$(VENV)/bin/pytest -n 2

serve: $(VENV)/.ready node_modules/.ready build/graphiql/.ready ## AppSync at home (PORT=8000 DATA_DIR=.data SAMPLE=1)
	@exec $(PY) -m local serve

reset: $(VENV)/.ready ## remove the data of `make serve` (DATA_DIR=.data)
	@$(PY) -m local reset

keys: $(VENV)/.ready ## print docs/keys.md from the entities
	$(PY) -m entities > docs/keys.md

schema: $(VENV)/.ready ## print schema.graphql from the types
	$(PY) -m resolvers > schema.graphql.new && mv schema.graphql.new schema.graphql

lock: ## pin every Python package anew
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet pip-tools
	build/lock/bin/pip-compile $(PIN) --all-extras --output-file requirements.lock pyproject.toml
	build/lock/bin/pip-compile $(PIN) --output-file tests/clients/requirements.lock tests/clients/requirements.in

clean: ## remove what the targets made
	rm -rf $(VENV) .venv-clients node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.ready: requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

node_modules/.ready: package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

build/graphiql/.ready: node_modules/.ready $(shell find local/graphiql -type f)
	node local/graphiql/build.mjs
	@touch $@
