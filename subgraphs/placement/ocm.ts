/**
 * Workloads of Open Cluster Management: a ManifestWorkReplicaSet with the decisions of its Placements, or a ManifestWork
 * that belongs to no set.
 */
import type { Steps } from '../../readmodel/gate.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { isKind, OCM } from './engine-kinds.ts';
import type { Binding, MemberAssignment, Placing, PolicyRow, Report } from './engine.ts';
import type { Hub } from './hubs.ts';
import { PLACEMENT } from './projections.ts';
import { headOf, keys, listOf, type PlacementHead, type WorkHead } from './records.ts';

/** By member: its score, if the engine reports one. */
export type Decisions = ReadonlyMap<string, number | undefined>;

export class OcmReader {
  readonly #rows: RowReader;
  readonly #decisions = new Map<string, Decisions | undefined>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  /** Undefined for a ManifestWork of a set, which is a part of that set's workload. */
  bindingOf(hub: Hub, row: VisibleRow): Binding | undefined {
    const rows = this.#rows;
    if (rows.isOf(row, OCM.work) ? this.setOf(row) !== undefined : !rows.isOf(row, OCM.workSet)) return undefined;
    const object = rows.object(row);
    return { hub, row, object, id: encodeObjectId(object) };
  }

  /** `namespace.name` of the set that a ManifestWork belongs to. */
  setOf(work: VisibleRow): string | undefined {
    return this.#rows.labels(work)[OCM.workSetLabel];
  }

  *placing(binding: Binding, withRemoving: boolean): Steps<Placing> {
    return this.#rows.isOf(binding.row, OCM.work) ? this.#single(binding) : yield* this.#set(binding, withRemoving);
  }

  #single(binding: Binding): Placing {
    const records = this.#rows.records(binding.row, PLACEMENT);
    return {
      ...{ binding, template: binding.object, manifests: listOf(records, 'manifests'), policies: [], hasHiddenPolicy: false },
      ...{ requiredBy: [], isDecided: true, isCurrent: true, reason: '', message: undefined, wantedMembers: 1 },
      assignments: [this.#assignment(binding.object.namespace, 'ASSIGNED', binding.row)],
      isCut: headOf<WorkHead>(records)?.cut === true,
    };
  }

