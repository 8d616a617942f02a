/**
 * Filters of the engines, one function per filter. A filter tells why a member cluster is refused, from objects that
 * the caller sees. The filters follow the code of the engines: pkg/placement of open-cluster-management-io/ocm, and the
 * scheduler plugins of karmada-io/karmada.
 *
 * A filter returns the text of the refusal, '' if the cluster passes, or undefined if the filter cannot be evaluated.
 */
import type { Affinity, Manifest, Predicate, Selector, Served, Taint, Toleration } from './records.ts';
import { unmet, worded } from './selector.ts';

export const FILTERS = [
  'DELETING',
  'CLUSTER_SET',
  'PREDICATE',
  'AFFINITY',
  'TAINT',
  'API',
  'SPREAD',
  'EVICTION',
] as const;
export type FilterName = (typeof FILTERS)[number];

export type Refusal = string | undefined;
const PASSES: Refusal = '';

/** A member cluster, as described on the hub. */
export interface Member {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
  readonly isCut: boolean;
  readonly taints: readonly Taint[];
  readonly claims: Readonly<Record<string, string>>;
  readonly provider: string;
  readonly region: string;
  readonly zones: readonly string[];
  readonly serves: readonly Served[];
}

const MAX_DETAIL = 512;

function refused(detail: string): Refusal {
  return detail.length <= MAX_DETAIL ? detail : `${detail.slice(0, MAX_DETAIL - 1).toWellFormed()}…`;
}

export function deleting({ isDeleting }: Member): Refusal {
  return isDeleting ? refused('the member cluster is being deleted') : PASSES;
}

// Filters of Open Cluster Management.

export interface ClusterSet {
  readonly name: string;
  /** Selector of the members. If absent, the label OCM.clusterSetLabel of a member names its set. */
  readonly selector?: Selector;
}

/**
 * @param bound Visible sets that are bound in the namespace of the Placement
 * @param isWhole True if the caller sees all sets that are bound in that namespace
 */
export function clusterSet(
  member: Member,
  {
    bound,
    named,
    isWhole,
    label,
  }: { bound: readonly ClusterSet[]; named: readonly string[]; isWhole: boolean; label: string },
): Refusal {
  const sets = named.length > 0 ? bound.filter(({ name }) => named.includes(name)) : bound;
  if (sets.some(set => isIn(member, set, label))) return PASSES;
  if (!isWhole) return undefined;
  const names = (named.length > 0 ? named : bound.map(({ name }) => name)).toSorted();
  return refused(
    names.length > 0
      ? `in none of the bound cluster sets of ${names.join(', ')}`
      : 'no cluster set is bound to the namespace',
  );
}

function isIn({ labels }: Member, { name, selector }: ClusterSet, label: string): boolean {
  if (selector === undefined) return labels[label] === name;
  return selector !== null && unmet(selector, labels) === undefined;
}

export function predicates(member: Member, all: readonly Predicate[]): Refusal {
  if (all.length === 0) return PASSES;
  const verdicts = all.map(it => predicate(member, it));
  if (verdicts.includes(PASSES)) return PASSES;
  if (verdicts.includes(undefined)) return undefined;
  return refused([...new Set(verdicts)].join('; '));
}

/** CEL that names members: `managedCluster.metadata.name in ["a","b"]`. All other CEL is not evaluated. */
const NAMES_MEMBERS = /^\s*managedCluster\.metadata\.name\s+in\s+(\[[^\]]*\])\s*$/;

function predicate(member: Member, { labels, claims, cel = [] }: Predicate): Refusal {
  const byLabel = bySelector(labels, member.labels, 'label');
  if (byLabel !== PASSES) return byLabel;
  if (claims !== undefined && claims?.length !== 0) {
    const byClaim = bySelector(claims, member.claims, 'claim');
    if (byClaim !== PASSES) return member.isCut ? undefined : byClaim;
  }
  let isOpen = false;
  for (const expression of cel) {
    const names = namesIn(expression);
    if (!names) isOpen = true;
    else if (!names.includes(member.name)) return expression;
  }
  return isOpen ? undefined : PASSES;
}

