/** Number of connections that a client opens for its requests. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { Caller, KubernetesClient } from '../../kubernetes/client.ts';
import type { Credentials } from '../../kubernetes/transport.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { authority, issue, type Certificate } from './certificates.ts';
import { json, startScriptedServer, type Script, type ScriptedServer } from './scripted-server.ts';
import { until } from './until.ts';

const SELF: Caller = { type: 'self' };
const JANE: Caller = { type: 'impersonate', user: 'jane', groups: ['dev'], uid: '', extra: {} };
const resource = (index: number) => ({
  group: '',
  version: 'v1',
  kind: `K${index}`,
  plural: `k${index}s`,
  namespaced: true,
});

let ca: Certificate;
let leaf: Certificate;
let collector: Certificate;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  ca = await authority('ours');
  [leaf, collector] = await Promise.all([issue(ca, 'leaf', { addresses: ['127.0.0.1'] }), issue(ca, 'collector')]);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const answer: Script = ({ url }, response) => {
  if (!url.includes('watch=true')) return json(response, 200, { items: [], metadata: { resourceVersion: '1' } });
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '2' } } })}\n`);
};

async function connect(
  http2: boolean,
  credentials: Credentials,
): Promise<{ server: ScriptedServer; client: KubernetesClient }> {
  const server = await startScriptedServer(answer, { tls: { ...leaf, ca: ca.cert }, http2 });
  const target = { cluster: 'leaf-1', server: server.url, tls: { ca: ca.cert }, credentials: async () => credentials };
  const client = createKubernetesClient(target, { log: silentLogger });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => client.close(),
  );
  return { server, client };
}

/** Opens watches concurrently. The returned function returns the number of events that all watches have delivered. */
function watchAll(client: KubernetesClient, count: number): () => number {
  let heard = 0;
  const stopping = new AbortController();
  const running = Array.from({ length: count }, async (_, index) => {
    const options = { as: SELF, timeoutSeconds: 300, inactivityMs: 60_000, signal: stopping.signal };
    for await (const _event of client.watch(resource(index), options)) heard += 1;
  });
  cleanups.push(async () => {
    stopping.abort(new Error('the test is over'));
    await Promise.allSettled(running);
  });
  return () => heard;
}

describe('the connections of a client', () => {
  it.each([
    ['a client certificate', () => ({ certificate: collector })],
    ['a bearer token', () => ({ authorization: 'Bearer collector' })],
  ])('are two at most for all lists and watches of the collector over HTTP/2, with %s', async (_what, credentials) => {
    const { server, client } = await connect(true, credentials());
    const heard = watchAll(client, 40);
    await Promise.all(Array.from({ length: 40 }, (_, index) => client.list(resource(index), { as: SELF })));
    await until(() => heard() === 40);
    expect(server.connections).toBeLessThanOrEqual(2);
    expect(client.traffic()).toEqual({ requests: 80, connections: server.connections });
  });

  it('are few for a thousand requests of users that follow each other, whose identities stay apart from the collector’s', async () => {
    const { server, client } = await connect(true, { certificate: collector });
    await client.list(resource(0), { as: SELF });
    for (let i = 0; i < 1_000; i += 1) await client.list(resource(0), { as: { ...JANE, user: `jane-${i % 7}` } });
    expect(server.requests.slice(1).every(({ httpVersion }) => httpVersion === '1.1')).toBe(true);
    expect(client.traffic()).toEqual({ requests: 1_001, connections: server.connections });
    expect(server.connections).toBeLessThanOrEqual(3);
  });

  it('are no more than the places of the cluster for users that come together', async () => {
    const { server, client } = await connect(false, { certificate: collector });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 60 }, () => client.list(resource(0), { as: JANE })));
    }
    expect(server.connections).toBeLessThanOrEqual(16);
    expect(client.traffic()).toEqual({ requests: 300, connections: server.connections });
  });
});
