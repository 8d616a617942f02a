/** Decides whether a list of packages or deployments is complete for every cluster that it covers. */
import { type Accessors, through, type GuardedResolver } from '../../access/guard.ts';
import { withInputErrors } from '../arguments.ts';
import { decidingKinds } from './engines.ts';
import type { Surroundings } from './joins.ts';
import { reachOf } from './loaders.ts';

/** The targets that a list covers; undefined: all clusters. */
export interface Reach {
  readonly targets: readonly string[] | undefined;
}

/** Clusters processed without yielding. */
const STEP = 128;

/**
 * True if every covered cluster is open to the caller and indexed, and the kinds of deployments that the caller may
 * know of there are complete. A named cluster that the caller may not know of is as good as one that is not indexed.
 */
export function isCompleteList(around: () => Surroundings): GuardedResolver {
  /** By accessor of a request, then by targets: the nodes of a list share them, and so the answer. */
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
        // A hub that the caller may not know of has nothing for them.
        const isOpen = state === 'INDEXED' || (state === undefined && looked >= covered.length);
        if (!isOpen || !kindsOf(cluster).every(kind => reader.isComplete(cluster, kind))) return false;
        if (looked % STEP === STEP - 1) yield;
      }
      return true;
    }),
  );
}
