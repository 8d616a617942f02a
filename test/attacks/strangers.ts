/**
 * Attacks by a client that reaches the ports without credentials: floods of requests to addresses that answer without
 * credentials, and silent connections. A flood sends many requests in one segment (pipelined), or one request on each
 * of many connections (parallel).
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Attack, Strike } from './attack.ts';

/** An HTTP request that needs no credentials to get an answer. The answer may be a refusal. */
export interface Door {
  readonly name: string;
  readonly port: 'graph' | 'operations';
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const QUERY = '{"query":"{viewer{user}}"}';
const JSON_BODY = { 'content-type': 'application/json' };
/** A text in the format of a JSON Web Token, without a valid signature. */
const MADE_UP = `Bearer ${['{"alg":"RS256","kid":"1"}', '{"sub":"eve"}', 'signature'].map(part => Buffer.from(part).toString('base64url')).join('.')}`;

export const DOORS: readonly Door[] = [
  { name: 'metrics', port: 'operations', path: '/metrics' },
  { name: 'livez', port: 'graph', path: '/livez' },
  { name: 'readyz', port: 'graph', path: '/readyz?verbose' },
  { name: 'livez of operations', port: 'operations', path: '/livez' },
  { name: 'readyz of operations', port: 'operations', path: '/readyz?verbose' },
  { name: 'nothing of operations', port: 'operations', path: '/nothing' },
  { name: 'metrics of the graph', port: 'graph', path: '/metrics' },
  { name: 'GraphiQL', port: 'graph', path: '/graphiql', headers: { 'accept-encoding': 'gzip' } },
  { name: 'Explorer', port: 'graph', path: '/', headers: { 'accept-encoding': 'gzip' } },
  { name: 'nothing', port: 'graph', path: '/nothing' },
  { name: 'a path that is none', port: 'graph', path: '/%' },
  { name: 'query', port: 'graph', method: 'POST', path: '/graphql', headers: JSON_BODY, body: QUERY },
  {
    name: 'query with a made-up token',
    port: 'graph',
    method: 'POST',
    path: '/graphql',
    headers: { ...JSON_BODY, authorization: MADE_UP },
    body: QUERY,
  },
  { name: 'GET query', port: 'graph', path: '/graphql?query=%7Bviewer%7Buser%7D%7D' },
  {
    name: 'event stream',
    port: 'graph',
    method: 'POST',
    path: '/graphql',
    headers: { ...JSON_BODY, accept: 'text/event-stream' },
    body: QUERY,
  },
  {
    name: 'permission of another origin',
    port: 'graph',
    method: 'OPTIONS',
    path: '/graphql',
    headers: { origin: 'https://elsewhere.example' },
  },
  { name: 'session', port: 'graph', path: '/auth/session' },
  { name: 'renewed session', port: 'graph', method: 'POST', path: '/auth/session' },
  { name: 'sign-in', port: 'graph', path: '/auth/login?returnTo=/' },
  { name: 'way back of a sign-in', port: 'graph', path: '/auth/callback?code=c&state=s' },
  { name: 'sign-out', port: 'graph', method: 'POST', path: '/auth/logout' },
  { name: 'sign-in of the command line', port: 'graph', path: '/auth/command-line' },
];

/** Requests that a client writes directly to a socket. Node itself answers them, or they start a WebSocket. */
export const RAW: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'no host', text: 'GET / HTTP/1.1\r\n\r\n' },
  { name: 'an expectation', text: 'GET / HTTP/1.1\r\nhost: x\r\nexpect: more\r\n\r\n' },
  { name: 'WebSocket', text: webSocket('') },
  { name: 'WebSocket with a made-up token', text: webSocket(`authorization: ${MADE_UP}\r\n`) },
];

function webSocket(more: string): string {
  return `GET /graphql HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nsec-websocket-protocol: graphql-transport-ws\r\n${more}\r\n`;
}

/** Maximum number of bytes that Node reads from a socket at once. */
const SEGMENT = 64 * 1024;

