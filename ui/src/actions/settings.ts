/** Input that some actions need: the number of replicas, or the maximum number of Pods. */
import { replicasOf, type ObjectAction } from './offered.ts';

export interface Settings {
  readonly replicas: number;
  /** Maximum number of Pods. Null removes the maximum. */
  readonly pods: number | null;
}

export const NO_SETTINGS: Settings = { replicas: 0, pods: null };

/** True for actions that take an input. */
export const isGiven = (action: ObjectAction): action is 'SCALE' | 'BOUND' => action === 'SCALE' || action === 'BOUND';

/** Undefined if the text is no valid input for the action. */
export function settingsOf(action: ObjectAction, text: string): Settings | undefined {
  if (action === 'SCALE') {
    const replicas = replicasOf(text);
    return replicas === undefined ? undefined : { ...NO_SETTINGS, replicas };
  }
  if (action !== 'BOUND' || text.trim() === '') return NO_SETTINGS;
  const pods = replicasOf(text);
  return pods === undefined || pods === 0 ? undefined : { ...NO_SETTINGS, pods };
}
