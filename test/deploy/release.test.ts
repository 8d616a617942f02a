/** Parts of a release: all files have one version, and the files that the Dockerfile copies into the image exist. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageContext, oneVersion } from '../../deploy/release.ts';

const root = new URL('../../', import.meta.url).pathname;
const VERSIONED = ['package.json', 'package-lock.json', 'charts/fleetgraph/Chart.yaml', 'CHANGELOG.md'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetgraph-release-'));
  for (const path of VERSIONED) await cp(join(root, path), join(folder, path));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a release', () => {
  it('has one version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(oneVersion(folder)).toBe(version);
  });

  it.each([
    ['package-lock.json', '"version": "', /package-lock\.json has 9/],
    ['charts/fleetgraph/Chart.yaml', '\nversion: ', /version of charts\/fleetgraph\/Chart\.yaml has 9/],
    ['charts/fleetgraph/Chart.yaml', '\nappVersion: ', /appVersion of charts\/fleetgraph\/Chart\.yaml has 9/],
    ['CHANGELOG.md', '\n## ', /the first heading of CHANGELOG\.md has 9/],
  ])('is refused when %s has another version after %j', async (path, before, message) => {
    const text = await readFile(join(folder, path), 'utf8');
    await writeFile(join(folder, path), text.replace(before, `${before}9.`));
    expect(() => oneVersion(folder)).toThrow(message);
  });
});

it('the context of the image is what its Dockerfile copies, and is there', () => {
  const context = imageContext();
  expect(context).toEqual(
    expect.arrayContaining([
      'deploy/Dockerfile',
      'package.json',
      'package-lock.json',
      '.npmrc',
      'cli',
      'ui',
      'tsconfig.json',
    ]),
  );
  expect(context.filter(path => !existsSync(join(root, path)))).toEqual([]);
});
