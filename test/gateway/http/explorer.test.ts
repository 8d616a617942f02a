/** The files of the Explorer: paths, compression, caching by browsers, slow clients, and Content-Security-Policy. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { eventLoopTurns } from '../../../async/fair-turns.ts';
import { etagOf, openExplorer, sendFile, type PageExtension, type StoredFile } from '../../../gateway/http/explorer.ts';
import { strangerKey } from '../../../gateway/http/listener.ts';
import { clientAddresses } from '../../../identity/authenticator.ts';

describe('explorer', () => {
  const SCRIPT = 'console.log("the Explorer")';
  let folder: string;
  const servers: Server[] = [];

  async function serve(
    from: string,
    publicPath = '',
    proxies: readonly string[] = [],
    extensions: PageExtension[] = [],
  ): Promise<string> {
    const server = createServer(
      express().use(
        (await openExplorer({ folder: from, extensions }))({ clientAddress: clientAddresses(proxies), publicPath }),
      ),
    );
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  let url: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetgraph-explorer-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<title>fleetgraph</title>');
    await writeFile(join(folder, 'assets', 'index-1a2b.js'), SCRIPT);
    await writeFile(join(folder, 'assets', 'index-1a2b.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets', 'index-1a2b.js.gz'), gzipSync(SCRIPT));
    await writeFile(join(folder, 'notes.txt'), 'no kind of file that the Explorer has');
    url = await serve(folder);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe('the page', () => {
    it.each(['/', '/clusters', '/object?id=a//b/c/d', '/some/page'])('is at %s for who navigates there', async path => {
      const answer = await supertest(url).get(path).set('accept', 'text/html,*/*;q=0.8');
      expect([answer.status, answer.text]).toEqual([200, '<title>fleetgraph</title>']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    });

    it.each(['/graphql', '/graphql/x', '/graphiql', '/auth/login', '/livez', '/readyz', '/metrics', '/assets/gone.js'])(
      'is not at %s',
      async path => expect((await supertest(url).get(path).set('accept', 'text/html')).status).toBe(404),
    );

    it('is for navigation and at / only: a program that asks for something else is told that it is not there', async () => {
      expect((await supertest(url).get('/graphq').set('accept', '*/*')).status).toBe(404);
      expect((await supertest(url).get('/').set('accept', '*/*')).status).toBe(200);
      expect((await supertest(url).post('/').set('accept', 'text/html')).status).toBe(404);
    });

    it('is not sent again to who has it', async () => {
      const { etag } = (await supertest(url).get('/')).headers;
      const again = await supertest(url).get('/').set('if-none-match', etag!);
      expect([again.status, again.text]).toEqual([304, '']);
    });

    it('may run what was built, talk to its origin, and nothing else', async () => {
      expect((await supertest(url).get('/')).headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    });
  });

  it('may run modules of the configuration by their hashes, and names them as data', async () => {
    const from = join(folder, 'extended');
    await mkdir(from);
    await writeFile(join(from, 'index.html'), '<meta name="fleetgraph-extensions" content="" />');
    const extension = {
      name: 'a',
      url: 'https://x.example/a.js',
      integrity: 'sha256-AA',
      page: '"><script>alert(1)</script>$&',
    };
    const place = await serve(from, '', [], [extension, { ...extension, name: 'b' }]);
    const { text, headers } = await supertest(place).get('/').set('accept', 'text/html');
    expect(headers['content-security-policy']).toContain("; script-src 'self' 'sha256-AA'; style-src");
    expect(text).not.toContain('<script');
    const [, written = ''] = /content="([^"]*)" \/>$/.exec(text) ?? [];
    const read = written.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toEqual([extension, { ...extension, name: 'b' }]);
  });

  it.each([
    ['', ''],
    ['/tools/fleet', '/tools/fleet'],
  ])(
    'below the path %j the page names its path, and its files by it, compressed or not',
    async (publicPath, expected) => {
      const from = join(folder, `built${publicPath.length}`);
      await mkdir(from);
      const built =
        '<meta name="fleetgraph-path" content="" /><link href="./icon.svg" /><script src="./assets/index-1a2b.js"></script>';
      await writeFile(join(from, 'index.html'), built);
      const place = await serve(from, publicPath);
      for (const encoding of ['identity', 'gzip', 'br'])
        expect(
          (await supertest(place).get('/some/page').set({ accept: 'text/html', 'accept-encoding': encoding })).text,
        ).toBe(
          `<meta name="fleetgraph-path" content="${expected}" /><link href="${expected}/icon.svg" />` +
            `<script src="${expected}/assets/index-1a2b.js"></script>`,
        );
    },
  );

  describe('an asset', () => {
    it.each([
      ['br', 'br'],
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ])('to a browser that takes %s is sent as %s', async (accept, encoding) => {
      const answer = await supertest(url)
        .get('/assets/index-1a2b.js')
        .set('accept-encoding', accept)
        .buffer(true)
        .parse((response, done) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
        });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['vary']).toBe('accept-encoding');
    });

    it.each([
      '/notes.txt',
      '/assets/index-1a2b.js.br',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
      '/assets/',
    ])('there is none at %s', async path => expect((await supertest(url).get(path)).status).toBe(404));
  });

  it('a large file takes its turns for the client behind a trusted proxy, not for the proxy', async () => {
    const take = jest.spyOn(eventLoopTurns, 'take');
    const from = join(folder, 'large');
    await mkdir(from);
    await writeFile(join(from, 'large.js'), 'x'.repeat(300_000));
    const place = await serve(from, '', ['127.0.0.1']);
    await supertest(place)
      .get('/large.js')
      .set({ 'x-forwarded-for': '198.51.100.1', 'accept-encoding': 'identity' })
      .expect(200);
    expect(take.mock.calls).toEqual([[strangerKey('198.51.100.1')], [strangerKey('198.51.100.1')]]);
    take.mockRestore();
  });

  it('where nothing is built, / says so, and how to build it', async () => {
    const answer = await supertest(await serve(join(folder, 'nothing'))).get('/');
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('npm run build:ui')]);
  });
});

