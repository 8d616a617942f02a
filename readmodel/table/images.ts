/**
 * Gives numbers to the images, or the repositories, of rows for one query. A row has a list of images. Number 0 stands
 * for no image.
 *
 * Leaves choose the images of their objects, so the number of distinct images is limited.
 */
import { imageRepository } from '../../schema/image-repository.ts';
import { type ImageFacet, QueryError } from '../query.ts';
import type { TextDictionary } from './texts.ts';

/** Maximum number of distinct values in one query. */
export const MAX_VALUES = 100_000;

/**
 * Maximum number of parsed images in the cache. Growing or clearing a larger map takes some milliseconds in one step.
 */
const MAX_PARSED = 8_192;

const NONE: readonly number[] = [0];

/** Numbers for the values of an image facet in one query. Valid until the next write. */
export class ImageNumbers {
  readonly #field: ImageFacet;
  readonly #texts: TextDictionary;
  /** Number by value. */
  readonly #numbers = new Map<string, number>();
  /** Number by image. Cache that saves repeated parsing of images. */
  readonly #ofImages = new Map<string, number>();
  readonly #values = [''];

  constructor(field: ImageFacet, texts: TextDictionary) {
    this.#field = field;
    this.#texts = texts;
  }

  /** Exclusive upper bound of the numbers used so far. */
  get end(): number {
    return this.#values.length;
  }

  /** Returns the numbers of a list's values, each once. @throws QueryError */
  of(list: number): readonly number[] {
    const text = this.#texts.text(list);
    if (text === '') return NONE;
    if (!text.includes('\n')) return [this.#numberOf(text)];
    return [...new Set(text.split('\n').map(image => this.#numberOf(image)))];
  }

  /** Returns the approximate number of characters to split for a list. */
  costOf(list: number): number {
    return this.#texts.lengthOf(list);
  }

  /** Returns the value of a number. Undefined for 0. */
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

/** Returns a copy of a part of a text. Without the copy, one image would keep the text of its whole list in memory. */
function alone(part: string): string {
  return ` ${part}`.slice(1);
}
