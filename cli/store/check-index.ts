/**
 * Compares one cluster's part of the store with the cluster itself.
 *
 * The check loads the cluster's part of the store into memory and reads the leaf page by page. The store and the leaf
 * may change during the check. comparison.ts defines when a difference counts.
 */
import { Comparison, agreement, type Difference, type Differences } from '../../collector/comparison.ts';
import { GRANT_TYPES, grantItem, grantResource } from '../../collector/grants.ts';
import { clusterScopedAmong, mostKinds, resourceName, selectKinds, type KindsRule } from '../../collector/kinds.ts';
import { withPolicyLabels } from '../../collector/policy-kinds.ts';
import { lookupProjections, type Projection } from '../../kinds/projection.ts';
import { kindOf, type KindLookup } from '../../kinds/registry.ts';
import { toRow } from '../../kinds/row.ts';
import { partOf, rowPart } from '../../collector/collection.ts';
import { pause } from '../../collector/timing.ts';
import type { Registration } from '../../clusters/registry.ts';
import type { KubernetesClient, KubernetesObject } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { METADATA_LIST } from '../../kubernetes/reflector.ts';
import type { GrantObject, Resource } from '../../rbac/types.ts';
import { grantKey } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { Row, Store } from '../../store/store.ts';

export interface CheckOptions {
  readonly cluster: string;
  readonly client: Pick<KubernetesClient, 'discover' | 'list'>;
  readonly store: Store;
  readonly kinds: KindsRule;
  /** `collect` of the cluster's registration. */
  readonly collect?: Registration['collect'];
  /**
   * Finds the rules of a kind, as in the collectors. @default the rules in kinds/, without rules of the configuration
   */
  readonly lookup?: KindLookup;
  /** Projections that the collectors use. @default none */
  readonly projections?: readonly Projection[];
  readonly signal: AbortSignal;
  /**
   * Milliseconds between two comparisons. Must exceed the time that a change takes from the leaf to the store.
   * @default 2 s
   */
  readonly pauseMs?: number;
  /** Called with the name of the resource that is being read. */
  readonly onProgress?: (resource: string) => void;
}

export interface IndexReport {
  /** Numbers of rows and grants in the first comparison. */
  readonly rows: number;
  readonly grants: number;
  /** Differing objects by resource. */
  readonly differences: ReadonlyMap<string, readonly Difference<Row | GrantObject>[]>;
  /** Number of objects whose state remains unknown, because they changed again before each comparison. */
  readonly moving: number;
  /** Reasons by resource, for resources that could not be compared. */
  readonly skipped: ReadonlyMap<string, string>;
}

const PAUSE_MS = 2_000;
const LOOKS = 5;
const PAGE = 500;
const ATTEMPTS = 3;

/** @throws KubernetesError if the leaf cannot be read, StoreUnavailableError if the store cannot be read */
export async function checkIndex(options: CheckOptions): Promise<IndexReport> {
  const { signal, pauseMs = PAUSE_MS } = options;
  const first = await look(options, undefined);
  let candidates = first.parts;
  const differences = new Map<string, Difference<Row | GrantObject>[]>();
  for (let looks = 1; candidates.size > 0 && looks < LOOKS; looks += 1) {
    await pause(pauseMs, signal);
    signal.throwIfAborted();
    const again = await look(options, new Set(candidates.keys()));
    const moved = new Map<string, Differences<Row | GrantObject>>();
    for (const [part, earlier] of candidates) {
      const agreed = agreement(earlier, again.parts.get(part) ?? new Map());
      if (agreed.settled.size > 0)
        differences.set(part, [...(differences.get(part) ?? []), ...agreed.settled.values()]);
      if (agreed.moved.size > 0) moved.set(part, agreed.moved);
    }
    candidates = moved;
  }
  const moving = [...candidates.values()].reduce((sum, { size }) => sum + size, 0);
  return { rows: first.rows, grants: first.grants, differences, moving, skipped: first.skipped };
}

interface Look {
  readonly rows: number;
  readonly grants: number;
  /** Differences by resource. */
  readonly parts: Map<string, Differences<Row | GrantObject>>;
  readonly skipped: Map<string, string>;
}

