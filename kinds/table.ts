/**
 * Status rules as tables. The first matching line decides. Each line describes its check in words, for docs/status.md.
 *
 * Before its lines, a table checks for a requested deletion, unreadable conditions, and a generation that the
 * controller has not seen. If the deciding condition is about an older generation, the object is in progress. The
 * checks of generations are skipped while a hold keeps the controller away from the object.
 */
import type { Found, Kind, Line, StatusWords } from './kind.ts';
import {
  isLeftAlone,
  type Hold,
  type DelayedTransition,
  type StatusResult,
  isDeleted,
  malformed,
  result,
  terminating,
} from './status-result.ts';
import { at, conditionOf, conditions, integer, text, time, type Condition } from './untrusted.ts';

export interface Table {
  /** Project, file, and function or type that defines the lines. */
  readonly source: string;
  readonly lines: readonly Line[];
  readonly holds?: readonly Hold[];
  /** Reason why no object of the kind is FAILED, if no line has this status. */
  readonly neverFails?: string;
}

/** Fields of a kind that are derived from its table. */
export type Tabled = Required<Pick<Kind, 'status' | 'holds' | 'words' | 'delayedTransitions'>> & {
  readonly lines: readonly Line[];
};

export function tabled({ source, lines, holds = [], neverFails }: Table): Tabled {
  return {
    status: (object, now) => decided(object, now, lines, holds),
    holds,
    words: { ...wordsOf(source, lines, holds), ...(neverFails !== undefined && { neverFails }) },
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
    const waiting =
      line.afterMs !== undefined && now - line.afterMs < (since || time(at(object, 'metadata', 'creationTimestamp')));
    return { status: waiting ? 'IN_PROGRESS' : line.then, reason, message, transitionedAt: since };
  }
  return result('CURRENT');
}

/** IN_PROGRESS if the controller has not seen the latest generation of the object. Otherwise undefined. */
export function notObservedYet(object: unknown, holds: readonly Hold[]): StatusResult | undefined {
  return notObserved(object, holds, integer(at(object, 'status', 'observedGeneration')));
}

/**
 * Result if the controller has not seen the latest generation. Otherwise undefined, also if a generation is unknown or
 * the controller ignores the object.
 */
function notObserved(
  object: unknown,
  holds: readonly Hold[],
  observed: number | undefined,
  condition?: Condition,
): StatusResult | undefined {
  const generation = integer(at(object, 'metadata', 'generation'));
  if (generation === undefined || observed === undefined || observed >= generation || isLeftAlone(holds, object))
    return undefined;
  return result(
    'IN_PROGRESS',
    'LatestGenerationNotObserved',
    `generation ${generation} is not observed yet, only ${observed}`,
    condition,
  );
}

function waits({ then, afterMs, reasons = [] }: Line): readonly DelayedTransition[] {
  if (afterMs === undefined) return [];
  return reasons.map(reason => ({
    reason,
    afterMs,
    since: 'transitionedAt' as const,
    becomes: { status: then, reason },
  }));
}

/**
 * Selects conditions by reason: only these reasons, or all reasons except some. `afterMs`: the object is in progress
 * until the condition is this old, in milliseconds.
 */
export interface Which {
  readonly reasons?: readonly string[];
  readonly except?: readonly string[];
  readonly afterMs?: number;
}

/** Matches a condition with this status. The Prometheus operator also writes the status Degraded. */
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
  /** The reason. @default the value itself */
  readonly reason?: string;
  /** Paths of the message. The first text that is not empty is used. */
  readonly messages?: readonly string[];
  /** Paths of the time at which the status began. The first text that is not empty is used. */
  readonly since?: readonly string[];
}

/** Matches a text field with one of these values, ignoring case. */
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
      return {
        reason: reason ?? found,
        message: firstMessage(object, messages),
        since: time(firstText(object, since)),
      };
    },
  };
}

/** Matches a text field that is not empty. */
export function present(then: Line['then'], path: string, reason: string): Line {
  const message = (object: unknown) => firstText(object, [path]);
  return {
    then,
    when: `\`${path}\` is set`,
    finds: object => (message(object) === '' ? undefined : { reason, message: message(object) }),
  };
}

/** Matches every object that no earlier line matches. */
export function otherwise(then: Line['then'], reason = '', message = ''): Line {
  return { then, when: 'otherwise', finds: () => ({ reason, message }) };
}

/** Returns the first non-empty text at these paths. */
export function firstText(object: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const found = text(at(object, ...path.split('.')));
    if (found !== '') return found;
  }
  return '';
}

/** Maximum number of list items that are joined into one message. */
const MAX_TEXTS = 8;

/** Returns the first message at these paths. A list of texts is joined to one message. */
export function firstMessage(object: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const found = at(object, ...path.split('.'));
    const texts = Array.isArray(found) ? found.slice(0, MAX_TEXTS).map(text) : [text(found)];
    const message = texts.filter(it => it !== '').join('; ');
    if (message !== '') return message;
  }
  return '';
}

/**
 * Matches a failure with the severity Error. With another severity, or none, Ready may become True without a change of
 * the object.
 */
export const SEVERE_FAILURE: Line = {
  then: 'FAILED',
  when: '`Ready` is False with the severity Error',
  finds: (_object, all) => {
    const ready = conditionOf(all, 'Ready');
    return ready?.status === 'False' && ready.severity === 'Error' ? inItsWords(ready, 'FAILED') : undefined;
  },
};

export const NOT_REPORTED = otherwise('IN_PROGRESS', 'NotReconciled', 'its controller has not reported on it yet');

function named(values: readonly string[]): string {
  return values.map(item => (item === '' ? 'absent' : `\`${item}\``)).join(' or ');
}

function wordsOf(source: string, lines: readonly Line[], holds: readonly Hold[]): StatusWords {
  const of = (status: Line['then']) => lines.filter(({ then }) => then === status).map(({ when }) => when);
  return { source, failed: of('FAILED'), inProgress: of('IN_PROGRESS'), suspended: holds.map(({ when }) => when) };
}
