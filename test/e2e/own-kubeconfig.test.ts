/**
 * `fleetgraph serve` with a user's own kubeconfig. It has two real clusters with a different user for each, three
 * contexts for one of the clusters, and a context for a server that cannot be reached.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiServers, type ApiServers } from '../harness/apiserver.ts';
import { launchBrowser, newVisit } from '../harness/chromium.ts';
import { canOpenExplorer } from '../harness/explorer.ts';
import { eventually } from '../harness/fleetgraph.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const RBAC = 'rbac.authorization.k8s.io';
const inBrowser = canOpenExplorer() ? it : it.skip;

let directory: string;
let servers: ApiServers;
let serving: ChildProcess;
let printed = '';
let log = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-own-'));
  servers = await startApiServers(2, { users: [{ name: 'jane@one' }, { name: 'jane@two' }] });
  const reads = { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] };
  for (const [i, server] of servers.servers.entries()) {
    // Each user may read everything, and may impersonate nobody.
    await server.apply([
      { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'reads' }, rules: [reads] },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name: 'reads' },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'reads' },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: i === 0 ? 'jane@one' : 'jane@two' }],
      },
    ]);
  }
  const [one, two] = servers.servers.map((server, i) => server.kubeconfig(i === 0 ? 'jane@one' : 'jane@two'));
  const again = { ...one!.clusters[0]!.cluster, server: `${one!.clusters[0]!.cluster.server}/` };
  const kubeconfig = {
    ...one!,
    clusters: [
      ...one!.clusters,
      ...two!.clusters,
      { name: 'again', cluster: again },
      { name: 'nowhere', cluster: { ...again, server: 'https://127.0.0.1:1' } },
    ],
    users: [...one!.users, ...two!.users],
    contexts: [
      ...one!.contexts,
      ...two!.contexts,
      { ...one!.contexts[0]!, name: 'same-server' },
      { name: 'same-cluster', context: { ...one!.contexts[0]!.context, cluster: 'again' } },
      { name: 'away', context: { ...one!.contexts[0]!.context, cluster: 'nowhere' } },
    ],
  };
  const file = join(directory, 'config');
  await writeFile(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  serving = spawn(EXECUTABLE, ['serve', '--port', '0'], {
    env: { ...process.env, KUBECONFIG: `${file}:${join(directory, 'absent')}`, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  serving.stdout?.on('data', chunk => (printed += chunk));
  serving.stderr?.on('data', chunk => (log += chunk));
  await eventually(
    async () => printed || log,
    text => text.includes('token:'),
    { what: 'the token' },
  );
});
afterAll(async () => {
  if (serving?.exitCode === null) {
    serving.kill('SIGTERM');
    await once(serving, 'exit');
  }
  await servers?.remove();
  await rm(directory, { recursive: true, force: true });
});

async function ask(query: string): Promise<any> {
  const url = /(http:\S+)\/graphiql/.exec(printed)?.[1] ?? '';
  const token = /token: (\S+)/.exec(printed)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return ((await answer.json()) as { data: unknown }).data;
}

it('says who you are on each cluster', () => {
  expect(printed).toMatch(/you are .*jane@one on leaf-01/);
  expect(printed).toMatch(/jane@two on leaf-02/);
});

it('shows what each of these users may see, and reads live as they do, without a right to impersonate', async () => {
  const { answer } = await eventually(
    () => ask('{ objects(filter: { kinds: ["Namespace"], names: ["default"] }) { nodes { id live { state } }  } }'),
    ({ objects }) => objects.nodes.length === 2,
    { what: 'a row of each' },
  );
  // Two contexts with different URLs lead to one cluster. Either context may be collected, but not both.
  const names = answer.objects.nodes.map(({ id }: { id: string }) => id.split('/')[0]).sort();
  expect([['leaf-01', 'leaf-02'], ['leaf-02', 'same-cluster']]).toContainEqual(names); // prettier-ignore
  for (const { live } of answer.objects.nodes) expect(live).toEqual({ state: 'OK' });
});

it('takes one context for each server, and tells of another way to the same cluster', async () => {
  await eventually(
    async () => log,
    text =>
      /"clusters":\[[^\]]*"same-cluster".*these are one cluster/.test(text) ||
      /"same-cluster"[^\]]*\].*these are one cluster/.test(text),
    { what: 'a warning' },
  );
  expect(log).toMatch(/"contexts":\["same-server"\].*left out; --context chooses/);
  const { clusters } = await ask('{ clusters { nodes { name } } }');
  expect(clusters.nodes).toHaveLength(2);
});

it('names the contexts that fail, and says why: who runs it on their own kubeconfig is its administrator', async () => {
  await eventually(
    () => ask('{ administration { registrations { nodes { name state cause reason } } } }'),
    ({ administration }) =>
      administration.registrations.nodes.some(
        ({ name, state, cause }: Record<string, string>) =>
          name === 'away' && state === 'UNREACHABLE' && cause === 'UNREACHABLE',
      ),
    { what: 'the cause' },
  );
});

inBrowser('the Explorer names the context that fails beside the clusters that it lists', async () => {
  const browser = await launchBrowser();
  try {
    const { page } = await newVisit(browser);
    await page.goto(`${/(http:\S+)\/graphiql/.exec(printed)?.[1]}/clusters`);
    await page.getByLabel('Token').fill(/token: (\S+)/.exec(printed)?.[1] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const failing = page.getByRole('region', { name: 'Registrations that need attention' });
    await failing.getByRole('row', { name: /^away .*cannot be reached/ }).waitFor();
    await page.getByRole('link', { name: 'leaf-02', exact: true }).waitFor();
  } finally {
    await browser.close();
  }
});
