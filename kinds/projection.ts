/**
 * What a subgraph keeps of objects beside their rows: a projection reads records from the objects of some kinds as they come from a leaf, and they are written
 * with the row, in the same batch, and deleted with it. Whoever may see the object may see its records.
 *
 * Pure, as all of kinds/: no I/O, no clock; any JSON may come (untrusted.ts). The records are what a subgraph's lists need of an object and no more: each is a
 * small JSON object, and what is beyond the bounds of store/limits.ts is left out and counted.
 */
import { PROJECTION_NAME, type ProjectionRecord } from '../store/attached.ts';
import { MAX_PROJECTIONS } from '../store/limits.ts';
import type { Resource } from '../rbac/types.ts';

export interface Projection {
  /** Of a few lower-case letters; names the records in the store and to the accessors. */
  readonly name: string;
  /** Raise it when project() gives other records of the same object: then the objects of its kinds are written anew at the next start. */
  readonly version: number;
  /** The kinds it reads. Of those whose metadata alone is collected (Secrets, ConfigMaps) it gets nothing else. */
  readonly from: readonly Pick<Resource, 'group' | 'kind'>[];
  /** Of an object as a leaf sent it. */
  readonly project: (object: unknown) => readonly ProjectionRecord[];
}

export type ProjectionLookup = (resource: Pick<Resource, 'group' | 'kind'>) => readonly Projection[];

/** @throws Error for a name that is no name, or given twice, and for too many */
export function lookupProjections(projections: readonly Projection[]): ProjectionLookup {
  const byKind = new Map<string, Projection[]>();
  const names = new Set<string>();
  if (projections.length > MAX_PROJECTIONS)
    throw new Error(`There are ${projections.length} projections; at most ${MAX_PROJECTIONS} can be kept.`);
  for (const projection of projections) {
    const { name, from } = projection;
    if (!PROJECTION_NAME.test(name)) throw new Error(`A projection is called "${name}"; expected ${PROJECTION_NAME.source}.`);
    if (names.has(name)) throw new Error(`Two projections are called "${name}": give one another name.`);
    names.add(name);
    for (const { group, kind } of from) {
      const key = `${group}/${kind}`;
      const known = byKind.get(key);
      if (known) known.push(projection);
      else byKind.set(key, [projection]);
    }
  }
  return ({ group, kind }) => byKind.get(`${group}/${kind}`) ?? NONE;
}

const NONE: readonly Projection[] = [];

/** With what rows of a kind were read: another text where they would be others now. */
export function fingerprintOf(projections: readonly Projection[]): readonly string[] {
  return projections.map(({ name, version }) => `${name}/${version}`).sort();
}
