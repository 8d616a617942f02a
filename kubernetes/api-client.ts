/**
 * The client of one API server: every request has a named caller, a deadline, a bound on the answer's size, and ends in a value or in one
 * KubernetesError. Users share a bounded number of places per cluster and fail at once while the cluster does not answer; the collector
 * (`self`) is held back by neither, because it is who finds out that the cluster is back.
 */
import type { Logger } from '../telemetry/log.ts';
import type { Resource } from '../rbac/types.ts';
import {
  resourcePath,
  type KubernetesClient,
  type ListOptions,
  type ListPage,
  type RequestOptions,
  type WatchEvent,
  type WatchOptions,
} from './client.ts';
import { startDeadline } from './deadline.ts';
import { createDiscovery } from './discovery.ts';
import { header, LeafConnection, type Answer, type Exchange } from './leaf-connection.ts';
import { isKubernetesObject, isRecord } from './object-shape.ts';
import { malformed } from './status-error.ts';
import type { ClusterTarget } from './transport.ts';
import { watchEvents } from './watch-stream.ts';

export interface KubernetesClientOptions {
  readonly log: Logger;
  /** Requests of users under way at the same time. @default 16 */
  readonly concurrency?: number;
  /** Requests of users waiting for their turn; one more is refused as THROTTLED. @default 256 */
  readonly queueLimit?: number;
}

export function createKubernetesClient(target: ClusterTarget, options: KubernetesClientOptions): KubernetesClient {
  return new ApiClient(target, options);
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

class ApiClient implements KubernetesClient {
  readonly cluster: string;
  readonly discover: KubernetesClient['discover'];
  readonly #connection: LeafConnection;
  readonly #log: Logger;

  constructor(target: ClusterTarget, { log, concurrency = 16, queueLimit = 256 }: KubernetesClientOptions) {
    this.cluster = target.cluster;
    this.#connection = new LeafConnection(target, { concurrency, queueLimit });
    this.#log = log;
    this.discover = createDiscovery({
      cluster: target.cluster,
      log,
      fetch: async (path, accept, etag, signal) => {
        const headers = { accept, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
        const exchange: Exchange = {
          as: { type: 'self' },
          doing: `discover ${path}`,
          method: 'GET',
          path,
          resource: path,
          headers,
          maxBytes: DEFAULT_MAX_BYTES,
        };
        const answer = await this.#connection.exchange(exchange, { signal });
        if (answer.status === 304) return 'unchanged';
        return { document: this.#json(exchange.doing, answer), etag: header(answer.headers, 'etag') };
      },
    });
  }

  async request<T = unknown>(path: string, options: RequestOptions): Promise<T> {
    const { as, method = 'GET', query, body, accept = 'application/json', contentType = 'application/json' } = options;
    const doing = `${method} ${path}`;
    const answer = await this.#connection.exchange(
      {
        as,
        doing,
        method,
        path: withQuery(path, query),
        resource: path.split('/').slice(0, 5).join('/'),
        headers: { accept, ...(body === undefined ? {} : { 'content-type': contentType }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
      },
      options,
    );
    return this.#json(doing, answer) as T;
  }

  async list(resource: Resource, options: ListOptions): Promise<ListPage> {
    const { as, namespace, accept = 'application/json', signal, timeoutMs, ...query } = options;
    const doing = `list ${nameOf(resource)}`;
    const path = withQuery(resourcePath(resource, namespace), query);
    const exchange: Exchange = {
      as,
      doing,
      method: 'GET',
      path,
      resource: nameOf(resource),
      headers: { accept },
      maxBytes: DEFAULT_MAX_BYTES,
    };
    const answer = await this.#connection.exchange(exchange, {
      ...(signal ? { signal } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    return this.#listPage(doing, answer);
  }

  async *watch(resource: Resource, options: WatchOptions): AsyncGenerator<WatchEvent> {
    const { as, namespace, resourceVersion, sendInitialEvents, timeoutSeconds, inactivityMs, initialInactivityMs, opened, signal } =
      options;
    const doing = `watch ${nameOf(resource)}`;
    const path = withQuery(resourcePath(resource, namespace), {
      watch: true,
      allowWatchBookmarks: true,
      timeoutSeconds,
      resourceVersion,
      ...(sendInitialEvents ? { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' } : {}),
    });
    const exchange: Exchange = {
      as,
      doing,
      method: 'GET',
      path,
      resource: nameOf(resource),
      headers: { accept: 'application/json' },
      maxBytes: 0,
    };
    let patience = sendInitialEvents ? (initialInactivityMs ?? inactivityMs) : inactivityMs;
    using liveness = startDeadline(signal, patience);
    let skipped = 0;
    try {
      const response = await this.#connection.open(exchange, liveness);
      this.#connection.breaker.succeeded();
      opened?.();
      for await (const event of watchEvents(
        alive(response.body, () => liveness.restart(patience)),
        { cluster: this.cluster, doing, skipped: () => (skipped += 1) },
      )) {
        if (event.type === 'BOOKMARK' && event.initialEventsEnd) patience = inactivityMs;
        liveness.pause(); // a consumer that takes its time is not a leaf that is silent
        yield event;
        liveness.restart(patience);
      }
    } catch (error) {
      throw this.#connection.failed(error, exchange, signal, liveness, patience, -Infinity);
    } finally {
      if (skipped > 0)
        this.#log.warn({ cluster: this.cluster, resource: nameOf(resource), skipped }, 'watch events without a valid object were left out');
    }
  }

  async version(signal?: AbortSignal): Promise<string> {
    const version = await this.request('/version', { as: { type: 'self' }, ...(signal ? { signal } : {}) });
    if (isRecord(version) && typeof version.gitVersion === 'string') return version.gitVersion.slice(0, 100);
    throw malformed(this.cluster, 'GET /version', { status: 200, contentType: 'JSON without gitVersion', body: '' });
  }

  health(): ReturnType<KubernetesClient['health']> {
    return this.#connection.breaker.health();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  #json(doing: string, answer: Answer): unknown {
    // Some proxies in front of API servers say text/plain for JSON; whether it parses is what counts.
    try {
      return JSON.parse(answer.body);
    } catch {
      throw malformed(this.cluster, doing, answer);
    }
  }

  /** Items that are no objects are left out and counted in the log: one crafted item must not hide the others. */
  #listPage(doing: string, answer: Answer): ListPage {
    const list = this.#json(doing, answer);
    if (
      !isRecord(list) ||
      !isRecord(list.metadata) ||
      !(Array.isArray(list.items) || list.items === null) ||
      typeof list.metadata.resourceVersion !== 'string'
    ) {
      throw malformed(this.cluster, `${doing} (a list has items and metadata.resourceVersion)`, answer);
    }
    const { continue: next, resourceVersion, remainingItemCount } = list.metadata;
    const all: unknown[] = list.items ?? [];
    const items = all.filter(isKubernetesObject);
    if (items.length < all.length)
      this.#log.warn(
        { cluster: this.cluster, doing, skipped: all.length - items.length },
        'list items that are no valid objects were left out',
      );
    return {
      items,
      resourceVersion,
      continue: typeof next === 'string' ? next : '',
      remainingItemCount: typeof remainingItemCount === 'number' ? remainingItemCount : undefined,
    };
  }
}

async function* alive(body: AsyncIterable<Uint8Array>, byteSeen: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    byteSeen();
    yield chunk;
  }
}

function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** As RBAC and users write it: `kustomizations.kustomize.toolkit.fluxcd.io`. */
function nameOf({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}
