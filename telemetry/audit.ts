/**
 * Audit records: which user did what. Each record is one line of the log, with the key `audit`. Only this file writes
 * such lines, so that one place defines their content. A record holds names of people, clusters, objects and
 * operations. A record never holds credentials, values of variables, or manifests. To add a kind of record, add a
 * member to AuditRecord, a message, and a paragraph in docs/operations.md.
 *
 * Lines have the level info and go to the same output as the log. Operators must keep and rotate the log.
 */
import type { Logger } from './log.ts';

export type AuditRecord = RequestRecord | ExplainedRecord | ActionRecord;

/**
 * A request to the graph with valid credentials. A stream is recorded once, when it starts or is refused. Written only
 * with `log.requests`.
 */
export interface RequestRecord {
  readonly event: 'request';
  readonly user: string;
  readonly uid?: string;
  readonly transport: 'http' | 'event-stream' | 'websocket';
  readonly status: number;
  readonly ms: number;
  /** Code of the first error. `OK` if there was no error. Absent if no operation began. */
  readonly outcome?: string;
  readonly operation?: string;
  readonly name?: string;
  /** SHA-256 of the operation's text, in the format of persisted queries. */
  readonly document?: string;
  /** Price of the operation, in the units of the schema's prices. */
  readonly cost?: { readonly estimated: number; readonly actual: number };
  /** Clusters that were queried with the user's identity. */
  readonly clusters?: readonly string[];
}

/** A user's question about the permissions of another user. */
export interface ExplainedRecord {
  readonly event: 'explainAccess';
  readonly user: string;
  readonly groups: readonly string[];
  readonly cluster: string;
  readonly asUser: string;
  readonly asGroups: readonly string[];
  /** Verb and object about which the user asked. */
  readonly about: string;
  readonly granted: boolean;
}

/**
 * An action of a user on an object, successful or not. The outcome is only what the user saw, because some readers of
 * the log are not allowed to learn that the object exists.
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
  /** Hash of the idempotency key. */
  readonly idempotencyKey?: string;
  /**
   * Message of the error that came from the cluster. For a Secret, only the code of the error, because the message may
   * contain values.
   */
  readonly reason?: string;
}

const MESSAGES: Readonly<Record<AuditRecord['event'], string>> = {
  request: 'request',
  explainAccess: 'access of another identity explained',
  action: 'action on an object',
};

/** Maximum number of names in a list. A longer list ends with the number of omitted names. */
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
