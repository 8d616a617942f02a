/** A worker process (worker.ts). Runs one job at a time, and returns an outcome within the time limit. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Job, Outcome } from './worker.ts';

/** Processes to kill at exit. A process with an endless mutant does not notice that its parent has ended. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach(child => child.kill('SIGKILL')));

export class Worker {
  readonly #process: ChildProcess;
  alive = true;

  constructor() {
    this.#process = fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      env: { ...process.env, APOLLO_TELEMETRY_DISABLED: '1', NODE_ENV: 'test' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(this.#process);
    this.#process.once('exit', () => {
      this.alive = false;
      running.delete(this.#process);
    });
  }

  /** Runs a job. A mutant that exceeds the limit or crashes the process counts as endless. */
  async run(job: Job, limitMs: number): Promise<Outcome> {
    return new Promise(resolve => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        this.#process.off('message', settle).off('exit', died);
        resolve(outcome);
      };
      const died = () => settle({ failed: 'the process ended', endless: true });
      const timer = setTimeout(() => {
        settle({ failed: `no answer in ${limitMs.toFixed(0)} ms`, endless: true });
        this.end();
      }, limitMs);
      this.#process.once('message', settle).once('exit', died);
      this.#process.send(job);
    });
  }

  end(): void {
    this.alive = false;
    this.#process.kill('SIGKILL');
  }
}
