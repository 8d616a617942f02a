/**
 * The caller of a request: static tokens, trusted headers, several authenticators one after the other, and refused
 * credentials.
 */
import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import {
  acceptIdentity,
  AuthenticationUnavailableError,
  BadCredentialsError,
  firstOf,
  type Authenticator,
} from '../../identity/authenticator.ts';
import { callerOn } from '../../identity/identity.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { trustedHeaders } from '../../identity/trusted-headers.ts';
import { processorTime } from '../processor-time.ts';
import { bearer, request } from './requests.ts';

const tokens = staticTokens([
  { token: 'dev-token', user: 'jane', groups: ['dev', 'system:masters'] },
  { token: 'ops-token', user: 'omar' },
]);
const proxy = trustedHeaders({ sharedSecret: { header: 'X-Proxy-Secret', value: 's3cret' } });
const secret: [string, string] = ['X-Proxy-Secret', 's3cret'];

describe('static tokens', () => {
  it('know each token’s owner, with system:masters taken away', async () => {
    expect(await tokens.authenticate(bearer('dev-token'))).toMatchObject({ user: 'jane', groups: ['dev'] });
    expect(await tokens.authenticate(bearer('ops-token'))).toMatchObject({ user: 'omar', groups: [] });
  });

  it('keep system:masters where the config allows it', async () => {
    const lenient = staticTokens([{ token: 't', user: 'root', groups: ['system:masters'] }], {
      allowSystemMasters: true,
    });
    expect((await lenient.authenticate(bearer('t')))?.groups).toEqual(['system:masters']);
  });

  it.each([
    ['no header', request()],
    ['another scheme', request(['Authorization', 'Basic amFuZTpkZXYtdG9rZW4='])],
  ])('have no opinion on %s', async (_case, req) => {
    expect(await tokens.authenticate(req)).toBeUndefined();
  });

  it.each([
    ['an unknown token', bearer('nope'), 'not known'],
    ['a longer one that begins like a known one', bearer('dev-token2'), 'not known'],
    ['no token', request(['Authorization', 'Bearer ']), 'holds no token'],
    ['two tokens in one header', bearer('dev-token ops-token'), 'holds no token'],
    ['a token with a line separator', bearer('dev-token\u2028'), 'holds no token'],
    [
      'the header twice',
      request(['Authorization', 'Bearer dev-token'], ['authorization', 'Bearer ops-token']),
      'send it once',
    ],
    ['a huge token', bearer('x'.repeat(20_000)), 'bytes long'],
  ])('refuse %s', async (_case, req, message) => {
    await expect(tokens.authenticate(req)).rejects.toThrow(BadCredentialsError);
    await expect(tokens.authenticate(req)).rejects.toThrow(message);
  });

  it('read a long header of a stranger in little time, whatever it holds', async () => {
    const hostile = request(['Authorization', `x${' '.repeat(16_370)}\u2028y`]);
    const before = processorTime();
    for (let i = 0; i < 4; i++) expect(await tokens.authenticate(hostile)).toBeUndefined();
    expect(processorTime() - before).toBeLessThan(100);
  });

  it('keep the token to themselves: no leaf is ever sent it', async () => {
    const identity = (await tokens.authenticate(bearer('dev-token')))!;
    expect(identity.token).toBeUndefined();
    expect(inspect(identity, { showHidden: true })).not.toContain('dev-token');
    const passthrough = { mode: 'passthrough', usernamePrefix: '', groupPrefix: '' } as const;
    expect(callerOn({ identity: passthrough }, identity)).toBeUndefined();
    expect(JSON.stringify(callerOn({ identity: { ...passthrough, mode: 'impersonate' } }, identity))).not.toContain(
      'dev-token',
    );
  });

  it('are sent to leaves only where the configuration says that leaves know them', async () => {
    const known = staticTokens([{ token: 'leaf-token', user: 'jane', forward: true }]);
    const identity = (await known.authenticate(bearer('leaf-token')))!;
    const passthrough = { mode: 'passthrough', usernamePrefix: '', groupPrefix: '' } as const;
    expect(callerOn({ identity: passthrough }, identity)).toEqual({ type: 'token', token: 'leaf-token', user: 'jane' });
    expect(JSON.stringify(callerOn({ identity: { ...passthrough, mode: 'impersonate' } }, identity))).not.toContain(
      'leaf-token',
    );
  });
});

