/**
 * The whole process, as `fleetgraph serve` assembles it, over simulated leaves: collector, store, gateway, live reads.
 * While the process runs, hidden objects come and go on the leaves. The answers to a developer, their headers and the
 * log of the developer's requests do not change.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { assemble, type Running } from '../../../cli/serve/assemble.ts';
import { configSchema } from '../../../config/schema.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesObject } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { ClusterRegistry } from '../../../clusters/registry.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { simulatedResource } from '../../../sim/resources.ts';
import { eventually } from '../../harness/fleetgraph.ts';
import { grant, namespace, pod, ROBOT, startLeaf } from '../../sim/fixtures.ts';
import { picked } from './questions.ts';
import { conversation, SURFACES } from './surfaces.ts';
import { ASKERS, type Asker } from './vocabulary.ts';

const KUSTOMIZATIONS = simulatedResource('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'kustomizations');
const WIDGETS = simulatedResource('secret.example.com/v1alpha1', 'Widget', 'widgets');
const HIDDEN = { namespace: 'kube-system', name: 'secret-name' };
const REQUEST_ID = 'the-same-every-time';
const everything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
const READ = { verbs: ['get', 'list', 'watch'], apiGroups: ['', 'apps', 'kustomize.toolkit.fluxcd.io'] };

const kustomization = (
  metadata: KubernetesObject['metadata'],
  source = 'flux',
  message = 'applied',
): KubernetesObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata,
  spec: { sourceRef: { kind: 'GitRepository', name: source } },
  status: { conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed', message }] },
});
const widget = (name: string): KubernetesObject => ({
  apiVersion: 'secret.example.com/v1alpha1',
  kind: 'Widget',
  metadata: { name, namespace: 'team-a' },
});
const event = (name: string, about: { kind: string; namespace: string; name: string }): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace: about.namespace },
  involvedObject: about,
  message: 'Could not reach secret-name',
});

/** Objects that jane sees, and objects that stay hidden from her. */
function furnish({ objects }: SimulatedLeaf): void {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: HIDDEN.name, uid: '1' };
  const widgetOwner = { apiVersion: 'secret.example.com/v1alpha1', kind: 'Widget', name: 'web', uid: '2' };
  for (const object of [
    ...['team-a', 'team-a-2', 'kube-system'].map(namespace),
    ...[
      pod('team-a', 'web', { labels: { app: 'web' } }),
      pod('team-a', 'db'),
      pod('kube-system', 'dns', { labels: { app: 'secret-value' } }),
    ],
    kustomization(
      { name: 'web', namespace: 'team-a', ownerReferences: [owner, widgetOwner] },
      'flux',
      'depends on kube-system/secret-name',
    ),
    event('seen', { kind: 'Pod', namespace: 'team-a', name: 'web' }),
    ...grant('collector', 'system:serviceaccount:fleetgraph:collector', everything),
    ...grant('root', 'root', everything),
    ...grant('jane', 'jane', [{ ...READ, resources: ['pods', 'kustomizations', 'events', 'deployments'] }], 'team-a'),
  ]) {
    objects.put(object);
  }
}

let leaves: SimulatedLeaf[];
let registry: ClusterRegistry;
let running: Running;
const http = new Agent();
const lines: string[] = [];
const log = pino(
  { level: 'debug', timestamp: false },
  new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }),
);

async function register(leaf: SimulatedLeaf): Promise<void> {
  const kubeconfig = parseKubeconfig(simulatedKubeconfig([leaf], ROBOT), { source: leaf.name, directory: '/' });
  registry.add({
    name: leaf.name,
    client: createKubernetesClient(await kubeconfig.target(leaf.name), { log }),
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    authorization: 'rbac',
  });
}

beforeAll(async () => {
  leaves = await Promise.all(['leaf-b', 'leaf:x'].map(name => startLeaf({ name, resources: [KUSTOMIZATIONS] })));
  leaves.forEach(furnish);
  registry = new ClusterRegistry();
  for (const leaf of leaves) await register(leaf);
  const authentication = [{ type: 'static', tokens: Object.values(ASKERS) }];
  // The test's queries follow each other without a pause. A spent budget would cause an error at a time that depends on
  // the machine's speed.
  const limits = { costBudget: 1_000_000_000 };
  const config = configSchema.parse({
    server: { port: 0 },
    limits,
    kinds: { include: ['widgets.secret.example.com'] },
    authentication,
  });
  running = await assemble({ config, registry, log, env: {} });
  await settled(2);
});

