/**
 * Mirrors one resource in some namespaces, for an account that may not list it in all namespaces. Runs one reflector
 * for each namespace. For the sink, they look like one reflector (reflector.ts).
 *
 * Gives the sink the guarantees of ReflectorSink. Each list of the sink covers all namespaces. So if one namespace must
 * be listed again after its list was complete, all namespaces are listed again. A namespace that may not be listed
 * counts as empty, and the state says that the resource is not followed completely.
 */
import { Backoff } from '../async/backoff.ts';
import { systemClock } from '../async/clock.ts';
import { KubernetesError } from './errors.ts';
import {
  startReflector,
  type Reflector,
  type ReflectorOptions,
  type ReflectorSink,
  type ReflectorState,
} from './reflector.ts';

export interface NamespacesReflectorOptions<T> extends Omit<ReflectorOptions<T>, 'namespace'> {
  /** At least one namespace. */
  readonly namespaces: readonly string[];
}

export function startNamespacesReflector<T>(options: NamespacesReflectorOptions<T>, sink: ReflectorSink<T>): Reflector {
  const stopping = new AbortController();
  const running = mirror(options, sink, stopping.signal);
  return {
    async stop() {
      stopping.abort(new Error('The reflector was stopped.'));
      await running;
    },
  };
}

async function mirror<T>(
  options: NamespacesReflectorOptions<T>,
  sink: ReflectorSink<T>,
  signal: AbortSignal,
): Promise<void> {
  const clock = options.clock ?? systemClock;
  const backoff = new Backoff(options.random ? { random: options.random } : {});
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const round = new Round(options, sink, isFirst);
    const began = clock.now();
    await round.ended(signal);
    if (signal.aborted) return;
    if (clock.now() - began > LONG_ROUND_MS) backoff.reset();
    await clock.sleep(backoff.next(), signal).catch((reason: unknown) => {
      if (!signal.aborted) throw reason;
    });
  }
}

/** If a round is shorter than this, the wait before the next round grows, to avoid a busy loop. */
const LONG_ROUND_MS = 60_000;
/**
 * Maximum consecutive refusals of a listed namespace. After one more refusal, all namespaces are listed again, without
 * the refused namespace. A server that has just started may refuse a few requests.
 */
const REFUSALS = 6;

/** State of the first list of a namespace. A refused namespace adds nothing to the list of the sink. */
type Listed = 'no' | 'yes' | 'refused';

interface Part {
  readonly namespace: string;
  state: ReflectorState | undefined;
  listed: Listed;
  /** True if the current list of the namespace has delivered objects. */
  delivered: boolean;
  /** True if the leaf has confirmed the namespace since the sink was last notified. */
  confirmed: boolean;
  /** Number of consecutive refusals. */
  refusals: number;
}

/** Thrown in a callback of a reflector to end the round. All reflectors of the round are then stopped. */
class RoundOver extends Error {}

/** One list of all namespaces, and the events after it, until a namespace must be listed again. */
class Round<T> {
  readonly #sink: ReflectorSink<T>;
  readonly #parts: readonly Part[];
  readonly #reflectors: readonly Reflector[];
  readonly #over = new AbortController();
  readonly #cluster: string;
  readonly #isFirst: boolean;
  /** Last queued call of the sink. Calls run in sequence. */
  #turn: Promise<void> = Promise.resolve();
  #isListed = false;
  #reported = '';

  constructor({ namespaces, ...options }: NamespacesReflectorOptions<T>, sink: ReflectorSink<T>, isFirst: boolean) {
    this.#sink = sink;
    this.#cluster = options.client.cluster;
    this.#isFirst = isFirst;
    const none = { state: undefined, listed: 'no', delivered: false, confirmed: false, refusals: 0 } as const;
    this.#parts = namespaces.map(namespace => ({ ...none, namespace }));
    sink.listBegin();
    this.#reflectors = this.#parts.map(part =>
      startReflector({ ...options, namespace: part.namespace }, this.#sinkOf(part)),
    );
  }

