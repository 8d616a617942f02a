/**
 * The product as users start it: `bin/fleetgraph serve` as one process, or as gateways and collectors over Redis. Also
 * sends GraphQL queries with the token of any caller.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { stringify } from 'yaml';
import { freePort, startProcess, type ServerProcess } from './processes.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 240_000;

export interface GraphQLAnswer {
  readonly status: number;
  readonly data: any;
  readonly errors: readonly { message: string; extensions: Record<string, unknown> }[] | undefined;
}

/** Number of processes by role. */
interface Form {
  readonly both: number;
  readonly gateways: number;
  readonly collectors: number;
  readonly movers?: number;
}

/** All forms except 'single' need a Redis store in the configuration. */
const FORMS = {
  single: { both: 1, gateways: 0, collectors: 0 },
  split: { both: 0, gateways: 1, collectors: 1 },
  replicated: { both: 0, gateways: 2, collectors: 2 },
  moving: { both: 0, gateways: 1, collectors: 1, movers: 1 },
} as const satisfies Record<string, Form>;

export interface FleetgraphOptions {
  /** The configuration, without server and roles. */
  readonly config: Record<string, unknown>;
  readonly form: keyof typeof FORMS;
  /** Environment variables to add for a process. */
  readonly env?: (process: string) => Readonly<Record<string, string>>;
  /** Checkout that contains the bin/fleetgraph to run. @default this checkout */
  readonly checkout?: string;
}

interface Member {
  /** Name of the process: gateway-1, collector-2 … */
  readonly name: string;
  readonly roles: string;
  readonly url: string;
  readonly operationsUrl: string;
  readonly isGateway: boolean;
  /** Undefined before the start and after a kill. */
  process: ServerProcess | undefined;
}

export interface AskOptions {
  /** Index of the gateway. @default 0 */
  readonly gateway?: number;
  readonly signal?: AbortSignal;
}

export class Fleetgraph implements AsyncDisposable {
  readonly #directory: string;
  readonly #file: string;
  readonly #env: NonNullable<FleetgraphOptions['env']>;
  readonly #executable: string;
  readonly #members: readonly Member[];
  readonly #http = new Agent({ connections: 16 });

