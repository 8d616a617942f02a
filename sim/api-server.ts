/**
 * Handles one request to a simulated leaf: first the current fault, then authentication, authorization, and the request
 * itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LeafIdentity } from '../rbac/types.ts';
import { LeafAccess, type SimulatedAuthorizer, type SimulatedUser } from './access.ts';
import { discover } from './discovery.ts';
import { FaultyWire, type Fault } from './faults.ts';
import { Lists, partialMetadata } from './list.ts';
import { keyOf, type Collection, type ObjectStore } from './object-store.ts';
import { SimulatedMetrics } from './metrics.ts';
import { PodLogs } from './pod-logs.ts';
import { readRequest, type PathRequest, type ResourceRequest } from './request.ts';
import { breakOff } from './response.ts';
import { review } from './reviews.ts';
import { hasScale, scaleOf } from './scale.ts';
import { badRequest, methodNotAllowed, notFound, notServed, StatusError } from './status.ts';
import { wantsMetadataOnly, Watch } from './watch.ts';
import { write } from './write.ts';

export interface SimulatedApiServerOptions {
  readonly authorizer: SimulatedAuthorizer;
  /** Users by bearer token. */
  readonly tokens?: ReadonlyMap<string, SimulatedUser>;
  /** @default 'v1.36.1' */
  readonly version?: string;
  /** False to behave like a server that does not know sendInitialEvents. @default true */
  readonly watchList?: boolean;
  /** False to behave like a server without aggregated discovery. @default true */
  readonly aggregatedDiscovery?: boolean;
  /** Called for each request that reached the leaf. */
  readonly onRequest?: (request: { readonly method: string; readonly url: string; readonly accept: string }) => void;
  readonly now?: () => number;
  readonly random?: () => number;
}

interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly fault: Fault;
}

export class SimulatedApiServer {
  readonly wire: FaultyWire;
  readonly logs = new PodLogs();
  readonly metrics: SimulatedMetrics;
  readonly #objects: ObjectStore;
  readonly #options: SimulatedApiServerOptions;
  readonly #access: LeafAccess;
  readonly #lists: Lists;
  readonly #watches = new Set<Watch>();

  constructor(objects: ObjectStore, options: SimulatedApiServerOptions) {
    this.#objects = objects;
    this.#options = options;
    this.#access = new LeafAccess(options.authorizer, options.tokens ?? new Map(), objects);
    this.#lists = new Lists(objects);
    this.metrics = new SimulatedMetrics(objects);
    this.wire = new FaultyWire(options.random ?? Math.random);
  }

