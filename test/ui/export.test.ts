/**
 * Export of a whole result: reading page by page, file formats, and cells that spreadsheets must not run as formulas.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  csvLine,
  exportRows,
  fileName,
  type ExportedObject,
  type ExportSteps,
  type Format,
} from '../../ui/src/export/export.ts';
import type { ExportPageQueryVariables } from '../../ui/src/graph/graphql.ts';

const object = (name: string, more: Partial<ExportedObject> = {}): ExportedObject => ({
  ...{
    id: `c//Pod/ns/${name}`,
    cluster: { name: 'c' },
    group: '',
    kind: 'Pod',
    version: 'v1',
    namespace: 'ns',
    name,
    status: 'CURRENT',
  },
  ...{
    suspended: false,
    reason: null,
    message: null,
    revision: null,
    createdAt: null,
    transitionedAt: null,
    syncedAt: '',
  },
  ...{ labels: { team: 'a', tier: 'web' }, images: [] },
  ...more,
});
const coverage = { total: 2, indexed: 2, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [] };

/** Fake server with these objects, three per page. `failing`: number of failed requests before each page. */
function steps(
  objects: readonly ExportedObject[],
  { failing = 0, passing = true, unreachable = 0, cancelAfter = Infinity } = {},
) {
  const requested: ExportPageQueryVariables[] = [];
  const progress: [number, number][] = [];
  let failed = 0;
  const it: ExportSteps = {
    ask: async variables => {
      requested.push(variables);
      if (failed++ < failing) return { data: undefined, problem: { message: 'Too much to do.', passing }, at: 0 };
      failed = 0;
      const from = variables.after == null ? 0 : Number(variables.after);
      const page = {
        ...(variables.isFirst && { totalCount: objects.length, coverage: { ...coverage, unreachable } }),
        nodes: objects.slice(from, from + 3),
        pageInfo: { hasNextPage: from + 3 < objects.length, endCursor: objects.length === 0 ? null : String(from + 3) },
      };
      return { data: { objects: page }, problem: undefined, at: 0 };
    },
    wait: async () => {},
    isCancelled: () => requested.length >= cancelAfter,
    onProgress: (done, total) => progress.push([done, total]),
  };
  return { it, requested, progress };
}
const objects = Array.from({ length: 8 }, (_, index) => object(`web-${index}`));
const run = (format: Format, { it }: ReturnType<typeof steps>) => exportRows(format, { filter: {}, orderBy: [] }, it);
const textOf = async (outcome: Awaited<ReturnType<typeof run>>) =>
  outcome.type === 'done' ? outcome.file.text() : JSON.stringify(outcome);

describe('an export', () => {
  it('has each object once, page by page, and tells how far it is', async () => {
    const graph = steps(objects);
    const outcome = await run('ndjson', graph);
    expect(outcome).toMatchObject({ type: 'done', count: 8, missing: [] });
    const lines = (await textOf(outcome)).trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line) as object)).toEqual(objects.map(it => ({ ...it, cluster: 'c' })));
    expect(graph.progress).toEqual([
      [3, 8],
      [6, 8],
      [8, 8],
    ]);
    expect(graph.requested.map(({ isFirst }) => isFirst)).toEqual([true, false, false]);
  });

  it('as CSV has a line of names first', async () => {
    const lines = (
      await textOf(await run('csv', steps([object('web', { message: 'said "no", twice', status: 'FAILED' })])))
    ).split('\r\n');
    expect(lines).toEqual([
      'cluster,namespace,kind,group,version,name,status,suspended,reason,message,revision,images,labels,createdAt,transitionedAt,id',
      'c,ns,Pod,,v1,web,FAILED,false,,"said ""no"", twice",,,team=a tier=web,,,c//Pod/ns/web',
      '',
    ]);
  });

  it('of nothing is a file without objects', async () => {
    expect(await textOf(await run('ndjson', steps([])))).toBe('');
  });

  it('asks again where there is too much to do, and gives up when that lasts', async () => {
    expect(await run('csv', steps(objects, { failing: 4 }))).toMatchObject({ type: 'done', count: 8 });
    expect(await run('csv', steps(objects, { failing: 5 }))).toEqual({ type: 'failed', message: 'Too much to do.' });
  });

  it('does not ask again where that cannot help', async () => {
    const graph = steps(objects, { failing: 1, passing: false });
    expect(await run('csv', graph)).toEqual({ type: 'failed', message: 'Too much to do.' });
    expect(graph.requested).toHaveLength(1);
  });

  it('ends between two pages when it is cancelled', async () => {
    const graph = steps(objects, { cancelAfter: 2 });
    expect(await run('csv', graph)).toEqual({ type: 'cancelled' });
    expect(graph.requested).toHaveLength(2);
  });

  it('tells what the index did not know', async () => {
    expect(await run('csv', steps(objects, { unreachable: 1 }))).toMatchObject({
      missing: ['1 cluster cannot be read at the moment; its last known state is shown.'],
    });
  });
});

describe('a cell of CSV', () => {
  it.each([
    ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"\r\n`],
    ['  +1', `'  +1\r\n`],
    ['@SUM(A1)', `'@SUM(A1)\r\n`],
    ['-2+3', `'-2+3\r\n`],
    ['\t=1', `'\t=1\r\n`],
    ['＝1', `'＝1\r\n`],
    ['a;=1', `"a;=1"\r\n`],
    ['web-1', 'web-1\r\n'],
    ['two\nlines', '"two\nlines"\r\n'],
  ])('%j is %j', (text, line) => expect(csvLine([text])).toBe(line));

  it('is never a formula, and is the same again when it is read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', ' ', '\t', '"', ',', '\n', 'a') }), {
          minLength: 1,
        }),
        cells => {
          const read = readCsvLine(csvLine(cells));
          expect(read.every(cell => !/^\s*[=+\-@]/.test(cell))).toBe(true);
          expect(
            read.map((cell, index) => (cell.startsWith("'") && !cells[index]?.startsWith("'") ? cell.slice(1) : cell)),
          ).toEqual(cells);
        },
      ),
    );
  });
});

it('names its file by the moment', () =>
  expect(fileName('csv', new Date('2026-01-31T12:34:56.789Z'))).toBe('fleetgraph-2026-01-31T123456.csv'));

/** Parses a line of CSV as RFC 4180 defines it. */
function readCsvLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
}
