/**
 * Lines of Markdown are short, so that pages can be read beside code and changes are easy to compare. The formatter
 * wraps paragraphs. Authors wrap tables and code by hand.
 */
import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_COLUMNS = 120;
const root = new URL('../../', import.meta.url).pathname;
const elsewhere = ['**/node_modules', 'dist', 'coverage', 'ui'];
const pages = globSync('**/*.md', { cwd: root, exclude: elsewhere });

it.each(pages)('%s has no line of more than 120 columns', page => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const isUrl = (line: string) => /^\s*(?:(?:-|\d+\.) )?<?https?:\S+$/.test(line);
  const long = lines.flatMap((line, i) =>
    [...line].length > MAX_COLUMNS && !isUrl(line) ? [`line ${i + 1}: ${line}`] : [],
  );
  expect(long).toEqual([]);
});

it('finds the pages', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', join('docs', 'operations.md')]));
});
