/**
 * Records of the projection `placement`, in one format for the kinds of Open Cluster Management and Karmada. The first
 * record of an object is its head with its lists. Lists that do not fit into the head follow in more records. The field
 * `by` of a record is an index key, by which the object is found.
 */
import type { ProjectionRecord } from '../../store/attached.ts';
import type { LabelRequirement } from '../../readmodel/query.ts';

/** Requirements of a label selector. Null if the selector is invalid, so that it selects nothing. */
export type Selector = readonly LabelRequirement[] | null;

export interface Toleration {
  readonly key?: string;
  readonly exists?: true;
  readonly value?: string;
  readonly effect?: string;
  readonly seconds?: number;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  /** Time at which the taint was added, in milliseconds since the epoch. */
  readonly added?: number;
}

/** Fields of a condition that a decision needs. */
export interface Decided {
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Content of the annotations of a policy, except the lists `wanted`, `from` and `to`. */
export interface Intent {
  readonly move?: {
    readonly phase: string;
    readonly reason?: string;
    readonly member?: string;
    readonly drain?: true;
    readonly startedAt?: number;
    readonly since?: number;
  };
  /** True if the annotation `clusters` exists but is not a valid list. */
  readonly unreadable?: true;
  /** True if a move may leave volumes behind. */
  readonly leave?: true;
}

/** Head of an object. `cut` is true if the records hold only a part of the object. `cutLists` names the cut lists. */
interface Head {
  readonly cut?: true;
  readonly cutLists?: readonly (keyof Lists)[];
}

export interface PlacementHead extends Head, Intent {
  readonly sets?: readonly string[];
  readonly wants?: number;
  readonly satisfied?: Decided;
}
/** An item of the list `predicates` of a Placement. */
export interface Predicate {
  readonly labels?: Selector;
  readonly claims?: Selector;
  readonly cel?: readonly string[];
}

export type DecisionHead = Head;

/** An item of the list `decisions`: a member, and its score if the engine reports one. */
export type Decision = readonly [member: string, score?: number];

export interface MemberHead extends Head {
  readonly available?: string;
  readonly provider?: string;
  readonly region?: string;
  readonly allocatable?: Amounts;
  readonly allocated?: Amounts;
  readonly drain?: true;
  readonly bound?: number;
}
export interface Amounts {
  readonly cpu?: string;
  readonly memory?: string;
  readonly pods?: string;
}
export type Claim = readonly [name: string, value: string];
/** A group version such as `apps/v1`, and its kinds. */
export type Served = readonly [groupVersion: string, ...kinds: string[]];

export interface ClusterSetHead {
  /** Selector of the members. If absent, the label OCM.clusterSetLabel of a member names its set. */
  readonly selector?: Selector;
}

export interface SetBindingHead {
  readonly set: string;
}

export type Manifest = readonly [apiVersion: string, kind: string, namespace: string, name: string];

export interface WorkSetHead extends Head {
  /**
   * Digest of the manifests. A ManifestWork is up to date if its digest equals the digest of the
   * ManifestWorkReplicaSet.
   */
  readonly digest?: string;
}

export interface WorkHead extends WorkSetHead {
  /** True if the current generation is applied. Absent if not reported yet. */
  readonly applied?: boolean;
  readonly available?: string;
}

export interface PolicyHead extends Head, Intent {
  readonly spread?: readonly string[];
  readonly most?: number;
}
/** An item of the list `affinities`. A policy with a single affinity has one item without a name. */
export interface Affinity {
  readonly name?: string;
  readonly labels?: Selector;
  readonly fields?: Selector;
  readonly clusters?: readonly string[];
  readonly exclude?: readonly string[];
}

export interface BindingHead extends Head {
  readonly template: Manifest;
  readonly replicas?: number;
  readonly generation?: number;
  readonly scheduledGeneration?: number;
  readonly scheduled?: Decided;
  readonly affinity?: string;
  readonly most?: number;
  /** Namespace and name of a PropagationPolicy. */
  readonly policy?: readonly [namespace: string, name: string];
  readonly clusterPolicy?: string;
  /** True if the binding is suspended: the engine sends nothing to members. */
  readonly suspended?: true;
}
export type Target = readonly [member: string, replicas?: number];
export interface Task {
  readonly from: string;
  readonly replicas?: number;
  readonly directly?: true;
  /** Controller that wrote the task. */
  readonly producer?: string;
  /** If true, the engine keeps the copy until this field becomes false. If absent, the engine decides. */
  readonly suppress?: boolean;
}
/**
 * A binding that requires this binding, with those of its members that no earlier item has. A binding with many
 * members has several items.
 */
export type RequiredBy = readonly [namespace: string, name: string, ...members: string[]];
/** Report about a member: health as the engine spells it, and true if the engine applied the copy. */
export type Reported = readonly [member: string, health: string, applied?: true];

/** Item types of the lists that records hold, by name of the list. */
export interface Lists {
  readonly wanted: string;
  readonly from: string;
  readonly to: string;
  readonly predicates: Predicate;
  readonly tolerations: Toleration;
  readonly decisions: Decision;
  readonly taints: Taint;
  readonly claims: Claim;
  readonly zones: string;
  readonly serves: Served;
  readonly manifests: Manifest;
  readonly placements: string;
  readonly affinities: Affinity;
  readonly targets: Target;
  readonly tasks: Task;
  readonly requiredBy: RequiredBy;
  readonly reported: Reported;
}

/** Maximum items of one list. */
const MAX_ITEMS = 256;
/**
 * Maximum JSON characters of one record (PART_LENGTH), and of all list items outside the first record of an object
 * (LISTS_LENGTH). Each is below the limit of the store.
 */
const PART_LENGTH = 3_500;
const LISTS_LENGTH = 24_000;

/** Makes the records of an object. A list that does not fit is cut, and `cutLists` of the head names it. */
export function recordsOf(
  head: object,
  lists: { readonly [Name in keyof Lists]?: readonly Lists[Name][] },
  by: readonly string[] = [],
): readonly ProjectionRecord[] {
  const parts: ProjectionRecord[] = [];
  const inside: Record<string, readonly unknown[]> = {};
  let room = PART_LENGTH - JSON.stringify(head).length;
  let left = LISTS_LENGTH;
  const cut = new Set((head as Head).cutLists);
  for (const [list, items] of Object.entries(lists) as [keyof Lists, readonly unknown[]][]) {
    if (items.length === 0) continue;
    if (items.length > MAX_ITEMS) cut.add(list);
    const kept = items.slice(0, MAX_ITEMS);
    const whole = JSON.stringify(kept).length + list.length + 4;
    if (whole <= room) {
      inside[list] = kept;
      room -= whole;
      continue;
    }
    let part: unknown[] = [];
    let length = 0;
    const close = () => {
      if (part.length > 0) parts.push({ list, part });
      part = [];
      length = 0;
    };
    for (const item of kept) {
      const size = JSON.stringify(item).length + 1;
      if (size > PART_LENGTH || size > left) {
        cut.add(list);
        continue;
      }
      if (length + size > PART_LENGTH) close();
      part.push(item);
      length += size;
      left -= size;
    }
    close();
  }
  const [first, ...more] = by;
  return [
    {
      ...head,
      ...inside,
      ...(cut.size > 0 && { cut: true, cutLists: [...cut] }),
      ...(first !== undefined && { by: first }),
    },
    ...parts,
    ...more.map(by => ({ by })),
  ];
}

export function headOf<H>(records: readonly ProjectionRecord[]): H | undefined {
  return records[0] as H | undefined;
}

/** True if a list other than `list` may be cut. */
export function isCutBeside(list: keyof Lists, head: Head | undefined): boolean {
  return head?.cut === true && head.cutLists?.every(it => it === list) !== true;
}

const EMPTY: readonly never[] = [];

export function listOf<Name extends keyof Lists>(
  records: readonly ProjectionRecord[],
  name: Name,
): readonly Lists[Name][] {
  const inside = records[0]?.[name] as readonly Lists[Name][] | undefined;
  if (inside || records.length < 2) return inside ?? EMPTY;
  return records.flatMap(({ list, part }) => (list === name ? (part as Lists[Name][]) : []));
}

/** Keys by which objects are found. The keys do not contain the cluster. */
export const keys = {
  decisionsOf: (namespace: string, placement: string) => `decisions ${namespace}/${placement}`,
  worksOf: (set: string) => `works ${set}`,
  setsBy: (namespace: string, placement: string) => `sets ${namespace}/${placement}`,
  /** Finds the ManifestWorkReplicaSets of a namespace that name more Placements than the index keeps. */
  cutSetsIn: (namespace: string) => `cut sets ${namespace}`,
  setBindingsIn: (namespace: string) => `bound ${namespace}`,
  templateIs: (group: string, kind: string, namespace: string, name: string) =>
    `template ${group}/${kind}/${namespace}/${name}`,
  policyIs: (namespace: string, name: string) => `policy ${namespace}/${name}`,
  /** Finds dependencies by the binding that requires them. */
  requiredBy: (namespace: string, name: string) => `required ${namespace}/${name}`,
  /** Finds policies and members that have an annotation or a taint of fleetgraph. */
  intent: 'intent',
};
