/**
 * `serve` with only the collector role, as a separate process on Redis. Its memory is read from /proc, because the port
 * of its metrics is not known.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startProcess, type ServerProcess } from '../test/harness/processes.ts';
import { EXECUTABLE } from './product.ts';

export class CollectorProcess implements AsyncDisposable {
  /** Value of performance.now() when the process was started. */
  readonly startedAt = performance.now();
  readonly #process: ServerProcess;
  readonly #directory: string;

  private constructor(process: ServerProcess, directory: string) {
    this.#process = process;
    this.#directory = directory;
  }

  /** Collects every context of the kubeconfig. */
  static async start(kubeconfig: string, redis: string): Promise<CollectorProcess> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-bench-'));
    const [file, kubeconfigFile] = [join(directory, 'config.yaml'), join(directory, 'kubeconfig')];
    const config = { roles: ['collector'], store: { type: 'redis', url: redis } };
    await writeFile(file, stringify(config), { mode: 0o600 });
    await writeFile(kubeconfigFile, kubeconfig, { mode: 0o600 });
    const started = startProcess({
      ...{
        name: 'fleetgraph serve',
        command: EXECUTABLE,
        args: ['serve', '--config', file, '--kubeconfig', kubeconfigFile, '--port', '0'],
        logFile: join(directory, 'log'),
      },
    });
    return new CollectorProcess(started, directory);
  }

  /** Maximum resident memory since the start. */
  peakBytes(): number {
    // A shell starts the process, so the largest process of the group counts.
    const peaks = family(this.#process.pid!).map(
      pid => /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
    );
    return Math.max(...peaks.map(Number)) * 1_024;
  }

  /** Kills the process with SIGKILL, like the kernel when memory runs out. */
  kill(): Promise<void> {
    return this.#process.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.flatMap(child => family(Number(child)))];
}
