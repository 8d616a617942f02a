/** Workloads of Karmada: bindings, each of one template, with the members that the scheduler has assigned. */
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
import { groupOf } from '../../kinds/untrusted.ts';
import { encodeObjectId, type ObjectId } from '../../schema/object-id.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import { KARMADA } from './engine-kinds.ts';
import type { Binding, MemberAssignment, Placing, PolicyRow, Report } from './engine.ts';
import type { Hub } from './hubs.ts';
import { PLACEMENT } from './projections.ts';
import { headOf, listOf, type BindingHead, type PolicyHead, type Reported } from './records.ts';

export class KarmadaReader {
  readonly #rows: RowReader;
  readonly #records = new Map<VisibleRow, readonly ProjectionRecord[]>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  /** Undefined for a binding without a readable template. */
  bindingOf(hub: Hub, row: VisibleRow): Binding | undefined {
    const rows = this.#rows;
    if (!rows.isOf(row, KARMADA.binding) && !rows.isOf(row, KARMADA.clusterBinding)) return undefined;
    if (!headOf<BindingHead>(this.#recordsOf(row))) return undefined;
    const object = rows.object(row);
    return { hub, row, object, id: encodeObjectId(object) };
  }

  templateOf({ hub, row }: Pick<Binding, 'hub' | 'row'>): ObjectId | undefined {
    const head = headOf<BindingHead>(this.#recordsOf(row));
    return head && templateIn(hub, head);
  }

  /** Records of a binding, which several questions about it read. */
  #recordsOf(row: VisibleRow): readonly ProjectionRecord[] {
    let records = this.#records.get(row);
    if (!records) this.#records.set(row, (records = this.#rows.records(row, PLACEMENT)));
    return records;
  }

  /** True if a row of a member carries the mark of the binding. */
  isMarked({ row, object }: Pick<Binding, 'row' | 'object'>, copy: VisibleRow): boolean {
    const label = object.kind === KARMADA.clusterBinding.kind ? KARMADA.clusterIdLabel : KARMADA.idLabel;
    const id = this.#rows.labels(row)[label];
    return id !== undefined && id !== '' && this.#rows.labels(copy)[label] === id;
  }

  /** Ids of the policies that a binding names in its own annotations. */
  #policiesOf({ cluster }: ObjectId, { policy, clusterPolicy }: BindingHead): readonly ObjectId[] {
    return [
      ...(policy ? [{ cluster, ...KARMADA.policy, namespace: policy[0], name: policy[1] }] : []),
      ...(clusterPolicy === undefined ? [] : [{ cluster, ...KARMADA.clusterPolicy, namespace: '', name: clusterPolicy }]),
    ];
  }

  /**
   * @param copyIn The visible row at the id of the copy in a member; absent: members that are being removed are left out
   * @param members Where copies may be
   */
  placing(binding: Binding, copyIn: ((member: string) => VisibleRow | undefined) | undefined, members: Iterable<string>): Placing {
    const rows = this.#rows;
    const records = this.#recordsOf(binding.row);
    const head = headOf<BindingHead>(records)!;
    const targets = new Map(listOf(records, 'targets').map(([member, replicas]) => [member, replicas]));
    const required = listOf(records, 'requiredBy');
    const tasks = new Map(listOf(records, 'tasks').map(task => [task.from, task]));
    const assigned = new Set([...targets.keys(), ...required.flatMap(([, , ...names]) => names)]);
    const states = new Map<string, MemberAssignment['state']>([...assigned].map(member => [member, 'ASSIGNED']));
    for (const { from, directly } of tasks.values()) if (!assigned.has(from) && !directly) states.set(from, 'HELD');
    if (copyIn) {
      for (const { from } of tasks.values()) if (!states.has(from)) states.set(from, 'REMOVING');
      for (const member of members) {
        const copy = states.has(member) ? undefined : copyIn(member);
        if (copy !== undefined && this.isMarked(binding, copy)) states.set(member, 'REMOVING');
      }
    }
    const reportOn = (member: string) => listOf(records, 'reported').find(it => it.member === member);
    const divides = (head.replicas ?? 0) > 0;
    const assignments = [...states].map(([member, state]): MemberAssignment => {
      const told = state === 'ASSIGNED' ? targets.get(member) : tasks.get(member)?.replicas;
      return {
        ...{ member, state },
        replicas: told ?? (state === 'ASSIGNED' && divides && targets.has(member) ? 0 : undefined),
        isOwned: row => this.isMarked(binding, row),
        get applied() {
          const report = reportOn(member);
          return report && report.applied === true;
        },
        get reported() {
          return reportOf(reportOn(member));
        },
      };
    });
    const named = this.#policiesOf(binding.object, head);
    const policies = named.flatMap((object): PolicyRow[] => {
      const row = rows.find(object);
      return row === undefined ? [] : [{ hub: binding.hub, row, object, id: encodeObjectId(object) }];
    });
    // Dependencies have no policy, and no scheduler decides about them.
    const isRequiredOnly = named.length === 0 && required.length > 0;
    const isCurrent = head.scheduledGeneration === head.generation;
    const most =
      head.most ?? policies.map(({ row }) => headOf<PolicyHead>(rows.records(row, PLACEMENT))?.most).find(it => it !== undefined);
    return {
      binding,
      template: templateIn(binding.hub, head),
      manifests: [head.template],
      policies: policies.sort((a, b) => compareText(a.id, b.id)),
      hasHiddenPolicy: policies.length < named.length,
      requiredBy: required.map(([namespace, name]) => encodeObjectId(requirer(binding.object.cluster, namespace, name))),
      isDecided: isRequiredOnly && !head.scheduled ? true : head.scheduled !== undefined && isCurrent,
      isCurrent: isCurrent || (isRequiredOnly && !head.scheduled),
      assignments: assignments.sort((a, b) => compareText(a.member, b.member)),
      reason: isRequiredOnly ? 'NotRequired' : (head.scheduled?.reason ?? ''),
      message: head.scheduled?.message,
      wantedMembers: most,
      isCut: head.cut === true,
    };
  }
}

function templateIn({ cluster }: Hub, { template: [apiVersion, kind, namespace, name] }: BindingHead): ObjectId {
  return { cluster, group: groupOf(apiVersion), kind, namespace, name };
}

function requirer(cluster: string, namespace: string, name: string): ObjectId {
  return { cluster, ...(namespace === '' ? KARMADA.clusterBinding : KARMADA.binding), namespace, name };
}

function reportOf(reported: Reported | undefined): Report {
  return reported?.health === 'Healthy' ? 'HEALTHY' : reported?.health === 'Unhealthy' ? 'UNHEALTHY' : 'UNKNOWN';
}
