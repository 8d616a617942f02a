/**
 * A revision is published in Git, and the real controllers of Flux roll it out on real clusters. Three clusters are
 * collected, one reports through `fleetgraph agent`, and one is known by its metrics in a real Prometheus. The revision
 * breaks on one cluster, and the gate closes and names the object and the reason. After a repair, the gate opens.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { encodePackageId, packageAddress } from '../../schema/package-id.ts';
import { binding } from '../e2e/fixture.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { CutLine } from '../harness/cut-line.ts';
import { PROMETHEUS, provide } from '../harness/debian-packages.ts';
import { eventStream } from '../harness/event-stream.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { startFlux, type Flux } from '../harness/flux.ts';
import { GitServer } from '../harness/git-server.ts';
import { startProcess, type ServerProcess } from '../harness/processes.ts';
import { PrometheusServer, type ScrapedPage } from '../harness/prometheus.ts';

type Json = Record<string, any>;

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const READ = ['leaf-1', 'leaf-2', 'leaf-3'];
const DIALS = 'edge';
const MEASURED = 'measured';
const AGENT_TOKEN = 'the-token-of-the-agent-of-the-edge-0123456789';
const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io';
const PATH = `/apis/${KUSTOMIZATION}/v1/namespaces/shop/kustomizations/web`;
const DEPLOYMENT = '/apis/apps/v1/namespaces/shop/deployments/web';
const WITHIN = { within: 120_000 };

let git: GitServer;
let leaves: readonly ApiServer[] = [];
let controllers: readonly Flux[] = [];
let hub: Fleetgraph;
let line: CutLine;
let agent: ServerProcess;
let prometheus: PrometheusServer;
let id: string;
const page: ScrapedPage = { labels: { cluster: MEASURED, namespace: 'flux-system' }, text: '' };
const closing = new AbortController();
/** Names of clusters on which no image can be pulled. */
const unable = new Set<string>();

const leaf = (name: string): ApiServer => leaves.find(it => it.name === name)!;

const deployment = (image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "${image}" }] }
`;
const settings = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: web, namespace: shop }
data: ${data}
`;
const publish = (image: string, data = '{ color: blue }') =>
  git.commit({ 'apps/web/deployment.yaml': deployment(image), 'apps/web/settings.yaml': settings(data) });

const SOURCE = (): KubernetesJson => ({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'GitRepository',
  metadata: { name: 'fleet', namespace: 'shop' },
  spec: { interval: '2s', url: git.url, ref: { branch: 'main' } },
});
const APPLIED = (): KubernetesJson => ({
  apiVersion: `${KUSTOMIZATION}/v1`,
  kind: 'Kustomization',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    ...{ interval: '5s', retryInterval: '2s', timeout: '20s', path: './apps/web', prune: true, wait: true },
    sourceRef: { kind: 'GitRepository', name: 'fleet' },
  },
});

/** Reads an object. The status is 0 if there is no response. */
const read = (server: ApiServer, path: string): Promise<{ readonly status: number; readonly body: Json }> =>
  server.request('GET', path).catch(() => ({ status: 0, body: {} }));

/**
 * Sets the status of Deployments as Kubernetes' controllers do, with or without a successful image pull. The cluster
 * has no nodes.
 */
