/**
 * Reads the body of an agent's report: a header, one line for each object, and an end line with the number of objects.
 * This module does not depend on clusters, rows or stores.
 *
 * Guarantees: the limits bound memory, whatever the agent sends. A body of any other form throws, so that an incomplete
 * report is not accepted.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { gathered } from '../async/gathered-bytes.ts';
import { isRecord } from '../kinds/untrusted.ts';
import { parsesSlowly } from '../kubernetes/json-weight.ts';
import type { Resource } from '../rbac/types.ts';

export interface ReportLimits {
  /** Maximum bytes of a body, unpacked. */
  readonly bytes: number;
  readonly lineBytes: number;
  readonly objects: number;
}

/**
 * `MALFORMED`: the lines are not a report. `TOO_LARGE`: the report is above a limit. The message is for the operator of
 * the agent.
 */
export class ReportError extends Error {
  override name = 'ReportError';
  readonly code: 'MALFORMED' | 'TOO_LARGE';

  constructor(code: ReportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export interface ReportHeader {
  readonly agent: string;
  readonly seq: number;
  /** True if nothing has changed since the last report, and no object follows. */
  readonly isSame: boolean;
  readonly kubernetesVersion: string;
  /** Served resources, as the agent sent them. Their names are not checked yet. */
  readonly resources: readonly Resource[];
}

/** A complete body, split into lines. The lines of objects are not parsed yet. */
export interface ReportBody {
  readonly header: ReportHeader;
  /** Lines of the objects, without header and end line. */
  readonly lines: readonly Buffer[];
}

const AGENT = /^[A-Za-z0-9._-]{1,64}$/;
const MAX_VERSION_LENGTH = 64;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
/** Number of bytes after which digestOf() calls `pace`. */
const HASHED_AT_ONCE = 512 * 1024;

/** Called between two pieces of work, to pause if needed. Undefined means that the work continues at once. */
export type Pace = () => Promise<void> | undefined;

/**
 * Reads a body to its end, and returns its unpacked bytes.
 * @param encoding Value of content-encoding
 * @throws ReportError, and errors of the body
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string,
  limits: ReportLimits,
): Promise<Buffer> {
  const { bytes, complete } = await gathered(encoding === 'gzip' ? unpacked(body) : body, limits.bytes);
  if (!complete) throw tooLarge(`a report has at most ${limits.bytes} bytes, unpacked`);
  return bytes;
}

async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  let goOn = (): void => undefined;
  gunzip.on('drain', () => goOn()).on('close', () => goOn());
  gunzip.on('error', () => undefined); // the reader below gets the error
  let failure: { readonly error: unknown } | undefined;
  // Not awaited: if reading ends early, the next piece of the body may never come.
  void (async () => {
    for await (const chunk of body) {
      if (gunzip.destroyed) return;
      if (!gunzip.write(chunk)) await new Promise<void>(resolve => (goOn = resolve));
    }
    gunzip.end();
  })().catch((error: unknown) => {
    failure = { error };
    gunzip.destroy(error as Error);
  });
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    if (failure) throw failure.error;
    throw malformed(`the body is not gzip (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`);
  } finally {
    gunzip.destroy();
  }
}

/** @throws ReportError */
export function splitBody(body: Buffer, limits: ReportLimits): ReportBody {
  const lines: Buffer[] = [];
  for (let from = 0; from < body.length;) {
    const at = body.indexOf(LINE_FEED, from);
    const end = at < 0 ? body.length : at;
    const line = body.subarray(from, body[end - 1] === CARRIAGE_RETURN ? Math.max(from, end - 1) : end);
    if (line.length > limits.lineBytes)
      throw tooLarge(`a line of a report has at most ${limits.lineBytes} bytes; line ${lines.length + 1} has more`);
    if (line.length === 0) throw malformed(`line ${lines.length + 1} is empty`);
    lines.push(line);
    // Two lines more than objects: the header and the end line.
    if (lines.length > limits.objects + 2) throw tooLarge(`a report has at most ${limits.objects} objects`);
    from = end + 1;
  }
  const [first, ...rest] = lines;
  if (!first) throw malformed('the body is empty');
  const header = headerOf(parsed(first, 1));
  if (header.isSame) {
    if (rest.length > 0) throw malformed('lines follow a report with "same": true');
    return { header, lines: [] };
  }
  const end = rest.pop();
  const last = end && parsed(end, lines.length);
  if (!isRecord(last) || last['end'] !== true)
    throw malformed('the last line is not {"end":true,"objects":n}: the report is cut off');
  if (rest.length > limits.objects) throw tooLarge(`a report has at most ${limits.objects} objects`);
  if (last['objects'] !== rest.length)
    throw malformed(`the end gives another number of objects than the ${rest.length} lines before it`);
  return { header, lines: rest };
}

/**
 * Digest of a report's content, without the report's number (`seq`). Equal digests mean equal bytes of content.
 * @param context Other values that the rows depend on. The digest covers them, too
 */
export async function digestOf({ header, lines }: ReportBody, context: unknown, pace: Pace): Promise<string> {
  const { agent, kubernetesVersion, resources } = header;
  const hash = createHash('sha256').update(JSON.stringify([agent, kubernetesVersion, resources, context]));
  let hashed = 0;
  for (const line of lines) {
    hash.update(`\n${line.length} `).update(line);
    hashed += line.length;
    if (hashed < HASHED_AT_ONCE) continue;
    hashed = 0;
    await pace();
  }
  return hash.digest('base64url');
}

/**
 * The object of a line. Undefined if reading the object would take too long. The object is then left out.
 * @param number Number of the line, from 1
 * @throws ReportError
 */
export function objectOf(line: Buffer, number: number): Readonly<Record<string, unknown>> | undefined {
  if (parsesSlowly(line)) return undefined;
  const value = parsed(line, number);
  const object = isRecord(value) ? value['object'] : undefined;
  if (!isRecord(object)) throw malformed(`line ${number} is not {"object":{…}}`);
  return object;
}

function headerOf(value: unknown): ReportHeader {
  if (!isRecord(value) || value['report'] !== 1) throw malformed('line 1 is not {"report":1,…}');
  const { agent, seq, same, kubernetesVersion = '', resources = same === true ? [] : undefined } = value;
  if (typeof agent !== 'string' || !AGENT.test(agent))
    throw malformed('line 1: agent has 1 to 64 letters, digits and . _ -');
  if (!Number.isSafeInteger(seq) || (seq as number) < 0) throw malformed('line 1: seq is a whole number, 0 or more');
  if (same !== undefined && typeof same !== 'boolean') throw malformed('line 1: same is true, or absent');
  if (typeof kubernetesVersion !== 'string' || kubernetesVersion.length > MAX_VERSION_LENGTH)
    throw malformed(`line 1: kubernetesVersion is a text of at most ${MAX_VERSION_LENGTH} characters`);
  if (!Array.isArray(resources)) throw malformed('line 1: resources is a list');
  return {
    ...{ agent, seq: seq as number, isSame: same === true, kubernetesVersion },
    resources: resources.map((resource, index) => resourceOf(resource, index)),
  };
}

function resourceOf(value: unknown, index: number): Resource {
  const { group, version, kind, plural, namespaced } = isRecord(value) ? value : {};
  const areTexts = [group, version, kind, plural].every(part => typeof part === 'string');
  if (!areTexts || typeof namespaced !== 'boolean')
    throw malformed(
      `line 1: resources[${index}] has group, version, kind and plural as texts, and namespaced as true or false`,
    );
  return {
    group: group as string,
    version: version as string,
    kind: kind as string,
    plural: plural as string,
    namespaced,
  };
}

function parsed(line: Buffer, number: number): unknown {
  if (!isUtf8(line)) throw malformed(`line ${number} is not UTF-8`);
  if (parsesSlowly(line)) throw tooLarge(`line ${number} has too many values`);
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw malformed(`line ${number} is not JSON`);
  }
}

function malformed(message: string): ReportError {
  return new ReportError('MALFORMED', message);
}

function tooLarge(message: string): ReportError {
  return new ReportError('TOO_LARGE', message);
}
