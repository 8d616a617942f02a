/**
 * The numbers of label sets by how a store spells them, for the time of a load: nine in ten rows have labels that a row before had, of whatever cluster, and
 * those are not read again. Each set here has one use more, so that its number goes to no other.
 */
import { grown } from '../containers/grown.ts';
import { TextDictionary } from '../texts/text-dictionary.ts';
import type { SpelledLabels } from '../../store/store.ts';

/** Beyond it all are forgotten: of a fleet in which labels do not repeat, remembering them gains nothing. */
const MAX_SPELLINGS = 50_000;
/** Longer ones are not remembered: leaves choose their labels, and what is remembered has to stay small. */
const MAX_LENGTH = 512;

export class LabelSpellings {
  #scope: object | undefined;
  #spellings = new TextDictionary();
  /** By number of the spelling; 0: not known. */
  #sets = new Uint32Array(64);
  readonly #release: (set: number) => void;

  /** @param release Takes back the use of a set. */
  constructor(release: (set: number) => void) {
    this.#release = release;
  }

  /** A number for a spelling, for get() and set(), good until the next one is asked for; 0 for one that is not remembered. */
  number({ scope, spelling }: SpelledLabels): number {
    if (spelling.length > MAX_LENGTH) return 0;
    if (scope !== this.#scope || this.#spellings.size >= MAX_SPELLINGS) this.forget();
    this.#scope = scope;
    const number = this.#spellings.acquire(spelling);
    if (number >= this.#sets.length) this.#sets = grown(this.#sets, number + 1);
    return number;
  }

  /** The set; 0 where none was set. */
  get(number: number): number {
    return this.#sets[number]!;
  }

  /** Takes over one use of the set. */
  set(number: number, set: number): void {
    this.#sets[number] = set;
  }

  forget(): void {
    const sets = this.#sets.subarray(0, this.#spellings.capacity);
    this.#scope = undefined;
    this.#spellings = new TextDictionary();
    this.#sets = new Uint32Array(64);
    for (const set of sets) if (set !== 0) this.#release(set);
  }
}
