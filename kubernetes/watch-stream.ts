/**
 * The body of a watch: one JSON document a line, turned into events. A line is bounded, because a leaf is not trusted with our memory.
 */
import type { KubernetesObject, WatchEvent } from './client.ts';
import { KubernetesError } from './errors.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { hasTooManyBrackets } from './json-brackets.ts';
import { isKubernetesObject } from './object-shape.ts';
import { errorOfStatusObject, malformed } from './status-error.ts';

const MAX_LINE_BYTES = 8 * 1024 * 1024;

export interface WatchStreamOptions {
  readonly cluster: string;
  /** For messages: "watch pods". */
  readonly doing: string;
  readonly maxLineBytes?: number;
}

export async function* watchEvents(body: AsyncIterable<Uint8Array>, options: WatchStreamOptions): AsyncGenerator<WatchEvent> {
  for await (const line of lines(body, options)) {
    const event = parseEvent(line, options);
    if (event !== undefined) yield event;
  }
}

const NEWLINE = 0x0a;

async function* lines(
  body: AsyncIterable<Uint8Array>,
  { cluster, doing, maxLineBytes = MAX_LINE_BYTES }: WatchStreamOptions,
): AsyncGenerator<string> {
  const gathered = new GatheredBytes();
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = gathered.textWith(chunk.subarray(start, end));
      start = end + 1;
      if (line.trim() !== '') yield line;
    }
    if (start < chunk.length) gathered.add(chunk.subarray(start));
    if (gathered.length > maxLineBytes) {
      throw new KubernetesError('MALFORMED', `${cluster}: ${doing}: one event is larger than ${maxLineBytes} bytes.`, { cluster });
    }
  }
  if (gathered.length > 0)
    throw new KubernetesError('UNREACHABLE', `${cluster}: ${doing}: the connection was closed in the middle of an event.`, { cluster });
}

function parseEvent(line: string, { cluster, doing }: WatchStreamOptions): WatchEvent | undefined {
  if (hasTooManyBrackets(line)) return { type: 'UNREADABLE' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw malformed(cluster, doing, { status: 200, contentType: 'a line that is not JSON', body: line.slice(0, 500) });
  }
  const { type, object } = (parsed ?? {}) as { type?: unknown; object?: unknown };
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return isKubernetesObject(object) ? { type, object } : { type: 'UNREADABLE' };
    case 'BOOKMARK':
      return bookmark(object);
    case 'ERROR':
      throw errorOfStatusObject(cluster, doing, object);
    default:
      throw malformed(cluster, doing, { status: 200, contentType: 'a line that is no watch event', body: line.slice(0, 500) });
  }
}

/** A bookmark has no name, only a version to go on from. */
function bookmark(object: unknown): WatchEvent | undefined {
  const metadata = (object as Partial<KubernetesObject> | null)?.metadata;
  if (typeof metadata?.resourceVersion !== 'string' || metadata.resourceVersion === '') return undefined;
  return {
    type: 'BOOKMARK',
    resourceVersion: metadata.resourceVersion,
    initialEventsEnd: metadata.annotations?.['k8s.io/initial-events-end'] === 'true',
  };
}
