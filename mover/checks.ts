/**
 * Checks before a move begins, while nothing has been changed yet. They check the members, the engine's filters, and
 * volumes that cannot move. They also find policies that the mover cannot change, and existing objects with the names
 * of the new copies.
 *
 * Existing objects must be found before the first patch. The agent of Open Cluster Management adopts existing objects,
 * and later removes them together with the ManifestWork.
 */
import { annotation, at, groupOf, isTrue, list } from '../kinds/untrusted.ts';
import type { KubernetesObject } from '../kubernetes/client.ts';
import type { Steps } from '../async/fair-turns.ts';
import type { VisibleRow } from '../readmodel/question.ts';
import type { ProjectionRecord } from '../store/attached.ts';
import { INTENT, fieldsPatch, unpinnedFields } from '../subgraphs/placement-intent.ts';
import { boundSets, memberOf } from '../subgraphs/placement/candidates.ts';
import { isKind, MEMBER_KIND, OCM } from '../subgraphs/placement/engine-kinds.ts';
import {
  affinity,
  api,
  clusterSet,
  deleting,
  eviction,
  karmadaTaints,
  ocmTaints,
  predicates,
  spread,
  type Member,
  type Refusal,
} from '../subgraphs/placement/filters.ts';
import { PLACEMENT, placement } from '../subgraphs/placement/projections.ts';
import {
  headOf,
  listOf,
  type BindingHead,
  type PlacementHead,
  type PolicyHead,
  type WorkSetHead,
} from '../subgraphs/placement/records.ts';
import { MOUNTING_KINDS, VOLUMES, type ClaimModes, type MountedVolumes } from '../subgraphs/placement/volumes.ts';
import type { Check, Finding, MemberObject } from './facts.ts';
import { TAINT_EFFECT } from './member-step.ts';
import { bindingHead, type Workload, type Workloads } from './workloads.ts';

const SCHEDULING_DISABLED = 'cluster.open-cluster-management.io/experimental-scheduling-disable';
const CLAIM = { group: '', kind: 'PersistentVolumeClaim' };

/** Records of the policy without the changes of the mover's pin. */
export function unpinnedRecords(
  policy: KubernetesObject,
  kind: { readonly group: string; readonly kind: string },
): readonly ProjectionRecord[] {
  const change = fieldsPatch(unpinnedFields(kind.kind, policy), policy);
  return placement.project({ ...policy, spec: merged(policy.spec ?? {}, change) }, kind);
}

/** Applies a merge patch (RFC 7386) to a value. */
function merged(value: unknown, change: object): object {
  const result: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete result[key];
    else result[key] = typeof part === 'object' && !Array.isArray(part) ? merged(result[key], part as object) : part;
  }
  return result;
}

/** True if the policy tolerates the taint that a drain adds. */
export function toleratesDrain(engine: 'OCM' | 'KARMADA', records: readonly ProjectionRecord[]): boolean {
  const member = { taints: [{ key: INTENT.drainTaint, effect: TAINT_EFFECT[engine] }] } as unknown as Member;
  const tolerations = listOf(records, 'tolerations');
  return (
    (engine === 'OCM'
      ? ocmTaints(member, tolerations, { isDecided: false, now: 0 })
      : karmadaTaints(member, tolerations, false)) === ''
  );
}

export interface CheckOptions {
  readonly policy: KubernetesObject;
  readonly to: readonly string[];
  /** Member that is being drained. Absent for a move. */
  readonly drained?: string;
  /** Current time, in milliseconds since the epoch. */
  readonly now: number;
}

export function* checkOf(workloads: Workloads, options: CheckOptions): Steps<Check> {
  const { to, drained } = options;
  const unseen: MemberObject[] = [];
  const finding =
    unknownMember(workloads, to, drained) ??
    (drained === undefined ? yield* rejected(workloads, options) : emptied(workloads, options)) ??
    (yield* volume(workloads, options)) ??
    form(workloads, options) ??
    workloads.blindOnHub() ??
    (drained === undefined ? ((yield* blindIn(workloads, to)) ?? (yield* foreign(workloads, to, unseen))) : undefined);
  return { ...(finding && { finding }), unseen };
}

