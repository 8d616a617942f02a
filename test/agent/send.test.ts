/** Sending an agent's report, and handling the response. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Hub, type Outcome } from '../../agent/send.ts';
import { startIngestServer } from '../../gateway/http/ingest.ts';
import { MemoryStore } from '../../store/memory.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { CLUSTER, Hub as Receiver, kustomization, lines, TOKEN } from '../collector/reports-contract.ts';

const NEVER = new AbortController().signal;

describe('a report', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let requests: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[];
  let url: URL;

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        requests.push({
          url: request.url,
          headers: request.headers,
          body: gunzipSync(Buffer.concat(chunks)).toString(),
        });
        answer(request, response);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/fleet`);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const answers = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    answer = (_request, response) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const send = async (report = 'report') => {
    const hub = await Hub.open({ url, token: { text: 'secret' }, timeoutMs: 1_000 });
    try {
      return await hub.send(report, NEVER);
    } finally {
      await hub.close();
    }
  };

  it('goes to the path of reports below the URL of the hub, packed, with its token', async () => {
    answers(200, { accepted: true, nextReportAfterSeconds: 30 });
    expect(await send('a\nb\n')).toEqual({ code: 'ACCEPTED', nextMs: 30_000 });
    expect(requests).toMatchObject([{ url: '/fleet/ingest/v1/report', body: 'a\nb\n' }]);
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
    });
  });

  it('reads the file with the token for each report', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'agent-'));
    const file = join(directory, 'token');
    answers(200, { accepted: true, nextReportAfterSeconds: 30 });
    await writeFile(file, 'first\n');
    const hub = await Hub.open({ url, token: { file } });
    await hub.send('', NEVER);
    await writeFile(file, 'second\n');
    await hub.send('', NEVER);
    await rm(directory, { recursive: true });
    expect((await hub.send('', NEVER)).code).toBe('FAILED');
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  const cases: Record<
    string,
    [status: number, body: unknown, headers: Record<string, string>, outcome: Partial<Outcome>]
  > = {
    'an unreasonable pause': [
      200,
      { accepted: true, nextReportAfterSeconds: 1e9 },
      {},
      { code: 'ACCEPTED', nextMs: 900_000 },
    ],
    'no pause': [200, { accepted: true }, {}, { code: 'ACCEPTED', nextMs: 30_000 }],
    'a page of somebody else': [200, '<html>', {}, { code: 'REFUSED' }],
    'a redirect, which is not followed': [302, '', { location: 'http://127.0.0.1:1/' }, { code: 'REFUSED' }],
    'another agent': [409, { code: 'LEASED' }, { 'retry-after': '60' }, { code: 'LEASED', retryMs: 60_000 }],
    'an old number': [409, { code: 'STALE', lastSeq: 7 }, {}, { code: 'STALE', lastSeq: 7 }],
    'nothing kept': [
      409,
      { code: 'FULL_REPORT_WANTED' },
      { 'retry-after': '5' },
      { code: 'FULL_REPORT_WANTED', retryMs: 5_000 },
    ],
    'too soon': [429, {}, { 'retry-after': '5' }, { code: 'BUSY', retryMs: 5_000 }],
    away: [503, '', { 'retry-after': 'tomorrow' }, { code: 'BUSY', retryMs: undefined }],
    'an unknown token': [401, {}, {}, { code: 'REFUSED' }],
    'too large': [413, {}, {}, { code: 'REFUSED' }],
    'an endless answer': [200, 'x'.repeat(100_000), {}, { code: 'REFUSED' }],
  };
  for (const [what, [status, body, headers, outcome]] of Object.entries(cases))
    it(`understands ${what}`, async () => {
      answers(status, body, headers);
      expect(await send()).toMatchObject(outcome);
    });

  it('fails without an answer, and without a server', async () => {
    answer = () => undefined;
    expect((await send()).code).toBe('FAILED');
    server.closeAllConnections();
    server.close();
    expect((await send()).code).toBe('FAILED');
  });

  it('is taken by a hub, whose bounds its agent understands', async () => {
    const store = new MemoryStore();
    await using receiver = new Receiver(
      { store, close: () => store.close() },
      { limits: { gapMs: 5_000, objects: 2 } },
    );
    const ingest = await startIngestServer({
      reports: receiver.reports,
      address: { host: '127.0.0.1', port: 0 },
      log: silentLogger,
    });
    const hub = await Hub.open({ url: new URL(ingest.url), token: { text: TOKEN } });
    const stranger = await Hub.open({ url: new URL(ingest.url), token: { text: `${TOKEN}x` } });
    expect(await stranger.send(lines({ seq: 1 }, []), NEVER)).toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('401'),
    });
    expect(await hub.send(lines({ seq: 1 }, [kustomization('web')]), NEVER)).toEqual({
      code: 'ACCEPTED',
      nextMs: 30_000,
    });
    expect(await hub.send(lines({ seq: 2 }, []), NEVER)).toMatchObject({ code: 'BUSY', retryMs: 5_000 });
    expect((await receiver.rows()).map(({ cluster, name }) => [cluster, name])).toEqual([[CLUSTER, 'web']]);
    await ingest.close();
  });
});
