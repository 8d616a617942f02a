/** Saved views through the graph: their owners, the permission to save for everybody, and valid input. */
import { describe, expect, it } from '@jest/globals';
import { MAX_VIEW_NAME, MAX_VIEWS, MemoryShelves, type ViewShelves } from '../../../store/saved-views.ts';
import { StoreUnavailableError } from '../../../store/store.ts';
import { grant, ScriptedFleet } from './scripted-fleet.ts';

const RIGHT = { verbs: ['list'], apiGroups: ['fleetgraph.dev'], resources: ['registrations'], resourceNames: [] };
const LISTS = '{ mine { name search savedBy savedAt } everybody { name search savedBy } mayShare }';
const READ = `{ savedViews ${LISTS} }`;
const SAVE = `mutation ($name: String!, $search: String!, $everybody: Boolean!) {
  saveView(input: { name: $name, search: $search, everybody: $everybody }) ${LISTS} }`;
const REMOVE = `mutation ($name: String!, $everybody: Boolean!) { removeView(input: { name: $name, everybody: $everybody }) ${LISTS} }`;

/** A fleet in which ada is an administrator. */
function fleet(views: ViewShelves | undefined = new MemoryShelves()): ScriptedFleet {
  const registrations = { decidedOn: 'hub', clusters: async () => [], problems: () => [] };
  return new ScriptedFleet({ hub: { grants: grant('ada', RIGHT) } }, { registrations, views });
}
const saved = async (it: ScriptedFleet, user: string) => {
  const { data, errors } = await it.ask(user, READ);
  expect(errors).toBeUndefined();
  return data?.['savedViews'];
};
const view = (name: string, everybody = false, search = '?q=status:failed') => ({ name, search, everybody });
const mine = (name: string, savedBy: string) => ({
  name,
  search: '?q=status:failed',
  savedBy,
  savedAt: '2026-01-31T12:00:00.000Z',
});

describe('a view', () => {
  it('is of who saved it, by the name that the authenticator gave, and nobody else sees it', async () => {
    const it = fleet();
    const { data } = await it.ask('jane', SAVE, view('mine'));
    expect(data?.['saveView']).toEqual({ mine: [mine('mine', 'jane')], everybody: [], mayShare: false });
    expect(await saved(it, 'jane')).toEqual({ mine: [mine('mine', 'jane')], everybody: [], mayShare: false });
    expect(await saved(it, 'joe')).toEqual({ mine: [], everybody: [], mayShare: false });
    expect(await saved(it, 'ada')).toEqual({ mine: [], everybody: [], mayShare: true });
    await it.ask('joe', REMOVE, { name: 'mine', everybody: false });
    expect(await saved(it, 'jane')).toMatchObject({ mine: [{ name: 'mine' }] });
    await it.ask('jane', REMOVE, { name: 'mine', everybody: false });
    expect(await saved(it, 'jane')).toMatchObject({ mine: [] });
  });

  it('is for everybody where an administrator says so, and for nobody else to save or remove', async () => {
    const it = fleet();
    await it.ask('ada', SAVE, view('all', true));
    expect(await saved(it, 'joe')).toEqual({
      ...{ mine: [], mayShare: false },
      everybody: [{ name: 'all', search: '?q=status:failed', savedBy: 'ada' }],
    });
    for (const [document, variables] of [
      [SAVE, view('all', true, '?q=other')],
      [REMOVE, { name: 'all', everybody: true }],
    ] as const) {
      const { data, errors } = await it.ask('joe', document, variables);
      expect(Object.values(data ?? {})).toEqual([null]);
      expect(errors?.[0]).toMatchObject({
        message: expect.stringMatching(/^input\.everybody: only administrators/),
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
    expect(await saved(it, 'joe')).toMatchObject({ everybody: [{ search: '?q=status:failed', savedBy: 'ada' }] });
    await it.ask('ada', REMOVE, { name: 'all', everybody: true });
    expect(await saved(it, 'joe')).toMatchObject({ everybody: [] });
  });

  it.each([
    [view(''), /^input\.name/],
    [view('  '), /^input\.name/],
    [view('x'.repeat(MAX_VIEW_NAME + 1)), /^input\.name/],
    [view('a\u0000b'), /^input\.name/],
    [view('two\nlines'), /^input\.name/],
    [view('\ud800'), /^input\.name/],
    [view('a', false, 'https://other.example/'), /^input\.search/],
    [view('a', false, '//other.example'), /^input\.search/],
    [view('a', false, '?\u0007'), /^input\.search/],
    [view('a', false, `?${'x'.repeat(4_000)}`), /^input\.search/],
  ])('is not saved as %j', async (variables, message) => {
    const it = fleet();
    const { errors } = await it.ask('jane', SAVE, variables);
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(await saved(it, 'jane')).toMatchObject({ mine: [] });
  });

  it('has room beside so many others, and names that are none of JavaScript', async () => {
    const it = fleet();
    for (let at = 1; at < MAX_VIEWS; at++) await it.ask('jane', SAVE, view(`v${at}`));
    expect((await it.ask('jane', SAVE, view('__proto__'))).errors).toBeUndefined();
    const { errors } = await it.ask('jane', SAVE, view('one more'));
    expect(errors?.[0]?.message).toMatch(/at most 50 views are kept\. Remove one first/);
    expect((await it.ask('jane', SAVE, view('__proto__'))).errors).toBeUndefined();
    expect((await it.ask('joe', SAVE, view('one more'))).errors).toBeUndefined();
  });
});

it('says what to do where the store is away, or there is none for views', async () => {
  const away = () => Promise.reject(new StoreUnavailableError('redis://secret.example is away'));
  const { data, errors } = await fleet({ read: away, save: away, remove: away }).ask('jane', READ);
  expect(data).toEqual({ savedViews: null });
  expect(errors?.[0]?.message).toMatch(/cannot be reached or refuses\. Try again later/);
  const none = new ScriptedFleet({});
  expect(await saved(none, 'jane')).toEqual({ mine: [], everybody: [], mayShare: false });
  expect((await none.ask('jane', SAVE, view('a'))).errors?.[0]?.message).toBe('This process keeps no views.');
});
