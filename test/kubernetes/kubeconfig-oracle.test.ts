/** Our kubeconfig parser and @kubernetes/client-node read equal servers, authorities and credentials. */
import { KubeConfig } from '@kubernetes/client-node';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import type { Credentials } from '../../kubernetes/transport.ts';
import { authority, issue, type Certificate } from './certificates.ts';

let ca: Certificate;
let client: Certificate;
beforeAll(async () => {
  ca = await authority('test');
  client = await issue(ca, 'collector');
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const decoded = (data: string | undefined): string | undefined =>
  data === undefined ? undefined : Buffer.from(data, 'base64').toString();

/** Result of reading the context `c`, in one form for our parser and for @kubernetes/client-node. */
interface Reading {
  readonly server: string | undefined;
  readonly ca: string | undefined;
  readonly serverName: string | undefined;
  readonly insecure: boolean;
  readonly proxy: string | undefined;
  readonly credentials: Credentials;
}

async function ours(text: string): Promise<Reading> {
  const { server, tls, proxyUrl, credentials } = await parseKubeconfig(text, {
    source: 'kc.yaml',
    directory: '/',
  }).target('c');
  return {
    ...{ server, ca: tls?.ca, serverName: tls?.serverName, insecure: tls?.insecure === true, proxy: proxyUrl },
    credentials: (await credentials?.()) ?? {},
  };
}

function theirs(text: string): Reading {
  const config = new KubeConfig();
  config.loadFromString(text);
  config.setCurrentContext('c');
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  const [cert, key] = [decoded(user?.certData), decoded(user?.keyData)];
  const basic = user?.username === undefined ? undefined : `Basic ${base64(`${user.username}:${user.password}`)}`;
  const authorization = user?.token === undefined ? basic : `Bearer ${user.token}`;
  return {
    ...{
      server: cluster?.server,
      ca: decoded(cluster?.caData),
      serverName: cluster?.tlsServerName,
      proxy: cluster?.proxyUrl,
    },
    insecure: cluster?.skipTLSVerify === true,
    credentials: {
      ...(authorization !== undefined && { authorization }),
      ...(cert && key && { certificate: { cert, key } }),
    },
  };
}

describe('a kubeconfig is read as @kubernetes/client-node reads it', () => {
  it.each<[string, () => { cluster?: object; user?: object | null }]>([
    ['a token', () => ({ user: { token: 'abc' } })],
    ['no user', () => ({ user: {} })],
    ['a user name and password', () => ({ user: { username: 'jane', password: 'p:ü' } })],
    [
      'a client certificate',
      () => ({ user: { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(client.key) } }),
    ],
    ['an authority', () => ({ cluster: { 'certificate-authority-data': base64(ca.cert) }, user: { token: 'abc' } })],
    ['another name in the certificate', () => ({ cluster: { 'tls-server-name': 'inner' } })],
    ['any certificate', () => ({ cluster: { 'insecure-skip-tls-verify': true } })],
    ['a proxy', () => ({ cluster: { 'proxy-url': 'http://proxy:3128' } })],
    ['a path below the server', () => ({ cluster: { server: 'https://rancher.example.org/k8s/clusters/c-1' } })],
    ['an address of IPv6', () => ({ cluster: { server: 'https://[2001:db8::1]:6443' } })],
  ])('with %s', async (_what, given) => {
    const { cluster, user = { token: 'abc' } } = given();
    const text = stringify({
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'other' },
      clusters: [
        { name: 'elsewhere', cluster: { server: 'https://elsewhere.example.org' } },
        { name: 'k', cluster: { server: 'https://k.example.com:6443', ...cluster } },
      ],
      users: [{ name: 'u', user }],
      contexts: [
        { name: 'other', context: { cluster: 'elsewhere', user: 'u' } },
        { name: 'c', context: { cluster: 'k', user: 'u', namespace: 'team-a' } },
      ],
    });
    expect(await ours(text)).toEqual(theirs(text));
  });
});
