/**
 * The reflectors of one cluster: one per collected kind that the leaf serves, one per RBAC kind, and one for
 * CustomResourceDefinitions. This last reflector signals when discovery may have changed, and reads which kinds are
 * policies. When a kind is removed, its reflector stops and its rows are deleted. Rows that change by time alone are
 * written again when they change.
 */
import type { Registration } from '../clusters/registry.ts';
import { type DelayedTransition, dependsOnTime, pendingTransition } from '../kinds/status-result.ts';
import { fingerprintOf, type ProjectionLookup } from '../kinds/projection.ts';
import type { Refusals } from '../kinds/refusals.ts';
import { rulesOf, type KindLookup, kindOf } from '../kinds/registry.ts';
import { toRow, type RowOptions } from '../kinds/row.ts';
import type { KubernetesObject, ServedResource } from '../kubernetes/client.ts';
import { type Reflector, type ReflectorOptions, type ReflectorSink, startReflector } from '../kubernetes/reflector.ts';
import { startNamespacesReflector } from '../kubernetes/namespaces-reflector.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import type { Row } from '../store/store.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Batcher, Changes } from './batcher.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { ContentBudget, grantWeight, rowWeight, type PartBudget } from './content-budget.ts';
import { KindStatus } from './kind-status.ts';
import { type CollectionOptions, Collection, type StoredVersions, rowPart } from './collection.ts';
import type { Item } from './item.ts';
import { GRANT_TYPES, grantItem, grantResource } from './grants.ts';
import { clusterScopedAmong, isCollectable, resourceName } from './kinds.ts';
import {
  definitionOf,
  definitionsAmong,
  keepLabel,
  MAX_POLICY_LABELS,
  withLabels,
  type Definition,
  type PolicyLabels,
} from './policy-kinds.ts';
import type { StartingCluster } from './startup-limiter.ts';
import type { Timing } from './timing.ts';

export interface ClusterKindsOptions {
  readonly registration: Registration;
  readonly timing: Pick<Timing, 'forbiddenRowsMs' | 'forbiddenRetryMs' | 'pollMs'>;
  readonly status: ClusterStatus;
  readonly batcher: Batcher;
  readonly versions: StoredVersions;
  readonly starting: Pick<StartingCluster, 'deliver'>;
  readonly lookup: KindLookup;
  readonly projections: ProjectionLookup;
  readonly refusals: Refusals;
  /** Maximum bytes of the cluster's rows and grants together. */
  readonly clusterBytes: number;
  readonly log: Logger;
}

type Reading<T> = Pick<ReflectorOptions<T>, 'metadataOnly' | 'transform'>;

interface Running {
  readonly status: KindStatus;
  readonly budget: PartBudget;
  readonly begin: () => Reflector;
  reflector: Reflector;
  /** Number of consecutive discoveries without the kind. */
  absences: number;
  /** True if the kind was forbidden for so long that the collector has deleted its rows. */
  expired: boolean;
}

export class ClusterKinds {
  readonly #options: ClusterKindsOptions;
  readonly #kinds = new Map<string, Running>();
  readonly #grants = new Map<GrantObject['type'], Running>();
  readonly #rows: DelayedTransitions;
  readonly #budget: ContentBudget;
  /** API version from which the rows of a kind were made, by resourceName(). */
  readonly #rowVersions: Map<string, string>;
  /** Returns true for cluster-scoped kinds, by the latest discovery. */
  #isClusterScoped = clusterScopedAmong([]);
  #definitions: Reflector | undefined;
  /** Policy labels of the CustomResourceDefinitions, by resource. Undefined until the definitions are listed. */
  #policyLabels: Map<string, string> | undefined;
  /** Kinds with rows in the store that no discovery has wanted so far. Undefined before the first discovery. */
  #orphans: Set<string> | undefined;

  constructor(options: ClusterKindsOptions) {
    this.#options = options;
    this.#rowVersions = new Map(options.status.resources.map(resource => [resourceName(resource), resource.version]));
    this.#rows = new DelayedTransitions(options.batcher.rows);
    this.#budget = new ContentBudget(options.clusterBytes);
  }

