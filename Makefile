# `make` lists the targets. Every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
export PORT DATA_DIR SAMPLE
STAGE ?= dev
PLATFORM ?= manylinux2014_aarch64
STACKS ?= --all
TOOLS := .venv-infra/.ready .venv-checkov/.ready .venv-ministack/.ready
CDK = cd infra && ../node_modules/.bin/cdk --output $(CURDIR)/build/cdk/$(STAGE) -c stage=$(STAGE) $(CONTEXT)
PIN := --quiet --generate-hashes --no-strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.DEFAULT_GOAL := help
.PHONY: help check quick format test load bench serve reset keys schema release access \
	package synth deploy destroy smoke graphiql lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

check: $(VENV)/.ready .venv-infra/.ready ## format, lint and types: the one gate
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy --package infra --exclude infra/entry.py \
		--python-executable .venv-infra/bin/python --cache-dir .mypy_cache/infra

quick: check ## the gate and every test that starts no engine, server or browser: within a minute
	QUICK=1 $(VENV)/bin/pytest -n 2 -r fE

format: $(VENV)/.ready ## format the code and mend what the linter can
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

test: ## the gate and every test
	@$(MAKE) --no-print-directory -j3 check build/graphiql/.ready $(TOOLS)
	$(VENV)/bin/pytest -n 2 --cov

load: $(VENV)/.ready node_modules/.ready ## many clients at once (THOROUGH=1: half a minute of each)
	$(VENV)/bin/pytest -m load -s tests/abuse

bench: $(VENV)/.ready ## how fast, against limits
	$(PY) -m bench

serve: $(VENV)/.ready node_modules/.ready build/graphiql/.ready ## AppSync at home (PORT=8000 DATA_DIR=.data SAMPLE=1)
	@exec $(PY) -m local serve

reset: $(VENV)/.ready ## remove the data of `make serve` (DATA_DIR=.data)
	@$(PY) -m local reset

keys: $(VENV)/.ready ## print docs/keys.md from the entities
	$(PY) -m entities > docs/keys.md

schema: $(VENV)/.ready ## print schema.graphql from the types
	$(PY) -m resolvers > schema.graphql.new && mv schema.graphql.new schema.graphql

release: ## date the newest version in CHANGELOG.md and keep today's schema as the released one
	sed -i.old '/^## .* - unreleased$$/s/unreleased$$/'$$(date -u +%F)/ CHANGELOG.md && rm CHANGELOG.md.old
	cp schema.graphql docs/schema.released.graphql

access: $(VENV)/.ready ## print docs/access.md from the routes
	$(PY) -m infra.access > docs/access.md

package: $(VENV)/.ready ## build the Lambda's package in build/lambda (PLATFORM=manylinux2014_aarch64)
	$(PY) -m infra.packaging --platform $(PLATFORM)

synth: package node_modules/.ready .venv-infra/.ready ## write the templates to build/cdk (STAGE=dev CONTEXT="-c receiptsTable=…")
	$(CDK) synth --quiet

deploy: package node_modules/.ready .venv-infra/.ready ## deploy all stacks (STAGE=dev CONTEXT="-c alarmEmail=…")
	$(CDK) deploy $(STACKS) --outputs-file $(CURDIR)/build/cdk/$(STAGE)-outputs.json

destroy: package node_modules/.ready .venv-infra/.ready ## remove all stacks; tables and users stay (STAGE=dev)
	$(CDK) destroy --all

smoke: $(VENV)/.ready ## try a deployed API (URL=… KEY=…)
	$(PY) -m infra.smoke $(URL) $(KEY)

graphiql: $(VENV)/.ready build/graphiql/.ready ## our GraphiQL against a deployed API (URL=… KEY=…)
	@exec $(PY) -m infra.graphiql $(URL) $(KEY)

lock: ## pin every Python package anew
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet pip-tools
	build/lock/bin/pip-compile $(PIN) --all-extras --output-file requirements.lock pyproject.toml
	build/lock/bin/pip-compile $(PIN) --output-file tests/clients/requirements.lock tests/clients/requirements.in
	for each in lambda requirements checkov ministack; do \
		build/lock/bin/pip-compile $(PIN) --output-file infra/$$each.lock infra/$$each.in || exit 1; done

clean: ## remove what the targets made
	rm -rf $(VENV) .venv-clients .venv-infra .venv-checkov .venv-ministack node_modules build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.ready: requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv-infra/.ready: infra/requirements.lock
.venv-checkov/.ready: infra/checkov.lock
.venv-ministack/.ready: infra/ministack.lock
$(TOOLS): # what is not run is not compiled: that would take a minute
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r $<
	@touch $@

node_modules/.ready: package-lock.json
	npm ci --no-fund --no-audit --loglevel=error
	@touch $@

build/graphiql/.ready: node_modules/.ready schema.graphql $(shell find local/graphiql -type f)
	node local/graphiql/build.mjs
	@touch $@
