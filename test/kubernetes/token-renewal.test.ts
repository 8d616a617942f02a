/**
 * Tokens that expire: the tokens that are renewed, the time of renewal, the place of the new token, and the log of a
 * failure. Time is simulated.
 */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../async/clock.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { fileToken, inlineToken, type KubeconfigToken } from '../../kubernetes/kubeconfig-token.ts';
import { boundTokenOf, renewalDue, startTokenRenewal, timeOf } from '../../kubernetes/token-renewal.ts';
import type { Logger } from '../../telemetry/log.ts';

const HOUR = 3_600_000;
const START = 1_800_000_000_000;

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function tokenOf(claims: object): string {
  return `${encoded({ alg: 'ES256' })}.${encoded(claims)}.c2lnbmF0dXJl`;
}
/** A token that is issued `issued` hours after START and expires `expires` hours after START. */
function bound(issued: number, expires: number, name = 'collector'): string {
  return tokenOf({
    iat: (START + issued * HOUR) / 1_000,
    exp: (START + expires * HOUR) / 1_000,
    'kubernetes.io': { namespace: 'fleet', serviceaccount: { name, uid: 'u' } },
  });
}

/** A clock on which a sleep takes no time. Calls onEnd() when the total time has passed. */
class Hours implements Clock {
  #now = START;
  readonly #end: number;
  onEnd = () => {};
  constructor(hours: number) {
    this.#end = START + hours * HOUR;
  }
  now() {
    return this.#now;
  }
  get hours() {
    return (this.#now - START) / HOUR;
  }
  async sleep(ms: number, signal: AbortSignal) {
    this.#now += ms;
    if (this.#now >= this.#end) this.onEnd();
    await Promise.resolve();
    signal.throwIfAborted();
  }
}

interface Reported {
  readonly level: string;
  readonly at: number;
  readonly fields: Record<string, unknown>;
  readonly message: string;
}

/** Runs the renewal for this many hours. Returns the requests to the leaf with their hours, and the log. */
async function run(token: KubeconfigToken, answer: (hour: number) => unknown, hours: number) {
  const clock = new Hours(hours);
  const requested: { at: number; path: string; body: unknown }[] = [];
  const reported: Reported[] = [];
  const telling = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void reported.push({ level, at: clock.hours, fields, message });
  const log = { info: telling('info'), warn: telling('warn'), error: telling('error') } as unknown as Logger;
  const request = async (path: string, { body }: { body?: unknown }) => {
    requested.push({ at: clock.hours, path, body });
    return answer(clock.hours);
  };
  const renewal = startTokenRenewal({ client: { cluster: 'leaf', request: request as never }, token, log, clock });
  await new Promise<void>(resolve => (clock.onEnd = resolve));
  renewal.stop();
  return { requested, reported };
}
const given = (token: string) => ({ status: { token } });

describe('a token is renewed', () => {
  it.each<[string, string | undefined]>([
    ['when it is a ServiceAccount’s that expires', bound(0, 24)],
    ['not without an end, as those of Secrets are', undefined],
  ])('%s', (_what, token) => {
    const legacy = tokenOf({
      'kubernetes.io/serviceaccount/namespace': 'fleet',
      sub: 'system:serviceaccount:fleet:collector',
    });
    const parsed = boundTokenOf(token ?? legacy);
    expect(parsed).toEqual(
      token && { namespace: 'fleet', name: 'collector', uid: 'u', issuedAt: START, expiresAt: START + 24 * HOUR },
    );
  });

  it.each([
    '',
    'opaque',
    'a.b',
    'a.b.c',
    'a.b.c.d',
    tokenOf({}),
    tokenOf([]),
    `${encoded({})}.${encoded(null)}.x`,
    tokenOf({ iat: 5, exp: 4, 'kubernetes.io': { namespace: 'a', serviceaccount: { name: 'b' } } }),
    tokenOf({ iat: 1, exp: '2', 'kubernetes.io': { namespace: 'a', serviceaccount: { name: 'b' } } }),
    tokenOf({ iat: 1, exp: 2, 'kubernetes.io': { namespace: '', serviceaccount: { name: 'b' } } }),
  ])('a token is not renewed when it is something else: %j', token => expect(boundTokenOf(token)).toBeUndefined());

  it('a token is renewed after two thirds of its life, and after nine tenths where its file has another owner', () => {
    const token = boundTokenOf(bound(0, 30))!;
    expect(renewalDue(token, { othersMayRenew: false })).toBe(START + 20 * HOUR);
    expect(renewalDue(token, { othersMayRenew: true })).toBe(START + 27 * HOUR);
  });

  it('again and again, each time for the same account and as long a life', async () => {
    const token = inlineToken(bound(0, 24));
    const { requested, reported } = await run(token, hour => given(bound(hour, hour + 24)), 50);
    expect(requested.map(({ at }) => at)).toEqual([16, 32, 48]);
    expect(requested[0]).toMatchObject({
      path: '/api/v1/namespaces/fleet/serviceaccounts/collector/token',
      body: { kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
    });
    expect(await token.read()).toBe(bound(48, 72));
    expect(reported.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({
        at: 0,
        fields: { cluster: 'leaf', expiresIn: '24 h' },
        message: expect.stringMatching(/in memory only.*tokenFile/),
      }),
    ]);
  });

  it("a token of an account whose name needs encoding is renewed with that account's path", async () => {
    const { requested } = await run(inlineToken(bound(0, 3, '../../secrets/x')), () => ({}), 2.01);
    expect(requested[0]?.path).toBe('/api/v1/namespaces/fleet/serviceaccounts/..%2F..%2Fsecrets%2Fx/token');
  });
});

describe('a failing renewal', () => {
  it('is tried again at growing distances, and logged with the time that is left', async () => {
    const refusal = new KubernetesError('FORBIDDEN', 'leaf: POST …: serviceaccounts "collector" is forbidden', {
      cluster: 'leaf',
      status: 403,
    });
    const fail = () => {
      throw refusal;
    };
    const { requested, reported } = await run(inlineToken(bound(0, 3)), fail, 4);
    expect(requested.length).toBeGreaterThan(10);
    expect(requested.length).toBeLessThan(40);
    const warnings = reported.filter(({ message }) => /could not be renewed/.test(message));
    expect(warnings[0]).toMatchObject({
      at: 2,
      fields: { cluster: 'leaf', reason: refusal.message, expiresIn: '60 min' },
    });
    expect(warnings.at(-1)?.fields['expiresIn']).toBe('has expired');
  });

  it.each<[string, unknown]>([
    ['a token that would end a text in a kubeconfig', given(`${bound(16, 40)}","exec":{"x":"`)],
    ['nothing', undefined],
    ['a token of somebody else', given(bound(2, 9, 'admin'))],
    ['the same token', given(bound(0, 3))],
    ['a token that ends sooner', given(bound(2, 2.5))],
    ['a token that never ends', given('opaque')],
    ['two lines', given(`${bound(2, 9)}\nx`)],
  ])('changes nothing when the leaf answers %s, and logs no token', async (_what, answer) => {
    const token = inlineToken(bound(0, 3));
    const { reported } = await run(token, () => answer, 2.2);
    expect(await token.read()).toBe(bound(0, 3));
    expect(reported.at(-1)?.fields['reason']).toMatch(/not a token of ServiceAccount fleet\/collector/);
    expect(JSON.stringify(reported)).not.toContain('c2lnbmF0dXJl');
  });

  it('does not repeat an answer that cannot be read: it may begin with a token', async () => {
    const cut = new KubernetesError('MALFORMED', `leaf: the answer is not JSON: ${bound(2, 9)}`, { cluster: 'leaf' });
    const { reported } = await run(inlineToken(bound(0, 3)), () => Promise.reject(cut), 2.2);
    expect(reported.at(-1)?.fields['reason']).toBe('the answer cannot be read');
    expect(JSON.stringify(reported)).not.toContain('c2lnbmF0dXJl');
  });

  it('says how long in the words of people', () => {
    expect([119, 121, 47 * 60, 49 * 60, -1].map(minutes => timeOf(minutes * 60_000))).toEqual([
      '119 min',
      '2 h',
      '47 h',
      '2 days',
      '0 min',
    ]);
  });
});

describe('a token that stands in the kubeconfig', () => {
  afterEach(() => void jest.useRealTimers());

  it('gives way to the renewed one within a minute', async () => {
    jest.useFakeTimers();
    const cluster = { server: 'https://127.0.0.1:1' };
    const config = {
      clusters: [{ name: 'leaf', cluster }],
      users: [{ name: 'u', user: { token: bound(0, 24) } }],
      contexts: [{ name: 'leaf', context: { cluster: 'leaf', user: 'u' } }],
    };
    const { token, credentials } = await parseKubeconfig(JSON.stringify(config), {
      source: 'a test',
      directory: '/',
    }).target('leaf');
    await token!.replace(bound(16, 40));
    expect(await credentials?.()).toEqual({ authorization: `Bearer ${bound(0, 24)}` });
    jest.advanceTimersByTime(60_000);
    expect(await credentials?.()).toEqual({ authorization: `Bearer ${bound(16, 40)}` });
  });
});

describe('a tokenFile', () => {
  let directory: string;
  let path: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-token-'));
    path = join(directory, 'token');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const open = () => fileToken(path, () => readFile(path, 'utf8'));

  it('is replaced whole, readable only for its owner, and nothing is left beside it', async () => {
    await writeFile(path, `${bound(0, 24)}\n`, { mode: 0o644 });
    const token = open();
    expect(await token.keeper()).toBe('file');
    await token.replace('next');
    expect([await token.read(), await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual([
      'next',
      'next\n',
      0o600,
    ]);
    expect(await readdir(directory)).toEqual(['token']);
  });

  it('is replaced where it lies when a link leads to it', async () => {
    await mkdir(join(directory, 'there'));
    await writeFile(join(directory, 'there', 'token'), 'old');
    await symlink(join('there', 'token'), path);
    await open().replace('next');
    expect(await readFile(join(directory, 'there', 'token'), 'utf8')).toBe('next\n');
    expect((await readdir(directory)).sort()).toEqual(['there', 'token']);
  });

  it('is read again after another process renewed it, and not renewed by us', async () => {
    await writeFile(path, bound(0, 24));
    const token = open();
    const { requested } = await run(
      { ...token, read: async () => (await writeFile(path, bound(15, 39)), token.read()) },
      hour => given(bound(hour, hour + 24)),
      30,
    );
    expect(requested).toEqual([]);
  });

  it('is renewed in memory at last when its owner does not, and the log says so', async () => {
    const inFile = bound(0, 30);
    const { requested, reported } = await run(
      fileToken('/proc/sys/kernel/ostype', async () => inFile),
      hour => given(bound(hour, hour + 30)),
      28,
    );
    expect(requested.map(({ at }) => Math.round(at))).toEqual([27]);
    expect(reported.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({
        fields: { cluster: 'leaf', expiresIn: '3 h' },
        message: expect.stringMatching(/in memory only/),
      }),
    ]);
  });

  it('gives way to memory, until it changes, when we may not write it', async () => {
    // A file in a folder in which nobody can create files, not even root.
    let onDisk = 'given';
    const token = fileToken('/proc/sys/kernel/ostype', async () => onDisk);
    expect(await token.keeper()).toBe('others');
    await token.replace('ours');
    expect(await token.read()).toBe('ours');
    onDisk = 'theirs';
    expect(await token.read()).toBe('theirs');
    onDisk = 'given';
    expect(await token.read()).toBe('given');
  });
});
