/**
 * Projections of this subgraph. `placement` is one format for the kinds of Open Cluster Management and Karmada
 * (records.ts). `replicas` has the replica counts of workloads, and `volumes` is in volumes.ts. Records hold identities
 * and a digest of manifests, but not the manifests.
 */
import { createHash } from 'node:crypto';
import type { Projection } from '../../kinds/projection.ts';
import {
  annotation,
  at,
  conditionAt,
  type Condition,
  groupOf,
  integer,
  isName,
  isRecord,
  isTrue,
  line,
  list,
  text,
  time,
} from '../../kinds/untrusted.ts';
import type { Resource } from '../../rbac/types.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import { requirementsOf } from '../label-selector.ts';
import { INTENT, wantedMembers } from '../placement-intent.ts';
import { boundOf, isDrained, moveOf } from './annotations.ts';
import { KARMADA, OCM } from './engine-kinds.ts';
import {
  keys,
  recordsOf,
  type Affinity,
  type Amounts,
  type BindingHead,
  type Claim,
  type ClusterSetHead,
  type Decided,
  type Decision,
  type Intent,
  type Manifest,
  type MemberHead,
  type PlacementHead,
  type PolicyHead,
  type Predicate,
  type Reported,
  type RequiredBy,
  type Selector,
  type Served,
  type Taint,
  type Target,
  type Task,
  type Toleration,
  type WorkHead,
  type WorkSetHead,
} from './records.ts';
import { volumes } from './volumes.ts';

type Kind = Pick<Resource, 'group' | 'kind'>;
type Reader = (object: unknown) => readonly ProjectionRecord[];

export const PLACEMENT = 'placement';
export const REPLICAS = 'replicas';

/** Maximum characters kept from a message of an engine. */
const MAX_MESSAGE = 256;
/** Maximum characters kept from a short text, such as the value of a label, a taint or a claim. */
const MAX_TEXT = 253;

const READERS: readonly (readonly [Kind, Reader])[] = [
  [OCM.placement, readPlacement],
  [OCM.decision, readDecision],
  [OCM.member, readManagedCluster],
  [OCM.clusterSet, readClusterSet],
  [OCM.setBinding, readSetBinding],
  [OCM.workSet, readWorkSet],
  [OCM.work, readWork],
  [KARMADA.policy, readPolicy],
  [KARMADA.clusterPolicy, readPolicy],
  [KARMADA.binding, readBinding],
  [KARMADA.clusterBinding, readBinding],
  [KARMADA.member, readKarmadaCluster],
];
const readerOf = new Map(READERS.map(([{ group, kind }, read]) => [`${group}/${kind}`, read]));

export const placement: Projection = {
  name: PLACEMENT,
  version: 5,
  index: 'by',
  from: READERS.map(([kind]) => kind),
  project: (object, { group, kind }) => readerOf.get(`${group}/${kind}`)?.(object) ?? [],
};

export type Replicas = readonly [wanted: number, updated: number, ready: number, available: number];

const COUNTS: Readonly<Record<string, (spec: unknown, status: unknown) => Replicas>> = {
  Deployment: (spec, status) => [
    count(at(spec, 'replicas'), 1),
    count(at(status, 'updatedReplicas')),
    count(at(status, 'readyReplicas')),
    count(at(status, 'availableReplicas')),
  ],
  DaemonSet: (_spec, status) => [
    count(at(status, 'desiredNumberScheduled')),
    count(at(status, 'updatedNumberScheduled')),
    count(at(status, 'numberReady')),
    count(at(status, 'numberAvailable')),
  ],
  ReplicaSet: (spec, status) => [
    count(at(spec, 'replicas'), 1),
    count(at(status, 'replicas')),
    count(at(status, 'readyReplicas')),
    count(at(status, 'availableReplicas')),
  ],
  Job: (spec, status) => [
    count(at(spec, 'parallelism'), 1),
    count(at(status, 'active')),
    count(at(status, 'ready')),
    count(at(status, 'ready')),
  ],
};

const replicas: Projection = {
  name: REPLICAS,
  version: 1,
  from: [
    ...['Deployment', 'StatefulSet', 'ReplicaSet', 'DaemonSet'].map(kind => ({ group: 'apps', kind })),
    { group: 'batch', kind: 'Job' },
  ],
  project: (object, { kind }) => {
    const counts = (COUNTS[kind] ?? COUNTS['Deployment']!)(at(object, 'spec'), at(object, 'status'));
    return [{ n: counts }];
  },
};

