/** Checks that the list of addresses has one address for each page of the Explorer, and no other. */
import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { ADDRESSES } from './explorer-addresses.ts';

it('has an address of each page in ui/src/pages.ts, and of no other', async () => {
  const pages = await readFile(new URL('../../ui/src/pages.ts', import.meta.url), 'utf8');
  const paths = [...pages.matchAll(/^ {4}path: '([^']+)',$/gm)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(15);
  expect(Object.keys(ADDRESSES).toSorted()).toEqual(paths.toSorted());
});
