/**
 * Lists the product's files that run for a request or an event, measured on a small simulated fleet. Counts files with
 * a function that is called in every run.
 *
 *     node test/harness/files-passed.ts [--functions]
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assemble } from '../../cli/serve/assemble.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import { loadConfig } from '../../config/load.ts';
import { createDemoFleet } from '../../demo/fleet.ts';
import { demoIdentities } from '../../demo/identities.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { silentLogger as log } from '../../telemetry/log.ts';
import { eventually } from './fleetgraph.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const NOT_OURS = /^(?:[.][.]|test|sim|demo|node_modules)\//;
const TIMES = 6;
/** Time in milliseconds after which an event has no more effects. */
const QUIET_MS = 500;

const LIST = `{ objects(filter: { statuses: [FAILED] }, first: 25) {
  totalCount nodes { id status reason message transitionedAt } coverage { total indexed } } }`;

/** Names of the called functions by file. */
type Ran = ReadonlyMap<string, ReadonlySet<string>>;

const session = new Session();
/** Files whose code runs even without requests and changes. */
const idle = new Set<string>();

async function ran(act: () => Promise<unknown>): Promise<Ran> {
  await session.post('Profiler.takePreciseCoverage');
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? relative(HOUSE, fileURLToPath(url)) : '../';
    const called = functions.filter(({ ranges: [range] }) => range && range.count > 0);
    if (!NOT_OURS.test(file) && !idle.has(file) && called.length > 0)
      files.set(file, new Set(called.map(({ functionName }) => functionName)));
  }
  return files;
}

/** Functions that every run called. This excludes functions that only an occasional timer calls. */
async function eachTime(act: (time: number) => Promise<unknown>): Promise<Ran> {
  const all: Ran[] = [];
  for (let time = 0; time < TIMES; time++) all.push(await ran(() => act(time)));
  const [first = new Map<string, Set<string>>(), ...others] = all;
  const common = [...first].map(([file, names]) => {
    const each = [...names].filter(name => others.every(other => other.get(file)?.has(name)));
    return [file, new Set(each)] as const;
  });
  return new Map(common.filter(([, names]) => names.size > 0));
}

function print(way: string, files: Ran): void {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const folders = Map.groupBy(sorted, ([file]) => file.slice(0, file.indexOf('/')));
  console.log(
    `\n${way}: ${files.size} files (${[...folders].map(([folder, of]) => `${folder} ${of.length}`).join(', ')})`,
  );
  for (const [file, names] of sorted) {
    const lines = readFileSync(`${HOUSE}/${file}`, 'utf8').split('\n').length - 1;
    console.log(
      `  ${file} (${lines} lines): ${process.argv.includes('--functions') ? [...names].join(', ') : names.size}`,
    );
  }
}

const fleet = await createDemoFleet({ clusters: 2, objects: 300, faults: false });
const registry = new ClusterRegistry();
const kubeconfig = parseKubeconfig(fleet.kubeconfig, { source: 'the fleet', directory: '.' });
for (const name of kubeconfig.contexts) {
  const client = createKubernetesClient(await kubeconfig.target(name), { log });
  registry.add({
    name,
    client,
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    authorization: 'rbac',
  });
}
const tokens = demoIdentities.map(({ token, user, groups }) => ({ token, user, groups: [...groups] }));
const config = loadConfig({
  env: {},
  cwd: HOUSE,
  flags: { server: { port: 0 }, authentication: [{ type: 'static', tokens }] },
});
const running = await assemble({ config, registry, log, env: {} });

async function ask(query: string): Promise<any> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer demo-team-developer' };
  const answer = await fetch(`${running.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

try {
  const coverage = async () =>
    (await ask('{ coverage { total indexed } }')).coverage as { total: number; indexed: number };
  await eventually(coverage, ({ total, indexed }) => total === 2 && indexed === total, {
    within: 60_000,
    what: 'an index',
  });
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  // Files that run without requests are not counted.
  for (const file of (await eachTime(() => delay(QUIET_MS))).keys()) idle.add(file);

  print('The first list', await ran(() => ask(LIST)));
  print('A list', await eachTime(() => ask(LIST)));
  const { objects } = (await ask(LIST)) as { objects: { nodes: { id: string }[] } };
  const live = `{ object(id: ${JSON.stringify(objects.nodes[0]?.id)}) { live { state conditions { type status } } } }`;
  await ask(live);
  print('A live read', await eachTime(() => ask(live)));

  const store = fleet.leaves[0]!.objects;
  const change =
    (kind: { apiVersion: string; kind: string }, fields: (time: number) => object) => async (time: number) => {
      store.put({ ...store.list(kind)[0]!, ...kind, ...fields(time) });
      await delay(QUIET_MS);
    };
  const event = change({ apiVersion: 'apps/v1', kind: 'Deployment' }, time => ({
    status: { conditions: [{ type: 'Progressing', status: 'False', reason: `Reason${time}` }] },
  }));
  await event(TIMES);
  print('A watch event', await eachTime(event));

  const role = change({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' }, time => ({
    rules: [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'], resourceNames: [`name-${time}`] }],
  }));
  await role(TIMES);
  print('A change of a role until the next list', await eachTime(async time => role(time).then(() => ask(LIST))));
} finally {
  session.disconnect();
  await running.close();
  await fleet.close();
}