export const projections: readonly Projection[] = [placement, replicas, volumes];

// Kinds of Open Cluster Management.

function readPlacement(object: unknown): readonly ProjectionRecord[] {
  const spec = at(object, 'spec');
  const sets = names(at(spec, 'clusterSets'));
  const head: PlacementHead = {
    ...(sets.length > 0 && { sets }),
    ...given('wants', integer(at(spec, 'numberOfClusters'))),
    ...given('satisfied', decided(object, 'PlacementSatisfied')),
  };
  const predicates = list(at(spec, 'predicates')).map((item): Predicate => {
    const selector = at(item, 'requiredClusterSelector');
    const cel = list(at(selector, 'celSelector', 'celExpressions')).map(text);
    return {
      ...given('labels', selectorOf(at(selector, 'labelSelector'))),
      ...given('claims', selectorOf(at(selector, 'claimSelector'))),
      ...(cel.length > 0 && { cel }),
    };
  });
  return policyRecords(object, head, { predicates, tolerations: tolerations(at(spec, 'tolerations')) });
}

function readDecision(object: unknown): readonly ProjectionRecord[] {
  const of = at(object, 'metadata', 'labels', OCM.placementLabel);
  if (!isName(of)) return [];
  const decisions = list(at(object, 'status', 'decisions')).flatMap((item): Decision[] => {
    const [member, score] = [at(item, 'clusterName'), integer(at(item, 'score'))];
    return isName(member) ? [score === undefined ? [member] : [member, score]] : [];
  });
  return recordsOf({}, { decisions }, [keys.decisionsOf(text(at(object, 'metadata', 'namespace')), of)]);
}

function readManagedCluster(object: unknown): readonly ProjectionRecord[] {
  const claims = list(at(object, 'status', 'clusterClaims')).flatMap((item): Claim[] => {
    const name = at(item, 'name');
    return isName(name) ? [[name, short(at(item, 'value'))]] : [];
  });
  const head: MemberHead = {
    ...memberHead(object, 'ManagedClusterConditionAvailable'),
    ...given('allocatable', amounts(at(object, 'status', 'allocatable'))),
  };
  return recordsOf(head, { taints: taints(object), claims }, intentOf(head, taints(object)));
}

function readClusterSet(object: unknown): readonly ProjectionRecord[] {
  const by = at(object, 'spec', 'clusterSelector');
  const head: ClusterSetHead =
    at(by, 'selectorType') === 'LabelSelector' ? { selector: selectorOf(at(by, 'labelSelector')) ?? null } : {};
  return recordsOf(head, {});
}

function readSetBinding(object: unknown): readonly ProjectionRecord[] {
  const set = at(object, 'spec', 'clusterSet');
  return isName(set) ? recordsOf({ set }, {}, [keys.setBindingsIn(text(at(object, 'metadata', 'namespace')))]) : [];
}

function readWorkSet(object: unknown): readonly ProjectionRecord[] {
  const namespace = text(at(object, 'metadata', 'namespace'));
  const placements = [...new Set(list(at(object, 'spec', 'placementRefs')).map(ref => at(ref, 'name')))]
    .filter(isName)
    .sort();
  const template = at(object, 'spec', 'manifestWorkTemplate', 'workload', 'manifests');
  const kept = placements.slice(0, MAX_POLICIES);
  const isCut = placements.length > MAX_POLICIES;
  const by = kept.map(name => keys.setsBy(namespace, name));
  const head: WorkSetHead = { ...digested(template), ...(isCut && { cutLists: ['placements'] }) };
  return recordsOf(head, { manifests: manifestsOf(template), placements: kept }, [
    ...by,
    ...(isCut ? [keys.cutSetsIn(namespace)] : []),
  ]);
}

/** Maximum number of Placements kept for one ManifestWorkReplicaSet. */
const MAX_POLICIES = 32;

function readWork(object: unknown): readonly ProjectionRecord[] {
  const [applied, available] = [conditionAt(object, 'Applied'), conditionAt(object, 'Available')];
  const head: WorkHead = {
    ...given('applied', applied && isApplied(applied, integer(at(object, 'metadata', 'generation')))),
    ...(available && { available: short(available.status) }),
    ...digested(at(object, 'spec', 'workload', 'manifests')),
  };
  const set = at(object, 'metadata', 'labels', OCM.workSetLabel);
  // No manifests for a ManifestWork of a ManifestWorkReplicaSet, which has the same manifests.
  const manifests = isName(set) ? [] : manifestsOf(at(object, 'spec', 'workload', 'manifests'));
  return recordsOf(head, { manifests }, isName(set) ? [keys.worksOf(set)] : []);
}

