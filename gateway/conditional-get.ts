/**
 * GET answers 304 where the client has the answer already. Comes behind everything that lets a request in, and before GraphQL: a request
 * that is answered here has been authenticated and paid for, and nothing of it runs.
 *
 * An entity tag is a digest of the answer and of nothing else: whatever the caller may not see changes no tag, and every replica gives the
 * same one. The work of making the answer is saved by remembering, for a caller and a request, at which version of the index an answer was
 * made. While the version is the same the answer would be, so its tag is compared at once. Time changes answers, too (a silent cluster,
 * grants that are too old), so what is remembered holds for a quarter of a second.
 *
 * Who attacks: a caller who wants to learn of hidden changes by how long a 304 takes, or to drive out what is remembered for others. What
 * stops them: each caller has a room of their own for what is remembered. What remains: that something changed somewhere in the fleet can be
 * told from the time of an answer, as from that of any answer that is not remembered.
 */
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { createHash, hash } from 'node:crypto';
import type { Identity } from '../identity/identity.ts';
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

const LIFE_MS = 250;
/** Some hundred bytes each. */
const CALLERS = 1_000;
const REQUESTS_OF_A_CALLER = 50;
/** A longer answer has no tag: making one takes a millisecond or two each megabyte. */
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

  /** The tag of the answer that the caller would get now; undefined: make the answer. `request`: all that it follows from beside the caller. */
  known(identity: Identity, request: string, version: string): string | undefined {
    const found = this.#callers.get(keyOf(identity))?.get(request);
    return found && found.version === version && this.#now() < found.until ? found.tag : undefined;
  }

  /** Remembers an answer that was begun at `begunAt` (now()) and made at one version. */
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

/** Weak: the same answer may come compressed or not. Undefined for an answer that is too long. */
export function tagOf(answer: string): string | undefined {
  return answer.length > MAX_LENGTH ? undefined : `W/"${hash('sha256', answer, 'base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names the tag. */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch?.split(',').some(named => named.trim() === tag) === true;
}

/** Some authenticators have one object for all requests of a caller. */
const keys = new WeakMap<Identity, string>();

/** All that answers may follow from of a caller. */
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
