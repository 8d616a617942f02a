/**
 * Compares trees with a simple walk over random graphs, for random callers. Also tests that trees are bounded, even in
 * cycles, and name the first failure.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openReadModel } from '../../../readmodel/model.ts';
import { BY_SEVERITY, type TreeRequest } from '../../../readmodel/questions/tree.ts';
import type { ReadModel } from '../../../readmodel/readmodel.ts';
import type { RowAuthorizer } from '../../../readmodel/select/visibility-mask.ts';
import { encodeObjectId, encodeObjectKey, type ObjectId } from '../../../schema/object-id.ts';
import {
  ALL_RELATION_TYPES,
  LEADS,
  type Relation,
  RELATION_DIRECTIONS,
  RELATION_TYPES,
  shownType,
} from '../../../store/attached.ts';
import type { Row } from '../../../store/store.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { row } from '../../fixtures.ts';
import { anyRows, anyView, CLUSTERS } from '../arbitraries.ts';
import { allLoaded, FilledStore, seesAll, state, until } from '../fixtures.ts';
import { visible } from '../reference.ts';

const models: ReadModel[] = [];
afterAll(() => Promise.all(models.map(model => model.close())));

async function modelOf(rows: readonly Row[]): Promise<ReadModel> {
  const filled = new FilledStore();
  const clusters = new Set([...CLUSTERS, ...rows.map(({ cluster }) => cluster)]);
  for (const cluster of clusters)
    await filled.write(cluster, { state: state(), puts: rows.filter(it => it.cluster === cluster) });
  const model = await openReadModel({ store: filled.store, log: silentLogger });
  models.push(model);
  await until(model, allLoaded(model, clusters.size));
  return model;
}

/** Node of a tree: id, parent, relation, depth and worst status. */
type Node = readonly [string, string | undefined, string | undefined, number, string];

/** Expected tree, computed in the simplest way over all edges. */
function naiveTree(
  rows: readonly Row[],
  view: RowAuthorizer,
  root: string,
  { direction, depth, limit, mayName }: TreeRequest,
) {
  const seen = new Map(rows.filter(it => visible(view, it)).map(it => [encodeObjectId(it), it]));
  if (!seen.has(root)) return undefined;
  const edges = [...seen].flatMap(([from, { cluster, relations = [] }]) =>
    relations.map(({ type, to }) => {
      const target = `${cluster}/${to}`;
      const shown = shownType(type);
      return LEADS[type] === direction ? { from, type: shown, to: target } : { from: target, type: shown, to: from };
    }),
  );
  const nodes: { id: string; parent: string | undefined; relation: string | undefined; depth: number }[] = [];
  const waiting = [
    { id: root, parent: undefined as string | undefined, relation: undefined as string | undefined, depth: 0 },
  ];
  const reached = new Set([root]);
  let truncated = false;
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    nodes.push(node);
    const next = edges
      .filter(
        ({ from, to }) =>
          from === node.id && seen.has(from) && (seen.has(to) || (to.includes('/gone-') && mayName !== undefined)),
      )
      .map(({ type, to }) => ({ type, to }))
      .sort(
        (a, b) => ALL_RELATION_TYPES.indexOf(a.type) - ALL_RELATION_TYPES.indexOf(b.type) || (a.to < b.to ? -1 : 1),
      );
    for (const { type, to } of next) {
      if (reached.has(to)) continue;
      if (node.depth === depth || reached.size === limit) truncated = true;
      else {
        reached.add(to);
        waiting.push({ id: to, parent: node.id, relation: type, depth: node.depth + 1 });
      }
    }
  }
  const below = (id: string): string[] => [
    seen.get(id)?.status ?? 'CURRENT',
    ...nodes.filter(({ parent }) => parent === id).flatMap(it => below(it.id)),
  ];
  const worst = (id: string): string =>
    seen.has(id) ? BY_SEVERITY.find(status => below(id).includes(status))! : 'UNKNOWN';
  return {
    nodes: nodes.map(({ id, parent, relation, depth }): Node => [id, parent, relation, depth, worst(id)]),
    truncated,
  };
}

