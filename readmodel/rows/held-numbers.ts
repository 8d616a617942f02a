/**
 * Numbers that the load of a snapshot has noted on what many of its rows say, so that it is looked up once. The load has a use of each, so that none goes
 * to another text while it is noted; release() ends that.
 */
import type { TextDictionary } from '../texts/text-dictionary.ts';
import { TextBytes, type SharedText } from '../../store/store.ts';

export class HeldNumbers {
  readonly #dictionaries: TextDictionary[] = [];
  readonly #numbers: number[] = [];

  /** The number of a text, counting one more use of it. */
  acquire(dictionary: TextDictionary, text: string | SharedText | TextBytes): number {
    if (typeof text === 'string' || text instanceof TextBytes) return dictionary.acquire(text);
    const number = this.noted(dictionary, text);
    dictionary.retain(number);
    return number;
  }

  /** The number that is noted on a text, from now on if it was not; its use is the load's. */
  noted(dictionary: TextDictionary, shared: SharedText): number {
    if (shared.note === 0) this.hold(dictionary, (shared.note = dictionary.acquire(shared.text)));
    return shared.note;
  }

  /** Takes over one use of a number. */
  hold(dictionary: TextDictionary, number: number): void {
    this.#dictionaries.push(dictionary);
    this.#numbers.push(number);
  }

  /** Rows that say the same keep its number. */
  release(): void {
    for (let number = this.#numbers.pop(); number !== undefined; number = this.#numbers.pop()) this.#dictionaries.pop()!.release(number);
  }
}
