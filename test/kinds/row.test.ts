/** Invariants of rows, whatever an object contains. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOf } from '../../kinds/registry.ts';
import { toRow } from '../../kinds/row.ts';
import { decodeObjectKey, encodeObjectKey } from '../../schema/object-id.ts';
import { MemoryStore } from '../../store/memory.ts';
import { NOW, pod, POD, resource, row } from './fixtures.ts';
import { anyText } from '../any-text.ts';

const KINDS = [
  POD,
  resource('', 'Namespace', false),
  resource('', 'Secret'),
  resource('', 'Service'),
  resource('', 'PersistentVolumeClaim'),
  resource('apps', 'Deployment'),
  resource('apps', 'StatefulSet'),
  resource('apps', 'DaemonSet'),
  resource('apps', 'ReplicaSet'),
  resource('batch', 'Job'),
  resource('batch', 'CronJob'),
  resource('apiextensions.k8s.io', 'CustomResourceDefinition', false),
  resource('kustomize.toolkit.fluxcd.io', 'Kustomization'),
  resource('helm.toolkit.fluxcd.io', 'HelmRelease'),
  resource('source.toolkit.fluxcd.io', 'HelmRepository'),
  resource('image.toolkit.fluxcd.io', 'ImagePolicy'),
  resource('notification.toolkit.fluxcd.io', 'Alert'),
  resource('example.org', 'Thing'),
];

describe('a row', () => {
  it('is of the registration and of the discovered kind, whatever the object claims', () => {
    const claims = {
      apiVersion: 'v2',
      cluster: 'other',
      metadata: { name: 'a', namespace: 'b', cluster: 'other' },
    };
    expect(row(POD, claims)).toMatchObject({
      cluster: 'leaf',
      group: '',
      version: 'v1',
      kind: 'Pod',
      namespace: 'b',
      name: 'a',
      syncedAt: NOW,
    });
  });

  it('keeps labels that are labels, and no key reaches a prototype', () => {
    const labels = JSON.parse(
      '{"app": "web", "__proto__": "x", "constructor": "y", "a b": "c", "n": 1, "long": "' +
        'x'.repeat(64) +
        '", "example.org/team": ""}',
    ) as unknown;
    expect(row(POD, pod({}, { labels })).labels).toEqual({ app: 'web', constructor: 'y', 'example.org/team': '' });
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`l${index}`, 'x']));
    expect(Object.keys(row(POD, pod({}, { labels: many })).labels)).toHaveLength(64);
  });

  it('is refused if a function of its kind throws', () => {
    const broken = (name: 'status' | 'images' | 'relations') => ({
      ...kindOf(POD),
      [name]: () => {
        throw new RangeError('too many');
      },
    });
    for (const name of ['status', 'images', 'relations'] as const)
      expect(toRow('leaf', POD, pod({}), NOW, { lookup: () => broken(name) })).toEqual({
        refused: 'the rules of its kind fail: RangeError: too many',
        reason: 'shape',
      });
  });

  it('holds one bounded line of message without control characters', () => {
    const message = `line one\n\u001b[31mred\u0007${'x'.repeat(5_000)}\ud83d`;
    const conditions = [{ type: 'Ready', status: 'False', reason: 'R', message }];
    const found = row(resource('example.org', 'Thing'), {
      metadata: { name: 'a', namespace: 'b' },
      status: { conditions },
    }).message;
    expect(found).toMatch(/^line one \[31mred x+…$/);
    expect(found).toHaveLength(1024);
  });

  it('holds nothing of a Secret but its metadata', () => {
    const secret = {
      metadata: {
        name: 's',
        namespace: 'b',
        annotations: { last: 'hunter2' },
        managedFields: [{ manager: 'hunter2' }],
      },
      data: { password: 'hunter2' },
      stringData: { p: 'hunter2' },
    };
    expect(JSON.stringify(row(resource('', 'Secret'), secret))).not.toContain('hunter2');
  });

  it.each([
    ['without metadata', POD, {}],
    ['that is null', POD, null],
    ['without a name', POD, { metadata: { namespace: 'b' } }],
    ['whose name is too long', POD, { metadata: { name: 'x'.repeat(254), namespace: 'b' } }],
    ['whose name has a separator', POD, { metadata: { name: 'a/b', namespace: 'b' } }],
    ['whose name has a control character', POD, { metadata: { name: 'a\nb', namespace: 'b' } }],
    ['whose name is half a character', POD, { metadata: { name: 'a\ud800', namespace: 'b' } }],
    [
      'that says it is of another kind',
      POD,
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'b' } },
    ],
    [
      'that says it is of another group',
      POD,
      { apiVersion: 'apps/v1', kind: 'Pod', metadata: { name: 'a', namespace: 'b' } },
    ],
    ['whose kind is no text', POD, { kind: ['Pod'], metadata: { name: 'a', namespace: 'b' } }],
    ['of a namespaced kind without a namespace', POD, { metadata: { name: 'a' } }],
    [
      'of a cluster-scoped kind with a namespace',
      resource('', 'Namespace', false),
      { metadata: { name: 'a', namespace: 'b' } },
    ],
  ])('is refused for an object %s', (_what, kind, object) =>
    expect(toRow('leaf', kind, object, NOW)).toHaveProperty('refused'),
  );

  it('is valid and storable for any JSON, or refused: never an exception', async () => {
    const store = new MemoryStore();
    const lease = await store.acquire('leaf', 'test', 60_000);
    const word = fc.constantFrom(
      'Ready',
      'Stalled',
      'True',
      'False',
      'Unknown',
      'Pending',
      'Running',
      'Failed',
      'Unschedulable',
      '2026-11-21T11:59:59Z',
      '',
      '__proto__',
    );
    const leaf = fc.oneof(word, anyText(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
    const key = fc.constantFrom(
      'name',
      'namespace',
      'labels',
      'uid',
      'resourceVersion',
      'generation',
      'observedGeneration',
      'deletionTimestamp',
      'creationTimestamp',
      'conditions',
      'type',
      'status',
      'reason',
      'message',
      'phase',
      'containerStatuses',
      'state',
      'waiting',
      'spec',
      'replicas',
      'suspend',
      'sourceRef',
      'history',
      'artifact',
      'revision',
      'containers',
      'image',
      'x',
    );
    const json = fc.letrec(tie => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 6 }),
      ),
    })).value;
    const name = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('web', 'a.b:c', 'ü') },
      { weight: 1, arbitrary: json },
    );
    const object = fc.oneof(
      json,
      fc.record({
        metadata: fc.tuple(json, name, name).map(([more, n, ns]) => ({ ...(more as object), name: n, namespace: ns })),
        spec: json,
        status: json,
      }),
      fc.record({
        metadata: fc.tuple(json, name).map(([more, n]) => ({ ...(more as object), name: n, namespace: undefined })),
        spec: json,
        status: json,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...KINDS), object, async (kind, found) => {
        const result = toRow('leaf', kind, found, NOW);
        if ('refused' in result) return;
        expect(decodeObjectKey(encodeObjectKey(result))).toMatchObject({ group: kind.group, kind: kind.kind });
        if (!lease) throw new Error('no lease');
        await store.apply(lease, { puts: [result] });
      }),
      { numRuns: 2_000 },
    );
    await store.close();
  });
});
