/**
 * The product in this process, assembled like `fleetgraph serve`: collector, embedded store, read model, subgraphs and
 * the gateway's HTTP entry. The gateway trusts proxy headers, so that a test can name any caller.
 */
import { Agent, request } from 'undici';
import { assemble, type Running } from '../../../cli/serve/assemble.ts';
import { configSchema } from '../../../config/schema.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { ClusterRegistry, type Registration } from '../../../clusters/registry.ts';
import type { LeafIdentity } from '../../../rbac/types.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';
import type { Kubeconfig } from '../../harness/apiserver.ts';
import { headerText } from './authority.ts';

const SECRET = 'the-secret-of-the-proxy';

export interface ProductCluster extends Partial<Pick<Registration, 'authorization'>> {
  readonly name: string;
  readonly kubeconfig: Kubeconfig;
  readonly identity?: Partial<Registration['identity']>;
}

export interface ProductOptions {
  readonly clusters: readonly ProductCluster[];
  /** Kinds as `plural.group`, in addition to the defaults. */
  readonly kinds: readonly string[];
  /** Default kinds that are not collected. */
  readonly without?: readonly string[];
  /** `rbac.maxAge` of the configuration. */
  readonly maxAge?: string;
  /** `rbac.audit.perMinute` of the configuration. @default the default of config/schema.ts */
  readonly auditPerMinute?: number;
  readonly log?: Logger;
}

export interface Answer {
  readonly status: number;
  readonly data: any;
  readonly errors: readonly { message: string; extensions: Record<string, unknown> }[] | undefined;
}

/** Caller identity that the trusted proxy sends. Undefined for a request without credentials. */
export type Asker = LeafIdentity | undefined;

export class Product implements AsyncDisposable {
  readonly registry: ClusterRegistry;
  readonly url: string;
  readonly #running: Running;
  readonly #http = new Agent();

  static async start({
    clusters,
    kinds,
    without = [],
    maxAge = '10m',
    auditPerMinute,
    log = silentLogger,
  }: ProductOptions): Promise<Product> {
    const registry = new ClusterRegistry();
    for (const cluster of clusters) registry.add(await registrationOf(cluster, log));
    const config = configSchema.parse({
      duplicates: 'allow', // one API server is registered as several clusters
      server: { port: 0 },
      kinds: { include: kinds, exclude: without },
      rbac: { maxAge, ...(auditPerMinute !== undefined && { audit: { perMinute: auditPerMinute } }) },
      authentication: [{ type: 'header', sharedSecret: { header: 'X-Proxy-Secret', env: 'PROXY_SECRET' } }],
    });
    const running = await assemble({ config, registry, log, env: { PROXY_SECRET: SECRET } });
    return new Product(registry, running);
  }

  private constructor(registry: ClusterRegistry, running: Running) {
    this.registry = registry;
    this.url = running.url ?? '';
    this.#running = running;
  }

  async ask(asker: Asker, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    const credentials = asker
      ? [
          ...['x-proxy-secret', SECRET, 'x-remote-user', headerText(asker.user)],
          ...asker.groups.flatMap(group => ['x-remote-group', headerText(group)]),
        ]
      : [];
    const { statusCode, body } = await request(`${this.url}/graphql`, {
      method: 'POST',
      dispatcher: this.#http,
      headers: ['content-type', 'application/json', ...credentials],
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await body.json()) as { data?: unknown; errors?: Answer['errors'] };
    return { status: statusCode, data, errors };
  }

  /** Sends a query and returns the data. Fails if the answer has errors. */
  async data(asker: Asker, query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { status, data, errors } = await this.ask(asker, query, variables);
    if (status !== 200 || errors) throw new Error(`${status} ${JSON.stringify(errors)} to ${query}`);
    return data;
  }

  async metrics(): Promise<string> {
    const { body } = await request(`${this.#running.operationsUrl}/metrics`, { dispatcher: this.#http });
    return body.text();
  }

  async close(): Promise<void> {
    await this.#running.close();
    await this.#http.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export async function registrationOf(cluster: ProductCluster, log: Logger = silentLogger): Promise<Registration> {
  const { name, kubeconfig, identity, authorization = 'rbac' } = cluster;
  const parsed = parseKubeconfig(JSON.stringify(kubeconfig), { source: name, directory: '/' });
  const target = await parsed.target(kubeconfig['current-context'], name);
  return {
    name,
    client: createKubernetesClient(target, { log }),
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '', ...identity },
    authorization,
  };
}