afterAll(async () => {
  await running?.close();
  for (const leaf of leaves) await leaf.close();
  await http.close();
});

async function ask(as: Asker, query: string, variables: Record<string, unknown> = {}) {
  const from = lines.length;
  const { statusCode, headers, body } = await request(`${running.url}/graphql`, {
    method: 'POST',
    dispatcher: http,
    headers: {
      authorization: `Bearer ${ASKERS[as].token}`,
      'content-type': 'application/json',
      'x-request-id': REQUEST_ID,
    },
    body: JSON.stringify({ query, variables }),
  });
  const { date: _date, etag: _etag, ...rest } = headers; // the tag is a digest of the body, which contains times
  const reported = lines.slice(from).filter(line => line.includes(REQUEST_ID));
  return { status: statusCode, headers: rest, body: (await body.json()) as any, reported };
}

/** Waits until all clusters are indexed, and `seen` returns true for the ids that the user `by` sees. */
async function settled(
  clusters: number,
  seen: (ids: readonly string[]) => boolean = () => true,
  by: Asker = 'root',
): Promise<void> {
  await eventually(
    async () => (await ask(by, '{ coverage { total indexed } objects(first: 500) { nodes { id } } }')).body.data,
    ({ coverage, objects }) =>
      coverage.total === clusters &&
      coverage.indexed === clusters &&
      seen(objects.nodes.map(({ id }: { id: string }) => id)),
  );
}

/** Returns true for members of an answer that are left out of the comparison. */
type Aside = (key: string, value: unknown) => boolean;

async function everythingReported(
  aside: Aside,
  askers: readonly Asker[] = ['jane', 'nobody'],
  numRuns = 4,
): Promise<string[]> {
  const reported: string[] = [];
  const ids = [
    'leaf-b//Pod/team-a/web',
    `leaf-b//Pod/kube-system/${HIDDEN.name}`,
    'leaf%3Ax/kustomize.toolkit.fluxcd.io/Kustomization/team-a/web',
  ];
  ids.push(
    'leaf-b/secret.example.com/Widget/team-a/web',
    'leaf-b//Namespace//secret-team',
    'zz%2Fhidden//Pod/team-a/web',
  );
  for (const surface of SURFACES.filter(({ at }) => at === undefined)) {
    for (const variables of fc.sample(surface.variables, { numRuns, seed: 42 })) {
      for (const asker of askers) {
        const answer = await conversation((query, more) => ask(asker, query, more), surface, picked(variables, ids));
        reported.push(
          `${surface.name}, ${asker}: ${JSON.stringify(answer, (key, value: unknown) => (aside(key, value) ? 0 : value))}`,
        );
      }
    }
  }
  return reported;
}

const timesAside: Aside = (key, value) =>
  ['observedAt', 'grantsSyncedAt'].includes(key) || (key === 'syncedAt' && typeof value === 'string');
const countsAside: Aside = (key, value) =>
  timesAside(key, value) || ['total', 'indexed', 'content-length'].includes(key);
/** Only the log may contain the leaf's own messages. */
const logAside: Aside = key => key === 'reported';

interface Hidden {
  readonly what: string;
  readonly come: () => unknown;
  readonly go: () => unknown;
  /**
   * Part of an id that the user `by` (default: root) sees once the change has arrived. Empty if the index does not hold
   * the object.
   */
  readonly knownBy?: string;
  readonly by?: Asker;
  readonly clusters?: number;
}

const objects = () => leaves[0]!.objects;
const put = (...all: KubernetesObject[]) => all.forEach(object => objects().put(object));
const remove = (...all: KubernetesObject[]) => all.forEach(object => objects().remove(object));
const comesAndGoes = (what: string, knownBy: string, ...all: KubernetesObject[]): Hidden => ({
  what,
  knownBy,
  come: () => put(...all),
  go: () => remove(...all),
});

const hiddenPod = pod(HIDDEN.namespace, HIDDEN.name, {
  labels: { app: 'secret-value', 'secret.example.com/key': '1' },
});
const others = grant('others', 'olga', [{ ...READ, resources: ['*'] }], 'team-a');
let hiddenLeaf: SimulatedLeaf;