async function runDeployments(server: ApiServer): Promise<void> {
  while (!closing.signal.aborted) {
    const { status, body } = await read(server, DEPLOYMENT);
    if (status === 200) {
      const able = !unable.has(server.name);
      const { generation } = body['metadata'];
      const { observedGeneration, readyReplicas = 0 } = body['status'] ?? {};
      if (observedGeneration !== generation || (readyReplicas === 1) !== able) {
        const at = new Date().toISOString();
        const counts = able
          ? { readyReplicas: 1, availableReplicas: 1 }
          : { readyReplicas: null, availableReplicas: null };
        const condition = (type: string, is: boolean, reason: string) => ({
          ...{
            type,
            status: is ? 'True' : 'False',
            reason,
            message: reason,
            lastTransitionTime: at,
            lastUpdateTime: at,
          },
        });
        const conditions = [
          condition('Available', able, able ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable'),
          condition('Progressing', able, able ? 'NewReplicaSetAvailable' : 'ProgressDeadlineExceeded'),
        ];
        const reported = { observedGeneration: generation, replicas: 1, updatedReplicas: 1, ...counts, conditions };
        await server.request('PATCH', `${DEPLOYMENT}/status`, { status: reported }).catch(() => undefined);
      }
    }
    await delay(200, undefined, { signal: closing.signal }).catch(() => undefined);
  }
}

/** Exposes a cluster's Kustomization as the metric that Flux configures for kube-state-metrics. */
async function exposeMetrics(server: ApiServer): Promise<void> {
  while (!closing.signal.aborted) {
    const { status, body } = await read(server, PATH);
    if (status === 200) {
      const { lastAppliedRevision = '', conditions = [] } = body['status'] ?? {};
      const ready = conditions.find(({ type }: Json) => type === 'Ready')?.status ?? 'Unknown';
      page.text = `gotk_resource_info{customresource_kind="Kustomization",namespace="shop",name="web",ready="${ready}",suspended="false",revision="${lastAppliedRevision}"} 1\n`;
    }
    await delay(500, undefined, { signal: closing.signal }).catch(() => undefined);
  }
}

async function startLeaf(name: string): Promise<ApiServer> {
  const server = await startApiServer({ name, users: [{ name: 'collector' }, { name: 'agent' }] });
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
  const role = (of: string, all: readonly object[]): KubernetesJson => ({
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: of } },
    rules: all,
  });
  await server.apply([
    ...['shop', 'other', 'flux-system'].map(namespace => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    })),
    ...(leafObjects({ namespace: 'fleetgraph', allKinds: false, impersonate: 'anybody' }) as KubernetesJson[]),
    binding('ClusterRoleBinding', 'collector', undefined, 'fleetgraph-collector', { kind: 'User', name: 'collector' }),
    role('reader', rules),
    ...['ann', 'agent'].map(user =>
      binding('ClusterRoleBinding', user, undefined, 'reader', { kind: 'User', name: user }),
    ),
    binding('RoleBinding', 'joe', 'shop', 'reader', { kind: 'User', name: 'joe' }),
    binding('RoleBinding', 'eve', 'other', 'reader', { kind: 'User', name: 'eve' }),
  ]);
  await server.writeKubeconfig(join(server.directory, 'collector.kubeconfig'), 'collector');
  await server.writeKubeconfig(join(server.directory, 'agent.kubeconfig'), 'agent');
  return server;
}

beforeAll(async () => {
  const missing = provide(PROMETHEUS);
  if (missing !== undefined) throw new Error(missing);
  git = await GitServer.start('org/fleet');
  id = encodePackageId({ address: packageAddress(git.url)!, directory: 'apps/web' });
  await publish('web:1');
  prometheus = await PrometheusServer.start([page]);
  leaves = await Promise.all([...READ, DIALS].map(startLeaf));
  controllers = await Promise.all(leaves.map(startFlux));
  for (const server of leaves) await server.apply([SOURCE(), APPLIED()]);
  for (const server of leaves) void runDeployments(server);
  void exposeMetrics(leaf('leaf-1'));
  hub = await Fleetgraph.start({
    form: 'single',
    env: () => ({ AGENT_TOKEN }),
    config: {
      prometheus: [{ name: 'default', url: prometheus.url }],
      clusters: [
        ...READ.map(name => ({ name, kubeconfig: join(leaf(name).directory, 'collector.kubeconfig') })),
        { name: DIALS, push: { tokens: [{ env: 'AGENT_TOKEN' }], interval: '5s' } },
        {
          name: MEASURED,
          metrics: { label: `cluster=${MEASURED}`, interval: '2s' },
          rbac: { cluster: 'leaf-1', namespace: 'shop' },
        },
      ],
      authentication: [{ type: 'static', tokens: ['ann', 'joe', 'eve'].map(user => ({ token: `of-${user}`, user })) }],
    },
  });
  line = await CutLine.to(hub.url);
  agent = startProcess({
    ...{ name: 'the agent', command: EXECUTABLE, logFile: join(leaf(DIALS).directory, 'agent.log') },
    args: [
      'agent',
      '--hub',
      line.url,
      '--kubeconfig',
      join(leaf(DIALS).directory, 'agent.kubeconfig'),
      '--name',
      'agent-1',
    ],
    env: { FLEETGRAPH_AGENT_TOKEN: AGENT_TOKEN, NODE_OPTIONS: '' },
  });
}, 2_400_000);

