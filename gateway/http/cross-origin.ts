/**
 * Requests from browsers of other origins (CORS), and requests that a page can make a browser send without permission
 * (CSRF).
 *
 * Who attacks: a page in the browser of a user who has a session there. What stops it: an unconfigured origin may not
 * read answers, and the gateway does not run requests that a page can send without permission. A page cannot set
 * `Authorization: Bearer` without that permission, so it counts as the header that Apollo Server demands of GET
 * requests. Basic does not: browsers send it by themselves.
 */
import cors from 'cors';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LEAF_REQUESTS_HEADER } from '../plugins/leaf-requests.ts';
import { COST_HEADER } from '../plugins/cost-report.ts';

const METHODS = ['GET', 'POST'];
/** Headers that clients may set. */
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
/** Headers that clients may read. */
const RESPONSE_HEADERS = ['retry-after', 'etag', 'x-request-id'];
/** Lifetime of a preflight answer in seconds. */
const MAX_AGE_S = 3_600;

/** @param origins As browsers spell them, `https://dashboard.example.org` */
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

/**
 * Runs before credentials are checked, since browsers send none with OPTIONS. The answer contains only documented
 * facts.
 */
function options(req: Request, res: Response, next: NextFunction): void {
  if (req.method !== 'OPTIONS') return next();
  res.setHeader('allow', [...METHODS, 'OPTIONS'].join(', '));
  res.status(204).end();
}

function bearerIsPreflighted(req: Request, _res: Response, next: NextFunction): void {
  if (/^bearer /i.test(req.headers.authorization ?? '')) req.headers['apollo-require-preflight'] ??= 'bearer';
  next();
}
