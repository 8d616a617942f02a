/**
 * Certificates of server and client, and proxies: the server that the client connects to, and the identity that it
 * uses.
 */
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import type { ClusterTarget, Credentials } from '../../kubernetes/transport.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { authority, issue, selfSigned, type Certificate } from './certificates.ts';
import { json, startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from './scripted-server.ts';

let ca: Certificate;
let otherCa: Certificate;
const certificates: Record<string, Certificate> = {};
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [ca, otherCa] = await Promise.all([authority('ours'), authority('theirs')]);
  certificates.good = await issue(ca, 'leaf', { addresses: ['127.0.0.1'], names: ['kubernetes.default'] });
  certificates.expired = await issue(ca, 'leaf', { addresses: ['127.0.0.1'], expired: true });
  certificates.elsewhere = await issue(ca, 'leaf', { names: ['elsewhere.example.com'] });
  certificates.theirs = await issue(otherCa, 'leaf', { addresses: ['127.0.0.1'] });
  certificates.selfSigned = await selfSigned('leaf');
  certificates.collector = await issue(ca, 'collector');
  certificates.renewed = await issue(ca, 'collector-renewed');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(options: ScriptedServerOptions): Promise<ScriptedServer> {
  const server = await startScriptedServer((_request, response) => json(response, 200, {}), options);
  cleanups.push(() => server[Symbol.asyncDispose]());
  return server;
}

function connect(server: string, target: Partial<ClusterTarget> = {}): KubernetesClient {
  const client = createKubernetesClient(
    { cluster: 'leaf-1', server, tls: { ca: ca.cert }, ...target },
    { log: silentLogger },
  );
  cleanups.push(() => client.close());
  return client;
}

const ask = (client: KubernetesClient): Promise<unknown> => client.request('/version', { as: { type: 'self' } });

describe('a server certificate', () => {
  it.each([
    ['expired', /certificate has expired.*renew it there/],
    ['elsewhere', /another host name; set tls-server-name/],
    ['theirs', /issued by another authority/],
    ['selfSigned', /certificate-authority-data/],
  ])('a server certificate that is wrong (%s) is a TLS error that says what is wrong', async (which, message) => {
    const server = await serve({ tls: certificates[which]! });
    await expect(ask(connect(server.url))).rejects.toMatchObject({
      code: 'TLS',
      message: expect.stringMatching(message),
    });
    expect(server.requests).toEqual([]);
  });

  it('is checked against tls-server-name where that is set', async () => {
    const server = await serve({ tls: certificates.elsewhere! });
    await ask(connect(server.url, { tls: { ca: ca.cert, serverName: 'elsewhere.example.com' } }));
    await expect(
      ask(connect(server.url, { tls: { ca: ca.cert, serverName: 'other.example.com' } })),
    ).rejects.toMatchObject({
      code: 'TLS',
    });
  });

  it('is not checked where the kubeconfig says so', async () => {
    const server = await serve({ tls: certificates.theirs! });
    await ask(connect(server.url, { tls: { insecure: true } }));
    expect(server.requests).toHaveLength(1);
  });

  it('is missed where the port speaks plain HTTP', async () => {
    const server = await serve({});
    await expect(ask(connect(server.url.replace('http:', 'https:')))).rejects.toMatchObject({
      code: 'TLS',
      message: expect.stringMatching(/is its URL http:/),
    });
  });
});

describe('our client certificate', () => {
  const credentials = async (): Promise<Credentials> => ({ certificate: certificates.collector! });

  it('is shown for ourselves and when impersonating, and never beside the token of a user', async () => {
    const server = await serve({ tls: { ...certificates.good!, ca: ca.cert }, http2: true });
    const client = connect(server.url, { credentials });
    await client.request('/version', { as: { type: 'self' } });
    await client.request('/version', { as: { type: 'impersonate', user: 'jane', groups: [], uid: '', extra: {} } });
    await client.request('/version', { as: { type: 'token', token: 'janes', user: 'jane' } });
    await client.request('/version', { as: { type: 'token', token: 'joes', user: 'joe' } });
    expect(server.requests.map(({ clientCertificate }) => clientCertificate)).toEqual([
      'collector',
      'collector',
      '',
      '',
    ]);
  });

  it('is replaced on new connections when it was renewed', async () => {
    let certificate = certificates.collector!;
    const server = await serve({ tls: { ...certificates.good!, ca: ca.cert } });
    const client = connect(server.url, { credentials: async () => ({ certificate }) });
    await ask(client);
    certificate = certificates.renewed!;
    for (let i = 0; i < 5; i += 1) await ask(client);
    expect(server.requests.map(({ clientCertificate }) => clientCertificate)).toEqual([
      'collector',
      ...Array<string>(5).fill('collector-renewed'),
    ]);
    // Undici may open a second connection if the first connection was used a moment before.
    expect(server.connections).toBeLessThanOrEqual(4);
  });
});

describe('a renewed certificate', () => {
  it('lets what runs on the old connection finish, and close() ends it', async () => {
    let certificate = certificates.collector!;
    const server = await serve({ tls: { ...certificates.good!, ca: ca.cert } });
    server.script = (request, response) =>
      request.url.includes('watch') ? response.writeHead(200).flushHeaders() : json(response, 200, {});
    const client = connect(server.url, { credentials: async () => ({ certificate }) });
    const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
    const watch = (): { opened: Promise<void>; ended: Promise<unknown> } => {
      const { promise: opened, resolve } = Promise.withResolvers<void>();
      const options = {
        as: { type: 'self' },
        timeoutSeconds: 60,
        inactivityMs: 60_000,
        signal: new AbortController().signal,
      } as const;
      const ended = (async () => {
        for await (const _event of client.watch(pods, { ...options, opened: resolve })) continue;
      })().catch((error: unknown) => error);
      return { opened, ended };
    };
    const before = watch();
    await before.opened;
    certificate = certificates.renewed!;
    const after = watch();
    await after.opened;
    expect(server.requests.map(({ clientCertificate }) => clientCertificate)).toEqual([
      'collector',
      'collector-renewed',
    ]);
    expect(server.givenUp).toBe(0);
    await client.close();
    for (const { ended } of [before, after]) expect(await ended).toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('a proxy', () => {
  it('carries TLS through a tunnel, on which requests share a connection', async () => {
    const server = await serve({ tls: certificates.good! });
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const { hostname, port } = new URL(`http://${request.url}`);
      const upstream = connectSocket(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      upstream.pipe(socket).pipe(upstream);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
      cleanups.push(async () => {
        upstream.destroy();
        socket.destroy();
      });
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise(resolve => proxy.close(resolve)));
    const client = connect(server.url, { proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    for (let i = 0; i < 5; i += 1) await ask(client);
    expect(new Set(tunnels)).toEqual(new Set([new URL(server.url).host]));
    expect(tunnels.length).toBeLessThanOrEqual(2);
    await client.request('/version', {
      as: { type: 'impersonate', user: 'jane', groups: ['a', 'b'], uid: '', extra: {} },
    });
    expect(server.lines('impersonate-group')).toEqual(['a', 'b']);
  });

  it('whose name leads to this machine gets no connection, where addresses of this machine are forbidden', async () => {
    const server = await serve({ tls: certificates.good! });
    let connections = 0;
    const proxy = createServer();
    proxy.on('connection', () => void connections++);
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 503 Not Here\r\n\r\n'));
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise(resolve => proxy.close(resolve)));
    const proxyUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    await expect(ask(connect(server.url, { proxyUrl, localAddresses: false }))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    expect(connections).toBe(0);
    await expect(ask(connect(server.url, { proxyUrl, localAddresses: true }))).rejects.toThrow();
    expect(connections).toBeGreaterThan(0);
  });

  it('is reported as unreachable when it is not there', async () => {
    const server = await serve({ tls: certificates.good! });
    const client = connect(server.url, { proxyUrl: 'http://127.0.0.1:1' });
    await expect(ask(client)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
