/** Records of the engines' objects. They are within bounds for any JSON. A shortened record is marked as incomplete. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachedTo } from '../../../kinds/row.ts';
import { kindOf } from '../../../kinds/registry.ts';
import { wantedMembers } from '../../../subgraphs/placement-intent.ts';
import { boundOf, moveOf } from '../../../subgraphs/placement/annotations.ts';
import { projections } from '../../../subgraphs/placement/projections.ts';
import { headOf, listOf, type BindingHead, type WorkSetHead } from '../../../subgraphs/placement/records.ts';
import { binding, karmadaCluster, manifest, work, workSet, type BindingOptions } from './objects.ts';
import type { Json } from './placement-fleet.ts';

const [placement] = projections;
const KINDS = placement!.from as readonly { group: string; kind: string }[];

/** Records as the store keeps them, within its bounds. */
function kept(object: unknown, of: { group: string; kind: string }) {
  const left: string[] = [];
  const options = { projections, leftOut: (reason: string) => left.push(reason) };
  const { records = {} } = attachedTo(object, 'team', kindOf(of), of, options);
  return { records: records['placement'] ?? [], volumes: records['volumes'] ?? [], left };
}

const BINDING = { group: 'work.karmada.io', kind: 'ResourceBinding' };
const bound = (options: BindingOptions) => kept(binding('shop/web', options), BINDING);
const members = (count: number, length = 4) =>
  Array.from({ length: count }, (_, i) => ({ name: `m${i}`.padEnd(length, 'x'), replicas: 1 }));

