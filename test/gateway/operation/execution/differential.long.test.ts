import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { both, type AnswerOf, type Both, type Outcome } from './both.ts';
import { NOTHING_WRONG, randomAnswers, schemasOf, type Chances } from './random-answers.ts';
import { OPERATIONS, SHOP } from './shop.ts';

let shop: Both;
const schemas = schemasOf(SHOP);
const TABLE = OPERATIONS.map(([what, query, variables]) => [what, query, variables ?? {}] as const);

beforeAll(async () => {
  shop = await both(SHOP);
});
afterAll(() => shop.stop());

const ANYTHING_WRONG: Chances = { null: 0.1, missing: 0.03, wrongLeaf: 0.05, wrongType: 0.03, error: 0.05 };

async function expectEqual(
  query: string,
  variables: Record<string, unknown>,
  of: AnswerOf,
  see: (outcome: Outcome) => Outcome,
) {
  const apollo = see(await shop.apollo(query, variables, of));
  const ours = see(await shop.ours(query, variables, of));
  expect(ours).toEqual(apollo);
  // JSON.stringify() also compares the order of the fields.
  expect(JSON.stringify(ours.data)).toBe(JSON.stringify(apollo.data));
}

/**
 * Removes the indexes from the paths of errors. The executor of @apollo/gateway skips entities of another type and
 * entities with a missing field, and then reports wrong indexes for later entities.
 */
function withoutIndices(outcome: Outcome): Outcome {
  const errors = outcome.errors.map(error => ({
    ...error,
    path: (error.path as (string | number)[] | undefined)?.map(element =>
      typeof element === 'number' ? '@' : element,
    ),
  }));
  return { ...outcome, errors: errors.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
}

describe("an operation that is run in turns answers as by the planner's own executor", () => {
  it.each(TABLE)('an operation answers the same when nothing is wrong: %s', async (_what, query, variables) => {
    for (let seed = 0; seed < 5; seed++) {
      await expectEqual(query, variables, randomAnswers(schemas, seed, NOTHING_WRONG), outcome => outcome);
    }
  });

  it.each(TABLE)('an operation answers the same when anything is wrong: %s', async (_what, query, variables) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), seed =>
        expectEqual(query, variables, randomAnswers(schemas, seed, ANYTHING_WRONG), withoutIndices),
      ),
      { numRuns: 15, seed: 6 },
    );
  });

  it.each(TABLE.filter(([, query]) => !/found|things|about|media|node/.test(query)))(
    'an operation answers the same with errors in some places, down to their indices: %s',
    async (_what, query, variables) => {
      for (let seed = 0; seed < 6; seed++) {
        await expectEqual(
          query,
          variables,
          randomAnswers(schemas, seed, { ...NOTHING_WRONG, error: 0.3 }),
          outcome => outcome,
        );
      }
    },
  );
});

/**
 * Data of the subgraphs by subgraph name. For `_entities`, the function returns the data for the representation with
 * index `i`.
 */
function answers(
  data: Record<string, object | ((i: number) => object | null)>,
  errors?: Record<string, readonly object[]>,
): AnswerOf {
  return ({ service, variables }) => {
    const given = data[service]!;
    const representations = variables['representations'] as readonly object[] | undefined;
    const sent = typeof given === 'function' ? { _entities: representations!.map((_, i) => given(i)) } : given;
    return { data: sent, ...(errors?.[service] && { errors: errors[service] }) };
  };
}

describe('an operation that is run in turns differs on purpose', () => {
  it('has the error of an entity at its own place, when one before it was not asked about', async () => {
    const of = answers(
      {
        products: {
          found: [
            { __typename: 'Maker', id: 'm' },
            { __typename: 'Product', id: 'p' },
          ],
        },
        stock: () => null,
      },
      { stock: [{ message: 'no', path: ['_entities', 0, 'inStock'] }] },
    );
    const query = '{ found { ... on Product { inStock } } }';
    expect((await shop.apollo(query, undefined, of)).errors).toMatchObject([{ path: ['found', 0, 'inStock'] }]);
    expect((await shop.ours(query, undefined, of)).errors).toMatchObject([{ path: ['found', 1, 'inStock'] }]);
  });

  it('keeps what a plan renames when it is 0', async () => {
    const of = answers({
      products: { things: [{ __typename: 'Number', id__alias_0: 0 }] },
      stock: () => ({ squared: 0 }),
    });
    const query = '{ things { ... on Product { inStock } ... on Number { squared } } }';
    expect((await shop.apollo(query, undefined, of)).data).toEqual({ things: null });
    expect((await shop.ours(query, undefined, of)).data).toEqual({ things: [{ squared: 0 }] });
  });

  it.each([
    [
      'no list for a list',
      { me: { friends: 'all' } },
      { me: { name: null, friends: null } },
      'list',
      ['me', 'friends'],
    ],
    [
      'no object for an object',
      { me: { name: 'Jane', friends: [7] } },
      { me: { name: 'Jane', friends: null } },
      'object',
      ['me', 'friends', 0],
    ],
    ['a list for an object', { me: [{ name: 'Jane' }] }, { me: null }, 'object', ['me']],
    ['a type that is no name', { me: { __typename: {}, name: 'Jane' } }, { me: null }, 'object', ['me']],
  ])(
    'has null and an error where a subgraph sends %s, and the rest of the answer stands',
    async (_what, sent, data, expected, path) => {
      const query = '{ me { name friends { id } } products { id } }';
      const of = answers({ users: sent, products: { products: [{ id: '1' }] } });
      const ours = await shop.ours(query, undefined, of);
      expect(ours.data).toEqual({ ...data, products: [{ id: '1' }] });
      expect(ours.errors).toMatchObject([
        {
          message: expect.stringContaining(`sent no ${expected} for`),
          path,
          extensions: { code: 'DOWNSTREAM_SERVICE_ERROR' },
        },
      ]);
    },
  );

  it.each([
    ['no list where entities are', { products: { products: { id: '1' } } }],
    ['no objects where entities are', { products: { products: ['1', 2, [3], null] } }],
    [
      'entities that are no objects',
      { products: { products: [{ __typename: 'Product', id: '1' }] }, stock: () => 'much' as never },
    ],
    ['no entities', { products: { products: [{ __typename: 'Product', id: '1' }] }, stock: {} }],
    ['no object', { products: ['products'] }],
  ])('outlives a subgraph that sends %s', async (_what, data) => {
    const ours = await shop.ours(
      '{ products { id inStock } me { name } }',
      undefined,
      answers({ users: { me: { name: 'Jane' } }, ...data }),
    );
    expect(ours).toMatchObject({ data: null });
    expect(
      ours.errors.length + ((ours.extensions as { valueCompletion?: object[] })?.valueCompletion?.length ?? 0),
    ).toBeGreaterThan(0);
  });

  it('outlives errors that are none', async () => {
    for (const errors of [{}, 'no', [null, 'no', { message: 7, path: 'me', extensions: [] }]] as never[]) {
      const { data, errors: reported } = await shop.ours('{ me { name } }', undefined, () => ({
        data: { me: { name: 'Jane' } },
        errors,
      }));
      expect(data).toEqual({ me: { name: 'Jane' } });
      expect(new Set(reported.map(({ message }) => message))).toEqual(
        new Set(['Error while fetching subquery from service "users"']),
      );
    }
  });
});
