/**
 * A process that runs test files repeatedly, each time with a different mutant in place of one source file.
 *
 * Starting jest takes longer than most tests. So jest's own runner (jest-circus), `expect` and all packages stay
 * loaded. The project's modules are loaded again for every mutant and test file, which also clears their caches. Random
 * tests have a fixed seed, so that a surviving mutant survives again. A run ends at the first failing test.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SourceTextModule, SyntheticModule, type Module } from 'node:vm';
import { expect } from 'expect';
import fc from 'fast-check';
import * as circus from 'jest-circus';
import { fn, spyOn } from 'jest-mock';

export interface Job {
  /** Path of the mutated file. Undefined leaves the sources unchanged. */
  readonly file?: string;
  readonly text?: string;
  readonly tests: readonly string[];
  /** Timeout of each test in milliseconds. */
  readonly testTimeoutMs: number;
}

export interface Outcome {
  /** Name of the first failing test, or an error outside of tests. Undefined if no test failed. */
  readonly failed: string | undefined;
  /** Test file that ran last. If a test failed, this is the file of the test. */
  readonly by?: string | undefined;
  /** True if the mutant cannot be compiled. */
  readonly broken?: boolean;
  /**
   * True if a test timed out, the whole run took too long, or the process crashed. On a very busy machine, this can
   * happen to any mutant.
   */
  readonly endless?: boolean;
}

const SEED = 20_261_121;

fc.configureGlobal({ seed: SEED, endOnFailure: true });

let failed: string | undefined;
const note = (what: string) => void (failed ??= what);
process.on('unhandledRejection', reason => note(`unhandled: ${String(reason)}`));
process.on('uncaughtException', error => note(`uncaught: ${String(error)}`));
circus.addEventHandler(event => {
  if (event.name === 'test_start' && failed !== undefined) event.test.mode = 'skip';
  if (event.name === 'test_done' && event.test.errors.length > 0)
    note(`${event.test.parent.name} ${event.test.name}: ${reasonOf(event.test.errors[0])}`);
});

process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => {
  void run(job).then(outcome => process.send?.(outcome));
});

async function run({ file, text, tests, testTimeoutMs }: Job): Promise<Outcome> {
  failed = undefined;
  // At each start, jest-circus reads the timeout from this global. jest.setTimeout() may have changed the timeout.
  Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: testTimeoutMs });
  let code: string | undefined;
  try {
    code = text === undefined ? undefined : stripped(text);
  } catch (error) {
    return { failed: String(error), broken: true };
  }
  let by: string | undefined;
  for (by of tests) {
    circus.resetState();
    try {
      await new ModuleGraph(file, code).evaluate(by);
      const { unhandledErrors } = await circus.run();
      if (unhandledErrors[0] !== undefined) note(unhandledErrors[0]);
    } catch (error) {
      note(`${by}: ${String(error)}`);
    }
    if (failed !== undefined) break;
  }
  return { failed, by, endless: isTimeout(failed) };
}

/** True for jest-circus's timeout message. */
function isTimeout(failed: string | undefined): boolean {
  return failed?.includes('Exceeded timeout of') === true;
}

function reasonOf(error: unknown): string {
  const [thrown] = Array.isArray(error) ? (error as unknown[]) : [error];
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The project's modules, loaded for one test file. */
class ModuleGraph {
  readonly #modules = new Map<string, Module>();
  readonly #mutated: string | undefined;
  readonly #code: string | undefined;

  constructor(mutated: string | undefined, code: string | undefined) {
    this.#mutated = mutated;
    this.#code = code;
  }

  async evaluate(path: string): Promise<object> {
    const module = this.#own(path);
    if (module.status === 'unlinked')
      await module.link((specifier, { identifier }) => this.#resolve(specifier, identifier));
    await module.evaluate();
    return module.namespace;
  }

  #resolve(specifier: string, from: string): Module | Promise<Module> {
    if (specifier.startsWith('.')) return this.#own(fileURLToPath(new URL(specifier, pathToFileURL(from))));
    return isAbsolute(specifier) ? this.#own(specifier) : packageModule(specifier);
  }

  #own(path: string): Module {
    let module = this.#modules.get(path);
    if (!module) {
      const code = path === this.#mutated && this.#code !== undefined ? this.#code : codeOf(path);
      module = new SourceTextModule(code, {
        identifier: path,
        initializeImportMeta: meta => Object.assign(meta, { url: pathToFileURL(path).href }),
        importModuleDynamically: (async (specifier: string) => {
          const imported = await this.#resolve(specifier, path);
          if (imported.status === 'unlinked') return this.evaluate(imported.identifier);
          return imported;
        }) as never,
      });
      this.#modules.set(path, module);
    }
    return module;
  }
}

const codes = new Map<string, string>();

function codeOf(path: string): string {
  let code = codes.get(path);
  if (code === undefined) codes.set(path, (code = stripped(readFileSync(path, 'utf8'))));
  return code;
}

function stripped(text: string): string {
  return stripTypeScriptTypes(text, { mode: 'strip' });
}

const packages = new Map<string, Promise<Module>>();

function packageModule(specifier: string): Promise<Module> {
  let module = packages.get(specifier);
  if (!module) packages.set(specifier, (module = loadPackage(specifier)));
  return module;
}

async function loadPackage(specifier: string): Promise<Module> {
  const exports = (
    specifier === '@jest/globals' ? { ...circus, expect, jest: { fn, spyOn } } : await import(specifier)
  ) as Record<string, unknown>;
  const module = new SyntheticModule(
    Object.keys(exports),
    () => {
      for (const [name, value] of Object.entries(exports)) module.setExport(name, value);
    },
    { identifier: specifier },
  );
  return module;
}
