/**
 * The connection of a Redis store: one server, a master behind Sentinel, or a Redis Cluster.
 *
 * The connection has no queue, because the caller knows best what to do with stale work. Without a connection, an
 * operation fails at once with StoreUnavailableError. ioredis keeps reconnecting, with jitter. Messages contain no
 * password.
 */
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext, type SecureContext } from 'node:tls';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { raced, startDeadline } from '../async/deadline.ts';
import type { Script } from './lua.ts';
import { StoreUnavailableError } from './store.ts';

/** Set exactly one of `url`, `cluster` and `sentinel`. */
export interface RedisStoreOptions {
  /** `redis://host:port/db`, or `rediss://` for TLS. */
  readonly url?: string | undefined;
  /** Some nodes of a Redis Cluster, as `host:port`, or as URLs for TLS. */
  readonly cluster?: readonly string[] | undefined;
  readonly sentinel?: SentinelOptions | undefined;
  readonly username?: string | undefined;
  /** Overrides a password in the URL. */
  readonly password?: string | undefined;
  /**
   * Turns TLS on, also for Sentinels. `rediss://` in the URL also turns TLS on, with the certificate authorities of
   * Node.js.
   */
  readonly tls?: RedisTlsOptions | undefined;
}

export interface SentinelOptions {
  /** Name of the master at the Sentinels. */
  readonly name: string;
  /** Sentinels as `host:port`. */
  readonly sentinels: readonly string[];
  /** Credentials of the Sentinels themselves. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

const CONNECT_TIMEOUT_MS = 3_000;
const COMMAND_TIMEOUT_MS = 5_000;
/**
 * Milliseconds between two checks for new, removed and returned nodes of a Redis Cluster. A connection for doorbells
 * (redis-doorbell.ts) sends no commands, so no failed command can start a check.
 */
const SLOTS_REFRESH_INTERVAL_MS = 5_000;

export class RedisConnection {
  readonly client: Redis | Cluster;
  /** Address for messages, without credentials. */
  readonly address: string;
  readonly #encrypted: boolean;
  readonly #tls: RotatedTls | undefined;
  #lastError: string | undefined;
  #closed = false;

