/**
 * Real Redis servers on loopback, in memory only: a single server, a Sentinel, or a Redis Cluster.
 *
 * A server keeps its port over `stop()` and `start()` and is empty after a start, like a Redis without persistence.
 * When this process ends, its servers end within seconds (processes.ts).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, refuseInUnitTests, startProcess, type ServerProcess } from './processes.ts';

const execute = promisify(execFile);

const START_TIMEOUT_MS = 240_000;

/** Starts one Redis server and resolves when it answers. */
export async function startRedis(...flags: string[]): Promise<RedisServer> {
  return startRedisWith({}, ...flags);
}

/** Like startRedis(), with additional environment variables. */
export async function startRedisWith(env: Readonly<Record<string, string>>, ...flags: string[]): Promise<RedisServer> {
  refuseInUnitTests('redis-server');
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-redis-'));
  return start(
    new RedisServer({
      directory,
      port: await freePortWithBus(),
      flags: ['--save', '', '--appendonly', 'no', ...flags],
      env,
    }),
  );
}

interface RedisServerOptions {
  readonly directory: string;
  readonly port: number;
  readonly flags: readonly string[];
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #directory: string;
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #process: ServerProcess | undefined;
  #frozen: number | undefined;

  constructor({ directory, port, flags, config, env = {} }: RedisServerOptions) {
    this.#directory = directory;
    this.port = port;
    this.#args = [
      ...(config === undefined ? [] : [config]),
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--dir',
      directory,
      ...flags,
    ];
    this.#env = env;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const logFile = join(this.#directory, 'redis.log');
    const server = startProcess({
      name: 'redis-server',
      command: 'redis-server',
      args: this.#args,
      env: this.#env,
      logFile,
    });
    this.#process = server;
    let ended: string | undefined;
    void server.exited.then(how => (ended = how));
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    while (!(await this.#answers())) {
      if (ended !== undefined || signal.aborted) {
        const how = ended ?? `did not answer within ${START_TIMEOUT_MS / 1000} s`;
        throw new Error(
          `redis-server ${how} (it is the Debian package redis-server); the end of its log:\n${await server.logTail()}`,
        );
      }
      await delay(20);
    }
  }

  /** Ends the server. Its content is lost. */
  async stop(): Promise<void> {
    this.thaw();
    await this.#process?.stop();
    this.#process = undefined;
  }

  /** Kills the server with SIGKILL. */
  async kill(): Promise<void> {
    await this.#process?.kill();
    this.#process = undefined;
    this.#frozen = undefined;
  }

  /** Behaves like a machine that hangs: connections stay open, and no command gets a response. */
  async freeze(): Promise<void> {
    const pid = Number(/^process_id:(\d+)/m.exec(await this.command('INFO', 'server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    this.#frozen = pid;
  }

  thaw(): void {
    if (this.#frozen !== undefined) process.kill(this.#frozen, 'SIGCONT');
    this.#frozen = undefined;
  }

  /** Runs a command with redis-cli and returns its output. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await execute('redis-cli', ['-p', String(this.port), ...args]);
    return stdout.trim();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  async #answers(): Promise<boolean> {
    try {
      // A server that requires a password is running, too.
      return /PONG|NOAUTH/.test(await this.command('PING'));
    } catch {
      return false; // not listening yet
    }
  }
}

/**
 * Starts a Sentinel that watches `master` under the name `fleet`. It promotes a replica when the master has been
 * unreachable for a second.
 */
export async function startSentinel(master: RedisServer, ...flags: string[]): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-sentinel-'));
  const config = join(directory, 'sentinel.conf');
  const directives = [
    `monitor fleet 127.0.0.1 ${master.port} 1`,
    'down-after-milliseconds fleet 1000',
    'failover-timeout fleet 5000',
  ];
  await writeFile(config, directives.map(directive => `sentinel ${directive}\n`).join(''));
  return start(new RedisServer({ directory, port: await freePortWithBus(), flags: ['--sentinel', ...flags], config }));
}

/**
 * Starts a Redis Cluster. The first `masters` servers (at least 3) are masters, each with a replica if requested.
 * Resolves when all slots are served.
 */
export async function startRedisCluster(masters: number, { replicas = false } = {}): Promise<RedisCluster> {
  // A failed node must affect only its own slots.
  const flags = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', '--cluster-require-full-coverage', 'no'];
  const results = await Promise.allSettled(
    Array.from({ length: replicas ? 2 * masters : masters }, () => startRedis(...flags)),
  );
  const cluster = new RedisCluster(results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])));
  try {
    const failure = results.find(result => result.status === 'rejected');
    if (failure) throw failure.reason;
    await execute('redis-cli', [
      '--cluster',
      'create',
      ...cluster.nodes,
      '--cluster-replicas',
      replicas ? '1' : '0',
      '--cluster-yes',
    ]);
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    const ready = async (server: RedisServer) =>
      (await server.command('CLUSTER', 'INFO')).includes('cluster_state:ok') &&
      !(await server.command('INFO', 'replication')).includes('master_link_status:down');
    while (!(await Promise.all(cluster.servers.map(ready))).every(Boolean)) {
      if (signal.aborted)
        throw new Error(
          `the Redis Cluster ${cluster.nodes.join(', ')} did not come together within ${START_TIMEOUT_MS / 1000} s`,
        );
      await delay(50);
    }
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

export class RedisCluster implements AsyncDisposable {
  readonly servers: readonly RedisServer[];

  constructor(servers: readonly RedisServer[]) {
    this.servers = servers;
  }

  /** Addresses of the nodes, as `host:port`. */
  get nodes(): string[] {
    return this.servers.map(({ port }) => `127.0.0.1:${port}`);
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map(server => server.remove()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }
}

async function start(server: RedisServer): Promise<RedisServer> {
  try {
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

/**
 * Returns a free port P for which P + 10 000 is free too. A cluster node listens for other nodes on port P + 10 000.
 */
async function freePortWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await listenOnce(port + 10_000).catch(() => undefined)) return port;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
