/** Histories of CPU and memory use: who may read them, and how Prometheus answers affect them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { PrometheusAnswer, PrometheusCause } from '../../../prometheus/client.ts';
import type { Series } from '../../../prometheus/vector.ts';
import { allow, grant } from '../fleet/scripted-fleet.ts';
import { AT, idOf, openUsageWorld, type UsageWorld } from './usage-world.ts';

const [POD, NODE, NAMESPACE, DEPLOYMENT, MAP] = [
  ...['Pod/shop/web-1', 'Node//n1', 'Namespace//shop', 'Deployment/shop/web', 'ConfigMap/shop/web'],
] as [string, string, string, string, string];
const OBJECTS = [POD, NODE, NAMESPACE, DEPLOYMENT, MAP];
const rule = (resources: string, verb = 'list', names: string[] = []) => ({
  ...{ apiGroups: ['metrics.k8s.io'], resources: resources.split(','), verbs: [verb], resourceNames: names },
});
const ALL = grant('admin', allow('list', '*'));
/** Grants that let jane see all objects of the index. */
const ROWS = grant('jane', {
  ...{ apiGroups: ['', 'apps'], resources: ['*'], verbs: ['list'], resourceNames: [] },
});

const closing: UsageWorld[] = [];
afterEach(async () => {
  for (const world of closing.splice(0)) await world[Symbol.asyncDispose]();
});
async function open(options: Partial<Parameters<typeof openUsageWorld>[0]> = {}): Promise<UsageWorld> {
  const world = await openUsageWorld({ objects: OBJECTS, grants: ALL, ...options });
  closing.push(world);
  return world;
}

const minutes = (...values: readonly (number | null)[]): Series => {
  const points = values.flatMap((value, i) =>
    value === null ? [] : [{ at: AT - 60 * (values.length - 1 - i), value }],
  );
  return { labels: {}, value: points.at(-1)?.value ?? 0, points };
};
const answers =
  (cpu: PrometheusAnswer | Series[], memory: PrometheusAnswer | Series[] = cpu) =>
  ({ query }: { readonly query: string }): PrometheusAnswer => {
    const found = query.includes('rate(') ? cpu : memory;
    return Array.isArray(found) ? { series: found, bytes: 1 } : found;
  };
const ELEVEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

async function history(world: UsageWorld, object: string, user = 'admin') {
  const { data, errors } = await world.ask(user, [idOf(object)]);
  expect(errors).toBeUndefined();
  return data._entities[0]?.usageHistory;
}

describe('the history of an object', () => {
  it('has a point for each step, of queries for its own series alone', async () => {
    const world = await open({ answer: answers([minutes(...ELEVEN)], [minutes(...ELEVEN.map(it => it * 100))]) });
    expect(await history(world, POD)).toEqual({
      ...{ state: 'OK', message: null, stepSeconds: 60, newestAt: new Date(AT * 1_000).toISOString() },
      ...{ from: new Date((AT - 600) * 1_000).toISOString(), to: new Date(AT * 1_000).toISOString() },
      ...{ cpu: ELEVEN, memory: ELEVEN.map(it => it * 100) },
    });
    expect(world.asked).toHaveLength(2);
    for (const { query, at, range, labels } of world.asked) {
      expect(query).toContain('{cluster="east",namespace="shop",pod="web-1",');
      expect({ at, range, labels }).toEqual({ at: AT, range: { from: AT - 600, step: 60 }, labels: [] });
    }
  });

  it('is null for kinds without use of their own', async () => {
    const world = await open();
    expect(await history(world, MAP)).toBeNull();
    expect(world.asked).toEqual([]);
  });

  it('has the labels and matchers of the configuration', async () => {
    const parts = { clusterLabel: 'k8s', nodeLabel: 'instance', matchers: { env: 'a"b' }, clusterId: () => 'e-1' };
    const world = await open({ parts });
    await history(world, NODE);
    expect(world.asked[0]?.query).toContain('{env="a\\"b",k8s="e-1",instance="n1",id="/"}');
  });

  it('takes rates over a longer step, so that no time is left out', async () => {
    const world = await open();
    await world.ask('admin', [idOf(POD)], 'window: "24h"');
    expect(world.asked.map(({ query }) => /\[(\d+)s\]/.exec(query)?.[1])).toEqual(['1440', undefined]);
  });

  it('refuses arguments before anything is asked', async () => {
    const world = await open();
    const { errors } = await world.ask('admin', [idOf(POD)], 'window: "1m"');
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', argument: 'window' } });
    expect(world.asked).toEqual([]);
  });

  it('is read of twenty objects in one operation', async () => {
    const pods = Array.from({ length: 22 }, (_, i) => `Pod/shop/p${i}`);
    const world = await open({ objects: pods });
    const { data } = await world.ask(
      'admin',
      pods.map(pod => idOf(pod)),
    );
    const states = data._entities.map(({ usageHistory }: any) => usageHistory.state);
    expect(states.filter((state: string) => state === 'LIMITED')).toHaveLength(2);
    expect(world.asked).toHaveLength(40);
  });
});

