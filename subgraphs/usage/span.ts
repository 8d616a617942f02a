/** The points of a history. They are aligned to whole steps, so that callers share answers. */
import { parseDuration } from '../../schema/duration.ts';
import { badInput, quoted } from '../arguments.ts';

export interface SpanArguments {
  readonly window: string;
  readonly step?: string | null | undefined;
}

/** Points of a history. `from` and `to` are seconds since the epoch, `step` is in seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly points: number;
}

const [SHORTEST_MS, LONGEST_MS] = [5 * 60_000, 7 * 24 * 3_600_000];
/** Maximum number of steps if the caller chooses no step. */
const USUAL_POINTS = 60;
export const MAX_STEPS = 300;

/** @throws BAD_USER_INPUT */
export function spanOf({ window, step }: SpanArguments, { now, stepMs }: { now: number; stepMs: number }): Span {
  const windowMs = parseDuration(window);
  if (windowMs === undefined || windowMs < SHORTEST_MS || windowMs > LONGEST_MS)
    throw badInput('window', `${quoted(window)} is not from 5m to 168h. Write it as "1h".`);
  const chosen = step == null ? Math.ceil(windowMs / USUAL_POINTS / stepMs) * stepMs : parseDuration(step);
  const least = `${stepMs / 1_000}s`;
  if (windowMs < stepMs)
    throw badInput('window', `${quoted(window)} is shorter than one step, ${least}. Give a longer window.`);
  if (!chosen || chosen % stepMs !== 0 || chosen > windowMs)
    throw badInput(
      'step',
      `${quoted(step ?? '')} is not a multiple of ${least} within the window. Leave it out, or write it as "${least}".`,
    );
  const steps = Math.floor(windowMs / chosen);
  if (steps > MAX_STEPS)
    throw badInput(
      'step',
      `${quoted(step ?? '')} gives ${steps + 1} points in ${window}; at most ${MAX_STEPS + 1} are read. Give a longer step, or a shorter window.`,
    );
  const to = Math.floor(now / chosen) * chosen;
  return { from: (to - steps * chosen) / 1_000, to: to / 1_000, step: chosen / 1_000, points: steps + 1 };
}
