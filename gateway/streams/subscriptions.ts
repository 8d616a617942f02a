/**
 * Subscriptions over any transport. Each payload is one run of the query behind the subscription
 * (subscription-document.ts). After the first payload, the next one is made when the subgraph has hinted that data may
 * have changed, and the client has read the previous payload. So no payload is buffered, and changes in between are
 * merged.
 *
 * Payloads are sent at multiples of `coalesce`, and usually only if they are not empty. So the number and the times of
 * payloads do not depend on hidden data. Changes of the caller's rights are sent without waiting for `coalesce`.
 */
import { hash } from 'node:crypto';
import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
  type ParseOptions,
} from 'graphql';
import { callerKey, type Identity, type LiveQuery, type TrackedQuery } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { Execution, OperationParams, Refusal } from '../context.ts';
import { parsingPrice, tooMuch } from '../operation/run.ts';
import type { GatewayPlugin, StreamTransport } from '../plugins/plugin.ts';
import type { SubscriptionEvent } from '../plugins/reports.ts';
import { asQuery, type SubscriptionAsQuery, type SubscriptionFields } from './subscription-document.ts';

export interface SubscriptionLimits {
  /** Maximum number of subscriptions in this process. */
  readonly subscriptions: number;
  readonly subscriptionsPerCaller: number;
  /**
   * Maximum duration of a subscription in milliseconds. The duration is limited, because a subscription keeps the
   * identity from its start.
   */
  readonly subscriptionDurationMs: number;
  /** Lifetime of a resume token in milliseconds. */
  readonly resumeWindowMs: number;
}

export interface SubscriptionsOptions {
  readonly execute: Execute;
  /** Takes a price from a caller's budget. Returns the milliseconds to wait if the caller cannot pay it. */
  readonly take: (caller: string, price: number) => number | undefined;
  readonly keep: KeepMemory;
  readonly limits: SubscriptionLimits;
  readonly parseOptions: ParseOptions;
  /** Fields of the subscription type. */
  readonly fields: SubscriptionFields;
  readonly counted: (event: SubscriptionEvent) => void;
  readonly plugins: readonly Pick<GatewayPlugin, 'stream'>[];
}

/** Reserves memory until the result is disposed. Undefined if there is not enough memory left for the caller. */
export type KeepMemory = (caller: string, bytes: number) => Disposable | undefined;

interface CallersSlots {
  held: number;
  readonly began: number;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #ofCaller = new Map<string, CallersSlots>();
  #size = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  /** @param giveUp Closes the connection of a client that does not read */
  async start(
    transport: StreamTransport,
    params: OperationParams,
    identity: Identity,
    giveUp: () => void,
  ): Promise<Refusal | Payloads> {
    const ends = this.#options.plugins.map(plugin => plugin.stream?.(transport, params, identity));
    const started = await this.#start(params, identity, giveUp);
    for (const end of ends) end?.('status' in started ? started : undefined);
    return started;
  }

  async #start(params: OperationParams, identity: Identity, giveUp: () => void): Promise<Refusal | Payloads> {
    const { execute, take, keep } = this.#options;
    const caller = callerKey(identity);
    const slot = this.#enter(caller);
    if ('status' in slot) return slot;
    using entered = new DisposableStack();
    entered.use(slot);
    const waitMs = take(caller, parsingPrice(params.query));
    const subscription = waitMs === undefined ? this.#subscriptionIn(params) : tooMuch(waitMs);
    if (subscription && 'status' in subscription) return subscription;
    entered.move(); // from here on, the payloads free the slot
    const { operationName } = params;
    const payloads = subscription
      ? new SubscriptionPayloads({ operationName, subscription, identity, slot, giveUp, ...this.#options })
      : new SinglePayload({ execute: signal => execute(params, identity, signal), slot, giveUp });
    try {
      const refusal = await payloads.begin();
      if (refusal || !subscription) return refusal ?? payloads;
      const memory = keep(caller, bytesOf([subscription.query, subscription.since, subscription.variables]));
      if (memory) {
        slot.use(memory);
        return payloads;
      }
      await payloads.return();
      return this.#refused(
        429,
        'Your open subscriptions keep too many large queries and variables. Close one, or send smaller ones.',
      );
    } catch (error) {
      await payloads.return();
      throw error;
    }
  }

