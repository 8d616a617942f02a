import { expect, it } from '@jest/globals';
import { nearest } from '../../schema/nearest.ts';

const KNOWN = ['namespace', 'name', 'kind', 'kinds', 'status', 'suspended', 'cluster', 'labelSelector'];

it.each([
  // What is written, what is meant.
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
  // One letter more of both: the first that is known.
  ['kindz', 'kind'],
  // More than one edit for three letters, or more than two.
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
