/**
 * A malicious agent against a real fleetgraph. The agent has the token of its own cluster and sends anything that fits
 * into a report. The hub keeps working, other clusters are shown unchanged, and callers do not wait long.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { kustomization, lines, RESOURCES } from '../collector/reports-contract.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import type { LongStep } from '../harness/long-steps.ts';

const PRELOAD = new URL('../harness/long-steps-preload.ts', import.meta.url).href;
const [HONEST, HOSTILE] = [
  'the-token-of-the-honest-agent-0123456789abcdef',
  'the-token-of-the-hostile-agent-0123456789abcdef',
];
const RBAC = 'rbac.authorization.k8s.io';
const GROUPS = {
  group: 'kpt.dev',
  version: 'v1alpha1',
  kind: 'ResourceGroup',
  plural: 'resourcegroups',
  namespaced: true,
};
const GIT = {
  group: 'source.toolkit.fluxcd.io',
  version: 'v1',
  kind: 'GitRepository',
  plural: 'gitrepositories',
  namespaced: true,
};
const KINDS = [...RESOURCES, GROUPS, GIT];
const STEPS = join(tmpdir(), `fleetgraph-hostile-agent-${process.pid}.jsonl`);
/** Longest allowed step of the event loop in milliseconds, including garbage collection. */
const LONGEST_STEP_MS = 100;

let hub: Fleetgraph;
let seq = Date.now();

const clusterRole = (name: string, rules: readonly object[]) => ({
  apiVersion: `${RBAC}/v1`,
  kind: 'ClusterRole',
  metadata: { name },
  rules,
});
const bound = (name: string, role: string, subjects: readonly object[]) => ({
  ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name } },
  ...{ roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role }, subjects },
});
const user = (name: string) => ({ kind: 'User', apiGroup: RBAC, name });
const GRANTS = [
  clusterRole('viewer', [{ verbs: ['list'], apiGroups: ['*'], resources: ['*'] }]),
  bound('jane', 'viewer', [user('jane')]),
];
const many = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const EVERYBODY = [{ kind: 'Group', apiGroup: RBAC, name: 'system:authenticated' }];
const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

beforeAll(async () => {
  hub = await Fleetgraph.start({
    form: 'single',
    env: () => ({ HONEST, HOSTILE, NODE_OPTIONS: `--import ${PRELOAD}`, LONG_STEPS_FILE: STEPS }),
    config: {
      clusters: [
        { name: 'honest', push: { tokens: [{ env: 'HONEST' }], interval: '30s' } },
        { name: 'hostile', push: { tokens: [{ env: 'HOSTILE' }], interval: '5s' } },
      ],
      authentication: [{ type: 'static', tokens: [{ token: 'jane', user: 'jane' }] }],
    },
  });
});
afterAll(async () => {
  await hub?.stop();
  await rm(STEPS, { force: true });
});

interface Answer {
  readonly code: string;
  readonly status: number;
}

async function post(body: string | Uint8Array, token = HOSTILE): Promise<Answer> {
  const packed = gzipSync(body);
  const answer = await fetch(`${hub.url}/ingest/v1/report`, {
    ...{ method: 'POST', body: packed },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
  });
  const { code = 'ACCEPTED' } = (await answer.json()) as { code?: string };
  return { code, status: answer.status };
}

/** Sends a report, and sends it again while the hub says to wait. */
async function report(objects: readonly unknown[], header: object = {}, token = HOSTILE): Promise<Answer> {
  const body = lines({ seq: ++seq, resources: KINDS, ...header }, objects);
  for (;;) {
    const answer = await post(body, token);
    if (answer.status !== 429) return answer;
    await delay(500);
  }
}
async function raw(body: string): Promise<Answer> {
  for (;;) {
    const answer = await post(body);
    if (answer.status !== 429) return answer;
    await delay(500);
  }
}
const header = (more: object = {}) =>
  JSON.stringify({ report: 1, agent: 'agent-1', seq: ++seq, kubernetesVersion: 'v1', resources: KINDS, ...more });

