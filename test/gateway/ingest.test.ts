/** Reports over HTTP: the effect of each of the receiver's decisions on the connection. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { INGEST_PATH, type ReportReceiver, startIngestServer } from '../../gateway/http/ingest.ts';
import { strangerKey } from '../../gateway/http/listener.ts';
import { silentLogger } from '../../telemetry/log.ts';

type Requested = Parameters<ReportReceiver['receive']>[0];
type Answer = Awaited<ReturnType<ReportReceiver['receive']>>;

describe('the ingest server', () => {
  let server: Awaited<ReturnType<typeof startIngestServer>>;
  let requested: Requested[];
  let decide: (requested: Requested) => Promise<Answer> | Answer;

  beforeEach(async () => {
    requested = [];
    decide = () => ({ status: 200, body: { accepted: true } });
    const reports: ReportReceiver = {
      bodyTimeoutMs: 30_000,
      receive: async request => {
        requested.push(request);
        return decide(request);
      },
    };
    server = await startIngestServer({ reports, address: { host: '127.0.0.1', port: 0 }, log: silentLogger });
  });
  afterEach(() => server.close());

  const post = (headers: Record<string, string>, body = 'body') =>
    request(`${server.url}${INGEST_PATH}`, { method: 'POST', headers, body });
  const bodyOf = async ({ body }: Requested) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('passes the token, the headers and the body on, and answers what the receiver says', async () => {
    decide = async requested => ({
      status: 409,
      retryAfterSeconds: 7,
      body: { accepted: false, code: 'LEASED', body: await bodyOf(requested) },
    });
    const { statusCode, headers, body } = await post({
      ...{ authorization: 'Bearer secret', 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
    });
    expect([statusCode, headers['retry-after'], await body.json()]).toEqual([
      409,
      '7',
      { accepted: false, code: 'LEASED', body: 'body' },
    ]);
    expect(
      requested.map(({ token, contentType, contentEncoding, contentLength }) => [
        token,
        contentType,
        contentEncoding,
        contentLength,
      ]),
    ).toEqual([['secret', 'application/x-ndjson', 'gzip', 4]]);
  });

  it('takes no token for none, for another scheme, and for two', async () => {
    await post({});
    await post({ authorization: 'Basic c2VjcmV0' });
    await post({ authorization: 'Bearer' });
    const socket = await open();
    socket.write(
      `POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 0\r\n\r\n`,
    );
    await once(socket, 'data');
    expect(requested.map(({ token }) => token)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('takes nothing but POST', async () => {
    const { statusCode, headers } = await request(`${server.url}${INGEST_PATH}`);
    expect([statusCode, headers['allow'], requested]).toEqual([405, 'POST', []]);
  });

  it('neither asks for a body nor reads one before the receiver does, and closes the connection', async () => {
    decide = () => ({ status: 401, body: { accepted: false } });
    const socket = await open();
    socket.write(`POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1000000\r\n\r\n`);
    const text = await textOf(socket);
    expect(text).not.toContain('100 Continue');
    expect(text).toMatch(/^HTTP\/1.1 401 /);
    expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(text.toLowerCase()).toContain('\r\nwww-authenticate: bearer\r\n');
  });

  it('asks for the body when the receiver reads it', async () => {
    decide = async requested => ({ status: 200, body: await bodyOf(requested) });
    const socket = await open();
    socket.write(
      `POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1.1 100 Continue/);
    socket.write('hello');
    expect(await textOf(socket)).toContain('"hello"');
  });

  it('lets the answer out although the body was read in part', async () => {
    decide = async requested => {
      for await (const _chunk of requested.body()) return { status: 413, body: { accepted: false } };
      throw new Error('there was no body');
    };
    const socket = await open();
    socket.write(`POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1_000)}`);
    expect(await textOf(socket)).toMatch(/^HTTP\/1.1 413 /);
  });

  it('says when the agent has gone', async () => {
    const gone = Promise.withResolvers<void>();
    decide = ({ signal }) => {
      signal.addEventListener('abort', () => gone.resolve());
      return new Promise(() => undefined);
    };
    const socket = await open();
    socket.write(`POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`);
    while (requested.length === 0) await delay(5);
    socket.destroy();
    await gone.promise;
  });

  it('makes a stranger wait for a turn of its address, and an agent that it knows for none', async () => {
    const take = jest.spyOn(eventLoopTurns, 'take');
    decide = ({ onCluster }) => (onCluster('leaf-1'), { status: 200, body: {} });
    const socket = await open();
    for (let i = 0; i < 2; i++) {
      socket.write(`POST ${INGEST_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
      await once(socket, 'data');
    }
    expect(take.mock.calls).toEqual([[strangerKey('127.0.0.1')]]);
    take.mockRestore();
    socket.destroy();
  });

  it('has nothing else but probes', async () => {
    expect((await request(`${server.url}/livez`)).statusCode).toBe(200);
    expect((await request(`${server.url}/graphql`, { method: 'POST', body: '{}' })).statusCode).toBe(404);
  });

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  async function textOf(socket: Socket): Promise<string> {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }
});
