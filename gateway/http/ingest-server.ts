/**
 * The server of a process that collects and answers no graph: it takes reports of agents at the address where others
 * have the graph. Strangers are bounded as there.
 */
import express from 'express';
import type { Logger } from '../../telemetry/log.ts';
import { Connections } from './connections.ts';
import { ingest, INGEST_PATH, listensForReports, type ReportReceiver } from './ingest.ts';
import { closeAtOnce, createListener, listen, type ListenerTls } from './listener.ts';
import { probes } from './operations-server.ts';

/** Maximum connections of agents. */
const MAX_AGENTS = 10_000;

export interface IngestServerOptions {
  readonly reports: ReportReceiver;
  readonly address: { readonly host: string; readonly port: number };
  readonly tls?: ListenerTls | undefined;
  readonly log: Logger;
}

/** @throws ListenError */
export async function startIngestServer({
  reports,
  address,
  tls,
  log,
}: IngestServerOptions): Promise<{ url: string; close(): Promise<void> }> {
  const connections = new Connections({ callers: MAX_AGENTS });
  const app = express().disable('x-powered-by').disable('etag').use(probes());
  app.use(
    INGEST_PATH,
    ingest(reports, (socket, owner) => connections.know(socket, owner), log),
  );
  app.use((_req, res) => void res.status(404).type('text').send(`Agents send their reports to ${INGEST_PATH}. The graph is elsewhere.\n`));
  const server = createListener({ maxHeaderSize: 32 * 1024, ...listensForReports(reports) }, app, tls, log);
  connections.follow(server);
  const url = await listen(server, address);
  return {
    url,
    close: () => closeAtOnce(server),
  };
}
