/**
 * GET answers 304 where the client has the answer already. Comes behind everything that lets a request in, and before GraphQL: a request
 * that is answered here has been authenticated and paid for, and nothing of it runs.
 */
import type { Request, RequestHandler, Response } from 'express';
import { hash } from 'node:crypto';
import type { Identity } from '../identity/identity.ts';
import { EntityTags, names, tagOf } from './entity-tags.ts';
import type { PreparedDocuments } from './planning/prepared-documents.ts';
import { LEAF_REQUESTS_HEADER } from './plugins/leaf-requests.ts';
import { COST_HEADER } from './plugins/operations.ts';
import type { GatewayRuntime } from './runtime.ts';

export interface ConditionalGet {
  readonly answer: RequestHandler;
  /** What to do with the text of the answer; undefined where it has no tag. */
  answered(req: Request, res: Response): ((text: string) => void) | undefined;
}

interface Asked {
  /** All that the answer follows from beside the caller and the version. */
  readonly request: string;
  /** The version of its answer; undefined where that is not known. */
  readonly version: () => string | undefined;
  readonly versionBefore: string | undefined;
  readonly begunAt: number;
}

export function conditionalGet(runtime: Pick<GatewayRuntime, 'version'>, documents: Pick<PreparedDocuments, 'known'>): ConditionalGet {
  const tags = new EntityTags();
  return {
    answer: (req, res, next) => {
      res.setHeader('cache-control', req.method === 'GET' ? 'private, no-cache' : 'no-store');
      // What an operation costs, and what it asks of clusters, is different each time.
      if (req.method !== 'GET' || [COST_HEADER, LEAF_REQUESTS_HEADER].some(name => req.headers[name] !== undefined)) return next();
      res.vary('Authorization, Cookie');
      const params = res.locals['params'] as Record<string, string>;
      const { query, variables, extensions, operationName } = params;
      const operation = documents.known(documentHash(params), operationName || undefined);
      const version = () => (operation && !('errors' in operation) && operation.plan ? runtime.version(operation) : undefined);
      const asked: Asked = {
        request: hash('sha256', JSON.stringify([query, variables, extensions, operationName]), 'base64url'),
        version,
        versionBefore: version(),
        begunAt: tags.now(),
      };
      const known = asked.versionBefore && tags.known(res.locals['identity'] as Identity, asked.request, asked.versionBefore);
      if (known && names(req.headers['if-none-match'], known)) {
        res.setHeader('etag', known);
        return void res.status(304).end();
      }
      res.locals['asked'] = asked;
      next();
    },
    answered(req, res) {
      const asked = res.locals['asked'] as Asked | undefined;
      return (
        asked &&
        (text => {
          const tag = tagOf(text);
          if (tag === undefined) return;
          res.setHeader('etag', tag);
          // Express sends 304 for what is fresh. By itself it takes nothing for that which comes with `cache-control: no-cache`, and fetch() adds
          // that to every request with If-None-Match.
          Object.defineProperty(req, 'fresh', { value: names(req.headers['if-none-match'], tag) });
          const { request, version, versionBefore, begunAt } = asked;
          // What changed while the answer was made may be in it, or not.
          if (versionBefore !== undefined && versionBefore === version())
            tags.remember(res.locals['identity'] as Identity, request, versionBefore, tag, begunAt);
        })
      );
    },
  };
}

/** As Apollo Server calls a document: by its own hash, or by that of a persisted query. */
function documentHash({ query, extensions }: Record<string, string>): string {
  if (query) return hash('sha256', query, 'hex');
  try {
    return String((JSON.parse(extensions ?? '{}') as { persistedQuery?: { sha256Hash?: unknown } }).persistedQuery?.sha256Hash);
  } catch {
    return '';
  }
}
