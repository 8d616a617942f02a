import type { Refusal } from '../kinds/refusals.ts';

/** Result of transforming an object: a value to keep, or the reason against it. */
export type Item<T> = { readonly key: string; readonly version: string; readonly value: T } | Refusal;
