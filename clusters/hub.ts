/**
 * Reads objects of a hub for sources of clusters. The objects of one resource are listed and watched, and reduced to
 * the data that a source keeps.
 *
 * Objects that were read stay valid until the hub reports a change. If the hub is unreachable, refuses requests, or
 * does not serve the resource, `problem` contains the reason. Nothing is removed then.
 */
import { Backoff } from '../async/backoff.ts';
import { systemClock } from '../async/clock.ts';
import { leafTurns } from '../async/fair-turns.ts';
import { FairGate } from '../async/fair-gate.ts';
import { createKubernetesClient } from '../kubernetes/api-client.ts';
import type { KubernetesClient, KubernetesObject, ListOptions } from '../kubernetes/client.ts';
import { messageOf } from '../kubernetes/errors.ts';
import { inClusterKubeconfig } from '../kubernetes/in-cluster.ts';
import { KubeconfigError } from '../kubernetes/kubeconfig-error.ts';
import { readKubeconfig, type Kubeconfig } from '../kubernetes/kubeconfig.ts';
import { startReflector, type Reflector, type ReflectorOptions } from '../kubernetes/reflector.ts';
import type { ClusterTarget } from '../kubernetes/transport.ts';
import type { Resource } from '../rbac/types.ts';
import type { Logger } from '../telemetry/log.ts';
import { KeptObjects, type KeptObject } from './kept-objects.ts';
import { isSameConnection } from './opened-cluster.ts';

export interface HubOptions {
  /** Path of the hub's kubeconfig. @default the ServiceAccount of the pod */
  readonly kubeconfig?: string | undefined;
  /** Context in the kubeconfig. @default the current context */
  readonly context?: string | undefined;
  /** Namespace to read. @default all namespaces */
  readonly namespace?: string | undefined;
  /** Maximum bytes of all kept objects of one resource. @default 64 MiB */
  readonly keptBytes?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
}

/**
 * The objects to follow, and a function that reduces each object. The function returns undefined for irrelevant
 * objects, and must not throw.
 */
export interface HubQuery<T> {
  readonly resource: Resource;
  readonly selectors?: ReflectorOptions<T>['selectors'];
  readonly keep: (object: KubernetesObject) => T | undefined;
  /** Approximate bytes in memory of a reduced object. */
  readonly bytes: (kept: T) => number;
  /** Keeps only objects whose names were passed to want(). @default all are kept */
  readonly onlyWanted?: WantedQuery;
  /** Called when the kept objects may have changed. */
  readonly changed?: () => void;
}

/** Names by which objects are selected. Several objects may have the same name. */
export interface WantedQuery {
  readonly nameOf: (object: KubernetesObject) => string;
  /**
   * Selectors that match the objects with the given name, and perhaps others. Undefined if no object can have the
   * name.
   */
  readonly select: (name: string) => Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> | undefined;
}

export const SECRETS: Resource = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };

/**
 * Milliseconds between two reads of the hub's kubeconfig. The next read finds a repaired kubeconfig or new credentials.
 */
const REREAD_MS = 30_000;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Maximum number of concurrent requests for newly wanted objects. */
const READS_AT_ONCE = 8;

