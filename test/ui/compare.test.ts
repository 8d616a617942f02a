/** Comparison of objects and of clusters in the Explorer. */
import { describe, expect, it } from '@jest/globals';
import { parseKeeping } from '../../schema/exact-json.ts';
import { kindDiffs, objectsDiff, type ComparedObject } from '../../ui/src/compare/cluster-diff.ts';
import { comparable } from '../../ui/src/compare/manifest.ts';
import { hasReplicas, replicasOf, tellingLabels, usualOf, variety } from '../../ui/src/compare/matrix.ts';
import { kindValue, partsOfId } from '../../ui/src/format/object-id.ts';
import { ExactNumber } from '../../ui/src/object/exact-number.ts';

describe('an id', () => {
  it.each([
    ['leaf-01/apps/Deployment/team-a/web', ['leaf-01', 'apps', 'Deployment', 'team-a', 'web'], 'Deployment.apps'],
    ['a%2Fb//Node//n%25', ['a/b', '', 'Node', '', 'n%'], 'Node'],
    ['%zz', ['%zz', '', '', '', ''], ''],
  ])('%j has its parts', (id, [cluster, group, kind, namespace, name], value) => {
    const parts = partsOfId(id);
    expect(parts).toEqual({ cluster, group, kind, namespace, name });
    expect(kindValue(parts)).toBe(value);
  });
});

describe('one object over clusters', () => {
  it.each([
    [['a', 'b', 'b'], 'b'],
    [['a', 'b'], 'a'],
    [[undefined, 'b', 'a'], 'b'],
    [[undefined], undefined],
    [[], undefined],
  ])('%j: the usual value is %j, the first of equally frequent ones', (values, usual) =>
    expect(usualOf(values)).toBe(usual),
  );

  it('counts different values, and no missing ones', () => expect(variety(['a', 'b', undefined, 'a'])).toBe(2));

  it.each([
    ['Deployment', { replicas: 3 }, { readyReplicas: 2 }, { ready: 2, desired: 3 }],
    ['Deployment', { replicas: 0 }, {}, { ready: 0, desired: 0 }],
    ['StatefulSet', {}, {}, { ready: 0, desired: 1 }],
    ['DaemonSet', { replicas: 9 }, { numberReady: 1, desiredNumberScheduled: 4 }, { ready: 1, desired: 4 }],
    ['Deployment', { replicas: 'many' }, { readyReplicas: Number.NaN }, { ready: 0, desired: 1 }],
    ['Deployment', null, {}, undefined],
  ])('%s with %j and %j has replicas', (kind, spec, status, replicas) =>
    expect(replicasOf(kind, spec, status)).toEqual(replicas),
  );

  it('asks clusters for the replicas of workloads only', () => {
    const kinds = ['apps/Deployment', '/Pod', 'serving.knative.dev/Deployment', 'argoproj.io/Rollout', '/ConfigMap'];
    expect(kinds.filter(it => hasReplicas({ group: it.split('/')[0]!, kind: it.split('/')[1]! }))).toEqual([
      'apps/Deployment',
      'argoproj.io/Rollout',
    ]);
  });

  it('shows the environment and the region of clusters, by one label each', () => {
    expect(
      tellingLabels([
        { team: 'a', 'topology.kubernetes.io/region': 'eu' },
        { env: 'prod', environment: 'x', region: 'eu' },
      ]),
    ).toEqual(['env', 'region']);
    expect(tellingLabels([{ revenue: 'x' }, {}])).toEqual([]);
  });
});

describe('a manifest to compare', () => {
  const manifest = parseKeeping(
    `{"status":{"replicas":1},"spec":{"b":[{"z":1,"name":"y"},2],"a":9007199254740993,"n":1.0},
      "metadata":{"uid":"u","resourceVersion":"7","generation":2,"creationTimestamp":"2026-01-01T00:00:00Z","name":"web","ownerReferences":[],
      "labels":{"b":"2","a":"1"}},"kind":"Deployment","apiVersion":"apps/v1"}`,
    number => new ExactNumber(number),
  ) as Record<string, unknown>;

  it('has sorted fields, lists in their order, exact numbers, and nothing that its cluster wrote', () => {
    expect(comparable(manifest, false)).toBe(
      [
        ...[
          'apiVersion: apps/v1',
          'kind: Deployment',
          'metadata:',
          '  name: web',
          '  labels:',
          '    a: "1"',
          '    b: "2"',
          'spec:',
        ],
        ...['  a: 9007199254740993', '  b:', '    - name: y', '      z: 1', '    - 2', '  n: 1.0'],
      ].join('\n'),
    );
  });

  it('has all fields where all are wanted', () => {
    const whole = comparable(manifest, true);
    for (const field of ['uid: u', 'resourceVersion: "7"', 'ownerReferences: []', 'status:'])
      expect(whole).toContain(field);
  });

  it('is the same for the same object of another cluster', () => {
    const other = {
      ...manifest,
      status: {},
      metadata: { ...(manifest['metadata'] as object), uid: 'v', resourceVersion: '9' },
    };
    expect(comparable(other, false)).toBe(comparable(manifest, false));
    expect(comparable(other, true)).not.toBe(comparable(manifest, true));
  });
});

