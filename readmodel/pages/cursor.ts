/**
 * Cursors: the position of a row in an order, as opaque text. A cursor holds only values of a row its reader has seen,
 * and stays valid when rows come and go, including its own.
 *
 * It is no capability: a forged cursor gives what View and Filter allow from that position on. The checksum only makes
 * a cut or edited cursor an error instead of a strange page.
 */
import { crc32 } from 'node:zlib';
import type { Ordering, Place } from '../rows/ordering.ts';
import type { ColumnRow } from '../rows/column-row.ts';
import { QueryError } from '../query.ts';
import { decodeObjectId, encodeObjectId, MalformedIdError } from '../../schema/object-id.ts';

const VERSION = 1;
/** Longer than any cursor: an id has at most 12 000 characters. */
const MAX_LENGTH = 20_000;
const START_ANEW = 'Take cursors as they are from pageInfo or edges of a page with the same orderBy, or start anew without one.';

export function encodeCursor(ordering: Pick<Ordering, 'fingerprint' | 'place'>, row: ColumnRow): string {
  const { id, values } = ordering.place(row);
  const content = JSON.stringify([VERSION, ordering.fingerprint, encodeObjectId(id), ...values]);
  return Buffer.from(`${checksum(content)}${content}`).toString('base64url');
}

/** @throws QueryError when the text is not a cursor of this order. */
export function decodeCursor(ordering: Ordering, cursor: string, argument: 'after' | 'before'): Place {
  const text = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, 'base64url').toString() : '';
  const [sum, content] = [text.slice(0, 8), text.slice(8)];
  if (sum === '' || checksum(content) !== sum)
    throw new QueryError(`"${argument}" is not a cursor of this server: it was cut or edited. ${START_ANEW}`, argument);
  const [version, fingerprint, id, ...values] = parsed(content);
  if (version !== VERSION) throw new QueryError(`"${argument}" is a cursor of another version of this server. ${START_ANEW}`, argument);
  if (fingerprint !== ordering.fingerprint) throw new QueryError(`"${argument}" is a cursor of another orderBy. ${START_ANEW}`, argument);
  try {
    const isCarried = (value: unknown, i: number): boolean =>
      typeof value === ordering.carries[i] && (typeof value === 'string' || Number.isFinite(value));
    if (typeof id !== 'string' || values.length !== ordering.carries.length || !values.every(isCarried)) throw new MalformedIdError();
    return { id: decodeObjectId(id), values: values as (number | string)[] };
  } catch (error) {
    if (!(error instanceof MalformedIdError)) throw error;
    throw new QueryError(`"${argument}" is not a cursor of this server. ${START_ANEW}`, argument);
  }
}

function parsed(content: string): unknown[] {
  try {
    const value: unknown = JSON.parse(content);
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // only a forger gets here with a correct checksum; the version then says it is no cursor
  }
}

function checksum(content: string): string {
  return crc32(content).toString(16).padStart(8, '0');
}
