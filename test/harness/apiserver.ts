/**
 * Real Kubernetes API servers on loopback, each with its own etcd and kube-apiserver and, if requested,
 * kube-controller-manager.
 *
 * The executables are built from test/apiserver on first use and cached, or come from the folder in KUBEBUILDER_ASSETS.
 * A server keeps its port, certificates and data over `stop()` and `start()`. When this process ends, its servers end
 * within seconds (processes.ts).
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { stringify } from 'yaml';
import { ApiServerClient, isConnectionError } from './apiserver-client.ts';
import { findExecutables, type Component, type Executables } from './apiserver-executables.ts';
import {
  filesIn,
  flagsOf,
  webhookFiles,
  type ApiServerFiles,
  type AuthorizationWebhook,
  type TrustedIssuer,
} from './apiserver-flags.ts';
import { freePort, startProcess, type ServerProcess } from './processes.ts';

export interface ApiServerUser {
  name: string;
  groups?: readonly string[];
}

export interface ApiServerOptions {
  /** Name of the server in kubeconfigs and errors. @default 'leaf-01' */
  name?: string;
  /**
   * Users with a token, in addition to `admin` (system:masters). The RBAC objects that the test applies decide their
   * permissions.
   */
  users?: readonly ApiServerUser[];
  /**
   * True to run the controller manager too. It fills aggregated ClusterRoles (otherwise `view`, `edit` and `admin` are
   * empty), deletes the content of namespaces, collects garbage by owner references and creates default
   * ServiceAccounts. A list adds controllers, such as `deployment-controller`. @default false
   */
  controllers?: boolean | readonly string[];
  /** Webhook that decides before RBAC, for all users except system:masters. */
  webhook?: AuthorizationWebhook;
  /** An issuer whose tokens are valid, in addition to the tokens of `users`. */
  issuer?: TrustedIssuer;
}

export interface Kubeconfig {
  apiVersion: 'v1';
  kind: 'Config';
  clusters: { name: string; cluster: { server: string; 'certificate-authority-data': string } }[];
  users: { name: string; user: { token: string } }[];
  contexts: { name: string; context: { cluster: string; user: string } }[];
  'current-context': string;
}

