/** A child process of the benchmark, with requests and answers over its IPC channel. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export class Child<Request, Answer> implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #name: string;

  /** @param file Path relative to this folder */
  constructor(file: string | URL) {
    this.#name = String(file);
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
      // As in bin/fleetgraph, so that libraries of the product and of peers run in production mode.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  }

  /** Callers must await each answer before the next request, because an answer does not name its request. */
  async ask(request: Request, signal: AbortSignal): Promise<Answer> {
    const done = new AbortController();
    const either = { signal: AbortSignal.any([signal, done.signal]) };
    const died = once(this.#process, 'exit', either).then(([code]) => {
      throw new Error(`${this.#name} exited with code ${code} before it answered.`);
    });
    const answered = once(this.#process, 'message', either).then(([answer]) => answer as Answer);
    try {
      this.#process.send(request as object);
      return await Promise.race([answered, died]);
    } finally {
      done.abort();
      await Promise.allSettled([answered, died]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    if (this.#process.connected) this.#process.disconnect();
    await exited;
  }
}
