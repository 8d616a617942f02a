/**
 * Collects facts about one hub for the mover, at one version of the index and with the permissions of the mover's user.
 * The facts are about policies and members with an annotation or taint of the mover, and about policies with an
 * assignment to a member that is being drained.
 *
 * A policy is used only if the object that the mover has read agrees with the policy's row. Facts and objects then
 * belong to the same state. Policies that do not agree are listed in `unread`.
 */
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { Steps } from '../async/fair-turns.ts';
import type { Question, RowReader, VisibleRow } from '../readmodel/question.ts';
import { encodeObjectId, type ObjectId } from '../schema/object-id.ts';
import type { ProjectionRecord } from '../store/attached.ts';
import { INTENT, pinMemory } from '../subgraphs/placement-intent.ts';
import type { MovePhase } from '../subgraphs/placement/annotations.ts';
import { BINDING_KINDS, engineOf, MEMBER_KIND, OCM, POLICY_KINDS } from '../subgraphs/placement/engine-kinds.ts';
import type { PolicyRow } from '../subgraphs/placement/engine.ts';
import type { Hub, Hubs } from '../subgraphs/placement/hubs.ts';
import { Joins } from '../subgraphs/placement/joins.ts';
import { PLACEMENT, placement } from '../subgraphs/placement/projections.ts';
import { headOf, keys, listOf, type Intent, type MemberHead } from '../subgraphs/placement/records.ts';
import { annotation } from '../kinds/untrusted.ts';
import { checkOf, staysBehind, toleratesDrain } from './checks.ts';
import type { BindingFacts, MemberFacts, PolicyFacts, Wish } from './facts.ts';
import { tasksToEnd } from './next-step.ts';
import { leftOf, proofOf } from './proof.ts';
import { Workloads, type IsCollected } from './workloads.ts';

export interface SurveyOptions {
  readonly hubs: Hubs;
  readonly hub: Hub;
  /** Policies by id, as they were last read. */
  readonly objects: ReadonlyMap<string, KubernetesObject>;
  readonly isCollected: IsCollected;
  /** True if a blocked policy should be checked again. @default always true */
  readonly isDue?: (id: string) => boolean;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
}

export interface Survey {
  /** Facts about the policies that agree with their rows, sorted by id. */
  readonly policies: readonly PolicyFacts[];
  /** Policies whose objects the mover must read before it can use the facts about them. */
  readonly unread: readonly ObjectId[];
  readonly members: readonly MemberFacts[];
}

/** True if the projection of the object equals the records of the row. */
function isOfRow(object: KubernetesObject, id: ObjectId, records: readonly ProjectionRecord[]): boolean {
  return JSON.stringify(placement.project(object, id)) === JSON.stringify(records);
}

export function surveyOf(options: SurveyOptions): Question<Survey> {
  return function* (rows) {
    const { hub, hubs, objects } = options;
    const joins = new Joins(rows, hubs);
    const requested = yield* rows.withRecord(PLACEMENT, keys.intent);
    const here = requested.filter(row => rows.clusterName(rows.cluster(row)) === hub.cluster);
    const members = yield* membersOf(rows, hub, here);
    const drained = members.filter(({ isDrained }) => isDrained).map(({ name }) => name);
    const found = new Map<string, PolicyRow>();
    for (const row of here) addPolicy(rows, hub, row, found);
    if (drained.length > 0)
      for (const row of yield* policiesOn(joins, hub, new Set(drained))) addPolicy(rows, hub, row, found);
    const policies: PolicyFacts[] = [];
    const unread: ObjectId[] = [];
    for (const [id, policy] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const records = rows.records(policy.row, PLACEMENT);
      const object = objects.get(id);
      if (object && isOfRow(object, policy.object, records))
        policies.push(yield* factsOf(joins, policy, object, drained, options));
      else unread.push(policy.object);
      yield;
    }
    return { policies, unread, members };
  };
}

