/** Files that anybody may load: what a client gets, and that a large one does not leave in one step. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { etagOf, sendFile, type StoredFile } from '../../../gateway/http/stored-file.ts';

const PIECE = 128 * 1024;
const fileOf = (plain: Buffer, more: Partial<StoredFile> = {}): StoredFile => ({ type: 'text/plain', etag: etagOf(plain), plain, ...more });
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
    const asked = responses.length;
    while (responses.length === asked) await new Promise(resolve => setImmediate(resolve));
    const response = responses.at(-1)!;
    while (!response.writableNeedDrain) await new Promise(resolve => setImmediate(resolve));
    expect(response.writableLength).toBeLessThan(3 * PIECE);
    socket.destroy();
    await sent.at(-1);
    expect(response.destroyed).toBe(true);
  });
});
