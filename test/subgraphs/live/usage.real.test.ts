/**
 * CPU and memory over a real API server. The aggregation layer of the server calls a metrics server that the test
 * simulates. Authorization, selectors, discovery and failures come from the API server.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer } from '../../harness/apiserver.ts';
import { authority, issue } from '../../kubernetes/certificates.ts';
import { graphOver, JANE } from './graph.ts';

const RBAC = 'rbac.authorization.k8s.io';
const GROUP = 'metrics.k8s.io';
const USAGE = 'state usage { state message pods podsMeasured cpu { used requested limit } }';
const DEPLOYMENT = 'apps/Deployment/default/web';
const JOHN = { ...JANE, user: 'john', groups: [] };

let server: Awaited<ReturnType<typeof startApiServer>>;
let client: KubernetesClient;
let metrics: Server;
let graph: ReturnType<typeof graphOver>;
let isDown = false;
const requested: string[] = [];

const post = (path: string, body: object) => client.request(path, { as: { type: 'self' }, method: 'POST', body });
const measured = (name: string) => ({
  ...{
    metadata: { name, namespace: 'default', labels: { app: 'web' } },
    timestamp: '2026-01-31T12:00:00Z',
    window: '10s',
  },
  containers: [{ name: 'main', usage: { cpu: '50m', memory: '64Mi' } }],
});

beforeAll(async () => {
  const { key, cert } = await issue(await authority('metrics'), 'metrics', { names: ['localhost'] });
  metrics = createServer({ key, cert }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://metrics');
    requested.push(`${String(request.headers['x-remote-user'])} ${pathname}${searchParams.get('labelSelector') ?? ''}`);
    response.setHeader('content-type', 'application/json');
    const verbs = ['get', 'list'];
    if (isDown) response.writeHead(503).end('{}');
    else if (pathname === `/apis/${GROUP}/v1beta1`) {
      const resources = [{ name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs }];
      response.end(
        JSON.stringify({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${GROUP}/v1beta1`, resources }),
      );
    } else if (pathname.endsWith('/pods')) {
      response.end(
        JSON.stringify({
          kind: 'PodMetricsList',
          apiVersion: `${GROUP}/v1beta1`,
          metadata: {},
          items: ['web-1', 'web-2'].map(measured),
        }),
      );
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>(resolve => metrics.listen(0, '127.0.0.1', resolve));
  const { port } = metrics.address() as AddressInfo;

  server = await startApiServer({ users: [{ name: 'jane' }, { name: 'john' }] });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
  graph = graphOver([client]);
  await post('/api/v1/namespaces/default/services', {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics' } },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
  await post('/apis/apiregistration.k8s.io/v1/apiservices', {
    ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `v1beta1.${GROUP}` } },
    spec: {
      ...{
        group: GROUP,
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
      },
      service: { namespace: 'default', name: 'metrics', port },
    },
  });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: {
      containers: [{ name: 'main', image: 'web', resources: { requests: { cpu: '100m' }, limits: { cpu: '1' } } }],
    },
  };
  await post('/apis/apps/v1/namespaces/default/deployments', {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
    spec: { selector: { matchLabels: { app: 'web' } }, template },
  });
  for (const name of ['web-1', 'web-2', 'web-3'])
    await post('/api/v1/namespaces/default/pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      ...template,
      metadata: { name, labels: { app: 'web' } },
    });
  const rules = (of: readonly string[][]) =>
    of.map(([group, resource]) => ({ apiGroups: [group], resources: [resource], verbs: ['get', 'list'] }));
  const path = `/apis/${RBAC}/v1/namespaces/default`;
  for (const [user, of] of [
    ['jane', [['apps', 'deployments'], ['', 'pods'], [GROUP, 'pods']]], // prettier-ignore
    ['john', [['apps', 'deployments']]],
  ] as const) {
    const metadata = { name: user, namespace: 'default' };
    await post(`${path}/roles`, { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules: rules(of as never) });
    await post(`${path}/rolebindings`, {
      ...{
        apiVersion: `${RBAC}/v1`,
        kind: 'RoleBinding',
        metadata,
        roleRef: { apiGroup: RBAC, kind: 'Role', name: user },
      },
      subjects: [{ kind: 'User', apiGroup: RBAC, name: user }],
    });
  }
  const isServed = async () => (await client.discover({ fresh: true })).some(({ kind }) => kind === 'PodMetrics');
  while (!(await isServed()));
}, 600_000);

afterAll(async () => {
  await client?.close();
  await server?.remove();
  metrics?.close();
});

it('is what the metrics server measures, asked as the caller', async () => {
  const { lives } = await graph.ask([`${client.cluster}/${DEPLOYMENT}`], USAGE);
  expect(lives[0]).toEqual({
    state: 'OK',
    usage: {
      ...{ state: 'OK', message: '1 of 3 Pods are not measured.', pods: 3, podsMeasured: 2 },
      cpu: { used: 0.1, requested: expect.closeTo(0.3), limit: 3 },
    },
  });
  expect(requested).toContain(`jane /apis/${GROUP}/v1beta1/namespaces/default/podsapp in (web)`);
});

it('is refused by the RBAC of the cluster to who may read the workload alone', async () => {
  requested.length = 0;
  const { lives } = await graph.ask([`${client.cluster}/${DEPLOYMENT}`], USAGE, { as: JOHN });
  expect(lives[0]).toMatchObject({
    state: 'OK',
    usage: {
      ...{ state: 'FORBIDDEN', pods: null, podsMeasured: null, cpu: { used: null, requested: null, limit: null } },
      message: expect.stringMatching(
        /does not let you list pods\.metrics\.k8s\.io in namespace "default"\..* does not let you list pods in/,
      ),
    },
  });
  expect(requested.filter(it => it.startsWith('john'))).toEqual([]);
});

it('says that the metrics server does not answer, which hurts nothing else', async () => {
  isDown = true;
  for (let i = 0; i < 12; i += 1) {
    const { lives } = await graph.ask([`${client.cluster}/${DEPLOYMENT}`], USAGE);
    expect(lives[0]).toMatchObject({
      state: 'OK',
      usage: { state: 'UNREACHABLE', pods: 3, cpu: { used: null, requested: expect.closeTo(0.3) } },
    });
    expect(lives[0].usage.message).toBe(`The metrics server of cluster "${client.cluster}" does not answer.`);
  }
});
