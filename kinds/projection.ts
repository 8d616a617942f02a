/**
 * Projections: data that a subgraph stores about objects in addition to their rows. A projection reads records from
 * objects of some kinds when the objects arrive from a leaf. Records are written in the same batch as the row, and
 * deleted with the row. Callers who may see an object may see its records.
 *
 * Projections are pure, like the rules of kinds: they do no I/O and read no clock. The input may be any JSON
 * (untrusted.ts). Records beyond the bounds of store/limits.ts are omitted and counted.
 */
import { PROJECTION_NAME, type ProjectionRecord } from '../store/attached.ts';
import { MAX_PROJECTIONS } from '../store/limits.ts';
import type { Resource } from '../rbac/types.ts';

export interface Projection {
  /** Name under which the store keeps the records. Must match PROJECTION_NAME. */
  readonly name: string;
  /**
   * Version of project(). Raise the version when the same object gives other records. At the next start, the objects
   * that the projection reads are then written again.
   */
  readonly version: number;
  /**
   * Kinds that the projection reads, or a function that decides for each resource that a leaf serves. For kinds that
   * are collected as metadata only (Secrets, ConfigMaps), the projection receives only metadata.
   */
  readonly from: readonly Pick<Resource, 'group' | 'kind'>[] | ((resource: Resource) => boolean);
  /**
   * Indexed field of the records. Questions (readmodel/question.ts) find rows by this field. Only text values are
   * indexed.
   */
  readonly index?: string;
  /** Receives an object as a leaf sent it. Also receives its kind, because items of a list do not state their kind. */
  readonly project: (object: unknown, kind: Pick<Resource, 'group' | 'kind'>) => readonly ProjectionRecord[];
}

export type ProjectionLookup = (resource: Resource) => readonly Projection[];

/** @throws Error for an invalid or duplicate name, or for too many projections */
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

/** Indexed field of each projection that has an index, by the projection's name. */
export function indexesOf(projections: readonly Projection[]): Readonly<Record<string, string>> {
  return Object.fromEntries(projections.flatMap(({ name, index }) => (index === undefined ? [] : [[name, index]])));
}

/** Identifies a list of projections. Changes when a projection is added, removed, or gets another version. */
export function fingerprintOf(projections: readonly Projection[]): readonly string[] {
  return projections.map(({ name, version }) => `${name}/${version}`).sort();
}
