/**
 * Makes rows, grants and the state of a cluster from the objects of a report. kinds/ reads the objects, and rbac/ reads
 * the roles. This file does no I/O.
 *
 * Who attacks: an agent, or somebody who has stolen its token. What stops them: the token determines the cluster.
 * Resources and names are checked like those of any leaf. A kind gets rows only if both the configuration and the
 * report's resources name it. Secrets and ConfigMaps get no rows. What remains: an agent may show any rows of its own
 * cluster to anybody.
 */
import { aggregated } from '../kinds/aggregated.ts';
import { dependsOnTime } from '../kinds/status-result.ts';
import { fingerprintOf, type Projection, type ProjectionLookup } from '../kinds/projection.ts';
import type { Refusals } from '../kinds/refusals.ts';
import { rulesOf, type KindLookup } from '../kinds/registry.ts';
import { toRow } from '../kinds/row.ts';
import type { ServedResource } from '../kubernetes/client.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { encodeObjectKey, type ObjectKey } from '../schema/object-id.ts';
import type { StateReason } from '../store/causes.ts';
import type { ClusterState, KindState, Row } from '../store/store.ts';
import { grantWeight, rowWeight } from './content-budget.ts';
import { GRANT_TYPES, grantItem } from './grants.ts';
import { clusterScopedAmong, isCollectable, kindKey, MAX_KINDS, resourceName } from './kinds.ts';
import { UncollectedKinds } from './cluster-status.ts';

export interface ReportContentOptions {
  readonly cluster: string;
  /** Kinds that are accepted, as plural.group. */
  readonly kinds: readonly string[];
  readonly detail: 'full' | 'aggregated';
  /** Resources that the report names. */
  readonly resources: readonly Resource[];
  readonly lookup: KindLookup;
  readonly projections: ProjectionLookup;
  readonly refusals: Refusals;
  /** Maximum bytes of the cluster's rows and grants together. */
  readonly clusterBytes: number;
  readonly now: number;
}

const RBAC_VERSION = 'rbac.authorization.k8s.io/v1';
const GRANTS: ReadonlySet<string> = new Set(GRANT_TYPES);
/** Kinds that are never read from a report, whatever the configuration says. */
const CONFIDENTIAL: ReadonlySet<string> = new Set(['/Secret', '/ConfigMap']);

/** An accepted resource, with everything needed to read its objects. */
interface ReadKind {
  readonly resource: Resource;
  readonly state: KindState;
  readonly projections: readonly Projection[];
}

export class ReportContent {
  readonly rows = new Map<ObjectKey, Row>();
  readonly grants = new Map<string, GrantObject>();
  /** True if a row may change with time alone, so that an equal report gives other rows later. */
  dependsOnTime = false;
  readonly #options: ReportContentOptions;
  /** Accepted kinds, by group and kind. */
  readonly #kinds: ReadonlyMap<string, ReadKind>;
  readonly #uncollected = new UncollectedKinds();
  readonly #isClusterScoped: (kind: Pick<Resource, 'group' | 'kind'>) => boolean;
  /** Reasons why objects are missing, by group and kind. */
  readonly #leftOut = new Map<string, StateReason>();
  #grantsLeftOut: StateReason = '';
  #bytes = 0;

  constructor(options: ReportContentOptions) {
    this.#options = options;
    const served = options.resources
      .map((resource): ServedResource => ({ ...resource, verbs: ['list'] }))
      .filter(isCollectable);
    options.refusals.count('name', options.resources.length - served.length);
    this.#kinds = readKinds(served, options);
    this.#isClusterScoped = clusterScopedAmong(served);
    this.#uncollected.discover(
      served,
      [...this.#kinds.values()].map(({ resource }) => resource),
      resource => options.projections(resource).length > 0,
    );
  }

  /** @param object Undefined if the object would take too long to read */
  add(object: Readonly<Record<string, unknown>> | undefined): void {
    const { refusals } = this.#options;
    if (!object) return refusals.count('shape');
    const { apiVersion, kind } = object;
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return refusals.count('shape');
    const isGrant = apiVersion === RBAC_VERSION && GRANTS.has(kind);
    if (isGrant) this.#addGrant(kind as GrantObject['type'], object);
    const slash = apiVersion.lastIndexOf('/');
    const read = this.#kinds.get(kindKey({ group: slash < 0 ? '' : apiVersion.slice(0, slash), kind }));
    if (read && read.resource.version === apiVersion.slice(slash + 1)) this.#addRow(read, object);
    else if (!isGrant) refusals.count('kind');
  }

