/** The last write of each kind in each cluster. */
import { expect, it } from '@jest/globals';
import { RowTable } from '../../../readmodel/rows/row-table.ts';
import { row } from '../../fixtures.ts';

it('tells every write of a kind, in its own cluster only', () => {
  const table = new RowTable();
  const latest = (cluster: string, ...kinds: readonly string[]) => {
    const number = table.places.clusterNames.find(cluster);
    return number === undefined
      ? 0
      : table.revisions.latest(
          number,
          kinds.flatMap(kind => table.kinds.find('', kind) ?? []),
        );
  };
  const pod = row({ cluster: 'a', kind: 'Pod', name: 'p' });
  const number = table.put(pod);
  table.put(row({ cluster: 'a', kind: 'Service', name: 's' }));
  table.put(row({ cluster: 'b', kind: 'Pod', name: 'p' }));
  const before = [latest('a', 'Pod'), latest('a', 'Service'), latest('b', 'Pod')];
  table.put({ ...pod, message: 'other' });
  expect(latest('a', 'Pod')).toBeGreaterThan(before[0]!);
  expect([latest('a', 'Service'), latest('b', 'Pod')]).toEqual(before.slice(1));
  const changed = latest('a', 'Pod', 'Service');
  table.remove(number);
  expect(latest('a', 'Pod', 'Service')).toBeGreaterThan(changed);
  expect(latest('none', 'Pod')).toBe(0);
});
