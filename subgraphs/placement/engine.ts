/**
 * The decisions of an engine about one workload, in terms that fit Open Cluster Management and Karmada. ocm.ts and
 * karmada.ts read the decisions from visible rows of a hub.
 */
import type { VisibleRow } from '../../readmodel/question.ts';
import { encodeObjectId, type ObjectId, type ObjectKey } from '../../schema/object-id.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import type { Hub } from './hubs.ts';
import type { Manifest } from './records.ts';

/** The object that binds a workload to members. Its row is visible to the caller. */
export class Binding {
  readonly hub: Hub;
  readonly row: VisibleRow;
  readonly object: ObjectId;
  /** Records of the projection `placement`. */
  readonly records: readonly ProjectionRecord[];
  #id: string | undefined;

  constructor(hub: Hub, row: VisibleRow, object: ObjectId, records: readonly ProjectionRecord[]) {
    this.hub = hub;
    this.row = row;
    this.object = object;
    this.records = records;
  }

  get id(): string {
    return (this.#id ??= encodeObjectId(this.object));
  }
}

export type AssignmentState = 'ASSIGNED' | 'HELD' | 'REMOVING';
export type Report = 'HEALTHY' | 'UNHEALTHY' | 'UNKNOWN';

export interface MemberAssignment {
  readonly member: string;
  readonly state: AssignmentState;
  readonly replicas: number | undefined;
  readonly applied: boolean | undefined;
  readonly reported: Report;
  /**
   * True if the object of this row is the copy that the engine made for this workload. The row must have the id of the
   * copy. False if somebody else made the object. Undefined if the caller does not see enough to know.
   */
  isOwned(row: VisibleRow): boolean | undefined;
}

export interface Placing {
  readonly binding: Binding;
  /** Object that the engine copies. For Open Cluster Management, the binding itself. */
  readonly template: ObjectId;
  readonly manifests: readonly Manifest[];
  /** Policies with a visible row, sorted by id. */
  readonly policies: readonly PolicyRow[];
  /** True if a policy that the caller does not see places the workload. */
  readonly hasHiddenPolicy: boolean;
  /** Ids of the Karmada bindings that require this workload as a dependency. Empty for Open Cluster Management. */
  readonly requiredBy: readonly string[];
  readonly isDecided: boolean;
  /** True if the decision of the engine is for the current generation. Always true for Open Cluster Management. */
  readonly isCurrent: boolean;
  /**
   * Assignments in the states ASSIGNED and HELD, one for each member, in any order. Includes the state REMOVING only if
   * the parameter `withRemoving` of `Joins.placing` is true.
   */
  readonly assignments: readonly MemberAssignment[];
  readonly reason: string;
  readonly message: string | undefined;
  readonly wantedMembers: number | undefined;
  /** True if a record of an object that places the workload holds only a part of the object. */
  readonly isCut: boolean;
  /** True if assignments in the states ASSIGNED or HELD may be missing from the records. */
  readonly areMembersCut: boolean;
}

export interface PolicyRow {
  readonly hub: Hub;
  readonly row: VisibleRow;
  readonly id: string;
  readonly object: ObjectId;
}

export type Key = ObjectKey;
