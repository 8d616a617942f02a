/**
 * Audit records: the user and the action, one line of the log each, with the key `audit`. Every such line comes from
 * here, so that one place defines its content: names of people, clusters and operations, never credentials, values of
 * variables, or content of objects. A new kind of record is one more member of AuditRecord, one more message, and a
 * paragraph in docs/operations.md.
 *
 * Lines have level info and go where the log goes; keeping and rotating them is up to the operator.
 */
import type { Logger } from './log.ts';

export type AuditRecord = RequestRecord | ExplainedRecord | ActionRecord;

/** A request for the graph that came with good credentials; of a stream, its beginning. Only where `log.requests`. */
export interface RequestRecord {
  readonly event: 'request';
  readonly user: string;
  readonly uid?: string;
  readonly transport: 'http' | 'event-stream' | 'websocket';
  readonly status: number;
  readonly ms: number;
  /** Code of the first error; OK without one. Absent if no operation began. */
  readonly outcome?: string;
  readonly operation?: string;
  readonly name?: string;
  /** SHA-256 of its text, as persisted queries have it. */
  readonly document?: string;
  /** In the units of the schema's prices. */
  readonly cost?: { readonly estimated: number; readonly actual: number };
  /** Clusters that were queried as the user. */
  readonly clusters?: readonly string[];
}

/** A user asked for the permissions of another user. */
export interface ExplainedRecord {
  readonly event: 'explainAccess';
  readonly user: string;
  readonly groups: readonly string[];
  readonly cluster: string;
  readonly asUser: string;
  readonly asGroups: readonly string[];
  /** Verb and object. */
  readonly about: string;
  readonly granted: boolean;
}

/**
 * A user acted on an object, or tried to. Contains the outcome that the user saw: the log has readers who may not know
 * the object.
 */
export interface ActionRecord {
  readonly event: 'action';
  readonly user: string;
  readonly groups: readonly string[];
  readonly action: string;
  readonly cluster: string;
  readonly id: string;
  readonly outcome: string;
  readonly dryRun: boolean;
  /** Hash of the key. */
  readonly idempotencyKey?: string;
  /** Cause of a fault of ours. */
  readonly reason?: string;
}

const MESSAGES: Readonly<Record<AuditRecord['event'], string>> = {
  request: 'request',
  explainAccess: 'access of another identity explained',
  action: 'action on an object',
};

/** Maximum for a list; the number of the remaining ones follows. */
const MOST_NAMES = 50;

export function audit(log: Pick<Logger, 'info'>, { event, ...facts }: AuditRecord): void {
  const cut = Object.entries(facts).map(([key, value]) => [
    key,
    Array.isArray(value) ? firstOf(value as unknown[]) : (value as unknown),
  ]);
  log.info({ audit: event, ...Object.fromEntries(cut) }, MESSAGES[event]);
}

function firstOf(names: readonly unknown[]): readonly unknown[] {
  return names.length <= MOST_NAMES ? names : [...names.slice(0, MOST_NAMES), `and ${names.length - MOST_NAMES} more`];
}