  /** Undefined if the operation is not a subscription. */
  #subscriptionIn({
    query,
    operationName,
    variables = {},
  }: OperationParams): SubscriptionAsQuery | Refusal | undefined {
    const { parseOptions, fields } = this.#options;
    try {
      return asQuery(parse(query, parseOptions), operationName, variables, fields);
    } catch (error) {
      // run() reports errors of parsing, as it does for every operation.
      if (!(error instanceof GraphQLError) && !(error instanceof RangeError)) throw error;
      if (error instanceof GraphQLError && error.extensions['code'] !== undefined)
        return { status: 400, errors: [error.toJSON()] };
      return undefined;
    }
  }

  #enter(caller: string): Slot | Refusal {
    const { subscriptions, subscriptionsPerCaller } = this.#options.limits;
    const slots = this.#ofCaller.get(caller) ?? { held: 0, began: performance.now() };
    if (slots.held >= subscriptionsPerCaller) {
      const message = `You have ${subscriptionsPerCaller} subscriptions open (limits.subscriptionsPerCaller). Close one, or ask for more in one.`;
      return this.#refused(429, message);
    }
    if (this.#size >= subscriptions)
      return this.#refused(
        503,
        `More than ${subscriptions} subscriptions at once (limits.subscriptions). Try again soon.`,
      );
    this.#size++;
    slots.held++;
    this.#ofCaller.set(caller, slots);
    const slot = new DisposableStack();
    slot.defer(() => {
      this.#size--;
      if (--slots.held === 0) this.#ofCaller.delete(caller);
    });
    return Object.assign(slot, { began: slots.began });
  }

  #refused(status: number, message: string): Refusal {
    this.#options.counted('refused');
    return refusalOf(status, 'OVERLOADED', message, 5);
  }
}

const BYTES_PER_VALUE = 64;

/**
 * Approximate size of a JSON value in memory, in bytes. Recursive, so only for variables that run() has accepted: run()
 * limits their number and nesting.
 */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_VALUE + 2 * value.length;
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let bytes = BYTES_PER_VALUE;
  for (const [key, inner] of Object.entries(value)) bytes += 2 * key.length + bytesOf(inner);
  return bytes;
}

export function refusalOf(status: number, code: ErrorCode, message: string, retryAfterSeconds?: number): Refusal {
  const extensions = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return { status, retryAfterSeconds, errors: [{ message, extensions }] };
}

/** Runs an operation as over HTTP, with its checks, its price and its deadline. */
type Execute = (
  params: OperationParams,
  identity: Identity,
  signal: AbortSignal,
  liveQuery?: LiveQuery,
) => Promise<Execution>;

/**
 * The payloads of one operation. The next payload is made only on request, after the client has read the previous
 * payload.
 */
export interface Payloads extends AsyncIterableIterator<FormattedExecutionResult, undefined> {
  return(): Promise<IteratorResult<FormattedExecutionResult, undefined>>;
}

/** Minimum interval in milliseconds from the previous payload to a payload about changed rights. */
const AT_ONCE_MS = 250;
/** If a client takes longer than this many milliseconds to read a payload, its next payload is a reset. */
const SLOW_MS = 60_000;
/** If a client takes longer than this many milliseconds to read a payload, its connection is closed. */
const GIVEN_UP_MS = 120_000;
/** Per lifetime of a resume token, this many payloads are sent even if they are empty, to renew the client's token. */
const REFRESHES_IN_WINDOW = 4;

