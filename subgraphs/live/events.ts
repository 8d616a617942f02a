/**
 * The events about one object, the newest first, as the caller may list them.
 *
 * An API server cannot order events, so all about the object are read, up to a bound, and ordered here. After an object is deleted and made
 * again, the events of its predecessor stay for a while under the same name; they are left out by their UID.
 */
import type { Caller, KubernetesObject, ServedResource } from '../../kubernetes/client.ts';
import type { Resource } from '../../rbac/types.ts';
import type { LeafSession } from './leaf-session.ts';
import { int, record, text, time } from './manifest.ts';

const EVENTS: Resource = { group: '', version: 'v1', kind: 'Event', plural: 'events', namespaced: true };
const PAGE_SIZE = 500;
/** API servers keep events for an hour and merge repeated ones; who has more than this has a problem that the newest will show. */
const MAX_PAGES = 4;

/** @throws KubernetesError when the leaf refuses or fails */
export async function eventsAbout(
  session: LeafSession,
  as: Caller,
  { object, resource }: { readonly object: KubernetesObject; readonly resource: ServedResource },
  first: number,
) {
  const { name, namespace = '', uid } = object.metadata;
  const selector = { 'involvedObject.kind': resource.kind, 'involvedObject.name': name, 'involvedObject.namespace': namespace };
  const fieldSelector = Object.entries(selector)
    .map(([field, value]) => `${field}=${escaped(value)}`)
    .join();
  const events: KubernetesObject[] = [];
  let token = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, continue: next } = await session.ask(as, asking =>
      session.registration.client.list(EVENTS, {
        ...asking,
        // Events about cluster-scoped objects are kept in the namespace `default`.
        namespace: namespace || 'default',
        fieldSelector,
        limit: PAGE_SIZE,
        ...(token !== '' && { continue: token }),
      }),
    );
    events.push(...items.filter(event => isAbout(event, name, uid)));
    token = next;
    if (token === '') break;
  }
  return events
    .map(eventOf)
    .sort((a, b) => (b.lastSeenAt?.getTime() ?? 0) - (a.lastSeenAt?.getTime() ?? 0))
    .slice(0, first);
}

/** The kubelet reports about its node with the node's name for a UID. */
function isAbout(event: KubernetesObject, name: string, uid: string | undefined): boolean {
  const about = record(event['involvedObject'])?.['uid'] ?? '';
  return about === '' || about === uid || about === name;
}

function eventOf(event: KubernetesObject) {
  const series = record(event['series']);
  const happened = time(event['eventTime']) ?? time(event.metadata.creationTimestamp);
  return {
    type: text(event['type']),
    reason: text(event['reason']),
    message: text(event['message']),
    count: int(series?.['count']) ?? int(event['count']) ?? 1,
    firstSeenAt: time(event['firstTimestamp']) ?? happened,
    lastSeenAt: time(series?.['lastObservedTime']) ?? time(event['lastTimestamp']) ?? happened,
    source: text(event['reportingComponent']) ?? text(record(event['source'])?.['component']),
  };
}

/** As k8s.io/apimachinery pkg/fields escapes a value. */
function escaped(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}
