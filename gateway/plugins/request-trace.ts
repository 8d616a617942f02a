/**
 * The span of a request for the graph, around all work done for it, named by its operation. A stream's span ends where
 * its answer starts: each payload is its own trace.
 */
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { currentSpan, withinSpan, type Traces } from '../../telemetry/traces.ts';
import type { GatewayPlugin } from './plugin.ts';

/** Maximum length of client-chosen names. */
const MOST_CHARACTERS = 100;

export function requestTrace(traces: Traces): GatewayPlugin {
  return {
    request: traceRequests(traces),
    operation:
      () =>
      ({ operation, answer: { errors } }) => {
        const name = operation?.name?.value.slice(0, MOST_CHARACTERS);
        currentSpan()?.set({
          ...(operation && { 'graphql.operation.type': operation.operation }),
          ...(name !== undefined && { 'graphql.operation.name': name }),
          ...(errors?.length && { 'fleetgraph.errors': errors.length }),
        });
      },
  };
}

function traceRequests(traces: Traces): RequestHandler {
  return (req, res, next) => {
    const { traceparent } = req.headers;
    const span = traces.begin(`${req.method} /graphql`, typeof traceparent === 'string' ? traceparent : undefined);
    span.set({ 'http.request.method': req.method, 'url.path': '/graphql' });
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      if (!res.headersSent) return span.end('ABORTED'); // the client is gone
      span.set({ 'http.response.status_code': res.statusCode });
      span.end(res.statusCode >= 500 ? String(res.statusCode) : undefined);
    };
    onHeaders(res, () => {
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) queueMicrotask(end);
    });
    // After all other listeners.
    res.once('close', () => queueMicrotask(end));
    withinSpan(span, next);
  };
}
