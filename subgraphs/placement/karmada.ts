/** Workloads of Karmada. Each binding has one template and the members that the scheduler assigned. */
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { groupOf } from '../../kinds/untrusted.ts';
import { encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import { KARMADA } from './engine-kinds.ts';
import { Binding, type MemberAssignment, type Placing, type PolicyRow, type Report } from './engine.ts';
import type { Hub } from './hubs.ts';
import { PLACEMENT } from './projections.ts';
import { headOf, isCutBeside, listOf, type BindingHead, type PolicyHead, type Reported } from './records.ts';

export class KarmadaReader {
  readonly #rows: RowReader;
  /**
   * Policies by hub, namespace and name. The namespace of a ClusterPropagationPolicy is ''. Undefined if no row is
   * visible.
   */
  readonly #policies = new Map<Hub, Map<string, Map<string, PolicyRow | undefined>>>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  /** The binding of a row. Undefined for a row of another kind, and if the template of the binding cannot be read. */
  bindingOf(hub: Hub, row: VisibleRow): Binding | undefined {
    const rows = this.#rows;
    if (!rows.isOf(row, KARMADA.binding) && !rows.isOf(row, KARMADA.clusterBinding)) return undefined;
    const records = rows.records(row, PLACEMENT);
    return records.length === 0 ? undefined : new Binding(hub, row, rows.object(row), records);
  }

  templateOf({ hub, records }: Pick<Binding, 'hub' | 'records'>): ObjectId {
    return templateIn(hub, headOf<BindingHead>(records)!);
  }

  /** True if a row of a member has the label of the binding with an equal value. */
  isMarked(binding: Pick<Binding, 'row' | 'object'>, copy: VisibleRow): boolean {
    const label = markOf(binding);
    const id = this.#rows.labels(binding.row)[label];
    return id !== undefined && id !== '' && this.#rows.labels(copy)[label] === id;
  }

  /** Adds the policy with this name to `policies`, if the caller sees the policy. */
  #addPolicy(hub: Hub, namespace: string, name: string, policies: PolicyRow[]): void {
    let inHub = this.#policies.get(hub);
    if (!inHub) this.#policies.set(hub, (inHub = new Map<string, Map<string, PolicyRow | undefined>>()));
    let inNamespace = inHub.get(namespace);
    if (!inNamespace) inHub.set(namespace, (inNamespace = new Map<string, PolicyRow | undefined>()));
    if (!inNamespace.has(name)) {
      const object = {
        cluster: hub.cluster,
        ...(namespace === '' ? KARMADA.clusterPolicy : KARMADA.policy),
        namespace,
        name,
      };
      const row = this.#rows.find(object);
      inNamespace.set(name, row === undefined ? undefined : { hub, row, object, id: encodeObjectId(object) });
    }
    const policy = inNamespace.get(name);
    if (policy) policies.push(policy);
  }

  /** @param copied Members that have a copy of the binding. If absent, members in the state REMOVING are left out */
  placing(binding: Binding, copied: readonly string[] | undefined): Placing {
    const { hub, records } = binding;
    const rows = this.#rows;
    const head = headOf<BindingHead>(records)!;
    const [targets, tasks, required] = [
      listOf(records, 'targets'),
      listOf(records, 'tasks'),
      listOf(records, 'requiredBy'),
    ];
    const states = new Map<string, MemberAssignment['state']>();
    for (const [member] of targets) states.set(member, 'ASSIGNED');
    for (const [, , ...names] of required) for (const member of names) states.set(member, 'ASSIGNED');
    for (const { from, directly } of tasks) if (!directly && !states.has(from)) states.set(from, 'HELD');
    if (copied)
      for (const member of [...tasks.map(({ from }) => from), ...copied])
        if (!states.has(member)) states.set(member, 'REMOVING');
    const mark = markOf(binding);
    const id = rows.labels(binding.row)[mark];
    const assignments: MemberAssignment[] = [];
    for (const [member, state] of states)
      assignments.push(new KarmadaAssignment(rows, records, { mark, id }, member, state));
    const policies: PolicyRow[] = [];
    if (head.policy) this.#addPolicy(hub, ...head.policy, policies);
    if (head.clusterPolicy !== undefined) this.#addPolicy(hub, '', head.clusterPolicy, policies);
    const named = (head.policy ? 1 : 0) + (head.clusterPolicy === undefined ? 0 : 1);
    // Karmada's scheduler makes no decision for a binding that exists only as a dependency and has no policy.
    const isRequiredOnly = named === 0 && required.length > 0;
    const isCurrent = head.scheduledGeneration === head.generation;
    const most =
      head.most ??
      policies.map(({ row }) => headOf<PolicyHead>(rows.records(row, PLACEMENT))?.most).find(it => it !== undefined);
    return {
      binding,
      template: templateIn(hub, head),
      manifests: [head.template],
      policies: policies.length > 1 ? policies.sort((a, b) => compareText(a.id, b.id)) : policies,
      hasHiddenPolicy: policies.length < named,
      requiredBy: required.map(([namespace, name]) => encodeObjectId(requirer(hub.cluster, namespace, name))),
      isDecided: isRequiredOnly && !head.scheduled ? true : head.scheduled !== undefined && isCurrent,
      isCurrent: isCurrent || (isRequiredOnly && !head.scheduled),
      assignments,
      reason: isRequiredOnly ? 'NotRequired' : (head.scheduled?.reason ?? ''),
      message: head.scheduled?.message,
      wantedMembers: most,
      isCut: head.cut === true,
      areMembersCut: isCutBeside('reported', head),
    };
  }
}

