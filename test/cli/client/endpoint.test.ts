/** Requests that commands send to a running fleetgraph: the token, retries, and the message for each failure. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renewed } from '../../../cli/client/login-issuer.ts';
import { openEndpoint } from '../../../cli/client/endpoint.ts';
import { UsageError } from '../../../cli/usage-error.ts';
import { parseExact } from '../../../schema/exact-json.ts';

const server = 'http://127.0.0.1:4000';
const env = { FLEETGRAPH_TOKEN: 'very-secret' };
const json = (status: number, body: unknown, headers = {}) => new Response(JSON.stringify(body), { status, headers });

afterEach(() => {
  jest.restoreAllMocks();
});

function answering(...answers: (Response | Error)[]) {
  return jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer is left');
    return answer;
  });
}

describe('a running fleetgraph', () => {
  it.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/graphql'],
    ['https://fleet.example.org/', 'https://fleet.example.org/graphql'],
    ['https://example.org/fleet', 'https://example.org/fleet/graphql'],
    ['https://example.org/fleet/graphql', 'https://example.org/fleet/graphql'],
  ])('%s is asked at %s', async (given, requested) => {
    const fetched = answering(json(200, { data: {} }));
    await openEndpoint({ server: given }, env)('{ __typename }');
    expect((fetched.mock.calls[0]![0] as URL).href).toBe(requested);
  });

  it('gets the token of the file, or else of the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-token-'));
    writeFileSync(join(folder, 'token'), 'from-file\n');
    const fetched = answering(json(200, { data: {} }), json(200, { data: {} }));
    await openEndpoint({ server, tokenFile: join(folder, 'token') }, env)('{ __typename }');
    await openEndpoint({ server }, env)('{ __typename }');
    const sent = fetched.mock.calls.map(([, init]) => (init!.headers as Record<string, string>)['authorization']);
    expect(sent).toEqual(['Bearer from-file', 'Bearer very-secret']);
    rmSync(folder, { recursive: true });
  });

  it('is sent numbers as they were written, and answers with such', async () => {
    const fetched = answering(new Response('{"data":{"a":{"n":[9007199254740993,1.0,-0]}}}'));
    const variables = parseExact('{"v":{"n":[9007199254740993,1.0,-0]}}') as object;
    const { data } = await openEndpoint({ server }, env)('{ a }', variables);
    expect(JSON.parse(JSON.stringify(fetched.mock.calls[0]![1]!.body))).toContain(
      '"variables":{"v":{"n":[9007199254740993,1.0,-0]}}',
    );
    expect(JSON.stringify(data)).toBe('{"a":{"n":[9007199254740993,1.0,-0]}}');
  });

  it('is asked again when it says when', async () => {
    const fetched = answering(
      json(429, { errors: [] }, { 'retry-after': '0' }),
      json(503, { errors: [] }, { 'retry-after': '0' }),
      json(200, { data: { a: 1 } }),
    );
    expect(await openEndpoint({ server }, env)('{ a }')).toEqual({ data: { a: 1 }, errors: [] });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it.each([
    [
      '429 for a minute',
      json(429, { errors: [{ message: 'spent' }] }, { 'retry-after': '60' }),
      { data: null, errors: [{ message: 'spent' }] },
    ],
    [
      'a refusal',
      json(400, { errors: [{ message: 'no such field' }] }),
      { data: null, errors: [{ message: 'no such field' }] },
    ],
    [
      'half an answer',
      json(200, { data: { a: null }, errors: [{ message: 'a' }] }),
      { data: { a: null }, errors: [{ message: 'a' }] },
    ],
  ])('hands on %s', async (_what, answer, expected) => {
    answering(answer);
    expect(await openEndpoint({ server }, env)('{ a }')).toEqual(expected);
  });

  it.each([
    [
      'a wrong token, in the words of the server',
      json(401, { errors: [{ message: 'The token has expired.' }] }),
      'http://127.0.0.1:4000 does not accept your token: The token has expired. Set another token',
    ],
    [
      'a wrong token, by a server without words',
      new Response('<html>', { status: 401 }),
      'does not accept your token. Set another token',
    ],
    ['a login page', new Response('<html>'), 'not as fleetgraph answers'],
    [
      'nobody',
      Object.assign(new TypeError('fetch failed very-secret'), { cause: { code: 'ECONNREFUSED' } }),
      'does not answer (ECONNREFUSED)',
    ],
  ])('tells of %s, and never the token', async (_what, answer, message) => {
    answering(answer);
    const error = (await openEndpoint({ server }, env)('{ a }').catch((error: unknown) => error)) as Error;
    expect([error.name, error.message]).toEqual(['UsageError', expect.stringContaining(message)]);
    expect(error.message).not.toContain('very-secret');
  });

  it.each([
    [{ server: 'nowhere' }, env, '--server nowhere: expected a URL that begins with http:'],
    [{ server: 'file:///etc/passwd' }, env, 'expected a URL that begins with http:'],
    [{ server }, {}, 'No token was found.'],
    [{ server, tokenFile: '/absent' }, env, '--token-file /absent cannot be read (ENOENT).'],
  ])('%j is refused before anything is asked', (flags, environment, message) => {
    expect(() => openEndpoint(flags, environment)).toThrow(message);
  });
});

describe('what a server wrote into an error', () => {
  it.each([
    ['an issuer that is no address', 'http://\u001b[2J\u001b]0;title\u0007example.org'],
    ['one whose text turns around', 'http://example.org/\u202egro.live'],
  ])('cannot rewrite the terminal: %s', async (_what, issuer) => {
    const refused = renewed({ issuer, clientId: 'c' }, 'token');
    await expect(refused).rejects.toThrow('is not an https:// address.');
    await expect(refused).rejects.not.toThrow(/[\u001b\u0007\u202e]/);
  });

  it('keeps its lines', () => {
    expect(new UsageError('one\n\ttwo\u001b[0m').message).toBe('one\n\ttwo\ufffd[0m');
  });
});
