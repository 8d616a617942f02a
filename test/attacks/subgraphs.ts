/** Attacks through a third-party subgraph next to our own subgraphs. */
import type { Attack } from './attack.ts';

export const subgraphs: readonly Attack[] = [
  {
    name: 'hung-subgraph',
    title: '300 requests at once into a foreign subgraph that never answers',
    needs: {},
    async run(strike) {
      await strike.keepAsking('trudy', strike.many(300), () => ({ query: '{hung}' }));
    },
  },
  {
    name: 'large-subgraph-answers',
    title: 'answers of a foreign subgraph of 28 MB of small objects, four at a time',
    needs: {},
    async run(strike) {
      const count = strike.many(520_000);
      await strike.keepAsking('trudy', 4, () => ({ query: `{stock(count:${count}){id name count}}` }));
    },
  },
];
