/** Invalid and unusual queries, and their results. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openReadModel } from '../../readmodel/model.ts';
import { QueryError, type Filter } from '../../readmodel/query.ts';
import type { ReadModel } from '../../readmodel/readmodel.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { row } from '../fixtures.ts';
import { allLoaded, FilledStore, seesAll, state, until } from './fixtures.ts';

describe('a question that cannot be answered', () => {
  let model: ReadModel;
  let filled: FilledStore;

  beforeAll(async () => {
    filled = new FilledStore();
    await filled.write('leaf-01', {
      state: state(),
      puts: ['a', 'b', 'c', 'd'].map(name => row({ name, labels: { app: name } })),
    });
    model = await openReadModel({ store: filled.store, log: silentLogger });
    await until(model, allLoaded(model, 1));
  });
  afterAll(() => model.close());

  const page = async (after: string, field: 'NAME' | 'STATUS' = 'NAME') =>
    model.page(seesAll, {}, [{ field, descending: false }], { first: 1, after });

  it.each([
    ['nonsense', 'it was cut or edited'],
    ['', 'it was cut or edited'],
    ['a'.repeat(30_000), 'it was cut or edited'],
  ])('refuses the cursor %.20j', async (cursor, message) => {
    await expect(page(cursor)).rejects.toThrow(QueryError);
    await expect(page(cursor)).rejects.toThrow(message);
  });

  it('refuses a cursor with any byte changed, and one of another order', async () => {
    const [cursor] = (await model.page(seesAll, {}, [], { first: 1 })).cursors;
    const bytes = Buffer.from(cursor!, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const edited = Buffer.from(bytes);
      edited[at]! ^= 1;
      await expect(page(edited.toString('base64url'))).rejects.toThrow(QueryError);
    }
    await expect(page(cursor!, 'STATUS')).rejects.toThrow('a cursor of another orderBy');
  });

  it('goes on from a cursor whose row has gone', async () => {
    const first = await model.page(seesAll, {}, [], { first: 2 });
    await filled.write('leaf-01', { deletes: ['/Pod/team-a/b'] });
    await until(model, async () => (await model.count(seesAll, {})) === 3);
    const next = await model.page(seesAll, {}, [], { first: 1, after: first.cursors[1]! });
    expect(next.rows.map(({ name }) => name)).toEqual(['c']);
    expect(next).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('pages between two cursors, and finds nothing between crossed ones', async () => {
    const { cursors } = await model.page(seesAll, {}, [], { first: 10 });
    const between = await model.page(seesAll, {}, [], { first: 10, after: cursors[0]!, before: cursors.at(-1)! });
    expect(between.rows.map(({ name }) => name)).toEqual(['c']);
    expect(between).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect((await model.page(seesAll, {}, [], { last: 10, after: cursors.at(-1)!, before: cursors[0]! })).rows).toEqual(
      [],
    );
  });

  it.each([-1, 1.5, NaN])('refuses a page of %d rows', async size => {
    await expect((async () => model.page(seesAll, {}, [], { first: size }))()).rejects.toThrow(
      '"first" must be a whole number',
    );
    await expect((async () => model.page(seesAll, {}, [], { last: size }))()).rejects.toThrow(
      '"last" must be a whole number',
    );
  });

  it('answers an empty page that still tells whether there are rows', async () => {
    expect(await model.page(seesAll, {}, [], { first: 0 })).toMatchObject({
      rows: [],
      cursors: [],
      hasNextPage: true,
      hasPreviousPage: false,
    });
  });

  it('refuses a filter that nests without end', async () => {
    let filter: Filter = {};
    for (let depth = 0; depth < 40; depth++) filter = { not: filter };
    await expect(model.count(seesAll, filter)).rejects.toThrow('nests');
  });

  it('refuses a label facet without a key', async () => {
    await expect(model.facet(seesAll, {}, 'LABEL', { limit: 1 })).rejects.toThrow('labelKey');
  });

  it.each<Filter>([
    { clusters: [] },
    { kinds: [] },
    { or: [] },
    { names: ['a'], not: { names: ['a'] } },
    { created: { after: 5, before: 5 } },
  ])('answers nothing, without an error, to %j', async filter => expect(await model.count(seesAll, filter)).toBe(0));

  it.each(['', 'a/b', '__proto__', 'leaf-01//Pod/team-a/%41', 'leaf-01//Pod/team-a/nobody'])(
    'finds nothing under the id %j',
    async id => {
      expect(await model.find(seesAll, [id])).toEqual([undefined]);
    },
  );
});