describe('a token that leaves know', () => {
  it('is kept out of whatever prints or copies an identity', () => {
    const identity = acceptIdentity({ user: 'jane', token: 'leaf-token' });
    expect(identity.token).toBe('leaf-token');
    expect(JSON.stringify(identity) + inspect(identity) + JSON.stringify({ ...identity })).not.toContain('leaf-token');
  });
});

describe('trusted headers', () => {
  it('take the user, and one group from each header, never split at commas', async () => {
    const identity = await proxy.authenticate(
      request(
        secret,
        ['x-remote-user', 'jane'],
        ['X-Remote-Group', 'a,b'],
        ['x-remote-group', 'c'],
        ['X-REMOTE-GROUP', ''],
        ['X-Remote-Group', 'ops/eu'],
      ),
    );
    expect(identity).toMatchObject({ user: 'jane', groups: ['a,b', 'c', 'ops/eu'] });
  });

  it('read names as UTF-8', async () => {
    expect(
      await proxy.authenticate(request(secret, ['X-Remote-User', 'zoë'], ['X-Remote-Group', '開発'])),
    ).toMatchObject({
      user: 'zoë',
      groups: ['開発'],
    });
  });

  it('have no opinion on a request without a user header', async () => {
    expect(await proxy.authenticate(request(secret, ['X-Remote-Group', 'dev']))).toBeUndefined();
  });

  it.each([
    ['no secret', request(['X-Remote-User', 'jane']), 'missing or wrong'],
    ['a wrong secret', request(['X-Remote-User', 'jane'], ['X-Proxy-Secret', 'guess']), 'missing or wrong'],
    ['the secret twice', request(secret, secret, ['X-Remote-User', 'jane']), 'send it once'],
    ['two users', request(secret, ['X-Remote-User', 'jane'], ['X-Remote-User', 'omar']), 'send it once'],
    ['an empty user', request(secret, ['X-Remote-User', '']), 'name no user'],
    ['a stranger', request(secret, ['X-Remote-User', 'system:anonymous']), 'cannot sign in'],
    [
      'the strangers’ group',
      request(secret, ['X-Remote-User', 'jane'], ['X-Remote-Group', 'system:unauthenticated']),
      'cannot sign in',
    ],
    ['a very long name', request(secret, ['X-Remote-User', 'j'.repeat(5_000)]), 'at most 4096'],
    [
      'bytes that are no UTF-8',
      { headers: {}, rawHeaders: [...secret, 'X-Remote-User', 'zo\xeb'], remoteAddress: undefined },
      'not valid UTF-8',
    ],
  ])('refuse %s', async (_case, req, message) => {
    await expect(proxy.authenticate(req)).rejects.toThrow(BadCredentialsError);
    await expect(proxy.authenticate(req)).rejects.toThrow(message);
  });

  it('never repeat the secret in an error', async () => {
    const error = await proxy.authenticate(request(secret, secret, ['X-Remote-User', 'jane'])).catch(String);
    expect(error).not.toContain('s3cret');
  });

  it.each<[string, string | undefined, string[], string[]]>([
    ['a comma', ',', ['a,b, c,', 'd'], ['a', 'b', 'c', 'd']],
    ['two characters', '; ', ['a; b;c'], ['a', 'b;c']],
    ['nothing', undefined, ['a,b'], ['a,b']],
  ])('split groups in one header at %s', async (_case, groupSeparator, sent, groups) => {
    const splitting = trustedHeaders({ sharedSecret: { header: 'X-Proxy-Secret', value: 's3cret' }, groupSeparator });
    const headers = sent.map((value): [string, string] => ['X-Remote-Group', value]);
    expect((await splitting.authenticate(request(secret, ['X-Remote-User', 'jane'], ...headers)))?.groups).toEqual(
      groups,
    );
  });

  it.each<[string, string | undefined, boolean, string | undefined]>([
    ['a certificate that counts', 'proxy', false, undefined],
    ['another’s certificate', 'someone', false, 'client certificate is missing, or another’s'],
    ['none', undefined, false, 'client certificate is missing'],
    ['a certificate that counts, without the secret that is wanted, too', 'proxy', true, 'secret in X-Proxy-Secret'],
  ])('come from a proxy with %s', async (_case, name, wantsSecret, problem) => {
    const certified = trustedHeaders({
      clientNames: ['proxy'],
      ...(wantsSecret && { sharedSecret: { header: 'X-Proxy-Secret', value: 's3cret' } }),
    });
    const requested = certified.authenticate({ ...request(['X-Remote-User', 'jane']), clientName: () => name });
    if (problem === undefined) expect(await requested).toMatchObject({ user: 'jane' });
    else await expect(requested).rejects.toThrow(problem.replace('’', "'"));
  });

  it('cannot be set up without anything that proves whose they are', () => {
    expect(() => trustedHeaders({})).toThrow('Nothing proves');
    expect(() => trustedHeaders({ clientNames: [] })).toThrow('Nothing proves');
  });

  it('cannot be set up with an empty secret', () => {
    expect(() => trustedHeaders({ sharedSecret: { header: 'X-Proxy-Secret', value: '' } })).toThrow(
      'Set the environment variable',
    );
  });
});

