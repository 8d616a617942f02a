/**
 * Client of one API server. Requests that are not streams have a deadline and a maximum size of the answer. Users share
 * a bounded number of slots per cluster. While the cluster does not answer, requests of users fail at once, except
 * probes. Requests of the collector (`self`) need no slot and are still sent, so that the collector detects when the
 * cluster is back.
 */
import type { Logger } from '../telemetry/log.ts';
import type { Resource } from '../rbac/types.ts';
import { parseExact, TooManyUnusual } from '../schema/exact-json.ts';
import {
  resourceName,
  resourcePath,
  sharedBy,
  type Caller,
  type FollowOptions,
  type KubernetesClient,
  type KubernetesObject,
  type LeafTraffic,
  type ListOptions,
  type ListPage,
  type RequestOptions,
  type TextAnswer,
  type WatchEvent,
  type WatchOptions,
} from './client.ts';
import { startDeadline, type Deadline } from '../async/deadline.ts';
import { createDiscovery } from './discovery.ts';
import { KubernetesError } from './errors.ts';
import { MAX_DEPTH, nestsTooDeep, parsesSlowly } from './json-weight.ts';
import { requestKey, decoded, header, LeafConnection, type LeafResponse, type LeafRequest } from './leaf-connection.ts';
import { readList } from './list-stream.ts';
import { jsonAsYaml } from './json-as-yaml.ts';
import { isRecord } from './object-shape.ts';
import { malformed } from './status-error.ts';
import type { ClusterTarget } from './transport.ts';
import { eventLoopTurns, leafTurns } from '../async/fair-turns.ts';
import { warningsOf } from './warnings.ts';
import { watchEvents } from './watch-stream.ts';

export interface KubernetesClientOptions {
  readonly log: Logger;
  /** Maximum concurrent requests of all users. One user gets at most half of the slots, rounded up. @default 16 */
  readonly concurrency?: number;
  /** Maximum waiting requests of one user. Further requests are refused as THROTTLED. @default 256 */
  readonly queueLimit?: number;
}

export function createKubernetesClient(target: ClusterTarget, options: KubernetesClientOptions): KubernetesClient {
  return new ApiClient(target, options);
}

const DEFAULT_TEXT_BYTES = 64 * 1024 * 1024;
/**
 * Maximum bytes of a JSON document. Several times the size of the largest object, and enough for the discovery of
 * 10 000 resources. With this maximum, each step of reading a document takes at most about 30 ms.
 */
const DEFAULT_DOCUMENT_BYTES = 8 * 1024 * 1024;
/** Maximum bytes of a list that is returned as a whole, without `onObjects`. */
const DEFAULT_LIST_BYTES = 16 * 1024 * 1024;
/** Answers of at least this size, except lists, wait for a turn on the event loop before they are parsed. */
const LARGE_BYTES = 64 * 1024;
/** Number of bytes that an error message examines of an answer that is not JSON. */
const START_BYTES = 4 * 1024;
const DEFAULT_LIST_TIMEOUT_MS = 30_000;
/** Accept header for text. API servers send text/plain, but refuse requests that accept only text/plain. */
const FOR_TEXT = { accept: 'application/json, */*' };

class ApiClient implements KubernetesClient {
  readonly cluster: string;
  readonly discover: KubernetesClient['discover'];
  readonly #connection: LeafConnection;
  readonly #log: Logger;

