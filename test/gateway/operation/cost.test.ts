/** Cost of operations before and after they run, budgets of callers, and prices read from a supergraph. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getIntrospectionQuery, parse } from 'graphql';
import { configSchema } from '../../../config/schema.ts';
import {
  actualCost,
  Budgets,
  compileCost,
  estimatedCost,
  type RequestCost,
  requestCost,
} from '../../../gateway/operation/cost.ts';
import { pricesOf } from '../../../gateway/operation/prices.ts';
import { composeSupergraph } from '../../../schema/supergraph.ts';
import { estimate, PRICES, requestOf, SDL } from './priced-graph.ts';

describe('operation cost', () => {
  /** Price of an item: one for the item and one for its id. */
  const ITEM = 2;

  describe('the estimate of an operation', () => {
    it.each<[what: string, query: string, variables: Record<string, unknown>, cost: number]>([
      ['a field and what is below it', '{ one { id } }', {}, 7 + 1],
      ['a type that has a price, for a field of it', '{ dear { id } }', {}, 40 + 1],
      ['a list as long as a literal says', '{ items(first: 5) { nodes { id } } }', {}, 30 + 1 + 5 * ITEM],
      ['a list as long as the other literal says', '{ items(last: 6) { nodes { id } } }', {}, 30 + 1 + 6 * ITEM],
      ['the longer of two', '{ items(first: 1, last: 6) { nodes { id } } }', {}, 30 + 1 + 6 * ITEM],
      [
        'a list as long as a variable says',
        'query ($n: Int) { items(first: $n) { nodes { id } } }',
        { n: 7 },
        30 + 1 + 7 * ITEM,
      ],
      [
        'the longer of a literal and a variable',
        'query ($n: Int) { items(first: 2, last: $n) { nodes { id } } }',
        { n: 7 },
        30 + 1 + 7 * ITEM,
      ],
      [
        'a variable that is not given: the assumed length',
        'query ($n: Int) { items(first: $n) { nodes { id } } }',
        {},
        30 + 1 + 50 * ITEM,
      ],
      [
        'a variable that is null',
        'query ($n: Int) { items(first: $n) { nodes { id } } }',
        { n: null },
        30 + 1 + 50 * ITEM,
      ],
      ['a negative length as none', '{ items(first: -5) { nodes { id } } }', {}, 30 + 1],
      ['no argument: the assumed length', '{ items { nodes { id } } }', {}, 30 + 1 + 50 * ITEM],
      ["no argument: the argument's default", '{ some { id } }', {}, 1 + 25 * ITEM],
      ['a list of which nothing is known', '{ plain { id } }', {}, 1 + 10 * ITEM],
      ['a list as long as the ids it is asked for', '{ byId(ids: ["a", "b", "c"]) { id } }', {}, 7 + 3 * 20 + 3 * ITEM],
      [
        'as long as the ids in a variable',
        'query ($ids: [ID!]!) { byId(ids: $ids) { id } }',
        { ids: ['a', 'b'] },
        7 + 2 * 20 + 2 * ITEM,
      ],
      ['a single id without brackets', '{ byId(ids: "a") { id } }', {}, 7 + 20 + ITEM],
      ['no ids: what is assumed', '{ byId(ids: []) { id } }', {}, 7 + ITEM],
      [
        'a list that is not as short as its argument: what is assumed',
        '{ byTag(tags: ["a"]) { id } }',
        {},
        1 + 10 * ITEM,
      ],
      ['a list below a list', '{ some(first: 3) { items(first: 4) { id } } }', {}, 1 + 3 * (1 + 1 + 4 * ITEM)],
      ['a list of scalars', '{ one { tags } }', {}, 7 + 1 + 3],
      ['a size only for the fields that it is for', '{ items(first: 9) { total } }', {}, 30 + 100],
      [
        'facets: as many as their list argument has, each as long as its limit',
        '{ items(first: 0) { facets(fields: [A, B], limit: 5) { values } } }',
        {},
        30 + 11 + 2 * 3 + 2 * (1 + 1 + 5),
      ],
      [
        'facets by variables, in whichever order',
        'query ($f: [Face!]!, $n: Int) { items { facets(limit: $n, fields: $f) { values } } }',
        { f: ['A', 'B', 'A'], n: 1 },
        30 + 11 + 3 * 3 + 3 * (1 + 1 + 1),
      ],
      [
        'facets of one that is not in a list',
        '{ items { facets(fields: A) { values } } }',
        {},
        30 + 11 + 3 + (1 + 1 + 20),
      ],
      [
        'an input by its weight and its fields',
        '{ items(first: 0, filter: { flag: true }) { total } }',
        {},
        30 + 100 + 10,
      ],
      [
        'a list of inputs by its length',
        '{ items(filter: { names: ["a", "b", "c"] }) { total } }',
        {},
        30 + 100 + 10 + 3 * 2,
      ],
      [
        'a text by its length',
        `{ items(filter: { glob: "${'*'.repeat(64)}" }) { total } }`,
        {},
        30 + 100 + 10 + 3 * 50,
      ],
      [
        'inputs in variables as those in literals',
        'query ($f: Filter) { items(filter: $f) { total } }',
        { f: { glob: '*'.repeat(64), names: ['a'], and: [{ flag: true }], unknown: [1, 2] } },
        30 + 100 + 10 + 3 * 50 + 2 + 10,
      ],
      [
        'variables within literals',
        'query ($g: String) { items(filter: { and: [{ glob: $g }] }) { total } }',
        { g: 'x'.repeat(32) },
        30 + 100 + 10 + 10 + 2 * 50,
      ],
      ['__typename', '{ __typename }', {}, 1],
      ['what is not in the schema', '{ nothing { of { this } } }', {}, 1],
    ])('counts %s', (_what, query, variables, cost) => {
      expect(estimate(query, variables)).toBe(cost);
    });

    it('is undefined for an operation that the document has not', () => {
      expect(compileCost(PRICES, parse('query A { dear { id } }'), 'B')).toBeUndefined();
    });

    it('is that of the operation that is named', () => {
      const document = parse('query A { dear { id } } query B { one { id } }');
      expect(compileCost(PRICES, document, 'B')?.once).toBe(8);
    });

    it.each([
      ['an alias', '{ o: one { i: id } }'],
      ['a fragment', '{ ...F } fragment F on Query { one { id } }'],
      [
        'a fragment that is spread twice',
        '{ ...F ...F ...G } fragment F on Query { one { id } } fragment G on Query { ...F }',
      ],
      ['an inline fragment', '{ ... { ... on Query { one { ... on Item { id } } } } }'],
      ['a field that is there twice', '{ one { id } one { id id } }'],
      ['a field in two parts', '{ one { id } ...F } fragment F on Query { one { id } }'],
    ])('is the same with %s', (_what, query) => {
      expect(estimate(query)).toBe(estimate('{ one { id } }'));
    });

    it('counts a field under two names twice', () => {
      expect(estimate('{ a: one { id } b: one { id } }')).toBe(2 * estimate('{ one { id } }'));
    });

    it('counts introspection by the length of the schema', () => {
      const names = estimate('{ __schema { types { name } } }');
      expect(names).toBeGreaterThan(40);
      expect(estimate('{ __schema { types { fields { type { fields { type { name } } } } } } }')).toBeGreaterThan(
        20 * names,
      );
    });
  });

  describe('what would take long to price', () => {
    const twice = (of: string) => `a: item { ...${of} } b: item { ...${of} }`;
    const doubling = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Item { ${i === 59 ? 'id' : twice(`F${i + 1}`)} }`,
    ).join(' ');
    const wide = Array.from({ length: 500 }, (_, i) => `a${i}: item { ...F }`).join(' ');
    const repeated = `fragment Leaf on Item { ${'id '.repeat(2_000)} }`;
    const literal = `fragment F on Item { items(first: [${'1 '.repeat(2_000)}]) { id } }`;
    const places = Array.from({ length: 10 }, (_, i) => `a${i}: one { ...F }`).join(' ');
    const many = Array.from({ length: 300 }, (_, i) => `a${i}: one { ...Leaf }`).join(' ');
    const unknown = 'x: 1 '.repeat(40);
    it.each([
      ['fragments that double', `{ one { ...F0 } } ${doubling}`],
      ['a fragment that is part of itself', '{ one { ...F } } fragment F on Item { item { ...F } }'],
      ['a wide fragment that is part of itself', `{ one { ...F } } fragment F on Item { ${wide} }`],
      ['a long literal in a fragment in many places', `{ ${places} } ${literal}`],
      ['a long fragment in many places', `{ ${many} } ${repeated}`],
      ['unknown arguments of a fragment in many places', `{ ${many} } fragment Leaf on Item { id(${unknown}) }`],
      ['a fragment that is itself', '{ one { ...F } } fragment F on Item { ...F }', 7],
      ['what is below a list without items', `{ some(first: 0) { ...F } } fragment F on Item { ${wide} }`],
    ])('is the most that there is: %s', (_what, query, cost = 1e12) => {
      const document = parse(query);
      const began = process.cpuUsage();
      expect(estimatedCost(requestOf(query))).toBe(cost);
      compileCost(PRICES, document, undefined);
      // Without limits, these documents would take much longer.
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000);
    });

    it('is the most that there is: many values that are used many times', () => {
      const uses = Array.from({ length: 500 }, (_, i) => `a${i}: items(filter: $f) { total }`).join(' ');
      const f = { names: Array.from({ length: 20_000 }, () => 'x') };
      expect(estimate(`query ($f: Filter) { ${uses} }`, { f })).toBe(1e12);
    });

    it('is the most that there is: many unknown keys that are used many times', () => {
      const uses = Array.from({ length: 2_000 }, (_, i) => `a${i}: items(filter: $f) { total }`).join(' ');
      const f = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, null]));
      expect(estimate(`query ($f: Filter) { ${uses} }`, { f })).toBe(1e12);
    });
  });

  describe('what an operation came to', () => {
    it.each<[what: string, query: string, data: unknown, cost: number]>([
      [
        'a list as long as it is',
        '{ items(first: 50) { nodes { id } } }',
        { items: { nodes: [{ id: 1 }, { id: 2 }] } },
        30 + 1 + 2 * ITEM,
      ],
      ['nothing for what is null', '{ items { nodes { id } } }', { items: null }, 30 + 1],
      ['what is there once where there is no data', '{ items { nodes { id } } }', undefined, 30 + 1],
      [
        'lists below lists',
        '{ plain { tags } }',
        { plain: [{ tags: ['a'] }, { tags: ['a', 'b', 'c'] }, null] },
        1 + 3 * 2 + 4,
      ],
      ['lists under their aliases', '{ p: plain { t: tags } }', { p: [{ t: ['a', 'b'] }] }, 1 + 2 + 2],
      [
        'a list of lists by all items',
        '{ grid { id } }',
        { grid: [[{ id: 1 }, { id: 2 }], [{ id: 3 }], null] },
        1 + 4 * ITEM,
      ],
      [
        'lists in a list of lists',
        '{ grid { tags } }',
        { grid: [[{ tags: ['a', 'b'] }, { tags: null }]] },
        1 + 2 * 2 + 2,
      ],
    ])('counts %s', (_what, query, data, cost) => {
      expect(actualCost(requestOf(query), data)).toBe(cost);
    });

    it('is never above the estimate where no list is longer than estimated', () => {
      fc.assert(
        fc.property(operation(3), query => {
          const request = requestOf(query);
          const full = answerOf(request, size => size);
          const half = answerOf(request, size => Math.floor(size / 2));
          expect(actualCost(request, full)).toBe(estimatedCost(request));
          expect(actualCost(request, half)).toBeLessThanOrEqual(estimatedCost(request));
        }),
        { seed: 7, numRuns: 300 },
      );
    });

    it('is the same however the document is written', () => {
      fc.assert(
        fc.property(operation(3), query => {
          const body = query.slice(1, -1);
          const spread = `{ ...F ... { ${body} } ...F } fragment F on Query { ${body} }`;
          expect(estimatedCost(requestOf(spread))).toBe(estimatedCost(requestOf(query)));
        }),
        { seed: 7, numRuns: 100 },
      );
    });
  });

  /** A query with selections of up to this depth. Each root field has its own alias. */
  function operation(depth: number): fc.Arbitrary<string> {
    const item: fc.Arbitrary<string> = fc.letrec(tie => ({
      item: fc.oneof(
        { maxDepth: depth },
        fc.constant('id'),
        fc.constant('tags'),
        (tie('item') as fc.Arbitrary<string>).map(it => `item { ${it} }`),
        fc.tuple(fc.nat(6), tie('item') as fc.Arbitrary<string>).map(([n, it]) => `items(first: ${n}) { ${it} }`),
      ),
    })).item;
    const root = fc.oneof(
      item.map(it => `one { ${it} }`),
      item.map(it => `plain { ${it} }`),
      fc
        .tuple(fc.nat(9), item)
        .map(([n, it]) => `items(last: ${n}) { total nodes { ${it} } facets(fields: [A], limit: ${n}) { values } }`),
    );
    return fc
      .array(root, { minLength: 1, maxLength: 4 })
      .map(roots => `{${roots.map((it, i) => `r${i}: ${it}`).join(' ')}}`);
  }

  /** An answer to the request. `length` returns the length of a list from the expected size of the list. */
  function answerOf({ lists }: RequestCost, length: (size: number) => number): object {
    const answer: Record<string, unknown> = {};
    for (const { path, size, item } of lists) {
      let at = answer;
      for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
      at[path.at(-1)!] = Array.from({ length: length(size) }, () => answerOf(item, length));
    }
    return answer;
  }
});

describe('budget', () => {
  function opened() {
    const time = { now: 0 };
    return { time, budgets: new Budgets({ size: 1_000, windowMs: 10_000, clock: () => time.now }) };
  }

  describe('a budget', () => {
    it('is full at first, and refuses what is not there, with the time until it is', () => {
      const { budgets } = opened();
      expect([budgets.left('jane'), budgets.take('jane', 900), budgets.left('jane')]).toEqual([1_000, undefined, 100]);
      expect(budgets.take('jane', 300)).toBe(2_000);
      expect(budgets.left('jane')).toBe(100);
    });

    it('is there after the time that it gave', () => {
      const { budgets, time } = opened();
      budgets.take('jane', 900);
      time.now += budgets.take('jane', 300)!;
      expect([budgets.take('jane', 300), budgets.left('jane')]).toEqual([undefined, 0]);
    });

    it("leaves the others' alone", () => {
      const { budgets } = opened();
      budgets.take('jane', 1_000);
      expect([budgets.take('jane', 1), budgets.take('joe', 1_000)]).toEqual([10, undefined]);
    });

    it('does not grow for a caller who saves it', () => {
      const { budgets, time } = opened();
      budgets.take('jane', 1);
      time.now += 1e9;
      expect(budgets.left('jane')).toBe(1_000);
    });

    it('settles to what was due, in both directions', () => {
      const { budgets } = opened();
      budgets.take('jane', 500);
      budgets.settle('jane', -400);
      expect(budgets.left('jane')).toBe(900);
      budgets.settle('jane', 1_900);
      expect([budgets.left('jane'), budgets.take('jane', 0)]).toEqual([0, 10_000]);
    });

    it('is not filled beyond its size by what is given back', () => {
      const { budgets } = opened();
      budgets.settle('jane', -400);
      expect(budgets.left('jane')).toBe(1_000);
    });

    it('lets what costs more than a whole budget have a full one, and owe the rest', () => {
      const { budgets, time } = opened();
      expect(budgets.take('jane', 3_000)).toBeUndefined();
      expect(budgets.take('jane', 1)).toBe(20_010);
      time.now += 20_010;
      expect(budgets.take('jane', 1)).toBeUndefined();
    });

    it('gives one window and what fills up meanwhile, however often it is asked', () => {
      const { budgets, time } = opened();
      let spent = 0;
      for (; time.now < 20_000; time.now += 10) if (budgets.take('jane', 7) === undefined) spent += 7;
      expect(spent).toBeGreaterThan(2_900);
      expect(spent).toBeLessThanOrEqual(3_000);
    });
  });
});

describe('prices', () => {
  const supergraph = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8');
  const ours = pricesOf(supergraph);
  const field = (type: string, name: string, prices = PRICES) => prices.objects.get(type)?.get(name);

  describe('the prices of a graph', () => {
    it.each([
      ['its own price', 'Query', 'one', { weight: 7, isList: false }],
      ["its type's price", 'Query', 'dear', { weight: 40 }],
      ['no price: 1', 'Item', 'id', { weight: 1, size: undefined }],
      ['a list without a size', 'Query', 'plain', { isList: true, size: { assumed: 10 } }],
      ['a list of lists', 'Query', 'grid', { isList: true, type: 'Item' }],
      ['a size by a list of ids', 'Query', 'byId', { size: { assumed: 1, atLeast: ['ids'] } }],
      ['a size by arguments', 'Item', 'items', { size: { assumed: 4, by: ['first'] } }],
      ["a size by an argument's default", 'Query', 'some', { size: { assumed: 25, by: ['first'] } }],
      [
        'sizes of fields below',
        'Connection',
        'facets',
        { size: { assumed: 20, by: ['limit'], sizedFields: new Set(['values']) } },
      ],
    ])('has a field with %s', (_what, type, name, price) => {
      expect(field(type, name)).toMatchObject(price);
    });

    it('has the prices of arguments and of inputs', () => {
      expect(field('Query', 'items')?.inputs.get('filter')).toEqual({ type: 'Filter', weight: 10 });
      expect(field('Query', 'items')?.inputs.get('first')).toEqual({ type: 'Int', weight: 0 });
      expect(PRICES.inputs.get('Filter')?.get('glob')).toEqual({ type: 'String', weight: 50 });
    });

    it('has those of a foreign subgraph beside ours', () => {
      const foreign = /* GraphQL */ `
        extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])
        type Query {
          reports: [Report] @cost(weight: 500) @listSize(assumedSize: 9)
        }
        type Report {
          id: ID
        }
      `;
      const subgraphs = [
        { name: 'test', sdl: SDL },
        { name: 'foreign', sdl: foreign },
      ];
      const prices = pricesOf(composeSupergraph(subgraphs).supergraphSdl);
      expect(field('Query', 'reports', prices)).toMatchObject({ weight: 500, size: { assumed: 9 } });
      expect(field('Query', 'one', prices)).toMatchObject({ weight: 7 });
    });

    it('has them where no directive is imported by its short name', () => {
      const foreign = /* GraphQL */ `
        extend schema @link(url: "https://specs.apollo.dev/federation/v2.9")
        type Query {
          reports: [Int] @federation__cost(weight: 500) @federation__listSize(assumedSize: 9)
        }
      `;
      const prices = pricesOf(composeSupergraph([{ name: 'foreign', sdl: foreign }]).supergraphSdl);
      expect(field('Query', 'reports', prices)).toMatchObject({ weight: 500, size: { assumed: 9 } });
    });
  });

  describe('the prices of our own graph', () => {
    const { operationCost } = configSchema.parse({ clusters: [] }).limits;
    const cost = (query: string) => estimatedCost(requestCost(ours, compileCost(ours, parse(query), undefined)!, {}));

    it.each([
      ['introspection as clients ask for it', getIntrospectionQuery()],
      [
        'introspection as GraphiQL asks for it',
        getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
      ],
      [
        'a full page of objects',
        '{ objects(first: 500) { totalCount nodes { id cluster { name } name status reason message labels source { id } } pageInfo { endCursor } } }',
      ],
      [
        'a page of live objects',
        '{ objects(first: 100) { nodes { id live { state conditions { type status } yaml events { nodes { message } } } } } }',
      ],
    ])('allow %s', (_what, query) => {
      expect(cost(query)).toBeLessThanOrEqual(operationCost);
    });

    it('allow clients to read a schema that is three times as large', () => {
      const more = Array.from(
        { length: 1_000 },
        (_, i) => `type T${i} { a: Int b: [String!]! c: T0 d: Int e: Int }`,
      ).join(' ');
      const prices = pricesOf(`${supergraph} ${more}`);
      expect(
        estimatedCost(requestCost(prices, compileCost(prices, parse(getIntrospectionQuery()), undefined)!, {})),
      ).toBeLessThanOrEqual(operationCost);
    });

    it('give what docs/schema.md says of its example', () => {
      expect(cost('{ objects(first: 500) { nodes { id name status } } }')).toBe(30 + 1 + 500 * (1 + 3));
    });

    it.each([
      [
        'live objects of live objects',
        '{ objects(first: 500) { nodes { live { owners { live { events(first: 500) { nodes { message } } } } } } } }',
      ],
      [
        'the schema of the schema',
        '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      ],
    ])('refuse %s', (_what, query) => {
      expect(cost(query)).toBeGreaterThan(operationCost);
    });
  });
});