/** @param only Resources to compare. Undefined means all */
async function look(options: CheckOptions, only: ReadonlySet<string> | undefined): Promise<Look> {
  const { cluster, client, store, kinds, lookup = kindOf, signal } = options;
  const stored = await readStored(store, cluster, signal);
  const served = await withPolicyLabels(client, await client.discover({ fresh: true, signal }), signal);
  const projectionsOf = lookupProjections(options.projections ?? []);
  const isClusterScoped = clusterScopedAmong(served);
  const result: Look = { rows: 0, grants: 0, parts: new Map(), skipped: new Map() };
  const counts = { rows: 0, grants: 0 };
  const compare = async <T extends Row | GrantObject>(
    resource: Resource,
    part: string,
    what: 'rows' | 'grants',
    read: (object: KubernetesObject) => readonly [string, T] | undefined,
  ) => {
    const held = (stored.get(part) ?? new Map()) as ReadonlyMap<string, T>;
    stored.delete(part);
    const name = resourceName(resource);
    if (only && !only.has(name)) return;
    options.onProgress?.(name);
    try {
      const { compared, differences } = await compareList(options, resource, held, read);
      counts[what] += compared;
      if (differences.size > 0) result.parts.set(name, differences);
    } catch (error) {
      // The collector has the same rights, so it cannot list the resource either. The correct state is unknown.
      if (!(error instanceof KubernetesError) || error.code !== 'FORBIDDEN') throw error;
      result.skipped.set(name, error.message);
    }
  };
  for (const type of GRANT_TYPES) {
    const resource = grantResource(served, type);
    if (resource) await compare<GrantObject>(resource, type, 'grants', object => kept(grantItem(type, object)));
  }
  for (const resource of selectKinds(served, kinds, mostKinds(options.collect?.namespaces.length)).collected) {
    await compare<Row>(resource, rowPart(resource.group, resource.kind), 'rows', object => {
      const row = toRow(cluster, resource, object, Date.now(), {
        lookup,
        projections: projectionsOf(resource),
        isClusterScoped,
      });
      return 'refused' in row ? undefined : [encodeObjectKey(row), row];
    });
  }
  // The leaf does not serve the remaining kinds, or they are no longer collected. Their rows must not be in the store.
  for (const [part, held] of stored) {
    const name = decodeURIComponent(part);
    if (!only || only.has(name)) result.parts.set(name, new Comparison(held).end());
  }
  return { ...result, ...counts };
}

function kept(item: ReturnType<typeof grantItem>): readonly [string, GrantObject] | undefined {
  return 'refused' in item ? undefined : [item.key, item.value];
}

async function readStored(
  store: Store,
  cluster: string,
  signal: AbortSignal,
): Promise<Map<string, Map<string, Row | GrantObject>>> {
  const parts = new Map<string, Map<string, Row | GrantObject>>();
  const add = (key: string, value: Row | GrantObject) => {
    const part = partOf(key);
    const held = parts.get(part);
    if (held) held.set(key, value);
    else parts.set(part, new Map([[key, value]]));
  };
  const snapshot = await store.snapshot(cluster, signal);
  for (const grant of snapshot.grants) add(grantKey(grant), grant);
  for await (const rows of snapshot.rows) for (const row of rows) add(encodeObjectKey(row), row);
  return parts;
}

/** If the continue token of a list expires, the list starts again. The last attempt reads the list in one piece. */
async function compareList<T extends Row | GrantObject>(
  { client, collect, signal }: Pick<CheckOptions, 'client' | 'collect' | 'signal'>,
  resource: Resource,
  stored: ReadonlyMap<string, T>,
  read: (object: KubernetesObject) => readonly [string, T] | undefined,
): Promise<{ compared: number; differences: Differences<T> }> {
  const places = (resource.namespaced && collect?.namespaces.map(namespace => ({ namespace }))) || [{}];
  for (let attempt = 1; ; attempt += 1) {
    const comparison = new Comparison(stored);
    const onObjects = (objects: readonly KubernetesObject[]) => {
      for (const object of objects) {
        const item = read(object);
        if (item) comparison.see(...item);
      }
    };
    try {
      for (const place of places) {
        let next = '';
        do {
          const page = await client.list(resource, {
            as: { type: 'self' },
            ...place,
            signal,
            onObjects,
            ...(kindOf(resource).metadataOnly && { accept: METADATA_LIST }),
            ...(attempt < ATTEMPTS && { limit: PAGE }),
            ...(next !== '' && { continue: next }),
          });
          next = page.continue;
        } while (next !== '');
      }
      return { compared: comparison.compared, differences: comparison.end() };
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof KubernetesError) || error.code !== 'GONE') throw error;
    }
  }
}
