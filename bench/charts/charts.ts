/**
 * The charts of docs/performance.md. Each chart shows results with given names, and is omitted without such results.
 */
import type { Result } from '../result.ts';
import { barChart, type BarGroup } from './bar-chart.ts';

export interface Chart {
  /** File name in docs/images. */
  readonly file: string;
  /** Name of the benchmark whose results the chart shows. */
  readonly benchmark: string;
  readonly set: string;
  readonly title: string;
  readonly svg: string;
}

export function chartsOf(results: readonly Result[]): readonly Chart[] {
  const sets = [...Map.groupBy(results, ({ set }) => set)];
  return sets.flatMap(([set, ofSet]) => DRAWN.flatMap(draw => draw(set, ofSet) ?? []));
}

type Draw = (set: string, results: readonly Result[]) => Chart | undefined;

const POSTGRES = 'normalised Postgres';

const DRAWN: readonly Draw[] = [
  (set, results) =>
    compared(set, results, {
      ...{
        benchmark: 'numbers',
        file: 'numbers',
        series: ['fleetgraph', POSTGRES],
        pattern: /^numbers: count and 4 facets, (.*), p50$/,
      },
      title: `Exact total and four facets, by person (${set})`,
    }),
  (set, results) =>
    compared(set, results, {
      ...{
        benchmark: 'pages',
        file: 'pages',
        series: ['fleetgraph', POSTGRES],
        pattern: /^pages: 25 by name, ((?:one kind|six kinds), [^,]*), p50$/,
      },
      title: `First page of 25 by name, by person (${set})`,
    }),
  (set, results) =>
    compared(set, results, {
      ...{
        benchmark: 'documents',
        file: 'documents',
        series: ['fleetgraph', 'ACM search shape'],
        pattern: /^documents: (.*), p50$/,
      },
      title: `Against Postgres in the shape of ACM search (${set})`,
    }),
  growth,
  memory,
  load,
];

interface Comparison {
  readonly benchmark: string;
  readonly file: string;
  readonly title: string;
  /** Names of the two series: the product and the peer. */
  readonly series: readonly [string, string];
  /** Matches the names of results. The group of the pattern captures the label of a bar. */
  readonly pattern: RegExp;
}

function compared(
  set: string,
  results: readonly Result[],
  { benchmark, file, title, series, pattern }: Comparison,
): Chart | undefined {
  const groups = results.flatMap(({ name, ours, peer }): BarGroup[] => {
    const label = pattern.exec(name)?.[1];
    return label === undefined ? [] : [{ label, values: [ours, peer ?? undefined] }];
  });
  if (groups.length === 0) return undefined;
  const svg = barChart({
    title,
    axis: 'milliseconds at the median, less is better',
    logarithmic: true,
    series,
    groups,
  });
  return { file: `bench-${file}-${set}.svg`, benchmark, set, title, svg };
}

function growth(set: string, results: readonly Result[]): Chart | undefined {
  const points = results.flatMap(({ name, ours }) => {
    const [, question, rows] = /^growth: (.*), ([\d ]+ rows), p50$/.exec(name) ?? [];
    return question === undefined || rows === undefined ? [] : [{ question, rows, ours }];
  });
  const series = [...new Set(points.map(({ rows }) => rows))];
  if (series.length < 2) return undefined;
  const groups = [...Map.groupBy(points, ({ question }) => question)].map(([label, ofQuestion]) => {
    return { label, values: series.map(rows => ofQuestion.find(point => point.rows === rows)?.ours) };
  });
  const title = `The same questions over more rows (${set})`;
  const svg = barChart({
    title,
    axis: 'milliseconds at the median, less is better',
    logarithmic: true,
    series,
    groups,
  });
  return { file: `bench-growth-${set}.svg`, benchmark: 'growth', set, title, svg };
}

function memory(set: string, results: readonly Result[]): Chart | undefined {
  const of = (name: RegExp) => results.find(result => name.test(result.name));
  const groups = [
    { label: 'in a replica', result: of(/^rebuild: memory in a replica: /) },
    { label: 'in Redis', result: of(/^rebuild: memory in Redis$/) },
  ].flatMap(({ label, result }) => (result ? [{ label, values: [result.ours, boundOf(result)] }] : []));
  if (groups.length === 0) return undefined;
  const title = `Memory per row (${set})`;
  const svg = barChart({
    title,
    axis: 'bytes per row, less is better',
    series: ['measured', 'at most, by target'],
    groups,
  });
  return { file: `bench-memory-${set}.svg`, benchmark: 'rebuild', set, title, svg };
}

/** The number in a target such as `≤ 300 B/row`. */
function boundOf({ target }: Result): number | undefined {
  const bound = /^[≤≥] ([\d.]+) /.exec(target ?? '')?.[1];
  return bound === undefined ? undefined : Number(bound);
}

function load(set: string, results: readonly Result[]): Chart | undefined {
  const rate = results.find(({ name }) => /^http: .* rate beside the ceiling$/.test(name));
  if (!rate) return undefined;
  const churned = results.find(({ name }) => /^http: .* while they were written, rate$/.test(name));
  const groups: BarGroup[] = [
    { label: 'fleetgraph', values: [rate.ours] },
    { label: 'the same gateway, canned rows', values: [rate.peer ?? undefined] },
    { label: 'fleetgraph, 1 % of rows change a second', values: [churned?.ours] },
  ];
  const title = `Pages of 25 over HTTP, 8 connections, people with 3 000 grants (${set})`;
  const svg = barChart({ title, axis: 'queries per second, more is better', series: ['queries per second'], groups });
  return { file: `bench-http-${set}.svg`, benchmark: 'http', set, title, svg };
}