/** True if the agent applied the current generation. Undefined while the agent does not know. */
function isApplied({ status, observedGeneration }: Condition, generation: number | undefined): boolean | undefined {
  if (status === 'False' || observedGeneration !== generation) return false;
  return status === 'True' ? true : undefined;
}

/**
 * Digest of manifests. A ManifestWork is up to date with its ManifestWorkReplicaSet if the digests are equal. API
 * servers write the fields in a fixed order, so equal manifests have equal JSON.
 */
function digested(manifests: unknown): { readonly digest?: string } {
  if (list(manifests).length === 0) return {};
  return { digest: createHash('sha256').update(JSON.stringify(manifests)).digest('base64url').slice(0, DIGEST_LENGTH) };
}

/** Characters of a digest. 22 characters are 132 bits. */
const DIGEST_LENGTH = 22;

/** Identities of manifests, without repetitions. */
function manifestsOf(value: unknown): readonly Manifest[] {
  const found = new Map<string, Manifest>();
  for (const item of list(value).slice(0, 4 * MAX_MANIFESTS)) {
    const [namespace, name] = [at(item, 'metadata', 'namespace') ?? '', at(item, 'metadata', 'name')];
    const [apiVersion, kind] = [at(item, 'apiVersion'), at(item, 'kind')];
    if (!isApiVersion(apiVersion) || !isName(kind) || !isName(name) || (namespace !== '' && !isName(namespace)))
      continue;
    const id = `${groupOf(apiVersion)}/${kind}/${namespace}/${name}`;
    if (!found.has(id)) found.set(id, [apiVersion, kind, namespace, name]);
    if (found.size > MAX_MANIFESTS) break;
  }
  return [...found.values()];
}

const MAX_MANIFESTS = 256;

function isApiVersion(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= 317 && value.split('/').length <= 2 && value.split('/').every(isName)
  );
}

// Kinds of Karmada.

function readPolicy(object: unknown): readonly ProjectionRecord[] {
  const rules = at(object, 'spec', 'placement');
  const head: PolicyHead = spreadOf(rules);
  const groups = list(at(rules, 'clusterAffinities'));
  const single = at(rules, 'clusterAffinity');
  const affinities = groups.length > 0 ? groups.map(affinity) : single === undefined ? [] : [affinity(single)];
  return policyRecords(object, head, { affinities, tolerations: tolerations(at(rules, 'clusterTolerations')) });
}

function spreadOf(rules: unknown): Pick<PolicyHead, 'spread' | 'most'> {
  const constraints = list(at(rules, 'spreadConstraints')).slice(0, 16);
  const spread = constraints
    .map(item => text(at(item, 'spreadByField')))
    .filter(field => ['provider', 'region', 'zone'].includes(field));
  const most = constraints.flatMap(item =>
    at(item, 'spreadByField') === 'cluster' ? [integer(at(item, 'maxGroups'))] : [],
  )[0];
  return { ...(spread.length > 0 && { spread }), ...(most !== undefined && most > 0 && { most }) };
}

function affinity(item: unknown): Affinity {
  const [clusters, exclude] = [names(at(item, 'clusterNames')), names(at(item, 'exclude'))];
  const fields = at(item, 'fieldSelector');
  return {
    ...(isName(at(item, 'affinityName')) && { name: text(at(item, 'affinityName')) }),
    ...given('labels', selectorOf(at(item, 'labelSelector'))),
    ...given('fields', isRecord(fields) ? requirementsOf(fields) : undefined),
    ...(clusters.length > 0 && { clusters }),
    ...(exclude.length > 0 && { exclude }),
  };
}

