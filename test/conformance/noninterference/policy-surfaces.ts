/**
 * The surfaces of the policy subgraph: every field, page by page, with cursors of other callers, and as subscriptions.
 */
import fc from 'fast-check';
import { anyId, anySectionId, pageSize, policyFilter, POLICY_FILTER, type Variables } from './questions.ts';
import type { Ask, Surface } from './surface.ts';

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const POLICY = `id object { id status } kind class strategy targets { id } keys standing overriddenBy { id } agrees
  reported { type status reason current ancestor }`;
const EDGE = 'id kind from { id } to { id hostnames port protocol } refusals hostnames ports';
const NODE = `id object { id status labels } cluster { name } section hostnames port protocol policy { ${POLICY} }
  above(first: 5) { ${EDGE} } below(first: 5) { ${EDGE} } unresolved { kind to absent }`;
const EFFECTIVE = `id kind path { id nodes { id } hostnames open } policies { id } rules { key source { id } path }
  displaced { key source { id } by { id } } complete`;

const TOPOLOGY = `query ($filter: PolicyFilter, $first: Int, $after: String, $edgeAfter: String, $waiting: Int) { policyTopology(filter: $filter) {
  nodes(first: $first, after: $after) { nodes { ${NODE} } ${PAGE_INFO} totalCount }
  edges(first: $first, after: $edgeAfter) { nodes { ${EDGE} } ${PAGE_INFO} totalCount }
  dot ready waiting(first: $waiting) { cluster { name } kinds } } }`;
const EFFECTIVE_POLICIES = `query ($filter: PolicyFilter, $first: Int, $after: String) {
  effectivePolicies(filter: $filter, first: $first, after: $after) { nodes { ${EFFECTIVE} } ${PAGE_INFO} totalCount leftOut { name } } }`;
const IMPACT = `query ($id: ID!, $first: Int, $after: String, $effectAfter: String) { policyImpact(id: $id) { node { id } pathCount hostnames
  reaches(first: $first, after: $after) { nodes { id } ${PAGE_INFO} totalCount } orphaned { id }
  ifDeleted(first: $first, after: $effectAfter) { nodes { before { ${EFFECTIVE} } after { ${EFFECTIVE} } } ${PAGE_INFO} totalCount } } }`;
const OF_OBJECT = `policyNode { ${NODE} } effectivePolicies(kinds: $kinds, first: $first, after: $after) { nodes { ${EFFECTIVE} } ${PAGE_INFO} totalCount leftOut { name } }`;
const CHANGES = `changes { type id edgeKind edge { ${EDGE} } policy { ${POLICY} } effective { ${EFFECTIVE} } } ready reset`;

const waiting = fc.integer({ min: 0, max: 3 });
const kinds = fc.option(POLICY_FILTER.kinds);

/** Fetches pages until `cursors` returns undefined, at most six pages. */
async function pages(
  ask: Ask,
  document: string,
  variables: Variables,
  cursors: (data: any) => Variables | undefined,
): Promise<unknown[]> {
  const answers: any[] = [];
  for (let more: Variables | undefined = {}; more && answers.length < 6;) {
    const answer = await ask(document, { ...variables, ...more });
    answers.push(answer);
    more = answer.body.data ? cursors(answer.body.data) : undefined;
  }
  return answers;
}

