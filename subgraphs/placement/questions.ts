/**
 * Questions about placed workloads, policies and members. Each question is answered at one version of the index, in
 * short steps (readmodel/question.ts).
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { Question, RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { INTENT } from '../placement-intent.ts';
import {
  EMPTY_PAGE,
  FirstAfter,
  type Conditions,
  type IndexedPageRequest,
  type Page,
  type PageRequest,
} from './arguments.ts';
import { candidatesOf, type Candidates } from './candidates.ts';
import { engineOf, isKind, KARMADA, MEMBER_KIND, OCM, POLICY_KINDS } from './engine-kinds.ts';
import type { Binding, PolicyRow } from './engine.ts';
import { taintText } from './filters.ts';
import type { Engine, Hub, Hubs } from './hubs.ts';
import { FEW, Joins, STEP, type Assignment, type Copy, type Workload } from './joins.ts';
import { PLACEMENT } from './projections.ts';
import { headOf, listOf, type Amounts, type Intent, type MemberHead } from './records.ts';
import { PHASES, type Phase } from './status.ts';

export interface WorkloadPage extends Page<Workload> {
  /** True if a cut record may hide a further match (forEachMatching). */
  readonly isCut: boolean;
}

export function workloadPage(hubs: Hubs, conditions: Conditions, request: PageRequest): Question<WorkloadPage> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const phases = conditions.phases && new Set(conditions.phases);
    const page = new FirstAfter<Binding>(request, ({ id }) => id);
    const isCut = yield* forEachMatching(joins, conditions, function* (binding) {
      if (!phases || phases.has(yield* joins.phase(binding))) page.offer(binding);
    });
    const { nodes, ...rest } = page.page();
    const shown: Workload[] = [];
    for (const binding of nodes) {
      shown.push(yield* joins.workload(binding));
      yield;
    }
    return { ...rest, nodes: shown, isCut };
  };
}

export interface PhaseCount {
  readonly phase: Phase;
  readonly count: number;
}

/**
 * Number of workloads in each phase, in the order of PHASES. Omits phases without workloads. Ignores the condition on
 * phases.
 */
export function phaseCounts(hubs: Hubs, { phases: _phases, ...conditions }: Conditions): Question<PhaseCount[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const counts = new Map<Phase, number>();
    yield* forEachMatching(joins, conditions, function* (binding) {
      const phase = yield* joins.phase(binding);
      counts.set(phase, (counts.get(phase) ?? 0) + 1);
    });
    return PHASES.flatMap(phase => (counts.has(phase) ? [{ phase, count: counts.get(phase)! }] : []));
  };
}

/**
 * Calls `take` for each binding that meets the conditions. Ignores the condition on phases. Returns true if there may
 * be further matches: bindings whose records hold only a part of their members or policies.
 */
function* forEachMatching(
  joins: Joins,
  { hubs, engine, namespaces, members, policies }: Conditions,
  take: (binding: Binding) => Steps<void>,
): Steps<boolean> {
  const wanted = members && new Set(members);
  let isCut = false;
  function* matches(binding: Binding): Steps<boolean> {
    const { hub, object } = binding;
    if ((engine ?? hub.engine) !== hub.engine || hubs?.includes(hub.cluster) === false) return false;
    if (namespaces && (object.namespace === '' || !namespaces.includes(object.namespace))) return false;
    if (!wanted) return true;
    const { assignments, areMembersCut } = yield* joins.placing(binding);
    const isOnWanted = assignments.some(({ member }) => wanted.has(member));
    if (!isOnWanted && areMembersCut) isCut = true;
    return isOnWanted;
  }
  if (!policies) {
    yield* joins.forEachBinding({ clusters: hubs, namespaces }, function* (binding) {
      if (yield* matches(binding)) yield* take(binding);
    });
    return isCut;
  }
  const [placed, perhaps] = [new Map<string, Binding>(), new Map<string, Binding>()];
  for (const id of new Set(policies)) {
    const policy = policyAt(joins, id);
    if (!policy) continue;
    for (const binding of yield* joins.bindingsOf(policy)) placed.set(binding.id, binding);
    for (const binding of yield* joins.bindingsPerhapsOf(policy)) perhaps.set(binding.id, binding);
  }
  for (const [looked, binding] of [...placed.values()].entries()) {
    if (yield* matches(binding)) yield* take(binding);
    if (looked % FEW === FEW - 1) yield;
  }
  for (const [id, binding] of perhaps) {
    if (isCut) break;
    if (!placed.has(id) && (yield* matches(binding))) isCut = true;
    if (joins.rows.spent()) yield;
  }
  return isCut;
}

