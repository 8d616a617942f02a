/** Registrations that count as one API server, and registrations that do not. */
import { describe, expect, it } from '@jest/globals';
import { connectionDigest, type Connection } from '../../clusters/connection-digest.ts';
import { isSameCluster, isSameConnection } from '../../clusters/opened-cluster.ts';

const plain: Connection = { server: 'https://leaf:6443', tls: { ca: 'CA' } };
const insecure: Connection = { server: 'https://leaf:6443', tls: { insecure: true } };
const target = (connection: Connection) => ({ cluster: 'leaf', ...connection });

describe('another API server', () => {
  it.each<[string, Connection, Connection]>([
    ['at another address', plain, { ...plain, server: 'https://leaf:6444' }],
    ['of other authorities', plain, { ...plain, tls: { ca: 'another' } }],
    ['of the authorities that Node trusts', plain, { ...plain, tls: {} }],
    ['under another name in its certificate', plain, { ...plain, tls: { ca: 'CA', serverName: 'other' } }],
    ['whose certificate is not checked any more', plain, { ...plain, tls: { ca: 'CA', insecure: true } }],
    ['whose certificate is checked from now on', insecure, { ...insecure, tls: {} }],
    ['without a certificate', plain, { ...plain, server: 'http://leaf:6443' }],
    ['behind a proxy that can answer in its place', insecure, { ...insecure, proxyUrl: 'http://proxy' }],
    [
      'behind another such proxy',
      { server: 'http://leaf', proxyUrl: 'http://a' },
      { server: 'http://leaf', proxyUrl: 'http://b' },
    ],
  ])('is one %s', (_, before, after) => {
    expect(connectionDigest(after)).not.toBe(connectionDigest(before));
    expect(isSameCluster(target(before), target(after))).toBe(false);
    expect(isSameConnection(target(before), target(after))).toBe(false);
  });
});

describe('the same API server', () => {
  it.each<[string, Connection]>([
    ['said once more', { ...plain }],
    ['behind a proxy that only passes on what is encrypted', { ...plain, proxyUrl: 'http://proxy' }],
    ['with what is said by default', { ...plain, tls: { ca: 'CA', insecure: false } }],
  ])('is one %s', (_, after) => {
    expect(connectionDigest(after)).toBe(connectionDigest(plain));
    expect(isSameCluster(target(plain), target(after))).toBe(true);
  });

  it('is reached in another way through a proxy', () => {
    expect(isSameConnection(target(plain), target({ ...plain, proxyUrl: 'http://proxy' }))).toBe(false);
  });
});

it('tells nothing of what it was made of', () => {
  expect(connectionDigest(plain)).toMatch(/^[\w-]{43}$/);
});
