/**
 * The policy subgraph: the topology of Gateways, routes, Services and attached policies, the effective policies, and
 * the effects of a deletion. All answers are computed from the index.
 *
 * Resolvers translate arguments and results. Pure functions compute the answers from what the caller sees
 * (cluster-policy.ts and the files that it imports). access/ decides what the caller sees.
 */
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLError, GraphQLScalarType, type DocumentNode, type GraphQLResolveInfo } from 'graphql';
import {
  through,
  throughRows,
  type GuardedContext,
  type GuardedResolver,
  type GuardedResolvers,
} from '../../access/guard.ts';
import { compareText } from '../../readmodel/table/names.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import { encodeSegment } from '../../schema/object-id.ts';
import type { OpenedSubgraph, SubgraphParts } from '../parts.ts';
import { Answers, coversAll, type Answer, type ImpactAnswer } from './answers.ts';
import { nodeIdArgument } from './node-id.ts';
import { policyChanges, type PolicyChanges } from './changes.ts';
import type { PolicyChange } from './change-state.ts';
import { dotOf, MOST_NODES } from './dot.ts';
import { effectiveId, type EffectivePolicy } from './effective.ts';
import { checkedTexts, policyFilter, type PolicyFilterInput } from './filter.ts';
import { EDGE_KINDS, type Edge, type Node } from './graph.ts';
import type { Effect } from './impact.ts';
import { PolicyMemory } from './memory.ts';
import type { DisplacedRule } from './merge.ts';
import { pageOf, runOf, size, type PageArguments } from './page.ts';
import type { Of, Part } from './part.ts';
import type { Path } from './paths.ts';
import type { Waiting } from './reading.ts';
import type { PolicyRule, PolicyState } from './policy-state.ts';
import { selects } from '../../schema/selected-fields.ts';

export { projections } from './projections.ts';

interface PolicyParts {
  readonly access: Pick<SubgraphParts['access'], 'guard'>;
  readonly limits: Pick<SubgraphParts['limits'], 'policyBytes' | 'policyPaths'>;
}

export function openSubgraph(
  typeDefs: DocumentNode,
  { access: { guard }, limits }: PolicyParts,
): OpenedSubgraph<GuardedContext> {
  const memory = new PolicyMemory(limits.policyBytes);
  const answers = new Answers({ memory, paths: limits.policyPaths });
  return {
    schema: buildSubgraphSchema([{ typeDefs, resolvers: guard.guard(typeDefs, resolvers(answers, memory)) as never }]),
    context: guard.context,
  };
}

interface FilterArguments {
  readonly filter?: PolicyFilterInput | null;
}

const throughBoth = through('rbacRows', 'rbacNames');
const throughCoverage = through('rbacNames', 'rbacPublic', 'rbacSelf');

const Duration = new GraphQLScalarType<string, string>({ name: 'Duration' });

function resolvers(answers: Answers, memory: PolicyMemory): GuardedResolvers {
  return {
    Duration,
    Query: {
      policyTopology: throughBoth((_: unknown, { filter }: FilterArguments, accessors) =>
        answers.topology(policyFilter(filter), accessors),
      ),
      effectivePolicies: throughBoth(
        async (_: unknown, { filter, ...page }: FilterArguments & PageArguments, accessors) =>
          effectiveConnection(await answers.parts(policyFilter(filter), accessors), page),
      ),
      policyImpact: throughBoth((_: unknown, { id }: { readonly id: string }, accessors, info: GraphQLResolveInfo) =>
        answers.impact(nodeIdArgument('id', id), selects(info, 'ifDeleted'), accessors),
      ),
      policyChanges: throughBoth((_: unknown, { filter }: FilterArguments, accessors) =>
        policyChanges(policyFilter(filter), accessors, { answers, memory }),
      ),
    },
    KubernetesObject: {
      policyNode: throughBoth(({ id }: { readonly id: string }, _: unknown, accessors) => answers.node(id, accessors)),
      effectivePolicies: throughBoth(
        async (
          { id }: { readonly id: string },
          { kinds, ...page }: PageArguments & { readonly kinds?: readonly string[] | null },
          accessors,
        ) => {
          const around = {
            ...nodeIdArgument('id', id),
            kinds: kinds == null ? undefined : checkedTexts('kinds', kinds),
          };
          const part = await answers.around(around, accessors);
          return effectiveConnection(part ? [part] : [], page);
        },
      ),
    },
    ...graphResolvers,
    ...policyResolvers,
    ...impactResolvers,
  };
}

/** Sorts by the name of the cluster, encoded as in ids. So `a-b/` comes before `a/`. */
function byId<T extends { readonly cluster: string }>(parts: readonly T[]): readonly T[] {
  return parts.toSorted((a, b) => compareText(`${encodeSegment(a.cluster)}/`, `${encodeSegment(b.cluster)}/`));
}

