/** Tests Apollo Client with the cache settings of this package, against a running fleetgraph. */
import { ApolloClient, gql, HttpLink, InMemoryCache, type OperationVariables } from '@apollo/client';
import { possibleTypes, typePolicies } from '@fleetgraph/client/apollo';
import { problemsOf, retryDelayMs } from '@fleetgraph/client/errors';
import type { KubernetesObject, ObjectConnection, Query } from '@fleetgraph/client/schema';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { silently, token, url } from './product.ts';
import { DETAIL, LIST, PARTLY_WRONG, SIDE_PAGES, SUMMARY } from './queries.ts';

const FILTER = { filter: { kinds: ['Deployment'] } };

describe('Apollo Client', () => {
  let client: ApolloClient;
  let first: ObjectConnection;
  before(() => {
    client = clientOf(token);
  });
  after(() => client.stop());

  const ask = async (query: string, variables: OperationVariables) =>
    (await client.query<Query>({ query: gql(query), variables, fetchPolicy: 'network-only' })).data!;
  const known = (query: string, variables: OperationVariables) =>
    client.readQuery<Query>({ query: gql(query), variables });

  it(
    'lists, and puts pages behind each other, nodes as well as edges',
    silently(async () => {
      first = (await ask(LIST, FILTER)).objects!;
      const second = (await ask(LIST, { ...FILTER, after: first.pageInfo.endCursor })).objects!;
      const { nodes, edges, pageInfo } = known(LIST, FILTER)!.objects!;
      assert.equal(first.pageInfo.hasNextPage, true);
      assert.equal(new Set(idsOf(nodes)).size, 10);
      assert.deepEqual(idsOf(edges.map(({ node }) => node)), idsOf(nodes));
      assert.deepEqual(pageInfo, {
        ...second.pageInfo,
        startCursor: first.pageInfo.startCursor,
        hasPreviousPage: false,
      });
    }),
  );

  it(
    'keeps lists of other filters apart',
    silently(async () => {
      const other = (await ask(LIST, { filter: { kinds: ['Namespace'] } })).objects!;
      assert.equal(
        idsOf(known(LIST, FILTER)!.objects!.nodes).some(id => idsOf(other.nodes).includes(id)),
        false,
      );
    }),
  );

  it(
    'begins anew with the first page',
    silently(async () => {
      const again = (await ask(LIST, FILTER)).objects!;
      assert.deepEqual(idsOf(known(LIST, FILTER)!.objects!.nodes), idsOf(again.nodes));
    }),
  );

  it(
    'shows an object from its list without asking, and absent ones as absent',
    silently(async () => {
      const { id, name } = first.nodes[0]!;
      assert.equal(known(SUMMARY, { id })?.object?.name, name);
      const absent = { id: id.replace(/[^/]+$/, 'absent') };
      assert.equal((await ask(SUMMARY, absent)).object, null);
      assert.equal(known(SUMMARY, absent)?.object, null);
    }),
  );

  it(
    'keeps what the list showed of an object when a detail page reads more of it, and the other way round',
    silently(async () => {
      const { id } = first.nodes[0]!;
      await ask(LIST, FILTER);
      await ask(DETAIL, { id });
      assert.equal(known(LIST, FILTER)!.objects!.nodes[0]!.live!.state, 'OK');
      await ask(LIST, FILTER);
      assert.equal(known(DETAIL, { id })!.object!.live!.yaml!.includes('kind: Deployment'), true);
    }),
  );

  it(
    'reads everything else again and again',
    silently(async () => {
      const { id } = first.nodes[0]!;
      for (const _ of [1, 2]) {
        const answer = await ask(SIDE_PAGES, { id });
        assert.equal(answer.node?.id, id);
        assert.equal(answer.viewer.user.length > 0, true);
      }
    }),
  );

  it(
    'tells which argument is wrong, beside what is good',
    silently(async () => {
      const { data, error } = await client.query<Query>({ query: gql(PARTLY_WRONG), errorPolicy: 'all' });
      assert.equal((data?.viewer?.user?.length ?? 0) > 0, true);
      assert.deepEqual(
        problemsOf(error).map(({ code, path, argument }) => ({ code, path, argument })),
        [{ code: 'BAD_USER_INPUT', path: ['objects'], argument: 'first' }],
      );
    }),
  );

  it(
    'tells a refusal from a failure that passes',
    silently(async () => {
      const stranger = clientOf('wrong');
      const refused = await stranger.query({ query: gql('{ viewer { user } }') }).catch((error: unknown) => error);
      assert.deepEqual(
        problemsOf(refused).map(({ code }) => code),
        ['UNAUTHENTICATED'],
      );
      assert.equal(retryDelayMs(refused), undefined);
      stranger.stop();
      const away = clientOf(token, 'http://127.0.0.1:9/graphql');
      const failed = await away.query({ query: gql('{ viewer { user } }') }).catch((error: unknown) => error);
      assert.deepEqual(
        problemsOf(failed).map(({ code }) => code),
        ['NETWORK'],
      );
      assert.equal(retryDelayMs(failed), 1_000);
      away.stop();
    }),
  );
});

function clientOf(bearer: string, uri = url): ApolloClient {
  return new ApolloClient({
    cache: new InMemoryCache({ typePolicies, possibleTypes }),
    link: new HttpLink({ uri, headers: { authorization: `Bearer ${bearer}` } }),
  });
}

function idsOf(nodes: readonly Pick<KubernetesObject, 'id'>[]): string[] {
  return nodes.map(({ id }) => id);
}
