/** The metrics server of a simulated leaf, and the usage of the demo fleet. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { nodeUsage, podUsage } from '../../demo/usage.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { grant, ROBOT, startLeaf } from './fixtures.ts';

const GROUP = '/apis/metrics.k8s.io/v1beta1';
const pod = (name: string, phase: string, app: string) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'team-a', labels: { app } } },
  spec: { nodeName: 'n1', containers: [{ name: 'main' }] },
  status: { phase },
});
const COLLECTOR = 'system:serviceaccount:fleetgraph:collector';
let leaf: SimulatedLeaf;

beforeAll(async () => {
  leaf = await startLeaf();
  leaf.objects.load(
    grant('collector', COLLECTOR, [
      { verbs: ['get', 'list'], apiGroups: ['metrics.k8s.io'], resources: ['pods', 'nodes'] },
    ]),
  );
  leaf.objects.load([
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } },
    pod('web', 'Running', 'web'),
    pod('api', 'Running', 'api'),
    pod('done', 'Succeeded', 'web'),
  ]);
});
afterAll(() => leaf.close());

const get = async (path: string): Promise<any> =>
  (await fetch(`${leaf.url}${path}`, { headers: { authorization: `Bearer ${ROBOT}` } })).json();

it('is served once it is installed', async () => {
  expect((await get(`${GROUP}/nodes`)).code).toBe(404);
  leaf.metrics.serve({ pod: it => podUsage(it, 0), node: (_node, pods) => nodeUsage(pods, 0) });
  expect((await get(GROUP)).resources.map(({ kind }: { kind: string }) => kind)).toEqual(['NodeMetrics', 'PodMetrics']);
});

it('measures the Pods that run, by name, namespace and selector, and Nodes by their Pods', async () => {
  const names = ({ items }: { items: { metadata: { name: string } }[] }) => items.map(({ metadata }) => metadata.name);
  expect(names(await get(`${GROUP}/pods`))).toEqual(['api', 'web']);
  const list = await get(`${GROUP}/namespaces/team-a/pods?labelSelector=app+in+(web)`);
  expect(list).toMatchObject({ kind: 'PodMetricsList', metadata: {}, items: [{ containers: [{ name: 'main' }] }] });
  expect(names(list)).toEqual(['web']);
  expect(await get(`${GROUP}/namespaces/team-a/pods/done`)).toMatchObject({ code: 404 });
  const cpus = (await get(`${GROUP}/pods`)).items.map(
    (it: any) => Number.parseInt(it.containers[0].usage.cpu, 10) / 1e6,
  );
  expect(await get(`${GROUP}/nodes/n1`)).toMatchObject({
    kind: 'NodeMetrics',
    usage: { cpu: `${180 + cpus[0] + cpus[1]}m` },
  });
});