  sendBookmarks(): void {
    for (const watch of this.#watches) watch.bookmark();
  }

  dropWatches(): void {
    for (const watch of this.#watches) watch.drop();
  }

  expireLists(): void {
    this.#lists.expire();
  }

  /** Never rejects. An error becomes the response, or breaks off a response that has started. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers, rawHeaders } = request;
    this.#options.onRequest?.({ method, url, accept: headers.accept ?? '' });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const context = { request, response, fault: this.wire.faultOf(request) };
    try {
      if (await this.wire.intercept(context.fault, response, gone.signal)) return;
      const identity = this.#access.authenticate(headers, rawHeaders);
      const requested = readRequest(method, url);
      this.#access.authorize(identity, requested);
      if (requested.type === 'path') await this.#answerPath(requested, context);
      else await this.#answerResource(requested, identity, context);
    } catch (error) {
      if (gone.signal.aborted) return;
      if (response.headersSent) breakOff(response);
      else await this.#refuse(error, context);
    }
  }

  async #refuse(error: unknown, context: RequestContext): Promise<void> {
    let status: StatusError;
    if (error instanceof StatusError) status = error;
    else if (error instanceof URIError) status = badRequest(error.message);
    else status = new StatusError(500, 'InternalError', `Internal error occurred: ${String(error)}`);
    const retryAfter = status.details?.retryAfterSeconds;
    if (retryAfter !== undefined) context.response.setHeader('retry-after', retryAfter);
    await this.#send(context, [JSON.stringify(status)], status.code);
  }

  async #answerPath({ path }: PathRequest, context: RequestContext): Promise<void> {
    if (/^\/(healthz|livez|readyz)(\/|$)/.test(path)) return this.#send(context, ['ok'], 200, PLAIN_TEXT);
    if (path === '/version') {
      const gitVersion = this.#options.version ?? 'v1.36.1';
      const [major, minor] = gitVersion.slice(1).split('.');
      return this.#send(context, [JSON.stringify({ major, minor, gitVersion, platform: 'linux/amd64' })]);
    }
    const resources = [...this.#objects.collections().map(({ resource }) => resource), ...this.metrics.resources];
    const answer = discover(
      path,
      context.request.headers.accept ?? '',
      resources,
      this.#options.aggregatedDiscovery ?? true,
    );
    if (!answer) return this.#send(context, ['404 page not found\n'], 404, PLAIN_TEXT);
    await this.#send(context, [JSON.stringify(answer.body)], 200, answer.contentType);
  }

  async #answerResource(requested: ResourceRequest, identity: LeafIdentity, context: RequestContext): Promise<void> {
    const { request, response } = context;
    const measured = this.metrics.answer(requested);
    if (measured !== undefined) return this.#send(context, [JSON.stringify(measured)]);
    const collection = this.#collectionOf(requested);
    const { accept, 'content-type': contentType = '' } = request.headers;
    switch (requested.verb) {
      case 'list': {
        const metadataOnly = wantsMetadataOnly(accept, 'PartialObjectMetadataList');
        return this.#send(context, this.#lists.list(collection, requested, metadataOnly));
      }
      case 'watch': {
        const watch = new Watch(
          this.#objects,
          collection,
          requested,
          response,
          wantsMetadataOnly(accept, 'PartialObjectMetadata'),
        );
        this.#watches.add(watch);
        response.once('close', () => this.#watches.delete(watch));
        return watch.run({ watchList: this.#options.watchList ?? true });
      }
      case 'get':
        if (requested.subresource === 'log') return this.#log(collection, requested, context);
        return this.#send(context, [
          this.#get(collection, requested, wantsMetadataOnly(accept, 'PartialObjectMetadata')),
        ]);
      default: {
        const body = await readBody(request);
        if (!collection.resource.verbs.includes('get')) {
          return this.#send(context, [JSON.stringify(review(this.#access, identity, collection.resource, body))], 201);
        }
        const now = (this.#options.now ?? Date.now)();
        const { code, object } = write(this.#objects, collection, requested, contentType, body, now);
        return this.#send(context, [JSON.stringify(object)], code);
      }
    }
  }

  #collectionOf({ group, version, plural, verb }: ResourceRequest): Collection {
    const collection = this.#objects.collection(group, plural);
    const { resource } = collection ?? {};
    const served = resource && (resource.version === version || resource.olderVersions?.includes(version));
    if (!collection || !served) throw notServed();
    if (!resource.verbs.includes(verb)) throw methodNotAllowed();
    return collection;
  }

  #get(
    collection: Collection,
    { namespace, name, version, subresource }: ResourceRequest,
    metadataOnly: boolean,
  ): string {
    const { resource } = collection;
    const stored = collection.objects.get(keyOf(resource, { namespace, name }));
    if (!stored) throw notFound(resource, name);
    if (subresource === 'scale' && hasScale(resource))
      return JSON.stringify(scaleOf(this.#objects.read(collection, stored)));
    if (subresource !== '' && !(subresource === 'status' && resource.hasStatus)) throw notServed();
    if (metadataOnly) return JSON.stringify(partialMetadata(this.#objects.read(collection, stored)));
    return this.#objects.json(collection, stored, version);
  }

  async #log(
    collection: Collection,
    { namespace, name, query }: ResourceRequest,
    context: RequestContext,
  ): Promise<void> {
    const { resource } = collection;
    if (resource.group !== '' || resource.plural !== 'pods') throw notServed();
    const present = () => {
      const stored = collection.objects.get(keyOf(resource, { namespace, name }));
      return stored && this.#objects.read(collection, stored);
    };
    const pod = present();
    if (!pod) throw notFound(resource, name);
    if (query.get('follow') === 'true') return this.logs.follow(present, query, context.response);
    await this.#send(context, [this.logs.read(pod, query)], 200, PLAIN_TEXT);
  }

  async #send(
    { response, fault }: RequestContext,
    pieces: Iterable<string>,
    code = 200,
    contentType = 'application/json',
  ): Promise<void> {
    response.writeHead(code, { 'content-type': contentType, 'cache-control': 'no-cache, private' });
    await this.wire.send(fault, response, pieces);
  }
}

const PLAIN_TEXT = 'text/plain; charset=utf-8';
/** Maximum bytes of a request body, as in a real API server. */
const BODY_LIMIT = 3 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT)
      throw new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`);
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type JSON): ${String(error)}`);
  }
}
