/** Reports over the embedded store. */
import { MemoryStore } from '../../store/memory.ts';
import { describeReports } from './reports-contract.ts';

describeReports('reports over the embedded store', async () => {
  const store = new MemoryStore();
  return { store, close: () => store.close() };
});