describe('two clusters', () => {
  const cluster = (name: string, kinds: Readonly<Record<string, string>>) =>
    ({
      ...{ name, labels: {}, kubernetesVersion: null, objectCount: 0 },
      coverage: {
        ...({ state: 'INDEXED', cause: null, reason: null } as const),
        kinds: Object.entries(kinds).map(([value, version]) => {
          const [kind = '', ...group] = value.split('.');
          return { group: group.join('.'), kind, version, state: 'WATCHING' as const };
        }),
      },
    }) as const;
  const count = (kind: string, onCluster: string, count: number) => ({ kind, cluster: onCluster, count, failed: 0 });

  it('have kinds that only one has first, then other versions, then other counts, then equal ones', () => {
    const left = cluster('a', {
      Pod: 'v1',
      'Deployment.apps': 'v1',
      'Ingress.networking.k8s.io': 'v1',
      'Widget.acme.example': 'v1',
      Node: 'v1',
    });
    const right = cluster('b', {
      Pod: 'v1',
      'Deployment.apps': 'v1',
      'Ingress.networking.k8s.io': 'v1beta1',
      'Gadget.acme.example': 'v2',
      Node: 'v1',
    });
    const diffs = kindDiffs(left, right, [
      count('Pod', 'a', 2),
      count('Pod', 'b', 3),
      count('Node', 'a', 1),
      count('Node', 'b', 1),
    ]);
    expect(diffs.map(({ value, differs }) => [value, differs])).toEqual([
      ['Widget.acme.example', 'only-left'],
      ['Gadget.acme.example', 'only-right'],
      ['Ingress.networking.k8s.io', 'version'],
      ['Pod', 'count'],
      ['Deployment.apps', 'nothing'],
      ['Node', 'nothing'],
    ]);
    expect(diffs.find(({ value }) => value === 'Pod')).toMatchObject({ left: { count: 2 }, right: { count: 3 } });
  });

  const object = (name: string, more: Partial<ComparedObject> = {}): ComparedObject => ({
    ...{ id: name, namespace: 'team', name, version: 'v1', status: 'CURRENT', revision: null, images: [] },
    ...more,
  });
  const names = (objects: readonly ComparedObject[]) => objects.map(({ name }) => name);

  it('have objects that are only on one of them, that differ, and that are equal', () => {
    const diff = objectsDiff(
      { objects: [object('a'), object('b'), object('c', { images: ['web:1'] })], isPart: false },
      { objects: [object('b'), object('c', { images: ['web:2'], status: 'FAILED' }), object('d')], isPart: false },
    );
    expect(names(diff.onlyLeft)).toEqual(['a']);
    expect(names(diff.onlyRight)).toEqual(['d']);
    expect(diff.changed.map(({ left, what }) => [left.name, what])).toEqual([['c', ['status', 'images']]]);
    expect(diff.sameCount).toBe(1);
  });

  it('say nothing of objects behind the last one that was read', () => {
    const diff = objectsDiff(
      { objects: [object('a'), object('c')], isPart: true },
      { objects: [object('b'), object('d')], isPart: false },
    );
    expect(names(diff.onlyLeft)).toEqual(['a', 'c']);
    expect(names(diff.onlyRight)).toEqual(['b']);
    const empty = objectsDiff({ objects: [], isPart: true }, { objects: [object('b')], isPart: false });
    expect([empty.onlyLeft, empty.onlyRight, empty.sameCount]).toEqual([[], [], 0]);
  });

  it('compare namespaces before names, and cluster-scoped objects first, as the graph sorts them', () => {
    const scoped = [object('z', { namespace: null }), object('a', { namespace: 'team-b' })];
    const diff = objectsDiff({ objects: scoped.slice(0, 1), isPart: true }, { objects: scoped, isPart: false });
    expect(diff.sameCount).toBe(1);
    expect(diff.onlyRight).toEqual([]);
  });
});
