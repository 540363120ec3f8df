# Everything a newcomer needs: `make score` and `make test`.
PYTHON ?= python3
VENV ?= .venv
KEY ?= examples/key.conll
RESPONSE ?= examples/response-a.conll
BIN := $(VENV)/bin

.PHONY: score test quick coverage slow fuzz versions integrations benchmark frontend docs pictures docs-package clean

# The tests of `make quick`: what decides numbers, and the shape of the house. No processes, no browser, no engines.
QUICK := tests/golden tests/unit/metrics tests/unit/alignment/mentions tests/unit/page tests/unit/test_layers.py tests/unit/test_problems.py

score: $(VENV)/.installed
	@$(BIN)/corefscope score $(KEY) $(RESPONSE)

test: $(VENV)/.installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests/typing
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadgroup

# Style, types and the quick tests: under a minute once the environment is there and mypy has its cache.
quick: $(VENV)/.installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy tests/typing
	$(BIN)/pytest -q -m "not slow" --numprocesses auto $(QUICK)

# The tests without a browser, with coverage of lines and branches; fails below the floor in pyproject.toml.
coverage: $(VENV)/.installed-for-tests
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadgroup --ignore tests/browser --cov --cov-report term

# The scripts of the report and the web application, from their sources in frontend; needs Node 20 or newer.
frontend: frontend/node_modules
	npm --prefix frontend run all

frontend/node_modules: frontend/package-lock.json
	npm ci --prefix frontend --no-audit --no-fund
	@touch $@

# The documentation as a site in build/site: open build/site/index.html, search included. Its pictures are made by the
# program; where Chromium is missing, those of docs/images are used, and a line says so.
docs: pictures
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: $(VENV)/.installed-for-tests
	$(BIN)/python release/pictures.py build/pictures

# The same site as a wheel, corefscope-docs, in dist.
docs-package: pictures
	$(BIN)/python -m build --no-isolation --wheel --outdir dist release/docs

slow: $(VENV)/.installed-for-tests versions fuzz
	$(BIN)/pytest -m slow

# A million damaged files and more; every case can be repeated by its number: tests/fuzzing says how.
fuzz: $(VENV)/.installed-for-tests
	$(BIN)/python tests/fuzzing

# The lowest versions that are allowed on the oldest Python of this machine, and the newest on every one it has.
versions: $(VENV)/.installed-for-tests
	$(BIN)/python tests/versions/run.py

# The libraries that results and inputs come from, themselves: torch, spaCy, Hugging Face and more, some gigabytes.
integrations: $(VENV)-integrations/.installed
	$(VENV)-integrations/bin/pytest -c tests/integrations/pytest.ini tests/integrations

$(VENV)-integrations/.installed: pyproject.toml tests/integrations/requirements.txt
	$(PYTHON) -m venv $(VENV)-integrations
	$(VENV)-integrations/bin/pip install --quiet --disable-pip-version-check -r tests/integrations/requirements.txt --editable .
	@touch $@

benchmark: $(VENV)/.installed-for-tests
	$(BIN)/python benchmarks/reading.py
	$(BIN)/python benchmarks/compare.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-for-tests: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-integrations .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
