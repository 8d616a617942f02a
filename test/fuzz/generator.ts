/**
 * Generates one request of the fuzz as bytes. The seed and the number of the request determine the bytes, so that any
 * request can be sent again alone. Both the HTTP and the GraphQL may be valid, unusual or invalid.
 */
import { createHash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Chance } from './chance.ts';
import { operation, type Operation } from './documents.ts';
import { NASTY_TEXTS, objectOf, quoted, text, Values, deep, type Seeds } from './values.ts';

export interface FuzzCase {
  readonly kind: string;
  readonly bytes: Buffer;
  /** Number of expected answers. 0 if the last byte is never sent. */
  readonly answers: number;
  /**
   * True if the HTTP may be invalid or incomplete, or if more than two requests are sent at once. The server may then
   * close the connection without an answer.
   */
  readonly malformed: boolean;
  /** True for HEAD requests, whose answers have no body. */
  readonly head: boolean;
}

interface Message {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
}

export function fuzzCase(seed: number, index: number, seeds: Seeds, tokens: readonly string[]): FuzzCase {
  const chance = new Chance('fuzz', seed, index);
  const kind = chance.oneIn(3) ? chance.one(WRONG_HTTP) : chance.one(GRAPHQL);
  return kind.make(chance, { chance, seeds, token: chance.one(tokens) }, kind.name);
}

interface Given {
  readonly chance: Chance;
  readonly seeds: Seeds;
  readonly token: string;
}
interface Kind {
  readonly name: string;
  readonly make: (chance: Chance, given: Given, name: string) => FuzzCase;
}

const GRAPHQL: readonly Kind[] = [
  ...Array<Kind>(9).fill(graphql('operation', ({ chance, seeds }) => bodyOf(operation(chance, seeds)))),
  graphql('operation name', ({ chance, seeds }) =>
    bodyOf(operation(chance, seeds), [
      ['operationName', chance.oneIn(2) ? Values.text(chance) : Values.wrongType(chance)],
    ]),
  ),
  graphql('persisted query', persistedQuery),
  graphql('body', ({ chance, seeds }) => strangeBody(chance, bodyOf(operation(chance, seeds)))),
  {
    name: 'GET',
    make: (chance, given, name) => {
      const { document, variables } = operation(chance, given.seeds);
      const parts = [`query=${escaped(chance, document)}`, `variables=${escaped(chance, variables)}`];
      if (chance.oneIn(3))
        parts.push(
          `${escaped(chance, chance.one(NASTY_TEXTS))}[${chance.one(['', '0', '__proto__'])}]=${chance.one(['', 'x', '%'])}`,
        );
      if (chance.oneIn(3)) parts.push(`extensions=${escaped(chance, extensions(chance, document))}`);
      const target = `/graphql?${parts.join(chance.one(['&', '&', ';', '&&']))}`.slice(0, 60_000);
      const preflight: [string, string][] = chance.oneIn(5) ? [] : [['apollo-require-preflight', 'true']];
      return whole(name, {
        ...post(given, ''),
        method: 'GET',
        target,
        headers: [...headers(given), ...preflight],
        body: Buffer.alloc(0),
      });
    },
  },
];

