/** The table of long suites names only existing suites, each once. */
import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';

const SEQUENCER = new URL('./longest-first.js', import.meta.url).pathname;

it('names suites that are there, each once', async () => {
  const { LONGEST } = (await import(SEQUENCER)) as { LONGEST: readonly string[] };
  const isThere = (suite: string) => existsSync(new URL(`../${suite}`, import.meta.url));
  expect(LONGEST.filter(suite => !isThere(suite))).toEqual([]);
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
});