/** Starts one API server and resolves when it is ready. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const components: Component[] = [
    'etcd',
    'kube-apiserver',
    ...(options.controllers ? (['kube-controller-manager'] as const) : []),
  ];
  const executables = await findExecutables(components);
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-'));
  directories.add(directory);
  const server = new ApiServer(options, executables, directory, await freePort());
  try {
    await server.start();
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

/** Directories of servers that were not removed, tens of megabytes each. They are deleted when this process exits. */
const directories = new Set<string>();
process.on('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts `count` API servers named leaf-01, leaf-02 … with equal users. */
export async function startApiServers(
  count: number,
  options: Omit<ApiServerOptions, 'name'> = {},
): Promise<ApiServers> {
  const names = Array.from({ length: count }, (_, index) => `leaf-${String(index + 1).padStart(2, '0')}`);
  const results = await Promise.allSettled(names.map(name => startApiServer({ ...options, name })));
  const servers = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find(result => result.status === 'rejected');
  if (failure) {
    await Promise.all(servers.map(server => server.remove()));
    throw failure.reason;
  }
  return new ApiServers(servers);
}

/** Several API servers with one kubeconfig. Each server has a context with the server's name. */
export class ApiServers implements AsyncDisposable {
  readonly servers: readonly ApiServer[];

  constructor(servers: readonly ApiServer[]) {
    this.servers = servers;
  }

  get(name: string): ApiServer {
    const server = this.servers.find(candidate => candidate.name === name);
    if (!server)
      throw new Error(`no API server "${name}"; there are: ${this.servers.map(({ name }) => name).join(', ')}`);
    return server;
  }

  kubeconfig(user?: string): Kubeconfig {
    const [first, ...others] = this.servers.map(server => server.kubeconfig(user));
    if (!first) throw new Error('a kubeconfig needs at least one API server; startApiServers was called with 0');
    return {
      ...first,
      clusters: [first, ...others].flatMap(({ clusters }) => clusters),
      users: [first, ...others].flatMap(({ users }) => users),
      contexts: [first, ...others].flatMap(({ contexts }) => contexts),
    };
  }

  /** Writes one kubeconfig for all servers, with the credentials of one user (default: admin). */
  async writeKubeconfig(path: string, user?: string): Promise<void> {
    await writeFile(path, stringify(this.kubeconfig(user)), { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await Promise.all(this.servers.map(server => server.remove()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }
}

export class ApiServer extends ApiServerClient implements AsyncDisposable {
  readonly controllers: boolean;
  /** Folder of the server's data, certificates and logs (etcd.log, kube-apiserver.log, kube-controller-manager.log). */
  readonly directory: string;
  readonly #files: ApiServerFiles;
  readonly #executables: Executables;
  readonly #port: number;
  readonly #addedControllers: readonly string[];
  readonly #webhook: AuthorizationWebhook | undefined;
  readonly #issuer: TrustedIssuer | undefined;
  readonly #groups: ReadonlyMap<string, readonly string[]>;
  /** Running processes in the order of their start. Empty while the server is stopped. */
  #processes: ServerProcess[] = [];

  constructor(options: ApiServerOptions, executables: Executables, directory: string, port: number) {
    const users = [{ name: 'admin', groups: ['system:masters'] }, ...(options.users ?? [])];
    const tokens = new Map(users.map(({ name }) => [name, `${name}-${randomUUID()}`]));
    super(options.name ?? 'leaf-01', `https://127.0.0.1:${port}`, tokens);
    this.controllers = options.controllers !== undefined && options.controllers !== false;
    this.#addedControllers = Array.isArray(options.controllers) ? options.controllers : [];
    this.directory = directory;
    this.#files = filesIn(directory);
    this.#executables = executables;
    this.#port = port;
    this.#webhook = options.webhook;
    this.#issuer = options.issuer;
    this.#groups = new Map(users.map(({ name, groups = [] }) => [name, groups]));
  }

  /** Starts the server. After stop(), the server keeps its port and data. Resolves when the server is ready. */
  async start(): Promise<void> {
    if (this.#processes.length > 0) throw new Error(`${this.name} is already running; stop it first`);
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    await this.#writeFiles();
    try {
      this.#startProcess('etcd');
      this.#startProcess('kube-apiserver');
      await this.#until('serve its certificate', signal, () => this.#readCertificateAuthority());
      await this.waitReady(signal);
      if (this.controllers) await this.#startControllers(signal);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Resolves when the server reports that it is ready. Returns soon for a server that is running. */
  async waitReady(signal: AbortSignal = AbortSignal.timeout(START_TIMEOUT_MS)): Promise<void> {
    await this.#until('become ready', signal, async () => (await this.request('GET', '/readyz')).status === 200);
  }

  /** Stops the server with SIGTERM and keeps its data. */
  async stop(): Promise<void> {
    // Stops the processes in reverse order. An API server without its etcd would wait for etcd.
    for (let process = this.#processes.at(-1); process; process = this.#processes.at(-1)) {
      await process.stop();
      this.#processes.pop();
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ends the server and deletes its data. */
  async remove(): Promise<void> {
    await this.stop();
    await this.closeConnections();
    await rm(this.directory, { recursive: true, force: true });
    directories.delete(this.directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  /** Ids of the running processes by component. */
  get pids(): Readonly<Record<string, number | undefined>> {
    return Object.fromEntries(this.#processes.map(({ name, pid }) => [name, pid]));
  }

  kubeconfig(user = 'admin'): Kubeconfig {
    const userName = `${this.name}-${user}`;
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: this.name,
          cluster: { server: this.url, 'certificate-authority-data': Buffer.from(this.ca).toString('base64') },
        },
      ],
      users: [{ name: userName, user: { token: this.token(user) } }],
      contexts: [{ name: this.name, context: { cluster: this.name, user: userName } }],
      'current-context': this.name,
    };
  }

  /** Writes the kubeconfig of one user (default: admin). */
  async writeKubeconfig(path: string, user?: string): Promise<void> {
    await writeFile(path, stringify(this.kubeconfig(user)), { mode: 0o600 });
  }

  /**
   * Drops the whole history from etcd. In production, kube-apiserver drops history after five to ten minutes.
   * Older continue tokens and resource versions then get 410 Gone. The API server's watch cache still remembers some
   * history. Call `restart()` afterwards to clear this cache, too.
   */
  async compactHistory(): Promise<void> {
    const etcd = new Agent({ connect: { socketPath: this.#files.etcdSocket } });
    const call = async (path: string, body: object) => {
      const response = await request(`http://etcd${path}`, {
        dispatcher: etcd,
        method: 'POST',
        body: JSON.stringify(body),
      });
      const answer = (await response.body.json()) as { header?: { revision: string } };
      if (response.statusCode !== 200 || !answer.header) {
        throw new Error(`etcd of ${this.name} answered ${path} with ${response.statusCode}: ${JSON.stringify(answer)}`);
      }
      return answer.header.revision;
    };
    try {
      const revision = await call('/v3/kv/range', { key: Buffer.from('compact').toString('base64') });
      await call('/v3/kv/compaction', { revision, physical: true });
    } finally {
      await etcd.close();
    }
  }

  async #writeFiles(): Promise<void> {
    await mkdir(this.#files.certificates, { recursive: true });
    const lines = [...this.#groups].map(
      ([user, groups]) => `${this.token(user)},"${user}","${user}","${groups.join(',')}"\n`,
    );
    await writeFile(this.#files.tokens, lines.join(''), { mode: 0o600 });
    for (const [path, text] of this.#webhook ? webhookFiles(this.#files, this.#webhook) : [])
      await writeFile(path, text, { mode: 0o600 });
    if (this.#issuer) await writeFile(this.#files.oidcCa, this.#issuer.ca);
    if (!existsSync(this.#files.serviceAccountsKey)) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await writeFile(this.#files.serviceAccountsKey, privateKey.export({ type: 'sec1', format: 'pem' }), {
        mode: 0o600,
      });
    }
  }

  async #startControllers(signal: AbortSignal): Promise<void> {
    await this.writeKubeconfig(this.#files.controllersKubeconfig);
    this.#startProcess('kube-controller-manager');
    await this.#until('have its ClusterRoles aggregated', signal, async () => {
      const { body } = await this.request('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view');
      return Array.isArray(body['rules']) && body['rules'].length > 0;
    });
  }

  #startProcess(component: Component): void {
    const { command, args, endsWithStdin } = this.#executables(component);
    const flags = flagsOf(component, this.#files, this.#port, {
      ...{ webhook: this.#webhook, issuer: this.#issuer, controllers: this.#addedControllers },
    });
    const logFile = join(this.directory, `${component}.log`);
    this.#processes.push(
      startProcess({
        name: component,
        command,
        args: [...args, ...flags],
        env: FEWER_COLLECTIONS,
        logFile,
        endsWithStdin,
      }),
    );
  }

  /**
   * Reads the authority from the certificate file that kube-apiserver writes. The file holds the serving certificate
   * and, as the last certificate, its authority.
   */
  async #readCertificateAuthority(): Promise<boolean> {
    const file = join(this.#files.certificates, 'apiserver.crt');
    if (!existsSync(file)) return false;
    const certificates = (await readFile(file, 'utf8')).match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g,
    );
    if (!certificates || certificates.length < 2) return false;
    this.trust(certificates.at(-1) ?? '');
    return true;
  }

  /** Polls a condition. Fails early, with the log, when one of the server's processes ends. */
  async #until(what: string, signal: AbortSignal, condition: () => Promise<boolean>): Promise<void> {
    for (;;) {
      const met = await condition().catch((error: unknown) => {
        if (!isConnectionError(error)) throw error;
        return false; // not listening yet
      });
      if (met) return;
      const dead = this.#processes.find(({ ending }) => ending !== undefined);
      if (dead)
        throw new Error(`${dead.name} of ${this.name} ${dead.ending}; the end of its log:\n${await dead.logTail()}`);
      if (signal.aborted) {
        const logs = await Promise.all(
          this.#processes.map(async process => `--- ${process.name}\n${await process.logTail()}`),
        );
        throw new Error(
          `${this.name} did not ${what} within ${START_TIMEOUT_MS / 1000} s; the ends of its logs:\n${logs.join('\n')}`,
        );
      }
      await delay(50);
    }
  }
}

/** Makes Go collect garbage less often. This costs about 120 MB of memory per server. */
const FEWER_COLLECTIONS = { GOGC: '400' };

/** Timeout in milliseconds. Long, because three servers may start at once on two busy cores. */
const START_TIMEOUT_MS = 240_000;
