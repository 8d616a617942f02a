/**
 * A number of places that callers share, in which no caller can take the places of the others.
 *
 * A caller takes a place only while they hold fewer than are free (the dynamic threshold of Choudhury and Hahne, IEEE/ACM Transactions on Networking,
 * 1998). One greedy caller so gets half of the places, two get a third each, and a caller who comes late finds one free, however long the others
 * keep theirs. Each caller has a queue of their own, and the queues have their turns one after the other: a caller waits for their own work.
 */
export interface FairGateOptions {
  /** How many may be inside at once. */
  readonly places: number;
  /** How many of one caller may wait; one more is refused. @default Infinity */
  readonly waitingPerCaller?: number;
}

/** The caller has as many waiting as they may. */
export class GateFull extends Error {
  override name = 'GateFull';
}

/** Why there is no place: the caller's own share is used up, or there is none at all. */
export type NoPlace = 'share' | 'full';

export class FairGate {
  readonly #places: number;
  readonly #waitingPerCaller: number;
  #running = 0;
  readonly #held = new Map<string, number>();
  /** By caller, in the order of their turns. */
  readonly #queues = new Map<string, Set<() => void>>();

  constructor({ places, waitingPerCaller = Infinity }: FairGateOptions) {
    this.#places = places;
    this.#waitingPerCaller = waitingPerCaller;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    let waiting = 0;
    for (const queue of this.#queues.values()) waiting += queue.size;
    return waiting;
  }

  /** As many places at once, or why there are none. Disposing of them gives them back; a second time does nothing. */
  tryEnter(caller: string, places = 1): Disposable | NoPlace {
    if (this.#running + places > this.#places) return 'full';
    return this.#mayTake(caller, places) ? this.#take(caller, places) : 'share';
  }

  /** As tryEnter(), for as long as the stack is not disposed of. Returns whether there were places. */
  tryEnterUntil(end: DisposableStack, caller: string, places = 1): boolean {
    if (end.disposed) return false;
    const held = this.tryEnter(caller, places);
    if (typeof held === 'string') return false;
    end.use(held);
    return true;
  }

  /** Waits for a place. @throws GateFull, or the signal's reason */
  async enter(caller: string, signal?: AbortSignal): Promise<Disposable> {
    signal?.throwIfAborted();
    let queue = this.#queues.get(caller);
    if (!queue && this.#mayTake(caller)) return this.#take(caller);
    if ((queue?.size ?? 0) >= this.#waitingPerCaller) throw new GateFull();
    if (!queue) this.#queues.set(caller, (queue = new Set()));
    return this.#wait(caller, queue, signal);
  }

  #wait(caller: string, queue: Set<() => void>, signal: AbortSignal | undefined): Promise<Disposable> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(this.#take(caller));
      };
      const giveUp = (): void => {
        queue.delete(begin);
        if (queue.size === 0) this.#queues.delete(caller);
        reject(signal?.reason as Error);
      };
      queue.add(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #mayTake(caller: string, places = 1): boolean {
    return (this.#held.get(caller) ?? 0) + places <= this.#places - this.#running;
  }

  #take(caller: string, places = 1): Disposable {
    this.#running += places;
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + places);
    let left = false;
    return {
      [Symbol.dispose]: () => {
        if (left) return;
        left = true;
        this.#leave(caller, places);
      },
    };
  }

  #leave(caller: string, places: number): void {
    this.#running -= places;
    const held = this.#held.get(caller)! - places;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    this.#letIn();
  }

  /** One of each caller in turn, for as long as one who waits may take a place. */
  #letIn(): void {
    for (let entered = true; entered;) {
      entered = false;
      for (const [caller, queue] of [...this.#queues]) {
        if (!this.#mayTake(caller)) continue;
        const [begin] = queue;
        if (!begin) continue;
        queue.delete(begin);
        this.#queues.delete(caller);
        if (queue.size > 0) this.#queues.set(caller, queue); // behind the others
        begin();
        entered = true;
      }
    }
  }
}
