/**
 * fleetgraph reads the result of `kpt live apply` in a real cluster correctly: applied, not yet ready, changed, broken
 * and deleted.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { binding } from '../e2e/fixture.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { builtEngine } from '../harness/engines.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';

let kpt: string;
let directory: string;
let server: ApiServer;
let hub: Fleetgraph;

beforeAll(async () => {
  kpt = join(await builtEngine('kpt'), 'kpt');
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-kpt-'));
  server = await startApiServer({ name: 'leaf', users: [{ name: 'collector' }] });
  await server.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    binding('ClusterRoleBinding', 'ann', undefined, 'fleetgraph-collector', { kind: 'User', name: 'ann' }),
  ]);
  await server.writeKubeconfig(join(directory, 'admin.kubeconfig'));
  await server.writeKubeconfig(join(directory, 'collector.kubeconfig'), 'collector');
  await mkdir(join(directory, 'web'));
  await writeFile(
    join(directory, 'web', 'Kptfile'),
    'apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: { name: web }\n',
  );
  hub = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [{ name: 'leaf', kubeconfig: join(directory, 'collector.kubeconfig') }],
      authentication: [{ type: 'static', tokens: [{ token: 'of-ann', user: 'ann' }] }],
    },
  });
}, 1_200_000);

afterAll(async () => {
  await hub?.stop();
  await server?.remove();
  await rm(directory, { recursive: true, force: true });
});

/** Runs `kpt live` and returns its exit code and its output. */
function live(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, KUBECONFIG: join(directory, 'admin.kubeconfig') };
  return new Promise(resolve => {
    execFile(
      kpt,
      ['live', ...args],
      { env, cwd: join(directory, 'web'), timeout: 120_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr });
      },
    );
  });
}

const apply = () => live('apply', '--reconcile-timeout=4s', '--output=events');
const file = (name: string, text: string) => writeFile(join(directory, 'web', `${name}.yaml`), text);
const configMap = (name: string, data = '{ color: blue }') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: ${data}\n`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web }] }
`;

interface Found {
  readonly object: { readonly name: string };
  readonly phase: string;
  readonly reason: string | null;
  readonly message: string | null;
  readonly detail: string;
  readonly engine: string;
  readonly package: unknown;
  readonly objectCounts: Readonly<Record<string, number>>;
}

async function deployments(): Promise<readonly Found[]> {
  const query = `{ packageDeployments { nodes { object { name } phase reason message detail engine package { id }
    objectCounts { total current inProgress failed terminating notFound unknown } } } }`;
  const { data } = await hub.query('of-ann', query);
  return data?.packageDeployments?.nodes ?? [];
}
const untilRead = async (holds: (found: Found) => boolean, what: string): Promise<Found> =>
  (await eventually(deployments, ([found]) => found !== undefined && holds(found), { what })).answer[0]!;

it('is a deployment without a package, ready as far as kpt has looked', async () => {
  await file('one', configMap('one'));
  await file('two', configMap('two'));
  expect(await live('init', '--namespace=shop', '--name=web')).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject({ code: 0 });
  expect(await untilRead(({ phase }) => phase === 'READY', 'READY')).toMatchObject({
    ...{ engine: 'KPT_LIVE', phase: 'READY', detail: 'APPLIED', package: null },
    objectCounts: { total: 2, current: 2, inProgress: 0, failed: 0, terminating: 0, notFound: 0, unknown: 0 },
  });
});

it('is reconciling while an object is not ready', async () => {
  await file('web', DEPLOYMENT);
  expect((await apply()).code).not.toBe(0);
  // The inventory names the third object before kpt applies it.
  expect(await untilRead(({ objectCounts: { inProgress } }) => inProgress === 1, 'the third object')).toMatchObject({
    ...{ phase: 'RECONCILING', reason: 'ObjectsNotReady' },
    objectCounts: { total: 3, current: 2, inProgress: 1 },
  });
});

it('counts no object that was to go and is gone', async () => {
  await rm(join(directory, 'web', 'web.yaml'));
  await rm(join(directory, 'web', 'two.yaml'));
  expect(await apply()).toMatchObject({ code: 0 });
  expect(await untilRead(({ phase }) => phase === 'READY', 'READY again')).toMatchObject({
    objectCounts: { total: 1, current: 1 },
  });
});

it('does not tell what could not be applied, and so is no more than applied', async () => {
  await file('broken', configMap('Not_A_Name'));
  const { code, said } = await apply();
  expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('Not_A_Name') });
  expect(await untilRead(({ phase }) => phase === 'READY', 'READY as before')).toMatchObject({
    detail: 'APPLIED',
    objectCounts: { total: 1, current: 1 },
  });
  await rm(join(directory, 'web', 'broken.yaml'));
});

it('is gone after kpt live destroy', async () => {
  expect(await live('destroy', '--output=events')).toMatchObject({ code: 0 });
  await eventually(deployments, all => all.length === 0, { what: 'nothing' });
});
