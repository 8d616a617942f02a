/**
 * A fixed number of slots, shared fairly by callers.
 *
 * A caller may take a slot only while the caller holds fewer slots than are free. This is the dynamic threshold of
 * Choudhury and Hahne (IEEE/ACM Transactions on Networking, 1998). Over time, one greedy caller gets about half of the
 * slots, and two greedy callers get about a third each. So a few greedy callers leave free slots for new callers,
 * however long the greedy callers keep theirs.
 *
 * Each caller has a queue, and the gate serves the queues round-robin. So the length of one caller's queue does not
 * delay other callers.
 */
export interface FairGateOptions {
  readonly slots: number;
  /** Maximum number of waiting entries of one caller. Further entries are refused. @default Infinity */
  readonly waitingPerCaller?: number;
}

/** Thrown if the caller's queue is full. */
export class GateFull extends Error {
  override name = 'GateFull';
}

/**
 * Reason for a refusal. `full`: fewer slots are free than requested. `share`: enough slots are free, but the caller
 * would exceed their share.
 */
export type NoSlot = 'share' | 'full';

export class FairGate {
  readonly #slots: number;
  readonly #waitingPerCaller: number;
  #running = 0;
  readonly #held = new Map<string, number>();
  /** Waiting entries by caller. The gate tries the callers in the order of this map. */
  readonly #queues = new Map<string, Set<() => void>>();

  constructor({ slots, waitingPerCaller = Infinity }: FairGateOptions) {
    this.#slots = slots;
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

  /**
   * Takes `slots` slots without waiting, or returns the reason for the refusal. Disposing the result frees the slots. A
   * second disposal does nothing.
   */
  tryEnter(caller: string, slots = 1): Disposable | NoSlot {
    if (this.#running + slots > this.#slots) return 'full';
    return this.#mayTake(caller, slots) ? this.#take(caller, slots) : 'share';
  }

  /** Like tryEnter(), but disposing the stack `end` frees the slots. Returns true if the slots were taken. */
  tryEnterUntil(end: DisposableStack, caller: string, slots = 1): boolean {
    if (end.disposed) return false;
    const held = this.tryEnter(caller, slots);
    if (typeof held === 'string') return false;
    end.use(held);
    return true;
  }

  /** Waits for a slot. @throws GateFull, or the signal's reason */
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

  #mayTake(caller: string, slots = 1): boolean {
    return (this.#held.get(caller) ?? 0) + slots <= this.#slots - this.#running;
  }

  #take(caller: string, slots = 1): Disposable {
    this.#running += slots;
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + slots);
    let left = false;
    return {
      [Symbol.dispose]: () => {
        if (left) return;
        left = true;
        this.#leave(caller, slots);
      },
    };
  }

  #leave(caller: string, slots: number): void {
    this.#running -= slots;
    const held = this.#held.get(caller)! - slots;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    this.#letIn();
  }

  /** Admits waiting entries round-robin, one per caller, until no waiting caller may take a slot. */
  #letIn(): void {
    for (let entered = true; entered;) {
      entered = false;
      for (const [caller, queue] of [...this.#queues]) {
        if (!this.#mayTake(caller)) continue;
        const [begin] = queue;
        if (!begin) continue;
        queue.delete(begin);
        this.#queues.delete(caller);
        if (queue.size > 0) this.#queues.set(caller, queue); // move this caller to the end of the order
        begin();
        entered = true;
      }
    }
  }
}
