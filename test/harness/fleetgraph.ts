/**
 * The product as its users start it: `bin/fleetgraph serve` as one process, or a gateway and a collector over Redis, and a GraphQL client
 * for each identity.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { stringify } from 'yaml';
import { freePort, startProcess, type ServerProcess } from './processes.ts';

const EXECUTABLE = fileURLToPath(new URL('../../bin/fleetgraph', import.meta.url));
const READY_TIMEOUT_MS = 60_000;

export interface GraphQLAnswer {
  readonly status: number;
  readonly data: any;
  readonly errors: readonly { message: string; extensions: Record<string, unknown> }[] | undefined;
}

export interface FleetgraphOptions {
  /** The configuration, without server and roles. */
  readonly config: Record<string, unknown>;
  /** 'split' needs a Redis store in the configuration. */
  readonly form: 'single' | 'split';
}

export class Fleetgraph implements AsyncDisposable {
  readonly url: string;
  readonly #directory: string;
  readonly #processes: ServerProcess[] = [];
  readonly #http = new Agent({ connections: 16 });

  static async start({ config, form }: FleetgraphOptions): Promise<Fleetgraph> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-e2e-'));
    const port = await freePort();
    const file = join(directory, 'config.yaml');
    await writeFile(file, stringify({ ...config, server: { host: '127.0.0.1', port } }), { mode: 0o600 });
    const fleetgraph = new Fleetgraph(`http://127.0.0.1:${port}`, directory);
    try {
      for (const roles of form === 'single' ? ['[gateway, collector]'] : ['[collector]', '[gateway]']) {
        fleetgraph.#processes.push(
          startProcess({
            name: `fleetgraph ${roles}`,
            command: EXECUTABLE,
            args: ['serve', '--config', file],
            env: { FLEETGRAPH_ROLES: roles, NODE_OPTIONS: '' },
            logFile: join(directory, `${roles.replaceAll(/\W/g, '')}.log`),
          }),
        );
      }
      await fleetgraph.#untilReady();
    } catch (error) {
      await fleetgraph.stop();
      throw error;
    }
    return fleetgraph;
  }

  private constructor(url: string, directory: string) {
    this.url = url;
    this.#directory = directory;
  }

  async query(token: string, query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer> {
    const answer = await request(`${this.url}/graphql`, {
      method: 'POST',
      dispatcher: this.#http,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await answer.body.json()) as { data?: unknown; errors?: GraphQLAnswer['errors'] };
    return { status: answer.statusCode, data: body.data, errors: body.errors };
  }

  /** The end of every process's log, for a failing test. */
  async logs(): Promise<string> {
    return (await Promise.all(this.#processes.map(async process => `--- ${process.name}\n${await process.logTail()}`))).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(process => process.stop()));
    await this.#http.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #untilReady(): Promise<void> {
    const end = performance.now() + READY_TIMEOUT_MS;
    for (;;) {
      const ready = await request(`${this.url}/readyz`, { dispatcher: this.#http }).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
        () => false,
      );
      if (ready) return;
      const dead = this.#processes.find(({ ending }) => ending !== undefined);
      if (dead || performance.now() > end)
        throw new Error(`${dead ? `${dead.name} ${dead.ending}` : 'fleetgraph did not become ready'}:\n${await this.logs()}`);
      await delay(50);
    }
  }
}

/** Asks again until the answer satisfies, and returns it with the time it took. */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfied: (answer: T) => boolean,
  { within = 30_000, what = 'the condition' } = {},
): Promise<{ answer: T; tookMs: number }> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    const tookMs = performance.now() - start;
    if (satisfied(answer)) return { answer, tookMs };
    if (tookMs > within)
      throw new Error(`${what} did not hold within ${within} ms; the last answer: ${JSON.stringify(answer)?.slice(0, 3_000)}`);
    await delay(25);
  }
}
