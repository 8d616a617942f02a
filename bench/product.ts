/** The product as its users run it: `bin/fleetgraph serve --config`, by default one process with the embedded store. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { stringify } from 'yaml';
import { demoIdentities } from '../demo/identities.ts';
import { freePort, startProcess, type ServerProcess } from '../test/harness/processes.ts';

export const EXECUTABLE = fileURLToPath(new URL('../bin/fleetgraph', import.meta.url));
const READY_WITHIN_MS = 120_000;

export interface ProductOptions {
  readonly signal: AbortSignal;
  /** Content of the kubeconfig. The product serves the contexts in `clusters`, or every context without `clusters`. */
  readonly kubeconfig?: string;
  /** Clusters with their labels. Each name is the name of a context. */
  readonly clusters?: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[];
  /** Tokens of the callers. @default the tokens of the people of the demo */
  readonly tokens?: readonly { readonly token: string; readonly user: string; readonly groups: readonly string[] }[];
  /** Additional keys of the configuration file. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export class Product implements AsyncDisposable {
  readonly url: string;
  /** Value of performance.now() when the process was started. */
  readonly startedAt: number;
  /** Milliseconds from the start until /readyz answered 200. */
  readonly readyAfterMs: number;
  readonly #operationsUrl: string;
  readonly #process: ServerProcess;
  readonly #directory: string;

  private constructor(parts: {
    url: string;
    operationsUrl: string;
    startedAt: number;
    process: ServerProcess;
    directory: string;
  }) {
    this.url = parts.url;
    this.#operationsUrl = parts.operationsUrl;
    this.startedAt = parts.startedAt;
    this.readyAfterMs = performance.now() - parts.startedAt;
    this.#process = parts.process;
    this.#directory = parts.directory;
  }

  static async start({
    signal,
    kubeconfig,
    clusters,
    tokens = demoIdentities,
    config: settings = {},
    env = {},
  }: ProductOptions): Promise<Product> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-bench-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const operationsUrl = `http://127.0.0.1:${await freePort()}`;
    const file = join(directory, 'config.yaml');
    const kubeconfigFile = join(directory, 'kubeconfig');
    const config = {
      server: {
        host: '127.0.0.1',
        port,
        operations: { port: Number(new URL(operationsUrl).port) },
        readyTimeout: '0s',
      },
      authentication: [
        { type: 'static', tokens: tokens.map(({ token, user, groups }) => ({ token, user, groups: [...groups] })) },
      ],
      ...(clusters && {
        clusters: clusters.map(({ name, labels }) => ({
          ...{ name, labels, kubeconfig: kubeconfigFile, context: name, identity: { mode: 'impersonate' } },
        })),
      }),
      ...settings,
      // The budget is practically unlimited, because a load generator acts for many callers.
      limits: { costBudget: 1_000_000_000_000, ...(settings['limits'] as object | undefined) },
    };
    await writeFile(file, stringify(config), { mode: 0o600 });
    if (kubeconfig !== undefined) await writeFile(kubeconfigFile, kubeconfig, { mode: 0o600 });
    const startedAt = performance.now();
    const process = startProcess({
      name: 'fleetgraph serve',
      command: EXECUTABLE,
      args: [
        'serve',
        '--config',
        file,
        ...(kubeconfig === undefined || clusters ? [] : ['--kubeconfig', kubeconfigFile]),
      ],
      env,
      logFile: join(directory, 'log'),
    });
    try {
      await untilReady(url, process, signal);
      return new Product({ url, operationsUrl, startedAt, process, directory });
    } catch (error) {
      await process.stop();
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
  }

  /** Resident memory in bytes, as the process reports it. */
  residentBytes(): Promise<number> {
    return this.#metric('process_resident_memory_bytes');
  }

  /** Processor time of the process since its start, in seconds. */
  processorSeconds(): Promise<number> {
    return this.#metric('process_cpu_seconds_total');
  }

  async processorMs(): Promise<number> {
    return 1_000 * (await this.processorSeconds());
  }

  async #metric(name: string): Promise<number> {
    // The process caches its metrics for a second.
    await delay(1_001);
    const text = await (await fetch(`${this.#operationsUrl}/metrics`)).text();
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`${this.#operationsUrl}/metrics has no ${name}.`);
    return Number(value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function untilReady(url: string, process: ServerProcess, signal: AbortSignal): Promise<void> {
  const client = new Client(url);
  const end = performance.now() + READY_WITHIN_MS;
  try {
    for (;;) {
      signal.throwIfAborted();
      const ready = await client.request({ path: '/readyz', method: 'GET' }).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
        () => false, // the server does not listen yet
      );
      if (ready) return;
      if (process.ending !== undefined || performance.now() > end)
        throw new Error(
          `${process.name} ${process.ending ?? `was not ready within ${READY_WITHIN_MS} ms`}:\n${await process.logTail()}`,
        );
      await delay(5, undefined, { signal });
    }
  } finally {
    await client.destroy();
  }
}
