/** Client address that limits apply to, for any value of X-Forwarded-For. */
import { describe, expect, it } from '@jest/globals';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { isNetwork } from '../../../config/values.ts';
import { clientAddresses, bearerToken } from '../../../identity/authenticator.ts';
import { tokenReviews } from '../../../identity/token-review.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { openGateway } from '../gateway.ts';

const TRUSTED = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48'];

const addressOf = (
  remoteAddress: string | undefined,
  forwarded: readonly string[],
  trusted: readonly string[] = TRUSTED,
) => {
  const rawHeaders = ['Host', 'fleet', ...forwarded.flatMap(value => ['X-Forwarded-For', value]), 'Accept', '*/*'];
  return clientAddresses(trusted)({ rawHeaders, socket: { remoteAddress } as never });
};

describe('the address of a client', () => {
  it.each<[string, string | undefined, string[], string]>([
    ['of the connection, without a proxy', '203.0.113.5', [], '203.0.113.5'],
    ['of the connection, where it is no trusted proxy', '203.0.113.5', ['198.51.100.1'], '203.0.113.5'],
    ['what a trusted proxy says', '10.1.2.3', ['198.51.100.1'], '198.51.100.1'],
    ['what a trusted proxy says, by its one address', '192.0.2.7', ['198.51.100.1'], '198.51.100.1'],
    ['of the connection, beside a trusted address', '192.0.2.8', ['198.51.100.1'], '192.0.2.8'],
    ['what a trusted proxy says over IPv6', '2001:db8:1:2::3', ['198.51.100.1'], '198.51.100.1'],
    [
      'what a trusted proxy says, whose IPv4 address is written as IPv6',
      '::ffff:10.1.2.3',
      ['198.51.100.1'],
      '198.51.100.1',
    ],
    ['of the trusted proxy, where it says nothing', '10.1.2.3', [], '10.1.2.3'],
    [
      'the last one that is no proxy, not what the client wrote itself',
      '10.1.2.3',
      ['1.1.1.1, 198.51.100.1, 10.9.9.9'],
      '198.51.100.1',
    ],
    ['the same over several headers', '10.1.2.3', ['1.1.1.1', '198.51.100.1', '10.9.9.9'], '198.51.100.1'],
    ['the first proxy, where all are', '10.1.2.3', ['10.7.7.7, 10.9.9.9'], '10.7.7.7'],
    ['with a port', '10.1.2.3', ['198.51.100.1:4711'], '198.51.100.1'],
    ['of IPv6 with a port, as its network', '10.1.2.3', ['[2001:db8:2:3:4::1]:4711'], '2001:db8:2:3::/64'],
    ['of IPv6, as its network', '2001:db8:2:3:4::1', [], '2001:db8:2:3::/64'],
    ['of IPv6 in brackets', '10.1.2.3', ['[2001:db8:2:3::1]'], '2001:db8:2:3::/64'],
    ['of a zone, as its network', 'fe80::1%eth0', [], 'fe80:0:0:0::/64'],
    ['of IPv4 in IPv6, as IPv4', '::ffff:203.0.113.5', [], '203.0.113.5'],
    ['of the proxy, where what it says is no address', '10.1.2.3', ['198.51.100.1, unknown'], '10.1.2.3'],
    ['of the proxy, where a hop is empty', '10.1.2.3', ['198.51.100.1,'], '10.1.2.3'],
    ['of the proxy, where the header is empty', '10.1.2.3', [''], '10.1.2.3'],
    ['of the proxy, where behind another proxy comes no address', '10.1.2.3', ['<script>, 10.9.9.9'], '10.1.2.3'],
    ['of the proxy, where a hop is very long', '10.1.2.3', [' '.repeat(200) + '198.51.100.1'], '10.1.2.3'],
    ['of the proxy, where brackets hold no IPv6', '10.1.2.3', ['[198.51.100.1]:80'], '10.1.2.3'],
    [
      'of the proxy, where proxies are too many',
      '10.1.2.3',
      [`198.51.100.1, ${Array(16).fill('10.0.0.1').join(',')}`],
      '10.1.2.3',
    ],
    [
      'behind as many proxies as are read',
      '10.1.2.3',
      [`198.51.100.1, ${Array(15).fill('10.0.0.1').join(',')}`],
      '198.51.100.1',
    ],
    ['none, of a connection that has gone', undefined, ['198.51.100.1'], ''],
  ])('is %s', (_what, remote, forwarded, expected) => {
    expect(addressOf(remote, forwarded)).toBe(expected);
  });

  it('is that of the connection where no proxy is trusted', () => {
    expect(addressOf('127.0.0.1', ['198.51.100.1'], [])).toBe('127.0.0.1');
  });

  it('takes no longer for a header of many hops', () => {
    expect(addressOf('10.1.2.3', [','.repeat(60_000)])).toBe('10.1.2.3');
    expect(addressOf('10.1.2.3', [Array(10_000).fill('10.0.0.1').join(',')])).toBe('10.1.2.3');
  });
});