export function policySurfaces(
  representations: fc.Arbitrary<{ representations: readonly { __typename: string }[] }>,
): readonly Surface[] {
  const surfaces: readonly Surface[] = [
    {
      name: 'policyTopology: a walk over all pages',
      document: TOPOLOGY,
      variables: fc.record({ filter: policyFilter, first: fc.integer({ min: 1, max: 9 }), waiting }),
      converse: (ask, variables) =>
        pages(ask, TOPOLOGY, variables, ({ policyTopology: reported }) =>
          reported?.nodes.pageInfo.hasNextPage || reported?.edges.pageInfo.hasNextPage
            ? { after: reported.nodes.pageInfo.endCursor, edgeAfter: reported.edges.pageInfo.endCursor }
            : undefined,
        ),
    },
    {
      name: 'policyTopology: from the cursors of what somebody else sees',
      document: TOPOLOGY,
      variables: fc.record({ filter: policyFilter, first: pageSize, at: fc.integer({ min: 1, max: 30 }) }),
      given: async (askAsRoot, { at }) => {
        const { policyTopology } = (await askAsRoot(TOPOLOGY, { first: at })).body.data;
        return { after: policyTopology.nodes.pageInfo.endCursor, edgeAfter: policyTopology.edges.pageInfo.endCursor };
      },
    },
    {
      name: 'effectivePolicies: a walk over all pages',
      document: EFFECTIVE_POLICIES,
      variables: fc.record({ filter: policyFilter, first: fc.integer({ min: 1, max: 4 }) }),
      converse: (ask, variables) =>
        pages(ask, EFFECTIVE_POLICIES, variables, ({ effectivePolicies: reported }) =>
          reported?.pageInfo.hasNextPage ? { after: reported.pageInfo.endCursor } : undefined,
        ),
    },
    {
      name: 'effectivePolicies: from the cursor of what somebody else sees',
      document: EFFECTIVE_POLICIES,
      variables: fc.record({ first: pageSize, at: fc.integer({ min: 1, max: 20 }) }),
      given: async (askAsRoot, { at }) => ({
        after: (await askAsRoot(EFFECTIVE_POLICIES, { first: at })).body.data.effectivePolicies.pageInfo.endCursor,
      }),
    },
    {
      name: 'policyImpact',
      document: IMPACT,
      variables: fc.record({ id: anySectionId, first: pageSize }),
      converse: (ask, variables) =>
        pages(ask, IMPACT, variables, ({ policyImpact: reported }) =>
          reported?.reaches.pageInfo.endCursor && reported.reaches.pageInfo.hasNextPage
            ? { after: reported.reaches.pageInfo.endCursor, effectAfter: reported.ifDeleted.pageInfo.endCursor }
            : undefined,
        ),
    },
    {
      name: 'policyNode and effectivePolicies of an object',
      document: `query ($id: ID!, $kinds: [String!], $first: Int, $after: String) { object(id: $id) { id ${OF_OBJECT} } }`,
      variables: fc.record({ id: anyId, kinds, first: pageSize }),
    },
    {
      name: 'policyChanges: the whole state',
      document: `query ($filter: PolicyFilter) { policyChanges(filter: $filter) { ${CHANGES} } }`,
      variables: fc.record({ filter: policyFilter }),
    },
    {
      name: 'policyChanges: as a subscription that is asked for in one answer',
      document: `subscription ($filter: PolicyFilter) { policyChanges(filter: $filter, coalesce: "1s") { ${CHANGES} } }`,
      variables: fc.record({ filter: policyFilter }),
    },
    {
      name: '_entities of the policy subgraph',
      at: 'policy',
      document: `query ($representations: [_Any!]!, $kinds: [String!], $first: Int, $after: String) { _entities(representations: $representations) {
        ... on KubernetesObject { id ${OF_OBJECT.replaceAll(/object \{ id status( labels)? \}/g, 'object { id }')} } } }`,
      variables: fc.record({
        kinds,
        first: pageSize,
        representations: representations.map(({ representations: all }) =>
          all.filter(it => it.__typename === 'KubernetesObject'),
        ),
      }),
    },
    {
      name: 'errors about policies',
      document: TOPOLOGY,
      variables: fc.oneof(
        fc.record({ filter: fc.record({ hostname: fc.constant('secret_value') }) }),
        fc.record({ filter: fc.record({ around: fc.constant(['leaf-b//Pod/kube-system/secret-name#a/b']) }) }),
        fc.record({ after: fc.constant('secret'), first: fc.constant(5) }),
        fc.record({ first: fc.constant(501) }),
      ),
    },
  ];
  return surfaces.map(surface => ({ ...surface, traffic: true }));
}