function unknownMember(
  { rows, policy: { hub } }: Workloads,
  to: readonly string[],
  drained: string | undefined,
): Finding | undefined {
  if (drained !== undefined) return undefined;
  const member = to.find(
    name => rows.find({ cluster: hub.cluster, ...MEMBER_KIND[hub.engine], namespace: '', name }) === undefined,
  );
  return member === undefined ? undefined : { reason: 'UNKNOWN_MEMBER', member };
}

/** Checks the engine's filters. A filter that the mover cannot evaluate counts as passed. */
function* rejected(workloads: Workloads, { policy, to, now }: CheckOptions): Steps<Finding | undefined> {
  const { rows, decided } = workloads;
  const { hub, object } = workloads.policy;
  const records = unpinnedRecords(policy, object);
  const sets = hub.engine === 'OCM' ? yield* boundSets(rows, hub.cluster, object.namespace) : undefined;
  for (const name of to) {
    const row = rows.find({ cluster: hub.cluster, ...MEMBER_KIND[hub.engine], namespace: '', name })!;
    const member = memberOf(rows, row);
    const isThere = decided.has(name);
    const refusals = sets
      ? ocmRefusals(member, records, { ...sets, isDecided: isThere, now })
      : karmadaRefusals(workloads, member, records, isThere);
    if (refusals.some(refusal => refusal !== undefined && refusal !== '')) return { reason: 'REJECTED', member: name };
    yield;
  }
  return undefined;
}

function ocmRefusals(
  member: Member,
  records: readonly ProjectionRecord[],
  {
    isDecided,
    now,
    ...sets
  }: { readonly isDecided: boolean; readonly now: number } & Pick<
    Parameters<typeof clusterSet>[1],
    'bound' | 'isWhole'
  >,
): Refusal[] {
  const { sets: named = [] } = headOf<PlacementHead>(records) ?? {};
  return [
    deleting(member),
    clusterSet(member, { ...sets, named, label: OCM.clusterSetLabel }),
    predicates(member, listOf(records, 'predicates')),
    ocmTaints(member, listOf(records, 'tolerations'), { isDecided, now }),
  ];
}

function karmadaRefusals(
  { rows, all }: Workloads,
  member: Member,
  records: readonly ProjectionRecord[],
  isThere: boolean,
): Refusal[] {
  const { spread: fields = [] } = headOf<PolicyHead>(records) ?? {};
  // The pin will replace the list `clusterNames`, so the list is not checked.
  const affinities = listOf(records, 'affinities').map(({ clusters: _names, ...rest }) => rest);
  return [
    deleting(member),
    affinity(member, affinities, undefined),
    karmadaTaints(member, listOf(records, 'tolerations'), isThere),
    spread(member, fields),
    ...all.map(workload => api(member, bindingHead(rows, workload).template, isThere)),
    ...all.map(workload => eviction(isEvictedByOthers(rows.records(workload.binding.row, PLACEMENT), member.name))),
  ];
}

function isEvictedByOthers(records: readonly ProjectionRecord[], member: string): boolean {
  return listOf(records, 'tasks').some(({ from, producer }) => from === member && producer !== 'fleetgraph');
}

/**
 * If all copies of a Placement are in the drained member, the Placement needs `numberOfClusters`. Without this number,
 * the engine assigns no substitute for the drained member.
 */
function emptied({ policy: { hub }, assigned }: Workloads, { policy, drained }: CheckOptions): Finding | undefined {
  const hasNumber = at(policy, 'spec', 'numberOfClusters') !== undefined;
  const isLast = hub.engine === 'OCM' && !hasNumber && assigned.every(member => member === drained);
  return isLast ? { reason: 'EMPTY', member: drained! } : undefined;
}

