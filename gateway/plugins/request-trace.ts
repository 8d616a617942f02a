/**
 * The span of a request for the graph. Its attributes contain the type and the name of the operation. The span of a
 * stream ends when the response starts, because each payload has its own trace.
 */
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { currentSpan, withinSpan, type Traces } from '../../telemetry/traces.ts';
import type { GatewayPlugin } from './plugin.ts';

/** Maximum length in characters of names that clients choose. */
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
      if (!res.headersSent) return span.end('ABORTED'); // the client has left
      span.set({ 'http.response.status_code': res.statusCode });
      span.end(res.statusCode >= 500 ? String(res.statusCode) : undefined);
    };
    onHeaders(res, () => {
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) queueMicrotask(end);
    });
    // Ends the span after all other listeners have run.
    res.once('close', () => queueMicrotask(end));
    withinSpan(span, next);
  };
}
