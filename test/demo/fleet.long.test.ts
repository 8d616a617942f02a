import { afterEach, describe, expect, it } from '@jest/globals';
import { churn } from '../../demo/churn.ts';
import {
  createDemoFleet,
  DEMO_RESOURCES,
  demoObjects,
  objectsOf,
  type CreateDemoFleetOptions,
  type DemoFleet,
} from '../../demo/fleet.ts';
import { demoCollector, demoIdentities } from '../../demo/identities.ts';
import { planFleet } from '../../demo/plan.ts';
import { DEFAULT_KINDS, resourceName } from '../../collector/kinds.ts';
import { toRow } from '../../kinds/row.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { BUILT_IN_RESOURCES, groupVersion } from '../../sim/resources.ts';
import { OBJECT_STATUSES, type Row } from '../../store/store.ts';
import { LeafCaller } from '../sim/fixtures.ts';

const NOW = Date.UTC(2026, 8, 1, 12);
const COLLECTED = new Map(
  [...BUILT_IN_RESOURCES, ...DEMO_RESOURCES]
    .filter(resource => DEFAULT_KINDS.includes(resourceName(resource)))
    .map(resource => [`${groupVersion(resource)}/${resource.kind}`, resource]),
);

function rowsOf(cluster: string, objects: readonly KubernetesObject[]): Row[] {
  return objects.flatMap(object => {
    const resource = COLLECTED.get(`${object.apiVersion}/${object.kind}`);
    const row = resource && toRow(cluster, resource, object, NOW);
    if (row && 'refused' in row) throw new Error(`${object.kind} ${object.metadata.name}: ${row.refused}`);
    return row ?? [];
  });
}

const fleetRows = (options = {}) =>
  planFleet({ now: NOW, ...options }).flatMap(cluster => rowsOf(cluster.name, demoObjects(cluster)));
const nameOf = ({ apiVersion, kind, metadata }: KubernetesObject) =>
  `${apiVersion}/${kind}/${metadata.namespace ?? ''}/${metadata.name}`;

