# make play: serve.  make test: everything that can fail.  make check: what can be said without running it.
# make bench: how fast it is.
# Needs Python 3.11 or newer and make; everything else goes into .venv.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
# A stamp is named by what was installed, so that a change of the pins, and nothing else, installs again.
sum = $(word 1,$(shell cksum $(1)))
PLAY := .venv/.play-$(call sum,requirements.txt)
DEV := .venv/.dev-$(call sum,requirements-dev.txt)
NODE := .venv/.node-$(call sum,client_web/tests/package-lock.json)
has_node = node -e 'process.exit(process.versions.node.split(".")[0] < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1
# What pytest ends with where ARGS chose no test of a part.
NOTHING := 5
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: play test check audit types schema sim mutants bench shots fmt lock clean
.DEFAULT_GOAL := play

play: $(PLAY)
	@$(BIN)/python -m server serve --data data $(ARGS)

test: $(DEV)
	@$(BIN)/python -m tests.support.chromium
	@$(BIN)/python -m tests.support.daemons
	@if $(has_node); \
	then node --test --test-reporter=dot client_web/tests/*.test.js; \
	else echo "Node 20 or newer is not here: the page's unit tests are left out, its browser tests are not."; fi
	@$(BIN)/python -m pytest -n auto --dist loadfile -m "not alone" $(ARGS) || [ $$? -eq $(NOTHING) ]
	@$(BIN)/python -m pytest -m alone $(ARGS) || [ $$? -eq $(NOTHING) ]

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(PIP) check
	@if $(has_node); then $(MAKE) --no-print-directory types; \
	else echo "Node 20 or newer is not here: the types of the page's modules are not checked."; fi

# Asks the package index for known vulnerabilities of the pinned versions; needs the real one, not a mirror.
audit: .venv/pyvenv.cfg
	@test -x .venv/audit/bin/pip-audit || { $(BIN)/python -m venv .venv/audit && .venv/audit/bin/pip --quiet install pip-audit==2.10.1; }
	@.venv/audit/bin/pip-audit --disable-pip --require-hashes -r requirements.txt -r requirements-dev.txt

types: $(NODE)
	node .venv/node/node_modules/typescript/bin/tsc -p client_web/jsconfig.json

schema: $(DEV)
	@$(BIN)/python -m server schema .stamp/schema && cp .stamp/schema/protocol.d.ts client_web/js/protocol.d.ts

sim: $(DEV)
	@$(BIN)/python -m tests.sim --seeds $(or $(SEEDS),200) $(ARGS)

mutants: $(DEV)
	@$(BIN)/python -m tests.mutants $(ARGS)

bench: $(DEV)
	@$(BIN)/python -m tests.bench $(ARGS)

# Pictures of every state, at every size and in both themes; fails where something does not fit.
shots: $(DEV)
	@$(BIN)/python -m tests.browser.shots $(ARGS)

fmt: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(DEV)
	@$(PIP) install pip-tools==7.6.2
	@for extra in "" dev; do file=requirements$${extra:+-$$extra}.txt; \
	{ echo '# The versions of everything, with hashes. Made from pyproject.toml by `make lock`: do not edit.'; echo; \
	$(BIN)/python -m piptools compile --quiet --no-header --strip-extras --allow-unsafe --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host $${extra:+--extra $$extra} \
	--output-file - pyproject.toml; } > $$file.new && mv $$file.new $$file; done

clean:
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .hypothesis test-results

.venv/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo 'Xiban needs Python 3.11 or newer.'; exit 1; }
	@echo 'Making .venv ...'
	@$(PYTHON) -m venv .venv

$(PLAY): requirements.txt .venv/pyvenv.cfg
	@test -f $@ || { echo 'Installing what the server needs ...'; $(PIP) install --require-hashes -r requirements.txt; }
	@rm -f .venv/.play-* && touch $@

$(DEV): requirements-dev.txt .venv/pyvenv.cfg
	@test -f $@ || { echo 'Installing what the tests need ...'; $(PIP) install --require-hashes -r requirements-dev.txt; }
	@rm -f .venv/.dev-* && touch $@

# Tools for the page's sources only; nothing of it is served, or needed to run.
$(NODE): client_web/tests/package-lock.json .venv/pyvenv.cfg
	@mkdir -p .venv/node && cp client_web/tests/package.json client_web/tests/package-lock.json .venv/node/
	@test -f $@ || { echo 'Installing what checks the page ...'; cd .venv/node && npm ci --silent --no-audit --no-fund; }
	@rm -f .venv/.node-* && touch $@
