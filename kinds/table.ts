/**
 * Status rules as tables. The first line that holds decides. Each line describes in words what it looks for, so
 * docs/status.md is generated from the tables.
 *
 * Before the lines, every table checks what holds for all controllers: a requested deletion, unreadable conditions, and
 * a generation that the controller has not seen. A condition of an older generation decides nothing. A held object
 * keeps its last status.
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
  /** Project, file and function or type that the lines follow. */
  readonly source: string;
  readonly lines: readonly Line[];
  readonly holds?: readonly Hold[];
  /** Why no object of the kind is FAILED, if no line says so. */
  readonly neverFails?: string;
}

/** Members of a kind that come from its table. */
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

/** Result for an object whose controller has not seen its latest generation. */
export function notObservedYet(object: unknown, holds: readonly Hold[]): StatusResult | undefined {
  return notObserved(object, holds, integer(at(object, 'status', 'observedGeneration')));
}

/**
 * A controller that does not write the generation it saw counts as up to date; so does one that writes a hash, or a
 * greater number. Generations of an ignored object do not count.
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

/** With one of these reasons, or with any except some. */
export interface Which {
  readonly reasons?: readonly string[];
  readonly except?: readonly string[];
  readonly afterMs?: number;
}

/** A condition in this state. The Prometheus operator writes a fourth state. */
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
  /** Path of the reason; the value itself if this is absent. */
  readonly reason?: string;
  /** Paths of the message: the first non-empty text counts. */
  readonly messages?: readonly string[];
  /** Paths of the time: the first valid one counts. */
  readonly since?: readonly string[];
}

/**
 * A text field with one of these values, ignoring case. Controllers store in it what their users call phase or state.
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
      return {
        reason: reason ?? found,
        message: firstMessage(object, messages),
        since: time(firstText(object, since)),
      };
    },
  };
}

/** A text field that is not empty. */
export function present(then: Line['then'], path: string, reason: string): Line {
  const message = (object: unknown) => firstText(object, [path]);
  return {
    then,
    when: `\`${path}\` is set`,
    finds: object => (message(object) === '' ? undefined : { reason, message: message(object) }),
  };
}

/** Matches everything that no other line does. */
export function otherwise(then: Line['then'], reason = '', message = ''): Line {
  return { then, when: 'otherwise', finds: () => ({ reason, message }) };
}

/** The first non-empty text along these paths. */
export function firstText(object: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const found = text(at(object, ...path.split('.')));
    if (found !== '') return found;
  }
  return '';
}

/** The most texts of one list that make a message. */
const MAX_TEXTS = 8;

/** The first message along these paths. A list of texts is one message. */
export function firstMessage(object: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const found = at(object, ...path.split('.'));
    const texts = Array.isArray(found) ? found.slice(0, MAX_TEXTS).map(text) : [text(found)];
    const message = texts.filter(it => it !== '').join('; ');
    if (message !== '') return message;
  }
  return '';
}

/** A failure by its severity; with another severity, or none, Ready may become True by itself. */
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
