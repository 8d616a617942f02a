/**
 * Queries to one Prometheus, shared by all callers of the process.
 *
 * Answers are cached by query and times, before anybody's rights are applied: callers who ask for one moment share one
 * query. Each key has one query in flight. A sent query belongs to all who wait for it, so a caller who goes away does
 * not cancel it. Waiting for a turn is each caller's own, so a greedy caller cannot delay a query that another caller
 * may send at once.
 *
 * Who attacks: a caller who asks for many namespaces, windows and times, with no interest in the answers. What stops
 * them: at most half of the concurrent queries, 64 waiting and 600 new keys a minute are theirs. What remains: large
 * answers that nobody else wants displace others from the cache, and those are asked again.
 */
import { LRUCache } from 'lru-cache';
import { raced, startDeadline } from '../async/deadline.ts';
import { FairGate, GateFull } from '../async/fair-gate.ts';
import {
  PrometheusClient,
  type InstantQuery,
  type PrometheusAnswer,
  type PrometheusOptions,
  type PrometheusOutcome,
} from './client.ts';

const WAITING_PER_CALLER = 64;
const NEW_KEYS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;
/** Maximum callers whose new keys are counted. */
const MAX_CALLERS = 10_000;
const KEEP_FAILURE_MS = 5_000;
/** Approximate memory of a kept answer beyond its bytes: of each series, and of the entry. */
const [SERIES_BYTES, ENTRY_BYTES] = [64, 500];

/** Answers of all Prometheus servers of a process, bounded together. */
export type AnswerCache = LRUCache<string, KeptAnswer>;

interface KeptAnswer {
  readonly answer: PrometheusAnswer;
  /** Time on performance.now(); Infinity: as long as there is room. */
  readonly until: number;
}

export function answerCache(maxBytes: number): AnswerCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ answer }, key) => sizeOf(answer) + 2 * key.length });
}

/** Caller of a query. */
export interface Asking {
  /** Key by which shares are counted (callerKey). */
  readonly caller: string;
  /** Ends the wait of this caller alone. */
  readonly signal: AbortSignal;
  /** Maximum wait of this caller. Never more than the timeout. @default the timeout */
  readonly withinMs?: number;
}

export class Prometheus {
  readonly #name: string;
  readonly #client: PrometheusClient;
  readonly #cache: AnswerCache;
  readonly #slots: FairGate;
  readonly #count: (outcome: PrometheusOutcome) => void;
  /** By key. */
  readonly #sent = new Map<string, Promise<PrometheusAnswer>>();
  /** By key: callers who wait for a turn, woken when another caller sends the query. */
  readonly #waiting = new Map<string, Set<(sent: Promise<PrometheusAnswer>) => void>>();
  /** New keys by caller, of a minute that begins with the first. */
  readonly #newKeys = new LRUCache<string, { count: number }>({ max: MAX_CALLERS, ttl: MINUTE_MS });

  /** @throws TypeError if the TLS files are unusable */
  constructor(options: PrometheusOptions, cache: AnswerCache) {
    this.#name = options.name;
    this.#client = new PrometheusClient(options);
    this.#cache = cache;
    this.#slots = new FairGate({ slots: this.#client.concurrency, waitingPerCaller: WAITING_PER_CALLER });
    this.#count = options.count ?? (() => undefined);
  }

