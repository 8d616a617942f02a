/**
 * The workloads of one policy, for proofs and checks: their bindings, their copies in members, and the mover's rights
 * to see them. The rows are visible rows at one version of the index (subgraphs/placement/joins.ts).
 */
import type { Steps } from '../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../readmodel/question.ts';
import type { ObjectId } from '../schema/object-id.ts';
import { isKind, KARMADA, OCM } from '../subgraphs/placement/engine-kinds.ts';
import type { Binding, Placing, PolicyRow } from '../subgraphs/placement/engine.ts';
import { objectIn, STEP, type Joins } from '../subgraphs/placement/joins.ts';
import { PLACEMENT } from '../subgraphs/placement/projections.ts';
import {
  headOf,
  keys,
  listOf,
  type BindingHead,
  type WorkHead,
  type WorkSetHead,
} from '../subgraphs/placement/records.ts';
import type { Finding } from './facts.ts';
import { PRODUCER } from './orders.ts';

type Kind = Pick<ObjectId, 'group' | 'kind'>;

/** True if the index collects the kind from the cluster, regardless of who may list it. */
export type IsCollected = (cluster: string, kind: Kind) => boolean;

export interface Workload {
  readonly binding: Binding;
  readonly placing: Placing;
  /** Rank in the order of dependencies in Karmada. The deepest dependencies have rank 0. */
  readonly level: number;
  readonly isOwn: boolean;
}

export interface CopyAt {
  readonly object: ObjectId;
  readonly row: VisibleRow | undefined;
  /** Reason why the row, or its absence, proves nothing about the copy. Undefined if the row can be trusted. */
  readonly blind: 'NOT_COLLECTED' | 'NOT_VISIBLE' | 'INCOMPLETE' | undefined;
  readonly isMarked: boolean;
}

export class Workloads {
  readonly joins: Joins;
  readonly policy: PolicyRow;
  readonly all: readonly Workload[];
  /**
   * Members that the engine has chosen for this policy. For Open Cluster Management, the members in the decisions of
   * the Placement. For Karmada, the assigned members of the bindings that name the policy.
   */
  readonly decided: ReadonlySet<string>;
  /** Sorted names of the decided members. */
  readonly assigned: readonly string[];
  readonly #isCollected: IsCollected;
  readonly #works: ReadonlyMap<Workload, ReadonlyMap<string, VisibleRow>>;

  private constructor(
    { joins, policy, isCollected }: WorkloadsOf,
    all: readonly Workload[],
    decided: ReadonlySet<string>,
    works: ReadonlyMap<Workload, ReadonlyMap<string, VisibleRow>>,
  ) {
    this.joins = joins;
    this.policy = policy;
    this.all = all;
    this.decided = decided;
    this.assigned = [...decided].sort();
    this.#isCollected = isCollected;
    this.#works = works;
  }

  static *of(options: WorkloadsOf): Steps<Workloads> {
    const { joins, policy } = options;
    const all = policy.hub.engine === 'OCM' ? yield* setsOf(joins, policy) : yield* bindingsOf(joins, policy);
    const works = new Map<Workload, ReadonlyMap<string, VisibleRow>>();
    const decided = new Set<string>();
    if (policy.hub.engine === 'OCM') {
      const { namespace, name } = policy.object;
      for (const member of (yield* joins.ocm.decisionsOf(policy.hub, namespace, name))?.scores.keys() ?? [])
        decided.add(member);
      for (const workload of all) works.set(workload, yield* worksOf(joins.rows, workload));
    } else {
      for (const { isOwn, placing } of all)
        for (const { member, state } of placing.assignments) if (isOwn && state === 'ASSIGNED') decided.add(member);
    }
    return new Workloads(options, all, decided, works);
  }

  get rows(): RowReader {
    return this.joins.rows;
  }

  /** Members that are assigned to the workload, by this policy or by another. */
  assignedTo({ placing }: Workload): ReadonlySet<string> {
    return new Set(placing.assignments.flatMap(({ member, state }) => (state === 'ASSIGNED' ? [member] : [])));
  }

  /** Like assignedTo(), but for a dependency without the members that the dependency's own policy chose. */
  followedTo(workload: Workload): ReadonlySet<string> {
    const assigned = this.assignedTo(workload);
    if (workload.isOwn) return assigned;
    const targets = new Set(
      listOf(this.rows.records(workload.binding.row, PLACEMENT), 'targets').map(([member]) => member),
    );
    return new Set([...assigned].filter(member => !targets.has(member)));
  }

