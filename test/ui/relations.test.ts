/** The tree of related objects as the Explorer draws it. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  beside,
  branchesOf,
  inIndex,
  layoutOf,
  NODE,
  restId,
  type Branch,
  type TreeItem,
} from '../../ui/src/relations/branches.ts';

const node = (
  id: string,
  parentId: string | null,
  { status = 'CURRENT', relation = 'MANAGES', owner }: Shape = {},
): TreeItem => ({
  parentId,
  relation: parentId === null ? null : relation,
  object: {
    ...{ id, kind: 'Pod', namespace: 'web', name: id, status, suspended: false, reason: null, message: null },
    related: { edges: owner === undefined ? [] : [{ id: owner }] },
  },
});
interface Shape {
  status?: TreeItem['object']['status'];
  relation?: TreeItem['relation'];
  owner?: string;
}
const drawn = ({ item, children }: Branch): string =>
  children.length === 0 ? item.object.id : `${item.object.id}(${children.map(drawn).join(' ')})`;
const treeOf = (nodes: readonly TreeItem[], unfolded: readonly string[] = []) =>
  branchesOf(nodes, new Set(unfolded)) as Branch;

describe('the branches of a tree', () => {
  it('leaves out what is not in the index', () => expect(inIndex([{ object: null }])).toEqual([]));

  it('hang what carries the labels of its manager below its owner', () => {
    const nodes = [
      node('app', null),
      node('pod', 'app', { owner: 'set' }),
      node('set', 'app', { owner: 'deploy' }),
      node('deploy', 'app'),
    ];
    expect(drawn(treeOf(nodes))).toBe('app(deploy(set(pod)))');
    expect(treeOf(nodes).children[0]?.children[0]?.item.relation).toBe('OWNS');
  });
  it('leave below its manager what has no owner in the tree', () =>
    expect(drawn(treeOf([node('app', null), node('pod', 'app', { owner: 'hidden' })]))).toBe('app(pod)'));
  it('do not follow owners in a circle', () => {
    const nodes = [
      node('app', null),
      node('a', 'app', { owner: 'b' }),
      node('b', 'app', { owner: 'a' }),
      node('c', 'app', { owner: 'c' }),
    ];
    expect(drawn(treeOf(nodes))).toBe('app(b(a) c)');
  });
  it('put the worst first and tell it upwards', () => {
    const nodes = [node('app', null), node('a', 'app'), node('b', 'app'), node('deep', 'b', { status: 'FAILED' })];
    expect(drawn(treeOf(nodes))).toBe('app(b(deep) a)');
    expect(treeOf(nodes).worst).toBe('FAILED');
  });
  it('fold away what is many and least bad, until somebody asks', () => {
    const nodes = [
      node('app', null),
      ...Array.from({ length: 30 }, (_, index) =>
        node(`pod-${index}`, 'app', index === 29 ? { status: 'FAILED' } : {}),
      ),
    ];
    expect(treeOf(nodes).children.map(({ item }) => item.object.id)).toContain('pod-29');
    expect([treeOf(nodes).children.length, treeOf(nodes).folded.length]).toEqual([7, 23]);
    expect(treeOf(nodes, ['app']).children).toHaveLength(30);
  });
  it('are none of no tree', () => expect(branchesOf([], new Set())).toBeUndefined());
});

describe('the places of a tree', () => {
  const above = treeOf([node('app', null), node('git', 'app'), node('secret', 'app')]);
  const below = treeOf([node('app', null), node('a', 'app'), node('b', 'app'), node('c', 'app')]);
  const { places, lines } = layoutOf(above, below);
  it('have what it comes from on the left and what came of it on the right', () => {
    const x = (id: string) => places.get(id)?.x ?? NaN;
    expect([x('git'), x('secret')].every(left => left < x('app'))).toBe(true);
    expect(['a', 'b', 'c'].every(id => x(id) > x('app'))).toBe(true);
    expect(lines.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
      'app a',
      'app b',
      'app c',
      'git app',
      'secret app',
    ]);
  });
  it.each([
    ['app', 'ArrowRight', 'b'],
    ['b', 'ArrowUp', 'a'],
    ['b', 'ArrowDown', 'c'],
    ['b', 'ArrowLeft', 'app'],
    ['a', 'ArrowUp', undefined],
    ['app', 'Enter', undefined],
  ])('from %s, %s leads to %s', (from, key, to) => expect(beside(places, from, key)).toBe(to));

  it('never overlap, have all that is shown, and stay within the picture', () => {
    const shape = fc.array(fc.record({ parent: fc.nat(), owner: fc.nat() }), { maxLength: 60 });
    fc.assert(
      fc.property(shape, shape, (up, down) => {
        const grown = (shapes: typeof up, prefix: string) =>
          treeOf([
            node('root', null),
            ...shapes.map(({ parent, owner }, index) =>
              node(
                `${prefix}${index}`,
                parent % (index + 1) === 0 ? 'root' : `${prefix}${(parent % (index + 1)) - 1}`,
                {
                  owner: `${prefix}${owner % shapes.length}`,
                },
              ),
            ),
          ]);
        const branches = [grown(up, 'u'), grown(down, 'd')] as const;
        const layout = layoutOf(...branches);
        const shown = (branch: Branch): string[] => [
          branch.item.object.id,
          ...branch.children.flatMap(shown),
          ...(branch.folded.length > 0 ? [restId(branch.item.object.id)] : []),
        ];
        expect([...layout.places.keys()].toSorted()).toEqual([...new Set(branches.flatMap(shown))].toSorted());
        const all = [...layout.places.values()];
        for (const [index, a] of all.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + NODE.width <= layout.width && a.y + NODE.height <= layout.height).toBe(
            true,
          );
          for (const b of all.slice(index + 1)) expect(a.x !== b.x || Math.abs(a.y - b.y) >= NODE.height).toBe(true);
        }
      }),
    );
  });
});