describe('stored file', () => {
  const PIECE = 128 * 1024;
  const fileOf = (plain: Buffer, more: Partial<StoredFile> = {}): StoredFile => ({
    type: 'text/plain',
    etag: etagOf(plain),
    plain,
    ...more,
  });
  const textOf = (size: number): Buffer => Buffer.alloc(size, 'no piece of it is like the one before: 0123456789');

  let file: StoredFile;
  let server: Server;
  let url: string;
  const sent: Promise<void>[] = [];
  const responses: ServerResponse[] = [];
  beforeAll(async () => {
    const app = express().use((req, res) => {
      responses.push(res);
      sent.push(sendFile(file, '127.0.0.1', req, res));
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  describe('a file', () => {
    it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 5 * PIECE + 7])('of %i bytes arrives whole', async size => {
      file = fileOf(textOf(size));
      const { status, headers, text = '' } = await supertest(url).get('/');
      expect([status, headers['content-length']]).toEqual([200, String(size)]);
      expect(Buffer.from(text).equals(file.plain)).toBe(true);
    });

    it('is sent compressed to who can read that', async () => {
      const plain = textOf(5 * PIECE);
      file = fileOf(plain, { gzip: gzipSync(plain) });
      const { headers, text } = await supertest(url).get('/').set('accept-encoding', 'gzip');
      expect(headers['content-encoding']).toBe('gzip');
      expect(text).toBe(plain.toString());
    });

    it('is not sent to who has it, or asks for its headers alone', async () => {
      file = fileOf(textOf(3 * PIECE));
      expect((await supertest(url).get('/').set('if-none-match', file.etag)).status).toBe(304);
      const { status, headers, text } = await supertest(url).head('/');
      expect([status, headers['content-length'], text ?? '']).toEqual([200, String(3 * PIECE), '']);
    });

    it('waits in the process for a client that does not read, a piece at a time, and is given up when the client goes', async () => {
      file = fileOf(textOf(64 * 1024 * 1024));
      const { port, hostname } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      const requested = responses.length;
      while (responses.length === requested) await new Promise(resolve => setImmediate(resolve));
      const response = responses.at(-1)!;
      while (!response.writableNeedDrain) await new Promise(resolve => setImmediate(resolve));
      expect(response.writableLength).toBeLessThan(3 * PIECE);
      socket.destroy();
      await sent.at(-1);
      expect(response.destroyed).toBe(true);
    });
  });
});