/** A connection to one hub, and the objects that sources follow on it. */
export class Hub {
  readonly #options: HubOptions;
  readonly #followed: Pick<FollowedObjects<unknown>, 'start' | 'stop' | 'listLeftOut'>[] = [];
  #opened:
    | { readonly fingerprint: string; readonly target: ClusterTarget; readonly client: KubernetesClient }
    | undefined;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #opening: Promise<void> = Promise.resolve();
  #changed: () => void = () => undefined;
  readonly #closed = new AbortController();

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Reason why the hub's kubeconfig cannot be used. Undefined if it can be used. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Client of the hub. Undefined until the kubeconfig has been usable once, and after close(). */
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
      for (const followed of this.#followed) this.#opening = this.#opening.then(() => followed.listLeftOut());
    }, REREAD_MS);
    this.#timer.unref();
  }

  /** Follows objects. Call this method before start(). */
  follow<T>(query: HubQuery<T>): HubObjects<T> & Pick<FollowedObjects<T>, 'want' | 'isReading'> {
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
      const context = contextOf(kubeconfig, this.#options.context);
      const fingerprint = kubeconfig.fingerprint(context);
      if (fingerprint !== this.#opened?.fingerprint) {
        const target = await kubeconfig.target(context, 'hub');
        const goesOn = this.#opened && isSameConnection(this.#opened.target, target) ? this.#opened.client : undefined;
        if (!goesOn) await this.#stop();
        // Reads the credentials of the current target, so that new credentials in the kubeconfig need no new client.
        const credentials: ClusterTarget['credentials'] = async options =>
          (await this.#opened?.target.credentials?.(options)) ?? {};
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

/** Reason why the file of a hub's kubeconfig cannot be used. Undefined if it can be used. Does not contact the hub. */
export async function hubFileProblem(path: string, context: string | undefined): Promise<string | undefined> {
  try {
    const kubeconfig = await readKubeconfig(path);
    await kubeconfig.target(contextOf(kubeconfig, context), 'hub');
    return undefined;
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error;
    return error.message;
  }
}

/** @throws KubeconfigError */
function contextOf({ currentContext, source }: Kubeconfig, context = currentContext): string {
  if (context === undefined)
    throw new KubeconfigError(`${source}: it has no current-context. Set the source's context.`);
  return context;
}

export interface HubObjects<T> {
  /** Kept objects by `namespace/name`. Undefined before the first read. */
  readonly all: ReadonlyMap<string, T> | undefined;
  readonly problem: string | undefined;
  /** Reason why objects are omitted. Undefined if none are omitted. */
  readonly tooMuch: string | undefined;
}

interface Arrived<T> {
  readonly key: string;
  /** Name from WantedQuery. Empty if all objects are kept. */
  readonly name: string;
  readonly kept: KeptObject<Named<T>> | undefined;
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
}

class FollowedObjects<T> implements HubObjects<T> {
  readonly #query: HubQuery<T>;
  readonly #options: HubOptions;
  readonly #changed: () => void;
  readonly #maxBytes: number;
  #all: KeptObjects<Named<T>> | undefined;
  /** Objects of the list that is in progress. */
  #listed: KeptObjects<Named<T>> | undefined;
  #problem: string | undefined;
  #client: KubernetesClient | undefined;
  #reflector: Reflector | undefined;
  #wanted: ReadonlySet<string> | undefined;
  readonly #reads = new Map<string, WantedRead>();
  readonly #readSlots = new FairGate({ slots: 2 * READS_AT_ONCE });
  #values: ReadonlyMap<string, T> | undefined;

  constructor(query: HubQuery<T>, options: HubOptions, changed: () => void) {
    this.#query = query;
    this.#options = options;
    this.#maxBytes = options.keptBytes ?? MAX_KEPT_BYTES;
    this.#changed = () => {
      this.#values = undefined;
      query.changed?.();
      changed();
    };
  }

  get all(): ReadonlyMap<string, T> | undefined {
    if (!this.#all) return undefined;
    return (this.#values ??= new Map(Array.from(this.#all.values, ([key, { value }]) => [key, value])));
  }

  get problem(): string | undefined {
    return this.#problem ?? [...this.#reads.values()].find(({ problem }) => problem !== undefined)?.problem;
  }

  get tooMuch(): string | undefined {
    if (!this.#all || this.#all.leftOut === 0) return undefined;
    return `${this.#query.resource.plural} take more than ${this.#maxBytes} bytes: the newest are left out.`;
  }

  start(client: KubernetesClient): void {
    this.#client = client;
    // With onlyWanted, the first list waits for the wanted names. Otherwise each object would have to be read
    // separately later.
    if (!this.#query.onlyWanted || this.#wanted) this.#follow(client);
  }

  async stop(): Promise<void> {
    this.#client = undefined;
    for (const read of this.#reads.values()) read.end.abort(new Error('The hub is closed.'));
    this.#reads.clear();
    await this.#reflector?.stop();
    this.#reflector = undefined;
  }

  /** True if the name is newly wanted and its objects have not been read yet. */
  isReading(name: string): boolean {
    return this.#reads.has(name);
  }

  /** Keeps only objects with these names. Reads the newly wanted objects. */
  want(names: Iterable<string>): void {
    const wanted = new Set(names);
    const before = this.#wanted;
    this.#wanted = wanted;
    for (const objects of [this.#all, this.#listed])
      for (const [key, { name }] of objects?.values ?? []) if (!wanted.has(name)) objects?.delete(key);
    for (const [name, { end }] of this.#reads)
      if (!wanted.has(name)) end.abort(new Error('The object is not wanted any more.'));
    this.#values = undefined;
    if (!before) {
      if (this.#client) this.#follow(this.#client);
    } else for (const name of wanted) if (!before.has(name)) void this.#read(name);
  }

  /** Lists again if objects were omitted and now at least one of them fits. */
  async listLeftOut(): Promise<void> {
    if (!this.#client || this.#listed || !this.#all?.hasRoom) return;
    await this.#reflector?.stop();
    if (this.#client) this.#follow(this.#client);
  }

  #follow(client: KubernetesClient): void {
    const { resource, selectors } = this.#query;
    const { namespace, log } = this.#options;
    const transform = (object: KubernetesObject) => this.#arrived(object);
    this.#reflector = startReflector(
      { client, resource, transform, ...(namespace !== undefined && { namespace }), ...(selectors && { selectors }) },
      {
        listBegin: () => (this.#listed = new KeptObjects(this.#maxBytes, this.#all)),
        listPage: objects => leafTurns.run(resource.plural, this.#listed!.list(this.#wantedAmong(objects))),
        listEnd: async () => {
          await leafTurns.run(resource.plural, this.#listed!.trim());
          this.#all = this.#listed;
          this.#listed = undefined;
          this.#changed();
        },
        changed: (type, { key, kept }) => {
          for (const read of this.#reads.values()) read.overtaken.add(key);
          const objects = this.#listed ?? this.#all;
          if (type === 'DELETED' || !kept) objects?.delete(key);
          else objects?.put(key, kept);
          if (!this.#listed) this.#changed();
        },
        leftOut: count =>
          log.warn(
            { resource: resource.plural, count },
            'objects of the hub are too large to read, or not of the shape of an object',
          ),
        confirmed: () => undefined,
        state: state => {
          if (state.phase === 'listing') return;
          const why =
            'error' in state
              ? state.error.message
              : 'reason' in state && state.phase !== 'polling'
                ? state.reason
                : undefined;
          const problem = why === undefined ? undefined : this.#unreadable(why);
          if (problem === this.#problem) return;
          this.#problem = problem;
          this.#changed();
        },
      },
    );
  }

  #arrived(object: KubernetesObject): Arrived<T> {
    const { keep, bytes, onlyWanted } = this.#query;
    const name = onlyWanted?.nameOf(object) ?? '';
    const value = this.#isWanted(name) ? keep(object) : undefined;
    const kept = value && {
      value: { name, value },
      bytes: bytes(value),
      createdAt: object.metadata.creationTimestamp ?? '',
    };
    return { key: keyOf(object), name, kept };
  }

  /** Names may stop being wanted while a page is added, so each object is checked when it is added. */
  *#wantedAmong(arrived: readonly Arrived<T>[]): Generator<readonly [key: string, object: KeptObject<Named<T>>]> {
    for (const { key, name, kept } of arrived) if (kept && this.#isWanted(name)) yield [key, kept];
  }

  #isWanted(name: string): boolean {
    return !this.#query.onlyWanted || this.#wanted?.has(name) === true;
  }

  /** Reads the objects with a newly wanted name, because unwanted objects are not kept. Retries failed reads. */
  async #read(name: string): Promise<void> {
    const selected = this.#query.onlyWanted?.select(name);
    const client = this.#client;
    if (!selected || !client) return;
    const read: WantedRead = { end: new AbortController(), overtaken: new Set(), problem: undefined };
    const { signal } = read.end;
    const backoff = new Backoff();
    this.#reads.set(name, read);
    while (!signal.aborted) {
      try {
        using _slot = await this.#readSlots.enter('', signal);
        await this.#readOnce(name, client, selected, read);
        read.end.abort(new Error('The objects were read.'));
      } catch (error) {
        if (signal.aborted) break;
        read.problem = this.#unreadable(messageOf(error));
        this.#changed();
        await systemClock.sleep(backoff.next(), signal).catch(() => undefined); // An aborted signal ends the loop.
      }
    }
    if (this.#reads.get(name) === read) this.#reads.delete(name);
    this.#changed();
  }

  async #readOnce(
    name: string,
    client: KubernetesClient,
    selected: Partial<ListOptions>,
    read: WantedRead,
  ): Promise<void> {
    const { resource, selectors } = this.#query;
    const found: Arrived<T>[] = [];
    read.overtaken.clear();
    await client.list(resource, {
      as: { type: 'self' },
      signal: read.end.signal,
      ...selectors,
      ...selected,
      onObjects: objects => {
        for (const object of objects) found.push(this.#arrived(object));
      },
    });
    for (const { key, name: of, kept } of found) {
      // If an event for the key arrived during this read, the object from the event is at least as new.
      if (!kept || of !== name || read.overtaken.has(key) || !this.#isWanted(name)) continue;
      this.#all?.put(key, kept);
      this.#listed?.put(key, kept);
    }
  }

  #unreadable(why: string): string {
    return `${this.#query.resource.plural} cannot be read: ${why}`.slice(0, 512);
  }
}

interface WantedRead {
  readonly end: AbortController;
  /** Keys that had an event since this read began. */
  readonly overtaken: Set<string>;
  problem: string | undefined;
}

function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}
