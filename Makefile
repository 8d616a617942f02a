# Each target works in a fresh clone: it first installs the packages that are missing.
.PHONY: help demo demo-real dev test prove unit conformance e2e lint bench generate kinds rbac-soak mutants chaos fuzz release clean
.DEFAULT_GOAL := help

NPM := npm --no-update-notifier --loglevel=error
INSTALLED := node_modules/.package-lock.json
INSTALLED_BENCH := bench/node_modules/.package-lock.json
EXPLORER := ui/dist/index.html

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

$(INSTALLED): package.json package-lock.json
	@echo "installing packages, once; it takes about a minute…" >&2
	@$(NPM) ci >&2
	@touch $@

$(EXPLORER): $(INSTALLED) schema/api.graphql $(shell find ui -type f -not -path 'ui/node_modules/*' -not -path 'ui/dist/*')
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" $(NPM) run --silent build:ui >&2

demo: $(INSTALLED) $(EXPLORER) ## A simulated fleet with the Explorer and a GraphQL endpoint, to try it out (ARGS="--clusters 20")
	@exec ./bin/fleetgraph demo $(ARGS)

demo-real: $(INSTALLED) $(EXPLORER) ## The demo on three real API servers; the first time builds them, which needs Go
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/harness/real-demo.ts $(ARGS)

dev: $(INSTALLED) ## The demo, restarted whenever a source file changes
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning --watch-path=. --watch-preserve-output cli/main.ts demo $(ARGS)

test: $(INSTALLED) ## The checks and tests that each change has to pass; the last line counts them
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/run.ts $(ARGS)

prove: $(INSTALLED) $(EXPLORER) ## Everything at full length under new seeds, some hours, for a release (ARGS="--only fuzz")
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/prove.ts $(ARGS)

unit: $(INSTALLED) ## The tests that need no server and little time
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/run.ts --only unit

conformance: $(INSTALLED) ## The tests on real API servers and a real Redis
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/run.ts --only conformance

e2e: $(INSTALLED) ## The tests of the product as its users start it
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/run.ts --only e2e

lint: $(INSTALLED) ## Formatting, lint, types, imports
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/run.ts --only checks

generate: $(INSTALLED) ## The generated files that are checked in: supergraph, API schema, client types, configuration reference
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" $(NPM) run --silent generate

kinds: $(INSTALLED) ## The types of built-in kinds and those of Flux, from a real API server; FLUX=1: from newer types of Flux, too
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/harness/generate-kinds.ts $(if $(FLUX),--flux)

$(INSTALLED_BENCH): bench/package.json bench/package-lock.json
	@echo "installing the benchmarks' own packages, once…" >&2
	@$(NPM) ci --prefix bench >&2
	@touch $@

bench: $(INSTALLED) $(INSTALLED_BENCH) ## Benchmarks; writes bench/results and docs/performance.md (ONLY=name; SET=S1|S2, without it S0 and S1)
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning --expose-gc bench/run.ts $(if $(ONLY),--only $(ONLY)) $(if $(SET),--set $(SET))

rbac-soak: $(INSTALLED) ## Random RBAC compared with a real API server, for long (N=1000000, RBAC_SEED=…)
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/conformance/rbac/soak.ts $(or $(N),200000)

mutants: $(INSTALLED) ## Breaks the evaluator and its enforcement in every way it knows, and counts what the tests notice (ARGS="--changed", ARGS="--only rbac/scope")
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/mutants/run.ts $(ARGS)

chaos: $(INSTALLED) ## Kills, stalls and floods what fleetgraph runs on, and compares the index with the leaves after each (ONLY=name)
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning test/chaos/run.ts $(if $(ONLY),--only $(ONLY))

fuzz: $(INSTALLED) ## Broken and hostile requests of a seed, for long, beside somebody who must not notice (N=1000000, FUZZ_SEED=…)
	@exec node_modules/.bin/node --disable-warning=ExperimentalWarning --expose-gc test/fuzz/run.ts --judge-waits $(or $(N),100000)

release: $(INSTALLED) ## The npm package, chart, image context and SBOM of one version in release/; builds Helm where there is none; publishes nothing
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node_modules/.bin/node --disable-warning=ExperimentalWarning deploy/release.ts

clean: ## Removes what was installed and generated
	rm -rf node_modules dist release coverage clients/typescript/node_modules clients/typescript/dist examples/python/.venv bench/node_modules ui/node_modules ui/dist
