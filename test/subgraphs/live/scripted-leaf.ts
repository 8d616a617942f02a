/**
 * A leaf that answers from a list of objects and records each request with its caller. `refuse` can make a request
 * fail. A request's signal is aborted after its timeout, as with a real client's socket.
 */
import { startDeadline } from '../../../async/deadline.ts';
import type {
  Caller,
  KubernetesObject,
  ListOptions,
  ListPage,
  RequestOptions,
  ServedResource,
  TextAnswer,
} from '../../../kubernetes/client.ts';
import { isRecord } from '../../../kubernetes/object-shape.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { Resource } from '../../../rbac/types.ts';
import { ScriptedClient } from '../../kubernetes/scripted-client.ts';

export interface Requested {
  readonly verb: 'get' | 'list' | 'text' | 'patch' | 'delete';
  readonly path: string;
  readonly as: Caller;
  readonly accept: string;
  readonly options: RequestOptions | ListOptions;
}

export const SERVED: readonly ServedResource[] = [
  served('', 'pods', 'Pod'),
  served('', 'secrets', 'Secret'),
  served('', 'events', 'Event'),
  served('', 'nodes', 'Node', false),
  served('apps', 'deployments', 'Deployment'),
  served('apps', 'replicasets', 'ReplicaSet'),
  served('kustomize.toolkit.fluxcd.io', 'kustomizations', 'Kustomization'),
  served('helm.toolkit.fluxcd.io', 'helmreleases', 'HelmRelease'),
  served('source.toolkit.fluxcd.io', 'gitrepositories', 'GitRepository'),
];

export function served(group: string, plural: string, kind: string, namespaced = true): ServedResource {
  return { group, version: 'v1', kind, plural, namespaced, verbs: ['get', 'list', 'watch'] };
}

export class ScriptedLeaf extends ScriptedClient {
  readonly requested: Requested[] = [];
  readonly objects = new Map<string, KubernetesObject>();
  /** Texts (such as logs) by path. */
  readonly texts = new Map<string, string | Uint8Array>();
  /** Response to a request for a Table, by path. */
  readonly tables = new Map<string, unknown>();
  discoveries = 0;
  resources: readonly ServedResource[] = SERVED;
  /** Called before each request. Throws or waits to prevent a response. */
  refuse: (requested: Requested) => void | Promise<void> = () => undefined;
  /** Returns the status of an access review. */
  judge: (review: unknown) => unknown = () => ({ allowed: true });
  discovering: () => void | Promise<void> = () => undefined;
  pageSize = Infinity;

  put(plural: string, object: KubernetesObject): this {
    const resource = this.resources.find(resource => resource.plural === plural)!;
    const kind = { apiVersion: resource.group === '' ? 'v1' : `${resource.group}/v1`, kind: resource.kind };
    this.objects.set(resourcePath(resource, object.metadata.namespace, object.metadata.name), { ...kind, ...object });
    return this;
  }

  async request<T>(path: string, options: RequestOptions): Promise<T> {
    const verb = options.method === 'PATCH' ? 'patch' : options.method === 'DELETE' ? 'delete' : 'get';
    await this.#record({ verb, path, as: options.as, accept: options.accept ?? '', options });
    if (path.endsWith('/selfsubjectaccessreviews')) return { status: this.judge(options.body) } as T;
    if (options.accept?.includes('as=Table')) return (this.tables.get(path) ?? {}) as T;
    const object = this.objects.get(path);
    if (verb !== 'get' && (object || options.contentType === APPLY))
      return sent(this.#write(path, object, options)) as T;
    if (!object) throw this.error('NOT_FOUND', `${path} not found`, { status: 404 });
    return (
      options.accept?.includes('PartialObjectMetadata')
        ? { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: object.metadata }
        : sent(object)
    ) as T;
  }

  override async text(path: string, options: RequestOptions): Promise<TextAnswer> {
    await this.#record({ verb: 'text', path, as: options.as, accept: '', options });
    const bytes = Buffer.from(this.texts.get(path) ?? '');
    const { maxBytes = bytes.length } = options;
    return { bytes: bytes.subarray(0, maxBytes), complete: bytes.length <= maxBytes };
  }

  async list(resource: Resource, options: ListOptions): Promise<ListPage> {
    const path = resourcePath(resource, options.namespace);
    await this.#record({ verb: 'list', path, as: options.as, accept: options.accept ?? '', options });
    const all = [...this.objects].filter(([key]) => key.startsWith(`${path}/`)).map(([, object]) => object);
    const start = Number(options.continue ?? 0);
    const end = start + Math.min(options.limit ?? Infinity, this.pageSize);
    const items = all.slice(start, end).map(({ apiVersion: _a, kind: _k, ...item }) => structuredClone(item));
    return this.page(items, options, end < all.length ? String(end) : '');
  }

  async discover(options?: { fresh?: boolean }): Promise<readonly ServedResource[]> {
    this.discoveries += options?.fresh ? 1 : 0;
    await this.discovering();
    return this.resources;
  }

  /** Handles a write: a merge patch, an apply that sets the given fields, or a deletion. */
  #write(path: string, object: KubernetesObject | undefined, { method, body, query }: RequestOptions): unknown {
    const isDryRun = query?.['dryRun'] === 'All' || (body as { dryRun?: unknown }).dryRun !== undefined;
    const next = method === 'DELETE' ? undefined : (merged(object, body) as KubernetesObject);
    if (isDryRun) return next ?? { kind: 'Status', status: 'Success' };
    if (next) this.objects.set(path, next);
    else this.objects.delete(path);
    return next ?? { kind: 'Status', status: 'Success' };
  }

  async #record(requested: Requested): Promise<void> {
    this.requested.push(requested);
    const { signal, timeoutMs = 30_000 } = requested.options;
    using deadline = startDeadline(signal, timeoutMs);
    try {
      await this.refuse({ ...requested, options: { ...requested.options, signal: deadline.signal } });
    } catch (error) {
      if (!deadline.expired) throw error;
      throw this.error('TIMEOUT', 'no answer in time');
    }
  }
}

const APPLY = 'application/apply-patch+yaml';

/** A deep copy, as a client parses it from JSON. */
function sent(object: unknown): unknown {
  return JSON.parse(JSON.stringify(object));
}

function merged(value: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const entries = Object.entries(change).map(([key, part]) => [
    key,
    merged(isRecord(value) ? value[key] : undefined, part),
  ]);
  return { ...(isRecord(value) ? value : {}), ...Object.fromEntries(entries) } as object;
}

/** Never resolves, like a leaf that hangs. Rejects when the signal is aborted. */
export function hangs(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Id of the first Pod of leafWithPods(). */
export const POD = 'leaf//Pod/team-a/web';

/** A leaf called `leaf` with the pods web, web-1, web-2 … */
export function leafWithPods(count = 1, namespace = 'team-a'): ScriptedLeaf {
  const leaf = new ScriptedLeaf('leaf');
  for (let i = 0; i < count; i += 1) {
    const name = i === 0 ? 'web' : `web-${i}`;
    leaf.put('pods', {
      metadata: { name, namespace, uid: `uid-${name}`, labels: { app: 'web' } },
      spec: { nodeName: 'n1' },
      status: { phase: 'Running' },
    });
  }
  return leaf;
}

export const podIds = (count: number, namespace = 'team-a') =>
  Array.from({ length: count }, (_, i) => `leaf//Pod/${namespace}/${i === 0 ? 'web' : `web-${i}`}`);