function readBinding(object: unknown): readonly ProjectionRecord[] {
  const [spec, status] = [at(object, 'spec'), at(object, 'status')];
  const resource = at(spec, 'resource');
  const [apiVersion, kind, name] = [at(resource, 'apiVersion'), at(resource, 'kind'), at(resource, 'name')];
  const namespace = at(resource, 'namespace') ?? '';
  if (!isApiVersion(apiVersion) || !isName(kind) || !isName(name) || (namespace !== '' && !isName(namespace)))
    return [];
  const policy = ['propagationpolicy.karmada.io/namespace', 'propagationpolicy.karmada.io/name'].map(key =>
    annotation(object, key),
  );
  const clusterPolicy = annotation(object, 'clusterpropagationpolicy.karmada.io/name');
  const head: BindingHead = {
    template: [apiVersion, kind, namespace, name],
    ...given('replicas', integer(at(spec, 'replicas'))),
    ...given('generation', integer(at(object, 'metadata', 'generation'))),
    ...given('scheduledGeneration', integer(at(status, 'schedulerObservedGeneration'))),
    ...given('scheduled', decided(object, 'Scheduled')),
    ...(isName(at(status, 'schedulerObservingAffinityName')) && {
      affinity: text(at(status, 'schedulerObservingAffinityName')),
    }),
    ...given('most', spreadOf(at(spec, 'placement')).most),
    ...(policy.every(isName) && { policy: policy as [string, string] }),
    ...(isName(clusterPolicy) && { clusterPolicy }),
    ...(isTrue(at(spec, 'suspension', 'dispatching')) && { suspended: true as const }),
  };
  const lists = {
    targets: list(at(spec, 'clusters')).flatMap((item): Target[] => {
      const [member, count] = [at(item, 'name'), integer(at(item, 'replicas'))];
      return isName(member) ? [count === undefined ? [member] : [member, count]] : [];
    }),
    tasks: list(at(spec, 'gracefulEvictionTasks')).flatMap((item): Task[] => {
      const from = at(item, 'fromCluster');
      if (!isName(from)) return [];
      const isDirect = ['Directly', 'Immediately'].includes(text(at(item, 'purgeMode')));
      const [producer, suppress] = [short(at(item, 'producer')), at(item, 'suppressDeletion')];
      return [
        {
          ...{ from, ...given('replicas', integer(at(item, 'replicas'))), ...(isDirect && { directly: true }) },
          ...{ ...(producer && { producer }), ...(typeof suppress === 'boolean' && { suppress }) },
        },
      ];
    }),
    requiredBy: requirers(spec),
    reported: list(at(status, 'aggregatedStatus')).flatMap((item): Reported[] => {
      const [member, health] = [at(item, 'clusterName'), short(at(item, 'health'))];
      if (!isName(member)) return [];
      return [isTrue(at(item, 'applied')) ? [member, health, true] : [member, health]];
    }),
  };
  return recordsOf(head, lists, [
    keys.templateIs(groupOf(apiVersion), kind, namespace, name),
    ...(head.policy ? [keys.policyIs(...head.policy)] : []),
    ...(head.clusterPolicy === undefined ? [] : [keys.policyIs('', head.clusterPolicy)]),
    ...[...new Set(lists.requiredBy.map(([namespace, name]) => keys.requiredBy(namespace, name)))].slice(
      0,
      MAX_REQUIRERS,
    ),
  ]);
}

/** Maximum number of entries in `requiredBy` of a binding that get an index key. */
const MAX_REQUIRERS = 32;

/** Bindings that require a binding. Keeps each member only once, because requirers often run on the same members. */
function requirers(spec: unknown): readonly RequiredBy[] {
  const known = new Set<string>();
  return list(at(spec, 'requiredBy')).flatMap((item): RequiredBy[] => {
    const [namespace, name] = [at(item, 'namespace') ?? '', at(item, 'name')];
    if (!isName(name) || (namespace !== '' && !isName(namespace))) return [];
    const members = names(list(at(item, 'clusters')).map(it => at(it, 'name'))).filter(it => !known.has(it));
    for (const member of members) known.add(member);
    const items: RequiredBy[] = [[namespace, name, ...members.slice(0, MEMBERS_OF_ITEM)]];
    for (let from = MEMBERS_OF_ITEM; from < members.length; from += MEMBERS_OF_ITEM)
      items.push([namespace, name, ...members.slice(from, from + MEMBERS_OF_ITEM)]);
    return items;
  });
}

/** Maximum number of members in an item of `requiredBy`. Items of this size fit into a record, whatever their names. */
const MEMBERS_OF_ITEM = 8;

function readKarmadaCluster(object: unknown): readonly ProjectionRecord[] {
  const [spec, status] = [at(object, 'spec'), at(object, 'status')];
  const [provider, region] = [short(at(spec, 'provider')), short(at(spec, 'region'))];
  const head: MemberHead = {
    ...memberHead(object, 'Ready'),
    ...(provider && { provider }),
    ...(region && { region }),
    ...given('allocatable', amounts(at(status, 'resourceSummary', 'allocatable'))),
    ...given('allocated', amounts(at(status, 'resourceSummary', 'allocated'))),
  };
  const zones = list(at(spec, 'zones'));
  const serves = list(at(status, 'apiEnablements')).flatMap((item): Served[] => {
    const groupVersion = at(item, 'groupVersion');
    const kinds = new Set(list(at(item, 'resources')).map(it => at(it, 'kind')));
    return isApiVersion(groupVersion) ? [[groupVersion, ...[...kinds].filter(isName)]] : [];
  });
  const lists = {
    taints: taints(object),
    zones: (zones.length > 0 ? zones : [at(spec, 'zone')]).map(short).filter(zone => zone !== ''),
    serves,
  };
  return recordsOf(head, lists, intentOf(head, lists.taints));
}

