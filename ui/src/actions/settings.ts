/** What somebody gives with an action: a number of replicas, the members of a move, a bound. */
import { replicasOf, type ObjectAction } from './offered.ts';

export interface Settings {
  readonly replicas: number;
  /** Members of a move; null ends the assignment by name. */
  readonly members: readonly string[] | null;
  /** Whether a move leaves the data of volumes behind. */
  readonly leavesVolumes: boolean;
  /** Null removes the bound. */
  readonly pods: number | null;
}

export const NO_SETTINGS: Settings = { replicas: 0, members: null, leavesVolumes: false, pods: null };

/** Actions that need something to be given first. */
export const isGiven = (action: ObjectAction): action is 'SCALE' | 'MOVE' | 'BOUND' =>
  action === 'SCALE' || action === 'MOVE' || action === 'BOUND';

/** Undefined where the text is none for this action. */
export function settingsOf(action: ObjectAction, text: string, leavesVolumes = false): Settings | undefined {
  if (action === 'SCALE') {
    const replicas = replicasOf(text);
    return replicas === undefined ? undefined : { ...NO_SETTINGS, replicas };
  }
  if (action === 'BOUND') {
    if (text.trim() === '') return NO_SETTINGS;
    const pods = replicasOf(text);
    return pods === undefined || pods === 0 ? undefined : { ...NO_SETTINGS, pods };
  }
  if (action !== 'MOVE') return NO_SETTINGS;
  const members = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  if (members.some(name => !MEMBER.test(name))) return undefined;
  return { ...NO_SETTINGS, members: members.length > 0 ? members : null, leavesVolumes };
}

const MEMBER = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
