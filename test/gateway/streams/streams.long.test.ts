/** Live queries as the clients graphql-sse and graphql-ws see them. */
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptIdentity,
  AuthenticationUnavailableError,
  BadCredentialsError,
} from '../../../identity/authenticator.ts';
import type { Identity } from '../../../identity/identity.ts';
import { decodeObjectId, encodeObjectKey, type ObjectId } from '../../../schema/object-id.ts';
import { healthy } from '../../subgraphs/fleet/changing-fleet.ts';
import { allow, grant, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';
import { openStreaming, TRANSPORTS, type StreamingGateway, type StreamingOptions, type Stream } from './streaming.ts';

/** Gateways by their options. Tests share gateways, because starting one is slow. afterEach() ends all streams. */
const gateways = new Map<string, StreamingGateway>();
const streams: Stream[] = [];
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.stop();
  for (const gateway of gateways.values()) await isQuiet(gateway);
});
afterAll(async () => {
  await Promise.all([...gateways.values()].map(gateway => gateway.close()));
});

const web = rowAt('leaf-01', 'Pod', 'team-a/web');
const db = rowAt('leaf-01', 'Pod', 'team-b/db');
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');

async function filled(options: StreamingOptions = {}): Promise<StreamingGateway> {
  const key = options.authenticator ? `${gateways.size}` : JSON.stringify(options);
  const gateway = gateways.get(key) ?? (await openStreaming(options));
  gateways.set(key, gateway);
  const { fleet } = gateway;
  await fleet.write('leaf-01', {
    puts: [web, db],
    grantPuts: [...grant('admin', allow('list', '*')), ...teamPods],
    state: healthy,
  });
  const { data } = await fleet.ask({ user: 'admin' }, '{ objects(first: 500) { nodes { id } } }');
  const others = data.objects.nodes
    .map(({ id }: { id: string }) => decodeObjectId(id))
    .filter(({ name }: ObjectId) => !['web', 'db'].includes(name));
  if (others.length > 0) await fleet.write('leaf-01', { deletes: others.map(encodeObjectKey) });
  return gateway;
}

/** Waits until at most `open` streams remain. */
async function isQuiet({ metric, fleet }: StreamingGateway, open = 0): Promise<void> {
  while ((await metric('fleetgraph_subscriptions ')) > open || fleet.access.liveQueries > open) await delay(5);
}

const LIVE = `subscription ($filter: ObjectFilter, $since: String, $coalesce: Duration! = "50ms") {
  objectChanges(filter: $filter, since: $since, coalesce: $coalesce) { reset resume totalCount changes { type id object { name status } } } }`;

