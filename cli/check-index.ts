/**
 * Compares one cluster's part of the store with the cluster itself, which it reads as the collector does; and repairs it, where no
 * collector is at work.
 *
 * It reads the store's side whole (one cluster at a time fits), the leaf's side page by page. Both may change meanwhile: comparison.ts says
 * when a difference counts. A repair is fenced like every other write: it writes only with the cluster's lease, and while it has that, no
 * other process writes.
 */
import { Comparison, agreement, type Difference, type Differences } from '../collector/comparison.ts';
import { GRANT_TYPES, grantItem, grantResource } from '../collector/grants.ts';
import { clusterScopedAmong, mostKinds, resourceName, selectKinds, type KindsRule } from '../collector/kinds.ts';
import { lookupProjections, type Projection } from '../kinds/projection.ts';
import { kindOf, type KindLookup } from '../kinds/registry.ts';
import { toRow } from '../kinds/row.ts';
import { partOf, rowPart } from '../collector/stored-versions.ts';
import { serverUid } from '../collector/server-uid.ts';
import { pause } from '../collector/timing.ts';
import type { Registration } from '../clusters/registry.ts';
import type { KubernetesClient, KubernetesObject } from '../kubernetes/client.ts';
import { KubernetesError } from '../kubernetes/errors.ts';
import { METADATA_LIST } from '../kubernetes/reflector.ts';
import type { GrantObject, Resource } from '../rbac/types.ts';
import { grantKey } from '../rbac/types.ts';
import { encodeObjectKey } from '../schema/object-id.ts';
import type { Batch, Lease, Row, Store } from '../store/store.ts';
import { FencedError, isSameServer } from '../store/store.ts';

export interface CheckOptions {
  readonly cluster: string;
  readonly client: Pick<KubernetesClient, 'discover' | 'list'>;
  readonly store: Store;
  readonly kinds: KindsRule;
  /** Registration.collect of the cluster. */
  readonly collect?: Registration['collect'];
  /** That of the collectors. @default without rules of the configuration */
  readonly lookup?: KindLookup;
  /** Those of the collectors. */
  readonly projections?: readonly Projection[];
  readonly signal: AbortSignal;
  /** The time between two looks: longer than a change takes from the leaf to the store. @default 2 s */
  readonly pauseMs?: number;
  /** Called with what is being read. */
  readonly onProgress?: (resource: string) => void;
}

export interface RepairOptions extends CheckOptions {
  /** Registered.connection of the cluster. */
  readonly connection: string;
}

export interface IndexReport {
  /** The numbers of the last look at everything. */
  readonly rows: number;
  readonly grants: number;
  /** By resource: the objects that differ. */
  readonly differences: ReadonlyMap<string, readonly Difference<Row | GrantObject>[]>;
  /** Objects that changed between all looks, so that the check knows nothing about them. */
  readonly moving: number;
  /** Resources that could not be compared, with the reason. */
  readonly skipped: ReadonlyMap<string, string>;
}

/** Another holder has the cluster's lease. */
export class HeldError extends Error {
  override name = 'HeldError';
}

const OTHER_SERVER =
  'not repaired: what is stored was not read from the API server that the cluster is registered with now. Start a collector, which reads everything anew.';
const PAUSE_MS = 2_000;
const LOOKS = 5;
const PAGE = 500;
const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
const BATCH = 500;
const ATTEMPTS = 3;

/** @throws KubernetesError when it cannot read the leaf, StoreUnavailableError when it cannot read the store */
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
      if (agreed.settled.size > 0) differences.set(part, [...(differences.get(part) ?? []), ...agreed.settled.values()]);
      if (agreed.moved.size > 0) moved.set(part, agreed.moved);
    }
    candidates = moved;
  }
  const moving = [...candidates.values()].reduce((sum, { size }) => sum + size, 0);
  return { rows: first.rows, grants: first.grants, differences, moving, skipped: first.skipped };
}

/**
 * Writes what differs, under the cluster's lease, and compares again.
 * @throws Error where the stored content is of another API server, HeldError while a collector has the lease,
 * FencedError when it loses the lease meanwhile
 */
