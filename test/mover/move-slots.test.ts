/** Slots for moves of one hub: what one namespace and one member may hold. */
import { expect, it } from '@jest/globals';
import { MoveSlots } from '../../mover/move-slots.ts';

/** Starts moves in this order. A move is written `namespace>member,member`. Returns the moves that start. */
function started(slots: number, moves: readonly string[]): readonly string[] {
  const open = new MoveSlots(slots);
  return moves.filter(text => {
    const [namespace = '', members] = text.split('>');
    const move = { namespace, coming: members?.split(',') ?? [] };
    if (!open.mayStart(move)) return false;
    open.take(move);
    return true;
  });
}

it.each<[string, number, string[], string[]]>([
  ['one namespace holds half of the slots', 4, ['a>1', 'a>2', 'a>3', 'a>4'], ['a>1', 'a>2']],
  ['half is rounded up', 5, ['a>1', 'a>2', 'a>3', 'a>4'], ['a>1', 'a>2', 'a>3']],
  [
    'other namespaces start beside it',
    5,
    ['a>1', 'a>2', 'a>3', 'a>4', 'b>5', 'b>6', 'c>7'],
    ['a>1', 'a>2', 'a>3', 'b>5', 'c>7'],
  ],
  ['one member gets copies of half of the moves', 5, ['a>1', 'b>1', 'c>1', 'd>1', 'e>2'], ['a>1', 'b>1', 'c>1', 'e>2']],
  [
    'moves of one namespace to all members leave a slot to others',
    5,
    ['a>1,2,3', 'a>1,2,3', 'a>1,2,3', 'a>1,2,3', 'b>1'],
    ['a>1,2,3', 'a>1,2,3', 'a>1,2,3', 'b>1'],
  ],
  ['also with four slots', 4, ['a>1,2', 'a>1,2', 'a>1,2', 'b>2'], ['a>1,2', 'a>1,2', 'b>2']],
  ['one member counts each namespace once', 5, ['a>1', 'a>1', 'a>1', 'b>1', 'c>1'], ['a>1', 'a>1', 'a>1', 'b>1']],
  ['drains count by their namespace', 5, ['a', 'a', 'a', 'a', 'b'], ['a', 'a', 'a', 'b']],
  ['a single slot serves anybody', 1, ['a>1', 'b>2'], ['a>1']],
])('%s', (_, slots, moves, expected) => {
  expect(started(slots, moves)).toEqual(expected);
});

it('starts nothing while more moves are under way than there are slots', () => {
  const open = new MoveSlots(1);
  for (const namespace of ['a', 'b']) open.take({ namespace, coming: [] });
  expect(open.mayStart({ namespace: 'c', coming: [] })).toBe(false);
});
