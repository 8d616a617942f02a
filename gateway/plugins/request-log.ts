/**
 * Audit lines of requests for the graph (`log.requests`). One for each operation with its own request; for each stream
 * when it starts or is refused; and for each request that ends earlier, with only its status.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestHandler, Response } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { hash } from 'node:crypto';
import type { Identity } from '../../identity/identity.ts';
import { audit, type RequestRecord } from '../../telemetry/audit.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { GatewayContext } from '../context.ts';
import type { Subscriptions } from '../streams/subscriptions.ts';
import { EventStreams } from '../streams/event-stream.ts';

export type Start = Subscriptions['start'];
export type StreamTransport = 'event-stream' | 'websocket';

/** Must run after `operations`, which settles the price when the answer is complete. */
export function requestLog(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => {
      const began = performance.now();
      return {
        willSendResponse: async ({ request, operation, queryHash, response: { http, body }, contextValue }) => {
          if (!request.http) return;
          const { identity, log, leavesAsked } = contextValue.request;
          const { charge } = contextValue.operation ?? {};
          const error = body.kind === 'single' ? body.singleResult.errors?.[0] : undefined;
          audit(log, {
            ...recordOf(identity, 'http', http.status ?? 200, began),
            ...(operation && { operation: operation.operation }),
            ...(operation?.name && { name: operation.name.value }),
            ...(queryHash && { document: queryHash }),
            outcome: error ? codeOf(error) : 'OK',
            ...(charge && { cost: { estimated: charge.estimated, actual: charge.actual ?? charge.estimated } }),
            ...(leavesAsked?.size && { clusters: [...leavesAsked].sort() }),
          });
        },
      };
    },
  };
}

export function toldStart(start: Start, transport: StreamTransport, log: Logger): Start {
  return async (params, identity, giveUp) => {
    const began = performance.now();
    const result = await start(params, identity, giveUp);
    const refusal = 'status' in result ? result : undefined;
    audit(log, {
      ...recordOf(identity, transport, refusal?.status ?? 200, began),
      outcome: refusal ? codeOf(refusal.errors[0]) : 'OK',
      ...(params.operationName && { name: params.operationName.slice(0, MOST_CHARACTERS) }),
      document: hash('sha256', params.query),
    });
    return result;
  };
}

/** Runs right after the credentials. */
export function toldRefusals(log: Logger): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const transport = EventStreams.isAskedFor(req) ? 'event-stream' : 'http';
    res.once('close', () => {
      if (res.locals['begun'] || !res.writableFinished) return;
      audit(log, recordOf(res.locals['identity'] as Identity, transport, res.statusCode, began));
    });
    next();
  };
}

/** Caller of the request. From here on it is logged as an operation or a stream. */
export function begun(res: Response): Identity {
  res.locals['begun'] = true;
  return res.locals['identity'] as Identity;
}

/** A subgraph's own code may be anything. */
function codeOf(error: Pick<GraphQLFormattedError, 'extensions'> | undefined): string {
  const code = error?.extensions?.['code'];
  return typeof code === 'string' ? code.slice(0, MOST_CHARACTERS) : 'SUBGRAPH_ERROR';
}

/** Maximum length of a foreign name or code. */
const MOST_CHARACTERS = 100;

function recordOf({ user, uid }: Identity, transport: RequestRecord['transport'], status: number, began: number): RequestRecord {
  return { event: 'request', user, ...(uid && { uid }), transport, status, ms: Math.round(performance.now() - began) };
}
