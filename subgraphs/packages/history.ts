/** The history of an object that applies a package. The history is kept in the store (store/history.ts). */
import { throughRows, type GuardedResolvers } from '../../access/guard.ts';
import { MAX_CHANGES, recentChanges } from '../../store/history.ts';
import type { StatusChange } from '../../store/store.ts';
import { badInput } from '../arguments.ts';

interface HistoryArguments {
  readonly first?: number | null;
}

/** @param now Returns milliseconds since the epoch */
export const historyResolvers = (now: () => number): GuardedResolvers => ({
  KubernetesObject: {
    history: throughRows(async ({ id }: { id: string }, { first }: HistoryArguments, rows) => {
      const count = first ?? MAX_CHANGES;
      if (count < 0 || count > MAX_CHANGES)
        throw badInput('first', `${count} is no number of changes. Ask for 0 to ${MAX_CHANGES}.`);
      const row = await rows.find(id);
      const changes = await row?.history();
      return changes && recentChanges(changes, now()).slice(0, count);
    }),
  },
  StatusChange: {
    reason: ({ reason }: StatusChange) => reason || null,
    revision: ({ revision }: StatusChange) => revision || null,
  },
});
