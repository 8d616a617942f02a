/**
 * Workloads of Open Cluster Management. A workload is a ManifestWorkReplicaSet with the decisions of its Placements, or
 * a ManifestWork that belongs to no set.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { isKind, OCM } from './engine-kinds.ts';
import { Binding, type MemberAssignment, type Placing, type PolicyRow, type Report } from './engine.ts';
import type { Hub } from './hubs.ts';
import { PLACEMENT } from './projections.ts';
import {
  headOf,
  isCutBeside,
  keys,
  listOf,
  type DecisionHead,
  type PlacementHead,
  type WorkHead,
  type WorkSetHead,
} from './records.ts';

/** Members that visible decisions of a Placement name. */
export interface Decisions {
  /** Best score of each member. Undefined if the engine reports no score. */
  readonly scores: ReadonlyMap<string, number | undefined>;
  /** True if a decision names more members than its record holds. */
  readonly isCut: boolean;
}

/** A Placement and its decisions. Several sets may share a Placement. */
interface Choice {
  /** The Placement. Undefined if its row is not visible. */
  readonly policy: PolicyRow | undefined;
  readonly head: PlacementHead | undefined;
  /** Undefined if no decision is visible. */
  readonly decisions: Decisions | undefined;
}

/** Operations to read a row of a decision or a ManifestWork (RowReader.spent). */
const ROW_COST = 4;

export class OcmReader {
  readonly #rows: RowReader;
  /** Placements by hub, namespace and name. */
  readonly #choices = new Map<Hub, Map<string, Map<string, Choice>>>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  /** The binding of a row. Undefined for a row of another kind, and for a ManifestWork of a set. */
  bindingOf(hub: Hub, row: VisibleRow): Binding | undefined {
    const rows = this.#rows;
    if (rows.isOf(row, OCM.work) ? this.setOf(row) !== undefined : !rows.isOf(row, OCM.workSet)) return undefined;
    return new Binding(hub, row, rows.object(row), rows.records(row, PLACEMENT));
  }

  /** `namespace.name` of the set that a ManifestWork belongs to. Undefined if it belongs to no set. */
  setOf(work: VisibleRow): string | undefined {
    return this.#rows.labels(work)[OCM.workSetLabel];
  }

  *placing(binding: Binding, withRemoving: boolean): Steps<Placing> {
    return this.#rows.isOf(binding.row, OCM.work) ? this.#single(binding) : yield* this.#set(binding, withRemoving);
  }

  #single(binding: Binding): Placing {
    const { object, row, records } = binding;
    return {
      ...{ binding, template: object, manifests: listOf(records, 'manifests'), policies: [], hasHiddenPolicy: false },
      ...{ requiredBy: [], isDecided: true, isCurrent: true, reason: '', message: undefined, wantedMembers: 1 },
      assignments: [new OcmAssignment(this, this.#rows, object.namespace, 'ASSIGNED', row)],
      isCut: headOf<WorkHead>(records)?.cut === true,
      // A ManifestWork has one member: its namespace.
      areMembersCut: false,
    };
  }

  *#set(binding: Binding, withRemoving: boolean): Steps<Placing> {
    const rows = this.#rows;
    const { hub, object, records } = binding;
    const { cluster, namespace, name } = object;
    const named = listOf(records, 'placements');
    const policies: PolicyRow[] = [];
    const heads: (PlacementHead | undefined)[] = [];
    const assigned = new Set<string>();
    let hasDecisions = false;
    const own = headOf<WorkSetHead>(records);
    let areMembersCut = isCutBeside('manifests', own);
    for (const placement of named) {
      const { policy, head, decisions } = yield* this.#choice(hub, namespace, placement);
      if (policy) {
        policies.push(policy);
        heads.push(head);
      }
      if (!decisions) continue;
      hasDecisions = true;
      areMembersCut ||= decisions.isCut;
      for (const member of decisions.scores.keys()) {
        assigned.add(member);
        if (rows.spent()) yield;
      }
    }
    const works = yield* this.#worksOf(cluster, `${namespace}.${name}`);
    // If the caller may not list all decisions, the ManifestWorks also show which members are assigned.
    if (rows.mayList(cluster, OCM.decision, namespace) !== 'ALL')
      for (const member of works.keys()) assigned.add(member);
    const assignments: MemberAssignment[] = [];
    for (const member of assigned) {
      assignments.push(new OcmAssignment(this, rows, member, 'ASSIGNED', works.get(member)));
      if (rows.spent()) yield;
    }
    if (withRemoving)
      for (const [member, work] of works)
        if (!assigned.has(member)) assignments.push(new OcmAssignment(this, rows, member, 'REMOVING', work));
    const reported = heads.find(head => head?.satisfied?.status === 'False') ?? heads[0];
    return {
      binding,
      template: object,
      manifests: listOf(records, 'manifests'),
      assignments,
      policies: policies.length > 1 ? policies.sort((a, b) => compareText(a.id, b.id)) : policies,
      hasHiddenPolicy: policies.length < named.length,
      requiredBy: [],
      isDecided:
        (policies.length > 0 || hasDecisions || works.size > 0) && heads.every(head => head?.satisfied !== undefined),
      isCurrent: true,
      reason: reported?.satisfied?.reason ?? '',
      message: reported?.satisfied?.message,
      wantedMembers: heads.length === 0 ? undefined : sumOf(heads),
      isCut: areMembersCut || own?.cut === true || heads.some(head => head?.cut === true),
      areMembersCut,
    };
  }

