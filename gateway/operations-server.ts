/**
 * The endpoints for operators: `/livez`, `/readyz` and `/metrics`. A gateway answers them beside the graph; a process without that role
 * answers nothing else. Of the fleet they show only counts.
 */
import express, { Router, type RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import { createListener, listen, type ListenerTls } from './listener.ts';
import type { Readiness } from './readiness.ts';

/** Without `readiness` it is ready as soon as it answers. */
export function operationsRoutes(metrics: Registry, readiness?: Readiness): Router {
  const router = Router();
  router.get('/livez', (_req, res) => void res.type('text').send('ok'));
  router.get('/readyz', (req, res) => {
    const { isReady, lines } = readiness?.state ?? { isReady: true, lines: ['ready'] };
    const short = isReady ? 'ok' : 'the index is not complete yet: /readyz?verbose';
    res
      .status(isReady ? 200 : 503)
      .type('text')
      .send('verbose' in req.query ? `${lines.join('\n')}\n` : short);
  });
  router.get('/metrics', async (_req, res) => void res.type(metrics.contentType).send(await metrics.metrics()));
  return router;
}

/** @throws ListenError */
export async function startOperationsServer(
  metrics: Registry,
  address: { readonly host: string; readonly port: number; readonly tls?: ListenerTls | undefined },
  log: Logger,
): Promise<{ url: string; close(): Promise<void> }> {
  const app = express().disable('x-powered-by').disable('etag').use(operationsRoutes(metrics), elsewhere);
  const limits = { requestTimeout: 15_000, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 };
  const server = createListener(limits, app, address.tls, log);
  const url = await listen(server, address);
  return {
    url,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const elsewhere: RequestHandler = (_req, res) =>
  void res.status(404).type('text').send('Here are /livez, /readyz and /metrics. The graph is where the role gateway is (roles).\n');
