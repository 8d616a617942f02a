/** Facts about one hub at one version of the index. survey.ts collects the facts, and next-step.ts decides by them. */
import type { ObjectId } from '../schema/object-id.ts';
import type { MovePhase, MoveReason } from '../subgraphs/placement/annotations.ts';
import type { Engine } from '../subgraphs/placement/hubs.ts';

/** Reason why a move does not continue. */
export interface Finding {
  readonly reason: MoveReason;
  /** Member that the reason refers to. */
  readonly member?: string;
}

/** An object in a member cluster. The mover reads it live. */
export interface MemberObject {
  readonly member: string;
  readonly object: ObjectId;
}

/** Result of the checks on the index (proof.ts), and the objects to read live afterwards. */
export interface Proof {
  /** The first condition that fails. Absent if all hold. */
  readonly finding?: Finding;
  /** Sorted names of the members that must be proved. */
  readonly members: readonly string[];
  readonly copies: readonly MemberObject[];
  /** Services that must have a ready endpoint. */
  readonly services: readonly MemberObject[];
}

/** Result of the checks before a move begins. */
export interface Check {
  readonly finding?: Finding;
  /** Copies of kinds that the index does not contain. A live read must find no object with their ids. */
  readonly unseen: readonly MemberObject[];
}

/** A binding of Karmada. */
export interface BindingFacts {
  readonly id: string;
  readonly object: ObjectId;
  /** Rank in the order of dependencies. The deepest dependencies have rank 0. */
  readonly level: number;
  /** True if the binding names the policy in its own annotations. */
  readonly isOwn: boolean;
  /** Assigned members. For a dependency, without the members that its own policy chose. */
  readonly assigned: readonly string[];
  /** Members that still need this dependency, because the mover keeps a binding of another policy there. */
  readonly neededIn: readonly string[];
  readonly tasks: readonly { readonly from: string; readonly isOurs: boolean; readonly isKept: boolean }[];
}

/** Request from the policy's annotation, or from the drain of a member. */
export type Wish =
  | { readonly type: 'move'; readonly to: readonly string[] }
  | { readonly type: 'drain'; readonly member: string }
  /** The annotation names a member that is being drained, so the request is refused. */
  | { readonly type: 'refused'; readonly to: readonly string[]; readonly member: string }
  | { readonly type: 'unreadable' }
  | { readonly type: 'none' };

export interface PolicyFacts {
  readonly id: string;
  readonly object: ObjectId;
  readonly engine: Engine;
  readonly isDeleting: boolean;
  /** Phase of the move in the index. */
  readonly phase: MovePhase | undefined;
  readonly wish: Wish;
  /** Sorted names of the members that are assigned now. */
  readonly assigned: readonly string[];
  /** Names of members that are being drained and whose taint the policy does not tolerate. */
  readonly drained: readonly string[];
  /** Bindings of the policy, sorted by `level`. Empty for Open Cluster Management. */
  readonly bindings: readonly BindingFacts[];
  /** Result of the checks. Set only if a move may begin now. */
  readonly check?: Check;
  /** Result of the proof. Set only in the phase EXTENDED, while new copies are created. */
  readonly proof?: Proof;
  /**
   * Reason why copies that must be removed may still exist. Set only in the phases NARROWED and REVERTING. Absent if no
   * such copy exists.
   */
  readonly left?: Finding;
}

export interface MemberFacts {
  readonly id: string;
  readonly object: ObjectId;
  readonly name: string;
  readonly engine: Engine;
  readonly isDrained: boolean;
  /** Maximum number of Pods, from the annotation. */
  readonly bound?: number;
  /** Keys of the mover's taints that the member has now. */
  readonly taints: readonly string[];
  /** Number of Pods in the member's cluster. Absent if unknown, or if the member has no bound. */
  readonly pods?: number;
}
