/**
 * Browsers of other origins (CORS), and requests that a page can make a browser send without permission (CSRF).
 *
 * Who attacks: a page in the browser of a user who has a session there. What stops it: an origin that is not configured gets no permission
 * to read an answer, and the gateway does not run a request that a page can send without permission. A page cannot set `Authorization:
 * Bearer` without that permission, so it counts as the header that Apollo Server demands of GET requests. Basic does not: browsers send it
 * by themselves.
 */
import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LEAF_REQUESTS_HEADER } from './plugins/leaf-requests.ts';
import { COST_HEADER } from './plugins/operations.ts';

const METHODS = ['GET', 'POST'];
/** Headers that clients set. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-request-id',
  'if-none-match',
  COST_HEADER,
  LEAF_REQUESTS_HEADER,
];
/** Headers that they may read. */
const RESPONSE_HEADERS = ['retry-after', 'etag', 'x-request-id'];
/** Seconds for which a browser need not ask again. */
const MAX_AGE_S = 3_600;

/** `origins`: as browsers write them, `https://dashboard.example.org`. */
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

/** Runs before credentials are checked, which a browser does not send with it; the answer holds only what the documentation says. */
function options(req: Request, res: Response, next: NextFunction): void {
  if (req.method !== 'OPTIONS') return next();
  res.setHeader('allow', [...METHODS, 'OPTIONS'].join(', '));
  res.status(204).end();
}

function bearerIsPreflighted(req: Request, _res: Response, next: NextFunction): void {
  if (/^bearer /i.test(req.headers.authorization ?? '')) req.headers['apollo-require-preflight'] ??= 'bearer';
  next();
}