it.each<[string, boolean]>([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/32', true],
  ['10.0.0.0/33', false],
  ['2001:db8::/128', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/-1', false],
  ['fe80::1%eth0', false],
  ['proxy.example.org', false],
  ['', false],
])('a trusted proxy may be written as %j: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));

describe('a gateway behind a trusted proxy', () => {
  it('signs in whoever comes for the first time, while one client floods it with made-up tokens', async () => {
    const [answer, requested] = [Promise.withResolvers<void>(), { madeUp: 0 }];
    const review = async (token: string) => {
      if (token === 'new') return { status: { authenticated: true, user: { username: 'jane', groups: [] } } };
      requested.madeUp++;
      await answer.promise;
      return { status: { authenticated: false } };
    };
    const client = {
      request: (_path: string, { body }: { body: { spec: { token: string } } }) => review(body.spec.token),
    };
    const gateway = await openGateway({
      types: 'type Query { hello: String }',
      resolvers: { hello: () => 'world' },
      trustedProxies: ['127.0.0.1'],
      authenticator: tokenReviews({
        registry: { get: () => ({ client }) } as never,
        cluster: 'hub',
        timeoutMs: 30_000,
        log: silentLogger,
      }),
    });
    const from = (address: string) => ({ 'x-forwarded-for': `127.0.0.1, ${address}` });
    try {
      const flood = Array.from({ length: 40 }, (_, i) =>
        gateway.ask('{ hello }', `made-up-${i}`, from('203.0.113.66')).then(it => it.status),
      );
      // One client can run at most eight token reviews at the cluster at a time.
      while (requested.madeUp < 8) await new Promise(resolve => setImmediate(resolve));
      const { status, body } = await gateway.ask('{ hello }', 'new', from('198.51.100.1'));
      expect([status, body, requested.madeUp]).toEqual([200, { data: { hello: 'world' } }, 8]);
      answer.resolve();
      expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
    } finally {
      answer.resolve();
      await gateway.server.close();
    }
  });

  it.each([
    ['is told the client’s address', ['127.0.0.1'], '198.51.100.1'],
    ['takes no address from a proxy that is not trusted', ['127.0.0.2'], '127.0.0.1'],
  ])('%s, whichever way the client comes, and knows nobody by it', async (_what, trustedProxies, expected) => {
    const seen: (string | undefined)[] = [];
    const gateway = await openGateway({
      types: 'type Query { hello: String }',
      resolvers: { hello: () => 'world' },
      trustedProxies,
      authenticator: {
        authenticate: async ({ rawHeaders, clientAddress }) => {
          seen.push(clientAddress);
          if (bearerToken(rawHeaders) !== undefined) return { user: 'jane', groups: [], uid: '', extra: {} };
          return undefined;
        },
      },
    });
    const headers = { 'x-forwarded-for': '127.0.0.1, 198.51.100.1' };
    const connection = (more: object, token: string | undefined) =>
      new Promise<void>((resolve, reject) => {
        class Socket extends WebSocket {
          constructor(url: string, protocols: string) {
            super(url, protocols, { headers: { ...headers, ...more } });
          }
        }
        const client = createClient({
          ...{ url: `${gateway.url.replace('http', 'ws')}/graphql`, webSocketImpl: Socket, retryAttempts: 0 },
          ...(token !== undefined && { connectionParams: { authorization: `Bearer ${token}` } }),
        });
        client.subscribe({ query: '{ hello }' }, { next: () => undefined, error: reject, complete: resolve });
      });
    try {
      await gateway.ask('{ hello }', 'jane', headers).expect(200);
      await gateway.ask('{ hello }', 'jane', { ...headers, accept: 'text/event-stream' }).expect(200);
      await fetch(`${gateway.url}/auth/session`, { headers });
      expect((await fetch(`${gateway.url}/graphql`, { method: 'POST', headers })).status).toBe(401);
      expect(seen.splice(0)).toEqual(Array(4).fill(expected));
      await connection({ authorization: 'Bearer jane' }, undefined);
      await connection({}, 'jane');
      expect(new Set(seen)).toEqual(new Set([expected]));
    } finally {
      await gateway.server.close();
    }
  });
});
