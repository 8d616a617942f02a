/**
 * Tells why a workload is or is not on each member cluster. Evaluates the filters of the engine (filters.ts) on the
 * visible objects of the hub.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import { FirstAfter, type Page, type PageRequest } from './arguments.ts';
import { MEMBER_KIND, OCM } from './engine-kinds.ts';
import type { Binding, Placing, PolicyRow } from './engine.ts';
import {
  affinity,
  api,
  clusterSet,
  deleting,
  eviction,
  judged,
  karmadaTaints,
  ocmTaints,
  predicates,
  spread,
  together,
  verdictOf,
  type ClusterSet,
  type Judged,
  type Member,
  type Rejection,
  type FilterName,
  type Verdict,
} from './filters.ts';
import type { Joins } from './joins.ts';
import { PLACEMENT } from './projections.ts';
import {
  headOf,
  keys,
  listOf,
  type BindingHead,
  type ClusterSetHead,
  type MemberHead,
  type PlacementHead,
  type PolicyHead,
  type SetBindingHead,
} from './records.ts';

/** Operations to read the head of a member (RowReader.spent), and to read one of its records completely. */
const NAME_COST = 5;
const RECORD_COST = 50;
/** Operations to read a binding of a cluster set, and the set. */
const SET_COST = 10;
/** Number of characters of a policy's rules that one operation compares. */
const COMPARED_AT_ONCE = 20;

export interface Candidate {
  readonly member: string;
  readonly memberObject: string | null;
  readonly verdict: Verdict;
  readonly rejections: readonly Rejection[];
  readonly unevaluated: readonly FilterName[];
  readonly score: number | undefined;
}

export interface Candidates extends Page<Candidate> {
  readonly complete: boolean;
}

/**
 * A page of the candidates, sorted by member. Filters are evaluated only for the members of the page.
 * @param members Names of members. Undefined means all members
 * @param now Milliseconds since the epoch
 */
export function* candidatesOf(
  joins: Joins,
  binding: Binding,
  members: readonly string[] | undefined,
  request: PageRequest,
  now: number,
): Steps<Candidates> {
  const { rows } = joins;
  const { hub } = binding;
  const { cluster } = hub;
  const placing = yield* joins.placing(binding);
  const states = new Map(placing.assignments.map(({ member, state }) => [member, state]));
  const objects = new Map<string, VisibleRow>();
  for (const row of yield* rows.matching({ clusters: [cluster], kinds: [MEMBER_KIND[hub.engine]] })) {
    objects.set(rows.name(row), row);
    if (rows.spent()) yield;
  }
  const judge = hub.engine === 'OCM' ? yield* ocmJudge(joins, placing, now) : karmadaJudge(rows, placing);
  const named = members && new Set(members);
  const assigned = placing.assignments.filter(({ state }) => state === 'ASSIGNED').length;
  const isFull = placing.wantedMembers !== undefined && assigned >= placing.wantedMembers;
  const page = new FirstAfter<string>(request, name => name);
  let isCut = placing.isCut;
  for (const name of new Set([...objects.keys(), ...states.keys()])) {
    if (named?.has(name) === false) continue;
    page.offer(name);
    const row = objects.get(name);
    isCut ||= row !== undefined && rows.firstRecord(row, PLACEMENT)?.['cut'] === true;
    if (rows.spent(NAME_COST)) yield;
  }
  const { nodes, ...rest } = page.page();
  const shown: Candidate[] = [];
  for (const name of nodes) {
    const row = objects.get(name);
    const member = row === undefined ? undefined : memberOf(rows, row);
    const [isAssigned, isHeld] = [states.get(name) === 'ASSIGNED', states.get(name) === 'HELD'];
    const reported = member ? yield* judge.judge(member, isAssigned) : { rejections: [], unevaluated: judge.filters };
    shown.push({
      member: name,
      memberObject: row === undefined ? null : rows.id(row),
      verdict: verdictOf(reported, { isAssigned, isHeld, isFull }),
      ...reported,
      score: judge.scores.get(name),
    });
    if (row !== undefined && rows.spent(RECORD_COST * rows.records(row, PLACEMENT).length)) yield;
  }
  return {
    ...rest,
    nodes: shown,
    complete: !isCut && judge.isWhole && isListed(rows, cluster, MEMBER_KIND[hub.engine]),
  };
}

interface Judge {
  readonly judge: (member: Member, isAssigned: boolean) => Steps<Judged>;
  /** Names of the filters that `judge` evaluates. */
  readonly filters: readonly FilterName[];
  readonly scores: ReadonlyMap<string, number | undefined>;
  /** True if the caller may list all objects that the filters read, apart from the members. */
  readonly isWhole: boolean;
}

const NO_SCORES: Judge['scores'] = new Map();

