/**
 * The definition of one kind: how it is collected, what its status means, and which other columns of its row it fills.
 * A new kind is one entry in the file of its API group.
 *
 * The functions of an entry receive objects as a leaf sent them, which may be any JSON. The functions must not throw
 * (untrusted.ts). Their results may contain any text of the leaf. row.ts bounds the results.
 */
import type { Relation } from '../store/attached.ts';
import type { Hold, DelayedTransition, StatusResult } from './status-result.ts';
import type { Condition } from './untrusted.ts';

export interface Kind {
  /** API group. If `kind` is `*`, also a pattern such as `*.example.org`. */
  readonly group: string;
  /** Name of the kind. `*` stands for all kinds of the group that have no entry of their own. */
  readonly kind: string;
  /** Plural of the kind. Kinds with this field are in the index by default. `kinds.exclude` can exclude them. */
  readonly indexedAs?: string;
  /**
   * True if the row is filled from metadata alone. The other fields of the objects must not leak, so fleetgraph does
   * not request these fields.
   */
  readonly metadataOnly?: true;
  readonly status: StatusRule;
  readonly delayedTransitions?: readonly DelayedTransition[];
  /** Holds of this kind, in addition to HOLDS_OF_ANY_KIND. */
  readonly holds?: readonly Hold[];
  /**
   * True if the controller reconciles an object at once when the annotation reconcile.fluxcd.io/requestedAt changes.
   */
  readonly followsFlux?: true;
  /** Text about the status for docs/status.md. */
  readonly words?: StatusWords;
  /** Lines of the status table, if the kind has a table. */
  readonly lines?: readonly Line[];
  /** Returns the current revision of the object's source content. */
  readonly revision?: (object: unknown) => string;
  readonly attemptedRevision?: (object: unknown) => string;
  /**
   * Version of the rules. Raise the version when the same object gives another row. After an upgrade, the stored rows
   * of the kind are then written again, although no object has changed. test/kinds/answers.test.ts checks this for its
   * sample objects.
   * @default 0
   */
  readonly rules?: number;
  /** Digest of the kind's rule in the configuration (configured.ts). */
  readonly configured?: string;
  /** Returns the images of the object's containers. */
  readonly images?: (object: unknown) => readonly string[];
  /**
   * Returns relations to other objects of the cluster, in addition to the relations of every kind (relations.ts).
   * Relations with an invalid key in `to` are omitted and counted.
   */
  readonly relations?: (object: unknown, namespace: string) => readonly Relation[];
}

/** A line of a status table (table.ts). */
export interface Line {
  readonly then: StatusResult['status'];
  /** Text for the docs, such as "`Ready` is False". */
  readonly when: string;
  readonly finds: (object: unknown, conditions: readonly Condition[]) => Found | undefined;
  /** Delay in milliseconds. Before the delay is over, the object is in progress with the reason of this line. */
  readonly afterMs?: number;
  /** Reasons to which the delay applies. The reason of a stored row selects the delay of the row. */
  readonly reasons?: readonly string[];
}

export interface Found {
  readonly reason: string;
  readonly message: string;
  /** The deciding condition. Its time becomes the time of the status. The rule also checks its generation. */
  readonly condition?: Condition | undefined;
  /** Time for objects without a deciding condition, in milliseconds since the epoch. */
  readonly since?: number;
}

export interface StatusWords {
  /** Project, file, and function or type that defines the rule. */
  readonly source: string;
  readonly failed: readonly string[];
  /** Reason why no object of the kind is FAILED. Present if `failed` is empty. */
  readonly neverFails?: string;
  readonly inProgress: readonly string[];
  readonly suspended: readonly string[];
}

/**
 * @param now Milliseconds since the epoch
 * @param version Version of the API in which the object was sent. @default the newest
 */
export type StatusRule = (object: unknown, now: number, version?: string) => StatusResult;
