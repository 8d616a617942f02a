/**
 * Reads the answer of a subgraph by the specification of GraphQL over HTTP: decides what counts as an answer, and
 * bounds its bytes.
 *
 * `application/graphql-response+json` comes from the GraphQL server itself, whatever the status. Any other JSON with a
 * status other than 2xx may come from a proxy, so it is no answer. An answer has data, or its errors say why not: nulls
 * without an error would read as "there is nothing".
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface HttpAnswer {
  /** Absent if it was null. */
  readonly data?: Record<string, unknown>;
  /** As the subgraph sent them; absent if there are none. */
  readonly errors?: readonly unknown[];
}

/** Why the response is no answer, worded for clients. */
export class NotAnAnswer extends Error {
  override name = 'NotAnAnswer';
  /** True if the subgraph itself has a problem, beyond this request. */
  readonly isSick: boolean;
  /** Errors in the response, for the log. */
  readonly errors: readonly unknown[];

  constructor(reason: string, { isSick = false, errors = [] }: { isSick?: boolean; errors?: readonly unknown[] } = {}) {
    super(reason);
    this.isSick = isSick;
    this.errors = errors;
  }
}

interface Head {
  readonly status: number;
  readonly contentType: string;
  readonly contentEncoding: string;
}

/** @throws NotAnAnswer, or the error of the stream */
export async function readHttpAnswer(head: Head, body: Readable, maxBytes: number): Promise<HttpAnswer> {
  const text = await readBounded(body, head.contentEncoding, maxBytes);
  const { status } = head;
  const type = head.contentType.split(';', 1)[0]!.trim().toLowerCase();
  const parsed = parseObject(text);
  if (!parsed) throw new NotAnAnswer(`HTTP ${status} with ${describeType(type)} that is not a GraphQL answer`, { isSick: status >= 500 });
  const errors = Array.isArray(parsed['errors']) && parsed['errors'].length > 0 ? (parsed['errors'] as unknown[]) : undefined;
  const isOk = status >= 200 && status < 300;
  if (!isOk && !(type === 'application/graphql-response+json' && errors))
    throw new NotAnAnswer(`HTTP ${status}`, { isSick: status >= 500, errors: errors ?? [] });
  const { data } = parsed;
  if (data != null && (typeof data !== 'object' || Array.isArray(data))) throw new NotAnAnswer('its data is not an object');
  if (data == null && !errors) throw new NotAnAnswer(`HTTP ${status} with neither data nor errors`);
  return { ...(data != null && { data: data as Record<string, unknown> }), ...(errors && { errors }) };
}

/** Counts decompressed bytes, because a kilobyte can become a gigabyte. */
async function readBounded(body: Readable, encoding: string, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('error', () => undefined); // the iteration reports it, or it no longer matters
  try {
    for await (const chunk of decoded(body, encoding) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new NotAnAnswer(`the answer is larger than ${maxBytes} bytes (subgraphs[].maxBytes)`);
      chunks.push(chunk);
    }
  } finally {
    body.destroy(); // does nothing after the last byte; before, it closes the connection
  }
  return new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
}

function decoded(body: Readable, encoding: string): Readable {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder =
    name === 'gzip' || name === 'x-gzip'
      ? createGunzip()
      : name === 'br'
        ? createBrotliDecompress()
        : name === 'deflate'
          ? createInflate()
          : undefined;
  if (!decoder) throw new NotAnAnswer('its content-encoding is none of gzip, br and deflate');
  return pipeline(body, decoder, () => undefined); // the reader of the decoder gets the error
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) && ('data' in value || 'errors' in value)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a foreign header only if it is a media type. */
function describeType(type: string): string {
  return /^[\w.+-]{1,50}\/[\w.+-]{1,50}$/.test(type) ? type : 'something';
}
