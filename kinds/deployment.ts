/**
 * States that engines report in their own objects: the step of their work, and the health of the applied objects. The
 * rows of these objects and their package records are derived from the states.
 */
import type { ObjectStatus } from '../store/store.ts';
import type { StatusResult } from './status-result.ts';
import { conditions, at, list, type Condition } from './untrusted.ts';

export const STEPS = ['TERMINATING', 'SYNCING', 'SYNC_FAILED', 'UNKNOWN', 'DONE'] as const;
/** Step of the engine's work. DONE: everything is applied. */
export type Step = (typeof STEPS)[number];
export type Health = 'FAILED' | 'UNKNOWN' | 'RECONCILING' | 'READY';

export interface Said {
  readonly step: Step;
  /**
   * Health of the applied objects. READY if the engine does not check the health. The health counts only if the step is
   * DONE.
   */
  readonly health: Health;
  readonly reason: string;
  readonly message: string;
}

export function saying(step: Step, reason: string, message: string, health: Health = 'READY'): Said {
  return { step, health, reason, message };
}

const STATUS_OF_STEP = {
  TERMINATING: 'TERMINATING',
  SYNCING: 'IN_PROGRESS',
  SYNC_FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  DONE: 'CURRENT',
} as const satisfies Record<Step, ObjectStatus>;

const STATUS_OF_HEALTH = {
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  RECONCILING: 'IN_PROGRESS',
  READY: 'CURRENT',
} as const satisfies Record<Health, ObjectStatus>;

/** Status of the row. It comes from the health if everything is applied, otherwise from the step. */
export function statusOfDeployment({ step, health, reason, message }: Said, transitionedAt: number): StatusResult {
  const status = step === 'DONE' ? STATUS_OF_HEALTH[health] : STATUS_OF_STEP[step];
  return { status, reason, message, transitionedAt };
}

/** A condition, with its raw form in `whole`. */
export interface WholeCondition extends Condition {
  readonly whole: unknown;
}

/** The first condition of a type. Undefined if it is absent or unreadable. Other conditions may have any shape. */
export function firstCondition(object: unknown, type: string): WholeCondition | undefined {
  const whole = list(at(object, 'status', 'conditions')).find(it => at(it, 'type') === type);
  const [condition] = (whole !== undefined && conditions({ status: { conditions: [whole] } })) || [];
  return condition && { ...condition, whole };
}
