/**
 * Writes a whole result to a file, page by page. Only one page of objects is in memory at a time: each page is appended
 * to a Blob, which the browser stores. The functions that request pages and wait are arguments.
 */
import type { Answer } from '../client.ts';
import { coverageWords } from '../format/coverage.ts';
import type { ExportPageQuery, ExportPageQueryVariables, ObjectFilter, ObjectOrder } from '../graph/graphql.ts';

export type Format = 'csv' | 'ndjson';
export type ExportedObject = NonNullable<ExportPageQuery['objects']>['nodes'][number];

export type Outcome =
  /** `missing`: sentences about what the index did not cover. */
  | { readonly type: 'done'; readonly file: Blob; readonly count: number; readonly missing: readonly string[] }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly message: string };

export interface ExportSteps {
  readonly ask: (variables: ExportPageQueryVariables) => Promise<Answer<ExportPageQuery>>;
  /** Waits before a page is requested again. */
  readonly wait: (attempt: number) => Promise<void>;
  readonly isCancelled: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
}

/** Maximum attempts for a page while the server is overloaded or does not answer. */
const ATTEMPTS = 5;

export async function exportRows(
  format: Format,
  { filter, orderBy }: { filter: ObjectFilter; orderBy: readonly ObjectOrder[] },
  { ask, wait, isCancelled, onProgress }: ExportSteps,
): Promise<Outcome> {
  let file = new Blob([format === 'csv' ? csvLine(COLUMNS.map(([name]) => name)) : ''], { type: TYPES[format] });
  let after: string | null = null;
  let [count, total] = [0, 0];
  let missing: readonly string[] = [];
  for (let attempt = 1; ;) {
    if (isCancelled()) return { type: 'cancelled' };
    const { data, problem }: Answer<ExportPageQuery> = await ask({
      filter,
      orderBy: [...orderBy],
      after,
      isFirst: after === null,
    });
    const page = data?.objects;
    if (!page || problem) {
      if (attempt === ATTEMPTS || problem?.passing !== true) return { type: 'failed', message: problem?.message ?? '' };
      await wait(attempt++);
      continue;
    }
    attempt = 1;
    total = page.totalCount ?? total;
    if (page.coverage) missing = missingWords(page.coverage);
    count += page.nodes.length;
    file = new Blob([file, ...page.nodes.map(format === 'csv' ? asCsv : asJson)], { type: TYPES[format] });
    onProgress(count, Math.max(count, total));
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || after === null) return { type: 'done', file, count, missing };
  }
}

const TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv;charset=utf-8', ndjson: 'application/x-ndjson' };

function missingWords(coverage: Parameters<typeof coverageWords>[0]): readonly string[] {
  const { tone, sentences } = coverageWords(coverage);
  return tone === 'well' ? [] : sentences;
}

/** File name with the time of the export. */
export const fileName = (format: Format, at: Date): string =>
  `fleetgraph-${at.toISOString().slice(0, 19).replaceAll(':', '')}.${format}`;

const COLUMNS: readonly (readonly [name: string, of: (object: ExportedObject) => string])[] = [
  ['cluster', ({ cluster }) => cluster.name],
  ['namespace', ({ namespace }) => namespace ?? ''],
  ['kind', ({ kind }) => kind],
  ['group', ({ group }) => group],
  ['version', ({ version }) => version],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['suspended', ({ suspended }) => String(suspended)],
  ['reason', ({ reason }) => reason ?? ''],
  ['message', ({ message }) => message ?? ''],
  ['revision', ({ revision }) => revision ?? ''],
  ['images', ({ images }) => images.join(' ')],
  [
    'labels',
    ({ labels }) =>
      Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(' '),
  ],
  ['createdAt', ({ createdAt }) => createdAt ?? ''],
  ['transitionedAt', ({ transitionedAt }) => transitionedAt ?? ''],
  ['id', ({ id }) => id],
];

const asCsv = (object: ExportedObject): string => csvLine(COLUMNS.map(([, of]) => of(object)));

function asJson({ cluster, ...object }: ExportedObject): string {
  return `${JSON.stringify({ cluster: cluster.name, ...object })}\n`;
}

/** Line of a CSV file as RFC 4180 defines it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * One cell of a CSV file.
 *
 * Attacker: a user who may write the name or the message of an object. The attacker writes a formula, which would run
 * in the spreadsheet of another user who opens the export. Defence: a cell that would be a formula gets a leading
 * apostrophe, and is then read as text.
 */
function csvCell(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
