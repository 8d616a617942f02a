/**
 * Keeps results by idempotency key, so that a client can repeat a request if it does not know whether the request
 * arrived.
 *
 * A repeat by the same identity within ten minutes after the start of the first request gets the results of the first
 * request. Each process has its own memory, so a repeat at another replica runs again.
 *
 * The number of results in memory is limited. If the share of a caller is used up, the request is refused before
 * anything is done.
 */
import { createHash } from 'node:crypto';
import { FairGate } from '../../../async/fair-gate.ts';
import { callerKey, type Identity } from '../../../identity/identity.ts';
import type { Acted } from './outcome.ts';

const WINDOW_MS = 600_000;
/** Maximum number of results in memory. Each result takes about half a kilobyte. */
const MAX_RESULTS = 40_000;

export interface Repeatable {
  readonly identity: Identity;
  readonly key: string;
  /** Text of the whole request. */
  readonly requested: string;
  /** Number of results that the request will have. */
  readonly size: number;
}

/** Reasons for a refusal. `other`: the key was used for another request. `full`: too many results are kept. */
export type NotOnce = 'other' | 'full';

interface Remembered {
  readonly requested: string;
  readonly results: Promise<readonly Acted[]>;
  readonly until: number;
  readonly place: Disposable;
}

export class Repeats {
  readonly #now: () => number;
  readonly #room = new FairGate({ slots: MAX_RESULTS });
  /** Results by digest of identity and idempotency key, oldest first. */
  readonly #known = new Map<string, Remembered>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#known.size;
  }

  once(
    { identity, key, requested, size }: Repeatable,
    work: () => Promise<readonly Acted[]>,
  ): Promise<readonly Acted[]> | NotOnce {
    this.#forget();
    const name = digest([...canonical(identity), key]);
    const what = digest(requested);
    const known = this.#known.get(name);
    if (known) return known.requested === what ? known.results : 'other';
    const place = this.#room.tryEnter(callerKey(identity), size);
    if (typeof place === 'string') return 'full';
    const results = work();
    this.#known.set(name, { requested: what, results, until: this.#now() + WINDOW_MS, place });
    return results;
  }

  #forget(): void {
    const now = this.#now();
    for (const [name, { until, place }] of this.#known) {
      if (until > now) return;
      this.#known.delete(name);
      place[Symbol.dispose]();
    }
  }
}

/** A value that is equal for equal identities. The order of groups and extras does not matter. */
function canonical({ user, groups, uid, extra, isOwner }: Identity): unknown[] {
  const extras = Object.entries(extra).map(([key, values]) => [key, set(values)] as const);
  return [user, set(groups), uid, extras.sort(([a], [b]) => (a < b ? -1 : 1)), isOwner === true];
}

function set(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** Digest of a value. The log contains only digests of keys, because a key may be a secret of the client. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