function addPolicy(rows: RowReader, hub: Hub, row: VisibleRow, found: Map<string, PolicyRow>): void {
  const object = rows.object(row);
  if (engineOf(object, POLICY_KINDS) !== hub.engine) return;
  const id = encodeObjectId(object);
  found.set(id, { hub, row, object, id });
}

/** Number of rows processed without yielding. */
const STEP = 64;

/** Policies whose assignments include one of these members. */
function* policiesOn(joins: Joins, hub: Hub, members: ReadonlySet<string>): Steps<VisibleRow[]> {
  const { rows } = joins;
  const found = new Set<VisibleRow>();
  if (hub.engine === 'OCM') {
    const decisions = yield* rows.matching({ clusters: [hub.cluster], kinds: [OCM.decision] });
    for (const [looked, row] of decisions.entries()) {
      if (looked % STEP === STEP - 1) yield;
      if (!listOf(rows.records(row, PLACEMENT), 'decisions').some(([member]) => members.has(member))) continue;
      const name = rows.labels(row)[OCM.placementLabel];
      const policy =
        name && rows.find({ cluster: hub.cluster, ...OCM.placement, namespace: rows.namespace(row), name });
      // A Placement without workloads of its own serves other consumers. The mover does not move their workloads.
      if (policy && (yield* rows.withRecord(PLACEMENT, keys.setsBy(rows.namespace(row), name))).length > 0)
        found.add(policy);
    }
    return [...found];
  }
  const bindings = yield* rows.matching({ clusters: [hub.cluster], kinds: BINDING_KINDS.KARMADA });
  for (const [looked, row] of bindings.entries()) {
    if (looked % STEP === STEP - 1) yield;
    const binding = joins.bindingOf(hub, row);
    if (!binding) continue;
    const { assignments, policies } = yield* joins.placing(binding);
    if (assignments.some(({ member }) => members.has(member))) for (const policy of policies) found.add(policy.row);
  }
  return [...found];
}

function* membersOf(rows: RowReader, hub: Hub, requested: readonly VisibleRow[]): Steps<MemberFacts[]> {
  const found: MemberFacts[] = [];
  for (const row of requested) {
    if (!rows.isOf(row, MEMBER_KIND[hub.engine])) continue;
    const object = rows.object(row);
    const records = rows.records(row, PLACEMENT);
    const { drain, bound } = headOf<MemberHead>(records) ?? {};
    const all = listOf(records, 'taints').map(({ key }) => key);
    const pods = bound === undefined ? undefined : yield* podsIn(rows, hub.clusterOf(object.name));
    found.push({
      ...{ id: encodeObjectId(object), object, name: object.name, engine: hub.engine, isDrained: drain === true },
      taints: [INTENT.drainTaint, INTENT.fullTaint].filter(key => all.includes(key)),
      ...(bound !== undefined && { bound }),
      ...(pods !== undefined && { pods }),
    });
  }
  return found;
}

const POD = { group: '', kind: 'Pod' };

/** Number of Pods in a cluster. Undefined if the mover cannot see all Pods. */
function* podsIn(rows: RowReader, cluster: string): Steps<number | undefined> {
  const isSeen =
    rows.stateOf(cluster) === 'INDEXED' && rows.mayList(cluster, POD, '') === 'ALL' && rows.isComplete(cluster, POD);
  return isSeen ? (yield* rows.matching({ clusters: [cluster], kinds: [POD] })).length : undefined;
}