/** The label that joins copies to their binding, and its value on the binding. */
interface Mark {
  readonly mark: string;
  readonly id: string | undefined;
}

/**
 * The assignment of a workload to one member. Reads replicas and reports on demand, because phases do not need them.
 */
class KarmadaAssignment implements MemberAssignment {
  readonly member: string;
  readonly state: MemberAssignment['state'];
  readonly #rows: RowReader;
  readonly #records: Binding['records'];
  readonly #mark: Mark;

  constructor(
    rows: RowReader,
    records: Binding['records'],
    mark: Mark,
    member: string,
    state: MemberAssignment['state'],
  ) {
    this.#rows = rows;
    this.#records = records;
    this.#mark = mark;
    this.member = member;
    this.state = state;
  }

  isOwned(copy: VisibleRow): boolean {
    const { mark, id } = this.#mark;
    return id !== undefined && id !== '' && this.#rows.labels(copy)[mark] === id;
  }

  get replicas(): number | undefined {
    if (this.state !== 'ASSIGNED')
      return listOf(this.#records, 'tasks').findLast(({ from }) => from === this.member)?.replicas;
    const target = listOf(this.#records, 'targets').findLast(([member]) => member === this.member);
    const divides = (headOf<BindingHead>(this.#records)!.replicas ?? 0) > 0;
    return target?.[1] ?? (divides && target ? 0 : undefined);
  }

  get applied(): boolean | undefined {
    const report = this.#report();
    return report && report[2] === true;
  }

  get reported(): Report {
    return reportOf(this.#report());
  }

  #report(): Reported | undefined {
    return listOf(this.#records, 'reported').find(([member]) => member === this.member);
  }
}

function markOf({ object }: Pick<Binding, 'object'>): string {
  return object.kind === KARMADA.clusterBinding.kind ? KARMADA.clusterIdLabel : KARMADA.idLabel;
}

function templateIn({ cluster }: Hub, { template: [apiVersion, kind, namespace, name] }: BindingHead): ObjectId {
  return { cluster, group: groupOf(apiVersion), kind, namespace, name };
}

function requirer(cluster: string, namespace: string, name: string): ObjectId {
  return { cluster, ...(namespace === '' ? KARMADA.clusterBinding : KARMADA.binding), namespace, name };
}

function reportOf(reported: Reported | undefined): Report {
  return reported?.[1] === 'Healthy' ? 'HEALTHY' : reported?.[1] === 'Unhealthy' ? 'UNHEALTHY' : 'UNKNOWN';
}
