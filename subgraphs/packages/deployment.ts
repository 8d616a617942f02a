/** Deployments in the form that the GraphQL API returns. */
import type { RowReader } from '../../readmodel/question.ts';
import { decodePlace, type PackageName } from '../../schema/package-id.ts';
import type { Engine } from './engines.ts';
import type { Judged } from './joins.ts';
import { expectedRevision, type Phase } from './phase.ts';

export type Scope = 'PACKAGE' | 'WIDER';
export type Detail = 'FULL' | 'AGGREGATED' | 'APPLIED';

export interface ObjectCounts {
  readonly total: number;
  readonly current: number;
  readonly inProgress: number;
  readonly failed: number;
  readonly terminating: number;
  readonly notFound: number;
  readonly unknown: number;
}

export interface Deployment {
  readonly object: { readonly id: string };
  /** The package that the deployment's own object names. */
  readonly own: PackageName | undefined;
  readonly engine: Engine;
  readonly scope: Scope;
  readonly target: { readonly name: string } | undefined;
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly revision: string;
  readonly expectedRevision: string;
  readonly detail: Detail;
  readonly objectCounts: ObjectCounts | undefined;
  readonly stale: boolean;
  /** Time of the last status change, in milliseconds since the epoch. Undefined if unknown. */
  readonly since: number | undefined;
  /** Name of the object's cluster. */
  readonly cluster: string;
}

export function shown(rows: RowReader, it: Judged, scope: Scope, requested?: string): Deployment {
  const { deployed, intent, phase } = it;
  const { row, place, engine, target, revision, stale, cluster, inventory, record } = deployed;
  const words = wordsOf(rows, it);
  return {
    object: { id: rows.id(row) },
    own: place === undefined ? undefined : decodePlace(place),
    engine,
    scope,
    target: target === undefined ? undefined : { name: target },
    phase,
    ...words,
    revision,
    expectedRevision: expectedRevision(deployed, intent, requested),
    detail: detailOf(it),
    objectCounts: countsOf(inventory ? inventory.counts : record.counts),
    stale,
    since: sinceOf(rows, it),
    cluster,
  };
}

/**
 * Reason and message from the row that decided the phase: the inventory or the object. For the phase OUTDATED, the
 * reason is OutOfSync or OtherRevision.
 */
function wordsOf(rows: RowReader, { deployed, phase }: Judged): { readonly reason: string; readonly message: string } {
  const { row, inventory, step, differs } = deployed;
  const isByInventory = inventory !== undefined && step === undefined && phase !== 'OUTDATED' && phase !== 'READY';
  const of = isByInventory ? inventory.row : row;
  const reason = phase !== 'OUTDATED' ? rows.text(of, 'reason') : differs ? 'OutOfSync' : 'OtherRevision';
  return { reason, message: rows.text(of, 'message') };
}

export function detailOf({ deployed: { inventory, record } }: Judged): Detail {
  return inventory ? 'FULL' : (record.detail ?? 'APPLIED');
}

/** Time of the last status change of the object or its inventory, in milliseconds since the epoch. */
export function sinceOf(rows: RowReader, { deployed: { row, inventory, step } }: Judged): number | undefined {
  const ofInventory = inventory && step === undefined ? rows.time(inventory.row, 'transitionedAt') : 0;
  return Math.max(rows.time(row, 'transitionedAt'), ofInventory) || undefined;
}

function countsOf(counts: readonly number[] | undefined): ObjectCounts | undefined {
  if (!counts) return undefined;
  const [current = 0, inProgress = 0, failed = 0, terminating = 0, notFound = 0, unknown = 0] = counts;
  const total = current + inProgress + failed + terminating + notFound + unknown;
  return { total, current, inProgress, failed, terminating, notFound, unknown };
}
