/**
 * A real Prometheus on loopback that serves given series of the past. It scrapes nothing. Prometheus ends within
 * seconds after this process (processes.ts).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, refuseInUnitTests, startProcess, type ServerProcess } from './processes.ts';

const execute = promisify(execFile);
const START_TIMEOUT_MS = 240_000;

/** A series: a counter that grows by `rate` per second, or a gauge that stays at `gauge`. */
export type Counter = {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Number of seconds between the last sample of this series and the end of all samples. @default 0 */
  readonly endsBefore?: number;
} & ({ readonly rate: number } | { readonly gauge: number });

export interface PrometheusHistoryOptions {
  readonly counters: readonly Counter[];
  /** Time of the last sample, in seconds since the epoch. */
  readonly until: number;
  /** Length of the history in seconds. @default 1 200 */
  readonly seconds?: number;
  readonly flags?: readonly string[];
}

const STEP_SECONDS = 15;

/** Starts a Prometheus and resolves when it answers. */
export async function startPrometheusHistory({
  counters,
  until,
  seconds = 1_200,
  flags = [],
}: PrometheusHistoryOptions): Promise<PrometheusHistory> {
  refuseInUnitTests('prometheus');
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-prometheus-'));
  const samples = join(directory, 'samples.txt');
  await writeFile(samples, openMetrics(counters, until, seconds));
  await execute('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', samples, join(directory, 'data')], {
    maxBuffer: 2 ** 26,
  });
  await writeFile(join(directory, 'config.yaml'), 'global: { scrape_interval: 15s }\n');
  const server = new PrometheusHistory(directory, await freePort(), flags);
  await server.start();
  return server;
}

function openMetrics(counters: readonly Counter[], until: number, seconds: number): string {
  const lines: string[] = [];
  for (const [metric, all] of Map.groupBy(counters, counter => counter.metric)) {
    for (const counter of all) {
      const { labels, endsBefore = 0 } = counter;
      const written = Object.entries(labels)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
      for (let at = 0; at <= seconds - endsBefore; at += STEP_SECONDS) {
        const value = 'gauge' in counter ? counter.gauge : counter.rate * at;
        lines.push(`${metric}{${written.join(',')}} ${value} ${until - seconds + at}`);
      }
    }
  }
  return [...lines, '# EOF', ''].join('\n');
}

export class PrometheusHistory implements AsyncDisposable {
  readonly url: string;
  readonly #directory: string;
  readonly #port: number;
  readonly #flags: readonly string[];
  #process: ServerProcess | undefined;
  #frozen: number | undefined;

  constructor(directory: string, port: number, flags: readonly string[]) {
    this.#directory = directory;
    this.#port = port;
    this.#flags = flags;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.#process = startProcess({
      name: 'prometheus',
      command: 'prometheus',
      args: [
        `--config.file=${join(this.#directory, 'config.yaml')}`,
        `--storage.tsdb.path=${join(this.#directory, 'data')}`,
        '--storage.tsdb.retention.time=100y',
        `--web.listen-address=127.0.0.1:${this.#port}`,
        ...this.#flags,
      ],
      logFile: join(this.#directory, 'log.txt'),
    });
    const gaveUp = performance.now() + START_TIMEOUT_MS;
    while (!(await this.#isReady())) {
      if (this.#process.ending !== undefined || performance.now() > gaveUp)
        throw new Error(
          `prometheus did not start: ${this.#process.ending ?? 'no answer'}\n${await this.#process.logTail()}`,
        );
      await delay(50);
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/-/ready`)).ok;
    } catch {
      return false;
    }
  }

  /** Behaves like a machine that hangs: connections stay open, and no request gets a response. */
  async freeze(): Promise<void> {
    const shell = this.#process!.pid!;
    const children = (await readFile(`/proc/${shell}/task/${shell}/children`, 'utf8')).trim().split(' ');
    for (const child of children) {
      if ((await readFile(`/proc/${child}/comm`, 'utf8')).trim() !== 'prometheus') continue;
      process.kill(Number(child), 'SIGSTOP');
      this.#frozen = Number(child);
    }
  }

  thaw(): void {
    if (this.#frozen !== undefined) process.kill(this.#frozen, 'SIGCONT');
    this.#frozen = undefined;
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.#process?.stop();
    this.#process = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
