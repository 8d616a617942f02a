import { expect, it } from '@jest/globals';
import { nearest } from '../../schema/nearest.ts';

const KNOWN = ['namespace', 'name', 'kind', 'kinds', 'status', 'suspended', 'cluster', 'labelSelector'];

it.each([
  // Each row has a written word and the intended word.
  ['namespce', 'namespace'],
  ['namespaces', 'namespace'],
  ['NAMESPACE', 'namespace'],
  ['nmae', 'name'],
  ['stauts', 'status'],
  ['statsu', 'status'],
  ['knid', 'kind'],
  ['kimd', 'kind'],
  ['label-selector', 'labelSelector'],
  ['clutser', 'cluster'],
  // This word is one edit away from two known words. The first known word is suggested.
  ['kindz', 'kind'],
  // Words of three to five letters may have one edit, longer words two, and shorter words none.
  ['nam', 'name'],
  ['ns', undefined],
  ['kin', 'kind'],
  ['stat', undefined],
  ['lableSelecotrs', undefined],
  ['', undefined],
  ['zone', undefined],
])('"%s" is meant to be %s', (word, meant) => {
  expect(nearest(word, KNOWN)).toBe(meant);
});

it('nothing is near where nothing is known', () => {
  expect(nearest('name', [])).toBeUndefined();
});
