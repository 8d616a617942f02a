/**
 * Turns the body of a watch, one JSON document per line, into events. The size of a line and the time to parse it are
 * bounded, because a leaf must not fill our memory or block the event loop. An event beyond the bounds usually still
 * identifies its object.
 */
import type { KubernetesObject, WatchEvent } from './client.ts';
import { KubernetesError } from './errors.ts';
import { GatheredBytes } from '../async/gathered-bytes.ts';
import { parsesSlowly } from './json-weight.ts';
import { identityInEvent, identityOf, type RemainsOfEvent } from './object-identity.ts';
import { isKubernetesObject } from './object-shape.ts';
import { errorOfStatusObject, malformed } from './status-error.ts';

const MAX_LINE_BYTES = 8 * 1024 * 1024;
/**
 * The watch fails if more than ENDLESS * `maxLineBytes` are cut from one line. The largest object that etcd accepts by
 * default is several times shorter, even if each of its bytes is written as an escape.
 */
const ENDLESS = 8;

export interface WatchStreamOptions {
  readonly cluster: string;
  /** Name of the request, for messages: "watch pods". */
  readonly doing: string;
  /** Maximum bytes of a line. A longer line is cut. @default 8 MiB */
  readonly maxLineBytes?: number;
}

export async function* watchEvents(
  body: AsyncIterable<Uint8Array>,
  options: WatchStreamOptions,
): AsyncGenerator<WatchEvent> {
  for await (const line of lines(body, options)) {
    const event = parseEvent(line, options);
    if (event !== undefined) yield event;
  }
}

const NEWLINE = 0x0a;

interface Line {
  readonly bytes: Buffer;
  /** True if the line is longer than its bound, so that only its start was kept. */
  readonly cut: boolean;
}

async function* lines(
  body: AsyncIterable<Uint8Array>,
  { cluster, doing, maxLineBytes = MAX_LINE_BYTES }: WatchStreamOptions,
): AsyncGenerator<Line> {
  const gathered = new GatheredBytes();
  let cutBytes = 0;
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const room = maxLineBytes - gathered.length;
      const cut = cutBytes > 0 || end - start > room;
      const bytes = gathered.bytesWith(chunk.subarray(start, cut ? start + room : end));
      start = end + 1;
      cutBytes = 0;
      yield { bytes, cut };
    }
    const kept = chunk.subarray(start, start + maxLineBytes - gathered.length);
    if (kept.length > 0) gathered.add(kept);
    cutBytes += chunk.length - start - kept.length;
    if (cutBytes > ENDLESS * maxLineBytes) {
      const bytes = ENDLESS * maxLineBytes;
      throw new KubernetesError('MALFORMED', `${cluster}: ${doing}: one event is larger than ${bytes} bytes.`, {
        cluster,
      });
    }
  }
  if (gathered.length > 0 || cutBytes > 0)
    throw new KubernetesError(
      'UNREACHABLE',
      `${cluster}: ${doing}: the connection was closed in the middle of an event.`,
      { cluster },
    );
}

function parseEvent({ bytes, cut }: Line, { cluster, doing }: WatchStreamOptions): WatchEvent | undefined {
  let parsed: unknown;
  try {
    if (cut || parsesSlowly(bytes)) return unreadable(identityInEvent(bytes));
    const text = bytes.toString('utf8');
    if (text.trim() === '') return undefined;
    parsed = JSON.parse(text);
  } catch {
    throw malformed(cluster, doing, { status: 200, contentType: 'a line that is not JSON', body: beginning(bytes) });
  }
  const { type, object } = (parsed ?? {}) as { type?: unknown; object?: unknown };
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return isKubernetesObject(object) ? { type, object } : unreadable({ type, identity: identityOf(object) });
    case 'BOOKMARK':
      return bookmark(object);
    case 'ERROR':
      throw errorOfStatusObject(cluster, doing, object);
    default:
      throw malformed(cluster, doing, {
        status: 200,
        contentType: 'a line that is no watch event',
        body: beginning(bytes),
      });
  }
}

function beginning(line: Buffer): string {
  return line.toString('utf8', 0, 500);
}

/** Event for an unreadable object. A deletion needs only the identity of the object. */
function unreadable({ type, identity }: RemainsOfEvent): WatchEvent {
  if (type === 'DELETED' && identity) return { type, object: identity };
  return { type: 'UNREADABLE', identity: type === 'ADDED' || type === 'MODIFIED' ? identity : undefined };
}

/** Reads a bookmark. Its object has no name, only a version to continue from. */
function bookmark(object: unknown): WatchEvent | undefined {
  const metadata = (object as Partial<KubernetesObject> | null)?.metadata;
  if (typeof metadata?.resourceVersion !== 'string' || metadata.resourceVersion === '') return undefined;
  return {
    type: 'BOOKMARK',
    resourceVersion: metadata.resourceVersion,
    initialEventsEnd: metadata.annotations?.['k8s.io/initial-events-end'] === 'true',
  };
}
