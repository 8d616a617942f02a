/**
 * Numbers in JSON values keep their spelling as variables and in answers. As literals, they keep their value or are
 * refused. Numbers of other types are ordinary numbers.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JSONObjectResolver } from 'graphql-scalars';
import { finished, Pace } from '../../../async/fair-turns.ts';
import { writeAnswer } from '../../../gateway/http/apollo-server.ts';
import { merge } from '../../../gateway/operation/shape-answer.ts';
import { isDouble, parseExact, restoreNumbers } from '../../../schema/exact-json.ts';
import { BEYOND_DOUBLES, HOSTILE_NUMBERS } from '../../hostile-json.ts';
import { openGateway, type Gateway } from '../gateway.ts';

const TYPES =
  'scalar JSONObject type Query { a: Int } type Mutation { echo(value: JSONObject!): JSONObject sum(whole: Int!, part: Float!): Float }';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({
    types: TYPES,
    scalars: { JSONObject: JSONObjectResolver },
    resolvers: { a: () => 1 },
    mutations: {
      echo: (_: unknown, { value }: { value: object }) => {
        restoreNumbers(value);
        return value;
      },
      sum: (_: unknown, { whole, part }: { whole: number; part: number }) => whole + part,
    },
  });
});
afterAll(() => gateway.server.close());

/** Returns the body as text, since a parser would lose the details that the tests check. */
async function sent(body: string): Promise<string> {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer jane' },
    body,
  });
  return answer.text();
}

describe('a number of a JSON object', () => {
  it.each(HOSTILE_NUMBERS)('%s passes as a variable', async number => {
    const query = 'mutation ($v: JSONObject!) { echo(value: $v) }';
    expect(await sent(`{"query":"${query}","variables":{"v":{"n":${number}}}}`)).toBe(
      `{"data":{"echo":{"n":${number}}}}\n`,
    );
  });

  it.each([...HOSTILE_NUMBERS, ...BEYOND_DOUBLES])(
    '%s passes as a literal with its value, or is refused',
    async number => {
      const answer = JSON.parse(await sent(`{"query":"mutation { echo(value: {a: [{n: ${number}}]}) }"}`)) as unknown;
      const refused = {
        message: `${number} in a literal would lose digits. Give it in a variable.`,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      };
      expect(answer).toMatchObject(
        isDouble(number) ? { data: { echo: { a: [{ n: Number(number) + 0 }] } } } : { errors: [refused] },
      );
    },
  );
});

describe('a key that is there twice', () => {
  it('is refused with its path', async () => {
    const query = 'mutation ($v: JSONObject!) { echo(value: $v) }';
    const message = 'The request body has variables.v.data.port twice. Name each key of an object once.';
    const body = `{"query":"${query}","variables":{"v":{"data":{"port":"80","port":"81"}}}}`;
    expect(JSON.parse(await sent(body))).toEqual({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
  });
});

describe('a number of another type', () => {
  it('may be written in any way', async () => {
    const query = 'mutation ($w: Int!, $p: Float!) { sum(whole: $w, part: $p) }';
    expect(await sent(`{"query":"${query}","variables":{"w":1.0,"p":2.50}}`)).toBe('{"data":{"sum":3.5}}\n');
    expect(await sent('{"query":"mutation { sum(whole: 1, part: 2.5000000000000000001) }"}')).toBe(
      '{"data":{"sum":3.5}}\n',
    );
  });
});

describe('an answer', () => {
  it('of any size and depth has numbers as they were written', async () => {
    const items = Array.from({ length: 5_000 }, (_, i) => `{"n":${HOSTILE_NUMBERS[i % HOSTILE_NUMBERS.length]}}`).join(
      ',',
    );
    const text = `{"data":{"deep":${'['.repeat(600)}1.0${']'.repeat(600)},"items":[${items}]}}`;
    expect(await writeAnswer(parseExact(text) as object, { maxBytes: 1e9 })).toBe(`${text}\n`);
  });

  it('of two fetches takes such a number from the second', () => {
    const into = parseExact('{"a":1.0,"b":{"c":2.0}}') as Record<string, unknown>;
    finished(merge(into, parseExact('{"a":3.0,"b":{"c":4.0}}') as Record<string, unknown>, new Pace()));
    expect(JSON.stringify(into)).toBe('{"a":3.0,"b":{"c":4.0}}');
  });
});