/**
 * The workload of each object, in the order of the ids. Undefined for an object that belongs to no visible workload.
 * The object may be a binding, a template or a copy.
 */
export function placed(hubs: Hubs, ids: readonly string[]): Question<(Workload | undefined)[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const known = new Map<string, Workload>();
    const found: (Workload | undefined)[] = [];
    for (const id of ids) {
      const binding = yield* joins.bindingOfObject(id);
      if (binding && !known.has(binding.id)) known.set(binding.id, yield* joins.workload(binding));
      found.push(binding && known.get(binding.id));
      if (binding || found.length % STEP === 0) yield;
    }
    return found;
  };
}

export interface AssignmentsRequest {
  /** Id of the binding. */
  readonly binding: string;
  readonly page: PageRequest;
}

/** Pages of assignments, in the order of the requests. A page is empty if the binding is not visible any more. */
export function assignmentPages(
  hubs: Hubs,
  requests: readonly AssignmentsRequest[],
): Question<readonly Page<Assignment>[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const pages: Page<Assignment>[] = [];
    for (const { binding: id, page } of requests) {
      const binding = joins.bindingAt(id);
      pages.push(binding ? yield* joins.assignments(binding, page) : EMPTY_PAGE);
      if (pages.length % FEW === 0) yield;
    }
    return pages;
  };
}

export interface CopiesRequest {
  /** Id of the binding. */
  readonly binding: string;
  readonly member: string;
  readonly page: IndexedPageRequest;
}

/** Pages of copies, in the order of the requests. A page is empty if the assignment is not visible any more. */
export function copyPages(hubs: Hubs, requests: readonly CopiesRequest[]): Question<readonly Page<Copy>[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const pages = new Map<CopiesRequest, Page<Copy>>();
    for (const [id, ofBinding] of Map.groupBy(requests, ({ binding }) => binding)) {
      const binding = joins.bindingAt(id);
      const placing = binding && (yield* joins.placing(binding, true));
      const assignments = new Map(placing?.assignments.map(assignment => [assignment.member, assignment]));
      for (const request of ofBinding) {
        const assignment = assignments.get(request.member);
        pages.set(request, assignment ? yield* joins.copies(placing!, assignment, request.page) : EMPTY_PAGE);
      }
      yield;
    }
    return requests.map(request => pages.get(request)!);
  };
}

export function candidates(
  hubs: Hubs,
  id: string,
  members: readonly string[] | undefined,
  request: PageRequest,
  now: number,
): Question<Candidates> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const binding = joins.bindingAt(id);
    return binding ? yield* candidatesOf(joins, binding, members, request, now) : { ...EMPTY_PAGE, complete: false };
  };
}

const POD = { group: '', kind: 'Pod' };

/** Sorted ids of the Pods that the copies of a workload own, directly or through a ReplicaSet or Job. */
export function podsOf(hubs: Hubs, id: string): Question<string[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const binding = joins.bindingAt(id);
    if (!binding) return [];
    const copies = yield* joins.ownedCopies(binding);
    const found: string[] = [];
    for (const [cluster, there] of Map.groupBy(copies.values(), copy => copy.cluster)) {
      const namespaces = [...new Set(there.map(({ namespace }) => namespace))].filter(namespace => namespace !== '');
      const pods = yield* rows.matching({ clusters: [cluster], namespaces, kinds: [POD] });
      for (const [looked, pod] of pods.entries()) {
        if (looked % STEP === STEP - 1) yield;
        if (isOwned(rows, pod, copies)) found.push(rows.id(pod));
      }
    }
    return found.sort(compareText);
  };
}