async function reportedBy(model: ReadModel, view: RowAuthorizer, root: string, request: TreeRequest) {
  const tree = await model.tree(view, root, request);
  return (
    tree && {
      nodes: tree.nodes.map(({ id, parent, relation, depth, worst }): Node => [
        id,
        parent === undefined ? undefined : tree.nodes[parent]!.id,
        relation,
        depth,
        worst,
      ]),
      truncated: tree.truncated,
    }
  );
}

describe('a tree', () => {
  it('is what a walk along the relations reaches, of what the asker sees', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyRows(14),
        fc.uniqueArray(fc.tuple(fc.nat(13), fc.constantFrom(...RELATION_TYPES), fc.nat(16)), {
          selector: edge => edge.join(),
          maxLength: 40,
          size: 'max',
        }),
        anyView,
        fc.record({
          direction: fc.constantFrom(...RELATION_DIRECTIONS),
          depth: fc.nat(4),
          limit: fc.integer({ min: 1, max: 12 }),
          mayName: fc.constantFrom(undefined, ({ name }: ObjectId) => name.startsWith('gone-')),
        }),
        async (rows, edges, view, request) => {
          const related = rows.map((it, from) => ({
            ...it,
            relations: edges.flatMap(([of, type, to]): Relation[] =>
              of === from ? [{ type, to: encodeObjectKey(rows[to] ?? row({ name: `gone-${to}` })) }] : [],
            ),
          }));
          const model = await modelOf(related);
          for (const root of [...rows.map(encodeObjectId), 'leaf//Pod/team/absent', 'malformed'])
            for (const asker of [view, seesAll])
              expect(await reportedBy(model, asker, root, request)).toEqual(naiveTree(related, asker, root, request));
          await model.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes round in no circle, and is cut where there are ten thousand children, which it says', async () => {
    const source = row({ name: 'source', relations: [{ type: 'MANAGES', to: '/Pod/team-a/apps' }] });
    const apps = row({
      name: 'apps',
      relations: [
        { type: 'SOURCE', to: '/Pod/team-a/source' },
        { type: 'MANAGES', to: '/Pod/team-a/apps' },
      ],
    });
    const children = Array.from({ length: 10_000 }, (_, i) =>
      row({ name: `child-${String(i).padStart(5, '0')}`, relations: [{ type: 'MANAGES', to: '/Pod/team-a/apps' }] }),
    );
    const filled = new FilledStore();
    await filled.write('leaf-01', { state: state(), puts: [source, apps] });
    for (let at = 0; at < children.length; at += 2_000)
      await filled.write('leaf-01', { puts: children.slice(at, at + 2_000) });
    const model = await openReadModel({ store: filled.store, log: silentLogger });
    models.push(model);
    await until(model, async () => (await model.count(seesAll, {})) === 10_002);
    const ask = (name: string, request: Partial<TreeRequest>) =>
      reportedBy(model, seesAll, `leaf-01//Pod/team-a/${name}`, {
        direction: 'DOWN',
        depth: 4,
        limit: 500,
        ...request,
      });
    const down = await ask('source', {});
    expect([down!.nodes.length, down!.truncated]).toEqual([500, true]);
    expect(down!.nodes.slice(0, 3).map(([id, , relation, depth]) => [id.split('/').at(-1), relation, depth])).toEqual([
      ['source', undefined, 0],
      ['apps', 'SOURCE', 1],
      ['child-00000', 'MANAGES', 2],
    ]);
    const up = await ask('child-07000', { direction: 'UP' });
    expect([up!.nodes.map(([id]) => id.split('/').at(-1)), up!.truncated]).toEqual([
      ['child-07000', 'apps', 'source'],
      false,
    ]);
    expect(await ask('source', { depth: 1 })).toMatchObject({ truncated: true, nodes: { length: 2 } });
    expect(await ask('source', { depth: 0 })).toMatchObject({ truncated: true, nodes: { length: 1 } });
    expect(await ask('child-00001', {})).toMatchObject({ truncated: false, nodes: { length: 1 } });
  });
});

