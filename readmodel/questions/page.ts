/**
 * Pages over a selection by keyset, in both directions. A page deep in the list costs about as much as the first page.
 *
 * If only few of many rows can match, all rows are read, and only the rows of the page are kept. Otherwise rows are
 * visited in order from the cursor, and rows that do not match are skipped (walks.ts). A walk that skips too many rows
 * is abandoned, and all rows are read instead.
 *
 * hasNextPage and hasPreviousPage tell if there are visible matching rows after and before the page. They do so with
 * and without cursors in the request.
 */
import { crc32 } from 'node:zlib';
import { decodeObjectId, encodeObjectId, MalformedIdError } from '../../schema/object-id.ts';
import type { StatusChange } from '../../store/store.ts';
import type { Moment } from '../changes/change.ts';
import type { Steps } from '../../async/fair-turns.ts';
import { type IndexedRow, type Page, type PageRequest, QueryError } from '../query.ts';
import type { Selection } from '../select/selection.ts';
import type { Blank, ColumnRow, StoredFields } from '../table/column-row.ts';
import { TopK } from '../table/containers.ts';
import type { Ordering, KeysetPosition } from '../table/ordering.ts';
import type { RowTable } from '../table/row-table.ts';
import { Part, walkLasting, walkValues } from './walks.ts';

/** Maximum number of rows in a part that is read completely and sorted. */
const SMALL = 512;
export interface PageRows {
  readonly rows: readonly number[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Selects the rows of a page. @throws QueryError */
export function* selectPage(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  request: PageRequest,
): Steps<PageRows> {
  const forward = 'first' in request;
  const size = forward ? request.first : request.last;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new QueryError(`"${forward ? 'first' : 'last'}" must be a whole number that is not negative, not ${size}.`);
  }
  const { after, before } = endsOf(ordering, request);
  const found = yield* take(table, selection, ordering, { after, before, forward, limit: size + 1 });
  const more = found.length > size;
  const rows = found.slice(0, size);
  const beyond = (position: KeysetPosition | undefined, side: 'after' | 'before') =>
    isAnyBeyond(table, selection, ordering, position, side);
  return forward
    ? { rows, hasNextPage: more || (yield* beyond(before, 'after')), hasPreviousPage: yield* beyond(after, 'before') }
    : {
        rows: rows.reverse(),
        hasNextPage: yield* beyond(before, 'after'),
        hasPreviousPage: more || (yield* beyond(after, 'before')),
      };
}

/** Decodes the cursors of a page. @throws QueryError */
export function endsOf(
  ordering: Ordering,
  { after, before }: PageRequest,
): { after: KeysetPosition | undefined; before: KeysetPosition | undefined } {
  return {
    after: after === undefined ? undefined : decodeCursor(ordering, after, 'after'),
    before: before === undefined ? undefined : decodeCursor(ordering, before, 'before'),
  };
}

/**
 * True if a matching row lies on one side of a position, or at the position. False without a position. Separate from
 * selectPage(), so that closures of the generator do not keep rows in memory.
 */
function* isAnyBeyond(
  table: RowTable,
  selection: Selection,
  ordering: Ordering,
  position: KeysetPosition | undefined,
  side: 'after' | 'before',
): Steps<boolean> {
  if (!position) return false;
  // If the row of the cursor still exists and matches, no search is needed.
  const own = table.find(position.id);
  if (own !== 0 && ordering.probe(position)(own) === 0 && (yield* selection.has(own))) return true;
  const one = yield* take(table, selection, ordering, { [side]: position, forward: side === 'after', limit: 1 });
  return one.length > 0;
}

export interface Range {
  readonly after?: KeysetPosition | undefined;
  readonly before?: KeysetPosition | undefined;
  /** True for the first rows of the range. False for the last rows, read from the end backward. */
  readonly forward: boolean;
  readonly limit: number;
}

function* take(table: RowTable, selection: Selection, ordering: Ordering, range: Range): Steps<number[]> {
  const whole = new Part(table, selection);
  // Probably fewer rows match than the page needs. A walk would then visit all rows.
  if (whole.inScopes > SMALL && whole.atMost * whole.share < range.limit) return yield* scan(whole, ordering, range);
  return (yield* walk(table, whole, ordering, range)) ?? (yield* scan(whole, ordering, range));
}

function* scan(part: Part, ordering: Ordering, { after, before, forward, limit }: Range): Steps<number[]> {
  const [behind, ahead] = [after && ordering.probe(after), before && ordering.probe(before)];
  const best = new TopK<number>(limit, forward ? ordering.compare : (a, b) => ordering.compare(b, a));
  yield* part.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) {
      const row = block[i]!;
      if ((!behind || behind(row) > 0) && (!ahead || ahead(row) < 0)) best.offer(row);
    }
  });
  return best.sorted();
}

/**
 * Selects the rows of a range by visiting rows in the order of `ordering`. Undefined if the walk would cost too much.
 * @param small Maximum number of rows in a part that is sorted
 */
export function* walk(
  table: RowTable,
  whole: Part,
  ordering: Ordering,
  { after, before, forward, limit }: Range,
  small = SMALL,
): Steps<number[] | undefined> {
  const [start, end] = forward ? [after, before] : [before, after];
  const isOutside = endOf(ordering, end, forward);
  return yield* walkValues(
    table,
    whole,
    ordering,
    { start, forward, limit, isOutside, small },
    {
      sorted: (part, start, limit) => scan(part, ordering, { [forward ? 'after' : 'before']: start, forward, limit }),
      walked: (part, start, limit) => walkLasting(table, part, ordering, { start, forward, limit }),
    },
  );
}

