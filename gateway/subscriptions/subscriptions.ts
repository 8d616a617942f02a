/**
 * Subscriptions, whatever carries them: each payload is one run of the query that the subscription stands for (subscription-document.ts), when its subgraph
 * says that something may have changed and the client's `coalesce` is over.
 *
 * Nothing is buffered. A payload is made when the client has taken the one before; what changes meanwhile is merged into it, since the subgraph tells what is
 * different from what was sent, not what happened. Payloads come at multiples of `coalesce` since the caller's first stream began, and only where they tell
 * something: neither their number nor their times depend on what the caller may not see. What concerns the caller's rights does not wait for that.
 */
import { getOperationAST, GraphQLError, OperationTypeNode, parse, type ParseOptions } from 'graphql';
import { callerKey, type Identity } from '../../identity/identity.ts';
import type { ErrorCode } from '../../schema/error-codes.ts';
import type { SubscriptionEvent } from '../plugins/request-metrics.ts';
import { SinglePayload, SubscriptionPayloads, type Place } from './payloads.ts';
import type { Execute, OperationParams, Payloads, Refusal } from './streamed-operation.ts';
import { asQuery, type SubscriptionAsQuery } from './subscription-document.ts';

export interface SubscriptionLimits {
  /** Of this process. */
  readonly subscriptions: number;
  readonly subscriptionsPerCaller: number;
  /** How long one lasts at the most: its identity is that of its beginning. */
  readonly subscriptionDurationMs: number;
  /** How long a token is good. */
  readonly resumeWindowMs: number;
}

export interface SubscriptionsOptions {
  readonly execute: Execute;
  readonly limits: SubscriptionLimits;
  readonly parseOptions: ParseOptions;
  /** The fields of the subscription type. */
  readonly fields: ReadonlySet<string>;
  readonly counted: (event: SubscriptionEvent) => void;
}

interface CallersPlaces {
  held: number;
  readonly began: number;
}

const ONLY_BY_POST = 'A mutation is sent by POST, each by a request of its own: not by GET, and not over a WebSocket.';

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

  /** @param giveUp Closes the connection, whose client takes nothing. */
  async start(params: OperationParams, identity: Identity, giveUp: () => void): Promise<Refusal | Payloads> {
    const { execute, parseOptions, fields } = this.#options;
    let subscription: SubscriptionAsQuery | undefined;
    try {
      const document = parse(params.query, parseOptions);
      const operation = getOperationAST(document, params.operationName)?.operation;
      if (operation === OperationTypeNode.MUTATION && !params.isPost) return refusalOf(405, 'BAD_REQUEST', ONLY_BY_POST);
      subscription = asQuery(document, params.operationName, params.variables ?? {}, fields);
    } catch (error) {
      // What does not parse is told by the pipeline, like that of any other operation.
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
