/**
 * The columns of `kubectl get -o wide`. The leaf returns them as a Table. For a custom resource, they are the
 * `additionalPrinterColumns` of its CustomResourceDefinition.
 *
 * A leaf may send anything. So the number of columns and the length of texts are limited, and control characters are
 * removed.
 */
import DataLoader from 'dataloader';
import { line } from '../../kinds/untrusted.ts';
import type { Caller } from '../../kubernetes/client.ts';
import { requestPhrase, resourcePath } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { isRecord } from '../../kubernetes/object-shape.ts';
import { isPathSegment, LIST_PAGE, MAX_OBJECT_BYTES, type LeafSession } from './leaf-session.ts';
import { int, items, record } from './manifest.ts';
import type { FoundObject } from './object-reader.ts';

export interface PrintedColumn {
  readonly name: string;
  readonly value: string;
  /** True if kubectl prints the column only with `-o wide`. */
  readonly wide: boolean;
}

/** Reads the columns of an object. Null if no columns could be read. */
export type ColumnReader = DataLoader<FoundObject, readonly PrintedColumn[] | null, string>;

const MAX_SINGLE_READS = 8;
const MAX_PAGES = 2;
const MAX_COLUMNS = 32;
const MAX_HEADER = 64;
const MAX_CELL = 512;

/** Media type of Tables. */
const ACCEPT = 'application/json;as=Table;v=v1;g=meta.k8s.io';

export function createColumnReader(session: LeafSession): ColumnReader {
  return new DataLoader<FoundObject, readonly PrintedColumn[] | null, string>(found => readTogether(session, found), {
    cacheKeyFn: columnKey,
    maxBatchSize: 2_000,
  });
}

export function columnKey({ object: { metadata }, resource }: FoundObject): string {
  return JSON.stringify([resource.group, resource.kind, metadata.namespace ?? '', metadata.name]);
}

async function readTogether(
  session: LeafSession,
  all: readonly FoundObject[],
): Promise<(readonly PrintedColumn[] | null)[]> {
  const as = session.caller;
  if (!as) return all.map(() => null);
  const groups = Map.groupBy(all, ({ object, resource }) =>
    JSON.stringify([resource.group, resource.kind, object.metadata.namespace]),
  );
  const printed = new Map<FoundObject, readonly PrintedColumn[]>();
  await Promise.all(
    [...groups.values()].map(async group => {
      const byName =
        group.length > MAX_SINGLE_READS
          ? await listed(session, as, group[0]!)
          : new Map<string, readonly PrintedColumn[]>();
      await Promise.all(
        group.map(async found => {
          const columns = byName.get(found.object.metadata.name) ?? (await single(session, as, found));
          if (columns) printed.set(found, columns);
        }),
      );
    }),
  );
  return all.map(found => printed.get(found) ?? null);
}

async function single(
  session: LeafSession,
  as: Caller,
  { object: { metadata }, resource }: FoundObject,
): Promise<readonly PrintedColumn[] | undefined> {
  const { name, namespace = '' } = metadata;
  if (!isPathSegment(name)) return undefined;
  const table = await tableAt(
    session,
    as,
    resourcePath(resource, namespace, name),
    requestPhrase('get', resource, { namespace, name }),
  );
  return table?.rows.get(name);
}

/** Columns of the objects on the first pages of a list, by name. */
async function listed(
  session: LeafSession,
  as: Caller,
  { object, resource }: FoundObject,
): Promise<ReadonlyMap<string, readonly PrintedColumn[]>> {
  const { namespace = '' } = object.metadata;
  const path = resourcePath(resource, namespace);
  const all = new Map<string, readonly PrintedColumn[]>();
  let token = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const table = await tableAt(session, as, path, `list ${path}`, {
      limit: LIST_PAGE.limit,
      continue: token || undefined,
    });
    for (const [name, columns] of table?.rows ?? []) all.set(name, columns);
    token = table?.token ?? '';
    if (token === '') break;
  }
  return all;
}

interface Table {
  /** Columns by name of the object. */
  readonly rows: ReadonlyMap<string, readonly PrintedColumn[]>;
  readonly token: string;
}

/**
 * Reads a Table. Undefined if no Table could be read. A refused Table does not change the live state of the object.
 */
async function tableAt(
  session: LeafSession,
  as: Caller,
  path: string,
  doing: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): Promise<Table | undefined> {
  try {
    return await session.ask(as, async asking => {
      if (session.budget.isSpent) return undefined;
      const answer = await session.registration.client.request(path, {
        ...asking,
        // Omits the metadata of the objects. The name is already in a column.
        query: { ...query, includeObject: 'None' },
        accept: ACCEPT,
        maxBytes: MAX_OBJECT_BYTES,
      });
      const table = tableOf(answer);
      const fits = await session.inTurns(session.budget.take(table && [...table.rows]));
      return fits ? table : undefined;
    });
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    session.note(
      new KubernetesError(error.code, `${doing} as a table: ${error.message}`, { cluster: session.cluster }),
    );
    return undefined;
  }
}

/** @param answer Response of a leaf, which may be any value */
export function tableOf(answer: unknown): Table | undefined {
  if (!isRecord(answer) || answer['kind'] !== 'Table') return undefined;
  const columns = items(answer['columnDefinitions'])
    .slice(0, MAX_COLUMNS)
    .map(definition => {
      const { name, format, priority } = record(definition) ?? {};
      return {
        name: typeof name === 'string' ? line(name, MAX_HEADER) : '',
        isName: format === 'name',
        wide: (int(priority) ?? 0) > 0,
      };
    });
  const nameAt = columns.findIndex(({ isName }) => isName);
  const rows = new Map<string, readonly PrintedColumn[]>();
  if (nameAt < 0) return undefined;
  for (const row of items(answer['rows']).slice(0, LIST_PAGE.limit)) {
    const cells = items(record(row)?.['cells']);
    const name = cells[nameAt];
    if (typeof name !== 'string') continue;
    const printed = columns.flatMap(({ name, isName, wide }, i) =>
      isName || name === '' ? [] : [{ name, value: cellText(cells[i]), wide }],
    );
    rows.set(name, printed);
  }
  const token = record(answer['metadata'])?.['continue'];
  return { rows, token: typeof token === 'string' ? token : '' };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return line(typeof cell === 'string' ? cell : JSON.stringify(cell), MAX_CELL);
}
