/**
 * The log of one container of a Pod, as the caller may read it. The cluster reads the log from the node of the Pod.
 * Lines, bytes and time are limited. A failure of the cluster is a state with a message of fleetgraph.
 *
 * If a log is too long, Kubernetes cuts off its end, so the newest lines are lost. The message of a cut log tells the
 * caller to request fewer lines.
 */
import DataLoader from 'dataloader';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { requestPhrase, resourcePath } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { durationArgument } from './arguments.ts';
import { inputError } from '../arguments.ts';
import type { Asking, LeafSession } from './leaf-session.ts';
import type { LiveState, Refusal } from './live-state.ts';
import { noToken, refusalOf } from './live-state.ts';
import { logText } from './log-text.ts';
import { items, record } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';
import { MAX_CONTAINERS } from './pod-resources.ts';

export interface LogArguments {
  readonly container?: string | null;
  readonly previous: boolean;
  readonly tail: number;
  readonly since?: unknown;
}

/** The lines that a caller requests from a log. */
export interface LogQuestion {
  readonly found: FoundObject;
  /** Name of the container. Undefined means the only container of the Pod, or its default container. */
  readonly container: string | undefined;
  readonly previous: boolean;
  readonly tail: number;
  readonly sinceSeconds: number | undefined;
}

export interface LogRead {
  readonly state: LiveState;
  readonly message?: string;
  /** The container of the log. Undefined if no container was chosen. */
  readonly container?: string;
  readonly containers: readonly string[];
  readonly text: string;
  readonly truncated: boolean;
}

export type LogReader = DataLoader<LogQuestion, LogRead, string>;

const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';
/** Container names that API servers accept. */
const CONTAINER_NAME = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const MAX_LINES = 10_000;

/** @throws BAD_USER_INPUT */
export function logQuestionOf(
  { container, previous, tail, since }: LogArguments,
  named = { field: 'logs', since: 'since' },
): Omit<LogQuestion, 'found'> {
  if (tail < 0 || tail > MAX_LINES) throw inputError(`${named.field}(tail: ${tail}): give 0 to ${MAX_LINES}.`, 'tail');
  const ms = durationArgument(named.field, named.since, since);
  return { container: container ?? undefined, previous, tail, sinceSeconds: ms && Math.ceil(ms / 1_000) };
}

/** @param maxBytes Maximum bytes of one log */
export function createLogReader(session: LeafSession, maxBytes: number): LogReader {
  // Each log is requested alone, so that no log waits for another log.
  return new DataLoader(questions => Promise.all(questions.map(question => readLog(session, question, maxBytes))), {
    batch: false,
    cacheKeyFn: logKey,
  });
}

export function logKey({ found, container, previous, tail, sinceSeconds }: LogQuestion): string {
  const { namespace, name } = found.object.metadata;
  const chosen = container ?? onlyContainer(found.object, containersOf(found.object));
  return JSON.stringify(['log', namespace, name, chosen, previous, tail, sinceSeconds]);
}

async function readLog(session: LeafSession, question: LogQuestion, maxBytes: number): Promise<LogRead> {
  const { previous, tail, sinceSeconds } = question;
  const read = await askForLog(session, question, async ({ path, container }, asking) => {
    const { bytes } = await session.registration.client.text(path, {
      ...asking,
      // Requests one byte more than the limit, to detect a longer log.
      query: { container, tailLines: tail, limitBytes: maxBytes + 1, previous: previous || undefined, sinceSeconds },
      maxBytes: maxBytes + 1,
    });
    const text = await session.inTurns(logText(bytes.subarray(0, maxBytes)));
    if (!session.budget.takeBytes(text.length)) return session.budget.refusal;
    const truncated = bytes.length > maxBytes;
    const message = `The log is cut at ${maxBytes} bytes (limits.logBytes). Ask for fewer lines (tail) to see its end.`;
    return { state: 'OK', text, truncated, ...(truncated && { message }) };
  });
  return { text: '', truncated: false, ...read };
}

/** The container of a log, the URL path of the log, and all containers of the Pod. */
export interface LogPlace {
  readonly path: string;
  readonly container: string;
  readonly containers: readonly string[];
}

type OfLog = Pick<LogRead, 'container' | 'containers'>;

/** Chooses the container and requests its log from the leaf. A refusal becomes a state. */
export async function askForLog<T extends { readonly state: 'OK' }>(
  session: LeafSession,
  { found, container: named, previous }: Pick<LogQuestion, 'found' | 'container' | 'previous'>,
  ask: (place: LogPlace, asking: Asking) => Promise<T | Refusal>,
): Promise<(T | Pick<Refusal, 'state' | 'message'>) & OfLog> {
  const { object, resource } = found;
  const failed = ({ state, message }: Refusal) => ({ state, message });
  if (resource.group !== '' || resource.kind !== 'Pod')
    return { state: 'INVALID', message: `Only Pods have logs, and this is a ${resource.kind}.`, containers: [] };
  const all = containersOf(object);
  const containers = all.all;
  const container = named ?? onlyContainer(object, all);
  if (container === undefined || !containers.includes(container))
    return { state: 'INVALID', message: unchosen(all, container), containers };
  const ofLog = { container, containers };
  const as = session.caller;
  if (!as) return { ...failed(noToken(session.cluster)), ...ofLog };
  const { namespace = '', name } = object.metadata;
  const path = `${resourcePath(resource, namespace, name)}/log`;
  try {
    const answer = await session.ask(as, async asking =>
      session.budget.isSpent ? session.budget.refusal : ask({ path, ...ofLog }, asking),
    );
    return { ...(answer.state === 'OK' ? answer : failed(answer)), ...ofLog };
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(error);
    // The container has not started, or has no earlier run. fleetgraph itself refuses all other invalid requests.
    if (error.code === 'BAD_REQUEST') return { state: 'NOT_FOUND', message: notThere(container, previous), ...ofLog };
    const doing = requestPhrase('get', resource, { namespace, name }, 'log');
    return { ...failed(refusalOf(error, session.requested(doing))), ...ofLog };
  }
}

interface Containers {
  /** Containers of the Pod without init and ephemeral containers. */
  readonly own: readonly string[];
  /** At most MAX_CONTAINERS containers, including init and ephemeral containers. */
  readonly all: readonly string[];
}

export function containersOf({ spec }: KubernetesObject): Containers {
  const names = (field: string): string[] =>
    items(spec?.[field]).flatMap(item => {
      const name = record(item)?.['name'];
      return typeof name === 'string' && CONTAINER_NAME.test(name) ? [name] : [];
    });
  const own = names('containers');
  return { own, all: [...own, ...names('initContainers'), ...names('ephemeralContainers')].slice(0, MAX_CONTAINERS) };
}

function onlyContainer({ metadata: { annotations } }: KubernetesObject, { own }: Containers): string | undefined {
  const byDefault = annotations?.[DEFAULT_CONTAINER];
  if (byDefault !== undefined && own.includes(byDefault)) return byDefault;
  return own.length === 1 ? own[0] : undefined;
}

function unchosen({ all }: Containers, container: string | undefined): string {
  const has = all.length === 0 ? 'It names none.' : `It has: ${all.join(', ')}.`;
  if (container === undefined) return `The Pod has several containers; choose one with logs(container:). ${has}`;
  return `The Pod has no container ${JSON.stringify(container.slice(0, 63).toWellFormed())}. ${has}`;
}

function notThere(container: string, previous: boolean): string {
  return previous
    ? `The container "${container}" has no earlier run whose log is kept.`
    : `The container "${container}" has not started, so there is no log of it yet.`;
}
