/**
 * Guarantees on which all tests with real API servers rely: the servers are real, keep their data, and leave no
 * processes or files behind.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import type { KubernetesJson } from './apiserver-client.ts';
import { findExecutables } from './apiserver-executables.ts';
import { startApiServer, startApiServers, type ApiServer } from './apiserver.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const KUSTOMIZATIONS = '/apis/kustomize.toolkit.fluxcd.io/v1/kustomizations';

const configMap = (name: string, labels: Record<string, string> = {}): KubernetesJson => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels },
});

const names = (list: KubernetesJson) => (list.items ?? []).map(({ metadata }) => metadata?.name);

describe('a real API server', () => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await startApiServer({
      users: [{ name: 'jane', groups: ['dev', 'on-call'] }, { name: 'joe' }],
      controllers: true,
    });
    await server.installCrds();
    await server.apply(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: configmaps-reader }
rules: [{ apiGroups: [''], resources: [configmaps], verbs: [get, list, watch] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: on-call, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: configmaps-reader }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: Group, name: on-call }]
`);
  }, 600_000);
  afterAll(() => server.remove());

  it('says the version it is', async () => {
    const { body } = await server.request('GET', '/version');
    expect(body['gitVersion']).toMatch(/^v1\.\d+\.\d+$/);
  });

  it('gives two users the different answers of their RBAC', async () => {
    const list = '/api/v1/namespaces/default/configmaps';
    expect((await server.request('GET', list, undefined, { as: 'jane' })).status).toBe(200);
    expect(await server.request('GET', list, undefined, { as: 'joe' })).toMatchObject({
      status: 403,
      body: { reason: 'Forbidden', message: expect.stringContaining('User "joe" cannot list resource "configmaps"') },
    });
  });

  it('refuses an unknown token', async () => {
    const dispatcher = new Agent({ connect: { ca: server.ca } });
    const answer = await request(`${server.url}/api`, { dispatcher, headers: { authorization: 'Bearer wrong' } });
    expect(answer.statusCode).toBe(401);
    await dispatcher.destroy();
  });

  it('lets admin impersonate a user with two groups', async () => {
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const as = { user: 'mary', groups: ['dev', 'on-call'] };
    const { body } = await server.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', review, { as });
    expect(body).toMatchObject({
      status: { userInfo: { username: 'mary', groups: ['dev', 'on-call', 'system:authenticated'] } },
    });
  });

  it.each([
    ['kustomize.toolkit.fluxcd.io', 'v1', ['Kustomization']],
    ['helm.toolkit.fluxcd.io', 'v2', ['HelmRelease']],
    [
      'source.toolkit.fluxcd.io',
      'v1',
      ['Bucket', 'ExternalArtifact', 'GitRepository', 'HelmChart', 'HelmRepository', 'OCIRepository'],
    ],
    ['image.toolkit.fluxcd.io', 'v1', ['ImagePolicy', 'ImageRepository', 'ImageUpdateAutomation']],
    ['notification.toolkit.fluxcd.io', 'v1', ['Receiver']],
    ['notification.toolkit.fluxcd.io', 'v1beta3', ['Alert', 'Provider']],
  ])('serves the Flux kinds of %s/%s', async (group, version, kinds) => {
    const { body } = await server.request('GET', `/apis/${group}/${version}`);
    const resources = body['resources'] as { name: string; kind: string }[];
    const served = resources.filter(({ name }) => !name.includes('/')).map(({ kind }) => kind);
    expect(served.sort()).toEqual(kinds);
  });

  it('prefers v1 of a group that also serves a deprecated version', async () => {
    const { body } = await server.request('GET', '/apis/image.toolkit.fluxcd.io');
    expect(body).toMatchObject({
      preferredVersion: { version: 'v1' },
      versions: [{ version: 'v1' }, { version: 'v1beta2' }],
    });
  });

  it('applies an object with its status, and defaults the status that Flux defaults', async () => {
    const conditions = [
      { type: 'Ready', status: 'False', reason: 'BuildFailed', message: 'no such file', observedGeneration: 1 },
    ];
    const kustomization = (name: string, status?: object): KubernetesJson => ({
      ...{ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' },
      ...{ metadata: { name, namespace: 'default' }, spec: { path: './apps', prune: true }, ...(status && { status }) },
    });
    await server.apply([kustomization('failing', { conditions }), kustomization('new')]);
    const { body } = await server.request('GET', KUSTOMIZATIONS);
    expect(body.items).toMatchObject([
      { metadata: { name: 'failing', generation: 1 }, spec: { path: './apps' }, status: { conditions } },
      { metadata: { name: 'new' }, status: { observedGeneration: -1 } },
    ]);
  });

  it('refuses to apply what it does not serve, and says what to do', async () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' } };
    await expect(server.apply([widget])).rejects.toThrow(
      'leaf-01 does not serve "Widget" in "example.com/v1"; install its CRD first (installCrds)',
    );
  });

  it('sends an event to a watch', async () => {
    const { metadata } = (await server.request('GET', '/api/v1/configmaps')).body;
    const query = `watch=true&resourceVersion=${metadata?.resourceVersion}&labelSelector=watched`;
    const events = watch(server, `/api/v1/namespaces/default/configmaps?${query}`);
    await server.apply([configMap('watched', { watched: 'yes' })]);
    const { value } = await events.next();
    await events.return(undefined);
    expect(value).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'watched' } } });
  });

  it('streams the initial list to a watch that asks for it, up to a bookmark', async () => {
    await server.apply([configMap('listed-1', { listed: 'yes' }), configMap('listed-2', { listed: 'yes' })]);
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&labelSelector=listed';
    const seen: unknown[] = [];
    for await (const { type, object } of watch(server, `/api/v1/namespaces/default/configmaps?${query}`)) {
      seen.push([type, object.metadata?.name ?? object.metadata?.annotations]);
      if (type === 'BOOKMARK') break;
    }
    expect(seen).toEqual([
      ['ADDED', 'listed-1'],
      ['ADDED', 'listed-2'],
      ['BOOKMARK', { 'k8s.io/initial-events-end': 'true' }],
    ]);
  });

  it('fills aggregated ClusterRoles', async () => {
    await server.apply(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: flux-view, labels: { rbac.authorization.k8s.io/aggregate-to-view: 'true' } }
rules: [{ apiGroups: [kustomize.toolkit.fluxcd.io], resources: [kustomizations], verbs: [list] }]
`);
    await until(async () => {
      const { body } = await server.request('GET', `${RBAC}/clusterroles/view`);
      return JSON.stringify(body['rules']).includes('"kustomizations"');
    });
  });

  it('deletes a namespace with what is in it', async () => {
    await server.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'short-lived' } }]);
    await server.request('DELETE', '/api/v1/namespaces/short-lived');
    await until(async () => (await server.request('GET', '/api/v1/namespaces/short-lived')).status === 404);
  });

  it('writes a kubeconfig that kubectl would take', async () => {
    const path = join(server.directory, 'jane.kubeconfig');
    await server.writeKubeconfig(path, 'jane');
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({
      'current-context': 'leaf-01',
      clusters: [{ name: 'leaf-01', cluster: { server: server.url } }],
      contexts: [{ name: 'leaf-01', context: { cluster: 'leaf-01', user: 'leaf-01-jane' } }],
      users: [{ name: 'leaf-01-jane', user: { token: server.token('jane') } }],
    });
  });

  it('answers a continue token from before a compaction and a restart with 410', async () => {
    await server.apply([configMap('page-1'), configMap('page-2')]);
    const page = '/api/v1/namespaces/default/configmaps?limit=1';
    const { metadata } = (await server.request('GET', page)).body;
    await server.apply([configMap('page-3')]);
    await server.compactHistory();
    await server.restart();
    const next = await server.request('GET', `${page}&continue=${metadata?.continue}`);
    expect(next).toMatchObject({ status: 410, body: { reason: 'Expired' } });
  });

  it('keeps its address, certificate and data over a stop and a start', async () => {
    await server.apply([configMap('kept')]);
    const { url, ca } = server;
    await server.stop();
    await expect(server.request('GET', '/readyz')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    expect(server).toMatchObject({ url, ca });
    const { body } = await server.request('GET', '/api/v1/namespaces/default/configmaps', undefined, { as: 'jane' });
    expect(names(body)).toContain('kept');
  });
});

describe('several API servers', () => {
  it('have names, ports and data of their own, and share one kubeconfig', async () => {
    await using fleet = await startApiServers(2, { users: [{ name: 'jane' }] });
    const [first, second] = [fleet.get('leaf-01'), fleet.get('leaf-02')];
    expect(first.url).not.toBe(second.url);
    await first.apply([configMap('only-here')]);
    expect(names((await second.request('GET', '/api/v1/namespaces/default/configmaps')).body)).not.toContain(
      'only-here',
    );
    expect(fleet.kubeconfig('jane')).toMatchObject({
      'current-context': 'leaf-01',
      contexts: [{ name: 'leaf-01' }, { name: 'leaf-02' }],
      users: [{ name: 'leaf-01-jane' }, { name: 'leaf-02-jane' }],
    });
  });
});

describe('what an API server leaves behind', () => {
  it('is no process and no file once it is removed', async () => {
    const server = await startApiServer();
    const pids = Object.values(server.pids);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await server.remove();
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(existsSync(server.directory)).toBe(false);
  });

  it('is no process when the process that started it is killed', async () => {
    const script = `
      const { startApiServer } = await import(${JSON.stringify(new URL('./apiserver.ts', import.meta.url).href)});
      const { pids, directory } = await startApiServer();
      console.log(JSON.stringify({ pids: Object.values(pids), directory }));
    `;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface(starter.stdout), 'line')) as [string];
    const { pids, directory } = JSON.parse(line) as { pids: number[]; directory: string };
    starter.kill('SIGKILL');
    await until(async () => !pids.some(isAlive));
    await rm(directory, { recursive: true });
  });
});

describe('KUBEBUILDER_ASSETS', () => {
  const original = process.env['KUBEBUILDER_ASSETS'];
  let folder: string;

  // Imitates the executables of envtest, which are named by component and ignore the end of their standard input.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetgraph-assets-'));
    await promisify(execFile)('mkfifo', [join(folder, 'endless')]);
    const executables = await findExecutables([]);
    for (const component of ['etcd', 'kube-apiserver'] as const) {
      const { command, args } = executables(component);
      await writeFile(
        join(folder, component),
        `#!/bin/sh\nexec ${[command, ...args].join(' ')} "$@" <>${join(folder, 'endless')}\n`,
      );
      await chmod(join(folder, component), 0o755);
    }
    process.env['KUBEBUILDER_ASSETS'] = folder;
  });
  afterAll(async () => {
    if (original === undefined) delete process.env['KUBEBUILDER_ASSETS'];
    else process.env['KUBEBUILDER_ASSETS'] = original;
    await rm(folder, { recursive: true });
  });

  it('names the executables to start, which are ended too', async () => {
    const server = await startApiServer();
    expect((await server.request('GET', '/api/v1/namespaces/default')).status).toBe(200);
    await server.remove();
    await expect(server.request('GET', '/readyz')).rejects.toThrow('ECONNREFUSED');
  });

  it('must hold all that is needed', async () => {
    await expect(startApiServer({ controllers: true })).rejects.toThrow(
      `KUBEBUILDER_ASSETS: ${folder} has no executable "kube-controller-manager".`,
    );
  });
});

async function* watch(server: ApiServer, path: string): AsyncGenerator<{ type: string; object: KubernetesJson }> {
  const dispatcher = new Agent({ allowH2: false, connect: { ca: server.ca } });
  try {
    const { body } = await request(server.url + path, { dispatcher, headers: server.headers() });
    let rest = '';
    for await (const chunk of body.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines.map(line => JSON.parse(line) as { type: string; object: KubernetesJson });
    }
  } finally {
    await dispatcher.destroy();
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const signal = AbortSignal.timeout(25_000);
  while (!(await condition())) await delay(20, undefined, { signal });
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