  /**
   * Resolves when all reflectors of the round have ended, because of the signal or because a namespace must be listed
   * again.
   */
  async ended(signal: AbortSignal): Promise<void> {
    const over = AbortSignal.any([signal, this.#over.signal]);
    if (!over.aborted) await new Promise(resolve => over.addEventListener('abort', resolve, { once: true }));
    this.#over.abort();
    await Promise.all(this.#reflectors.map(reflector => reflector.stop()));
  }

  #sinkOf(part: Part): ReflectorSink<T> {
    return {
      listBegin: () => {
        // The sink has received objects of a list that did not end. Some of these objects may no longer exist.
        if (part.delivered) this.#startOver();
      },
      listPage: objects => this.#deliver(part, () => this.#sink.listPage(objects)),
      listEnd: resourceVersion =>
        this.#deliver(part, async () => {
          part.listed = 'yes';
          part.delivered = false;
          await this.#endList(resourceVersion);
        }),
      changed: (type, object) => {
        if (part.listed === 'no') part.delivered = true;
        return this.#inTurn(() => this.#sink.changed(type, object));
      },
      leftOut: count => {
        if (!this.#over.signal.aborted) this.#sink.leftOut(count);
      },
      confirmed: () => {
        part.confirmed = true;
        this.#confirm();
      },
      state: state => this.#follow(part, state),
    };
  }

  /** Delivers objects of a list, or the end of the list. */
  #deliver(part: Part, call: () => void | Promise<void>): Promise<void> {
    if (part.listed !== 'no') this.#startOver();
    part.delivered = true;
    return this.#inTurn(call);
  }

  async #endList(resourceVersion: string): Promise<void> {
    // If every namespace is refused, there is no list.
    const isComplete =
      this.#parts.every(({ listed }) => listed !== 'no') && this.#parts.some(({ listed }) => listed === 'yes');
    if (this.#isListed || !isComplete) return;
    this.#isListed = true;
    await this.#sink.listEnd(resourceVersion);
    this.#confirm();
    this.#tell();
  }

  #confirm(): void {
    const followed = this.#parts.filter(({ listed }) => listed !== 'refused');
    if (this.#over.signal.aborted || !this.#isListed || !followed.every(({ confirmed }) => confirmed)) return;
    for (const part of followed) part.confirmed = false;
    this.#sink.confirmed();
  }

  #follow(part: Part, state: ReflectorState): void {
    part.state = state;
    if (this.#over.signal.aborted) return;
    part.refusals = isRefusal(state) ? part.refusals + 1 : 0;
    if (part.listed === 'yes' && part.refusals > REFUSALS) return this.#over.abort();
    if (isRefusal(state) && part.listed === 'no') {
      part.listed = 'refused';
      this.#inTurn(() => this.#endList('')).catch(() => this.#over.abort());
    }
    this.#tell();
  }

  /**
   * Ends the round. Needed if a namespace is listed again after it has delivered objects or a complete list, or if a
   * refused namespace may be allowed now.
   */
  #startOver(): never {
    this.#over.abort();
    throw new RoundOver('The namespaces are listed again.');
  }

  #inTurn(call: () => void | Promise<void>): Promise<void> {
    const result = this.#turn.then(() => {
      if (this.#over.signal.aborted) throw new RoundOver('The namespaces are listed again.');
      return call();
    });
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /**
   * Reports the combined state of all namespaces if it has changed. A failure and the progress of a list are always
   * reported.
   */
  #tell(): void {
    const state = this.#state();
    if (!state) return;
    const text = `${state.phase} ${'reason' in state ? state.reason : ''}`;
    if (text === this.#reported && state.phase !== 'failing' && state.phase !== 'listing') return;
    this.#reported = text;
    this.#sink.state(state);
  }

  /** Combined state to report. Problems come first. Undefined after the list, until all namespaces are watched. */
  #state(): ReflectorState | undefined {
    const states = this.#parts.flatMap(({ state }) => state ?? []);
    const failing = states.find(({ phase }) => phase === 'failing');
    if (failing) return failing;
    const refusals = states.filter(isRefusal);
    const [refusal] = refusals;
    if (refusal && refusals.length === this.#parts.length) return refusal;
    if (!this.#isListed) {
      const objects = states.reduce((sum, state) => sum + (state.phase === 'listing' ? state.objects : 0), 0);
      return { phase: 'listing', objects, first: this.#isFirst };
    }
    // Rows of other namespaces are followed, so the resource is not forbidden as a whole.
    if (refusal) {
      const refused = this.#parts.filter(({ state }) => state && isRefusal(state)).map(({ namespace }) => namespace);
      const error = new KubernetesError('FORBIDDEN', `not listed in ${refused.join(', ')}: ${refusal.reason}`, {
        cluster: this.#cluster,
        status: 403,
      });
      return { phase: 'failing', error, retryInMs: 0 };
    }
    return (
      states.find(({ phase }) => phase === 'polling') ??
      (states.every(({ phase }) => phase === 'watching') ? { phase: 'watching' } : undefined)
    );
  }
}

type Refusal = Extract<ReflectorState, { phase: 'forbidden' | 'gone' }>;

function isRefusal(state: ReflectorState): state is Refusal {
  return state.phase === 'forbidden' || state.phase === 'gone';
}
