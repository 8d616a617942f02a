import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { configurationReference, FIRST_KEYS } from '../../config/reference.ts';

it('docs/configuration.md is up to date (else run: make generate)', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toBe(configurationReference());
});

it('begins with a dozen keys and when to set each', () => {
  const page = configurationReference();
  const first = page.slice(page.indexOf('## Keys for the first day'), page.indexOf('## All keys'));
  const listed = Array.from(first.matchAll(/^- `([^`]+)` \(.+/gm), ([, path]) => path);
  expect(listed).toEqual(Object.keys(FIRST_KEYS));
  expect(listed).toHaveLength(12);
});
