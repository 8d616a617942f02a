/**
 * Streams are cut at one gateway and resumed at another gateway with the same store. Tests server-sent events and
 * WebSockets, on Redis and on Redis Cluster.
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { grantKey, type GrantObject } from '../../../rbac/types.ts';
import type { Batch } from '../../../store/store.ts';
import { until } from '../../readmodel/fixtures.ts';
import { redisSites } from '../../store/redis-sites.ts';
import { healthy } from '../../subgraphs/fleet/changing-fleet.ts';
import { allow, grant, rowAt } from '../../subgraphs/fleet/scripted-fleet.ts';
import { openStreaming, TRANSPORTS, type Stream, type StreamingGateway, type Subscribe } from './streaming.ts';

const LIVE =
  'subscription ($since: String) { objectChanges(since: $since, coalesce: "50ms") { changes { type id object { name } } resume reset } }';
const teamPods = grant('group:team-a', allow('list', 'pods'), 'team-a');
const others = grant('group:team-a', allow('list', 'pods'), 'team-b');
const [web, db] = [rowAt('leaf-01', 'Pod', 'team-a/web'), rowAt('leaf-01', 'Pod', 'team-b/db')];

const cases = redisSites().flatMap(([site, store, empty]) =>
  TRANSPORTS.map(([name, subscribe]) => [site, name, store, empty, subscribe] as const),
);

describe.each(cases)('streams on %s over %s', (_site, _transport, openStore, empty, subscribe: Subscribe) => {
  const gateways: StreamingGateway[] = [];
  const streams: Stream[] = [];
  beforeEach(async () => {
    await empty();
    const collector = await openStore();
    await collector.join('collector', 60_000);
    await collector.close();
    await gateway();
    await write({ puts: [web, db], grantPuts: teamPods, state: healthy });
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.stop();
    await Promise.all(gateways.splice(0).map(gateway => gateway.close()));
  });

  /** Opens a new gateway, and waits until it has read the whole store. */
  async function gateway(): Promise<StreamingGateway> {
    const opened = await openStreaming({ store: await openStore() });
    gateways.push(opened);
    const { model } = opened.fleet;
    await until(model, () => model.clusters().every(({ loading }) => !loading));
    await caughtUp(opened);
    return opened;
  }

  async function caughtUp({ fleet: { store, model } }: StreamingGateway): Promise<void> {
    const signal = AbortSignal.timeout(10_000);
    for (const name of await store.clusters()) {
      const { position } = await store.snapshot(name, signal);
      expect(await model.shared!.since(name, store.shared!.pack(position)!, { caller: 'test', signal })).toMatchObject({
        rows: [],
      });
    }
  }

  async function write(batch: Batch): Promise<void> {
    await gateways[0]!.fleet.write('leaf-01', batch);
    await Promise.all(gateways.map(caughtUp));
  }
  const revoke = (grants: readonly GrantObject[]) => write({ grantDeletes: grants.map(grantKey) });

  async function listen({ url }: StreamingGateway, since?: string): Promise<Stream> {
    const stream = subscribe(url, 'tom/team-a', { query: LIVE, variables: { since } });
    streams.push(stream);
    return stream.has(1);
  }

  it('are cut at one gateway and go on at another, with all that was different meanwhile, once', async () => {
    const [first, second] = [gateways[0]!, await gateway()];
    const stream = await listen(first);
    await write({ puts: [{ ...web, message: 'seen' }] });
    await stream.has(2);
    const { resume } = stream.reported.at(-1);
    stream.stop();
    await write({
      puts: [{ ...web, message: 'not seen' }, { ...db, message: 'hidden' }, rowAt('leaf-01', 'Pod', 'team-a/new')],
    });
    const resumed = await listen(second, resume);
    expect([resumed.reported[0].reset, resumed.changes.sort()]).toEqual([null, ['ENTER new', 'UPDATE web']]);
    await write({ puts: [{ ...web, message: 'later' }] });
    await resumed.has(2);
    const back = await listen(first, resumed.reported.at(-1).resume);
    expect([back.reported[0].reset, back.changes]).toEqual([null, []]);
  });

  it('go on after a restart, and after the gateway has loaded the cluster anew', async () => {
    const stream = await listen(await gateway());
    const { resume } = stream.reported[0];
    stream.stop();
    await gateways.pop()!.close();
    await write({ puts: [{ ...web, message: 'at the restart' }] });
    const restarted = await gateway();
    const resumed = await listen(restarted, resume);
    expect([resumed.reported[0].reset, resumed.changes]).toEqual([null, ['UPDATE web']]);
    // The batch is too large for one entry of the log, so followers load the whole cluster again.
    const position = restarted.fleet.model.position;
    await write({
      puts: Array.from({ length: 1_200 }, (_, i) =>
        rowAt('leaf-01', 'Pod', `team-b/pod-${i}`, { message: `${i} `.padEnd(1_000, 'x') }),
      ),
    });
    expect(restarted.fleet.model.position).toBeGreaterThan(position);
    await write({ puts: [rowAt('leaf-01', 'Pod', 'team-a/new')] });
    await resumed.has(2);
    expect([resumed.end, resumed.changes]).toEqual([undefined, ['UPDATE web', 'ENTER new']]);
  });

  it('tell at another gateway of a role that was granted, and of its end', async () => {
    const stream = await listen(await gateway());
    const { resume } = stream.reported[0];
    stream.stop();
    await gateways.pop()!.close();
    await write({ grantPuts: others });
    const granted = await listen(await gateway(), resume);
    expect([granted.reported[0].reset, granted.changes]).toEqual([null, ['ENTER db']]);
    granted.stop();
    await revoke([...others, ...teamPods]);
    await write({ puts: [{ ...web, message: 'nothing of this' }] });
    const ended = await listen(await gateway(), granted.reported.at(-1).resume);
    expect(ended.reported[0]).toMatchObject({
      reset: null,
      changes: expect.arrayContaining([expect.objectContaining({ object: null })]),
    });
    expect(ended.changes.sort()).toEqual(['REVOKED db', 'REVOKED web']);
  });
});
