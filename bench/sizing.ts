/** Generates the measured part of docs/sizing.md from the results. */
import type { Result } from './result.ts';

/** Data sets. Each has a column in the table. */
const SETS = ['S1', 'S2'] as const;
type SetName = (typeof SETS)[number];

/**
 * A line of the table: its text, and a function that returns its figure. The figure is undefined if the data set has
 * no such result.
 */
type Line = readonly [words: string, value: (of: Measured) => string | undefined];
type Measured = (name: string) => Result | undefined;

export const BEGIN = '<!-- measured: written by `make bench`, do not edit -->';
export const END = '<!-- end of what was measured -->';

const GATEWAY: readonly Line[] = [
  [
    'memory of the process (resident) with all rows',
    one('rebuild: resident memory of the gateway process when all clusters are indexed'),
  ],
  ['of it for everything but the rows (live)', one('rebuild: memory in a replica for everything but the rows')],
  [
    'and for each row (live)',
    one(
      'rebuild: memory in a replica: live bytes (heap and buffers), less those of a replica that holds everything but the rows',
    ),
  ],
  [
    'from its start until all clusters are indexed',
    one('rebuild: a gateway process from its start until all clusters are indexed from Redis'),
  ],
  ['processor time until then', one('rebuild: processor time of that process until then')],
  ...http(
    'pages of 25 rows, 32 people with 3 000 grants each',
    'http: 25 by name, one kind, 32 people with 3 000 grants each, 8 connections',
  ),
];
const REDIS: readonly Line[] = [
  ['memory for each row', one('rebuild: memory in Redis')],
  ['for the states and RBAC of all clusters', one('rebuild: memory in Redis for states and grants')],
  ['for the logs of changes, after the first listing', one('rebuild: memory in Redis for the logs of changes')],
  ['together', redisTogether],
];
const COLLECTOR: readonly Line[] = [
  ['objects listed, written to Redis and indexed', one('leaves: collected, written to Redis and indexed')],
  [
    'the most memory (resident) meanwhile',
    one('leaves: the most memory a collector of 300 clusters × 15 kinds was resident in'),
  ],
  [
    'until another one follows all clusters of one that was killed',
    one('registration: changes on all 50 clusters visible after one of two collectors was killed'),
  ],
];

/** The measured part as Markdown, before formatting. */
export function measuredSizes(results: readonly Result[]): string {
  const columns = SETS.map(set => {
    const of: Measured = name => results.find(result => result.set === set && result.name === name);
    return { of, dataSet: dataSetOf(results, set) };
  });
  const part = (title: string, lines: readonly Line[]) => [
    `| **${title}** | | |`,
    ...lines.map(([words, value]) => `| ${words} | ${columns.map(({ of }) => value(of) ?? '–').join(' | ')} |`),
  ];
  return [
    `| | ${columns.map(({ dataSet }) => `${rowsOf(dataSet)} rows`).join(' | ')} |`,
    '| --- | ---: | ---: |',
    ...part('a gateway', GATEWAY),
    ...part('Redis', REDIS),
    ...part('a collector', COLLECTOR),
    '',
    ...columns.map(({ dataSet }) => `- ${dataSet}.`),
    '',
    machineOf(results),
  ].join('\n');
}

/**
 * Replaces the measured part of the page.
 * @throws Error if the page does not mark the measured part
 */
export function withMeasuredSizes(page: string, results: readonly Result[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/sizing.md has no part between "${BEGIN}" and "${END}".`);
  return `${before}${BEGIN}\n\n${measuredSizes(results)}\n\n${END}${after}`;
}

function one(name: string): Line[1] {
  return of => {
    const result = of(name);
    return result && valueOf(result);
  };
}

function http(words: string, name: string): Line[] {
  return [
    [`${words}, two cores`, one(`${name}, rate`)],
    ['and how long 99 of 100 took at the most', one(`${name}, p99`)],
  ];
}

function redisTogether(of: Measured): string | undefined {
  const parts = [
    'rebuild: memory in Redis for states and grants',
    'rebuild: memory in Redis for the logs of changes',
  ].map(of);
  const row = of('rebuild: memory in Redis');
  if (!row || parts.some(part => part === undefined)) return undefined;
  const rows = Number(rowsOf(row.dataSet).replaceAll(' ', ''));
  const bytes = rows * row.ours + parts.reduce((sum, part) => sum + part!.ours * 1e6, 0);
  return `${grouped(Math.round(bytes / 1e6))} MB`;
}

function dataSetOf(results: readonly Result[], set: SetName): string {
  return results.find(result => result.set === set)?.dataSet ?? set;
}

/** Number of rows. The description of a data set begins with this number. */
function rowsOf(dataSet: string): string {
  return /^[\d ]*\d/.exec(dataSet)?.[0] ?? dataSet;
}

function machineOf(results: readonly Result[]): string {
  const measured = results.filter(
    ({ set, name }) => (SETS as readonly string[]).includes(set) && name.startsWith('rebuild:'),
  );
  const days = [...new Set(measured.map(({ date }) => date.slice(0, 10)))].sort();
  const machine = measured[0]?.machine;
  return `Measured on ${days.join(' and ')}, on ${machine?.cores} cores (${machine?.cpu}) and ${machine?.memoryGB} GB.`;
}

function valueOf({ ours, unit }: Result): string {
  return `${grouped(ours)} ${unit}`;
}

function grouped(value: number): string {
  const [whole = '', part] = String(value).split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ' ');
  return part === undefined ? thousands : `${thousands}.${part}`;
}
