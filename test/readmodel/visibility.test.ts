import { afterEach, describe, expect, it } from '@jest/globals';
import { openReadModel } from '../../readmodel/model.ts';
import { FACET_FIELDS } from '../../readmodel/query.ts';
import type { RowAuthorizer } from '../../readmodel/select/visibility-mask.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import type { Resource } from '../../rbac/types.ts';
import { encodeObjectId } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import {
  allLoaded,
  EVERYTHING,
  FilledStore,
  RESOURCES,
  scope,
  seesAll,
  seesNothing,
  state,
  until,
  visibility,
} from './fixtures.ts';

const models: ReadModel[] = [];
afterEach(() => Promise.all(models.splice(0).map(model => model.close())));

const ROWS: readonly Row[] = [
  row({ name: 'a', namespace: 'team' }),
  row({ name: 'b', namespace: 'team-a', labels: { app: 'x' }, reason: 'Failed' }),
  row({ name: 'b', namespace: 'team-a', kind: 'Deployment', group: 'apps' }),
  row({ name: 'team-a', namespace: '', kind: 'Namespace' }),
  row({ name: 'team-b', namespace: '', kind: 'Namespace' }),
  row({ name: 'c', namespace: 'team', cluster: 'leaf-02' }),
];

async function modelOf(
  rows: readonly Row[],
  resources: readonly Resource[] = RESOURCES,
): Promise<{ model: ReadModel; filled: FilledStore }> {
  const filled = new FilledStore();
  for (const cluster of ['leaf-01', 'leaf-02']) {
    await filled.write(cluster, { state: state({ resources }), puts: rows.filter(row => row.cluster === cluster) });
  }
  const model = await openReadModel({ store: filled.store, log: silentLogger });
  models.push(model);
  await until(model, allLoaded(model, 2));
  return { model, filled };
}

async function shown(model: ReadModel, view: RowAuthorizer): Promise<string[]> {
  const { rows } = await model.page(view, {}, [{ field: 'CLUSTER', descending: false }], { first: 100 });
  expect(await model.count(view, {})).toBe(rows.length);
  return rows.map(({ kind, namespace, name }) => `${kind} ${namespace}/${name}`).sort();
}

const inLeaf01 =
  (given: ReturnType<typeof visibility>): RowAuthorizer =>
  cluster =>
    cluster === 'leaf-01' ? given : undefined;

