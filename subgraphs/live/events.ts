/**
 * Events about objects of one leaf, newest first, as the caller may list them. Batches the queries of one request.
 *
 * For a few objects of a namespace, the leaf is queried for each object. For many objects, all events of the namespace
 * are listed. If this list is incomplete, the leaf is queried for each object after all. An API server cannot sort
 * events, so this file sorts them. Events of a deleted object may still exist when a new object has the same name. So
 * events are filtered by UID. Repeated events are merged, because some reporters create a new Event for each
 * repetition.
 */
import DataLoader from 'dataloader';
import { hash } from 'node:crypto';
import type { Caller, KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { Resource } from '../../rbac/types.ts';
import { LIST_PAGE, type LeafSession } from './leaf-session.ts';
import { noToken, refusalOf, type Refusal } from './live-state.ts';
import { int, record, text, time } from './manifest.ts';
import { encodeObjectId } from '../../schema/object-id.ts';

/** The object whose events are requested. */
export interface EventSubject {
  readonly object: KubernetesObject;
  readonly resource: ServedResource;
}

/** Events about an object, newest first, or the reason why there are none. */
export type EventsRead =
  | {
      readonly state: 'OK';
      readonly events: readonly LiveEvent[];
      /** The reason why there may be more events. Undefined if these are all events. */
      readonly missing: string | undefined;
    }
  | Refusal;

export type EventReader = DataLoader<EventSubject, EventsRead, string>;

type LiveEvent = ReturnType<typeof eventOf>;

const EVENTS: Resource = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
/** Maximum pages of a list. Few pages usually suffice, because API servers keep events for one hour by default. */
const MAX_PAGES = 4;
/** Maximum of the GraphQL type Int. */
const MAX_COUNT = 2 ** 31 - 1;
/** Characters hashed before yielding. This work takes some tenths of a millisecond. */
const CHARACTERS_OF_PIECE = 256 * 1024;
/**
 * Maximum number of objects of a namespace for which events are listed per object. For more objects, all events of the
 * namespace are listed first.
 */
const MAX_SINGLE_LISTS = 4;

export function createEventReader(session: LeafSession): EventReader {
  return new DataLoader<EventSubject, EventsRead, string>(subjects => readTogether(session, subjects), {
    cacheKeyFn: eventSubjectKey,
    maxBatchSize: 2_000,
  });
}

export function eventSubjectKey({ object: { metadata }, resource }: EventSubject): string {
  return JSON.stringify([resource.group, resource.kind, metadata.namespace, metadata.name, metadata.uid]);
}

async function readTogether(session: LeafSession, subjects: readonly EventSubject[]): Promise<EventsRead[]> {
  const as = session.caller;
  if (!as) return subjects.map(() => noToken(session.cluster));
  const answers = new Map<EventSubject, EventsRead>();
  const groups = Map.groupBy(subjects, namespaceOf);
  await Promise.all(
    [...groups].map(async ([namespace, group]) => {
      const all =
        group.length > MAX_SINGLE_LISTS ? await unlessFailed(listOf(session, as, namespace, group)) : undefined;
      await Promise.all(
        group.map(async subject => {
          const known =
            all === null || all instanceof KubernetesError || (all && all.missing === undefined) ? all : undefined;
          const list =
            known === undefined
              ? await unlessFailed(listOf(session, as, namespace, [subject], selectorOf(subject)))
              : known;
          if (list === null) answers.set(subject, session.budget.refusal);
          else if (list instanceof KubernetesError) answers.set(subject, refusedBy(session, namespace, list));
          else {
            const events = await session.inTurns(newestFirst(list, subject));
            answers.set(subject, { state: 'OK', events, missing: list.missing });
          }
        }),
      );
    }),
  );
  return subjects.map(subject => answers.get(subject)!);
}

/** The namespace of the events about an object. Events about cluster-scoped objects are in the namespace `default`. */
function namespaceOf({ object }: EventSubject): string {
  return object.metadata.namespace || 'default';
}

interface EventList {
  /** The reason why events may be missing. Undefined if the list was read completely. */
  readonly missing: string | undefined;
  /** Events of the requested objects, by subjectKey(). */
  readonly byObject: ReadonlyMap<string, readonly KeptEvent[]>;
}

interface KeptEvent {
  /** `involvedObject.uid` of the event. Empty if absent. */
  readonly about: unknown;
  readonly event: LiveEvent;
}

/**
 * Lists events. Null if the budget of the request is used up, so that a part of the events is never shown as all
 * events.
 */
async function listOf(
  session: LeafSession,
  as: Caller,
  namespace: string,
  subjects: readonly EventSubject[],
  fieldSelector?: string,
): Promise<EventList | null> {
  const byObject = new Map<string, KeptEvent[]>(subjects.map(subject => [subjectKey(subject), []]));
  const { hasMore, leftOut } = await session.list(as, EVENTS, {
    ...{ namespace, maxPages: MAX_PAGES, onObjects: events => session.inTurns(keep(session, events, byObject)) },
    ...(fieldSelector !== undefined && { fieldSelector }),
  });
  if (session.budget.isSpent) return null;
  return { missing: hasMore ? tooManyMessage(session) : leftOutMessage(session, leftOut), byObject };
}

function tooManyMessage({ cluster }: LeafSession): string {
  return `Cluster "${cluster}" has more events than the ${MAX_PAGES * LIST_PAGE.limit} that are read, and does not order them: newer ones may be missing.`;
}

function leftOutMessage({ cluster }: LeafSession, count: number): string | undefined {
  return count === 0 ? undefined : `Cluster "${cluster}" has events that cannot be read: ${count} are left out.`;
}

/**
 * Keeps the events of the requested objects. Each event is charged to the budget before the next one is read, because a
 * namespace may have many events.
 */
function* keep(
  session: LeafSession,
  events: readonly KubernetesObject[],
  byObject: ReadonlyMap<string, KeptEvent[]>,
): Generator<void, void, undefined> {
  for (const event of events) {
    const { kind, namespace, name, uid = '' } = record(event['involvedObject']) ?? {};
    const known = byObject.get(objectKey(kind, namespace, name));
    if (!known) continue;
    const shown = eventOf(session.cluster, event);
    if (!(yield* session.budget.take(shown))) return;
    known.push({ about: uid, event: shown });
    yield;
  }
}

function subjectKey({ object: { metadata }, resource }: EventSubject): string {
  return objectKey(resource.kind, metadata.namespace, metadata.name);
}

function objectKey(kind: unknown, namespace: unknown, name: unknown): string {
  return JSON.stringify([kind, namespace || '', name]);
}

/** The events of an object, with equal events merged. Yields, because texts may be long. */
function* newestFirst({ byObject }: EventList, subject: EventSubject): Generator<void, LiveEvent[], undefined> {
  const { name, uid } = subject.object.metadata;
  const byId = new Map<string, LiveEvent>();
  for (const { about, event } of byObject.get(subjectKey(subject)) ?? []) {
    // For events about its Node, the kubelet uses the name of the Node as UID.
    if (about === '' || about === uid || about === name) byId.set(event.id, event);
  }
  const repeated = new Map<string, LiveEvent[]>();
  let read = 0;
  for (const event of byId.values()) {
    const said = JSON.stringify([event.type, event.reason, event.message, event.reportedBy]);
    // Texts are compared by digest, because comparing long texts of equal length takes long.
    const digest = hash('sha256', said);
    const others = repeated.get(digest);
    if (others) others.push(event);
    else repeated.set(digest, [event]);
    if ((read += said.length) < CHARACTERS_OF_PIECE) continue;
    read = 0;
    yield;
  }
  return Array.from(repeated.values(), asOne).sort(byNewest);
}

/** The newest event, with the sum of the counts and the earliest time of all repetitions. */
function asOne(events: readonly LiveEvent[]): LiveEvent {
  const [newest, ...others] = events.toSorted(byNewest);
  if (others.length === 0) return newest!;
  const first = events.flatMap(({ firstSeenAt }) => firstSeenAt?.getTime() ?? []);
  const count = events.reduce((sum, event) => sum + event.count, 0);
  return {
    ...newest!,
    count: Math.min(count, MAX_COUNT),
    firstSeenAt: first.length > 0 ? new Date(Math.min(...first)) : undefined,
  };
}

/** Compares by time, newest first, then by id, so that the order is stable. */
function byNewest(a: LiveEvent, b: LiveEvent): number {
  return (b.lastSeenAt?.getTime() ?? 0) - (a.lastSeenAt?.getTime() ?? 0) || (a.id < b.id ? -1 : 1);
}

function eventOf(cluster: string, event: KubernetesObject) {
  const series = record(event['series']);
  const { namespace = '', name } = event.metadata;
  const happened = time(event['eventTime']) ?? time(event.metadata.creationTimestamp);
  return {
    id: encodeObjectId({ cluster, group: '', kind: 'Event', namespace, name }),
    type: text(event['type']),
    reason: text(event['reason']),
    message: text(event['message']),
    count: int(series?.['count']) ?? int(event['count']) ?? 1,
    firstSeenAt: time(event['firstTimestamp']) ?? happened,
    lastSeenAt: time(series?.['lastObservedTime']) ?? time(event['lastTimestamp']) ?? happened,
    reportedBy: text(event['reportingComponent']) ?? text(record(event['source'])?.['component']),
  };
}

function selectorOf({ object: { metadata }, resource }: EventSubject): string {
  const wanted = { kind: resource.kind, name: metadata.name, namespace: metadata.namespace ?? '' };
  return Object.entries(wanted)
    .map(([field, value]) => `involvedObject.${field}=${escaped(value)}`)
    .join();
}

/** Escapes a value for a field selector, as k8s.io/apimachinery pkg/fields does. */
function escaped(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

function refusedBy(session: LeafSession, namespace: string, error: KubernetesError): Refusal {
  session.note(error);
  return refusalOf(error, session.requested(`list events in namespace "${namespace}"`));
}

async function unlessFailed<T>(answer: Promise<T>): Promise<T | KubernetesError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof KubernetesError) return error;
    throw error;
  }
}
