/** Delete, with what must be true of the object for that. */
import type { Action } from './action.ts';
import { done } from './outcome.ts';

export interface DeleteConditions {
  readonly uid?: string | null;
  readonly resourceVersion?: string | null;
  /** @default as the kind has it */
  readonly propagation?: 'BACKGROUND' | 'FOREGROUND' | 'ORPHAN' | null;
}

const POLICIES = { BACKGROUND: 'Background', FOREGROUND: 'Foreground', ORPHAN: 'Orphan' } as const;

export function deleteIf({ uid, resourceVersion, propagation }: DeleteConditions): Action {
  const preconditions = { ...(uid != null && { uid }), ...(resourceVersion != null && { resourceVersion }) };
  return {
    name: 'delete',
    async act(target) {
      await target.delete({ preconditions, ...(propagation && { propagationPolicy: POLICIES[propagation] }) });
      return done(target);
    },
  };
}