export async function repairIndex(
  options: RepairOptions,
  holder: string,
): Promise<{ readonly written: number; readonly after: IndexReport }> {
  const { store, cluster, client, connection, signal } = options;
  const uid = await serverUid(client, signal);
  const lease = await store.acquire(cluster, holder, LEASE_MS);
  if (!lease) throw new HeldError(await holderOf(store, cluster, holder));
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const renewing = keepLease(store, lease, ending);
  try {
    const { server } = await store.snapshot(cluster, signal);
    if (!isSameServer(server, { connection, uid })) throw new Error(OTHER_SERVER);
    const { differences } = await checkIndex({ ...options, signal: both });
    const found = [...differences.values()].flat();
    for (let at = 0; at < found.length; at += BATCH) await store.apply(lease, mending(found.slice(at, at + BATCH)));
    return { written: found.length, after: await checkIndex({ ...options, signal: both }) };
  } finally {
    ending.abort();
    await renewing;
    await store.release(lease);
  }
}

async function keepLease(store: Store, lease: Lease, ending: AbortController): Promise<void> {
  for (;;) {
    await pause(RENEW_MS, ending.signal);
    if (ending.signal.aborted) return;
    await store.renew(lease, LEASE_MS).catch((error: unknown) => ending.abort(error));
  }
}

/** In the store's own words: a claim for a lease of another process gets the name of the holder. */
async function holderOf(store: Store, cluster: string, holder: string): Promise<string> {
  try {
    await store.renew({ cluster, holder, epoch: 0 }, LEASE_MS);
  } catch (error) {
    if (!(error instanceof FencedError)) throw error;
    const [, words] = /: (.+ holds it now)/.exec(error.message) ?? [];
    if (words) return words;
  }
  return 'another collector holds it now';
}

function mending(differences: readonly Difference<Row | GrantObject>[]): Batch {
  const now = Date.now();
  const puts: Row[] = [];
  const grantPuts: GrantObject[] = [];
  const deletes: string[] = [];
  const grantDeletes: string[] = [];
  for (const { key, leaf, stored } of differences) {
    if (leaf === undefined) (stored && isGrant(stored) ? grantDeletes : deletes).push(key);
    else if (isGrant(leaf)) grantPuts.push(leaf);
    else puts.push({ ...leaf, syncedAt: now });
  }
  return { puts, deletes, grantPuts, grantDeletes };
}

const isGrant = (value: Row | GrantObject): value is GrantObject => 'type' in value;

interface Look {
  readonly rows: number;
  readonly grants: number;
  /** By resource: the differences. */
  readonly parts: Map<string, Differences<Row | GrantObject>>;
  readonly skipped: Map<string, string>;
}

/** @param only the resources to look at; undefined: all */
async function look(options: CheckOptions, only: ReadonlySet<string> | undefined): Promise<Look> {
  const { cluster, client, store, kinds, lookup = kindOf, signal } = options;
  const stored = await readStored(store, cluster, signal);
  const served = await client.discover({ fresh: true, signal });
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
      // The collector may not read it either, so it is unknown what is right, and its rows are deleted by themselves.
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
      const row = toRow(cluster, resource, object, Date.now(), { lookup, projections: projectionsOf(resource), isClusterScoped });
      return 'refused' in row ? undefined : [encodeObjectKey(row), row];
    });
  }
  // Kinds that the leaf does not serve, or that are not collected (any more).
  for (const [part, held] of stored) {
    const name = decodeURIComponent(part);
    if (!only || only.has(name)) result.parts.set(name, new Comparison(held).end());
  }
  return { ...result, ...counts };
}

function kept(item: ReturnType<typeof grantItem>): readonly [string, GrantObject] | undefined {
  return 'refused' in item ? undefined : [item.key, item.value];
}

async function readStored(store: Store, cluster: string, signal: AbortSignal): Promise<Map<string, Map<string, Row | GrantObject>>> {
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

/** A list whose continue token expires begins anew, at last in one piece. */
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
