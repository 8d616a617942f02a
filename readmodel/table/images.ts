/**
 * Numbers the images, or the repositories, of rows for one question. A row has a list of images; each distinct list is
 * divided once, when it is first needed. Number 0 stands for no image.
 *
 * Leaves choose the images of their objects, so the number of distinct ones is bounded.
 */
import { imageRepository } from '../../schema/image-repository.ts';
import { type ImageFacet, QueryError } from '../query.ts';
import type { TextDictionary } from './texts.ts';

/** Maximum distinct values of one question: some megabytes. */
export const MAX_VALUES = 100_000;

/** Parsed images that are remembered. A larger map takes some milliseconds to grow, or to empty, in one step. */
const MAX_PARSED = 8_192;

const NONE: readonly number[] = [0];

/** Valid until the next write. */
export class ImageNumbers {
  readonly #field: ImageFacet;
  readonly #texts: TextDictionary;
  /** By value. */
  readonly #numbers = new Map<string, number>();
  /** By image: few are parsed twice. */
  readonly #ofImages = new Map<string, number>();
  readonly #values = [''];

  constructor(field: ImageFacet, texts: TextDictionary) {
    this.#field = field;
    this.#texts = texts;
  }

  /** Exclusive upper bound of the numbers given so far. */
  get end(): number {
    return this.#values.length;
  }

  /** The numbers of a list's values, each once. @throws QueryError */
  of(list: number): readonly number[] {
    const text = this.#texts.text(list);
    if (text === '') return NONE;
    if (!text.includes('\n')) return [this.#numberOf(text)];
    return [...new Set(text.split('\n').map(image => this.#numberOf(image)))];
  }

  /** Approximate characters to divide for a list. */
  costOf(list: number): number {
    return this.#texts.lengthOf(list);
  }

  /** Undefined for 0. */
  value(number: number): string | undefined {
    return number === 0 ? undefined : this.#values[number];
  }

  #numberOf(image: string): number {
    if (this.#field === 'IMAGE') return this.#numberOfValue(image);
    let number = this.#ofImages.get(image);
    if (number === undefined) {
      number = this.#numberOfValue(imageRepository(image));
      if (this.#ofImages.size >= MAX_PARSED) this.#ofImages.clear();
      this.#ofImages.set(alone(image), number);
    }
    return number;
  }

  #numberOfValue(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    if (this.#values.length > MAX_VALUES)
      throw new QueryError(
        `${this.#field}: the objects have more than ${MAX_VALUES} different values. Narrow the filter, or leave the field out.`,
      );
    const kept = alone(value);
    this.#numbers.set(kept, this.#values.length);
    return this.#values.push(kept) - 1;
  }
}

/** A copy: a part of a text keeps all of it in memory, here a whole list for one image. */
function alone(part: string): string {
  return ` ${part}`.slice(1);
}
