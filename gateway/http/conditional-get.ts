/**
 * Answers GET with 304 if the client already has the answer. Runs after everything that admits a request, and before
 * GraphQL: the request is authenticated and paid for, but not executed.
 *
 * An entity tag is a digest of the answer alone, so hidden data changes no tag and every replica gives the same one. To
 * save making the answer, the gateway remembers by caller and request at which version of the index an answer was made.
 * While the version is unchanged, so is the answer, and its tag is compared at once. Time changes answers too (a silent
 * cluster, grants that are too old), so entries hold for a quarter of a second.
 *
 * Who attacks: a caller who wants to learn of hidden changes from the time of a 304, or to evict entries of others.
 * What stops them: each caller has their own room for entries. What remains: the time of an answer shows that something
 * changed somewhere in the fleet, as for any answer that is not remembered.
 */
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { createHash, hash } from 'node:crypto';
import type { Identity } from '../../identity/identity.ts';
import type { PreparedDocuments } from '../operation/prepared-documents.ts';
import { COST_HEADER, LEAF_REQUESTS_HEADER } from '../plugins/reports.ts';
import type { GatewayRuntime } from '../runtime.ts';

export interface ConditionalGet {
  readonly answer: RequestHandler;
  /** What to do with the text of the answer; undefined if it gets no tag. */
  answered(req: Request, res: Response): ((text: string) => void) | undefined;
}

interface Asked {
  /** Everything the answer depends on, except the caller and the version. */
  readonly request: string;
  /** Version of the answer; undefined if unknown. */
  readonly version: () => string | undefined;
  readonly versionBefore: string | undefined;
  readonly begunAt: number;
}

export function conditionalGet(runtime: Pick<GatewayRuntime, 'version'>, documents: Pick<PreparedDocuments, 'known'>): ConditionalGet {
  const tags = new EntityTags();
  return {
    answer: (req, res, next) => {
      res.setHeader('cache-control', req.method === 'GET' ? 'private, no-cache' : 'no-store');
      // The reported cost and leaf requests differ each time.
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
          // Express sends 304 for fresh responses. It treats `cache-control: no-cache` as stale, which fetch() adds to
          // every request with If-None-Match.
          Object.defineProperty(req, 'fresh', { value: names(req.headers['if-none-match'], tag) });
          const { request, version, versionBefore, begunAt } = asked;
          // The answer may or may not include a change made meanwhile.
          if (versionBefore !== undefined && versionBefore === version())
            tags.remember(res.locals['identity'] as Identity, request, versionBefore, tag, begunAt);
        })
      );
    },
  };
}

/** Identifies a document like Apollo Server: by its own hash, or by that of a persisted query. */
function documentHash({ query, extensions }: Record<string, string>): string {
  if (query) return hash('sha256', query, 'hex');
  try {
    return String((JSON.parse(extensions ?? '{}') as { persistedQuery?: { sha256Hash?: unknown } }).persistedQuery?.sha256Hash);
  } catch {
    return '';
  }
}

const LIFE_MS = 250;
/** Maximum callers, at some hundred bytes each. */
const CALLERS = 1_000;
const REQUESTS_OF_A_CALLER = 50;
/** Longer answers get no tag: a digest takes a millisecond or two per megabyte. */
const MAX_LENGTH = 2 * 1024 * 1024;

interface Remembered {
  readonly tag: string;
  readonly version: string;
  readonly until: number;
}

export class EntityTags {
  readonly #callers = new LRUCache<string, LRUCache<string, Remembered>>({ max: CALLERS });
  readonly #now: () => number;

  constructor({ now = () => performance.now() }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  /**
   * The tag of the answer that the caller would get now; undefined: make the answer.
   * @param request Everything the answer depends on, except the caller
   */
  known(identity: Identity, request: string, version: string): string | undefined {
    const found = this.#callers.get(keyOf(identity))?.get(request);
    return found && found.version === version && this.#now() < found.until ? found.tag : undefined;
  }

  /** Remembers an answer that was started at `begunAt` (now()) and made at one version. */
  remember(identity: Identity, request: string, version: string, tag: string, begunAt: number): void {
    const key = keyOf(identity);
    let requests = this.#callers.get(key);
    if (!requests) this.#callers.set(key, (requests = new LRUCache<string, Remembered>({ max: REQUESTS_OF_A_CALLER })));
    requests.set(request, { tag, version, until: begunAt + LIFE_MS });
  }

  now(): number {
    return this.#now();
  }
}

/** A weak tag: the same answer may be sent compressed or not. Undefined for an answer that is too long. */
export function tagOf(answer: string): string | undefined {
  return answer.length > MAX_LENGTH ? undefined : `W/"${hash('sha256', answer, 'base64url').slice(0, 27)}"`;
}

/** True if If-None-Match names the tag. */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some(named => named.trim() === tag) === true;
}

/** Some authenticators reuse one Identity object for all requests of a caller. */
const keys = new WeakMap<Identity, string>();

/** Everything of a caller that answers may depend on. */
function keyOf(identity: Identity): string {
  let key = keys.get(identity);
  if (key === undefined) {
    const { user, groups, uid, extra, token } = identity;
    key = createHash('sha256')
      .update(JSON.stringify([user, groups, uid, extra, token]))
      .digest('base64url');
    keys.set(identity, key);
  }
  return key;
}