  constructor(target: ClusterTarget, { log, concurrency = 16, queueLimit = 256 }: KubernetesClientOptions) {
    this.cluster = target.cluster;
    const { cluster } = target;
    const says = (line: string) =>
      log.warn({ cluster, says: line }, 'the plugin that gives the credentials waits for something');
    this.#connection = new LeafConnection(target, { concurrency, queueLimit, says });
    this.#log = log;
    this.discover = createDiscovery({
      cluster: target.cluster,
      log,
      fetch: async (path, accept, etag, signal) => {
        const headers = { accept, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
        const request: LeafRequest = {
          as: { type: 'self' },
          doing: `discover ${path}`,
          verb: 'get',
          method: 'GET',
          path,
          resource: path,
          headers,
          maxBytes: DEFAULT_DOCUMENT_BYTES,
        };
        const answer = await this.#connection.request(request, { signal });
        if (answer.status === 304) return 'unchanged';
        return {
          document: await this.#document(request.as, request.doing, answer),
          etag: header(answer.headers, 'etag'),
        };
      },
    });
  }

  async request<T = unknown>(path: string, options: RequestOptions): Promise<T> {
    const { as, method = 'GET', query, body, accept = 'application/json', contentType = 'application/json' } = options;
    const doing = `${method} ${path}`;
    const requested = this.#connection.request(
      {
        as,
        doing,
        verb: verbAt(path, method),
        method,
        path: withQuery(path, query),
        resource: resourceAt(path),
        headers: { accept, ...(body === undefined ? {} : { 'content-type': contentType }) },
        ...(body === undefined
          ? {}
          : { body: contentType.endsWith('+yaml') ? jsonAsYaml(body) : JSON.stringify(body) }),
        maxBytes: options.maxBytes ?? DEFAULT_DOCUMENT_BYTES,
      },
      options,
    );
    const answer = await requested.catch((error: unknown) => {
      if (error instanceof KubernetesError) options.onWarnings?.(error.warnings);
      throw error;
    });
    const document = (await this.#document(as, doing, answer)) as T;
    options.onWarnings?.(warningsOf(answer.headers));
    return document;
  }

  async text(path: string, options: Parameters<KubernetesClient['text']>[1]): Promise<TextAnswer> {
    const { as, query, maxBytes = DEFAULT_TEXT_BYTES } = options;
    const doing = `GET ${path}`;
    const request: LeafRequest = {
      ...{ as, doing, verb: 'get', method: 'GET' },
      ...{ path: withQuery(path, query), resource: resourceAt(path), headers: FOR_TEXT, maxBytes },
    };
    const answer = await this.#connection.request({ ...request, mayBeCut: true }, options);
    if (answer.contentType.startsWith('text/html')) throw malformed(this.cluster, doing, startOf(answer));
    return { bytes: answer.bytes, complete: answer.complete };
  }

  async follow(path: string, options: FollowOptions): Promise<AsyncIterable<Uint8Array>> {
    const { as, query, signal, timeoutMs: budgetMs = DEFAULT_LIST_TIMEOUT_MS } = options;
    const doing = `follow ${path}`;
    const request: LeafRequest = {
      ...{ as, doing, verb: 'get', method: 'GET' },
      ...{ path: withQuery(path, query), resource: resourceAt(path), headers: FOR_TEXT, maxBytes: 0 },
    };
    const opening = startDeadline(signal, budgetMs);
    try {
      // The slot is held only until the stream has started, because a stream may last for hours.
      using _slot = await this.#connection.slot(request, signal, opening, budgetMs);
      const sentAt = performance.now();
      try {
        const response = await this.#connection.open(request, 'watch', opening);
        if (header(response.headers, 'content-type')?.startsWith('text/html'))
          throw loginPage(this.cluster, doing, response.statusCode);
        this.#connection.breaker.succeeded(requestKey(request));
        opening.pause();
        return this.#followed(request, response.body, opening, signal);
      } catch (error) {
        throw this.#connection.failed(request, { error, signal, deadline: opening, budgetMs, sentAt });
      }
    } catch (error) {
      opening[Symbol.dispose]();
      throw error;
    }
  }

  async *#followed(
    request: LeafRequest,
    body: AsyncIterable<Uint8Array>,
    opened: Deadline,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    using deadline = opened;
    try {
      for await (const chunk of body) {
        await this.#turn(request.as);
        yield chunk;
      }
    } catch (error) {
      throw this.#connection.failed(request, { error, signal, deadline, budgetMs: 0, sentAt: performance.now() });
    }
  }

