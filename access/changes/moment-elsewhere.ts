/**
 * Restores the state that a caller's list had when a token was made. Reads the logs of the store. Needed for tokens of
 * other processes, and for states that this process no longer holds in memory.
 *
 * For each cluster, a token holds a digest of what the caller saw. If the caller's current visibility has another
 * digest, this module rebuilds the earlier grants from the log, compiles them for the caller, and compares digests
 * again. If the digests still differ, the earlier rights are unknown, and the client must read the list again. So an
 * answer contains only changes of rows that the caller saw when the token was made, or sees now.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GrantTable, slicesOf } from '../../rbac/grant-table.ts';
import type { GrantObject, Visibility } from '../../rbac/types.ts';
import type { Moment, Shown, ClusterPast } from '../../readmodel/changes/change.ts';
import type { ReadModel, SharedPast } from '../../readmodel/readmodel.ts';
import type { ReadFor } from '../../store/store.ts';
import type { RequestView } from '../request-access.ts';
import { MAX_CLUSTERS, nameDigest, type SeenCluster } from './resume-token.ts';
import { rightsDigest } from './rights-digest.ts';

/** Thrown if this process has read less of a cluster's log than the process that made the token. */
export class NotThereYetError extends Error {
  override name = 'NotThereYetError';
}

export interface Here extends ReadFor {
  readonly access: RequestView;
  readonly readModel: Pick<ReadModel, 'cluster' | 'clusters'>;
  readonly shared: SharedPast;
  /** A superset of the clusters that the filter can match. Undefined means all clusters. */
  readonly reached: readonly string[] | undefined;
  /** The visibilities that the caller has now. */
  readonly shown: Shown;
}

/** Number of grants, weighted by their subjects, that are processed without yielding to other work. */
const SLICE = 1_000;
/** Number of clusters whose logs are read concurrently. */
const AT_ONCE = 16;

/** The clusters to write into a token. Undefined if other processes could not continue from this moment. */
export function seenClusters(
  { shown, stored }: Moment,
  shared: SharedPast | undefined,
): readonly SeenCluster[] | undefined {
  // With more clusters, computing the digests takes too long, and the digests do not fit into a token.
  if (!stored || !shared?.secret || stored.size > MAX_CLUSTERS) return undefined;
  const seen = new Map<string, SeenCluster>();
  for (const [cluster, at] of stored) {
    const position = shared.pack(at);
    if (!position) return undefined;
    const name = nameDigest(cluster);
    seen.set(hex(name), { name, rights: rightsDigest(shown.get(cluster)!), position });
  }
  // The sizes differ if two clusters have the same digest.
  return seen.size === stored.size ? [...seen.values()] : undefined;
}

/** @throws NotThereYetError */
export async function momentElsewhere(
  clusters: readonly SeenCluster[],
  here: Here,
): Promise<Moment | 'TOO_OLD' | 'RIGHTS_UNKNOWN'> {
  const { shared, readModel, reached } = here;
  const names = namesByDigest(readModel.clusters());
  const wanted = reached && new Set(reached.map(name => hex(nameDigest(name))));
  const position = shared.mark();
  const past = new Map<string, ClusterPast>();
  // Clusters on which the caller sees nothing now. recall() adds or replaces the clusters of the token.
  const shown = new Map([...here.shown].filter(([, { empty }]) => empty));
  const recall = async ({
    name: digest,
    rights,
    position: packed,
  }: SeenCluster): Promise<'TOO_OLD' | 'RIGHTS_UNKNOWN' | undefined> => {
    const key = hex(digest);
    if (wanted?.has(key) === false) return undefined;
    const name = names.get(key);
    if (name === undefined) return 'TOO_OLD'; // the cluster was removed, or its digest is ambiguous
    const now = here.shown.get(name);
    const isSame = now !== undefined && rightsDigest(now).equals(rights);
    if (isSame) shown.set(name, now);
    const changed = await shared.since(name, packed, here);
    if (changed === 'behind') return 'TOO_OLD';
    if (changed === 'ahead') throw new NotThereYetError();
    past.set(name, changed);
    if (isSame) return undefined;
    const then = await sawThen(name, changed.grants, here);
    if (!then || !rightsDigest(then).equals(rights)) return 'RIGHTS_UNKNOWN';
    shown.set(name, then);
    return undefined;
  };
  const waiting = [...clusters];
  while (waiting.length > 0) {
    const failed = (await Promise.all(waiting.splice(0, AT_ONCE).map(recall))).find(reason => reason !== undefined);
    if (failed) return failed;
  }
  return { position, shown, past };
}

/** Names of clusters by digest. The name is undefined if two clusters have the same digest. */
function namesByDigest(clusters: readonly { readonly cluster: string }[]): ReadonlyMap<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const { cluster } of clusters) {
    const key = hex(nameDigest(cluster));
    names.set(key, names.has(key) ? undefined : cluster);
  }
  return names;
}

function hex(digest: Buffer): string {
  return digest.toString('hex');
}

/**
 * The visibility that the caller had on a cluster before its grants changed. Undefined if the cluster or its policy is
 * unknown.
 * @param then The changed grants as they were before the change. Undefined for a grant that did not exist
 */
async function sawThen(
  name: string,
  then: ReadonlyMap<string, GrantObject | undefined>,
  { readModel, access, signal }: Here,
): Promise<Visibility | undefined> {
  const index = readModel.cluster(name);
  if (!index) return undefined;
  const objects = new Map(index.grants.objects);
  for (const [key, grant] of then) {
    if (grant) objects.set(key, grant);
    else objects.delete(key);
  }
  const { revision } = index.grants;
  const grants = new GrantTable(revision);
  for (const slice of slicesOf([...objects.values()], SLICE)) {
    grants.change(revision, slice);
    await nextTurn();
  }
  return access.ofGrants(name, grants, signal);
}