function* factsOf(
  joins: Joins,
  policy: PolicyRow,
  object: KubernetesObject,
  drained: readonly string[],
  { isCollected, isDue, now }: SurveyOptions,
): Steps<PolicyFacts> {
  const { rows } = joins;
  const records = rows.records(policy.row, PLACEMENT);
  const { move, unreadable } = headOf<Intent>(records) ?? {};
  const phase = move?.phase as MovePhase | undefined;
  const [wanted, from, to] = [listOf(records, 'wanted'), listOf(records, 'from'), listOf(records, 'to')];
  const workloads = yield* Workloads.of({ joins, policy, isCollected });
  const { assigned } = workloads;
  const leaving = drained.length > 0 && !toleratesDrain(policy.hub.engine, records) ? drained : [];
  const bindings = policy.hub.engine === 'OCM' ? [] : bindingFacts(workloads);
  const held = bindings.flatMap(tasksToEnd);
  const wish = wishOf({ wanted, isUnreadable: unreadable === true, there: [...assigned, ...held], drained: leaving });
  const facts: PolicyFacts = {
    ...{
      id: policy.id,
      object: policy.object,
      engine: policy.hub.engine,
      phase,
      wish,
      assigned,
      drained: leaving,
      bindings,
    },
    isDeleting: rows.status(policy.row) === 'TERMINATING',
  };
  const isDrain = move?.drain === true;
  switch (phase) {
    case 'EXTENDED': {
      const proof = yield* proofOf(workloads, { to, from, isDrain });
      const coming = proof.members.filter(member => !from.includes(member));
      const mayLeave = annotation(object, INTENT.volumes) === 'leave';
      const isBehind = isDrain && !proof.finding && !mayLeave && (yield* staysBehind(workloads, coming));
      return { ...facts, proof: isBehind ? { ...proof, finding: { reason: 'VOLUME' } } : proof };
    }
    case 'NARROWED':
    case 'REVERTING': {
      // A move without a pin has created no copies.
      const isPinned = pinMemory(policy.object.kind, object) !== undefined;
      const gone =
        phase === 'REVERTING' && !isPinned
          ? []
          : phase === 'NARROWED'
            ? from.filter(member => !to.includes(member))
            : extra(workloads, { from, to, isDrain });
      const left = yield* leftOf(workloads, gone);
      return left ? { ...facts, left } : facts;
    }
    case 'HOLDING':
      return facts;
    default: {
      if ((wish.type !== 'move' && wish.type !== 'drain') || isDue?.(policy.id) === false) return facts;
      if (phase === 'DONE' && !isDrain && wish.type === 'move' && wish.to.join() === to.join()) return facts;
      const options = {
        policy: object,
        now,
        ...(wish.type === 'move' ? { to: wish.to } : { to: [], drained: wish.member }),
      };
      return { ...facts, check: yield* checkOf(workloads, options) };
    }
  }
}

/** Members that must be emptied when a move is reverted, because the move may have created copies in them. */
function extra(
  { assigned, policy }: Workloads,
  {
    from,
    to,
    isDrain,
  }: { readonly from: readonly string[]; readonly to: readonly string[]; readonly isDrain: boolean },
): readonly string[] {
  // In a drain, OCM may have chosen members that `to` does not name.
  const chosen = isDrain && policy.hub.engine === 'OCM' ? assigned : [];
  return [...new Set([...to, ...chosen])].filter(member => !from.includes(member)).sort();
}

function wishOf(of: {
  readonly wanted: readonly string[];
  readonly isUnreadable: boolean;
  readonly there: readonly string[];
  readonly drained: readonly string[];
}): Wish {
  const { wanted, isUnreadable, there, drained } = of;
  if (isUnreadable) return { type: 'unreadable' };
  if (wanted.length > 0) {
    const member = wanted.find(name => drained.includes(name) && there.includes(name));
    return member === undefined ? { type: 'move', to: wanted } : { type: 'refused', to: wanted, member };
  }
  const member = drained.toSorted().find(name => there.includes(name));
  return member === undefined ? { type: 'none' } : { type: 'drain', member };
}

function bindingFacts(workloads: Workloads): BindingFacts[] {
  return workloads.all
    .map(workload => ({
      ...{ id: workload.binding.id, object: workload.binding.object, level: workload.level, isOwn: workload.isOwn },
      assigned: [...workloads.followedTo(workload)].sort(),
      neededIn: workloads.neededIn(workload),
      tasks: workloads.tasksOf(workload),
    }))
    .sort((a, b) => a.level - b.level);
}
