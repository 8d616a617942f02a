/**
 * The first k of any number of items by an order, in memory for k: a heap with the last kept item on top. An item after
 * all of them costs one comparison.
 */
export class TopK<T> {
  readonly #k: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  constructor(k: number, compare: (a: T, b: T) => number) {
    this.#k = k;
    this.#compare = compare;
  }

  offer(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#k) {
      heap.push(item);
      this.#up(heap.length - 1);
    } else if (heap.length > 0 && this.#compare(item, heap[0]!) < 0) {
      heap[0] = item;
      this.#down();
    }
  }

  /** A new item must come before this one to be kept; undefined while there is room. */
  get last(): T | undefined {
    return this.#heap.length === this.#k ? this.#heap[0] : undefined;
  }

  /** The kept items in order. */
  sorted(): T[] {
    return this.#heap.toSorted(this.#compare);
  }

  #up(from: number): void {
    const heap = this.#heap;
    const item = heap[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[parent]!, item) >= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  #down(): void {
    const heap = this.#heap;
    const item = heap[0]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child++;
      if (child >= heap.length || this.#compare(heap[child]!, item) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = item;
  }
}