  /**
   * The answer, kept or fresh.
   * @throws the signal's reason, and nothing else
   */
  async query(query: InstantQuery, { caller, signal, withinMs = Infinity }: Asking): Promise<PrometheusAnswer> {
    signal.throwIfAborted();
    const key = JSON.stringify([this.#name, query.query, query.at, query.range]);
    const kept = this.#kept(key);
    if (kept) return kept;
    if (withinMs <= 0) return { cause: 'TIMEOUT' };
    using patience = startDeadline(signal, Math.min(withinMs, this.#client.timeoutMs));
    try {
      const { sent } = await this.#sending(key, query, caller, patience.signal);
      return await raced(sent, patience.signal);
    } catch (error) {
      if (error instanceof GateFull) {
        this.#count('limited');
        return { cause: 'LIMITED' };
      }
      if (patience.expired) return { cause: 'TIMEOUT' }; // a wait says nothing about the query, so it is not kept
      throw error;
    }
  }

  /** Maximum wait of a caller. */
  get timeoutMs(): number {
    return this.#client.timeoutMs;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #kept(key: string): PrometheusAnswer | undefined {
    const kept = this.#cache.get(key);
    return kept && kept.until > performance.now() ? kept.answer : undefined;
  }

  /**
   * The query in flight for this key, sent by another caller or, with a turn, by this one. In an object: not awaited.
   */
  async #sending(
    key: string,
    query: InstantQuery,
    caller: string,
    signal: AbortSignal,
  ): Promise<{ readonly sent: Promise<PrometheusAnswer> }> {
    const inFlight = this.#sent.get(key);
    if (inFlight) return { sent: inFlight };
    this.#countNewKey(caller);
    const free = this.#slots.tryEnter(caller);
    if (typeof free !== 'string') return { sent: this.#send(key, query, free) };
    const turn = await this.#turn(key, caller, signal);
    if ('sent' in turn) return turn;
    // Meanwhile another caller may have sent the query, and may even have an answer.
    const sent = this.#sent.get(key) ?? this.#keptPromise(key);
    if (!sent) return { sent: this.#send(key, query, turn.slot) };
    turn.slot[Symbol.dispose]();
    return { sent };
  }

  #keptPromise(key: string): Promise<PrometheusAnswer> | undefined {
    const kept = this.#kept(key);
    return kept && Promise.resolve(kept);
  }

  /** @throws GateFull */
  #countNewKey(caller: string): void {
    const keys = this.#newKeys.get(caller) ?? { count: 0 };
    if (keys.count >= NEW_KEYS_PER_MINUTE) throw new GateFull();
    if (keys.count++ === 0) this.#newKeys.set(caller, keys);
  }

  /** Waits for a turn, or until another caller sends the query. @throws GateFull, or the signal's reason */
  async #turn(
    key: string,
    caller: string,
    signal: AbortSignal,
  ): Promise<{ readonly slot: Disposable } | { readonly sent: Promise<PrometheusAnswer> }> {
    const woken = Promise.withResolvers<{ readonly sent: Promise<PrometheusAnswer> }>();
    const wake = (sent: Promise<PrometheusAnswer>): void => woken.resolve({ sent });
    const others = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, others.add(wake));
    const leave = new AbortController();
    const entered = this.#slots.enter(caller, AbortSignal.any([signal, leave.signal]));
    let isMine = false;
    try {
      const first = await Promise.race([woken.promise, entered.then(slot => ({ slot }))]);
      isMine = 'slot' in first;
      return first;
    } finally {
      others.delete(wake);
      if (others.size === 0) this.#waiting.delete(key);
      if (!isMine) {
        leave.abort();
        // A turn that comes in this very moment is given back.
        entered.then(
          late => late[Symbol.dispose](),
          () => undefined,
        );
      }
    }
  }

  #send(key: string, query: InstantQuery, slot: Disposable): Promise<PrometheusAnswer> {
    const sent = this.#client.ask(query).then(answer => {
      this.#sent.delete(key);
      slot[Symbol.dispose]();
      this.#count('cause' in answer ? (answer.cause.toLowerCase() as PrometheusOutcome) : 'ok');
      this.#cache.set(key, { answer, until: 'cause' in answer ? performance.now() + KEEP_FAILURE_MS : Infinity });
      return answer;
    });
    this.#sent.set(key, sent);
    for (const wake of this.#waiting.get(key) ?? []) wake(sent);
    return sent;
  }
}

/** The values of labels are shared, so the bytes of the answer are more than its texts need. */
function sizeOf(answer: PrometheusAnswer): number {
  return ENTRY_BYTES + ('cause' in answer ? 0 : answer.bytes + SERIES_BYTES * answer.series.length);
}
