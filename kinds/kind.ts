/**
 * All that is known of one kind: how it is collected, what its status means, what else of its row it fills. A new kind is one entry in the file of its
 * API group.
 *
 * The functions of an entry read objects as a leaf sent them, which may be any JSON, and never throw (untrusted.ts). What they return is as the leaf sent
 * it, too: row.ts and attached.ts bound it once for all kinds.
 */
import type { Relation } from '../store/attached.ts';
import type { DelayedTransition } from './delayed-transition.ts';
import type { Hold } from './hold.ts';
import type { StatusResult } from './status-result.ts';
import type { Condition } from './untrusted.ts';

export interface Kind {
  readonly group: string;
  /**
   * `*`: all kinds of its group, or of the groups that end like `*.example.org`, but for those that have an entry of
   * their own.
   */
  readonly kind: string;
  /** The plural, of a kind that is in the index unless `kinds.exclude` names it. */
  readonly indexedAs?: string;
  /** Metadata says all that a row holds. What the objects hold beside it, which is what must not get out, is not even asked for. */
  readonly metadataOnly?: true;
  readonly status: StatusRule;
  readonly delayedTransitions?: readonly DelayedTransition[];
  /** What holds its objects on purpose, beside what holds objects of any kind. */
  readonly holds?: readonly Hold[];
  /** Its controller looks at an object at once when the annotation reconcile.fluxcd.io/requestedAt changes. */
  readonly followsFlux?: true;
  /** What docs/status.md says of the status; absent where the status is kstatus' own. */
  readonly words?: StatusWords;
  /** The lines of the table that its status follows, where it is one. */
  readonly lines?: readonly Line[];
  /** What the object holds at present of that from which it is made. */
  readonly revision?: (object: unknown) => string;
  readonly attemptedRevision?: (object: unknown) => string;
  /**
   * Raise it when the same object gives another row. After an upgrade the stored rows of the kind are then written
   * anew, though no object has changed. test/kinds/answers.test.ts fails where it was forgotten. @default 0
   */
  readonly rules?: number;
  /** Digest of the rule that the configuration has for it (configured.ts). */
  readonly configured?: string;
  /** What its containers run. */
  readonly images?: (object: unknown) => readonly string[];
  /** To other objects of its cluster, beside those that objects of every kind have (relations.ts). One whose `to` is no key is left out, and counted. */
  readonly relations?: (object: unknown, namespace: string) => readonly Relation[];
}

/** A line of a table (table.ts). */
export interface Line {
  readonly then: StatusResult['status'];
  /** For the docs, such as "`Ready` is False". */
  readonly when: string;
  readonly finds: (object: unknown, conditions: readonly Condition[]) => Found | undefined;
  /** Not at once: before this has passed, the object is in progress with the same reason. */
  readonly afterMs?: number;
  /** The reasons that wait so, since a row names what it becomes. */
  readonly reasons?: readonly string[];
}

export interface Found {
  readonly reason: string;
  readonly message: string;
  /** What decided: tells since when, and of which generation. */
  readonly condition?: Condition | undefined;
  /** Since when, where no condition tells; milliseconds since the epoch. */
  readonly since?: number;
}

export interface StatusWords {
  /** The project, the file and the function or type that the rule follows. */
  readonly source: string;
  readonly failed: readonly string[];
  readonly inProgress: readonly string[];
  readonly suspended: readonly string[];
}

/** @param now Milliseconds since the epoch. */
export type StatusRule = (object: unknown, now: number) => StatusResult;
