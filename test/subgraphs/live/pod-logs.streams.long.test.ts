/** Logs that are followed over server-sent events and WebSockets. A simulated leaf serves the logs on a port. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { createHttpServer, type HttpServer } from '../../../gateway/http/server.ts';
import { createGatewayRuntime } from '../../../gateway/runtime.ts';
import { staticTokens } from '../../../identity/static-tokens.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { subgraphSdl } from '../../../schema/sdl.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { openSubgraph } from '../../../subgraphs/live/subgraph.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { GENEROUS } from '../../gateway/limits.ts';
import { TRANSPORTS, type Stream } from '../../gateway/streams/streaming.ts';
import { ADMIN, grant, pod, startLeaf } from '../../sim/fixtures.ts';
import { allow, grant as granted, rowAt, ScriptedFleet } from '../fleet/scripted-fleet.ts';
import { LIMITS } from './graph.ts';

const READ = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'pods/log'] }];
const stamp = (i: number) => `2026-01-31T12:00:${String(i).padStart(2, '0')}.5Z`;
const text = (to: number) => Array.from({ length: to }, (_, i) => `${stamp(i)} line ${i}\n`).join('');

describe('a log that is followed over sockets', () => {
  let leaf: SimulatedLeaf;
  let client: KubernetesClient;
  let server: HttpServer;
  let url: string;
  const streams: Stream[] = [];

  beforeAll(async () => {
    leaf = await startLeaf();
    leaf.objects.load([...grant('readers', 'jane', READ), ...['sse', 'ws'].map(name => pod('team-a', name))]);
    const target = await parseKubeconfig(simulatedKubeconfig([leaf], ADMIN), { source: 'sim', directory: '/' }).target(
      leaf.name,
    );
    client = createKubernetesClient(target, { log: silentLogger });
    const clusters = new ClusterRegistry();
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    clusters.add({ name: leaf.name, client, identity, authorization: 'rbac' });
    const rows = ['sse', 'ws'].map(name => rowAt(leaf.name, 'Pod', `team-a/${name}`));
    const fleet = new ScriptedFleet({ [leaf.name]: { rows, grants: granted('jane', allow('get,list', '*')) } });
    const parts = { access: fleet.access, clusters, limits: LIMITS, actions: { allow: [], counted: () => undefined } };
    const subgraphs = [
      { name: 'fleet', sdl: subgraphSdl('fleet'), ...fleet.subgraph },
      { name: 'live', sdl: subgraphSdl('live'), ...openSubgraph(parse(subgraphSdl('live')), parts) },
    ];
    server = await createHttpServer({
      runtime: createGatewayRuntime({
        supergraphSdl: composeSupergraph(subgraphs).supergraphSdl,
        subgraphs,
        log: silentLogger,
      }),
      authenticator: staticTokens([{ token: 'jane', user: 'jane' }]),
      log: silentLogger,
      metrics: createMetrics(),
      introspection: true,
      limits: GENEROUS,
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    streams.forEach(stream => stream.stop());
    await server.close();
    await client.close();
    await leaf.close();
  });

  it.each(TRANSPORTS)('comes as it is written over %s, and ends with the Pod', async (name, subscribe) => {
    const run = { namespace: 'team-a', pod: name === 'a WebSocket' ? 'ws' : 'sse', container: 'main' };
    leaf.logs.write(run, text(3));
    const follow = (since = '') =>
      subscribe(url, 'jane', {
        query: `subscription ($id: ID!, $since: String) {
          podLogs(id: $id, tail: 2, since: $since, coalesce: "50ms") { state lines { at text } skipped resume end }
        }`,
        variables: { id: `${leaf.name}//Pod/team-a/${run.pod}`, since: since || null },
      });
    const stream = follow();
    streams.push(stream);
    const reported = (of: Stream): any[] => of.payloads.map(({ data }) => (data as any).podLogs);
    await stream.has(1);
    expect(reported(stream)[0]).toMatchObject({
      state: 'OK',
      lines: [{ text: `${stamp(1)} line 1`, at: stamp(1).replace('.5', '.500') }, {}],
    });
    leaf.logs.write(run, text(5));
    await stream.has(2);
    const texts = (of: Stream) =>
      reported(of).flatMap(({ lines }) => lines.map((line: { text: string }) => line.text.split(' line ')[1]));
    while (texts(stream).length < 4) await stream.has(stream.payloads.length + 1);
    expect(texts(stream)).toEqual(['1', '2', '3', '4']);

    const again = follow(reported(stream)[0].resume);
    streams.push(again);
    while (texts(again).length < 2) await again.has(again.payloads.length + 1);
    expect(texts(again)).toEqual(['3', '4']);

    leaf.objects.remove(pod('team-a', run.pod));
    await Promise.all([stream.ended(), again.ended()]);
    expect(reported(stream).at(-1)).toMatchObject({ state: 'OK', lines: [], end: 'POD_GONE' });
    expect(stream.end).toEqual({ completed: true });
  });

  it.each(TRANSPORTS)('that cannot be read says so in its one payload over %s', async (_, subscribe) => {
    const stream = subscribe(url, 'jane', {
      query: `subscription { podLogs(id: "${leaf.name}//Pod/team-a/absent") { state end } }`,
    });
    streams.push(stream);
    await stream.ended();
    expect(stream.payloads).toEqual([{ data: { podLogs: { state: 'NOT_FOUND', end: 'REFUSED' } } }]);
  });

  it('holds no place that requests of the same reader wait for', async () => {
    const as = { type: 'impersonate', user: 'jane', groups: [], uid: '', extra: {} } as const;
    leaf.objects.load([pod('team-a', 'busy')]);
    const path = '/api/v1/namespaces/team-a/pods/busy';
    const stop = new AbortController();
    const chunks = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.follow(`${path}/log`, { as, query: { follow: true }, signal: stop.signal, timeoutMs: 5_000 }),
      ),
    );
    await client.request(path, { as, timeoutMs: 2_000 });
    const ends = chunks.map(async all => {
      for await (const _chunk of all);
    });
    stop.abort(new Error('enough'));
    for (const end of ends) await expect(end).rejects.toThrow('enough');
  });

  it('is refused to who may not read it, before anything comes', async () => {
    const as = { type: 'impersonate', user: 'nobody', groups: [], uid: '', extra: {} } as const;
    const { signal } = new AbortController();
    const following = client.follow('/api/v1/namespaces/team-a/pods/busy/log', { as, query: { follow: true }, signal });
    await expect(following).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
