# For everybody: score quick test docs frontend generate. For maintainers: slow integrations coverage benchmark.
PYTHON ?= python3
VENV ?= .venv
KEY ?= examples/key.conll
RESPONSE ?= examples/response-a.conll
BIN := $(VENV)/bin

.PHONY: score quick test docs frontend generate slow integrations coverage benchmark

# What decides numbers, and the imports. No processes, no browser, no engines.
QUICK := tests/golden tests/unit/metrics tests/unit/alignment/mentions tests/unit/page tests/unit/test_layers.py tests/unit/test_problems.py

define style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests/typing
endef

# Score the example, or any files: make score KEY=dev.conll RESPONSE=mine.conll
score: $(VENV)/.installed
	@$(BIN)/corefscope score $(KEY) $(RESPONSE)

# Style, types and the tests of what decides numbers: needs neither Spark nor a browser.
quick: $(VENV)/.quick
	$(style)
	$(BIN)/pytest -q -m "not slow" --numprocesses auto $(QUICK)

# What must pass before a change is merged.
test: $(VENV)/.test
	$(style)
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadgroup

# The documentation as a site: open build/site/index.html, search included.
docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The scripts of the report and the web application, from their sources in frontend; needs Node 20 or newer.
frontend: frontend/node_modules
	npm --prefix frontend run all

# Everything that is generated and committed: tables of the docs, typed keywords, the JSON schema, the notebook.
generate: $(VENV)/.test
	$(BIN)/python release/generate.py

# Long tests, and a million damaged files; every case can be repeated by its number: tests/fuzzing says how.
slow: $(VENV)/.test
	$(BIN)/python tests/fuzzing
	$(BIN)/pytest -m slow

# The libraries that results and inputs come from: torch, spaCy, Hugging Face and more, some gigabytes.
integrations: $(VENV)-integrations/.installed
	$(VENV)-integrations/bin/pytest -c tests/integrations/pytest.ini tests/integrations

# The tests without a browser, with coverage of lines and branches; fails below the floor in pyproject.toml.
coverage: $(VENV)/.test
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadgroup --ignore tests/browser --cov --cov-report term

# Speed and memory beside other scorers.
benchmark: $(VENV)/.test
	$(BIN)/python benchmarks/compare.py

frontend/node_modules: frontend/package-lock.json
	npm ci --prefix frontend --no-audit --no-fund
	@touch $@

$(VENV)-integrations/.installed: pyproject.toml tests/integrations/requirements.txt
	$(PYTHON) -m venv $(VENV)-integrations
	$(VENV)-integrations/bin/pip install --quiet --disable-pip-version-check -r tests/integrations/requirements.txt --editable .
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "corefscope needs Python 3.11 or newer; name one: make PYTHON=python3.11 …")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Dependency groups need a newer pip than some Pythons come with.
$(VENV)/.quick: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[web]" --group quick
	@touch $@

$(VENV)/.test: $(VENV)/.quick
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group test
	@touch $@