describe('who may see a history', () => {
  const POD_IN = 'RBAC of cluster "east" alone does not let you list pods.metrics.k8s.io in namespace "shop".';
  it.each([
    [
      'the row, and all metrics of the cluster',
      [ROWS, grant('jane', rule('pods,nodes'))],
      [POD, NODE, NAMESPACE, DEPLOYMENT],
      [],
    ],
    [
      'the row, and metrics of Pods in the namespace',
      [ROWS, grant('jane', rule('pods'), 'shop')],
      [POD, NAMESPACE, DEPLOYMENT],
      [NODE],
    ],
    [
      'the row, and metrics of Pods in another namespace',
      [ROWS, grant('jane', rule('pods'), 'other')],
      [],
      [POD, NODE],
    ],
    ['the row, and metrics of Nodes', [ROWS, grant('jane', rule('nodes'))], [NODE], [POD, NAMESPACE, DEPLOYMENT]],
    ['the row, and get of the metrics', [ROWS, grant('jane', rule('pods', 'get'))], [], [POD]],
    ['the row, and metrics of this Pod by name', [ROWS, grant('jane', rule('pods', 'list', ['web-1']))], [], [POD]],
    ['the row alone', [ROWS], [], [POD, NODE, NAMESPACE, DEPLOYMENT]],
    ['the row, and Nodes as a namespaced right', [ROWS, grant('jane', rule('nodes'), 'shop')], [], [NODE]],
  ] as const)('%s', async (_, grants, shown, refused) => {
    const world = await open({ grants: [...grants].flat(), answer: answers([minutes(...ELEVEN)]) });
    for (const object of shown)
      expect(await history(world, object, 'jane')).toMatchObject({ state: 'OK', cpu: ELEVEN });
    const asked = world.asked.length;
    for (const object of refused) {
      const found = await history(world, object, 'jane');
      expect(found).toMatchObject({ state: 'FORBIDDEN', newestAt: null, cpu: ELEVEN.map(() => null) });
      if (object === POD) expect(found.message).toBe(POD_IN);
    }
    expect(world.asked).toHaveLength(asked);
  });

  it('nobody with the metrics and without the row, as for an absent object', async () => {
    const world = await open({ grants: grant('jane', rule('pods,nodes')), answer: answers([minutes(...ELEVEN)]) });
    expect(await history(world, POD, 'jane')).toBeUndefined();
    expect(await history(world, 'Pod/shop/none', 'jane')).toBeUndefined();
    expect(world.asked).toEqual([]);
  });
});

describe('the state of a history', () => {
  it('is NOT_CONFIGURED without a Prometheus, and for a cluster whose name is another one there', async () => {
    expect(await history(await open({ prometheus: null }), POD)).toMatchObject({
      state: 'NOT_CONFIGURED',
      message: 'No Prometheus is configured (usage.prometheus).',
    });
    const world = await open({ parts: { clusterId: () => undefined } });
    expect(await history(world, POD)).toMatchObject({ state: 'NOT_CONFIGURED' });
    expect(world.asked).toEqual([]);
  });

  const causes: PrometheusCause[] = ['UNREACHABLE', 'TIMEOUT', 'TOO_LARGE', 'REFUSED', 'INVALID', 'LIMITED'];
  it.each(causes)('is %s if Prometheus fails so', async cause => {
    const world = await open({ answer: answers({ cause }) });
    expect(await history(world, POD)).toMatchObject({ state: cause, message: expect.any(String), newestAt: null });
  });

  const empty: Series[] = [];
  const wrong = (at: number): Series[] => [{ labels: {}, value: 1, points: [{ at, value: 1 }] }];
  it.each<[string, PrometheusAnswer | Series[], PrometheusAnswer | Series[], object]>([
    [
      'no series',
      empty,
      empty,
      { state: 'NOT_FOUND', message: 'Prometheus has no samples of the object in this time.' },
    ],
    ['a series without points', [{ labels: {}, value: 1 }], empty, { state: 'NOT_FOUND' }],
    [
      'one of two',
      [minutes(...ELEVEN)],
      { cause: 'TIMEOUT' },
      { state: 'TIMEOUT', cpu: ELEVEN, message: 'Memory is missing: Prometheus did not answer in time.' },
    ],
    ['no memory', [minutes(...ELEVEN)], empty, { state: 'OK', message: 'Memory has no samples.' }],
    ['nothing, and a failure', empty, { cause: 'TIMEOUT' }, { state: 'TIMEOUT', newestAt: null }],
    [
      'gaps',
      [minutes(1, null, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
      [minutes(...ELEVEN)],
      { state: 'OK', message: 'CPU: 1 of 11 points have no sample.' },
    ],
    [
      'an end six minutes ago',
      [minutes(1, 2, 3, 4, 5, null, null, null, null, null, null)],
      empty,
      { state: 'STALE', newestAt: new Date((AT - 360) * 1_000).toISOString() },
    ],
    ['points between the steps', wrong(AT - 30), wrong(AT - 30), { state: 'INVALID' }],
    ['points before the span', wrong(AT - 660), wrong(AT - 660), { state: 'INVALID' }],
    ['points of the future', wrong(AT + 60), wrong(AT + 60), { state: 'INVALID' }],
  ])('follows from %s', async (_, cpu, memory, expected) => {
    const world = await open({ answer: answers(cpu, memory) });
    expect(await history(world, POD)).toMatchObject(expected);
  });

  it('of a Node says where containers stand for it', async () => {
    const own: Series = { ...minutes(10, 20, null), labels: { id: '/' } };
    const containers = minutes(1, 2, 3);
    const world = await open({ answer: answers([containers, own]) });
    const { cpu, message } = await history(world, NODE);
    expect(cpu.slice(-3)).toEqual([10, 20, 3]);
    expect(message).toContain('this is the sum of its containers');
  });
});
