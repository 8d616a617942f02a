/**
 * Data that a subgraph keeps of objects beside their rows: a projection reads records from objects of some kinds as
 * they arrive from a leaf. Records are written with the row, in the same batch, and deleted with it. Whoever may see
 * the object may see its records.
 *
 * Pure, like all of kinds/: no I/O, no clock; any JSON may come (untrusted.ts). Records hold only what a subgraph's
 * lists need: each is a small JSON object, and what is beyond the bounds of store/limits.ts is left out and counted.
 */
import { PROJECTION_NAME, type ProjectionRecord } from '../store/attached.ts';
import { MAX_PROJECTIONS } from '../store/limits.ts';
import type { Resource } from '../rbac/types.ts';

export interface Projection {
  /** A few lower-case letters; names the records in the store and for the accessors. */
  readonly name: string;
  /**
   * Raise it when project() gives other records for the same object: the objects of its kinds are then written anew at
   * the next start.
   */
  readonly version: number;
  /**
   * The kinds it reads, or a function that decides by the resource as the leaf serves it. For kinds collected as
   * metadata only (Secrets, ConfigMaps) it gets only metadata.
   */
  readonly from: readonly Pick<Resource, 'group' | 'kind'>[] | ((resource: Resource) => boolean);
  /**
   * Field of its records by which questions find rows (readmodel/question.ts). Only texts are indexed. What is stored
   * does not depend on it.
   */
  readonly index?: string;
  /** Receives an object as a leaf sent it, and its kind, which items of a list do not state. */
  readonly project: (object: unknown, kind: Pick<Resource, 'group' | 'kind'>) => readonly ProjectionRecord[];
}

export type ProjectionLookup = (resource: Resource) => readonly Projection[];

/** @throws Error for an invalid or duplicate name, or too many projections */
export function lookupProjections(projections: readonly Projection[]): ProjectionLookup {
  const names = new Set<string>();
  if (projections.length > MAX_PROJECTIONS)
    throw new Error(`There are ${projections.length} projections; at most ${MAX_PROJECTIONS} can be kept.`);
  for (const { name } of projections) {
    if (!PROJECTION_NAME.test(name))
      throw new Error(`A projection is called "${name}"; expected ${PROJECTION_NAME.source}.`);
    if (names.has(name)) throw new Error(`Two projections are called "${name}": give one another name.`);
    names.add(name);
  }
  const readers = projections.map(projection => ({ projection, reads: readerOf(projection) }));
  return resource => readers.filter(({ reads }) => reads(resource)).map(({ projection }) => projection);
}

function readerOf({ from }: Projection): (resource: Resource) => boolean {
  if (typeof from === 'function') return from;
  const kinds = new Set(from.map(({ group, kind }) => `${group}/${kind}`));
  return ({ group, kind }) => kinds.has(`${group}/${kind}`);
}

/** By projection with an index: its indexed field. */
export function indexesOf(projections: readonly Projection[]): Readonly<Record<string, string>> {
  return Object.fromEntries(projections.flatMap(({ name, index }) => (index === undefined ? [] : [[name, index]])));
}

/** Identifies the projections used to read a kind's rows: changes whenever their records would. */
export function fingerprintOf(projections: readonly Projection[]): readonly string[] {
  return projections.map(({ name, version }) => `${name}/${version}`).sort();
}
