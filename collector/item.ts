import type { Refusal } from '../kinds/refusals.ts';

/** Result of transforming an object: a value to keep, or the reason why the object is not kept. */
export type Item<T> = { readonly key: string; readonly version: string; readonly value: T } | Refusal;
