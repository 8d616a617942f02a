/** Saved views, in the browser and in the configuration. */
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { configurationOf, MOST_VIEWS, parseViews } from '../../ui/src/views/views.ts';

const view = (name: string, search = '?q=status:failed') => ({ name, search });

it('are the same again when they are read', () => {
  const views = [view('mine'), view('all', '')];
  expect(parseViews(JSON.stringify(views))).toEqual(views);
});

it.each([
  null,
  '',
  'nonsense',
  '{}',
  '[1,null,{"name":"a"},{"name":"","search":""},{"name":"a","search":"javascript:alert(1)"}]',
])('are none where %j is kept', text => expect(parseViews(text)).toEqual([]));

it('are not more than a browser kept', () => {
  const many = Array.from({ length: MOST_VIEWS + 9 }, (_, index) => view(String(index)));
  expect(parseViews(JSON.stringify(many))).toHaveLength(MOST_VIEWS);
});

it('are the same again from the configuration that is written of them, whatever their names are', () => {
  const views = [
    view('mine'),
    view('- "quoted": #no \\ comment\u2028'),
    view("it's", '?q=label:a%3Db&group=label:team&columns=name~20,status'),
  ];
  expect(parse(configurationOf(views))).toEqual({ explorer: { views } });
  expect(parse(configurationOf([]))).toEqual({ explorer: { views: [] } });
  expect(parse(configurationOf([view('all', '')]))).toEqual({ explorer: { views: [view('all', '?')] } });
});
