/** Addresses, directories and ids of packages, and their canonical spellings. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MalformedIdError } from '../../schema/object-id.ts';
import {
  chartDirectory,
  decodePackageId,
  encodePackageId,
  imageAddress,
  isAbove,
  packageAddress,
  packageDirectory,
} from '../../schema/package-id.ts';

describe('the address of a package', () => {
  it.each([
    ['https://git.example/org/repo.git', 'https://git.example/org/repo'],
    ['https://u:p@git.example/org/repo/', 'https://git.example/org/repo'],
    ['HTTPS://Git.Example:443/Org/Repo', 'https://git.example/Org/Repo'],
    ['git@git.example:org/repo.git', 'https://git.example/org/repo'],
    ['ssh://git@git.example:22/org/repo', 'https://git.example/org/repo'],
    ['ssh://git@git.example:7999/org/repo', 'https://git.example:7999/org/repo'],
    ['git://git.example:9418/org/repo', 'https://git.example/org/repo'],
    ['http://git.example/org//repo', 'https://git.example/org/repo'],
    ['https://git.example/org/repo?x=1#f', 'https://git.example/org/repo'],
    [' https://git.example/a ', 'https://git.example/a'],
    ['oci://reg.example/charts/web:1.2', 'oci://reg.example/charts/web'],
    ['oci://reg.example:5000/a@sha256:0a', 'oci://reg.example:5000/a'],
    ['oci://reg.example:5000/a:v1@sha256:0a', 'oci://reg.example:5000/a'],
    ['file:///srv/repo', undefined],
    ['/srv/repo', undefined],
    ['reg.example/x', undefined],
    ['', undefined],
    ['https://git.example/\ud800', undefined],
  ])('%j is %j', (written, address) => expect(packageAddress(written)).toBe(address));

  it.each([
    ['reg.example/a/b:v1', 'oci://reg.example/a/b'],
    ['reg.example:5000/a/b', 'oci://reg.example:5000/a/b'],
    ['oci://reg.example/a@sha256:0a', 'oci://reg.example/a'],
    ['https://charts.example/stable', 'https://charts.example/stable'],
    ['reg.example/charts', 'oci://reg.example/charts'],
    ['', undefined],
  ])('of an image, %j is %j', (written, address) => expect(imageAddress(written)).toBe(address));
});

describe('the directory of a package', () => {
  it.each([
    ['', ''],
    ['.', ''],
    ['/', ''],
    ['./', ''],
    ['/apps//web/', 'apps/web'],
    ['./apps/./web', 'apps/web'],
    ['apps/../web', undefined],
    ['..', undefined],
    ['..apps', '..apps'],
    ['Apps/Web', 'Apps/Web'],
    ['apps%2Fweb', 'apps%2Fweb'],
    ['a b', 'a b'],
    ['a'.repeat(1_024), 'a'.repeat(1_024)],
    ['a'.repeat(1_025), undefined],
    ['\udc00', undefined],
  ])('%j is %j', (written, directory) => expect(packageDirectory(written)).toBe(directory));

  it('of a chart is its name as it is', () => {
    expect(['web', './web', '', 'a'.repeat(1_025)].map(chartDirectory)).toEqual(['web', './web', undefined, undefined]);
  });

  it.each([
    ['', 'apps', true],
    ['apps', 'apps/web', true],
    ['apps', 'apps', false],
    ['', '', false],
    ['apps/web', 'apps/website', false],
    ['apps/web', 'apps', false],
  ])('%j is above %j: %j', (above, directory, expected) => expect(isAbove(above, directory)).toBe(expected));
});

describe('the id of a package', () => {
  it('leads back to its address and directory', () => {
    const directory = fc.string({ unit: 'grapheme', maxLength: 40 }).map(packageDirectory);
    const address = fc
      .tuple(fc.constantFrom('https', 'oci', 'ssh'), fc.webPath())
      .map(([scheme, path]) => packageAddress(`${scheme}://host${path}`));
    fc.assert(
      fc.property(address, directory, (address, directory) => {
        fc.pre(address !== undefined && directory !== undefined);
        const id = encodePackageId({ address, directory });
        expect(id.split('/')).toHaveLength(4);
        expect(decodePackageId(id)).toEqual({ address, directory });
      }),
    );
  });

  it.each([
    '',
    '//',
    '//https%3A%2F%2Fgit.example%2Fa',
    '///',
    '//https%3A%2F%2Fgit.example%2Fa/b/c',
    'x//https%3A%2F%2Fgit.example%2Fa/b',
    '/x/https%3A%2F%2Fgit.example%2Fa/b',
    '//https%3a%2F%2Fgit.example%2Fa/b',
    '//https://git.example/a',
    '//https%3A%2F%2Fgit.example%2Fa.git/b',
    '//git%40git.example%3Aa/b',
    '//https%3A%2F%2Fgit.example%2Fa/%zz',
    '//file%3A%2F%2F%2Fa/b',
  ])('is not %j', text => expect(() => decodePackageId(text)).toThrow(MalformedIdError));
});
