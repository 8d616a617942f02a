/** Facts about one hub, at one moment of the index. survey.ts collects them; next-step.ts decides by them. */
import type { ObjectId } from '../schema/object-id.ts';
import type { MovePhase, MoveReason } from '../subgraphs/placement/annotations.ts';
import type { Engine } from '../subgraphs/placement/hubs.ts';

/** Why a move does not continue. */
export interface Finding {
  readonly reason: MoveReason;
  /** Member that the reason is about. */
  readonly member?: string;
}

/** An object of a member cluster that is read live. */
export interface MemberObject {
  readonly member: string;
  readonly object: ObjectId;
}

/** Result of the lines of a proof that follow from rows. */
export interface Proof {
  /** The first line that fails. */
  readonly finding?: Finding;
  /** The members that are proved, sorted. */
  readonly members: readonly string[];
  readonly copies: readonly MemberObject[];
  /** Services that must have a ready endpoint. */
  readonly services: readonly MemberObject[];
}

/** Result of the checks before a move begins. */
export interface Check {
  readonly finding?: Finding;
  /** Ids of copies of kinds that the index does not have: nothing may be there. */
  readonly unseen: readonly MemberObject[];
}

/** A binding of Karmada. Bindings that others require come first. */
export interface BindingFacts {
  readonly id: string;
  readonly object: ObjectId;
  /** 0: required by others of the list, transitively; the policy's own bindings have the highest number. */
  readonly level: number;
  /** True if the binding names the policy in its own annotations. */
  readonly isOwn: boolean;
  /** For a dependency: only members where it follows the bindings that require it. */
  readonly assigned: readonly string[];
  /** Members in which our tasks hold something of another policy that requires this. */
  readonly neededIn: readonly string[];
  readonly tasks: readonly { readonly from: string; readonly isOurs: boolean; readonly isKept: boolean }[];
}

/** The request of the policy's annotation, or of the drain of a member. */
export type Wish =
  | { readonly type: 'move'; readonly to: readonly string[] }
  | { readonly type: 'drain'; readonly member: string }
  /** The annotation names a member that is being drained. */
  | { readonly type: 'refused'; readonly to: readonly string[]; readonly member: string }
  | { readonly type: 'unreadable' }
  | { readonly type: 'none' };

export interface PolicyFacts {
  readonly id: string;
  readonly object: ObjectId;
  readonly engine: Engine;
  readonly isDeleting: boolean;
  /** Phase that the index has. */
  readonly phase: MovePhase | undefined;
  readonly wish: Wish;
  /** Members that are assigned, sorted. */
  readonly assigned: readonly string[];
  /** Names of members that are being drained, and whose taint the policy does not tolerate. */
  readonly drained: readonly string[];
  /** Empty for Open Cluster Management. */
  readonly bindings: readonly BindingFacts[];
  /** Before a move begins. */
  readonly check?: Check;
  /** While new copies are made. */
  readonly proof?: Proof;
  /** While old copies go. Absent: all are gone. */
  readonly left?: Finding;
}

export interface MemberFacts {
  readonly id: string;
  readonly object: ObjectId;
  readonly name: string;
  readonly engine: Engine;
  readonly isDrained: boolean;
  /** The most Pods. */
  readonly bound?: number;
  /** Keys of the taints of the mover that it has. */
  readonly taints: readonly string[];
  /** Pods in its cluster. Absent: not known. */
  readonly pods?: number;
}