const TABLE: readonly Hidden[] = [
  comesAndGoes('an object in another namespace, the owner that a visible one names', HIDDEN.name, hiddenPod),
  comesAndGoes(
    'an object that is built from a visible one',
    'Kustomization/kube-system/web',
    kustomization({ name: 'web', namespace: 'kube-system' }),
  ),
  comesAndGoes('a namespace with what is in it', 'secret-team', namespace('secret-team'), pod('secret-team', 'web')),
  {
    what: 'label, message and status of a hidden object',
    come: () =>
      put({
        ...hiddenPod,
        metadata: { ...HIDDEN, labels: { 'secret.example.com/key': '20' } },
        status: { phase: 'Failed', message: 'secret' },
      }),
    knownBy: HIDDEN.name,
    go: () => remove(hiddenPod),
  },
  {
    what: 'a kind and its objects',
    come: () => (leaves[0]!.serve(WIDGETS), put(widget('web'))),
    knownBy: 'Widget',
    go: () => leaves[0]!.withdraw(WIDGETS),
  },
  { ...comesAndGoes("somebody else's grants", '', ...others), by: 'olga', knownBy: 'Pod/team-a/web' },
  comesAndGoes(
    'events in another namespace',
    '',
    event('hidden', { kind: 'Pod', namespace: 'kube-system', name: 'dns' }),
  ),
  {
    what: 'a cluster',
    come: async () => {
      hiddenLeaf = await startLeaf({ name: 'zz/hidden' });
      for (const object of [
        ...grant('collector', 'system:serviceaccount:fleetgraph:collector', everything),
        ...grant('root', 'root', everything),
      ])
        hiddenLeaf.objects.put(object);
      hiddenLeaf.objects.put(pod('team-a', 'web'));
      await register(hiddenLeaf);
    },
    knownBy: 'zz%2Fhidden',
    clusters: 3,
    go: async () => {
      void registry.remove('zz/hidden');
      await hiddenLeaf.close();
    },
  },
];

describe('in a running process, a developer is told the same before, while and after there is', () => {
  it.each(TABLE.map(row => [row.what, row] as const))(
    '%s',
    async (_what, { come, go, knownBy = '', by = 'root', clusters = 2 }) => {
      const counted = clusters === 2 ? timesAside : countsAside;
      const known = (ids: readonly string[]) => ids.some(id => id.includes(knownBy));
      const before = await everythingReported(counted);
      await come();
      await settled(clusters, ids => knownBy === '' || known(ids), by);
      const meanwhile = await everythingReported(counted);
      await go();
      await settled(2, ids => knownBy === '' || !known(ids), by);
      const after = await everythingReported(counted);
      expect(before.join()).toContain('leaf-b//Pod/team-a/web');
      expect(meanwhile).toEqual(before);
      expect(after).toEqual(before);
    },
  );

  it('of a leaf whose errors name what is hidden, nothing of its words, on any surface', async () => {
    const said =
      '10.1.2.3:6443: etcdserver: /registry/pods/hidden-ns/topsecret-payroll-7: token /var/run/topsecret: Bearer ey-topsecret';
    const coverage = async (asker: Asker) =>
      (
        await ask(
          asker,
          '{ coverage { clusters { nodes { cluster { name } state cause reason kinds { state cause reason } } } } }',
        )
      ).body.data.coverage.clusters.nodes[0];
    const failing = { pods: /\/pods/, everything: /./ };
    try {
      for (const [what, state] of [
        ['pods', 'STALE'],
        ['everything', 'UNREACHABLE'],
      ] as const) {
        leaves[0]!.fail({ answer: { says: said }, matching: failing[what] });
        leaves[0]!.dropWatches();
        // The watches of the leaf break, so that the collector lists the leaf again.
        await eventually(
          () => Promise.all([coverage('jane'), coverage('root')]),
          all => all.every(it => it.state === state && JSON.stringify(it).includes('"cause":"SERVER_ERROR"')),
        );
        const reported = JSON.stringify(await everythingReported(logAside, ['jane', 'root'], 2));
        expect(reported.includes('SERVER_ERROR')).toBe(true);
        expect(
          reported.match(/.{0,200}(topsecret|hidden-ns|10\.1\.2\.3|registry\/pods|etcdserver|127\.0\.0\.1)/)?.[0],
        ).toBeUndefined();
      }
      // The operator finds the object's name in the log of the collector.
      expect(lines.some(line => line.includes('topsecret-payroll-7') && line.includes('"cluster":"leaf-b"'))).toBe(
        true,
      );
    } finally {
      leaves[0]!.fail({});
    }
    await settled(2);
  });

  it('in the labels of the metrics, no name at all', async () => {
    const { body } = await request(`${running.operationsUrl}/metrics`, { dispatcher: http });
    const text = await body.text();
    expect(text).toContain('fleetgraph_graphql_requests_total');
    expect(text).not.toMatch(/leaf-b|leaf:x|zz\/hidden|team-a|kube-system|secret|Widget|jane|root/);
  });
});
