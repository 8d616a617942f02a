/**
 * All that is known of one kind: how it is collected, what its status means, what else of its row it fills. A new kind is one entry in the file of its
 * API group.
 *
 * The functions of an entry read objects as a leaf sent them, which may be any JSON, and never throw (untrusted.ts). What they return is as the leaf sent
 * it, too: row.ts and attached.ts bound it once for all kinds.
 */
import type { Relation } from '../store/attached.ts';
import type { DelayedTransition } from './delayed-transition.ts';
import type { StatusResult } from './status-result.ts';

export interface Kind {
  readonly group: string;
  /** `*` in a group like `*.example.org`: all kinds of the groups that end so, but for those that have an entry of their own. */
  readonly kind: string;
  /** The plural, of a kind that is in the index unless `kinds.exclude` names it. */
  readonly indexedAs?: string;
  /** Metadata says all that a row holds. What the objects hold beside it, which is what must not get out, is not even asked for. */
  readonly metadataOnly?: true;
  readonly status: StatusRule;
  readonly delayedTransitions?: readonly DelayedTransition[];
  /** @default false */
  readonly suspended?: (object: unknown) => boolean;
  /** What the object holds at present of that from which it is made. */
  readonly revision?: (object: unknown) => string;
  readonly attemptedRevision?: (object: unknown) => string;
  /** What its containers run. */
  readonly images?: (object: unknown) => readonly string[];
  /** To other objects of its cluster, beside those that objects of every kind have (relations.ts). One whose `to` is no key is left out, and counted. */
  readonly relations?: (object: unknown, namespace: string) => readonly Relation[];
}

/** @param now Milliseconds since the epoch. */
export type StatusRule = (object: unknown, now: number) => StatusResult;