describe('records of an object', () => {
  it('are within the bounds of the store for any JSON', () => {
    const fields = [
      ...[
        'placement',
        'clusters',
        'requiredBy',
        'gracefulEvictionTasks',
        'workload',
        'manifestWorkTemplate',
        'placementRefs',
        'predicates',
      ],
      ...[
        'tolerations',
        'taints',
        'clusterSelector',
        'clusterSet',
        'resource',
        'zones',
        'decisions',
        'conditions',
        'aggregatedStatus',
      ],
      ...[
        'clusterClaims',
        'apiEnablements',
        'name',
        'clusterName',
        'fromCluster',
        'manifests',
        'metadata',
        'kind',
        'apiVersion',
      ],
    ];
    const { any } = fc.letrec(tie => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom('a', 'v1', 'apps/v1'),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
      object: fc.dictionary(fc.constantFrom(...fields), tie('any')),
    }));
    fc.assert(
      fc.property(any, any, fc.constantFrom(...KINDS), (spec, status, of) => {
        const object = { metadata: { name: 'x', namespace: 'team', labels: spec, annotations: status }, spec, status };
        expect(kept(object, of).left.filter(it => it === 'records')).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('hold 256 members whole', () => {
    const { records, left } = bound({ clusters: members(256) });
    expect(left).toEqual([]);
    expect(listOf(records, 'targets')).toHaveLength(256);
    expect(headOf<BindingHead>(records)!.cut).toBeUndefined();
  });

  it.each<[string, BindingOptions]>([
    ['more members than are kept', { clusters: members(257) }],
    ['longer names than are kept', { clusters: members(200, 250) }],
  ])('say that there are %s', (_, options) => {
    const { records, left } = bound(options);
    expect(left).toEqual([]);
    expect(headOf<BindingHead>(records)).toMatchObject({ cut: true, cutLists: ['targets'] });
  });

  it.each([
    ['12 bindings', 12, 100],
    ['one binding', 1, 180],
  ])('hold the members of a dependency of %s once', (_, requirers, count) => {
    const clusters = members(count, 30);
    const requiredBy = Array.from({ length: requirers }, (_, i) => ({ namespace: 'shop', name: `app-${i}`, clusters }));
    const { records, left } = bound({ clusters: [], requiredBy });
    expect(left).toEqual([]);
    expect(headOf<BindingHead>(records)!.cut).toBeUndefined();
    const kept = listOf(records, 'requiredBy');
    expect(kept.flatMap(([, , ...names]) => names)).toEqual(clusters.map(({ name }) => name));
    expect(new Set(kept.map(([, name]) => name)).size).toBe(requirers);
  });

  it('are small for a workload', () => {
    const { records } = bound({
      clusters: members(3),
      replicas: 3,
      reported: members(3).map(({ name }) => ({ clusterName: name, applied: true, health: 'Healthy' })),
    });
    expect(JSON.stringify(records).length).toBeLessThan(700);
    const set = kept(workSet('team/web', ['where'], [manifest('apps/v1', 'Deployment', 'shop/web')]), {
      group: 'work.open-cluster-management.io',
      kind: 'ManifestWorkReplicaSet',
    });
    expect(JSON.stringify(set.records).length).toBeLessThan(400);
  });

  it('hold the APIs of a large cluster', () => {
    const apiEnablements = Array.from({ length: 120 }, (_, i) => ({
      groupVersion: `group-${i}.example.org/v1`,
      resources: Array.from({ length: 6 }, (_, k) => ({ name: `things${k}`, kind: `ThingOfKind${k}` })),
    }));
    const { records, left } = kept(karmadaCluster('a', { status: { apiEnablements } }), {
      group: 'cluster.karmada.io',
      kind: 'Cluster',
    });
    expect(left).toEqual([]);
    expect(listOf(records, 'serves')).toHaveLength(120);
  });
});

describe('manifests', () => {
  const WORK_GROUP = 'work.open-cluster-management.io';
  const [web, other] = [manifest('apps/v1', 'Deployment', 'shop/web'), manifest('apps/v1', 'Deployment', 'shop/other')];
  const digestOf = (object: unknown, kind: string) =>
    headOf<WorkSetHead>(kept(object, { group: WORK_GROUP, kind }).records)?.digest;
  const ofSet = (manifests: readonly Json[]) =>
    digestOf(workSet('team/web', ['where'], manifests), 'ManifestWorkReplicaSet');
  const ofWork = (manifests: readonly Json[]) =>
    digestOf(work('a/web', { set: 'team.web', manifests }), 'ManifestWork');

  it('have one digest in a set and in its works', () => {
    expect(ofSet([web])).toMatch(/^[\w-]{22}$/);
    expect(ofWork([web])).toBe(ofSet([web]));
  });

  it('have another digest as soon as any field differs', () => {
    const digests = [
      [web],
      [web, other],
      [other, web],
      [{ ...web, spec: { replicas: 2 } }],
      [{ ...web, spec: { replicas: 3 } }],
    ].map(ofSet);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('have none if there are none', () => {
    expect([ofSet([]), ofWork([])]).toEqual([undefined, undefined]);
  });
});

describe('volumes', () => {
  const claim = (claimName: unknown): Json => ({ name: 'v', persistentVolumeClaim: { claimName } });
  const pods = (volumes: readonly Json[]): Json => ({
    template: { spec: { volumes: [{ name: 'x', emptyDir: {} }, ...volumes] } },
  });
  const many = Array.from({ length: 20 }, (_, i) => String(i + 100).padEnd(253, 'x'));

  it.each<[string, string, string, Json, Json | undefined]>([
    ['no claim', 'apps', 'Deployment', pods([]), undefined],
    ['claims', 'apps', 'Deployment', pods([claim('b'), claim('a'), claim('a')]), { claims: ['a', 'b'] }],
    ['templates', 'apps', 'StatefulSet', { ...pods([]), volumeClaimTemplates: [{}] }, { templates: true }],
    ['templates of what makes none', 'apps', 'Deployment', { ...pods([]), volumeClaimTemplates: [{}] }, undefined],
    ['claims of Pods in Jobs', 'batch', 'CronJob', { jobTemplate: { spec: pods([claim('a')]) } }, { claims: ['a'] }],
    ['claims of a Pod', '', 'Pod', { volumes: [claim('a')] }, { claims: ['a'] }],
    ['an unreadable claim', 'apps', 'DaemonSet', pods([claim({}), claim('a')]), { claims: ['a'], cut: true }],
    ['more claims than are kept', 'batch', 'Job', pods(many.map(claim)), { claims: many.slice(0, 12), cut: true }],
    [
      'access modes',
      '',
      'PersistentVolumeClaim',
      { accessModes: ['ReadWriteMany', 'ReadOnlyMany', 'Odd'] },
      { modes: ['ReadOnlyMany', 'ReadWriteMany'] },
    ],
    ['no access modes', '', 'PersistentVolumeClaim', {}, { modes: [] }],
  ])('%s', (_, group, kind, spec, expected) => {
    const { volumes, left } = kept({ metadata: { name: 'x', namespace: 'team' }, spec }, { group, kind });
    expect({ volumes, left }).toEqual({ volumes: expected ? [expected] : [], left: [] });
  });
});

describe('annotations', () => {
  it.each<[string | undefined, readonly string[] | undefined]>([
    [undefined, undefined],
    ['b', ['b']],
    [' b , a ', ['a', 'b']],
    ['', undefined],
    ['a,', undefined],
    ['a,a', undefined],
    ['A', undefined],
    ['a b', undefined],
    [Array.from({ length: 100 }, (_, i) => `m${i}`).join(), Array.from({ length: 100 }, (_, i) => `m${i}`).sort()],
    [Array.from({ length: 101 }, (_, i) => `m${i}`).join(), undefined],
  ])('clusters %j', (value, expected) => {
    expect(wantedMembers(value)).toEqual(expected);
  });

  it.each<[string, number | undefined]>([
    ['pods=200', 200],
    ['pods=0', undefined],
    ['pods=-1', undefined],
    ['pods=1.5', undefined],
    ['200', undefined],
    ['cpu=1', undefined],
  ])('bound %j', (value, expected) => {
    expect(boundOf({ metadata: { annotations: { 'placement.fleetgraph.dev/bound': value } } })).toBe(expected);
  });

  it.each(['', '{', '[]', '"DONE"', '{"phase":"OTHER"}', `{"phase":"DONE","from":["${'x'.repeat(16_384)}"]}`])(
    'move %j is none',
    value => {
      expect(moveOf(value)).toBeUndefined();
    },
  );

  it('move drops what it does not know', () => {
    const value =
      '{"phase":"DONE","reason":"ODD","member":"A B","from":["b","a","b",1],"to":"x","startedAt":"now","since":"2026-01-31T12:00:00Z"}';
    expect(moveOf(value)).toEqual({
      move: { phase: 'DONE', since: Date.parse('2026-01-31T12:00:00Z') },
      from: ['a', 'b'],
      to: [],
    });
  });
});
