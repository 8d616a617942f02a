/**
 * `POST /ingest/v1/report`: accepts the reports of agents. This file handles only HTTP. A receiver checks and stores
 * the reports. Only tokens of agents are accepted, and these tokens give no access to the graph.
 *
 * A body is not read, and `100 Continue` is not sent, before the receiver begins to read. If a body was not read to its
 * end, the connection is closed after the answer.
 */
import type { Socket } from 'node:net';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { bearerToken, clientAddresses } from '../../identity/authenticator.ts';
import type { Logger } from '../../telemetry/log.ts';
import { closeAtOnce, Connections, createListener, listen, type ListenerTls, strangersInTurn } from './listener.ts';
import { probes } from './operations-server.ts';

export const INGEST_PATH = '/ingest/v1/report';
/** Additional time in milliseconds after the receiver's limit for the body, so that the receiver can answer. */
const ANSWER_MS = 5_000;

export interface ReportReceiver {
  /** Maximum time in milliseconds for receiving a body. */
  readonly bodyTimeoutMs: number;
  /** @param onCluster Called with the agent's cluster when the token has been accepted */
  receive(request: {
    readonly token: string | undefined;
    readonly contentType: string;
    readonly contentEncoding: string;
    readonly contentLength: number | undefined;
    readonly body: () => AsyncIterable<Uint8Array>;
    readonly onCluster: (cluster: string) => void;
    readonly signal: AbortSignal;
  }): Promise<{ readonly status: number; readonly retryAfterSeconds?: number; readonly body: unknown }>;
}

/** @param known Called with the connection of an agent whose token has been accepted */
export function ingest(
  receiver: ReportReceiver,
  known: (socket: Socket, owner: string) => void,
  log: Logger,
): RequestHandler {
  return async (req, res) => {
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      return end(req, res, 405, { accepted: false, code: 'BAD_REQUEST', message: 'Agents send reports by POST.' });
    }
    const gone = new AbortController();
    res.once('close', () => gone.abort(new Error('the agent has gone')));
    try {
      const length = Number(req.headers['content-length']);
      const answer = await receiver.receive({
        token: tokenOf(req),
        contentType: req.headers['content-type'] ?? '',
        contentEncoding: req.headers['content-encoding'] ?? '',
        contentLength: Number.isSafeInteger(length) ? length : undefined,
        body: () => {
          if (req.headers.expect !== undefined) res.writeContinue();
          // The socket carries the answer, so it must stay open even if the body is not read to its end.
          return req.iterator({ destroyOnReturn: false });
        },
        onCluster: cluster => known(req.socket, `\0agent of ${cluster}`),
        signal: gone.signal,
      });
      if (res.closed) return;
      if (answer.status === 401) res.setHeader('www-authenticate', 'Bearer');
      if (answer.retryAfterSeconds !== undefined) res.setHeader('retry-after', String(answer.retryAfterSeconds));
      end(req, res, answer.status, answer.body);
    } catch (error) {
      log.error({ err: error }, 'a report could not be answered');
      if (!res.headersSent)
        end(req, res, 500, { accepted: false, code: 'INTERNAL', message: 'The report could not be taken.' });
    }
  };
}

function end(req: Request, res: Response, status: number, body: unknown): void {
  if (!req.complete) res.setHeader('connection', 'close');
  res.status(status).json(body);
}

function tokenOf({ rawHeaders }: Request): string | undefined {
  try {
    return bearerToken(rawHeaders);
  } catch {
    return undefined; // the header is repeated or has another form
  }
}

/** Options of createListener() for a server that accepts reports. */
export function listensForReports({ bodyTimeoutMs }: ReportReceiver, publicPath = '') {
  return {
    requestTimeoutMs: bodyTimeoutMs + ANSWER_MS,
    decidedFirst: [INGEST_PATH, `${publicPath}${INGEST_PATH}`],
  };
}

/** Maximum number of connections of agents. */
const MAX_AGENTS = 10_000;

export interface IngestServerOptions {
  readonly reports: ReportReceiver;
  readonly address: { readonly host: string; readonly port: number };
  readonly tls?: ListenerTls | undefined;
  readonly log: Logger;
}

/**
 * Starts the server of a process that collects but does not serve the graph. The server accepts the reports of agents
 * at the address at which other processes serve the graph. As the server of the graph does, it limits the number of
 * connections, and lets requests of strangers wait for turns.
 * @throws ListenError
 */
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
  app.use(
    (_req, res) =>
      void res.status(404).type('text').send(`Agents send their reports to ${INGEST_PATH}. The graph is elsewhere.\n`),
  );
  const listening = { maxHeaderSize: 32 * 1024, ...listensForReports(reports) };
  const server = createListener(listening, strangersInTurn(connections, clientAddresses([]), app), tls, log);
  connections.follow(server);
  const url = await listen(server, address);
  return {
    url,
    close: () => closeAtOnce(server),
  };
}