  static async start({ config, form, env = () => ({}), checkout = CHECKOUT }: FleetgraphOptions): Promise<Fleetgraph> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-e2e-'));
    const file = join(directory, 'config.yaml');
    await writeFile(file, stringify(config), { mode: 0o600 });
    const { both, gateways, collectors, movers = 0 }: Form = FORMS[form];
    const members: Member[] = [];
    const add = async (role: string, roles: readonly string[], count: number) => {
      for (let i = 1; i <= count; i++) {
        const url = `http://127.0.0.1:${await freePort()}`;
        const operationsUrl = `http://127.0.0.1:${await freePort()}`;
        members.push({
          name: `${role}-${i}`,
          roles: `[${roles.join(', ')}]`,
          url,
          operationsUrl,
          isGateway: roles.includes('gateway'),
          process: undefined,
        });
      }
    };
    await add('collector', ['collector'], collectors);
    await add('gateway', ['gateway'], gateways);
    await add('mover', ['mover'], movers);
    await add('fleetgraph', ['gateway', 'collector'], both);
    const fleetgraph = new Fleetgraph({ directory, file, env, executable: join(checkout, 'bin/fleetgraph'), members });
    try {
      await Promise.all(members.map(({ name }) => fleetgraph.start(name)));
    } catch (error) {
      await fleetgraph.stop();
      throw error;
    }
    return fleetgraph;
  }

  private constructor(parts: {
    directory: string;
    file: string;
    env: NonNullable<FleetgraphOptions['env']>;
    executable: string;
    members: readonly Member[];
  }) {
    this.#directory = parts.directory;
    this.#file = parts.file;
    this.#env = parts.env;
    this.#executable = parts.executable;
    this.#members = parts.members;
  }

  /** URL of the first gateway. */
  get url(): string {
    return this.urls[0] ?? '';
  }

  /** URLs of all gateways. */
  get urls(): readonly string[] {
    return this.#members.flatMap(({ url, isGateway }) => (isGateway ? url : []));
  }

  /** URLs of all processes that collect. Agents send their reports to these URLs. */
  get collectorUrls(): readonly string[] {
    return this.#members.flatMap(({ url, roles }) => (roles.includes('collector') ? url : []));
  }

  /** URL of the first gateway's /metrics server. */
  get operationsUrl(): string {
    return this.operationsUrls[0] ?? '';
  }

  /** URLs of all gateways' /metrics servers. */
  get operationsUrls(): readonly string[] {
    return this.#members.flatMap(({ operationsUrl, isGateway }) => (isGateway ? operationsUrl : []));
  }

  /** Process ids of the guarding shells, one for each running process. */
  get pids(): readonly number[] {
    return this.#members.flatMap(({ process }) => process?.pid ?? []);
  }

  /** Descriptions of the exits of processes that ended without being killed. */
  get endings(): readonly string[] {
    return this.#members.flatMap(({ process }) => process?.ending ?? []);
  }

  async query(
    token: string,
    query: string,
    variables: Record<string, unknown> = {},
    { gateway = 0, signal }: AskOptions = {},
  ): Promise<GraphQLAnswer> {
    const answer = await request(`${this.urls[gateway]}/graphql`, {
      method: 'POST',
      dispatcher: this.#http,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
      ...(signal && { signal }),
    });
    const body = (await answer.body.json()) as { data?: unknown; errors?: GraphQLAnswer['errors'] };
    return { status: answer.statusCode, data: body.data, errors: body.errors };
  }

  /**
   * Starts a process for the first time, or after a kill, on its own port. For a gateway, resolves when the gateway is
   * ready.
   */
  async start(name: string): Promise<void> {
    const member = this.#member(name);
    if (member.process) throw new Error(`${name} runs; kill it first`);
    const { roles, url, operationsUrl, isGateway } = member;
    member.process = startProcess({
      name: `fleetgraph ${name}`,
      command: this.#executable,
      args: ['serve', '--config', this.#file, '--port', new URL(url).port],
      // With timeout 0, a gateway is ready once it answers queries. Tests observe the index while it grows.
      env: {
        FLEETGRAPH_ROLES: roles,
        FLEETGRAPH_SERVER_OPERATIONS: `{ port: ${new URL(operationsUrl).port} }`,
        FLEETGRAPH_SERVER_READY_TIMEOUT: '0s',
        NODE_OPTIONS: '',
        ...this.#env(name),
      },
      logFile: this.#logFile(name),
    });
    if (isGateway) await this.#untilReady(member);
  }

  /** Replaces the configuration file of all processes, as an editor does. */
  async configure(config: Record<string, unknown>): Promise<void> {
    await writeFile(`${this.#file}.new`, stringify(config), { mode: 0o600 });
    await rename(`${this.#file}.new`, this.#file);
  }

  /** Kills a process with SIGKILL. */
  async kill(name: string): Promise<void> {
    const member = this.#member(name);
    await member.process?.kill();
    member.process = undefined;
  }

  /** Value of an unlabelled metric of a process. Undefined if the process does not respond or has no such value. */
  async metric(name: string, metric: string): Promise<number | undefined> {
    const answer = await request(`${this.#member(name).operationsUrl}/metrics`, { dispatcher: this.#http }).catch(
      () => undefined,
    );
    const [, value] = new RegExp(`^${metric} (.*)$`, 'm').exec((await answer?.body.text()) ?? '') ?? [];
    return value === undefined ? undefined : Number(value);
  }

  /** Last lines of the logs of started processes, for the message of a failing test. Leaves out killed processes. */
  async logs(): Promise<string> {
    const running = this.#members.flatMap(({ process }) => process ?? []);
    return (await Promise.all(running.map(async process => `--- ${process.name}\n${await process.logTail()}`))).join(
      '\n',
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.flatMap(({ process }) => process?.stop() ?? []));
    await this.#http.close();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #logFile(name: string): string {
    return join(this.#directory, `${name}.log`);
  }

  #member(name: string): Member {
    const member = this.#members.find(candidate => candidate.name === name);
    if (!member)
      throw new Error(`no process "${name}"; there are: ${this.#members.map(({ name }) => name).join(', ')}`);
    return member;
  }

  async #untilReady(member: Member): Promise<void> {
    const end = performance.now() + READY_TIMEOUT_MS;
    for (;;) {
      const ready = await request(`${member.url}/readyz`, { dispatcher: this.#http }).then(
        async ({ statusCode, body }) => (await body.dump(), statusCode === 200),
        () => false,
      );
      if (ready) return;
      const ending = member.process?.ending;
      if (ending !== undefined || performance.now() > end)
        throw new Error(`${member.name} ${ending ?? 'did not become ready'}:\n${await this.logs()}`);
      await delay(50);
    }
  }
}

/**
 * Repeats a query until the answer satisfies a condition. Returns the answer and the elapsed time. The pauses between
 * the queries become longer, so that the queries leave processor time for the work that they wait for.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  satisfied: (answer: T) => boolean,
  { within = 240_000, what = 'the condition' } = {},
): Promise<{ answer: T; tookMs: number }> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    const tookMs = performance.now() - start;
    if (satisfied(answer)) return { answer, tookMs };
    if (tookMs > within)
      throw new Error(
        `${what} did not hold within ${within} ms; the last answer: ${JSON.stringify(answer)?.slice(0, 3_000)}`,
      );
    await delay(Math.min(Math.max(25, tookMs / 10), 250));
  }
}
