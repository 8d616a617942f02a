/** A filter means the same of a row in hand as of the rows of the table. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowMatch } from '../../../readmodel/filters/row-match.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { anyFilter, anyRows } from '../arbitraries.ts';
import { closeWorlds, World } from '../changing-world.ts';
import { RESOURCES, seesAll } from '../fixtures.ts';

describe('a filter', () => {
  it('keeps of rows in hand those that the table finds', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows(40), fc.array(anyFilter, { minLength: 5, maxLength: 20 }), async (rows, filters) => {
        const served = rows.filter(it =>
          RESOURCES.some(({ group, kind, namespaced }) => group === it.group && kind === it.kind && namespaced === (it.namespace !== '')),
        );
        const world = await World.open();
        for (const it of served) await world.write(it.cluster, [it]);
        await world.quiet();
        for (const filter of filters) {
          const found = await world.model.page(seesAll, filter, [], { first: 100 });
          const matches = rowMatch(filter);
          expect(
            served
              .filter(it => matches(it))
              .map(encodeObjectId)
              .sort(),
          ).toEqual(found.rows.map(({ id }) => id).sort());
        }
        await closeWorlds();
      }),
      { numRuns: 40 },
    );
  });
});
