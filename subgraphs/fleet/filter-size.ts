/** Size of one filter: counted while it is read, and refused before anything is looked up. */
import type { KindMatch } from '../../readmodel/query.ts';
import { badInput } from '../bad-input.ts';

/** Limits of one filter, all its parts together. */
const MAX_TOTAL = {
  /** Each costs one lookup. */
  entries: 5_000,
  /** Each takes a byte for each distinct text of its column, or each label set. */
  patterns: 32,
  /** Searched at every position of a text. */
  searched: 1_024,
  /** Compared with the start of a text. */
  compared: 8_192,
  selectors: 32,
  /** Parsed. */
  selectorCharacters: 8_192,
  /** Each is compared with every distinct label set. */
  requirements: 256,
};

type Sized = keyof typeof MAX_TOTAL;

const SIZE_PROBLEM: Readonly<Record<Sized, { what: string; wayOut: string }>> = {
  entries: { what: 'entries in all its lists', wayOut: 'Ask in several queries, or by a label or a pattern that they share' },
  patterns: { what: 'text patterns', wayOut: 'Use lists of names or reasons, or one glob for several texts' },
  searched: { what: 'characters in all contains and glob', wayOut: 'Shorten them, or use equals, prefix or lists of names' },
  compared: { what: 'characters in all equals and prefix', wayOut: 'Use lists of names or reasons' },
  selectors: { what: 'label selectors', wayOut: 'Use one with in (…) for several values' },
  selectorCharacters: { what: 'characters in all label selectors', wayOut: 'Use fewer or shorter ones' },
  requirements: { what: 'label requirements', wayOut: 'Use in (…) for several values of one label' },
};

/** Parts of a filter that must be looked up; undefined: not known yet. */
export interface LookedUp {
  /** By label selector: the matching clusters. */
  readonly labelled: Map<string, readonly string[] | undefined>;
  /** By possible short name or category: its kinds. */
  readonly words: Map<string, readonly KindMatch[] | undefined>;
}

/** The parts of a filter read so far. */
export class FilterSize {
  nodes = 0;
  readonly looked: LookedUp;
  readonly #totals: Record<Sized, number> = {
    entries: 0,
    patterns: 0,
    searched: 0,
    compared: 0,
    selectors: 0,
    selectorCharacters: 0,
    requirements: 0,
  };

  constructor(looked: LookedUp = { labelled: new Map(), words: new Map() }) {
    this.looked = looked;
  }

  /** @throws GraphQLError BAD_USER_INPUT if there are too many, naming the path of the first one over the limit */
  add(sized: Sized, count: number, path: string): void {
    const total = (this.#totals[sized] += count);
    const [max, { what, wayOut }] = [MAX_TOTAL[sized], SIZE_PROBLEM[sized]];
    if (total > max) throw badInput(path, `up to here the filter has ${total} ${what}; at most ${max} are taken. ${wayOut}.`);
  }
}
