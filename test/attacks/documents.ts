/** Attacks by documents: aliases that multiply an answer, and new documents that must be planned. */
import type { Attack } from './attack.ts';

const NAMES = Array.from({ length: 1_200 }, (_, i) => `b${i}:__typename`);
const COVERAGE = 'cluster{coverage{kinds{group kind state reason}}}';

export const documents: readonly Attack[] = [
  {
    name: 'typename-aliases',
    title:
      'one query of 20 KB: 500 rows, the kinds of the cluster of each, and of each kind 1 200 aliases of __typename',
    needs: {},
    async run(strike) {
      const aliases = NAMES.slice(0, strike.many(NAMES.length)).join(' ');
      const ask = strike.asking('mallory', 1);
      await ask({ query: `{objects(first:500){nodes{cluster{coverage{kinds{${aliases}}}}}}}` });
    },
  },
  {
    name: 'introspection-aliases',
    title:
      'introspection with 580 aliases of __typename below 24 of __schema, by somebody without any right, one after the other',
    needs: {},
    async run(strike) {
      const schemas = Array.from({ length: strike.many(24) }, (_, i) => `s${i}:__schema{...S}`).join(' ');
      const query = `{${schemas}} fragment S on __Schema{types{fields{type{...F ofType{...F ofType{...F ofType{...F}}}}}}} fragment F on __Type{fields{type{${NAMES.slice(0, 580).join(' ')}}}}`;
      await strike.keepAsking('trudy', 1, () => ({ query }));
    },
  },
  {
    name: 'counted-aliases',
    title:
      '28 aliases of the kinds of the cluster of each of 500 rows: no more aliases than are allowed, one query after the other',
    needs: {},
    async run(strike) {
      const aliases = Array.from({ length: strike.many(28) }, (_, i) => `a${i}:${COVERAGE}`).join(' ');
      await strike.keepAsking('mallory', 1, () => ({ query: `{objects(first:500){nodes{${aliases}}}}` }));
    },
  },
  {
    name: 'unique-documents',
    title: 'documents of nearly 4 000 tokens that were never seen before, as fast as four connections can send them',
    needs: {},
    async run(strike) {
      await strike.keepAsking('mallory', 4, turn => ({ query: uniqueDocument(turn) }));
    },
  },
];

const ROW =
  'id group version kind namespace name status reason message revision createdAt transitionedAt syncedAt labels';
const LIVE =
  'live{state message conditions{type status reason message observedGeneration} metadata{labels annotations} events{nodes{type reason message}}}';

/** A new document for each turn. Its answer is small, because no cluster is called `none`. */
function uniqueDocument(turn: number): string {
  const parts = Array.from(
    { length: 28 },
    (_, i) =>
      `a${i}:objects(first:1,filter:{clusters:["none"]}){nodes{${ROW} ${LIVE} cluster{name kubernetesVersion coverage{state reason kinds{kind state}}}}}`,
  );
  const spread = Array.from(
    { length: 6 },
    (_, i) => `... on Query{viewer{user groups clusters{user cluster{name}}} coverage{total ${'indexed '.repeat(i)}}}`,
  );
  return `query Q${process.pid}_${turn}{${parts.join(' ')} ${spread.join(' ')}}`;
}
