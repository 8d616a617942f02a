/**
 * The life of one request: its id, its deadline, and the signal that ends its work when the deadline passes or the client goes away. The
 * signal goes down to the socket of every leaf request made for it.
 */
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Identity } from '../identity/identity.ts';
import type { RequestContext } from '../subgraphs/subgraph.ts';
import type { Logger } from '../telemetry/log.ts';

const REQUEST_ID = /^[\w.-]{1,64}$/;

export function openRequestScope(
  req: Request,
  res: Response,
  identity: Identity,
  options: { timeoutMs: number; log: Logger; closing: AbortSignal },
): RequestContext {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new DOMException('The request reached its deadline.', 'TimeoutError')), options.timeoutMs);
  const close = () => abort.abort(options.closing.reason);
  options.closing.addEventListener('abort', close, { once: true });
  res.once('close', () => {
    clearTimeout(timer);
    options.closing.removeEventListener('abort', close);
    if (!res.writableFinished) abort.abort(new DOMException('The client went away.', 'AbortError'));
  });
  res.setHeader('x-request-id', requestId);
  return {
    identity,
    signal: abort.signal,
    deadline: performance.now() + options.timeoutMs,
    requestId,
    log: options.log.child({ requestId }),
  };
}
