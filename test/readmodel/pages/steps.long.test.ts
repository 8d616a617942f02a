/** A step of a page does not grow with clusters times namespaces: counted in looks at the namespaces of clusters. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { select } from '../../../readmodel/filters/selection.ts';
import type { Steps } from '../../../readmodel/gate.ts';
import { selectPage } from '../../../readmodel/pages/paging.ts';
import type { Filter } from '../../../readmodel/query.ts';
import { orderingOf } from '../../../readmodel/rows/ordering.ts';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import { ViewMasks } from '../../../readmodel/view-masks.ts';
import { row } from '../../fixtures.ts';
import { RESOURCES, seesAll } from '../fixtures.ts';

const NAMESPACES = Array.from({ length: 1_000 }, (_, i) => `team-${i}`);
const { get } = Map.prototype;
let looks = 0;

function most<T>(steps: Steps<T>): [most: number, value: T] {
  for (let most = 0; ;) {
    looks = 0;
    const step = steps.next();
    most = Math.max(most, looks);
    if (step.done) return [most, step.value];
  }
}

describe('a page over a thousand namespaces of a hundred clusters', () => {
  const table = new RowTable();
  const masks = new ViewMasks(
    table,
    () => ({ resources: RESOURCES, resourcesRevision: 1 }),
    () => 1,
  );
  beforeAll(() => {
    for (let cluster = 0; cluster < 100; cluster++)
      for (const namespace of NAMESPACES) table.put(row({ cluster: `leaf-${cluster}`, namespace }));
    Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
      looks++;
      return get.call(this, key);
    };
  });
  afterAll(() => {
    Map.prototype.get = get;
  });

  it.each<[string, Filter, string[]]>([
    ['one by one', { namespaces: NAMESPACES.slice(1) }, ['team-1']],
    ['by a pattern', { namespace: { contains: 'm-99', ignoreCase: true } }, ['team-99']],
    ['one by one, where none is', { namespaces: NAMESPACES.map(name => `no-${name}`) }, []],
  ])('is found in short steps when they are named %s', (_case, filter, first) => {
    const [selecting, selection] = most(select(table, masks, seesAll, filter));
    const ordering = orderingOf(table, [{ field: 'NAMESPACE', descending: false }]);
    const [paging, { rows }] = most(selectPage(table, selection, ordering, { first: 25 }));
    expect([...new Set(rows.map(number => table.read(number).namespace))]).toEqual(first);
    expect(Math.max(selecting, paging)).toBeLessThan(8_192);
  });
});
