/**
 * Browsers of other origins (CORS), and requests that no page can have made a browser send without asking first (CSRF).
 *
 * Who attacks: a page that somebody with a session in the same browser opens. What stops it: an origin that is not configured gets no permission to read
 * an answer, and a request that needs no permission to be sent is not run. `Authorization: Bearer` cannot be set by a page without that permission, so it
 * counts as the header that Apollo Server asks of GET requests. Basic does not: browsers send it by themselves.
 */
import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { COST_HEADER } from './plugins/operations.ts';

const METHODS = ['GET', 'POST'];
/** That clients set. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-request-id',
  'if-none-match',
  COST_HEADER,
];
/** That they may read. */
const RESPONSE_HEADERS = ['retry-after', 'etag', 'x-request-id'];
/** Seconds for which a browser need not ask again. */
const MAX_AGE_S = 3_600;

/** `origins`: spelled as browsers spell them, `https://dashboard.example.org`. */
export function crossOrigin(origins: readonly string[]): RequestHandler[] {
  const permission = cors({
    origin: [...origins],
    methods: METHODS,
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: RESPONSE_HEADERS,
    maxAge: MAX_AGE_S,
    preflightContinue: true,
  });
  return [permission, options, bearerIsPreflighted];
}

/** Before credentials, which a browser does not send with it; it tells nothing that is not in the documentation. */
function options(req: Request, res: Response, next: NextFunction): void {
  if (req.method !== 'OPTIONS') return next();
  res.setHeader('allow', [...METHODS, 'OPTIONS'].join(', '));
  res.status(204).end();
}

function bearerIsPreflighted(req: Request, _res: Response, next: NextFunction): void {
  if (/^bearer /i.test(req.headers.authorization ?? '')) req.headers['apollo-require-preflight'] ??= 'bearer';
  next();
}