describe('several authenticators', () => {
  const chain = firstOf([tokens, proxy]);

  it('let the first decide that knows the caller, whatever the others think of the credentials', async () => {
    expect(await chain.authenticate(bearer('ops-token'))).toMatchObject({ user: 'omar' });
    expect(await chain.authenticate(request(secret, ['X-Remote-User', 'pia']))).toMatchObject({ user: 'pia' });
    expect(
      await chain.authenticate(request(['Authorization', 'Bearer foreign'], secret, ['X-Remote-User', 'pia'])),
    ).toMatchObject({
      user: 'pia',
    });
  });

  const away: Authenticator = {
    authenticate: async () =>
      Promise.reject(new AuthenticationUnavailableError('The hub does not answer.', { isOwn: false })),
  };
  const stolen: [string, string][] = [['X-Remote-User', 'pia']];

  it.each([
    ['no credentials', [tokens, proxy], request(), undefined],
    ['a known token', [tokens, proxy], bearer('ops-token'), 'omar'],
    ['a known token, known to the second', [proxy, tokens], bearer('ops-token'), 'omar'],
    ['an unknown token', [tokens, proxy], bearer('nope'), 'not known here'],
    [
      'an unknown token, from the proxy',
      [tokens, proxy],
      request(['Authorization', 'Bearer nope'], secret, ...stolen),
      'pia',
    ],
    [
      'a known token, with headers that no proxy sent',
      [tokens, proxy],
      request(['Authorization', 'Bearer ops-token'], ...stolen),
      'omar',
    ],
    [
      'the same where the proxy comes first',
      [proxy, tokens],
      request(['Authorization', 'Bearer ops-token'], ...stolen),
      'missing or wrong',
    ],
    [
      'a malformed token, from the proxy',
      [tokens, proxy],
      request(['Authorization', 'Bearer '], secret, ...stolen),
      'holds no token',
    ],
    ['an unknown token, with one who cannot be asked', [away, tokens], bearer('nope'), 'does not answer'],
    ['a known token, with one who cannot be asked', [away, tokens], bearer('ops-token'), 'omar'],
  ])('given %s, answer as they should', async (_case, authenticators, req, expected) => {
    const answer = await firstOf(authenticators)
      .authenticate(req)
      .then(identity => identity?.user, String);
    if (expected === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(expected);
  });

  it('tell missing credentials from bad ones', async () => {
    expect(await chain.authenticate(request())).toBeUndefined();
    await expect(chain.authenticate(bearer('nope'))).rejects.toThrow(BadCredentialsError);
  });

  it('do not take a fault of an authenticator for bad credentials', async () => {
    const broken = { authenticate: async () => Promise.reject(new TypeError('bug')) };
    await expect(firstOf([broken, tokens]).authenticate(bearer('dev-token'))).rejects.toThrow(TypeError);
  });
});

describe('a claimed identity', () => {
  it('may have a thousand groups, not more', () => {
    const groups = Array.from({ length: 1_000 }, (_, i) => `g${i}`);
    expect(acceptIdentity({ user: 'jane', groups }).groups).toHaveLength(1_000);
    expect(() => acceptIdentity({ user: 'jane', groups: [...groups, 'one more'] })).toThrow('at most 1000');
  });

  it.each([' jane', 'jane\u00a0', '\u2028jane', 'ja\u0085ne', 'ja\nne', '\ud800'])(
    'cannot be named what no API server would be told: %j',
    name => {
      expect(() => acceptIdentity({ user: name })).toThrow(/blank space/);
      expect(() => acceptIdentity({ user: 'jane', groups: [name] })).toThrow(/blank space/);
    },
  );

  it('keeps case and separators as they are', () => {
    expect(acceptIdentity({ user: 'Jane', groups: ['Dev', 'dev', '__proto__'] })).toMatchObject({
      user: 'Jane',
      groups: ['Dev', 'dev', '__proto__'],
    });
  });
});
