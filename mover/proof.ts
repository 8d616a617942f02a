/**
 * The proof that new copies may replace old copies: a numbered list of conditions for the workloads of a policy and
 * their new members. The conditions are checked at one version of the index. The failed condition with the lowest
 * number is the reason. Afterwards live-proof.ts reads the copies live.
 *
 * A member is not proved if it is unreachable or if the mover may not see its objects.
 */
import { labelsMatch } from '../readmodel/select/labels.ts';
import type { LabelRequirement } from '../readmodel/query.ts';
import type { Steps } from '../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../readmodel/question.ts';
import { SELECTOR } from '../store/attached.ts';
import { listOf } from '../subgraphs/placement/records.ts';
import { PLACEMENT } from '../subgraphs/placement/projections.ts';
import type { Finding, MemberObject, Proof } from './facts.ts';
import { bindingHead, type CopyAt, type Workload, type Workloads } from './workloads.ts';

const SERVICE = { group: '', kind: 'Service' };
const POD = { group: '', kind: 'Pod' };

/** Keeps the finding whose condition has the lowest number. */
class Findings {
  #line = Infinity;
  first: Finding | undefined;

  add(line: number, finding: Finding): void {
    if (line >= this.#line) return;
    this.#line = line;
    this.first = finding;
  }
}

export interface ProofOptions {
  /** Members that are proved. In a drain, these are instead all assigned members except those that leave. */
  readonly to: readonly string[];
  /** Members that were assigned when the move began. */
  readonly from: readonly string[];
  readonly isDrain: boolean;
}

export function* proofOf(workloads: Workloads, { to, from, isDrain }: ProofOptions): Steps<Proof> {
  const { policy, rows } = workloads;
  const isKarmada = policy.hub.engine === 'KARMADA';
  const findings = new Findings();
  const blind = workloads.blindOnHub();
  if (blind) findings.add(1, blind);
  const leaving = isDrain ? from.filter(member => !to.includes(member)) : [];
  const chosen = isDrain ? workloads.assigned.filter(member => !leaving.includes(member)) : to;
  if (isDrain && !isKarmada && chosen.length < from.length) findings.add(3, { reason: 'NOT_ASSIGNED' });
  const copies: MemberObject[] = [];
  const services: MemberObject[] = [];
  for (const workload of workloads.all) {
    const assigned = workloads.assignedTo(workload);
    const here = isDrain && isKarmada ? [...assigned].filter(member => !leaving.includes(member)).sort() : chosen;
    if (isKarmada) judgeBinding(workloads, workload, here, findings);
    if (here.length === 0) findings.add(3, { reason: 'NOT_ASSIGNED' });
    for (const member of here) {
      const at = workloads.copiesAt(workload, member);
      if (!workloads.seesWorksOf(member) || at.some(copy => copy.blind === 'NOT_VISIBLE'))
        findings.add(1, { reason: 'NOT_VISIBLE', member });
      const unreachable = workloads.unreachable(member);
      if (unreachable) findings.add(unreachable.reason === 'NOT_VISIBLE' ? 1 : 2, unreachable);
      else if (at.some(copy => copy.blind === 'INCOMPLETE')) findings.add(2, { reason: 'UNREACHABLE', member });
      if (!(isKarmada ? assigned : workloads.decided).has(member)) findings.add(3, { reason: 'NOT_ASSIGNED', member });
      if (!workloads.isApplied(workload, member)) findings.add(5, { reason: 'NOT_APPLIED', member });
      for (const copy of at) {
        copies.push({ member, object: copy.object });
        judgeCopy(rows, copy, member, findings);
        if (copy.row === undefined || !rows.isOf(copy.row, SERVICE)) continue;
        if (!(yield* servedThere(workloads, copy, from))) continue;
        services.push({ member, object: copy.object });
        if (!(yield* selectsReady(rows, copy.row))) findings.add(8, { reason: 'NO_ENDPOINTS', member });
      }
      yield;
    }
  }
  return { ...(findings.first && { finding: findings.first }), members: chosen, copies, services };
}

function judgeBinding({ rows }: Workloads, workload: Workload, members: readonly string[], findings: Findings): void {
  if (!workload.isOwn) return;
  const { replicas = 0 } = bindingHead(rows, workload);
  if (!workload.placing.isCurrent) findings.add(3, { reason: 'NOT_ASSIGNED' });
  const targets = new Map(
    listOf(rows.records(workload.binding.row, PLACEMENT), 'targets').map(([name, count = 0]) => [name, count]),
  );
  const sum = members.reduce((sum, member) => sum + (targets.get(member) ?? 0), 0);
  if (sum < replicas) findings.add(4, { reason: 'TOO_FEW_REPLICAS' });
}

function judgeCopy(rows: RowReader, { row, blind, isMarked }: CopyAt, member: string, findings: Findings): void {
  if (blind !== undefined) return; // Copies that are not collected are read live. The others have a finding.
  if (row === undefined) return findings.add(6, { reason: 'NOT_CURRENT', member });
  if (!isMarked) return findings.add(6, { reason: 'FOREIGN_OBJECT', member });
  if (rows.status(row) !== 'CURRENT') findings.add(7, { reason: 'NOT_CURRENT', member });
}

/** True if the Service with the same name in an old member selects a ready Pod. */
function* servedThere(workloads: Workloads, { object }: CopyAt, from: readonly string[]): Steps<boolean> {
  for (const member of from) {
    const row = workloads.rows.find({ ...object, cluster: workloads.policy.hub.clusterOf(member) });
    if (row !== undefined && (yield* selectsReady(workloads.rows, row))) return true;
  }
  return false;
}

/** Number of Pods processed without yielding. */
const STEP = 64;

function* selectsReady(rows: RowReader, service: VisibleRow): Steps<boolean> {
  const [selector] = rows.records(service, SELECTOR);
  const requirements = Object.entries(selector ?? {}).map(([key, value]): LabelRequirement => ({
    ...{ key, operator: 'in', values: [String(value)] },
  }));
  if (requirements.length === 0) return false;
  const { cluster, namespace } = rows.object(service);
  const pods = yield* rows.matching({ clusters: [cluster], namespaces: [namespace], kinds: [POD] });
  for (const [looked, pod] of pods.entries()) {
    if (looked % STEP === STEP - 1) yield;
    if (rows.status(pod) === 'CURRENT' && labelsMatch(requirements, rows.labels(pod))) return true;
  }
  return false;
}

/** Reason why copies may still exist in the members. Undefined if there is no reason. */
export function* leftOf(workloads: Workloads, members: readonly string[]): Steps<Finding | undefined> {
  let found: Finding | undefined;
  // If the mover cannot see all workloads, hidden workloads may have copies in any member.
  if (members.length > 0 && !workloads.seesHub()) return { reason: 'NOT_VISIBLE' };
  for (const member of members) {
    if (workloads.decided.has(member)) return { reason: 'REMOVING', member };
    for (const workload of workloads.all) {
      // The mover keeps this copy during a move of another policy, because a workload of that policy requires it.
      if (workloads.neededIn(workload).includes(member)) continue;
      if (workloads.hasTask(workload, member)) return { reason: 'REMOVING', member };
      if (workloads.assignedTo(workload).has(member)) continue;
      if (workloads.workOf(workload, member) !== undefined) return { reason: 'REMOVING', member };
      const copies = workloads.copiesAt(workload, member);
      if (copies.some(({ row, isMarked }) => row !== undefined && isMarked)) return { reason: 'REMOVING', member };
      found ??= workloads.unreachable(member);
      if (!workloads.seesWorksOf(member) || copies.some(({ blind }) => blind === 'NOT_VISIBLE'))
        found ??= { reason: 'NOT_VISIBLE', member };
      if (copies.some(({ blind }) => blind === 'INCOMPLETE')) found ??= { reason: 'UNREACHABLE', member };
      yield;
    }
  }
  return found;
}