  /**
   * Adds the policy labels of the CustomResourceDefinitions to the resources. Until the definitions are listed, the
   * labels come from the store.
   */
  labelled(served: readonly ServedResource[]): readonly ServedResource[] {
    const labels = this.#policyLabels ?? labelsOf(this.#options.status.resources);
    return withLabels(served, labels);
  }

  /** Starts reflectors for new kinds in `status.resources`, and stops the reflectors of kinds that are gone. */
  async reconcile(served: readonly ServedResource[]): Promise<void> {
    const { status, projections } = this.#options;
    this.#isClusterScoped = clusterScopedAmong(served);
    status.uncollected.discover(served, status.resources, resource => projections(resource).length > 0);
    this.#startGrants(served);
    this.#startDefinitions(served);
    await this.#removeOrphans();
    const wanted = new Map(status.resources.map(resource => [resourceName(resource), resource]));
    for (const [name, running] of this.#kinds) {
      const resource = wanted.get(name);
      const was = running.status.resource;
      if (!resource) await this.#absent(name, running);
      else if (!sameResource(resource, was)) await this.#stop(name, running, resource.kind !== was.kind);
      else if (!this.#readsSame(resource, running)) await this.#stop(name, running, false);
      else running.absences = 0;
    }
    for (const [name, resource] of wanted) if (!this.#kinds.has(name)) this.#start(name, resource);
    await this.#expireForbidden();
    await this.#listLeftOut();
    status.changed();
  }

  /**
   * Restarts failed reflectors when a leaf answers again, without waiting for their backoff. `first failures`: only
   * reflectors that failed once. Reflectors that failed again keep their backoff, because the leaf itself was not lost.
   * `all`: all reflectors that got no answer, and reflectors of kinds that are not served, because a leaf that returned
   * may serve its CustomResourceDefinitions a little later.
   */
  async restartFailed(which: 'all' | 'first failures'): Promise<void> {
    for (const running of this.#all()) {
      const { phase, failures } = running.status;
      const again =
        which === 'all'
          ? ['unreachable', 'gone', 'restarted'].includes(phase)
          : phase === 'unreachable' && failures < 2;
      if (!again) continue;
      running.status.restarts();
      await running.reflector.stop();
      running.reflector = running.begin();
    }
  }

  async close(): Promise<void> {
    this.#rows.close();
    await Promise.all([...this.#all().map(({ reflector }) => reflector.stop()), this.#definitions?.stop()]);
  }

  #all(): Running[] {
    return [...this.#grants.values(), ...this.#kinds.values()];
  }

  /** False if the projections that read the resource have changed. */
  #readsSame(resource: Resource, { status }: Running): boolean {
    return fingerprintOf(this.#options.projections(resource)).join() === status.projections.join();
  }

  #start(name: string, resource: Resource): void {
    const { registration, status, refusals, lookup } = this.#options;
    const known = lookup(resource);
    const { delayedTransitions, metadataOnly = false } = known;
    const projections = this.#options.projections(resource);
    const kind = new KindStatus(status, resource, fingerprintOf(projections), rulesOf(known));
    const carried = status.carried(resource);
    const rewrite =
      (this.#rowVersions.get(name) ?? resource.version) !== resource.version ||
      kind.rules !== carried.rules ||
      kind.projections.join() !== carried.projections.join();
    this.#rowVersions.set(name, resource.version);
    const options: RowOptions = {
      lookup,
      projections,
      isClusterScoped: of => this.#isClusterScoped(of),
      leftOut: (reason, count) => refusals.count(reason, count),
    };
    const transform = (object: KubernetesObject): Item<Row> => {
      const item = rowItem(registration.name, resource, object, delayedTransitions, options);
      if ('value' in item && status.uncollected.name(item.value.relations ?? [])) status.changed();
      return item;
    };
    const part = rowPart(resource.group, resource.kind);
    const target = { status: kind, part, closesCluster: false, rewrite, changes: this.#rows, weigh: rowWeight };
    status.kinds.set(name, kind);
    this.#kinds.set(name, this.#run(target, { metadataOnly, transform }));
  }

  #startGrants(served: readonly ServedResource[]): void {
    const { registration, status, batcher } = this.#options;
    for (const type of GRANT_TYPES) {
      const resource = grantResource(served, type);
      if (!resource || this.#grants.has(type)) continue;
      const kind = new KindStatus(status, resource);
      const target = {
        status: kind,
        part: type,
        closesCluster: registration.authorization !== 'mixed',
        rewrite: false,
        changes: batcher.grants,
        weigh: grantWeight,
      };
      status.grants.set(type, kind);
      this.#grants.set(type, this.#run(target, { transform: object => grantItem(type, object) }));
    }
  }

  #startDefinitions(served: readonly ServedResource[]): void {
    const resource = definitionsAmong(served);
    if (this.#definitions || !resource || !isCollectable(resource)) return;
    const { status, log } = this.#options;
    let listing: Map<string, string> | undefined;
    let isFull = false;
    const keep = (definition: Definition, labels: Map<string, string>): void => {
      if (keepLabel(labels, definition) || isFull) return;
      isFull = true;
      log.warn(
        { labels: MAX_POLICY_LABELS },
        'too many kinds have the policy label: the others are not collected for it',
      );
    };
    const reading = { metadataOnly: true, transform: definitionOf }; // the schemas in definitions are very large
    this.#definitions = this.#reflector(resource, reading, {
      listBegin: () => {
        listing = new Map();
      },
      listPage: definitions => {
        for (const definition of definitions) keep(definition, listing!);
      },
      leftOut: () => {},
      listEnd: () => {
        const before = this.#policyLabels;
        this.#policyLabels = listing!;
        listing = undefined;
        if (before || !sameLabels(labelsOf(status.resources), this.#policyLabels)) status.discoveryIsStale();
      },
      changed: (type, { name, policy }) => {
        keep({ name, policy: type === 'DELETED' ? undefined : policy }, (listing ?? this.#policyLabels)!);
        if (!listing) status.discoveryIsStale();
      },
      confirmed: () => {},
      state: () => {},
    });
  }

  #run<T>(
    target: Pick<CollectionOptions<T>, 'status' | 'part' | 'closesCluster' | 'rewrite' | 'changes' | 'weigh'>,
    reading: Reading<Item<T>>,
  ): Running {
    const { status, part } = target;
    const budget = this.#budget.part(part);
    const collection = new Collection<T>({ ...this.#options, ...target, budget });
    const begin = () => this.#reflector(status.resource, reading, collection);
    return { status, budget, begin, reflector: begin(), absences: 0, expired: false };
  }

  #reflector<T>(resource: Resource, reading: Reading<T>, sink: ReflectorSink<T>): Reflector {
    const { registration, timing } = this.#options;
    const { forbiddenRetryMs, pollMs } = timing;
    const { client, collect } = registration;
    const options = { ...reading, client, resource, forbiddenRetryMs, pollMs };
    if (collect && resource.namespaced)
      return startNamespacesReflector({ ...options, namespaces: collect.namespaces }, sink);
    return startReflector(options, sink);
  }

  async #stop(name: string, stopped: Running, withRows: boolean): Promise<void> {
    this.#kinds.delete(name);
    this.#options.status.kinds.delete(name);
    this.#options.status.ended(stopped.status);
    await stopped.reflector.stop();
    const { group, kind } = stopped.status.resource;
    if (withRows) await this.#deleteStored(rowPart(group, kind));
  }

  /**
   * Stops a kind that is missing in two answers of the leaf: in two discoveries, or in one discovery and in one answer
   * to the reflector.
   */
  async #absent(name: string, running: Running): Promise<void> {
    const { status, log } = this.#options;
    running.absences += 1;
    if (running.absences < 2 && running.status.phase !== 'gone') return status.discoveryIsStale();
    await this.#stop(name, running, true);
    log.info({ kind: name }, 'the kind is no longer served, or is left out');
  }

  /** Deletes rows of kinds that stopped being served or collected while no collector ran. Needs two discoveries. */
  async #removeOrphans(): Promise<void> {
    const { status, versions } = this.#options;
    const first = this.#orphans === undefined;
    this.#orphans ??= new Set((await versions.parts()).filter(part => !GRANT_TYPES.some(type => type === part)));
    for (const { group, kind } of status.resources) this.#orphans.delete(rowPart(group, kind));
    if (this.#orphans.size === 0) return;
    if (first) return status.discoveryIsStale();
    for (const part of this.#orphans) await this.#deleteStored(part);
    this.#orphans.clear();
  }

  async #expireForbidden(): Promise<void> {
    const { status, timing } = this.#options;
    for (const running of this.#kinds.values()) {
      const { resource, forbiddenSince } = running.status;
      if (forbiddenSince === undefined) running.expired = false;
      else if (status.now() - forbiddenSince > timing.forbiddenRowsMs && !running.expired) {
        running.expired = true;
        await this.#deleteStored(rowPart(resource.group, resource.kind));
      }
    }
  }

  /** Restarts the reflectors that left out objects for lack of room, if there is room now. */
  async #listLeftOut(): Promise<void> {
    for (const running of this.#all()) {
      const { phase, listing } = running.status;
      if (listing || (phase !== 'watching' && phase !== 'polling') || !running.budget.wantsList) continue;
      await running.reflector.stop();
      running.reflector = running.begin();
    }
  }

  async #deleteStored(part: string): Promise<void> {
    const { versions, batcher } = this.#options;
    this.#budget.part(part).clear();
    for (const key of (await versions.take(part)).keys()) {
      this.#rows.delete(key);
      await batcher.room();
    }
  }
}

function rowItem(
  cluster: string,
  resource: Resource,
  object: KubernetesObject,
  delayed: readonly DelayedTransition[] | undefined,
  options: RowOptions,
): Item<Row> {
  const row = toRow(cluster, resource, object, Date.now(), options);
  if ('refused' in row) return row;
  // If a row may change with time alone, the object's version does not show whether the stored row is current. So the
  // version is empty.
  const version = dependsOnTime(delayed, row) ? '' : row.resourceVersion;
  return { key: encodeObjectKey(row), version, value: row };
}

function sameResource(a: Resource, b: Resource): boolean {
  return a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced && a.policy === b.policy;
}

function labelsOf(resources: readonly Resource[]): PolicyLabels {
  return new Map(
    resources.flatMap(resource =>
      resource.policy === undefined ? [] : [[resourceName(resource), resource.policy] as const],
    ),
  );
}

function sameLabels(a: PolicyLabels, b: PolicyLabels): boolean {
  return a.size === b.size && [...a].every(([name, label]) => b.get(name) === label);
}

/**
 * Maximum number of rows of one cluster that wait for a change by time. Further rows stay unchanged until the next
 * event of their object.
 */
const MAX_WAITING = 10_000;

/**
 * Forwards rows. If a row will change by time alone (kinds/status-result.ts), also stores the changed row. The changed
 * row is forwarded within about a second after it is due, unless the object changes or is deleted first.
 */
class DelayedTransitions implements Changes<Row> {
  readonly #rows: Changes<Row>;
  readonly #now: () => number;
  readonly #waiting = new Map<ObjectKey, { at: number; row: Row }>();
  #timer: NodeJS.Timeout | undefined;

  /** @param now Returns milliseconds since the epoch */
  constructor(rows: Changes<Row>, now = Date.now) {
    this.#rows = rows;
    this.#now = now;
  }

  put(key: ObjectKey, row: Row): void {
    this.#rows.put(key, row);
    const next = pendingTransition(kindOf(row).delayedTransitions, row);
    if (!next) this.#waiting.delete(key);
    else if (this.#waiting.size < MAX_WAITING || this.#waiting.has(key)) {
      this.#waiting.set(key, next);
      this.#wait();
    }
  }

  delete(key: ObjectKey): void {
    this.#rows.delete(key);
    this.#waiting.delete(key);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const now = this.#now();
      for (const [key, { at, row }] of this.#waiting) {
        if (at > now) continue;
        this.#waiting.delete(key);
        this.#rows.put(key, row);
      }
      if (this.#waiting.size > 0) this.#wait();
    }, 1_000);
  }
}
