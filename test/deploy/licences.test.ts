/** The licences of all packages that users install. A licence that nobody has reviewed fails the test. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { installedPackages, isAccepted, packagesOf } from '../../deploy/licences.ts';

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['(MIT AND GPL-3.0-only)', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['Elastic-2.0', false],
    ['none', false],
  ])('%s of any package: accepted is %s', (licence, accepted) => {
    expect(isAccepted({ name: 'any', version: '1.0.0', licence })).toBe(accepted);
  });

  it('that is not free is accepted of the packages alone that were looked at', () => {
    expect(isAccepted({ name: '@apollo/query-planner', version: '2.14.4', licence: 'Elastic-2.0' })).toBe(true);
  });
});

it('leaves out what only developers install, and finds a package that says nothing', () => {
  const packages = {
    '': {},
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/@c/a': { version: '2.0.0' },
    'node_modules/d': { version: '3.0.0', license: 'GPL-3.0-only', dev: true },
  };
  expect(packagesOf(JSON.stringify({ packages }))).toEqual([
    { name: '@c/a', version: '2.0.0', licence: 'none' },
    { name: 'b', version: '1.0.0', licence: 'MIT' },
  ]);
});

it('accepts the licence of every package that users install, and docs/supply-chain.md names those that are not free', () => {
  const packages = installedPackages();
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(found => !isAccepted(found))).toEqual([]);
  const documentation = readFileSync(new URL('../../docs/supply-chain.md', import.meta.url), 'utf8');
  for (const { name, licence } of packages) if (licence === 'Elastic-2.0') expect(documentation).toContain(name);
});