const WRONG_HTTP: readonly Kind[] = [
  message('content type', ({ chance }, request) => {
    const type = chance.one(['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'multipart/form-data', 'application/json; charset=utf-16', 'application/json; charset=nope', 'application/json;;;=', 'application/graphql', 'APPLICATION/JSON', 'json', '\u00e9', 'application/json, text/plain', `application/json; x=${'y'.repeat(chance.upTo(2_000))}`]); // prettier-ignore
    request.headers = without(request.headers, 'content-type');
    if (!chance.oneIn(6)) request.headers.push(['content-type', type]);
  }),
  message('content encoding', ({ chance }, request) => {
    const [name, encode] = chance.one([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', (body: Buffer) => brotliCompressSync(body)],
      ['gzip, gzip', gzipSync],
      ['nope', (body: Buffer) => body],
      ['gzip', (body: Buffer) => body],
      ['gzip', (body: Buffer) => gzipSync(Buffer.concat([body, Buffer.alloc(chance.upTo(4_000_000), ' ')]))],
    ] as const);
    const encoded = encode(request.body);
    request.body = chance.oneIn(2) ? encoded.subarray(0, chance.below(encoded.length)) : encoded;
    request.headers.push(['content-encoding', name]);
  }),
  message('method', ({ chance }, request) => {
    request.method = chance.one([
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'HEAD',
      'TRACE',
      'PROPFIND',
      'M-SEARCH',
      'QUERY',
      'GET',
    ]);
  }),
  message('path', ({ chance }, request) => {
    request.target = chance.one(['/', '//graphql', '/graphql/', '/graphql/../graphql', '/%00', '/%E0%A4%A', '/graphql%2f', '/graphiql', '/livez', '/readyz', '/metrics', '*', 'http://evil.example/graphql', '/\\', '/graphql?', '/graphql#x', `/${'a'.repeat(chance.upTo(50_000))}`, '/__proto__', '/.well-known/apollo/server-health']); // prettier-ignore
    if (chance.oneIn(2)) request.method = 'GET';
  }),
  message('headers', ({ chance }, request) => {
    request.headers.push(chance.one<[string, string]>([['x-request-id', text(chance).replace(/[^\x20-\x7e]/g, '?')], ['x-request-id', 'x'.repeat(300)], ['accept', chance.one(['', 'text/html', 'application/graphql-response+json', 'multipart/mixed', 'text/event-stream', '*/*;q=0', ';;', 'application/json;q=x'])], ['accept-encoding', 'nope;q=1'], ['upgrade', 'websocket'], ['connection', chance.one(['upgrade', 'close', 'keep-alive, x', ''])], ['cookie', 'a=b'.repeat(chance.upTo(2_000))], ['range', 'bytes=0-0'], ['if-none-match', '*'], ['origin', 'null'], ['x-graphql-cost', '1'], ['x-forwarded-for', '::'], ['authorization', 'Bearer x'], ['host', 'evil'], ['expect', '100-continue']])); // prettier-ignore
  }),
  message('credentials', ({ chance, token }, request) => {
    request.headers = without(request.headers, 'authorization');
    const value = chance.one(['', 'Bearer', 'Bearer ', `Bearer  ${token}`, `bearer ${token}`, `Bearer ${token},${token}`, 'Basic eDp5', `Bearer ${'x'.repeat(chance.upTo(60_000))}`, 'Bearer \u00e9', 'Negotiate', token]); // prettier-ignore
    if (!chance.oneIn(5)) request.headers.push(['authorization', value]);
  }),
  raw('headers that are too large', ({ chance }, request) => {
    if (chance.oneIn(2)) request.headers.push(['x-large', 'x'.repeat(60_000 + chance.below(20_000))]);
    else for (let i = chance.upTo(4_000); i > 0; i--) request.headers.push([`x-${i}`, 'y']);
    return written(request);
  }),
  raw('repeated headers', ({ chance, token }, request) => {
    const name = chance.one([
      'content-length',
      'content-type',
      'authorization',
      'host',
      'transfer-encoding',
      'content-encoding',
    ]);
    const value = chance.one([
      `Bearer ${token}`,
      '0',
      '1',
      String(request.body.length),
      'application/json',
      'chunked',
      'x',
      '',
    ]);
    request.headers.push([name, value]);
    return written(request);
  }),
  raw('chunks', ({ chance }, request) => {
    request.headers = [
      ...without(request.headers, 'content-length'),
      ['transfer-encoding', chance.one(['chunked', 'chunked', 'Chunked', 'gzip, chunked', 'chunked, x', 'x'])],
    ];
    const size = request.body.length.toString(16);
    const sizes = [
      size,
      size,
      size,
      `${size};x=${'y'.repeat(chance.upTo(3_000))}`,
      'zz',
      '-1',
      '0x10',
      'ffffffffffffffffff',
      '',
      ` ${size}`,
      '1',
    ];
    const end = chance.one(['0\r\n\r\n', '0\r\n\r\n', '0\r\nx-trailer: y\r\n\r\n', '0\n\n', '', '\r\n']);
    return Buffer.concat([
      head(request),
      Buffer.from(`${chance.one(sizes)}\r\n`),
      request.body,
      Buffer.from(`\r\n${end}`),
    ]);
  }),
  raw('lines', ({ chance }, request) => {
    const right = written(request).toString('latin1');
    const at = chance.below(Math.min(right.length, 400));
    const wrong = chance.one([
      '\n',
      '\r',
      '\0',
      ' ',
      ':',
      '\r\n\r\n',
      '\r\n ',
      'HTTP/9.9',
      '\x80',
      '\t',
      '\r\nx',
      'GET / HTTP/1.1\r\n',
    ]);
    return Buffer.from(right.slice(0, at) + wrong + right.slice(at + chance.below(3)), 'latin1');
  }),
  raw('versions', ({ chance }, request) => {
    request.version = chance.one([
      'HTTP/1.0',
      'HTTP/0.9',
      'HTTP/2.0',
      'http/1.1',
      'HTTP/1.1 ',
      'HTTP/1',
      '',
      'RTSP/1.0',
    ]);
    if (chance.oneIn(3)) request.headers = without(request.headers, 'host');
    return written(request);
  }),
  raw('no HTTP', ({ chance }) =>
    chance.one([
      Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
      Buffer.from('CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'),
      Buffer.from('\r\n'.repeat(chance.upTo(1_000))),
      Buffer.from(text(chance)),
      Buffer.from(Array.from({ length: chance.upTo(500) }, () => chance.below(256))),
      Buffer.from('GET /livez\r\n\r\n'),
    ]),
  ),
  {
    name: 'a body that is longer than said',
    make: (chance, given, name) => {
      const request = post(given, bodyOf(operation(chance, given.seeds)));
      request.headers = [
        ...without(request.headers, 'content-length'),
        ['content-length', String(chance.below(request.body.length))],
      ];
      return { kind: name, bytes: written(request), answers: 1, malformed: true, head: false };
    },
  },
  {
    name: 'a request that never ends',
    make: (chance, given, name) => {
      const bytes = written(post(given, bodyOf(operation(chance, given.seeds))));
      return {
        kind: name,
        bytes: bytes.subarray(0, chance.below(bytes.length)),
        answers: 0,
        malformed: true,
        head: false,
      };
    },
  },
  {
    name: 'several requests at once',
    make: (chance, given, name) => {
      const count = 2 + chance.below(7);
      const requests = Array.from({ length: count }, () =>
        written(post(given, bodyOf(operation(chance, given.seeds)))),
      );
      return { kind: name, bytes: Buffer.concat(requests), answers: count, malformed: count > 2, head: false };
    },
  },
];

function graphql(name: string, body: (given: Given) => string): Kind {
  return { name, make: (_chance, given) => whole(name, post(given, body(given))) };
}

/** A kind of request that is valid HTTP with one odd part. The server must answer such requests. */
function message(name: string, change: (given: Given, request: Message) => void): Kind {
  return {
    name,
    make: (chance, given) => {
      const request = post(given, bodyOf(operation(chance, given.seeds)));
      change(given, request);
      return whole(name, {
        ...request,
        headers: [...without(request.headers, 'content-length'), ['content-length', String(request.body.length)]],
      });
    },
  };
}

/** A kind of request with arbitrary bytes, which may not be HTTP. */
function raw(name: string, bytes: (given: Given, request: Message) => Buffer): Kind {
  return {
    name,
    make: (chance, given) => {
      const request = post(given, bodyOf(operation(chance, given.seeds)));
      return { kind: name, bytes: bytes(given, request), answers: 1, malformed: true, head: false };
    },
  };
}

function whole(kind: string, request: Message): FuzzCase {
  return { kind, bytes: written(request), answers: 1, malformed: false, head: request.method === 'HEAD' };
}

function headers({ token }: Given): [string, string][] {
  return [
    ['host', 'fuzz'],
    ['authorization', `Bearer ${token}`],
  ];
}

function post(given: Given, json: string): Message {
  const body = Buffer.from(json, 'utf8');
  const own: [string, string][] = [['content-type', 'application/json'], ['content-length', String(body.length)]]; // prettier-ignore
  return { method: 'POST', target: '/graphql', version: 'HTTP/1.1', headers: [...headers(given), ...own], body };
}

function without(headers: [string, string][], name: string): [string, string][] {
  return headers.filter(([header]) => header !== name);
}

function head({ method, target, version, headers }: Message): Buffer {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function written(request: Message): Buffer {
  return Buffer.concat([head(request), request.body]);
}

function bodyOf({ document, variables }: Operation, more: readonly (readonly [string, string])[] = []): string {
  return objectOf([['query', quoted(document)], ['variables', variables], ...more]);
}

function persistedQuery({ chance, seeds }: Given): string {
  const { document, variables } = operation(chance, seeds);
  const query: [string, string][] = chance.oneIn(2) ? [['query', quoted(document)]] : [];
  return objectOf([...query, ['variables', variables], ['extensions', extensions(chance, document)]]);
}

function extensions(chance: Chance, document: string): string {
  if (chance.oneIn(6)) return Values.wrongType(chance);
  const hash = quoted(createHash('sha256').update(document).digest('hex'));
  const anyOf = (right: string) =>
    chance.oneIn(2) ? right : chance.oneIn(2) ? Values.wrongType(chance) : Values.text(chance);
  const entries: [string, string][] = [['version', anyOf('1')], ['sha256Hash', anyOf(hash)]]; // prettier-ignore
  const persisted = chance.oneIn(6) ? Values.wrongType(chance) : objectOf(entries.filter(() => !chance.oneIn(6)));
  return objectOf([[chance.one(['persistedQuery', 'persistedQuery', 'persistedQuery', '__proto__', 'x']), persisted]]);
}

/** An unusual body. Many of these bodies are not a JSON object, or not even JSON. */
function strangeBody(chance: Chance, json: string): string {
  const [key, value] = [
    chance.one(['query', 'variables', 'operationName', 'extensions', '__proto__', 'id']),
    Values.wrongType(chance),
  ];
  switch (chance.below(8)) {
    case 0:
      return json.slice(0, chance.below(json.length));
    case 1:
      return `[${json},${json}]`;
    case 2:
      return chance.one([
        '',
        'null',
        '1',
        '"x"',
        '[]',
        '{}',
        'true',
        '\ufeff{}',
        '{',
        'NaN',
        "{'query':'{x}'}",
        '{"query":1}',
      ]);
    case 3:
      return deep(chance, '[', ']', '');
    case 4:
      return deep(chance, '{"a":', '}', '1');
    case 5:
      return ' '.repeat(chance.upTo(1_100_000)) + json;
    default:
      return objectOf(
        [
          [key, value],
          ['query', '"{ viewer { user } }"'],
          [key, value],
        ].slice(chance.below(3)) as [string, string][],
      );
  }
}

function escaped(chance: Chance, value: string): string {
  if (chance.oneIn(12)) return value.replace(/[^\x21-\x7e]/g, '%');
  return encodeURIComponent(value.toWellFormed());
}