  async list(resource: Resource, options: ListOptions): Promise<ListPage> {
    const items: KubernetesObject[] = [];
    const {
      as,
      namespace,
      accept = 'application/json',
      signal,
      timeoutMs: budgetMs = DEFAULT_LIST_TIMEOUT_MS,
      onObjects = objects => void items.push(...objects),
      maxBytes = options.onObjects ? undefined : DEFAULT_LIST_BYTES,
      exact = !options.onObjects,
      isUnversioned = false,
      onLeftOut,
      ...query
    } = options;
    const doing = `list ${resourceName(resource)}`;
    const request: LeafRequest = {
      as,
      doing,
      verb: 'list',
      method: 'GET',
      path: withQuery(resourcePath(resource, namespace), query),
      resource: resourceName(resource),
      headers: { accept },
      maxBytes: 0,
    };
    let skipped = 0;
    let refusal: { readonly error: unknown } | undefined;
    let page: ListPage;
    using deadline = startDeadline(signal, budgetMs);
    using _slot = await this.#connection.slot(request, signal, deadline, budgetMs);
    const sentAt = performance.now();
    try {
      const response = await this.#connection.open(request, 'request', deadline);
      const body = this.#inTurn(as, decoded(response), deadline, left => left);
      const end = await readList(body, {
        cluster: this.cluster,
        doing,
        answer: { status: response.statusCode, contentType: header(response.headers, 'content-type') ?? '' },
        ...(maxBytes !== undefined && { maxBytes }),
        exact,
        isUnversioned,
        skipped: count => (skipped += count),
        onObjects: async objects => {
          try {
            await onObjects(objects);
          } catch (error) {
            refusal = { error };
            throw error;
          }
        },
      });
      this.#connection.breaker.succeeded(requestKey(request));
      page = { items, ...end };
    } catch (error) {
      if (!refusal || signal?.aborted)
        throw this.#connection.failed(request, { error, signal, deadline, budgetMs, sentAt });
      this.#connection.breaker.undecided(requestKey(request)); // an error of onObjects() says nothing about the leaf
      throw refusal.error;
    } finally {
      this.#tellLeftOut(doing, skipped, onLeftOut);
    }
    // Without `onLeftOut` and `onObjects`, the caller would not learn of missing objects, so the list fails.
    if (skipped > 0 && !options.onObjects && !onLeftOut)
      throw this.#unreadable(doing, 'objects of the list are too large, or are no objects');
    return page;
  }

