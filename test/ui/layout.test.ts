/** Layout of the list of objects for a given width, and the ends of names. */
import { describe, expect, it } from '@jest/globals';
import { layoutFor } from '../../ui/src/objects/grid-layout.ts';
import { endOfName } from '../../ui/src/format/name.ts';

describe('the layout of the list', () => {
  it.each([
    [320, 13, 'cards', 76],
    [1_053, 13, 'rows', 30],
    [1_053, 26, 'cards', 152],
    [1_693, 13, 'wide', 30],
    [1_693, 26, 'rows', 60],
  ])('at %d px and text of %d px is in %s of %d px', (width, rem, type, height) =>
    expect(layoutFor(width, rem)).toEqual({ type, height }),
  );
});

describe('the end of a name, which is never cut,', () => {
  it.each([
    ['ap-southeast-2-staging', '-staging'],
    ['ap-southeast-2-production', '-production'],
    ['eu-west-1-prod', '1-prod'],
    ['payments-api-7c9d8f6b5-x2k4q', '-x2k4q'],
    ['arn:aws:eks:eu-west-1:123456789012:cluster', 'luster'],
    ['a', 'a'],
  ])('of %s is %s', (name, end) => expect(endOfName(name)).toBe(end));
});
