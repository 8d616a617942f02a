/** Kubeconfigs: the target of each context, and the messages about errors. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { parseKubeconfig, readKubeconfig } from '../../kubernetes/kubeconfig.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import { authority, issue, type Certificate } from './certificates.ts';

let directory: string;
let ca: Certificate;
let client: Certificate;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-kubeconfig-'));
  ca = await authority('test');
  client = await issue(ca, 'collector');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** A kubeconfig with one context "c" of one cluster and one user. */
function config(cluster: object = {}, user: object | null | 'missing' = { token: 't' }): string {
  return stringify({
    clusters: [{ name: 'k', cluster: { server: 'https://k.example.com:6443', ...cluster } }],
    users: user === 'missing' ? [] : [{ name: 'u', user }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
    'current-context': 'c',
  });
}
const target = (text: string): Promise<ClusterTarget> =>
  parseKubeconfig(text, { source: 'kc.yaml', directory }).target('c');

describe('a context', () => {
  it('has its server, TLS settings and proxy', async () => {
    const made = await target(
      config({
        'certificate-authority-data': base64(ca.cert),
        'tls-server-name': 'inner',
        'insecure-skip-tls-verify': false,
        'proxy-url': 'http://proxy:3128',
      }),
    );
    expect(made).toMatchObject({
      cluster: 'c',
      server: 'https://k.example.com:6443',
      tls: { ca: ca.cert, serverName: 'inner' },
      proxyUrl: 'http://proxy:3128',
    });
    expect(made.tls).not.toHaveProperty('insecure');
  });

  it.each([
    ['a token', { token: 't' }, { authorization: 'Bearer t' }],
    ['a user name and password', { username: 'u', password: 'p:ü' }, { authorization: `Basic ${base64('u:p:ü')}` }],
    ['nothing', {}, {}],
    ['a null user', null, {}],
  ])('logs in with %s', async (_what, user, expected) => {
    expect(await (await target(config({}, user))).credentials?.()).toEqual(expected);
  });

  it('logs in with certificates, from data or from files beside the kubeconfig', async () => {
    await mkdir(join(directory, 'pki'), { recursive: true });
    await writeFile(join(directory, 'pki/c.crt'), client.cert);
    await writeFile(join(directory, 'pki/c.key'), client.key);
    await writeFile(join(directory, 'ca.crt'), ca.cert);
    const inline = await target(
      config({}, { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) }),
    );
    const files = await target(
      config({ 'certificate-authority': 'ca.crt' }, { 'client-certificate': 'pki/c.crt', 'client-key': './pki/c.key' }),
    );
    for (const made of [inline, files])
      expect(await made.credentials?.()).toEqual({ certificate: { cert: client.cert, key: client.key } });
    expect(files.tls?.ca).toBe(ca.cert);
  });

  it('reads its token from a file that wins over an inline token', async () => {
    await writeFile(join(directory, 'token'), 'from-file\n');
    expect(await (await target(config({}, { token: 'inline', tokenFile: 'token' }))).credentials?.()).toEqual({
      authorization: 'Bearer from-file',
    });
  });

  it('asks its exec plugin, found beside the kubeconfig, and gets a token', async () => {
    const plugin = join(directory, 'plugin.sh');
    const answer =
      '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"\'$TOKEN-$1\'"}}';
    await writeFile(
      plugin,
      `#!/bin/sh\ncase "$KUBERNETES_EXEC_INFO" in *ExecCredential*) ;; *) exit 3;; esac\necho '${answer}'\n`,
    );
    await chmod(plugin, 0o700);
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: './plugin.sh',
      args: ['arg'],
      env: [{ name: 'TOKEN', value: 'secret' }],
    };
    const made = await target(config({}, { exec }));
    const both = await Promise.all([made.credentials?.(), made.credentials?.()]);
    expect(both).toEqual([{ authorization: 'Bearer secret-arg' }, { authorization: 'Bearer secret-arg' }]);
  });

  it('says what its exec plugin said when that failed', async () => {
    const made = await target(config({}, { exec: { command: 'sh', args: ['-c', 'echo please log in >&2; exit 1'] } }));
    await expect(made.credentials?.()).rejects.toThrow(
      'kc.yaml: user "u": the plugin sh gave no credentials: please log in',
    );
    const missing = await target(config({}, { exec: { command: 'no-such-plugin' } }));
    await expect(missing.credentials?.()).rejects.toThrow(
      /the plugin no-such-plugin is not installed, or not in the PATH/,
    );
  });

  it('uses an OIDC token while it is good', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1_000) + 3_600 })}.x`;
    const made = await target(
      config(
        {},
        { 'auth-provider': { name: 'oidc', config: { 'id-token': token, 'idp-issuer-url': 'https://x.invalid' } } },
      ),
    );
    expect(await made.credentials?.()).toEqual({ authorization: `Bearer ${token}` });
  });
});

describe('several files, as $KUBECONFIG lists them', () => {
  const write = async (name: string, content: string) => {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'config'), content);
    return join(directory, name, 'config');
  };
  const user = (name: string, user: object) => ({ users: [{ name, user }] });
  const server = (name: string, host: string) => ({
    clusters: [{ name, cluster: { server: `https://${host}:6443` } }],
  });
  const context = (name: string, cluster: string, user: string) => ({
    contexts: [{ name, context: { cluster, user } }],
  });

  it('are merged: the first definition of a name counts, and paths are relative to the file that they stand in', async () => {
    const first = await write('one', stringify({ ...server('k', 'first'), ...context('a', 'k', 'u') }));
    const second = await write(
      'two',
      stringify({
        ...server('k', 'second'),
        ...context('b', 'k', 'u'),
        ...user('u', { tokenFile: 'token' }),
        'current-context': 'b',
      }),
    );
    const third = await write('three', stringify({ ...user('u', { token: 'third' }), 'current-context': 'a' }));
    await writeFile(join(directory, 'two', 'token'), 'second');
    const merged = await readKubeconfig([first, '', join(directory, 'nowhere'), second, third].join(':'));
    expect(merged).toMatchObject({ contexts: ['a', 'b'], currentContext: 'b' });
    for (const name of ['a', 'b']) {
      const made = await merged.target(name);
      expect(made.server).toBe('https://first:6443');
      expect(await made.credentials?.()).toEqual({ authorization: 'Bearer second' });
    }
  });

  it.each([':FILE', 'FILE:', '::FILE', 'FILE:/nowhere/kc', 'EMPTY:FILE'])('may be written as %s', async list => {
    const file = await write('listed', config());
    const empty = await write('empty', '# nothing yet\n');
    const kubeconfig = await readKubeconfig(list.replace('FILE', file).replace('EMPTY', empty));
    expect(kubeconfig).toMatchObject({ contexts: ['c'], problems: [] });
  });

  it('may all be missing, and that is said', async () => {
    await expect(readKubeconfig(':/nowhere/a')).rejects.toThrow(':/nowhere/a: none of these files is there.');
    await expect(readKubeconfig('/nowhere/a:/nowhere/b')).rejects.toThrow(
      '/nowhere/a:/nowhere/b: none of these files is there.',
    );
  });

  it('are not made of one whose name has the separator in it', async () => {
    const file = await write('arn:aws:eks', config());
    expect((await readKubeconfig(file)).contexts).toEqual(['c']);
  });
});

