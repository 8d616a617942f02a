/**
 * Decisions of an engine about one workload, in terms common to both engines. ocm.ts and karmada.ts read them from
 * visible rows of a hub.
 */
import type { VisibleRow } from '../../readmodel/question.ts';
import { encodeObjectId, type ObjectId, type ObjectKey } from '../../schema/object-id.ts';
import type { ProjectionRecord } from '../../store/attached.ts';
import type { Hub } from './hubs.ts';
import type { Manifest } from './records.ts';

/** The object that binds a workload, with a visible row. */
export class Binding {
  readonly hub: Hub;
  readonly row: VisibleRow;
  readonly object: ObjectId;
  /** Records of the row. */
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
  /** True if a row at the id of a copy belongs to the engine. Undefined if the caller does not see enough to know. */
  isOwned(row: VisibleRow): boolean | undefined;
}

export interface Placing {
  readonly binding: Binding;
  /** Id of the template; the binding's own for OCM. */
  readonly template: ObjectId;
  readonly manifests: readonly Manifest[];
  /** Policies with a visible row, by id. */
  readonly policies: readonly PolicyRow[];
  /** True if a policy places it that the caller does not see. */
  readonly hasHiddenPolicy: boolean;
  /** Ids of the bindings that require this one. */
  readonly requiredBy: readonly string[];
  readonly isDecided: boolean;
  /** True if the engine has assigned for the present generation. */
  readonly isCurrent: boolean;
  /** Assignments that are ASSIGNED or HELD, by member. Includes REMOVING ones only with `withRemoving`. */
  readonly assignments: readonly MemberAssignment[];
  readonly reason: string;
  readonly message: string | undefined;
  readonly wantedMembers: number | undefined;
  readonly isCut: boolean;
}

export interface PolicyRow {
  readonly hub: Hub;
  readonly row: VisibleRow;
  readonly id: string;
  readonly object: ObjectId;
}

export type Key = ObjectKey;