function namesIn(expression: string): readonly unknown[] | undefined {
  const [, list] = NAMES_MEMBERS.exec(expression) ?? [];
  try {
    const names: unknown = list && JSON.parse(list);
    return Array.isArray(names) && names.every(name => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}

function bySelector(selector: Selector | undefined, texts: Readonly<Record<string, string>>, what: string): Refusal {
  if (selector === undefined) return PASSES;
  if (selector === null) return `${what} selector is not valid`;
  const requirement = unmet(selector, texts);
  return requirement ? `${what} ${worded(requirement)}` : PASSES;
}

/** @param now Milliseconds since the epoch */
export function ocmTaints(
  { taints }: Member,
  tolerations: readonly Toleration[],
  { isDecided, now }: { isDecided: boolean; now: number },
): Refusal {
  const refusing = taints.filter(
    taint =>
      (taint.effect === 'NoSelect' || (taint.effect === 'NoSelectIfNew' && !isDecided)) &&
      !tolerations.some(toleration => {
        const until = toleration.seconds === undefined ? Infinity : (taint.added ?? 0) + toleration.seconds * 1_000;
        return tolerates(toleration, taint) && now < until;
      }),
  );
  return refused(refusing.map(taintText).join(', '));
}

// Filters of Karmada.

export function karmadaTaints({ taints }: Member, tolerations: readonly Toleration[], isAssigned: boolean): Refusal {
  if (isAssigned) return PASSES;
  const refusing = taints.filter(
    taint =>
      ['NoSchedule', 'NoExecute'].includes(taint.effect) &&
      !tolerations.some(toleration => tolerates(toleration, taint)),
  );
  return refused(refusing.map(taintText).join(', '));
}

function tolerates({ key, exists, value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== undefined && key !== taint.key) return false;
  return exists === true || value === (taint.value ?? '');
}

/** A taint as kubectl writes it: `key=value:Effect`, or `key:Effect` without a value. */
export function taintText({ key, value, effect }: Taint): string {
  return `${key}${value ? `=${value}` : ''}:${effect}`;
}

/** @param observed Name of the affinity that the scheduler used */
export function affinity(member: Member, all: readonly Affinity[], observed: string | undefined): Refusal {
  const rule = all.find(({ name }) => name !== undefined && name === observed) ?? all[0];
  if (!rule) return PASSES;
  const { exclude = [], labels, fields, clusters = [] } = rule;
  if (exclude.includes(member.name)) return refused('excluded by name');
  const byLabel = bySelector(labels, member.labels, 'label');
  if (byLabel !== PASSES) return refused(byLabel!);
  const byField = fieldsRefuse(member, fields);
  if (byField !== PASSES) return refused(byField!);
  return clusters.length === 0 || clusters.includes(member.name) ? PASSES : refused('not among clusterNames');
}

function fieldsRefuse({ provider, region, zones }: Member, fields: Selector | undefined): Refusal {
  if (fields === undefined) return PASSES;
  if (fields === null) return 'field selector is not valid';
  const single = { ...(provider && { provider }), ...(region && { region }) };
  const requirement =
    unmet(
      fields.filter(({ key }) => key !== 'zone'),
      single,
    ) ?? fields.find(it => it.key === 'zone' && !zonesMeet(it, zones));
  return requirement ? `field ${worded(requirement)}` : PASSES;
}

/** True if the zones of a cluster meet a requirement. With `in`, the values must contain all zones of the cluster. */
function zonesMeet({ operator, values }: Exclude<Selector, null>[number], zones: readonly string[]): boolean {
  switch (operator) {
    case 'in':
      return zones.length > 0 && zones.every(zone => values.includes(zone));
    case 'notin':
      return !zones.some(zone => values.includes(zone));
    case 'exists':
      return zones.length > 0;
    default:
      return zones.length === 0;
  }
}

export function api({ serves, isCut }: Member, [apiVersion, kind]: Manifest, isAssigned: boolean): Refusal {
  if (isAssigned || serves.some(([groupVersion, ...kinds]) => groupVersion === apiVersion && kinds.includes(kind)))
    return PASSES;
  return isCut ? undefined : refused(`${apiVersion} ${kind}`);
}

export function spread({ provider, region, zones }: Member, fields: readonly string[]): Refusal {
  const values: Readonly<Record<string, boolean>> = {
    provider: provider !== '',
    region: region !== '',
    zone: zones.length > 0,
  };
  return refused(fields.filter(field => values[field] === false).join(', '));
}

export function eviction(isEvicted: boolean): Refusal {
  return isEvicted ? refused('a graceful eviction task names the cluster') : PASSES;
}

export const VERDICTS = ['ASSIGNED', 'HELD', 'REJECTED', 'OUTRANKED', 'ELIGIBLE', 'UNKNOWN'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Rejection {
  readonly filter: FilterName;
  readonly detail: string;
}

export interface Judged {
  readonly rejections: readonly Rejection[];
  readonly unevaluated: readonly FilterName[];
}

/**
 * Sorts the results of filters in the order of FILTERS. A filter that is not a key of `results` does not exist for the
 * engine.
 */
export function judged(results: { readonly [Name in FilterName]?: Refusal }): Judged {
  const names = FILTERS.filter(name => name in results);
  return {
    rejections: names.flatMap(filter => {
      const detail = results[filter];
      return detail ? [{ filter, detail }] : [];
    }),
    unevaluated: names.filter(filter => results[filter] === undefined),
  };
}

/**
 * Combines the results of all policies that choose members for one workload. A member is refused only if every policy
 * refuses it.
 */
export function together(all: readonly Judged[]): Judged {
  const [first] = all;
  if (!first) return { rejections: [], unevaluated: [] };
  if (all.every(({ rejections }) => rejections.length > 0)) return first;
  const open = all.filter(({ rejections }) => rejections.length === 0);
  if (open.some(({ unevaluated }) => unevaluated.length === 0)) return { rejections: [], unevaluated: [] };
  return {
    rejections: [],
    unevaluated: FILTERS.filter(name => open.some(({ unevaluated }) => unevaluated.includes(name))),
  };
}

/** @param isFull True if the workload is assigned to as many members as its policies want */
export function verdictOf(
  { rejections, unevaluated }: Judged,
  { isAssigned, isHeld, isFull }: { readonly isAssigned: boolean; readonly isHeld: boolean; readonly isFull: boolean },
): Verdict {
  if (isAssigned) return 'ASSIGNED';
  if (isHeld) return 'HELD';
  if (rejections.length > 0) return 'REJECTED';
  if (unevaluated.length > 0) return 'UNKNOWN';
  return isFull ? 'OUTRANKED' : 'ELIGIBLE';
}