describe('visibility', () => {
  it.each<[string, RowAuthorizer]>([
    ['no visibility at all', seesNothing],
    ['an empty one', () => ({ ...EVERYTHING, empty: true })],
    ['one that grants nothing', () => visibility(scope([]))],
    ['one for other resources', () => visibility(scope(['*'], {}, []), {}, [])],
    [
      'one for a namesake in another group',
      () => {
        const others = RESOURCES.map(resource => ({ ...resource, group: 'other.io' }));
        return visibility(scope(['*'], {}, others), {}, others);
      },
    ],
  ])('with %s there are no rows on any surface', async (_, view) => {
    const { model } = await modelOf(ROWS);
    expect(await model.page(view, {}, [], { first: 10 })).toMatchObject({
      rows: [],
      cursors: [],
      hasNextPage: false,
      hasPreviousPage: false,
    });
    expect(await model.count(view, {})).toBe(0);
    for (const field of FACET_FIELDS) {
      expect(await model.facet(view, {}, field, { limit: 10, labelKey: 'app' })).toEqual({
        field,
        values: [],
        truncated: false,
        missingCount: 0,
      });
    }
    expect(await model.find(view, ROWS.map(encodeObjectId))).toEqual(ROWS.map(() => undefined));
    expect((await model.namespaces(view)).size).toBe(0);
    expect((await model.kinds(view)).size).toBe(0);
    expect(await model.count(view, { not: { names: ['a'] } })).toBe(0);
  });

  it.each<[string, ReturnType<typeof visibility>, string[]]>([
    ['everywhere', visibility(scope(['pods'])), ['Pod team/a', 'Pod team-a/b']],
    [
      'in one namespace, not in another that begins alike',
      visibility(scope([]), { team: scope(['pods']) }),
      ['Pod team/a'],
    ],
    ['by name', visibility(scope([], { pods: ['b'] })), ['Pod team-a/b']],
    ['by name in one namespace', visibility(scope([]), { team: scope([], { pods: ['a', 'b'] }) }), ['Pod team/a']],
    ['by name, literally', visibility(scope([], { pods: ['*'] })), []],
    ['cluster-scoped kinds', visibility(scope(['namespaces'])), ['Namespace /team-a', 'Namespace /team-b']],
    ['a Namespace by name', visibility(scope([], { namespaces: ['team-a'] })), ['Namespace /team-a']],
    [
      'no cluster-scoped kind through a namespace',
      visibility(scope([]), { 'team-a': scope(['*']), '': scope(['*']) }),
      ['Deployment team-a/b', 'Pod team-a/b'],
    ],
  ])('shows %s', async (_, given, expected) => {
    const { model } = await modelOf(ROWS);
    expect(await shown(model, inLeaf01(given))).toEqual(expected.toSorted());
  });

  it('needs a kind to be among the resources its cluster serves now', async () => {
    const { model, filled } = await modelOf(ROWS);
    expect(await model.count(seesAll, { kinds: [{ kind: 'Deployment', group: undefined }] })).toBe(1);
    await filled.write('leaf-01', {
      state: state({ resources: RESOURCES.filter(({ kind }) => kind !== 'Deployment') }),
    });
    await until(model, () => model.cluster('leaf-01')!.resources.length < RESOURCES.length);
    expect(await model.count(seesAll, { kinds: [{ kind: 'Deployment', group: undefined }] })).toBe(0);
  });

  it('does not show a namespaced kind outside namespaces, nor the other way round', async () => {
    const { model } = await modelOf([row({ namespace: '' }), row({ kind: 'Namespace', namespace: 'team' })]);
    expect(await shown(model, seesAll)).toEqual([]);
  });

  it('shows a kind that two resources share only to who may list both', async () => {
    const twice = [...RESOURCES, { ...RESOURCES[0]!, plural: 'podlings' }];
    const { model } = await modelOf([row()], twice);
    expect(await shown(model, () => visibility(scope(['pods'], {}, twice), {}, twice))).toEqual([]);
    expect(await shown(model, () => visibility(scope(['pods', 'podlings'], {}, twice), {}, twice))).toEqual([
      'Pod team-a/web',
    ]);
  });

  it('follows a view whose visibility changes, in namespaces and kinds that come later too', async () => {
    const { model, filled } = await modelOf(ROWS);
    const before = visibility(scope([]), { later: scope(['*']) });
    expect(await shown(model, inLeaf01(before))).toEqual([]);
    await filled.write('leaf-01', {
      puts: [row({ namespace: 'later', name: 'new', kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io' })],
    });
    await until(model, async () => (await model.count(seesAll, { names: ['new'] })) === 1);
    expect(await shown(model, inLeaf01(before))).toEqual(['Kustomization later/new']);
    expect(await shown(model, inLeaf01(visibility(scope(['pods']))))).toEqual(['Pod team-a/b', 'Pod team/a']);
    expect(await shown(model, inLeaf01(before))).toEqual(['Kustomization later/new']);
  });

  it('keeps two identities apart that see the same of one cluster and not of another', async () => {
    const { model } = await modelOf(ROWS);
    const wide: RowAuthorizer = () => EVERYTHING;
    const narrow: RowAuthorizer = cluster => (cluster === 'leaf-01' ? EVERYTHING : undefined);
    for (const [view, count] of [
      [wide, 6],
      [narrow, 5],
      [wide, 6],
      [narrow, 5],
    ] as const)
      expect(await model.count(view, {})).toBe(count);
  });

  it('keeps a view that says its version apart from one that says none and sees the same of one cluster', async () => {
    const { model } = await modelOf(ROWS);
    const version = {};
    const both: RowAuthorizer = Object.assign(() => EVERYTHING, { version: () => version });
    const one = inLeaf01(EVERYTHING);
    const counts = [];
    for (const view of [one, both, one, both]) counts.push(await model.count(view, {}));
    expect(counts).toEqual([5, 6, 5, 6]);
  });

  it('lists namespaces and kinds of visible rows', async () => {
    const { model } = await modelOf(ROWS);
    expect(await model.namespaces(seesAll)).toEqual(
      new Map([
        ['leaf-01', ['team', 'team-a']],
        ['leaf-02', ['team']],
      ]),
    );
    expect(await model.kinds(inLeaf01(visibility(scope(['namespaces'], { pods: ['b'] }))))).toEqual(
      new Map([['leaf-01', new Set([0, 1])]]),
    );
  });
});
