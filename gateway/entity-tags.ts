/**
 * Entity tags of GET answers, so that a client that asks again is told 304 when nothing has changed for it.
 *
 * A tag is a digest of the answer and of nothing else: whatever the caller may not see changes no tag, and every replica gives the same one.
 * The work of making the answer is saved by remembering, for a caller and a request, at which version of the index an answer was made. While
 * the version is the same the answer would be, so its tag is compared at once. Time changes answers, too (a silent cluster, grants that are
 * too old), so what is remembered holds for a quarter of a second.
 *
 * Who attacks: a caller who wants to learn of hidden changes by how long a 304 takes, or to drive out what is remembered for others. What
 * stops them: each caller has a room of their own for what is remembered. What remains: that something changed somewhere in the fleet can be
 * told from the time of an answer, as from that of any answer that is not remembered.
 */
import { LRUCache } from 'lru-cache';
import { createHash, hash } from 'node:crypto';
import type { Identity } from '../identity/identity.ts';

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
