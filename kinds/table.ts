/**
 * Status rules as tables. The lines are in order and the first one that holds decides; each says in words what it looks
 * for, so docs/status.md is made from the tables themselves.
 *
 * Before the lines, every table asks what holds for all controllers: a requested deletion, conditions that cannot be
 * read, and a generation that the controller has not seen. A condition that was written for an older generation decides
 * nothing. Of an object that is held, the last status stays.
 */
import type { DelayedTransition } from './delayed-transition.ts';
import { isLeftAlone, type Hold } from './hold.ts';
import type { Found, Kind, Line, StatusWords } from './kind.ts';
import type { StatusResult } from './status-result.ts';
import { isDeleted, malformed, result, terminating } from './status-result.ts';
import { at, conditionOf, conditions, integer, text, time, type Condition } from './untrusted.ts';

export interface Table {
  /** The project, the file and the function or type that the lines follow. */
  readonly source: string;
  readonly lines: readonly Line[];
  readonly holds?: readonly Hold[];
}

/** What a kind has of its table. */
export type Tabled = Required<Pick<Kind, 'status' | 'holds' | 'words' | 'delayedTransitions'>> & { readonly lines: readonly Line[] };

export function tabled({ source, lines, holds = [] }: Table): Tabled {
  return {
    status: (object, now) => decided(object, now, lines, holds),
    holds,
    words: wordsOf(source, lines, holds),
    delayedTransitions: lines.flatMap(waits),
    lines,
  };
}

function decided(object: unknown, now: number, lines: readonly Line[], holds: readonly Hold[]): StatusResult {
  if (isDeleted(object)) return terminating(object);
  const all = conditions(object);
  if (!all) return malformed('status.conditions is not a list of conditions');
  const behind = notObservedYet(object, holds);
  if (behind) return behind;
  for (const line of lines) {
    const found = line.finds(object, all);
    if (!found) continue;
    const { reason, message, condition, since = condition?.lastTransitionTime ?? 0 } = found;
    const old = notObserved(object, holds, condition?.observedGeneration, condition);
    if (old) return old;
    const waiting = line.afterMs !== undefined && now - line.afterMs < (since || time(at(object, 'metadata', 'creationTimestamp')));
    return { status: waiting ? 'IN_PROGRESS' : line.then, reason, message, transitionedAt: since };
  }
  return result('CURRENT');
}

/** The result for an object whose controller has not seen its latest generation. */
export function notObservedYet(object: unknown, holds: readonly Hold[]): StatusResult | undefined {
  return notObserved(object, holds, integer(at(object, 'status', 'observedGeneration')));
}

/**
 * A controller that does not write which generation it saw has seen it; so has one that writes a hash, or a number
 * beyond. One that leaves an object alone does not look at its generations.
 */
function notObserved(
  object: unknown,
  holds: readonly Hold[],
  observed: number | undefined,
  condition?: Condition,
): StatusResult | undefined {
  const generation = integer(at(object, 'metadata', 'generation'));
  if (generation === undefined || observed === undefined || observed >= generation || isLeftAlone(holds, object)) return undefined;
  return result('IN_PROGRESS', 'LatestGenerationNotObserved', `generation ${generation} is not observed yet, only ${observed}`, condition);
}

function waits({ then, afterMs, reasons = [] }: Line): readonly DelayedTransition[] {
  if (afterMs === undefined) return [];
  return reasons.map(reason => ({ reason, afterMs, since: 'transitionedAt' as const, becomes: { status: then, reason } }));
}

/** With one of these reasons, or with any but some. */
export interface Which {
  readonly reasons?: readonly string[];
  readonly except?: readonly string[];
  readonly afterMs?: number;
}

/** A condition in this state. The Prometheus operator writes a fourth one. */
export function condition(
  then: Line['then'],
  type: string,
  status: 'True' | 'False' | 'Unknown' | 'Degraded',
  { reasons, except, afterMs }: Which = {},
): Line {
  const which = reasons ? `, reason ${named(reasons)}` : except ? `, reason other than ${named(except)}` : '';
  return {
    then,
    when: `\`${type}\` is ${status}${which}${afterMs === undefined ? '' : ` (in progress for the first ${afterMs / 60_000} minutes)`}`,
    finds: (_object, all) => {
      const found = conditionOf(all, type);
      if (found?.status !== status) return undefined;
      if (reasons && !reasons.includes(found.reason)) return undefined;
      return except?.includes(found.reason) ? undefined : inItsWords(found, then);
    },
    ...(afterMs !== undefined && { afterMs, reasons: reasons ?? [] }),
  };
}

export function inItsWords(found: Condition, then: Line['then']): Found {
  const reason = found.reason || (then === 'CURRENT' ? '' : found.status === 'True' ? found.type : `Not${found.type}`);
  return { reason, message: found.message, condition: found };
}

interface Texts {
  /** Where the object tells why; the value itself where this is absent. */
  readonly reason?: string;
  /** The first of them that says something is the message. */
  readonly messages?: readonly string[];
  /** The first of them that is a time tells since when. */
  readonly since?: readonly string[];
}

/**
 * A text field with one of these values, in any case of letters. Controllers write what their users call phase or
 * state.
 */
export function value(
  then: Line['then'],
  path: string,
  values: readonly string[],
  { reason, messages = [], since = [] }: Texts = {},
): Line {
  const steps = path.split('.');
  const wanted = new Set(values.map(item => item.toLowerCase()));
  return {
    then,
    when: `\`${path}\` is ${named(values)}`,
    finds: object => {
      const found = text(at(object, ...steps));
      if (!wanted.has(found.toLowerCase())) return undefined;
      return { reason: reason ?? found, message: firstText(object, messages), since: time(firstText(object, since)) };
    },
  };
}

/** A text field that is not empty. */
export function present(then: Line['then'], path: string, reason: string): Line {
  const message = (object: unknown) => firstText(object, [path]);
  return { then, when: `\`${path}\` is set`, finds: object => (message(object) === '' ? undefined : { reason, message: message(object) }) };
}

/** What no other line speaks of. */
export function otherwise(then: Line['then'], reason = '', message = ''): Line {
  return { then, when: 'otherwise', finds: () => ({ reason, message }) };
}

/** The first text that is not empty, along these paths. */
export function firstText(object: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const found = text(at(object, ...path.split('.')));
    if (found !== '') return found;
  }
  return '';
}

export const NOT_REPORTED = otherwise('IN_PROGRESS', 'NotReconciled', 'its controller has not reported on it yet');

function named(values: readonly string[]): string {
  return values.map(item => (item === '' ? 'absent' : `\`${item}\``)).join(' or ');
}

function wordsOf(source: string, lines: readonly Line[], holds: readonly Hold[]): StatusWords {
  const of = (status: Line['then']) => lines.filter(({ then }) => then === status).map(({ when }) => when);
  return { source, failed: of('FAILED'), inProgress: of('IN_PROGRESS'), suspended: holds.map(({ when }) => when) };
}
