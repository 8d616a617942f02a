import type { Refusal } from '../kinds/refusals.ts';

/** What a transform makes of an object: something to keep, or the reason why not. */
export type Item<T> = { readonly key: string; readonly version: string; readonly value: T } | Refusal;
