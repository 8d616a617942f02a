/**
 * Printed columns of a leaf's objects. Reads use the caller's identity and few requests. Results are bounded for any
 * response.
 */
import { describe, expect, it } from '@jest/globals';
import { tableOf } from '../../../subgraphs/live/printed-columns.ts';
import { graphOver } from './graph.ts';
import { leafWithPods, podIds } from './scripted-leaf.ts';

const definitions = [
  { name: 'Name', type: 'string', format: 'name', priority: 0 },
  { name: 'Ready', type: 'string', format: '', priority: 0 },
  { name: 'Node', type: 'string', format: '', priority: 1 },
];
const table = (...rows: unknown[][]) => ({
  kind: 'Table',
  columnDefinitions: definitions,
  rows: rows.map(cells => ({ cells })),
});
const FIELDS = 'state columns { name value wide }';

describe('the columns of an object', () => {
  it('are what its cluster prints of it, asked for as the caller', async () => {
    const leaf = leafWithPods(1);
    const [id = ''] = podIds(1);
    const path = `/api/v1/namespaces/team-a/pods/${id.split('/').at(-1)}`;
    leaf.tables.set(path, table([id.split('/').at(-1), '1/1', 'node-1']));
    const { lives, errors } = await graphOver([leaf]).ask([id], FIELDS);
    expect(errors).toEqual([]);
    expect(lives).toEqual([
      {
        state: 'OK',
        columns: [
          { name: 'Ready', value: '1/1', wide: false },
          { name: 'Node', value: 'node-1', wide: true },
        ],
      },
    ]);
    const requested = leaf.requested.filter(({ accept }) => accept.includes('as=Table'));
    expect(requested).toMatchObject([{ path, as: { user: 'jane' }, options: { query: { includeObject: 'None' } } }]);
  });

  it('of many objects of a namespace are read by one list', async () => {
    const leaf = leafWithPods(20);
    const ids = podIds(20);
    leaf.tables.set('/api/v1/namespaces/team-a/pods', table(...ids.map(id => [id.split('/').at(-1), '1/1', 'n'])));
    const { lives } = await graphOver([leaf]).ask(ids, FIELDS);
    expect(lives.every(({ columns }) => columns.length === 2)).toBe(true);
    expect(leaf.requested.filter(({ accept }) => accept.includes('as=Table'))).toHaveLength(1);
  });

  it('are null where the cluster refuses them, and the object stands', async () => {
    const leaf = leafWithPods(1);
    leaf.refuse = ({ accept }) => {
      if (accept.includes('as=Table')) throw leaf.error('FORBIDDEN', 'no', { status: 403 });
    };
    const { lives, errors } = await graphOver([leaf]).ask(podIds(1), FIELDS);
    expect([lives, errors]).toEqual([[{ state: 'OK', columns: null }], []]);
  });

  it('count as one more object that is read', async () => {
    const { errors } = await graphOver([leafWithPods(2)], { liveObjects: 3 }).ask(podIds(2), FIELDS);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toContain('limits.liveObjects');
  });
});

describe('a Table', () => {
  it('has texts of one line, without control characters, and of a bounded number and length', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => ({ name: `C${i}` }));
    const hostile = {
      kind: 'Table',
      columnDefinitions: [{ name: 'Name', format: 'name' }, { name: 'A\u001b[2J\nB' }, ...many],
      rows: Array.from({ length: 5_000 }, (_, i) => ({
        cells: [`o${i}`, `x\u001b]0;y\u0007\n${'z'.repeat(100_000)}`, { a: [1] }, null, 7],
      })),
    };
    const { rows } = tableOf(hostile)!;
    expect(rows.size).toBe(500);
    const [first, second, third, fourth, ...others] = rows.get('o0')!;
    expect(first!.name).toBe('A [2J B');
    expect(first!.value).toMatch(/^x \]0;y z+…$/);
    expect(first!.value).toHaveLength(512);
    expect([second, third, fourth].map(column => column!.value)).toEqual(['{"a":[1]}', '', '7']);
    expect(others).toHaveLength(27);
  });

  it.each([
    ['null', null],
    ['an object of another kind', { kind: 'Pod', metadata: { name: 'x' } }],
    ['one without names', { kind: 'Table', columnDefinitions: [{ name: 'Ready' }], rows: [{ cells: ['1/1'] }] }],
  ])('is none of %s', (_, answer) => expect(tableOf(answer)).toBeUndefined());

  it('leaves out rows that are none', () => {
    expect([
      ...tableOf({
        ...table(['a', '1']),
        rows: [null, { cells: 'x' }, { cells: [7] }, { cells: ['a', '1'] }],
      })!.rows.keys(),
    ]).toEqual(['a']);
  });
});
