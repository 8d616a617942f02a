import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { statusReference } from '../../kinds/reference.ts';

it('docs/status.md lists the status rules as they are: otherwise run make generate', () => {
  expect(readFileSync(new URL('../../docs/status.md', import.meta.url), 'utf8')).toBe(statusReference());
});
