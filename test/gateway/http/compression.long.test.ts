import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { openGateway, type Gateway } from '../gateway.ts';

const BODY = JSON.stringify({ query: 'query ($n: Int!) { rows(n: $n) }', variables: { n: 2_000 } });
const text = (n: number) => Array.from({ length: n }, (_, i) => `row ${i}`);

const QUERY_TYPE = 'type Query { rows(n: Int!): [String!] noise(n: Int!): [String!] }';
const rows = (_: unknown, { n }: { n: number }) => text(n);

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({
    types: QUERY_TYPE,
    resolvers: {
      rows,
      // Random text, which compression hardly shortens.
      noise: (_: unknown, { n }: { n: number }) => Array.from({ length: n }, () => `${Math.random()}${Math.random()}`),
    },
    limits: { answerTimeoutMs: 500, concurrentRequests: 2, answerBytes: 64 * 1024 * 1024 },
  });
});
afterAll(() => gateway.server.close());

async function ask(body: string, accepted: string, { url } = gateway): Promise<{ headers: Headers; bytes: Buffer }> {
  const socketAnswer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer jane', 'accept-encoding': accepted },
    body,
  });
  return { headers: socketAnswer.headers, bytes: Buffer.from(await socketAnswer.arrayBuffer()) };
}

describe('an answer', () => {
  it.each(['br', 'gzip'])('of more than a kilobyte is compressed with %s for clients that take it', async encoding => {
    const { headers, bytes } = await ask(BODY, encoding);
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      encoding,
      expect.stringContaining('Accept-Encoding'),
    ]);
    // The client, fetch(), has already decompressed the body.
    expect(JSON.parse(bytes.toString())).toEqual({ data: { rows: text(2_000) } });
  });

  it('is less than half as long for it', async () => {
    const sizeOf = async (accepted: string) => {
      const socket = gateway.begin(
        { 'content-length': BODY.length, 'accept-encoding': accepted, connection: 'close' },
        BODY,
      );
      const parts: Buffer[] = [];
      socket.on('data', part => parts.push(part));
      await once(socket, 'close');
      return Buffer.concat(parts);
    };
    const [plain, gzip, br] = [await sizeOf('identity'), await sizeOf('gzip'), await sizeOf('br')];
    expect(gzip.length).toBeLessThan(plain.length / 2);
    expect(br.length).toBeLessThan(plain.length / 2);
  });

  it.each([
    ['small', JSON.stringify({ query: '{ rows(n: 3) }' }), 'gzip, br'],
    ['for clients that take no compression', BODY, 'identity'],
  ])('is sent as it is when it is %s', async (_what, body, accepted) => {
    expect((await ask(body, accepted)).headers.get('content-encoding')).toBeNull();
  });
});

it.each(['br', 'gzip', 'identity'])('of nearly three million characters comes whole with %s', async encoding => {
  const patient = await openGateway({ types: QUERY_TYPE, resolvers: { rows } });
  try {
    const { bytes } = await ask(JSON.stringify({ query: '{ rows(n: 230000) }' }), encoding, patient);
    expect(bytes.length).toBeGreaterThan(2_800_000);
    expect(JSON.parse(bytes.toString())).toEqual({ data: { rows: text(230_000) } });
  } finally {
    await patient.server.close();
  }
});

it('that is compressed and not read loses its connection and its place like a plain one', async () => {
  const body = JSON.stringify({ query: '{ noise(n: 500000) }' });
  const socket = gateway.begin({ 'content-length': body.length, 'accept-encoding': 'gzip' }, body);
  socket.pause();
  let refusals = 0;
  for (;;) {
    const { status } = await gateway.ask('{ rows(n: 1) }');
    if (status === 429) refusals++;
    else if (refusals > 0) break;
    await wait(20);
  }
  const parts: Buffer[] = [];
  socket.on('data', part => parts.push(part));
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  // The last chunk is missing, so the client notices that the body is incomplete.
  expect(Buffer.concat(parts).subarray(-5).toString('latin1')).not.toBe('0\r\n\r\n');
});