describe('the first failure of a tree', () => {
  type Status = Row['status'];
  /** Rows from texts such as `name: 'STATUS TYPE>other …'`. */
  const graph = (objects: Record<string, string>): Row[] =>
    Object.entries(objects).map(([name, said]) => {
      const [status, ...relations] = said.split(' ');
      return row({
        name,
        status: status as Status,
        relations: relations.map(relation => {
          const [type, to] = relation.split('>');
          return { type: type as Relation['type'], to: `/Pod/team-a/${to}` };
        }),
      });
    });
  const chain = { pod: 'OWNS>rs', rs: 'OWNS>deployment', deployment: 'MANAGES>apps', apps: 'SOURCE>git' };
  const statuses = (of: Record<keyof typeof chain, string>) =>
    Object.fromEntries(
      Object.entries(chain).map(([name, relation]) => [name, `${of[name as keyof typeof chain]} ${relation}`]),
    );

  it.each<[string, Record<string, string>, string, 'UP' | 'DOWN', string | undefined]>([
    ['is none where nothing failed', { a: 'IN_PROGRESS SOURCE>b', b: 'UNKNOWN' }, 'a', 'UP', undefined],
    ['is the root where nothing else failed', { a: 'FAILED SOURCE>b', b: 'CURRENT' }, 'a', 'UP', 'a'],
    ['is the source, of which what is built from it fails', { a: 'FAILED SOURCE>b', b: 'FAILED' }, 'a', 'UP', 'b'],
    [
      'is the farthest dependency that failed',
      { a: 'FAILED DEPENDS_ON>b', b: 'FAILED DEPENDS_ON>c', c: 'FAILED SOURCE>d', d: 'CURRENT' },
      'a',
      'UP',
      'c',
    ],
    ['is not beyond what is well', { a: 'FAILED DEPENDS_ON>b', b: 'CURRENT SOURCE>c', c: 'FAILED' }, 'a', 'UP', 'a'],
    [
      'is beyond what is not ready',
      { a: 'FAILED DEPENDS_ON>b', b: 'IN_PROGRESS SOURCE>c', c: 'FAILED' },
      'a',
      'UP',
      'c',
    ],
    [
      'is the Pod, of which the Kustomization that waits for it fails',
      { ...statuses({ pod: 'FAILED', rs: 'IN_PROGRESS', deployment: 'IN_PROGRESS', apps: 'FAILED' }), git: 'CURRENT' },
      'git',
      'DOWN',
      'pod',
    ],
    [
      'is the Pod, seen from the Pod too',
      { ...statuses({ pod: 'FAILED', rs: 'IN_PROGRESS', deployment: 'IN_PROGRESS', apps: 'FAILED' }), git: 'CURRENT' },
      'pod',
      'UP',
      'pod',
    ],
    [
      'is the source before a child, since children cannot be well without it',
      { ...statuses({ pod: 'FAILED', rs: 'CURRENT', deployment: 'CURRENT', apps: 'FAILED' }), git: 'FAILED' },
      'git',
      'DOWN',
      'git',
    ],
    ['is the Service that an Ingress uses', { a: 'FAILED REFERENCES>b', b: 'FAILED' }, 'a', 'DOWN', 'b'],
    ['is somewhere in a circle', { a: 'FAILED DEPENDS_ON>b', b: 'FAILED DEPENDS_ON>a' }, 'a', 'UP', 'b'],
  ])('%s', async (_what, objects, root, direction, expected) => {
    const model = await modelOf(graph(objects));
    const tree = await model.tree(seesAll, `leaf-01//Pod/team-a/${root}`, { direction, depth: 10, limit: 500 });
    expect(tree!.firstFailure?.name).toBe(expected);
  });
});