  *#set(binding: Binding, withRemoving: boolean): Steps<Placing> {
    const rows = this.#rows;
    const { cluster, namespace, name } = binding.object;
    const records = rows.records(binding.row, PLACEMENT);
    const named = listOf(records, 'placements');
    const policies: PolicyRow[] = [];
    const decided = new Map<string, number | undefined>();
    let hasDecisions = false;
    for (const placement of named) {
      const object = { cluster, ...OCM.placement, namespace, name: placement };
      const row = rows.find(object);
      if (row !== undefined) policies.push({ hub: binding.hub, row, object, id: encodeObjectId(object) });
      const decisions = yield* this.decisionsOf(cluster, namespace, placement);
      hasDecisions ||= decisions !== undefined;
      for (const [member, score] of decisions ?? []) decided.set(member, score);
    }
    const works = yield* this.#worksOf(cluster, `${namespace}.${name}`);
    const assigned = new Set(decided.keys());
    // Without rights to list decisions, a work is the only sign of one.
    if (rows.mayList(cluster, OCM.decision, namespace) !== 'ALL') for (const member of works.keys()) assigned.add(member);
    const removing = withRemoving ? [...works.keys()].filter(member => !assigned.has(member)) : [];
    const assignments = [
      ...[...assigned].map(member => this.#assignment(member, 'ASSIGNED', works.get(member))),
      ...removing.map(member => this.#assignment(member, 'REMOVING', works.get(member))),
    ].sort((a, b) => compareText(a.member, b.member));
    const heads = policies.map(({ row }) => headOf<PlacementHead>(rows.records(row, PLACEMENT)));
    const told = heads.find(head => head?.satisfied?.status === 'False') ?? heads[0];
    const wanted = heads.map(head => head?.wants);
    const isSeen = policies.length > 0 || hasDecisions || works.size > 0;
    return {
      ...{ binding, template: binding.object, manifests: listOf(records, 'manifests'), assignments },
      policies: policies.sort((a, b) => compareText(a.id, b.id)),
      hasHiddenPolicy: policies.length < named.length,
      requiredBy: [],
      isDecided: isSeen && heads.every(head => head?.satisfied !== undefined),
      isCurrent: true,
      reason: told?.satisfied?.reason ?? '',
      message: told?.satisfied?.message,
      wantedMembers: wanted.length > 0 && wanted.every(it => it !== undefined) ? wanted.reduce((sum, it) => sum + it, 0) : undefined,
      isCut: headOf<WorkHead>(records)?.cut === true || heads.some(head => head?.cut === true),
    };
  }

  /** Members that visible decisions of a Placement name, each with its best score. Undefined if no decision is visible. */
  *decisionsOf(cluster: string, namespace: string, placement: string): Steps<Decisions | undefined> {
    const key = encodeObjectId({ cluster, ...OCM.placement, namespace, name: placement });
    if (!this.#decisions.has(key)) this.#decisions.set(key, yield* this.#readDecisions(cluster, namespace, placement));
    return this.#decisions.get(key);
  }

  *#readDecisions(cluster: string, namespace: string, placement: string): Steps<Decisions | undefined> {
    const rows = this.#rows;
    const found = new Map<string, number | undefined>();
    let isSeen = false;
    for (const row of yield* rows.withRecord(PLACEMENT, keys.decisionsOf(namespace, placement))) {
      if (!rows.isOf(row, OCM.decision) || rows.clusterName(rows.cluster(row)) !== cluster) continue;
      isSeen = true;
      for (const [member, score] of listOf(rows.records(row, PLACEMENT), 'decisions')) {
        const known = found.get(member);
        if (!found.has(member) || (score !== undefined && (known === undefined || known < score))) found.set(member, score);
      }
    }
    return isSeen ? found : undefined;
  }

  /** Visible ManifestWorks of a set, by member. */
  *#worksOf(cluster: string, set: string): Steps<ReadonlyMap<string, VisibleRow>> {
    const rows = this.#rows;
    const works = new Map<string, VisibleRow>();
    for (const row of yield* rows.withRecord(PLACEMENT, keys.worksOf(set))) {
      if (!rows.isOf(row, OCM.work) || rows.clusterName(rows.cluster(row)) !== cluster) continue;
      const member = rows.namespace(row);
      const known = works.get(member);
      if (known === undefined || rows.name(row) < rows.name(known)) works.set(member, row);
    }
    return works;
  }

  #assignment(member: string, state: MemberAssignment['state'], work: VisibleRow | undefined): MemberAssignment {
    const rows = this.#rows;
    const name = work === undefined ? undefined : rows.name(work);
    // Read when asked for: phases need no report.
    const head = () => (work === undefined ? undefined : headOf<WorkHead>(rows.records(work, PLACEMENT)));
    return {
      ...{ member, state, replicas: undefined },
      isOwned: row => (name === undefined ? undefined : this.worksThatOwn(row).includes(name)),
      get applied() {
        const known = head();
        return known && appliedOf(known);
      },
      get reported() {
        return reportOf(head()?.available);
      },
    };
  }

  /** Names of the ManifestWorks that have applied a row of a member, as its owners say. */
  worksThatOwn(row: VisibleRow): readonly string[] {
    return this.#rows
      .owners(row)
      .flatMap(owner => (isKind(owner, OCM.appliedWork) && HUB_HASH.test(owner.name) ? [owner.name.slice(HASH_LENGTH)] : []));
  }
}

/** An AppliedManifestWork is called by the hash of its hub and the name of the work. */
const HUB_HASH = /^[0-9a-f]{64}-./;
const HASH_LENGTH = 65;

function appliedOf({ applied, appliedGeneration, generation }: WorkHead): boolean | undefined {
  if (applied === undefined) return undefined;
  if (applied === 'False' || appliedGeneration !== generation) return false;
  return applied === 'True' ? true : undefined;
}

function reportOf(status: string | undefined): Report {
  return status === 'True' ? 'HEALTHY' : status === 'False' ? 'UNHEALTHY' : 'UNKNOWN';
}
