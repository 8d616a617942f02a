/** A worker (worker.ts) as its parent sees it: one job at a time, an answer in time or none. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Job, Outcome } from './worker.ts';

export class Worker {
  readonly #process: ChildProcess;
  alive = true;

  constructor() {
    this.#process = fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, APOLLO_TELEMETRY_DISABLED: '1', NODE_ENV: 'test' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process.once('exit', () => (this.alive = false));
  }

  /** A mutant that does not answer in time, or takes the process with it, is killed too: nobody could miss it. */
  async run(job: Job, limitMs: number): Promise<Outcome> {
    return new Promise(resolve => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        this.#process.off('message', settle).off('exit', died);
        resolve(outcome);
      };
      const died = () => settle({ failed: 'the process ended', broken: false });
      const timer = setTimeout(() => this.end(), limitMs);
      this.#process.once('message', settle).once('exit', died);
      this.#process.send(job);
    });
  }

  end(): void {
    this.#process.kill('SIGKILL');
  }
}
