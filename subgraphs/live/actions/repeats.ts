/**
 * Results by idempotency key, so that a client that does not know whether its request arrived can repeat it.
 *
 * A key belongs to one identity: user, groups and all, in any order of a token or a proxy. A repeat within ten minutes
 * gets the first one's results, also while that is still running, and nothing runs a second time. Each process
 * remembers for itself, so a repeat at another replica runs anew.
 *
 * Memory is bounded by the number of results, and shared by callers: a caller without room is refused before anything
 * is done.
 */
import { createHash } from 'node:crypto';
import { FairGate } from '../../../async/fair-gate.ts';
import { callerKey, type Identity } from '../../../identity/identity.ts';
import type { Acted } from './outcome.ts';

const WINDOW_MS = 600_000;
/** Half a kilobyte each. */
const MAX_RESULTS = 40_000;

export interface Repeatable {
  readonly identity: Identity;
  readonly key: string;
  /** The whole request. */
  readonly requested: string;
  /** Number of results. */
  readonly size: number;
}

/** `other`: the key was used for another request. `full`: there is no room. */
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
  /** Oldest first. */
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

/** Equal for one identity, however it is spelled. */
function canonical({ user, groups, uid, extra, isOwner }: Identity): unknown[] {
  const extras = Object.entries(extra).map(([key, values]) => [key, set(values)] as const);
  return [user, set(groups), uid, extras.sort(([a], [b]) => (a < b ? -1 : 1)), isOwner === true];
}

function set(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** For the log, too: a key may be a secret of the client's. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