function form(workloads: Workloads, { policy, to, drained }: CheckOptions): Finding | undefined {
  const {
    rows,
    all,
    policy: { hub, row },
    decided,
  } = workloads;
  const isCut = (of: VisibleRow) => headOf<WorkSetHead>(rows.records(of, PLACEMENT))?.cut === true;
  const spec = at(policy, 'spec');
  const leaving = drained === undefined ? [...decided].filter(member => !to.includes(member)) : [drained];
  const isOther =
    hub.engine === 'OCM'
      ? isTrue(annotation(policy, SCHEDULING_DISABLED))
      : at(spec, 'activationPreference') === 'Lazy' ||
        list(at(spec, 'placement', 'clusterAffinities')).length > 0 ||
        isTrue(at(spec, 'suspension', 'dispatching')) ||
        list(at(spec, 'suspension', 'dispatchingOnClusters', 'clusterNames')).length > 0 ||
        all.some(workload => isBindingOther(rows.records(workload.binding.row, PLACEMENT), leaving));
  return isOther || isCut(row) || all.some(({ binding, placing }) => placing.isCut || isCut(binding.row))
    ? { reason: 'POLICY_FORM' }
    : undefined;
}

/** True if the binding is suspended, or if the move would change a task of another controller. */
function isBindingOther(records: readonly ProjectionRecord[], leaving: readonly string[]): boolean {
  return headOf<BindingHead>(records)?.suspended === true || leaving.some(member => isEvictedByOthers(records, member));
}

/** Checks that the mover may see the copies in the new members. It must confirm each copy there before it goes on. */
function* blindIn(workloads: Workloads, to: readonly string[]): Steps<Finding | undefined> {
  for (const member of to) {
    const finding = { reason: 'NOT_VISIBLE', member } as const;
    const cluster = workloads.policy.hub.clusterOf(member);
    if (workloads.joins.stateOf(cluster) === undefined || !workloads.seesWorksOf(member)) return finding;
    for (const workload of workloads.all) {
      if (workloads.copiesAt(workload, member).some(({ blind }) => blind === 'NOT_VISIBLE')) return finding;
      yield;
    }
  }
  return undefined;
}

function* foreign(workloads: Workloads, to: readonly string[], unseen: MemberObject[]): Steps<Finding | undefined> {
  for (const member of to.filter(name => !workloads.decided.has(name))) {
    for (const workload of workloads.all) {
      const isHeld = isHeldAt(workloads, workload, member);
      for (const { object, row, isMarked, blind } of workloads.copiesAt(workload, member)) {
        if (row !== undefined && !isMarked && !isOfWorks(workloads, row)) return { reason: 'FOREIGN_OBJECT', member };
        if (row === undefined && blind === 'NOT_COLLECTED' && !isHeld) unseen.push({ member, object });
      }
      yield;
    }
  }
  return undefined;
}

/**
 * True if all owners of the object are ManifestWorks, for example of a Namespace that several ManifestWorks contain.
 * The move may apply such an object. The agent of Open Cluster Management adds one more owner, and deletes the object
 * only when its last owner is gone.
 */
function isOfWorks({ rows, policy }: Workloads, row: VisibleRow): boolean {
  const owners = rows.owners(row);
  return policy.hub.engine === 'OCM' && owners.length > 0 && owners.every(owner => isKind(owner, OCM.appliedWork));
}

/**
 * True if the workload is assigned to the member or still kept there. Objects of the workload may then already exist
 * in the member.
 */
function isHeldAt(workloads: Workloads, workload: Workload, member: string): boolean {
  return (
    workloads.hasTask(workload, member) ||
    workloads.workOf(workload, member) !== undefined ||
    workloads.assignedTo(workload).has(member)
  );
}

