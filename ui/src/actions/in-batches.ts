/**
 * Sends an action on many objects in batches, so that the user sees progress and can stop. Also computes the action
 * that reverts an action.
 */
import type { act, ActionAnswer, ActionInput, Acted } from './act.ts';
import type { ObjectOfAction } from './changes.ts';
import type { ObjectAction } from './offered.ts';
import { NO_SETTINGS, type Settings } from './settings.ts';

export const BATCH = 10;

export interface BatchAnswer extends ActionAnswer {
  /** Number of objects that were not sent, because the user stopped or an earlier batch failed. */
  readonly notSent: number;
}

interface Batches {
  /** Called before each batch with the number of objects sent so far. */
  readonly progress: (done: number) => void;
  readonly isStopped: () => boolean;
  readonly send: typeof act;
}

export async function actInBatches(
  action: ObjectAction,
  input: ActionInput,
  { progress, isStopped, send }: Batches,
): Promise<BatchAnswer> {
  const { objects, key, withSource, dryRun } = input;
  // Objects may share a source. One request for all objects reconciles a shared source only once.
  const size = withSource || dryRun ? Math.max(1, objects.length) : BATCH;
  const acted: Acted[] = [];
  for (let at = 0; at < objects.length; at += size) {
    if (at > 0 && isStopped()) return { acted, problem: undefined, notSent: objects.length - at };
    progress(at);
    const batch = objects.slice(at, at + size);
    const answer = await send(action, { ...input, objects: batch, key: key === null ? null : `${key}-${at}` });
    acted.push(...(answer.acted ?? []));
    if (!answer.acted)
      return {
        acted: at > 0 ? acted : undefined,
        problem: answer.problem,
        notSent: objects.length - at - batch.length,
      };
    if (answer.problem) return { acted, problem: answer.problem, notSent: objects.length - at - batch.length };
  }
  return { acted, problem: undefined, notSent: 0 };
}

export interface UndoStep {
  readonly action: ObjectAction;
  readonly objects: readonly ObjectOfAction[];
  readonly settings: Settings;
}

const OPPOSITE: Partial<Record<ObjectAction, ObjectAction>> = {
  SUSPEND: 'RESUME',
  RESUME: 'SUSPEND',
  CORDON: 'UNCORDON',
  UNCORDON: 'CORDON',
};

/**
 * Actions that revert the changes of `action`. Empty if nothing was changed, or if the API has no opposite action.
 * Scaled objects are left out if their earlier number of replicas is unknown.
 */
export function undoSteps(
  action: ObjectAction,
  objects: readonly ObjectOfAction[],
  acted: readonly Acted[],
): readonly UndoStep[] {
  const ids = new Set(acted.filter(({ outcome }) => outcome === 'DONE').map(({ id }) => id));
  const done = objects.filter(({ id }) => ids.has(id));
  const opposite = OPPOSITE[action];
  if (opposite) return done.length > 0 ? [{ action: opposite, objects: done, settings: NO_SETTINGS }] : [];
  if (action !== 'SCALE') return [];
  const before = Map.groupBy(done, ({ replicas }) => replicas);
  return [...before].flatMap(([replicas, objects]) =>
    replicas === undefined ? [] : [{ action, objects, settings: { ...NO_SETTINGS, replicas } }],
  );
}
