/**
 * All that is known of one kind: how it is collected, what its status means, what else of its row it fills. A new kind is one entry in the file of its
 * API group.
 *
 * The functions of an entry read objects as a leaf sent them, which may be any JSON, and never throw (untrusted.ts). The texts that they return are as
 * the leaf sent them, too: row.ts bounds them once for all kinds.
 */
import type { ObjectKey } from '../schema/object-id.ts';
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
  readonly delayedTransition?: DelayedTransition;
  /** @default false */
  readonly suspended?: (object: unknown) => boolean;
  /** What the object runs or holds at present. */
  readonly revision?: (object: unknown) => string;
  readonly attemptedRevision?: (object: unknown) => string;
  /** The key of the object that it takes its content from; '' for none. */
  readonly source?: (object: unknown, namespace: string) => ObjectKey;
}

/** @param now Milliseconds since the epoch. */
export type StatusRule = (object: unknown, now: number) => StatusResult;