export const strangers: readonly Attack[] = [
  {
    name: 'pipelined-metrics',
    title: '4 connections without credentials, each with 65 KB of requests for /metrics at a time',
    needs: {},
    run: strike => pipeline(strike, strike.many(4), [DOORS[0]!]),
  },
  {
    name: 'parallel-metrics',
    title: '200 connections without credentials that read /metrics, each again as soon as it is answered',
    needs: {},
    run: strike => parallel(strike, strike.many(200), [DOORS[0]!]),
  },
  {
    name: 'pipelined-queries',
    title: '20 connections without credentials, each with 65 KB of queries at a time',
    needs: {},
    run: strike => pipeline(strike, strike.many(20), [doorOf('query')]),
  },
  {
    name: 'pipelined-probes',
    title: '20 connections without credentials, each with 65 KB of requests for /livez at a time',
    needs: {},
    run: strike => pipeline(strike, strike.many(20), [doorOf('livez')]),
  },
  {
    name: 'pipelined-doors',
    title: '65 KB of requests at a time for every address that answers without credentials, over two connections each',
    needs: {},
    run: strike => pipeline(strike, strike.many(2 * (DOORS.length + RAW.length)), [...DOORS, ...RAW]),
  },
  {
    name: 'parallel-doors',
    title:
      '110 connections without credentials that ask for every address that answers them, again as soon as they are answered',
    needs: {},
    run: strike => parallel(strike, strike.many(5 * DOORS.length), DOORS),
  },
  {
    name: 'graphiql-pages',
    title: '64 connections without credentials that load /graphiql, each again as soon as it has it',
    needs: {},
    run: strike => parallel(strike, strike.many(64), [doorOf('GraphiQL')]),
  },
  {
    name: 'silent-connections',
    title: '2 500 connections without credentials that send a part of a header, and connect again when they are closed',
    needs: {},
    run: strike => stay(strike, strike.many(2_500)),
  },
];

function doorOf(name: string): Door {
  return DOORS.find(door => door.name === name)!;
}

function urlOf({ target }: Strike, door: Door | (typeof RAW)[number]): URL {
  return new URL('port' in door && door.port === 'operations' ? target.operationsUrl : target.url);
}

/** Sends as much over each connection as the server accepts. Connections use the addresses in turn. */
async function pipeline(
  strike: Strike,
  connections: number,
  doors: readonly (Door | (typeof RAW)[number])[],
): Promise<void> {
  await Promise.all(
    Array.from({ length: Math.max(connections, doors.length) }, async (_, i) => {
      const door = doors[i % doors.length]!;
      const text = 'text' in door ? door.text : textOf(door);
      const segment = Buffer.from(text.repeat(Math.max(1, Math.floor(SEGMENT / text.length))));
      while (!strike.isOver && !strike.signal.aborted) {
        await flood(strike, urlOf(strike, door), segment);
        strike.count(door.name);
        await delay(2);
      }
    }),
  );
}

/** Sends until the server closes the connection or the attack ends. */
async function flood(strike: Strike, url: URL, segment: Buffer): Promise<void> {
  const socket = open(strike, url);
  const write = (): void => {
    if (strike.isOver || strike.signal.aborted) socket.destroy();
    else socket.write(segment, error => error ?? write());
  };
  socket.once('connect', write);
  // The client reads all answers and discards them.
  socket.resume();
  const timer = setInterval(() => strike.isOver && socket.destroy(), 50);
  await new Promise<void>(resolve => socket.once('close', () => resolve()));
  clearInterval(timer);
}

function textOf({ method = 'GET', path, headers = {}, body = '' }: Door): string {
  const lines = Object.entries({
    host: 'x',
    ...headers,
    ...(method === 'POST' && { 'content-length': String(body.length) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** Sends requests over each connection, one at a time. */
async function parallel(strike: Strike, connections: number, doors: readonly Door[]): Promise<void> {
  const count = Math.max(connections, doors.length);
  const pools = new Map<string, Pool>();
  const poolOf = (door: Door): Pool => {
    const { origin } = urlOf(strike, door);
    if (!pools.has(origin))
      pools.set(origin, new Pool(origin, { connections: count, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }));
    return pools.get(origin)!;
  };
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const door = doors[i % doors.length]!;
      const { method = 'GET', path, headers, body } = door;
      while (!strike.isOver && !strike.signal.aborted) {
        await poolOf(door)
          .request({
            method,
            path,
            ...(headers && { headers }),
            ...(body !== undefined && { body }),
            signal: strike.signal,
          })
          .then(answer => answer.body.dump({ limit: Number.MAX_SAFE_INTEGER, signal: strike.signal }))
          .catch(() => delay(2));
        strike.count(door.name);
      }
    }),
  );
  await Promise.all([...pools.values()].map(pool => pool.destroy()));
}

/** Opens connections that begin a request and never complete it. */
async function stay(strike: Strike, connections: number): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!strike.isOver && !strike.signal.aborted) {
        const socket = open(strike, new URL(strike.target.url));
        socket.write('GET /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ');
        socket.resume();
        strike.count('connection');
        const timer = setInterval(() => strike.isOver && socket.destroy(), 250);
        await new Promise<void>(resolve => socket.once('close', () => resolve()));
        clearInterval(timer);
        await delay(100);
      }
    }),
  );
}

function open({ signal }: Strike, { hostname, port }: URL): Socket {
  const socket = connect({ host: hostname, port: Number(port) });
  // The gateway may refuse or reset the connection. This is a normal result of an attack.
  socket.on('error', () => socket.destroy());
  if (signal.aborted) socket.destroy();
  return socket;
}