  /** @throws TypeError if the options are invalid, or a TLS file cannot be used */
  constructor(options: RedisStoreOptions) {
    const { url, cluster, sentinel } = options;
    if ([url, cluster, sentinel].filter(Boolean).length !== 1) {
      throw new TypeError('a Redis store needs exactly one of url, cluster and sentinel');
    }
    this.#tls = options.tls && new RotatedTls(options.tls);
    const encryption = (nodes: readonly Node[]) =>
      this.#tls || nodes.some(({ tls }) => tls) ? { tls: this.#tls?.connectionOptions ?? {} } : {};
    if (cluster) {
      const nodes = cluster.map(parseNode);
      this.address = nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
      this.client = clusterClient(nodes, { ...authentication(options, nodes[0]), ...encryption(nodes) });
    } else if (sentinel) {
      const nodes = sentinel.sentinels.map(parseNode);
      const sentinels = nodes.map(({ host, port }) => ({ host, port }));
      const { tls } = encryption(nodes);
      const { username, password } = sentinel;
      this.address = `${sentinel.name} by ${sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
      this.client = new Redis({
        ...SERVER_OPTIONS,
        ...authentication(options),
        ...(tls ? { tls, sentinelTLS: tls, enableTLSForSentinelMode: true } : {}),
        ...(username === undefined ? {} : { sentinelUsername: username }),
        ...(password === undefined ? {} : { sentinelPassword: password }),
        sentinelRetryStrategy: backoff,
        name: sentinel.name,
        sentinels,
      });
    } else {
      const node = parseNode(url ?? '');
      const { host, port, db } = node;
      this.address = `${host}:${port}`;
      this.client = new Redis({
        ...SERVER_OPTIONS,
        ...authentication(options, node),
        ...encryption([node]),
        host,
        port,
        db,
      });
    }
    this.#encrypted = options.tls !== undefined || /(^|,)rediss:/.test([url, cluster, sentinel?.sentinels].join());
    this.client.on('error', (error: Error) => (this.#lastError = reasonOf(error)));
    this.client.on('ready', () => (this.#lastError = undefined));
  }

  /** Resolves after the first success or failure, or after CONNECT_TIMEOUT_MS. The client then keeps trying. */
  async open(): Promise<void> {
    const opened = this.client.connect().catch((error: unknown) => (this.#lastError ??= reasonOf(error)));
    // The time is limited, because ioredis reports no failure while Sentinels do not answer.
    using patience = startDeadline(undefined, CONNECT_TIMEOUT_MS);
    await raced(opened, patience.signal).catch(() => undefined);
  }

  /** Reason why there is no connection. Undefined while there is a connection. */
  get problem(): string | undefined {
    return this.client.status === 'ready' ? undefined : this.#message(this.#lastError ?? 'not connected');
  }

  /** @throws StoreUnavailableError */
  command(name: string, ...args: (string | number)[]): Promise<unknown> {
    return this.#answer(() => this.client.call(name, args));
  }

  /**
   * Runs a script. Texts of the answer are strings, or Buffers if the script answers bytes.
   * @param rest Arguments after the named ones
   * @throws StoreUnavailableError
   */
  async run<Key extends string, Argument extends string>(
    script: Script<Key, Argument>,
    keys: Readonly<Record<Key, string>>,
    args: Readonly<Record<Argument, string | number>>,
    rest: readonly string[] = [],
  ): Promise<unknown> {
    const [evalsha, evaluate] = script.readOnly ? ['evalsha_ro', 'eval_ro'] : ['evalsha', 'eval'];
    const call = (name: string, code: string) => {
      const all = [
        code,
        script.keys.length,
        ...script.keys.map(key => keys[key]),
        ...script.arguments.map(name => args[name]),
        ...rest,
      ];
      return this.#answer(() =>
        script.answersBytes ? this.client.callBuffer(name, all) : this.client.call(name, all),
      );
    };
    try {
      return await call(evalsha, script.sha);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError && error.message.includes('NOSCRIPT'))) throw error;
      return await call(evaluate, script.text);
    }
  }

  async #answer(ask: () => Promise<unknown>): Promise<unknown> {
    if (this.#closed) throw new StoreUnavailableError('the store is closed');
    if (this.client.status !== 'ready') throw this.#unavailable(this.#lastError ?? 'not connected');
    try {
      return await ask();
    } catch (error) {
      throw this.#unavailable(reasonOf(error));
    }
  }

  close(): void {
    this.#closed = true;
    this.client.disconnect();
  }

  #unavailable(reason: string): StoreUnavailableError {
    return new StoreUnavailableError(this.#message(reason));
  }

  #message(reason: string): string {
    const hint = [...HINTS, ...(this.#encrypted ? ENCRYPTED_HINTS : PLAIN_HINTS)].find(([pattern]) =>
      pattern.test(reason),
    )?.[1];
    const outdated = this.#tls?.problem;
    return `Redis at ${this.address}: ${[reason, hint, outdated].filter(Boolean).join('; ')}`;
  }
}

type Hints = readonly (readonly [when: RegExp, wayOut: string])[];

/** Maps messages of Redis, OpenSSL and Node to advice for the operator. */
const HINTS: Hints = [
  [
    /sentinels .*(WRONGPASS|NOAUTH)/,
    'check store.sentinel.username and the variable that store.sentinel.passwordEnv names',
  ],
  [/WRONGPASS/, 'check store.username and the variable that store.passwordEnv names'],
  [/NOAUTH/, 'it wants a password: set store.passwordEnv, and store.username for an ACL user'],
  [/NOPERM/, 'docs/operations.md lists, under Redis, what its ACL user must be allowed'],
  [/\bOOM\b/, 'it is full: raise its maxmemory; docs/operations.md says, under Redis, what a row takes'],
  [/spublish|unknown (redis )?command/i, 'fleetgraph needs Redis 7 or later, or Valkey'],
  [
    /self.signed|unable to (get|verify)|issuer/i,
    'set store.tls.caFile to the authority that signed the certificate of Redis',
  ],
  [/altnames/i, 'connect to it by a name that is in its certificate'],
];
const CLOSED = /^Connection is closed|ECONNRESET|EPIPE|socket hang up|alert/;
const PLAIN_HINTS: Hints = [[CLOSED, 'if this port speaks TLS, write rediss:// or set store.tls']];
const ENCRYPTED_HINTS: Hints = [
  [CLOSED, 'it may want a client certificate: set store.tls.certFile and store.tls.keyFile'],
  [/wrong version number|ETIMEDOUT/, 'if this port speaks no TLS, write redis:// and leave out store.tls'],
];

/**
 * Makes a separate connection for doorbells, so that they do not wait behind large replies. The client of a Redis
 * Cluster already has a separate connection for doorbells.
 */
export function subscriberOf({ client }: RedisConnection): Redis | Cluster {
  if (client instanceof Cluster) return client;
  // A failed resubscription of ioredis is an unhandled rejection, which ends the process.
  const subscriber = client.duplicate({ autoResubscribe: false });
  subscriber.on('error', () => undefined); // the main connection to the same server reports the problem
  return subscriber;
}

/**
 * Returns only the message of an error. An ioredis error also contains the arguments of its command, and for a failed
 * login these include the password. Errors of this connection therefore have no `cause`.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, lastNodeError } = error as Error & { lastNodeError?: Error };
  if (lastNodeError) return `${message} ${reasonOf(lastNodeError)}`;
  if (message === OFFLINE) return 'not connected';
  return message || ((error as NodeJS.ErrnoException).code ?? error.name);
}

/** Message of ioredis for a command without a connection. */
const OFFLINE = "Stream isn't writeable and enableOfflineQueue options is false";

const SERVER_OPTIONS = {
  lazyConnect: true,
  // ioredis would check with INFO whether the server is ready, but some proxies and managed servers refuse INFO. A
  // server that is still loading answers LOADING to commands.
  enableReadyCheck: false,
  // On close, ioredis waits this long even for a closed socket. Meanwhile the process stays alive.
  disconnectTimeout: 200,
  connectTimeout: CONNECT_TIMEOUT_MS,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: 2 * COMMAND_TIMEOUT_MS,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: backoff,
  // READONLY means that this server is a replica, for example after a failover. The client reconnects to find the
  // master.
  reconnectOnError: error => error.message.startsWith('READONLY'),
} satisfies RedisOptions;

function clusterClient(nodes: readonly Node[], access: Credentials & { tls?: ConnectionOptions }): Cluster {
  const { disconnectTimeout, connectTimeout, commandTimeout, socketTimeout, lazyConnect, enableOfflineQueue } =
    SERVER_OPTIONS;
  return new Cluster(
    nodes.map(({ host, port }) => ({ host, port })),
    {
      lazyConnect,
      enableOfflineQueue,
      shardedSubscribers: true,
      clusterRetryStrategy: backoff,
      maxRedirections: 8,
      slotsRefreshInterval: SLOTS_REFRESH_INTERVAL_MS,
      redisOptions: {
        disconnectTimeout,
        connectTimeout,
        commandTimeout,
        socketTimeout,
        ...access,
      },
    },
  );
}

interface Credentials {
  username?: string;
  password?: string;
}

/** Credentials from the options, or else from the URL of the node. */
function authentication(options: RedisStoreOptions, node?: Node): Credentials {
  const username = options.username ?? node?.username;
  const password = options.password ?? node?.password;
  return { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) };
}

/**
 * Milliseconds before the next attempt to connect, at most 2 s. Random, because many replicas may lose the server at
 * the same time.
 */
function backoff(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt - 1, 10), 2_000) * (0.5 + Math.random() / 2);
}

interface Node {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

function parseNode(text: string): Node {
  const url = URL.parse(text.includes('://') ? text : `redis://${text}`);
  const db = Number(url?.pathname.slice(1) || 0);
  if (!url?.hostname || !['redis:', 'rediss:'].includes(url.protocol) || !Number.isInteger(db)) {
    throw new TypeError(
      'a Redis address does not parse; expected redis://host:port/db, rediss://host:port/db or host:port',
    );
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 6379),
    db,
    tls: url.protocol === 'rediss:',
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
  };
}

/** Paths of PEM files. */
interface RedisTlsOptions {
  /** Authorities that may have signed the certificates of Redis. @default the authorities of Node.js */
  readonly caFile?: string | undefined;
  /** Client certificate, for a Redis with `tls-auth-clients`. Set both certFile and keyFile, or neither. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/**
 * TLS to Redis with certificate files that may be replaced while the process runs.
 *
 * The files are read again for every connection, so that new certificates need no restart and no file watcher. A
 * rotation may replace several files one by one. Until all files match, the last usable files stay in use.
 */
class RotatedTls {
  /** Options for ioredis, which copies them for each connection. */
  readonly connectionOptions: ConnectionOptions;
  readonly #files: RedisTlsOptions;
  #texts = '';
  #context: SecureContext;
  #problem: string | undefined;