describe('the objects of the demo fleet', () => {
  it('are the same for the same options, and others for another seed', () => {
    const text = (seed: string) => JSON.stringify(planFleet({ seed, now: NOW, clusters: 2 }).map(demoObjects));
    expect(text('one')).toBe(text('one'));
    expect(text('one')).not.toBe(text('two'));
  });

  it.each([
    [{}, 800, 5],
    [{ clusters: 10, objects: 20_000 }, 20_000, 10],
  ])('are about as many as asked for: %j', (options, objects, clusters) => {
    const rows = fleetRows(options);
    expect(Math.abs(rows.length / objects - 1)).toBeLessThan(0.15);
    expect(new Set(rows.map(({ cluster }) => cluster)).size).toBe(clusters);
  });

  it('have names of their own, and come after their namespace and their owners', () => {
    for (const cluster of planFleet({ now: NOW })) {
      const known = new Map<string, string>();
      const namespaces = new Set<string>();
      for (const object of demoObjects(cluster)) {
        const {
          namespace,
          uid = '',
          ownerReferences = [],
        } = object.metadata as KubernetesObject['metadata'] & { ownerReferences?: { uid: string; name: string }[] };
        if (object.kind === 'Namespace') namespaces.add(object.metadata.name);
        if (namespace !== undefined && !namespaces.has(namespace))
          throw new Error(`${nameOf(object)} comes before its namespace`);
        for (const owner of ownerReferences)
          expect([owner.name, known.get(owner.uid)]).toEqual([owner.name, owner.name]);
        expect(known.has(uid)).toBe(false);
        known.set(uid, object.metadata.name);
      }
    }
  });

  it('are rendered as what they were announced as', () => {
    for (const cluster of planFleet({ now: NOW })) {
      for (const object of objectsOf(cluster)) {
        const { apiVersion, kind, metadata } = object.render();
        expect({ apiVersion, kind, name: metadata.name, namespace: metadata.namespace }).toEqual({
          ...object.metadata,
          namespace: object.metadata.namespace,
          apiVersion: object.apiVersion,
          kind: object.kind,
        });
      }
    }
  });

  it('have every status, the failures of real fleets, and suspensions', () => {
    const rows = fleetRows();
    expect([...new Set(rows.map(({ status }) => status))].sort()).toEqual([...OBJECT_STATUSES].sort());
    expect(rows.filter(({ suspended }) => suspended).length).toBeGreaterThan(2);
    const failures = rows.filter(({ status }) => status === 'FAILED').map(({ kind, reason }) => `${kind} ${reason}`);
    expect(failures).toEqual(
      expect.arrayContaining([
        'Kustomization BuildFailed',
        'Kustomization HealthCheckFailed',
        'Kustomization DependencyNotReady',
        'HelmRelease SourceNotReady',
        'HelmRelease RetriesExceeded',
        'HelmChart ChartPullError',
        'GitRepository GitOperationFailed',
      ]),
    );
    expect(failures.filter(failure => failure.startsWith('Pod ')).length).toBeGreaterThan(1);
    expect(failures.filter(failure => failure.startsWith('Job ')).length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(rows.length / 6);
  });

  it('have drifted apart in their revisions', () => {
    const revisions = fleetRows().filter(({ kind, name }) => kind === 'Kustomization' && name === 'flux-system');
    expect(new Set(revisions.map(({ revision }) => revision)).size).toBeGreaterThan(2);
    expect(revisions.every(({ revision }) => /^main@sha1:[0-9a-f]{40}$/.test(revision))).toBe(true);
  });
});

describe('the running demo fleet', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const item of open.splice(0)) await item.close();
  });

  async function start(options: CreateDemoFleetOptions = {}): Promise<DemoFleet> {
    const fleet = await createDemoFleet({ now: NOW, faults: false, ...options });
    open.push(fleet);
    return fleet;
  }

  const COLLECTIONS = [...COLLECTED.values()].map(
    ({ group, version, plural }) => `/${group === '' ? 'api' : `apis/${group}`}/${version}/${plural}`,
  );
  const tokenOf = (name: string) =>
    [...demoIdentities, demoCollector].find(identity => identity.name === name)?.token ?? '';

  function callerOf(leaf: SimulatedLeaf | undefined): LeafCaller {
    if (!leaf) throw new Error('there is no such cluster');
    const caller = new LeafCaller(leaf);
    open.unshift(caller);
    return caller;
  }

  async function codes(leaf: SimulatedLeaf | undefined, identity: string, paths: readonly string[]): Promise<number[]> {
    const caller = callerOf(leaf);
    return Promise.all(paths.map(async path => (await caller.call(path, { token: tokenOf(identity) })).code));
  }

  it('serves all planned objects to the administrator and the collector, and none to the user without rights', async () => {
    const { leaves, clusters } = await start();
    for (const [index, leaf] of leaves.entries()) {
      expect(new Set(await codes(leaf, 'platform-admin', COLLECTIONS))).toEqual(new Set([200]));
      expect(
        new Set(await codes(leaf, 'collector', [...COLLECTIONS, '/apis/rbac.authorization.k8s.io/v1/rolebindings'])),
      ).toEqual(new Set([200]));
      const paths = [...COLLECTIONS, '/api/v1/namespaces/payments/pods', '/api/v1/namespaces/payments'];
      expect(new Set(await codes(leaf, 'nobody', paths))).toEqual(new Set([403]));
      const pods = await callerOf(leaf).call('/api/v1/pods', { token: tokenOf('platform-admin') });
      expect(pods.body.items.length).toBe(
        clusters[index] && objectsOf(clusters[index]).filter(({ kind }) => kind === 'Pod').length,
      );
    }
  });

  it("opens the developer the team's namespaces on some clusters, and one object elsewhere by its name", async () => {
    const { leaves } = await start();
    const flux = '/apis/kustomize.toolkit.fluxcd.io/v1/namespaces';
    const paths = [
      '/api/v1/namespaces/payments/pods',
      '/apis/batch/v1/namespaces/payments-batch/jobs',
      `${flux}/payments/kustomizations`,
      '/api/v1/namespaces/payments',
      `${flux}/flux-system/kustomizations/tenant-payments`,
      `${flux}/flux-system/kustomizations/tenant-checkout`,
      `${flux}/flux-system/kustomizations`,
      '/api/v1/namespaces/checkout/pods',
      '/api/v1/pods',
    ];
    expect(await codes(leaves[0], 'team-developer', paths)).toEqual([200, 200, 200, 200, 200, 403, 403, 403, 403]);
    expect(new Set(await codes(leaves[2], 'team-developer', paths))).toEqual(new Set([403]));
  });

  it('lets the collector speak for users', async () => {
    const { leaves } = await start();
    const headers = {
      'Impersonate-User': 'jane@acme.example',
      'Impersonate-Group': ['team-payments', 'system:authenticated'],
    };
    const answer = await callerOf(leaves[0]).call('/api/v1/namespaces/payments/pods', {
      token: tokenOf('collector'),
      headers,
    });
    expect(answer.code).toBe(200);
  });

  it('changes as a fleet does: revisions move on, Pods are replaced, all of it stays readable', async () => {
    const fleet = await start();
    const read = () =>
      fleet.leaves.map(leaf =>
        rowsOf(
          leaf.name,
          [...COLLECTED.values()].flatMap(kind =>
            leaf.objects.list({ apiVersion: groupVersion(kind), kind: kind.kind }),
          ),
        ),
      );
    const keyOf = (row: Row) => `${row.cluster}/${row.kind}/${row.namespace}/${row.name}`;
    const before = read().flat();
    const step = churn(fleet, { now: () => NOW });
    for (let count = 0; count < 100; count += 1) step();
    const after = read().flat();
    const known = new Map(before.map(row => [keyOf(row), row]));
    expect(after.filter(row => !known.has(keyOf(row))).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['ReplicaSet', 'Pod']),
    );
    const moved = after.filter(row => row.kind === 'Kustomization' && known.get(keyOf(row))?.revision !== row.revision);
    expect(moved.length).toBeGreaterThan(3);
    expect(after.length).toBe(before.length);
  });
});
