/**
 * A Postgres server that ends with the run. It has its own directory, a Unix socket and no port. Postgres refuses to
 * run as root. If the benchmark runs as root, the user of the Debian package runs Postgres.
 *
 * The settings come from an existing fleet index, with more memory to cache everything. JIT and fsync are off.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { POSTGRES_BINARIES } from '../../test/harness/debian-packages.ts';
import { startProcess, type ServerProcess } from '../../test/harness/processes.ts';
import { UsageError } from '../../cli/usage-error.ts';

const execute = promisify(execFile);
const READY_WITHIN_MS = 30_000;
const SETTINGS = {
  ...{ shared_buffers: '4GB', effective_cache_size: '8GB', work_mem: '64MB', maintenance_work_mem: '512MB' },
  ...{ max_parallel_workers_per_gather: '8', max_wal_size: '16GB', jit: 'off' },
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', listen_addresses: '' },
};

/** Types of the `pg` package, which has no type declarations. The benchmarks install the package themselves. */
export interface SqlClient {
  query(query: {
    text: string;
    values?: readonly unknown[];
    name?: string;
    rowMode?: 'array';
  }): Promise<{ rows: any[] }>;
  end(): Promise<void>;
}

export class Postgres implements AsyncDisposable {
  readonly #directory: string;
  readonly #process: ServerProcess;
  readonly #clients: SqlClient[] = [];

  private constructor(directory: string, process: ServerProcess) {
    this.#directory = directory;
    this.#process = process;
  }

  static async start(signal: AbortSignal): Promise<Postgres> {
    const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-postgres-'));
    const data = join(directory, 'data');
    const root = process.getuid?.() === 0;
    if (root) await execute('chown', ['postgres', directory]);
    const as = (command: string, args: readonly string[]) => {
      return root
        ? (['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', command, ...args]] as const)
        : ([command, args] as const);
    };
    const init = [
      '--pgdata',
      data,
      '--username',
      'bench',
      '--auth',
      'trust',
      '--locale',
      'C',
      '--encoding',
      'UTF8',
      '--no-sync',
    ];
    const [command, args] = as(join(POSTGRES_BINARIES, 'initdb'), init);
    await execute(command, [...args], { cwd: directory, signal });
    const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [server, flags] = as(join(POSTGRES_BINARIES, 'postgres'), ['-D', data, '-k', directory, ...settings]);
    const postgres = new Postgres(
      directory,
      startProcess({ name: 'postgres', command: server, args: flags, logFile: join(directory, 'log') }),
    );
    try {
      await postgres.#untilReady(signal);
      return postgres;
    } catch (error) {
      await postgres[Symbol.asyncDispose]();
      throw error;
    }
  }

  async client(): Promise<SqlClient> {
    const { Client } = await driver();
    const client = new Client({ host: this.#directory, user: 'bench', database: 'postgres' });
    // A running query rejects with this error. Without a running query, the benchmark itself has ended the connection.
    client.on('error', () => undefined);
    await client.connect();
    this.#clients.push(client);
    return client;
  }

  async run(sql: string): Promise<void> {
    const client = await this.client();
    for (const statement of sql.split(';\n')) if (statement.trim()) await client.query({ text: statement });
    await client.end();
  }

  /** Fills a table from lines in COPY's text format, as fast as Postgres accepts them. */
  async copy(into: string, lines: AsyncIterable<string> | Iterable<string>, signal: AbortSignal): Promise<void> {
    const copy = `COPY ${into} FROM STDIN`;
    const psql = spawn(
      join(POSTGRES_BINARIES, 'psql'),
      ['-h', this.#directory, '-U', 'bench', '-d', 'postgres', '-qX', '-v', 'ON_ERROR_STOP=1', '-c', copy],
      {
        stdio: ['pipe', 'inherit', 'inherit'],
        signal,
      },
    );
    const ended = once(psql, 'exit');
    // `ended` is awaited below, but an error in `lines` may come first.
    ended.catch(() => undefined);
    psql.stdin.on('error', () => psql.stdin.destroy()); // the exit code of psql reports the problem
    for await (const chunk of lines) {
      if (!psql.stdin.write(chunk)) await Promise.race([once(psql.stdin, 'drain'), ended]);
      if (psql.exitCode !== null) break;
    }
    psql.stdin.end();
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`psql ended with ${code} while it copied into ${into}.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#clients.map(client => client.end()));
    await this.#process.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async #untilReady(signal: AbortSignal): Promise<void> {
    const end = performance.now() + READY_WITHIN_MS;
    for (;;) {
      signal.throwIfAborted();
      const ready = await execute(join(POSTGRES_BINARIES, 'pg_isready'), ['-h', this.#directory]).then(
        () => true,
        () => false, // the server does not listen yet
      );
      if (ready) return;
      if (this.#process.ending !== undefined || performance.now() > end)
        throw new Error(
          `postgres ${this.#process.ending ?? 'was not ready in time'}:\n${await this.#process.logTail()}`,
        );
      await delay(50, undefined, { signal });
    }
  }
}

interface Driver {
  readonly Client: new (
    options: object,
  ) => SqlClient & { connect(): Promise<void>; on(event: 'error', listener: () => void): void };
}

async function driver(): Promise<Driver> {
  const name: string = 'pg';
  try {
    const { default: pg } = (await import(name)) as { default: Driver };
    return pg;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError('The benchmarks’ own packages are not installed: run `make bench`, or `npm ci` in bench/.');
  }
}
