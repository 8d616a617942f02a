/**
 * A hub as sources of clusters read it: the objects of one resource, listed and watched, of each as much as a source keeps.
 *
 * What was read once holds until the hub says otherwise. While it cannot be reached, refuses, or does not serve the resource (any more), `problem` says so
 * and nothing goes.
 */
import { createKubernetesClient } from '../kubernetes/api-client.ts';
import type { KubernetesClient, KubernetesObject } from '../kubernetes/client.ts';
import { inClusterKubeconfig } from '../kubernetes/in-cluster.ts';
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import { readKubeconfig, type Kubeconfig } from '../kubernetes/kubeconfig.ts';
import { startReflector, type Reflector, type ReflectorOptions } from '../kubernetes/reflector.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Resource } from '../rbac/types.ts';
import type { Logger } from '../telemetry/log.ts';
import { isSameConnection } from './opened-cluster.ts';

export interface HubOptions {
  /** @default the ServiceAccount of the pod */
  readonly kubeconfig?: string | undefined;
  /** @default the kubeconfig's current context */
  readonly context?: string | undefined;
  /** Only in this namespace. @default all */
  readonly namespace?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

/** Which objects, and what of each is kept; undefined: it is none of the source's. Must not throw. */
export interface HubQuery<T> {
  readonly resource: Resource;
  readonly selectors?: ReflectorOptions<T>['selectors'];
  readonly keep: (object: KubernetesObject) => T | undefined;
}

export const SECRETS: Resource = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };

/** How soon a kubeconfig that could not be used, or has other credentials, is noticed. */
const REREAD_MS = 30_000;

/** One connection to a hub, and what sources follow there. */
export class Hub {
  readonly #options: HubOptions;
  readonly #followed: { start(client: KubernetesClient): void; stop(): Promise<void> }[] = [];
  #opened: { readonly fingerprint: string; readonly target: ClusterTarget; readonly client: KubernetesClient } | undefined;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #opening: Promise<void> = Promise.resolve();
  #changed: () => void = () => undefined;
  readonly #closed = new AbortController();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Why it cannot be connected to at all. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Undefined while it cannot be connected to. */
  get client(): KubernetesClient | undefined {
    return this.#opened?.client;
  }

  /** Aborted by close(). */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  start(changed: () => void): void {
    this.#changed = changed;
    this.#opening = this.#open();
    this.#timer = setInterval(() => {
      this.#opening = this.#opening.then(() => this.#open());
    }, REREAD_MS);
    this.#timer.unref();
  }

  /** To be called before start(). */
  follow<T>(query: HubQuery<T>): HubObjects<T> {
    const followed = new FollowedObjects(query, this.#options, () => this.#changed());
    this.#followed.push(followed);
    return followed;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closed.abort();
    await this.#opening;
    await this.#stop();
  }

  async #open(): Promise<void> {
    const { log } = this.#options;
    try {
      const kubeconfig = await this.#kubeconfig();
      const context = this.#options.context ?? kubeconfig.currentContext;
      if (context === undefined) throw new KubeconfigError(`${kubeconfig.source}: it has no current-context. Set the source's context.`);
      const fingerprint = kubeconfig.fingerprint(context);
      if (fingerprint !== this.#opened?.fingerprint) {
        const target = await kubeconfig.target(context, 'hub');
        const goesOn = this.#opened && isSameConnection(this.#opened.target, target) ? this.#opened.client : undefined;
        if (!goesOn) await this.#stop();
        // Of the present target: a kubeconfig with other credentials needs no other client.
        const credentials: ClusterTarget['credentials'] = async options => (await this.#opened?.target.credentials?.(options)) ?? {};
        const client = goesOn ?? createKubernetesClient({ ...target, credentials }, { log });
        this.#opened = { fingerprint, target, client };
        if (!goesOn) for (const followed of this.#followed) followed.start(client);
      }
      this.#tell(undefined);
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
      this.#tell(error.message);
    }
  }

  async #kubeconfig(): Promise<Kubeconfig> {
    const { kubeconfig, env } = this.#options;
    return kubeconfig === undefined ? inClusterKubeconfig(env) : readKubeconfig(kubeconfig);
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#followed.map(followed => followed.stop()));
    await this.#opened?.client.close();
    this.#opened = undefined;
  }

  #tell(problem: string | undefined): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#changed();
  }
}

export interface HubObjects<T> {
  /** By `namespace/name`; undefined before they have been read once. */
  readonly all: ReadonlyMap<string, T> | undefined;
  readonly problem: string | undefined;
}

interface Kept<T> {
  readonly key: string;
  readonly value: T | undefined;
}

class FollowedObjects<T> implements HubObjects<T> {
  readonly #query: HubQuery<T>;
  readonly #options: HubOptions;
  readonly #changed: () => void;
  #all: Map<string, T> | undefined;
  /** Of the list that is under way. */
  #listed: Map<string, T> | undefined;
  #problem: string | undefined;
  #reflector: Reflector | undefined;

  constructor(query: HubQuery<T>, options: HubOptions, changed: () => void) {
    this.#query = query;
    this.#options = options;
    this.#changed = changed;
  }

  get all(): ReadonlyMap<string, T> | undefined {
    return this.#all;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  start(client: KubernetesClient): void {
    const { resource, selectors, keep } = this.#query;
    const { namespace, log } = this.#options;
    const transform = (object: KubernetesObject): Kept<T> => ({ key: keyOf(object), value: keep(object) });
    this.#reflector = startReflector(
      { client, resource, transform, ...(namespace !== undefined && { namespace }), ...(selectors && { selectors }) },
      {
        listBegin: () => (this.#listed = new Map()),
        listPage: objects => {
          for (const { key, value } of objects) if (value !== undefined) this.#listed?.set(key, value);
        },
        listEnd: () => {
          this.#all = this.#listed;
          this.#listed = undefined;
          this.#changed();
        },
        changed: (type, { key, value }) => {
          const map = this.#listed ?? this.#all;
          if (type === 'DELETED' || value === undefined) map?.delete(key);
          else map?.set(key, value);
          if (!this.#listed) this.#changed();
        },
        leftOut: count =>
          log.warn({ resource: resource.plural, count }, 'objects of the hub are too large to read, or not of the shape of an object'),
        confirmed: () => undefined,
        state: state => {
          if (state.phase === 'listing') return;
          const why = 'error' in state ? state.error.message : 'reason' in state && state.phase !== 'polling' ? state.reason : undefined;
          const problem = why === undefined ? undefined : `${resource.plural} cannot be read: ${why}`.slice(0, 512);
          if (problem === this.#problem) return;
          this.#problem = problem;
          this.#changed();
        },
      },
    );
  }

  async stop(): Promise<void> {
    await this.#reflector?.stop();
    this.#reflector = undefined;
  }
}

function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}
