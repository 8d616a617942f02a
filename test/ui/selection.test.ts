/** Selecting rows with a click, or with Shift and a click. */
import { describe, expect, it } from '@jest/globals';
import { NONE, toggledRow, withRange, type Selection } from '../../ui/src/objects/selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id }));
const idsOf = ({ ids }: Selection) => [...ids].toSorted().join(' ');

describe('a press', () => {
  it('selects the row, another one takes it away', () => {
    const once = toggledRow(toggledRow(NONE, 'a'), 'b');
    expect(idsOf(once)).toBe('a b');
    expect(idsOf(toggledRow(once, 'a'))).toBe('b');
  });
});

describe('a press with Shift', () => {
  it.each([
    ['below', 'd', 'b c d'],
    ['above', 'a', 'a b'],
    ['itself', 'b', 'b'],
  ])('selects all from the last one to one %s', (_where, to, expected) =>
    expect(idsOf(withRange(toggledRow(NONE, 'b'), rows, to))).toBe(expected),
  );
  it('keeps what was selected before', () =>
    expect(idsOf(withRange(toggledRow(toggledRow(NONE, 'a'), 'c'), rows, 'd'))).toBe('a c d'));
  it.each([
    ['none was selected', NONE],
    ['the last one has left the list', toggledRow(NONE, 'gone')],
    ['the last one was taken away', toggledRow(toggledRow(NONE, 'a'), 'a')],
  ])('selects the one row where %s', (_why, before) =>
    expect([...withRange(before, rows, 'd').ids].filter(id => id !== 'gone')).toEqual(['d']),
  );
});
