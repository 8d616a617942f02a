/**
 * The reflectors of one cluster: one per collected kind that the leaf serves, one per RBAC kind, and one on CustomResourceDefinitions that only tells
 * when discovery is worth reading. A kind that appears starts, a kind that disappears stops and its rows go.
 */
import type { DelayedTransition } from '../kinds/delayed-transition.ts';
import { dependsOnTime } from '../kinds/delayed-transition.ts';
import type { Refusals } from '../kinds/refusals.ts';
import { kindOf } from '../kinds/registry.ts';
import { toRow } from '../kinds/row.ts';
import type { KubernetesClient, KubernetesObject, ServedResource } from '../kubernetes/client.ts';
import type { Reflector, ReflectorOptions, ReflectorSink } from '../kubernetes/reflector.ts';
import { startReflector } from '../kubernetes/reflector.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import type { KindState, Row } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Batcher } from './batcher.ts';
import type { CollectionTarget, Item } from './collection.ts';
import { Collection } from './collection.ts';
import { DelayedTransitions } from './delayed-transitions.ts';
import { GRANT_TYPES, grantItem, grantResource } from './grants.ts';
import type { KindsRule } from './kinds.ts';
import { isCollectable, resourceName, selectKinds } from './kinds.ts';
import type { StoredVersions } from './stored-versions.ts';
import { rowPart } from './stored-versions.ts';
import type { Timing } from './timing.ts';
import { monotonic } from './timing.ts';

export interface ClusterKindsOptions {
  readonly cluster: string;
  readonly client: KubernetesClient;
  readonly kinds: KindsRule;
  readonly timing: Pick<Timing, 'forbiddenRowsMs' | 'forbiddenRetryMs' | 'pollMs'>;
  readonly batcher: Batcher;
  readonly versions: StoredVersions;
  readonly refusals: Refusals;
  /** The resources that the store's rows were made from. */
  readonly stored: readonly Resource[];
  readonly log: Logger;
  /** Something that the cluster's state tells has changed. */
  readonly onState: () => void;
  /** The leaf has delivered or confirmed something. */
  readonly onHeard: () => void;
  /** A reflector could not reach the leaf. */
  readonly onLeafFailure: () => void;
  /** Discovery may say something new. */
  readonly onStale: () => void;
}

type Reading<T> = Pick<ReflectorOptions<T>, 'metadataOnly' | 'transform'>;

interface Running<T> {
  readonly collection: Collection<T>;
  readonly begin: () => Reflector;
  reflector: Reflector;
}

export class ClusterKinds {
  readonly #options: ClusterKindsOptions;
  readonly #kinds = new Map<string, Running<Row>>();
  readonly #grants = new Map<GrantObject['type'], Running<GrantObject>>();
  readonly #delayed: DelayedTransitions;
  /** The API version that the rows of a kind were made from. */
  readonly #rowVersions: Map<string, string>;
  #definitions: Reflector | undefined;
  #wanted: readonly Resource[] | undefined;
  /** Discoveries in a row that did not name a running kind. */
  readonly #absences = new Map<string, number>();
  /** Kinds that have rows in the store and were not wanted at the first discovery. */
  #orphans: Set<string> | undefined;
  /** Forbidden for so long that their rows were deleted. */
  readonly #expired = new Set<string>();

  constructor(options: ClusterKindsOptions) {
    this.#options = options;
    this.#rowVersions = new Map(options.stored.map(resource => [resourceName(resource), resource.version]));
    this.#delayed = new DelayedTransitions(row => options.batcher.put(encodeObjectKey(row), row), Date.now);
  }

  /** What is collected, by the last discovery; undefined before the first. */
  get resources(): readonly Resource[] | undefined {
    return this.#wanted;
  }