  async *watch(resource: Resource, options: WatchOptions): AsyncGenerator<WatchEvent> {
    const { as, namespace, labelSelector, fieldSelector, resourceVersion, sendInitialEvents, signal } = options;
    const { timeoutSeconds, accept = 'application/json' } = options;
    const { inactivityMs, initialInactivityMs, opened } = options;
    const doing = `watch ${resourceName(resource)}`;
    const path = withQuery(resourcePath(resource, namespace), {
      watch: true,
      allowWatchBookmarks: true,
      timeoutSeconds,
      labelSelector,
      fieldSelector,
      resourceVersion,
      ...(sendInitialEvents ? { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' } : {}),
    });
    const request: LeafRequest = {
      as,
      doing,
      verb: 'watch',
      method: 'GET',
      path,
      resource: resourceName(resource),
      headers: { accept },
      maxBytes: 0,
    };
    let patience = sendInitialEvents ? (initialInactivityMs ?? inactivityMs) : inactivityMs;
    using liveness = startDeadline(signal, patience);
    let unreadable = 0;
    let heardAt = performance.now();
    try {
      const response = await this.#connection.open(request, 'watch', liveness);
      this.#connection.breaker.succeeded(requestKey(request));
      heardAt = performance.now();
      opened?.();
      for await (const event of watchEvents(
        this.#inTurn(as, response.body, liveness, () => patience),
        { cluster: this.cluster, doing },
      )) {
        if (event.type === 'BOOKMARK' && event.initialEventsEnd) patience = inactivityMs;
        if (event.type === 'UNREADABLE') unreadable += 1;
        yield event;
        heardAt = performance.now();
      }
    } catch (error) {
      throw this.#connection.failed(request, {
        error,
        signal,
        deadline: liveness,
        budgetMs: patience,
        sentAt: heardAt,
        fairChanceMs: 0,
      });
    } finally {
      if (unreadable > 0)
        this.#log.warn(
          { cluster: this.cluster, resource: resourceName(resource), unreadable },
          'objects of watch events are too large, or none',
        );
    }
  }

  async version(signal?: AbortSignal): Promise<string> {
    const version = await this.request('/version', { as: { type: 'self' }, ...(signal ? { signal } : {}) });
    if (isRecord(version) && typeof version.gitVersion === 'string') return version.gitVersion.slice(0, 100);
    throw malformed(this.cluster, 'GET /version', { status: 200, contentType: 'JSON without gitVersion', body: '' });
  }

  health(): ReturnType<KubernetesClient['health']> {
    return this.#connection.health();
  }

  traffic(): LeafTraffic {
    return this.#connection.traffic();
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  /**
   * Parses an answer that is not a list. Refuses an answer whose parsing would take long (json-weight.ts). Lists are
   * not parsed here, because a valid list may take far longer. list-scanner.ts bounds each item of a list instead.
   */
  async #document(as: Caller, doing: string, answer: LeafResponse): Promise<unknown> {
    const { bytes } = answer;
    // Each check takes about as long as parsing, so each step waits for a turn on the event loop.
    const turn = async (): Promise<void> => (bytes.length < LARGE_BYTES ? undefined : this.#turn(as));
    await turn();
    // This check comes before nestsTooDeep(), because it refuses very long answers at once.
    if (parsesSlowly(bytes)) {
      const why = 'it has more keys, texts and brackets than an object that an API server keeps';
      throw this.#unreadable(doing, `the answer would take too long to read: ${why}`);
    }
    await turn();
    if (nestsTooDeep(bytes)) throw this.#unreadable(doing, `the answer nests more than ${MAX_DEPTH} levels deep`);
    await turn();
    return this.#json(doing, answer);
  }

  #unreadable(doing: string, why: string): KubernetesError {
    return new KubernetesError('MALFORMED', `${this.cluster}: ${doing}: ${why}.`, { cluster: this.cluster });
  }

  #json(doing: string, answer: LeafResponse): unknown {
    // Some proxies in front of API servers send text/plain for JSON, so the content type is not checked.
    try {
      return parseExact(answer.body);
    } catch (error) {
      if (error instanceof TooManyUnusual) throw this.#unreadable(doing, error.message);
      throw malformed(this.cluster, doing, startOf(answer));
    }
  }

  /**
   * Yields the chunks of a stream. Waits for a turn on the event loop before each chunk. Neither this wait nor a slow
   * consumer means that the leaf is silent, so the deadline stops meanwhile. The deadline continues when the consumer
   * requests the next chunk. `budgetMs` computes the new budget from the time left.
   */
  async *#inTurn<Chunk>(
    as: Caller,
    body: AsyncIterable<Chunk>,
    deadline: Deadline,
    budgetMs: (leftMs: number) => number,
  ): AsyncGenerator<Chunk> {
    for await (const chunk of body) {
      const left = deadline.remainingMs();
      deadline.pause();
      await this.#turn(as);
      yield chunk;
      deadline.restart(budgetMs(left));
    }
  }

  /** Waits for a turn on the event loop. The collector and users wait in separate queues. */
  #turn(as: Caller): Promise<void> | undefined {
    return as.type === 'self' ? leafTurns.take(this.cluster) : eventLoopTurns.take(sharedBy(as));
  }

  /** Logs and reports the number of items left out of a list. */
  #tellLeftOut(doing: string, count: number, onLeftOut: ListOptions['onLeftOut']): void {
    if (count === 0) return;
    this.#log.warn(
      { cluster: this.cluster, doing, leftOut: count },
      'list items that are too large, or no valid objects, were left out',
    );
    onLeftOut?.(count);
  }
}

/** The start of an answer, for an error message. */
function startOf({ status, contentType, bytes }: LeafResponse): Parameters<typeof malformed>[2] {
  return { status, contentType, body: bytes.toString('utf8', 0, START_BYTES) };
}

function loginPage(cluster: string, doing: string, status: number): KubernetesError {
  return malformed(cluster, doing, { status, contentType: 'text/html', body: '' });
}

function withQuery(path: string, query: RequestOptions['query']): string {
  if (!query) return path;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/**
 * Name of the resource at a path, as resourceName() spells it: `pods` for /api/v1/namespaces/a/pods/web. Subresources
 * have their own names, such as `pods/log`, because a failed log request says nothing about other requests for Pods. A
 * path without a resource is returned unchanged.
 */
function resourceAt(path: string): string {
  const [, group = '', plural, subresource] =
    /^\/api(?:s\/([^/]+))?\/[^/]+\/(?:namespaces\/[^/]+\/)?([^/]+)(?:\/[^/]+\/([^/]+))?/.exec(path) ?? [];
  return plural === undefined
    ? path
    : `${resourceName({ group, plural })}${subresource === undefined ? '' : `/${subresource}`}`;
}

const VERBS = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' } as const;

function verbAt(path: string, method: NonNullable<RequestOptions['method']>): string {
  if (method !== 'GET') return VERBS[method];
  return /^\/apis?\/(?:[^/]+\/)?v\d[^/]*\/(?:namespaces\/[^/]+\/)?[^/]+$/.test(path) ? 'list' : 'get';
}
