/**
 * Wall clocks that jump: libfaketime in front of a process. Monotonic clocks keep running, as on a machine with a
 * changed wall clock.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faketimeLibrary } from '../harness/debian-packages.ts';

export class Clock implements AsyncDisposable {
  /** Environment of processes that use this clock. */
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
      // The C library before others: Redis' allocator reads the clock before libfaketime is ready, and hangs.
      LD_PRELOAD: `${library}:libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the offset from the true time, such as `+1h` or `-90m`. It takes effect within a second. */
  async set(offset: string): Promise<void> {
    await writeFile(`${this.#file}.new`, `${offset}\n`);
    await rename(`${this.#file}.new`, this.#file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
