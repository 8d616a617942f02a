/**
 * Every GraphQL query in the documentation is valid against the public schema, and every link into this repository has
 * a target.
 */
import { describe, expect, it } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const schema = buildSchema(readFileSync(join(root, 'schema', 'api.graphql'), 'utf8'));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'clients/typescript/README.md',
  'examples/python/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
];
const text = (page: string) => readFileSync(join(root, page), 'utf8');

const queries = pages.flatMap(page =>
  [...text(page).matchAll(/```graphql\n([^`]+)```/g)].map(([, query], index) => ({
    page,
    number: index + 1,
    query: query as string,
  })),
);
const links = pages.flatMap(page =>
  [...text(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => ({ page, target: target as string })),
);

const anchors = pages.flatMap(page =>
  [...text(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(([, target, anchor]) => ({
    ...{ page, anchor: anchor as string },
    target: target ? join(dirname(page), target) : page,
  })),
);

/** Anchors of headings, by GitHub's rules. */
function anchorsIn(page: string): string[] {
  const headings = [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading as string);
  return headings.map(heading =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documentation', () => {
  it('has queries, links and anchors to check', () => {
    expect(queries.length).toBeGreaterThan(5);
    expect(links.length).toBeGreaterThan(5);
    expect(anchors.length).toBeGreaterThan(2);
  });

  it.each(queries)('$page: query $number is valid', ({ query }) => {
    expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([]);
  });

  it.each(links)('$page: $target exists', ({ page, target }) => {
    expect(existsSync(join(root, dirname(page), target))).toBe(true);
  });

  it.each(anchors)('$page: $target has a heading #$anchor', ({ target, anchor }) => {
    expect(anchorsIn(target)).toContain(anchor);
  });
});