  get states(): readonly KindState[] {
    return (this.#wanted ?? []).map(resource => {
      const collection = this.#kinds.get(resourceName(resource))?.collection;
      return { group: resource.group, kind: resource.kind, state: collection?.stage ?? 'pending', reason: collection?.reason ?? '' };
    });
  }

  get grants(): ReadonlyMap<GrantObject['type'], Collection<GrantObject>> {
    return new Map(Array.from(this.#grants, ([type, { collection }]) => [type, collection]));
  }

  /** Kinds of which nothing more is to be expected at the start. */
  get settled(): number {
    return (this.#wanted ?? []).filter(resource => this.#kinds.get(resourceName(resource))?.collection.settled).length;
  }

  /** Objects that the lists have shown. */
  get objects(): number {
    return [...this.#kinds.values()].reduce((sum, { collection }) => sum + collection.objects, 0);
  }

  get listing(): boolean {
    return this.#all().some(({ collection }) => collection.listing);
  }

  /** The kinds by a new discovery; `reconcile` makes them so. */
  want(served: readonly ServedResource[]): void {
    this.#wanted = selectKinds(served, this.#options.kinds);
  }

  async reconcile(served: readonly ServedResource[]): Promise<void> {
    this.#startGrants(served);
    this.#startDefinitions(served);
    await this.#removeOrphans();
    const wanted = new Map((this.#wanted ?? []).map(resource => [resourceName(resource), resource]));
    for (const [name, { collection }] of this.#kinds) {
      const resource = wanted.get(name);
      if (!resource) await this.#absent(name, collection);
      else if (!sameResource(resource, collection.resource)) await this.#stop(name, resource.kind !== collection.resource.kind);
      else this.#absences.delete(name);
    }
    for (const [name, resource] of wanted) if (!this.#kinds.has(name)) this.#kinds.set(name, this.#start(resource));
    await this.#expireForbidden();
    this.#options.onState();
  }

  /**
   * Reflectors wait longer and longer for a leaf that is away. When it answers again they start over at once; one that failed while the leaf as a
   * whole did not is started over once, and then keeps its patience.
   */
  async restartFailed(which: 'all' | 'first failures'): Promise<void> {
    for (const failed of this.#all()) {
      const { leafFailed, failures } = failed.collection;
      if (!leafFailed || (which === 'first failures' && failures > 1)) continue;
      await failed.reflector.stop();
      failed.reflector = failed.begin();
    }
  }

  /** The leaf has answered something: watches that are open confirm what they have delivered. */
  answered(): void {
    for (const { collection } of this.#grants.values()) collection.leafAnswered();
  }

  async close(): Promise<void> {
    this.#delayed.close();
    await Promise.all([...this.#all().map(({ reflector }) => reflector.stop()), this.#definitions?.stop()]);
  }

  #all(): (Running<Row> | Running<GrantObject>)[] {
    return [...this.#grants.values(), ...this.#kinds.values()];
  }

  #start(resource: Resource): Running<Row> {
    const { cluster, batcher } = this.#options;
    const name = resourceName(resource);
    const { delayedTransition, metadataOnly = false } = kindOf(resource);
    const rewrite = (this.#rowVersions.get(name) ?? resource.version) !== resource.version;
    this.#rowVersions.set(name, resource.version);
    const collection = new Collection<Row>({
      ...this.#target(resource, rowPart(resource.group, resource.kind)),
      rewrite,
      put: (key, row) => {
        batcher.put(key, row);
        this.#delayed.see(key, row, delayedTransition);
      },
      delete: key => {
        batcher.delete(key);
        this.#delayed.forget(key);
      },
    });
    const transform = (object: KubernetesObject) => rowItem(cluster, resource, object, delayedTransition);
    return this.#run(collection, { metadataOnly, transform });
  }

  #startGrants(served: readonly ServedResource[]): void {
    const { batcher } = this.#options;
    for (const type of GRANT_TYPES) {
      const resource = grantResource(served, type);
      if (!resource || this.#grants.has(type)) continue;
      const collection = new Collection<GrantObject>({
        ...this.#target(resource, type),
        rewrite: false,
        put: (key, grant) => batcher.putGrant(key, grant),
        delete: key => batcher.deleteGrant(key),
      });
      this.#grants.set(type, this.#run(collection, { transform: object => grantItem(type, object) }));
    }
  }

  #startDefinitions(served: readonly ServedResource[]): void {
    const resource = served.find(({ group, plural }) => group === 'apiextensions.k8s.io' && plural === 'customresourcedefinitions');
    if (this.#definitions || !resource || !isCollectable(resource)) return;
    const { onStale } = this.#options;
    let listed = false;
    const reading = { metadataOnly: true, transform: () => true }; // their schemas are the largest objects there are
    this.#definitions = this.#reflector(resource, reading, {
      listBegin: () => {},
      listPage: () => {},
      leftOut: () => {},
      listEnd: () => {
        if (listed) onStale();
        listed = true;
      },
      changed: () => {
        if (listed) onStale();
      },
      confirmed: () => {},
      state: () => {},
    });
  }

  #run<T>(collection: Collection<T>, reading: Reading<Item<T>>): Running<T> {
    const begin = () => this.#reflector(collection.resource, reading, collection);
    return { collection, begin, reflector: begin() };
  }

  #reflector<T>(resource: Resource, reading: Reading<T>, sink: ReflectorSink<T>): Reflector {
    const { client, log, timing } = this.#options;
    const { forbiddenRetryMs, pollMs } = timing;
    return startReflector({ ...reading, client, resource, log, forbiddenRetryMs, pollMs }, sink);
  }

  #target(resource: Resource, part: string): Omit<CollectionTarget<never>, 'put' | 'delete' | 'rewrite'> {
    const { batcher, versions, refusals, log, onState, onHeard, onLeafFailure, onStale } = this.#options;
    return {
      resource,
      part,
      versions,
      log,
      room: () => batcher.room(),
      written: () => batcher.written(),
      now: monotonic,
      onRefused: (reason, count) => refusals.count(reason, count),
      onHeard,
      onState: collection => {
        if (collection.leafFailed) onLeafFailure();
        if (collection.gone) onStale();
        onState();
      },
    };
  }

  async #stop(name: string, withRows: boolean): Promise<void> {
    const stopped = this.#kinds.get(name);
    if (!stopped) return;
    this.#kinds.delete(name);
    this.#absences.delete(name);
    await stopped.reflector.stop();
    const { group, kind } = stopped.collection.resource;
    if (withRows) await this.#deleteStored(rowPart(group, kind));
  }

  /** Gone for good when the leaf says so twice: in two discoveries, or in one and to the reflector. */
  async #absent(name: string, collection: Collection<Row>): Promise<void> {
    const absences = (this.#absences.get(name) ?? 0) + 1;
    this.#absences.set(name, absences);
    if (absences < 2 && !collection.gone) return this.#options.onStale();
    await this.#stop(name, true);
    this.#options.log.info({ kind: name }, 'the kind is no longer served');
  }

  /** Rows of kinds that stopped being served, or being wanted, while nobody collected. As with absent kinds, two discoveries decide. */
  async #removeOrphans(): Promise<void> {
    const first = this.#orphans === undefined;
    this.#orphans ??= new Set((await this.#options.versions.parts()).filter(part => !GRANT_TYPES.some(type => type === part)));
    for (const { group, kind } of this.#wanted ?? []) this.#orphans.delete(rowPart(group, kind));
    if (this.#orphans.size === 0) return;
    if (first) return this.#options.onStale();
    for (const part of this.#orphans) await this.#deleteStored(part);
    this.#orphans.clear();
  }

  async #expireForbidden(): Promise<void> {
    for (const [name, { collection }] of this.#kinds) {
      const { resource, forbiddenSince } = collection;
      if (forbiddenSince === undefined) this.#expired.delete(name);
      else if (monotonic() - forbiddenSince > this.#options.timing.forbiddenRowsMs && !this.#expired.has(name)) {
        this.#expired.add(name);
        await this.#deleteStored(rowPart(resource.group, resource.kind));
      }
    }
  }

  async #deleteStored(part: string): Promise<void> {
    const { versions, batcher } = this.#options;
    for (const key of (await versions.take(part)).keys()) {
      batcher.delete(key);
      this.#delayed.forget(key);
      await batcher.room();
    }
  }
}

function rowItem(cluster: string, resource: Resource, object: KubernetesObject, delayed: DelayedTransition | undefined): Item<Row> {
  const row = toRow(cluster, resource, object, Date.now());
  if ('refused' in row) return row;
  // Of a row that changes by time alone, the object's version does not tell whether what is stored is still right.
  const version = dependsOnTime(delayed, row) ? '' : row.resourceVersion;
  return { key: encodeObjectKey(row), version, value: row };
}

function sameResource(a: Resource, b: Resource): boolean {
  return a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced;
}
