/**
 * Engines that apply packages and place workloads, run as processes. test/engines/build.sh builds their executables.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { refuseInUnitTests, startProcess, type ServerProcess } from './processes.ts';

type PlacementEngine = 'ocm' | 'karmada';

/** Returns the folder with the executables. The first build takes minutes, with progress on standard error. */
export async function builtEngine(engine: 'flux' | 'kpt' | PlacementEngine): Promise<string> {
  refuseInUnitTests(engine);
  const run = promisify(execFile)(fileURLToPath(new URL('../engines/build.sh', import.meta.url)), [engine]);
  run.child.stderr?.on('data', (progress: string) => process.stderr.write(progress));
  return (await run).stdout.trim();
}

/** Components of an engine. One executable runs them all, and takes the component's name as the first argument. */
export class EngineProcesses implements AsyncDisposable {
  /** Folder for files of the components. Removed when the components stop. */
  readonly directory: string;
  readonly #engine: string;
  readonly #executable: string;
  readonly #leftOut: RegExp | undefined;
  readonly #processes = new Map<string, ServerProcess>();

  constructor(engine: PlacementEngine, paths: { folder: string; directory: string }, leftOut: RegExp | undefined) {
    this.#engine = engine;
    this.#executable = join(paths.folder, engine);
    this.directory = paths.directory;
    this.#leftOut = leftOut;
  }

  /** @param name Name that distinguishes processes of one component */
  run(component: string, flags: readonly string[], name = component): void {
    const logFile = join(this.directory, `${name}.log`);
    const options = {
      name: `${name} of ${this.#engine}`,
      command: this.#executable,
      args: [component, ...flags],
      logFile,
    };
    this.#processes.set(name, startProcess({ ...options, endsWithStdin: true }));
  }

  /** @throws Error if a process has exited */
  expectAlive(): void {
    const dead = [...this.#processes.values()].find(({ ending }) => ending !== undefined);
    if (dead) throw new Error(`${dead.name} ${dead.ending}`);
  }

  /** Last lines of every process's log, for the message of a failing test. */
  async logs(): Promise<string> {
    const logs = [...this.#processes].map(async ([name, process]) => `--- ${name}\n${await process.logTail()}`);
    const all = (await Promise.all(logs)).join('\n');
    return this.#leftOut ? all.replaceAll(this.#leftOut, '') : all;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map(process => process.stop()));
    await rm(this.directory, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

export interface EngineOptions {
  /** Log lines to leave out because they carry no information. */
  readonly leftOut?: RegExp;
}

/** Runs `start`. If it fails, stops the started processes and adds their logs to the error. */
export async function startEngine(
  engine: PlacementEngine,
  start: (processes: EngineProcesses) => Promise<void>,
  { leftOut }: EngineOptions = {},
): Promise<EngineProcesses> {
  const [folder, directory] = await Promise.all([
    builtEngine(engine),
    mkdtemp(join(tmpdir(), `fleetgraph-${engine}-`)),
  ]);
  const processes = new EngineProcesses(engine, { folder, directory }, leftOut);
  try {
    await start(processes);
    return processes;
  } catch (error) {
    const logs = await processes.logs();
    await processes.stop();
    throw new Error(`${String(error)}\n${logs}`, { cause: error });
  }
}
