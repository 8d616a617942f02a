/**
 * Resolvers of placement. They translate arguments and results. The functions of questions.ts give the answers.
 */
import { type Accessors, throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { compareText } from '../../readmodel/table/names.ts';
import {
  conditionsOf,
  EMPTY_PAGE,
  indexedPageOf,
  judgeList,
  paged,
  pageOf,
  type Conditions,
  type PageArguments,
  type PlacementFilterInput,
} from './arguments.ts';
import type { Candidate } from './candidates.ts';
import { isCompleteList, type WorkloadList } from './complete.ts';
import type { Hubs } from './hubs.ts';
import type { Assignment, Copy, Workload, WorkloadStatus } from './joins.ts';
import { Loaders } from './loaders.ts';
import {
  candidates,
  drainOf,
  phaseCounts,
  podsOf,
  workloadPage,
  type Drain,
  type MemberView,
  type Policy,
  type PolicyMove,
} from './questions.ts';

type Rows = Accessors['rbacRows'];

export interface ResolverParts {
  readonly hubs: Hubs;
  /** Returns milliseconds since the epoch. */
  readonly now: () => number;
}

interface Reference {
  readonly id: string;
}

const reference = (id: string | null): Reference | null => (id === null ? null : { id });

export function placementResolvers({ hubs, now }: ResolverParts): GuardedResolvers {
  const known = new WeakMap<Rows, Loaders>();
  const loadersOf = (rows: Rows): Loaders => {
    let loaders = known.get(rows);
    if (!loaders) known.set(rows, (loaders = new Loaders(rows, hubs, now)));
    return loaders;
  };
  const workloads = async (conditions: Conditions, args: PageArguments, rows: Rows): Promise<WorkloadList> => {
    const request = pageOf(args);
    const page =
      hubs.all.length === 0
        ? { ...EMPTY_PAGE, isCut: false }
        : await loadersOf(rows).ask(workloadPage(hubs, conditions, request));
    return { ...page, conditions };
  };
  const policiesOf = async (ids: readonly string[], rows: Rows): Promise<Policy[]> =>
    (await Promise.all(ids.map(id => loadersOf(rows).policy(id)))).filter(policy => policy !== undefined);

  return {
    Query: {
      placedWorkloads: throughRows(
        (_: unknown, args: PageArguments & { readonly filter?: PlacementFilterInput | null }, rows) =>
          workloads(conditionsOf(args.filter), args, rows),
      ),
    },
    PlacedWorkloadConnection: {
      phaseCounts: throughRows(({ conditions }: WorkloadList, _: unknown, rows) =>
        hubs.all.length === 0 ? [] : loadersOf(rows).ask(phaseCounts(hubs, conditions)),
      ),
      complete: isCompleteList(hubs),
    },
    PlacedWorkload: {
      binding: ({ id }: Workload) => reference(id),
      bindingId: ({ id }: Workload) => id,
      template: ({ template }: Workload) => reference(template),
      policies: throughRows(({ policies }: Workload, _: unknown, rows) => policiesOf(policies, rows)),
      requiredBy: ({ requiredBy }: Workload) => requiredBy.map(reference),
      message: ({ message }: Workload) => message ?? null,
      wantedMembers: ({ wantedMembers }: Workload) => wantedMembers ?? null,
      assignments: throughRows(({ id: binding }: Workload, args: PageArguments, rows) =>
        loadersOf(rows).assignments.load({ binding, page: pageOf(args) }),
      ),
      pods: throughRows(async ({ id }: Workload, args: PageArguments, rows) => {
        const request = pageOf(args);
        const page = paged(await loadersOf(rows).ask(podsOf(hubs, id)), request, pod => pod);
        return { ...page, nodes: page.nodes.map(reference) };
      }),
      candidates: throughRows(
        ({ id }: Workload, args: PageArguments & { readonly members?: readonly string[] | null }, rows) => {
          judgeList('members', args.members);
          return loadersOf(rows).ask(candidates(hubs, id, args.members ?? undefined, pageOf(args), now()));
        },
      ),
    },
    PlacementStatus: {
      replicas: ({ replicas }: WorkloadStatus) => replicas?.[0] ?? null,
      updatedReplicas: ({ replicas }: WorkloadStatus) => replicas?.[1] ?? null,
      readyReplicas: ({ replicas }: WorkloadStatus) => replicas?.[2] ?? null,
      availableReplicas: ({ replicas }: WorkloadStatus) => replicas?.[3] ?? null,
    },
    PlacementAssignment: {
      cluster: ({ cluster }: Assignment) => (cluster === null ? null : { name: cluster }),
      replicas: ({ replicas }: Assignment) => replicas ?? null,
      applied: ({ applied }: Assignment) => applied ?? null,
      copies: throughRows(({ binding, member }: Assignment, args: PageArguments, rows) =>
        loadersOf(rows).copies.load({ binding, member, page: indexedPageOf(args) }),
      ),
    },
    PlacementCopy: {
      namespace: ({ namespace }: Copy) => namespace || null,
      object: ({ id, hasRow }: Copy) => (hasRow ? reference(id) : null),
    },
    PlacementCandidate: {
      memberObject: ({ memberObject }: Candidate) => reference(memberObject),
      score: ({ score }: Candidate) => score ?? null,
    },
    PlacementPolicy: {
      object: ({ id }: Policy) => reference(id),
      assigned: throughRows(({ id }: Policy, _: unknown, rows) => loadersOf(rows).assigned.load(id)),
      workloads: throughRows(({ id }: Policy, args: PageArguments, rows) => workloads({ policies: [id] }, args, rows)),
    },
    PlacementMove: {
      reason: ({ reason }: PolicyMove) => reason ?? null,
      member: ({ member }: PolicyMove) => member ?? null,
      startedAt: ({ startedAt }: PolicyMove) => startedAt ?? null,
      since: ({ since }: PolicyMove) => since ?? null,
    },
    PlacementMember: {
      object: ({ id }: MemberView) => reference(id),
      cluster: ({ cluster }: MemberView) => (cluster === null ? null : { name: cluster }),
      capacity: ({ allocatable, allocated }: MemberView) => ({
        ...{ cpu: allocatable.cpu ?? null, memory: allocatable.memory ?? null, pods: allocatable.pods ?? null },
        ...{
          allocatedCpu: allocated.cpu ?? null,
          allocatedMemory: allocated.memory ?? null,
          allocatedPods: allocated.pods ?? null,
        },
      }),
      drain: throughRows((member: MemberView, _: unknown, rows) =>
        member.isDrained ? loadersOf(rows).ask(drainOf(hubs, member, now())) : null,
      ),
      workloads: throughRows(({ hub, engine, name }: MemberView, args: PageArguments, rows) =>
        workloads({ hubs: [hub], engine, members: [name] }, args, rows),
      ),
    },
    PlacementDrain: {
      done: ({ remaining, isWhole }: Drain) => remaining === 0 && isWhole,
      stuck: throughRows(({ stuck }: Drain, _: unknown, rows) => policiesOf(stuck.toSorted(compareText), rows)),
    },
    KubernetesObject: {
      __resolveReference: (object: Reference) => object,
      placed: throughRows(({ id }: Reference, _: unknown, rows) => loadersOf(rows).placed(id)),
      placementPolicy: throughRows(({ id }: Reference, _: unknown, rows) => loadersOf(rows).policy(id)),
      placementMember: throughRows(({ id }: Reference, _: unknown, rows) => loadersOf(rows).member(id)),
    },
  };
}
