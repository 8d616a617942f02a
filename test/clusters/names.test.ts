/** Owner of each name, in cases that the random histories of names.long.test.ts do not cover. */
import { expect, it } from '@jest/globals';
import { decideNames, registrantOf } from '../../clusters/names.ts';
import { candidate } from './fixtures.ts';

const source = (place: string, names: readonly string[], more: object = {}) => ({
  ...{ type: 'secrets' as const, title: place, place, problem: undefined },
  state: { candidates: names.map(name => candidate(name)), problems: [], ...more },
});
const known = (stored: Record<string, string>) => ({
  ...{ running: new Map(), stored: new Map(Object.entries(stored)), storeProblem: undefined },
  ...{ maxClusters: 10, isStarting: false },
});

it('a source that left objects out for want of room keeps the names that the store has for it', () => {
  const stored = known({ prod: registrantOf('hub-a', 'Secret fleet/prod') });
  const attacker = source('hub-b', ['prod']);
  const named = (isPartial: boolean) => [
    ...decideNames([attacker, source('hub-a', [], { isPartial })], stored).named.keys(),
  ];
  expect(named(false)).toEqual(['prod']);
  expect(named(true)).toEqual([]);
});
