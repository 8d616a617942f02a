/** The views that somebody saved, as the browser keeps them. */
import { expect, it } from '@jest/globals';
import { MOST_VIEWS, parseViews, withView } from '../../ui/src/views/views.ts';

const view = (name: string, search = '?q=status:failed') => ({ name, search });

it('are the same again when they are read', () => {
  const views = [view('mine'), view('all', '')];
  expect(parseViews(JSON.stringify(views))).toEqual(views);
});

it.each([null, '', 'nonsense', '{}', '[1,null,{"name":"a"},{"name":"","search":""},{"name":"a","search":"javascript:alert(1)"}]'])(
  'are none where %j is kept',
  text => expect(parseViews(text)).toEqual([]),
);

it('have one of each name, the latest', () => {
  expect(withView([view('a'), view('b')], view('a', '?q=web'))).toEqual([view('a', '?q=web'), view('b')]);
});

it('are not more than a menu holds', () => {
  const many = Array.from({ length: MOST_VIEWS }, (_, index) => view(String(index)));
  expect(withView(many, view('new'))).toHaveLength(MOST_VIEWS);
  expect(withView(many, view('new')).at(-1)).toEqual(view('new'));
});
