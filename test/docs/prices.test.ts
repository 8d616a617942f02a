/** The price table in docs/schema.md equals the prices in the schema. */
import { expect, it } from '@jest/globals';
import { readPage, withPrices } from './prices.ts';

it('docs/schema.md has the prices of the schema: otherwise run make generate', () => {
  const page = readPage();
  expect(page).toContain('| `Query.objects`');
  expect(page).toBe(withPrices(page));
});
