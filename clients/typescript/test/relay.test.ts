/**
 * Tests the compiler and the runtime of Relay against a running fleetgraph. Relay needs only the GraphQL schema, and no
 * settings from this package.
 */
import { problemsOf } from '@fleetgraph/client/errors';
import type { KubernetesObject, Query } from '@fleetgraph/client/schema';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import relay, { type ConcreteRequest, type GraphQLResponse, type ReaderFragment } from 'relay-runtime';
import { silently, token, url } from './product.ts';
const { createOperationDescriptor, Environment, fetchQuery, getSingularSelector, Network, RecordSource, Store } = relay;

/** Output of the Relay compiler for relay/queries.js. */
const compiled = createRequire(import.meta.url);
const LIST = compiled('./relay/__generated__/queriesListQuery.graphql') as ConcreteRequest;
const LIST_FRAGMENT = compiled('./relay/__generated__/queries_list.graphql') as ReaderFragment;
const NEXT_PAGE = compiled('./relay/__generated__/queriesListPaginationQuery.graphql') as ConcreteRequest;
const OBJECT_FRAGMENT = compiled('./relay/__generated__/queries_object.graphql') as ReaderFragment;
const REFETCH = compiled('./relay/__generated__/queriesObjectRefetchQuery.graphql') as ConcreteRequest;
const PARTLY = compiled('./relay/__generated__/queriesPartlyQuery.graphql') as ConcreteRequest;

const FILTER = { filter: { kinds: ['Deployment'] } };

describe('Relay', () => {
  const environment = new Environment({ network: Network.create(ask), store: new Store(new RecordSource()) });

  const run = async (query: ConcreteRequest, variables: object): Promise<Query> => {
    const answer = await fetchQuery(environment, query, variables, { fetchPolicy: 'network-only' }).toPromise();
    environment.retain(createOperationDescriptor(query, variables));
    return answer as Query;
  };
  /** Reads a fragment like useFragment(). */
  const read = <Data>(fragment: ReaderFragment, reference: object): Data => {
    const selector = getSingularSelector(fragment, reference);
    assert.ok(selector);
    const { data, isMissingData } = environment.lookup(selector);
    assert.equal(isMissingData, false);
    return data as Data;
  };

  it(
    'puts pages behind each other',
    silently(async () => {
      const root = await run(LIST, FILTER);
      const first = read<Query>(LIST_FRAGMENT, root).objects!;
      assert.equal(first.edges.length, 5);
      await run(NEXT_PAGE, { ...FILTER, count: 5, cursor: first.pageInfo.endCursor });
      const both = read<Query>(LIST_FRAGMENT, root).objects!;
      assert.equal(new Set(both.edges.map(({ node }) => node.id)).size, 10);
    }),
  );

  it(
    'refetches an object by its id',
    silently(async () => {
      const root = await run(LIST, FILTER);
      const { node } = read<Query>(LIST_FRAGMENT, root).objects!.edges[0]!;
      const { name } = read<KubernetesObject>(OBJECT_FRAGMENT, node);
      const again = await run(REFETCH, { id: node.id });
      assert.equal(read<KubernetesObject>(OBJECT_FRAGMENT, again.node!).name, name);
    }),
  );

  it(
    'shows what is good beside what is wrong',
    silently(async () => {
      const { viewer, objects } = await run(PARTLY, {});
      assert.equal(viewer.user.length > 0, true);
      assert.equal(objects, null);
      assert.deepEqual(
        problemsOf(await ask(PARTLY.params, {})).map(({ argument }) => argument),
        ['first'],
      );
    }),
  );
});

async function ask(
  { text }: { readonly text: string | null | undefined },
  variables: object,
): Promise<GraphQLResponse> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: text, variables }),
  });
  return (await answer.json()) as GraphQLResponse;
}
