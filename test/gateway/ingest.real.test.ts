/**
 * Reports to several processes that share a real Redis. All collectors make the same decisions, and every gateway shows
 * a report that one collector has accepted.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { lines, kustomization } from '../collector/reports-contract.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startRedis, type RedisServer } from '../harness/redis.ts';

const TOKEN = 'the-token-of-the-agent-of-leaf-7-0123456789';
const RBAC = 'rbac.authorization.k8s.io';
const GRANTS = [
  {
    ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'viewer' } },
    rules: [{ verbs: ['list'], apiGroups: ['*'], resources: ['*'] }],
  },
  {
    ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'jane' } },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'viewer' },
    subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
  },
];

let redis: RedisServer;
let fleetgraph: Fleetgraph;

beforeAll(async () => {
  redis = await startRedis();
  fleetgraph = await Fleetgraph.start({
    form: 'replicated',
    env: () => ({ AGENT_TOKEN: TOKEN }),
    config: {
      store: { type: 'redis', url: redis.url },
      clusters: [{ name: 'leaf-7', push: { tokens: [{ env: 'AGENT_TOKEN' }], interval: '5s' } }],
      authentication: [{ type: 'static', tokens: [{ token: 'jane', user: 'jane' }] }],
    },
  });
  await eventually(
    async () =>
      Promise.all(
        fleetgraph.collectorUrls.map(async url => (await fetch(`${url}/livez`).catch(() => undefined))?.status),
      ),
    all => all.every(status => status === 200),
  );
});
afterAll(async () => {
  await fleetgraph?.stop();
  await redis?.remove();
});

async function report(collector: number, body: string, token = TOKEN): Promise<string> {
  const answer = await fetch(`${fleetgraph.collectorUrls[collector]}/ingest/v1/report`, {
    ...{ method: 'POST', body },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  });
  const { code = 'ACCEPTED' } = (await answer.json()) as { code?: string };
  return `${answer.status} ${code}`;
}
const names = async (gateway: number): Promise<string[]> => {
  const { data } = await fleetgraph.query(
    'jane',
    '{ objects(filter: { kinds: ["Kustomization"] }) { nodes { name } } }',
    {},
    { gateway },
  );
  return data.objects.nodes.map(({ name }: { name: string }) => name);
};

describe('reports to several processes', () => {
  it('are taken by any, and shown by all', async () => {
    expect(await report(0, lines({ seq: 1 }, [kustomization('web'), ...GRANTS]))).toBe('200 ACCEPTED');
    for (const gateway of [0, 1])
      await eventually(
        () => names(gateway),
        all => all.join() === 'web',
        { what: 'the report' },
      );
  });

  it('are judged alike by all: too soon, too old, of another agent, and of nobody', async () => {
    expect(await report(1, lines({ seq: 2 }, []), 'jane')).toBe('401 UNAUTHENTICATED');
    expect(await report(1, lines({ seq: 2 }, []))).toBe('429 TOO_SOON');
    await delay(5_100);
    expect(await report(1, lines({ seq: 1 }, []))).toBe('409 STALE');
    await delay(5_100);
    expect(await report(1, lines({ seq: 9, agent: 'agent-2' }, []))).toBe('409 LEASED');
    await delay(5_100);
    expect(await report(1, lines({ seq: 2 }, [kustomization('api'), ...GRANTS]))).toBe('200 ACCEPTED');
    for (const gateway of [0, 1])
      await eventually(
        () => names(gateway),
        all => all.join() === 'api',
        { what: 'the report' },
      );
  });

  it('are refused by a gateway that does not collect', async () => {
    const answer = await fetch(`${fleetgraph.url}/ingest/v1/report`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(answer.status).toBe(404);
  });
});
