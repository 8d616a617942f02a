/** Tests urql and its normalising cache with the settings of this package, against a running fleetgraph. */
import { problemsOf } from '@fleetgraph/client/errors';
import type { KubernetesObject, Query } from '@fleetgraph/client/schema';
import { keys, possibleTypes, resolvers } from '@fleetgraph/client/urql';
import { type AnyVariables, Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { silently, token, url } from './product.ts';
import { DETAIL, LIST, PARTLY_WRONG, SIDE_PAGES, SUMMARY } from './queries.ts';

const FILTER = { filter: { kinds: ['Deployment'] } };

describe('urql', () => {
  let client: Client;
  let ids: string[];
  before(() => {
    client = clientOf(token);
  });

  const ask = async (query: string, variables: AnyVariables) => {
    const { data, error } = await client.query<Query>(query, variables, { requestPolicy: 'network-only' }).toPromise();
    assert.equal(error, undefined);
    return data!;
  };
  const known = (query: string, variables: AnyVariables) => client.readQuery<Query>(query, variables)?.data;

  it(
    'lists with its default options, and puts pages behind each other',
    silently(async () => {
      const first = (await ask(LIST, FILTER)).objects!;
      ids = idsOf(first.nodes);
      const second = (await ask(LIST, { ...FILTER, after: first.pageInfo.endCursor })).objects!;
      assert.equal(first.pageInfo.hasNextPage, true);
      assert.equal(new Set(idsOf(second.nodes)).size, 10);
      assert.deepEqual(idsOf(second.edges.map(({ node }) => node)), idsOf(second.nodes));
      assert.deepEqual(idsOf(second.nodes).slice(0, 5), ids);
      assert.equal(second.totalCount, first.totalCount);
    }),
  );

  it(
    'keeps lists of other filters apart',
    silently(async () => {
      const other = (await ask(LIST, { filter: { kinds: ['Namespace'] } })).objects!;
      assert.equal(
        idsOf(other.nodes).some(id => ids.includes(id)),
        false,
      );
    }),
  );

  it(
    'shows an object from its list without asking, and absent ones as absent',
    silently(async () => {
      assert.equal(known(SUMMARY, { id: ids[0] })?.object?.id, ids[0]);
      const absent = { id: ids[0]!.replace(/[^/]+$/, 'absent') };
      assert.equal((await ask(SUMMARY, absent)).object, null);
      assert.equal(known(SUMMARY, absent)?.object, null);
    }),
  );

  it(
    'keeps what the list showed of an object when a detail page reads more of it, and the other way round',
    silently(async () => {
      const id = ids[0]!;
      await ask(DETAIL, { id });
      assert.equal(known(LIST, FILTER)?.objects?.nodes[0]?.live?.state, 'OK');
      await ask(LIST, FILTER);
      assert.equal(known(DETAIL, { id })?.object?.live?.yaml?.includes('kind: Deployment'), true);
    }),
  );

  it(
    'reads everything else again and again',
    silently(async () => {
      for (const _ of [1, 2]) {
        const answer = await ask(SIDE_PAGES, { id: ids[0] });
        assert.equal(answer.node?.id, ids[0]);
        assert.equal(answer.viewer.user.length > 0, true);
      }
    }),
  );

  it(
    'tells which argument is wrong, beside what is good',
    silently(async () => {
      const { data, error } = await client.query<Query>(PARTLY_WRONG, {}).toPromise();
      assert.equal((data?.viewer.user.length ?? 0) > 0, true);
      assert.deepEqual(
        problemsOf(error).map(({ code, path, argument }) => ({ code, path, argument })),
        [{ code: 'BAD_USER_INPUT', path: ['objects'], argument: 'first' }],
      );
    }),
  );

  it(
    'tells a refusal from a failure that passes',
    silently(async () => {
      const refused = await clientOf('wrong').query('{ viewer { user } }', {}).toPromise();
      assert.deepEqual(
        problemsOf(refused.error).map(({ code }) => code),
        ['UNAUTHENTICATED'],
      );
      const failed = await clientOf(token, 'http://127.0.0.1:9/graphql').query('{ viewer { user } }', {}).toPromise();
      assert.deepEqual(
        problemsOf(failed.error).map(({ code }) => code),
        ['NETWORK'],
      );
    }),
  );
});

function clientOf(bearer: string, at = url): Client {
  return new Client({
    url: at,
    exchanges: [cacheExchange({ keys, resolvers, possibleTypes }), fetchExchange],
    fetchOptions: () => ({ headers: { authorization: `Bearer ${bearer}` } }),
  });
}

function idsOf(nodes: readonly Pick<KubernetesObject, 'id'>[]): string[] {
  return nodes.map(({ id }) => id);
}
