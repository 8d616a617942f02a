/** Decides whether a list of packages or deployments is complete for every cluster that it covers. */
import { type Accessors, through, type GuardedResolver } from '../../access/guard.ts';
import { withInputErrors } from '../arguments.ts';
import { decidingKinds } from './engines.ts';
import type { Surroundings } from './joins.ts';
import { reachOf } from './loaders.ts';

/** Target clusters that a list covers. Undefined means all clusters. */
export interface Reach {
  readonly targets: readonly string[] | undefined;
}

/** Number of clusters processed without yielding. */
const STEP = 128;

/**
 * Resolver of `complete`. True if the covered clusters and the hubs are indexed, and all kinds that affect deployments
 * are completely read. Kinds that the caller may not know of do not count, nor do hubs in which the caller has no
 * rights. If the list covers all clusters, the whole fleet must be indexed, and nothing may be withheld from the
 * caller. A named cluster that the caller may not know of counts as not indexed.
 */
export function isCompleteList(around: () => Surroundings): GuardedResolver {
  /** Answers by accessor of a request, then by targets. So all nodes of a list share one answer. */
  const known = new WeakMap<object, Map<Reach['targets'], Promise<boolean>>>();
  return through(...ACCESSORS)(({ targets }: Reach, _: unknown, accessors) => {
    const answers = known.get(accessors.rbacRows) ?? new Map<Reach['targets'], Promise<boolean>>();
    known.set(accessors.rbacRows, answers);
    const answer = answers.get(targets) ?? isComplete(targets, around(), accessors);
    answers.set(targets, answer);
    return answer;
  });
}

const ACCESSORS = ['rbacRows', 'rbacNames', 'rbacPublic', 'rbacSelf'] as const;

async function isComplete(
  targets: Reach['targets'],
  around: Surroundings,
  { rbacRows: rows, rbacNames: names, rbacPublic: fleet, rbacSelf: self }: Pick<Accessors, (typeof ACCESSORS)[number]>,
): Promise<boolean> {
  const { hubs } = around;
  if (!targets) {
    const { total, indexed } = fleet.coverage();
    if (indexed < total || (await self.withheld()).length > 0) return false;
  }
  const covered = targets ?? (await names.clusters()).map(({ name }) => name);
  const kindsOf = await decidingKinds(names, covered, hubs);
  return withInputErrors(() =>
    rows.ask(reachOf(targets, around), function* (reader) {
      for (const [looked, cluster] of [...covered, ...hubs].entries()) {
        const state = yield* reader.stateIn(cluster);
        // A hub in which the caller has no rights contributes no rows to the caller's list.
        const isForeign = looked >= covered.length && state === undefined && reader.knowsRightsIn(cluster);
        const isOpen = state === 'INDEXED' || isForeign;
        if (!isOpen || !kindsOf(cluster).every(kind => reader.isComplete(cluster, kind))) return false;
        if (looked % STEP === STEP - 1) yield;
      }
      return true;
    }),
  );
}
