/**
 * Audit lines of GraphQL requests (`log.requests`). An operation with its own HTTP request has one line. A stream
 * has one line when it starts or is refused. A request with valid credentials that is answered before its operation
 * begins has one line without an operation.
 */
import type { GraphQLFormattedError } from 'graphql';
import { hash } from 'node:crypto';
import type { Identity } from '../../identity/identity.ts';
import { audit, type RequestRecord } from '../../telemetry/audit.ts';
import type { Logger } from '../../telemetry/log.ts';
import { wantsStream } from '../http/steps.ts';
import type { GatewayPlugin } from './plugin.ts';

export function requestLog(log: Logger): GatewayPlugin {
  return {
    request: (req, res, next) => {
      const began = performance.now();
      const transport = wantsStream(req) ? 'event-stream' : 'http';
      res.once('close', () => {
        const { begun: isReported, identity } = res.locals as { begun?: boolean; identity?: Identity };
        if (isReported || !identity || !res.writableFinished) return;
        audit(log, recordOf(identity, transport, res.statusCode, began));
      });
      next();
    },
    operation: ({ request, headers }) => {
      const began = performance.now();
      return ({ operation, hash, answer: { errors }, status, charge }) => {
        if (!headers) return; // a stream has its own line, so its payloads have none
        const { identity, log, leavesRequested } = request;
        audit(log, {
          ...recordOf(identity, 'http', status, began),
          ...(operation && { operation: operation.operation }),
          ...(operation?.name && { name: operation.name.value }),
          ...(hash && { document: hash }),
          outcome: errors?.[0] ? codeOf(errors[0]) : 'OK',
          ...(charge && { cost: { estimated: charge.estimated, actual: charge.actual ?? charge.estimated } }),
          ...(leavesRequested?.size && { clusters: [...leavesRequested].sort() }),
        });
      };
    },
    stream: (transport, { operationName, query }, identity) => {
      const began = performance.now();
      return refusal =>
        audit(log, {
          ...recordOf(identity, transport, refusal?.status ?? 200, began),
          outcome: refusal ? codeOf(refusal.errors[0]) : 'OK',
          ...(operationName && { name: operationName.slice(0, MOST_CHARACTERS) }),
          document: hash('sha256', query),
        });
    },
  };
}

/** The code of an error, shortened, because a subgraph may send any code. */
function codeOf(error: Pick<GraphQLFormattedError, 'extensions'> | undefined): string {
  const code = error?.extensions?.['code'];
  return typeof code === 'string' ? code.slice(0, MOST_CHARACTERS) : 'SUBGRAPH_ERROR';
}

/** Maximum length in characters of a name or code that a client or a subgraph chooses. */
const MOST_CHARACTERS = 100;

function recordOf(
  { user, uid }: Identity,
  transport: RequestRecord['transport'],
  status: number,
  began: number,
): RequestRecord {
  return { event: 'request', user, ...(uid && { uid }), transport, status, ms: Math.round(performance.now() - began) };
}