const BETWEEN = [
  { group: 'apps', kind: 'ReplicaSet' },
  { group: 'batch', kind: 'Job' },
];

function isOwned(rows: RowReader, pod: VisibleRow, copies: ReadonlyMap<string, unknown>): boolean {
  return rows.ends(pod, 'OWNS').some(owner => {
    if (copies.has(rows.id(owner))) return true;
    return (
      BETWEEN.some(kind => rows.isOf(owner, kind)) && rows.ends(owner, 'OWNS').some(above => copies.has(rows.id(above)))
    );
  });
}

export interface PolicyMove {
  readonly phase: string;
  readonly reason: string | undefined;
  readonly member: string | undefined;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly drain: boolean;
  readonly startedAt: number | undefined;
  readonly since: number | undefined;
  readonly overdue: boolean;
}

export interface Policy {
  readonly id: string;
  readonly engine: Engine;
  readonly wanted: readonly string[] | null;
  readonly move: PolicyMove | null;
}

/**
 * Placement data of the policies with these ids, in the order of the ids. Undefined for an id that is no visible
 * policy.
 */
export function policies(hubs: Hubs, ids: readonly string[], now: number): Question<(Policy | undefined)[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const found: (Policy | undefined)[] = [];
    for (const id of ids) {
      const policy = policyAt(joins, id);
      found.push(policy && policyOf(joins, policy, now));
      if (found.length % STEP === 0) yield;
    }
    return found;
  };
}

/** The policy with this id. Undefined if the caller sees no such policy on a hub. */
function policyAt({ rows, hubs }: Joins, id: string): PolicyRow | undefined {
  const row = rows.find(id);
  if (row === undefined) return undefined;
  const object = rows.object(row);
  const engine = engineOf(object, POLICY_KINDS);
  const hub = engine && hubs.of(object.cluster, engine);
  return hub && { hub, row, object, id };
}

function policyOf({ rows, hubs }: Joins, { hub, row, id }: PolicyRow, now: number): Policy {
  const records = rows.records(row, PLACEMENT);
  const wanted = listOf(records, 'wanted');
  const move = headOf<Intent>(records)?.move;
  return {
    ...{ id, engine: hub.engine },
    wanted: wanted.length > 0 ? wanted : null,
    move: move
      ? {
          ...{ phase: move.phase, reason: move.reason, member: move.member, drain: move.drain === true },
          ...{ startedAt: move.startedAt, since: move.since, from: listOf(records, 'from'), to: listOf(records, 'to') },
          overdue: move.phase !== 'DONE' && move.since !== undefined && now - move.since > hubs.overdueMs,
        }
      : null,
  };
}

/**
 * Members that are assigned by each policy. The members of a policy are sorted. The policies are in the order of the
 * ids.
 */
export function assignedBy(hubs: Hubs, ids: readonly string[]): Question<string[][]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const found: string[][] = [];
    for (const id of ids) {
      const policy = policyAt(joins, id);
      found.push(policy ? yield* assignedOf(joins, policy) : []);
    }
    return found;
  };
}

function* assignedOf(joins: Joins, policy: PolicyRow): Steps<string[]> {
  const members = new Set<string>();
  if (policy.hub.engine === 'OCM') {
    const { namespace, name } = policy.object;
    const decisions = yield* joins.ocm.decisionsOf(policy.hub, namespace, name);
    for (const member of decisions?.scores.keys() ?? []) members.add(member);
  } else {
    for (const [looked, binding] of (yield* joins.bindingsOf(policy)).entries()) {
      const { assignments } = yield* joins.placing(binding);
      for (const { member, state } of assignments) if (state === 'ASSIGNED') members.add(member);
      if (looked % STEP === STEP - 1) yield;
    }
  }
  return [...members].sort(compareText);
}

