/** Attacks by queries of the index: filters that are expensive for each row, and lists that take long. */
import type { Attack } from './attack.ts';

export const filters: readonly Attack[] = [
  {
    name: 'many-requirements',
    title: 'a filter of 190 label selectors of 660 requirements each (780 KB), one after the other',
    needs: { rows: true },
    async run(strike) {
      // Every row satisfies each of these conditions, so that evaluation never stops early.
      const absent = Array.from({ length: 660 }, (_, i) => `!${i.toString(36).padStart(4, 'z')}`).join(',');
      const and = Array.from({ length: strike.many(190) }, () => ({ labelSelector: absent }));
      await strike.keepAsking('mallory', 1, () => ({ ...COUNT, variables: { filter: { and } } }));
    },
  },
  {
    name: 'many-globs',
    title: 'a filter of 190 glob patterns of 1 000 characters, one after the other',
    needs: { rows: true },
    async run(strike) {
      const or = Array.from({ length: strike.many(190) }, (_, i) => ({
        name: { glob: `${'*?'.repeat(6)}${'*a*e*-'.repeat(164)}*${i}*` },
      }));
      await strike.keepAsking('mallory', 1, () => ({ ...COUNT, variables: { filter: { or } } }));
    },
  },
  {
    name: 'sorted-lists',
    title: 'two requests at once of 30 lists each, every one sorted over all rows that contain a text',
    needs: { rows: true, beside: 'sorted' },
    async run(strike) {
      const lists = Array.from(
        { length: strike.many(30) },
        (_, i) =>
          `a${i}:objects(first:50,orderBy:[{field:TRANSITIONED,direction:${i % 2 === 0 ? 'ASC' : 'DESC'}}],filter:{name:{contains:"${'aeio'[i % 4]}"},not:{message:{contains:"q${i}"}}}){totalCount nodes{id}}`,
      );
      await strike.keepAsking('mallory', 2, turn => ({ query: `query Q${turn % 2}{${lists.join(' ')}}` }));
    },
  },
];

const COUNT = { query: 'query($filter:ObjectFilter){objects(first:50,filter:$filter){totalCount nodes{id}}}' };