const graphResolvers: GuardedResolvers = {
  PolicyTopology: {
    nodes: ({ parts }: Answer, args: PageArguments) =>
      pageOf(
        byId(parts).map(part => runOf(part.nodes, part)),
        args,
        ({ id }) => [id],
      ),
    edges: ({ parts }: Answer, args: PageArguments) => {
      const sorted = byId(parts);
      const kinds = EDGE_KINDS.toSorted(compareText);
      return pageOf(
        kinds.flatMap(kind => sorted.map(part => ({ ...part.edgesOf(kind), part }))),
        args,
        ({ id }) => [id],
      );
    },
    dot: ({ parts }: Answer) => {
      if (parts.reduce((sum, { nodes }) => sum + nodes.length, 0) > MOST_NODES) return null;
      const sorted = byId(parts);
      const edges = EDGE_KINDS.toSorted(compareText).flatMap(kind =>
        sorted.flatMap(part => part.edges.filter(edge => edge.kind === kind)),
      );
      return dotOf(sorted, edges);
    },
    ready: throughCoverage(
      ({ waiting, requested }: Answer, _: unknown, accessors) =>
        waiting.length === 0 && coversAll(requested, accessors),
    ),
    waiting: ({ waiting }: Answer, { first }: { readonly first: number | null }) =>
      waiting.slice(0, size('waiting.first', first ?? 50)),
  },
  PolicyWaiting: { cluster: ({ cluster }: Waiting) => ({ name: cluster }) },
  PolicyNode: {
    id: ({ value }: Of<Node>) => value.id,
    object: ({ value }: Of<Node>) => ({ id: value.object.id }),
    cluster: ({ value }: Of<Node>) => ({ name: value.object.cluster }),
    section: ({ value }: Of<Node>) => value.section,
    hostnames: listOf(({ hostnames }: Node) => hostnames),
    port: ({ value }: Of<Node>) => value.port,
    protocol: ({ value }: Of<Node>) => value.protocol || null,
    policy: ({ part, value: { policy } }: Of<Node>) => policy && { part, value: policy },
    above: ({ part, value }: Of<Node>, { first }: { readonly first: number | null }) =>
      edgesOf(part, value.above, 'above', first),
    below: ({ part, value }: Of<Node>, { first }: { readonly first: number | null }) =>
      edgesOf(part, value.below, 'below', first),
    unresolved: listOf(({ unresolved }: Node) => unresolved),
  },
  PolicyEdge: {
    id: ({ value }: Of<Edge>) => value.id,
    kind: ({ value }: Of<Edge>) => value.kind,
    from: ({ part, value }: Of<Edge>): Of<Node> => ({ part, value: value.from }),
    to: ({ part, value }: Of<Edge>): Of<Node> => ({ part, value: value.to }),
    refusals: ({ value }: Of<Edge>) => value.refusals,
    hostnames: listOf(({ hostnames }: Edge) => hostnames),
    ports: listOf(({ ports }: Edge) => ports),
  },
};

function edgesOf(part: Part, edges: readonly Edge[], argument: string, first: number | null): readonly Of<Edge>[] {
  const most = size(`${argument}.first`, first ?? 100);
  const found: Of<Edge>[] = [];
  for (const edge of edges) {
    if (found.length === most) break;
    if (part.hasEdge(edge)) found.push(inPart(edge, part));
  }
  return found;
}

/** A page of effective policies, sorted by cluster, kind of policy, and path. */
function effectiveConnection(parts: readonly Part[], args: PageArguments) {
  const page = pageOf(
    parts.map(part => runOf(part.effective, part)),
    args,
    (effective, { cluster }) => [cluster, effective.kind, effectiveId(effective)],
  );
  return { ...page, leftOut: parts.filter(({ whole }) => whole.isOverLimit).map(({ cluster }) => ({ name: cluster })) };
}

const policyResolvers: GuardedResolvers = {
  Policy: {
    id: ({ value }: Of<PolicyState>) => value.id,
    object: ({ value }: Of<PolicyState>) => ({ id: value.id }),
    kind: ({ value }: Of<PolicyState>) => value.kind,
    class: ({ value }: Of<PolicyState>) => value.class,
    strategy: ({ value }: Of<PolicyState>) => value.strategy,
    targets: listOf(
      ({ id }: PolicyState, part) =>
        (part.whole.byId.get(id)?.below ?? []).flatMap(({ kind, to }) => (kind === 'POLICY' ? [to] : [])),
      inPart,
    ),
    keys: listOf(
      ({ rules }: PolicyState) => rules,
      ({ key }) => key,
    ),
    standing: ({ value }: Of<PolicyState>) => value.standing,
    overriddenBy: throughRows(async ({ part, value }: Of<PolicyState>, _: unknown, rows) => {
      if (value.overriders.length === 0) return [];
      const found = await rows.ask({ clusters: [part.cluster] }, function* (reader) {
        // Throws if the answer is already too large, so that the lists are not read in vain.
        countItems(rows, 0);
        return yield* value.overriddenBy(reader);
      });
      countItems(rows, found.length);
      return policiesOf(part, found);
    }),
    reported: listOf(({ reported }: PolicyState) => reported),
    agrees: ({ value }: Of<PolicyState>) => value.agrees,
  },
  EffectivePolicy: {
    id: ({ value }: Of<EffectivePolicy>) => effectiveId(value),
    kind: ({ value }: Of<EffectivePolicy>) => value.kind,
    path: ({ part, value }: Of<EffectivePolicy>): Of<Path> => ({ part, value: value.path }),
    policies: listOf(({ merged }: EffectivePolicy) => merged.policies, inPart),
    rules: listOf(({ merged }: EffectivePolicy) => merged.rules, inPart),
    displaced: listOf(({ merged }: EffectivePolicy) => merged.displaced, inPart),
    complete: ({ value }: Of<EffectivePolicy>) => value.complete,
  },
  PolicyPath: {
    id: ({ value }: Of<Path>) => value.id,
    nodes: ({ part, value }: Of<Path>) => value.nodes.map((node): Of<Node> => ({ part, value: node })),
    hostnames: listOf(({ hostnames }: Path) => hostnames),
    open: ({ value }: Of<Path>) => value.isOpen,
  },
  EffectiveRule: {
    key: ({ value }: Of<PolicyRule>) => value.key,
    source: ({ part, value }: Of<PolicyRule>): Of<PolicyState> => ({ part, value: value.source }),
    path: ({ value }: Of<PolicyRule>) => value.path,
  },
  DisplacedRule: {
    key: ({ value }: Of<DisplacedRule>) => value.key,
    source: ({ part, value }: Of<DisplacedRule>): Of<PolicyState> => ({ part, value: value.source }),
    by: listOf(({ by }: DisplacedRule) => by, inPart),
  },
};

