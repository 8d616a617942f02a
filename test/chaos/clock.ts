/**
 * Wall clocks that jump: libfaketime (Debian package libfaketime) before the processes of the product. Monotonic clocks stay as they are, as they do on
 * machines whose wall clock is set.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(machine => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`);

export class Clock implements AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly #directory: string;
  readonly #file: string;

  /** undefined where the library is not installed. */
  static async make(): Promise<Clock | undefined> {
    const library = LIBRARIES.find(existsSync);
    if (!library) return undefined;
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-clock-'));
    const clock = new Clock(directory, library);
    await clock.set('+0');
    return clock;
  }

  private constructor(directory: string, library: string) {
    this.#directory = directory;
    this.#file = join(directory, 'offset');
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** As `+1h` or `-90m`, against the true time; takes effect within a second. */
  async set(offset: string): Promise<void> {
    await writeFile(`${this.#file}.new`, `${offset}\n`);
    await rename(`${this.#file}.new`, this.#file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
  }
}
