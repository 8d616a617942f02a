/**
 * Logs of a workload over a real API server, which reads them from a node that this test simulates. Selectors, the log
 * subresource and its authorization come from the API server.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { FairGate } from '../../../async/fair-gate.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { Actions } from '../../../subgraphs/live/actions/actions.ts';
import { FollowedLogs } from '../../../subgraphs/live/followed-log.ts';
import { LiveContext } from '../../../subgraphs/live/live-context.ts';
import { workloadLogs } from '../../../subgraphs/live/workload-logs.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer } from '../../harness/apiserver.ts';
import { authority, issue } from '../../kubernetes/certificates.ts';
import { until } from '../../kubernetes/until.ts';
import { graphOver, JANE, LIMITS } from './graph.ts';

const RBAC = 'rbac.authorization.k8s.io';
const NAMESPACE = '/namespaces/default';
const ROLE = `/apis/${RBAC}/v1${NAMESPACE}/rolebindings/jane`;

let server: Awaited<ReturnType<typeof startApiServer>>;
let client: KubernetesClient;
let node: Server;
/** Responses of open logs by `pod/container`. */
const open = new Map<string, ServerResponse>();

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  client.request(path, {
    ...{ as: { type: 'self' }, method, body },
    ...(method === 'PATCH' && { contentType: 'application/merge-patch+json' }),
  });

async function startPod(name: string): Promise<void> {
  await send('POST', `/api/v1${NAMESPACE}/pods`, {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, labels: { app: 'web' } } },
    spec: { nodeName: 'n1', containers: [{ name: 'main', image: 'web' }] },
  });
  const containerStatuses = [
    { name: 'main', image: 'web', imageID: '', ready: true, restartCount: 0, state: { running: {} } },
  ];
  await send('PATCH', `/api/v1${NAMESPACE}/pods/${name}/status`, { status: { phase: 'Running', containerStatuses } });
}

beforeAll(async () => {
  const { key, cert } = await issue(await authority('node'), 'n1', { addresses: ['127.0.0.1'] });
  node = createServer({ key, cert }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://node');
    const [, log] = /^\/containerLogs\/default\/(.+)$/.exec(pathname) ?? [];
    if (log === undefined) return void response.writeHead(404).end();
    response.write(`2026-01-31T12:00:01.000000000Z INFO ${log} ${searchParams.get('tailLines')}\n`);
    if (searchParams.get('follow') !== 'true') return void response.end();
    open.set(log, response);
  });
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;

  server = await startApiServer({ users: [{ name: 'jane' }] });
  const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
  client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
  await send('POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
  await send('PATCH', '/api/v1/nodes/n1/status', {
    status: {
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: port } },
    },
  });
  await send('POST', `/apis/apps/v1${NAMESPACE}/deployments`, {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
    spec: {
      selector: {
        matchExpressions: [
          { key: 'app', operator: 'In', values: ['web', 'api'] },
          { key: 'old', operator: 'DoesNotExist' },
        ],
      },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web' }] } },
    },
  });
  await startPod('web-1');
  await startPod('web-2');
  const metadata = { name: 'jane', namespace: 'default' };
  const rules = [{ apiGroups: ['', 'apps'], resources: ['deployments', 'pods', 'pods/log'], verbs: ['get', 'list'] }];
  await send('POST', `/apis/${RBAC}/v1${NAMESPACE}/roles`, { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules });
  await send('POST', ROLE.replace('/jane', ''), {
    ...{
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'jane' },
    },
    subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
  });
}, 600_000);

afterAll(async () => {
  for (const response of open.values()) response.end();
  await client?.close();
  await server?.remove();
  node?.close();
});

it('are followed, joined by new Pods, and end with the role', async () => {
  const { registry, request } = graphOver([client]);
  const followed = new FollowedLogs({ ...LIMITS, checkMs: 50, askAgainMs: 20 });
  const parts = {
    access: {
      visibleIds: async (ids: readonly string[]) => ids.map(() => true),
      namedKinds: async (of: readonly string[]) => new Map(of.map(it => [it, []])),
    },
    ...{ clusters: registry, limits: LIMITS, actions: { allow: [], counted: () => undefined } },
  };
  const liveQuery: LiveQuery = { since: undefined, isOverrun: false, changed: () => undefined };
  const taken = async () => {
    liveQuery.tracked?.sent();
    const live = new LiveContext(
      parts,
      new Actions(parts.actions),
      { ...request({ as: JANE }), liveQuery },
      followed,
      new FairGate({ slots: 1e9 }),
    );
    return workloadLogs({ id: `${client.cluster}/apps/Deployment/default/web`, tail: 7 }, live);
  };
  const texts: string[] = [];
  const reported = async (fits: (payload: Awaited<ReturnType<typeof taken>>) => boolean) => {
    let payload = await taken();
    await until(async () => {
      texts.push(...payload.lines.map(({ pod, level, text }) => `${pod} ${level}: ${text}`));
      if (fits(payload)) return true;
      payload = await taken();
      return false;
    });
    return payload;
  };
  await reported(() => texts.length === 2);
  expect(texts.toSorted()).toEqual(['web-1 INFO: INFO web-1/main 7', 'web-2 INFO: INFO web-2/main 7']);
  await startPod('web-3');
  await reported(() => texts.includes('web-3 INFO: INFO web-3/main 7'));
  open.get('web-2/main')!.write('2026-01-31T12:00:02.000000000Z ERROR late\n');
  await reported(() => texts.includes('web-2 ERROR: ERROR late'));
  await send('DELETE', ROLE);
  await reported(({ end }) => end === 'REVOKED');
  liveQuery.tracked?.end();
  expect(followed.size).toBe(0);
  const { data } = await graphOver([client]).run(
    `{ workloadLogs(id: "${client.cluster}/apps/Deployment/default/web") { state message end } }`,
  );
  expect(data.workloadLogs).toMatchObject({ state: 'FORBIDDEN', end: 'REFUSED' });
});
