/**
 * Tells why a workload is or is not on each member cluster. Evaluates the filters of the engine (filters.ts) on the
 * visible objects of the hub.
 */
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader, VisibleRow } from '../../readmodel/question.ts';
import { compareText } from '../../readmodel/table/names.ts';
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
import { STEP, type Joins } from './joins.ts';
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

export interface Candidate {
  readonly member: string;
  readonly memberObject: string | null;
  readonly verdict: Verdict;
  readonly rejections: readonly Rejection[];
  readonly unevaluated: readonly FilterName[];
  readonly score: number | undefined;
}

export interface Candidates {
  readonly all: readonly Candidate[];
  readonly complete: boolean;
}

/**
 * @param members Names of members. Undefined means all members
 * @param now Milliseconds since the epoch
 */
export function* candidatesOf(
  joins: Joins,
  binding: Binding,
  members: readonly string[] | undefined,
  now: number,
): Steps<Candidates> {
  const { rows } = joins;
  const { hub } = binding;
  const { cluster } = hub;
  const placing = yield* joins.placing(binding);
  const states = new Map(placing.assignments.map(({ member, state }) => [member, state]));
  const objects = new Map<string, VisibleRow>();
  for (const row of yield* rows.matching({ clusters: [cluster], kinds: [MEMBER_KIND[hub.engine]] }))
    objects.set(rows.name(row), row);
  const judge = hub.engine === 'OCM' ? yield* ocmJudge(joins, placing, now) : karmadaJudge(rows, placing);
  const named = members && new Set(members);
  const names = [...new Set([...objects.keys(), ...states.keys()])]
    .filter(name => named?.has(name) !== false)
    .sort(compareText);
  const assigned = placing.assignments.filter(({ state }) => state === 'ASSIGNED').length;
  const isFull = placing.wantedMembers !== undefined && assigned >= placing.wantedMembers;
  const all: Candidate[] = [];
  let isCut = placing.isCut;
  for (const [i, name] of names.entries()) {
    const row = objects.get(name);
    const member = row === undefined ? undefined : memberOf(rows, row);
    isCut ||= member?.isCut === true;
    const [isAssigned, isHeld] = [states.get(name) === 'ASSIGNED', states.get(name) === 'HELD'];
    const reported = member ? judge.judge(member, isAssigned) : { rejections: [], unevaluated: judge.filters };
    all.push({
      member: name,
      memberObject: row === undefined ? null : rows.id(row),
      verdict: verdictOf(reported, { isAssigned, isHeld, isFull }),
      ...reported,
      score: judge.scores.get(name),
    });
    if (i % STEP === STEP - 1) yield;
  }
  return { all, complete: !isCut && judge.isWhole && isListed(rows, cluster, MEMBER_KIND[hub.engine]) };
}

interface Judge {
  readonly judge: (member: Member, isAssigned: boolean) => Judged;
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
      judge: member => judged({ DELETING: deleting(member) }),
      filters: ['DELETING'],
      scores: NO_SCORES,
      isWhole: true,
    };
  const scores = new Map<string, number | undefined>();
  const { bound, isWhole } = yield* boundSets(rows, cluster, namespace);
  const judges: ((member: Member) => Judged)[] = [];
  for (const policy of placing.policies) {
    const records = rows.records(policy.row, PLACEMENT);
    const { sets = [], cut } = headOf<PlacementHead>(records) ?? {};
    const decided = yield* joins.ocm.decisionsOf(placing.binding.hub, namespace, policy.object.name);
    for (const [member, score] of decided ?? []) {
      const known = scores.get(member);
      if (score !== undefined && (known === undefined || known < score)) scores.set(member, score);
    }
    const [all, tolerations] = [listOf(records, 'predicates'), listOf(records, 'tolerations')];
    judges.push(member =>
      judged({
        DELETING: deleting(member),
        CLUSTER_SET: clusterSet(member, { bound, named: sets, isWhole, label: OCM.clusterSetLabel }),
        PREDICATE: cut ? undefined : predicates(member, all),
        TAINT: cut ? undefined : ocmTaints(member, tolerations, { isDecided: decided?.has(member.name) === true, now }),
      }),
    );
  }
  const filters = ['DELETING', 'CLUSTER_SET', 'PREDICATE', 'TAINT'] as const;
  if (placing.hasHiddenPolicy || judges.length === 0)
    judges.push(member =>
      judged({ DELETING: deleting(member), CLUSTER_SET: undefined, PREDICATE: undefined, TAINT: undefined }),
    );
  const isReported = !placing.hasHiddenPolicy && isListed(rows, cluster, OCM.decision, namespace);
  return {
    judge: member => together(judges.map(judge => judge(member))),
    filters,
    scores,
    isWhole: isWhole && isReported,
  };
}

/** Visible cluster sets that are bound in a namespace of a hub. */
export function* boundSets(
  rows: RowReader,
  cluster: string,
  namespace: string,
): Steps<{ readonly bound: readonly ClusterSet[]; readonly isWhole: boolean }> {
  const bound: ClusterSet[] = [];
  for (const row of yield* rows.withRecord(PLACEMENT, keys.setBindingsIn(namespace))) {
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
  return {
    judge: (member, isAssigned) =>
      judged({
        DELETING: deleting(member),
        AFFINITY: isUnread ? undefined : affinity(member, affinities, head.affinity),
        TAINT: isUnread && !isAssigned ? undefined : karmadaTaints(member, tolerations, isAssigned),
        API: api(member, head.template, isAssigned),
        SPREAD: isUnread ? undefined : spread(member, spreads),
        EVICTION: eviction(evicted.has(member.name)),
      }),
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
    ...{ taints: listOf(records, 'taints'), claims: listOf(records, 'claims'), provider, region },
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
