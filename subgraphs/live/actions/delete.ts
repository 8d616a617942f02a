/** Delete, with its preconditions. */
import type { Action } from './action.ts';
import { at, line, list } from '../../../kinds/untrusted.ts';
import { done, type Acted } from './outcome.ts';

export interface DeleteConditions {
  readonly uid?: string | null;
  readonly resourceVersion?: string | null;
  /** @default that of the kind */
  readonly propagation?: 'BACKGROUND' | 'FOREGROUND' | 'ORPHAN' | null;
}

const POLICIES = { BACKGROUND: 'Background', FOREGROUND: 'Foreground', ORPHAN: 'Orphan' } as const;

export function deleteIf({ uid, resourceVersion, propagation }: DeleteConditions): Action {
  const preconditions = { ...(uid != null && { uid }), ...(resourceVersion != null && { resourceVersion }) };
  return {
    name: 'delete',
    async act(target): Promise<Acted> {
      const before = await target.readIfThere();
      await target.delete({ preconditions, ...(propagation && { propagationPolicy: POLICIES[propagation] }) });
      if (before?.metadata.deletionTimestamp === undefined) return done(target);
      return { outcome: 'UNCHANGED', message: goingMessage(list(at(before, 'metadata', 'finalizers'))) };
    },
  };
}

function goingMessage(finalizers: readonly unknown[]): string {
  const names = finalizers
    .filter(name => typeof name === 'string')
    .slice(0, 10)
    .map(name => line(name, 100));
  return names.length === 0
    ? 'It is being deleted already.'
    : `It is being deleted already, and waits for what set its finalizers: ${names.join(', ')}.`;
}