/**
 * Resolves a list, and counts its items.
 * @param itemOf The result for an item. @default the item
 */
function listOf<Parent, Item>(
  itemsOf: (parent: Parent, part: Part) => readonly Item[],
  itemOf: (item: Item, part: Part) => unknown = item => item,
): GuardedResolver {
  return throughRows(({ part, value }: Of<Parent>, _: unknown, rows) => {
    const items = itemsOf(value, part);
    countItems(rows, items.length);
    return items.map(item => itemOf(item, part));
  });
}

function inPart<T>(value: T, part: Part): Of<T> {
  return { part, value };
}

/**
 * Maximum number of items of one answer in lists whose length is not known when the operation is priced. The paths of a
 * page may share thousands of rules, keys and hostnames, but the answer repeats them for each path.
 */
const MOST_ITEMS = 250_000;

/** Number of items so far, by accessor of a request. */
const itemCounts = new WeakMap<object, number>();

/** @throws GraphQLError ANSWER_TOO_LARGE */
function countItems(rows: object, items: number): void {
  const count = (itemCounts.get(rows) ?? 0) + items;
  itemCounts.set(rows, count);
  const code: ErrorCode = 'ANSWER_TOO_LARGE';
  if (count > MOST_ITEMS)
    throw new GraphQLError(
      `The lists within the effective policies, policies, paths, nodes and edges of this answer, such as rules, keys and hostnames, have more than ${MOST_ITEMS} entries together. Ask for fewer effective policies, nodes or edges at once (first), or narrow the filter, or leave out some of these lists.`,
      { extensions: { code } },
    );
}

function policiesOf(part: Part, policies: readonly PolicyState[]): readonly Of<PolicyState>[] {
  return policies.map(policy => inPart(policy, part));
}

const impactResolvers: GuardedResolvers = {
  PolicyImpact: {
    reaches: ({ reaches, node: { part } }: ImpactAnswer, args: PageArguments) =>
      pageOf([runOf(reaches, part)], args, ({ id }) => [id]),
    hostnames: throughRows(({ hostnames }: ImpactAnswer, _: unknown, rows) => {
      countItems(rows, hostnames.length);
      return hostnames;
    }),
    orphaned: throughRows(({ orphaned, node: { part } }: ImpactAnswer, _: unknown, rows) => {
      countItems(rows, orphaned.length);
      return policiesOf(part, orphaned);
    }),
    ifDeleted: ({ ifDeleted, node: { part }, after }: ImpactAnswer, args: PageArguments) =>
      pageOf([runOf(ifDeleted, { before: part, after })], args, ({ before }) => [effectiveId(before)]),
  },
  PolicyEffect: {
    before: ({ value, part }: EffectOfParts): Of<EffectivePolicy> => ({ part: part.before, value: value.before }),
    after: ({ value, part }: EffectOfParts) => value.after && part.after && { part: part.after, value: value.after },
  },
  PolicyChanges: {
    ready: throughCoverage(
      ({ isListed, requested }: PolicyChanges, _: unknown, accessors) => isListed && coversAll(requested, accessors),
    ),
  },
  PolicyChange: {
    edgeKind: ({ edgeKind }: PolicyChange) => edgeKind ?? null,
    edge: ({ part, edge }: PolicyChange) => edge && part && { part, value: edge },
    policy: ({ part, policy }: PolicyChange) => policy && part && { part, value: policy },
    effective: ({ part, effective }: PolicyChange) => effective && part && { part, value: effective },
  },
};

interface EffectOfParts {
  readonly value: Effect;
  readonly part: { readonly before: Part; readonly after: Part | undefined };
}