  /** The state of the cluster after this report, without its field `reports`. */
  state(kubernetesVersion: string, silentAfterMs: number): ClusterState {
    const kinds = [...this.#kinds.values()];
    const { resources: uncollected } = this.#uncollected;
    return {
      ...{
        phase: 'synced',
        reason: '',
        version: kubernetesVersion,
        authorization: 'rbac',
        answeredAgo: 0,
        silentAfterMs,
      },
      kinds: kinds.map(({ resource, state }) => ({ ...state, reason: this.#leftOut.get(kindKey(resource)) ?? '' })),
      resources: kinds.map(({ resource }) => resource),
      ...(uncollected.length > 0 && { uncollected }),
      grants: { complete: true, confirmedAgo: 0, reason: this.#grantsLeftOut },
    };
  }

  #addRow({ resource, projections }: ReadKind, sent: Readonly<Record<string, unknown>>): void {
    const { cluster, detail, lookup, refusals, now } = this.#options;
    const object = detail === 'aggregated' ? aggregated(sent) : sent;
    const row = toRow(cluster, resource, object, now, {
      ...{ lookup, projections, isClusterScoped: this.#isClusterScoped },
      leftOut: (reason, count) => refusals.count(reason, count),
    });
    if ('refused' in row) {
      refusals.count(row.reason);
      this.#missing(resource, 'LEFT_OUT');
      return;
    }
    if (!this.#hasRoom(rowWeight(row))) return this.#missing(resource, 'OVER_LIMIT');
    this.dependsOnTime ||= dependsOnTime(lookup(resource).delayedTransitions, row);
    this.#uncollected.name(row.relations ?? []);
    this.rows.set(encodeObjectKey(row), row);
  }

  #addGrant(type: GrantObject['type'], object: unknown): void {
    const item = grantItem(type, object);
    if ('refused' in item) {
      this.#options.refusals.count(item.reason);
      this.#grantsLeftOut ||= 'LEFT_OUT';
    } else if (this.#hasRoom(grantWeight(item.value))) this.grants.set(item.key, item.value);
    else this.#grantsLeftOut = 'OVER_LIMIT';
  }

  #missing(resource: Resource, reason: StateReason): void {
    const key = kindKey(resource);
    if (this.#leftOut.get(key) !== 'OVER_LIMIT') this.#leftOut.set(key, reason);
  }

  #hasRoom(bytes: number): boolean {
    const { clusterBytes, refusals } = this.#options;
    if (this.#bytes + bytes > clusterBytes) {
      refusals.count('limit');
      return false;
    }
    this.#bytes += bytes;
    return true;
  }
}

/** Everything that determines the rows, except the objects. If a rule changes, an equal report must be read again. */
export function readingOf({ kinds, detail, resources, lookup, projections }: ReportContentOptions): unknown {
  const rules = resources.map(resource => [rulesOf(lookup(resource)), fingerprintOf(projections(resource))]);
  return [kinds, detail, rules];
}

/** The accepted kinds, with one resource for each kind. */
function readKinds(
  served: readonly Resource[],
  { kinds, lookup, projections }: Pick<ReportContentOptions, 'kinds' | 'lookup' | 'projections'>,
): ReadonlyMap<string, ReadKind> {
  const wanted = new Set(kinds);
  const read = new Map<string, ReadKind>();
  for (const { group, version, kind, plural, namespaced } of served) {
    const resource = { group, version, kind, plural, namespaced };
    const key = kindKey(resource);
    if (!wanted.has(resourceName(resource)) || CONFIDENTIAL.has(key) || read.has(key) || read.size >= MAX_KINDS)
      continue;
    const of = projections(resource);
    const names = fingerprintOf(of);
    const state = { group, kind, state: 'polling', reason: '', rules: rulesOf(lookup(resource)) } as const;
    read.set(key, { resource, projections: of, state: names.length > 0 ? { ...state, projections: names } : state });
  }
  return read;
}
