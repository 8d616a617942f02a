/** Kubeconfigs that other people wrote: accepted parts, and messages about refused parts. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import { isLocalAddress, isLocalHost, lookupElsewhere } from '../../kubernetes/local-addresses.ts';
import { MAX_KUBECONFIG_LENGTH, untrustedTarget, type Allowance } from '../../kubernetes/untrusted-kubeconfig.ts';
import { processorTime } from '../processor-time.ts';
import { authority } from './certificates.ts';

const TOKEN = 'sesame-sesame-sesame-sesame-sesame-1';
let ca = '';
beforeAll(async () => {
  ca = Buffer.from((await authority('test')).cert).toString('base64');
});

function document({
  cluster = {},
  user = { token: TOKEN },
  more = {},
}: { cluster?: object; user?: object; more?: object } = {}): Record<string, unknown> {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'k', cluster: { server: 'https://10.0.0.1:6443', 'certificate-authority-data': ca, ...cluster } },
    ],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    'current-context': 'c',
    ...more,
  };
}

const oidc = (config: object) => ({
  'auth-provider': {
    name: 'oidc',
    config: { 'idp-issuer-url': 'https://id.example', 'client-id': 'k', 'refresh-token': TOKEN, ...config },
  },
});

const read = (text: string, allow: readonly Allowance[] = []) =>
  untrustedTarget(text, { source: 'Secret team/leaf', cluster: 'leaf', allow });

describe('a kubeconfig of a hub', () => {
  it.each([
    ['YAML', (content: object) => stringify(content)],
    ['JSON', (content: object) => JSON.stringify(content)],
  ])('in %s leads to its server, with its own credentials', async (_format, write) => {
    const target = await read(write(document()));
    expect(target).toMatchObject({ cluster: 'leaf', server: 'https://10.0.0.1:6443', localAddresses: false });
    expect(await target.credentials?.()).toEqual({ authorization: `Bearer ${TOKEN}` });
  });

  it('needs no current-context where there is one context', async () => {
    expect((await read(stringify(document({ more: { 'current-context': '' } })))).server).toBe('https://10.0.0.1:6443');
  });

  it.each<[string, Parameters<typeof document>[0], RegExp]>([
    ['a command', { user: { exec: { command: 'sh', args: ['-c', TOKEN] } } }, /user\.exec is not taken from a hub/],
    [
      'a plugin',
      { user: { 'auth-provider': { name: 'gcp', config: { t: TOKEN } } } },
      /auth-provider is another one than oidc/,
    ],
    [
      'an issuer in plain text',
      { user: oidc({ 'idp-issuer-url': 'http://10.0.0.5' }) },
      /idp-issuer-url must be an https:\/\/ URL/,
    ],
    [
      'an issuer that is no URL',
      { user: oidc({ 'idp-issuer-url': TOKEN }) },
      /idp-issuer-url must be an https:\/\/ URL/,
    ],
    [
      'an issuer on this machine',
      { user: oidc({ 'idp-issuer-url': 'https://127.1' }) },
      /idp-issuer-url is an address of this machine/,
    ],
    [
      'a file of its issuer',
      { user: oidc({ 'idp-certificate-authority': '/etc/passwd' }) },
      /idp-certificate-authority is a path/,
    ],
    ['a SOCKS proxy', { cluster: { 'proxy-url': 'socks5://10.0.0.9:1080' } }, /proxy-url is not allowed/],
    ['a file with a token', { user: { tokenFile: '/etc/shadow' } }, /user\.tokenFile is not taken/],
    [
      'a file with a certificate',
      { user: { 'client-certificate': '/etc/passwd', token: TOKEN } },
      /user\.client-certificate is not taken/,
    ],
    ['a file with a key', { user: { 'client-key': '/etc/passwd', token: TOKEN } }, /user\.client-key is not taken/],
    [
      'a file with an authority',
      { cluster: { 'certificate-authority': '/etc/passwd' } },
      /certificate-authority is a path/,
    ],
    ['impersonation', { user: { token: TOKEN, as: 'admin' } }, /user\.as is not supported/],
    [
      'groups to impersonate',
      { user: { token: TOKEN, 'as-groups': ['system:masters'] } },
      /user\.as-groups is not supported/,
    ],
    ['no credentials', { user: {} }, /has no credentials/],
    ['http://', { cluster: { server: 'http://10.0.0.1' } }, /must be an https:\/\/ URL/],
    ['no URL', { cluster: { server: TOKEN } }, /must be an https:\/\/ URL/],
    ['this machine', { cluster: { server: 'https://127.0.0.1:6443' } }, /address of this machine/],
    ['this machine by its name', { cluster: { server: 'https://localhost.:6443' } }, /address of this machine/],
    ['this machine as a number', { cluster: { server: 'https://2130706433' } }, /address of this machine/],
    ['this machine in IPv6', { cluster: { server: 'https://[::ffff:7f00:1]' } }, /address of this machine/],
    [
      'what clouds tell their machines',
      { cluster: { server: 'https://169.254.169.254' } },
      /address of this machine or its link/,
    ],
    ['credentials in the URL', { cluster: { server: `https://u:${TOKEN}@10.0.0.1` } }, /credentials in the URL/],
    [
      'a server behind a translator',
      { cluster: { server: 'https://[64:ff9b::169.254.169.254]' } },
      /server is an address of this machine/,
    ],
    ['a proxy', { cluster: { 'proxy-url': 'http://10.0.0.9:3128' } }, /proxy-url is not allowed/],
    ['any certificate', { cluster: { 'insecure-skip-tls-verify': true } }, /insecure-skip-tls-verify is not allowed/],
    [
      'two contexts and none current',
      {
        more: {
          'current-context': undefined,
          contexts: [1, 2].map(n => ({ name: `c${n}`, context: { cluster: 'k', user: 'u' } })),
        },
      },
      /not exactly one context/,
    ],
    ['a context of nothing', { more: { clusters: [] } }, /cluster or a user that the kubeconfig does not have/],
    [
      'a broken authority',
      { cluster: { 'certificate-authority-data': Buffer.from(TOKEN).toString('base64') } },
      /not a PEM certificate/,
    ],
    [
      'many entries',
      { more: { users: Array.from({ length: 40 }, (_, i) => ({ name: `u${i}`, user: {} })) } },
      /too many entries/,
    ],
    [
      'a name with a line break',
      { more: { contexts: [{ name: 'c\nx', context: { cluster: 'k', user: 'u' } }] } },
      /a name in the kubeconfig/,
    ],
    ['its length', { user: { token: 'x'.repeat(MAX_KUBECONFIG_LENGTH) } }, /longer than 65536 characters/],
  ])('is refused for %s, in words that hold no secret', async (_what, parts, words) => {
    const error = (await read(JSON.stringify(document(parts))).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toBeInstanceOf(KubeconfigError);
    expect(error.message).toMatch(words);
    expect(error.message).toMatch(/^Secret team\/leaf: /);
    expect(error.message).not.toContain('sesame');
  });

  it.each([
    ...['http://127.0.0.1:3128', 'https://localhost:3128', 'http://[fd00:ec2::23]', 'http://168.63.129.16'],
    ...['socks5://127.0.0.1:1080', 'socks5://2130706433:1080', 'socks5h://LOCALHOST:1080', 'socks5://0x7f.1'],
  ])('may have a proxy, and not one of this machine or its link: %s', async proxy => {
    const text = JSON.stringify(document({ cluster: { 'proxy-url': proxy } }));
    await expect(read(text, ['proxy-url'])).rejects.toThrow(/cluster.proxy-url is an address of this machine/);
    expect(await read(text, ['proxy-url', 'local-addresses'])).toMatchObject({ proxyUrl: proxy });
  });

  it('may have an OIDC login, whose issuer is bound as its server is', async () => {
    const target = await read(JSON.stringify(document({ user: oidc({}) })));
    expect(await target.expiresAt?.()).toBeUndefined();
    const local = JSON.stringify(document({ user: oidc({ 'idp-issuer-url': 'https://127.0.0.1:1' }) }));
    expect(await read(local, ['local-addresses'])).toBeDefined();
  });

  it.each<[Allowance, object]>([
    ['proxy-url', { 'proxy-url': 'http://10.0.0.9:3128' }],
    ['insecure-skip-tls-verify', { 'insecure-skip-tls-verify': true, 'certificate-authority-data': undefined }],
    ['local-addresses', { server: 'https://127.0.0.1:6443' }],
  ])('may have %s where the operator allows it', async (allowance, cluster) => {
    expect(await read(JSON.stringify(document({ cluster })), [allowance])).toBeDefined();
  });

  it.each([
    ['nested lists', '['.repeat(30_000)],
    ['many keys', Array.from({ length: 4_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['many quotes', '"'.repeat(60_000)],
    ['many anchors', '&a '.repeat(20_000)],
    ['nested JSON', '{"a":'.repeat(10_000)],
  ])('costs no time with %s', async (_what, text) => {
    // The first call includes the start of the parser, so it is not measured.
    await read(stringify(document())).catch(() => undefined);
    const before = processorTime();
    await expect(read(text)).rejects.toThrow(KubeconfigError);
    expect(processorTime() - before).toBeLessThan(50);
  });
});

describe('local addresses', () => {
  const LOCAL_IPV4 = [
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '169.254.169.254',
    '169.254.170.23',
    '192.0.0.192',
    '100.100.100.200',
    '168.63.129.16',
  ];
  const LOCAL_IPV6 = [
    ...['::', '::1', 'fe80::1', 'fe80::a9fe:a9fe', 'fe80::1%eth0', 'febf::1'],
    ...[
      'fd00:ec2::254',
      'fd00:ec2::23',
      'FD00:EC2:0::253',
      'fd20:ce::254',
      'fd00:c1::a9fe:a9fe',
      'fd00:42::42',
      'fd00:a9fe:a9fe::1',
    ],
    'fd00:100::100:200',
  ];
  const ELSEWHERE_IPV4 = [
    '10.0.0.1',
    '192.168.1.1',
    '8.8.8.8',
    '100.100.100.201',
    '168.63.129.17',
    '192.0.1.1',
    '172.16.0.1',
  ];
  const ELSEWHERE_IPV6 = [
    'fd00::1',
    '2001:db8::1',
    'fd20:ce::255',
    'fd00:ec3::254',
    'fec0::1',
    '64:ff9b:2::a9fe:a9fe',
    '2003:7f00:1::',
  ];
  const hex = (ipv4: string) => ipv4.split('.').map(byte => Number(byte).toString(16).padStart(2, '0'));
  const SPELLINGS: readonly (readonly [string, (ipv4: string) => string])[] = [
    ['IPv4', ipv4 => ipv4],
    ['IPv4-mapped', ipv4 => `::ffff:${ipv4}`],
    ['IPv4-mapped in hexadecimal', ipv4 => spelled(ipv4, ([a, b, c, d]) => `0:0:0:0:0:ffff:${a}${b}:${c}${d}`)],
    ['IPv4-compatible', ipv4 => `::${ipv4}`],
    ['IPv4-translated', ipv4 => `::ffff:0:${ipv4}`],
    ['NAT64', ipv4 => `64:ff9b::${ipv4}`],
    ['NAT64 in hexadecimal', ipv4 => spelled(ipv4, ([a, b, c, d]) => `64:FF9B:0:0:0:0:${a}${b}:${c}${d}`)],
    ['6to4', ipv4 => spelled(ipv4, ([a, b, c, d]) => `2002:${a}${b}:${c}${d}:7::8`)],
  ];
  /** 0.0.0.0 is not tested with these prefixes, because its zeros could belong to the prefix. */
  const WITHIN_A_NETWORK: typeof SPELLINGS = [
    ['local NAT64, /96', ipv4 => `64:ff9b:1:1:0:1:${ipv4}`],
    ['local NAT64, /48', ipv4 => spelled(ipv4, ([a, b, c, d]) => `64:ff9b:1:${a}${b}:00${c}:${d}00::`)],
    ['local NAT64, /56', ipv4 => spelled(ipv4, ([a, b, c, d]) => `64:ff9b:1:00${a}:00${b}:${c}${d}::`)],
    ['local NAT64, /64', ipv4 => spelled(ipv4, ([a, b, c, d]) => `64:ff9b:1:0:00${a}:${b}${c}:${d}00::`)],
  ];
  const spelled = (ipv4: string, spell: (bytes: string[]) => string) => spell(hex(ipv4));

  it.each([
    ...SPELLINGS.flatMap(([how, spell]) => LOCAL_IPV4.map(ipv4 => [how, ipv4, spell(ipv4)] as const)),
    ...WITHIN_A_NETWORK.flatMap(([how, spell]) =>
      LOCAL_IPV4.filter(it => it !== '0.0.0.0').map(ipv4 => [how, ipv4, spell(ipv4)] as const),
    ),
    ...LOCAL_IPV6.map(ipv6 => ['IPv6', ipv6, ipv6] as const),
  ])('%s of %s is one: %s', (_how, _what, address) => expect(isLocalAddress(address)).toBe(true));

  it.each([
    ...[...SPELLINGS, ...WITHIN_A_NETWORK].flatMap(([how, spell]) =>
      ELSEWHERE_IPV4.map(ipv4 => [how, ipv4, spell(ipv4)] as const),
    ),
    ...ELSEWHERE_IPV6.map(ipv6 => ['IPv6', ipv6, ipv6] as const),
  ])('%s of %s is none: %s', (_how, _what, address) => expect(isLocalAddress(address)).toBe(false));

  it.each([
    ['localhost', true],
    ['leaf.localhost', true],
    ['localhost.example.org', false],
    ['[::1]', true],
    ['[64:ff9b::a9fe:a9fe]', true],
    ['api.example.org', false],
  ])('the host %s by its word: %s', (host, expected) => expect(isLocalHost(host)).toBe(expected));

  it('are refused when a name resolves to one', async () => {
    const found = await new Promise(resolve =>
      lookupElsewhere('localhost', {}, (error, address) => resolve(error?.message ?? address)),
    );
    expect(found).toBe('localhost is an address of this machine or its link.');
  });
});