  /** @throws TypeError if the files cannot be used */
  constructor(files: RedisTlsOptions) {
    if ((files.certFile === undefined) !== (files.keyFile === undefined))
      throw new TypeError('store.tls needs certFile and keyFile, or neither');
    this.#files = files;
    this.#context = this.#read();
    const latest = () => this.#latest();
    this.connectionOptions = {
      get secureContext() {
        return latest();
      },
    };
  }

  /**
   * Reason why the present content of the files cannot be used. Meanwhile the last usable content stays in use.
   * Undefined if the present content can be used.
   */
  get problem(): string | undefined {
    return this.#problem;
  }

  #latest(): SecureContext {
    try {
      this.#context = this.#read();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    return this.#context;
  }

  #read(): SecureContext {
    const ca = this.#pem('caFile');
    const cert = this.#pem('certFile');
    const key = this.#pem('keyFile');
    const texts = JSON.stringify([ca, cert, key]);
    if (texts === this.#texts) return this.#context;
    let context;
    try {
      context = createSecureContext({ ca, cert, key });
    } catch (error) {
      throw new TypeError(`store.tls: its files cannot be used together: ${(error as Error).message}`, {
        cause: error,
      });
    }
    this.#texts = texts;
    return context;
  }

  #pem(option: keyof RedisTlsOptions): string | undefined {
    const file = this.#files[option];
    if (file === undefined) return undefined;
    let text;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw new TypeError(`store.tls.${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
        cause: error,
      });
    }
    if (!text.includes('-----BEGIN '))
      throw new TypeError(`store.tls.${option}: ${file} is not a PEM file: it has no line "-----BEGIN …"`);
    return text;
  }
}
