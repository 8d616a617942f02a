/**
 * A moment of a caller's list at another process, from what a token says of it and the logs of the store.
 *
 * What the caller saw then is not in the token, only digests of it. Where they see the same now, that is it. Where not, the grants of that moment are made from
 * those of now and what the log says was there before, and judged for the caller; the digest tells whether that is what they saw. If it is not (a kind has come,
 * the cluster was asked itself, a policy is another one), it is not known what they saw. So nothing is told but what became of rows that they did see, or see now.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GrantTable, slicesOf } from '../../rbac/grant-table.ts';
import type { GrantObject, Visibility } from '../../rbac/types.ts';
import type { Moment, Shown, ClusterPast } from '../../readmodel/changes/moment.ts';
import type { ReadModel, SharedPast } from '../../readmodel/readmodel.ts';
import type { ReadFor } from '../../store/store.ts';
import type { RequestAccess } from '../request-access.ts';
import { MAX_CLUSTERS, nameDigest, type SeenCluster } from './resume-token.ts';
import { rightsDigest } from './rights-digest.ts';

/** This process has not come as far yet as the one that made the token. */
export class NotThereYetError extends Error {
  override name = 'NotThereYetError';
}

export interface Here extends ReadFor {
  readonly access: RequestAccess;
  readonly readModel: Pick<ReadModel, 'cluster' | 'clusters'>;
  readonly shared: SharedPast;
  /** Every cluster of which a row can match; undefined: any may be. */
  readonly reached: readonly string[] | undefined;
  /** What the caller sees now. */
  readonly shown: Shown;
}

/** Grants and their subjects taken in without letting anybody else have a turn. */
const SLICE = 1_000;
/** Clusters whose logs are read at once. */
const AT_ONCE = 16;

/** For a token; undefined where other processes could not go on from the moment. */
export function seenClusters({ shown, stored }: Moment, shared: SharedPast | undefined): readonly SeenCluster[] | undefined {
  // Of more nothing is digested: for all clusters of a large fleet that takes long, and no token has room for it.
  if (!stored || !shared?.secret || stored.size > MAX_CLUSTERS) return undefined;
  const seen = new Map<string, SeenCluster>();
  for (const [cluster, at] of stored) {
    const position = shared.pack(at);
    if (!position) return undefined;
    const name = nameDigest(cluster);
    seen.set(hex(name), { name, rights: rightsDigest(shown.get(cluster)!), position });
  }
  // The sizes differ where two clusters share a digest.
  return seen.size === stored.size ? [...seen.values()] : undefined;
}

/** @throws NotThereYetError */
export async function momentElsewhere(clusters: readonly SeenCluster[], here: Here): Promise<Moment | 'TOO_OLD' | 'RIGHTS_UNKNOWN'> {
  const { shared, readModel, reached } = here;
  const names = namesByDigest(readModel.clusters());
  const wanted = reached && new Set(reached.map(name => hex(nameDigest(name))));
  const position = shared.mark();
  const past = new Map<string, ClusterPast>();
  // Where they see nothing, and saw nothing, no row is to be looked at.
  const shown = new Map([...here.shown].filter(([, { empty }]) => empty));
  const recall = async ({ name: digest, rights, position: packed }: SeenCluster): Promise<'TOO_OLD' | 'RIGHTS_UNKNOWN' | undefined> => {
    const key = hex(digest);
    if (wanted?.has(key) === false) return undefined;
    const name = names.get(key);
    if (name === undefined) return 'TOO_OLD'; // it has been taken out since: what it had is not known
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

/** Names of clusters by digest. Undefined where two clusters share a digest: a token does not say which one it means. */
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

/** What the caller saw of a cluster when its grants were these. */
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
