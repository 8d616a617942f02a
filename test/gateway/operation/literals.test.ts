/**
 * Literals that a scalar of a subgraph refuses. The gateway knows only the names of scalars, so its validation accepts
 * these literals.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { openGateway, type Gateway } from '../gateway.ts';

const Day = new GraphQLScalarType({
  name: 'Day',
  parseValue: value => {
    if (typeof value !== 'string')
      throw new GraphQLError('A Day is a text.', { extensions: { code: 'BAD_USER_INPUT' } });
    return value;
  },
});

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({
    types: 'scalar Day\ninput Range { from: Day } type Query { count(in: Range): Int fails(in: Range): Int }',
    resolvers: {
      count: () => 1,
      fails: () => {
        throw new GraphQLError('secret');
      },
    },
    scalars: { Day },
  });
});
afterAll(() => gateway.server.close());

it.each(['5', 'true', '{ ago: "1d" }', '[1]'])('%s is bad input, said with the name of the argument', async literal => {
  const { body } = (await gateway.ask({ query: `{ count(in: { from: ${literal} }) }` })) as { body: unknown };
  expect(body).toMatchObject({
    errors: [
      {
        path: ['count'],
        message: expect.stringMatching(/^Argument "in" has invalid value/),
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ],
  });
});

it('takes what a scalar takes', async () => {
  expect((await gateway.ask({ query: '{ count(in: { from: "today" }) }' })).body).toEqual({ data: { count: 1 } });
});

it('keeps to itself what a resolver throws', async () => {
  const { body } = (await gateway.ask({ query: '{ fails(in: { from: "today" }) }' })) as { body: unknown };
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
  expect(JSON.stringify(body)).not.toContain('secret');
});
