/** API servers behind real proxies: requests to the proxy, name resolution, and limits of a proxy. */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fetch } from 'undici';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { agentOfEnvironment } from '../../kubernetes/dispatchers.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { authority, issue, type Certificate } from './certificates.ts';
import { startHttpProxy, startSocksProxy, type LoopbackProxy } from './loopback-proxies.ts';
import { json, startScriptedServer, type ScriptedServer } from './scripted-server.ts';

/** A host name that only the proxies of these tests can resolve. */
const LEAF = 'leaf.proxied.invalid';
const NAMES = { [LEAF]: '127.0.0.1' };
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]);

let ca: Certificate;
let certificate: Certificate;
const open: AsyncDisposable[] = [];
const environment = Object.fromEntries(VARIABLES.map(name => [name, process.env[name]]));

beforeAll(async () => {
  ca = await authority('ours');
  certificate = await issue(ca, 'leaf', { addresses: ['127.0.0.1'], names: [LEAF] });
});
afterEach(async () => {
  for (const [name, value] of Object.entries(environment)) setVariable(name, value);
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** Sets these environment variables, and removes all other variables that name a proxy. */
function setEnvironment(values: Readonly<Record<string, string>>): void {
  for (const name of VARIABLES) setVariable(name, values[name]);
}

async function keep<T extends AsyncDisposable>(made: Promise<T>): Promise<T> {
  const one = await made;
  open.push(one);
  return one;
}

const serve = (options: Parameters<typeof startScriptedServer>[1] = { tls: certificate }): Promise<ScriptedServer> =>
  keep(startScriptedServer((_request, response) => json(response, 200, {}), options));

const portOf = ({ url }: ScriptedServer) => new URL(url).port;

function connect(server: string, target: Partial<ClusterTarget> = {}): KubernetesClient {
  const client = createKubernetesClient(
    { cluster: 'leaf', server, tls: { ca: ca.cert }, ...target },
    { log: silentLogger },
  );
  open.push({ [Symbol.asyncDispose]: () => client.close() });
  return client;
}

const ask = (client: KubernetesClient): Promise<unknown> => client.request('/version', { as: { type: 'self' } });
const jane = { type: 'impersonate', user: 'jane', groups: ['a', 'b'], uid: '', extra: {} } as const;

const KINDS: [string, (names?: Record<string, string>) => Promise<LoopbackProxy>, string[]][] = [
  ['an HTTP proxy', startHttpProxy, ['http']],
  ['a SOCKS proxy', startSocksProxy, ['socks5', 'socks5h']],
];

describe.each(KINDS)('%s of a kubeconfig', (_kind, start, schemes) => {
  it.each(schemes)('resolves the name of the server, and sees nothing of its TLS: %s', async scheme => {
    const [server, proxy] = [await serve(), await keep(start(NAMES))];
    const client = connect(`https://${LEAF}:${portOf(server)}`, { proxyUrl: `${scheme}://127.0.0.1:${proxy.port}` });
    for (let i = 0; i < 3; i += 1) await ask(client);
    await client.request('/version', { as: jane });
    expect(new Set(proxy.requested)).toEqual(new Set([`${LEAF}:${portOf(server)}`]));
    expect(server.lines('impersonate-group')).toEqual(['a', 'b']);
    expect(client.traffic().connections).toBe(proxy.requested.length);
  });

  it('carries HTTP/2, on which requests share a connection', async () => {
    const [server, proxy] = [await serve({ tls: certificate, http2: true }), await keep(start(NAMES))];
    const client = connect(`https://${LEAF}:${portOf(server)}`, {
      proxyUrl: `${schemes[0]}://127.0.0.1:${proxy.port}`,
    });
    await ask(client);
    await Promise.all(Array.from({ length: 10 }, () => ask(client)));
    expect(new Set(server.requests.map(({ httpVersion }) => httpVersion))).toEqual(new Set(['2.0']));
    expect(server.connections).toBe(1);
  });

  it('gets the name and password that its URL holds, which no message has', async () => {
    const [server, proxy] = [await serve(), await keep(start())];
    const with_ = (port: number) =>
      connect(server.url, { proxyUrl: `${schemes[0]}://jane:s%40same@127.0.0.1:${port}` });
    await ask(with_(proxy.port));
    expect(proxy.users[0]).toBe('jane:s@same');
    const failure = (await ask(with_(1)).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ code: 'UNREACHABLE' });
    expect(failure.message).toContain(`through the proxy ${schemes[0]}://127.0.0.1:1`);
    expect(failure.message).not.toContain('same');
  });

  it('that finds no way to the server is told as the way that failed', async () => {
    const proxy = await keep(start());
    const client = connect('https://nowhere.proxied.invalid:6443', {
      proxyUrl: `${schemes[0]}://127.0.0.1:${proxy.port}`,
    });
    const failure = (await ask(client).catch((error: unknown) => error)) as Error;
    expect(failure).toMatchObject({ code: 'UNREACHABLE' });
    expect(failure.message).toContain(`through the proxy ${schemes[0]}://127.0.0.1:${proxy.port}`);
  });

  it('that has an address of this machine gets no connection where others named it', async () => {
    const [server, proxy] = [await serve(), await keep(start(NAMES))];
    const target = (host: string, localAddresses: boolean) =>
      connect(`https://${LEAF}:${portOf(server)}`, {
        proxyUrl: `${schemes[0]}://${host}:${proxy.port}`,
        localAddresses,
      });
    await expect(ask(target('localhost', false))).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(proxy.requested).toEqual([]);
    await ask(target('localhost', true));
    expect(proxy.requested).toHaveLength(1);
  });

  it('of the environment is used like one of the kubeconfig, which has precedence', async () => {
    const [server, proxy, own] = [await serve(), await keep(start(NAMES)), await keep(startHttpProxy(NAMES))];
    setEnvironment({ HTTPS_PROXY: `${schemes[0]}://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.invalid,10.0.0.0/8' });
    const url = `https://${LEAF}:${portOf(server)}`;
    await ask(connect(url));
    // The operator chooses the proxy, so it may be on this machine, even for clusters that other people registered.
    await ask(connect(url, { localAddresses: false }));
    expect(proxy.requested).toHaveLength(2);
    await ask(connect(url, { proxyUrl: `http://127.0.0.1:${own.port}` }));
    expect([proxy.requested.length, own.requested.length]).toEqual([2, 1]);
    // No proxy is used for servers on this machine.
    await ask(connect(server.url));
    setEnvironment({ HTTPS_PROXY: `${schemes[0]}://127.0.0.1:${proxy.port}`, NO_PROXY: '.proxied.invalid' });
    await expect(ask(connect(url))).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(/host name is unknown/),
    });
    expect(proxy.requested).toHaveLength(2);
  });

  it('of the environment carries requests to issuers', async () => {
    const [secure, plain, proxy] = [await serve(), await serve({}), await keep(start(NAMES))];
    const url = `${schemes[0]}://127.0.0.1:${proxy.port}`;
    setEnvironment({ https_proxy: url, http_proxy: url });
    const agent = agentOfEnvironment({ tls: { ca: ca.cert } });
    open.push({ [Symbol.asyncDispose]: () => agent.destroy() });
    for (const origin of [`https://${LEAF}:${portOf(secure)}`, `http://${LEAF}:${portOf(plain)}`])
      expect((await fetch(`${origin}/keys`, { dispatcher: agent })).status).toBe(200);
    expect(proxy.requested).toEqual([`${LEAF}:${portOf(secure)}`, `${LEAF}:${portOf(plain)}`]);
    expect(plain.requests[0]?.url).toBe('/keys');
  });
});

it('a variable that names no usable proxy is told, and no server is asked', async () => {
  const server = await serve();
  setEnvironment({ HTTPS_PROXY: 'socks4://127.0.0.1:1080' });
  const client = connect(`https://${LEAF}:${portOf(server)}`);
  await expect(ask(client)).rejects.toMatchObject({
    code: 'UNREACHABLE',
    message: expect.stringMatching(/HTTPS_PROXY .* is not the URL/),
  });
  expect(server.requests).toEqual([]);
});
