/** Requests whose JSON holds too many values are refused before they are parsed. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readBody } from '../../../gateway/http/steps.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

interface Read {
  readonly answer: { readonly status: number; readonly body: unknown } | undefined;
  readonly body: unknown;
  /** Length of the longest text that was parsed. */
  readonly parsed: number;
}

function read(json: string): Read {
  const parse = jest.spyOn(JSON, 'parse');
  let answer: Read['answer'];
  const req = { method: 'POST', body: Buffer.from(json) as unknown };
  const res = {
    locals: {},
    status: (status: number) => ({ json: (body: unknown) => (answer = { status, body }) }),
  };
  readBody(undefined)(req as never, res as never, () => undefined);
  const parsed = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  return { answer, body: req.body, parsed };
}

const request = (list: string) => `{"query":"{ a }","variables":{"v":[${list}]}}`;

describe('the body of a request', () => {
  it.each([
    ['many values', '0,'.repeat(400_000)],
    ['many empty objects', '{},'.repeat(300_000)],
    ['many empty lists', '[ ],'.repeat(200_000)],
    ['many keys', `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join()}},`],
    ['deep lists', `${'['.repeat(200_000)}${']'.repeat(200_000)},`],
    ['many values and numbers that stay exact', '1.50,'.repeat(100_000)],
  ])('is refused without being parsed when it has %s', (_what, list) => {
    const { answer, parsed } = read(request(`${list}0`));
    expect([answer, parsed]).toEqual([
      {
        status: 400,
        body: {
          errors: [
            {
              message: 'The request holds more than 25000 values. Send fewer: its variables may hold 20000.',
              extensions: { code: 'BAD_USER_INPUT' },
            },
          ],
        },
      },
      0,
    ]);
  });

  it.each([
    ['as many values as variables may hold', '0,'.repeat(19_998)],
    ['as many empty objects as variables may hold', '{},'.repeat(19_998)],
    ['texts of the signs between values', `"${',{['.repeat(200_000)}","\\",{[",`],
  ])('is read when it has %s', (_what, list) => {
    const { answer, body } = read(request(`${list}0`));
    expect([answer, body]).toEqual([undefined, JSON.parse(request(`${list}0`))]);
  });
});