/** Returns a function that is true for rows at or beyond the end of a range. */
function endOf(ordering: Ordering, end: KeysetPosition | undefined, forward: boolean): (row: number) => boolean {
  const probe = end && ordering.probe(end);
  if (!probe) return () => false;
  return forward ? row => probe(row) >= 0 : row => probe(row) <= 0;
}

const VERSION = 1;
/** Maximum length of a cursor in characters. Longer than any real cursor. */
const MAX_LENGTH = 20_000;
const START_ANEW =
  'Take cursors as they are from pageInfo or edges of a page with the same orderBy, or start anew without one.';

/**
 * Encodes the position of a row in an order as opaque text. A cursor holds only values of a row that its reader has
 * seen. A cursor stays valid when rows appear or disappear, even if its own row disappears.
 *
 * A cursor grants no rights. A forged cursor returns only rows that RowAuthorizer and Filter allow from that position
 * on. The checksum only turns a truncated or edited cursor into an error instead of an unexpected page.
 */
export function encodeCursor(ordering: Pick<Ordering, 'fingerprint' | 'position'>, row: ColumnRow): string {
  const { id, values } = ordering.position(row);
  const content = JSON.stringify([VERSION, ordering.fingerprint, encodeObjectId(id), ...values]);
  return Buffer.from(`${checksum(content)}${content}`).toString('base64url');
}

/** Decodes a cursor. @throws QueryError if the text is not a cursor of this order */
export function decodeCursor(ordering: Ordering, cursor: string, argument: 'after' | 'before'): KeysetPosition {
  const text = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, 'base64url').toString() : '';
  const [sum, content] = [text.slice(0, 8), text.slice(8)];
  if (sum === '' || checksum(content) !== sum)
    throw new QueryError(`"${argument}" is not a cursor of this server: it was cut or edited. ${START_ANEW}`, argument);
  const [version, fingerprint, id, ...values] = parsed(content);
  if (version !== VERSION)
    throw new QueryError(`"${argument}" is a cursor of another version of this server. ${START_ANEW}`, argument);
  if (fingerprint !== ordering.fingerprint)
    throw new QueryError(`"${argument}" is a cursor of another orderBy. ${START_ANEW}`, argument);
  try {
    const isCarried = (value: unknown, i: number): boolean =>
      typeof value === ordering.carries[i] && (typeof value === 'string' || Number.isFinite(value));
    if (typeof id !== 'string' || values.length !== ordering.carries.length || !values.every(isCarried))
      throw new MalformedIdError();
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
    return []; // only a forged cursor comes here: its checksum is correct, but the version check refuses it
  }
}

function checksum(content: string): string {
  return crc32(content).toString(16).padStart(8, '0');
}

/**
 * A page that computes cursors on demand. Most callers need at most one cursor, and a cursor costs more than its row.
 * The page is a class, because object literals with getters would keep the rows in memory longer.
 */
export class ReadPage implements Page {
  readonly rows: readonly IndexedRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly moment: Moment | undefined;
  readonly #ordering: Ordering;

  constructor(
    rows: readonly IndexedRow[],
    ordering: Ordering,
    { hasNextPage, hasPreviousPage, moment }: Pick<Page, 'hasNextPage' | 'hasPreviousPage' | 'moment'>,
  ) {
    this.rows = rows;
    this.hasNextPage = hasNextPage;
    this.hasPreviousPage = hasPreviousPage;
    this.moment = moment;
    this.#ordering = ordering;
  }

  get cursors(): string[] {
    return this.rows.map(row => encodeCursor(this.#ordering, row));
  }

  get startCursor(): string | undefined {
    return this.#cursorAt(0);
  }

  get endCursor(): string | undefined {
    return this.#cursorAt(-1);
  }

  #cursorAt(at: number): string | undefined {
    const row = this.rows.at(at);
    return row && encodeCursor(this.#ordering, row);
  }
}

/** Reads data that only the store has, provided that the cluster still has the given registration. */
export interface StoreReads {
  readonly fields: (row: IndexedRow, registration: string) => Promise<StoredFields>;
  readonly history: (row: IndexedRow, registration: string) => Promise<readonly StatusChange[] | undefined>;
}

/**
 * A row of an answer, with the values that the columns had when the row was chosen. The row never changes, even if its
 * number is given to another row. RowTable.read() adds texts and times.
 */
export class ShownRow extends (class {} as new () => Blank) implements IndexedRow {
  // Declared, so that all rows share one shape.
  override cluster = '';
  override group = '';
  override kind = '';
  override namespace = '';
  override name = '';
  override status: Blank['status'] = 'UNKNOWN';
  override suspended = false;
  override labels: Blank['labels'] = {};
  readonly #store: StoreReads;
  readonly #registration: string;

  /** @param registrationOf Returns the current registration of a cluster */
  constructor(table: RowTable, number: number, store: StoreReads, registrationOf: (cluster: string) => string) {
    super();
    this.#store = store;
    table.read(number, this);
    this.#registration = registrationOf(this.cluster);
  }

  get id(): string {
    return encodeObjectId(this);
  }

  stored(): Promise<StoredFields> {
    return this.#store.fields(this, this.#registration);
  }

  history(): Promise<readonly StatusChange[] | undefined> {
    return this.#store.history(this, this.#registration);
  }
}
