/** Decides whether a list of placed workloads is complete for every hub that it covers. */
import { type Accessors, through, type GuardedResolver } from '../../access/guard.ts';
import { decodeObjectId } from '../../schema/object-id.ts';
import { withInputErrors } from '../arguments.ts';
import type { Conditions } from './arguments.ts';
import { BINDING_KINDS, isKind, OCM, POLICY_KINDS } from './engine-kinds.ts';
import type { Hub, Hubs } from './hubs.ts';
import { STEP } from './joins.ts';
import type { WorkloadPage } from './questions.ts';

/** Kinds that decide which workloads there are, and to which members they are assigned. */
const DECIDING_KINDS = {
  OCM: [...BINDING_KINDS.OCM, ...POLICY_KINDS.OCM, OCM.decision],
  KARMADA: [...BINDING_KINDS.KARMADA, ...POLICY_KINDS.KARMADA],
} as const satisfies Record<Hub['engine'], unknown>;

/** Operations to find the state of one cluster (RowReader.spent). */
const STATE_COST = 50;

export interface WorkloadList extends WorkloadPage {
  readonly conditions: Conditions;
}

/**
 * Resolver of `complete`. True if the covered hubs are indexed, all kinds that decide placements are completely read,
 * and no cut record may hide a match (`isCut`). Kinds that the caller may not know of do not count, nor do hubs in
 * which the caller has no rights. A named cluster that the caller may not know of counts as not indexed, even if it is
 * no hub.
 */
export function isCompleteList(hubs: Hubs): GuardedResolver {
  /** Answers by accessor of a request, then by reach. So all lists with one reach share one answer. */
  const known = new WeakMap<object, Map<string, Promise<boolean>>>();
  return through(...ACCESSORS)(({ conditions, isCut }: WorkloadList, _: unknown, accessors) => {
    if (isCut) return false;
    const { engine, policies } = conditions;
    const named = conditions.hubs ?? policies?.map(id => decodeObjectId(id).cluster);
    const reach: Reach = { engine, named: named && [...new Set(named)].sort() };
    const key = JSON.stringify(reach);
    const answers = known.get(accessors.rbacRows) ?? new Map<string, Promise<boolean>>();
    known.set(accessors.rbacRows, answers);
    const answer = answers.get(key) ?? isComplete(reach, hubs, accessors);
    answers.set(key, answer);
    return answer;
  });
}

const ACCESSORS = ['rbacRows', 'rbacNames'] as const;

interface Reach {
  readonly engine: Hub['engine'] | undefined;
  /** Clusters that the request names. Undefined for all hubs. */
  readonly named: readonly string[] | undefined;
}

async function isComplete(
  { engine, named }: Reach,
  hubs: Hubs,
  { rbacRows: rows, rbacNames: names }: Pick<Accessors, (typeof ACCESSORS)[number]>,
): Promise<boolean> {
  const covered = hubs.all.filter(
    hub => named?.includes(hub.cluster) !== false && (engine === undefined || engine === hub.engine),
  );
  const clusters = named ?? [...new Set(covered.map(({ cluster }) => cluster))];
  const [collected, uncollected] = await Promise.all([names.kindsOn(clusters), names.uncollectedOn(clusters)]);
  return withInputErrors(() =>
    rows.ask({ clusters }, function* (reader) {
      let areOpen = true;
      for (const [looked, cluster] of clusters.entries()) {
        const state = yield* reader.stateIn(cluster);
        // A hub in which the caller has no rights contributes no rows to the caller's list.
        const isForeign = named === undefined && state === undefined && reader.knowsRightsIn(cluster);
        if (state !== 'INDEXED' && !isForeign) areOpen = false;
        // No hub ends the loop early, so the cost depends only on the request and on hubs that the caller may know.
        const isCounted = named !== undefined || state !== undefined;
        if ((isCounted && reader.spent(STATE_COST)) || looked % STEP === STEP - 1) yield;
      }
      const isRead = ({ cluster, engine }: Hub) => {
        const known = [...(collected.get(cluster) ?? []), ...(uncollected.get(cluster) ?? [])];
        return DECIDING_KINDS[engine].every(
          kind => !known.some(it => isKind(it, kind)) || reader.isComplete(cluster, kind),
        );
      };
      return areOpen && covered.every(isRead);
    }),
  );
}
