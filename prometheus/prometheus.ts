/**
 * Queries to one Prometheus, which all callers of this process share.
 *
 * Responses are cached by query and time, before any caller's rights are applied. Callers who need the same query at
 * the same time share one request. A request that was sent belongs to all callers who wait for it. So it is not
 * cancelled when one of them disconnects. Before the request is sent, each caller waits for their own slot. So the
 * queue of a greedy caller does not delay the same query of another caller.
 *
 * The attacker is a caller who sends queries for many namespaces, windows and times, without using the responses. Three
 * limits stop them: each caller gets at most half of the concurrent queries, 64 waiting queries, and 600 new keys a
 * minute. One risk remains: large responses that nobody else needs can displace other responses from the cache, which
 * must then be queried again.
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
/** Maximum number of callers whose new keys are counted. */
const MAX_CALLERS = 10_000;
const KEEP_FAILURE_MS = 5_000;
/** Approximate memory of a cached response in addition to its bytes: for each series, and for the entry. */
const [SERIES_BYTES, ENTRY_BYTES] = [64, 500];

/** Cached responses of all Prometheus servers of a process, with one common limit. */
export type AnswerCache = LRUCache<string, KeptAnswer>;

interface KeptAnswer {
  readonly answer: PrometheusAnswer;
  /**
   * Time until which the response is valid, in milliseconds of performance.now(). Infinity: until the cache needs the
   * space.
   */
  readonly until: number;
}

export function answerCache(maxBytes: number): AnswerCache {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ answer }, key) => sizeOf(answer) + 2 * key.length });
}

/** The caller of a query, and the limits of their wait. */
export interface Asking {
  /** Key of the caller (callerKey). The limits apply to each key separately. */
  readonly caller: string;
  /** Ends only this caller's wait. */
  readonly signal: AbortSignal;
  /**
   * Maximum wait of this caller, in milliseconds. Limited by the timeout of queries. @default the timeout of queries
   */
  readonly withinMs?: number;
}

export class Prometheus {
  readonly #name: string;
  readonly #client: PrometheusClient;
  readonly #cache: AnswerCache;
  readonly #slots: FairGate;
  readonly #count: (outcome: PrometheusOutcome) => void;
  /** Requests in progress by key. */
  readonly #sent = new Map<string, Promise<PrometheusAnswer>>();
  /** Callers who wait for a slot, by key. They are notified when another caller sends the query. */
  readonly #waiting = new Map<string, Set<(sent: Promise<PrometheusAnswer>) => void>>();
  /** Number of new keys by caller, within a minute that starts with the first new key. */
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
   * Response to a query, from the cache or from the server.
   * @throws only the signal's reason
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
      if (patience.expired) return { cause: 'TIMEOUT' }; // not cached, because another caller may wait longer
      throw error;
    }
  }

  /** Maximum time that a caller waits, in milliseconds. */
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
   * The request in progress for this key. If there is none, waits for a slot and sends the query. The promise is
   * returned inside an object, so that it is not awaited.
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
    // While this caller waited, another caller may have sent the query or even received its response.
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

  /**
   * Waits for a slot, or until another caller sends the query.
   * @throws GateFull, or the signal's reason
   */
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
        // Release a slot that was granted at the same moment.
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

/**
 * Approximate memory of a response. The texts of its series need less memory than the body had bytes, because series
 * share the values of labels.
 */
function sizeOf(answer: PrometheusAnswer): number {
  return ENTRY_BYTES + ('cause' in answer ? 0 : answer.bytes + SERIES_BYTES * answer.series.length);
}
