/** Compares quantities with results of k8s.io/apimachinery. */
import { describe, expect, it } from '@jest/globals';
import { quantityOf } from '../../kubernetes/quantity.ts';

describe('a quantity', () => {
  it.each([
    ['0', 0],
    ['2', 2],
    ['250m', 0.25],
    ['1500m', 1.5],
    ['123456789n', 0.123456789],
    ['250u', 0.00025],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['128Mi', 134_217_728],
    ['1.5Gi', 1_610_612_736],
    ['1Ki', 1_024],
    ['1k', 1_000],
    ['3M', 3_000_000],
    ['1e3', 1_000],
    ['1E3', 1_000],
    ['1E', 1e18],
    ['12e-3', 0.012],
    ['-1', -1],
    [4, 4],
  ])('%s is %d', (text, amount) => expect(quantityOf(text)).toBe(amount));

  it.each([
    '',
    'abc',
    '1 Gi',
    '1gi',
    '1KI',
    'e3',
    '.',
    '1e',
    '1e9999',
    '1e308',
    1e308,
    '10E',
    '0x10',
    'Infinity',
    NaN,
    null,
    {},
    `1${'0'.repeat(64)}`,
  ])('%j is none', value => expect(quantityOf(value)).toBeUndefined());
});