/** Maximum delay of a timer in milliseconds. Node fires a timer with a longer delay at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface SinglePayloadOptions {
  readonly execute: (signal: AbortSignal) => Promise<Execution>;
  readonly slot: Disposable;
  readonly giveUp: () => void;
}

/** The single payload of a query or a mutation on a stream. */
export class SinglePayload implements Payloads {
  readonly #options: Omit<SinglePayloadOptions, 'execute'>;
  /** Undefined once begun, because the function keeps the variables, and the client may read the payload slowly. */
  #execute: SinglePayloadOptions['execute'] | undefined;
  readonly #stop = new AbortController();
  #first: FormattedExecutionResult | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor({ execute, ...options }: SinglePayloadOptions) {
    this.#execute = execute;
    this.#options = options;
  }

  async begin(): Promise<Refusal | undefined> {
    const executing = this.#execute!(this.#stop.signal);
    this.#execute = undefined;
    const { answer, status, retryAfterSeconds } = await executing;
    if (status < 400) {
      this.#first = answer;
      return undefined;
    }
    await this.return();
    return { status, retryAfterSeconds, errors: answer.errors ?? [] };
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    const value = this.#first;
    this.#first = undefined;
    if (!value) return this.return();
    this.#patience = setTimeout(this.#options.giveUp, GIVEN_UP_MS).unref();
    return { value, done: false };
  }

  async return(): Promise<{ value: undefined; done: true }> {
    clearTimeout(this.#patience);
    this.#stop.abort();
    this.#options.slot[Symbol.dispose]();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** The slot of one operation on a stream: a subscription, a query or a mutation. */
interface Slot extends DisposableStack {
  /**
   * Time on the clock of performance.now() at which the caller took a slot while it held no other. Slots that the
   * caller takes later share this time, so that its subscriptions with equal `coalesce` make their payloads together.
   */
  readonly began: number;
}

interface SubscriptionPayloadsOptions {
  readonly execute: Execute;
  readonly limits: {
    /** Lifetime of a resume token in milliseconds. */
    readonly resumeWindowMs: number;
  };
  readonly counted: (event: SubscriptionEvent) => void;
  readonly operationName: string | undefined;
  readonly subscription: SubscriptionAsQuery;
  readonly identity: Identity;
  readonly slot: Slot;
  readonly giveUp: () => void;
}

/** Decides when the next payload of a subscription is due, and handles clients that do not read. */
class SubscriptionPayloads implements Payloads, LiveQuery {
  readonly since: string | undefined;
  isOverrun = false;
  #tracked: TrackedQuery | undefined;
  readonly #options: SubscriptionPayloadsOptions;
  /** Parameters that all payloads share. */
  readonly #params: OperationParams;
  readonly #stop = new AbortController();
  #first: FormattedExecutionResult | undefined;
  /** The hint that waits for the next payload. 'at once' means that the caller's rights may have changed. */
  #hint: 'none' | 'due' | 'at once' = 'none';
  #hintedAt = 0;
  #wake: (() => void) | undefined;
  #madeAt = performance.now();
  /** Time at which the client got the payload that it has not read yet. Undefined if it has read all payloads. */
  #givenAt: number | undefined;
  #sentAt = performance.now();
  #notBefore = 0;
  #patience: NodeJS.Timeout | undefined;
  #isLast = false;

  constructor(options: SubscriptionPayloadsOptions) {
    this.#options = options;
    const { operationName, subscription } = options;
    const { query, variables, since } = subscription;
    this.#params = { query, variables, operationName, hash: hash('sha256', query) };
    this.since = since;
  }

  readonly changed = (atOnce: boolean): void => {
    if (this.#hint === 'none') this.#hintedAt = performance.now();
    if (atOnce || this.#hint === 'none') this.#hint = atOnce ? 'at once' : 'due';
    this.#wake?.();
  };

  get tracked(): TrackedQuery | undefined {
    return this.#tracked;
  }

  /** The subgraph may set the query after the client has left. The tracked query is then ended at once. */
  set tracked(tracked: TrackedQuery | undefined) {
    this.#tracked = tracked;
    if (this.#stop.signal.aborted) tracked?.end();
  }

  /** Makes the first payload, so that errors of the operation are known before the stream starts. */
  async begin(): Promise<Refusal | undefined> {
    const { answer, status, retryAfterSeconds } = await this.#make();
    if (status < 400 && !this.#isRootless(answer)) {
      this.#first = answer;
      return undefined;
    }
    await this.return();
    return { status: status < 400 ? statusOf(answer.errors) : status, errors: answer.errors ?? [], retryAfterSeconds };
  }

  async next(): Promise<IteratorResult<FormattedExecutionResult, undefined>> {
    this.#taken();
    const first = this.#first;
    this.#first = undefined;
    if (first) return this.#give(first);
    while (!this.#isLast && !this.#stop.signal.aborted) {
      const isRefresh = await this.#due();
      if (this.#stop.signal.aborted) break;
      this.#hint = 'none';
      const { answer, status, retryAfterSeconds = 1 } = await this.#make();
      if (this.#stop.signal.aborted) break;
      if (status >= 400) {
        this.changed(false);
        this.#notBefore = performance.now() + retryAfterSeconds * 1_000;
      } else if (this.#isRootless(answer)) {
        this.#isLast = true;
        return { value: { errors: answer.errors ?? [], data: null }, done: false };
      } else if (isRefresh || this.#tells()) return this.#give(answer);
      else this.tracked?.sent();
    }
    return this.return();
  }

  async return(): Promise<{ value: undefined; done: true }> {
    clearTimeout(this.#patience);
    this.#stop.abort();
    this.#wake?.();
    this.tracked?.end();
    this.#options.slot[Symbol.dispose]();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #tells(): boolean {
    const reported = this.tracked?.reported;
    return (
      reported === undefined ||
      reported.changes > 0 ||
      reported.isReset ||
      reported.isCoverage === true ||
      reported.isEnd === true
    );
  }

  #give(answer: FormattedExecutionResult): { value: FormattedExecutionResult; done: false } {
    const isReset = this.tracked?.reported?.isReset === true;
    this.#options.counted(isReset ? 'reset' : 'payload');
    if (isReset || !this.tracked || this.tracked.reported?.isEnd) this.#isLast = true;
    this.#givenAt = performance.now();
    this.#patience = setTimeout(() => {
      this.#options.counted('slow');
      this.#options.giveUp();
    }, GIVEN_UP_MS).unref();
    return { value: answer, done: false };
  }

  /** Called when the client requests the next payload. The client has then read the previous payload. */
  #taken(): void {
    if (this.#givenAt === undefined) return;
    clearTimeout(this.#patience);
    if (performance.now() - this.#givenAt > SLOW_MS) {
      this.isOverrun = true;
      this.changed(true);
    } else this.tracked?.sent();
    this.#sentAt = performance.now();
    this.#givenAt = undefined;
  }

  async #make(): Promise<Execution> {
    const { identity, execute } = this.#options;
    this.#madeAt = performance.now();
    return execute(this.#params, identity, this.#stop.signal, this);
  }

  #isRootless({ data }: FormattedExecutionResult): boolean {
    return data?.[this.#options.subscription.key] == null;
  }

  /** Waits until a payload is due or the stream ends. Returns true if the payload must be sent even if empty. */
  async #due(): Promise<boolean> {
    const { limits, subscription } = this.#options;
    const refreshAt = subscription.resumes ? this.#sentAt + limits.resumeWindowMs / REFRESHES_IN_WINDOW : Infinity;
    for (;;) {
      const now = performance.now();
      if (this.#stop.signal.aborted || now >= refreshAt) return now >= refreshAt;
      const at = Math.max(this.#dueAt(), this.#notBefore);
      if (now >= at) return false;
      await this.#sleep(Math.min(at, refreshAt) - now);
    }
  }

  #dueAt(): number {
    if (this.#hint === 'none') return Infinity;
    if (this.#hint === 'at once') return this.#madeAt + AT_ONCE_MS;
    const { subscription, slot } = this.#options;
    const { coalesce } = subscription;
    return slot.began + Math.ceil((this.#hintedAt - slot.began) / coalesce) * coalesce;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(() => this.#wake?.(), Math.min(Math.max(1, Math.ceil(ms)), MAX_TIMER_MS));
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

const STATUSES: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  DEADLINE_EXCEEDED: 503,
  INTERNAL_SERVER_ERROR: 500,
};

function statusOf(errors: readonly GraphQLFormattedError[] = []): number {
  return STATUSES[errors[0]?.extensions?.['code'] as ErrorCode] ?? 400;
}
