/**
 * docs/sizing.md has only figures of bench/results/latest.json, and two sections of docs/operations.md have no figures
 * of their own.
 */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Result } from '../../bench/result.ts';
import { formatMarkdown } from '../harness/format-markdown.ts';
import { BEGIN, END, measuredSizes, withMeasuredSizes } from '../../bench/sizing.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const results = JSON.parse(read('bench/results/latest.json')) as Result[];
const page = read('docs/sizing.md');

it('the measured part is what the results say (else run: node bench/sizing-page.ts)', async () => {
  expect(await formatMarkdown(withMeasuredSizes(page, results))).toBe(page);
});

it('every line of it shows a result', () => {
  const lines = measuredSizes(results)
    .split('\n')
    .filter(line => /^\| [^*-]/.test(line));
  expect(lines.length).toBeGreaterThan(12);
  for (const line of lines) expect(line).toMatch(/\d/);
});

/** A number with a unit of memory, time or speed. */
const FIGURE = /\d[\d .,]*\s*(?:B|bytes|[kKMG]i?B|ms|s|objects\/s|rows\/s|objects a second|rows a second)\b/g;

it('the rest of the page has no figures', () => {
  const [before = '', rest = ''] = page.split(BEGIN);
  expect(`${before}${rest.split(END)[1]}`.match(FIGURE)).toBeNull();
});

it.each(['### What it costs you', '### Memory'])('docs/operations.md has no figures of its own under "%s"', heading => {
  const [, section = ''] = read('docs/operations.md').split(`\n${heading}\n`);
  const text = section.split(/\n#+ /)[0] ?? '';
  expect(text).toContain('(sizing.md');
  expect(text.match(/\d[\d .,]*\s*(?:B|bytes|[kKMG]i?B|µs|ms|objects a second|million)\b/g)).toBeNull();
});
