/** A receiver of OTLP over HTTP that records received data. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status?: { readonly code?: number };
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** Received bodies, joined. Empty for a receiver that hangs. */
  readonly text: string;
  readonly batches: number;
}

/** @param behaviour `hang` never answers. `refuse` answers 400. */
export async function otlpReceiver(behaviour: 'take' | 'hang' | 'refuse' = 'take'): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let text = '';
  let batches = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      batches += 1;
      if (behaviour === 'hang') return;
      const body = Buffer.concat(chunks).toString();
      text += body;
      if (behaviour === 'take') spans.push(...spansOf(JSON.parse(body)));
      response.writeHead(behaviour === 'take' ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    get text() {
      return text;
    },
    get batches() {
      return batches;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spansOf(body: any): ReceivedSpan[] {
  const all = body.resourceSpans.flatMap(({ scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) => spans),
  ) as any[];
  const values = (attributes: any[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  return all.map(span => ({ ...span, attributes: values(span.attributes) }));
}