// Functions for the kinds of Open Cluster Management and Karmada.

/** Records of a policy, including the content of its annotations. */
function policyRecords(
  object: unknown,
  head: object,
  lists: Parameters<typeof recordsOf>[1],
): readonly ProjectionRecord[] {
  const requested = annotation(object, INTENT.clusters);
  const wanted = wantedMembers(requested);
  const { move, from = [], to = [] } = moveOf(annotation(object, INTENT.move)) ?? {};
  const intent: Intent = {
    ...given('move', move),
    ...(requested !== undefined && !wanted && { unreadable: true }),
    ...(annotation(object, INTENT.volumes) === 'leave' && { leave: true }),
  };
  const by = requested === undefined && annotation(object, INTENT.move) === undefined ? [] : [keys.intent];
  return recordsOf({ ...head, ...intent }, { ...lists, wanted: wanted ?? [], from, to }, by);
}

function memberHead(object: unknown, condition: string): MemberHead {
  const available = conditionAt(object, condition)?.status;
  return {
    ...(available !== undefined && { available: short(available) }),
    ...(isDrained(object) && { drain: true }),
    ...given('bound', boundOf(object)),
  };
}

/** Index key of a member that has a drain, a bound, or a taint of fleetgraph. */
function intentOf({ drain, bound }: MemberHead, all: readonly Taint[]): readonly string[] {
  const isOurs = ({ key }: Taint) => key === INTENT.drainTaint || key === INTENT.fullTaint;
  return drain === true || bound !== undefined || all.some(isOurs) ? [keys.intent] : [];
}

function decided(object: unknown, type: string): Decided | undefined {
  const found = conditionAt(object, type);
  if (!found) return undefined;
  const [reason, message] = [line(found.reason, 128), line(found.message, MAX_MESSAGE)];
  return { status: short(found.status), ...(reason && { reason }), ...(message && { message }) };
}

function taints(object: unknown): readonly Taint[] {
  return list(at(object, 'spec', 'taints')).flatMap((item): Taint[] => {
    const [key, value, effect] = [short(at(item, 'key')), short(at(item, 'value')), short(at(item, 'effect'))];
    const added = time(at(item, 'timeAdded'));
    return key === '' ? [] : [{ key, ...(value && { value }), effect, ...(added !== 0 && { added }) }];
  });
}

function tolerations(value: unknown): readonly Toleration[] {
  return list(value).map(item => {
    const [key, reported, effect] = [short(at(item, 'key')), short(at(item, 'value')), short(at(item, 'effect'))];
    return {
      ...(key && { key }),
      ...(at(item, 'operator') === 'Exists' && { exists: true as const }),
      ...(reported && { value: reported }),
      ...(effect && { effect }),
      ...given('seconds', integer(at(item, 'tolerationSeconds'))),
    };
  });
}

function amounts(value: unknown): Amounts | undefined {
  const [cpu, memory, pods] = ['cpu', 'memory', 'pods'].map(name => {
    const found = at(value, name);
    return typeof found === 'number' ? String(found) : line(text(found), 64);
  });
  return cpu || memory || pods ? { ...(cpu && { cpu }), ...(memory && { memory }), ...(pods && { pods }) } : undefined;
}

/** The requirements of a selector. Undefined without a selector, null if the selector is invalid. */
function selectorOf(selector: unknown): Selector | undefined {
  return isRecord(selector) ? (requirementsOf(selector) ?? null) : undefined;
}

function names(value: unknown): readonly string[] {
  return [...new Set(list(value).filter(isName))];
}

function count(value: unknown, absent = 0): number {
  const number = integer(value) ?? absent;
  return number >= 0 ? number : 0;
}

function short(value: unknown): string {
  return line(text(value), MAX_TEXT);
}

/** An object with one property, or an empty object if the value is undefined. */
function given<Name extends string, T>(name: Name, value: T | undefined): { readonly [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: T };
}