function* volume(workloads: Workloads, { policy, to, drained }: CheckOptions): Steps<Finding | undefined> {
  if (annotation(policy, INTENT.volumes) === 'leave') return undefined;
  const leaving = workloads.assigned.filter(member =>
    drained === undefined ? !to.includes(member) : member === drained,
  );
  if (leaving.length === 0) return undefined;
  const coming = drained === undefined ? to.filter(member => !workloads.decided.has(member)) : [];
  return (yield* staysBehind(workloads, coming, drained === undefined)) ? { reason: 'VOLUME' } : undefined;
}

/**
 * True if data would be left behind. A template that creates claims, or that is not completely known, counts as leaving
 * data behind. A mounted claim leaves no data behind if all of these conditions hold:
 * - The access modes of the claim in an assigned member allow sharing.
 * - The claim is not part of a workload, because the new member would then get an empty claim.
 * - The claim is visible and bound in every member that gets copies.
 * @param coming Members that get copies. In a drain, these members are known only later
 * @param isPlaced False to check only templates and access modes, because the members that get copies are not known yet
 */
export function* staysBehind(workloads: Workloads, coming: readonly string[], isPlaced = true): Steps<boolean> {
  const ids = new Set(
    workloads.all.flatMap(({ placing }) =>
      placing.manifests.map(([, kind, namespace, name]) => `${kind}/${namespace}/${name}`),
    ),
  );
  for (const workload of workloads.all) {
    for (const { namespace, claims, templates, cut } of yield* mounted(workloads, workload)) {
      if (templates || cut) return true;
      for (const claim of claims ?? []) {
        if (!workloads.assigned.some(member => isShared(workloads, member, namespace, claim))) return true;
        if (isPlaced && ids.has(`${CLAIM.kind}/${namespace}/${claim}`)) return true;
        if (isPlaced && !coming.every(member => isBound(workloads, member, namespace, claim))) return true;
        yield;
      }
    }
  }
  return false;
}

/**
 * Volumes that the templates of a workload mount, read from the workload's copies. For Karmada also read from the
 * templates on the hub. A template without any visible row may mount anything.
 */
function* mounted(
  workloads: Workloads,
  workload: Workload,
): Steps<(MountedVolumes & { readonly namespace: string })[]> {
  const { rows, assigned, policy } = workloads;
  const places = [
    ...assigned.map(member => policy.hub.clusterOf(member)),
    ...(policy.hub.engine === 'KARMADA' ? [policy.hub.cluster] : []),
  ];
  const found: (MountedVolumes & { readonly namespace: string })[] = [];
  for (const [apiVersion, kind, namespace, name] of workload.placing.manifests) {
    const of = { group: groupOf(apiVersion), kind, namespace, name };
    if (!MOUNTING.has(`${of.group}/${kind}`)) continue;
    const seen = places.map(cluster => rows.find({ cluster, ...of })).filter(row => row !== undefined);
    if (seen.length === 0) found.push({ cut: true, namespace });
    for (const row of seen)
      for (const record of rows.records(row, VOLUMES) as readonly MountedVolumes[])
        found.push({ ...record, namespace });
    yield;
  }
  return found;
}

const MOUNTING: ReadonlySet<string> = new Set(MOUNTING_KINDS.map(({ group, kind }) => `${group}/${kind}`));

const SHARED = ['ReadWriteMany', 'ReadOnlyMany'];

function claimAt({ rows, policy }: Workloads, member: string, namespace: string, name: string): VisibleRow | undefined {
  return rows.find({ cluster: policy.hub.clusterOf(member), ...CLAIM, namespace, name });
}

function isShared(workloads: Workloads, member: string, namespace: string, name: string): boolean {
  const row = claimAt(workloads, member, namespace, name);
  const [record] = row === undefined ? [] : (workloads.rows.records(row, VOLUMES) as unknown as readonly ClaimModes[]);
  return record?.modes.some(mode => SHARED.includes(mode)) === true;
}

function isBound(workloads: Workloads, member: string, namespace: string, name: string): boolean {
  const row = claimAt(workloads, member, namespace, name);
  return row !== undefined && workloads.rows.status(row) === 'CURRENT';
}