const QUERY = `{ cluster(name: "honest") { coverage { state } packagePhases { total ready } }
  objects(filter: { clusters: ["honest"] }) { totalCount nodes { id status } }
  packageGate(id: "//https%3A%2F%2Fgit.example%2Ffleet/apps", clusters: ["honest"], appliedIsEnough: true) { open passed blocks { cluster cause } } }`;
const honest = async () => (await hub.query('jane', QUERY)).data;

const SOURCE = {
  ...{
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'fleet', namespace: 'apps' },
  },
  spec: { url: 'https://git.example/fleet', ref: { branch: 'main' } },
};
const WEB = { ...kustomization('web'), spec: { path: './apps', sourceRef: { kind: 'GitRepository', name: 'fleet' } } };

const stepsSoFar = async (): Promise<LongStep[]> => {
  const text = await readFile(STEPS, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as LongStep);
};

describe('a hostile agent', () => {
  let before: any;
  /** Number of long steps before the hostile agent sends reports. */
  let atStart = 0;

  it('finds an honest cluster', async () => {
    expect(await report([...GRANTS, SOURCE, WEB], {}, HONEST)).toMatchObject({ status: 200 });
    const { answer } = await eventually(honest, data => data.packageGate.open === true, { what: 'the honest cluster' });
    before = answer;
    atStart = (await stepsSoFar()).length;
    expect(before).toMatchObject({ cluster: { packagePhases: { total: 1, ready: 1 } }, objects: { totalCount: 2 } });
  });

  it.each<[string, () => Promise<Answer>, Answer]>([
    [
      '5 000 objects that are all new, with many labels',
      () => report([...GRANTS, ...many(4_990, labelled)]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'the same number, all of other names',
      () => report([...GRANTS, ...many(4_990, i => labelled(i + 10_000))]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'six megabytes of rules, and bindings of everybody to all of them',
      () =>
        report([
          ...many(26, i =>
            clusterRole(
              `large-${i}`,
              many(2_000, j => ({ verbs: ['list'], apiGroups: [`g${j}`], resources: [`r${i}-${j}`] })),
            ),
          ),
          ...many(26, i => bound(`all-${i}`, `large-${i}`, EVERYBODY)),
          ...GRANTS,
        ]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'six megabytes of subjects',
      () =>
        report([
          ...many(26, i =>
            bound(
              `many-${i}`,
              'viewer',
              many(3_000, j => user(`somebody-${i}-${j}`)),
            ),
          ),
          ...GRANTS,
        ]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'inventories of thousands of objects',
      () =>
        report([
          ...GRANTS,
          ...many(30, i => ({
            ...{
              apiVersion: 'kpt.dev/v1alpha1',
              kind: 'ResourceGroup',
              metadata: { name: `group-${i}`, namespace: 'apps' },
            },
            spec: {
              resources: many(1_000, j => ({ group: 'apps', kind: `K${j}`, namespace: `n${j}`, name: `o${j}` })),
            },
            status: {
              resourceStatuses: many(1_000, j => ({
                group: 'apps',
                kind: `K${j}`,
                namespace: `n${j}`,
                name: `o${j}`,
                status: 'Current',
              })),
            },
          })),
        ]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'thousands of resources that it does not have',
      () =>
        report(GRANTS, {
          resources: [...KINDS, ...many(2_000, i => ({ ...GROUPS, kind: `Kind${i}`, plural: `kinds${i}` }))],
        }),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'an object of a hundred thousand levels',
      () =>
        raw(
          `${header()}\n{"object":{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"deep","namespace":"apps"},"spec":${nested(100_000, '[', ']')}}}\n{"end":true,"objects":1}\n`,
        ),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'conditions of twenty thousand levels',
      () =>
        raw(
          `${header()}\n{"object":{"apiVersion":"kustomize.toolkit.fluxcd.io/v1","kind":"Kustomization","metadata":{"name":"deep","namespace":"apps","labels":${nested(20_000, '{"a":', '}').replace(':}', ':1}')}},"status":{"conditions":${nested(20_000, '[', ']')}}}}\n{"end":true,"objects":1}\n`,
        ),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'a header of a hundred thousand levels',
      () => raw(`{"report":1,"x":${nested(100_000, '[', ']')}}\n`),
      { code: 'MALFORMED', status: 400 },
    ],
    [
      'eight megabytes of small lines',
      () => raw(`${header()}\n${'{}\n'.repeat(2_700_000)}`),
      { code: 'TOO_LARGE', status: 413 },
    ],
    ['eight megabytes of nothing', () => raw('\n'.repeat(8_000_000)), { code: 'MALFORMED', status: 400 }],
    ['a bomb', () => raw('a'.repeat(100_000_000)), { code: 'TOO_LARGE', status: 413 }],
    [
      'what should be numbers, texts and lists, and is not',
      () =>
        report([
          ...GRANTS,
          ...[null, 7, 'text', [], {}, true].flatMap(odd => [
            { ...WEB, metadata: odd },
            {
              ...WEB,
              metadata: {
                ...WEB.metadata,
                name: 'odd',
                labels: odd,
                ownerReferences: odd,
                annotations: odd,
                generation: odd,
              },
            },
            { ...WEB, metadata: { ...WEB.metadata, name: 'odd-status' }, spec: odd, status: odd },
            {
              ...WEB,
              metadata: { ...WEB.metadata, name: 'odd-conditions' },
              status: { conditions: [odd], history: odd, observedGeneration: odd },
            },
            { ...clusterRole('odd', []), rules: odd },
            { ...bound('odd', 'viewer', []), subjects: [odd], roleRef: odd },
          ]),
        ]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'what would be of another cluster',
      () =>
        report([
          ...GRANTS,
          { ...WEB, metadata: { name: '../honest', namespace: 'apps' } },
          {
            ...WEB,
            metadata: { name: 'honest/kustomize.toolkit.fluxcd.io/Kustomization/apps/web', namespace: 'apps' },
          },
          { ...WEB, metadata: { name: 'web', namespace: 'honest/apps' } },
          { ...WEB, metadata: { ...WEB.metadata, clusterName: 'honest', cluster: 'honest' }, cluster: 'honest' },
        ]),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'a version that is a script of a terminal',
      () => report(GRANTS, { kubernetesVersion: 'v1\u001b[2J\n\u0000' }),
      { code: 'ACCEPTED', status: 200 },
    ],
    [
      'the largest number there is',
      () => report(GRANTS, { seq: Number.MAX_SAFE_INTEGER }),
      { code: 'ACCEPTED', status: 200 },
    ],
  ])('sends %s', async (_what, attack, expected) => {
    const requested: number[] = [];
    const state = { done: false };
    const asking = (async () => {
      while (!state.done) {
        const began = performance.now();
        expect(await honest()).toEqual(before);
        requested.push(performance.now() - began);
        await delay(10);
      }
    })();
    expect(await attack()).toEqual(expected);
    await delay(500); // the index reads the report
    state.done = true;
    await asking;
    expect(requested.length).toBeGreaterThan(3);
  });

  it('has shown no more than its own, and held nobody up', async () => {
    const { data } = await hub.query(
      'jane',
      '{ objects(first: 500) { nodes { cluster { name } name namespace } } cluster(name: "hostile") { kubernetesVersion } }',
    );
    const foreign = data.objects.nodes.filter((row: any) => row.name.includes('/') || row.namespace?.includes('/'));
    expect(foreign).toEqual([]);

    expect(data.cluster.kubernetesVersion).not.toMatch(/[\u0000-\u001f]/);
    expect(hub.endings).toEqual([]);
    const steps = (await stepsSoFar()).slice(atStart);
    const ours = steps.filter(step => step.longestMs > LONGEST_STEP_MS);
    expect(ours).toEqual([]);
  });
});

function labelled(i: number) {
  const labels = Object.fromEntries(many(8, j => [`label-${j}`, `value-${i}-${j}`]));
  const plain = kustomization(`app-${i}`);
  return {
    ...plain,
    metadata: { ...plain.metadata, labels },
    status: { conditions: [{ type: 'Ready', status: 'False', reason: `R${i}`, message: `m${i} `.repeat(60) }] },
  };
}
