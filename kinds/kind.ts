/**
 * The definition of one kind: how it is collected, what its status means, and which other columns of its row it fills.
 * A new kind is one entry in the file of its API group.
 *
 * The functions of an entry read objects as a leaf sent them, which may be any JSON, and never throw (untrusted.ts).
 * Their results may contain any text of the leaf, too: row.ts and attached.ts bound the results once for all kinds.
 */
import type { Relation } from '../store/attached.ts';
import type { Hold, DelayedTransition, StatusResult } from './status-result.ts';
import type { Condition } from './untrusted.ts';

export interface Kind {
  readonly group: string;
  /** `*`: all kinds of its group, or of groups that match `*.example.org`, except those with their own entry. */
  readonly kind: string;
  /** The plural, for a kind that is in the index unless `kinds.exclude` names it. */
  readonly indexedAs?: string;
  /** Metadata fills the whole row. The rest of the objects, which must not leak, is not even requested. */
  readonly metadataOnly?: true;
  readonly status: StatusRule;
  readonly delayedTransitions?: readonly DelayedTransition[];
  /** Holds of its objects, beside those of any kind. */
  readonly holds?: readonly Hold[];
  /** Its controller reconciles an object at once when the annotation reconcile.fluxcd.io/requestedAt changes. */
  readonly followsFlux?: true;
  /** Text about its status in docs/status.md; absent if the status is kstatus' own. */
  readonly words?: StatusWords;
  /** The lines of its status table, if it has one. */
  readonly lines?: readonly Line[];
  /** The current revision of the object's source content. */
  readonly revision?: (object: unknown) => string;
  readonly attemptedRevision?: (object: unknown) => string;
  /**
   * Raise it when the same object gives another row. After an upgrade the stored rows of the kind are then written
   * anew, though no object has changed. test/kinds/answers.test.ts fails if it was forgotten. @default 0
   */
  readonly rules?: number;
  /** Digest of its rule in the configuration (configured.ts). */
  readonly configured?: string;
  /** Images of its containers. */
  readonly images?: (object: unknown) => readonly string[];
  /**
   * Relations to other objects of its cluster, beside those of every kind (relations.ts). One with an invalid key in
   * `to` is left out, and counted.
   */
  readonly relations?: (object: unknown, namespace: string) => readonly Relation[];
}

/** A line of a table (table.ts). */
export interface Line {
  readonly then: StatusResult['status'];
  /** For the docs, such as "`Ready` is False". */
  readonly when: string;
  readonly finds: (object: unknown, conditions: readonly Condition[]) => Found | undefined;
  /** Delay: before it has passed, the object is in progress with the same reason. */
  readonly afterMs?: number;
  /** Reasons with that delay; a row names what it becomes. */
  readonly reasons?: readonly string[];
}

export interface Found {
  readonly reason: string;
  readonly message: string;
  /** The deciding condition, with its time and generation. */
  readonly condition?: Condition | undefined;
  /** Time if no condition has one; milliseconds since the epoch. */
  readonly since?: number;
}

export interface StatusWords {
  /** Project, file and function or type that the rule follows. */
  readonly source: string;
  readonly failed: readonly string[];
  /** Why no object of the kind is FAILED. Present if `failed` is empty. */
  readonly neverFails?: string;
  readonly inProgress: readonly string[];
  readonly suspended: readonly string[];
}

/**
 * @param now Milliseconds since the epoch.
 * @param version Version of the API that sent the object. @default the newest
 */
export type StatusRule = (object: unknown, now: number, version?: string) => StatusResult;
