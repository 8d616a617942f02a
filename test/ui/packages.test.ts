/** Packages in the Explorer: their order, their phases and their names. */
import { describe, expect, it } from '@jest/globals';
import type { PhaseNumbersFragment } from '../../ui/src/graph/graphql.ts';
import {
  packageName,
  phasesOf,
  repositoriesOf,
  shortCommit,
  STATUS_OF,
  UNWELL,
  WORST_FIRST,
} from '../../ui/src/packages/phases.ts';

const counts = (some: Partial<PhaseNumbersFragment> = {}): PhaseNumbersFragment => ({
  ...{
    total: 0,
    failed: 0,
    syncFailed: 0,
    unknown: 0,
    terminating: 0,
    outdated: 0,
    syncing: 0,
    reconciling: 0,
    ready: 0,
    stale: 0,
  },
  ...some,
});
const line = (address: string, directory: string, some: Partial<PhaseNumbersFragment> = {}) => ({
  ...{ address, directory, phaseCounts: counts(some) },
});

describe('repositories', () => {
  it('come worst first, and so do their packages', () => {
    const repositories = repositoriesOf([
      line('https://a', 'well', { ready: 9 }),
      line('https://b', 'late', { outdated: 5 }),
      line('https://c', 'x', { ready: 1 }),
      line('https://c', 'broken', { failed: 1 }),
      line('https://c', 'worse', { failed: 2 }),
      line('https://a', 'also-well', { ready: 1 }),
    ]);
    expect(repositories.map(({ address, packages }) => [address, packages.map(({ directory }) => directory)])).toEqual([
      ['https://c', ['worse', 'broken', 'x']],
      ['https://b', ['late']],
      ['https://a', ['also-well', 'well']],
    ]);
  });
});

describe('phases', () => {
  it('each have a status for their shape, and all but READY are unwell', () => {
    expect(Object.keys(STATUS_OF).sort()).toEqual(WORST_FIRST.map(({ phase }) => phase).sort());
    expect(UNWELL).toHaveLength(WORST_FIRST.length - 1);
    expect(UNWELL).not.toContain('READY');
  });

  it('are columns where some row has them, and always FAILED and READY', () => {
    expect(phasesOf([]).map(({ phase }) => phase)).toEqual(['FAILED', 'READY']);
    expect(
      phasesOf([line('a', '', { outdated: 1 }), line('b', '', { syncFailed: 1 })]).map(({ phase }) => phase),
    ).toEqual([...['FAILED', 'SYNC_FAILED', 'OUTDATED', 'READY']]);
  });
});

it.each([
  ['https://a/b', 'c/d', 'https://a/b//c/d'],
  ['https://a/b', '', 'https://a/b'],
])('the package of %s and %s is written %s', (address, directory, name) => {
  expect(packageName({ address, directory })).toBe(name);
});

it.each([
  ['4f2a9c1e7d3b5a6089c1d2e3f4a5b6c7d8e9f0a1', '4f2a9c1'],
  ['main@sha1:4f2a9c1e7d3b5a6089c1d2e3f4a5b6c7d8e9f0a1', 'main@sha1:4f2a9c1'],
  ['1.2.3', '1.2.3'],
])('%s is shown as %s', (revision, short) => {
  expect(shortCommit(revision)).toBe(short);
});
