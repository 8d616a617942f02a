/** Reports over a real Redis. */
import { redisSites } from '../store/redis-sites.ts';
import { describeReports } from './reports-contract.ts';

for (const [name, open, empty] of redisSites())
  describeReports(`reports over ${name}`, async () => {
    await empty();
    const store = await open();
    return { store, close: () => store.close() };
  });
