/**
 * Makes wall clocks jump, by loading libfaketime into a process. Monotonic clocks keep running, as on a machine whose
 * wall clock is changed.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faketimeLibrary } from '../harness/debian-packages.ts';

export class Clock implements AsyncDisposable {
  /** Environment variables of processes that use this clock. */
  readonly env: Readonly<Record<string, string>>;
  readonly #directory: string;
  readonly #file: string;

  static async make(): Promise<Clock> {
    const library = faketimeLibrary();
    if (library === undefined) throw new Error('clocks are set by libfaketime: install the Debian package libfaketime');
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-clock-'));
    const clock = new Clock(directory, library);
    await clock.set('+0');
    return clock;
  }

  private constructor(directory: string, library: string) {
    this.#directory = directory;
    this.#file = join(directory, 'offset');
    this.env = {
      // The C library follows libfaketime, before the libraries of Redis. Otherwise Redis's allocator reads the clock
      // before libfaketime is ready, and hangs.
      LD_PRELOAD: `${library}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the offset from the true time, such as `+1h` or `-90m`. The offset takes effect within a second. */
  async set(offset: string): Promise<void> {
    await writeFile(`${this.#file}.new`, `${offset}\n`);
    await rename(`${this.#file}.new`, this.#file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