  *#choice(hub: Hub, namespace: string, placement: string): Steps<Choice> {
    let inHub = this.#choices.get(hub);
    if (!inHub) this.#choices.set(hub, (inHub = new Map<string, Map<string, Choice>>()));
    let inNamespace = inHub.get(namespace);
    if (!inNamespace) inHub.set(namespace, (inNamespace = new Map<string, Choice>()));
    let choice = inNamespace.get(placement);
    if (!choice) inNamespace.set(placement, (choice = yield* this.#readChoice(hub, namespace, placement)));
    return choice;
  }

  *#readChoice(hub: Hub, namespace: string, name: string): Steps<Choice> {
    const rows = this.#rows;
    const object = { cluster: hub.cluster, ...OCM.placement, namespace, name };
    const row = rows.find(object);
    return {
      policy: row === undefined ? undefined : { hub, row, object, id: encodeObjectId(object) },
      head: row === undefined ? undefined : headOf<PlacementHead>(rows.records(row, PLACEMENT)),
      decisions: yield* this.#readDecisions(hub.cluster, namespace, name),
    };
  }

  /** Visible decisions of a Placement. Undefined if no decision is visible. */
  *decisionsOf(hub: Hub, namespace: string, placement: string): Steps<Decisions | undefined> {
    return (yield* this.#choice(hub, namespace, placement)).decisions;
  }

  *#readDecisions(cluster: string, namespace: string, placement: string): Steps<Decisions | undefined> {
    const rows = this.#rows;
    const scores = new Map<string, number | undefined>();
    let isSeen = false;
    let isCut = false;
    for (const row of yield* rows.withRecord(PLACEMENT, keys.decisionsOf(namespace, placement))) {
      if (!rows.isOf(row, OCM.decision) || rows.clusterName(rows.cluster(row)) !== cluster) continue;
      isSeen = true;
      const records = rows.records(row, PLACEMENT);
      isCut ||= headOf<DecisionHead>(records)?.cut === true;
      const decided = listOf(records, 'decisions');
      for (const [member, score] of decided) {
        const known = scores.get(member);
        if (!scores.has(member) || (score !== undefined && (known === undefined || known < score)))
          scores.set(member, score);
      }
      if (rows.spent(ROW_COST + decided.length)) yield;
    }
    return isSeen ? { scores, isCut } : undefined;
  }

  /** Visible ManifestWorks of a set, by member. If a member has several, the first by name. */
  *#worksOf(cluster: string, set: string): Steps<ReadonlyMap<string, VisibleRow>> {
    const rows = this.#rows;
    const works = new Map<string, VisibleRow>();
    for (const row of yield* rows.withRecord(PLACEMENT, keys.worksOf(set))) {
      if (rows.spent(ROW_COST)) yield;
      if (!rows.isOf(row, OCM.work) || rows.clusterName(rows.cluster(row)) !== cluster) continue;
      const member = rows.namespace(row);
      const known = works.get(member);
      if (known === undefined || rows.name(row) < rows.name(known)) works.set(member, row);
    }
    return works;
  }

  /** Names of the ManifestWorks that applied an object of a member. Found in the owner references of the object. */
  worksThatOwn(row: VisibleRow): readonly string[] {
    const names: string[] = [];
    for (const owner of this.#rows.owners(row))
      if (isKind(owner, OCM.appliedWork) && HUB_HASH.test(owner.name)) names.push(owner.name.slice(HASH_LENGTH));
    return names;
  }
}

/** The assignment of a workload to one member. Reads reports on demand, because phases do not need them. */
class OcmAssignment implements MemberAssignment {
  readonly member: string;
  readonly state: MemberAssignment['state'];
  readonly replicas = undefined;
  readonly #reader: OcmReader;
  readonly #rows: RowReader;
  readonly #work: VisibleRow | undefined;
  #name: string | undefined;

  constructor(
    reader: OcmReader,
    rows: RowReader,
    member: string,
    state: MemberAssignment['state'],
    work: VisibleRow | undefined,
  ) {
    this.#reader = reader;
    this.#rows = rows;
    this.member = member;
    this.state = state;
    this.#work = work;
  }

  isOwned(row: VisibleRow): boolean | undefined {
    if (this.#work === undefined) return undefined;
    this.#name ??= this.#rows.name(this.#work);
    return this.#reader.worksThatOwn(row).includes(this.#name);
  }

  get applied(): boolean | undefined {
    return this.#head()?.applied;
  }

  get reported(): Report {
    return reportOf(this.#head()?.available);
  }

  #head(): WorkHead | undefined {
    return this.#work === undefined ? undefined : headOf<WorkHead>(this.#rows.records(this.#work, PLACEMENT));
  }
}

/** Number of members that all Placements together want. Undefined if a Placement sets no number. */
function sumOf(heads: readonly (PlacementHead | undefined)[]): number | undefined {
  let sum = 0;
  for (const head of heads) {
    if (head?.wants === undefined) return undefined;
    sum += head.wants;
  }
  return sum;
}

/** The name of an AppliedManifestWork is the hash of its hub, a hyphen, and the name of the ManifestWork. */
const HUB_HASH = /^[0-9a-f]{64}-./;
const HASH_LENGTH = 65;

function reportOf(status: string | undefined): Report {
  return status === 'True' ? 'HEALTHY' : status === 'False' ? 'UNHEALTHY' : 'UNKNOWN';
}
