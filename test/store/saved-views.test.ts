/** Saved views in the form in which the store writes them. */
import { expect, it } from '@jest/globals';
import { decodeView, encodeView, isSearch, MAX_VIEW_NAME, MAX_VIEW_SEARCH, shelfOf } from '../../store/saved-views.ts';

const VIEW = { name: 'mine', search: '?q=status:failed', savedBy: 'jane', savedAt: 1_770_000_000_000 };

it('are the same again when they are read', () => expect(decodeView(VIEW.name, encodeView(VIEW))).toEqual(VIEW));

it.each([
  ['', encodeView(VIEW)],
  ['x'.repeat(MAX_VIEW_NAME + 1), encodeView(VIEW)],
  ...['', 'nonsense', '[]', 'null', '{}', '1'].map(text => ['a', text] as const),
  ...[{ search: 'javascript:alert(1)' }, { search: 7 }, { savedBy: null }, { savedAt: 1.5 }, { savedAt: 9e15 }].map(
    wrong => ['a', JSON.stringify({ ...VIEW, ...wrong })] as const,
  ),
  ['a', ' '.repeat(50_000) + encodeView(VIEW)],
])('are none where %j has %j', (name, text) => expect(decodeView(name, text)).toBeUndefined());

it('lead to no address of another page', () => {
  expect(['', '?', '?q=x'].every(isSearch)).toBe(true);
  const others: unknown[] = ['//other.example/', 'q=x', '/x', null, `?${'x'.repeat(MAX_VIEW_SEARCH)}`];
  expect(others.some(isSearch)).toBe(false);
});

it('are on a shelf of their own for each user, whose key tells no name', () => {
  expect(new Set(['jane', 'Jane', 'jane ', 'everybody'].map(shelfOf)).size).toBe(4);
  expect(shelfOf('jane')).toMatch(/^[\w-]{43}$/);
});
