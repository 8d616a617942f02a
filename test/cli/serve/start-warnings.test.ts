/**
 * Warnings of serve when it starts: weak secrets on a reachable address, groups and identity modes that cannot work
 * with the configured authentication, and leaves whose traffic an attacker in the network can read.
 */
import { describe, expect, it } from '@jest/globals';
import { startWarnings, weaknessOf } from '../../../cli/serve/start-warnings.ts';
import { configSchema } from '../../../config/schema.ts';
import type { Registration } from '../../../clusters/registry.ts';

const STRONG = 'pX3kQ9vT7mZr2LwB5sYc';
const config = (host: string, token: string, roles?: string[]) =>
  configSchema.parse({
    server: { host },
    ...(roles && { roles }),
    authentication: [
      { type: 'static', tokens: [{ token, user: 'jane' }] },
      { type: 'header', sharedSecret: { header: 'X-Secret', env: 'SECRET' } },
    ],
  });
const keys = (...of: Parameters<typeof startWarnings>) => startWarnings(...of).map(({ key }) => key);
const leaf = (name: string, server: string, insecure = false): Pick<Registration, 'name' | 'target'> => ({
  name,
  target: { server, tls: { insecure } },
});

describe('a secret', () => {
  it.each([
    ['change-me', 'is an example'],
    ['please-CHANGE_ME-before-production', 'is an example'],
    ['hunter2', 'has fewer than 16 characters'],
    ['abababababababababababab', 'repeats few characters'],
    [STRONG, undefined],
    ['0f6c1b9a7e2d4835', undefined],
  ])('%s', (secret, weakness) => expect(weaknessOf(secret)).toBe(weakness));
});

describe('at the start', () => {
  it('serve warns of weak secrets where others can reach the address, by key and without the secret', () => {
    const warnings = startWarnings(config('0.0.0.0', 'hunter2'), [], { SECRET: 'change-me' });
    expect(warnings.map(({ key }) => key)).toEqual(['authentication[0].tokens', 'authentication[1].sharedSecret.env']);
    expect(warnings[0]?.message).toMatch(/"jane" has fewer than 16 characters, .*0\.0\.0\.0.*openssl rand/);
    expect(JSON.stringify(warnings)).not.toMatch(/hunter2|change-me/);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('serve does not warn of weak secrets on %s', host => {
    expect(keys(config(host, 'x'), [], { SECRET: 'x' })).toEqual([]);
  });

  it('serve does not warn of strong secrets, nor of those of a process that is no gateway', () => {
    expect(keys(config('0.0.0.0', STRONG), [], { SECRET: STRONG })).toEqual([]);
    expect(keys(config('0.0.0.0', 'x', ['collector']), [], { SECRET: 'x' })).toEqual([]);
  });

  it('serve warns in one line of all tokens with the same fault', () => {
    const tokens = Array.from({ length: 7 }, (_, i) => ({ token: `t${i}`, user: `user-${i}` }));
    const [warning, ...others] = startWarnings(
      configSchema.parse({ server: { host: '0.0.0.0' }, authentication: [{ type: 'static', tokens }] }),
      [],
      {},
    );
    expect(others).toEqual([]);
    expect(warning?.message).toContain('"user-4" and 2 more');
  });

  it('serve warns of system:masters that it takes away from users of static tokens, unless it may be given out', () => {
    const tokens = [
      { token: STRONG, user: 'jane', groups: ['dev', 'system:masters'] },
      { token: `${STRONG}2`, user: 'bob' },
    ];
    const authentication = [{ type: 'static', tokens }];
    const [warning, ...others] = startWarnings(configSchema.parse({ authentication }), [], {});
    expect(others).toEqual([]);
    expect(warning).toEqual({
      key: 'authentication[0].tokens',
      message: expect.stringMatching(/system:masters.*"jane",/),
    });
    expect(keys(configSchema.parse({ authentication, identity: { allowSystemMasters: true } }), [], {})).toEqual([]);
  });

  it.each<[string, object[], string[]]>([
    ['nothing', [], ['clusters[0].identity.mode', 'clusterSources[0].identity.mode']],
    [
      'static tokens',
      [{ type: 'static', tokens: [{ token: STRONG, user: 'jane' }] }],
      ['clusters[0].identity.mode', 'clusterSources[0].identity.mode'],
    ],
    [
      'static tokens that are forwarded',
      [{ type: 'static', tokens: [{ token: STRONG, user: 'jane', forward: true }] }],
      [],
    ],
    ['OIDC', [{ type: 'oidc', issuer: 'https://id.example.org', audience: 'fleetgraph' }], []],
  ])(
    'serve warns of clusters that would need a token of the caller, where callers sign in by %s',
    (_what, authentication, expected) => {
      const identity = { mode: 'passthrough' };
      const clusters = [{ name: 'a', kubeconfig: './a', identity }];
      expect(
        keys(configSchema.parse({ authentication, clusters, clusterSources: [{ type: 'secrets', identity }] }), [], {}),
      ).toEqual(expected);
    },
  );

  it('serve warns once, by name, of leaves that can be read on the way, or prove nothing', () => {
    const leaves = [
      leaf('local', 'http://127.0.0.1:8080'),
      leaf('plain', 'http://leaf.example:80'),
      leaf('unproven-1', 'https://leaf.example', true),
      leaf('unproven-2', 'https://127.0.0.1:6443', true),
      leaf('good', 'https://leaf.example'),
      { name: 'tested' },
    ];
    const warnings = startWarnings(config('127.0.0.1', STRONG), leaves, {});
    expect(warnings).toEqual([
      { key: 'server', message: expect.stringMatching(/cluster "plain" has an http:/) },
      {
        key: 'insecure-skip-tls-verify',
        message: expect.stringMatching(/"unproven-1", "unproven-2" trusts any certificate/),
      },
    ]);
  });
});