export interface MemberView {
  readonly id: string;
  readonly engine: Engine;
  readonly hub: string;
  readonly name: string;
  readonly cluster: string | null;
  readonly available: boolean | null;
  readonly taints: readonly string[];
  readonly allocatable: Amounts;
  readonly allocated: Amounts;
  readonly bound: { readonly pods: number; readonly full: boolean } | null;
  readonly isDrained: boolean;
}

/**
 * Placement data of the members with these ids, in the order of the ids. Undefined for an id that is no visible member.
 */
export function memberViews(hubs: Hubs, ids: readonly string[]): Question<(MemberView | undefined)[]> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const found: (MemberView | undefined)[] = [];
    for (const id of ids) {
      found.push(memberAt(joins, id));
      if (found.length % STEP === 0) yield;
    }
    return found;
  };
}

function memberAt(joins: Joins, id: string): MemberView | undefined {
  const { rows, hubs } = joins;
  const row = rows.find(id);
  if (row === undefined) return undefined;
  const object = rows.object(row);
  const engine = (['OCM', 'KARMADA'] as const).find(it => isKind(MEMBER_KIND[it], object));
  const hub: Hub | undefined = engine && hubs.of(object.cluster, engine);
  if (!hub) return undefined;
  const records = rows.records(row, PLACEMENT);
  const head = headOf<MemberHead>(records) ?? {};
  const taints = listOf(records, 'taints');
  const cluster = hub.clusterOf(object.name);
  return {
    ...{ id, engine: hub.engine, hub: hub.cluster, name: object.name },
    cluster: joins.stateOf(cluster) === undefined ? null : cluster,
    available: head.available === 'True' ? true : head.available === 'False' ? false : null,
    taints: taints.map(taintText),
    allocatable: head.allocatable ?? {},
    allocated: head.allocated ?? {},
    bound:
      head.bound === undefined ? null : { pods: head.bound, full: taints.some(({ key }) => key === INTENT.fullTaint) },
    isDrained: head.drain === true,
  };
}

export interface Drain {
  readonly remaining: number;
  /** True if the caller sees every workload of the hub that could be on the member, with all its assignments. */
  readonly isWhole: boolean;
  /** Ids of the policies whose moves are blocked or overdue. */
  readonly stuck: readonly string[];
}

/** True if the caller sees every workload that may be assigned to this member. */
function seesAllOn(rows: RowReader, hub: string, engine: Engine, member: string): boolean {
  const needed =
    engine === 'OCM'
      ? ([
          [OCM.workSet, ''],
          [OCM.decision, ''],
          [OCM.work, member],
        ] as const)
      : ([
          [KARMADA.binding, ''],
          [KARMADA.clusterBinding, ''],
        ] as const);
  const sees = (place: string, kind: (typeof needed)[number][0]) => rows.mayList(hub, kind, place) === 'ALL';
  return (
    rows.stateOf(hub) === 'INDEXED' &&
    needed.every(
      ([kind, place]) => (sees('', kind) || (place !== '' && sees(place, kind))) && rows.isComplete(hub, kind),
    )
  );
}

/** Progress of the drain of a member: the number of workloads that remain, and the policies whose moves are stuck. */
export function drainOf(hubs: Hubs, { hub, name, engine }: MemberView, now: number): Question<Drain> {
  return function* (rows) {
    const joins = new Joins(rows, hubs);
    const stuck = new Set<string>();
    let remaining = 0;
    let areAllRead = seesAllOn(rows, hub, engine, name);
    yield* forEachMatching(joins, { hubs: [hub], engine }, function* (binding) {
      const { assignments, policies, areMembersCut } = yield* joins.placing(binding);
      if (areMembersCut) areAllRead = false; // an assignment to this member may be missing
      if (!assignments.some(({ member }) => member === name)) return;
      remaining++;
      for (const policy of policies) {
        const { move } = policyOf(joins, policy, now);
        if (move && (move.phase === 'BLOCKED' || move.overdue)) stuck.add(policy.id);
      }
    });
    return { remaining, isWhole: areAllRead, stuck: [...stuck].sort(compareText) };
  };
}