  /** Members in which the mover keeps the copies of a binding outside this policy that requires this workload. */
  neededIn({ binding, isOwn }: Workload): readonly string[] {
    if (isOwn) return [];
    const ours = new Set(this.all.map(workload => workload.binding.row));
    const { cluster } = binding.hub;
    const held = listOf(this.rows.records(binding.row, PLACEMENT), 'requiredBy').flatMap(([namespace, name]) => {
      const kind = namespace === '' ? KARMADA.clusterBinding : KARMADA.binding;
      const row = this.rows.find({ cluster, ...kind, namespace, name });
      return row === undefined || ours.has(row)
        ? []
        : this.#tasksIn(row).filter(({ isOurs, isKept }) => isOurs && isKept);
    });
    return [...new Set(held.map(({ from }) => from))].sort();
  }

  tasksOf({ binding }: Workload) {
    return this.#tasksIn(binding.row);
  }

  #tasksIn(row: VisibleRow) {
    const tasks = listOf(this.rows.records(row, PLACEMENT), 'tasks');
    return tasks.map(({ from, producer, suppress }) => ({
      from,
      isOurs: producer === PRODUCER,
      isKept: suppress !== false,
    }));
  }

  /** True if the binding has an eviction task of the mover for this member. */
  hasTask(workload: Workload, member: string): boolean {
    return this.tasksOf(workload).some(({ from, isOurs }) => isOurs && from === member);
  }

  /** The ManifestWork of the set in the member's namespace. Undefined if no such row is visible. */
  workOf(workload: Workload, member: string): VisibleRow | undefined {
    return this.#works.get(workload)?.get(member);
  }

  /**
   * True if the engine reports that the workload is applied in the member. For Open Cluster Management, the
   * ManifestWork must also match the current state of its set.
   */
  isApplied(workload: Workload, member: string): boolean {
    const { placing, binding } = workload;
    const assignment = placing.assignments.find(it => it.member === member);
    if (assignment?.applied !== true) return false;
    if (this.policy.hub.engine === 'KARMADA') return true;
    const work = this.workOf(workload, member);
    if (work === undefined) return false;
    const digest = headOf<WorkHead>(this.rows.records(work, PLACEMENT))?.digest;
    return digest !== undefined && digest === headOf<WorkSetHead>(this.rows.records(binding.row, PLACEMENT))?.digest;
  }

  copiesAt(workload: Workload, member: string): readonly CopyAt[] {
    const cluster = this.policy.hub.clusterOf(member);
    return workload.placing.manifests.map((manifest): CopyAt => {
      const object = objectIn(cluster, manifest);
      const row = this.rows.find(object);
      return {
        object,
        row,
        blind: this.#blind(object),
        isMarked: row !== undefined && this.#isMarked(workload, member, row),
      };
    });
  }

  #blind({ cluster, group, kind, namespace }: ObjectId): CopyAt['blind'] {
    const of = { group, kind };
    if (!this.#isCollected(cluster, of)) return 'NOT_COLLECTED';
    if (!this.mayList(cluster, of, namespace)) return 'NOT_VISIBLE';
    return this.rows.isComplete(cluster, of) ? undefined : 'INCOMPLETE';
  }

  mayList(cluster: string, kind: Kind, namespace: string): boolean {
    return (
      this.rows.mayList(cluster, kind, '') === 'ALL' ||
      (namespace !== '' && this.rows.mayList(cluster, kind, namespace) === 'ALL')
    );
  }

  /**
   * True if the copy is marked as created from the binding. In Open Cluster Management, a ManifestWork has the name of
   * its set. So a copy is recognised even after its ManifestWork is gone.
   */
  #isMarked(workload: Workload, member: string, row: VisibleRow): boolean {
    const { binding } = workload;
    if (binding.hub.engine === 'KARMADA') return this.joins.karmada.isMarked(binding, row);
    const work = this.workOf(workload, member);
    const name = work === undefined ? binding.object.name : this.rows.name(work);
    return this.joins.ocm.worksThatOwn(row).includes(name);
  }

  /**
   * A finding if the mover does not see all workloads of the policy, or if there are none. Without workloads, the
   * checks would pass without proof.
   */
  blindOnHub(): Finding | undefined {
    return this.seesHub() && this.all.length > 0 ? undefined : { reason: 'NOT_VISIBLE' };
  }

  /**
   * True if the mover may list all objects that the checks of the policy need on the hub, and the index has listed
   * their kinds completely.
   */
  seesHub(): boolean {
    const { hub, object } = this.policy;
    const { cluster } = hub;
    const namespace = object.namespace;
    const needed: readonly (readonly [kind: Kind, namespace: string])[] =
      hub.engine === 'OCM'
        ? [
            [OCM.workSet, namespace],
            [OCM.decision, namespace],
            [OCM.member, ''],
          ]
        : [
            [KARMADA.binding, namespace],
            ...(isKind(object, KARMADA.clusterPolicy) ? [[KARMADA.clusterBinding, ''] as const] : []),
            [KARMADA.member, ''],
          ];
    return needed.every(([kind, place]) => this.mayList(cluster, kind, place) && this.rows.isComplete(cluster, kind));
  }

  /**
   * True if the mover may list the ManifestWorks of the member. Always true for Karmada, which has no ManifestWorks.
   */
  seesWorksOf(member: string): boolean {
    const { hub } = this.policy;
    return hub.engine === 'KARMADA' || this.mayList(hub.cluster, OCM.work, member);
  }

  /** A finding if the member's cluster is not visible to the mover, or not up to date. Undefined otherwise. */
  unreachable(member: string): Finding | undefined {
    const state = this.joins.stateOf(this.policy.hub.clusterOf(member));
    if (state === undefined) return { reason: 'NOT_VISIBLE', member };
    return state === 'INDEXED' ? undefined : { reason: 'UNREACHABLE', member };
  }
}