describe('a kubeconfig that is wrong', () => {
  it('is an error when it does not exist', async () => {
    await expect(readKubeconfig('/nowhere/kc')).rejects.toThrow(
      '/nowhere/kc: there is no such file. Give the path of a kubeconfig file',
    );
  });

  it.each([
    ['is not YAML', 'a: [1', /^kc\.yaml: not valid YAML at line \d+, column \d+\. Check it with/],
    ['is empty', '', /not a kubeconfig: expected a mapping/],
    ['is a list', '[]', /not a kubeconfig: expected a mapping/],
    ['has a text for a list', 'clusters: k', /^kc\.yaml: clusters: expected a list\.$/],
    ['is a bomb of aliases', `a: &a [x]\nb: [${'*a, '.repeat(1_001)}]`, /not valid YAML/],
  ])('is an error when it %s', (_what, text, message) => {
    expect(() => parseKubeconfig(text, { source: 'kc.yaml', directory })).toThrow(message);
  });

  it('never quotes its lines, which may hold a token', () => {
    expect(() => parseKubeconfig('users:\n  token: hush-hush: [', { source: 'kc.yaml', directory })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hush') }),
    );
  });

  it('hides none of its good entries behind a bad one, and names the bad ones', async () => {
    const kubeconfig = parseKubeconfig(
      stringify({
        clusters: [
          { name: 'good', cluster: { server: 'https://good:6443', 'proxy-url': null } },
          { name: 'no-server', cluster: {} },
          { cluster: { server: 'https://nameless:6443' } },
          'text',
        ],
        users: [
          { name: 'good', user: { token: 't', as: null } },
          { name: 'number', user: { token: 12345 } },
          { name: 'good', user: { token: 'second' } },
          { name: 'unused', user: { exec: { command: 'x', args: [17] } } },
        ],
        contexts: [
          { name: 'good', context: { cluster: 'good', user: 'good' } },
          { name: 'no-server', context: { cluster: 'no-server', user: 'good' } },
          { name: 'number', context: { cluster: 'good', user: 'number' } },
          { name: 'no-cluster', context: { user: 'good' } },
        ],
        'current-context': null,
      }),
      { source: 'kc.yaml', directory },
    );
    expect(kubeconfig.contexts).toEqual(['good', 'no-server', 'number', 'no-cluster']);
    expect(kubeconfig.currentContext).toBeUndefined();
    expect(await (await kubeconfig.target('good')).credentials?.()).toEqual({ authorization: 'Bearer t' });
    await expect(kubeconfig.target('no-server')).rejects.toThrow(/^kc\.yaml: clusters\[1\]\.cluster\.server: /);
    await expect(kubeconfig.target('number')).rejects.toThrow(/^kc\.yaml: users\[1\]\.user\.token: .*expected string/);
    await expect(kubeconfig.target('no-cluster')).rejects.toThrow(/^kc\.yaml: contexts\[3\]\.context\.cluster: /);
    expect(kubeconfig.problems).toEqual([
      expect.stringMatching(/^kc\.yaml: clusters\[2\]\.name: /),
      expect.stringMatching(/^kc\.yaml: clusters\[3\]: /),
      'kc.yaml: users[2].name: it is there twice; the first one counts.',
      expect.stringMatching(/^kc\.yaml: users\[3\]\.user\.exec\.args\[0\]: .*expected string/),
    ]);
  });

  it.each([
    ['UTF-16, little-endian', Buffer.from(`\ufeff${config({}, { token: 't' })}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${config({}, { token: 't' })}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${config({}, { token: 't' })}`)],
    [
      'YAML with aliases and merge keys',
      Buffer.from(
        [
          'x-server: &server { server: "https://k:6443" }',
          'clusters: [{ name: k, cluster: { <<: *server } }]',
          'users: [{ name: u, user: { token: &token t } }]',
          'contexts: [{ name: c, context: { cluster: k, user: u } }]',
        ].join('\n'),
      ),
    ],
  ])('is none where it is written as %s', async (_what, bytes) => {
    const file = join(directory, 'written');
    await writeFile(file, bytes);
    const kubeconfig = await readKubeconfig(file);
    expect(kubeconfig.contexts).toEqual(['c']);
    expect(await (await kubeconfig.target('c')).credentials?.()).toEqual({ authorization: 'Bearer t' });
  });

  it('is none where kubectl has written an empty user, or a key is there twice', async () => {
    const text = [
      'clusters: [{ name: k, cluster: { server: "https://old:6443" } }]',
      'clusters: [{ name: k, cluster: { server: "https://k:6443" } }]',
      'contexts: [{ name: c, context: { cluster: k, user: "" } }]',
    ].join('\n');
    const target = await parseKubeconfig(text, { source: 'kc.yaml', directory }).target('c');
    expect([target.server, await target.credentials?.()]).toEqual(['https://k:6443', {}]);
  });

  it('among several files hides none of the others', async () => {
    const [good, bad] = [join(directory, 'good-part'), join(directory, 'bad-part')];
    await writeFile(good, config({}, { token: 't' }));
    await writeFile(bad, 'a: [1');
    const kubeconfig = await readKubeconfig(`${bad}:${good}`);
    expect(kubeconfig.contexts).toEqual(['c']);
    expect(kubeconfig.problems).toEqual([expect.stringContaining(`${bad}: not valid YAML`)]);
    await expect(readKubeconfig(`${bad}:/nowhere/kc`)).rejects.toThrow(`${bad}: not valid YAML`);
  });

  it.each([
    [
      'the cluster is missing',
      'contexts: [{ name: c, context: { cluster: gone } }]\nclusters: [{ name: k, cluster: { server: "https://k" } }]',
      /context "c" refers to cluster "gone", which is not there; it has: k\./,
    ],
    [
      'the user is missing',
      config({}, 'missing'),
      /context "c" refers to user "u", which is not there; it has no users\./,
    ],
    [
      'the server is no URL',
      config({ server: 'k.example.com' }),
      /server: expected a URL like https:\/\/host:6443, got "k\.example\.com"/,
    ],
    ['the server URL holds a password', config({ server: 'https://a:b@k' }), /credentials in the URL are not used/],
    [
      'the CA is not PEM',
      config({ 'certificate-authority-data': base64('nonsense') }),
      /cluster "k": certificate-authority: not a PEM certificate/,
    ],
    [
      'the CA file is missing',
      config({ 'certificate-authority': 'gone.crt' }),
      /certificate-authority: .*\/gone\.crt cannot be read/,
    ],
    [
      'the proxy is SOCKS 4',
      config({ 'proxy-url': 'socks4://p:1080' }),
      /expected a URL like .* or socks5:\/\/, got "socks4:\/\/p:1080"\./,
    ],
    [
      'the proxy has no scheme',
      config({ 'proxy-url': 'proxy.corp:3128' }),
      /http:\/\/host:3128, .*, got "proxy\.corp:3128"\.$/,
    ],
    [
      'the proxy has a password and no scheme',
      config({ 'proxy-url': 'ada:hush@proxy:3128' }),
      /socks5:\/\/, got another\.$/,
    ],
    [
      'the CA is given and not used',
      config({ 'certificate-authority-data': base64('x'), 'insecure-skip-tls-verify': true }),
      /cluster "k": certificate-authority and insecure-skip-tls-verify exclude each other, as with kubectl\. Remove/,
    ],
    [
      'the password is a number',
      config({}, { username: 'ada', password: 12345 }),
      /user\.password: .*expected string, received number\. Put the value in quotes\.$/,
    ],
    [
      'the client key is missing',
      config({}, { 'client-certificate-data': base64('x') }),
      /client-certificate and client-key need each other/,
    ],
    [
      'the client certificate is not PEM',
      config({}, { 'client-certificate-data': base64('x'), 'client-key-data': base64('x') }),
      /user "u": client-certificate: not a PEM/,
    ],
    [
      'the token has a line break',
      config({}, { token: 'a\nb' }),
      /the token holds characters that no bearer token has/,
    ],
    [
      'the user impersonates',
      config({}, { token: 't', as: 'admin' }),
      /"as" is set\. fleetgraph impersonates its callers/,
    ],
    [
      'the auth-provider was removed',
      config({}, { 'auth-provider': { name: 'gcp' } }),
      /auth-provider "gcp" was removed from Kubernetes 1\.26\. Use its exec plugin/,
    ],
  ])('is an error when %s', async (_what, text, message) => {
    await expect(target(text)).rejects.toThrow(message);
  });

  it('is an error that names the existing contexts when the wanted one is missing', async () => {
    const kubeconfig = parseKubeconfig(config(), { source: 'kc.yaml', directory });
    await expect(kubeconfig.target('leaf-7')).rejects.toThrow('kc.yaml: no context "leaf-7"; it has: c.');
  });
});

it('does not load openid-client and socks for tokens and certificates', async () => {
  const file = join(directory, 'light.yaml');
  await writeFile(file, config());
  const script = `
    const { readKubeconfig } = await import('./kubernetes/kubeconfig.ts');
    const { registerHooks } = await import('node:module');
    registerHooks({ resolve: (name, context, next) => { if (/openid-client|socks/.test(name)) throw new Error('loaded'); return next(name, context); } });
    await (await (await readKubeconfig(${JSON.stringify(file)})).target('c')).credentials();
    console.log('light');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: process.cwd(),
  });
  expect(stdout.trim()).toBe('light');
});