afterAll(async () => {
  closing.abort();
  await agent?.stop();
  await line?.close();
  await hub?.stop();
  await prometheus?.[Symbol.asyncDispose]();
  await Promise.all(controllers.map(it => it.stop()));
  await Promise.all(leaves.map(server => server.remove()));
  await git?.[Symbol.asyncDispose]();
});

async function ask(query: string, variables: Json = {}, user = 'ann'): Promise<Json> {
  const { data, errors } = await hub.query(`of-${user}`, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Phase and commit by cluster, and the word `stale` for a stale deployment. */
async function phases(): Promise<Record<string, string>> {
  const { packageDeployments: found } = await ask(
    '{ packageDeployments(first: 100) { nodes { target { name } phase revision reason message stale mechanism } } }',
  );
  return Object.fromEntries(
    found.nodes.map(({ target, phase, revision, stale }: Json) => [
      target.name,
      [phase, (revision ?? '').split(':').at(-1), ...(stale ? ['stale'] : [])].join(' '),
    ]),
  );
}

const everywhere = (clusters: readonly string[], phase: string) => (found: Record<string, string>) =>
  clusters.every(cluster => found[cluster] === phase);

const GATE = `query ($id: ID!, $clusters: [String!]!, $revision: String, $soak: Duration! = "0s") {
  packageGate(id: $id, clusters: $clusters, revision: $revision, soak: $soak) {
    open passed blocks { cluster cause deployment { object { id } phase reason message } } } }`;
const gate = async (clusters: readonly string[], more: Json = {}) =>
  (await ask(GATE, { id, clusters, ...more }))['packageGate'] as Json;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Running {
  /** Everything that the command has written to standard error up to the call. */
  readonly reported: () => string;
  readonly ended: Promise<Ended>;
}

function command(args: readonly string[], token = 'of-ann'): Running {
  const env = { ...process.env, NODE_OPTIONS: '', FLEETGRAPH_SERVER: hub.url, FLEETGRAPH_TOKEN: token };
  const child = spawn(EXECUTABLE, args, { env, timeout: 300_000, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise<Ended>(resolve => child.on('close', code => resolve({ code: code ?? -1, stdout, stderr })));
  return { reported: () => stderr, ended };
}
const asksGate = (clusters: readonly string[], ...more: string[]) =>
  command(['gate', `${git.url}//apps/web`, '--clusters', clusters.join(), ...more]);

/**
 * Follows a cluster's Kustomization by a live query until the signal is aborted. Returns an array that grows by one
 * text (phase and commit) with each change.
 */
async function follow(cluster: string, signal: AbortSignal): Promise<string[]> {
  const reported: string[] = [];
  const filter = `{ clusters: ["${cluster}"], kinds: ["Kustomization"] }`;
  const { resume } = (await ask(`{ objects(filter: ${filter}) { resume } }`))['objects'];
  const query = `subscription ($since: String) { objectChanges(filter: ${filter}, since: $since) {
    changes { object { deployment { phase revision expectedRevision } } } } }`;
  const answer = await fetch(`${hub.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: 'Bearer of-ann' },
    body: JSON.stringify({ query, variables: { since: resume } }),
    signal,
  });
  const events = eventStream(answer);
  void (async () => {
    for (;;)
      for (const { object } of (await events.next()).data.objectChanges.changes as Json[])
        reported.push(`${object.deployment.phase} ${object.deployment.revision.split(':').at(-1)}`);
  })().catch(() => undefined);
  return reported;
}

describe('a package that Flux applies', () => {
  const all = [...READ, DIALS];
  let [first, second, third] = ['', '', ''];

  it('is ready everywhere, at the commit that is published', async () => {
    const at = await git.head();
    first = at;
    await eventually(phases, everywhere(all, `READY ${first}`), { ...WITHIN, what: 'READY everywhere' });
    const found = await ask(`query ($id: ID!) { package(id: $id) { address directory phaseCounts { total ready } } }`, {
      id,
    });
    expect(found['package']).toMatchObject({ directory: 'apps/web', phaseCounts: { total: 4, ready: 4 } });
    expect(await gate(all, { revision: first })).toEqual({ open: true, passed: 4, blocks: [] });
    expect(await asksGate(all, '--revision', first).ended).toMatchObject({
      code: 0,
      stdout: 'open: 4 of 4 clusters passed\n',
    });
  });

  it('changes nothing of its row while Flux checks it again, and adds no history', async () => {
    await eventually(phases, everywhere([...all, MEASURED], `READY ${first}`), { ...WITHIN, what: 'READY by metrics' });
    // Without the cluster known by metrics: a scrape may hit the moment in which Flux reports Ready as Unknown.
    const filter = `{ clusters: [${all.map(name => `"${name}"`).join()}], kinds: ["Kustomization"] }`;
    const { resume } = (await ask(`{ objects(filter: ${filter}) { resume } }`))['objects'];
    const versionOf = async () => (await leaf('leaf-1').request('GET', PATH)).body.metadata?.resourceVersion;
    const versions = new Set<string | undefined>();
    await eventually(versionOf, version => versions.add(version).size > 8, { ...WITHIN, what: 'two more intervals' });
    const { objectChanges } = await ask(
      `query ($since: String!) { objectChanges(filter: ${filter}, since: $since) { changes { type id } reset } }`,
      { since: resume },
    );
    expect(objectChanges).toEqual({ changes: [], reset: null });
  });

  it('rolls a new revision over all clusters, and a live query tells of it', async () => {
    const stop = new AbortController();
    const reported = await follow('leaf-2', stop.signal);
    second = await publish('web:2');
    expect((await asksGate(READ, '--revision', second).ended).code).toBe(1);
    const waiting = asksGate(READ, '--revision', second, '--wait', '--timeout', '2m');
    await eventually(phases, everywhere(all, `READY ${second}`), { ...WITHIN, what: 'the second revision everywhere' });
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'open: 3 of 3 clusters passed\n' });
    stop.abort();
    expect(reported.at(-1)).toBe(`READY ${second}`);
    // The phases of a rollout without a failure.
    const onTheWay = ['OUTDATED', 'SYNCING', 'RECONCILING', 'READY'];
    expect(reported.filter(line => !onTheWay.includes(line.split(' ')[0]!))).toEqual([]);
  });

  it('breaks on one cluster: the gate closes and says which object and why, and opens when it is mended', async () => {
    unable.add('leaf-2');
    third = await publish('web:3');
    const waiting = asksGate(READ, '--revision', third, '--wait', '--timeout', '4m');
    await eventually(phases, found => found['leaf-1'] === `READY ${third}` && found['leaf-2']!.startsWith('FAILED'), {
      ...WITHIN,
      what: 'a failure on one cluster',
    });
    const { answer: closed } = await eventually(
      () => gate(READ, { revision: third }),
      ({ blocks }) => blocks.length === 1 && blocks[0].deployment?.phase === 'FAILED',
      { ...WITHIN, what: 'the gate' },
    );
    expect(closed).toMatchObject({
      ...{ open: false, passed: 2 },
      blocks: [
        {
          ...{ cluster: 'leaf-2', cause: 'NOT_READY' },
          deployment: {
            object: { id: `leaf-2/${KUSTOMIZATION}/Kustomization/shop/web` },
            phase: 'FAILED',
            reason: 'HealthCheckFailed',
          },
        },
      ],
    });
    expect(closed['blocks'][0].deployment.message).toContain('Deployment/shop/web');
    await eventually(
      async () => waiting.reported(),
      reported =>
        /leaf-2: NOT_READY, Kustomization shop\/web is FAILED \(HealthCheckFailed\): .*Deployment\/shop\/web/.test(
          reported,
        ),
      { ...WITHIN, what: 'the command that names the object' },
    );
    unable.clear();
    expect(await waiting.ended).toMatchObject({ code: 0, stdout: 'open: 3 of 3 clusters passed\n' });
  }, 400_000);

  it('cannot be applied: a manifest that no API server takes, told with its name, until it is mended', async () => {
    await publish('web:4', '[ a list ]');
    await eventually(phases, found => all.every(cluster => found[cluster]!.startsWith('SYNC_FAILED')), {
      ...WITHIN,
      what: 'SYNC_FAILED',
    });
    const closed = await asksGate(all, '-o', 'json').ended;
    expect(closed.code).toBe(1);
    const { blocks } = JSON.parse(closed.stdout) as Json;
    expect(blocks.map(({ cluster, cause }: Json) => `${cluster} ${cause}`)).toEqual(
      all.map(cluster => `${cluster} NOT_READY`),
    );
    expect(blocks[0].deployment.message).toMatch(/ConfigMap/);
    first = await publish('web:4');
    await eventually(phases, everywhere(all, `READY ${first}`), { ...WITHIN, what: 'the mended revision' });
    expect((await asksGate(all).ended).code).toBe(0);
  }, 400_000);

  it('has no answer for nobody: the exit code is 2', async () => {
    expect((await command(['gate', `${git.url}//apps/web`, '--clusters', 'leaf-1'], 'of-nobody').ended).code).toBe(2);
  });

  it('is seen by those who may list it, as lists, facets and packages', async () => {
    const seen = async (user: string) => {
      const query = `{ objects(filter: { kinds: ["Kustomization"] }) { totalCount facets(fields: [CLUSTER]) { values { value count } } }
        packages { totalCount } }`;
      const { objects, packages } = await ask(query, {}, user);
      const values = objects.facets[0].values as { value: string; count: number }[];
      return {
        packages: packages.totalCount,
        clusters: values
          .filter(({ count }) => count > 0)
          .map(({ value }) => value)
          .toSorted(),
      };
    };
    expect(await seen('joe')).toEqual({ packages: 1, clusters: [DIALS, ...READ, MEASURED] });
    expect(await seen('eve')).toEqual({ packages: 0, clusters: [] });
  });
});

describe('a cluster that only dials out', () => {
  const object = `${DIALS}/${KUSTOMIZATION}/Kustomization/shop/web`;
  const stateOf = async () =>
    (await ask(`{ cluster(name: "${DIALS}") { coverage { state } } }`))['cluster'].coverage.state as string;

  it('is never connected to, and says so where something is read live', async () => {
    const { object: found } = await ask(
      'query ($id: ID!) { object(id: $id) { live { state } deployment { phase mechanism } } }',
      {
        id: object,
      },
    );
    expect(found).toEqual({ live: { state: 'UNREACHABLE' }, deployment: { phase: 'READY', mechanism: 'PUSH' } });
  });

  it('keeps its last phase while the line is cut, and closes the gate; what happened meanwhile is told afterwards', async () => {
    const before = (await phases())[DIALS]!;
    line.cut();
    const next = await publish('web:5');
    await eventually(stateOf, state => state === 'STALE', { ...WITHIN, what: 'STALE' });
    await eventually(phases, everywhere(READ, `READY ${next}`), { ...WITHIN, what: 'the others' });
    expect((await phases())[DIALS]).toBe(`${before} stale`);
    expect(await gate([DIALS, 'leaf-1'])).toMatchObject({
      open: false,
      passed: 1,
      blocks: [{ cluster: DIALS, cause: 'NOT_COVERED' }],
    });
    const stop = new AbortController();
    const reported = await follow(DIALS, stop.signal);
    line.restore();
    await eventually(phases, everywhere([DIALS], `READY ${next}`), { ...WITHIN, what: 'the report after the cut' });
    await eventually(
      async () => reported.at(-1),
      last => last === `READY ${next}`,
      { ...WITHIN, what: 'a live query of it' },
    );
    stop.abort();
    expect(await stateOf()).toBe('INDEXED');
    expect(await gate([DIALS, 'leaf-1'], { revision: next })).toMatchObject({ open: true, passed: 2 });
  });
});

describe('a cluster that is known by metrics', () => {
  it('says what Prometheus has of it, by the rights of another cluster', async () => {
    const at = await git.head();
    const query = `{ packageDeployments(filter: { clusters: ["${MEASURED}"] }) { nodes { phase revision mechanism detail package { id } } } }`;
    const found = async (user: string) => (await ask(query, {}, user))['packageDeployments'].nodes as Json[];
    const { answer } = await eventually(
      () => found('joe'),
      nodes => nodes[0]?.['phase'] === 'READY' && nodes[0]['revision'].endsWith(at),
      { ...WITHIN, what: 'the metrics' },
    );
    expect(answer).toMatchObject([{ phase: 'READY', mechanism: 'METRICS', detail: 'APPLIED', package: null }]);
    expect(await found('eve')).toEqual([]);
  });

  it('follows a break and its end', async () => {
    const phase = async () =>
      (await ask(`{ packageDeployments(filter: { clusters: ["${MEASURED}"] }) { nodes { phase } } }`))[
        'packageDeployments'
      ].nodes[0]?.phase;
    unable.add('leaf-1');
    await publish('web:6');
    await eventually(phase, found => found === 'SYNC_FAILED', { ...WITHIN, what: 'the failure in metrics' });
    unable.clear();
    await eventually(phase, found => found === 'READY', { ...WITHIN, what: 'the end of it' });
  });
});
