/** A server on loopback that answers queries to Prometheus as a test wants, and records them. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RequestedQuery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly query: string;
  readonly time: string;
  readonly timeout: string;
  readonly form: URLSearchParams;
}

type Answerer = (requested: RequestedQuery, response: ServerResponse) => unknown;

export interface FakePrometheus extends AsyncDisposable {
  readonly url: string;
  readonly requested: RequestedQuery[];
  /** Number of queries without an answer. */
  readonly open: number;
  answer: Answerer;
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export function vector(
  ...samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number | string])[]
): string {
  const result: Sample[] = samples.map(([metric, value]) => ({ metric, value: [1, String(value)] }));
  return JSON.stringify({ status: 'success', data: { resultType: 'vector', result } });
}

/** Answers with this body. */
export const says =
  (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}): Answerer =>
  (_requested, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

export async function fakePrometheus(answer: Answerer = says(vector())): Promise<FakePrometheus> {
  const requested: RequestedQuery[] = [];
  let open = 0;
  const fake = { answer };
  const server: Server = createServer((request, response) => {
    open++;
    response.once('close', () => open--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const field = (name: string) => form.get(name) ?? '';
      const query = {
        ...{ method: request.method ?? '', path: request.url ?? '', headers: request.headers },
        ...{ query: field('query'), time: field('time'), timeout: field('timeout'), form },
      };
      requested.push(query);
      fake.answer(query, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return Object.defineProperties(fake, {
    url: { value: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    requested: { value: requested },
    open: { get: () => open },
    [Symbol.asyncDispose]: {
      value: () =>
        new Promise<void>(resolve => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    },
  }) as unknown as FakePrometheus;
}