interface WorkloadsOf {
  readonly joins: Joins;
  readonly policy: PolicyRow;
  readonly isCollected: IsCollected;
}

function* setsOf(joins: Joins, policy: PolicyRow): Steps<Workload[]> {
  const found: Workload[] = [];
  for (const binding of yield* joins.bindingsOf(policy)) {
    if (!joins.rows.isOf(binding.row, OCM.workSet)) continue;
    found.push({ binding, placing: yield* joins.placing(binding), level: 0, isOwn: true });
    yield;
  }
  return found.sort(byId);
}

/** Maximum depth of dependencies that are followed. */
const MAX_DEPTH = 8;

/** The bindings of a policy, and the bindings that they require directly or indirectly, up to MAX_DEPTH. */
function* bindingsOf(joins: Joins, policy: PolicyRow): Steps<Workload[]> {
  const { rows } = joins;
  const found = new Map<string, { readonly binding: Binding; readonly isOwn: boolean; readonly depth: number }>();
  let next = yield* joins.bindingsOf(policy);
  for (const binding of next) found.set(binding.id, { binding, isOwn: true, depth: 0 });
  for (let depth = 1; next.length > 0 && depth <= MAX_DEPTH; depth++) {
    const required = new Map<string, Binding>();
    for (const { object } of next) {
      for (const row of yield* rows.withRecord(PLACEMENT, keys.requiredBy(object.namespace, object.name))) {
        const binding =
          rows.clusterName(rows.cluster(row)) === policy.hub.cluster ? joins.bindingOf(policy.hub, row) : undefined;
        if (!binding) continue;
        // The greatest depth counts, because a dependency must be kept before all bindings that require it. So a known
        // binding is followed again: its own dependencies get a greater depth, too.
        found.set(binding.id, { binding, isOwn: found.get(binding.id)?.isOwn ?? false, depth });
        required.set(binding.id, binding);
      }
      yield;
    }
    next = [...required.values()];
  }
  const deepest = Math.max(0, ...[...found.values()].map(({ depth }) => depth));
  const all: Workload[] = [];
  for (const { binding, isOwn, depth } of found.values()) {
    all.push({ binding, placing: yield* joins.placing(binding), level: deepest - depth, isOwn });
    if (all.length % STEP === 0) yield;
  }
  return all.sort(byId);
}

function* worksOf(rows: RowReader, { binding: { object } }: Workload): Steps<ReadonlyMap<string, VisibleRow>> {
  const works = new Map<string, VisibleRow>();
  for (const row of yield* rows.withRecord(PLACEMENT, keys.worksOf(`${object.namespace}.${object.name}`))) {
    if (rows.isOf(row, OCM.work) && rows.clusterName(rows.cluster(row)) === object.cluster)
      works.set(rows.namespace(row), row);
  }
  return works;
}

function byId(a: Workload, b: Workload): number {
  return a.binding.id < b.binding.id ? -1 : 1;
}

export function bindingHead(rows: RowReader, { binding }: Workload): BindingHead {
  return headOf<BindingHead>(rows.records(binding.row, PLACEMENT))!;
}
