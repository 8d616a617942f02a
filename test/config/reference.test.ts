import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { configurationReference } from '../../config/reference.ts';

it('docs/configuration.md is up to date (else run: make generate)', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page).toBe(configurationReference());
});
