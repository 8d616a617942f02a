/** The report of benchmark results: the verdict on each target, the page, the pictures. */
import { describe, expect, it } from '@jest/globals';
import { barChart } from '../../bench/charts/bar-chart.ts';
import { chartsOf } from '../../bench/charts/charts.ts';
import { measurement, type MeasurementParts } from '../../bench/measurement.ts';
import { performancePage } from '../../bench/page.ts';
import type { Result } from '../../bench/result.ts';

const result = (set: string, name: string, parts: MeasurementParts): Result => ({
  ...measurement(name, parts),
  ...{ date: '2026-11-21T15:00:00.000Z', set, dataSet: `the data of ${set}` },
  machine: { cores: 2, cpu: 'a processor', memoryGB: 24, loadBefore: 0.1 },
  versions: { fleetgraph: '0.1.0', commit: 'abc', node: '24.0.0' },
});
const peer = { name: 'normalised Postgres', value: 100 };

describe('a measurement', () => {
  it.each([
    ['at most so much', { unit: 'ms', ours: 49, target: 50 }, true],
    ['at most so much', { unit: 'ms', ours: 51, target: 50 }, false],
    ['at least so many', { unit: 'queries/s', ours: 801, target: 800 }, true],
    ['so many times better', { unit: 'ms', ours: 2, peer, timesBetter: 50 }, true],
    ['so many times better', { unit: 'ms', ours: 3, peer, timesBetter: 50 }, false],
    ['so many times better, where more is better', { unit: 'queries/s', ours: 79, peer, timesBetter: 0.8 }, false],
    ['so many times better than what was not measured', { unit: 'ms', ours: 3, timesBetter: 50 }, null],
    ['at most so many times as much', { unit: 'ms', ours: 149, peer, timesAsMuch: 1.5 }, true],
    ['at most so many times as much', { unit: 'ms', ours: 151, peer, timesAsMuch: 1.5 }, false],
    ['nothing in particular', { unit: 'ms', ours: 3 }, null],
  ] as const)('a measurement that must be %s is judged: %o', (_, parts, met) => {
    expect(measurement('x: y', parts).met).toBe(met);
  });
});

describe('the page', () => {
  const results = [
    result('S1', 'numbers: count and 4 facets, 3 000 grants, p50', { unit: 'ms', ours: 4, peer, timesBetter: 10 }),
    result('S2', 'numbers: count and 4 facets, 3 000 grants, p50', { unit: 'ms', ours: 40, peer, timesBetter: 10 }),
    result('S2', 'growth: count and 4 facets, cluster-admin, 50 000 rows, p50', { unit: 'ms', ours: 1 }),
    result('S2', 'growth: count and 4 facets, cluster-admin, 4 800 000 rows, p50', { unit: 'ms', ours: 9 }),
    result('S2', 'rebuild: memory in Redis', { unit: 'B/row', ours: 280, target: 300 }),
    result('S0', 'start: until ready', { unit: 'ms', ours: 600 }),
  ];

  it('counts the targets first, one column for each set, and names those that were missed', () => {
    const page = performancePage(results, []);
    expect(page).toContain('2 met, 1 missed.');
    expect(page).toContain('| numbers   | 1 met | 1 missed |');
    expect(page).toContain(
      '- S2, numbers: count and 4 facets, 3 000 grants, p50: 40 ms (normalised Postgres: 100 ms; 2.5 ×); ≥ 10 ×: **missed**',
    );
  });

  it('has a narrow table for each peer, and lists what is too long for one', () => {
    const long = `rebuild: ${'memory of everything '.repeat(5)}in Redis`;
    const page = performancePage([...results, result('S2', long, { unit: 'B/row', ours: 7, target: 9 })], []);
    expect(page).toContain(
      [
        'Peer: normalised Postgres.',
        '',
        '| what                                  | fleetgraph |   peer | times better | target      |',
        '| ------------------------------------- | ---------: | -----: | -----------: | ----------- |',
        '| count and 4 facets, 3 000 grants, p50 |       4 ms | 100 ms |           25 | ≥ 10 ×: met |',
      ].join('\n'),
    );
    expect(page).toContain(`\n- ${long.slice('rebuild: '.length)}: 7 B/row; ≤ 9 B/row: met\n`);
  });

  it('keeps the sets apart and shows each picture where it belongs', () => {
    const charts = chartsOf(results);
    expect(charts.map(({ file }) => file)).toEqual([
      'bench-numbers-S1.svg',
      'bench-numbers-S2.svg',
      'bench-growth-S2.svg',
      'bench-memory-S2.svg',
    ]);
    const page = performancePage(results, charts);
    for (const { file } of charts) expect(page.split(`images/${file}`).length).toBe(2);
    expect(charts.find(({ file }) => file === 'bench-memory-S2.svg')?.svg).toMatch(/>280<.*>300</s);
    expect(page.indexOf('## S2')).toBeLessThan(page.indexOf('## S1'));
    expect(page.indexOf('images/bench-numbers-S1.svg')).toBeGreaterThan(page.indexOf('## S1'));
  });

  it('the page can be made from no results', () => {
    expect(performancePage([], chartsOf([]))).toContain('# Performance');
  });
});

describe('a bar chart', () => {
  const chart = (logarithmic: boolean) =>
    barChart({
      ...{ title: 'A <title> & more', axis: 'milliseconds', logarithmic, series: ['ours', 'theirs'] },
      groups: [
        { label: 'one', values: [0.4, 250] },
        { label: 'two', values: [12, undefined] },
      ],
    });
  const widths = (svg: string) =>
    [...svg.matchAll(/<rect x="270" y="[\d.]+" width="([\d.]+)"/g)].map(([, width]) => Number(width));

  it.each([true, false])('has a bar for every value, in proportion (logarithmic: %s)', logarithmic => {
    const [small, large, middle] = widths(chart(logarithmic));
    expect(widths(chart(logarithmic)).length).toBe(3);
    expect(small).toBeLessThan(middle!);
    expect(middle).toBeLessThan(large!);
    if (!logarithmic) expect(large! / middle!).toBeCloseTo(250 / 12, 0);
  });

  it('writes every value and escapes what is text', () => {
    const svg = chart(true);
    for (const value of ['0.4', '250', '12']) expect(svg).toContain(`>${value}</text>`);
    expect(svg).toContain('A &lt;title&gt; &amp; more');
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toContain('NaN');
  });

  it('refuses to show nothing', () => {
    expect(() => barChart({ title: 'empty', axis: '', series: [], groups: [] })).toThrow('nothing to show');
  });
});
