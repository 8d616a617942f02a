/** Headers that libraries parse in one step have a maximum length. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGateway, type Gateway } from '../gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({ types: 'type Query { hello: String }', resolvers: { hello: () => 'world' } });
});
afterAll(() => gateway.server.close());

const MAX = 1_024;

describe.each([
  ['accept', (length: number) => '*/*,'.repeat(length / 4)],
  ['accept-encoding', (length: number) => 'gzip;q=0.1,   '.repeat(length).slice(0, length - 1) + ','],
  ['content-type', (length: number) => `application/json;${' '.repeat(length - 20)}a=b`],
])('the header %s', (name, header) => {
  it.each([MAX + 4, 40_000])('is refused at %i characters, before it is parsed', async length => {
    const { status, body } = await gateway.ask('{ hello }', 'jane', { [name]: header(length) });
    expect([status, body.errors]).toEqual([
      431,
      [
        {
          message: `The header ${name} is longer than 1024 characters. Send a shorter one.`,
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    ]);
  });

  it('is accepted at 1024 characters', async () => {
    const { status, body } = await gateway.ask('{ hello }', 'jane', { [name]: header(MAX) });
    expect([status, body]).toEqual([200, { data: { hello: 'world' } }]);
  });

  it('shows callers without credentials only that they have none', async () => {
    expect((await gateway.ask('{ hello }', 'nobody', { [name]: header(MAX + 4) })).status).toBe(401);
  });
});