describe.each(TRANSPORTS)('a live query over %s', (_name, subscribe) => {
  const begin = (gateway: StreamingGateway, token: string, variables: Record<string, unknown> = {}, query = LIVE) => {
    const stream = subscribe(gateway.url, token, { query, variables });
    streams.push(stream);
    return stream;
  };

  it('begins at once with nothing but a token and a count, and tells what changes from then on', async () => {
    const gateway = await filled();
    const stream = await begin(gateway, 'admin').has(1);
    expect(stream.reported[0]).toMatchObject({ reset: null, totalCount: 2, changes: [] });
    await gateway.fleet.put({ ...web, status: 'FAILED' });
    await stream.has(2);
    expect(stream.reported[1]).toMatchObject({
      totalCount: 2,
      changes: [{ type: 'UPDATE', id: 'leaf-01//Pod/team-a/web', object: { name: 'web', status: 'FAILED' } }],
    });
    await gateway.fleet.write('leaf-01', { deletes: [encodeObjectKey(web)] });
    await stream.has(3);
    expect(stream.reported[2]).toMatchObject({ totalCount: 1, changes: [{ type: 'LEAVE', object: null }] });
    expect(stream.end).toBeUndefined();
  });

  it('goes on from a token of a list, and from one of another stream', async () => {
    const gateway = await filled();
    const { data } = await gateway.fleet.ask({ user: 'admin' }, '{ objects { resume } }');
    await gateway.fleet.put({ ...web, status: 'FAILED' });
    const first = await begin(gateway, 'admin', { since: data.objects.resume }).has(1);
    expect(first.changes).toEqual(['UPDATE web']);
    first.stop();
    await gateway.fleet.put({ ...db, status: 'FAILED' }, rowAt('leaf-01', 'Pod', 'team-a/new'));
    const second = await begin(gateway, 'admin', { since: first.reported[0].resume }).has(1);
    expect(second.changes.sort()).toEqual(['ENTER new', 'UPDATE db']);
  });

  it('tells a right that is given, one that is lost, at once, and nothing of the object after it', async () => {
    const gateway = await filled();
    await gateway.fleet.revoke('leaf-01', ...teamPods);
    const stream = await begin(gateway, 'tom/team-a', { coalesce: '1m' }).has(1);
    expect(stream.reported[0]).toMatchObject({ totalCount: 0, changes: [] });
    await gateway.fleet.grant('leaf-01', ...teamPods);
    await stream.has(2);
    expect(stream.changes).toEqual(['ENTER web']);
    await gateway.fleet.revoke('leaf-01', ...teamPods);
    await stream.has(3);
    expect(stream.changes).toEqual(['ENTER web', 'REVOKED web']);
    await gateway.fleet.put({ ...web, status: 'FAILED' });
    await gateway.fleet.grant('leaf-01', ...teamPods);
    await stream.has(4);
    expect(stream.changes).toEqual(['ENTER web', 'REVOKED web', 'ENTER web']);
  });

  it('merges what happens within a payload, and sends none where that is nothing', async () => {
    const gateway = await filled();
    const stream = await begin(gateway, 'admin', { coalesce: '300ms' }).has(1);
    await gateway.fleet.put(rowAt('leaf-01', 'Pod', 'team-a/short'));
    await gateway.fleet.write('leaf-01', { deletes: [encodeObjectKey(rowAt('leaf-01', 'Pod', 'team-a/short'))] });
    await gateway.fleet.put({ ...web, status: 'FAILED' });
    await gateway.fleet.put({ ...web, status: 'FAILED', message: 'no image' });
    await stream.has(2);
    expect(stream.changes.filter(it => it !== 'UPDATE web')).toEqual([]);
  });

  it('ends after a reset', async () => {
    const gateway = await filled({ changesAtOnce: 2 });
    const { data } = await gateway.fleet.ask({ user: 'admin' }, '{ objects { resume } }');
    await gateway.fleet.put(...[1, 2, 3].map(i => rowAt('leaf-01', 'Pod', `team-a/pod-${i}`)));
    const stream = await begin(gateway, 'admin', { since: data.objects.resume }).ended();
    expect(stream.reported).toMatchObject([{ reset: 'TOO_MANY', changes: [], totalCount: 5 }]);
    expect(stream.end).toEqual({ completed: true });
  });

  it.each([
    [
      'aliases, fragments and several operations',
      `query A { __typename } subscription B { ...F } fragment F on Subscription { live: objectChanges(coalesce: "50ms") { n: totalCount } }`,
      'B',
      { live: { n: 2 } },
    ],
    [
      'an inline fragment and @include in the selection',
      `subscription B { ... on Subscription { objectChanges { totalCount @include(if: true) reset @skip(if: true) } } }`,
      undefined,
      { objectChanges: { totalCount: 2 } },
    ],
  ])('takes %s', async (_what, query, operationName, data) => {
    const gateway = await filled();
    const stream = subscribe(gateway.url, 'admin', { query, ...(operationName && { operationName }) });
    streams.push(stream);
    await stream.has(1);
    expect(stream.payloads[0]).toEqual({ data });
  });

  it('answers a query, too: once', async () => {
    const gateway = await filled();
    const stream = await begin(gateway, 'admin', {}, '{ objects { totalCount } }').ended();
    expect(stream.payloads).toEqual([{ data: { objects: { totalCount: 2 } } }]);
    expect(stream.end).toEqual({ completed: true });
  });

  it.each([
    [
      'a token of somebody else',
      async (gateway: StreamingGateway) => ({
        since: (await gateway.fleet.ask({ user: 'tom' }, '{ objects { resume } }')).data.objects.resume as string,
      }),
      'BAD_USER_INPUT',
    ],
    ['an empty token', async () => ({ since: '' }), 'BAD_USER_INPUT'],
    ['a span that is too short', async () => ({ coalesce: '49ms' }), 'BAD_USER_INPUT'],
    ['a span that is none', async () => ({ coalesce: '1.5s' }), 'BAD_USER_INPUT'],
    ['a filter that cannot be meant', async () => ({ filter: { labelSelector: 'in (' } }), 'BAD_USER_INPUT'],
  ])('is refused before it begins for %s', async (_what, variables, code) => {
    const gateway = await filled();
    const stream = await begin(gateway, 'admin', await variables(gateway)).ended();
    expect(stream.payloads).toEqual([]);
    expect(await refusal(stream)).toContain(code);
    expect(await gateway.metric('fleetgraph_subscriptions ')).toBe(0);
    expect(gateway.fleet.access.liveQueries).toBe(0);
  });

  it.each([
    ['a field that there is not', 'subscription { objects { totalCount } }'],
    ['several fields', 'subscription { a: objectChanges { reset } b: objectChanges { reset } }'],
    ['__typename beside it', 'subscription { __typename objectChanges { reset } }'],
    ['a directive on its field', 'subscription { objectChanges @include(if: true) { reset } }'],
    ['an unknown argument', 'subscription { objectChanges(first: 3) { reset } }'],
  ])('is refused for a document with %s', async (_what, query) => {
    const gateway = await filled();
    const stream = await begin(gateway, 'admin', {}, query).ended();
    expect(await refusal(stream)).toContain('GRAPHQL_VALIDATION_FAILED');
  });

  it('is one of a number that a caller may have, and gives its place back when its client goes', async () => {
    const gateway = await filled({ limits: { subscriptionsPerCaller: 2 } });
    const held = await Promise.all([begin(gateway, 'admin').has(1), begin(gateway, 'admin').has(1)]);
    expect(await refusal(await begin(gateway, 'admin').ended())).toContain('OVERLOADED');
    await begin(gateway, 'tom/team-a').has(1);
    held[0].stop();
    await isQuiet(gateway, 2);
    await begin(gateway, 'admin').has(1);
    expect(gateway.fleet.access.liveQueries).toBe(3);
  });

  it('ends with its credentials, so that the client signs in anew', async () => {
    const gateway = await filled({ expiresInMs: 400 });
    const stream = await (await begin(gateway, 'admin').has(1)).ended();
    expect(
      JSON.stringify([stream.payloads.at(-1), stream.end, (stream.end as { error?: { code?: number } }).error?.code]),
    ).toMatch(/UNAUTHENTICATED|4401/);
  });

  describe('whose credentials are looked at again', () => {
    /** A gateway whose authenticator returns what the test sets. */
    async function guarded(): Promise<{
      gateway: StreamingGateway;
      says: (how: () => Identity | undefined) => void;
      requested: () => number;
    }> {
      let [how, requested] = [(): Identity | undefined => acceptIdentity({ user: 'admin' }), 0];
      const authenticator = { authenticate: async () => (requested++, how()) };
      const gateway = await filled({ authenticator, recheck: { everyMs: 20, graceMs: 60_000 } });
      return { gateway, says: next => void (how = next), requested: () => requested };
    }
    const throwing = (error: Error) => () => {
      throw error;
    };

    it.each<[string, () => Identity | undefined]>([
      ['refuses them', throwing(new BadCredentialsError('The bearer token is not known here.', 'unknown'))],
      ['knows nobody by them', () => undefined],
    ])('ends, unauthenticated, when the authenticator %s', async (_what, how) => {
      const { gateway, says } = await guarded();
      const stream = await begin(gateway, 'admin').has(1);
      says(how);
      await stream.ended();
      const code = (stream.end as { error?: { code?: number } }).error?.code;
      expect(JSON.stringify([stream.payloads.at(-1), code])).toMatch(/UNAUTHENTICATED|4401/);
      await isQuiet(gateway);
    });

    it('ends so that its client connects again, when they mean other groups', async () => {
      const { gateway, says } = await guarded();
      const stream = await begin(gateway, 'admin').has(1);
      says(() => acceptIdentity({ user: 'admin', groups: ['team-a'] }));
      await stream.ended();
      expect(stream.end).toHaveProperty('error');
      expect(
        JSON.stringify([stream.payloads.at(-1), (stream.end as { error?: { code?: number } }).error?.code]),
      ).not.toMatch(/UNAUTHENTICATED|4401/);
    });

    it('goes on while nobody can tell', async () => {
      const { gateway, says, requested } = await guarded();
      const stream = await begin(gateway, 'admin').has(1);
      says(throwing(new AuthenticationUnavailableError('Not now.', { isOwn: false })));
      const before = requested();
      while (requested() < before + 5) await new Promise(resolve => setImmediate(resolve));
      await gateway.fleet.put({ ...web, status: 'FAILED' });
      await stream.has(2);
      expect(stream.end).toBeUndefined();
      says(() => undefined);
      await stream.ended();
    });
  });

  it('is cut off, not completed, when the gateway stops or it has lasted long enough', async () => {
    const short = await filled({ limits: { subscriptionDurationMs: 300 } });
    expect((await begin(short, 'admin').ended()).end).toHaveProperty('error');
    const gateway = await openStreaming();
    const stream = await begin(gateway, 'admin').has(1);
    await gateway.close();
    expect((await stream.ended()).end).toHaveProperty('error');
    expect(gateway.fleet.access.liveQueries).toBe(0);
  });

  it('keeps the token of a quiet list young by empty payloads', async () => {
    const gateway = await filled({ limits: { resumeWindowMs: 800 } });
    const stream = await begin(gateway, 'admin').has(3);
    expect(stream.changes).toEqual([]);
    expect(new Set(stream.reported.map(({ resume }) => resume)).size).toBe(3);
  });

  it('sends nothing, and nothing earlier or later, for what its caller may not see', async () => {
    const gateway = await filled();
    const [tom, admin] = await Promise.all([begin(gateway, 'tom/team-a').has(1), begin(gateway, 'admin').has(1)]);
    for (let i = 0; i < 10; i++) {
      await gateway.fleet.put({ ...db, message: `${i}` });
      await admin.has(2 + Math.floor(i / 5));
    }
    expect(tom.payloads).toHaveLength(1);
    await gateway.fleet.put({ ...web, status: 'FAILED' });
    await tom.has(2);
    expect(tom.reported[1]).toMatchObject({ totalCount: 1, changes: [{ type: 'UPDATE' }] });
  });
});

/** Text of the refusal: an HTTP response with graphql-sse, a list of errors with graphql-ws. */
async function refusal({ end }: Stream): Promise<string> {
  const { error } = end as { error: { response?: Response } };
  return error.response ? await error.response.text().catch(() => JSON.stringify(error)) : JSON.stringify(error);
}