function* ocmJudge(joins: Joins, placing: Placing, now: number): Steps<Judge> {
  const { rows } = joins;
  const { cluster, namespace } = placing.binding.object;
  // The namespace of a ManifestWork without a ManifestWorkReplicaSet is the name of its member. No Placement chooses
  // the member.
  if (rows.isOf(placing.binding.row, OCM.work))
    return {
      // eslint-disable-next-line require-yield -- in steps, like the judges with rules
      *judge(member) {
        return judged({ DELETING: deleting(member) });
      },
      filters: ['DELETING'],
      scores: NO_SCORES,
      isWhole: true,
    };
  const scores = new Map<string, number | undefined>();
  const { bound, isWhole } = yield* boundSets(rows, cluster, namespace);
  const policies: { readonly judge: (member: Member) => Judged; readonly costOf: (member: Member) => number }[] = [];
  for (const policy of placing.policies) {
    const records = rows.records(policy.row, PLACEMENT);
    const { sets = [], cut } = headOf<PlacementHead>(records) ?? {};
    const decided = yield* joins.ocm.decisionsOf(placing.binding.hub, namespace, policy.object.name);
    for (const [member, score] of decided?.scores ?? []) {
      const known = scores.get(member);
      if (score !== undefined && (known === undefined || known < score)) scores.set(member, score);
      if (rows.spent()) yield;
    }
    const [all, tolerations] = [listOf(records, 'predicates'), listOf(records, 'tolerations')];
    const rulesCost = costOfRules(records) + bound.length;
    policies.push({
      judge: member =>
        judged({
          DELETING: deleting(member),
          CLUSTER_SET: clusterSet(member, { bound, named: sets, isWhole, label: OCM.clusterSetLabel }),
          PREDICATE: cut ? undefined : predicates(member, all),
          TAINT: cut
            ? undefined
            : ocmTaints(member, tolerations, { isDecided: decided?.scores.has(member.name) === true, now }),
        }),
      costOf: ({ taints }) => rulesCost + taints.length * tolerations.length,
    });
  }
  const filters = ['DELETING', 'CLUSTER_SET', 'PREDICATE', 'TAINT'] as const;
  if (placing.hasHiddenPolicy || policies.length === 0)
    policies.push({
      judge: member =>
        judged({ DELETING: deleting(member), CLUSTER_SET: undefined, PREDICATE: undefined, TAINT: undefined }),
      costOf: () => 1,
    });
  const isReported = !placing.hasHiddenPolicy && isListed(rows, cluster, OCM.decision, namespace);
  return {
    *judge(member) {
      const all: Judged[] = [];
      for (const { judge, costOf } of policies) {
        all.push(judge(member));
        if (rows.spent(costOf(member))) yield;
      }
      return together(all);
    },
    filters,
    scores,
    isWhole: isWhole && isReported,
  };
}

/** Operations to compare a member with the rules of a policy. */
function costOfRules(records: readonly ProjectionRecord[]): number {
  return JSON.stringify(records).length / COMPARED_AT_ONCE;
}

/** Visible cluster sets that are bound in a namespace of a hub. */
export function* boundSets(
  rows: RowReader,
  cluster: string,
  namespace: string,
): Steps<{ readonly bound: readonly ClusterSet[]; readonly isWhole: boolean }> {
  const bound: ClusterSet[] = [];
  for (const row of yield* rows.withRecord(PLACEMENT, keys.setBindingsIn(namespace))) {
    if (rows.spent(SET_COST)) yield;
    if (!rows.isOf(row, OCM.setBinding) || rows.clusterName(rows.cluster(row)) !== cluster) continue;
    const { set } = headOf<SetBindingHead>(rows.records(row, PLACEMENT))!;
    const found = rows.find({ cluster, ...OCM.clusterSet, namespace: '', name: set });
    if (found !== undefined) bound.push({ name: set, ...headOf<ClusterSetHead>(rows.records(found, PLACEMENT)) });
  }
  return {
    bound,
    isWhole: isListed(rows, cluster, OCM.clusterSet) && isListed(rows, cluster, OCM.setBinding, namespace),
  };
}

function karmadaJudge(rows: RowReader, placing: Placing): Judge {
  const records = rows.records(placing.binding.row, PLACEMENT);
  const head = headOf<BindingHead>(records)!;
  const evicted = new Set(listOf(records, 'tasks').map(({ from }) => from));
  const [policy] = placing.policies;
  const rules = policy && rulesOf(rows, policy);
  const isHidden = rules === undefined && placing.hasHiddenPolicy;
  const isUnread = isHidden || rules?.isCut === true;
  const { affinities = [], tolerations = [], spreads = [] } = rules ?? {};
  const rulesCost = rules?.cost ?? 1;
  return {
    *judge(member, isAssigned) {
      if (rows.spent(rulesCost + member.taints.length * tolerations.length)) yield;
      return judged({
        DELETING: deleting(member),
        AFFINITY: isUnread ? undefined : affinity(member, affinities, head.affinity),
        TAINT: isUnread && !isAssigned ? undefined : karmadaTaints(member, tolerations, isAssigned),
        API: api(member, head.template, isAssigned),
        SPREAD: isUnread ? undefined : spread(member, spreads),
        EVICTION: eviction(evicted.has(member.name)),
      });
    },
    filters: ['DELETING', 'AFFINITY', 'TAINT', 'API', 'SPREAD', 'EVICTION'],
    scores: NO_SCORES,
    isWhole: !isHidden,
  };
}

function rulesOf(rows: RowReader, { row }: PolicyRow) {
  const records = rows.records(row, PLACEMENT);
  const { spread: spreads, cut } = headOf<PolicyHead>(records) ?? {};
  return {
    ...{
      affinities: listOf(records, 'affinities'),
      tolerations: listOf(records, 'tolerations'),
      spreads: spreads ?? [],
    },
    isCut: cut === true,
    cost: costOfRules(records),
  };
}

export function memberOf(rows: RowReader, row: VisibleRow): Member {
  const records = rows.records(row, PLACEMENT);
  const { provider = '', region = '', cut } = headOf<MemberHead>(records) ?? {};
  return {
    ...{
      name: rows.name(row),
      labels: rows.labels(row),
      isDeleting: rows.status(row) === 'TERMINATING',
      isCut: cut === true,
    },
    ...{ taints: listOf(records, 'taints'), claims: Object.fromEntries(listOf(records, 'claims')), provider, region },
    ...{ zones: listOf(records, 'zones'), serves: listOf(records, 'serves') },
  };
}

function isListed(
  rows: RowReader,
  cluster: string,
  kind: { readonly group: string; readonly kind: string },
  namespace = '',
): boolean {
  return rows.mayList(cluster, kind, namespace) === 'ALL' && rows.isComplete(cluster, kind);
}
