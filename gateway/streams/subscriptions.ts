/**
 * Subscriptions over any transport: each payload is one run of the query behind the subscription
 * (subscription-document.ts), when its subgraph hints that something may have changed and the client's `coalesce` has
 * passed.
 *
 * Nothing is buffered. A payload is made after the client has read the previous one; changes in between are merged into
 * it, since the subgraph reports differences to what was sent, not events. Payloads come at multiples of `coalesce`
 * since the caller's first stream started, and only if not empty: neither their number nor their times depend on hidden
 * data. Changes of the caller's rights do not wait for `coalesce`.
 */
import { GraphQLError, parse, type ParseOptions } from 'graphql';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { OperationParams, Refusal } from '../context.ts';
import type { GatewayPlugin, StreamTransport } from '../plugins/plugin.ts';
import type { SubscriptionEvent } from '../plugins/request-metrics.ts';
import { SinglePayload, SubscriptionPayloads, type Execute, type Payloads, type Place } from './payloads.ts';
import { asQuery, type SubscriptionAsQuery, type SubscriptionFields } from './subscription-document.ts';

export interface SubscriptionLimits {
  /** Maximum subscriptions in this process. */
  readonly subscriptions: number;
  readonly subscriptionsPerCaller: number;
  /** Maximum duration of one, since its identity is that of its start. */
  readonly subscriptionDurationMs: number;
  /** Lifetime of a token in milliseconds. */
  readonly resumeWindowMs: number;
}

export interface SubscriptionsOptions {
  readonly execute: Execute;
  readonly limits: SubscriptionLimits;
  readonly parseOptions: ParseOptions;
  /** Fields of the subscription type. */
  readonly fields: SubscriptionFields;
  readonly counted: (event: SubscriptionEvent) => void;
  readonly plugins: readonly Pick<GatewayPlugin, 'stream'>[];
}

interface CallersPlaces {
  held: number;
  readonly began: number;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #ofCaller = new Map<string, CallersPlaces>();
  #size = 0;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#size;
  }

  /** @param giveUp Closes the connection of a client that does not read */
  async start(transport: StreamTransport, params: OperationParams, identity: Identity, giveUp: () => void): Promise<Refusal | Payloads> {
    const ends = this.#options.plugins.map(plugin => plugin.stream?.(transport, params, identity));
    const started = await this.#start(params, identity, giveUp);
    for (const end of ends) end?.('status' in started ? started : undefined);
    return started;
  }

  async #start(params: OperationParams, identity: Identity, giveUp: () => void): Promise<Refusal | Payloads> {
    const { execute, parseOptions, fields } = this.#options;
    let subscription: SubscriptionAsQuery | undefined;
    try {
      subscription = asQuery(parse(params.query, parseOptions), params.operationName, params.variables ?? {}, fields);
    } catch (error) {
      // run() reports parse errors, as for any other operation.
      if (!(error instanceof GraphQLError) && !(error instanceof RangeError)) throw error;
      if (error instanceof GraphQLError && error.extensions['code'] !== undefined) return { status: 400, errors: [error.toJSON()] };
    }
    const place = this.#enter(callerKey(identity));
    if ('status' in place) return place;
    const payloads = subscription
      ? new SubscriptionPayloads({ params, subscription, identity, place, giveUp, ...this.#options })
      : new SinglePayload({ execute: signal => execute(params, identity, signal), place, giveUp });
    try {
      return (await payloads.begin()) ?? payloads;
    } catch (error) {
      await payloads.return();
      throw error;
    }
  }

  #enter(caller: string): Place | Refusal {
    const { subscriptions, subscriptionsPerCaller } = this.#options.limits;
    const places = this.#ofCaller.get(caller) ?? { held: 0, began: performance.now() };
    if (places.held >= subscriptionsPerCaller) {
      const message = `You have ${subscriptionsPerCaller} subscriptions open (limits.subscriptionsPerCaller). Close one, or ask for more in one.`;
      return this.#refused(429, message);
    }
    if (this.#size >= subscriptions)
      return this.#refused(503, `More than ${subscriptions} subscriptions at once (limits.subscriptions). Try again soon.`);
    this.#size++;
    places.held++;
    this.#ofCaller.set(caller, places);
    let isHeld = true;
    return {
      began: places.began,
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#size--;
        if (--places.held === 0) this.#ofCaller.delete(caller);
      },
    };
  }

  #refused(status: number, message: string): Refusal {
    this.#options.counted('refused');
    return refusalOf(status, 'OVERLOADED', message, 5);
  }
}

export function refusalOf(status: number, code: ErrorCode, message: string, retryAfterSeconds?: number): Refusal {
  const extensions = { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return { status, retryAfterSeconds, errors: [{ message, extensions }] };
}
